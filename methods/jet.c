/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Explicit Runge-Kutta methods in jet space: Tuomela, Arponen, Normi, On the simulation of
 * multibody systems with holonomic constraints, Helsinki 2006 (paper 000), sections 5 and 6.1.
 *
 * Its (y, y_1, y_2) is our (q, v, v'), its M the states with Phi = 0, G v = 0.  The distribution
 * (1, y_1, y_2) at a point of M is the index-1 acceleration (Algorithm 5.2); planar bodies and
 * points have no H, and it is (4.4).  Every stage after the first is projected onto M, both
 * solutions of the embedded pair also onto the invariants.  Like the paper we compute the
 * distribution at the new point anew though the last stage of Dormand-Prince has it already: 7
 * distributions an accepted step, 6 a rejected one.  Deviations of the projection: projection.c. */
#include "methods/jet.h"

#include "methods/control.h"
#include "methods/stepper.h"

enum {
    NONE = 2
}; /* the last choice of `projection`: the first two are the kinds of
    * hol_projection */
enum { TOGETHER, IN_TURN, NESTED }; /* of `inner`, and the first two of `imposed` */
enum { DIRECT, CONJUGATE };         /* of `distribution` */

/* clang-format off */
#define JET_OPTIONS(stages, embedded, growth, shrinkage) {                                                 \
    [HOL_JET_PROJECTION] = {"projection", HOL_CHOICE, 0, 0, 2, "quasi orthogonal none",                    \
                    "onto the constraints: Algorithm 5.4, eq. (5.2), or none"},                            \
    [HOL_JET_INNER] = {"inner", HOL_CHOICE, 0, 0, 2, "together in-turn nested",                            \
               "joints and inner constraints: together, in turn (Algorithm 5.5), or joints first"},                      \
    [HOL_JET_INVARIANT] = {"invariant", HOL_CHOICE, 0, 0, 5,                                               \
                   "off energy total-energy momenta energy+momenta total-energy+momenta",                  \
                   "imposed; total: less the work of the forces without a potential"},                     \
    [HOL_JET_IMPOSED] = {"imposed", HOL_CHOICE, 0, 0, 1, "together in-turn",                               \
                 "along or with the constraints, or in turn with them, eq. (5.5)"},                        \
    [HOL_JET_WORK] = {"work", HOL_CHOICE, 0, 0, 1, "trapezoid exact",                                      \
              "that work: trapezoidal rule; exact, or by Lobatto's rule on dense output"},                 \
    [HOL_JET_STAGES] = {"stages", HOL_CHOICE, stages, 0, 2, "constraints all free",                        \
                "projected onto the constraints, the invariants too, or not at all"},                      \
    [HOL_JET_EMBEDDED] = {"embedded", HOL_CHOICE, embedded, 0, 1, "projected free",                        \
                  "the solutions that only estimate the error: projected, or not"},                        \
    [HOL_JET_NEWTON] = {"newton", HOL_CHOICE, 0, 0, 2, "simplified full frozen",                           \
                "second derivatives in (5.3): left out, all; or a step's first matrix"},                   \
    [HOL_JET_NEWTON_NORM] = {"newton_norm", HOL_CHOICE, 0, 0, 1, "scaled paper",                           \
                     "residuals of projections over the system's scales, or in SI units"},                 \
    [HOL_JET_NEWTON_TOL] = {"newton_tol", HOL_REAL, 1e-14, 1e-16, 1, NULL,                                 \
                    "least tolerance of the residuals of projections [1]"},                                \
    [HOL_JET_NEWTON_FACTOR] = {"newton_factor", HOL_REAL, 0.01, 0, 1, NULL,                                \
                       "adaptive steps: the tolerance is this times rtol, if larger [1]"},                 \
    [HOL_JET_FORCING] = {"forcing", HOL_REAL, 0, 0, 0.9, NULL,                                             \
                 "inexact Newton: relative residual of its MINRES; 0: solved directly [1]"},               \
    [HOL_JET_DISTRIBUTION] = {"distribution", HOL_CHOICE, 0, 0, 1, "direct cg",                            \
                      "Schur complement of Algorithm 5.1: direct, or conjugate gradients"},                \
    [HOL_JET_TIMED] = {"timed", HOL_INT, 0, 0, 1, NULL,                                                    \
               "1: measures the time of distributions and of projections"},                                \
    [HOL_JET_CONDITION] = {"condition", HOL_INT, 0, 0, 1, NULL,                                            \
                   "1: measures condition numbers of Newton's matrices (slow)"},                           \
    [HOL_JET_CONTROL] = HOL_CONTROL_OPTIONS(growth, shrinkage), {0},                                       \
}
/* clang-format on */

/* Of order 8 the stages lie near M anyway: projected they cost twice the time for the same error.
 */
static const hol_option options_dp5[] =
    JET_OPTIONS(HOL_JET_ONTO_M, HOL_JET_EMBEDDED_PROJECTED, 3, 0.2);
static const hol_option options_dop853[] =
    JET_OPTIONS(HOL_JET_FREE, HOL_JET_EMBEDDED_FREE, 6, 1 / 3.);

/* The stages of order 8 leave so little for the turns that they come to their end. */
static const hol_option_end ends_dp5[] = {
    {"inner=in-turn", HOL_REJECT, hol_projection_name,
     "a turn shrinks the error by a factor that nears 1 where joints lie far from mass centres"},
    {"inner=nested", HOL_REJECT, hol_projection_name,
     "the turns of the position come to their end as those of inner=in-turn do"},
    {0},
};

/* The invariants of f_inv, a mask of HOL_KEEP. */
static unsigned to_keep(int invariant)
{
    static const unsigned keep[] = {
        [HOL_JET_OFF] = 0,
        [HOL_JET_ENERGY] = HOL_KEEP_ENERGY,
        [HOL_JET_TOTAL_ENERGY] = HOL_KEEP_ENERGY,
        [HOL_JET_MOMENTA] = HOL_KEEP_MOMENTA,
        [HOL_JET_ENERGY_MOMENTA] = HOL_KEEP_ENERGY | HOL_KEEP_MOMENTA,
        [HOL_JET_TOTAL_ENERGY_MOMENTA] = HOL_KEEP_ENERGY | HOL_KEEP_MOMENTA,
    };
    return keep[invariant];
}

static unsigned kept_by(const hol_method *method, const double opt[])
{
    return to_keep(hol_choice_of(method, opt, HOL_JET_INVARIANT));
}

static size_t memory(const hol_method *method, hol_eval *sys, const double opt[])
{
    int momenta = kept_by(method, opt) & HOL_KEEP_MOMENTA ? sys->ns : 0;
    return (size_t)(sys->nv + (1 + momenta) + 2); /* hol_jet_memory: a, f, W */
}

/* ---------------------------------------------------------------- claims and set-up */

static hol_claims claims(const hol_method *method, hol_eval *sys, const double opt[])
{
    const hol_butcher *T = method->data;
    bool projected = hol_choice_of(method, opt, HOL_JET_PROJECTION) != NONE;
    hol_kept on_manifold = projected ? HOL_EXACT : HOL_NOT_KEPT;
    unsigned keep = projected ? kept_by(method, opt) : 0;
    bool conserved = sys->has & HOL_CONSERVATIVE;
    bool trapezoid = keep & HOL_KEEP_ENERGY && !conserved &&
                     hol_choice_of(method, opt, HOL_JET_WORK) == HOL_JET_TRAPEZOID;
    int order = trapezoid ? 2 : T->order;
    /* order_lambda: of the index-1 equations at the new point */
    hol_claims c = hol_claims_of_order(order, on_manifold, on_manifold, on_manifold);
    c.energy = keep & HOL_KEEP_ENERGY && conserved ? HOL_EXACT : HOL_NOT_KEPT;
    c.momentum = keep & HOL_KEEP_MOMENTA ? HOL_EXACT : HOL_NOT_KEPT;
    c.error_order = hol_estimate_order(T);
    return c;
}

/* Options that do not go together, or do not fit the system. */
static bool refused(const hol_stepper *s)
{
    const hol_eval *sys = s->sys;
    int projection = hol_choice(s, HOL_JET_PROJECTION);
    int invariant = hol_choice(s, HOL_JET_INVARIANT);
    bool dense_newton = projection == HOL_PROJECTION_ORTHOGONAL ||
                        hol_choice(s, HOL_JET_NEWTON) == HOL_NEWTON_FULL ||
                        hol_real(s, HOL_JET_FORCING) > 0;
    bool in_turn = invariant != HOL_JET_OFF && hol_choice(s, HOL_JET_IMPOSED) == IN_TURN;
    bool energy = invariant == HOL_JET_ENERGY || invariant == HOL_JET_ENERGY_MOMENTA;
    return ((dense_newton || in_turn) && !(sys->has & HOL_SMALL)) ||
           (energy && !(sys->has & HOL_CONSERVATIVE)) ||
           (to_keep(invariant) & HOL_KEEP_MOMENTA && !sys->ns) ||
           (projection == NONE && invariant != HOL_JET_OFF);
}

static void make_manifold(hol_stepper *s, hol_jet *J)
{
    hol_projection_how how = {
        .kind = (hol_projection_kind)hol_choice(s, HOL_JET_PROJECTION),
        .newton = (hol_projection_newton)hol_choice(s, HOL_JET_NEWTON),
        .inner_in_turn = hol_choice(s, HOL_JET_INNER) != TOGETHER,
        .nested = hol_choice(s, HOL_JET_INNER) == NESTED,
        .invariants_in_turn = hol_choice(s, HOL_JET_IMPOSED) == IN_TURN,
        .raw = hol_choice(s, HOL_JET_NEWTON_NORM) != 0,
        .condition = hol_choice(s, HOL_JET_CONDITION) != 0,
        .forcing = hol_real(s, HOL_JET_FORCING),
    };
    J->manifold = hol_projection_new(s->memory, s->sys, &how, J->invariants);
}

static hol_status setup(hol_stepper *s)
{
    hol_eval *sys = s->sys;
    const hol_butcher *T = s->method->data;
    unsigned keep = kept_by(s->method, s->opt);
    if (refused(s)) return HOL_UNSUPPORTED;
    hol_jet *J = s->aux = hol_alloc(s->memory, 1, sizeof *J);
    size_t size = (size_t)T->extension->stages * (size_t)sys->nv;
    J->T = T;
    J->n = sys->nv;
    J->q = hol_alloc(s->memory, 3 * size, sizeof *J->q);
    J->v = J->q + size;
    J->a = J->v + size;
    s->control = hol_control_of(s, HOL_JET_CONTROL);
    hol_saddle_end_with(s->memory, &J->solver);
    if (hol_choice(s, HOL_JET_DISTRIBUTION) == CONJUGATE)
        J->solver = hol_saddle_new(&sys->Mr, &sys->Gr, HOL_SADDLE_DEFINITE | HOL_SADDLE_SYMMETRIC,
                                   HOL_SADDLE_CG, s->count);
    if (keep) {
        J->invariants = hol_invariants_new(s->memory, sys, keep);
        J->target = hol_alloc(s->memory, (size_t)J->invariants->count, sizeof *J->target);
    }
    if (hol_choice(s, HOL_JET_PROJECTION) != NONE) make_manifold(s, J);
    return HOL_OK;
}

/* ---------------------------------------------------------------- the methods */

#define JET                                                                                        \
    .family = "jet", .source = "Tuomela, Arponen, Normi 2006, section 5 (paper 000)",              \
    .formulation = "euler", .needs = HOL_FLAT | HOL_HOLONOMIC | HOL_SCLERONOMIC | HOL_FULL_RANK,   \
    .claims = claims, .memory = memory, .setup = setup, .start = hol_jet_start,                    \
    .step = hol_jet_step, .dense = hol_jet_dense

const hol_method hol_family_jet[] = {
    {
        .name = "jet-dp5",
        .about = "Dormand-Prince 5(4) on the jet manifold of the constraints, stages projected",
        .options = options_dp5,
        .ends = ends_dp5,
        .data = &hol_butcher_dp5,
        JET,
    },
    {
        .name = "jet-dop853",
        .about = "Dormand-Prince 8(5,3) in jet space, its solution projected onto the constraints",
        .options = options_dop853,
        .data = &hol_butcher_dop853,
        JET,
    },
    {0},
};
