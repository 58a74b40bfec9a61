/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Start, reported velocity and claims of the variational steppers (paper 003, sections 4.5, 4.6).
 *
 * The velocity is read off the trajectory and never fed back: q and p do not depend on the choice.
 */
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/variational.h"
#include "methods/all_rows.h"
#include "methods/increments.h"

static void copy(int n, const double from[], double to[])
{
    memcpy(to, from, sizeof *to * (size_t)n);
}

/* ---------------------------------------------------------------- reported velocity */

typedef struct { /* a node of the discrete trajectory, and the multipliers of the one before */
    double *q, *p,
        *lambda; /* lambda: nc + na, those of the nonholonomic rows last, as in a state */
} node;

static node new_node(const hol_stepper *s)
{
    hol_eval *sys = s->sys;
    return (node){hol_take(s->work, sys->nq), hol_take(s->work, sys->nv),
                  hol_take(s->work, sys->nc + sys->na)};
}

/* The node after the state, from the guess q o exp(d), where d is h v or that of the increments in
 * `ahead` (NULL: of none). */
static hol_status next_node(hol_stepper *s, double h, const hol_state *z, double ahead[],
                            hol_next_node *advance, node *next)
{
    hol_eval *sys = s->sys;
    double *d = hol_take(s->work, sys->nv), *term = hol_take(s->work, sys->nv);
    if (!hol_increments_guess(sys->nv, ahead, h, false, term, d)) hol_axpy(sys->nv, h, z->v, d);
    hol_move(sys, z->q, d, next->q);
    hol_status status = advance(s, h, z->t, z->q, z->p, next->q, next->p, next->lambda);
    if (status || !ahead) return status;
    hol_difference(sys, z->q, next->q, d);
    hol_increments_keep(sys->nv, ahead, h, d);
    return HOL_OK;
}

/* The Legendre transform on the constraints of (t, q): M v = p - B^T mu, B v = w of all rows; mu
 * (nc + na) may be NULL. */
static hol_status legendre(hol_stepper *s, double t, const double q[], const double p[], double v[],
                           double mu[])
{
    hol_eval *sys = s->sys;
    double *w = sys->na ? hol_take(s->work, sys->nc + sys->na) : NULL;
    if (w) hol_all_rows_at(sys, t, q, NULL, w);
    return hol_constrained_solve(sys, t, q, w, p, v, mu, mu ? mu + sys->nc : NULL);
}

static void move_to(hol_eval *sys, const node *next, const double v[], hol_state *z)
{
    copy(sys->nq, next->q, z->q);
    copy(sys->nv, next->p, z->p);
    copy(sys->nv, v, z->v);
    copy(sys->nc + sys->na, next->lambda, z->lambda); /* and alpha */
}

/* The velocity of the node reached: its momentum projected along the impulses of the constraints,
 * or the difference of the two. */
static hol_status step_on(hol_stepper *s, double h, hol_state *z, int velocity,
                          hol_next_node *advance)
{
    hol_eval *sys = s->sys;
    node next = new_node(s);
    double *v = hol_take(s->work, sys->nv);
    hol_status status;

    if ((status = next_node(s, h, z, z->memory, advance, &next))) return status;
    if (velocity == HOL_VELOCITY_LEGENDRE)
        status = legendre(s, z->t + h, next.q, next.p, v, NULL);
    else
        for (int i = 0; i < sys->nv; i++) v[i] = (next.q[i] - z->q[i]) / h;
    if (!status) move_to(sys, &next, v, z);
    return status;
}

/* The step h to the node ahead of the state, and that node; h = 0 where there is none yet. */
typedef struct {
    double *h, *q, *p;
} ahead;

static ahead node_ahead(hol_eval *sys, const hol_state *z)
{
    return (ahead){z->memory, z->memory + 1, z->memory + 1 + sys->nq};
}

/* The node ahead becomes the state and the one after it is computed: each node is solved once.  The
 * guess extrapolates the last two differences d_n, d_n-1 = 2h v_n - d_n. */
static hol_status step_central(hol_stepper *s, double h, hol_state *z, hol_next_node *advance)
{
    hol_eval *sys = s->sys;
    const ahead kept = node_ahead(sys, z);
    node next = {kept.q, kept.p, NULL}, after = new_node(s);
    double *v = hol_take(s->work, sys->nv);
    hol_status status;

    if (*kept.h != h) {
        next = new_node(s);
        if ((status = next_node(s, h, z, NULL, advance, &next))) return status;
    }
    for (int i = 0; i < sys->nv; i++) {
        double d = next.q[i] - z->q[i];
        after.q[i] = next.q[i] + 3 * d - 2 * h * z->v[i];
    }
    if ((status = advance(s, h, z->t + h, next.q, next.p, after.q, after.p, after.lambda)))
        return status;

    for (int i = 0; i < sys->nv; i++) v[i] = (after.q[i] - z->q[i]) / (2 * h);
    next.lambda = after.lambda; /* of the node that is now the state's */
    move_to(sys, &next, v, z);
    *kept.h = h;
    copy(sys->nq, after.q, kept.q);
    copy(sys->nv, after.p, kept.p);
    return HOL_OK;
}

hol_status hol_variational_step(hol_stepper *s, double h, hol_state *z, int velocity,
                                hol_next_node *advance)
{
    return velocity == HOL_VELOCITY_CENTRAL ? step_central(s, h, z, advance)
                                            : step_on(s, h, z, velocity, advance);
}

/* ---------------------------------------------------------------- start and claims */

/* What the memory has of steps before. */
static void forget(hol_eval *sys, hol_state *z, int velocity)
{
    if (velocity == HOL_VELOCITY_CENTRAL)
        *node_ahead(sys, z).h = 0;
    else
        hol_increments_forget(z->memory);
}

/* p - B^T mu = M a with B a = w, by the Legendre transform; then the half impulse. */
hol_status hol_variational_start(hol_stepper *s, double h, hol_state *z, int velocity)
{
    hol_eval *sys = s->sys;
    int n = sys->nv, m = sys->nc + sys->na;
    double *a = hol_take(s->work, n), *mu = hol_take(s->work, m);
    double *G = hol_take(s->work, sys->G.nnz), *A = hol_take(s->work, sys->na ? sys->A.nnz : 0);
    hol_status status;

    if ((status = legendre(s, z->t, z->q, z->p, a, mu))) return status;
    if ((status = hol_acceleration(sys, z->t, z->q, z->v, a, z->lambda, z->alpha))) return status;
    hol_constraints(sys, z->t, z->q, NULL, G);
    hol_multiply_transposed_add(&sys->G, G, -1, mu, z->p);
    hol_multiply_transposed_add(&sys->G, G, h / 2, z->lambda, z->p);
    if (sys->na) {
        hol_nonholonomic_rows(sys, z->t, z->q, A, NULL);
        hol_multiply_transposed_add(&sys->A, A, -1, mu + sys->nc, z->p);
        hol_multiply_transposed_add(&sys->A, A, h / 2, z->alpha, z->p);
    }
    forget(sys, z, velocity);
    return HOL_OK;
}

hol_status hol_variational_start_on(hol_stepper *s, double h, const double p_left[], hol_state *z,
                                    int velocity)
{
    hol_eval *sys = s->sys;
    int n = sys->nv;
    double *a = hol_take(s->work, n);
    double *G = hol_take(s->work, sys->G.nnz);
    hol_status status;

    if ((status = hol_acceleration(sys, z->t, z->q, z->v, a, z->lambda, NULL))) return status;
    copy(n, p_left, z->p);
    hol_constraints(sys, z->t, z->q, NULL, G);
    hol_multiply_transposed_add(&sys->G, G, h, z->lambda, z->p);
    forget(sys, z, velocity);
    return hol_constrained_solve(sys, z->t, z->q, NULL, z->p, z->v, NULL, NULL);
}

size_t hol_variational_memory(hol_eval *sys, int velocity)
{
    return velocity == HOL_VELOCITY_CENTRAL ? 1 + (size_t)sys->nq + (size_t)sys->nv
                                            : hol_increments_memory(sys->nv);
}

/* Phi_t = 0 is assumed where the momentum is projected. */
unsigned hol_variational_needs(int velocity)
{
    return velocity == HOL_VELOCITY_LEGENDRE ? HOL_SCLERONOMIC : 0;
}

/* K = M, from any q. */
hol_status hol_variational_set_mass(hol_stepper *s, hol_saddle *saddle)
{
    hol_eval *sys = s->sys;
    size_t mark = hol_mark(s->work);
    double *q = hol_take(s->work, sys->nq), *M = hol_take(s->work, sys->M.nnz);
    hol_mass(sys, q, M);
    hol_status status = hol_saddle_set_K(saddle, M);
    hol_release(s->work, mark);
    return status;
}

/* The nodal momentum map is exact by the discrete theorem of Noether.  The differences of q keep
 * the map of the state as well where the forces act at the nodes: there M (q_n - q_n-1) / h = p_n -
 * h/2 f(q_n), and a symmetric f has no moment.  Elsewhere they are off by O(h^order) of what the
 * motion does across the map, which no law bounds: a bar that swings in a plane about its
 * intermediate axis leaves the plane, from round-off, and the error grows as it does so. */
hol_claims hol_variational_claims(hol_eval *sys, int velocity, double order, bool nodal)
{
    bool legendre = velocity == HOL_VELOCITY_LEGENDRE;
    unsigned hamiltonian = HOL_HOLONOMIC | HOL_CONSERVATIVE;
    bool conservative = (sys->has & hamiltonian) == hamiltonian;
    bool kept = hol_keeps_momentum(sys);
    bool of_state = legendre || (nodal && (sys->has & HOL_CONST_MASS));
    return (hol_claims){
        .order_q = order,
        .order_v = velocity == HOL_VELOCITY_DIFFERENCE ? 1 : order,
        .order_lambda = order,
        .lambda_time = velocity == HOL_VELOCITY_CENTRAL ? 0 : -1,
        .energy = conservative ? HOL_BOUNDED : HOL_NOT_KEPT,
        .momentum = kept && of_state ? HOL_EXACT : HOL_NOT_KEPT,
        .nodal_momentum = kept ? HOL_EXACT : HOL_NOT_KEPT,
        .phi = HOL_EXACT,
        .gv = legendre ? HOL_EXACT : HOL_BOUNDED,
        .inner = HOL_EXACT,
        .symmetric = legendre && order > 1,
        .symplectic = legendre && conservative,
    };
}
