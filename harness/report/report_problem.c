/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A problem's page: what moves, which method to take, what each kept and cost, and what became of
 * it in the long run. */
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "harness/report/report_judge.h"
#include "harness/report/report_panels.h"
#include "harness/report/report_site.h"
#include "harness/run/names.h"

enum { LONG = 1024 };

/* ---------------------------------------------------------------- which runs */

static bool any_level(const report_run *run)
{
    return run->lane >= 0;
}

static bool followed(const report_run *run)
{
    return run->followed;
}

static bool any_formulation(const report_run *run)
{
    return run->lane < 0;
}

static int count_runs(const report *r, int section, report_chosen *choose)
{
    int count = 0;
    for (int i = 0; i < r->runs; i++) count += r->run[i].section == section && choose(&r->run[i]);
    return count;
}

/* "0.04, 0.02, 0.01": each value once, in the order of the runs. */
static void list_values(const report *r, int section, report_chosen *choose, bool adaptive,
                        char text[], size_t size)
{
    enum { MOST = 128 }; /* a text of 256 has room for fewer */
    hol_word listed[MOST];
    int count = 0;
    text[0] = '\0';
    for (int i = 0; i < r->runs && count < MOST; i++) {
        const hol_spec *spec = r->run[i].spec;
        int k = 0;
        bool controlled = spec->rtol > 0.0 || spec->atol > 0.0;
        if (r->run[i].section != section || !choose(&r->run[i]) || controlled != adaptive) continue;
        snprintf(listed[count], sizeof *listed, "%.4g", adaptive ? spec->rtol : spec->h);
        while (strcmp(listed[k], listed[count]) != 0) k++;
        if (k < count) continue;
        hol_append(text, size, "%s%s", count ? ", " : "", listed[count]);
        count++;
    }
}

/* "h = 0.01 s or rtol = 1e-08" */
static void levels(const report *r, int section, report_chosen *choose, char text[LONG])
{
    char h[256], rtol[256];
    list_values(r, section, choose, false, h, sizeof h);
    list_values(r, section, choose, true, rtol, sizeof rtol);
    snprintf(text, LONG, "%s%s%s%s%s%s", h[0] ? "h = " : "", h, h[0] ? " s" : "",
             h[0] && rtol[0] ? " or " : "", rtol[0] ? "rtol = " : "", rtol);
}

/* ---------------------------------------------------------------- figures */

/* What it costs, which is all that a page of everything has, and whether it drifts. */
static bool comes_first(const report_figure *f)
{
    return !strcmp(f->name, "work") || !strcmp(f->name, "drift");
}

static void figures(FILE *out, const report_markup *to, const report *r, int section, bool first)
{
    for (const report_figure *f = report_figures; f->name; f++) {
        char path[REPORT_PATH], full[2 * REPORT_PATH], says[2 * LONG];
        if (comes_first(f) != first || (to->brief && strcmp(f->name, "work") != 0)) continue;
        report_figure_path(&r->section[section], f, path, sizeof path);
        snprintf(full, sizeof full, "%s/%s", r->dir, path);
        report_figure_says(r, section, f, says, sizeof says);
        if (access(full, R_OK) == 0)
            to->figure(out, r->dir, &(report_picture){path, says, REPORT_CURVES});
        else if (f->panels && !f->there(r, section, f->at) && *says)
            to->paragraph(out, says);
    }
}

/* ---------------------------------------------------------------- a span */

static void one_section(FILE *out, const report_markup *to, const report *r, int section)
{
    const report_section *s = &r->section[section];
    char text[2 * LONG], values[LONG];
    figures(out, to, r, section, true);
    if (count_runs(r, section, followed)) {
        levels(r, section, followed, values);
        snprintf(text, sizeof text, "%s at %s, over %.4g s", s->title, values, s->spec->until);
        to->heading(out, 3, text);
        report_records(out, to, r, section, followed, NULL);
    }
    figures(out, to, r, section, false);
    if (report_has_errors(r, section)) report_show_reached(out, to, r, section);
    if (count_runs(r, section, any_level) > count_runs(r, section, followed)) {
        levels(r, section, any_level, values);
        snprintf(text, sizeof text, "All runs: %s", values);
        report_records(out, to, r, section, any_level, text);
    }
    if (count_runs(r, section, any_formulation)) {
        levels(r, section, any_formulation, values);
        snprintf(text, sizeof text, "In every formulation of the plan, at %s", values);
        report_records(out, to, r, section, any_formulation, text);
    }
}

/* ---------------------------------------------------------------- long runs */

static void long_runs(FILE *out, const report_markup *to, const report *r, int section)
{
    char text[2 * LONG];
    hol_table t = hol_table_of("method|energy|claimed|>steps|>t reached [s]|what ended it");
    for (int k = 0; k < r->lanes; k++) {
        const report_energy *energy = report_energy_of(r, section, k);
        if (energy->keeps == REPORT_NOT_LONG) continue;
        const hol_record *one = energy->run->record;
        report_energy_text(energy, text, sizeof text);
        report_put_method(&t, r, k);
        hol_cell(&t, "%s", text);
        hol_cell(&t, energy->claimed == HOL_EXACT     ? "exact"
                     : energy->claimed == HOL_BOUNDED ? "bounded"
                                                      : "not kept");
        hol_cell(&t, "%ld", one->steps);
        hol_cell(&t, "%.6g", one->t);
        hol_cell(&t, one->end == HOL_END_OK ? "its span" : "%s%s%s", hol_end_name(one->end),
                 one->why.text[0] ? ": " : "", one->why.text);
    }
    if (hol_table_rows(&t)) {
        snprintf(text, sizeof text, "%s in the long run", r->section[section].title);
        to->heading(out, 3, text);
        to->paragraph(out, "Of every method its longest run here, of ten thousand steps or more: "
                           "the law by which the largest energy error up to a time grows with it, "
                           "beside the claim, and what ended the run.");
        to->table(out, &t, NULL);
    }
    hol_table_free(&t);
}

/* ---------------------------------------------------------------- what moves */

/* "Here tau = 0, not 1200: torque on body 1 [N m]." */
static void put_changes(FILE *out, const report_markup *to, const hol_spec *spec)
{
    char text[LONG], here[64], usual[64];
    const hol_option *table = spec->problem->parameters;
    for (int i = 0; spec->parameters && i < hol_option_count(table); i++) {
        if (spec->parameters[i] == table[i].value) continue;
        hol_option_print(&table[i], spec->parameters[i], here);
        hol_option_print(&table[i], table[i].value, usual);
        snprintf(text, sizeof text, "Here %s = %s, not %s: %s.", table[i].name, here, usual,
                 table[i].help);
        to->paragraph(out, text);
    }
}

void report_show_subject(FILE *out, const report_markup *to, const report *r, int section)
{
    const report_section *s = &r->section[section];
    if (*s->problem->about) to->paragraph(out, s->problem->about);
    put_changes(out, to, s->spec);
}

/* What errors are errors from. */
static void show_truth(FILE *out, const report_markup *to, const hol_spec *spec)
{
    char origin[256], text[LONG];
    hol_message missing = {""}, wrong = {""};
    hol_reference *ref = hol_reference_for(spec->problem, spec->parameters, &missing, &wrong);
    hol_reference_origin(spec->problem, ref, origin, sizeof origin);
    snprintf(text, sizeof text, "True motion: %s.", origin);
    to->paragraph(out, text);
    hol_reference_free(ref);
}

/* ---------------------------------------------------------------- the page */

void report_show_problem(FILE *out, const report_markup *to, const report *r, int at)
{
    const report_section *s = &r->section[at];
    char text[LONG];
    report_show_subject(out, to, r, at);
    if (s->problem->source && *s->problem->source) {
        snprintf(text, sizeof text, "Source: %s.", s->problem->source);
        to->paragraph(out, text);
    }
    report_show_plugin(out, to, hol_plugin_of_problem(s->problem));
    for (int k = 0; hol_plugin_of_laws(s->problem, k); k++)
        report_show_plugin(out, to, hol_plugin_of_laws(s->problem, k));
    show_truth(out, to, s->spec);
    if (s->problem->drawing) to->drawing(out, s->problem->drawing);
    report_show_choice(out, to, r, at);
    if (to->moving && !to->brief) report_show_motion(out, to, r, at);
    one_section(out, to, r, at);
    long_runs(out, to, r, at);
    for (int i = 0; i < r->sections; i++)
        if (i != at && r->section[i].subject == at) one_section(out, to, r, i);
}
