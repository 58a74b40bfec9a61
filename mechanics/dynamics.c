/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mass, energies and forces of a realised model, with their tangents. */
#include <math.h>
#include <string.h>

#include "holonomy/so3.h"
#include "mechanics/absolute.h"

/* ---------------------------------------------------------------- mass and kinetic energy */

void hol_absolute_mass(hol_eval *sys, const double q[], double M[])
{
    const hol_system *R = sys->system;
    for (const hol_slot *s = R->slot; s < R->slot + R->slots; s++) {
        for (int i = 0; i < s->centre; i++) *M++ = s->body->m;
        if (!s->o) continue;
        s->o->mass(s->body->J, q + s->q + s->centre, M);
        M += (s->nv - s->centre) * s->o->mass_block;
    }
}

double hol_absolute_kinetic(hol_eval *sys, const double q[], const double v[])
{
    const hol_system *R = sys->system;
    double T = 0, M[27];
    for (const hol_slot *s = R->slot; s < R->slot + R->slots; s++) {
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

void hol_absolute_gyroscopic(hol_eval *sys, const double q[], const double v[], double f[])
{
    const hol_system *R = sys->system;
    memset(f, 0, (size_t)sys->nv * sizeof *f);
    for (const hol_slot *s = R->slot; s < R->slot + R->slots; s++) {
        if (s->o && s->o->gyroscopic)
            s->o->gyroscopic(s->body->J, q + s->q + s->centre, v + s->v + s->centre,
                             f + s->v + s->centre);
    }
}

void hol_absolute_grad_kinetic(hol_eval *sys, const double q[], const double v[], double dT[])
{
    const hol_system *R = sys->system;
    memset(dT, 0, (size_t)sys->nv * sizeof *dT);
    for (const hol_slot *s = R->slot; s < R->slot + R->slots; s++) {
        if (s->o && s->o->grad_kinetic)
            s->o->grad_kinetic(s->body->J, q + s->q + s->centre, v + s->v + s->centre,
                               dT + s->v + s->centre);
    }
}

void hol_absolute_kinetic_tangent(hol_eval *sys, const double q[], const double v[], double Tqq[],
                                  double Tvq[])
{
    const hol_system *R = sys->system;
    memset(Tqq, 0, (size_t)hol_K(sys)->nnz * sizeof *Tqq);
    memset(Tvq, 0, (size_t)hol_K(sys)->nnz * sizeof *Tvq);
    for (const hol_slot *s = R->slot; s < R->slot + R->slots; s++) {
        if (!s->o || !s->o->kinetic_tangent) continue;
        int n = s->nv - s->centre, first = s->v + s->centre;
        double *A = hol_scratch_of(sys)->block, *B = A + n * n;
        s->o->kinetic_tangent(s->body->J, q + s->q + s->centre, v + first, A, B);
        for (int i = 0; i < n; i++) {
            int at = hol_entry(hol_K(sys), first + i, first);
            memcpy(Tqq + at, A + i * n, (size_t)n * sizeof *Tqq);
            memcpy(Tvq + at, B + i * n, (size_t)n * sizeof *Tvq);
        }
    }
}

/* ---------------------------------------------------------------- forces */

/* The frame of a body in space; R as the description gives it, never normalised. */
static void frame_of(const hol_system *R, int body, const double q[], const double v[],
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
static void apply(const hol_system *R, int body, const hol_force_law *law, const double q[],
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

static void add_force(const hol_system *R, const hol_force *force, double t, const double q[],
                      const double v[], double f[])
{
    hol_frame frame[2];
    hol_wrench w[2] = {0};
    for (int k = 0; k < force->count; k++) frame_of(R, force->body[k], q, v, &frame[k]);
    force->law->wrench(force, t, frame, w);
    for (int k = 0; k < force->count; k++) apply(R, force->body[k], force->law, q, &w[k], f);
}

double hol_absolute_potential(hol_eval *sys, const double q[])
{
    const hol_system *R = sys->system;
    const hol_model *model = sys->model;
    double U = 0;
    for (const hol_slot *s = R->slot; s < R->slot + R->slots; s++) {
        for (int k = 0; k < 3; k++)
            U -= s->body->m * model->g[k] * (k < s->centre ? q[s->q + k] : s->body->at.r[k]);
    }
    for (const hol_force *force = model->force; force < model->force + model->forces; force++) {
        if (!force->law->energy) continue;
        hol_frame frame[2];
        for (int k = 0; k < force->count; k++) frame_of(R, force->body[k], q, NULL, &frame[k]);
        U += force->law->energy(force, frame);
    }
    return U;
}

void hol_absolute_grad_potential(hol_eval *sys, const double q[], double dU[])
{
    const hol_system *R = sys->system;
    const hol_model *model = sys->model;
    for (int i = 0; i < sys->nv; i++) dU[i] = -R->weight[i];
    if (!model->forces) return;
    for (int i = 0; i < sys->nv; i++) dU[i] = -dU[i];
    for (int i = 0; i < model->forces; i++)
        if (model->force[i].law->energy) add_force(R, &model->force[i], 0, q, NULL, dU);
    for (int i = 0; i < sys->nv; i++) dU[i] = -dU[i];
}

void hol_absolute_applied(hol_eval *sys, double t, const double q[], const double v[], double F[])
{
    const hol_system *R = sys->system;
    memset(F, 0, (size_t)sys->nv * sizeof *F);
    for (int i = 0; i < sys->model->forces; i++)
        if (!sys->model->force[i].law->energy) add_force(R, &sys->model->force[i], t, q, v, F);
}

double hol_absolute_work(hol_eval *sys, const double q0[], const double q1[])
{
    const hol_system *R = sys->system;
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

void hol_outer_force(hol_eval *sys, double t, const double q[], const double v[], double f[])
{
    hol_grad_potential(sys, q, f);
    for (int i = 0; i < sys->nv; i++) f[i] = -f[i];
    if (sys->has & HOL_CONSERVATIVE) return;
    size_t mark = hol_mark(sys->work);
    double *F = hol_take(sys->work, sys->nv);
    hol_applied(sys, t, q, v, F);
    for (int i = 0; i < sys->nv; i++) f[i] += F[i];
    hol_release(sys->work, mark);
}

void hol_absolute_weight_and_inertia(hol_eval *sys, double t, const double q[], const double v[],
                                     double f[])
{
    const hol_system *R = sys->system;
    (void)t;
    memcpy(f, R->weight, (size_t)sys->nv * sizeof *f);
    for (const hol_slot *s = R->slot; s < R->slot + R->slots; s++) {
        double inertia[12], *turning = f + s->v + s->centre;
        if (!s->o || !s->o->gyroscopic) continue;
        s->o->gyroscopic(s->body->J, q + s->q + s->centre, v + s->v + s->centre, inertia);
        for (int k = 0; k < s->nv - s->centre; k++) turning[k] += inertia[k];
    }
}

void hol_total_force(hol_eval *sys, double t, const double q[], const double v[], double f[])
{
    const hol_equations *of = sys->system->equations;
    if (of->total_force || (of->weight_and_inertia && sys->system->uniform_forces)) {
        sys->count->forces++;
        (of->total_force ? of->total_force : of->weight_and_inertia)(sys, t, q, v, f);
        return;
    }
    hol_outer_force(sys, t, q, v, f);
    if (!sys->system->turns) return;
    size_t mark = hol_mark(sys->work);
    double *gyroscopic = hol_take(sys->work, sys->nv);
    hol_gyroscopic(sys, q, v, gyroscopic);
    for (int i = 0; i < sys->nv; i++) f[i] += gyroscopic[i];
    hol_release(sys->work, mark);
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
static void difference_columns(hol_eval *sys, const hol_force *force, const hol_slot *s, double t,
                               const double q[], const double v[], bool of_velocity, double x[],
                               double f[], double K[])
{
    const hol_system *R = sys->system;
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
                K[hol_entry(hol_K(sys), i, s->v + j)] += (f[i] - f[sys->nv + i]) / (2 * step);
        }
    }
}

void hol_absolute_tangent(hol_eval *sys, double t, const double q[], const double v[], double Kq[],
                          double Kv[])
{
    const hol_system *R = sys->system;
    size_t mark = hol_mark(sys->work);
    double *q1 = hol_take(sys->work, sys->nq), *v1 = hol_take(sys->work, sys->nv),
           *f = hol_take(sys->work, 2 * sys->nv);
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
    hol_release(sys->work, mark);
}
