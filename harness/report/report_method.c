/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A method's page: what it is, where it stands on every problem, and its certificates. */
#include <math.h>

#include "harness/report/report_judge.h"
#include "harness/report/report_site.h"

/* CPU time over that of the fastest method, by the error wanted, and energy. */
static void one_problem(hol_table *t, const report *r, int section, int lane)
{
    char text[256];
    report_put_problem(t, r, section);
    for (int g = 0; g < REPORT_GOALS; g++) {
        int fastest = report_fastest(r, section, report_goal[g], -1, REPORT_NOT_LONG);
        report_reach of = report_reach_of(r, section, lane, report_goal[g], 0);
        if (fastest < 0 || !of.reached) {
            hol_cell(t, "–");
            continue;
        }
        report_reach first = report_reach_of(r, section, fastest, report_goal[g], 0);
        hol_cell(t, "%s%.3g", report_ratio_sign(&of, &first), of.cpu / first.cpu);
    }
    double best = report_reach_of(r, section, lane, 0, 0).best;
    if (isnan(best))
        hol_cell(t, "–");
    else
        hol_cell(t, "%.1e %s", best, report_error_unit(r, section));
    report_energy_text(report_energy_of(r, section, lane), text, sizeof text);
    hol_cell(t, "%s", text);
}

static void standing(FILE *out, const report_markup *to, const report *r, int lane)
{
    char text[320];
    hol_table t = hol_table_of("problem");
    for (int g = 0; g < REPORT_GOALS; g++)
        hol_table_head(&t, HOL_TABLE_FLUSH, "to %.0e", report_goal[g]);
    hol_table_head(&t, HOL_TABLE_FLUSH, "least error");
    hol_table_head(&t, HOL_TABLE_TEXT, "energy over the long run");
    for (int i = 0; i < r->sections; i++)
        if (r->section[i].subject == i && report_nth(r, i, lane, 0)) one_problem(&t, r, i, lane);
    if (hol_table_rows(&t)) {
        snprintf(text, sizeof text, "Where %s stands", r->lane[lane].title);
        to->heading(out, 3, text);
        for (int g = 0; g < REPORT_GOALS; g++) {
            report_rank rank = report_rank_of(r, lane, report_goal[g], REPORT_NOT_LONG);
            char subject[64];
            if (!rank.reached) continue;
            snprintf(subject, sizeof subject, "To %.0e:", report_goal[g]);
            snprintf(text, sizeof text,
                     "reached on %d of %d problems, at %.3g times the CPU time of the fastest "
                     "method in the geometric mean (not reached: %g)",
                     rank.reached, rank.of, rank.factor, report_farthest);
            to->verdict(out, REPORT_PLAIN, subject, text);
        }
        to->paragraph(out, "CPU time over that of the fastest method, by the error wanted.");
        to->table(out, &t, NULL);
    }
    hol_table_free(&t);
}

void report_show_plugin(FILE *out, const report_markup *to, const hol_loaded *plugin)
{
    char text[1024];
    if (!plugin) return;
    const char *source = plugin->is->source;
    snprintf(text, sizeof text, "Of the plug-in %s, version %s%s%.300s; SHA-256 of its file: %s.",
             plugin->is->name, plugin->is->version, source ? ": " : "", source ? source : "",
             plugin->digest);
    to->paragraph(out, text);
}

void report_show_method(FILE *out, const report_markup *to, const report *r, int at)
{
    char text[1024];
    const hol_method *method = r->lane[at].method;
    snprintf(text, sizeof text, "Of the family %s: %s. Source: %s.", method->family, method->about,
             method->source);
    to->paragraph(out, text);
    report_show_plugin(out, to, hol_plugin_of_method(method));
    for (int k = at; k < r->lanes; k++) {
        if (r->lane[k].method != method) continue;
        standing(out, to, r, k);
        if (r->certificate && !to->brief) report_show_claims(out, to, r, k);
    }
}
