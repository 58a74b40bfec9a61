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

#include <stdlib.h>

#include "methods/control.h"
#include "methods/memory.h"

/* clang-format off */
#define JET_OPTIONS(stages, embedded, growth, shrinkage) {                                        \
    [PROJECTION] = {"projection", HOL_CHOICE, 0, 0, 2, "quasi orthogonal none",                   \
                    "onto the constraints: Algorithm 5.4, eq. (5.2), or none"},                   \
    [INNER] = {"inner", HOL_CHOICE, 0, 0, 1, "together in-turn",                                  \
               "joints and inner constraints: together, or in turn (Algorithm 5.5)"},             \
    [INVARIANT] = {"invariant", HOL_CHOICE, 0, 0, 5,                                              \
                   "off energy total-energy momenta energy+momenta total-energy+momenta",         \
                   "imposed; total: less the work of the forces without a potential"},            \
    [IMPOSED] = {"imposed", HOL_CHOICE, 0, 0, 1, "together in-turn",                              \
                 "along or with the constraints, or in turn with them, eq. (5.5)"},               \
    [WORK] = {"work", HOL_CHOICE, 0, 0, 1, "trapezoid exact",                                     \
              "that work: trapezoidal rule; exact, or by Lobatto's rule on dense output"},        \
    [STAGES] = {"stages", HOL_CHOICE, stages, 0, 2, "constraints all free",                       \
                "projected onto the constraints, the invariants too, or not at all"},             \
    [EMBEDDED] = {"embedded", HOL_CHOICE, embedded, 0, 1, "projected free",                       \
                  "the solutions that only estimate the error: projected, or not"},               \
    [NEWTON] = {"newton", HOL_CHOICE, 0, 0, 2, "simplified full frozen",                          \
                "second derivatives in (5.3): left out, all; or a step's first matrix"},          \
    [NEWTON_NORM] = {"newton_norm", HOL_CHOICE, 0, 0, 1, "scaled paper",                          \
                     "residuals of projections over the system's scales, or in SI units"},        \
    [NEWTON_TOL] = {"newton_tol", HOL_REAL, 1e-14, 1e-16, 1, NULL,                                \
                    "least tolerance of the residuals of projections [1]"},                       \
    [NEWTON_FACTOR] = {"newton_factor", HOL_REAL, 0.01, 0, 1, NULL,                               \
                       "adaptive steps: the tolerance is this times rtol, if larger [1]"},        \
    [FORCING] = {"forcing", HOL_REAL, 0, 0, 0.9, NULL,                                            \
                 "inexact Newton: relative residual of its MINRES; 0: solved directly [1]"},      \
    [DISTRIBUTION] = {"distribution", HOL_CHOICE, 0, 0, 1, "direct cg",                           \
                      "Schur complement of Algorithm 5.1: direct, or conjugate gradients"},       \
    [TIMED] = {"timed", HOL_INT, 0, 0, 1, NULL,                                                   \
               "1: measures the time of distributions and of projections"},                       \
    [CONDITION] = {"condition", HOL_INT, 0, 0, 1, NULL,                                           \
                   "1: measures condition numbers of Newton's matrices (slow)"},                  \
    [CONTROL] = HOL_CONTROL_OPTIONS(growth, shrinkage), {0},                                      \
}
/* clang-format on */

/* Of order 8 the stages lie near M anyway: projected they cost twice the time for the same error.
 */
static const hol_option options_dp5[] = JET_OPTIONS(CONSTRAINTS, 0, 3, 0.2);
static const hol_option options_dop853[] = JET_OPTIONS(FREE, 1, 6, 1 / 3.);

static unsigned to_keep(int invariant)
{
    static const unsigned keep[] = {
        [OFF] = 0,
        [ENERGY] = HOL_KEEP_ENERGY,
        [TOTAL_ENERGY] = HOL_KEEP_ENERGY,
        [MOMENTA] = HOL_KEEP_MOMENTA,
        [ENERGY_MOMENTA] = HOL_KEEP_ENERGY | HOL_KEEP_MOMENTA,
        [TOTAL_ENERGY_MOMENTA] = HOL_KEEP_ENERGY | HOL_KEEP_MOMENTA,
    };
    return keep[invariant];
}

static size_t memory(const hol_system *sys, const double opt[])
{
    bool momenta = to_keep((int)opt[INVARIANT]) & HOL_KEEP_MOMENTA;
    return (size_t)(sys->nv + 1 + (momenta ? sys->ns : 0) + 2);
}

/* ---------------------------------------------------------------- claims and set-up */

static hol_claims claims(const hol_table *T, const hol_system *sys, const double opt[])
{
    bool projected = (int)opt[PROJECTION] != NONE;
    hol_kept on_manifold = projected ? HOL_EXACT : HOL_NOT_KEPT;
    unsigned keep = projected ? to_keep((int)opt[INVARIANT]) : 0;
    bool conserved = sys->has & HOL_CONSERVATIVE;
    bool trapezoid = keep & HOL_KEEP_ENERGY && !conserved && (int)opt[WORK] == TRAPEZOID;
    int order = trapezoid ? 2 : T->order;
    return (hol_claims){
        .order_q = order,
        .order_v = order,
        .order_lambda = order, /* of the index-1 equations at the new point */
        .energy = keep & HOL_KEEP_ENERGY && conserved ? HOL_EXACT : HOL_NOT_KEPT,
        .momentum = keep & HOL_KEEP_MOMENTA ? HOL_EXACT : HOL_NOT_KEPT,
        .phi = on_manifold,
        .gv = on_manifold,
        .inner = on_manifold,
        .error_order = hol_estimate_order(T),
    };
}

/* Options that do not go together, or do not fit the system. */
static bool refused(const hol_system *sys, const double opt[])
{
    int projection = (int)opt[PROJECTION], invariant = (int)opt[INVARIANT];
    bool dense_newton = projection == HOL_PROJECTION_ORTHOGONAL ||
                        (int)opt[NEWTON] == HOL_NEWTON_FULL || opt[FORCING] > 0;
    bool in_turn = invariant != OFF && (int)opt[IMPOSED] == IN_TURN;
    bool energy = invariant == ENERGY || invariant == ENERGY_MOMENTA;
    return ((dense_newton || in_turn) && !(sys->has & HOL_SMALL)) ||
           (energy && !(sys->has & HOL_CONSERVATIVE)) ||
           (to_keep(invariant) & HOL_KEEP_MOMENTA && !sys->ns) ||
           (projection == NONE && invariant != OFF);
}

static hol_status setup(hol_stepper *s, const hol_table *T)
{
    const hol_system *sys = s->sys;
    const double *opt = s->opt;
    int kind = (int)opt[PROJECTION];
    if (refused(sys, opt)) return HOL_UNSUPPORTED;
    jet *J = s->aux = hol_zeroed(1, sizeof *J);
    size_t size = (size_t)T->extension->stages * (size_t)sys->nv;
    J->T = T;
    J->n = sys->nv;
    J->q = hol_zeroed(3 * size, sizeof *J->q);
    J->v = J->q + size;
    J->a = J->v + size;
    s->control = hol_control_of(opt + CONTROL);
    if ((int)opt[DISTRIBUTION] == CG)
        J->solver = hol_saddle_new(&sys->Mr, &sys->Gr, HOL_SADDLE_DEFINITE | HOL_SADDLE_SYMMETRIC,
                                   HOL_SADDLE_CG, s->count);
    if ((int)opt[INVARIANT] != OFF) {
        J->invariants = hol_invariants_new(sys, to_keep((int)opt[INVARIANT]));
        J->target = hol_zeroed((size_t)J->invariants->count, sizeof *J->target);
    }
    hol_projection_how how = {
        .kind = (hol_projection_kind)kind,
        .newton = (hol_projection_newton)opt[NEWTON],
        .inner_in_turn = (int)opt[INNER] == IN_TURN,
        .invariants_in_turn = (int)opt[IMPOSED] == IN_TURN,
        .raw = opt[NEWTON_NORM] != 0,
        .condition = opt[CONDITION] != 0,
        .forcing = opt[FORCING],
    };
    if (kind != NONE) J->manifold = hol_projection_new(sys, &how, J->invariants);
    return HOL_OK;
}

static void release(hol_stepper *s)
{
    jet *J = s->aux;
    hol_projection_free(J->manifold);
    hol_invariants_free(J->invariants);
    hol_saddle_free(J->solver);
    free(J->target);
    free(J->q);
    free(J);
}

/* ---------------------------------------------------------------- the methods */

static hol_status setup_dp5(hol_stepper *s)
{
    return setup(s, &hol_table_dp5);
}

static hol_claims claims_dp5(const hol_system *sys, const double opt[])
{
    return claims(&hol_table_dp5, sys, opt);
}

static hol_status setup_dop853(hol_stepper *s)
{
    return setup(s, &hol_table_dop853);
}

static hol_claims claims_dop853(const hol_system *sys, const double opt[])
{
    return claims(&hol_table_dop853, sys, opt);
}

#define JET                                                                                        \
    .family = "jet", .source = "Tuomela, Arponen, Normi 2006, section 5 (paper 000)",              \
    .formulation = "euler", .needs = HOL_FLAT | HOL_HOLONOMIC | HOL_SCLERONOMIC | HOL_FULL_RANK,   \
    .memory = memory, .release = release, .start = hol_jet_start, .step = hol_jet_step,            \
    .dense = hol_jet_dense

static const hol_method jet_dp5 = {
    .name = "jet-dp5",
    .about = "Dormand-Prince 5(4) on the jet manifold of the constraints, stages projected",
    .options = options_dp5,
    .claims = claims_dp5,
    .setup = setup_dp5,
    JET,
};

static const hol_method jet_dop853 = {
    .name = "jet-dop853",
    .about = "Dormand-Prince 8(5,3) in jet space, its solution projected onto the constraints",
    .options = options_dop853,
    .claims = claims_dop853,
    .setup = setup_dop853,
    JET,
};

const hol_method *const hol_family_jet[] = {&jet_dp5, &jet_dop853, NULL};
