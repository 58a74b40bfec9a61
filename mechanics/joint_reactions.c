/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reactions of the joints of the tree.  With those of all other rows known, what is left of each
 * body's balance in `lie`,
 *
 *     M a = f - sum of G^T mu,
 *
 * is the reaction of the joint that carries it and of those that it carries: from the tips to
 * ground one joint after the other is the only one that is not known. */
#include <math.h>
#include <string.h>

#include "holonomy/dense.h"
#include "mechanics/joint_tree.h"

enum { ROWS = 6 };

/* left -= mu times the row of P. */
static void take(const hol_pattern *P, const double G[], int row, double mu, double left[])
{
    for (int k = P->start[row]; k < P->start[row + 1]; k++) left[P->col[k]] -= mu * G[k];
}

const char *const *hol_reaction_rows(const hol_eval *sys, int *count)
{
    const struct hol_joint_tree *t = hol_tree_of(sys);
    const hol_eval *of = t ? &t->full->facts : sys;
    *count = of->nj;
    return of->row_name;
}

/* mu of the rows from `first` on of the joint of a limb: B^T mu = left in the columns of its body,
 * B mu = B B^T mu solved for them.  Displacements count in lengths of the system, no arm is longer,
 * and rows are made unit: the rows of a joint are then as independent as its axes are, however
 * large it is. */
static void solve_joint(const hol_eval *a, const hol_limb *l, const double G[], int first,
                        const double left[], double mu[])
{
    double B[ROWS][ROWS] = {{0}}, BB[ROWS * ROWS], of[ROWS], x[ROWS], size[ROWS];
    int pivot[ROWS], rows = 0, columns = l->centre + (l->solid ? 3 : l->planar);
    const hol_row *row = a->model->row;
    for (int c = 0; c < columns; c++) of[c] = left[l->of_v + c] * (c < l->centre ? a->length : 1);
    for (int r = first; r < a->nj && row[r].joint == l->joint_index + 1 && rows < ROWS; r++, rows++)
        for (int k = a->G.start[r]; k < a->G.start[r + 1]; k++) {
            int c = a->G.col[k] - l->of_v;
            if (c >= 0 && c < columns) B[rows][c] = G[k] * (c < l->centre ? a->length : 1);
        }
    for (int i = 0; i < rows; i++) {
        size[i] = sqrt(hol_dot(columns, B[i], B[i]));
        if (!(size[i] > 0)) size[i] = 1;
        for (int c = 0; c < columns; c++) B[i][c] /= size[i];
    }
    for (int i = 0; i < rows; i++) {
        x[i] = hol_dot(columns, B[i], of);
        for (int j = 0; j < rows; j++) BB[i * rows + j] = hol_dot(columns, B[i], B[j]);
    }
    if (hol_lu_factor(rows, BB, pivot)) return;
    hol_lu_solve(rows, BB, pivot, x);
    for (int i = 0; i < rows; i++) mu[first + i] = x[i] / size[i];
}

/* Of each joint its first row. */
static int *first_rows(const hol_eval *a, hol_work *w)
{
    int *first = hol_take_bytes(w, a->model->joints + 1, sizeof *first);
    for (int r = a->nj - 1; r >= 0; r--) first[a->model->row[r].joint] = r;
    return first;
}

static void balance(hol_eval *sys, double t, const double q[], const double v[], const double a[],
                    double left[])
{
    hol_eval *full = hol_scratch_of(sys)->joint->full;
    double *M = hol_take(sys->work, full->M.nnz), *Ma = hol_take(sys->work, full->nv);
    double *aa = hol_take(sys->work, full->nv);
    hol_joint_absolute_a(sys, q, v, a, aa);
    const double *qa = hol_joint_absolute_q(sys, q);
    hol_total_force(full, t, qa, hol_joint_absolute_v(sys, q, v), left);
    hol_mass(full, qa, M);
    hol_multiply(&full->M, M, aa, Ma);
    hol_axpy(full->nv, -1, Ma, left);
}

void hol_reactions(hol_eval *sys, double t, const double q[], const double v[], const double a[],
                   const double lambda[], const double alpha[], double mu[])
{
    const struct hol_joint_tree *tree = hol_tree_of(sys);
    if (!tree) {
        memcpy(mu, lambda, (size_t)sys->nj * sizeof *mu);
        return;
    }
    hol_eval *full = hol_scratch_of(sys)->joint->full;
    size_t mark = hol_mark(sys->work);
    double *left = hol_take(sys->work, full->nv), *G = hol_take(sys->work, full->G.nnz);
    double *A = hol_take(sys->work, full->A.nnz);
    const double *qa = hol_joint_absolute_q(sys, q);
    int *first = first_rows(full, sys->work), kept = 0;
    balance(sys, t, q, v, a, left);
    if (full->nj) hol_constraints(full, t, qa, NULL, G);
    hol_nonholonomic_rows(full, t, qa, A, NULL);
    for (int r = 0; r < full->na; r++) take(&full->A, A, r, alpha[r], left);
    for (int r = 0; r < full->nj; r++) {
        mu[r] = 0;
        if (tree->taken[full->model->row[r].joint]) continue;
        mu[r] = lambda[kept++];
        take(&full->G, G, r, mu[r], left);
    }
    for (int i = tree->limbs - 1; i >= 0; i--) {
        const hol_limb *l = &tree->limb[i];
        if (l->joint_index < 0) continue;
        int from = first[l->joint_index + 1];
        solve_joint(full, l, G, from, left, mu);
        for (int r = from; r < full->nj && full->model->row[r].joint == l->joint_index + 1; r++)
            take(&full->G, G, r, mu[r], left);
    }
    hol_release(sys->work, mark);
}
