/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paper 001, section 6: ratios of masses and of lengths of rungs and rails; epsilon and tau/h. */
#include <math.h>
#include <stdlib.h>

#include "harness/papers/paper_001.h"

static bool ride_10(const char *parameter, const char *const option[], hol_p001_motion *m,
                    hol_message *why)
{
    hol_paper_run is = HOL_P001_SPOOK(HOL_P001_FRAME, "N=10", parameter);
    for (int i = 0; option && option[i]; i++) is.option[i] = option[i];
    return hol_p001_ride(&is, INFINITY, m, why);
}

/* ---------------------------------------------------------------- masses and lengths */

enum { MASSES = 13, EQUAL = 6, LENGTHS = 7, SAME = 3 }; /* 1e-6 to 1e6; 1/8 to 8 */

/* Columns: rise of energy + stored over the largest kinetic energy, that of the energy alone, mean
 * RMS of Phi, largest opening of a connection [m]; then with epsilon divided by the ratio. */
enum {
    RATIO,
    RISE,
    BARE,
    MEAN,
    OPEN,
    LESS,
    LESS_RISE = LESS,
    LESS_BARE,
    LESS_MEAN,
    LESS_OPEN,
    COLUMNS
};

static void put(double x[][MASSES], int first, int i, const hol_p001_motion *m)
{
    x[first][i] = m->rise / m->kinetic;
    x[first + 1][i] = m->bare / m->kinetic;
    x[first + 2][i] = m->mean_rms;
    x[first + 3][i] = m->most_open;
}

static bool run_masses(double x[COLUMNS][MASSES], hol_message *why)
{
    static const double epsilon = 1e-8; /* [m/N] */
    for (int k = 0; k < 2 * MASSES; k++) {
        int i = k / 2;
        double ratio = x[RATIO][i] = pow(10, i - EQUAL);
        char mass[48], compliance[48];
        hol_p001_motion m;
        snprintf(mass, sizeof mass, "mass_ratio=%.0e", ratio);
        snprintf(compliance, sizeof compliance, "epsilon=%.0e",
                 k % 2 ? epsilon / fmax(1, ratio) : epsilon);
        if (!ride_10(mass, (const char *[]){compliance, NULL}, &m, why)) return false;
        put(x, k % 2 ? LESS : RISE, i, &m);
        free(m.node);
    }
    return true;
}

static bool run_lengths(double x[LESS][MASSES], hol_message *why)
{
    for (int i = 0; i < LENGTHS; i++) {
        char length[48];
        hol_p001_motion m;
        snprintf(length, sizeof length, "length_ratio=%g", x[RATIO][i] = ldexp(1, i - SAME));
        if (!ride_10(length, NULL, &m, why)) return false;
        put(x, RISE, i, &m);
        free(m.node);
    }
    return true;
}

static void find_ratios(hol_paper_section *to, double x[COLUMNS][MASSES], double l[LESS][MASSES])
{
    enum {
        TENTH = 3,
        THOUSAND = EQUAL + TENTH,
        INSIDE = 2 * TENTH + 1,
        BEYOND = MASSES - THOUSAND - 1
    };
    double grown[2 * (BEYOND + 1)], less[2 * BEYOND];
    const double *risen = x[RISE], *bare = x[BARE], *open = x[OPEN];
    hol_paper_find(to, "masses", INSIDE, risen + EQUAL - TENTH,
                   "N = 10, rungs 1e-3 to 1e3 times as heavy as rails: %.4f, %.4f, %.4f, %.4f, "
                   "%.4f, %.4f, %.4f",
                   risen[3], risen[4], risen[5], risen[6], risen[7], risen[8], risen[9]);
    hol_paper_find(to, "lengths", LENGTHS, l[RISE],
                   "rungs 1/8 to 8 times as long as rails: %.4f, %.4f, %.4f, %.4f, %.4f, %.4f, "
                   "%.4f",
                   l[RISE][0], l[RISE][1], l[RISE][2], l[RISE][3], l[RISE][4], l[RISE][5],
                   l[RISE][6]);
    hol_paper_find(to, "masses-beyond", BEYOND, risen + THOUSAND + 1,
                   "at 1e4, 1e5, 1e6: %.4f, %.4f, %.3f; of the energy alone, without what the "
                   "sagging rows hold: %.2f, %.2f, %.2f; every run goes on to 20 s",
                   risen[THOUSAND + 1], risen[THOUSAND + 2], risen[THOUSAND + 3],
                   bare[THOUSAND + 1], bare[THOUSAND + 2], bare[THOUSAND + 3]);
    for (int i = 0; i <= BEYOND; i++) {
        grown[2 * i] = x[RATIO][THOUSAND + i];
        grown[2 * i + 1] = open[THOUSAND + i];
    }
    hol_paper_find(
        to, "sag", 2 * (BEYOND + 1), grown,
        "a connection opens by %.2g m at 1, %.2g m at 1e3, %.2g, %.2g, %.2g m at 1e4, 1e5, "
        "1e6",
        open[EQUAL], open[THOUSAND], open[THOUSAND + 1], open[THOUSAND + 2], open[THOUSAND + 3]);
    for (int i = 0; i < BEYOND; i++) {
        less[2 * i] = x[LESS_MEAN][THOUSAND + 1 + i];
        less[2 * i + 1] = x[MEAN][THOUSAND + 1 + i];
    }
    hol_paper_find(
        to, "reduced", 2 * BEYOND, less,
        "with epsilon divided by the ratio %.2g, %.2g, %.2g m, with the paper's %.2g, %.2g, "
        "%.2g m",
        less[0], less[2], less[4], less[1], less[3], less[5]);
}

bool hol_p001_ratios(hol_paper_section *to)
{
    double x[COLUMNS][MASSES], l[LESS][MASSES];
    if (!run_masses(x, &to->why) || !run_lengths(l, &to->why)) return false;
    find_ratios(to, x, l);
    double lengths[LESS][LENGTHS];
    for (int k = 0; k < LESS * LENGTHS; k++)
        lengths[k / LENGTHS][k % LENGTHS] = l[k / LENGTHS][k % LENGTHS];
    return hol_paper_write_sheet(
               to, "paper-001-masses.csv",
               &(hol_paper_sheet){
                   "mass ratio,epsilon 1e-8 m/N: rise of energy and stored over largest "
                   "kinetic,of energy alone,mean RMS of Phi,largest opening [m],epsilon "
                   "over the ratio: rise,of energy,mean RMS,opening",
                   MASSES, COLUMNS, x[0], .by_column = true}) &&
           hol_paper_write_sheet(
               to, "paper-001-lengths.csv",
               &(hol_paper_sheet){"length ratio,rise of energy and stored over largest kinetic,of "
                                  "energy alone,mean RMS of Phi,largest opening [m]",
                                  LENGTHS, LESS, lengths[0], .by_column = true});
}

/* ---------------------------------------------------------------- epsilon and tau/h */

enum { EPSILONS = 13, TAUS = 7, OF_PAPER_E = 6, OF_PAPER_T = 3 }; /* 1e-14 .. 1e-2; 1/4 .. 16 */
enum { M_EPSILON, M_TAU, M_RISE, M_MEAN, M_END, M_COLUMNS };

static bool run_map(double x[EPSILONS][TAUS][M_COLUMNS], hol_message *why)
{
    for (int i = 0; i < EPSILONS; i++)
        for (int k = 0; k < TAUS; k++) {
            double *at = x[i][k];
            char epsilon[48], tau[48];
            hol_p001_motion m;
            snprintf(epsilon, sizeof epsilon, "epsilon=%.0e", at[M_EPSILON] = pow(10, i - 14));
            snprintf(tau, sizeof tau, "tau=%g", at[M_TAU] = ldexp(2, k - OF_PAPER_T));
            if (!ride_10(NULL, (const char *[]){epsilon, tau, NULL}, &m, why)) return false;
            at[M_RISE] = m.rise / m.kinetic;
            at[M_MEAN] = m.mean_rms;
            at[M_END] = fmin(m.broken, HOL_P001_SPAN);
            free(m.node);
        }
    return true;
}

static void find_map(hol_paper_section *to, double x[EPSILONS][TAUS][M_COLUMNS])
{
    enum { NEAR_E = 3, NEAR_T = 1, BOX = (2 * NEAR_E + 1) * (2 * NEAR_T + 1) };
    double box[BOX], small[EPSILONS], least = INFINITY, most = 0,
                                      own = x[OF_PAPER_E][OF_PAPER_T][M_MEAN];
    int n = 0;
    for (int i = -NEAR_E; i <= NEAR_E; i++)
        for (int k = -NEAR_T; k <= NEAR_T; k++) {
            const double *at = x[OF_PAPER_E + i][OF_PAPER_T + k];
            box[n++] = at[M_MEAN] / own;
            least = fmin(least, at[M_MEAN] / own);
            most = fmax(most, at[M_MEAN] / own);
        }
    hol_paper_find(to, "defaults", BOX, box,
                   "from %.2f to %.2f times that of epsilon = 1e-8 m/N, tau/h = 2, in a box of "
                   "seven by three",
                   least, most);
    for (int i = 0; i < OF_PAPER_E; i++) small[i] = x[i][OF_PAPER_T][M_RISE];
    hol_paper_find(to, "any-epsilon", OF_PAPER_E, small,
                   "tau/h = 2: %.4f at 1e-14 m/N, %.4f at 1e-12, %.4f at 1e-10", small[0], small[2],
                   small[4]);
}

bool hol_p001_map(hol_paper_section *to)
{
    double x[EPSILONS][TAUS][M_COLUMNS];
    if (!run_map(x, &to->why)) return false;
    find_map(to, x);
    return hol_paper_write_sheet(
        to, "paper-001-map.csv",
        &(hol_paper_sheet){
            "epsilon [m/N],tau/h,rise over largest kinetic energy,mean RMS of Phi,end [s]",
            EPSILONS * TAUS, M_COLUMNS, x[0][0], .digits = 6});
}
