/* SPDX-License-Identifier: GPL-3.0-or-later */
/* composition-*: symmetric composition of a symmetric step of order 2 (Hairer, Lubich, Wanner,
 * Geometric Numerical Integration, 2nd ed., sections II.4 and V.3.2),
 *
 *     Psi_h = phi_(gamma_s h) o ... o phi_(gamma_1 h),   gamma_i = gamma_(s+1-i),
 *
 * of order 4 (Suzuki 1990, 5 stages), 6 (Kahan, Li 1997, 9 stages) or 8 (Suzuki, Umeno 1993, 15
 * stages).  What the base keeps exactly, the composition keeps; it is symplectic where the base is.
 *
 * The base reports the Legendre velocity: then its step reads the node's momentum only up to an
 * impulse of the constraints, and steps of different size follow each other with no new start.
 *
 * The default formulation is the base's own: in euler composition-dvp takes 0.28 of its time in
 * natural on the crank and the quadrangle, 0.5 on the gyrostat, 1.25 on the top. */
#include <string.h>

#include "methods/inner.h"

enum { ORDER, NEWTON_TOL };
enum { MOST_STAGES = 15 };

static const hol_option options[] = {
    {"order", HOL_CHOICE, 0, 0, 2, "4 6 8", "order of the composition: 5, 9 or 15 stages"},
    {"newton_tol", HOL_REAL, 1e-14, 0, 1e-3, NULL,
     "of the base's iteration: its last correction or scaled residual (0: to stagnation)"},
    {0},
};

typedef struct {
    int order, stages;
    double gamma[(MOST_STAGES + 1) / 2]; /* the first half and the middle one */
} composition;

static const composition table[] = {
    /* gamma_1 = 1 / (4 - 4^(1/3)) */
    {4, 5, {0.41449077179437573714, 0.41449077179437573714, -0.65796308717750294857}},
    {6,
     9,
     {0.39216144400731413927925056, 0.33259913678935943859974864, -0.70624617255763935980996482,
      0.08221359629355080023149045, 0.79854399093482996339895035}},
    {8,
     15,
     {0.74167036435061295344822780, -0.40910082580003159399730010, 0.19075471029623837995387626,
      -0.57386247111608226665638773, 0.29906418130365592384446354, 0.33462491824529818378495798,
      0.31529309239676659663205666, -0.79688793935291635401978884}},
};

/* The base, of which the method's data is the name. */
static const hol_method *base_of(const hol_method *method)
{
    return hol_method_named(method->data);
}

/* The base's options, in scratch: its defaults and the tolerance of the iteration. */
static double *base_options(const hol_method *method, const double opt[], hol_work *w)
{
    const hol_option *rows = base_of(method)->options;
    double *value = hol_take(w, hol_option_count(rows));
    hol_option_defaults(rows, value);
    for (int i = 0; rows[i].name; i++)
        if (!strcmp(rows[i].name, "newton_tol")) value[i] = hol_real_of(method, opt, NEWTON_TOL);
    return value;
}

/* That of the base, of each stage: the same stage of one step and the next is one of equal steps.
 */
static size_t memory(const hol_method *method, hol_eval *sys, const double opt[])
{
    size_t mark = hol_mark(sys->work);
    size_t own = hol_method_memory(base_of(method), sys, base_options(method, opt, sys->work));
    hol_release(sys->work, mark);
    return own * (size_t)table[hol_choice_of(method, opt, ORDER)].stages;
}

static hol_status step(hol_stepper *s, double h, hol_state *z)
{
    const composition *c = &table[hol_choice(s, ORDER)];
    hol_stepper *base = s->aux;
    size_t own = hol_method_memory(base->method, s->sys, base->opt);
    hol_state stage = *z;
    hol_status status = HOL_OK;
    for (int i = 0; i < c->stages && !status; i++, stage.memory += own) {
        double part = h * c->gamma[i < c->stages / 2 ? i : c->stages - 1 - i];
        status = hol_inner_step(s, base, part, &stage);
        stage.t += part;
    }
    return status;
}

static hol_status start(hol_stepper *s, double h, hol_state *z)
{
    const composition *c = &table[hol_choice(s, ORDER)];
    memset(z->memory, 0, memory(s->method, s->sys, s->opt) * sizeof *z->memory);
    return hol_inner_start(s, s->aux, c->gamma[0] * h, z);
}

/* ---------------------------------------------------------------- the methods */

/* What the base claims, at the higher order; the last stage's multipliers stand at no node's mean.
 */
static hol_claims claims(const hol_method *method, hol_eval *sys, const double opt[])
{
    hol_claims c = hol_method_claims(base_of(method), sys, base_options(method, opt, sys->work));
    c.order_q = c.order_v = table[hol_choice_of(method, opt, ORDER)].order;
    c.order_lambda = c.lambda_time = 0;
    return c;
}

static hol_status setup(hol_stepper *s)
{
    hol_stepper *base;
    const double *opt = base_options(s->method, s->opt, s->work);
    hol_status status = hol_inner_make(s, s->method->data, opt, &base);
    s->aux = base;
    return status;
}

#define COMPOSITION                                                                                \
    .family = "composition",                                                                       \
    .source = "Hairer, Lubich, Wanner, Geometric Numerical Integration, section V.3.2",            \
    .options = options, .claims = claims, .memory = memory, .setup = setup, .start = start,        \
    .step = step

const hol_method hol_family_composition[] = {
    {
        .name = "composition-rattle",
        .about = "symmetric composition of RATTLE, order 4, 6 or 8",
        .formulation = "natural",
        .needs = HOL_FLAT | HOL_CONST_MASS | HOL_HOLONOMIC | HOL_POSITION_FORCES | HOL_SCLERONOMIC |
                 HOL_FULL_RANK,
        .data = "rattle",
        COMPOSITION,
    },
    {
        .name = "composition-dvp",
        .about = "symmetric composition of the discrete variational principle, order 4, 6, 8",
        .formulation = "euler",
        .needs = HOL_FLAT | HOL_HOLONOMIC | HOL_SCLERONOMIC | HOL_FULL_RANK,
        .data = "dvp",
        COMPOSITION,
    },
    {
        .name = "composition-rattlie",
        .about = "symmetric composition of RATTLE on Lie groups, order 4, 6 or 8",
        .formulation = "lie",
        .needs = HOL_CONST_MASS | HOL_HOLONOMIC | HOL_SCLERONOMIC | HOL_FULL_RANK,
        .data = "rattlie",
        COMPOSITION,
    },
    {0},
};
