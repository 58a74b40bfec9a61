/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The fastest method to a given error: of every problem, and of one all methods. */
#include <math.h>
#include <string.h>

#include "harness/report/report_judge.h"
#include "harness/report/report_site.h"

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

static void put_time(hol_table *t, const report_reach *of)
{
    hol_cell(t, "%s%.3g", of->at_most ? "≤ " : "", 1e3 * of->cpu);
}

/* The lane's CPU time over that of the fastest. */
static void put_ratio(hol_table *t, const report *r, int section, int lane, double error,
                      const report_reach *first)
{
    report_reach of = report_reach_of(r, section, lane, error, 0);
    if (!of.reached)
        put_failure(t, r, section, lane, of.best);
    else if (of.cpu == first->cpu)
        hol_cell(t, "1");
    else
        hol_cell(t, "%s%.2f", report_ratio_sign(&of, first), of.cpu / first->cpu);
}

static double least_error(const report *r, int section, int *lane)
{
    double least = NAN;
    *lane = -1;
    for (int k = 0; k < r->lanes; k++) {
        double best = report_reach_of(r, section, k, 0, 0).best;
        if (r->lane[k].method->baseline || isnan(best) || best >= least) continue;
        least = best;
        *lane = k;
    }
    return least;
}

/* ---------------------------------------------------------------- all problems */

/* Where nothing else reaches the error, the time itself. */
static void put_baselines(hol_table *t, const report *r, int section, double error,
                          const report_reach *first)
{
    for (int k = 0; k < r->lanes; k++) {
        if (!r->lane[k].method->baseline) continue;
        report_reach of = report_reach_of(r, section, k, error, 0);
        if (first || !of.reached)
            put_ratio(t, r, section, k, error, first);
        else
            hol_cell(t, "%s%.3g ms", of.at_most ? "≤ " : "", 1e3 * of.cpu);
    }
}

static void one_line(hol_table *t, const report *r, int section, double error)
{
    int first = report_fastest(r, section, error, -1, REPORT_NOT_LONG), best;
    report_put_problem(t, r, section);
    hol_cell(t, "%.0e %s", error, report_error_unit(r, section));
    if (first < 0) {
        double least = least_error(r, section, &best);
        hol_cell(t, "not reached, best %.1e by %s", least, r->lane[best].title);
        for (int i = 0; i < 3; i++) hol_cell(t, "–");
        put_baselines(t, r, section, error, NULL);
        return;
    }
    report_reach of = report_reach_of(r, section, first, error, 0);
    int second = report_fastest(r, section, error, first, REPORT_NOT_LONG);
    report_put_method(t, r, first);
    put_time(t, &of);
    if (second < 0) {
        hol_cells(t, "–", "–", NULL);
    } else {
        report_put_method(t, r, second);
        put_ratio(t, r, section, second, error, &of);
    }
    put_baselines(t, r, section, error, &of);
}

void report_show_fastest(FILE *out, const report_markup *to, const report *r, int at)
{
    (void)at;
    hol_table t = hol_table_of("problem|error|fastest method|CPU [ms]|next|next / fastest");
    for (int k = 0; k < r->lanes; k++)
        if (r->lane[k].method->baseline)
            hol_table_head(&t, HOL_TABLE_TEXT, "%s / fastest", r->lane[k].title);
    for (int i = 0; i < r->sections; i++)
        for (int g = 0; report_has_errors(r, i) && g < REPORT_GOALS; g++)
            one_line(&t, r, i, report_goal[g]);
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
    const char *error_unit = report_error_unit(r, section);
    hol_table t = hol_table_of("method");
    report_reach first[REPORT_GOALS] = {{.cpu = NAN}};
    for (int g = 0; g < REPORT_GOALS; g++) {
        int lane = report_fastest(r, section, report_goal[g], -1, REPORT_NOT_LONG);
        first[g] = lane < 0 ? (report_reach){.cpu = NAN}
                            : report_reach_of(r, section, lane, report_goal[g], 0);
        hol_table_head(&t, HOL_TABLE_FLUSH, "CPU to %.0e %s [ms]", report_goal[g], error_unit);
        hol_table_head(&t, HOL_TABLE_FLUSH, "over fastest");
    }
    hol_table_head(&t, HOL_TABLE_FLUSH, "least error [%s]", error_unit);
    for (int k = 0; k < r->lanes; k++) {
        double best = report_reach_of(r, section, k, 0, 0).best;
        if (isnan(best)) continue;
        report_put_method(&t, r, k);
        for (int g = 0; g < REPORT_GOALS; g++) {
            report_reach of = report_reach_of(r, section, k, report_goal[g], 0);
            if (of.reached)
                put_time(&t, &of);
            else
                hol_cell(&t, "not reached");
            if (of.reached && first[g].cpu > 0)
                put_ratio(&t, r, section, k, report_goal[g], &first[g]);
            else
                hol_cell(&t, "–");
        }
        hol_cell(&t, "%.1e", best);
    }
    report_table(out, to, &t, "CPU time to a given error, all methods");
}
