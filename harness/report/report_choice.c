/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which method to take: of one problem, and of all. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "harness/report/report_judge.h"
#include "harness/report/report_site.h"

enum { KINDS = 3 };
static const report_keeping kind[KINDS] = {REPORT_NOT_LONG, REPORT_BOUNDED, REPORT_EXACT};

/* ---------------------------------------------------------------- one problem */

static void one_error(hol_table *t, const report *r, int section, double error)
{
    char text[256];
    hol_cell(t, "%.0e %s", error, report_error_unit(r, section));
    report_reach first = {0};
    for (int i = 0; i < KINDS; i++) {
        int lane = report_fastest(r, section, error, -1, kind[i]);
        if (lane < 0) {
            hol_cells(t, i ? "none" : "not reached", "–", NULL);
            if (!i) hol_cell(t, "–");
            continue;
        }
        report_reach of = report_reach_of(r, section, lane, error, 0);
        report_put_method(t, r, lane);
        if (!i) {
            first = of;
            report_energy_text(report_energy_of(r, section, lane), text, sizeof text);
            hol_cell(t, "%s%.3g ms", of.at_most ? "≤ " : "", 1e3 * of.cpu);
            hol_cell(t, "%s", text);
        } else {
            hol_cell(t, "%s%.3g", report_ratio_sign(&of, &first), of.cpu / first.cpu);
        }
    }
}

static bool has_energy(const report *r, int section)
{
    for (int i = 0; i < r->runs; i++)
        if (r->run[i].section == section && !isnan(r->run[i].record->energy)) return true;
    return false;
}

static bool any_ran(const report *r, int section)
{
    for (int i = 0; i < r->runs; i++)
        if (r->run[i].section == section && r->run[i].record->ran) return true;
    return false;
}

/* "bounded by rattle, dvp; " */
static void add_keepers(char text[], size_t size, const report *r, int section,
                        report_keeping keeps, const char *words)
{
    bool any = false;
    for (int k = 0; k < r->lanes; k++) {
        if (report_energy_of(r, section, k)->keeps != keeps) continue;
        hol_append(text, size, "%s%s%s",
                   any     ? ", "
                   : *text ? "; "
                           : "",
                   any ? "" : words, r->lane[k].title);
        any = true;
    }
}

static void energy_verdict(FILE *out, const report_markup *to, const report *r, int section)
{
    char text[8192] = "";
    static const struct {
        report_keeping keeps;
        const char *words;
    } part[] = {{REPORT_EXACT, "kept exactly by "},
                {REPORT_BOUNDED, "bounded with "},
                {REPORT_UNTOLD, "claimed, but not to be told over this span, with "},
                {REPORT_GROWS, "not claimed, or growing, with "},
                {REPORT_ENDED, "the run ended before its time with "}};
    for (size_t i = 0; i < sizeof part / sizeof *part; i++)
        add_keepers(text, sizeof text, r, section, part[i].keeps, part[i].words);
    bool told = text[0];
    if (!told && has_energy(r, section))
        snprintf(text, sizeof text,
                 "no run of %d steps tells, or work is done, of which no claim is made.",
                 REPORT_LONG);
    else if (!told)
        snprintf(text, sizeof text, "%s",
                 any_ran(r, section) ? "no run tells it: of softened joints it is not known, and "
                                       "steps may be too long for the work done."
                                     : "no method of the plan runs here.");
    to->verdict(out, told ? REPORT_GOOD : REPORT_PLAIN, "Energy over the long run:", text);
}

void report_show_choice(FILE *out, const report_markup *to, const report *r, int section)
{
    hol_table t =
        hol_table_of("error wanted|fastest|>CPU|its energy over the long run|fastest with "
                     "energy bounded|>over fastest|fastest with energy exact|>over "
                     "fastest");
    for (int g = 0; g < REPORT_GOALS && report_has_errors(r, section); g++)
        one_error(&t, r, section, report_goal[g]);
    if (hol_table_rows(&t)) to->table(out, &t, NULL);
    hol_table_free(&t);
    energy_verdict(out, to, r, section);
}

/* ---------------------------------------------------------------- all problems */

void report_show_recommended(FILE *out, const report_markup *to, const report *r)
{
    char text[512];
    hol_table t = hol_table_of("error wanted|whatever energy does|cost|energy bounded|cost|energy "
                               "exact|cost");
    int told = 0;
    for (int g = 0; g < REPORT_GOALS; g++) {
        hol_cell(&t, "%.0e", report_goal[g]);
        for (int i = 0; i < KINDS; i++) {
            int lane = report_foremost(r, report_goal[g], kind[i]);
            if (lane < 0) {
                hol_cells(&t, "none", "–", NULL);
                continue;
            }
            report_rank rank = report_rank_of(r, lane, report_goal[g], kind[i]);
            report_put_method(&t, r, lane);
            hol_cell(&t, "× %.2g, reaches %d of %d", rank.factor, rank.reached, rank.of);
            told++;
        }
    }
    if (told) {
        snprintf(text, sizeof text,
                 "The method of least cost by the error wanted and by what energy is to do over "
                 "%d steps and more. Cost is CPU time over that of the fastest method on each "
                 "problem, in the geometric mean over all problems; a problem that is not reached "
                 "counts as a factor of %g.",
                 REPORT_LONG, report_farthest);
        to->paragraph(out, text);
        to->table(out, &t, NULL);
    } else {
        snprintf(text, sizeof text,
                 "These runs do not tell: of the errors from %.0e to %.0e each is reached by the "
                 "coarsest runs of all methods or by none, baselines apart, on every problem whose "
                 "true motion is known.",
                 report_goal[0], report_goal[REPORT_GOALS - 1]);
        to->paragraph(out, text);
    }
    hol_table_free(&t);
}
