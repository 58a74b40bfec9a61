/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Certificates in the report: a table of verdicts by method and problem, then every line; the same
 * lines as certificates.csv. */
#include <math.h>
#include <string.h>

#include "harness/report/report.h"
#include "holonomy/memory.h"

void report_pairs(report *r)
{
    if (!r->plan->certificates) return;
    r->certificate = hol_new(r->sections * r->lanes, sizeof *r->certificate);
    for (int i = 0; i < r->sections; i++)
        for (int k = 0; k < r->lanes; k++) {
            const report_run *run = report_followed(r, i, k);
            r->certificate[i * r->lanes + k] =
                run ? hol_certificates_add(&r->certified, run->spec) : -1;
        }
}

/* NULL: the plan lacks the pair. */
static const hol_certified_pair *pair_of(const report *r, int section, int lane)
{
    int at = r->certificate[section * r->lanes + lane];
    return at < 0 ? NULL : &r->certified.pair[at];
}

/* Sections that differ in what a certificate leaves aside, such as the span, share theirs: the
 * first shows them. */
static bool shown_before(const report *r, int section)
{
    for (int i = 0; i < section; i++)
        for (int k = 0; k < r->lanes; k++)
            if (pair_of(r, i, k) && pair_of(r, i, k) == pair_of(r, section, k)) return true;
    return false;
}

/* "top -p epsilon=0.4": what was studied in a section. */
static void subject_of(const report *r, int section, char text[], size_t size)
{
    const hol_certified_pair *pair = NULL;
    for (int k = 0; k < r->lanes && !pair; k++) pair = pair_of(r, section, k);
    const hol_problem *problem = pair->spec.problem;
    snprintf(text, size, "%s", problem->name);
    hol_options_changed(problem->parameters, pair->spec.parameters, "-p ", text, size);
}

/* ---------------------------------------------------------------- verdicts */

typedef struct {
    int count[HOL_CERTIFIED_VERDICTS];
} tally;

static tally tally_of(const hol_certificate *c)
{
    tally of = {{0}};
    for (int i = 0; i < c->lines; i++) of.count[c->line[i].verdict]++;
    return of;
}

static void verdict_cell(hol_table *t, const hol_certified_pair *pair)
{
    if (!pair) {
        hol_cell(t, "not in the plan");
    } else if (!pair->certificate.lines) {
        hol_cell(t, "%s", pair->why.text);
        hol_cell_shade(t, -1);
    } else {
        tally of = tally_of(&pair->certificate);
        char fail[24] = "", hidden[32] = "";
        if (of.count[HOL_CERTIFIED_FAILS])
            snprintf(fail, sizeof fail, "%d FAIL, ", of.count[HOL_CERTIFIED_FAILS]);
        if (of.count[HOL_CERTIFIED_NOT_VISIBLE])
            snprintf(hidden, sizeof hidden, ", %d not visible",
                     of.count[HOL_CERTIFIED_NOT_VISIBLE]);
        hol_cell(t, "%s%d hold%s", fail, of.count[HOL_CERTIFIED_HOLDS], hidden);
        hol_cell_shade(t, of.count[HOL_CERTIFIED_FAILS] ? HOL_TABLE_SHADES : 3);
    }
}

static void verdicts(FILE *out, const report_markup *to, const report *r)
{
    hol_table t = hol_table_of("method");
    char name[320];
    for (int i = 0; i < r->sections; i++) {
        if (shown_before(r, i)) continue;
        subject_of(r, i, name, sizeof name);
        hol_table_head(&t, HOL_TABLE_TEXT, "%s", name);
    }
    for (int k = 0; k < r->lanes; k++) {
        hol_cell(&t, "%s", r->lane[k].title);
        for (int i = 0; i < r->sections; i++)
            if (!shown_before(r, i)) verdict_cell(&t, pair_of(r, i, k));
    }
    report_table(out, to, &t, NULL);
}

/* ---------------------------------------------------------------- every line */

/* The lines that the page has; with a lane's name and the values those of the file. */
static void put_lines(hol_table *t, const hol_certified_pair *pair, bool all, const char *lane)
{
    for (int i = 0; i < pair->certificate.lines; i++) {
        const hol_certificate_line *line = &pair->certificate.line[i];
        if (!all && line->verdict != HOL_CERTIFIED_FAILS) continue;
        hol_cells(t, pair->spec.problem->name, NULL);
        hol_cells(t, lane, NULL);
        hol_cells(t, pair->formulation, line->what, line->claim, line->measured, NULL);
        if (lane) hol_cell_number(t, line->value);
        hol_cells(t, hol_certified_name(line->verdict), NULL);
    }
}

/* All lines of a method where the page folds them away, else those that fail. */
static void method_lines(FILE *out, const report_markup *to, const report *r, int lane)
{
    hol_table t = hol_table_of("problem|formulation|what|claim|measured|verdict");
    char title[320];
    for (int i = 0; i < r->sections; i++) {
        const hol_certified_pair *pair = pair_of(r, i, lane);
        if (pair && !shown_before(r, i)) put_lines(&t, pair, to->folds, NULL);
    }
    snprintf(title, sizeof title, "%s%s", r->lane[lane].title,
             to->folds ? "" : ": claims that do not hold");
    if (hol_table_rows(&t)) to->table(out, &t, title);
    hol_table_free(&t);
}

void report_show_certificates(FILE *out, const report_markup *to, const report *r)
{
    to->paragraph(
        out, "Every claim of every method beside its measurement, at the problem's own step and "
             "span, and at its trial where its default motion is too plain to tell methods apart: "
             "orders against the true motion, invariants with the law of their drift, "
             "symmetry, reversibility and symplecticity of a step, the largest stable step, the "
             "cost of one. Claims that are not made are measured too. All lines are in "
             "certificates.csv; `holonomy certify METHOD` measures them again.");
    verdicts(out, to, r);
    for (int k = 0; k < r->lanes; k++) method_lines(out, to, r, k);
}

/* ---------------------------------------------------------------- the file */

bool report_certificates_csv(const report *r)
{
    report_file file;
    if (!r->certificate) return true;
    if (!report_open(&file, r->dir, "certificates.csv")) return false;
    hol_table t = hol_table_of("problem|method|formulation|what|claim|measured|#value|verdict");
    for (int k = 0; k < r->lanes; k++)
        for (int i = 0; i < r->sections; i++) {
            const hol_certified_pair *pair = pair_of(r, i, k);
            if (pair && !shown_before(r, i)) put_lines(&t, pair, true, r->lane[k].title);
        }
    hol_table_csv(file.out, &t);
    hol_table_free(&t);
    return report_close(&file);
}
