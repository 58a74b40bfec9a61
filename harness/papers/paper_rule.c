/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rules of judgement, each with what turns its word: see paper_rule.h. */
#include "harness/papers/paper_rule.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "holonomy/diagnostics.h"
#include "holonomy/memory.h"

static hol_paper_answer if_so(bool holds)
{
    return holds ? HOL_PAPER_CONFIRMED : HOL_PAPER_REFUTED;
}

/* By the least and the most of what is to be at least `bound`; `opposite`: at most which all. */
static hol_paper_answer either_way(double least, double most, double bound, double opposite)
{
    if (least >= bound) return HOL_PAPER_CONFIRMED;
    return most <= opposite ? HOL_PAPER_OPPOSITE : HOL_PAPER_REFUTED;
}

/* The larger, the smaller; of a ratio 0/0 neither, unlike fmax. */
static double more(double a, double b)
{
    return isnan(a) || isnan(b) ? (double)NAN : fmax(a, b);
}

static double fewer(double a, double b)
{
    return isnan(a) || isnan(b) ? (double)NAN : fmin(a, b);
}

/* The place of the largest |x|, of every `group`-th number. */
static int largest(int n, const double x[], int group)
{
    int at = 0;
    for (int k = 1; k < n; k++)
        if (fabs(x[group * k]) > fabs(x[group * at])) at = k;
    return group * at;
}

static double range(int n, const double x[])
{
    double least = x[0], most = x[0];
    for (int k = 1; k < n; k++) {
        least = fmin(least, x[k]);
        most = fmax(most, x[k]);
    }
    return most - least;
}

/* ---------------------------------------------------------------- order */

static hol_paper_answer judge_order(int n, const double x[], const double bound[2], double *value)
{
    double *apart = hol_new(2 * n, sizeof *apart);
    for (int k = 0; k < 2 * n; k++) apart[k % 2 * n + k / 2] = x[k];
    *value = hol_exponent(n, apart, apart + n);
    free(apart);
    return if_so(fabs(*value - bound[0]) <= bound[1]);
}

/* As if the order were one lower. */
static void spoil_order(int n, double x[], const double bound[2])
{
    (void)bound;
    for (int k = 0; k < n; k++) x[2 * k + 1] /= x[2 * k];
}

static void mend_order(int n, double x[], const double bound[2])
{
    for (int k = 0; k < n; k++) x[2 * k + 1] = pow(x[2 * k], bound[0]);
}

/* ---------------------------------------------------------------- at most, at least */

static hol_paper_answer judge_at_most(int n, const double x[], const double bound[2], double *value)
{
    *value = fabs(x[largest(n, x, 1)]);
    return if_so(*value <= bound[0]);
}

static void spoil_at_most(int n, double x[], const double bound[2])
{
    (void)bound;
    x[largest(n, x, 1)] *= 1000;
}

/* Also of at least. */
static void mend_to_bound(int n, double x[], const double bound[2])
{
    for (int k = 0; k < n; k++) x[k] = bound[0];
}

static int least(int n, const double x[])
{
    int at = 0;
    for (int k = 1; k < n; k++)
        if (fabs(x[k]) < fabs(x[at])) at = k;
    return at;
}

static hol_paper_answer judge_at_least(int n, const double x[], const double bound[2],
                                       double *value)
{
    *value = fabs(x[least(n, x)]);
    return if_so(*value >= bound[0] && bound[0] > 0);
}

static void spoil_at_least(int n, double x[], const double bound[2])
{
    (void)bound;
    x[least(n, x)] /= 1000;
}

/* ---------------------------------------------------------------- digits, near */

static hol_paper_answer judge_digits(int n, const double x[], const double bound[2], double *value)
{
    *value = 0;
    for (; n > 0; n--, x += 3) {
        double apart = fabs(nearbyint(x[0] / x[2]) - nearbyint(x[1] / x[2]));
        *value = more(*value, x[1] != 0 && x[2] > 0 ? apart : (double)INFINITY);
    }
    return if_so(*value <= bound[0]);
}

static void spoil_digits(int n, double x[], const double bound[2])
{
    double *last = x + 3 * (n - 1);
    last[0] = last[1] + (bound[0] + 1) * last[2];
}

static void mend_digits(int n, double x[], const double bound[2])
{
    (void)bound;
    for (int k = 0; k < n; k++) x[3 * k] = x[3 * k + 1];
}

static hol_paper_answer judge_near(int n, const double x[], const double bound[2], double *value)
{
    *value = 0;
    for (int k = 0; k < n; k++) *value = more(*value, fabs(x[2 * k] / x[2 * k + 1] - 1));
    return if_so(*value <= bound[0]);
}

static void spoil_near(int n, double x[], const double bound[2])
{
    (void)bound;
    x[2 * (n - 1)] *= 2;
}

static void mend_near(int n, double x[], const double bound[2])
{
    (void)bound;
    for (int k = 0; k < n; k++) x[2 * k] = x[2 * k + 1];
}

/* ---------------------------------------------------------------- less, grows */

static hol_paper_answer judge_less(int n, const double x[], const double bound[2], double *value)
{
    double most = 0;
    *value = INFINITY;
    for (int k = 0; k < n; k++) {
        *value = fewer(*value, x[2 * k + 1] / x[2 * k]);
        most = fmax(most, x[2 * k + 1] / x[2 * k]);
    }
    return either_way(*value, most, bound[0], 1 / bound[0]);
}

static void spoil_less(int n, double x[], const double bound[2])
{
    (void)bound;
    for (int k = 0; k < n; k++) {
        double less = x[2 * k];
        x[2 * k] = x[2 * k + 1];
        x[2 * k + 1] = less;
    }
}

static void mend_less(int n, double x[], const double bound[2])
{
    for (int k = 0; k < n; k++) {
        x[2 * k] = 1;
        x[2 * k + 1] = bound[0];
    }
}

static hol_paper_answer judge_grows(int n, const double x[], const double bound[2], double *value)
{
    double most = 0;
    bool sorted = true;
    *value = INFINITY;
    for (int k = 1; k < n; k++) {
        double ratio = x[2 * k + 1] / x[2 * k - 1];
        *value = fewer(*value, ratio);
        most = fmax(most, ratio);
        sorted = sorted && x[2 * k] > x[2 * k - 2];
    }
    return sorted ? either_way(*value, most, bound[0], 1 / bound[0]) : HOL_PAPER_REFUTED;
}

/* The other way round. */
static void spoil_grows(int n, double x[], const double bound[2])
{
    (void)bound;
    for (int i = 0, k = n - 1; i < k; i++, k--) {
        double y = x[2 * i + 1];
        x[2 * i + 1] = x[2 * k + 1];
        x[2 * k + 1] = y;
    }
}

static void mend_grows(int n, double x[], const double bound[2])
{
    for (int k = 0; k < n; k++) {
        x[2 * k] = k;
        x[2 * k + 1] = pow(2 * bound[0], k);
    }
}

/* ---------------------------------------------------------------- bounded, stable */

static hol_paper_answer judge_bounded(int n, const double x[], const double bound[2], double *value)
{
    *value = range(n, x) / range(n / 4, x);
    return if_so(*value <= bound[0]);
}

/* Linear in time, many times the range. */
static void spoil_bounded(int n, double x[], const double bound[2])
{
    double each = 16 * bound[0] * range(n, x) / n;
    for (int k = 0; k < n; k++) x[k] += each * k;
}

static void mend_bounded(int n, double x[], const double bound[2])
{
    (void)bound;
    for (int k = 0; k < n; k++) x[k] = k % 2;
}

static hol_paper_answer judge_stable(int n, const double x[], const double bound[2], double *value)
{
    double least_yet = x[0], rise = 0;
    for (int k = 0; k < n; k++) {
        least_yet = fmin(least_yet, x[k]);
        rise = fmax(rise, x[k] - least_yet);
    }
    *value = rise / bound[1];
    return if_so(*value <= bound[0]);
}

static void spoil_stable(int n, double x[], const double bound[2])
{
    for (int k = 0; k < n - 1; k++) x[n - 1] = fmin(x[n - 1], x[k]);
    x[n - 1] += 2 * bound[0] * bound[1];
}

static void mend_stable(int n, double x[], const double bound[2])
{
    (void)bound;
    for (int k = 0; k < n; k++) x[k] = -k;
}

/* ---------------------------------------------------------------- correlated */

static hol_paper_answer judge_correlated(int n, const double x[], const double bound[2],
                                         double *value)
{
    double mean[2] = {0}, xx = 0, xy = 0, yy = 0;
    for (int k = 0; k < 2 * n; k++) mean[k % 2] += x[k] / n;
    for (int k = 0; k < n; k++) {
        double dx = x[2 * k] - mean[0], dy = x[2 * k + 1] - mean[1];
        xx += dx * dx;
        xy += dx * dy;
        yy += dy * dy;
    }
    *value = xy / sqrt(xx * yy);
    return either_way(*value, *value, bound[0], -bound[0]);
}

/* y with the other sign. */
static void spoil_correlated(int n, double x[], const double bound[2])
{
    (void)bound;
    for (int k = 0; k < n; k++) x[2 * k + 1] = -x[2 * k + 1];
}

static void mend_correlated(int n, double x[], const double bound[2])
{
    (void)bound;
    for (int k = 0; k < n; k++) x[2 * k + 1] = x[2 * k];
}

/* ---------------------------------------------------------------- follows */

/* The slope between neighbours that is farthest from bound[0]. */
static hol_paper_answer judge_follows(int n, const double x[], const double bound[2], double *value)
{
    *value = bound[0];
    for (int k = 1; k < n; k++) {
        double slope = log(x[2 * k + 1] / x[2 * k - 1]) / log(x[2 * k] / x[2 * k - 2]);
        if (!(fabs(slope - bound[0]) <= fabs(*value - bound[0]))) *value = slope;
    }
    return if_so(fabs(*value - bound[0]) <= bound[1]);
}

/* ---------------------------------------------------------------- the rules */

static const hol_paper_rule rules[] = {
    {"order", "exponent %.2f, to be %g within %g", 2, 2, judge_order, spoil_order, mend_order},
    {"at most", "%.3g, to be at most %g", 1, 1, judge_at_most, spoil_at_most, mend_to_bound},
    {"at least", "%.3g, to be at least %g", 1, 1, judge_at_least, spoil_at_least, mend_to_bound},
    {"digits", "%.0f units of the last digit apart, at most %.0f", 3, 1, judge_digits, spoil_digits,
     mend_digits},
    {"near", "relative difference %.2g, to be at most %g", 2, 1, judge_near, spoil_near, mend_near},
    {"less", "ratio of at least %.3g in every pair, to be at least %g", 2, 1, judge_less,
     spoil_less, mend_less},
    {"grows", "at least %.3g times the one before, to be at least %g", 2, 2, judge_grows,
     spoil_grows, mend_grows},
    {"bounded", "range of the whole %.3g times that of the first quarter, to be at most %g", 1, 16,
     judge_bounded, spoil_bounded, mend_bounded},
    {"stable", "largest rise %.3g, to be at most %g, in units of %.3g", 1, 2, judge_stable,
     spoil_stable, mend_stable},
    {"correlated", "coefficient %.3f, to be at least %g", 2, 8, judge_correlated, spoil_correlated,
     mend_correlated},
    {"follows", "exponent %.2f between two neighbours, to be %g within %g", 2, 2, judge_follows,
     spoil_order, mend_order}};

const hol_paper_rule *hol_paper_rule_named(const char *name)
{
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (!strcmp(rules[i].name, name)) return &rules[i];
    return NULL;
}
