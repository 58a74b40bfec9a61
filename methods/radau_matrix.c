/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The linear systems  (z F_y' + F_y) x = r  of radau-ggl, z a real or a complex number over h, with
 * J = F_y in the middle of the step.  There mu = 0, so that the rows of q' give
 *
 *     x_v = z x_q + J_(q mu) x_mu - r_q,   J_(q mu) = -U^2 G^T,
 *
 * and with w = 1/z, B = (M + w J_vv; G; A), J_vl = (G^T, A^T) and l = (lambda, alpha) the others
 *
 *     [ B + (w^2 J_vq; w J_lq)   (J_vl; 0)   B J_(q mu) ] ( x_q; w^2 x_l; w x_mu )
 *     [ G                         0           0          ]
 *         = ( w (w r_v; r_l) + w B r_q;  r_mu ),
 *
 * whose entries do not grow as h falls, and of which h changes but w J: factors of one h serve
 * others near it, with the w of the h at hand on the right. */
#include <string.h>

#include "holonomy/dense.h"
#include "methods/ggl_equations.h"
#include "methods/radau.h"
#include "numerics/complex_lu.h"

/* ---------------------------------------------------------------- the matrix */

/* Part p of B. */
static void fill_B(hol_eval *sys, const hol_radau_matrix *S, int p, double w, const double J[],
                   const double M[])
{
    int n = sys->nv, rows = n + sys->nc + sys->na, N = hol_ggl_unknowns(sys);
    double *B = S->B + p * rows * n;
    for (int i = 0; i < rows; i++) {
        double factor = i < n ? w : p == 0;
        for (int j = 0; j < n; j++) B[i * n + j] = factor * J[(n + i) * N + n + j];
    }
    for (int i = 0; i < n && p == 0; i++)
        for (int k = sys->M.start[i]; k < sys->M.start[i + 1]; k++)
            B[i * n + sys->M.col[k]] += M[k];
}

static hol_status fill(hol_eval *sys, const hol_radau_matrix *S, double complex w, const double J[],
                       const double M[], const double J_mu[])
{
    int n = sys->nv, m = sys->nc + sys->na, N = hol_ggl_unknowns(sys), K = N - n;
    double complex w2 = w * w;
    for (int p = 0; p < S->parts; p++) {
        double part_w = p ? cimag(w) : creal(w), part_w2 = p ? cimag(w2) : creal(w2);
        fill_B(sys, S, p, part_w, J, M);
        for (int i = 0; i < K; i++) {
            const double *row = J + (n + i) * N, *B = S->B + (p * (n + m) + i) * n;
            double *out = S->LU + (i * S->parts + p) * K;
            double factor = i < n ? part_w2 : i < n + m ? part_w : p == 0;
            memset(out, 0, (size_t)K * sizeof *out);
            hol_axpy(n, factor, row, out);
            if (p == 0) memcpy(out + n, row + 2 * n, (size_t)m * sizeof *out);
            if (i >= n + m) continue;
            hol_axpy(n, 1, B, out);
            hol_multiply_add(1, n, sys->nc, B, n, J_mu, out + n + m);
        }
    }
    return S->parts == 2 ? hol_complex_lu_factor(K, S->LU, S->pivot)
                         : hol_lu_factor(K, S->LU, S->pivot);
}

hol_status hol_radau_factor(hol_stepper *s, const double place[])
{
    hol_eval *sys = s->sys;
    const hol_radau_ggl *own = s->aux;
    int n = sys->nv, nc = sys->nc, N = own->N;
    size_t mark = hol_mark(s->work), bytes = (size_t)hol_radau_place_size(n, N) * sizeof *place;
    if (!memcmp(own->place, place, bytes)) return HOL_OK;
    double *J = hol_take(s->work, N * N), *M = hol_take(s->work, sys->M.nnz);
    double h = place[0], t = place[1];
    hol_status status = HOL_OK;

    own->place[0] = 0;
    memcpy(own->y, place + 2, (size_t)N * sizeof *place);
    memset(own->rate, 0, (size_t)N * sizeof *place);
    memcpy(hol_ggl_split(sys, own->rate).v, place + 2 + N, (size_t)n * sizeof *place);
    hol_ggl_slope(s, t, own->y, own->rate, J);
    hol_mass(sys, own->y, M);
    for (int i = 0; i < n; i++)
        memcpy(own->J_mu + i * nc, J + (i + 1) * N - nc, (size_t)nc * sizeof *J);
    for (int k = 0; k < 2 && !status; k++) {
        status = fill(sys, &own->matrix[k], hol_radau_w(&own->R, k, h), J, M, own->J_mu);
        s->count->factorisations++;
    }
    if (!status) memcpy(own->place, place, bytes);
    hol_release(s->work, mark);
    return status;
}

/* ---------------------------------------------------------------- its solution */

static double complex entry(const hol_radau_matrix *S, const double x[], int size, int i)
{
    return CMPLX(x[i], S->parts == 2 ? x[size + i] : 0);
}

static void set(const hol_radau_matrix *S, double x[], int size, int i, double complex value)
{
    x[i] = creal(value);
    if (S->parts == 2) x[size + i] = cimag(value);
}

/* Row i of B times the q of x. */
static double complex times(const hol_radau_matrix *S, int n, int rows, int i, const double x[],
                            int size)
{
    const double *re = S->B + i * n, *im = re + rows * n;
    if (S->parts == 1) return hol_dot(n, re, x);
    return CMPLX(hol_dot(n, re, x) - hol_dot(n, im, x + size),
                 hol_dot(n, re, x + size) + hol_dot(n, im, x));
}

void hol_radau_divide(hol_stepper *s, int k, double h, double x[])
{
    hol_eval *sys = s->sys;
    const hol_radau_ggl *own = s->aux;
    const hol_radau_matrix *S = &own->matrix[k];
    int n = sys->nv, rows = n + sys->nc + sys->na, N = own->N, K = N - n;
    double complex w = hol_radau_w(&own->R, k, h), z = 1 / w, z2 = z * z;
    size_t mark = hol_mark(s->work);
    double *y = hol_take(s->work, S->parts * K);
    for (int i = 0; i < K; i++) {
        double complex r = entry(S, x, N, n + i);
        if (i < rows) r = w * ((i < n ? w * r : r) + times(S, n, rows, i, x, N));
        set(S, y, K, i, r);
    }
    if (S->parts == 2)
        hol_complex_lu_solve(K, S->LU, S->pivot, y);
    else
        hol_lu_solve(K, S->LU, S->pivot, y);
    for (int i = 0; i < n; i++) {
        double complex x_q = entry(S, y, K, i), sum = x_q;
        for (int c = 0; c < sys->nc; c++)
            sum += own->J_mu[i * sys->nc + c] * entry(S, y, K, rows + c);
        set(S, x, N, n + i, z * sum - entry(S, x, N, i));
        set(S, x, N, i, x_q);
    }
    for (int i = n; i < K; i++) set(S, x, N, n + i, entry(S, y, K, i) * (i < rows ? z2 : z));
    hol_release(s->work, mark);
}
