/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paper 000, sections 2.3 and 3.2: without forces a body moves along a geodesic of its kinetic
 * energy.  Equation (2.5) is held against the motion alone: the metric M of Euler parameters p, its
 * Christoffel symbols by differences of M, p'' by differences of p' over the nodes.  On the sphere
 * |p| = 1 the part of (2.5) along p belongs to the constraint, the rest must vanish. */
#include <math.h>
#include <string.h>

#include "harness/papers/paper_000.h"
#include "harness/papers/paper_run.h"

enum { N = 4, NNZ = N * N, POINTS = 5, MIDDLE = 2 };

/* h f'(0) from f(-2h), ..., f(2h) */
static const double weight[POINTS] = {1 / 12., -8 / 12., 0, 8 / 12., -1 / 12.};

typedef struct { /* the last nodes of a run, and the largest of what was seen in their middle */
    double q[POINTS][N], v[POINTS][N]; /* p; p' [1/s] */
    double symbols, off;               /* Chr(p', p'); the tangential part of (2.5) [N m] */
} path;

/* Chr(v, v)_k = sum [ij, k] v_i v_j, [ij, k] = (d_j M_ik + d_i M_jk - d_k M_ij)/2. */
static void christoffel(hol_eval *sys, const double q[N], const double v[N], double f[N])
{
    const double s = 1e-3;
    memset(f, 0, N * sizeof *f);
    for (int j = 0; j < N; j++) {
        double M[NNZ], dM[NNZ] = {0}, dMv[N];
        for (int k = 0; k < POINTS; k++) {
            double at[N];
            memcpy(at, q, sizeof at);
            at[j] += (k - MIDDLE) * s;
            hol_mass(sys, at, M);
            hol_axpy(NNZ, weight[k] / s, M, dM);
        }
        hol_multiply(&sys->M, dM, v, dMv);
        hol_axpy(N, v[j], dMv, f);
        f[j] -= 0.5 * hol_dot(N, v, dMv);
    }
}

static void look(void *self, const hol_node *at)
{
    path *p = self;
    hol_eval *sys = at->s->sys;
    memmove(p->q[0], p->q[1], (POINTS - 1) * sizeof *p->q);
    memmove(p->v[0], p->v[1], (POINTS - 1) * sizeof *p->v);
    memcpy(p->q[POINTS - 1], at->z->q, sizeof *p->q);
    memcpy(p->v[POINTS - 1], at->z->v, sizeof *p->v);
    if (at->step + 1 < POINTS) return;
    const double *q = p->q[MIDDLE], *v = p->v[MIDDLE];
    double M[NNZ], Chr[N], f[N], a[N] = {0};
    for (int k = 0; k < POINTS; k++) hol_axpy(N, weight[k] / at->h, p->v[k], a);
    hol_mass(sys, q, M);
    hol_multiply(&sys->M, M, a, f);
    christoffel(sys, q, v, Chr);
    hol_axpy(N, 1, Chr, f);
    hol_axpy(N, -hol_dot(N, q, f) / hol_dot(N, q, q), q, f);
    p->symbols = fmax(p->symbols, hol_norm_max(N, Chr));
    p->off = fmax(p->off, hol_norm_max(N, f));
}

bool hol_p000_geodesics(hol_paper_section *to)
{
    path p = {0};
    const hol_paper_run is = {.problem = "rigid-body",
                              .method = "jet-dp5",
                              .formulation = "euler",
                              .h = 1e-3,
                              .until = 2,
                              .observe = look,
                              .observer = &p};
    hol_result r;
    bool good = hol_paper_follow(&is, &r, &to->why);
    hol_result_free(&r);
    if (!good) return false;
    const double x = p.off / p.symbols;
    hol_paper_find(to, "geodesic", 1, &x,
                   "%.1e; the Christoffel symbols, by differences of 4 H^T J H, amount to %.3g N m",
                   x, p.symbols);
    return true;
}
