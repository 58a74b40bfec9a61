/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Section 4.3 of paper 000: the planar model of the quadrangle beside the spatial one, a method in
 * each formulation: size, error, the distance of the two motions, and cost. */
#include <string.h>

#include "harness/papers/paper_000.h"
#include "harness/papers/paper_run.h"
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
    hol_bench_system(r->x->sys, sample_seconds, cost);
    hol_paper_put_row(
        t, row,
        (const hol_paper_entry[]){
            {"velocities", r->x->sys->nv, ""},
            {"constraint rows", r->x->sys->nc, ""},
            {"position error [m]", r->error.position, ""},
            {"CPU a step [us]", 1e6 * r->cpu_seconds / (double)r->steps, "least of the repeats"},
            {"CPU an acceleration [us]", 1e-3 * cost[HOL_EVALUATION_ACCELERATION].ns,
             "index-1 equations, at the start"},
            {0}});
}

/* A run into its row; end: the poses at its end. */
static bool run(const hol_paper_table *t, int row, hol_pose end[BODIES], hol_message *why)
{
    const hol_paper_run is = {.problem = "quadrangle",
                              .method = way[row / MODELS].method,
                              .formulation = way[row / MODELS].formulation,
                              .parameter = {model[row % MODELS]},
                              .h = step,
                              .until = span,
                              .samples = 2,
                              .repeats = 3};
    hol_result r;
    bool good = hol_paper_measure(&is, &r, why);
    if (good) {
        put(t, row, &r);
        memcpy(end, r.sampler->sample[r.sampler->count - 1].pose, BODIES * sizeof *end);
    }
    hol_result_free(&r);
    return good;
}

bool hol_p000_planar(const hol_paper_table *t, hol_message *why)
{
    hol_pose end[MODELS][BODIES];
    for (int row = 0; row < WAYS * MODELS; row++) {
        int k = row % MODELS;
        if (!run(t, row, end[k], why)) return false;
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
void hol_p000_find_planar(hol_paper_section *to, const hol_paper_table *t)
{
    double of[WAYS];
    for (int i = 0; i < WAYS; i++) of[i] = ratio(t, i, "CPU a step [us]");
    const double x[] = {hol_paper_at(t, 1, "CPU a step [us]")->ours,
                        hol_paper_at(t, 0, "CPU a step [us]")->ours};
    hol_paper_find(to, "planar", 2, x,
                   "a step on the spatial model of the quadrangle takes %.1f (%s), %.1f (%s) and "
                   "%.1f (%s) times as long as on the planar one",
                   of[0], way[0].method, of[1], way[1].method, of[2], way[2].method);
}
