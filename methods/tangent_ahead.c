/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The step from = ahead of the methods tangent-* (paper 002, section 6).  The chart takes v, v' and
 * v'' from q, q' and q'' by V^T, (11) and (35), and so commutes with the sums of a table: what
 * tangent.c computes of v is
 *
 *     q_i   = q + c_i h q' + h^2 sum_j a_ij q''_j - U u,   Phi(q_i) = 0             (15)
 *     q'_i  = q' + h sum_j e_ij q''_j - U u',              G(q_i) q'_i + Phi_t = 0  (24)
 *     q''_i of the index-1 equations at (q_i, q'_i):       D v'' - U B c            (29), (34)
 *
 * in q, without a matrix of the chart but U B.  u and u' are no more than what a stage is off.  U B
 * goes on linearly from the last two nodes of the chart: where it is off, it costs iterations, not
 * accuracy.  (16) is iterated at the new node, and at stages whose iterations converge slowly. */
#include <math.h>
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/explicit.h"
#include "methods/tangent.h"

static const double reach = 100; /* steps over the step before them, by which U B goes on */

typedef struct {   /* a view of what is kept behind the rest of a state's memory */
    double *qddot; /* n: q'' at the node */
    double *UB;    /* n x m: of the node before */
    double *h;     /* of the step between them */
} memory;

static memory memory_of(const hol_reduced *y)
{
    const hol_chart *c = &y->chart;
    double *qddot = y->g + c->d;
    return (memory){qddot, qddot + c->n, qddot + c->n + c->n * c->m};
}

size_t hol_tangent_memory_ahead(const hol_eval *sys)
{
    size_t n = (size_t)sys->nq;
    return n + n * (size_t)sys->nc + 1;
}

void hol_tangent_start_ahead(hol_reduced *y)
{
    memory kept = memory_of(y);
    hol_reduced_qddot(y, kept.qddot);
    *kept.h = 1;
}

typedef struct { /* U B over a step */
    double h;
    int size;      /* n m */
    double *node;  /* at its start */
    double *slope; /* its change over the step, by that over the step before */
} passage;

/* A chart that begins at the node has no step before it; of one that is short beside h the change
 * of U B is round-off, and what (16) left. */
static passage passage_of(hol_reduced *y, double h)
{
    const hol_chart *c = &y->chart;
    memory kept = memory_of(y);
    int size = c->n * c->m;
    passage p = {h, size, hol_take(y->s->work, size), hol_take(y->s->work, size)};
    bool goes_on = hol_norm(c->d, y->v) > 0 && fabs(h) <= reach * fabs(*kept.h);
    memcpy(p.node, c->UB, sizeof(double) * (size_t)size);
    for (int i = 0; i < size && goes_on; i++) p.slope[i] = h / *kept.h * (p.node[i] - kept.UB[i]);
    return p;
}

/* Once B has caught up with a stage it stays there. */
static void go_to(const passage *p, double at, hol_chart *c)
{
    if (c->caught_up) return;
    for (int i = 0; i < p->size; i++) c->UB[i] = p->node[i] + at * p->slope[i];
}

/* U B by (16) and, under tolerances, D at the new node. */
static hol_status renew(hol_reduced *y, const double G[], double D[])
{
    hol_status status = hol_chart_catch_up(&y->chart, G);
    if (!status && hol_controlled(y->s)) hol_chart_basis(&y->chart, G, D);
    return status;
}

/* q'', and the multipliers that x has room for, by (34) and (29): what the index-1 equations have
 * where G alone makes M definite. */
static hol_status accelerate_in_chart(hol_reduced *y, const hol_reduced_point *x, double qddot[])
{
    const hol_chart *c = &y->chart;
    double *vdot = hol_take(y->s->work, c->d), *g = hol_take(y->s->work, c->d);
    hol_state z = *y->z;
    hol_reduced at = *y;
    z.q = x->q, z.v = x->qdot;
    at.z = &z, at.t = c->t, at.g = g;
    hol_chart_velocity(c, x->qdot, vdot);
    hol_status status = hol_reduced_at(&at, at.t, vdot, x, g);
    if (!status) hol_reduced_qddot(&at, qddot);
    return status;
}

/* (q, q') of x, at so much of the step, onto the manifold, and q'' there; `last`: of the new node.
 */
static hol_status arrive(hol_reduced *y, const passage *p, double at, bool last,
                         const hol_reduced_point *x, double qddot[])
{
    hol_chart *c = &y->chart;
    hol_eval *sys = y->s->sys;
    size_t mark = hol_mark(y->s->work);
    double *G = hol_take(y->s->work, sys->G.nnz);
    hol_status status;
    c->t = y->t + at * p->h;
    go_to(p, at, c);
    if ((status = hol_chart_onto(c, x->q))) return status;
    hol_chart_jacobian(c, x->q, G);
    if (last && (status = renew(y, G, x->D))) return status;
    if ((status = hol_chart_onto_tangent(c, G, x->q, x->qdot))) return status;
    hol_reduced_point to = {x->q, x->qdot, x->D, last ? x->lambda : NULL};
    status = hol_acceleration(sys, c->t, to.q, to.qdot, qddot, to.lambda, NULL);
    if (status == HOL_SINGULAR) status = accelerate_in_chart(y, &to, qddot);
    hol_release(y->s->work, mark);
    return status;
}

/* dv and dv' of the estimates, from q'' of the stages. */
static void judge(hol_reduced *y, double h, const double qddot[], const hol_reduced_point *x)
{
    const hol_tangent_scheme *S = y->s->aux;
    hol_chart *c = &y->chart;
    hol_work *w = y->s->work;
    double *dv = hol_take(w, 2 * c->d), *dvdot = hol_take(w, 2 * c->d), *sum = hol_take(w, c->n);
    for (int k = 0; k < 2 && S->e[k]; k++) {
        hol_combine(S->table.stages, S->e_v[k], h * h, c->n, qddot, NULL, sum);
        hol_chart_velocity(c, sum, dv + k * c->d);
        hol_combine(S->table.stages, S->e[k], h, c->n, qddot, NULL, sum);
        hol_chart_velocity(c, sum, dvdot + k * c->d);
    }
    hol_tangent_judge(y, h, dv, dvdot, x);
}

/* The node moves to x, where q'' is qddot. */
static void move(hol_reduced *y, const passage *p, const double qddot[], const hol_reduced_point *x)
{
    hol_chart *c = &y->chart;
    hol_work *w = y->s->work;
    memory kept = memory_of(y);
    double *v = hol_take(w, c->d), *vdot = hol_take(w, c->d), *g = hol_take(w, c->d);
    hol_chart_coordinates(c, x->q, v);
    hol_chart_velocity(c, x->qdot, vdot);
    hol_chart_velocity(c, qddot, g);
    hol_reduced_move(y, v, vdot, g, x);
    memcpy(kept.qddot, qddot, sizeof *qddot * (size_t)c->n);
    memcpy(kept.UB, p->node, sizeof(double) * (size_t)p->size);
    *kept.h = p->h;
}

hol_status hol_tangent_step_ahead(hol_reduced *y, double h)
{
    hol_stepper *s = y->s;
    const hol_tangent_scheme *S = s->aux;
    const hol_state *z = y->z;
    int n = y->chart.n;
    double *qddot = hol_take(s->work, (S->rounds + 1) * n);
    hol_reduced_point x = hol_reduced_point_take(y, true);
    hol_status status;

    passage p = passage_of(y, h);
    y->chart.rule.foresees = true;
    y->chart.caught_up = false;
    memcpy(qddot, memory_of(y).qddot, sizeof *qddot * (size_t)n);
    for (int i = 1; i <= S->rounds; i++) {
        hol_tangent_round r = hol_tangent_round_of(S, i);
        memcpy(x.q, z->q, sizeof *x.q * (size_t)n);
        hol_axpy(n, r.at * h, z->v, x.q);
        hol_combine(i, r.of_v, h * h, n, qddot, x.q, x.q);
        hol_combine(i, r.of_v1, h, n, qddot, z->v, x.qdot);
        if ((status = arrive(y, &p, r.at, i == S->rounds, &x, qddot + i * n))) return status;
    }
    if (hol_controlled(s)) judge(y, h, qddot, &x);
    move(y, &p, qddot + S->rounds * n, &x);
    return HOL_OK;
}
