/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paper 001, Figure 7: CPU time of a SPOOK step against the number of squares, by the static block
 * factorisation, by KLU, by UMFPACK as in the paper, and written out by hand; measured in turns,
 * the least of several. */
#include <math.h>

#include "base/clock.h"
#include "harness/papers/paper_001.h"
#include "harness/study/floors/floor.h"
#include "harness/study/study_slope.h"
#include "holonomy/run.h"

enum { SQUARES, BLOCK, KLU, UMFPACK, FLOOR, COLUMNS };
static const struct {
    const char *option;
    int most, steps; /* squares; steps that fill a sample, times the squares */
} path[FLOOR] = {[BLOCK] = {"solve=block", 10000, 12000},
                 [KLU] = {"solve=klu", 10000, 1500},
                 [UMFPACK] = {"solve=umfpack", 1000, 200}};

static const int sizes[] = {20, 50, 100, 200, 500, 1000, 2000, 5000, 10000};
enum { SIZES = sizeof sizes / sizeof *sizes, TURNS = 5, MOST_STEPS = 120 };
static const double sample = 0.005; /* CPU time of a turn at least, where a step is shorter [s] */

/* Seconds of a step, from the start. */
static bool time_steps(const hol_paper_run *is, hol_result *r, double *seconds, hol_message *why)
{
    double sum = 0;
    long steps = 0;
    do {
        if (!hol_paper_pass(is, r, why)) return false;
        sum += r->cpu_seconds;
        steps += r->steps;
    } while (sum < sample);
    *seconds = sum / (double)steps;
    return true;
}

static double floor_seconds(int N)
{
    double sum = 0;
    long steps = 0, more = 10;
    do {
        double began = hol_cpu_seconds();
        hol_floor_ladder(N, HOL_P001_FRAME, more, NULL);
        sum += hol_cpu_seconds() - began;
        steps += more;
    } while (sum < sample);
    return sum / (double)steps;
}

/* Seconds of a step by each path, NaN where one is left out. */
static bool measure(int i, double s[COLUMNS][SIZES], hol_message *why)
{
    hol_paper_run is[FLOOR];
    hol_result r[FLOOR];
    char size[32];
    double now = NAN;
    int N = sizes[i], end = BLOCK;
    bool good = true;
    snprintf(size, sizeof size, "N=%d", N);
    for (int k = 0; k < COLUMNS; k++) s[k][i] = k == SQUARES ? N : (double)INFINITY;
    for (; good && end < FLOOR && N <= path[end].most; end++) {
        is[end] = (hol_paper_run)HOL_P001_SPOOK(HOL_P001_FRAME, size);
        is[end].until = fmin(MOST_STEPS, 1 + path[end].steps / N) * HOL_P001_FRAME;
        is[end].option[0] = path[end].option;
        good = hol_paper_prepare(&is[end], &r[end], why);
    }
    for (int turn = 0; good && turn < TURNS; turn++) {
        for (int k = BLOCK; good && k < end; k++) {
            good = time_steps(&is[k], &r[k], &now, why);
            s[k][i] = fmin(s[k][i], now);
        }
        s[FLOOR][i] = fmin(s[FLOOR][i], floor_seconds(N));
    }
    for (int k = BLOCK; k < end; k++) hol_result_free(&r[k]);
    for (int k = end; k < FLOOR; k++) s[k][i] = NAN;
    return good;
}

static void find_cost(hol_paper_section *to, double s[COLUMNS][SIZES])
{
    static const double linear = 0.2; /* of the exponent; caches and clocks have their share */
    double N[SIZES], least = INFINITY, most = 0;
    int umf = 0;
    for (int i = 0; i < SIZES; i++) {
        N[i] = 3 * sizes[i] + 1;
        least = fmin(least, s[KLU][i] / s[BLOCK][i]);
        most = fmax(most, s[KLU][i] / s[BLOCK][i]);
        if (sizes[i] <= path[UMFPACK].most) umf = i + 1;
    }
    double by_block = hol_exponent(SIZES, N, s[BLOCK]), by_klu = hol_exponent(SIZES, N, s[KLU]),
           by_umf = hol_exponent(umf, N, s[UMFPACK]);
    hol_paper_find_unruled(
        to, "section 6, Figure 7", "the time of a step grows linearly with N",
        hol_paper_if(fabs(by_block - 1) <= linear && fabs(by_umf - 1) <= linear),
        "from N = %d to %d as (number of rods)^%.2f by blocks, ^%.2f by KLU, ^%.2f by "
        "UMFPACK to N = %d; %.0f ns a rod by blocks at N = %d, %.0f at N = %d",
        sizes[0], sizes[SIZES - 1], by_block, by_klu, by_umf, sizes[umf - 1],
        1e9 * s[BLOCK][0] / N[0], sizes[0], 1e9 * s[BLOCK][SIZES - 1] / N[SIZES - 1],
        sizes[SIZES - 1]);
    hol_paper_find_unruled(
        to, "section 6, Figure 7", "(other solvers)", HOL_PAPER_BESIDE,
        "a step by the static block factorisation is %.1f to %.1f times as fast as by KLU's "
        "refactorisation, %.0f times as fast as by UMFPACK at N = %d, and takes %.2f times "
        "the ladder written out by hand at N = %d",
        least, most, s[UMFPACK][umf - 1] / s[BLOCK][umf - 1], sizes[umf - 1],
        s[BLOCK][umf - 1] / s[FLOOR][umf - 1], sizes[umf - 1]);
}

bool hol_p001_cost(hol_paper_section *to)
{
    double s[COLUMNS][SIZES];
    for (int i = 0; i < SIZES; i++)
        if (!measure(i, s, &to->why)) return false;
    find_cost(to, s);
    return hol_paper_write_sheet(
        to, "paper-001-cost.csv",
        &(hol_paper_sheet){"N,seconds of a step: block,klu,umfpack,by hand", SIZES, COLUMNS, s[0],
                           .digits = 6, .by_column = true});
}
