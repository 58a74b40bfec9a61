/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The start behind Table 2 of paper 003.  It is printed to three decimals, the table to ten digits:
 * of the starts that round to the printed one, the one whose numbers come nearest, by Gauss-Newton
 * steps on the relative differences, held inside the rounding. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/papers/paper_003.h"

/* Section 5.2; of the second number of the first pair a 9 is lost in print (errata). */
const double hol_p003_text_fine[2] = {24.944495109, 24.944499828},
             hol_p003_text_coarse[2] = {20.910805793, 25.583335766},
             hol_p003_text_momentum[2] = {199.825467170, 199.825467184};

void hol_p003_extremes(int n, const double x[], double *least, double *most)
{
    *least = *most = x[0];
    for (int k = 1; k < n; k++) {
        *least = fmin(*least, x[k]);
        *most = fmax(*most, x[k]);
    }
}

/* ---------------------------------------------------------------- what is compared */

/* The rows of the table at h = 0.01 s, and four numbers of the text; all else in the table is left
 * to show what the start found is worth. */
static const double step = 0.01;
enum { N = HOL_P003_START_SIZE, SEEN = 8 };

typedef struct {
    double of[SEEN];
} numbers;

static double printed_at(const hol_paper_table *t, double h, const char *method, const char *column)
{
    const hol_paper_cell *cell = hol_p003_cell(t, h, method, column);
    return cell ? cell->value : (double)NAN;
}

static numbers theirs(const hol_paper_table *t)
{
    return (numbers){
        {printed_at(t, step, "DVP", "position error"), printed_at(t, step, "DVP", "energy error"),
         printed_at(t, step, "DVP", "momentum error"), printed_at(t, step, "EM", "position error"),
         0.5 * (hol_p003_text_fine[0] + hol_p003_text_fine[1]),
         0.5 * (hol_p003_text_momentum[0] + hol_p003_text_momentum[1]), hol_p003_text_coarse[0],
         hol_p003_text_coarse[1]}};
}

/* Energy and momentum of DVP at its finest step are those of the standard but for its own error,
 * which the table prints; standard: the step of EM. */
static bool ours(const hol_p003_start *start, double standard, const hol_paper_table *t, numbers *x,
                 hol_message *why)
{
    enum { STANDARD, DVP, EM, COARSE, RUNS };
    const struct {
        const hol_p003_scheme *scheme;
        double h;
    } run[RUNS] = {{&hol_p003_pendulum_em, standard},
                   {&hol_p003_pendulum_dvp, step},
                   {&hol_p003_pendulum_em, step},
                   {&hol_p003_pendulum_dvp, 0.1}};
    hol_p003_motion *m[RUNS] = {NULL};
    bool good = true;
    for (int k = 0; k < RUNS && good; k++) {
        m[k] = hol_p003_run(run[k].scheme, run[k].h, HOL_P003_SAMPLES, start, why);
        good = m[k] != NULL;
    }
    if (good) {
        hol_p003_error dvp = hol_p003_error_of(m[DVP], m[STANDARD]),
                       em = hol_p003_error_of(m[EM], m[STANDARD]);
        *x = (numbers){
            {dvp.position, dvp.energy, dvp.momentum, em.position,
             m[STANDARD]->energy[0] - printed_at(t, HOL_P003_FINEST, "DVP", "energy error"),
             m[STANDARD]->momentum[0][0] -
                 printed_at(t, HOL_P003_FINEST, "DVP", "momentum error")}};
        hol_p003_extremes(HOL_P003_SAMPLES, m[COARSE]->energy, &x->of[6], &x->of[7]);
    }
    for (int k = 0; k < RUNS; k++) free(m[k]);
    return good;
}

/* ---------------------------------------------------------------- least squares in a box */

static const double half = 0.5e-3; /* of the rounding */

/* Adds to x the step d of least |r + J d| that stays inside the box: a convex problem, so that one
 * number after the other, each at its best place, leads to it. */
static void move(double J[SEEN][N], double r[SEEN], double x[N])
{
    enum { SWEEPS = 200000 };
    for (int k = 0; k < SWEEPS * N; k++) {
        int at = k % N;
        double rJ = 0, JJ = 0;
        for (int i = 0; i < SEEN; i++) {
            rJ += r[i] * J[i][at];
            JJ += J[i][at] * J[i][at];
        }
        double wall[2] = {hol_p003_printed.x[at] - half, hol_p003_printed.x[at] + half};
        double d = fmin(wall[1], fmax(wall[0], x[at] - rJ / JJ)) - x[at];
        x[at] += d;
        for (int i = 0; i < SEEN; i++) r[i] += d * J[i][at];
    }
}

static double size(const double r[SEEN])
{
    double sum = 0;
    for (int i = 0; i < SEEN; i++) sum += r[i] * r[i];
    return sqrt(sum / SEEN);
}

bool hol_p003_recover(hol_paper_section *to, hol_p003_start *start)
{
    enum { ROUNDS = 3 };
    static const double coarse = 5e-4, small = 1e-4; /* standard and step of the differences */
    const hol_paper_table *t = to->table[1];
    numbers said = theirs(t), base, moved;
    double J[SEEN][N], r[SEEN], first = NAN;
    *start = hol_p003_printed;
    if (!ours(start, coarse, t, &base, &to->why)) return false;
    for (int k = 0; k < N; k++) {
        hol_p003_start there = *start;
        there.x[k] += small;
        if (!ours(&there, coarse, t, &moved, &to->why)) return false;
        for (int i = 0; i < SEEN; i++) J[i][k] = (moved.of[i] - base.of[i]) / (small * said.of[i]);
    }
    for (int round = 0; round <= ROUNDS; round++) {
        if (!ours(start, HOL_P003_FINEST, t, &base, &to->why)) return false;
        /* Relative differences from what is printed. */
        for (int i = 0; i < SEEN; i++) r[i] = base.of[i] / said.of[i] - 1;
        if (!round) first = size(r);
        if (round < ROUNDS) move(J, r, start->x);
    }
    const double x[] = {size(r), first};
    const double *d = start->x, *p = hol_p003_printed.x;
    hol_paper_find(
        to, "start-recovered", 2, x,
        "the printed start is rounded: with x1, y1, x2, y2 %+.3f, %+.3f, %+.3f, %+.3f mm and "
        "their rates %+.3f, %+.3f, %+.3f, %+.3f mm/s further, inside the rounding, the rows of h = "
        "0.01 s and the numbers of the text come to %.1e from "
        "%.1e",
        1e3 * (d[0] - p[0]), 1e3 * (d[1] - p[1]), 1e3 * (d[2] - p[2]), 1e3 * (d[3] - p[3]),
        1e3 * (d[4] - p[4]), 1e3 * (d[5] - p[5]), 1e3 * (d[6] - p[6]), 1e3 * (d[7] - p[7]), x[0],
        x[1]);
    return true;
}
