/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The nearest configuration that closes the joints: see closest.h.  With dq = N c, N the basis of
 * what the inner rows allow (reduce.c), Mr = N^T M N = L L^T over the freedoms that are not held
 * and y = L^T c, both the closure
 *
 *     W y = -Phi,   W = Gr L^-T   (rows in their units)
 *
 * and the way back towards q0 are steps of least |y| by the singular values of W, those below
 * `dependent` of the largest left out: rows may depend on others.  Levenberg's and Marquardt's
 * damping makes |Phi| fall in every step of the closure. */
#include "mechanics/closest.h"

#include <math.h>
#include <string.h>

#include <lapacke.h>

#include "base/doubles.h"
#include "holonomy/dense.h"

static const double dependent = 1e-10;  /* of the largest singular value */
static const double settled = 1e-13;    /* of the length: what closed joints are open by at most */
static const double least_fall = 1e-12; /* of |Phi| in a step; less: it has no zero here */
static const double level = 1e-10;      /* way back to q0 in a step, of the length */
static const double disturbed = 0.05;   /* of the length */
enum { CLOSURE_MOST = 400, NEAREST_MOST = 200, TRIALS = 4 };

/* ---------------------------------------------------------------- set-up */

void hol_closest_make(hol_closest *p, hol_memory *m, hol_eval *sys)
{
    p->memory = m;
    p->sys = sys;
    p->t = sys->model->t0;
    int nr = sys->nr, all = sys->nj + sys->na, rows = all + sys->nc, k = all < nr ? all : nr;
    double room = 1;
    p->column = hol_alloc(m, (size_t)nr, sizeof *p->column);
    p->Mr = hol_doubles(m, sys->Mr.nnz), p->Gr = hol_doubles(m, sys->Gr.nnz);
    p->M = hol_doubles(m, sys->M.nnz), p->L = hol_doubles(m, nr * nr);
    p->W = hol_doubles(m, all * nr), p->U = hol_doubles(m, all * k), p->V = hol_doubles(m, k * nr);
    p->sigma = hol_doubles(m, k + 1);
    p->phi = hol_doubles(m, rows), p->phi1 = hol_doubles(m, rows), p->r = hol_doubles(m, rows);
    p->y = hol_doubles(m, nr), p->c = hol_doubles(m, nr);
    p->x = hol_doubles(m, nr), p->fr = hol_doubles(m, nr);
    p->dv = hol_doubles(m, sys->nv), p->f = hol_doubles(m, sys->nv);
    p->q1 = hol_doubles(m, sys->nq), p->q0 = hol_doubles(m, sys->nq);
    p->trial = hol_doubles(m, sys->nq), p->way = hol_doubles(m, nr);
    p->q = hol_doubles(m, sys->nq), p->v = hol_doubles(m, sys->nv);
    hol_place(sys, NULL, p->q, p->v);
    memcpy(p->q0, p->q, (size_t)sys->nq * sizeof *p->q);
    hol_mass(sys, p->q, p->M);
    for (int b = 0; b < sys->nb; b++) p->mass += hol_body_at(sys->model, b)->m;
    if (k)
        LAPACKE_dgesvd_work(LAPACK_COL_MAJOR, 'S', 'S', all, nr, p->W, all, p->sigma, p->U, all,
                            p->V, k, &room, -1);
    p->room = 2 * (int)room + 10 * (all + nr);
    p->rest = hol_doubles(m, p->room);
}

/* ---------------------------------------------------------------- linear algebra */

/* x = L^-1 x, and x = L^-T x, n x n lower. */
static void forward(int n, const double L[], double x[])
{
    for (int i = 0; i < n; i++) x[i] = (x[i] - hol_dot(i, L + i * n, x)) / L[i * n + i];
}

static void backward(int n, const double L[], double x[])
{
    for (int i = n - 1; i >= 0; i--) {
        x[i] /= L[i * n + i];
        hol_axpy(i, -x[i], L + i * n, x);
    }
}

/* The square root L of Mr, and N, at q. */
static hol_status set_metric(hol_closest *p, const double q[])
{
    hol_eval *sys = p->sys;
    hol_reduce_matrices(sys, p->t, q, p->Mr, p->Gr);
    for (int i = 0; i < p->n; i++)
        for (int j = 0; j <= i; j++) {
            int at = hol_find(&sys->Mr, p->column[i], p->column[j]);
            p->L[i * p->n + j] = at < 0 ? 0 : p->Mr[at];
        }
    return hol_cholesky_factor(p->n, p->L);
}

double hol_any_row_unit(const hol_eval *sys, int i)
{
    return i < sys->nj ? hol_row_unit(sys, i) : sys->unit;
}

void hol_closest_free_all(hol_closest *p)
{
    for (p->n = 0; p->n < p->sys->nr; p->n++) p->column[p->n] = p->n;
}

bool hol_closest_rows(hol_closest *p, const double q[], int rows, bool unit)
{
    hol_eval *sys = p->sys;
    int n = p->n;
    double *full = p->c, *w = p->y;
    p->m = rows, p->k = rows < n ? rows : n, p->rank = 0;
    if (set_metric(p, q)) return false;
    for (int i = 0; i < rows; i++) {
        memset(full, 0, (size_t)sys->nr * sizeof *full);
        for (int at = sys->Gr.start[i]; at < sys->Gr.start[i + 1]; at++)
            full[sys->Gr.col[at]] = p->Gr[at] / hol_any_row_unit(sys, i);
        for (int j = 0; j < n; j++) w[j] = full[p->column[j]];
        forward(n, p->L, w);
        double length = unit ? hol_norm(n, w) : 1;
        for (int j = 0; j < n; j++) p->W[i + j * rows] = length > 0 ? w[j] / length : 0;
    }
    return true;
}

bool hol_closest_decompose(hol_closest *p, const double q[], int rows, bool unit)
{
    if (!hol_closest_rows(p, q, rows, unit)) return false;
    if (!p->k) return true;
    if (LAPACKE_dgesvd_work(LAPACK_COL_MAJOR, 'S', 'S', rows, p->n, p->W, rows, p->sigma, p->U,
                            rows, p->V, p->k, p->rest, p->room))
        return false;
    while (p->rank < p->k && p->sigma[p->rank] > dependent * p->sigma[0]) p->rank++;
    return isfinite(p->sigma[0]);
}

/* y = -W^T (W W^T + mu)^-1 r on the range of W */
void hol_closest_step(const hol_closest *p, double mu, const double r[], double y[])
{
    memset(y, 0, (size_t)p->n * sizeof *y);
    for (int s = 0; s < p->rank; s++) {
        double factor = -hol_dot(p->m, p->U + s * p->m, r) * p->sigma[s];
        factor /= p->sigma[s] * p->sigma[s] + mu;
        for (int j = 0; j < p->n; j++) y[j] += factor * p->V[s + j * p->k];
    }
}

/* y less its part in the range of W^T. */
static void along_rows(const hol_closest *p, double y[])
{
    for (int s = 0; s < p->rank; s++) {
        double part = 0;
        for (int j = 0; j < p->n; j++) part += p->V[s + j * p->k] * y[j];
        for (int j = 0; j < p->n; j++) y[j] -= part * p->V[s + j * p->k];
    }
}

/* dv = N c of the freedoms y = L^T c, at the place of the last metric. */
void hol_closest_expand(hol_closest *p, const double y[], double dv[])
{
    double *c = p->x;
    memcpy(c, y, (size_t)p->n * sizeof *c);
    backward(p->n, p->L, c);
    memset(p->c, 0, (size_t)p->sys->nr * sizeof *p->c);
    for (int j = 0; j < p->n; j++) p->c[p->column[j]] = c[j];
    memset(p->f, 0, (size_t)p->sys->nv * sizeof *p->f);
    hol_reduce_sides(p->sys, NULL, p->f, p->fr, p->r);
    hol_expand(p->sys, p->f, p->c, NULL, dv, NULL);
}

static void move(hol_closest *p, const double q[], const double y[], double q1[])
{
    hol_closest_expand(p, y, p->dv);
    hol_move(p->sys, q, p->dv, q1);
    memset(p->dv, 0, (size_t)p->sys->nv * sizeof *p->dv);
    hol_inner_project(p->sys, q1, p->dv);
}

/* ---------------------------------------------------------------- closure */

/* |Phi| of the joints in their units; Phi into phi. */
static double violation(hol_closest *p, const double q[], double phi[])
{
    hol_constraints(p->sys, p->t, q, phi, NULL);
    double square = 0;
    for (int i = 0; i < p->sys->nj; i++) square += pow(phi[i] / hol_row_unit(p->sys, i), 2);
    return sqrt(square);
}

double hol_closest_closure(const hol_closest *p)
{
    return hol_rows_size(p->sys, 0, p->sys->nj, p->phi);
}

/* A step from q with damping mu, or more of it, that makes |Phi| fall; false: none does. */
static bool fall(hol_closest *p, double q[], double *mu, double *size)
{
    const hol_eval *sys = p->sys;
    double square = p->sigma[0] * p->sigma[0];
    for (int i = 0; i < sys->nj; i++) p->r[i] = p->phi[i] / hol_row_unit(sys, i);
    memcpy(p->phi1, p->r, (size_t)sys->nj * sizeof *p->r);
    for (; *mu<1e8 * square; *mu = *mu> 0 ? 10 * *mu : 1e-9 * square) {
        hol_closest_step(p, *mu, p->phi1, p->y);
        move(p, q, p->y, p->q1);
        double now = violation(p, p->q1, p->r);
        if (!(now < *size * (1 - least_fall))) continue;
        memcpy(q, p->q1, (size_t)sys->nq * sizeof *q);
        memcpy(p->phi, p->r, (size_t)sys->nc * sizeof *p->phi);
        *size = now;
        *mu = *mu > 1e-8 * square ? 0.1 * *mu : 0;
        return true;
    }
    return false;
}

bool hol_close_joints_to(hol_closest *p, double enough, double q[])
{
    double size = violation(p, q, p->phi), mu = 0;
    for (int i = 0; i < CLOSURE_MOST && hol_closest_closure(p) > enough; i++, p->iterations++) {
        if (!hol_closest_decompose(p, q, p->sys->nj, false) || !p->rank || !fall(p, q, &mu, &size))
            break;
    }
    return hol_closest_closure(p) <= settled;
}

bool hol_close_joints(hol_closest *p, double q[])
{
    return hol_close_joints_to(p, 0, q);
}

/* ---------------------------------------------------------------- the nearest one */

/* (q - q0)^T M (q - q0); M (q - q0) into f. */
double hol_closest_distance(hol_closest *p, const double q[])
{
    double *dq = p->dv;
    hol_difference(p->sys, p->q0, q, dq);
    hol_multiply(&p->sys->M, p->M, dq, p->f);
    return hol_dot(p->sys->nv, dq, p->f);
}

/* The part of -(q - q0) that the joints allow at q, into y; its length. */
static double way_back(hol_closest *p, const double q[], double y[])
{
    if (!hol_closest_decompose(p, q, p->sys->nj, false)) return 0;
    hol_closest_distance(p, q);
    hol_reduce_sides(p->sys, NULL, p->f, p->fr, p->r);
    for (int j = 0; j < p->n; j++) y[j] = -p->fr[p->column[j]];
    forward(p->n, p->L, y);
    along_rows(p, y);
    return hol_norm(p->n, y);
}

/* From a closed q to the nearest closed one: down the distance along the joints, closed again
 * after each step. */
void hol_approach(hol_closest *p, double q[])
{
    const hol_eval *sys = p->sys;
    double *way = p->way, *trial = p->trial;
    double least = hol_closest_distance(p, q);
    for (int i = 0; i < NEAREST_MOST; i++) {
        double size = way_back(p, q, way), factor = 1, now = least;
        if (size <= level * sys->length * sqrt(p->mass)) return;
        for (; factor > 1e-6; factor *= 0.5) {
            if (factor < 1) way_back(p, q, way);
            for (int j = 0; j < p->n; j++) way[j] *= factor;
            move(p, q, way, trial);
            if (hol_close_joints(p, trial) && (now = hol_closest_distance(p, trial)) < least) break;
        }
        if (!(now < least)) break;
        memcpy(q, trial, (size_t)sys->nq * sizeof *q);
        least = now;
    }
    violation(p, q, p->phi);
}

/* -------------------------------------------------------------- a guess between two assemblies */

bool hol_closest_beside(hol_closest *p, const double q[], double far, int k, double there[])
{
    unsigned seed = (unsigned)k + 1;
    if (set_metric(p, q)) return false;
    for (int j = 0; j < p->n; j++) {
        seed = seed * 1664525u + 1013904223u;
        p->y[j] = far * p->sys->length * sqrt(p->mass) * ((seed >> 8) / 8388608.0 - 1);
    }
    move(p, q, p->y, there);
    return true;
}

bool hol_bends(hol_closest *p, const double q[])
{
    for (int k = 0; k < TRIALS; k++)
        if (hol_closest_beside(p, q, disturbed, k, p->trial) &&
            hol_close_joints_to(p, settled, p->trial))
            return true;
    return false;
}
