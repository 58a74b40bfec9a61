/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Potentials of tables: see motor_energy.h. */
#include "mechanics/motor_energy.h"

#include <math.h>

#include "mechanics/joint_forces.h"
#include "numerics/gauss.h"

enum { HIGHEST = 2 * HOL_GAUSS_POINTS - 1, NONE = HIGHEST + 1, COORDINATE = 1 };

/* ---------------------------------------------------------------- polynomials */

static int at_most(int degree)
{
    return degree > HIGHEST ? NONE : degree;
}

static int degree_of(const hol_operation *o, const int degree[])
{
    int a = degree[o->a], b = degree[o->b];
    switch (o->kind) {
    case OPERATION_CONSTANT:
        return 0;
    case OPERATION_VARIABLE:
        return o->a == COORDINATE ? 1 : NONE;
    case OPERATION_ADD:
    case OPERATION_SUBTRACT:
        return a > b ? a : b;
    case OPERATION_MULTIPLY:
        return at_most(a + b);
    case OPERATION_DIVIDE:
        return b ? NONE : a;
    case OPERATION_AHEAD:
        return a;
    case OPERATION_TABLE:
        return at_most(3 * a);
    default:
        return NONE;
    }
}

static bool is_piecewise_polynomial(const hol_expression *Q)
{
    int degree[HOL_OPERATIONS_MOST] = {0};
    for (int n = 0; n < Q->count; n++) degree[n] = degree_of(&Q->of[n], degree);
    return degree[Q->count - 1] <= HIGHEST;
}

/* ---------------------------------------------------------------- the integral */

static double force(const hol_expression *Q, double x)
{
    return hol_expression_value(Q, (const double[HOL_MOTOR_NAMES]){[COORDINATE] = x});
}

/* From a to b > a, of Q or of |Q|, which is exact where Q keeps its sign between knots. */
static double integral(const hol_expression *Q, double a, double b, bool size)
{
    double sum = 0;
    while (a < b) {
        double next = fmin(b, hol_expression_knot(Q, COORDINATE, a)), half = 0.5 * (next - a);
        for (int p = 0; p < HOL_GAUSS_POINTS; p++) {
            double value = force(Q, a + half * (1 + hol_gauss_at[p]));
            sum += half * hol_gauss_weight[p] * (size ? fabs(value) : value);
        }
        a = next;
    }
    return sum;
}

static bool has_periodic_tables(const hol_expression *Q)
{
    for (int n = 0; n < Q->count; n++)
        if (Q->of[n].table && Q->of[n].table->periodic) return true;
    return false;
}

bool hol_has_table_energy(const hol_expression *Q, hol_joint_coordinate of)
{
    const double pi = acos(-1), round_off = 1e-12;
    if (!hol_expression_has_tables_of(Q, COORDINATE) || !is_piecewise_polynomial(Q)) return false;
    if (of == HOL_LENGTH || !has_periodic_tables(Q)) return true;
    return fabs(integral(Q, -pi, pi, false)) <= round_off * integral(Q, -pi, pi, true);
}

double hol_table_energy(const hol_expression *Q, double x)
{
    return x < 0 ? integral(Q, x, 0, false) : -integral(Q, 0, x, false);
}
