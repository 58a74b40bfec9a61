/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is the same for all methods and what differs: the latter from the methods' own traits and
 * options, and counted in the runs of the plan. */
#include <string.h>

#include "base/text.h"
#include "harness/report/report_site.h"

/* ---------------------------------------------------------------- what differs by intent */

static bool is_tolerance(const hol_option *option)
{
    size_t length = strlen(option->name);
    return option->kind == HOL_REAL && length >= 3 && !strcmp(option->name + length - 3, "tol");
}

/* "newton_tol=1e-12": the lane's options that are tolerances, or all others. */
static void put_options(hol_table *t, const report_lane *lane, bool tolerances)
{
    char text[1024] = "", word[64];
    const hol_option *table = lane->method->options;
    for (int i = 0; i < hol_option_count(table); i++) {
        if (is_tolerance(&table[i]) != tolerances) continue;
        hol_option_print(&table[i], lane->spec->options[i], word);
        hol_append(text, sizeof text, "%s%s=%s", *text ? ", " : "", table[i].name, word);
    }
    hol_cell(t, "%s", *text ? text : "none");
}

/* Is no run before it one of its lane in its formulation? */
static bool is_first(const report *r, int run)
{
    const report_run *one = &r->run[run];
    for (const report_run *other = r->run; other < one; other++)
        if (other->lane == one->lane && other->record->ran &&
            !strcmp(other->record->formulation, one->record->formulation))
            return false;
    return one->record->ran;
}

/* "natural, euler": what the lane's runs were made in. */
static void put_formulations(hol_table *t, const report *r, int lane)
{
    char text[256] = "";
    for (int i = 0; i < r->runs; i++)
        if (r->run[i].lane == lane && is_first(r, i))
            hol_append(text, sizeof text, "%s%s", *text ? ", " : "", r->run[i].record->formulation);
    hol_cell(t, "%s", *text ? text : "none");
}

static void choices(FILE *out, const report_markup *to, const report *r)
{
    hol_table t = hol_table_of("method|formulations|needs|tolerances|options|machinery");
    for (int i = 0; i < r->lanes; i++) {
        const report_lane *lane = &r->lane[i];
        char needs[512];
        hol_traits_text(lane->method->needs, needs, sizeof needs);
        hol_cell(&t, "%s", lane->title);
        put_formulations(&t, r, i);
        hol_cell(&t, "%s", needs[0] ? needs : "nothing");
        put_options(&t, lane, true);
        put_options(&t, lane, false);
        hol_cell(&t, lane->method->baseline ? "its library's" : "shared");
    }
    report_table(out, to, &t, NULL);
}

/* ---------------------------------------------------------------- what differs as counted */

typedef struct { /* over the timed runs of a lane that came to their end */
    double runs, steps, rejected, cpu;
    double evaluations, newton, factorisations, solves, projections, charts;
} totals;

static totals totals_of(const report *r, int lane)
{
    totals sum = {0};
    for (int i = 0; i < r->runs; i++) {
        const hol_record *one = r->run[i].record;
        if (r->run[i].lane != lane || one->end != HOL_END_OK || !(one->cpu_seconds > 0)) continue;
        sum.runs++;
        sum.steps += (double)one->steps;
        sum.rejected += (double)one->rejected;
        sum.cpu += one->cpu_seconds;
        sum.evaluations += hol_record_evaluations(one);
        sum.newton += (double)one->counters.newton;
        sum.factorisations += (double)one->counters.factorisations;
        sum.solves += (double)one->counters.solves;
        sum.projections += (double)one->counters.projections;
        sum.charts += (double)one->counters.reparametrisations;
    }
    return sum;
}

static void counted(FILE *out, const report_markup *to, const report *r)
{
    hol_table t = hol_table_of("method|>runs|>rejected [%]|>evaluations a step|>Newton iterations "
                               "a step|>factorisations a step|>solves a step|>projections a "
                               "step|>steps a chart|>CPU a step [us]|>CPU an evaluation [ns]");
    for (int k = 0; k < r->lanes; k++) {
        totals n = totals_of(r, k);
        if (!(n.steps > 0)) continue;
        const double each[] = {n.evaluations, n.newton, n.factorisations, n.solves, n.projections};
        hol_cell(&t, "%s", r->lane[k].title);
        hol_cell(&t, "%.0f", n.runs);
        hol_cell(&t, "%.2g", 100 * n.rejected / (n.steps + n.rejected));
        for (size_t i = 0; i < sizeof each / sizeof *each; i++)
            hol_cell(&t, "%.3g", each[i] / n.steps);
        hol_cell(&t, n.charts > 0 ? "%.3g" : "–", n.steps / n.charts);
        hol_cell(&t, "%.3g", 1e6 * n.cpu / n.steps);
        hol_cell(&t, "%.3g", 1e9 * n.cpu / n.evaluations);
    }
    if (hol_table_rows(&t)) to->table(out, &t, NULL);
    hol_table_free(&t);
}

/* ---------------------------------------------------------------- the section */

void report_show_fairness(FILE *out, const report_markup *to, const report *r, int at)
{
    (void)at;
    to->paragraph(
        out, "The same for all: the model, its constraints, their derivatives and the forces with "
             "theirs are one code of each formulation, in closed form; every linear system with "
             "constraints goes to one solver, which the sparsity of the model chooses; every "
             "iteration ends by one rule, when its last correction relative to the scale of the "
             "unknown is at most a tolerance or stagnates at round-off, and an iteration that "
             "does not converge fails its step; one driver holds time, accepts and rejects steps "
             "and cuts the last one; one clock times the steps alone; one reference judges them. "
             "A baseline is a foreign integrator: its arithmetic between the evaluations is its "
             "own, the evaluations and solves are those of all others, but of one that is an "
             "engine of rigid bodies (a plug-in of baselines/): its joints, equations and solves "
             "are its own, and its time has the copying of the state and of forces, in and out.");
    to->paragraph(out, "What differs by method, from its own traits and options: the formulations "
                       "that its runs were made in, what it needs of a model, its tolerances and "
                       "its other options, as set in these runs.");
    choices(out, to, r);
    to->paragraph(out, "What that comes to in the timed runs of this report that came to their "
                       "end, over all of a method's problems and steps: an evaluation is one of "
                       "constraints, their derivatives, forces or masses; what CPU time an "
                       "evaluation takes more in one method than in another is spent on its linear "
                       "algebra, its charts and its own arithmetic, or on a dearer mix of "
                       "problems.");
    counted(out, to, r);
}
