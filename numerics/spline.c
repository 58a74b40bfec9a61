/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cubic splines: see spline.h.  The slopes are those for which y'' is continuous at the knots, de
 * Boor, A Practical Guide to Splines, rev. ed., chapter IV:
 *
 *     m_{i-1} / h_{i-1} + 2 (1 / h_{i-1} + 1 / h_i) m_i + m_{i+1} / h_i = 3 (s_{i-1} / h_{i-1} +
 * s_i / h_i)
 *
 * GSL's splines are the same; the allocations of GSL end the program where they fail. */
#include "numerics/spline.h"

#include <float.h>
#include <math.h>

#include "base/doubles.h"

/* ---------------------------------------------------------------- the slopes */

typedef struct { /* a_i m_{i-1} + b_i m_i + c_i m_{i+1} = r_i */
    double *a, *b, *c;
} rows;

/* By elimination, for two right-hand sides; the matrix is diagonally dominant. */
static void solve(const rows *A, int n, double *r[2], int sides)
{
    for (int i = 1; i < n; i++) {
        double factor = A->a[i] / A->b[i - 1];
        A->b[i] -= factor * A->c[i - 1];
        for (int k = 0; k < sides; k++) r[k][i] -= factor * r[k][i - 1];
    }
    for (int i = n - 1; i >= 0; i--)
        for (int k = 0; k < sides; k++)
            r[k][i] = (r[k][i] - (i < n - 1 ? A->c[i] * r[k][i + 1] : 0)) / A->b[i];
}

/* h, s of the piece before and behind knot i, of a periodic spline around its end. */
static void row_of(const hol_spline *s, int i, const rows *A, double *r)
{
    int n = s->knots - 1, before = i ? i - 1 : s->periodic ? n - 1 : -1, behind = i < n ? i : -1;
    A->a[i] = A->b[i] = A->c[i] = *r = 0;
    if (before >= 0) {
        double h = s->x[before + 1] - s->x[before];
        A->a[i] = 1 / h;
        A->b[i] += 2 / h;
        *r += 3 * (s->y[before + 1] - s->y[before]) / (h * h);
    }
    if (behind >= 0) {
        double h = s->x[behind + 1] - s->x[behind];
        A->c[i] = 1 / h;
        A->b[i] += 2 / h;
        *r += 3 * (s->y[behind + 1] - s->y[behind]) / (h * h);
    }
}

/* The cyclic matrix is a tridiagonal one and the product of u = (g, 0, .., c_n) and
 * v = (1, 0, .., a_0 / g): Sherman and Morrison. */
static void solve_cyclic(const rows *A, int n, double *r, double *u)
{
    double g = -A->b[0], corner = A->a[0], share = corner / g;
    double *side[2] = {r, u};
    for (int i = 0; i < n; i++) u[i] = 0;
    u[0] = g;
    u[n - 1] = A->c[n - 1];
    A->b[0] -= g;
    A->b[n - 1] -= A->c[n - 1] * share;
    solve(A, n, side, 2);
    double part = (r[0] + share * r[n - 1]) / (1 + u[0] + share * u[n - 1]);
    for (int i = 0; i < n; i++) r[i] -= part * u[i];
}

const hol_spline *hol_spline_new(hol_memory *m, int knots, const double x[], const double y[],
                                 bool periodic)
{
    hol_spline *s = hol_alloc(m, 1, sizeof *s);
    double *slope = hol_doubles(m, knots), *u = hol_doubles(m, knots);
    const rows A = {hol_doubles(m, knots), hol_doubles(m, knots), hol_doubles(m, knots)};
    *s = (hol_spline){knots, periodic, hol_alloc_copy(m, x, (size_t)knots, sizeof *x),
                      hol_alloc_copy(m, y, (size_t)knots, sizeof *y), slope};
    for (int i = 0; i < knots; i++) row_of(s, i, &A, &slope[i]);
    if (periodic) {
        solve_cyclic(&A, knots - 1, slope, u);
        slope[knots - 1] = slope[0];
    } else {
        solve(&A, knots, (double *[2]){slope, u}, 1);
    }
    return s;
}

const hol_spline *hol_spline_copy(hol_memory *m, const hol_spline *s)
{
    hol_spline *copy = hol_alloc(m, 1, sizeof *copy);
    size_t n = (size_t)s->knots;
    *copy = (hol_spline){s->knots, s->periodic, hol_alloc_copy(m, s->x, n, sizeof(double)),
                         hol_alloc_copy(m, s->y, n, sizeof(double)),
                         hol_alloc_copy(m, s->slope, n, sizeof(double))};
    return copy;
}

/* ---------------------------------------------------------------- the pieces */

static double period_of(const hol_spline *s)
{
    return s->x[s->knots - 1] - s->x[0];
}

/* By which x may miss a knot, and the knot itself. */
static double round_off(const hol_spline *s, double x)
{
    return 8 * DBL_EPSILON * (fabs(x) + fabs(s->x[0]) + period_of(s));
}

/* The first knot later than x. */
static int first_after(const hol_spline *s, double x)
{
    int low = 0, high = s->knots;
    while (low < high) {
        int middle = (low + high) / 2;
        if (s->x[middle] > x)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

hol_spline_piece hol_spline_at(const hol_spline *s, double x)
{
    double later = x + round_off(s, x), period = period_of(s);
    double turns = s->periodic ? floor((later - s->x[0]) / period) : 0;
    int next = first_after(s, later - turns * period), last = s->knots - 1;
    if (!s->periodic && (next == 0 || next > last))
        return (hol_spline_piece){next ? last : 0, true, 0};
    return (hol_spline_piece){next < 1 ? 0 : next > last ? last - 1 : next - 1, false, turns};
}

double hol_spline_knot(const hol_spline *s, double x)
{
    hol_spline_piece at = hol_spline_at(s, x);
    if (!s->periodic && at.straight) return at.knot ? HUGE_VAL : s->x[0];
    return s->x[at.knot + 1] + at.turns * period_of(s);
}
