/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of (G of the joints; A) that depend on others.  With y in the left null space,
 *
 *   y^T Gr = 0,   Gr = (G of the joints; A) N,
 *
 * a row r with y_r != 0 is a combination of the rows with the other nonzero entries.  The null
 * space comes from singular values of the rows in the units of the velocities, scaled to length 1,
 * so that metres and cosines count alike; its basis in echelon form from the last row on makes
 * later rows depend on earlier ones. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lapacke.h>

#include "base/text.h"
#include "holonomy/dense.h"
#include "holonomy/saddle.h"
#include "mechanics/contact.h"

/* Entries above which singular values take too long: at every start, at a singular configuration.
 */
static const long dense_most[2] = {40000, 1000000};

static const double dependent = 1e-10; /* of the largest singular value */
/* Singular values that vanish together: within this factor of each other, below this part of all.
 */
static const double together = 3, small = 0.03;
/* Entries of a null vector, of its largest: where it is one, and near a singular configuration. */
static const double involved[2] = {1e-6, 0.05};
/* Distance of points that coincide, of the length: likewise. */
static const double met[2] = {1e-9, 1e-2};

/* ---------------------------------------------------------------- the null space */

static double row_size(const hol_pattern *P, const double Gr[], int i)
{
    return hol_norm(P->start[i + 1] - P->start[i], Gr + P->start[i]);
}

static void rows_at(hol_eval *sys, const double q[], double Mr[], double Gr[])
{
    hol_work *w = sys->work;
    size_t mark = hol_mark(w);
    hol_reduce(sys, sys->model ? sys->model->t0 : 0, q, NULL, hol_take(w, sys->nv), Mr,
               hol_take(w, sys->nr), Gr, hol_take(w, sys->nj + sys->na));
    hol_release(w, mark);
}

/* In joint coordinates a row is a sum over bodies: one that the tree meets already vanishes but for
 * round-off. */
static void drop_round_off(hol_eval *sys, const double q[], double Gr[])
{
    const double left = 1e-13, *at = q;
    hol_eval *bodies = hol_absolute_of(sys, &at);
    size_t mark = hol_mark(bodies->work);
    double *M = hol_take(bodies->work, bodies->Mr.nnz), *G = hol_take(bodies->work, bodies->Gr.nnz);
    rows_at(bodies, at, M, G);
    for (int i = 0; i < sys->nj + sys->na; i++)
        if (row_size(&sys->Gr, Gr, i) <= left * row_size(&bodies->Gr, G, i))
            for (int k = sys->Gr.start[i]; k < sys->Gr.start[i + 1]; k++) Gr[k] = 0;
    hol_release(bodies->work, mark);
}

/* Gr at q, and Mr for the solve of large models. */
static void reduced_rows(hol_eval *sys, const double q[], double Mr[], double Gr[])
{
    rows_at(sys, q, Mr, Gr);
    if (sys->system->tree) drop_round_off(sys, q, Gr);
}

/* The columns in the units of the reduced velocities: centre first, what turns has none. */
static void scale_columns(hol_eval *sys, double Gr[])
{
    const hol_system *R = sys->system;
    size_t mark = hol_mark(sys->work);
    double *unit = hol_take(sys->work, sys->nr);
    for (int i = 0; i < sys->nr; i++) unit[i] = 1;
    for (int b = 0; b < R->slots; b++)
        for (int k = 0; k < R->slot[b].centre; k++)
            unit[R->slot[b].r + k] = hol_unit(sys, R->slot[b].v + k);
    for (int k = 0; k < sys->Gr.nnz; k++) Gr[k] *= unit[sys->Gr.col[k]];
    hol_release(sys->work, mark);
}

/* Dense m x n by columns, rows of length 1; a row of zeros stays. */
static double *unit_rows(const hol_pattern *P, const double Gr[], hol_work *w)
{
    double *D = hol_take(w, P->rows * P->cols);
    for (int i = 0; i < P->rows; i++) {
        int from = P->start[i], count = P->start[i + 1] - from;
        double norm = row_size(P, Gr, i);
        for (int k = from; k < from + count && norm > 0; k++)
            D[i + P->col[k] * P->rows] = Gr[k] / norm;
    }
    return D;
}

/* m less the rank; at least `least`, and with the least-th smallest singular value those of its
 * size.
 */
static int nullity(int m, int n, const double sigma[], int least)
{
    int size = m < n ? m : n, rank = 0;
    while (rank < size && sigma[rank] > dependent * sigma[0]) rank++;
    if (!least || m - rank >= least) return m - rank;
    rank = m - least > 0 ? m - least : 0;
    double limit = fmin(together * sigma[rank], small * sigma[0]);
    while (rank > 0 && sigma[rank - 1] <= limit) rank--;
    return m - rank;
}

/* Of D = U diag(sigma) V^T, by columns: U (m x m) and sigma.  False where they are not found. */
static bool left_vectors(int m, int n, double D[], double U[], double sigma[], hol_work *w)
{
    double room;
    for (int i = 0; i < m && !n; i++) U[i * m + i] = 1; /* nothing moves */
    if (!n) return true;
    if (LAPACKE_dgesvd_work(LAPACK_COL_MAJOR, 'A', 'N', m, n, D, m, sigma, U, m, NULL, n, &room,
                            -1) != 0)
        return false;
    double *rest = hol_take(w, (int)room);
    return !LAPACKE_dgesvd_work(LAPACK_COL_MAJOR, 'A', 'N', m, n, D, m, sigma, U, m, NULL, n, rest,
                                (int)room) &&
           isfinite(sigma[0]);
}

/* The null vectors are the rows of Y (m x m): the last columns of U.  -1: not known. */
static int null_space(int m, int n, double D[], int least, double Y[], hol_work *w)
{
    double *sigma = hol_take(w, m < n ? m : n);
    int count = left_vectors(m, n, D, Y, sigma, w) ? nullity(m, n, sigma, least) : -1;
    if (count > 0) memmove(Y, Y + (m - count) * m, (size_t)(count * m) * sizeof *Y);
    return count;
}

/* Of the entries of rows `from` on: the largest; where in a column it stands. */
static int largest_in(int count, int m, const double Y[], int from, int col)
{
    int p = from;
    for (int i = from + 1; i < count; i++)
        if (fabs(Y[i * m + col]) > fabs(Y[p * m + col])) p = i;
    return p;
}

static int last_pivot(int count, int m, const double Y[], int from)
{
    const double usable = 0.1; /* of the largest entry */
    double most = hol_norm_max((count - from) * m, Y + from * m);
    int col = m - 1;
    while (col > 0 && !(fabs(Y[largest_in(count, m, Y, from, col) * m + col]) >= usable * most))
        col--;
    return col;
}

/* Gauss and Jordan, the last usable column as each pivot: row s says of which others the joint row
 * pivot[s] is a combination. */
static void echelon(int count, int m, double Y[], int pivot[])
{
    for (int s = 0; s < count; s++) {
        int col = pivot[s] = last_pivot(count, m, Y, s);
        double *row = Y + s * m, *other = Y + largest_in(count, m, Y, s, col) * m;
        for (int j = 0; j < m; j++) {
            double t = row[j];
            row[j] = other[j];
            other[j] = t;
        }
        double inverse = 1 / row[col];
        for (int j = 0; j < m; j++) row[j] *= inverse;
        for (int i = 0; i < count; i++)
            if (i != s) hol_axpy(m, -Y[i * m + col], row, Y + i * m);
    }
}

/* ---------------------------------------------------------------- in words */

static void name_rows(hol_eval *sys, const bool marked[], char text[], size_t size)
{
    enum { SHOWN = 5 };
    int count = 0;
    for (int i = 0; i < sys->nj + sys->na; i++) {
        if (!marked[i] || count++ >= SHOWN) continue;
        const char *name = i < sys->nj ? sys->row_name[i] : sys->model->slide[i - sys->nj].name;
        hol_append(text, size, "%s'%s'", count > 1 ? ", " : "", name);
    }
    if (count > SHOWN) hol_append(text, size, " and %d more", count - SHOWN);
}

/* An O row <a, d> is trivial where d = 0: its gradient then lacks the part that turns a.  Rows in a
 * problem's own coordinates are not the model's. */
static bool points_meet(hol_eval *sys, int row, const double q[], double distance)
{
    if (sys->system->own || row >= sys->nj || !sys->model->row[row].meets) return false;
    const hol_system *R = hol_absolute_of(sys, &q)->system;
    hol_system general = *R;
    if (!R->row) hol_add_joint_rows(&general);
    const hol_vector *u = &general.vector[general.row[row].vec[1]];
    double d[3] = {u->fixed[0], u->fixed[1], u->fixed[2]}, x[3];
    for (int e = 0; e < 2; e++) {
        if (u->end[e] < 0) continue;
        hol_probe_at(R, &general.probe[u->end[e]], q, x);
        for (int k = 0; k < 3; k++) d[k] += e ? -x[k] : x[k];
    }
    if (!R->row) hol_drop_joint_rows(&general);
    return hol_norm(3, d) <= distance * sys->length;
}

/* "rows 'a', 'b' depend on 'c'": the pivots and the other entries of the null vectors. */
static void describe(hol_eval *sys, const double q[], const double Y[], bool near,
                     hol_dependence *found)
{
    int m = sys->nj + sys->na;
    hol_work *w = sys->work;
    bool *which = hol_take_bytes(w, m, sizeof *which), *on = hol_take_bytes(w, m, sizeof *on);
    bool *meeting = hol_take_bytes(w, m, sizeof *on), *lying = hol_take_bytes(w, m, sizeof *on);
    bool meet = false, lie = false, any = false;
    char *text = found->text.text;
    const size_t size = sizeof found->text.text;
    for (int s = 0; s < found->count; s++) {
        double most = hol_norm_max(m, Y + s * m);
        for (int i = 0; i < m; i++) on[i] = on[i] || fabs(Y[s * m + i]) > involved[near] * most;
    }
    for (int s = 0; s < found->count; s++) which[found->row[s]] = true;
    for (int i = 0; i < m; i++) {
        meeting[i] = on[i] && points_meet(sys, i, q, met[near]);
        meet = meet || meeting[i];
        lying[i] = on[i] && hol_touch_lies(sys, i, q, met[near]);
        lie = lie || lying[i];
        if (which[i]) on[i] = false;
        any = any || on[i];
    }
    hol_append(text, size, found->count > 1 ? "rows " : "row ");
    name_rows(sys, which, text, size);
    hol_append(text, size, !any ? " vanish%s" : " depend%s on ",
               found->count > 1 ? ""
               : any            ? "s"
                                : "es");
    name_rows(sys, on, text, size);
    if (meet) {
        hol_append(text, size, "; the points coincide of ");
        name_rows(sys, meeting, text, size);
    }
    if (!lie) return;
    hol_append(text, size, "; the disc lies flat of ");
    name_rows(sys, lying, text, size);
}

/* ---------------------------------------------------------------- the interface */

/* By a solve as every step has one, which keeps less than a factorisation alone. */
static bool factors(hol_eval *sys, const double q[])
{
    size_t mark = hol_mark(sys->work);
    double *Mr = hol_take(sys->work, sys->Mr.nnz), *Gr = hol_take(sys->work, sys->Gr.nnz);
    double *x = hol_take(sys->work, sys->nr), *y = hol_take(sys->work, sys->nj + sys->na);
    reduced_rows(sys, q, Mr, Gr);
    bool regular = !hol_saddle_set_K(hol_scratch_of(sys)->solver, Mr) &&
                   !hol_saddle_set_B(hol_scratch_of(sys)->solver, Gr) &&
                   !hol_saddle_factor_solve(hol_scratch_of(sys)->solver, Gr, NULL, x, y, x, y);
    hol_release(sys->work, mark);
    return regular;
}

bool hol_dependent_rows(hol_eval *sys, const double q[], int least, hol_dependence *found)
{
    int m = sys->nj + sys->na, n = sys->nr;
    hol_scratch *S = hol_scratch_of(sys);
    *found = (hol_dependence){0};
    if (!m) return false;
    size_t mark = hol_mark(sys->work);
    bool lost;
    if ((long)m * n > dense_most[least > 0]) {
        const double *at = q;
        hol_eval *whole = hol_whole_of(sys, &at);
        lost = m > n || !factors(whole, at) || least > 0;
        if (lost) hol_say(&found->text, "of %d rows; too many to name those that depend", m);
    } else {
        double *Mr = hol_take(sys->work, sys->Mr.nnz), *Gr = hol_take(sys->work, sys->Gr.nnz);
        reduced_rows(sys, q, Mr, Gr);
        scale_columns(sys, Gr);
        double *Y = hol_take(sys->work, m * m), *D = unit_rows(&sys->Gr, Gr, sys->work);
        found->count = null_space(m, n, D, least, Y, sys->work);
        if (!S->dependent) S->dependent = hol_alloc(S->memory, (size_t)m, sizeof *S->dependent);
        found->row = S->dependent;
        echelon(found->count, m, Y, found->row);
        if (found->count > 0) describe(sys, q, Y, least > 0, found);
        if (found->count < 0)
            hol_say(&found->text,
                    "which of the %d rows depend on others is not known: LAPACK finds no singular "
                    "values of them",
                    m);
        lost = found->count;
    }
    hol_release(sys->work, mark);
    return lost;
}

/* Of the size of the row's own entry of Gr Mr^-1 Gr^T. */
static void set_slack(const hol_dependence *d, hol_eval *sys, const double q[], double slack[])
{
    double *Mr = hol_take(sys->work, sys->Mr.nnz), *Gr = hol_take(sys->work, sys->Gr.nnz);
    double trace = 0;
    reduced_rows(sys, q, Mr, Gr);
    for (int i = 0; i < sys->nr; i++) trace += Mr[hol_entry(&sys->Mr, i, i)];
    for (int s = 0; s < d->count; s++) {
        int row = d->row[s], from = sys->Gr.start[row], count = sys->Gr.start[row + 1] - from;
        double square = hol_dot(count, Gr + from, Gr + from);
        slack[row] = (square > 0 ? square : 1) * sys->nr / trace;
    }
}

bool hol_set_rank(hol_system *R, hol_eval *sys, const double q[], hol_message *why)
{
    hol_dependence *d = &R->facts.dependent;
    if (!hol_dependent_rows(sys, q, 0, d)) R->facts.has |= HOL_FULL_RANK;
    if (d->count < 0) hol_say(why, "%s", d->text.text);
    if (d->count <= 0) return !d->count;
    int *row = hol_alloc(R->memory, (size_t)d->count, sizeof *row);
    memcpy(row, d->row, (size_t)d->count * sizeof *row);
    d->row = row;
    R->slack = hol_alloc(R->memory, (size_t)(sys->nj + sys->na), sizeof *R->slack);
    set_slack(d, sys, q, R->slack);
    return true;
}
