/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Section 4.3 of paper 000: the planar model of the quadrangle beside the spatial one, a method in
 * each formulation: size, error, the distance of the two motions, and cost. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/memory.h"
#include "harness/papers/paper_000.h"
#include "harness/run.h"
#include "harness/study/bench.h"

static const double step = 0.0025, span = 1; /* [s] */
static const double sample_seconds = 0.001;  /* of a timed evaluation */

enum { WAYS = 3, MODELS = 2, BODIES = 3 };
static const struct {
    const char *method, *formulation;
} way[WAYS] = {{"jet-dp5", "euler"}, {"shake", "natural"}, {"mk4", "lie"}};
static const char *const model[MODELS] = {"bodies=spatial", "bodies=planar"};

static void put(const hol_paper_table *t, int row, const hol_result *r)
{
    hol_cost cost[HOL_EVALUATIONS];
    hol_bench_system(r->sys, sample_seconds, cost);
    const struct {
        const char *column, *note;
        double ours;
    } cell[] = {
        {"velocities", "", r->sys->nv},
        {"constraint rows", "", r->sys->nc},
        {"position error [m]", "", r->error.position},
        {"CPU a step [us]", "least of the repeats", 1e6 * r->cpu_seconds / (double)r->steps},
        {"CPU an acceleration [us]", "index-1 equations, at the start",
         1e-3 * cost[HOL_EVALUATION_ACCELERATION].ns}};
    for (size_t i = 0; i < sizeof cell / sizeof *cell; i++)
        hol_paper_put(t, row, cell[i].column, cell[i].ours, cell[i].note);
}

/* A run into its row; end: the poses at its end. */
static bool run(const hol_paper_table *t, int row, const char *setting, hol_pose end[BODIES],
                hol_message *why)
{
    const hol_problem *problem = hol_problem_named("quadrangle");
    hol_case c = hol_case_of(problem, hol_method_named(way[row / MODELS].method));
    double *par = hol_new(hol_option_count(problem->parameters), sizeof *par);
    hol_result r = {0};
    hol_option_defaults(problem->parameters, par);
    c.parameters = par;
    c.formulation = way[row / MODELS].formulation;
    c.h = step;
    c.until = span;
    c.samples = 2;
    c.repeats = 3;
    bool good = hol_option_set(problem->parameters, "parameter", setting, par, why);
    if (good && (hol_run(&c, &r) != HOL_RAN || r.status != HOL_OK)) {
        *why = r.message;
        good = false;
    }
    if (good) {
        put(t, row, &r);
        memcpy(end, r.sampler->sample[r.sampler->count - 1].pose, BODIES * sizeof *end);
    }
    hol_result_free(&r);
    free(par);
    return good;
}

bool hol_p000_planar(const hol_paper_table *t, hol_message *why)
{
    hol_pose end[MODELS][BODIES];
    for (int row = 0; row < WAYS * MODELS; row++) {
        int k = row % MODELS;
        if (!run(t, row, model[k], end[k], why)) return false;
        if (k == 0) continue;
        hol_error apart = hol_error_between(BODIES, end[k], end[0], 0, NULL, NULL);
        hol_paper_put(t, row, "apart from spatial [m]", apart.position, "");
    }
    return true;
}

/* How many times as long the spatial model takes. */
static double ratio(const hol_paper_table *t, int k, const char *column)
{
    int row = MODELS * k;
    return hol_paper_at(t, row, column)->ours / hol_paper_at(t, row + 1, column)->ours;
}

/* Judged by the paper's own method, way[0]. */
void hol_p000_find_planar(const hol_paper_table *t, hol_paper_findings *found)
{
    double of[WAYS];
    for (int i = 0; i < WAYS; i++) of[i] = ratio(t, i, "CPU a step [us]");
    hol_paper_find(found, "section 4.3",
                   "treating the planar case directly is much more efficient computationally",
                   hol_paper_if(of[0] > 1.5),
                   "a step on the spatial model of the quadrangle takes %.1f (%s), %.1f (%s) and "
                   "%.1f (%s) times as long as on the planar one",
                   of[0], way[0].method, of[1], way[1].method, of[2], way[2].method);
}
