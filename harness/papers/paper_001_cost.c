/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paper 001, Figure 7: CPU time of a SPOOK step against the number of squares, by the static block
 * factorisation, by KLU, by UMFPACK as in the paper, and written out by hand; measured in turns,
 * each of which is judged; the least of them is drawn. */
#include <math.h>
#include <stdlib.h>

#include "harness/papers/paper_001.h"
#include "harness/study/floors/floor.h"

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
        sum += hol_floor_ladder(N, HOL_P001_FRAME, more, NULL);
        steps += more;
    } while (sum < sample);
    return sum / (double)steps;
}

typedef struct {
    double least[COLUMNS][SIZES];     /* drawn; NaN where a path is left out */
    double each[FLOOR][SIZES][TURNS]; /* [s] */
    hol_paper_run is[FLOOR][SIZES];
    hol_result of[FLOOR][SIZES];
    char size[SIZES][32];
} seconds;

static int sizes_by(int by)
{
    int n = 0;
    while (n < SIZES && sizes[n] <= path[by].most) n++;
    return n;
}

static bool prepare(seconds *x, hol_message *why)
{
    bool good = true;
    for (int i = 0; i < SIZES; i++) {
        snprintf(x->size[i], sizeof x->size[i], "N=%d", sizes[i]);
        for (int k = 0; k < COLUMNS; k++) x->least[k][i] = k == SQUARES ? sizes[i] : (double)NAN;
    }
    for (int k = BLOCK; k < FLOOR; k++)
        for (int i = 0; good && i < sizes_by(k); i++) {
            hol_paper_run *is = &x->is[k][i];
            *is = (hol_paper_run)HOL_P001_SPOOK(HOL_P001_FRAME, x->size[i]);
            is->until = fmin(MOST_STEPS, 1 + path[k].steps / sizes[i]) * HOL_P001_FRAME;
            is->option[0] = path[k].option;
            good = hol_paper_prepare(is, &x->of[k][i], why);
        }
    return good;
}

/* Seconds of a step by each path, of all sizes in each turn: what slows the machine for a while
 * then slows a turn of all, and the least of the turns is of one pace. */
static bool measure(seconds *x, hol_message *why)
{
    bool good = true;
    for (int turn = 0; good && turn < TURNS; turn++)
        for (int i = 0; good && i < SIZES; i++) {
            for (int k = BLOCK; good && k < FLOOR; k++) {
                double *now = &x->each[k][i][turn];
                if (i >= sizes_by(k)) continue;
                good = time_steps(&x->is[k][i], &x->of[k][i], now, why);
                x->least[k][i] = fmin(x->least[k][i], *now);
            }
            x->least[FLOOR][i] = fmin(x->least[FLOOR][i], floor_seconds(sizes[i]));
        }
    return good;
}

/* Seconds of a step by UMFPACK and with (30) formed whole, as a dense matrix, turn by turn. */
enum { WHOLE = 2 }; /* N = 100: its cost grows by the cube of the size */

static bool time_whole(const seconds *x, double pairs[2 * TURNS], hol_message *why)
{
    hol_paper_run is = HOL_P001_SPOOK(HOL_P001_FRAME, x->size[WHOLE]);
    hol_result r;
    is.until = 3 * HOL_P001_FRAME;
    is.option[0] = "solve=schur";
    bool good = hol_paper_prepare(&is, &r, why);
    for (int turn = 0; good && turn < TURNS; turn++) {
        pairs[2 * turn] = x->each[UMFPACK][WHOLE][turn];
        good = time_steps(&is, &r, &pairs[2 * turn + 1], why);
    }
    hol_result_free(&r);
    return good;
}

/* The exponent of the least seconds over the number of rods. */
static void find_linear(hol_paper_section *to, const char *id, const seconds *of, int by)
{
    const double *least = of->least[by];
    double x[2 * SIZES], N[SIZES];
    int n = sizes_by(by);
    for (int i = 0; i < n; i++) {
        x[2 * i] = N[i] = 3 * sizes[i] + 1;
        x[2 * i + 1] = least[i];
    }
    hol_paper_find(to, id, 2 * n, x,
                   "%s from N = %d to %d: (rods)^%.2f by the least of five turns; %.0f ns a rod, "
                   "then %.0f",
                   path[by].option, sizes[0], sizes[n - 1], hol_exponent(n, N, least),
                   1e9 * least[0] / N[0], 1e9 * least[n - 1] / N[n - 1]);
}

static bool find_cost(hol_paper_section *to, const seconds *of)
{
    double pairs[2 * 2 * TURNS], *blocks = pairs + 2 * TURNS, least = INFINITY, most = 0;
    int umf = sizes_by(UMFPACK);
    for (int i = 0; i < SIZES; i++) {
        double ratio = of->least[KLU][i] / of->least[BLOCK][i];
        least = fmin(least, ratio);
        most = fmax(most, ratio);
    }
    find_linear(to, "linear-umfpack", of, UMFPACK);
    find_linear(to, "linear-block", of, BLOCK);
    if (!time_whole(of, pairs, &to->why)) return false;
    for (int turn = 0; turn < TURNS; turn++) {
        blocks[2 * turn] = of->each[UMFPACK][umf - 1][turn];
        blocks[2 * turn + 1] = of->each[BLOCK][umf - 1][turn];
    }
    hol_paper_find(
        to, "umfpack-schur", 2 * 2 * TURNS, pairs,
        "a step by UMFPACK on the large matrix is %.0f times as fast as with (30) formed whole at "
        "N = %d, but with (30) factored in blocks of its bodies it is %.0f times as fast as by "
        "UMFPACK at N = %d",
        pairs[1] / pairs[0], sizes[WHOLE], of->least[UMFPACK][umf - 1] / of->least[BLOCK][umf - 1],
        sizes[umf - 1]);
    hol_paper_find(
        to, "other-solvers", 0, NULL,
        "a step by the static block factorisation is %.1f to %.1f times as fast as by KLU's "
        "refactorisation and takes %.2f times the ladder written out by hand at N = %d",
        least, most, of->least[BLOCK][umf - 1] / of->least[FLOOR][umf - 1], sizes[umf - 1]);
    return true;
}

bool hol_p001_cost(hol_paper_section *to)
{
    seconds *of = hol_new(1, sizeof *of);
    bool good = prepare(of, &to->why) && measure(of, &to->why);
    for (int k = BLOCK; k < FLOOR; k++)
        for (int i = 0; i < SIZES; i++) hol_result_free(&of->of[k][i]);
    good = good && find_cost(to, of) &&
           hol_paper_write_sheet(
               to, "paper-001-cost.csv",
               &(hol_paper_sheet){"N,seconds of a step: block,klu,umfpack,by hand", SIZES, COLUMNS,
                                  of->least[0], .digits = 6, .by_column = true});
    free(of);
    return good;
}
