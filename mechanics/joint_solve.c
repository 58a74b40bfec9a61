/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The index-1 equations of a large tree without its mass matrix, which would have an entry for any
 * two joints of a chain.  Generalised forces of the tree are wrenches at its joints, equal and
 * opposite on the two bodies; with f' of them in `lie`, V^T f' = f, the joints of the tree among
 * the rows G' of the whole model, and a' = V a,
 *
 *     M' a' + G'^T mu = f',   G' a' = (0 of the joints of the tree; r of all others),
 *
 * are sparse, and eliminated in time and memory linear in a chain's bodies.  V^T of the first is
 * M a + G^T lambda = f, lambda the mu of the rows that are left. */
#include <math.h>
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/so3.h"
#include "mechanics/joint_tree.h"

/* f += sign times the wrench F, N about x on the body of a limb; f in `lie`. */
static void push(const hol_limb *l, const hol_limb_state *s, double sign, const double x[3],
                 const double F[3], const double N[3], double f[])
{
    double d[3] = {x[0] - s->r[0], x[1] - s->r[1], x[2] - s->r[2]}, n[3], turn[3];
    hol_cross(d, F, n);
    for (int k = 0; k < 3; k++) n[k] = sign * (n[k] + N[k]);
    for (int k = 0; k < l->centre; k++) f[l->of_v + k] += sign * F[k];
    if (l->planar) f[l->of_v + l->centre] += n[2];
    if (!l->solid) return;
    hol_rotate_back(s->R, n, turn);
    for (int k = 0; k < 3; k++) f[l->of_v + l->centre + k] += turn[k];
}

/* f' of f: the axes of a joint's slides are orthonormal, those of its turns too. */
static void spread(hol_eval *sys, const hol_limb_state state[], const double f[], double of[])
{
    const struct hol_joint_tree *t = hol_tree_of(sys);
    memset(of, 0, (size_t)t->full->facts.nv * sizeof *of);
    for (int i = 0; i < t->limbs; i++) {
        const hol_limb *l = &t->limb[i];
        const hol_limb_state *s = &state[i];
        double F[3] = {0}, N[3] = {0};
        for (int k = 0, n = hol_limb_freedoms(l); k < n; k++)
            for (int c = 0; c < 3; c++)
                (k < l->slides ? F : N)[c] += f[hol_limb_at(l, k)] * s->axis[k][c];
        push(l, s, 1, s->x, F, N, of);
        if (l->parent >= 0) push(&t->limb[l->parent], &state[l->parent], -1, s->x, F, N, of);
    }
}

/* a of a' = V a */
static void gather(hol_eval *sys, const hol_limb_state state[], const double of[], double a[])
{
    static const double nothing[3];
    static const hol_limb_flow ground = {nothing, nothing, nothing};
    const struct hol_joint_tree *t = hol_tree_of(sys);
    size_t mark = hol_mark(sys->work);
    double(*b)[6] = hol_take_bytes(sys->work, t->limbs, sizeof *b); /* turning, mass centre */
    for (int i = 0; i < t->limbs; i++) {
        const hol_limb *l = &t->limb[i];
        const double *own = of + l->of_v;
        for (int k = 0; k < 6; k++) b[i][k] = k >= 3 && k - 3 < l->centre ? own[k - 3] : 0;
        if (l->solid) hol_rotate(state[i].R, own + l->centre, b[i]);
        if (l->planar) b[i][2] = own[l->centre];
        int p = l->parent;
        hol_joint_rates(l, &state[i],
                        p < 0 ? &ground : &(hol_limb_flow){state[p].r, b[p], b[p] + 3},
                        &(hol_limb_flow){state[i].r, b[i], b[i] + 3}, a);
    }
    hol_release(sys->work, mark);
}

static hol_status solve_sparse(hol_eval *sys, double t, const double q[], const double r[],
                               const double f[], double a[], double lambda[], double alpha[])
{
    const struct hol_joint_tree *tree = hol_tree_of(sys);
    hol_eval *full = hol_scratch_of(sys)->joint->full;
    const hol_limb_state *state = hol_joint_place(sys, q);
    int nj = full->nj;
    size_t mark = hol_mark(sys->work);
    double *of = hol_take(sys->work, full->nv), *rf = hol_take(sys->work, nj + full->na);
    double *aa = hol_take(sys->work, full->nv), *mu = hol_take(sys->work, nj);
    const bool *taken = tree->taken;
    const hol_row *row = full->model->row;
    spread(sys, state, f, of);
    for (int i = 0, kept = 0; i < nj; i++) rf[i] = r && !taken[row[i].joint] ? r[kept++] : 0;
    for (int i = 0; i < full->na; i++) rf[nj + i] = r ? r[sys->nc + i] : 0;
    hol_status status =
        hol_constrained_solve(full, t, hol_joint_absolute_q(sys, q), rf, of, aa, mu, alpha);
    if (!status) gather(sys, state, aa, a);
    for (int i = 0, kept = 0; i < nj && lambda && !status; i++)
        if (!taken[row[i].joint]) lambda[kept++] = mu[i];
    hol_release(sys->work, mark);
    return status;
}

/* ---------------------------------------------------------------- small trees */

/* Rows are full, M has a block for each tree. */
void hol_joint_dense_matrix(const hol_eval *sys, const double M[], const double C[], double A[])
{
    int n = sys->nv, m = sys->nj + sys->na, size = n + m;
    const double *slack = sys->system->slack;
    for (int i = 0; i < n; i++) {
        const double *of = M + sys->M.start[i];
        const int *col = sys->M.col + sys->M.start[i];
        int block = sys->M.start[i + 1] - sys->M.start[i], next = *col + block;
        for (int j = i; j < n; j++) A[i * size + j] = j < next ? of[j - *col] : 0;
        for (int j = 0; j < m; j++) A[i * size + n + j] = C[j * n + i];
    }
    for (int i = 0; i < m; i++) {
        double *row = A + (n + i) * size + n;
        for (int j = i; j < m; j++) row[j] = 0;
        row[i] = slack ? -slack[i] : 0;
    }
}

static hol_status solve_dense(hol_eval *sys, double t, const double q[], const double r[],
                              const double f[], double a[], double lambda[], double alpha[])
{
    double M[HOL_DENSE_TREE * HOL_DENSE_TREE], A[HOL_DENSE_TREE * HOL_DENSE_TREE];
    double C[HOL_DENSE_TREE * HOL_DENSE_TREE], x[HOL_DENSE_TREE];
    int n = sys->nv, nj = sys->nj, m = nj + sys->na;
    hol_mass(sys, q, M);
    if (nj) hol_constraints(sys, t, q, NULL, C);
    hol_nonholonomic_rows(sys, t, q, C + nj * n, NULL);
    hol_joint_dense_matrix(sys, M, C, A);
    for (int i = 0; i < n; i++) x[i] = f[i];
    for (int i = 0; i < m; i++) x[n + i] = r ? r[i] : 0;
    hol_status status = hol_quasi_definite(n, n + m, A, x);
    for (int i = 0; i < n && !status; i++) a[i] = x[i];
    for (int i = 0; i < nj && lambda && !status; i++) lambda[i] = x[n + i];
    for (int i = nj; i < m && alpha && !status; i++) alpha[i - nj] = x[n + i];
    return status;
}

hol_status hol_joint_solve(hol_eval *sys, double t, const double q[], const double r[],
                           const double f[], double a[], double lambda[], double alpha[])
{
    sys->count->factorisations++;
    sys->count->solves++;
    return (hol_tree_of(sys)->sparse ? solve_sparse : solve_dense)(sys, t, q, r, f, a, lambda,
                                                                   alpha);
}
