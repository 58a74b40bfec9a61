/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runge-Kutta tables against the order conditions: of the solution, of those embedded in it, and of
 * its continuous extension, over all rooted trees; tables of fractions exactly. */
#include <check.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "holonomy/explicit.h"
#include "holonomy/tables.h"
#include "tests/claims.h"
#include "tests/suite.h"

enum { MOST = 9, STAGES = 16 }; /* vertices, stages */

static const hol_butcher *const tables[] = {&hol_butcher_rk2,    &hol_butcher_rk3,
                                            &hol_butcher_rk4,    &hol_butcher_dp5,
                                            &hol_butcher_dop853, &hol_butcher_prince_dormand};
enum { TABLES = sizeof tables / sizeof *tables };

/* ---------------------------------------------------------------- sums over the stages */

/* Every entry of every length, whose stages without a weight are not looked at. */
START_TEST(a_step_is_the_sum_of_its_stages)
{
    enum { COUNT = 5, LONGEST = 29 };
    static const double weight[COUNT] = {0.25, 0, -3, 1e-3, 7}, h = 0.3;
    double k[COUNT * LONGEST], y0[LONGEST], y[LONGEST + 1];
    for (int n = 0; n <= LONGEST; n++)
        for (int from = 0; from < 3; from++) /* zero, y0, y itself */
            for (int count = 0; count <= COUNT; count++) {
                for (int i = 0; i < COUNT * n; i++)
                    k[i] = i / n == 1 ? (double)NAN : sin(1 + 7 * i);
                for (int i = 0; i < n; i++) y[i] = y0[i] = cos(3 * i);
                y[n] = 42;
                hol_combine(count, weight, h, n, k, from == 0 ? NULL : from == 1 ? y0 : y, y);
                for (int i = 0; i < n; i++) {
                    double sum = from ? y0[i] : 0;
                    for (int j = 0; j < count; j++)
                        if (j != 1) sum += h * weight[j] * k[j * n + i];
                    ck_assert_msg(y[i] == sum, "entry %d of %d", i, n);
                }
                ck_assert_double_eq(y[n], 42);
            }
}
END_TEST

/* ---------------------------------------------------------------- trees */

/* The next rooted tree of n vertices, each given by its level, in preorder; false after the last:
 * Beyer and Hedetniemi, SIAM J. Comput. 9 (1980) 706.  The first is {1, 2, ..., n}. */
static bool next_tree(int n, int level[])
{
    int p = n - 1, q;
    while (p > 0 && level[p] == 2) p--;
    if (p <= 0) return false;
    for (q = p - 1; level[q] != level[p] - 1;) q--;
    for (int i = p; i < n; i++) level[i] = level[i - (p - q)];
    return true;
}

/* Elementary weights Phi_i of the stages, the same of |a_ij|, and the density. */
static double weigh(int n, const int level[], int stages, const double a[], double phi[],
                    double size[])
{
    double weight[MOST][STAGES], magnitude[MOST][STAGES], density = 1;
    int order[MOST];
    for (int k = n - 1; k >= 0; k--) {
        order[k] = 1;
        for (int i = 0; i < stages; i++) weight[k][i] = magnitude[k][i] = 1;
        for (int c = k + 1; c < n && level[c] > level[k]; c++) {
            if (level[c] != level[k] + 1) continue;
            order[k] += order[c];
            for (int i = 0; i < stages; i++) {
                double sum = 0, most = 0;
                for (int j = 0; j < stages; j++) {
                    sum += a[i * stages + j] * weight[c][j];
                    most += fabs(a[i * stages + j]) * magnitude[c][j];
                }
                weight[k][i] *= sum;
                magnitude[k][i] *= most;
            }
        }
        density *= order[k];
    }
    memcpy(phi, weight[0], sizeof weight[0]);
    memcpy(size, magnitude[0], sizeof magnitude[0]);
    return density;
}

/* Whether sum b_i(theta) Phi_i = theta^n / density for all trees of n vertices; scale: of b_i, for
 * round-off. */
static bool satisfied(int n, int stages, const double a[], const double b[], const double scale[],
                      double theta)
{
    int level[MOST];
    for (int i = 0; i < n; i++) level[i] = i + 1;
    do {
        double phi[STAGES], size[STAGES], sum = 0, most = 0;
        double density = weigh(n, level, stages, a, phi, size);
        for (int i = 0; i < stages; i++) {
            sum += b[i] * phi[i];
            most += fabs(scale[i]) * size[i];
        }
        if (fabs(sum - pow(theta, n) / density) > 4 * DBL_EPSILON * most) return false;
    } while (next_tree(n, level));
    return true;
}

/* The order up to which all conditions hold, at most MOST - 1. */
static int order_of(int stages, const double a[], const double b[], const double scale[],
                    double theta)
{
    int n = 1;
    while (n <= MOST && satisfied(n, stages, a, b, scale, theta)) n++;
    return n - 1;
}

START_TEST(the_rooted_trees_of_n_vertices_are_as_many_as_there_are)
{
    static const int count[MOST] = {1, 1, 2, 4, 9, 20, 48, 115, 286};
    for (int n = 1; n <= MOST; n++) {
        int level[MOST], found = 1;
        for (int i = 0; i < n; i++) level[i] = i + 1;
        while (next_tree(n, level)) found++;
        ck_assert_int_eq(found, count[n - 1]);
    }
}
END_TEST

/* ---------------------------------------------------------------- tables */

START_TEST(a_table_satisfies_the_order_conditions_of_its_order_and_no_more)
{
    const hol_butcher *t = tables[_i];
    ck_assert_int_eq(order_of(t->stages, t->a, t->b, t->b, 1), t->order);
    for (int k = 0; k < 2 && t->e[k]; k++) {
        double embedded[STAGES];
        for (int i = 0; i < t->stages; i++) embedded[i] = t->b[i] - t->e[k][i];
        ck_assert_int_eq(order_of(t->stages, t->a, embedded, t->b, 1), t->error_order[k]);
    }
    for (int i = 0; i < t->stages; i++) {
        double sum = 0, size = 0;
        for (int j = 0; j < t->stages; j++) {
            double a = t->a[i * t->stages + j];
            sum += a;
            size += fabs(a);
            if (j >= i) ck_assert_double_eq(a, 0);
        }
        ck_assert_double_le(fabs(sum - t->c[i]), 2 * DBL_EPSILON * size);
    }
}
END_TEST

START_TEST(the_embedded_solution_of_prince_and_dormand_has_order_7)
{
    const hol_butcher *t = &hol_butcher_prince_dormand;
    ck_assert_int_eq(order_of(t->stages, t->a, hol_prince_dormand_7, hol_prince_dormand_7, 1), 7);
}
END_TEST

START_TEST(the_estimates_have_the_powers_of_h_their_solutions_give_them)
{
    ck_assert_int_eq(hol_estimate_order(&hol_butcher_rk4), 0);
    ck_assert_int_eq(hol_estimate_order(&hol_butcher_dp5), 5);    /* HNW section II.4 */
    ck_assert_int_eq(hol_estimate_order(&hol_butcher_dop853), 8); /* section II.10 */
    for (int k = 0; k < TABLES; k++) {
        const hol_butcher *t = tables[k];
        double E[2][2] = {{0}}; /* at h = 2, 1: C h^(order + 1) */
        for (int i = 0; i < 2 && t->e[i]; i++) {
            E[0][i] = 1e-9 * pow(2, t->error_order[i] + 1);
            E[1][i] = 1e-9;
        }
        if (!t->e[0]) continue;
        if (t->e[1]) E[0][1] *= 1e9, E[1][1] *= 1e9; /* h so small that the second rules */
        double order = log2(hol_estimate(E[0][0], E[0][1]) / hol_estimate(E[1][0], E[1][1]));
        ck_assert_double_eq_tol(order, hol_estimate_order(t), 1e-9);
    }
    ck_assert_double_eq(hol_estimate(3, 0), 3);
    ck_assert_double_eq_tol(hol_estimate(3, 40), 9 / 5., 1e-15);
    ck_assert_double_eq(hol_estimate(0, 0), 0);
    ck_assert(isnan(hol_estimate(NAN, 1)) && !(hol_estimate(HUGE_VAL, 1) <= 1));
}
END_TEST

/* The stages of a table and of its extension in one. */
static void extended(const hol_butcher *t, double a[STAGES * STAGES])
{
    int all = t->extension->stages;
    memset(a, 0, STAGES * STAGES * sizeof *a);
    for (int i = 0; i < t->stages; i++)
        memcpy(a + i * all, t->a + i * t->stages, (size_t)t->stages * sizeof *a);
    for (int i = t->stages; i < all; i++)
        memcpy(a + i * all, t->extension->a + (i - t->stages) * all, (size_t)all * sizeof *a);
}

START_TEST(an_extension_satisfies_the_order_conditions_at_every_theta)
{
    const hol_butcher *t = tables[_i];
    const hol_extension *E = t->extension;
    if (!E) return;
    double a[STAGES * STAGES];
    extended(t, a);
    ck_assert_int_eq(memcmp(a + E->node * E->stages, t->b, t->stages * sizeof *a), 0);
    for (int i = 0; i < E->stages; i++) {
        double sum = 0;
        for (int j = 0; j < E->stages; j++) sum += a[i * E->stages + j];
        ck_assert_double_eq_tol(sum, t->c[i], 4e-14);
    }
    for (int k = 0; k <= 8; k++) {
        double theta = k / 8., b[STAGES], scale[STAGES];
        for (int i = 0; i < E->stages; i++) { /* b_i(theta): k_i = 1, the others 0, h = 1 */
            double stage[STAGES] = {0}, y0 = 0, y1 = i < t->stages ? t->b[i] : 0;
            stage[i] = 1;
            hol_extend(t, theta, 1, 1, stage, &y0, &y1, &b[i]);
            scale[i] = 1;
            for (int r = 0; r < E->terms; r++) scale[i] += fabs(E->d[r * E->stages + i]);
        }
        int order = order_of(E->stages, a, b, scale, theta);
        ck_assert_int_eq(order, k == 0 ? MOST : k == 8 ? t->order : E->order);
    }
}
END_TEST

/* y'' = -sin y - 0.3 y' y + cos t y'^2 to t = 1 from (0.8, -0.4), n steps */
static void nystrom(const hol_nystrom_table *m, int n, double *y, double *v)
{
    double h = 1. / n, g[4], t = 0;
    *y = 0.8;
    *v = -0.4;
    for (int k = 0; k < n; k++, t = k * h) {
        double dy = 0, dv = 0;
        for (int i = 0; i < m->stages; i++) {
            double yi = *y + m->c[i] * h * *v, vi = *v;
            for (int j = 0; j < i; j++) {
                yi += h * h * m->a[i * m->stages + j] * g[j];
                vi += h * m->e[i * m->stages + j] * g[j];
            }
            g[i] = -sin(yi) - 0.3 * vi * yi + cos(t + m->c[i] * h) * vi * vi;
            dy += m->b[i] * g[i];
            dv += m->b1[i] * g[i];
        }
        *y += h * *v + h * h * dy;
        *v += h * dv;
    }
}

START_TEST(nystroms_method_has_order_4_where_the_force_depends_on_the_velocity)
{
    const hol_nystrom_table *m = &hol_butcher_nystrom4;
    double y[3], v[3], exact_y, exact_v;
    nystrom(m, 4096, &exact_y, &exact_v);
    for (int k = 0; k < 3; k++) nystrom(m, 16 << k, &y[k], &v[k]);
    for (int k = 0; k < 2; k++) {
        double order_y = log2(fabs((y[k] - exact_y) / (y[k + 1] - exact_y)));
        double order_v = log2(fabs((v[k] - exact_v) / (v[k + 1] - exact_v)));
        ck_assert_double_eq_tol(order_y, m->order, 0.15);
        ck_assert_double_eq_tol(order_v, m->order, 0.15);
    }
    for (int i = 0; i < m->stages; i++) {
        double a = 0, e = 0;
        for (int j = 0; j < m->stages; j++) {
            a += m->a[i * m->stages + j];
            e += m->e[i * m->stages + j];
        }
        ck_assert_double_eq_tol(a, m->c[i] * m->c[i] / 2, 1e-16);
        ck_assert_double_eq_tol(e, m->c[i], 1e-16);
    }
}
END_TEST

/* ---------------------------------------------------------------- fractions */

__extension__ typedef __int128 whole;

typedef struct {
    whole over, under; /* in lowest terms */
} ratio;

static ratio lowest(whole over, whole under)
{
    whole a = over < 0 ? -over : over, b = under;
    while (b) {
        whole rest = a % b;
        a = b;
        b = rest;
    }
    return (ratio){over / a, under / a};
}

static ratio plus_product(ratio sum, hol_fraction a, hol_fraction b)
{
    ratio p = lowest((whole)a.over * b.over, (whole)a.under * b.under);
    ratio common = lowest(sum.under, p.under); /* sum.under / p.under in lowest terms */
    return lowest(sum.over * common.under + p.over * common.over, sum.under * common.under);
}

/* sum_j a^_ij c_j^k = c^_i^(k + 1) / (k + 1) for k = 0, 1, to the last digit, c the nodes of the
 * explicit stages; and the last rows but one of both tables are the weights. */
START_TEST(the_half_explicit_table_satisfies_its_conditions_exactly)
{
    static const hol_fraction one = {1, 1};
    static const hol_fraction c[] = {{0, 1}, {1, 5}, {3, 10}, {4, 5}, {8, 9}, {1, 1}, {1, 1}};
    const hol_half_explicit *H = &hol_half_explicit_56;
    int n = H->table->stages;
    for (int i = 1; i < n; i++) {
        ratio sum = {0, 1}, moment = {0, 1}, node = plus_product(sum, H->chat[i], one);
        ratio half = lowest(node.over * node.over, 2 * node.under * node.under);
        ck_assert_double_eq(H->table->c[i], (double)c[i].over / (double)c[i].under);
        for (int j = 0; j < n; j++) {
            const hol_fraction *a = &H->ahat[i * n + j];
            if (j > i) ck_assert(a->over == 0);
            sum = plus_product(sum, *a, one);
            moment = plus_product(moment, *a, c[j]);
        }
        ck_assert_msg(H->ahat[i * n + i].over != 0, "row %d", i + 1);
        ck_assert_msg(sum.over == node.over && sum.under == node.under, "row %d: sum", i + 1);
        ck_assert_msg(moment.over == half.over && moment.under == half.under, "row %d: moment",
                      i + 1);
    }
    for (int j = 0; j < n; j++) {
        const hol_fraction *a = &H->ahat[(n - 2) * n + j];
        ck_assert_double_eq((double)a->over / (double)a->under, H->table->b[j]);
    }
}
END_TEST

/* ---------------------------------------------------------------- hem4 */

typedef struct { /* p + q sqrt 6 */
    ratio p, q;
} surd;

static ratio plus(ratio a, ratio b)
{
    return lowest(a.over * b.under + b.over * a.under, a.under * b.under);
}

static ratio times(ratio a, ratio b)
{
    return lowest(a.over * b.over, a.under * b.under);
}

static surd surd_plus(surd a, surd b)
{
    return (surd){plus(a.p, b.p), plus(a.q, b.q)};
}

static surd surd_times(surd a, surd b)
{
    ratio six = {6, 1};
    return (surd){plus(times(a.p, b.p), times(six, times(a.q, b.q))),
                  plus(times(a.p, b.q), times(a.q, b.p))};
}

/* 1/a = (p - q sqrt 6) / (p^2 - 6 q^2) */
static surd inverse(surd a)
{
    ratio norm = plus(times(a.p, a.p), times((ratio){-6, 1}, times(a.q, a.q)));
    ratio over = norm.over < 0 ? (ratio){-norm.under, -norm.over} : (ratio){norm.under, norm.over};
    return (surd){times(a.p, over), times(a.q, times((ratio){-1, 1}, over))};
}

/* (p + q sqrt 6) / n: rows 2 to 5 of the table, then the weights. */
enum { HEM4 = 5 };
static const int hem4_exact[HEM4][HEM4][3] = {
    {{3, 0, 10}},
    {{1, 1, 30}, {11, -4, 30}},
    {{-79, -31, 150}, {-1, -4, 30}, {24, 11, 25}},
    {{14, 5, 6}, {-8, 7, 6}, {-9, -7, 4}, {9, -1, 4}},
    {{0, 0, 1}, {0, 0, 1}, {16, -1, 36}, {16, 1, 36}, {1, 0, 9}},
};

static surd hem4_entry(int i, int j)
{
    const int *x = hem4_exact[i][j];
    return x[2] ? (surd){lowest(x[0], x[2]), lowest(x[1], x[2])} : (surd){{0, 1}, {0, 1}};
}

/* sum_j a_ij x_j; the row after the last one has the weights. */
static surd hem4_sum(int i, const surd x[])
{
    surd sum = {{0, 1}, {0, 1}};
    for (int j = 0; i > 0 && j < i; j++)
        sum = surd_plus(sum, surd_times(hem4_entry(i - 1, j), x[j]));
    return sum;
}

/* x_j becomes sum_i w_ji x_i, w the inverse of (a_(i+1) j). */
static void hem4_divide(surd x[])
{
    const surd minus = {{-1, 1}, {0, 1}};
    for (int i = 0; i < HEM4; i++) {
        surd rest = x[i];
        for (int j = 0; j < i; j++)
            rest = surd_plus(rest, surd_times(minus, surd_times(hem4_entry(i, j), x[j])));
        x[i] = surd_times(rest, inverse(hem4_entry(i, i)));
    }
}

/* Trees of y' = f(y, z), 0 = g(y): Hairer, Lubich, Roche, The Numerical Solution of
 * Differential-Algebraic Systems by Runge-Kutta Methods (1989), section 5.  (...) is a derivative
 * of f with its arguments y' and z, [...] the inverse of g_y f_z on a derivative of g with its
 * arguments y', which the half-explicit method takes at the next stage; of one argument it is left
 * out, for there the inverse takes the sum back. */
typedef struct {
    surd of[HEM4]; /* of each stage */
    int order;     /* vertices (), less those [] */
    ratio gamma;
} branch;

static branch grow(const char **at)
{
    bool round = *(*at)++ == '(';
    branch x = {.order = round ? 1 : -1, .gamma = {1, 1}};
    for (int i = 0; i < HEM4; i++) x.of[i] = (surd){{1, 1}, {0, 1}};
    while (**at == '(' || **at == '[') {
        bool summed = **at == '(';
        branch y = grow(at);
        x.order += y.order;
        x.gamma = times(x.gamma, y.gamma);
        for (int i = 0; i < HEM4; i++)
            x.of[i] = surd_times(x.of[i], summed ? hem4_sum(round ? i : i + 1, y.of) : y.of[i]);
    }
    (*at)++;
    if (round) {
        x.gamma = times(x.gamma, (ratio){x.order, 1});
    } else {
        x.gamma = times(x.gamma, (ratio){1, x.order + 1});
        hem4_divide(x.of);
    }
    return x;
}

/* All of orders 1 to 4, of f that is not linear in z too. */
/* clang-format off */
static const char *const hem4_trees[] = {
    "()",
    "(())", "([()()])",
    "(()())", "(()[()()])", "((()))", "(([()()]))", "([()()][()()])", "([()()()])", "([()(())])", "([()([()()])])",
    "(()()())", "(()()[()()])", "(()(()))", "(()([()()]))", "(()[()()][()()])", "(()[()()()])", "(()[()(())])", "(()[()([()()])])", "((())[()()])", "((()()))", "((()[()()]))", "(((())))", "((([()()])))", "(([()()])[()()])", "(([()()][()()]))", "(([()()()]))", "(([()(())]))", "(([()([()()])]))", "([()()][()()][()()])", "([()()][()()()])", "([()()][()(())])", "([()()][()([()()])])", "([()()()()])", "([()()(())])", "([()()([()()])])", "([()(()())])", "([()(()[()()])])", "([()((()))])", "([()(([()()]))])", "([()([()()][()()])])", "([()([()()()])])", "([()([()(())])])", "([()([()([()()])])])", "([(())(())])", "([(())([()()])])", "([([()()])([()()])])",
};
/* clang-format on */
enum { HEM4_TREES = sizeof hem4_trees / sizeof *hem4_trees };

START_TEST(hem4_satisfies_the_conditions_of_order_4_and_index_2_exactly)
{
    const char *at = hem4_trees[_i];
    branch x = grow(&at);
    surd sum = hem4_sum(HEM4, x.of);
    ratio product = times(sum.p, x.gamma);
    if (hol_verbose()) printf("%s: sum b = 1/gamma, order %d\n", hem4_trees[_i], x.order);
    ck_assert_int_eq(*at, 0);
    ck_assert_int_le(x.order, 4);
    ck_assert_msg(product.over == 1 && product.under == 1 && sum.q.over == 0, "%s", hem4_trees[_i]);
}
END_TEST

START_TEST(the_table_of_hem4_has_the_exact_numbers)
{
    const hol_butcher *T = hol_half_explicit_4.table;
    const double root = 2.44948974278317809820;
    for (int i = 0; i < HEM4; i++) {
        double sum = 0;
        for (int j = 0; j < HEM4; j++) {
            const int *x = hem4_exact[i][j];
            double exact = x[2] ? (x[0] + x[1] * root) / x[2] : 0;
            ck_assert_double_eq_tol(i + 1 < HEM4 ? T->a[(i + 1) * HEM4 + j] : T->b[j], exact,
                                    1e-15);
            ck_assert_double_eq(T->a[j], 0);
            sum += exact;
        }
        ck_assert_double_eq_tol(sum, i + 1 < HEM4 ? T->c[i + 1] : 1, 1e-15);
    }
    ck_assert_double_eq(T->c[0], 0);
}
END_TEST

/* ---------------------------------------------------------------- multistep methods */

static const hol_multistep *const multisteps[] = {&hol_multistep_4, &hol_multistep_6,
                                                  &hol_multistep_8};
enum { MULTISTEPS = sizeof multisteps / sizeof *multisteps };

static long long power(int base, int exponent)
{
    return exponent ? base * power(base, exponent - 1) : 1;
}

/* sum_j alpha_j j^e = e (e - 1) sum_j beta_j j^(e-2), j^0 = 1 */
static bool exact_for(const hol_multistep *T, int e)
{
    long long alpha = 0, beta = 0;
    for (int j = 0; j <= T->steps; j++) {
        alpha += T->alpha[j] * power(j, e);
        if (e >= 2) beta += T->beta[j] * power(j, e - 2);
    }
    return (whole)alpha * T->under_beta == (whole)(e * (e - 1)) * beta * T->under_alpha;
}

START_TEST(a_multistep_method_is_symmetric_explicit_and_of_its_order_exactly)
{
    const hol_multistep *T = multisteps[_i];
    int k = T->steps;
    for (int e = 0; e <= T->order + 1; e++) ck_assert_msg(exact_for(T, e), "%d: t^%d", k, e);
    ck_assert_msg(!exact_for(T, T->order + 2), "%d", k);
    ck_assert_int_eq(T->alpha[k], T->under_alpha);
    ck_assert_int_eq(T->beta[k], 0);
    for (int j = 0; j <= k; j++) {
        ck_assert_int_eq(T->alpha[j], T->alpha[k - j]);
        ck_assert_int_eq(T->beta[j], T->beta[k - j]);
    }
}
END_TEST

/* Simple roots exp(i theta), 0 < theta < pi, of a symmetric polynomial with k + 1 coefficients. */
static int roots_on_circle(int k, const int c[])
{
    enum { POINTS = 100000 };
    int found = 0;
    double last = 0;
    for (int l = 1; l < POINTS; l++) {
        double theta = l * acos(-1) / POINTS, sum = 0;
        for (int j = 0; j <= k; j++) sum += c[j] * cos((j - k / 2) * theta);
        found += sum * last < 0;
        last = sum;
    }
    return found;
}

/* Parasitic solutions of the positions, those of the multipliers: sum_j beta_j lambda_(n+j) is all
 * that the positions tell of them. */
START_TEST(the_roots_of_rho_and_of_sigma_lie_on_the_circle)
{
    const hol_multistep *T = multisteps[_i];
    int wanted = (T->steps - 2) / 2;
    ck_assert_int_eq(roots_on_circle(T->steps, T->alpha), wanted);
    ck_assert_int_eq(roots_on_circle(T->steps, T->beta), wanted);
}
END_TEST

/* SY8 of Quinlan and Tremaine, Astron. J. 100 (1990) 1694, has order 8 and serves without
 * constraints: of the roots of its sigma four are off the circle. */
START_TEST(a_method_of_order_8_of_astronomers_carries_no_constraints)
{
    static const int alpha[] = {1, -2, 2, -1, 0, -1, 2, -2, 1};
    static const int beta[] = {0, 17671, -23622, 61449, -50516, 61449, -23622, 17671, 0};
    const hol_multistep T = {"", 8, 8, alpha, beta, 1, 12096};
    for (int e = 0; e <= 9; e++) ck_assert_msg(exact_for(&T, e), "t^%d", e);
    ck_assert_int_eq(roots_on_circle(8, alpha), 3);
    ck_assert_int_eq(roots_on_circle(8, beta), 1);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("tables");
    TCase *tests = tcase_create("tables");
    tcase_add_test(tests, a_step_is_the_sum_of_its_stages);
    tcase_add_test(tests, the_rooted_trees_of_n_vertices_are_as_many_as_there_are);
    tcase_add_loop_test(tests, a_table_satisfies_the_order_conditions_of_its_order_and_no_more, 0,
                        TABLES);
    tcase_add_test(tests, the_embedded_solution_of_prince_and_dormand_has_order_7);
    tcase_add_test(tests, the_estimates_have_the_powers_of_h_their_solutions_give_them);
    tcase_add_loop_test(tests, an_extension_satisfies_the_order_conditions_at_every_theta, 0,
                        TABLES);
    tcase_add_test(tests, the_half_explicit_table_satisfies_its_conditions_exactly);
    tcase_add_loop_test(tests, hem4_satisfies_the_conditions_of_order_4_and_index_2_exactly, 0,
                        HEM4_TREES);
    tcase_add_test(tests, the_table_of_hem4_has_the_exact_numbers);
    tcase_add_loop_test(tests, a_multistep_method_is_symmetric_explicit_and_of_its_order_exactly, 0,
                        MULTISTEPS);
    tcase_add_loop_test(tests, the_roots_of_rho_and_of_sigma_lie_on_the_circle, 0, MULTISTEPS);
    tcase_add_test(tests, a_method_of_order_8_of_astronomers_carries_no_constraints);
    tcase_add_test(tests, nystroms_method_has_order_4_where_the_force_depends_on_the_velocity);
    suite_add_tcase(suite, tests);
    return hol_run_suite(suite);
}
