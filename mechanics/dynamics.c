/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mass, energies and forces of a realised model, with their tangents. */
#include <math.h>
#include <string.h>

#include "mechanics/internal.h"
#include "numerics/so3.h"

/* ---------------------------------------------------------------- mass and kinetic energy */

static void mass(const hol_system *sys, const double q[], double M[])
{
    const hol_realised *R = hol_self(sys);
    sys->count->masses++;
    for (int b = 0; b < R->slots; b++) {
        const hol_slot *s = &R->slot[b];
        for (int i = 0; i < s->centre; i++) *M++ = s->body->m;
        if (!s->o) continue;
        s->o->mass(s->body->J, q + s->q + s->centre, M);
        M += (s->nv - s->centre) * s->o->mass_block;
    }
}

static double kinetic(const hol_system *sys, const double q[], const double v[])
{
    const hol_realised *R = hol_self(sys);
    double T = 0, M[27];
    for (int b = 0; b < R->slots; b++) {
        const hol_slot *s = &R->slot[b];
        for (int k = 0; k < s->centre; k++) T += 0.5 * s->body->m * v[s->v + k] * v[s->v + k];
        if (!s->o) continue;
        const double *u = v + s->v + s->centre, *block = M;
        int n = s->nv - s->centre, m = s->o->mass_block;
        s->o->mass(s->body->J, q + s->q + s->centre, M);
        for (int first = 0; first < n; first += m)
            for (int i = 0; i < m; i++)
                for (int j = 0; j < m; j++) T += 0.5 * u[first + i] * *block++ * u[first + j];
    }
    return T;
}

static void gyroscopic(const hol_system *sys, const double q[], const double v[], double f[])
{
    const hol_realised *R = hol_self(sys);
    memset(f, 0, (size_t)sys->nv * sizeof *f);
    for (int b = 0; b < R->slots; b++) {
        const hol_slot *s = &R->slot[b];
        if (s->o && s->o->gyroscopic)
            s->o->gyroscopic(s->body->J, q + s->q + s->centre, v + s->v + s->centre,
                             f + s->v + s->centre);
    }
}

static void grad_kinetic(const hol_system *sys, const double q[], const double v[], double dT[])
{
    const hol_realised *R = hol_self(sys);
    memset(dT, 0, (size_t)sys->nv * sizeof *dT);
    for (int b = 0; b < R->slots; b++) {
        const hol_slot *s = &R->slot[b];
        if (s->o && s->o->grad_kinetic)
            s->o->grad_kinetic(s->body->J, q + s->q + s->centre, v + s->v + s->centre,
                               dT + s->v + s->centre);
    }
}

static void kinetic_tangent(const hol_system *sys, const double q[], const double v[], double Tqq[],
                            double Tvq[])
{
    const hol_realised *R = hol_self(sys);
    memset(Tqq, 0, (size_t)hol_K(sys)->nnz * sizeof *Tqq);
    memset(Tvq, 0, (size_t)hol_K(sys)->nnz * sizeof *Tvq);
    for (int b = 0; b < R->slots; b++) {
        const hol_slot *s = &R->slot[b];
        if (!s->o || !s->o->kinetic_tangent) continue;
        int n = s->nv - s->centre, first = s->v + s->centre;
        double *A = R->block, *B = A + n * n;
        s->o->kinetic_tangent(s->body->J, q + s->q + s->centre, v + first, A, B);
        for (int i = 0; i < n; i++) {
            int at = hol_find(hol_K(sys), first + i, first);
            memcpy(Tqq + at, A + i * n, (size_t)n * sizeof *Tqq);
            memcpy(Tvq + at, B + i * n, (size_t)n * sizeof *Tvq);
        }
    }
}

/* ---------------------------------------------------------------- forces */

/* The frame of a body in space; R as the description gives it, never normalised. */
static void frame_of(const hol_realised *R, int body, const double q[], const double v[],
                     hol_frame *f)
{
    *f = (hol_frame){.R = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    if (body == HOL_GROUND) return;
    const hol_slot *s = &R->slot[body];
    memcpy(f->r, s->body->at.r, sizeof f->r);
    for (int k = 0; k < s->centre; k++) {
        f->r[k] = q[s->q + k];
        f->v[k] = v ? v[s->v + k] : 0;
    }
    if (!s->o) return;
    for (int j = 0; j < 3; j++) {
        double e[3] = {j == 0, j == 1, j == 2}, x[3];
        s->o->turn(q + s->q + s->centre, e, x);
        for (int i = 0; i < 3; i++) f->R[3 * i + j] = x[i];
    }
    if (v) s->o->angular(q + s->q + s->centre, v + s->v + s->centre, f->omega);
}

/* f += the wrench as a generalised force: F on the centre, tau by virtual power, D on R. */
static void apply(const hol_realised *R, int body, const hol_force_law *law, const double q[],
                  const hol_wrench *w, double f[])
{
    if (body == HOL_GROUND) return;
    const hol_slot *s = &R->slot[body];
    for (int k = 0; k < s->centre; k++) f[s->v + k] += w->F[k];
    if (!s->o) return;
    double *out = f + s->v + s->centre;
    const double *turn = q + s->q + s->centre;
    if (!law->on_directors) {
        s->o->torque(turn, w->tau, out);
        return;
    }
    for (int j = 0; j < 3; j++) {
        double e[3] = {j == 0, j == 1, j == 2}, g[3] = {w->D[j], w->D[3 + j], w->D[6 + j]};
        s->o->pull(turn, e, g, out);
    }
}

static void add_force(const hol_realised *R, const hol_force *force, double t, const double q[],
                      const double v[], double f[])
{
    hol_frame frame[2];
    hol_wrench w[2] = {0};
    for (int k = 0; k < force->count; k++) frame_of(R, force->body[k], q, v, &frame[k]);
    force->law->wrench(force, t, frame, w);
    for (int k = 0; k < force->count; k++) apply(R, force->body[k], force->law, q, &w[k], f);
}

static double potential(const hol_system *sys, const double q[])
{
    const hol_realised *R = hol_self(sys);
    const hol_model *model = sys->model;
    double U = 0;
    for (int b = 0; b < R->slots; b++) {
        const hol_slot *s = &R->slot[b];
        for (int k = 0; k < 3; k++)
            U -= s->body->m * model->g[k] * (k < s->centre ? q[s->q + k] : s->body->at.r[k]);
    }
    for (int i = 0; i < model->forces; i++) {
        const hol_force *force = &model->force[i];
        if (!force->law->energy) continue;
        hol_frame frame[2];
        for (int k = 0; k < force->count; k++) frame_of(R, force->body[k], q, NULL, &frame[k]);
        U += force->law->energy(force, frame);
    }
    return U;
}

static void grad_potential(const hol_system *sys, const double q[], double dU[])
{
    const hol_realised *R = hol_self(sys);
    const hol_model *model = sys->model;
    sys->count->forces++;
    for (int i = 0; i < sys->nv; i++) dU[i] = -R->weight[i];
    if (!model->forces) return;
    for (int i = 0; i < sys->nv; i++) dU[i] = -dU[i];
    for (int i = 0; i < model->forces; i++)
        if (model->force[i].law->energy) add_force(R, &model->force[i], 0, q, NULL, dU);
    for (int i = 0; i < sys->nv; i++) dU[i] = -dU[i];
}

static void applied(const hol_system *sys, double t, const double q[], const double v[], double F[])
{
    const hol_realised *R = hol_self(sys);
    memset(F, 0, (size_t)sys->nv * sizeof *F);
    for (int i = 0; i < sys->model->forces; i++)
        if (!sys->model->force[i].law->energy) add_force(R, &sys->model->force[i], t, q, v, F);
}

static double work(const hol_system *sys, const double q0[], const double q1[])
{
    const hol_realised *R = hol_self(sys);
    double sum = 0;
    for (int i = 0; i < sys->model->forces; i++) {
        const hol_force *force = &sys->model->force[i];
        hol_frame from[2], to[2];
        if (force->law->energy) continue;
        if (!force->law->work) return (double)NAN;
        for (int k = 0; k < force->count; k++) {
            frame_of(R, force->body[k], q0, NULL, &from[k]);
            frame_of(R, force->body[k], q1, NULL, &to[k]);
        }
        sum += force->law->work(force, from, to);
    }
    return sum;
}

void hol_outer_force(const hol_system *sys, double t, const double q[], const double v[],
                     double f[], hol_work *w)
{
    sys->grad_potential(sys, q, f);
    for (int i = 0; i < sys->nv; i++) f[i] = -f[i];
    if (sys->has & HOL_CONSERVATIVE) return;
    size_t mark = hol_mark(w);
    double *F = hol_take(w, sys->nv);
    sys->applied(sys, t, q, v, F);
    for (int i = 0; i < sys->nv; i++) f[i] += F[i];
    hol_release(w, mark);
}

void hol_total_force(const hol_system *sys, double t, const double q[], const double v[],
                     double f[], hol_work *w)
{
    hol_outer_force(sys, t, q, v, f, w);
    if (!sys->turns) return;
    size_t mark = hol_mark(w);
    double *gyroscopic = hol_take(w, sys->nv);
    sys->gyroscopic(sys, q, v, gyroscopic);
    for (int i = 0; i < sys->nv; i++) f[i] += gyroscopic[i];
    hol_release(w, mark);
}

/* ---------------------------------------------------------------- tangents */

/* One entry of a body's q (or v) moved by d: x holds the whole vector, and only the body's part of
 * it changes. */
static void nudge(const hol_slot *s, const double q[], bool of_velocity, int j, double d,
                  double x[])
{
    if (of_velocity) {
        x[s->v + j] += d;
        return;
    }
    double dv[12] = {0};
    dv[j] = d;
    for (int k = 0; k < s->centre; k++) x[s->q + k] = q[s->q + k] + dv[k];
    if (!s->o) return;
    const double *turn = q + s->q + s->centre;
    if (!s->o->flat)
        s->o->move(turn, dv + s->centre, x + s->q + s->centre);
    else
        for (int k = 0; k < s->o->nq; k++) x[s->q + s->centre + k] = turn[k] + dv[s->centre + k];
}

/* Columns of one body by central differences; the force's own bodies are the only rows.  Newton's
 * limit does not depend on the step.  x: the moved vector, f:
 * two forces, nv each and zero. */
static void difference_columns(const hol_system *sys, const hol_force *force, const hol_slot *s,
                               double t, const double q[], const double v[], bool of_velocity,
                               double x[], double f[], double K[])
{
    const hol_realised *R = hol_self(sys);
    const double *from = of_velocity ? v : q;
    int first = of_velocity ? s->v : s->q;
    int count = of_velocity ? s->nv : s->centre + (s->o ? s->o->nq : 0);
    for (int j = 0; j < s->nv; j++) {
        double least = hol_unit(sys, s->v + j);
        double step = HOL_DIFFERENCE_STEP * fmax(least, fabs(j < count ? from[first + j] : 0));
        for (int side = 0; side < 2; side++) {
            double *out = f + side * sys->nv;
            for (int k = 0; k < force->count; k++)
                if (force->body[k] >= 0)
                    memset(out + R->slot[force->body[k]].v, 0,
                           (size_t)R->slot[force->body[k]].nv * sizeof *out);
            nudge(s, q, of_velocity, j, side ? -step : step, x);
            add_force(R, force, t, of_velocity ? q : x, of_velocity ? x : v, out);
            memcpy(x + first, from + first, (size_t)count * sizeof *x);
        }
        for (int k = 0; k < force->count; k++) {
            if (force->body[k] == HOL_GROUND) continue;
            const hol_slot *row = &R->slot[force->body[k]];
            for (int i = row->v; i < row->v + row->nv; i++)
                K[hol_find(hol_K(sys), i, s->v + j)] += (f[i] - f[sys->nv + i]) / (2 * step);
        }
    }
}

static void tangent(const hol_system *sys, double t, const double q[], const double v[],
                    double Kq[], double Kv[], hol_work *w)
{
    const hol_realised *R = hol_self(sys);
    size_t mark = hol_mark(w);
    double *q1 = hol_take(w, sys->nq), *v1 = hol_take(w, sys->nv), *f = hol_take(w, 2 * sys->nv);
    memcpy(q1, q, (size_t)sys->nq * sizeof *q);
    memcpy(v1, v, (size_t)sys->nv * sizeof *v);
    if (Kq) memset(Kq, 0, (size_t)hol_K(sys)->nnz * sizeof *Kq);
    if (Kv) memset(Kv, 0, (size_t)hol_K(sys)->nnz * sizeof *Kv);
    for (int i = 0; i < sys->model->forces; i++) {
        const hol_force *force = &sys->model->force[i];
        for (int k = 0; k < force->count; k++) {
            if (force->body[k] == HOL_GROUND || (k && force->body[k] == force->body[0])) continue;
            const hol_slot *s = &R->slot[force->body[k]];
            if (Kq) difference_columns(sys, force, s, t, q, v, false, q1, f, Kq);
            if (Kv && !force->law->position_only)
                difference_columns(sys, force, s, t, q, v, true, v1, f, Kv);
        }
    }
    hol_release(w, mark);
}

void hol_set_dynamics(hol_system *sys)
{
    sys->mass = mass;
    sys->kinetic = kinetic;
    sys->potential = potential;
    sys->grad_potential = grad_potential;
    sys->applied = applied;
    sys->work = work;
    sys->gyroscopic = gyroscopic;
    sys->grad_kinetic = grad_kinetic;
    sys->kinetic_tangent = kinetic_tangent;
    sys->tangent = tangent;
}
