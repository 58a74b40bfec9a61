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
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lapacke.h>

#include "mechanics/internal.h"
#include "numerics/dense.h"
#include "numerics/saddle.h"

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

/* Gr at q, and Mr for the solve of large models. */
static void reduced_rows(const hol_system *sys, const double q[], double Mr[], double Gr[])
{
    double *f = hol_make((size_t)sys->nv, sizeof *f), *c = hol_make((size_t)sys->nr, sizeof *c);
    double *y = hol_make((size_t)(sys->nj + sys->na), sizeof *y);
    sys->reduce(sys, 0, q, NULL, f, Mr, c, Gr, y);
    free(f), free(c), free(y);
}

/* The columns in the units of the reduced velocities: centre first, what turns has none. */
static void scale_columns(const hol_system *sys, double Gr[])
{
    const hol_realised *R = hol_self(sys);
    double *unit = hol_make((size_t)sys->nr, sizeof *unit);
    for (int i = 0; i < sys->nr; i++) unit[i] = 1;
    for (int b = 0; b < R->slots; b++)
        for (int k = 0; k < R->slot[b].centre; k++)
            unit[R->slot[b].r + k] = hol_unit(sys, R->slot[b].v + k);
    for (int k = 0; k < sys->Gr.nnz; k++) Gr[k] *= unit[sys->Gr.col[k]];
    free(unit);
}

/* Dense m x n, rows of length 1; a row of zeros stays. */
static double *unit_rows(const hol_pattern *P, const double Gr[])
{
    double *D = hol_make((size_t)P->rows * (size_t)P->cols, sizeof *D);
    for (int i = 0; i < P->rows; i++) {
        int from = P->start[i], count = P->start[i + 1] - from;
        double norm = hol_norm(count, Gr + from);
        for (int k = from; k < from + count && norm > 0; k++)
            D[i * P->cols + P->col[k]] = Gr[k] / norm;
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

/* The null vectors are the rows of Y (m x m, to be freed): the last columns of U, transposed. */
static int null_space(int m, int n, double D[], int least, double **Y)
{
    int size = m < n ? m : n;
    double *U = *Y = hol_make((size_t)m * (size_t)m, sizeof *U);
    double *sigma = hol_make((size_t)size, sizeof *sigma);
    double *rest = hol_make((size_t)size, sizeof *rest);
    LAPACKE_dgesvd(LAPACK_ROW_MAJOR, 'A', 'N', m, n, D, n, sigma, U, m, NULL, n, rest);
    int count = nullity(m, n, sigma, least);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < i; j++) {
            double t = U[i * m + j];
            U[i * m + j] = U[j * m + i];
            U[j * m + i] = t;
        }
    memmove(U, U + (m - count) * m, (size_t)(count * m) * sizeof *U);
    free(sigma), free(rest);
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

static void append(hol_message *to, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void append(hol_message *to, const char *format, ...)
{
    size_t used = strlen(to->text);
    va_list list;
    va_start(list, format);
    vsnprintf(to->text + used, sizeof to->text - used, format, list);
    va_end(list);
}

static void name_rows(const hol_system *sys, const bool marked[], hol_message *to)
{
    enum { SHOWN = 5 };
    int count = 0;
    for (int i = 0; i < sys->nj + sys->na; i++) {
        if (!marked[i] || count++ >= SHOWN) continue;
        const char *name = i < sys->nj ? sys->row_name[i] : sys->model->slide[i - sys->nj].name;
        append(to, "%s'%s'", count > 1 ? ", " : "", name);
    }
    if (count > SHOWN) append(to, " and %d more", count - SHOWN);
}

/* An O row <a, d> is trivial where d = 0: its gradient then lacks the part that turns a.  Rows in a
 * problem's own coordinates are not the model's. */
static bool points_meet(const hol_system *sys, int row, const double q[], double distance)
{
    const hol_realised *R = hol_self(sys);
    if (R->given || row >= sys->nj || !sys->model->row[row].meets) return false;
    hol_general_rows(sys);
    const hol_vector *u = &R->vector[R->row[row].vec[1]];
    double d[3] = {u->fixed[0], u->fixed[1], u->fixed[2]}, x[3];
    for (int e = 0; e < 2; e++) {
        if (u->end[e] < 0) continue;
        hol_probe_at(R, &R->probe[u->end[e]], q, x);
        for (int k = 0; k < 3; k++) d[k] += e ? -x[k] : x[k];
    }
    return hol_norm(3, d) <= distance * sys->length;
}

/* "rows 'a', 'b' depend on 'c'": the pivots and the other entries of the null vectors. */
static void describe(const hol_system *sys, const double q[], const double Y[], bool near,
                     hol_dependence *found)
{
    int m = sys->nj + sys->na;
    bool *which = hol_make((size_t)m, sizeof *which), *on = hol_make((size_t)m, sizeof *on);
    bool *meeting = hol_make((size_t)m, sizeof *meeting), meet = false, any = false;
    for (int s = 0; s < found->count; s++) {
        double most = hol_norm_max(m, Y + s * m);
        for (int i = 0; i < m; i++) on[i] = on[i] || fabs(Y[s * m + i]) > involved[near] * most;
    }
    for (int s = 0; s < found->count; s++) which[found->row[s]] = true;
    for (int i = 0; i < m; i++) {
        meeting[i] = on[i] && points_meet(sys, i, q, met[near]);
        meet = meet || meeting[i];
        if (which[i]) on[i] = false;
        any = any || on[i];
    }
    append(&found->text, found->count > 1 ? "rows " : "row ");
    name_rows(sys, which, &found->text);
    append(&found->text, !any ? " vanish%s" : " depend%s on ",
           found->count > 1 ? ""
           : any            ? "s"
                            : "es");
    name_rows(sys, on, &found->text);
    if (meet) {
        append(&found->text, "; the points coincide of ");
        name_rows(sys, meeting, &found->text);
    }
    free(which), free(on), free(meeting);
}

/* ---------------------------------------------------------------- the interface */

/* By a solve as every step has one, which keeps less than a factorisation alone. */
static bool factors(const hol_system *sys, const double Mr[], const double Gr[])
{
    double *x = hol_make((size_t)sys->nr, sizeof *x);
    double *y = hol_make((size_t)(sys->nj + sys->na), sizeof *y);
    bool regular = !hol_saddle_set_K(sys->solver, Mr) && !hol_saddle_set_B(sys->solver, Gr) &&
                   !hol_saddle_factor_solve(sys->solver, Gr, NULL, x, y, x, y);
    free(x), free(y);
    return regular;
}

bool hol_dependent_rows(const hol_system *sys, const double q[], int least, hol_dependence *found)
{
    int m = sys->nj + sys->na, n = sys->nr;
    *found = (hol_dependence){0};
    if (!m || !sys->reduce) return false;
    double *Mr = hol_make((size_t)sys->Mr.nnz, sizeof *Mr);
    double *Gr = hol_make((size_t)sys->Gr.nnz, sizeof *Gr);
    reduced_rows(sys, q, Mr, Gr);
    bool lost;
    if ((long)m * n > dense_most[least > 0]) {
        lost = m > n || !factors(sys, Mr, Gr) || least > 0;
        if (lost) hol_say(&found->text, "of %d rows; too many to name those that depend", m);
    } else {
        scale_columns(sys, Gr);
        double *Y, *D = unit_rows(&sys->Gr, Gr);
        found->count = null_space(m, n, D, least, &Y);
        found->row = hol_make((size_t)m, sizeof *found->row);
        echelon(found->count, m, Y, found->row);
        if (found->count) describe(sys, q, Y, least > 0, found);
        lost = found->count;
        free(D), free(Y);
    }
    free(Mr), free(Gr);
    return lost;
}

void hol_dependence_clear(hol_dependence *d)
{
    free(d->row);
    *d = (hol_dependence){0};
}

/* Of the size of the row's own entry of Gr Mr^-1 Gr^T. */
static double *slack_of(const hol_system *sys, const hol_dependence *d, const double q[])
{
    double *slack = hol_make((size_t)(sys->nj + sys->na), sizeof *slack), trace = 0;
    double *Mr = hol_make((size_t)sys->Mr.nnz, sizeof *Mr);
    double *Gr = hol_make((size_t)sys->Gr.nnz, sizeof *Gr);
    reduced_rows(sys, q, Mr, Gr);
    for (int i = 0; i < sys->nr; i++) trace += Mr[hol_find(&sys->Mr, i, i)];
    for (int s = 0; s < d->count; s++) {
        int row = d->row[s], from = sys->Gr.start[row], count = sys->Gr.start[row + 1] - from;
        double square = hol_dot(count, Gr + from, Gr + from);
        slack[row] = (square > 0 ? square : 1) * sys->nr / trace;
    }
    free(Mr), free(Gr);
    return slack;
}

void hol_set_rank(hol_system *sys, const double q[])
{
    if (!hol_dependent_rows(sys, q, 0, &sys->dependent))
        sys->has |= HOL_FULL_RANK;
    else if (sys->dependent.count)
        sys->slack = slack_of(sys, &sys->dependent, q);
}
