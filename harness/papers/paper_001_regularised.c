/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paper 001, section 5: the regularisations that it sets its own against, epsilon lambda' + g = 0
 * and epsilon lambda'' + g = 0 in place of g = 0, on the simple pendulum.
 *
 * With S = G M^-1 G^T a violation obeys g''' = -(S/epsilon) g, or g'''' = -(S/epsilon) g: of the
 * roots of s^3 = -S/epsilon, and of s^4, two have positive real parts, (S/epsilon)^(1/3)/2 and
 * (S/epsilon)^(1/4)/sqrt(2), so that the equations themselves run away from the constraint, by
 * whatever method and step, and the faster the smaller epsilon.  Of the other sign of epsilon one
 * root is real and positive. */
#include <math.h>
#include <string.h>

#include "harness/papers/paper_001.h"

enum { X, Y, U, V, LAMBDA, RATE, N }; /* RATE: lambda', of the second equation alone */
enum { EPSILONS = 4 };                /* 1e-8 to 1e-11 */

static const double l = 1, start = 3, off = 0.01; /* [m], [m/s] at the lowest point, [m] */

static double violation(const double y[N])
{
    return hypot(y[X], y[Y]) - l;
}

/* M v' = f + G^T lambda as in (15). */
static void slope(int order, double epsilon, const double y[N], double f[N])
{
    double length = hypot(y[X], y[Y]);
    f[X] = y[U];
    f[Y] = y[V];
    f[U] = y[LAMBDA] * y[X] / (length * HOL_P001_MASS);
    f[V] = y[LAMBDA] * y[Y] / (length * HOL_P001_MASS) - HOL_P001_G;
    f[LAMBDA] = order == 1 ? -violation(y) / epsilon : y[RATE];
    f[RATE] = order == 1 ? 0 : -violation(y) / epsilon;
}

static void step(int order, double epsilon, double h, double y[N])
{
    enum { MOST = 16 };
    const hol_butcher *T = &hol_butcher_dop853;
    double k[MOST][N], at[N];
    for (int i = 0; i < T->stages; i++) {
        memcpy(at, y, sizeof at);
        for (int j = 0; j < i; j++)
            for (int n = 0; n < N; n++) at[n] += h * T->a[i * T->stages + j] * k[j][n];
        slope(order, epsilon, at, k[i]);
    }
    for (int i = 0; i < T->stages; i++)
        for (int n = 0; n < N; n++) y[n] += h * T->b[i] * k[i][n];
}

typedef struct {
    double rate;         /* between the last two extremes of g before it is `off` [1/s] */
    double t, violation; /* when it is, and by how much [s], [m] */
    double spook;        /* the largest violation of SPOOK to that time [m] */
} departure;

/* From the lowest point with the multiplier of the rigid rod, at sixty steps a radian. */
static departure depart(int order, double epsilon)
{
    double y[N] = {0, -l, start, 0, -HOL_P001_MASS * (start * start / l + HOL_P001_G), 0};
    double h = pow(epsilon * HOL_P001_MASS, 1. / (order + 2)) / 60, g[3] = {0}, when[2] = {0},
           extreme[2] = {NAN, NAN};
    long n = 0;
    for (; n < 100000 && fabs(g[2]) < off; n++) {
        step(order, epsilon, h, y);
        memmove(g, g + 1, 2 * sizeof *g);
        g[2] = violation(y);
        if (n < 2 || fabs(g[1]) < fabs(g[0]) || fabs(g[1]) < fabs(g[2])) continue;
        extreme[0] = extreme[1], when[0] = when[1];
        extreme[1] = fabs(g[1]), when[1] = (double)n * h;
    }
    return (departure){.rate = log(extreme[1] / extreme[0]) / (when[1] - when[0]),
                       .t = (double)n * h,
                       .violation = fabs(g[2])};
}

/* SPOOK at the same epsilon, h = 0.5 ms. */
static bool accompany(double epsilon, departure *d, hol_message *why)
{
    static const double par[] = {1, 1, 3}, h = 0.5e-3;
    char text[32];
    hol_p001_swing s;
    snprintf(text, sizeof text, "epsilon=%.0e", epsilon);
    if (!hol_p001_run_swing(par, (const char *[]){text, NULL}, h, lrint(ceil(d->t / h)), &s, why))
        return false;
    for (long k = 0; k < s.count; k++) d->spook = fmax(d->spook, s.violation[k]);
    hol_p001_free_swing(&s);
    return true;
}

static void find_rate(hol_paper_section *to, int order, const departure d[EPSILONS])
{
    double x[2 * EPSILONS];
    for (int i = 0; i < EPSILONS; i++) {
        x[2 * i] = pow(10, -8 - i);
        x[2 * i + 1] = d[i].rate;
    }
    hol_paper_find(to, order == 1 ? "first-order" : "second-order", 2 * EPSILONS, x,
                   "the equation itself is unstable: the violation grows at %.3g /s at epsilon = "
                   "1e-8 and at %.3g /s at 1e-11; the rod is 1 cm off after %.2g s and %.2g s",
                   d[0].rate, d[EPSILONS - 1].rate, d[0].t, d[EPSILONS - 1].t);
}

bool hol_p001_regularised(hol_paper_section *to)
{
    double x[2 * 2 * EPSILONS], most = 0;
    for (int order = 1; order <= 2; order++) {
        departure d[EPSILONS];
        for (int i = 0; i < EPSILONS; i++) {
            double *pair = x + 2 * (EPSILONS * (order - 1) + i), epsilon = pow(10, -8 - i);
            d[i] = depart(order, epsilon);
            if (!accompany(epsilon, &d[i], &to->why)) return false;
            pair[0] = d[i].spook;
            pair[1] = d[i].violation;
            most = fmax(most, d[i].spook);
        }
        find_rate(to, order, d);
    }
    hol_paper_find(to, "regularised-beside", HOL_LENGTH(x), x,
                   "SPOOK is off by at most %.2g m where the others have left by 1 cm", most);
    return true;
}
