/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paper 001, Figure 6: violation, error and energy against the step, before the first square is
 * flat. */
#include <math.h>
#include <stdlib.h>

#include "harness/papers/paper_001.h"

static const double regular = 0.5; /* [s] */

/* 1/60 s halved five times; the paper's order is asked of the first four. */
enum { STEPS = 6, ASKED = 4 };

static double step_of(int i)
{
    return HOL_P001_FRAME / (1 << i);
}

/* ---------------------------------------------------------------- Figure 6 */

/* STIFF: with the paper's epsilon the rows hold a part of the energy that does not fall with h. */
enum { FIVE, TEN, HUNDRED, LONG, LATE, STIFF, RUNS, LINES = STIFF };
static const struct {
    const char *N;
    double until; /* [s] */
    const char *option[2];
} line[RUNS] = {{"N=5", regular, {NULL}},
                {"N=10", regular, {NULL}},
                {"N=100", regular, {NULL}},
                {"N=10", HOL_P001_SPAN, {NULL}},
                {"N=10", regular, {"start=plain", NULL}},
                {"N=10", regular, {"start=plain", "epsilon=1e-13"}}};

/* Columns: mean RMS of Phi; largest |E - E0| by v_k and between, N = 10, plain; between, stiff. */
typedef struct {
    double h[STEPS], violation[LINES][STEPS], end[STEPS], middle[STEPS], stiff[STEPS];
} orders;

static bool run_orders(orders *o, hol_message *why)
{
    for (int i = 0; i < STEPS; i++)
        for (int k = 0; k < RUNS; k++) {
            hol_p001_motion m;
            hol_paper_run is = HOL_P001_SPOOK(step_of(i), line[k].N);
            is.until = line[k].until;
            for (int n = 0; n < 2; n++) is.option[n] = line[k].option[n];
            o->h[i] = is.h;
            if (k < LINES) o->violation[k][i] = NAN;
            if (k == LONG && i >= ASKED) continue;
            if (!hol_p001_ride(&is, INFINITY, &m, why)) return false;
            if (k < LINES) o->violation[k][i] = m.mean_rms;
            if (k == LATE) o->end[i] = m.off, o->middle[i] = m.between;
            if (k == STIFF) o->stiff[i] = m.between;
            free(m.node);
        }
    return true;
}

/* An exponent over the first `count` steps. */
static void find_order(hol_paper_section *to, const char *id, int count, const double h[],
                       const double y[], const char *text)
{
    double x[2 * STEPS];
    for (int i = 0; i < count; i++) x[2 * i] = h[i], x[2 * i + 1] = y[i];
    hol_paper_find(to, id, 2 * count, x, "%s: %.3g at h = 1/%g s, %.3g at 1/%g s, of order %.2f",
                   text, y[0], 1 / h[0], y[count - 1], 1 / h[count - 1], hol_exponent(count, h, y));
}

static void find_orders(hol_paper_section *to, const orders *o)
{
    static const struct {
        int line;
        const char *id, *text;
    } of[] = {{FIVE, "violation-5", "mean violation [m] to t = 0.5 s, N = 5"},
              {TEN, "violation-10", "the same for N = 10"},
              {HUNDRED, "violation-100", "the same for N = 100, which ends at its compliance"},
              {LONG, "violation-long", "for N = 10 over 20 s of whiplash"}};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        find_order(to, of[i].id, ASKED, o->h, o->violation[of[i].line], of[i].text);
    find_order(to, "energy-end", ASKED, o->h, o->end,
               "start=plain, N = 10, to t = 0.5 s: largest |E - E0| [J] by v_k, half a step late");
    char text[160];
    snprintf(text, sizeof text,
             "the same by (v_k + v_k+1)/2, of the node, epsilon = 1e-13 m/N (%.3g and %.3g with "
             "the paper's, whose rows hold the rest)",
             o->middle[0], o->middle[ASKED - 1]);
    find_order(to, "energy-node", ASKED, o->h, o->stiff, text);
}

/* ---------------------------------------------------------------- errors */

enum { STEP, SPOOK, NEWTON, PLAIN, PLAIN_NEWTON, HARD, SHAKE, RATTLE, BAUMGARTE, COLUMNS };
static const struct {
    const char *method, *option[2];
} scheme[COLUMNS] = {
    [SPOOK] = {"spook", {"iterate=linear"}},
    [NEWTON] = {"spook", {"iterate=newton"}},
    [PLAIN] = {"spook", {"iterate=linear", "start=plain"}},
    [PLAIN_NEWTON] = {"spook", {"iterate=newton", "start=plain"}},
    [HARD] = {"spook", {"iterate=linear", "epsilon=1e-13"}},
    [SHAKE] = {"shake", {"newton_tol=1e-12"}},
    [RATTLE] = {"rattle", {"newton_tol=1e-12"}},
    [BAUMGARTE] = {"rk4-baumgarte", {"alpha=5"}},
};

/* Position at t = 0.5 s against the reference, N = 5. */
static bool run_errors(double e[COLUMNS][STEPS], hol_message *why)
{
    for (int i = 0; i < STEPS; i++)
        for (int k = SPOOK; k < COLUMNS; k++) {
            hol_paper_run is = HOL_P001_LADDER(scheme[k].method, step_of(i), scheme[k].option[0],
                                               scheme[k].option[1]);
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

/* Ratios of two errors at the steps asked. */
static void find_ratios(hol_paper_section *to, const char *id, double e[COLUMNS][STEPS], int of,
                        int over, int first, int last, const char *text)
{
    double x[STEPS];
    for (int i = first; i <= last; i++) x[i - first] = e[of][i] / e[over][i];
    hol_paper_find(to, id, last - first + 1, x, "%s: from %.2g at h = 1/%g s to %.2g at 1/%g s",
                   text, x[0], 1 / e[STEP][first], x[last - first], 1 / e[STEP][last]);
}

static void find_errors(hol_paper_section *to, double e[COLUMNS][STEPS])
{
    const double *h = e[STEP];
    find_order(to, "order-plain", ASKED, h, e[PLAIN], "start=plain, error [m] at t = 0.5 s, N = 5");
    find_order(to, "order-half-step", ASKED, h, e[HARD],
               "start=half-step, epsilon = 1e-13 m/N, the same error");
    hol_paper_find(to, "start-error", 0, NULL,
                   "error [m] at h = 1/60, 1/120, 1/240, 1/480 s with the paper's 1e-8 m/N: %.4f, "
                   "%.4f, %.4f, %.4f by start=plain; %.4f, %.5f, %.5f, %.5f by start=half-step",
                   e[PLAIN][0], e[PLAIN][1], e[PLAIN][2], e[PLAIN][3], e[SPOOK][0], e[SPOOK][1],
                   e[SPOOK][2], e[SPOOK][3]);
    find_ratios(to, "quality", e, SPOOK, SHAKE, 0, ASKED - 1,
                "error over that of SHAKE, start=half-step");
    find_ratios(to, "quality-plain", e, PLAIN, SHAKE, 0, ASKED - 1,
                "error over that of SHAKE, start=plain");
    find_ratios(to, "newton-frame", e, NEWTON, SPOOK, 0, 2,
                "error by Newton over that of the linear step");
    find_ratios(to, "newton-small", e, NEWTON, SPOOK, ASKED - 1, STEPS - 1,
                "the same at smaller steps");
    find_ratios(to, "newton-plain", e, PLAIN_NEWTON, PLAIN, 0, ASKED - 1,
                "the same by start=plain, where the error of the start hides it");
}

/* ---------------------------------------------------------------- the first half second */

static void write_staggered(FILE *out, const void *of)
{
    const hol_p001_motion *m = of;
    fputs("t [s],E - E0 by v_k [J],by (v_k + v_k+1)/2\n", out);
    for (long k = 0; k < m->count; k++)
        fprintf(out, "%.10g,%.10g,%.10g\n", m->node[k].t, m->node[k].energy - m->node->energy,
                m->node[k].midpoint - m->node->energy);
}

static bool write_start(hol_paper_section *to)
{
    hol_paper_run is = HOL_P001_SPOOK(HOL_P001_FRAME, "N=10");
    hol_p001_motion m;
    is.until = regular;
    is.option[0] = "start=plain";
    bool good = hol_p001_ride(&is, INFINITY, &m, &to->why) &&
                hol_paper_write(to, "paper-001-staggered.csv", write_staggered, &m);
    hol_p001_free(1, &m);
    return good;
}

/* ---------------------------------------------------------------- the part */

bool hol_p001_steps(hol_paper_section *to)
{
    orders o;
    double e[COLUMNS][STEPS];
    if (!run_orders(&o, &to->why) || !run_errors(e, &to->why)) return false;
    find_orders(to, &o);
    find_errors(to, e);
    return write_start(to) &&
           hol_paper_write_sheet(to, "paper-001-steps.csv",
                                 &(hol_paper_sheet){"h [s],mean RMS of Phi to 0.5 s: N = 5 [m],N = "
                                                    "10,N = 100,to 20 s: N = 10,to 0.5 "
                                                    "s: N = 10 plain,largest |E - E0| to 0.5 s, "
                                                    "plain: by v_k [J],by (v_k + v_k+1)/2,the "
                                                    "latter with epsilon = 1e-13 m/N",
                                                    STEPS, sizeof o / sizeof o.h, o.h,
                                                    .by_column = true}) &&
           hol_paper_write_sheet(
               to, "paper-001-errors.csv",
               &(hol_paper_sheet){"h [s],error of position at 0.5 s, N = 5: spook [m],spook by "
                                  "Newton,spook plain,spook plain by Newton,spook epsilon=1e-13,"
                                  "shake,rattle,rk4-baumgarte",
                                  STEPS, COLUMNS, e[0], .by_column = true});
}
