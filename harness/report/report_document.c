/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report as a document: its pages one after the other; and the pages that say what stands
 * behind the numbers. */
#include <math.h>
#include <string.h>
#include <sys/stat.h>

#include "base/say.h"
#include "base/text.h"
#include "harness/report/report_site.h"

enum { LONG = 1024 };

/* ---------------------------------------------------------------- machine and build */

void report_show_machine(FILE *out, const report_markup *to, const report *r, int at)
{
    (void)at;
    hol_table t = hol_table_of("what|value");
    hol_fact fact[HOL_FACTS];
    int count = hol_facts(fact);
    hol_cells(&t, "made by", r->command, "plan", r->plan_name, "runs made", r->made, "build",
              hol_build_id(), NULL);
    for (int i = 0; i < count; i++) hol_cells(&t, fact[i].name, fact[i].value, NULL);
    report_table(out, to, &t, NULL);
    report_show_machines(out, to, r);
    report_show_taken(out, to, r);
}

/* ---------------------------------------------------------------- stores that were taken in */

bool report_has_away(const report *r)
{
    for (int i = 0; i < r->takens; i++)
        if (r->taken[i].away) return true;
    return false;
}

static void say_left(char text[LONG], int n, const char *which)
{
    if (n)
        hol_append(text, LONG, " %d run%s %s %s left out.", n, n == 1 ? "" : "s", which,
                   n == 1 ? "was" : "were");
}

void report_show_taken(FILE *out, const report_markup *to, const report *r)
{
    for (int i = 0; i < r->takens; i++) {
        char text[LONG];
        const hol_store_taken *of = &r->taken[i];
        int n = of->here + of->away - of->had, there = of->had - of->differing;
        snprintf(text, sizeof text, "Of the store %s %d run%s taken in.", of->path, n,
                 n == 1 ? " was" : "s were");
        if (of->away)
            hol_append(text, sizeof text,
                       " %d of them %s made by another machine (%s): long and never timed, they "
                       "tell of energy alone.",
                       of->away, of->away == 1 ? "was" : "were", of->cpu);
        if (there)
            hol_append(text, sizeof text, " %d more %s there.", there, there == 1 ? "was" : "were");
        say_left(text, of->differing, "that this report has with other numbers");
        say_left(text, of->timed, "of another machine, timed or short,");
        say_left(text, of->unwanted, "of no problem and method of this plan");
        say_left(text, of->other_build, "of another build");
        to->paragraph(out, text);
    }
}

/* ---------------------------------------------------------------- how to read */

/* How often the runs were timed (see hol_run). */
static void how_often(FILE *out, const report_markup *to, const report *r)
{
    char text[LONG];
    int timed = 0, as_asked = 0;
    double fewest = INFINITY;
    for (int i = 0; i < r->runs; i++) {
        double passes = r->run[i].record->cpu_passes;
        if (isnan(passes)) continue;
        timed++;
        as_asked += passes >= r->run[i].spec->repeats;
        fewest = fmin(fewest, passes);
    }
    if (!timed) return;
    snprintf(text, sizeof text, "%d of the %d timed runs were timed as often as the plan asks",
             as_asked, timed);
    if (as_asked < timed)
        hol_append(
            text, sizeof text,
            "; the others until they had taken a fifth of a second in all; the fewest passes "
            "of a run are %g",
            fewest);
    hol_append(
        text, sizeof text,
        ". The column cpu passes of matrix.csv has the number, cpu spread the longest less the "
        "least.");
    to->paragraph(out, text);
}

void report_show_reading(FILE *out, const report_markup *to, const report *r, int at)
{
    (void)at;
    to->paragraph(out, "In all figures a colour stands for a family of methods and a dash for "
                       "their order: dotted 1, solid 2, dash-dot 3, dashed 4, dash-dot-dot 5 and "
                       "more; a symbol tells methods of a family apart. Where a figure shows one "
                       "method alone its lines are solid, and paler ones are other ways of it; "
                       "grey-blue lines are no method.");
    to->paragraph(
        out, "Energy, momentum and constraint columns are the largest deviations over all steps "
             "from the start's value; momentum is the largest over the momentum maps, in N s or "
             "N m s, from the state's own velocities; nodal momentum is the discrete one of a "
             "variational method. Constraint residuals are in m or a cosine, and their rates. "
             "Errors are Euclidean norms over all bodies against the reference solution at the end "
             "of the run (velocity: m/s and rad/s together).");
    to->paragraph(
        out, "Methods with an error estimate run at rtol = atol where the plan gives tolerances, "
             "all others at fixed steps. CPU time is that of the steps alone, the least of the "
             "timed passes, nothing else of the sweep running meanwhile. Steps read accepted + "
             "rejected. A dash is a quantity that is not there; a run that failed has nothing but "
             "its reason.");
    how_often(out, to, r);
    to->paragraph(out, "Columns that have nothing but dashes, exact zeros or ok are left "
                       "out; matrix.csv has every number of every run, results.sqlite the runs "
                       "themselves.");
}

/* ---------------------------------------------------------------- the document */

bool report_document(const report *r, const report_markup *to)
{
    report_file file;
    report_pages pages = report_pages_of(r);
    bool opened = report_open(&file, r->dir, to->file);
    if (opened) {
        to->begin(file.out, REPORT_TITLE, &pages, NULL);
        for (const report_page *page = pages.of; page < pages.of + pages.count; page++) {
            to->part(file.out, page);
            page->show(file.out, to, r, page->at);
            if (to->part_end) to->part_end(file.out);
        }
        to->foot(file.out, r->origin.line[0]);
        to->foot(file.out, r->origin.line[1]);
        if (to->end) to->end(file.out);
    }
    report_pages_free(&pages);
    if (!opened || !report_close(&file)) return false;
    struct stat is;
    if (to->most && stat(file.path, &is) == 0 && is.st_size > to->most)
        hol_complain("%s has %.1f MB, more than the %.0f MB of a page to mail", file.path,
                     (double)is.st_size / 1e6, (double)to->most / 1e6);
    return true;
}
