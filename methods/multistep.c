/* SPDX-License-Identifier: GPL-3.0-or-later */
/* multistep-4, -6 and -8: symmetric linear multistep methods with constraints, Console, Hairer,
 * Lubich, Symmetric multistep methods for constrained Hamiltonian systems, Numer. Math. 124 (2013)
 * 517.  With k steps, alpha_k = 1 and beta_0 = beta_k = 0 (numerics/tables.c), at the cost of
 * SHAKE:
 *
 *     sum_j alpha_j M q_(n+j) = h^2 sum_j beta_j w_(n+j),   w = f(q) - G(q)^T lambda
 *     Phi(q_(n+k)) = 0
 *
 * where lambda_(n+k-1) alone is new.  k = 2 would be SHAKE.  The equations are solved for
 * differences d_j = q_(j+1) - q_j, in which the recurrence has one double root less and so less
 * round-off:
 *
 *     sum_j alpha'_j M d_(n+j) = h^2 sum_j beta_j w_(n+j),   alpha'_j = -(alpha_0 + ... + alpha_j)
 *
 * The state is the middle of the k + 1 nodes that it carries.  Its velocity is the symmetric
 * difference of order k of these nodes, projected, M v = M v~ - G^T mu, G v = 0; it is never fed
 * back. A step of -h turns the nodes about the middle: the method steps back.
 *
 * Start: k/2 steps to each side by jet-dop853, of order 8, with w of the index-1 equations. */
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/tables.h"
#include "holonomy/variational.h"
#include "methods/constant_mass.h"
#include "methods/inner.h"
#include "methods/shake_newton.h"
#include "methods/stepper.h"

enum { NEWTON_TOL };
enum { MOST = 8 }; /* steps */

static const hol_option options[] = {
    HOL_NEWTON_OPTION,
    {0},
};

typedef struct {
    hol_saddle *saddle;                                       /* K = M */
    hol_stepper *inner;                                       /* jet-dop853 */
    hol_state *start;                                         /* its state */
    double alpha[MOST], beta[MOST + 1], weight[MOST / 2 + 1]; /* alpha', beta; of the velocity */
} multistep;

typedef struct {    /* what a state carries, the first node first */
    double *h;      /* 0: nothing yet */
    double *q;      /* k + 1 nodes, nv each */
    double *d;      /* k differences, nv each */
    double *w;      /* f - G^T lambda of the k - 1 nodes between the ends, nv each */
    double *lambda; /* of the same nodes, nc each */
} window;

static int steps_of(const hol_method *method)
{
    return ((const hol_multistep *)method->data)->steps;
}

static window window_of(const hol_stepper *s, const hol_state *z)
{
    int k = steps_of(s->method), n = s->sys->nv;
    window x = {.h = z->memory, .q = z->memory + 1};
    x.d = x.q + (k + 1) * n;
    x.w = x.d + k * n;
    x.lambda = x.w + (k - 1) * n;
    return x;
}

/* `count` rows of n numbers one row ahead: the first is lost, the last stays as it was. */
static void shift(int count, int n, double x[])
{
    memmove(x, x + n, (size_t)((count - 1) * n) * sizeof *x);
}

/* The same rows from the last to the first, times sign. */
static void reverse(int count, int n, double sign, double x[])
{
    for (int i = 0, j = count - 1; i <= j; i++, j--)
        for (int l = 0; l < n; l++) {
            double first = x[i * n + l];
            x[i * n + l] = sign * x[j * n + l];
            x[j * n + l] = sign * first;
        }
}

/* ---------------------------------------------------------------- the step */

/* a = h^2 (beta_(k-1) f + sum_(j < k-1) beta_j w_j) - M sum_(j < k-1) alpha'_j d_j, f at the last
 * node; the nodes n + j of the recurrence are those after the first. */
static void right_hand_side(hol_stepper *s, double h, const window *x, const double M[],
                            const double f[], double a[])
{
    hol_eval *sys = s->sys;
    const multistep *own = s->aux;
    int k = steps_of(s->method), n = sys->nv;
    double *sum = hol_take(s->work, n);
    for (int j = 0; j < k - 1; j++) hol_axpy(n, -own->alpha[j], x->d + (1 + j) * n, sum);
    hol_multiply(&sys->M, M, sum, a);
    for (int j = 1; j < k - 1; j++) hol_axpy(n, h * h * own->beta[j], x->w + j * n, a);
    hol_axpy(n, h * h * own->beta[k - 1], f, a);
}

/* Moves the window to the next node, at the time t1 - h of its last one. */
static hol_status advance(hol_stepper *s, double h, double t1, const window *x, const double M[])
{
    hol_eval *sys = s->sys;
    const multistep *own = s->aux;
    int k = steps_of(s->method), n = sys->nv, m = sys->nc;
    const double *last = x->q + k * n, *d = x->d + (k - 4) * n;
    double *f = hol_take(s->work, n), *a = hol_take(s->work, n), *y = hol_take(s->work, m);
    double *G = hol_take(s->work, sys->G.nnz), *q1 = hol_take(s->work, n);
    hol_status status;

    hol_total_force(sys, t1 - h, last, hol_take(s->work, n), f); /* of position only */
    hol_constraints(sys, t1 - h, last, NULL, G);
    right_hand_side(s, h, x, M, f, a);
    for (int i = 0; i < n; i++) /* the guess: a cubic through the last differences */
        q1[i] = last[i] + 4 * (d[3 * n + i] + d[n + i]) - 6 * d[2 * n + i] - d[i];
    if ((status = hol_saddle_set_B(own->saddle, G))) return status;
    if ((status = hol_shake_newton(s, own->saddle, hol_real(s, NEWTON_TOL), t1, last, a, q1, y)))
        return status;

    shift(k, n, x->d);
    shift(k - 1, n, x->w);
    shift(k - 1, m, x->lambda);
    for (int i = 0; i < n; i++) x->d[(k - 1) * n + i] = q1[i] - last[i];
    for (int i = 0; i < m; i++) x->lambda[(k - 2) * m + i] = y[i] / (h * h * own->beta[k - 1]);
    memcpy(x->w + (k - 2) * n, f, (size_t)n * sizeof *f);
    hol_multiply_transposed_add(&sys->G, G, -1, x->lambda + (k - 2) * m, x->w + (k - 2) * n);
    shift(k + 1, n, x->q);
    memcpy(x->q + k * n, q1, (size_t)n * sizeof *q1);
    return HOL_OK;
}

/* q, lambda, v and p of the middle node, at time t. */
static hol_status report(hol_stepper *s, double t, const window *x, const double M[], hol_state *z)
{
    hol_eval *sys = s->sys;
    const multistep *own = s->aux;
    int k = steps_of(s->method), n = sys->nv, middle = k / 2;
    double *v = hol_take(s->work, n);
    memcpy(z->q, x->q + middle * n, (size_t)n * sizeof *v);
    memcpy(z->lambda, x->lambda + (middle - 1) * sys->nc, (size_t)sys->nc * sizeof *v);
    for (int j = 1; j <= middle; j++) /* q_j - q_-j, by differences */
        for (int i = middle - j; i < middle + j; i++)
            hol_axpy(n, own->weight[j] / *x->h, x->d + i * n, v);
    hol_multiply(&sys->M, M, v, z->p);
    hol_status status = hol_constrained_solve(sys, t, z->q, NULL, z->p, z->v, NULL, NULL);
    hol_multiply(&sys->M, M, z->v, z->p);
    return status;
}

/* ---------------------------------------------------------------- start */

/* Node i of the window from the inner state, or, i = k/2, from z itself. */
static hol_status keep_node(hol_stepper *s, const window *x, int i, const hol_state *z)
{
    hol_eval *sys = s->sys;
    int k = steps_of(s->method), n = sys->nv, m = sys->nc;
    memcpy(x->q + i * n, z->q, (size_t)n * sizeof *x->q);
    if (i == 0 || i == k) return HOL_OK;
    double *a = hol_take(s->work, n), *G = hol_take(s->work, sys->G.nnz);
    double *w = x->w + (i - 1) * n, *lambda = x->lambda + (i - 1) * m;
    hol_status status = hol_acceleration(sys, z->t, z->q, z->v, a, lambda, NULL);
    hol_total_force(sys, z->t, z->q, z->v, w);
    hol_constraints(sys, z->t, z->q, NULL, G);
    hol_multiply_transposed_add(&sys->G, G, -1, lambda, w);
    return status;
}

/* The nodes to one side of z, steps of h. */
static hol_status fill(hol_stepper *s, double h, const hol_state *z, const window *x, int direction)
{
    const multistep *own = s->aux;
    hol_state *at = own->start;
    int k = steps_of(s->method), n = s->sys->nv;
    at->t = z->t;
    memcpy(at->q, z->q, (size_t)n * sizeof *at->q);
    memcpy(at->v, z->v, (size_t)n * sizeof *at->v);
    hol_status status = hol_inner_start(s, own->inner, direction * h, at);
    for (int i = 1; i <= k / 2 && !status; i++) {
        status = hol_inner_step(s, own->inner, direction * h, at);
        at->t = z->t + i * direction * h;
        if (!status) status = keep_node(s, x, k / 2 + i * direction, at);
    }
    return status;
}

static hol_status start(hol_stepper *s, double h, hol_state *z)
{
    window x = window_of(s, z);
    int k = steps_of(s->method), n = s->sys->nv;
    hol_status status;
    if ((status = keep_node(s, &x, k / 2, z))) return status;
    if ((status = fill(s, h, z, &x, 1))) return status;
    if ((status = fill(s, h, z, &x, -1))) return status;
    for (int i = 0; i < k * n; i++) x.d[i] = x.q[i + n] - x.q[i];
    *x.h = h;
    return HOL_OK;
}

/* To steps of h: they go on, turn back, or start anew. */
static hol_status turn_to(hol_stepper *s, double h, hol_state *z, const window *x)
{
    int k = steps_of(s->method), n = s->sys->nv;
    if (*x->h == h) return HOL_OK;
    if (*x->h != -h) return start(s, h, z);
    reverse(k + 1, n, 1, x->q);
    reverse(k, n, -1, x->d);
    reverse(k - 1, n, 1, x->w);
    reverse(k - 1, s->sys->nc, 1, x->lambda);
    *x->h = h;
    return HOL_OK;
}

static hol_status step(hol_stepper *s, double h, hol_state *z)
{
    hol_eval *sys = s->sys;
    window x = window_of(s, z);
    double *M = hol_take(s->work, sys->M.nnz);
    hol_status status;
    if ((status = turn_to(s, h, z, &x))) return status;
    hol_mass(sys, z->q, M);
    double t1 = z->t + (steps_of(s->method) / 2 + 1) * h;
    if ((status = advance(s, h, t1, &x, M))) return status;
    return report(s, z->t + h, &x, M, z);
}

/* ---------------------------------------------------------------- the methods */

static size_t memory(const hol_method *method, hol_eval *sys, const double opt[])
{
    size_t k = (size_t)steps_of(method), n = (size_t)sys->nv, m = (size_t)sys->nc;
    (void)opt;
    return 1 + (k + 1) * n + k * n + (k - 1) * (n + m);
}

static hol_claims claims(const hol_method *method, hol_eval *sys, const double opt[])
{
    (void)opt;
    hol_claims c = hol_claims_of_order(((const hol_multistep *)method->data)->order, HOL_EXACT,
                                       HOL_EXACT, HOL_EXACT);
    c.energy = sys->has & HOL_CONSERVATIVE ? HOL_BOUNDED : HOL_NOT_KEPT;
    c.momentum = hol_keeps_momentum(sys) ? HOL_BOUNDED : HOL_NOT_KEPT;
    return c;
}

/* The difference of order k:  h v = sum_j g_j (q_j - q_-j),
 * g_j = (-1)^(j+1) m!^2 / (j (m-j)! (m+j)!),  m = k/2. */
static void set_weights(int k, double weight[])
{
    int m = k / 2;
    double product = -1; /* -(-1)^j m!^2 / ((m-j)! (m+j)!) */
    for (int j = 1; j <= m; j++) {
        product *= -(double)(m - j + 1) / (m + j);
        weight[j] = product / j;
    }
}

static hol_status setup(hol_stepper *s)
{
    const hol_multistep *T = s->method->data;
    multistep *own = s->aux = hol_alloc(s->memory, 1, sizeof *own);
    hol_status status;
    int sum = 0;
    for (int j = 0; j < T->steps; j++) {
        sum += T->alpha[j];
        own->alpha[j] = (double)-sum / T->under_alpha;
        own->beta[j] = (double)T->beta[j] / T->under_beta;
    }
    set_weights(T->steps, own->weight);
    if ((status = hol_inner_make(s, "jet-dop853", NULL, &own->inner))) return status;
    own->start = hol_inner_state(s, own->inner);
    return hol_mass_saddle(s, hol_constant_mass(s), &s->sys->G, false, &own->saddle);
}

#define MULTISTEP                                                                                  \
    .family = "multistep", .source = "Console, Hairer, Lubich, Numer. Math. 124 (2013) 517",       \
    .formulation = "natural", .options = options,                                                  \
    .needs = HOL_FLAT | HOL_CONST_MASS | HOL_HOLONOMIC | HOL_SCLERONOMIC | HOL_POSITION_FORCES |   \
             HOL_FULL_RANK,                                                                        \
    .claims = claims, .memory = memory, .setup = setup, .start = start, .step = step

const hol_method hol_family_multistep[] = {
    {
        .name = "multistep-4",
        .about = "symmetric multistep method of order 4 with constraints, one solve a step",
        .data = &hol_multistep_4,
        .ahead = 2,
        MULTISTEP,
    },
    {
        .name = "multistep-6",
        .about = "symmetric multistep method of order 6 with constraints, one solve a step",
        .data = &hol_multistep_6,
        .ahead = 3,
        MULTISTEP,
    },
    {
        .name = "multistep-8",
        .about = "symmetric multistep method of order 8 with constraints, one solve a step",
        .data = &hol_multistep_8,
        .ahead = 4,
        MULTISTEP,
    },
    {0},
};
