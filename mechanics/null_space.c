/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Newton's matrices without the inner rows: see null_space.h. */
#include "mechanics/null_space.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/meter.h"
#include "holonomy/dense.h"
#include "holonomy/saddle.h"
#include "mechanics/internal.h"

enum { B_SIDE, C_SIDE, SIDES };
enum { MOST_REDUCED = 6 }; /* velocities of a body */

struct hol_null_space {
    hol_eval *sys;
    hol_saddle *saddle;
    hol_pattern K;    /* of P^T K N: nr x nr; without inner rows that of the system */
    int *first;       /* slots + 1: where the blocks of a body's rows start in the next two */
    int *slot, *at;   /* a block's body across, its first place in each of the rows */
    double *N[SIDES]; /* P and N of all bodies, each with its dual vectors behind it */
};

static bool plain(hol_eval *sys)
{
    return sys->nr == sys->nv;
}

/* ---------------------------------------------------------------- the pattern */

static int ascending(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* The bodies that the rows of body I have entries of, in order; how many.  seen: of which row block
 * a body was met last. */
static int bodies_across(hol_eval *sys, const int slot_of[], int I, int seen[], int across[])
{
    const hol_pattern *K = hol_K(sys);
    const hol_slot *s = &sys->system->slot[I];
    int count = 0;
    for (int k = K->start[s->v]; k < K->start[s->v + s->nv]; k++) {
        int J = slot_of[K->col[k]];
        if (seen[J] == I + 1) continue;
        seen[J] = I + 1;
        across[count++] = J;
    }
    qsort(across, (size_t)count, sizeof *across, ascending);
    return count;
}

/* Rows of body I in the reduced pattern, whose blocks are known. */
static void fill_rows(const hol_null_space *S, int I, int start[], int col[])
{
    const hol_slot *slot = S->sys->system->slot, *s = &slot[I];
    for (int a = 0; a < s->nr; a++) {
        int n = 0;
        for (int e = S->first[I]; e < S->first[I + 1]; e++) {
            const hol_slot *across = &slot[S->slot[e]];
            S->at[e] = n;
            for (int b = 0; b < across->nr; b++) col[start[s->r + a] + n++] = across->r + b;
        }
        start[s->r + a + 1] = start[s->r + a] + n;
    }
}

static void make_pattern(hol_null_space *S, hol_memory *m)
{
    hol_eval *sys = S->sys;
    const hol_system *R = sys->system;
    const hol_pattern *K = hol_K(sys);
    size_t slots = (size_t)R->slots, most = (size_t)K->nnz;
    int *slot_of = hol_alloc(m, (size_t)sys->nv + 2 * slots, sizeof *slot_of);
    int *seen = slot_of + sys->nv, *across = seen + slots, nnz = 0;
    for (int I = 0; I < R->slots; I++)
        for (int i = 0; i < R->slot[I].nv; i++) slot_of[R->slot[I].v + i] = I;
    S->first = hol_alloc(m, slots + 1, sizeof *S->first);
    S->slot = hol_alloc(m, 2 * most, sizeof *S->slot);
    S->at = S->slot + most;
    for (int I = 0; I < R->slots; I++) {
        int count = bodies_across(sys, slot_of, I, seen, across), width = 0;
        memcpy(S->slot + S->first[I], across, (size_t)count * sizeof *across);
        S->first[I + 1] = S->first[I] + count;
        for (int e = 0; e < count; e++) width += R->slot[across[e]].nr;
        nnz += width * R->slot[I].nr;
    }
    int *start = hol_alloc(m, (size_t)(sys->nr + 1 + nnz), sizeof *start);
    int *col = start + sys->nr + 1;
    for (int I = 0; I < R->slots; I++) fill_rows(S, I, start, col);
    S->K = (hol_pattern){sys->nr, sys->nr, nnz, start, col};
}

hol_null_space *hol_null_space_new(hol_memory *m, hol_eval *sys)
{
    hol_null_space *S = hol_alloc(m, 1, sizeof *S);
    S->sys = sys;
    hol_saddle_end_with(m, &S->saddle);
    if (plain(sys)) {
        S->saddle = hol_saddle_new(hol_K(sys), &sys->G, 0, HOL_SADDLE_AUTO, sys->count);
        return S;
    }
    make_pattern(S, m);
    for (int k = 0; k < SIDES; k++)
        S->N[k] = hol_alloc(m, (size_t)sys->system->bases, sizeof *S->N[k]);
    S->saddle = hol_saddle_new(&S->K, &sys->Gr, 0, HOL_SADDLE_AUTO, sys->count);
    return S;
}

/* ---------------------------------------------------------------- body by body */

static void bases_at(const hol_system *R, const double q[], double N[])
{
    for (const hol_slot *s = R->slot; s < R->slot + R->slots; s++) {
        if (hol_has_basis(s)) hol_basis_at(s, q, N);
    }
}

/* Row i of N of one body, in its reduced velocities: row[*first ... *first + count - 1]. */
static int row_of(const hol_slot *s, const double N[], int i, int *first, const double **row)
{
    static const double one = 1;
    int c = s->centre, m = s->nr - c;
    bool turning = i >= c && hol_has_basis(s);
    *first = turning ? c : i;
    *row = turning ? N + s->N + (i - c) * m : &one;
    return turning ? m : 1;
}

/* out += f row, three numbers mostly. */
static inline void add_row(int count, double f, const double row[], double out[])
{
    if (count != 3) {
        hol_axpy(count, f, row, out);
        return;
    }
    out[0] += f * row[0];
    out[1] += f * row[1];
    out[2] += f * row[2];
}

/* out += N^T x of one body. */
static void restrict_add(const hol_slot *s, const double N[], const double x[], double out[])
{
    const double *row;
    for (int i = 0; i < s->nv; i++) {
        if (x[i] == 0) continue;
        int first, count = row_of(s, N, i, &first, &row);
        add_row(count, x[i], row, out + first);
    }
}

/* P^T K N */
static void reduce_K(const hol_null_space *S, const double K[], double Kr[])
{
    const hol_pattern *whole = hol_K(S->sys);
    const hol_slot *slot = S->sys->system->slot;
    for (int I = 0; I < S->sys->system->slots; I++)
        for (int i = 0; i < slot[I].nv; i++) {
            const double *left, *right;
            int a, rows = row_of(&slot[I], S->N[B_SIDE], i, &a, &left);
            int k = whole->start[slot[I].v + i], end = whole->start[slot[I].v + i + 1];
            for (int e = S->first[I]; k < end; e++) {
                const hol_slot *J = &slot[S->slot[e]];
                double sum[MOST_REDUCED] = {0};
                bool any = false;
                for (; k < end && whole->col[k] < J->v + J->nv; k++) {
                    if (K[k] == 0) continue;
                    int b, count = row_of(J, S->N[C_SIDE], whole->col[k] - J->v, &b, &right);
                    add_row(count, K[k], right, sum + b);
                    any = true;
                }
                for (int r = 0; any && r < rows; r++)
                    hol_axpy(J->nr, left[r], sum, Kr + S->K.start[slot[I].r + a + r] + S->at[e]);
            }
        }
}

/* Rows of joints times N. */
static void reduce_rows(hol_eval *sys, const double N[], const double G[], double Gr[])
{
    hol_row_part b = {0};
    while (hol_next_part(sys, sys->nj, &b)) restrict_add(b.slot, N, G + b.at, Gr + b.reduced);
}

/* xp of the inner rows b (nc), 0 elsewhere. */
static void particular(const hol_null_space *S, const double b[], double xp[])
{
    const hol_system *R = S->sys->system;
    for (const hol_slot *s = R->slot; s < R->slot + R->slots; s++) {
        if (hol_has_basis(s))
            s->o->particular(S->N[C_SIDE] + hol_dual_of(s), b + s->inner, xp + s->v + s->centre);
    }
}

/* x += N c */
static void expand(const hol_null_space *S, const double c[], double x[])
{
    const hol_system *R = S->sys->system;
    for (const hol_slot *s = R->slot; s < R->slot + R->slots; s++) {
        const double *row;
        for (int i = 0; i < s->nv; i++) {
            int first, count = row_of(s, S->N[C_SIDE], i, &first, &row);
            x[s->v + i] += hol_dot(count, row, c + s->r + first);
        }
    }
}

/* The multipliers y of inner rows, which balance r = a - K x - B^T y of the joints. */
static void inner_multipliers(const hol_null_space *S, const double r[], double y[])
{
    const hol_system *R = S->sys->system;
    for (const hol_slot *s = R->slot; s < R->slot + R->slots; s++) {
        if (hol_has_basis(s))
            s->o->inner_multipliers(S->N[B_SIDE] + hol_dual_of(s), r + s->v + s->centre,
                                    y + s->inner);
    }
}

/* ---------------------------------------------------------------- the solve */

/* r -= K x */
static void take_K_times(hol_eval *sys, const double K[], const double x[], double r[])
{
    size_t mark = hol_mark(sys->work);
    double *Kx = hol_take(sys->work, sys->nv);
    hol_multiply(hol_K(sys), K, x, Kx);
    hol_axpy(sys->nv, -1, Kx, r);
    hol_release(sys->work, mark);
}

/* Does C x = b hold in the rows of joints?  Factors of a matrix that is singular but for round-off
 * leave some of b, and an iteration that ends with a small x would take the rest for solved. */
static bool holds(hol_eval *sys, const double C[], const double x[], const double b[])
{
    static const double enough = 1e-6, nothing = 1e-10; /* of x; of the length of the system */
    const hol_pattern *P = &sys->G;
    for (int i = 0; i < sys->nj; i++) {
        double left = -b[i], terms = fabs(b[i]), slope = 0;
        for (int k = P->start[i]; k < P->start[i + 1]; k++) {
            double term = C[k] * x[P->col[k]];
            left += term;
            terms += fabs(term);
            slope += fabs(C[k]) * hol_unit(sys, P->col[k]);
        }
        if (fabs(left) > enough * terms + nothing * slope * sys->length / sys->unit) return false;
    }
    return true;
}

static hol_status factor(hol_saddle *saddle, const double K[], const double B[], const double C[])
{
    hol_status status = hol_saddle_set_K(saddle, K);
    if (!status) status = hol_saddle_set_B(saddle, B);
    return status ? status : hol_saddle_factor(saddle, C, NULL);
}

static hol_status factor_reduced(hol_null_space *S, const hol_newton_matrix *A)
{
    hol_eval *sys = S->sys;
    const hol_system *R = sys->system;
    hol_work *w = sys->work;
    double *Kr = hol_take(w, S->K.nnz), *Br = hol_take(w, sys->Gr.nnz);
    double *Cr = hol_take(w, sys->Gr.nnz);
    bases_at(R, A->at_B, S->N[B_SIDE]);
    bases_at(R, A->at_C, S->N[C_SIDE]);
    reduce_K(S, A->K, Kr);
    reduce_rows(sys, S->N[B_SIDE], A->B, Br);
    reduce_rows(sys, S->N[C_SIDE], A->C, Cr);
    return factor(S->saddle, Kr, Br, Cr);
}

hol_status hol_null_space_factor(hol_null_space *S, const hol_newton_matrix *A)
{
    hol_status status;
    if (plain(S->sys)) return factor(S->saddle, A->K, A->B, A->C);
    size_t mark = hol_mark(S->sys->work);
    HOL_METERED(status = factor_reduced(S, A));
    hol_release(S->sys->work, mark);
    return status;
}

static hol_status solve_reduced(hol_null_space *S, const hol_newton_matrix *A, const double a[],
                                const double b[], double x[], double y[])
{
    hol_eval *sys = S->sys;
    const hol_system *R = sys->system;
    hol_work *w = sys->work;
    hol_pattern joints = sys->G;
    joints.rows = sys->nj;
    double *c = hol_take(w, sys->nr), *z = hol_take(w, sys->nj);
    double *r = hol_take(w, sys->nv), *xp = hol_take(w, sys->nv), *kept = hol_take(w, sys->nj);

    particular(S, b, xp);
    memcpy(r, a, (size_t)sys->nv * sizeof *r);
    take_K_times(sys, A->K, xp, r);
    for (int I = 0; I < R->slots; I++)
        restrict_add(&R->slot[I], S->N[B_SIDE], r + R->slot[I].v, c + R->slot[I].r);
    hol_multiply(&joints, A->C, xp, z);
    for (int i = 0; i < sys->nj; i++) {
        kept[i] = b[i];
        z[i] = b[i] - z[i];
    }
    hol_saddle_solve(S->saddle, c, z, c, z);

    memcpy(r, a, (size_t)sys->nv * sizeof *r);
    memcpy(x, xp, (size_t)sys->nv * sizeof *x);
    memcpy(y, z, (size_t)sys->nj * sizeof *y);
    expand(S, c, x);
    if (!holds(sys, A->C, x, kept)) return HOL_SINGULAR;
    take_K_times(sys, A->K, x, r);
    hol_multiply_transposed_add(&joints, A->B, -1, y, r);
    inner_multipliers(S, r, y);
    return HOL_OK;
}

hol_status hol_null_space_solve(hol_null_space *S, const hol_newton_matrix *A, const double a[],
                                const double b[], double x[], double y[])
{
    hol_status status = HOL_OK;
    if (plain(S->sys)) {
        hol_saddle_solve(S->saddle, a, b, x, y);
        return status;
    }
    size_t mark = hol_mark(S->sys->work);
    HOL_METERED(status = solve_reduced(S, A, a, b, x, y));
    hol_release(S->sys->work, mark);
    return status;
}
