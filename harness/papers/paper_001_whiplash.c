/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paper 001, section 6: the whiplash by SPOOK, linear and by Newton's iteration, and by what the
 * paper says breaks down in it; mass ratios. */
#include <math.h>
#include <stdlib.h>

#include "harness/papers/paper_001.h"

/* ---------------------------------------------------------------- the whiplash */

/* The paper's plain SHAKE has the velocity (q_n - q_n-1)/h; it gives no alpha and beta.  Those of 1
 * and 20 /s are not drawn. */
enum { SPOOK, NEWTON, SHAKE, RATTLE, BAUMGARTE, SCHEMES, SLOW = SCHEMES, FAST, ALL };
static const hol_paper_run scheme[ALL] = {
    [SPOOK] = HOL_P001_LADDER("spook", HOL_P001_FRAME, "iterate=linear"),
    [NEWTON] = HOL_P001_LADDER("spook", HOL_P001_FRAME, "iterate=newton", "newton_tol=1e-10"),
    [SHAKE] = HOL_P001_LADDER("shake", HOL_P001_FRAME, "newton_tol=1e-10", "velocity=difference"),
    [RATTLE] = HOL_P001_LADDER("rattle", HOL_P001_FRAME, "newton_tol=1e-10"),
    [BAUMGARTE] = HOL_P001_LADDER("rk4-baumgarte", HOL_P001_FRAME, "alpha=5", "beta=5"),
    [SLOW] = HOL_P001_LADDER("rk4-baumgarte", HOL_P001_FRAME, "alpha=1", "beta=1"),
    [FAST] = HOL_P001_LADDER("rk4-baumgarte", HOL_P001_FRAME, "alpha=20", "beta=20"),
};

enum { TEN, TWENTY, LADDERS, RUNS = LADDERS * SCHEMES }; /* run i SCHEMES + k: ladder i */
static const char *const ladder[LADDERS] = {"N=10", "N=20"};

/* ---------------------------------------------------------------- break-downs */

/* When a method breaks down, and the same with g changed in its twelfth digit: past the first flat
 * square the motion is not unique, and round-off may decide. */
typedef struct {
    double least, most; /* [s] */
    bool failed;        /* by a step, not the energy */
} breaks;

static bool find_breaks(hol_paper_run is, const char *N, breaks *found, hol_message *why)
{
    enum { CHANGES = 1 };
    static const double g = 9.81, change = 1e-12; /* [m/s^2] */
    *found = (breaks){.least = INFINITY};
    for (int k = -CHANGES; k <= CHANGES; k++) {
        char gravity[48];
        hol_p001_motion m;
        snprintf(gravity, sizeof gravity, "g=%.17g", g * (1 + k * change));
        is.parameter[0] = N;
        is.parameter[1] = gravity;
        if (!hol_p001_ride(&is, &m, why)) return false;
        found->least = fmin(found->least, m.broken);
        found->most = fmax(found->most, m.broken);
        if (k == 0) found->failed = m.failed;
        free(m.node);
    }
    return true;
}

typedef struct { /* "2.07 s (the energy)", "4.6 to 4.7 s (a step fails)", "not in 20 s" */
    char text[48];
} words;

static words when(const breaks *b)
{
    words w;
    const char *by = b->failed ? "a step fails" : "the energy";
    if (isinf(b->most))
        snprintf(w.text, sizeof w.text, "not in %g s", HOL_P001_SPAN);
    else if (b->most - b->least < 0.5 * HOL_P001_FRAME)
        snprintf(w.text, sizeof w.text, "%.2f s (%s)", b->least, by);
    else
        snprintf(w.text, sizeof w.text, "%.2f to %.2f s (%s)", b->least, b->most, by);
    return w;
}

/* Of all but SPOOK, the slow and the fast for N = 10 alone. */
static bool run_breaks(breaks of[ALL][LADDERS], hol_message *why)
{
    for (int k = NEWTON; k < ALL; k++)
        for (int i = 0; i < (k < SCHEMES ? LADDERS : 1); i++)
            if (!find_breaks(scheme[k], ladder[i], &of[k][i], why)) return false;
    return true;
}

static bool all_break(const breaks of[LADDERS])
{
    return isfinite(of[TEN].most) && isfinite(of[TWENTY].most);
}

static void find_baselines(hol_paper_section *to, const hol_p001_motion m[RUNS],
                           breaks of[ALL][LADDERS])
{
    const hol_p001_motion *ten = m + TEN * SCHEMES, *twenty = m + TWENTY * SCHEMES;
    bool stands = isinf(ten[SPOOK].broken) && isinf(twenty[SPOOK].broken);
    hol_paper_find_unruled(
        to, "section 6", "plain SHAKE breaks down when whiplash occurs",
        hol_paper_if(stands && all_break(of[SHAKE])),
        "by failure or E > E0 + |E0|/2, rungs up: N = 20 at %s, N = 10 at %s; RATTLE, of "
        "the same positions and another velocity, at %s and %s; SPOOK %s in %g s. Ranges "
        "are of g changed in its twelfth digit",
        when(&of[SHAKE][TWENTY]).text, when(&of[SHAKE][TEN]).text, when(&of[RATTLE][TWENTY]).text,
        when(&of[RATTLE][TEN]).text, stands ? "not" : "too", HOL_P001_SPAN);
    hol_paper_find_unruled(
        to, "section 6",
        "Runge-Kutta 4 with Baumgarte's stabilisation breaks down when whiplash occurs",
        hol_paper_if(all_break(of[BAUMGARTE])),
        "with alpha = beta = 5 /s (the paper gives none) N = 20 at %s, N = 10 at %s; with 1 "
        "/s N = 10 at %s, with 20 /s at %s",
        when(&of[BAUMGARTE][TWENTY]).text, when(&of[BAUMGARTE][TEN]).text,
        when(&of[SLOW][TEN]).text, when(&of[FAST][TEN]).text);
}

static void find_newton(hol_paper_section *to, const hol_p001_motion m[RUNS],
                        const breaks of[LADDERS])
{
    const hol_p001_motion *ten = m + TEN * SCHEMES, *twenty = m + TWENTY * SCHEMES;
    bool worse = fmin(ten[NEWTON].gain, twenty[NEWTON].gain) > 0,
         stable = fmax(ten[SPOOK].gain, twenty[SPOOK].gain) <= 0;
    hol_paper_find_unruled(
        to, "section 6",
        "in the whiplash the refined solution is worse: a sudden, large increase in "
        "energy",
        hol_paper_if(worse && stable),
        "by Newton's iteration the energy rises by up to %.0f J (N = 20, %.0f J at the "
        "start) and %.0f J (N = 10, %.0f J) and breaks down at %s and %s; by the linear "
        "step it stays %.0f and %.0f J below its start",
        twenty[NEWTON].gain, twenty->node->energy, ten[NEWTON].gain, ten->node->energy,
        when(&of[TWENTY]).text, when(&of[TEN]).text, -twenty[SPOOK].gain, -ten[SPOOK].gain);
}

/* A block a run, two blank lines between. */
static void write_whiplash(FILE *out, const void *of)
{
    for (int k = 0; k < RUNS; k++) {
        const hol_paper_run *by = &scheme[k % SCHEMES];
        const hol_p001_motion *m = (const hol_p001_motion *)of + k;
        fprintf(out, "# %s, %s %s: t [s], E/|E0|, breaks down\n", ladder[k / SCHEMES], by->method,
                by->option[0]);
        for (long n = 0; n < m->count; n++)
            fprintf(out, "%.10g %.10g %d\n", m->node[n].t,
                    m->node[n].energy / fabs(m->node->energy),
                    isfinite(m->broken) && n == m->count - 1);
        fputs("\n\n", out);
    }
}

bool hol_p001_whiplash(hol_paper_section *to)
{
    hol_paper_run is[RUNS];
    hol_p001_motion m[RUNS];
    breaks of[ALL][LADDERS];
    for (int k = 0; k < RUNS; k++) {
        is[k] = scheme[k % SCHEMES];
        is[k].parameter[0] = ladder[k / SCHEMES];
    }
    bool good = hol_p001_rides(RUNS, is, m, &to->why) && run_breaks(of, &to->why);
    if (good) {
        find_baselines(to, m, of);
        find_newton(to, m, of[NEWTON]);
        good = hol_paper_write(to, "paper-001-whiplash.dat", write_whiplash, m);
    }
    hol_p001_free(RUNS, m);
    return good;
}

/* ---------------------------------------------------------------- mass ratios */

enum { RATIOS = 9, EQUAL = 4 }; /* rungs 1e-4 to 1e4 times as heavy as the rails */

/* Columns: with the epsilon of the paper, and divided by the ratio, the mean and the largest
 * violation [m], the largest E - E0, of |E0|. */
enum { RATIO, MEAN, MOST, GAIN, LESS_MEAN, LESS_MOST, LESS_GAIN, COLUMNS };

static bool run_masses(double x[COLUMNS][RATIOS], hol_message *why)
{
    static const double epsilon = 1e-8; /* [m/N] */
    for (int k = 0; k < 2 * RATIOS; k++) {
        int i = k / 2, to = k % 2 ? LESS_MEAN : MEAN;
        double ratio = x[RATIO][i] = pow(10, i - EQUAL);
        char mass[48], compliance[48];
        hol_paper_run is = HOL_P001_SPOOK(HOL_P001_FRAME, "N=10", mass);
        hol_p001_motion m;
        snprintf(mass, sizeof mass, "mass_ratio=%.0e", ratio);
        snprintf(compliance, sizeof compliance, "epsilon=%.0e",
                 k % 2 ? epsilon / fmax(1, ratio) : epsilon);
        is.option[0] = compliance;
        if (!hol_p001_ride(&is, &m, why)) return false;
        x[to][i] = m.mean_rms;
        x[to + 1][i] = m.most_rms;
        x[to + 2][i] = m.gain / fabs(m.node->energy);
        free(m.node);
    }
    return true;
}

static void find_masses(hol_paper_section *to, double x[COLUMNS][RATIOS])
{
    enum { THOUSAND = EQUAL + 3, MOST_RATIO };
    const double *ratio = x[RATIO], *mean = x[MEAN];
    double gained = -INFINITY, one = mean[EQUAL], thousand = mean[THOUSAND],
           most = mean[MOST_RATIO], less = x[LESS_MEAN][MOST_RATIO];
    for (int i = 0; i < RATIOS; i++) gained = fmax(gained, x[GAIN][i]);
    hol_paper_find_unruled(
        to, "section 6", "problems surface where mass ratios exceed about 1000",
        hol_paper_if(thousand <= 2 * one && most > 3 * one),
        "in the violation, its mean over %g s for N = 10 with heavy rungs: %.2g m at "
        "ratio 1, %.2g m at %.0f, %.2g m at %.0f; at ratios from %.0e to %.0e the "
        "energy stays at least %.1e |E0| below its start",
        HOL_P001_SPAN, one, thousand, ratio[THOUSAND], most, ratio[MOST_RATIO], ratio[0],
        ratio[MOST_RATIO], -gained);
    hol_paper_find_unruled(
        to, "section 6", "when masses become very large the regularization must be reduced",
        hol_paper_if(less < 0.5 * most),
        "with epsilon divided by the ratio the violation at %.0f is %.2g m, with the "
        "paper's 1e-8 m/N it is %.2g m",
        ratio[MOST_RATIO], less, most);
}

bool hol_p001_masses(hol_paper_section *to)
{
    double x[COLUMNS][RATIOS];
    if (!run_masses(x, &to->why)) return false;
    find_masses(to, x);
    return hol_paper_write_sheet(
        to, "paper-001-masses.csv",
        &(hol_paper_sheet){"mass ratio,epsilon 1e-8 m/N: mean RMS of Phi [m],largest,largest (E - "
                           "E0)/|E0|,epsilon divided by the ratio: mean RMS [m],largest,largest "
                           "(E - E0)/|E0|",
                           RATIOS, COLUMNS, x[0], .by_column = true});
}
