/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paper 001, section 6: the whiplash by SPOOK, linear and by Newton's iteration, and by what the
 * paper says breaks down in it; mass ratios. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/cli/cli.h"
#include "harness/papers/paper_001.h"

static const double span = 20; /* [s] */

/* ---------------------------------------------------------------- the whiplash */

enum { SPOOK, NEWTON, SHAKE, BAUMGARTE, SCHEMES };
/* The paper's plain SHAKE has the velocity (q_n - q_n-1)/h. */
static const hol_rig_plan scheme[SCHEMES] = {
    [SPOOK] = {.method = "spook", .option = {"iterate=linear"}},
    [NEWTON] = {.method = "spook", .option = {"iterate=newton", "newton_tol=1e-10"}},
    [SHAKE] = {.method = "shake", .option = {"newton_tol=1e-10", "velocity=difference"}},
    [BAUMGARTE] = {.method = "rk4-baumgarte", .option = {"alpha=5", "beta=5"}},
};

enum { TEN, TWENTY, LADDERS, RUNS = LADDERS * SCHEMES }; /* run i SCHEMES + k: ladder i */
static const char *const ladder[LADDERS] = {"N=10", "N=20"};

/* "4.6 s (a step fails)", "2.1 s (the energy)", "not in 20 s" */
typedef struct {
    char text[48];
} words;

static words when(const hol_p001_motion *m)
{
    words w;
    if (isinf(m->broken))
        snprintf(w.text, sizeof w.text, "not in %g s", span);
    else
        snprintf(w.text, sizeof w.text, "%.2f s (%s)", m->broken,
                 m->failed ? "a step fails" : "the energy");
    return w;
}

/* The most it rises above its start; below 0: it never does [J]. */
static double gain(const hol_p001_motion *m)
{
    return hol_p001_largest(m, hol_p001_energy) - m->node->energy;
}

/* The paper does not give alpha and beta: "at 1 /s 3.20 s (the energy), ...". */
typedef struct {
    char text[160];
} list;

static bool other_rates(list *of, hol_message *why)
{
    static const char *const rate[][2] = {
        {"alpha=1", "beta=1"}, {"alpha=20", "beta=20"}, {"alpha=60", "beta=60"}};
    size_t used = 0;
    for (size_t i = 0; i < sizeof rate / sizeof *rate; i++) {
        const hol_rig_plan plan = {.problem = "ladder",
                                   .method = "rk4-baumgarte",
                                   .parameter = {"N=10"},
                                   .option = {rate[i][0], rate[i][1]}};
        hol_p001_motion m;
        if (!hol_p001_ride(&plan, hol_p001_frame, span, NULL, NULL, &m, why)) return false;
        used += (size_t)snprintf(of->text + used, sizeof of->text - used, "%s%s /s: %s",
                                 i ? ", " : "", strchr(rate[i][0], '=') + 1, when(&m).text);
        free(m.node);
    }
    return true;
}

static void find_whiplash(hol_paper_findings *found, const hol_p001_motion m[RUNS],
                          const list *rates)
{
    const hol_p001_motion *a = m + TEN * SCHEMES, *b = m + TWENTY * SCHEMES;
    bool spook = isinf(a[SPOOK].broken) && isinf(b[SPOOK].broken);
    bool shake = isinf(a[SHAKE].broken) || isinf(b[SHAKE].broken);
    hol_paper_find(found, "section 6", "plain SHAKE breaks down when whiplash occurs",
                   hol_paper_if(spook && !shake),
                   "by failure or E > E0 + |E0|/2: N = 20 at %s, N = 10 at %s; SPOOK %s and %s",
                   when(&b[SHAKE]).text, when(&a[SHAKE]).text, when(&b[SPOOK]).text,
                   when(&a[SPOOK]).text);
    hol_paper_find(found, "section 6",
                   "Runge-Kutta 4 with Baumgarte's stabilisation breaks down when whiplash occurs",
                   hol_paper_if(isfinite(a[BAUMGARTE].broken) && isfinite(b[BAUMGARTE].broken)),
                   "alpha = beta = 5 /s (the paper gives none): N = 20 at %s, N = 10 at %s; N = 10 "
                   "with other rates: %s",
                   when(&b[BAUMGARTE]).text, when(&a[BAUMGARTE]).text, rates->text);
    bool worse = fmin(gain(&a[NEWTON]), gain(&b[NEWTON])) > 0;
    hol_paper_find(found, "section 6",
                   "in the whiplash the refined solution is worse: a sudden, large increase in "
                   "energy",
                   hol_paper_if(worse && fmax(gain(&a[SPOOK]), gain(&b[SPOOK])) <= 0),
                   "by Newton's iteration the energy rises by up to %.0f J (N = 20, %.0f J at the "
                   "start) and %.0f J (N = 10, %.0f J) and breaks down at %s and %s; by the linear "
                   "step it rises by %.0f and %.0f J",
                   gain(&b[NEWTON]), b->node->energy, gain(&a[NEWTON]), a->node->energy,
                   when(&b[NEWTON]).text, when(&a[NEWTON]).text, gain(&b[SPOOK]), gain(&a[SPOOK]));
}

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
    for (int k = 0; good && k < RUNS; k++) {
        hol_rig_plan plan = scheme[k % SCHEMES];
        plan.problem = "ladder";
        plan.parameter[0] = ladder[k / SCHEMES];
        good = hol_p001_ride(&plan, hol_p001_frame, span, NULL, NULL, &m[k], why);
    }
    list rates;
    good = good && other_rates(&rates, why);
    if (good) find_whiplash(found, m, &rates);
    int code = good ? write_whiplash(dir, m, why) : HOL_EXIT_FAILED;
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
