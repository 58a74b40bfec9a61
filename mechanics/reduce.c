/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The index-1 equations, (G; A) v' = r beside those of motion, with the inner rows eliminated body
 * by body.  Any solution of the inner acceleration constraints is v' = ap + N c, N a basis of their
 * null space; what remains is
 *
 *     [ N^T M N   Gr^T ] [c]   [ N^T (f - M ap)   ]
 *     [ Gr        0    ] [y] = [ r - (G; A) ap    ]      Gr = (G of the joints; A) N,
 *
 * with N^T M N positive definite even where M is singular.  A row that depends on others has -slack
 * y on its left as well: where the equations are consistent its y is 0 and c stands.  In Euler
 * parameters this is Algorithm 5.1 of paper 000 (its H is 2 N^T); in `lie` N = 1. */
#include <stdlib.h>
#include <string.h>

#include "holonomy/dense.h"
#include "mechanics/reduction.h"
#include "numerics/inlined.h"

enum { DIRECTORS = 9 }; /* coordinates, whose loops are unrolled */

/* out = x - D y, n numbers of the diagonal D; n is a constant where this is inlined. */
HOL_INLINED void less_diagonal_times(int n, const double D[], const double x[], const double y[],
                                     double out[])
{
    HOL_UNROLLED
    for (int i = 0; i < n; i++) out[i] = x[i] - D[i] * y[i];
}

/* x -= factor y, n numbers; n is a constant where this is inlined. */
HOL_INLINED void less_multiple(int n, double factor, const double y[restrict], double x[restrict])
{
    HOL_UNROLLED
    for (int i = 0; i < n; i++) x[i] -= y[i] * factor;
}

/* a - x^T y, n numbers */
HOL_INLINED double less_product(int n, double a, const double x[], const double y[])
{
    HOL_UNROLLED
    for (int i = 0; i < n; i++) a -= x[i] * y[i];
    return a;
}

/* out = x - M y for the orientation of one body, x, y and out from there on; out may be x. */
static void less_mass_times(const hol_slot *s, const double M[], const double x[], const double y[],
                            double out[])
{
    const double *block = M + s->M + s->centre * s->centre_block;
    int n = s->nv - s->centre, m = s->o->mass_block;
    if (m == 1) {
        n == DIRECTORS ? less_diagonal_times(DIRECTORS, block, x, y, out)
                       : less_diagonal_times(n, block, x, y, out);
        return;
    }
    for (int first = 0; first < n; first += m)
        for (int i = 0; i < m; i++) {
            double rest = x[first + i];
            for (int j = 0; j < m; j++) rest -= *block++ * y[first + j];
            out[first + i] = rest;
        }
}

/* out = N^T x, N n x m of one body or rows of it; m, and n of directors, are constants where this
 * is inlined. */
HOL_INLINED void transposed_times(int m, int n, const double N[], const double x[], double out[])
{
    double sum[3] = {0};
    HOL_UNROLLED
    for (int i = 0; i < n; i++) HOL_UNROLLED
    for (int j = 0; j < m; j++) sum[j] += N[i * m + j] * x[i];
    HOL_UNROLLED
    for (int j = 0; j < m; j++) out[j] = sum[j];
}

static void basis_times(int m, int n, const double N[], const double x[], double out[])
{
    n == DIRECTORS ? transposed_times(3, DIRECTORS, N, x, out)
    : m == 3       ? transposed_times(3, n, N, x, out)
    : m == 2       ? transposed_times(2, n, N, x, out)
                   : transposed_times(1, n, N, x, out);
}

/* Of a matrix n x n: itself, or its diagonal where that is all (size = 1). */
static double *copy_block(int n, int size, const double M[], double Mr[])
{
    for (int i = 0; i < n; i++, M += n)
        for (int j = i / size * size, end = j + size; j < end; j++) *Mr++ = M[j];
    return Mr;
}

/* Mr = N^T M N of one body at q: its centre's block, then its turning block. */
double *hol_reduced_mass(const hol_scratch *S, const hol_slot *s, const double q[], double Mr[])
{
    const double *block = S->M + s->M;
    int c = s->centre * s->centre_block, m = s->nr - s->centre, n = s->nv - s->centre;
    for (int i = 0; i < c; i++) Mr[i] = block[i];
    Mr += c;
    if (!s->o) return Mr;
    if (s->o->reduced_mass) {
        s->o->reduced_mass(s->body->J, q + s->q + s->centre, Mr);
        return Mr + m;
    }
    if (!s->o->basis) return copy_block(m, s->turn_block, block + c, Mr);
    const double *N = S->N + s->N;
    double *MN = S->block;
    int size = s->o->mass_block;
    for (int i = 0; i < n; i++) {
        int first = i / size * size;
        const double *row = block + c + first * size + (i - first) * size;
        basis_times(m, size, N + first * m, row, MN + i * m);
    }
    for (int j = 0; j < m; j++) {
        double column[12];
        for (int k = 0; k < n; k++) column[k] = N[k * m + j];
        basis_times(m, n, MN, column, Mr + j * m);
    }
    return Mr + m * m;
}

/* out = N^T x of one body */
static void restrict_to(const hol_scratch *S, const hol_slot *s, const double x[], double out[])
{
    int c = s->centre, m = s->nr - c, n = s->nv - c;
    for (int k = 0; k < c; k++) out[k] = x[k];
    if (!hol_has_basis(s)) {
        memcpy(out + c, x + c, (size_t)m * sizeof *out);
        return;
    }
    basis_times(m, n, S->N + s->N, x + c, out + c);
}

void hol_rows_stand(hol_eval *sys, double t, const double q[])
{
    const hol_scratch *S = hol_scratch_of(sys);
    if (sys->nj) hol_constraints(sys, t, q, NULL, S->G);
    if (sys->na) hol_nonholonomic_rows(sys, t, q, S->A, NULL);
}

static void copy_plain(hol_eval *sys, const double q[], double Mr[], double Gr[])
{
    const hol_system *R = sys->system;
    const hol_scratch *S = hol_scratch_of(sys);
    if (S->Mr || R->tree)
        memcpy(Mr, S->Mr ? S->Mr : S->M, (size_t)sys->Mr.nnz * sizeof *Mr);
    else
        for (int b = 0; b < R->slots; b++) Mr = hol_reduced_mass(S, &R->slot[b], q, Mr);
    if (Gr != S->G) memcpy(Gr, S->G, (size_t)sys->Gr.nnz * sizeof *Gr);
}

/* The mass at q; where every body has Mr in closed form, that is asked in its place. */
static void set_mass(hol_eval *sys, const double q[])
{
    const hol_system *R = sys->system;
    hol_scratch *S = hol_scratch_of(sys);
    if (!S->M) S->M = hol_alloc(S->memory, (size_t)R->mass_blocks, sizeof *S->M);
    if (sys->has & HOL_CONST_MASS) return;
    if (S->closed)
        sys->count->masses++;
    else
        hol_mass(sys, q, S->M);
}

void hol_reduce_standing(hol_eval *sys, const double q[], double Mr[], double Gr[])
{
    const hol_system *R = sys->system;
    hol_scratch *S = hol_scratch_of(sys);
    set_mass(sys, q);
    if (hol_is_plain(sys)) {
        copy_plain(sys, q, Mr, Gr);
        return;
    }
    for (const hol_slot *s = R->slot; s < R->slot + R->slots; s++) {
        if (hol_has_basis(s)) hol_basis_at(s, q, S->N);
        Mr = hol_reduced_mass(S, s, q, Mr);
    }
    hol_row_part b = {0};
    while (hol_next_part(sys, sys->nj + sys->na, &b))
        restrict_to(S, b.slot, S->G + b.at, Gr + b.reduced);
}

void hol_reduce_matrices(hol_eval *sys, double t, const double q[], double Mr[], double Gr[])
{
    hol_rows_stand(sys, t, q);
    hol_reduce_standing(sys, q, Mr, Gr);
}

/* ap of every body with inner rows, N^T (f - M ap). */
static void reduce_forces(hol_eval *sys, const double r[], const double f[], double fr[])
{
    const hol_system *R = sys->system;
    const hol_scratch *S = hol_scratch_of(sys);
    if (!r) memset(S->ap, 0, (size_t)sys->nv * sizeof *S->ap);
    for (const hol_slot *s = R->slot; s < R->slot + R->slots; s++) {
        if (!hol_has_basis(s) || !r) {
            restrict_to(S, s, f + s->v, fr + s->r);
            continue;
        }
        double *rest = S->block, *ap = S->ap + s->v + s->centre;
        s->o->particular(S->N + hol_dual_of(s), r + s->inner, ap);
        if (s->o->reduced_mass) { /* M ap = 0 */
            restrict_to(S, s, f + s->v, fr + s->r);
            continue;
        }
        less_mass_times(s, S->M, f + s->v + s->centre, ap, rest + s->centre);
        for (int k = 0; k < s->centre; k++) rest[k] = f[s->v + k];
        restrict_to(S, s, rest, fr + s->r);
    }
}

void hol_reduce_sides(hol_eval *sys, const double r[], const double f[], double fr[], double br[])
{
    const hol_scratch *S = hol_scratch_of(sys);
    hol_row_part b = {0};
    for (int i = 0; i < sys->nj; i++) br[i] = r ? r[i] : 0;
    for (int i = 0; i < sys->na; i++) br[sys->nj + i] = r ? r[sys->nc + i] : 0;
    if (hol_is_plain(sys)) {
        memcpy(fr, f, (size_t)sys->nv * sizeof *fr);
        return;
    }
    reduce_forces(sys, r, f, fr);
    if (!r) return;
    while (hol_next_part(sys, sys->nj + sys->na, &b)) {
        const hol_slot *s = b.slot;
        if (!hol_has_basis(s)) continue;
        int n = s->nv - s->centre;
        const double *value = S->G + b.at + s->centre, *ap = S->ap + s->v + s->centre;
        double *rest = &br[b.row];
        *rest = n == DIRECTORS ? less_product(DIRECTORS, *rest, value, ap)
                               : less_product(n, *rest, value, ap);
    }
}

void hol_reduce(hol_eval *sys, double t, const double q[], const double r[], const double f[],
                double Mr[], double fr[], double Gr[], double br[])
{
    hol_reduce_matrices(sys, t, q, Mr, Gr);
    hol_reduce_sides(sys, r, f, fr, br);
}

/* out = a + N x, N n x m; m, and n of directors, are constants where this is inlined. */
HOL_INLINED void plus_times(int m, int n, const double a[], const double N[], const double x[],
                            double out[])
{
    HOL_UNROLLED
    for (int i = 0; i < n; i++) {
        double sum = 0;
        HOL_UNROLLED
        for (int j = 0; j < m; j++) sum += N[i * m + j] * x[j];
        out[i] = a[i] + sum;
    }
}

/* v' = ap + N c of one body. */
static void expand_body(const hol_scratch *S, const hol_slot *s, const double c[], double a[])
{
    int k = s->centre, m = s->nr - k, n = s->nv - k;
    const double *N = S->N + s->N, *ap = S->ap + s->v + k;
    a += s->v, c += s->r;
    for (int i = 0; i < k; i++) a[i] = c[i];
    a += k, c += k;
    if (!hol_has_basis(s)) {
        memcpy(a, c, (size_t)n * sizeof *a);
        return;
    }
    n == DIRECTORS ? plus_times(3, DIRECTORS, ap, N, c, a)
    : m == 3       ? plus_times(3, n, ap, N, c, a)
    : m == 2       ? plus_times(2, n, ap, N, c, a)
                   : plus_times(1, n, ap, N, c, a);
}

/* They balance what is left of the orientations: g^T mu = f - M v' - (G; A)^T y. */
static void inner_multipliers(hol_eval *sys, const double f[], const double y[], const double a[],
                              double lambda[])
{
    const hol_system *R = sys->system;
    const hol_scratch *S = hol_scratch_of(sys);
    size_t mark = hol_mark(sys->work);
    double *left = hol_take(sys->work, sys->nv);
    hol_row_part part = {0};
    memcpy(left, f, (size_t)sys->nv * sizeof *f);
    while (hol_next_part(sys, sys->nj + sys->na, &part)) {
        const hol_slot *s = part.slot;
        int n = s->nv - s->centre;
        const double *value = S->G + part.at + s->centre;
        double *rest = left + s->v + s->centre;
        n == DIRECTORS ? less_multiple(DIRECTORS, y[part.row], value, rest)
                       : less_multiple(n, y[part.row], value, rest);
    }
    for (const hol_slot *s = R->slot; s < R->slot + R->slots; s++) {
        int at = s->v + s->centre;
        if (!hol_has_basis(s)) continue;
        if (!s->o->reduced_mass) less_mass_times(s, S->M, left + at, a + at, left + at);
        s->o->inner_multipliers(S->N + hol_dual_of(s), left + at, lambda + s->inner);
    }
    hol_release(sys->work, mark);
}

void hol_expand(hol_eval *sys, const double f[], const double c[], const double y[], double a[],
                double lambda[])
{
    const hol_system *R = sys->system;
    const hol_scratch *S = hol_scratch_of(sys);
    if (hol_is_plain(sys)) {
        memcpy(a, c, (size_t)sys->nv * sizeof *a);
        if (lambda) memcpy(lambda, y, (size_t)sys->nj * sizeof *lambda);
        return;
    }
    for (int b = 0; b < R->slots; b++) expand_body(S, &R->slot[b], c, a);
    if (!lambda) return;
    for (int i = 0; i < sys->nj; i++) lambda[i] = y[i];
    if (sys->nc > sys->nj) inner_multipliers(sys, f, y, a, lambda);
}
