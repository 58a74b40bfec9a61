/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report as a document: what ran where, and per problem its tables and figures. */
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "harness/report/report.h"
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

/* ---------------------------------------------------------------- the opening */

static void facts(FILE *out, const report_markup *to, const report *r)
{
    hol_table t = hol_table_of("what|value");
    hol_fact fact[HOL_FACTS];
    int count = hol_facts(fact);
    hol_cells(&t, "made by", r->command, "plan", r->plan_name, "runs made", r->made, "build",
              hol_build_id(), NULL);
    for (int i = 0; i < count; i++) hol_cells(&t, fact[i].name, fact[i].value, NULL);
    report_table(out, to, &t, NULL);
}

static bool in_plan(const report *r, const hol_method *method)
{
    for (int i = 0; i < r->runs; i++)
        if (r->run[i].spec->method == method) return true;
    return false;
}

/* The first record of the method that ran; NULL where none did. */
static const hol_record *first_run(const report *r, const hol_method *method)
{
    for (int i = 0; i < r->runs; i++)
        if (r->run[i].spec->method == method && r->run[i].record->ran) return r->run[i].record;
    return NULL;
}

static void methods(FILE *out, const report_markup *to, const report *r)
{
    hol_table t = hol_table_of("method|family|>order|step|about|source");
    const hol_method *one;
    for (int k = 0; (one = hol_method_at(k)); k++) {
        const hol_record *ran = first_run(r, one);
        if (!in_plan(r, one)) continue;
        hol_cells(&t, one->name, one->family, NULL);
        hol_cell(&t, ran ? "%.3g" : "–", ran ? ran->order_q : 0.0);
        hol_cells(&t,
                  !ran            ? "–"
                  : ran->adaptive ? "error estimate"
                                  : "fixed",
                  one->about, one->source, NULL);
    }
    report_table(out, to, &t, NULL);
}

/* "0.04, 0.02, 0.01": each value once, in the order of the runs. */
static void list_values(const report *r, int section, report_chosen *choose, bool adaptive,
                        char text[], size_t size)
{
    enum { MOST = 128 }; /* a text of 256 has room for fewer */
    hol_word listed[MOST];
    size_t used = 0;
    int count = 0;
    text[0] = '\0';
    for (int i = 0; i < r->runs && used < size && count < MOST; i++) {
        const hol_spec *spec = r->run[i].spec;
        int k = 0;
        bool controlled = spec->rtol > 0.0 || spec->atol > 0.0;
        if (r->run[i].section != section || !choose(&r->run[i]) || controlled != adaptive) continue;
        snprintf(listed[count], sizeof *listed, "%.4g", adaptive ? spec->rtol : spec->h);
        while (strcmp(listed[k], listed[count]) != 0) k++;
        if (k < count) continue;
        used += (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "", listed[count]);
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
        snprintf(text + strlen(text), sizeof text - strlen(text),
                 "; the others, of a tenth of a second or more, until they had taken half a second "
                 "in all; the fewest passes of a run are %g",
                 fewest);
    snprintf(
        text + strlen(text), sizeof text - strlen(text),
        ". The column cpu passes of matrix.csv has the number, cpu spread the longest less the "
        "least.");
    to->paragraph(out, text);
}

static void what_this_is(FILE *out, const report_markup *to, const report *r)
{
    char text[LONG];
    int methods = 0, problems = 0;
    const hol_method *one;
    for (int k = 0; (one = hol_method_at(k)); k++) methods += in_plan(r, one);
    for (int i = 0, k; i < r->sections; i++) {
        for (k = 0; k < i && r->section[k].problem != r->section[i].problem;) k++;
        problems += k == i;
    }
    int used = snprintf(text, sizeof text,
                        "%d methods on the same %d problems: time integrators of multibody systems "
                        "with constraints, how exact they are, what they keep, what they cost. ",
                        methods, problems);
    if (r->chapters)
        used += snprintf(text + used, sizeof text - (size_t)used,
                         "Of %d of their papers, whether what is printed comes out again. ",
                         r->chapters);
    snprintf(text + used, sizeof text - (size_t)used,
             "Everything here was measured by the build and on the machine that the last section "
             "names.");
    to->paragraph(out, text);
    to->paragraph(out, "In all figures a colour stands for a family of methods and a dash for "
                       "their order: dotted 1, solid 2, dash-dot 3, dashed 4, dash-dot-dot 5 and "
                       "more; a symbol tells methods of a family apart. Where a figure shows one "
                       "method alone its lines are solid, and paler ones are other ways of it; "
                       "grey-blue lines are no method.");
}

static void how_to_read(FILE *out, const report_markup *to, const report *r)
{
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

/* ---------------------------------------------------------------- a problem */

static void figures(FILE *out, const report_markup *to, const report *r, int section)
{
    for (const report_figure *f = report_figures; f->name; f++) {
        char path[REPORT_PATH], full[2 * REPORT_PATH];
        report_figure_path(&r->section[section], f, path, sizeof path);
        snprintf(full, sizeof full, "%s/%s", r->dir, path);
        if (access(full, R_OK) == 0) to->figure(out, r->dir, path, f->caption);
    }
}

static void one_section(FILE *out, const report_markup *to, const report *r, int section)
{
    const report_section *s = &r->section[section];
    char text[2 * LONG], values[LONG];
    to->heading(out, 2, s->title);
    bool sourced = s->problem->source && *s->problem->source;
    snprintf(text, sizeof text, "%s%s%s%s", s->problem->about, sourced ? " " : "",
             sourced ? s->problem->source : "", sourced ? "." : "");
    if (*text) to->paragraph(out, text);
    if (s->problem->drawing) to->drawing(out, s->problem->drawing);
    if (to->moving) report_show_motion(out, to, r, section);
    if (count_runs(r, section, followed)) {
        levels(r, section, followed, values);
        snprintf(text, sizeof text, "%s at %s, over %.4g s", s->title, values, s->spec->until);
        to->heading(out, 3, text);
        report_records(out, to, r, section, followed, NULL);
    }
    figures(out, to, r, section);
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

/* ---------------------------------------------------------------- the document */

static void verdicts(FILE *out, const report_markup *to, const report *r)
{
    hol_table t = hol_table_of("paper|place|the paper says|we measured|verdict");
    for (int i = 0; i < r->chapters; i++) r->chapter[i].verdicts(r->chapter[i].self, r, &t);
    to->paragraph(out, "Every table, statement and figure of the papers that is redone here, with "
                       "its verdict; the place leads to all of its numbers. Verdicts are worked "
                       "out from what was measured when this report was made.");
    report_table(out, to, &t, NULL);
}

static void errata(FILE *out, const report_markup *to, const report *r)
{
    to->paragraph(out, "What is wrong, missing or ambiguous in the five papers, and what is used "
                       "here in its place (reference/errata.tsv).");
    to->table(out, &r->errata, NULL);
}

typedef struct {
    const char *heading;
    void (*show)(FILE *out, const report_markup *to, const report *r);
} part; /* a list ends with a row without heading */

/* Before the problems, and behind problems and papers. */
static const part before[] = {
    {"Every method on every problem", report_show_matrix},
    {"The fastest method to a given error", report_show_fastest},
    {"Certificates: every claim measured", report_show_certificates},
    {"What the papers say and what we measured", verdicts},
    {0},
};
static const part behind[] = {
    {"Fairness: what is the same, what differs", report_show_fairness},
    {"The methods", methods},
    {"Errata of the papers", errata},
    {"Machine and build", facts},
    {0},
};

static bool is_there(const part *p, const report *r)
{
    return p->show != report_show_certificates || r->certificate;
}

static void contents(FILE *out, const report_markup *to, const report *r)
{
    hol_names heading = {0};
    for (const part *p = before; p->heading; p++)
        if (is_there(p, r)) hol_names_add(&heading, p->heading);
    for (int i = 0; i < r->sections; i++) hol_names_add(&heading, r->section[i].title);
    for (int i = 0; i < r->chapters; i++) hol_names_add(&heading, r->chapter[i].heading);
    for (const part *p = behind; p->heading; p++) hol_names_add(&heading, p->heading);
    to->contents(out, heading.count, heading.of);
    hol_names_clear(&heading);
}

static void show_parts(const part *p, FILE *out, const report_markup *to, const report *r)
{
    for (; p->heading; p++) {
        if (!is_there(p, r)) continue;
        to->heading(out, 2, p->heading);
        p->show(out, to, r);
    }
}

bool report_document(const report *r, const report_markup *to)
{
    report_file file;
    if (!report_open(&file, r->dir, to->file)) return false;
    to->begin(file.out, "Holonomy: methods and problems side by side");
    contents(file.out, to, r);
    what_this_is(file.out, to, r);
    how_to_read(file.out, to, r);
    show_parts(before, file.out, to, r);
    for (int i = 0; i < r->sections; i++) one_section(file.out, to, r, i);
    for (int i = 0; i < r->chapters; i++) {
        to->heading(file.out, 2, r->chapter[i].heading);
        r->chapter[i].show(r->chapter[i].self, r, file.out, to);
    }
    show_parts(behind, file.out, to, r);
    to->foot(file.out, r->origin.line[0]);
    to->foot(file.out, r->origin.line[1]);
    to->end(file.out);
    return report_close(&file);
}
