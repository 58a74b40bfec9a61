/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spook: the regularised, stabilised variational stepper of Lacoursiere (paper 001, sections 3 and
 * 4), one linear system (29) a step, or Newton's iteration on (26):
 *
 *     [ M   G^T     A^T   ] [ v_k+1 ]   [ M v_k + h f_k                    ]
 *     [ G  -Sigma         ] [   y   ] = [ -4/h Upsilon g_k + Upsilon G v_k ]
 *     [ A          -Gamma ] [   a   ]   [ w_k                              ]
 *
 * and q_k+1 = q_k o exp(h v_k+1); the paper has the rows of A above those of G.  Their g is our
 * Phi; their lambda and alpha are impulses of the other sign: here y = h lambda, a = h alpha.  f_k
 * is their -grad V_k + f^(+)(k-1, k), taken at (t_k, q_k, v_k).  With theta = tau/h,
 * Sigma = 4 epsilon / (h^2 (1 + 4 theta)),  Upsilon = 1 / (1 + 4 theta).
 *
 * epsilon is a compliance: under a constant load g = epsilon lambda.  The paper's 1e-8 m/N yields a
 * micrometre to 100 N, below the violation of O(h^2) down to h = 1/480 s on its ladder, and far
 * below the error O(h) of the motion.  gamma is gamma/h of (27): A v = w + gamma h alpha tends to w
 * with h, where a fixed gamma in (27) would leave A v = w + gamma alpha at every h.  A row that is
 * a pure number yields as one in metres would at an arm of the system's unit of length.
 *
 * A row that the model softens has the compliance and the damping time of the model (hol_soften) in
 * place of the options': a stiff spring with a damper is such a row, epsilon = 1 / stiffness,
 * tau = damping / stiffness.
 *
 * Newton's iteration on (26): spook_newton.c.
 *
 * Start.  For the free part the recurrence is the leapfrog: v_k+1 = (q_k+1 - q_k)/h stands halfway
 * between its nodes.  start=half-step begins it there, v_0 = v(0) - h/2 v'(0), and reports at node
 * k (v_k + v_k+1)/2 and the multipliers of that node; v_k+1 stands in the state's p, so that
 * a step moves q and then solves (29) at its end.  start=plain has v_0 = v(0), q half a step early
 * and v_k for the velocity: of order 1.
 *
 * Deviations.  Driven joints: the damping term (25) acts on d/dt g = G v + g_t, which adds
 * -4 theta Upsilon g_t to the second row.  The paper leaves bodies that turn in space to other
 * work: their gyroscopic force is a force like any other (explicit), or the velocity first makes a
 * step under it alone by the implicit midpoint rule, which keeps the energy and |J Omega| of a free
 * body. */
#include <math.h>
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/newton.h"
#include "holonomy/variational.h"
#include "methods/group.h"
#include "methods/spook.h"
#include "methods/stepper.h"

enum { EPSILON, TAU, GAMMA, START, GYROSCOPIC, ITERATE, SOLVE, NEWTON_TOL };
enum { PLAIN, HALF_STEP };
enum { EXPLICIT, MIDPOINT };
enum { LINEAR, NEWTON };

static const hol_option options[] = {
    {"epsilon", HOL_REAL, 1e-8, 0, 1e6, NULL,
     "compliance of the holonomic constraints [m/N], of angles and cosines [1/(N m)] over the "
     "square of the system's unit of length; 0 where they are independent"},
    {"tau", HOL_REAL, 2, 0, 1e6, NULL, "damping time of their violation, in steps (tau/h)"},
    {"gamma", HOL_REAL, 1e-8, 0, 1e6, NULL,
     "slip of the nonholonomic constraints per impulse (gamma/h) [1/kg]"},
    {"start", HOL_CHOICE, HALF_STEP, PLAIN, HALF_STEP, "plain half-step",
     "first velocity of the recurrence: v(0), or v(0) - h/2 v'(0), with (v_k + v_k+1)/2 reported"},
    {"gyroscopic", HOL_CHOICE, MIDPOINT, 0, 1, "explicit midpoint",
     "the gyroscopic force of bodies that turn in space"},
    {"iterate", HOL_CHOICE, LINEAR, 0, 1, "linear newton",
     "the constraints at the new node: linearised (29), or Newton's iteration on (26)"},
    {"solve", HOL_CHOICE, HOL_SADDLE_AUTO, 0, HOL_SADDLE_UMFPACK,
     "auto block schur dense klu umfpack", "the solve of (29); auto: the fastest that fits"},
    HOL_NEWTON_OPTION,
    {0},
};

/* ---------------------------------------------------------------- the gyroscopic force */

/* M (u - v) = h f((u + v)/2), the gyroscopic force alone; q stays. */
static hol_status turn(hol_stepper *s, double h, const double q[], const double v[], double u[])
{
    const hol_spook *a = s->aux;
    return hol_gyroscopic_midpoint(s, a->M, a->pivot, h, q, v, u);
}

/* ---------------------------------------------------------------- the step */

/* r = h f_k, without the gyroscopic force if that is implicit. */
static void impulses(hol_stepper *s, double h, const hol_state *z, bool implicit, double r[])
{
    hol_eval *sys = s->sys;
    int n = sys->nv;

    hol_grad_potential(sys, z->q, r);
    for (int i = 0; i < n; i++) r[i] *= -h;
    if (sys->has & HOL_CONSERVATIVE && (!hol_has_gyroscopic(sys) || implicit)) return;
    size_t mark = hol_mark(s->work);
    double *f = hol_take(s->work, n);
    if (!(sys->has & HOL_CONSERVATIVE)) {
        hol_applied(sys, z->t, z->q, z->v, f);
        hol_axpy(n, h, f, r);
    }
    if (hol_has_gyroscopic(sys) && !implicit) {
        hol_gyroscopic(sys, z->q, z->v, f);
        hol_axpy(n, h, f, r);
    }
    hol_release(s->work, mark);
}

/* (27), of the options or, where the model softens a row, of the model. */
static void set_parameters(hol_stepper *s, double h)
{
    hol_eval *sys = s->sys;
    hol_spook *a = s->aux;
    hol_spook_parameters *p = &a->p;
    int m = sys->nc + sys->na;
    double upsilon = 1 / (1 + 4 * hol_real(s, TAU)),
           sigma = 4 * hol_real(s, EPSILON) * upsilon / (h * h);
    if (p->h == h) return;
    p->h = h;
    p->common = upsilon;
    for (int i = 0; i < sys->nc; i++) {
        double arm = hol_row_unit(sys, i) / sys->unit;
        p->Sigma[i] = sigma * arm * arm;
        if (p->upsilon) p->upsilon[i] = upsilon;
    }
    for (int i = sys->nc; i < m; i++) p->Sigma[i] = hol_real(s, GAMMA);
    for (const hol_soft *soft = sys->soft; soft < sys->soft + sys->softs; soft++) {
        bool holonomic = soft->row < sys->nc;
        double u = 1 / (1 + 4 * soft->time / fabs(h));
        p->Sigma[soft->row] =
            holonomic ? 4 * soft->compliance * u / (h * h) : soft->compliance / fabs(h);
        if (holonomic) p->upsilon[soft->row] = u;
    }
}

/* C, and the right-hand side b of the constraint rows of (29), less C u; u = v_k unless the
 * gyroscopic force is implicit. */
static const double *constraint_rows(hol_stepper *s, double h, const hol_state *z, const double u[],
                                     double b[])
{
    hol_eval *sys = s->sys;
    hol_spook *a = s->aux;
    int nc = sys->nc, m = a->rows.C.rows;
    const double *Cu = a->Cv;
    double *w = hol_take(s->work, sys->na);

    const double *C = hol_rows_at(sys, &a->rows, z->t, z->q, z->v, b, a->Cv, w);
    if (u != z->v) {
        double *product = hol_take(s->work, m);
        hol_multiply(&a->rows.C, C, u, product);
        Cu = product;
    }
    for (int i = 0; i < nc; i++)
        b[i] = hol_spook_upsilon(&a->p, i) * (a->Cv[i] - 4 / h * b[i]) - Cu[i];
    for (int i = nc; i < m; i++) b[i] = w[i - nc] - Cu[i];
    if (!(sys->has & HOL_SCLERONOMIC)) { /* 4 theta Upsilon = 1 - Upsilon */
        double *gt = hol_take(s->work, nc), *gtt = hol_take(s->work, nc);
        hol_drive(sys, z->t, z->q, z->v, gt, gtt);
        for (int i = 0; i < nc; i++) b[i] -= (1 - hol_spook_upsilon(&a->p, i)) * gt[i];
    }
    return C;
}

/* (29) for the change of velocity: M dv + C^T y = h f, C dv - Sigma y = b - C u, v_k+1 = u + dv. */
static hol_status solve_linear(hol_stepper *s, double h, const hol_state *z, const double u[],
                               double r[], double v[], double y[])
{
    hol_spook *a = s->aux;
    const double *C = constraint_rows(s, h, z, u, y);
    hol_status status = hol_saddle_set_B(a->saddle, C);
    if (!status) status = hol_saddle_factor_solve(a->saddle, C, a->p.Sigma, r, y, r, y);
    for (int i = 0; i < s->sys->nv; i++) v[i] = u[i] + r[i];
    return status;
}

/* v_k+1 (may be z->v) and y of the node z, whose velocity is v_k. */
static hol_status solve(hol_stepper *s, double h, const hol_state *z, double v[], double y[])
{
    hol_eval *sys = s->sys;
    hol_spook *a = s->aux;
    bool newton = hol_choice(s, ITERATE) == NEWTON,
         implicit = hol_has_gyroscopic(s->sys) && hol_choice(s, GYROSCOPIC) == MIDPOINT;
    double *r = a->r, *u = z->v;
    hol_status status;

    set_parameters(s, h);
    impulses(s, h, z, implicit, r);
    if (implicit || newton) u = hol_take(s->work, sys->nv);
    if (newton) memcpy(u, z->v, (size_t)sys->nv * sizeof *u);
    if (implicit && (status = turn(s, h, z->q, z->v, u))) return status;
    return newton ? hol_spook_newton(s, h, z, u, r, v, y) : solve_linear(s, h, z, u, r, v, y);
}

static void report_forces(const hol_eval *sys, double h, const double y[], hol_state *z)
{
    for (int i = 0; i < sys->nc; i++) z->lambda[i] = y[i] / h;
    for (int i = 0; i < sys->na; i++) z->alpha[i] = y[sys->nc + i] / h;
}

/* q o exp(h v), a->r being free. */
static void move(hol_stepper *s, double h, const double v[], double q[])
{
    const hol_spook *a = s->aux;
    for (int i = 0; i < s->sys->nv; i++) a->r[i] = h * v[i];
    hol_move(s->sys, q, a->r, q);
}

static hol_status step(hol_stepper *s, double h, hol_state *z)
{
    hol_eval *sys = s->sys;
    hol_spook *a = s->aux;
    hol_status status;
    if (hol_choice(s, START) == PLAIN) {
        if ((status = solve(s, h, z, z->v, a->y))) return status;
        move(s, h, z->v, z->q);
        report_forces(sys, h, a->y, z);
        return HOL_OK;
    }
    double *v1 = z->p, *v2 = z->v; /* v_k+1, v_k+2 */
    hol_state next = *z;
    next.t = z->t + h;
    next.v = v1;
    move(s, h, v1, z->q);
    if ((status = solve(s, h, &next, v2, a->y))) return status;
    for (int i = 0; i < sys->nv; i++) {
        double between = v2[i];
        v2[i] = 0.5 * (v1[i] + between);
        v1[i] = between;
    }
    report_forces(sys, h, a->y, z);
    return HOL_OK;
}

/* ---------------------------------------------------------------- the method */

static size_t memory(const hol_method *method, hol_eval *sys, const double opt[])
{
    return hol_choice_of(method, opt, ITERATE) == NEWTON ? (size_t)sys->nc : 0; /* g_k-1 */
}

/* dv = h v'(0) and the impulses y: (29) with the right-hand side h (-d/dt(G) v - d/dt(Phi_t), b) in
 * the rows that the model does not soften, so that no full rank is needed here either. */
static hol_status accelerate(hol_stepper *s, double h, const hol_state *z, double dv[], double y[])
{
    hol_eval *sys = s->sys;
    hol_spook *a = s->aux;
    int m = a->rows.C.rows;
    double *soft = hol_take(s->work, m);
    set_parameters(s, h);
    impulses(s, h, z, false, dv);
    hol_row_rates(sys, z->t, z->q, z->v, y);
    const double *C = constraint_rows(s, h, z, z->v, soft);
    for (int i = 0; i < m; i++) y[i] *= h;
    for (int k = 0; k < sys->softs; k++) y[sys->soft[k].row] = soft[sys->soft[k].row];
    hol_status status = hol_saddle_set_B(a->saddle, C);
    return status ? status : hol_saddle_factor_solve(a->saddle, C, a->p.Sigma, dv, y, dv, y);
}

/* From v(0) to v_0 = v(0) - h/2 v'(0), on to v_1, both in p. */
static hol_status start_between(hol_stepper *s, double h, hol_state *z)
{
    hol_eval *sys = s->sys;
    hol_spook *a = s->aux;
    double *v0 = z->p;
    hol_state node = *z;
    node.v = v0;
    hol_status status = accelerate(s, h, z, v0, a->y);
    if (status) return status;
    report_forces(sys, h, a->y, z);
    for (int i = 0; i < sys->nv; i++) v0[i] = z->v[i] - 0.5 * v0[i];
    return solve(s, h, &node, v0, a->y);
}

/* g_k-1 = g_k - h d/dt g_k */
static void start_newton(hol_stepper *s, double h, const hol_state *z, double g[])
{
    hol_eval *sys = s->sys;
    hol_spook *a = s->aux;
    double *Cv = hol_take(s->work, a->rows.C.rows), *w = hol_take(s->work, sys->na);
    double *gt = hol_take(s->work, sys->nc), *gtt = hol_take(s->work, sys->nc);
    hol_rows_at(sys, &a->rows, z->t, z->q, z->v, g, Cv, w);
    hol_drive(sys, z->t, z->q, z->v, gt, gtt);
    for (int i = 0; i < sys->nc; i++) g[i] -= h * (Cv[i] + gt[i]);
}

static hol_status start(hol_stepper *s, double h, hol_state *z)
{
    bool between = hol_choice(s, START) == HALF_STEP;
    if (hol_choice(s, ITERATE) == NEWTON) start_newton(s, h, z, z->memory);
    return between ? start_between(s, h, z) : HOL_OK;
}

/* The mass is constant: any q serves. */
static hol_status setup(hol_stepper *s)
{
    hol_eval *sys = s->sys;
    hol_spook *a = s->aux = hol_alloc(s->memory, 1, sizeof *a);
    size_t mark = hol_mark(s->work);
    bool newton = hol_choice(s, ITERATE) == NEWTON;
    double *M = hol_take(s->work, sys->M.nnz);
    hol_mass(sys, hol_take(s->work, sys->nq), M);
    if (newton || hol_has_gyroscopic(sys)) {
        a->pivot = hol_alloc(s->memory, (size_t)sys->nv, sizeof *a->pivot);
        a->M = hol_alloc(s->memory, (size_t)sys->M.nnz, sizeof *a->M);
        memcpy(a->M, M, (size_t)sys->M.nnz * sizeof *M);
    }
    a->newton_tol = hol_real(s, NEWTON_TOL);
    hol_rows_make(sys, s->memory, &a->rows);
    unsigned known = (sys->has & HOL_REGULAR_MASS ? HOL_SADDLE_DEFINITE : 0) |
                     (newton ? 0 : HOL_SADDLE_SYMMETRIC);
    size_t n = (size_t)sys->nv, m = (size_t)a->rows.C.rows;
    a->r = hol_alloc(s->memory, n + 2 * m, sizeof *a->r);
    a->y = a->r + n;
    a->Cv = a->y + m;
    a->p =
        (hol_spook_parameters){.h = (double)NAN, .Sigma = hol_alloc(s->memory, m, sizeof(double))};
    if (sys->softs) a->p.upsilon = hol_alloc(s->memory, (size_t)sys->nc, sizeof(double));
    a->C0 = hol_alloc(s->memory, newton ? 2 * (size_t)a->rows.C.nnz : 0, sizeof *a->C0);
    a->C1 = a->C0 + (newton ? a->rows.C.nnz : 0);
    hol_saddle_end_with(s->memory, &a->saddle);
    a->saddle = hol_saddle_new_held(&sys->M, &a->rows.C, newton ? NULL : a->rows.held, known,
                                    (hol_saddle_path)hol_choice(s, SOLVE), s->count);
    if (!a->saddle) return HOL_UNSUPPORTED; /* the solve asked for does not fit the matrix */
    hol_status status = hol_saddle_set_K(a->saddle, M);
    hol_release(s->work, mark);
    return status;
}

/* From half a step before the start the recurrence is of order 2 where nothing but the constraints
 * depends on the velocity: a damper, a slip, a gyroscopic force take the one before the node.
 *
 * The impulses act at the node and q moves along v, so that a symmetry's momentum changes by them
 * alone.  Damping of the violation costs energy; an explicit gyroscopic force feeds energy to a
 * body that spins fast, exponentially, and the violation grows with the multipliers. */
static hol_claims claims(const hol_method *method, hol_eval *sys, const double opt[])
{
    const unsigned second =
        HOL_FLAT | HOL_HOLONOMIC | HOL_SCLERONOMIC | HOL_POSITION_FORCES | HOL_HARD;
    bool between = hol_choice_of(method, opt, START) == HALF_STEP;
    int order = between && (sys->has & second) == second ? 2 : 1;
    bool flat = sys->has & HOL_FLAT; /* elsewhere the velocity turns with the body, apart from q */
    /* A gyroscopic torque that is explicit, or by velocities that turn with the body, feeds energy
     * to a fast top: in `lie`, at h = 0.005 s, 2.6e-4 of it in 400 s, all of it in 600 s. */
    bool explicit = hol_choice_of(method, opt, GYROSCOPIC) == EXPLICIT;
    bool fed = hol_has_gyroscopic(sys) && (explicit || !flat);
    /* A nonholonomic row held at the old configuration slips by h times its rate, which is bounded
     * as the speed is; a skate on a slope leaves its cycloid and speeds up. */
    fed |= sys->na > 0;
    hol_kept violation = fed ? HOL_NOT_KEPT : HOL_BOUNDED;
    hol_claims c = hol_claims_of_order(order, violation, violation, violation);
    c.lambda_time = between ? 0 : -1;
    c.momentum = flat && hol_keeps_momentum(sys) ? HOL_EXACT : HOL_NOT_KEPT;
    return c;
}

const hol_method hol_family_spook[] = {
    {
        .name = "spook",
        .family = "spook",
        .source = "Lacoursiere 2007, sections 3 and 4, eqs (27) to (29) (paper 001)",
        .about = "regularised, stabilised variational stepper; one linear system a step",
        .formulation = "natural",
        .options = options,
        .needs = HOL_CONST_MASS,
        .order_at = "epsilon=1e-13", /* epsilon |lambda| is left of the constraints at any h */
        .softens = true,
        .claims = claims,
        .memory = memory,
        .setup = setup,
        .start = start,
        .step = step,
    },
    {0},
};
