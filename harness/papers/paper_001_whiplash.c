/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paper 001, section 6: the whiplash by SPOOK, linear and by Newton's iteration, and by what the
 * paper says breaks down in it; mass ratios. */
#include <math.h>
#include <stdlib.h>

#include "harness/cli/cli.h"
#include "harness/papers/paper_001.h"

static const double span = 20; /* [s] */

/* ---------------------------------------------------------------- the whiplash */

enum { SPOOK, NEWTON, SHAKE, RATTLE, BAUMGARTE, SCHEMES };
/* The paper's plain SHAKE has the velocity (q_n - q_n-1)/h; it gives no alpha and beta. */
static const hol_rig_plan scheme[SCHEMES] = {
    [SPOOK] = {.method = "spook", .option = {"iterate=linear"}},
    [NEWTON] = {.method = "spook", .option = {"iterate=newton", "newton_tol=1e-10"}},
    [SHAKE] = {.method = "shake", .option = {"newton_tol=1e-10", "velocity=difference"}},
    [RATTLE] = {.method = "rattle", .option = {"newton_tol=1e-10"}},
    [BAUMGARTE] = {.method = "rk4-baumgarte", .option = {"alpha=5", "beta=5"}},
};

enum { TEN, TWENTY, LADDERS, RUNS = LADDERS * SCHEMES }; /* run i SCHEMES + k: ladder i */
static const char *const ladder[LADDERS] = {"N=10", "N=20"};

static bool ride(const hol_rig_plan *by, const char *N, const char *more, hol_p001_motion *m,
                 hol_message *why)
{
    hol_rig_plan plan = *by;
    plan.problem = "ladder";
    plan.parameter[0] = N;
    plan.parameter[1] = more;
    return hol_p001_ride(&plan, hol_p001_frame, span, NULL, NULL, m, why);
}

/* The most it rises above its start; below 0: it never does [J]. */
static double gain(const hol_p001_motion *m)
{
    return hol_p001_largest(m, hol_p001_energy) - m->node->energy;
}

/* ---------------------------------------------------------------- break-downs */

/* When a method breaks down, and the same with g changed in its twelfth digit: past the first flat
 * square the motion is not unique, and round-off may decide. */
typedef struct {
    double least, most; /* [s] */
    bool failed;        /* by a step, not the energy */
} breaks;

static bool find_breaks(const hol_rig_plan *by, const char *N, breaks *found, hol_message *why)
{
    enum { CHANGES = 1 };
    static const double g = 9.81, change = 1e-12; /* [m/s^2] */
    *found = (breaks){.least = INFINITY};
    for (int k = -CHANGES; k <= CHANGES; k++) {
        char gravity[48];
        hol_p001_motion m;
        snprintf(gravity, sizeof gravity, "g=%.17g", g * (1 + k * change));
        if (!ride(by, N, gravity, &m, why)) return false;
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
        snprintf(w.text, sizeof w.text, "not in %g s", span);
    else if (b->most - b->least < 0.5 * hol_p001_frame)
        snprintf(w.text, sizeof w.text, "%.2f s (%s)", b->least, by);
    else
        snprintf(w.text, sizeof w.text, "%.2f to %.2f s (%s)", b->least, b->most, by);
    return w;
}

static void find_newton(hol_paper_findings *found, const hol_p001_motion *ten,
                        const hol_p001_motion *twenty, const breaks of[LADDERS])
{
    bool worse = fmin(gain(&ten[NEWTON]), gain(&twenty[NEWTON])) > 0,
         linear = fmax(gain(&ten[SPOOK]), gain(&twenty[SPOOK])) <= 0;
    hol_paper_find(found, "section 6",
                   "in the whiplash the refined solution is worse: a sudden, large increase in "
                   "energy",
                   hol_paper_if(worse && linear),
                   "by Newton's iteration the energy rises by up to %.0f J (N = 20, %.0f J at the "
                   "start) and %.0f J (N = 10, %.0f J) and breaks down at %s and %s; by the linear "
                   "step it stays %.0f and %.0f J below its start",
                   gain(&twenty[NEWTON]), twenty->node->energy, gain(&ten[NEWTON]),
                   ten->node->energy, when(&of[TWENTY]).text, when(&of[TEN]).text,
                   -gain(&twenty[SPOOK]), -gain(&ten[SPOOK]));
}

static bool all_break(const breaks of[LADDERS])
{
    return isfinite(of[TEN].most) && isfinite(of[TWENTY].most);
}

static int find_baselines(hol_paper_findings *found, const hol_p001_motion m[RUNS],
                          hol_message *why)
{
    static const hol_rig_plan slow = {.method = "rk4-baumgarte", .option = {"alpha=1", "beta=1"}},
                              fast = {.method = "rk4-baumgarte", .option = {"alpha=20", "beta=20"}};
    const hol_p001_motion *ten = m + TEN * SCHEMES, *twenty = m + TWENTY * SCHEMES;
    breaks of[SCHEMES][LADDERS], at_1, at_20;
    for (int k = NEWTON; k < SCHEMES; k++)
        for (int i = 0; i < LADDERS; i++)
            if (!find_breaks(&scheme[k], ladder[i], &of[k][i], why)) return HOL_EXIT_FAILED;
    if (!find_breaks(&slow, "N=10", &at_1, why) || !find_breaks(&fast, "N=10", &at_20, why))
        return HOL_EXIT_FAILED;
    bool stands = isinf(ten[SPOOK].broken) && isinf(twenty[SPOOK].broken);
    hol_paper_find(
        found, "section 6", "plain SHAKE breaks down when whiplash occurs",
        hol_paper_if(stands && all_break(of[SHAKE])),
        "by failure or E > E0 + |E0|/2, rungs up: N = 20 at %s, N = 10 at %s; RATTLE, of "
        "the same positions and another velocity, at %s and %s; SPOOK %s in %g s. Ranges "
        "are of g changed in its twelfth digit",
        when(&of[SHAKE][TWENTY]).text, when(&of[SHAKE][TEN]).text, when(&of[RATTLE][TWENTY]).text,
        when(&of[RATTLE][TEN]).text, stands ? "not" : "too", span);
    hol_paper_find(
        found, "section 6",
        "Runge-Kutta 4 with Baumgarte's stabilisation breaks down when whiplash occurs",
        hol_paper_if(all_break(of[BAUMGARTE])),
        "with alpha = beta = 5 /s (the paper gives none) N = 20 at %s, N = 10 at %s; with 1 "
        "/s N = 10 at %s, with 20 /s at %s",
        when(&of[BAUMGARTE][TWENTY]).text, when(&of[BAUMGARTE][TEN]).text, when(&at_1).text,
        when(&at_20).text);
    find_newton(found, ten, twenty, of[NEWTON]);
    return HOL_EXIT_OK;
}

/* ---------------------------------------------------------------- the figure */

/* A block a run, two blank lines between. */
static int write_whiplash(const char *dir, const hol_p001_motion m[RUNS], hol_message *why)
{
    static const char name[] = "paper-001-whiplash.dat";
    FILE *out = dir ? hol_paper_open(dir, name, why) : NULL;
    if (!out) return dir ? HOL_EXIT_FILE : HOL_EXIT_OK;
    for (int k = 0; k < RUNS; k++) {
        const hol_rig_plan *by = &scheme[k % SCHEMES];
        fprintf(out, "# %s, %s %s: t [s], E/|E0|, breaks down\n", ladder[k / SCHEMES], by->method,
                by->option[0]);
        for (long n = 0; n < m[k].count; n++)
            fprintf(out, "%.10g %.10g %d\n", m[k].node[n].t,
                    m[k].node[n].energy / fabs(m[k].node->energy),
                    isfinite(m[k].broken) && n == m[k].count - 1);
        fputs("\n\n", out);
    }
    return hol_paper_close(out, dir, name, why) ? HOL_EXIT_OK : HOL_EXIT_FILE;
}

static int whiplash(hol_paper_findings *found, const char *dir, hol_message *why)
{
    hol_p001_motion m[RUNS] = {{0}};
    bool good = true;
    for (int k = 0; good && k < RUNS; k++)
        good = ride(&scheme[k % SCHEMES], ladder[k / SCHEMES], NULL, &m[k], why);
    int code = good ? find_baselines(found, m, why) : HOL_EXIT_FAILED;
    if (!code) code = write_whiplash(dir, m, why);
    for (int k = 0; k < RUNS; k++) free(m[k].node);
    return code;
}

/* ---------------------------------------------------------------- mass ratios */

enum { RATIOS = 9, EQUAL = 4 }; /* rungs 1e-4 to 1e4 times as heavy as the rails */

typedef struct {
    double ratio, mean, most, gain; /* violation [m]; largest E - E0, of |E0| */
} heavy;

static bool run_heavy(double ratio, double epsilon, heavy *x, hol_message *why)
{
    char mass[48], compliance[48];
    snprintf(mass, sizeof mass, "mass_ratio=%.0e", ratio);
    snprintf(compliance, sizeof compliance, "epsilon=%.0e", epsilon);
    hol_rig_plan plan = HOL_P001_SPOOK("N=10", mass);
    plan.option[0] = compliance;
    hol_p001_motion m;
    bool good = hol_p001_ride(&plan, hol_p001_frame, span, NULL, NULL, &m, why);
    if (good)
        *x = (heavy){ratio, hol_p001_mean(&m, hol_p001_rms), hol_p001_largest(&m, hol_p001_rms),
                     gain(&m) / fabs(m.node->energy)};
    free(m.node);
    return good;
}

static void find_masses(hol_paper_findings *found, const heavy as_given[RATIOS],
                        const heavy reduced[RATIOS])
{
    const heavy *one = &as_given[EQUAL], *thousand = one + 3, *most = one + 4;
    double gained = -INFINITY, less = reduced[RATIOS - 1].mean;
    for (int i = 0; i < RATIOS; i++) gained = fmax(gained, as_given[i].gain);
    hol_paper_find(
        found, "section 6", "problems surface where mass ratios exceed about 1000",
        hol_paper_if(thousand->mean <= 2 * one->mean && most->mean > 3 * one->mean),
        "in the violation, its mean over %g s for N = 10 with heavy rungs: %.2g m at ratio "
        "1, %.2g m at %.0f, %.2g m at %.0f; at ratios from %.0e to %.0e the energy stays "
        "at least %.1e |E0| below its start",
        span, one->mean, thousand->mean, thousand->ratio, most->mean, most->ratio, as_given->ratio,
        most->ratio, -gained);
    hol_paper_find(found, "section 6",
                   "when masses become very large the regularization must be reduced",
                   hol_paper_if(less < 0.5 * most->mean),
                   "with epsilon divided by the ratio the violation at %.0f is %.2g m, with the "
                   "paper's 1e-8 m/N it is %.2g m",
                   most->ratio, less, most->mean);
}

static int masses(hol_paper_findings *found, const char *dir, hol_message *why)
{
    static const char name[] = "paper-001-masses.csv";
    static const double epsilon = 1e-8; /* [m/N] */
    heavy as_given[RATIOS], reduced[RATIOS];
    for (int i = 0; i < RATIOS; i++) {
        double ratio = pow(10, i - EQUAL);
        if (!run_heavy(ratio, epsilon, &as_given[i], why) ||
            !run_heavy(ratio, epsilon / fmax(1, ratio), &reduced[i], why))
            return HOL_EXIT_FAILED;
    }
    find_masses(found, as_given, reduced);
    FILE *out = dir ? hol_paper_open(dir, name, why) : NULL;
    if (!out) return dir ? HOL_EXIT_FILE : HOL_EXIT_OK;
    fputs("mass ratio,epsilon 1e-8 m/N: mean RMS of Phi [m],largest,largest (E - E0)/|E0|,epsilon "
          "divided by the ratio: mean RMS [m],largest,largest (E - E0)/|E0|\n",
          out);
    for (int i = 0; i < RATIOS; i++)
        fprintf(out, "%.10g,%.10g,%.10g,%.10g,%.10g,%.10g,%.10g\n", as_given[i].ratio,
                as_given[i].mean, as_given[i].most, as_given[i].gain, reduced[i].mean,
                reduced[i].most, reduced[i].gain);
    return hol_paper_close(out, dir, name, why) ? HOL_EXIT_OK : HOL_EXIT_FILE;
}

int hol_p001_whiplash(hol_paper_findings *found, const char *dir, hol_message *why)
{
    int code = whiplash(found, dir, why);
    return code ? code : masses(found, dir, why);
}
