/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paper 001, Figure 6: violation, error and energy against the step, before the first square is
 * flat. */
#include <math.h>
#include <stdlib.h>

#include "harness/papers/paper_001.h"
#include "harness/study/study_slope.h"
#include "holonomy/run.h"

static const double regular = 0.5; /* [s] */

/* 1/60 s halved five times; the paper's order is asked of the first four. */
enum { STEPS = 6, ASKED = 4 };

static double step_of(int i)
{
    return HOL_P001_FRAME / (1 << i);
}

/* ---------------------------------------------------------------- Figure 6 */

enum { FIVE, TEN, HUNDRED, LONG, LINES };
static const struct {
    const char *N;
    double until; /* [s] */
} line[LINES] = {{"N=5", regular}, {"N=10", regular}, {"N=100", regular}, {"N=10", HOL_P001_SPAN}};

typedef struct { /* columns: mean RMS of Phi; largest |E - E0| by v_k and between, N = 10 */
    double h[STEPS], violation[LINES][STEPS], end[STEPS], middle[STEPS];
} orders;

static bool run_orders(orders *o, hol_message *why)
{
    for (int i = 0; i < STEPS; i++)
        for (int k = 0; k < LINES; k++) {
            hol_p001_motion m;
            hol_paper_run is = HOL_P001_SPOOK(step_of(i), line[k].N);
            is.until = line[k].until;
            o->h[i] = is.h;
            o->violation[k][i] = NAN;
            if (k == LONG && i >= ASKED) continue;
            if (!hol_p001_ride(&is, &m, why)) return false;
            o->violation[k][i] = m.mean_rms;
            if (k == TEN) o->end[i] = m.off, o->middle[i] = m.between;
            free(m.node);
        }
    return true;
}

static void find_orders(hol_paper_section *to, const orders *o)
{
    double s[LINES];
    for (int k = 0; k < LINES; k++) s[k] = hol_exponent(ASKED, o->h, o->violation[k]);
    hol_paper_find_unruled(
        to, "section 6, Figure 6", "the violation appears to be O(h^2)",
        hol_paper_if(fabs(s[FIVE] - 2) <= 0.15 && fabs(s[TEN] - 2) <= 0.15),
        "from h = 1/%g to 1/%g s, before the first square is flat, of order %.2f for "
        "N = 5 and %.2f for N = 10; N = 100 (%.2f) ends at its compliance, %.1e m; over "
        "%g s of whiplash %.2f for N = 10",
        1 / o->h[0], 1 / o->h[ASKED - 1], s[FIVE], s[TEN], s[HUNDRED],
        o->violation[HUNDRED][STEPS - 1], HOL_P001_SPAN, s[LONG]);
    hol_paper_find_unruled(
        to, "section 6, errata", "(the energy's velocity is not said)", HOL_PAPER_BESIDE,
        "largest |E - E0| to t = %g s for N = 10 at h = 1/%g s: %.3g J by v_k, of order "
        "%.2f, which is its half step of delay; %.2g J by (v_k + v_k+1)/2, of order %.2f to "
        "h = 1/%g s",
        regular, 1 / o->h[0], o->end[0], hol_exponent(ASKED, o->h, o->end), o->middle[0],
        hol_exponent(ASKED - 1, o->h, o->middle), 1 / o->h[ASKED - 2]);
}

/* ---------------------------------------------------------------- errors */

enum { STEP, SPOOK, NEWTON, SHAKE, RATTLE, BAUMGARTE, COLUMNS };
static const struct {
    const char *method, *option;
} scheme[COLUMNS] = {
    [SPOOK] = {"spook", "iterate=linear"},      [NEWTON] = {"spook", "iterate=newton"},
    [SHAKE] = {"shake", "newton_tol=1e-12"},    [RATTLE] = {"rattle", "newton_tol=1e-12"},
    [BAUMGARTE] = {"rk4-baumgarte", "alpha=5"},
};

/* Position at t = 0.5 s against the reference, N = 5. */
static bool run_errors(double e[COLUMNS][STEPS], hol_message *why)
{
    for (int i = 0; i < STEPS; i++)
        for (int k = SPOOK; k < COLUMNS; k++) {
            hol_paper_run is = HOL_P001_LADDER(scheme[k].method, step_of(i), scheme[k].option);
            hol_result r;
            is.until = regular;
            e[STEP][i] = is.h;
            bool good = hol_paper_measure(&is, &r, why);
            e[k][i] = r.error.position;
            hol_result_free(&r);
            if (!good) return false;
        }
    return true;
}

static void find_errors(hol_paper_section *to, double e[COLUMNS][STEPS])
{
    const double *h = e[STEP];
    hol_paper_find_unruled(
        to, "section 6", "the quality of the solution is comparable to that of other integrators",
        hol_paper_if(e[SPOOK][0] <= 3 * e[SHAKE][0]),
        "before the whiplash, position at t = %g s, N = 5, h = 1/%g s, off by %.2g m, of "
        "order %.2f; by SHAKE %.2g m, of order %.2f; by RK4 with Baumgarte %.2g m",
        regular, 1 / h[0], e[SPOOK][0], hol_exponent(ASKED, h, e[SPOOK]), e[SHAKE][0],
        hol_exponent(ASKED, h, e[SHAKE]), e[BAUMGARTE][0]);
    hol_paper_find_unruled(
        to, "section 6", "Newton's iteration does not improve the solution significantly",
        hol_paper_if(e[NEWTON][0] > 0.5 * e[SPOOK][0]),
        "the same error with the iteration on (26) is %.2f times that of the linear "
        "step at h = 1/%g s, %.2f times at 1/%g s",
        e[NEWTON][0] / e[SPOOK][0], 1 / h[0], e[NEWTON][ASKED - 1] / e[SPOOK][ASKED - 1],
        1 / h[ASKED - 1]);
}

/* ---------------------------------------------------------------- the part */

bool hol_p001_steps(hol_paper_section *to)
{
    orders o;
    double e[COLUMNS][STEPS];
    if (!run_orders(&o, &to->why) || !run_errors(e, &to->why)) return false;
    find_orders(to, &o);
    find_errors(to, e);
    return hol_paper_write_sheet(
               to, "paper-001-steps.csv",
               &(hol_paper_sheet){
                   "h [s],mean RMS of Phi to 0.5 s: N = 5 [m],N = 10,N = 100,to 20 s: N = 10,"
                   "largest |E - E0| to 0.5 s: by v_k [J],by (v_k + v_k+1)/2",
                   STEPS, sizeof o / sizeof o.h, o.h, .by_column = true}) &&
           hol_paper_write_sheet(
               to, "paper-001-errors.csv",
               &(hol_paper_sheet){"h [s],error of position at 0.5 s, N = 5: spook [m],spook by "
                                  "Newton,shake,rattle,rk4-baumgarte",
                                  STEPS, COLUMNS, e[0], .by_column = true});
}
