/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The fastest method to a given error, read off the points of the work-precision diagrams.
 *
 * Of a method's runs from coarse to fine, up to the most accurate one, the last whose error is
 * above the one asked for and the one after it are joined by a straight line in the logarithms of
 * CPU time and error; where that line meets the error asked for is the CPU time.  A method whose
 * coarsest run is good enough already took at most that run's. */
#include <math.h>
#include <string.h>

#include "harness/report/report.h"

static const double goal[] = {1e-4, 1e-8}; /* [m], or [rad] where no position moves */
enum { GOALS = sizeof goal / sizeof *goal };

/* ---------------------------------------------------------------- a method on a problem */

typedef struct {
    bool reached, at_most;
    double cpu;  /* [s] */
    double best; /* least error of all runs; NaN: none has any */
} reach;

static double error_of(const report_run *run, bool moves)
{
    const hol_record *one = run->record;
    bool whole = one->ran && one->end == HOL_END_OK && one->cpu_seconds > 0.0;
    return whole ? moves ? one->error.position : one->error.orientation : (double)NAN;
}

static double between(const report_run *above, const report_run *below, bool moves, double error)
{
    double e0 = error_of(above, moves), e1 = fmax(error_of(below, moves), 1e-17),
           part = log(e0 / error) / log(e0 / e1);
    return above->record->cpu_seconds *
           pow(below->record->cpu_seconds / above->record->cpu_seconds, part);
}

static reach reach_of(const report *r, int section, int lane, double error)
{
    bool moves = report_moves(r, section);
    const report_run *run, *best = NULL, *above = NULL, *below = NULL;
    for (int n = 0; (run = report_nth(r, section, lane, n)); n++) {
        double e = error_of(run, moves);
        if (!isnan(e) && (!best || e < error_of(best, moves))) best = run;
    }
    if (!best) return (reach){.best = NAN};
    for (int n = 0; run != best; n++) {
        run = report_nth(r, section, lane, n);
        double e = error_of(run, moves);
        if (e > error)
            above = run, below = NULL;
        else if (!isnan(e) && !below)
            below = run;
    }
    reach of = {.reached = below, .at_most = !above, .best = error_of(best, moves)};
    if (below) of.cpu = above ? between(above, below, moves, error) : below->record->cpu_seconds;
    return of;
}

/* The fastest lane that is no baseline and not `but` (-1: any); -1 where none reaches the error. */
static int fastest(const report *r, int section, double error, int but)
{
    int first = -1;
    double least = INFINITY;
    for (int k = 0; k < r->lanes; k++) {
        reach of = reach_of(r, section, k, error);
        if (k == but || r->lane[k].method->baseline || !of.reached || of.cpu >= least) continue;
        least = of.cpu;
        first = k;
    }
    return first;
}

/* ---------------------------------------------------------------- cells */

/* What keeps a lane from the error. */
static void put_failure(hol_table *t, const report *r, int section, int lane, double best)
{
    const report_run *run = report_followed(r, section, lane);
    if (!isnan(best))
        hol_cell(t, "not reached, best %.1e", best);
    else
        hol_cell(t, "%s", run ? report_reason(run->record) : "not in the plan");
    hol_cell_shade(t, -1);
}

static void put_time(hol_table *t, const reach *of)
{
    hol_cell(t, "%s%.3g", of->at_most ? "≤ " : "", 1e3 * of->cpu);
}

/* The lane's CPU time over that of the fastest. */
static void put_ratio(hol_table *t, const report *r, int section, int lane, double error,
                      const reach *first)
{
    reach of = reach_of(r, section, lane, error);
    if (!of.reached)
        put_failure(t, r, section, lane, of.best);
    else if (of.cpu == first->cpu)
        hol_cell(t, "1");
    else
        hol_cell(t, "%s%.2f",
                 first->at_most && of.at_most ? "~ "
                 : first->at_most             ? "≥ "
                 : of.at_most                 ? "≤ "
                                              : "",
                 of.cpu / first->cpu);
}

static double least_error(const report *r, int section, int *lane)
{
    double least = NAN;
    *lane = -1;
    for (int k = 0; k < r->lanes; k++) {
        double best = reach_of(r, section, k, 0).best;
        if (r->lane[k].method->baseline || isnan(best) || best >= least) continue;
        least = best;
        *lane = k;
    }
    return least;
}

/* ---------------------------------------------------------------- all problems */

static const char unit[2][4] = {"rad", "m"};

/* Where nothing else reaches the error, the time itself. */
static void put_baselines(hol_table *t, const report *r, int section, double error,
                          const reach *first)
{
    for (int k = 0; k < r->lanes; k++) {
        if (!r->lane[k].method->baseline) continue;
        reach of = reach_of(r, section, k, error);
        if (first || !of.reached)
            put_ratio(t, r, section, k, error, first);
        else
            hol_cell(t, "%s%.3g ms", of.at_most ? "≤ " : "", 1e3 * of.cpu);
    }
}

static void one_line(hol_table *t, const report *r, int section, double error)
{
    int first = fastest(r, section, error, -1), best;
    hol_cell(t, "%s", r->section[section].title);
    hol_cell(t, "%.0e %s", error, unit[report_moves(r, section)]);
    if (first < 0) {
        double least = least_error(r, section, &best);
        hol_cell(t, "not reached, best %.1e by %s", least, r->lane[best].title);
        for (int i = 0; i < 3; i++) hol_cell(t, "–");
        put_baselines(t, r, section, error, NULL);
        return;
    }
    reach of = reach_of(r, section, first, error);
    int second = fastest(r, section, error, first);
    hol_cell(t, "%s", r->lane[first].title);
    put_time(t, &of);
    hol_cell(t, "%s", second < 0 ? "–" : r->lane[second].title);
    if (second < 0)
        hol_cell(t, "–");
    else
        put_ratio(t, r, section, second, error, &of);
    put_baselines(t, r, section, error, &of);
}

bool report_has_errors(const report *r, int section)
{
    int lane;
    return !isnan(least_error(r, section, &lane));
}

void report_show_fastest(FILE *out, const report_markup *to, const report *r)
{
    hol_table t = hol_table_of("problem|error|fastest method|CPU [ms]|next|next / fastest");
    for (int k = 0; k < r->lanes; k++)
        if (r->lane[k].method->baseline)
            hol_table_head(&t, HOL_TABLE_TEXT, "%s / fastest", r->lane[k].title);
    for (int i = 0; i < r->sections; i++)
        for (int g = 0; report_has_errors(r, i) && g < GOALS; g++) one_line(&t, r, i, goal[g]);
    to->paragraph(
        out, "CPU time of the steps to an error at the end of the run, of the position or, where "
             "no position moves, of the orientation. It is read off the measured points of the "
             "work-precision diagrams: of a method's runs from coarse to fine, up to its most "
             "accurate one, the last above that error and the next below it are joined by a "
             "straight line in both logarithms. ≤ marks a method whose coarsest run is below it "
             "already, and ~ a ratio of two such times. The last columns are the CPU time of the "
             "baselines, foreign integrators in the same sweep, over that of the fastest method "
             "(the time itself where no method reaches the error).");
    if (hol_table_rows(&t)) to->table(out, &t, NULL);
    hol_table_free(&t);
}

/* ---------------------------------------------------------------- one problem */

void report_show_reached(FILE *out, const report_markup *to, const report *r, int section)
{
    const char *error_unit = unit[report_moves(r, section)];
    hol_table t = hol_table_of("method");
    reach first[GOALS] = {{.cpu = NAN}};
    for (int g = 0; g < GOALS; g++) {
        int lane = fastest(r, section, goal[g], -1);
        first[g] = lane < 0 ? (reach){.cpu = NAN} : reach_of(r, section, lane, goal[g]);
        hol_table_head(&t, HOL_TABLE_FLUSH, "CPU to %.0e %s [ms]", goal[g], error_unit);
        hol_table_head(&t, HOL_TABLE_FLUSH, "over fastest");
    }
    hol_table_head(&t, HOL_TABLE_FLUSH, "least error [%s]", error_unit);
    for (int k = 0; k < r->lanes; k++) {
        double best = reach_of(r, section, k, 0).best;
        if (isnan(best)) continue;
        hol_cell(&t, "%s", r->lane[k].title);
        for (int g = 0; g < GOALS; g++) {
            reach of = reach_of(r, section, k, goal[g]);
            if (of.reached)
                put_time(&t, &of);
            else
                hol_cell(&t, "not reached");
            if (of.reached && first[g].cpu > 0)
                put_ratio(&t, r, section, k, goal[g], &first[g]);
            else
                hol_cell(&t, "–");
        }
        hol_cell(&t, "%.1e", best);
    }
    report_table(out, to, &t, "CPU time to a given error, all methods");
}
