/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paper 001, Figure 6: violation, error and energy against the step, before the first square is
 * flat. */
#include <math.h>
#include <stdlib.h>

#include "harness/cli/cli.h"
#include "harness/papers/paper_001.h"
#include "harness/run.h"

static const double regular = 0.5, span = 20; /* [s] */

/* 1/60 s halved five times; the paper's order is asked of the first four. */
enum { STEPS = 6, ASKED = 4 };

static double step_of(int i)
{
    return hol_p001_frame / (1 << i);
}

/* ---------------------------------------------------------------- Figure 6 */

enum { FIVE, TEN, HUNDRED, LONG, LINES };
static const struct {
    const char *N;
    double until; /* [s] */
} line[LINES] = {{"N=5", regular}, {"N=10", regular}, {"N=100", regular}, {"N=10", span}};

typedef struct { /* mean root mean square of Phi; largest |E - E0| by v_k and between, N = 10 */
    double h[STEPS], violation[LINES][STEPS], end[STEPS], middle[STEPS];
} orders;

static void read_energies(const hol_p001_motion *m, double *end, double *middle)
{
    double first = m->node->energy;
    *end = *middle = 0;
    for (long k = 1; k < m->count; k++) {
        *end = fmax(*end, fabs(m->node[k].energy - first));
        *middle = fmax(*middle, fabs(m->node[k].midpoint - first));
    }
}

static bool run_orders(orders *o, hol_message *why)
{
    for (int i = 0; i < STEPS; i++)
        for (int k = 0; k < LINES; k++) {
            hol_p001_motion m;
            o->h[i] = step_of(i);
            o->violation[k][i] = NAN;
            if (k == LONG && i >= ASKED) continue;
            if (!hol_p001_ride(&HOL_P001_SPOOK(line[k].N), o->h[i], line[k].until, NULL, NULL, &m,
                               why))
                return false;
            o->violation[k][i] = hol_p001_mean(&m, hol_p001_rms);
            if (k == TEN) read_energies(&m, &o->end[i], &o->middle[i]);
            free(m.node);
        }
    return true;
}

static void find_orders(hol_paper_findings *found, const orders *o)
{
    double s[LINES];
    for (int k = 0; k < LINES; k++) s[k] = hol_p001_slope(ASKED, o->h, o->violation[k]);
    hol_paper_find(found, "section 6, Figure 6", "the violation appears to be O(h^2)",
                   hol_paper_if(fabs(s[FIVE] - 2) <= 0.15 && fabs(s[TEN] - 2) <= 0.15),
                   "from h = 1/60 to 1/480 s, before the first square is flat, of order %.2f for "
                   "N = 5 and %.2f for N = 10; N = 100 (%.2f) ends at its compliance, %.1e m; over "
                   "%g s of whiplash %.2f for N = 10",
                   s[FIVE], s[TEN], s[HUNDRED], o->violation[HUNDRED][STEPS - 1], span, s[LONG]);
    hol_paper_find(
        found, "section 6, errata", "(the energy's velocity is not said)", HOL_PAPER_BESIDE,
        "largest |E - E0| to t = %g s for N = 10 at h = 1/60 s: %.3g J by v_k, of order "
        "%.2f, which is its half step of delay; %.2g J by (v_k + v_k+1)/2, of order %.2f to "
        "h = 1/240 s",
        regular, o->end[0], hol_p001_slope(ASKED, o->h, o->end), o->middle[0],
        hol_p001_slope(ASKED - 1, o->h, o->middle));
}

/* Empty where there is none. */
static void put_number(FILE *out, double x)
{
    putc(',', out);
    if (isfinite(x)) fprintf(out, "%.10g", x);
}

static int write_orders(const char *dir, const orders *o, hol_message *why)
{
    static const char name[] = "paper-001-steps.csv";
    FILE *out = dir ? hol_paper_open(dir, name, why) : NULL;
    if (!out) return dir ? HOL_EXIT_FILE : HOL_EXIT_OK;
    fputs("h [s],mean RMS of Phi to 0.5 s: N = 5 [m],N = 10,N = 100,to 20 s: N = 10,largest |E - "
          "E0| to 0.5 s: by v_k [J],by (v_k + v_k+1)/2\n",
          out);
    for (int i = 0; i < STEPS; i++) {
        fprintf(out, "%.10g", o->h[i]);
        for (int k = 0; k < LINES; k++) put_number(out, o->violation[k][i]);
        fprintf(out, ",%.10g,%.10g\n", o->end[i], o->middle[i]);
    }
    return hol_paper_close(out, dir, name, why) ? HOL_EXIT_OK : HOL_EXIT_FILE;
}

/* ---------------------------------------------------------------- errors */

enum { SPOOK, NEWTON, SHAKE, RATTLE, BAUMGARTE, SCHEMES };
static const struct {
    const char *method, *option;
} scheme[SCHEMES] = {
    [SPOOK] = {"spook", "iterate=linear"},      [NEWTON] = {"spook", "iterate=newton"},
    [SHAKE] = {"shake", "newton_tol=1e-12"},    [RATTLE] = {"rattle", "newton_tol=1e-12"},
    [BAUMGARTE] = {"rk4-baumgarte", "alpha=5"},
};

/* Position at t = 0.5 s against the reference, N = 5. */
static bool error_of(int k, double h, double *error, hol_message *why)
{
    const hol_method *method = hol_method_named(scheme[k].method);
    double opt[32];
    hol_case one = hol_case_of(hol_problem_named("ladder"), method);
    hol_result r = {0};
    hol_option_defaults(method->options, opt);
    bool good = hol_option_set(method->options, "option", scheme[k].option, opt, why);
    one.options = opt;
    one.h = h;
    one.until = regular;
    one.repeats = 0;
    if (good && (hol_run(&one, &r) != HOL_RAN || r.status != HOL_OK)) {
        hol_say(why, "%s, h = %g: %.400s", scheme[k].method, h, r.message.text);
        good = false;
    }
    *error = r.error.position;
    hol_result_free(&r);
    return good;
}

static int errors(hol_paper_findings *found, const char *dir, hol_message *why)
{
    static const char name[] = "paper-001-errors.csv";
    double h[STEPS], e[SCHEMES][STEPS];
    for (int i = 0; i < STEPS; i++)
        for (int k = 0; k < SCHEMES; k++)
            if (!error_of(k, h[i] = step_of(i), &e[k][i], why)) return HOL_EXIT_FAILED;
    hol_paper_find(
        found, "section 6",
        "the quality of the solution is comparable to that of other integrators",
        hol_paper_if(e[SPOOK][0] <= 3 * e[SHAKE][0]),
        "before the whiplash, position at t = %g s, N = 5, h = 1/60 s, off by %.2g m, of "
        "order %.2f; by SHAKE %.2g m, of order %.2f; by RK4 with Baumgarte %.2g m",
        regular, e[SPOOK][0], hol_p001_slope(ASKED, h, e[SPOOK]), e[SHAKE][0],
        hol_p001_slope(ASKED, h, e[SHAKE]), e[BAUMGARTE][0]);
    hol_paper_find(found, "section 6",
                   "Newton's iteration does not improve the solution significantly",
                   hol_paper_if(e[NEWTON][0] > 0.5 * e[SPOOK][0]),
                   "the same error with the iteration on (26) is %.2f times that of the linear "
                   "step at h = 1/60 s, %.2f times at 1/480 s",
                   e[NEWTON][0] / e[SPOOK][0], e[NEWTON][ASKED - 1] / e[SPOOK][ASKED - 1]);
    FILE *out = dir ? hol_paper_open(dir, name, why) : NULL;
    if (!out) return dir ? HOL_EXIT_FILE : HOL_EXIT_OK;
    fputs("h [s],error of position at 0.5 s, N = 5: spook [m],spook by "
          "Newton,shake,rattle,rk4-baumgarte\n",
          out);
    for (int i = 0; i < STEPS; i++) {
        fprintf(out, "%.10g", h[i]);
        for (int k = 0; k < SCHEMES; k++) fprintf(out, ",%.10g", e[k][i]);
        putc('\n', out);
    }
    return hol_paper_close(out, dir, name, why) ? HOL_EXIT_OK : HOL_EXIT_FILE;
}

/* ---------------------------------------------------------------- the part */

int hol_p001_steps(hol_paper_findings *found, const char *dir, hol_message *why)
{
    orders o;
    if (!run_orders(&o, why)) return HOL_EXIT_FAILED;
    find_orders(found, &o);
    int code = write_orders(dir, &o, why);
    return code ? code : errors(found, dir, why);
}
