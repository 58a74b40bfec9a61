/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paper 001: what a step costs, in counts; the error against them; how dense the Schur complement
 * is; whether a step is symplectic and keeps momenta; no best alpha and beta of Baumgarte's. */
#include <math.h>
#include <stdlib.h>

#include "harness/papers/paper_001.h"
#include "harness/study/study.h"

/* ---------------------------------------------------------------- error against counts */

enum { SPOOK, PLAIN, NEWTON, SHAKE, RATTLE, BAUMGARTE, SCHEMES, STEPS = 8, FINE = 4 };
static const struct {
    const char *method, *option[3];
} scheme[SCHEMES] = {
    [SPOOK] = {"spook", {"iterate=linear"}},
    [PLAIN] = {"spook", {"iterate=linear", "start=plain"}},
    [NEWTON] = {"spook", {"iterate=newton"}},
    [SHAKE] = {"shake", {NULL}},
    [RATTLE] = {"rattle", {NULL}},
    [BAUMGARTE] = {"rk4-baumgarte", {"alpha=5", "beta=5"}},
};

enum { H, ERROR, SOLVES, FACTORS, CPU, COLUMNS };

static const double regular = 0.5; /* [s] */

/* To that time in 5, 10, ..., 640 steps, N = 5; counts and seconds a run. */
static bool run_scheme(int k, double x[STEPS][COLUMNS], hol_message *why)
{
    for (int i = 0; i < STEPS; i++) {
        hol_result r;
        hol_paper_run is = HOL_P001_LADDER(scheme[k].method, regular / (5 << i),
                                           scheme[k].option[0], scheme[k].option[1]);
        is.until = regular;
        is.repeats = 2;
        bool good = hol_paper_measure(&is, &r, why);
        x[i][H] = is.h;
        x[i][ERROR] = r.error.position;
        x[i][SOLVES] = (double)r.counters.solves;
        x[i][FACTORS] = (double)r.counters.factorisations;
        x[i][CPU] = r.cpu_seconds;
        hol_result_free(&r);
        if (!good) return false;
    }
    return true;
}

static double steps_of(const double at[COLUMNS])
{
    return nearbyint(regular / at[H]);
}

static void find_counts(hol_paper_section *to, double x[SCHEMES][STEPS][COLUMNS])
{
    enum { OTHERS = SCHEMES - NEWTON };
    double one[2] = {x[PLAIN][FINE][SOLVES], steps_of(x[PLAIN][FINE])}, less[2 * OTHERS],
           factors[1 + OTHERS];
    factors[0] = x[SPOOK][FINE][FACTORS] / steps_of(x[SPOOK][FINE]);
    for (int k = 0; k < OTHERS; k++) {
        factors[1 + k] = x[NEWTON + k][FINE][FACTORS] / steps_of(x[NEWTON + k][FINE]);
        less[2 * k] = x[SPOOK][FINE][SOLVES] / steps_of(x[SPOOK][FINE]);
        less[2 * k + 1] = x[NEWTON + k][FINE][SOLVES] / steps_of(x[NEWTON + k][FINE]);
    }
    hol_paper_find(to, "one-system", 2, one,
                   "%.0f linear systems in %.0f steps; begun half a step before it takes two more",
                   one[0], one[1]);
    hol_paper_find(
        to, "cheaper", 2 * OTHERS, less,
        "%.2f a step by SPOOK; %.2f by its Newton iteration, %.2f by SHAKE, %.2f by RATTLE, %.2f "
        "by RK4 with Baumgarte's; in factorisations %.2f, and %.2f, %.2f, %.2f, %.2f: SHAKE, which "
        "keeps its factors, is even",
        less[0], less[1], less[3], less[5], less[7], factors[0], factors[1], factors[2], factors[3],
        factors[4]);
}

/* The fewest linear systems of a run whose error is at most `most`; NaN: none. */
static double cost_of(double x[STEPS][COLUMNS], double most)
{
    for (int i = 0; i < STEPS; i++)
        if (x[i][ERROR] <= most) return x[i][SOLVES];
    return NAN;
}

static void find_accuracy(hol_paper_section *to, double x[SCHEMES][STEPS][COLUMNS])
{
    static const double centimetre = 0.01; /* [m] */
    double spook = cost_of(x[SPOOK], centimetre), shake = cost_of(x[SHAKE], centimetre),
           rk4 = cost_of(x[BAUMGARTE], centimetre), pairs[4] = {spook, shake, spook, rk4};
    hol_paper_find(to, "accuracy-cost", 4, pairs,
                   "%.0f by SPOOK, %.0f by SHAKE, %.0f by RK4 with Baumgarte's stabilisation",
                   spook, shake, rk4);
}

static void write_work(FILE *out, const void *of)
{
    const double *x = of;
    for (int k = 0; k < SCHEMES; k++) {
        fprintf(out, "# %s %s: h [s], error of position at 0.5 s [m], linear systems, CPU [s]\n",
                scheme[k].method, scheme[k].option[1] ? scheme[k].option[1] : "");
        for (int i = 0; i < STEPS; i++) {
            const double *at = x + (k * STEPS + i) * COLUMNS;
            fprintf(out, "%.10g %.6g %.0f %.4g\n", at[H], at[ERROR], at[SOLVES], at[CPU]);
        }
        fputs("\n\n", out);
    }
}

/* ---------------------------------------------------------------- the Schur complement */

/* Entries of the matrix of (29), and of S = G M^-1 G^T: rows i and j of G have a body in common. */
static void count_entries(const hol_eval *sys, double *whole, double *schur)
{
    int body = sys->nv / sys->nb;
    bool *has = hol_new(sys->nb, sizeof *has);
    *whole = sys->M.nnz + 2. * sys->G.nnz + sys->nc;
    *schur = 0;
    for (int i = 0; i < sys->nc; i++) {
        for (int b = 0; b < sys->nb; b++) has[b] = false;
        for (int e = sys->G.start[i]; e < sys->G.start[i + 1]; e++)
            has[sys->G.col[e] / body] = true;
        for (int j = 0; j < sys->nc; j++) {
            bool meet = false;
            for (int e = sys->G.start[j]; e < sys->G.start[j + 1]; e++)
                meet = meet || has[sys->G.col[e] / body];
            *schur += meet;
        }
    }
    free(has);
}

static bool find_density(hol_paper_section *to)
{
    static const char *const size[] = {"N=10", "N=20", "N=100"};
    double density[6], entries[6];
    for (int i = 0; i < 3; i++) {
        hol_paper_run is = HOL_P001_SPOOK(HOL_P001_FRAME, size[i]);
        hol_result r;
        if (!hol_paper_prepare(&is, &r, &to->why)) return false;
        const hol_eval *sys = r.x->sys;
        double all = sys->nv + sys->nc;
        count_entries(sys, &entries[2 * i], &entries[2 * i + 1]);
        density[2 * i] = entries[2 * i] / (all * all);
        density[2 * i + 1] = entries[2 * i + 1] / ((double)sys->nc * sys->nc);
        hol_result_free(&r);
    }
    hol_paper_find(
        to, "schur-dense", 6, density,
        "%.2f, %.2f, %.2f times as dense for N = 10, 20, 100; in all %.0f entries against %.0f "
        "for N = 100",
        density[1] / density[0], density[3] / density[2], density[5] / density[4], entries[5],
        entries[4]);
    return true;
}

/* ---------------------------------------------------------------- symmetry of a step */

static bool symplectic_defect(const char *method, const char *option, double *defect,
                              hol_message *why)
{
    const char *const none[] = {NULL}, *const options[] = {option, NULL};
    hol_refusal refusal;
    hol_experiment *x =
        hol_experiment_named("double-spherical-pendulum", method, NULL, none, options, &refusal);
    if (!x) {
        hol_refusal_text(&refusal, why);
        return false;
    }
    *defect = hol_symplecticity_defect(x, 1, 0.1);
    hol_experiment_close(x);
    return true;
}

static bool find_symmetry(hol_paper_section *to)
{
    double defect[2], other, momentum, energy;
    hol_result r;
    hol_paper_run is = {.problem = "double-spherical-pendulum",
                        .method = "spook",
                        .formulation = "natural",
                        .h = HOL_P001_FRAME,
                        .until = 20};
    if (!symplectic_defect("spook", "start=plain", &defect[0], &to->why) ||
        !symplectic_defect("spook", "start=half-step", &defect[1], &to->why) ||
        !symplectic_defect("rk4-baumgarte", NULL, &other, &to->why))
        return false;
    bool good = hol_paper_measure(&is, &r, &to->why);
    if (good) {
        const hol_track *J = &r.diagnostics->momentum[0], *E = &r.diagnostics->energy;
        momentum = J->max_error / fabs(J->initial);
        energy = E->max_error / fabs(E->initial);
        const double pair[] = {defect[0], other};
        hol_paper_find(
            to, "symplectic", 2, pair,
            "%.1e in (q_k, v_k); by RK4 with Baumgarte's stabilisation %.1e; %.1e with the "
            "velocity reported at the node (start=half-step), which is another map",
            defect[0], other, defect[1]);
        hol_paper_find(to, "symmetries", 1, &momentum,
                       "%.1e, while its energy changes by %.1e of it", momentum, energy);
    }
    hol_result_free(&r);
    return good;
}

/* ---------------------------------------------------------------- Baumgarte's alpha and beta */

enum { ALPHAS = 12 }; /* 1/2 to 1024 /s, doubled */

/* The largest violation of the joints over 5 s at h = 1/240 s by alpha = beta; INFINITY where the
 * run does not come to its end. */
static bool run_alphas(const char *problem, double violation[ALPHAS], hol_message *why)
{
    for (int k = 0; k < ALPHAS; k++) {
        char a[32], b[32];
        hol_result r;
        hol_paper_run is = {.problem = problem,
                            .method = "rk4-baumgarte",
                            .formulation = "natural",
                            .option = {a, b},
                            .h = 1 / 240.,
                            .until = 5};
        snprintf(a, sizeof a, "alpha=%g", ldexp(1, k - 1));
        snprintf(b, sizeof b, "beta=%g", ldexp(1, k - 1));
        bool ran = hol_paper_measure(&is, &r, why);
        violation[k] = ran ? r.diagnostics->phi : (double)INFINITY;
        bool made = ran || hol_paper_ended(&r);
        hol_result_free(&r);
        if (!made) return false;
    }
    return true;
}

static int best_of(const double violation[ALPHAS])
{
    int best = 0;
    for (int k = 1; k < ALPHAS; k++)
        if (violation[k] < violation[best]) best = k;
    return best;
}

static bool find_baumgarte(hol_paper_section *to)
{
    static const char *const problem[] = {"double-spherical-pendulum", "top", "quadrangle",
                                          "triple-slider-crank"};
    enum { PROBLEMS = sizeof problem / sizeof *problem };
    double of[PROBLEMS][ALPHAS], best[PROBLEMS], worst[ALPHAS], one = INFINITY;
    for (int i = 0; i < PROBLEMS; i++) {
        if (!run_alphas(problem[i], of[i], &to->why)) return false;
        best[i] = ldexp(1, best_of(of[i]) - 1);
    }
    for (int k = 0; k < ALPHAS; k++) {
        worst[k] = 0;
        for (int i = 0; i < PROBLEMS; i++)
            worst[k] = fmax(worst[k], of[i][k] / of[i][best_of(of[i])]);
        one = fmin(one, worst[k]);
    }
    hol_paper_find(
        to, "no-optimal", 1, &one,
        "%.1f; the best of 1/2, 1, 2, ..., 1024 /s is %g /s for the double spherical pendulum, "
        "%g for the top, %g for the quadrangle, %g for the slider-crank",
        one, best[0], best[1], best[2], best[3]);
    hol_paper_find(to, "mexx", 0, NULL, "not run");
    return true;
}

/* ---------------------------------------------------------------- the part */

bool hol_p001_efforts(hol_paper_section *to)
{
    double x[SCHEMES][STEPS][COLUMNS];
    for (int k = 0; k < SCHEMES; k++)
        if (!run_scheme(k, x[k], &to->why)) return false;
    find_counts(to, x);
    find_accuracy(to, x);
    return find_density(to) && find_symmetry(to) && find_baumgarte(to) &&
           hol_paper_write(to, "paper-001-work.dat", write_work, x[0][0]);
}
