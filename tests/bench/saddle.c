/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What one factorisation with its solve costs on the saddle-point systems of this library
 *     [ K  C^T; C  -Sigma ] (x, y) = (a, b)
 * by every path of numerics/holonomy/saddle.h, by the block path told of no held rows, and by
 * CHOLMOD on the positive definite S = A A^T + sigma 1, A = C K^-1/2 (bench_cholmod.c).  Two
 * systems of each model in its formulation `natural`, at its start: spook's (29) at h = 1/60 s, and
 * the reduced index-1 equations.  K is factorised and everything is ordered before.  All in one
 * run, the paths one after another in every pass; the least of the passes.  Names of problems as
 * arguments leave the others out. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "config.h"
#include "holonomy/memory.h"
#include "holonomy/run.h"
#include "holonomy/saddle.h"
#include "tests/bench/bench_cholmod.h"

enum {
    PASSES = 25,
    NAME = 48,
    DENSE_MOST = 600, /* unknowns: above it a dense factorisation takes seconds */
};
static const double pass_seconds = 2e-3, spook_step = 1 / 60., agree = 1e-6;

/* ---------------------------------------------------------------- the paths */

typedef struct {
    const char *name;
    hol_saddle_path path;
    bool held; /* told of held rows */
} candidate;

static const candidate candidates[] = {
    {"auto", HOL_SADDLE_AUTO, true},       {"block", HOL_SADDLE_BLOCK, true},
    {"no held", HOL_SADDLE_BLOCK, false},  {"schur", HOL_SADDLE_SCHUR, true},
    {"dense", HOL_SADDLE_DENSE, true},     {"klu", HOL_SADDLE_KLU, true},
    {"umfpack", HOL_SADDLE_UMFPACK, true}, {"cholmod", HOL_SADDLE_PATHS, false},
};
enum { CANDIDATES = sizeof candidates / sizeof *candidates };

typedef struct { /* one of the two; both NULL: it does not fit */
    hol_saddle *saddle;
    hol_by_cholmod *cholmod;
    long times; /* calls of a pass */
    double least;
} solver;

static solver open_solver(const candidate *c, const hol_equations_of *e)
{
    static const unsigned known = HOL_SADDLE_DEFINITE | HOL_SADDLE_SYMMETRIC;
    bool dense = c->path == HOL_SADDLE_DENSE || c->path == HOL_SADDLE_SCHUR;
    solver s = {.times = 1, .least = HUGE_VAL};
    if (dense && e->K->rows + e->C->rows > DENSE_MOST) return s;
    if (c->path == HOL_SADDLE_PATHS) {
        s.cholmod = hol_by_cholmod_new(e);
        return s;
    }
    s.saddle = hol_saddle_new_held(e->K, e->C, c->held ? e->held : NULL, known, c->path, NULL);
    if (s.saddle && hol_saddle_set_K(s.saddle, e->K_value)) exit(EXIT_FAILURE);
    return s;
}

/* Seconds of `times` calls; NaN where one fails. */
static double seconds_of(const solver *s, const hol_equations_of *e, double x[], double y[],
                         long times)
{
    double from = hol_cpu_seconds();
    hol_status status = HOL_OK;
    for (long i = 0; i < times && !status; i++) {
        if (s->cholmod) {
            status = hol_by_cholmod_solve(s->cholmod, e, x, y);
            continue;
        }
        hol_saddle_set_B(s->saddle, e->C_value);
        status = hol_saddle_factor_solve(s->saddle, e->C_value, e->Sigma, e->a, e->b, x, y);
    }
    return status ? (double)NAN : hol_cpu_seconds() - from;
}

/* ---------------------------------------------------------------- systems */

static bool start(hol_eval *sys, double q[], double v[])
{
    if (!sys->model) return false;
    hol_pose *at = hol_new(sys->nb, sizeof *at);
    for (int b = 0; b < sys->nb; b++) at[b] = hol_body_at(sys->model, b)->at;
    hol_place(sys, at, q, v);
    free(at);
    return true;
}

/* (29) of paper 001 with the default options. */
static bool spook_equations(hol_eval *sys, hol_work *w, hol_equations_of *e)
{
    unsigned needs = HOL_CONST_MASS | HOL_REGULAR_MASS;
    double *q = hol_take(w, sys->nq), *v = hol_take(w, sys->nv), upsilon = 1 / 9.;
    if (needs & ~sys->has || sys->na || !sys->nc || !start(sys, q, v)) return false;
    *e = (hol_equations_of){.K = &sys->M,
                            .C = &sys->G,
                            .held = sys->held,
                            .K_value = hol_take(w, sys->M.nnz),
                            .C_value = hol_take(w, sys->G.nnz),
                            .Sigma = hol_take(w, sys->nc)};
    hol_mass(sys, q, e->K_value);
    hol_constraints(sys, 0, q, NULL, e->C_value);
    for (int i = 0; i < sys->nc; i++) {
        double arm = hol_row_unit(sys, i) / sys->unit;
        e->Sigma[i] = 4e-8 * upsilon / (spook_step * spook_step) * arm * arm;
    }
    return true;
}

static bool index1_equations(hol_eval *sys, hol_work *w, hol_equations_of *e)
{
    int m = sys->nj + sys->na;
    double *q = hol_take(w, sys->nq), *v = hol_take(w, sys->nv), *f = hol_take(w, sys->nv);
    if (!m || !(sys->has & HOL_FULL_RANK) || !start(sys, q, v)) return false;
    *e = (hol_equations_of){.K = &sys->Mr,
                            .C = &sys->Gr,
                            .K_value = hol_take(w, sys->Mr.nnz),
                            .C_value = hol_take(w, sys->Gr.nnz)};
    hol_total_force(sys, 0, q, v, f);
    hol_reduce(sys, 0, q, NULL, f, e->K_value, hol_take(w, sys->nr), e->C_value, hol_take(w, m));
    return true;
}

/* ---------------------------------------------------------------- measurement */

/* Largest difference over the largest entry of x. */
static double apart(int n, const double x[], const double y[])
{
    double most = 0, size = 0;
    for (int i = 0; i < n; i++) {
        most = fmax(most, fabs(x[i] - y[i]));
        size = fmax(size, fabs(x[i]));
    }
    return most / size;
}

static void measure(const char *name, hol_equations_of *e, hol_work *w)
{
    int n = e->K->rows, m = e->C->rows;
    double *x = hol_take(w, n), *y = hol_take(w, m), *first = hol_take(w, n);
    solver all[CANDIDATES];
    e->a = hol_take(w, n), e->b = hol_take(w, m);
    for (int i = 0; i < n; i++) e->a[i] = sin(1.7 * i + 0.3);
    for (int i = 0; i < m; i++) e->b[i] = sin(1.3 * i + 0.7);
    for (int k = 0; k < CANDIDATES; k++) {
        solver *s = all + k;
        *s = open_solver(candidates + k, e);
        if (!s->saddle && !s->cholmod) continue;
        while (seconds_of(s, e, x, y, s->times) < pass_seconds) s->times *= 2;
        if (!k) memcpy(first, x, (size_t)n * sizeof *x);
        if (apart(n, first, x) <= agree) continue;
        fprintf(stderr, "%s: %s has another solution\n", name, candidates[k].name);
        exit(EXIT_FAILURE);
    }
    for (int pass = 0; pass < PASSES; pass++)
        for (int k = 0; k < CANDIDATES; k++)
            if (all[k].saddle || all[k].cholmod)
                all[k].least = fmin(all[k].least, seconds_of(all + k, e, x, y, all[k].times) /
                                                      (double)all[k].times);
    printf("%-34s %6d %6d %9.2f", name, n, m, 1e6 * all[0].least);
    for (int k = 1; k < CANDIDATES; k++)
        if (all[k].least < HUGE_VAL)
            printf(" %8.2f", all[k].least / all[0].least);
        else
            printf(" %8s", "-");
    printf("\n");
    fflush(stdout);
    for (int k = 0; k < CANDIDATES; k++) {
        hol_saddle_free(all[k].saddle);
        hol_by_cholmod_free(all[k].cholmod);
    }
}

/* N: the size of the ladder; 0: the default parameters. */
static void measure_problem(const hol_problem *problem, int N)
{
    char size[NAME], name[NAME];
    const char *const parameter[] = {size, NULL};
    hol_refusal why;
    hol_equations_of e;
    snprintf(size, sizeof size, "%s=%d", N ? problem->size : "", N);
    hol_experiment *x =
        hol_experiment_named(problem->name, NULL, "natural", N ? parameter : NULL, NULL, &why);
    if (N && !x) exit(EXIT_FAILURE);
    hol_work *w = hol_had(hol_work_new());
    for (int k = 0; k < 2 && x; k++) {
        snprintf(name, sizeof name, "%.25s%s%.9s %s", problem->name, N ? " " : "",
                 N ? strchr(size, '=') + 1 : "", k ? "index-1" : "spook");
        if ((k ? index1_equations : spook_equations)(x->sys, w, &e)) measure(name, &e, w);
        hol_release(w, 0);
    }
    hol_work_free(w);
    hol_experiment_close(x);
}

static bool wanted(int argc, char **argv, const char *name)
{
    bool found = argc == 1;
    for (int i = 1; i < argc; i++) found |= !strcmp(argv[i], name);
    return found;
}

static void run(void *data)
{
    static const int sizes[] = {20, 100, 1000, 10000};
    char **argv = data;
    int argc = 0;
    const hol_problem *problem;
    while (argv[argc]) argc++;
    for (int i = 0; (problem = hol_core_problem_at(i)); i++) {
        if (!wanted(argc, argv, problem->name)) continue;
        bool ladder = !strcmp(problem->name, "ladder");
        for (int k = 0; ladder && k < 4; k++) measure_problem(problem, sizes[k]);
        if (!ladder) measure_problem(problem, 0);
    }
}

int main(int argc, char **argv)
{
    (void)argc;
    printf("Factorisation and solve, CPU time, least of %d passes: microseconds by the path of its "
           "own choice, then ratios to it\n%s, %s\n%-34s %6s %6s",
           PASSES, HOL_CC, HOL_CFLAGS, "system", "n", "m");
    for (int k = 0; k < CANDIDATES; k++) printf(k ? " %8s" : " %9s", candidates[k].name);
    printf("\n");
    if (hol_try(run, argv)) return EXIT_SUCCESS;
    fputs("no memory\n", stderr);
    return EXIT_FAILURE;
}
