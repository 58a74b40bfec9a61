/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A step as a map of states: symmetric, reversible, symplectic?  See study.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/study/study.h"
#include "numerics/lapack.h"

double hol_symmetry_defect(const hol_experiment *x, double h)
{
    enum { STEPS = 10 };
    hol_eval *sys = x->sys;
    hol_state *z = x->z;
    double *start = hol_new(sys->nq + sys->nv, sizeof *start), most = NAN;
    hol_status status = hol_of_method(hol_start(x->s, 0, h, NULL, z));
    memcpy(start, z->q, (size_t)sys->nq * sizeof *start);
    memcpy(start + sys->nq, z->v, (size_t)sys->nv * sizeof *start);
    for (int n = 0; n < 2 * STEPS && !status; n++) {
        double step = n < STEPS ? h : -h;
        status = hol_of_method(hol_step(x->s, step, z));
        z->t += step;
    }
    if (!status)
        most = fmax(hol_apart(sys->nq, z->q, start) / sys->length,
                    hol_apart(sys->nv, z->v, start + sys->nq) / (sys->speed * sys->unit));
    free(start);
    return most;
}

/* ---------------------------------------------------------------- from poses to poses */

/* One step of h from the poses at time t to those it leads to, in place. */
static bool map(const hol_experiment *x, double t, double h, hol_pose pose[])
{
    hol_eval *sys = x->sys;
    hol_status status = hol_of_method(hol_start(x->s, t, h, pose, x->z));
    if (status || hol_of_method(hol_step(x->s, h, x->z))) return false;
    hol_poses(sys, x->z->q, x->z->v, pose);
    return true;
}

bool hol_known_poses(const hol_experiment *x, double *t, hol_pose pose[])
{
    if (hol_truth(x, *t, pose)) return true;
    *t = 0;
    if (hol_of_method(hol_start(x->s, *t, x->problem->step, NULL, x->z))) return false;
    hol_poses(x->sys, x->z->q, x->z->v, pose);
    return true;
}

static void turn_round(int nb, hol_pose pose[])
{
    for (int b = 0; b < nb; b++)
        for (int k = 0; k < 3; k++) {
            pose[b].v[k] = -pose[b].v[k];
            pose[b].omega[k] = -pose[b].omega[k];
        }
}

double hol_reversibility_defect(const hol_experiment *x, double t, double h)
{
    hol_eval *sys = x->sys;
    int nb = sys->nb;
    unsigned needs = HOL_SCLERONOMIC | HOL_POSITION_FORCES | HOL_HOLONOMIC;
    hol_pose *from = hol_new(2 * nb, sizeof *from), *to = from + nb;
    double defect = NAN;
    if (!(needs & ~sys->has) && hol_known_poses(x, &t, from)) {
        memcpy(to, from, (size_t)nb * sizeof *to);
        bool ran = map(x, t, h, to);
        turn_round(nb, to);
        ran = ran && map(x, t, h, to);
        turn_round(nb, to);
        hol_error e = hol_error_between(nb, to, from, 0, NULL, NULL);
        if (ran)
            defect = fmax(fmax(e.position / sys->length, e.orientation),
                          e.velocity / (sys->speed * sys->unit));
    }
    free(from);
    return defect;
}

/* ---------------------------------------------------------------- the manifold of the motions */

typedef struct { /* the constraints at a point, dense */
    hol_eval *sys;
    int rank;
    double *phi, *G, *dense, *singular, *U, *VT, *c;
} tangent;

static tangent new_tangent(hol_eval *sys)
{
    int n = sys->nv, m = sys->nc, least = m < n ? m : n;
    double *block = hol_new(m + sys->G.nnz + m * n + least + m * m + n * n + m, sizeof *block);
    tangent T = {.sys = sys, .phi = block, .G = block + m};
    T.dense = T.G + sys->G.nnz;
    T.singular = T.dense + m * n;
    T.U = T.singular + least;
    T.VT = T.U + m * m;
    T.c = T.VT + n * n;
    return T;
}

/* G = U S V^T at q: its rank, and the last rows of VT span its null space. */
static bool factor(tangent *T, double t, const double q[])
{
    hol_eval *sys = T->sys;
    int n = sys->nv, m = sys->nc;
    T->rank = 0;
    for (int i = 0; i < n * n; i++) T->VT[i] = i % (n + 1) == 0;
    if (!m) return true;
    hol_constraints(sys, t, q, T->phi, T->G);
    memset(T->dense, 0, (size_t)(m * n) * sizeof(double));
    for (int i = 0; i < m; i++)
        for (int k = sys->G.start[i]; k < sys->G.start[i + 1]; k++)
            T->dense[i * n + sys->G.col[k]] = T->G[k];
    if (hol_lapack(LAPACKE_dgesdd(LAPACK_ROW_MAJOR, 'A', m, n, T->dense, n, T->singular, T->U, m,
                                  T->VT, n)))
        return false;
    for (int i = 0; i < (m < n ? m : n); i++) T->rank += T->singular[i] > 1e-10 * T->singular[0];
    return true;
}

/* dv = - G^+ r, the least one */
static void pull_back(tangent *T, const double r[], double dv[])
{
    int n = T->sys->nv, m = T->sys->nc;
    memset(dv, 0, (size_t)n * sizeof *dv);
    for (int k = 0; k < T->rank; k++) {
        double sum = 0;
        for (int i = 0; i < m; i++) sum += T->U[i * m + k] * r[i];
        hol_axpy(n, -sum / T->singular[k], T->VT + k * n, dv);
    }
}

/* (q, v) onto Phi = 0, G v = 0. */
static bool onto(tangent *T, double t, double q[], double v[])
{
    enum { ROUNDS = 4 }; /* from a distance of 1e-8: two do */
    hol_eval *sys = T->sys;
    double *dv = hol_new(sys->nv, sizeof *dv);
    bool good = true;
    for (int i = 0; good && i < ROUNDS; i++) {
        good = factor(T, t, q);
        if (good) pull_back(T, T->phi, dv);
        if (good) hol_move(sys, q, dv, q);
    }
    if (good && sys->nc) {
        hol_multiply(&sys->G, T->G, v, T->c);
        pull_back(T, T->c, dv);
        hol_axpy(sys->nv, 1, dv, v);
    }
    free(dv);
    return good;
}

/* ---------------------------------------------------------------- symplecticity */

enum { TWIST = 12 }; /* dr, xi, dv, dOmega of a body */

typedef struct {
    const hol_experiment *x;
    double t, h, step; /* step: of the differences, in units of length and speed */
    tangent here, there;
    double *q, *v, *q1, *v1, *normal; /* normal: a basis of the null space of G(q), by rows */
    hol_pose *pose, *side[2];
} variation;

/* The state displaced along the k-th direction: one of position (k < d), v carried along, or one of
 * velocity. */
static bool displace(variation *V, int k, int d, double amount, hol_pose pose[])
{
    hol_eval *sys = V->x->sys;
    const double *along = V->normal + (k % d) * sys->nv;
    double *dv = hol_new(sys->nv, sizeof *dv), size = k < d ? sys->length : sys->speed * sys->unit;
    hol_axpy(sys->nv, amount * size, along, dv);
    memcpy(V->q1, V->q, (size_t)sys->nq * sizeof(double));
    memcpy(V->v1, V->v, (size_t)sys->nv * sizeof(double));
    if (k < d)
        hol_move(sys, V->q, dv, V->q1);
    else
        hol_axpy(sys->nv, 1, dv, V->v1);
    bool good = onto(&V->there, V->t, V->q1, V->v1);
    hol_poses(sys, V->q1, V->v1, pose);
    free(dv);
    return good;
}

/* Central differences of poses and twists, TWIST numbers a body. */
static void differ(int nb, double step, const hol_pose minus[], const hol_pose plus[], double d[])
{
    for (int b = 0; b < nb; b++, d += TWIST) {
        const double *p = minus[b].p;
        double back[4] = {p[0], -p[1], -p[2], -p[3]}, turn[4];
        hol_quaternion_multiply(back, plus[b].p, turn);
        double sign = turn[0] < 0 ? -1 : 1;
        for (int k = 0; k < 3; k++) {
            d[k] = (plus[b].r[k] - minus[b].r[k]) / (2 * step);
            d[3 + k] = sign * 2 * turn[1 + k] / (2 * step);
            d[6 + k] = (plus[b].v[k] - minus[b].v[k]) / (2 * step);
            d[9 + k] = (plus[b].omega[k] - minus[b].omega[k]) / (2 * step);
        }
    }
}

/* Principal moments: those of a rod are about the two axes across it. */
static void moments(const hol_body *body, double J[3])
{
    bool rod = body->shape == HOL_ROD;
    J[0] = rod ? 0 : body->J[0];
    J[1] = body->J[1];
    J[2] = rod ? body->J[1] : body->J[2];
}

/* w(d1, d2) at the poses */
static double form(const hol_model *model, int nb, const hol_pose pose[], const double d1[],
                   const double d2[])
{
    double sum = 0, turn[3];
    for (int b = 0; b < nb; b++, d1 += TWIST, d2 += TWIST) {
        const hol_body *body = hol_body_at(model, b);
        double J[3];
        moments(body, J);
        hol_cross(d1 + 3, d2 + 3, turn);
        sum += body->m * (hol_dot3(d1, d2 + 6) - hol_dot3(d2, d1 + 6));
        for (int k = 0; k < 3; k++)
            sum +=
                J[k] * (d1[3 + k] * d2[9 + k] - d2[3 + k] * d1[9 + k] + pose[b].omega[k] * turn[k]);
    }
    return sum;
}

/* Both ends of every direction: before the step and after it. */
static bool vary(variation *V, int d, double before[], double after[])
{
    int nb = V->x->sys->nb, size = TWIST * nb;
    for (int k = 0; k < 2 * d; k++) {
        for (int s = 0; s < 2; s++)
            if (!displace(V, k, d, s ? V->step : -V->step, V->side[s])) return false;
        differ(nb, V->step, V->side[0], V->side[1], before + k * size);
        for (int s = 0; s < 2; s++)
            if (!map(V->x, V->t, V->h, V->side[s])) return false;
        differ(nb, V->step, V->side[0], V->side[1], after + k * size);
    }
    return true;
}

static double compare(const variation *V, int d, const hol_pose after_pose[], const double before[],
                      const double after[])
{
    hol_eval *sys = V->x->sys;
    int size = TWIST * sys->nb;
    double change = 0, whole = 0;
    for (int i = 0; i < 2 * d; i++)
        for (int j = 0; j < i; j++) {
            double w0 = form(sys->model, sys->nb, V->pose, before + i * size, before + j * size);
            double w1 = form(sys->model, sys->nb, after_pose, after + i * size, after + j * size);
            change += (w1 - w0) * (w1 - w0);
            whole += w0 * w0;
        }
    return sqrt(change / whole);
}

static bool open_variation(variation *V, const hol_experiment *x, double t, double h, int *d)
{
    hol_eval *sys = x->sys;
    int nb = sys->nb, n = sys->nv;
    *V = (variation){.x = x, .t = t, .h = h, .step = 1e-4};
    V->here = new_tangent(sys);
    V->there = new_tangent(sys);
    V->q = hol_new(2 * (sys->nq + n), sizeof(double));
    V->v = V->q + sys->nq;
    V->q1 = V->v + n;
    V->v1 = V->q1 + sys->nq;
    V->pose = hol_new(4 * nb, sizeof *V->pose);
    V->side[0] = V->pose + nb;
    V->side[1] = V->side[0] + nb;
    if (!hol_known_poses(x, &V->t, V->pose)) return false;
    hol_place(sys, V->pose, V->q, V->v);
    if (!factor(&V->here, V->t, V->q)) return false;
    *d = n - V->here.rank;
    V->normal = V->here.VT + V->here.rank * n;
    return true;
}

double hol_symplecticity_defect(const hol_experiment *x, double t, double h)
{
    hol_eval *sys = x->sys;
    unsigned needs = HOL_CONSERVATIVE | HOL_HOLONOMIC | HOL_SCLERONOMIC | HOL_SMALL;
    if (needs & ~sys->has || !sys->model) return NAN;
    int d = 0, size = TWIST * sys->nb;
    variation V;
    bool good = open_variation(&V, x, t, h, &d);
    double *before = hol_new(4 * d * size, sizeof *before), *after = before + 2 * d * size;
    hol_pose *to = V.pose + 3 * sys->nb;
    memcpy(to, V.pose, (size_t)sys->nb * sizeof *to);
    good = good && map(x, V.t, h, to) && vary(&V, d, before, after);
    double defect = good ? compare(&V, d, to, before, after) : (double)NAN;
    free(before);
    free(V.pose);
    free(V.q);
    free(V.here.phi);
    free(V.there.phi);
    return defect;
}
