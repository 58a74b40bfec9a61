/* NAME: a time integrator of one's own, as a plug-in of Holonomy.
 *
 * The explicit midpoint rule on  q' = T(q) v,  v' = a(t, q, v),  a of the index-1 equations,
 *
 *     vh = v0 + h/2 a(t, q0, v0),        qh = q0 o exp(h/2 v0)
 *     v1 = v0 + h a(t + h/2, qh, vh),    q1 = q0 o exp(h vh)
 *     M v = M v1 - G(q1)^T mu,           G(q1) v = 0
 *
 * where q o exp(u) is q + u in coordinates that add, and the last line brings the velocity back to
 * the constraints.  Put your own equations here and in `step`. */
#include <holonomy.h>

/* ---------------------------------------------------------------- options */

/* Rows of the table below; `hol_choice` and `hol_real` read a row by its place. */
enum { PROJECT };
enum { VELOCITY, NOTHING };

/* name, kind, default, least, most, words of a choice, help: `-o project=none` sets one. */
static const hol_option options[] = {
    {"project", HOL_CHOICE, VELOCITY, 0, 1, "velocity none", "what is projected after the step"},
    {0},
};

/* ---------------------------------------------------------------- the step */

/* p = M v, the momentum that a state carries; then v on the constraints from it. */
static hol_status project(hol_stepper *s, double t, hol_state *z)
{
    hol_eval *sys = s->sys;
    double *M =
        hol_take(s->work, sys->M.nnz); /* scratch: zeroed, never freed, ends with the step */
    hol_mass(sys, z->q, M);
    hol_multiply(&sys->M, M, z->v, z->p);
    if (hol_choice(s, PROJECT) == NOTHING) return HOL_OK;
    double *v = hol_take(s->work, sys->nv);
    hol_status status = hol_constrained_solve(sys, t, z->q, NULL, z->p, v, NULL, NULL);
    if (status) return status;
    for (int i = 0; i < sys->nv; i++) z->v[i] = v[i];
    hol_multiply(&sys->M, M, z->v, z->p);
    return HOL_OK;
}

/* From z at z->t to z at z->t + h; h < 0 steps back.  Positions have nq numbers, velocities nv,
 * which differ in some formulations.  A status that is not OK ends the step: the driver puts the
 * state back as it was.  z->t is left to the driver. */
static hol_status step(hol_stepper *s, double h, hol_state *z)
{
    hol_eval *sys = s->sys;
    double *a = hol_take(s->work, sys->nv), *u = hol_take(s->work, sys->nv);
    double *qh = hol_take(s->work, sys->nq), *vh = hol_take(s->work, sys->nv);
    hol_status status = hol_acceleration(sys, z->t, z->q, z->v, a, NULL, NULL);
    if (status) return status;
    for (int i = 0; i < sys->nv; i++) {
        vh[i] = z->v[i] + h / 2 * a[i];
        u[i] = h / 2 * z->v[i];
    }
    hol_move(sys, z->q, u, qh);
    status = hol_acceleration(sys, z->t + h / 2, qh, vh, a, z->lambda, NULL);
    if (status) return status;
    for (int i = 0; i < sys->nv; i++) {
        z->v[i] += h * a[i];
        u[i] = h * vh[i];
    }
    hol_move(sys, z->q, u, z->q);
    return project(s, z->t + h, z);
}

/* ---------------------------------------------------------------- what is claimed */

/* `make check` measures each of these; what is not named is not claimed. */
static hol_claims claims(const hol_method *method, hol_eval *sys, const double opt[])
{
    bool projected = hol_choice_of(method, opt, PROJECT) == VELOCITY;
    (void)sys;
    return (hol_claims){.order_q = 2,
                        .order_v = 2,
                        .order_lambda = 2,
                        .lambda_time = -0.5, /* the multipliers are those of the middle */
                        .gv = projected ? HOL_EXACT : HOL_NOT_KEPT};
}

/* A family: several methods of one algorithm are several rows. */
static const hol_method family[] = {
    {
        .name = "NAME",
        .family = "NAME",
        .source = "where the equations are published",
        .about = "explicit midpoint rule on the index-1 equations, velocities projected",
        .formulation = "natural", /* the default one: any of `holonomy list formulations` */
        .options = options,
        /* what the mathematics asks of a system, never a formulation: holonomy/system.h */
        .needs = HOL_HOLONOMIC | HOL_SCLERONOMIC | HOL_FULL_RANK,
        .claims = claims,
        .step = step,
    },
    {0},
};

static const hol_method *const families[] = {family, NULL};

HOL_PLUGIN(.name = "NAME", .version = "0.1", .source = "of our own", .methods = families);
