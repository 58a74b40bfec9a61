/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cubic splines: their values and slopes against those of GSL, the joints of their pieces in
 * quadruple precision, and their knots as they are met in turn. */
#define HOL_QUAD
#include "numerics/expression_of.h"

#include <gsl/gsl_spline.h>
#include <stdlib.h>

#include "tests/suite.h"

enum { KNOTS = 6 };
static const double x_of[KNOTS] = {-0.7, 0, 0.1, 1.3, 1.55, 4},
                    y_of[KNOTS] = {0.3, -2, 0.5, 0.25, 3, 0.3};

/* y(2 x + 0.5), so that the argument is no variable; y(t). */
static const char *const text[] = {"table(2*x + 0.5)", "table(t)"};

static const hol_expression *read_expression(hol_memory *m, bool periodic, int which)
{
    static const char *const variable[] = {"t", "x"}, *const name[] = {"table"};
    hol_expression_fault fault;
    const hol_spline *s = hol_spline_new(m, KNOTS, x_of, y_of, periodic);
    const hol_scope names = {
        .variables = 2, .variable = variable, .tables = 1, .table = name, .spline = &s};
    const hol_expression *e = hol_expression_read(m, text[which], &names, &fault);
    ck_assert_msg(e, "%d: %s", fault.at, fault.text.text);
    return hol_expression_copy(m, e);
}

/* The series of y(t) at t: y and its derivatives over factorials. */
static void series(const hol_expression *e, number t, number out[4])
{
    number w[4 * HOL_OPERATIONS_MOST];
    expression_of_time(e, t, 3, 4, w);
    for (int k = 0; k < 4; k++) out[k] = w[4 * (e->count - 1) + k];
}

START_TEST(splines_are_those_of_gsl)
{
    bool periodic = _i;
    hol_memory *m = hol_memory_new();
    const hol_expression *e = read_expression(m, periodic, 1),
                         *scaled = read_expression(m, periodic, 0);
    gsl_spline *s =
        gsl_spline_alloc(periodic ? gsl_interp_cspline_periodic : gsl_interp_cspline, KNOTS);
    gsl_spline_init(s, x_of, y_of, KNOTS);
    for (int k = 0; k <= 470; k++) {
        double x = fmin(-0.7 + 0.01 * k, 4), w[3];
        hol_expression_rates(e, x, w);
        double off = fabs(w[0] - gsl_spline_eval(s, x, NULL));
        ck_assert_msg(off < 1e-14 * 5, "y(%g) is off by %.2e", x, off);
        off = fabs(w[1] - gsl_spline_eval_deriv(s, x, NULL));
        ck_assert_msg(off < 1e-12, "y'(%g) is off by %.2e", x, off);
        off = fabs(hol_expression_value(scaled, (double[]){0, (x - 0.5) / 2}) - w[0]);
        ck_assert_msg(off < 1e-13, "y(2 x + 0.5) at %g is off by %.2e", x, off);
    }
    gsl_spline_free(s);
    hol_memory_end(m);
}
END_TEST

/* The series about a point of a piece has the value, the slope and the curvature at its end that
 * the series about the next piece has. */
START_TEST(pieces_meet)
{
    bool periodic = _i;
    hol_memory *m = hol_memory_new();
    const hol_expression *e = read_expression(m, periodic, 1);
    double t = periodic ? -20 : -2;
    for (int n = 0; n < (periodic ? 60 : KNOTS); n++) {
        double knot = hol_expression_knot(e, 0, t);
        number a[4], b[4], d = (number)knot - (number)t;
        ck_assert_msg(knot > t, "the knot after %.17g is %.17g", t, knot);
        series(e, t, a);
        series(e, knot, b);
        number off[3] = {a[0] + d * (a[1] + d * (a[2] + d * a[3])) - b[0],
                         a[1] + d * (2 * a[2] + 3 * d * a[3]) - b[1], a[2] + 3 * d * a[3] - b[2]};
        /* a periodic knot is a double, which the sum of periods misses by round-off */
        double most[3] = {periodic ? 1e-26 : 1e-30, periodic ? 1e-13 : 1e-30, 1e-11};
        for (int k = 0; k < 3; k++)
            ck_assert_msg(fabs((double)off[k]) < most[k], "y^(%d) leaps by %.2e at %.17g", k,
                          (double)off[k], knot);
        ck_assert_msg(fabs((double)(a[3] - b[3])) > 1e-3, "no knot at %.17g", knot);
        t = knot;
    }
    ck_assert((hol_expression_knot(e, 0, t) == HUGE_VAL) == !periodic);
    hol_memory_end(m);
}
END_TEST

START_TEST(a_natural_spline_goes_on_straight_and_a_periodic_one_again)
{
    hol_memory *m = hol_memory_new();
    number a[4], b[4];
    const double end[2] = {x_of[0], x_of[KNOTS - 1]};
    for (int k = 0; k < 2; k++) {
        series(read_expression(m, false, 1), (number)end[k], a);
        series(read_expression(m, false, 1), (number)end[k] + (k ? 2 : -2), b);
        ck_assert(fabs((double)a[2]) < 1e-14 && b[2] == 0 && b[3] == 0);
        ck_assert(fabs((double)(b[0] - a[0] - (k ? 2 : -2) * a[1])) < 1e-30 && a[1] == b[1]);
    }
    for (int k = 0; k < 40; k++) {
        number t = (number)k / 8, period = (number)end[1] - (number)end[0];
        series(read_expression(m, true, 1), t, a);
        series(read_expression(m, true, 1), t - 3 * period, b);
        for (int i = 0; i < 4; i++) ck_assert(fabs((double)(a[i] - b[i])) < 1e-30);
    }
    hol_memory_end(m);
}
END_TEST

START_TEST(only_a_table_of_time_has_a_series)
{
    hol_memory *m = hol_memory_new();
    ck_assert(!read_expression(m, false, 0)->smooth && read_expression(m, false, 1)->smooth);
    ck_assert(hol_expression_has_tables_of(read_expression(m, false, 1), 0));
    ck_assert(!hol_expression_has_tables_of(read_expression(m, false, 1), 1));
    ck_assert(!hol_expression_has_tables_of(read_expression(m, false, 0), 1));
    hol_memory_end(m);
}
END_TEST

int main(void)
{
    const hol_loop loop[] = {
        {splines_are_those_of_gsl, 2},
        {pieces_meet, 2},
        {a_natural_spline_goes_on_straight_and_a_periodic_one_again, 1},
        {only_a_table_of_time_has_a_series, 1},
    };
    return hol_run_loops("splines", loop, sizeof loop / sizeof *loop);
}
