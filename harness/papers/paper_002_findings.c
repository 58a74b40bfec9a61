/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What Haug, Pavesic 2023 (paper 002) say in sections 4 to 8 beside what was measured. */
#include "harness/papers/paper_002.h"

enum { TOP = HOL_P002_TOP_RUNS, C3 = HOL_P002_C3_RUNS, WIDE = HOL_P002_WIDE_RUNS };

/* ---------------------------------------------------------------- the top */

static void find_spin(hol_paper_section *to, const hol_p002_section *S)
{
    const double x[] = {S->spins.critical, 13.5, 0.1};
    double rate[2 * HOL_P002_SPINS];
    for (int i = 0; i < HOL_P002_SPINS; i++) {
        rate[2 * i] = S->spins.sigma[i];
        rate[2 * i + 1] = hol_p002_linear_growth(S->spins.omega[i]);
    }
    hol_paper_find(to, "spin", HOL_LENGTH(x), x,
                   "the square of the growth rate, extrapolated from spins below it, is zero at "
                   "%.4f rad/s; linear theory of the printed data: %.10f",
                   x[0], hol_p002_linear_critical());
    hol_paper_find(to, "spin-theory", HOL_LENGTH(rate), rate, "at 12 rad/s %.5f and %.5f /s",
                   rate[0], rate[1]);
}

static void find_figure_5(hol_paper_section *to, const hol_p002_section *S)
{
    const double *r = S->reach, x[] = {r[3], r[1], r[2], r[1], r[3], r[0]};
    hol_paper_find(to, "figure-5", HOL_LENGTH(x), x,
                   "the tip goes %.2g m at 12 rad/s, %.2g m at 12.5, %.1e m at 13, %.1e m at 13.5: "
                   "it stands at 13 already",
                   r[0], r[1], r[2], r[3]);
    hol_paper_find(to, "nutation", 1, &S->nutation,
                   "a top that nutates is %.1e m from its reference", S->nutation);
    const double most[] = {100 * S->of[TOP].energy, 100 * S->of[TOP + 1].energy,
                           100 * S->of[TOP + 2].energy};
    hol_paper_find(to, "energy-top", HOL_LENGTH(most), most,
                   "%.1e %%, %.1e %%, %.1e %% with Tol = 1e-6, 1e-8, 1e-10", most[0], most[1],
                   most[2]);
}

/* ---------------------------------------------------------------- charts */

static void find_charts(hol_paper_section *to, const hol_p002_section *S)
{
    const hol_p002_errors *top = &S->of[TOP + 1], *c3 = &S->of[C3 + 1],
                          *c1 = &S->of[HOL_P002_C1_RUN], *wide = &S->of[WIDE + 1];
    const double mean[] = {hol_p002_mean_charts(S), 524},
                 each[] = {(double)c3->steps / (double)c3->charts,
                           (double)wide->steps / (double)wide->charts,
                           (double)c1->steps / (double)c1->charts,
                           (double)top->steps / (double)top->charts},
                 share[] = {100 * top->renewal / top->seconds, 0.02},
                 small[] = {100 * top->renewal / top->seconds, 100 * c3->renewal / c3->seconds,
                            100 * c1->renewal / c1->seconds};
    hol_paper_find(
        to, "charts", 2, mean,
        "%.0f; %ld, %ld, %ld, %ld at 12, 12.5, 13, 13.5 rad/s, by the same limit of 0.75 "
        "on |v|",
        mean[0], S->of[HOL_P002_SPIN_RUNS].charts, S->of[HOL_P002_SPIN_RUNS + 1].charts,
        S->of[HOL_P002_SPIN_RUNS + 2].charts, top->charts);
    hol_paper_find(
        to, "charts-8", 0, NULL,
        "%ld at a spin of 8 rad/s, which is chosen to meet it; the spins of Figure 5 are "
        "not listed",
        S->of[HOL_P002_SLOW_RUN].charts);
    hol_paper_find(to, "charts-sparse", HOL_LENGTH(each), each,
                   "once per %.0f steps (top, 13.5 rad/s), per %.0f and %.0f (C3, two readings), "
                   "%.0f (C1)",
                   each[3], each[0], each[1], each[2]);
    hol_paper_find(to, "share", 2, share,
                   "%.2f %%: a step takes a few microseconds here, a change of chart the singular "
                   "values of a small dense matrix",
                   share[0]);
    hol_paper_find(to, "alarm", HOL_LENGTH(small), small,
                   "%.2f %% (top), %.2f %% and %.2f %% (slider-crank)", small[0], small[1],
                   small[2]);
}

/* ---------------------------------------------------------------- tolerances */

/* A row for each of position, velocity and acceleration: the error follows Tol. */
static void find_proportion(hol_paper_section *to, const char *prefix, const hol_p002_errors of[3])
{
    static const char *const what[] = {"position", "velocity", "acceleration"};
    for (int k = 0; k < 3; k++) {
        const double x[] = {1e-6, of[0].error[k], 1e-8, of[1].error[k], 1e-10, of[2].error[k]};
        char id[32];
        snprintf(id, sizeof id, "%s-%s", prefix, what[k]);
        hol_paper_find(to, id, HOL_LENGTH(x), x,
                       "%s: %.1e, %.1e, %.1e with Tol = 1e-6, 1e-8, 1e-10", what[k], x[1], x[3],
                       x[5]);
    }
}

static void find_precision(hol_paper_section *to, const hol_p002_section *S)
{
    const hol_p002_errors *fine = &S->of[HOL_P002_FINE_RUN];
    const double x[] = {fine->error[0], fine->error[1] / 13.5, fine->error[2] / (13.5 * 13.5)};
    hol_paper_find(to, "precision", HOL_LENGTH(x), x, "%.1e, %.1e, %.1e with Tol = 1e-14",
                   fine->error[0], fine->error[1], fine->error[2]);
}

static void find_tolerances(hol_paper_section *to, const hol_p002_section *S)
{
    enum { U = HOL_P002_UTOLS, B = HOL_P002_BTOLS };
    double q[2 * U], same[2 * B], velocity[2 * B], acceleration[2 * B];
    for (int i = 0; i < U; i++) {
        q[2 * i] = hol_p002_utol[U - 1 - i];
        q[2 * i + 1] = S->map[U - 1 - i][B - 1].error[0];
    }
    for (int k = 0; k < B; k++) {
        same[2 * k] = velocity[2 * k] = acceleration[2 * k] = hol_p002_Btol[k];
        same[2 * k + 1] = S->map[U - 1][k].error[0];
        velocity[2 * k + 1] = S->map[U - 1][k].error[1];
        acceleration[2 * k + 1] = S->map[U - 1][k].error[2];
    }
    hol_paper_find(to, "utol-position", HOL_LENGTH(q), q,
                   "%.1e, %.1e, %.1e with utol = 1e-10, 1e-8, 1e-6", q[1], q[3], q[5]);
    hol_paper_find(to, "Btol-position", HOL_LENGTH(same), same,
                   "%.1e, %.1e, %.1e, %.1e with Btol = 1e-2 to 1e-8", same[1], same[3], same[5],
                   same[7]);
    hol_paper_find(to, "Btol-velocity", HOL_LENGTH(velocity), velocity,
                   "%.1e, %.1e, %.1e, %.1e with Btol = 1e-2 to 1e-8", velocity[1], velocity[3],
                   velocity[5], velocity[7]);
    hol_paper_find(to, "Btol-acceleration", HOL_LENGTH(acceleration), acceleration,
                   "%.1e, %.1e, %.1e, %.1e with Btol = 1e-2 to 1e-8; the energy changes by %.1e "
                   "and %.1e of itself",
                   acceleration[1], acceleration[3], acceleration[5], acceleration[7],
                   S->map[U - 1][0].energy, S->map[U - 1][B - 1].energy);
}

void hol_p002_find(hol_paper_section *to, const hol_p002_section *S)
{
    find_spin(to, S);
    find_figure_5(to, S);
    find_charts(to, S);
    find_proportion(to, "table-1", S->of + TOP);
    find_precision(to, S);
    find_tolerances(to, S);
    find_proportion(to, "table-2", S->of + C3);
    find_proportion(to, "table-2-wide", S->of + WIDE);
}
