/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paper 001, Figure 7: CPU time of a SPOOK step against the number of squares, by the static block
 * factorisation, by KLU, by UMFPACK as in the paper, and written out by hand; measured in turns,
 * each of which is judged; the least of them is drawn. */
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
                 [KLU] = {"solve=klu", 2000, 1500},
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

typedef struct {
    double least[COLUMNS][SIZES];     /* drawn; NaN where a path is left out */
    double each[FLOOR][SIZES][TURNS]; /* [s] */
} seconds;

/* Seconds of a step by each path. */
static bool measure(int i, seconds *of, hol_message *why)
{
    double(*s)[SIZES] = of->least;
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
            of->each[k][i][turn] = now;
            s[k][i] = fmin(s[k][i], now);
        }
        s[FLOOR][i] = fmin(s[FLOOR][i], floor_seconds(N));
    }
    for (int k = BLOCK; k < end; k++) hol_result_free(&r[k]);
    for (int k = end; k < FLOOR; k++) s[k][i] = NAN;
    return good;
}

/* The exponent of the seconds of all turns over the number of rods. */
static void find_linear(hol_paper_section *to, const char *id, const seconds *of, int by,
                        int sizes_by)
{
    double x[2 * SIZES * TURNS], N[SIZES];
    int n = 0;
    for (int i = 0; i < sizes_by; i++) {
        N[i] = 3 * sizes[i] + 1;
        for (int turn = 0; turn < TURNS; turn++) {
            x[n++] = N[i];
            x[n++] = of->each[by][i][turn];
        }
    }
    hol_paper_find(
        to, id, n, x,
        "%s from N = %d to %d: (rods)^%.2f by the least of five turns; %.0f ns a rod, then "
        "%.0f",
        path[by].option, sizes[0], sizes[sizes_by - 1], hol_exponent(sizes_by, N, of->least[by]),
        1e9 * of->least[by][0] / N[0], 1e9 * of->least[by][sizes_by - 1] / N[sizes_by - 1]);
}

static void find_cost(hol_paper_section *to, const seconds *of)
{
    double pairs[2 * TURNS], least = INFINITY, most = 0;
    int umf = 0;
    for (int i = 0; i < SIZES; i++) {
        double ratio = of->least[KLU][i] / of->least[BLOCK][i];
        least = fmin(least, ratio);
        most = fmax(most, ratio);
        if (sizes[i] <= path[UMFPACK].most) umf = i + 1;
    }
    find_linear(to, "linear-umfpack", of, UMFPACK, umf);
    find_linear(to, "linear-block", of, BLOCK, SIZES);
    for (int turn = 0; turn < TURNS; turn++) {
        pairs[2 * turn] = of->each[UMFPACK][umf - 1][turn];
        pairs[2 * turn + 1] = of->each[BLOCK][umf - 1][turn];
    }
    hol_paper_find(
        to, "umfpack-schur", 2 * TURNS, pairs,
        "a step by the factorisation of (30) in blocks of its bodies, analysed once, is %.0f "
        "times as fast as by UMFPACK on the large matrix at N = %d",
        of->least[UMFPACK][umf - 1] / of->least[BLOCK][umf - 1], sizes[umf - 1]);
    hol_paper_find(
        to, "other-solvers", 0, NULL,
        "a step by the static block factorisation is %.1f to %.1f times as fast as by KLU's "
        "refactorisation and takes %.2f times the ladder written out by hand at N = %d",
        least, most, of->least[BLOCK][umf - 1] / of->least[FLOOR][umf - 1], sizes[umf - 1]);
}

bool hol_p001_cost(hol_paper_section *to)
{
    seconds of;
    for (int i = 0; i < SIZES; i++)
        if (!measure(i, &of, &to->why)) return false;
    find_cost(to, &of);
    return hol_paper_write_sheet(
        to, "paper-001-cost.csv",
        &(hol_paper_sheet){"N,seconds of a step: block,klu,umfpack,by hand", SIZES, COLUMNS,
                           of.least[0], .digits = 6, .by_column = true});
}
