/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paper 001, Figure 7: CPU time of a SPOOK step against the number of squares, by the static block
 * factorisation, by KLU, by UMFPACK as in the paper, and written out by hand; measured in turns,
 * the least of several. */
#include <math.h>

#include "harness/cli/cli.h"
#include "harness/papers/paper_001.h"
#include "numerics/clock.h"
#include "tests/bench/floor.h"

enum { BLOCK, KLU, UMFPACK, PATHS, FLOOR = PATHS, COLUMNS };
static const struct {
    const char *option;
    int most; /* squares */
} path[PATHS] = {{"solve=block", 10000}, {"solve=klu", 10000}, {"solve=umfpack", 1000}};

static const int sizes[] = {20, 50, 100, 200, 500, 1000, 2000, 5000, 10000};
enum { SIZES = sizeof sizes / sizeof *sizes, TURNS = 5, MOST_STEPS = 120 };
static const double sample = 0.005; /* CPU time of a turn at least, where a step is shorter [s] */

/* Seconds of a step, over as many as fill a sample, from the start. */
static bool time_steps(hol_rig *r, double *seconds, hol_message *why)
{
    double sum = 0;
    long steps = 0;
    for (long n = 1; sum < sample; n++) {
        if (n > MOST_STEPS) n = 1;
        if (n == 1 && !hol_rig_start(r, hol_p001_frame, why)) return false;
        double began = hol_cpu_seconds();
        if (!hol_rig_step(r, hol_p001_frame, n, why)) return false;
        sum += hol_cpu_seconds() - began;
        steps++;
    }
    *seconds = sum / (double)steps;
    return true;
}

static double floor_seconds(int N)
{
    double sum = 0;
    long steps = 0, more = 10;
    do {
        double began = hol_cpu_seconds();
        hol_floor_ladder(N, hol_p001_frame, more, NULL);
        sum += hol_cpu_seconds() - began;
        steps += more;
    } while (sum < sample);
    return sum / (double)steps;
}

/* Seconds of a step by each path, NaN where one is left out. */
static bool measure(int N, double seconds[COLUMNS], hol_message *why)
{
    hol_rig rig[PATHS];
    char size[32];
    double now = NAN;
    int open = 0;
    bool good = true;
    snprintf(size, sizeof size, "N=%d", N);
    for (int k = 0; k < COLUMNS; k++) seconds[k] = INFINITY;
    for (; good && open < PATHS && N <= path[open].most; open++) {
        hol_rig_plan plan = HOL_P001_SPOOK(size);
        plan.option[0] = path[open].option;
        good = hol_rig_open(&rig[open], &plan, why);
    }
    for (int turn = 0; good && turn < TURNS; turn++) {
        for (int k = 0; good && k < open; k++) {
            good = time_steps(&rig[k], &now, why);
            seconds[k] = fmin(seconds[k], now);
        }
        seconds[FLOOR] = fmin(seconds[FLOOR], floor_seconds(N));
    }
    for (int k = 0; k < open; k++) hol_rig_close(&rig[k]);
    for (int k = open; k < PATHS; k++) seconds[k] = NAN;
    return good;
}

static void find_cost(hol_paper_findings *found, double s[COLUMNS][SIZES])
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
    double by_block = hol_p001_slope(SIZES, N, s[BLOCK]), by_klu = hol_p001_slope(SIZES, N, s[KLU]),
           by_umf = hol_p001_slope(umf, N, s[UMFPACK]);
    hol_paper_find(found, "section 6, Figure 7", "the time of a step grows linearly with N",
                   hol_paper_if(fabs(by_block - 1) <= linear && fabs(by_umf - 1) <= linear),
                   "from N = %d to %d as (number of rods)^%.2f by blocks, ^%.2f by KLU, ^%.2f by "
                   "UMFPACK to N = %d; %.0f ns a rod by blocks at N = %d, %.0f at N = %d",
                   sizes[0], sizes[SIZES - 1], by_block, by_klu, by_umf, sizes[umf - 1],
                   1e9 * s[BLOCK][0] / N[0], sizes[0], 1e9 * s[BLOCK][SIZES - 1] / N[SIZES - 1],
                   sizes[SIZES - 1]);
    hol_paper_find(
        found, "section 6, Figure 7", "(other solvers)", HOL_PAPER_BESIDE,
        "a step by the static block factorisation is %.1f to %.1f times as fast as by KLU's "
        "refactorisation, %.0f times as fast as by UMFPACK at N = %d, and takes %.2f times "
        "the ladder written out by hand at N = %d",
        least, most, s[UMFPACK][umf - 1] / s[BLOCK][umf - 1], sizes[umf - 1],
        s[BLOCK][umf - 1] / s[FLOOR][umf - 1], sizes[umf - 1]);
}

int hol_p001_cost(hol_paper_findings *found, const char *dir, hol_message *why)
{
    static const char name[] = "paper-001-cost.csv";
    double s[COLUMNS][SIZES];
    for (int i = 0; i < SIZES; i++) {
        double now[COLUMNS];
        if (!measure(sizes[i], now, why)) return HOL_EXIT_FAILED;
        for (int k = 0; k < COLUMNS; k++) s[k][i] = now[k];
    }
    find_cost(found, s);
    FILE *out = dir ? hol_paper_open(dir, name, why) : NULL;
    if (!out) return dir ? HOL_EXIT_FILE : HOL_EXIT_OK;
    fputs("N,seconds of a step: block,klu,umfpack,by hand\n", out);
    for (int i = 0; i < SIZES; i++) {
        fprintf(out, "%d", sizes[i]);
        for (int k = 0; k < COLUMNS; k++) {
            putc(',', out);
            if (isfinite(s[k][i])) fprintf(out, "%.6g", s[k][i]);
        }
        putc('\n', out);
    }
    return hol_paper_close(out, dir, name, why) ? HOL_EXIT_OK : HOL_EXIT_FILE;
}
