/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of runs: a column is a view of a record. */
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "harness/report/report.h"

/* What a run measured that came to its end; of others matrix.csv has what there is. */
static void put(hol_table *t, const hol_record *r, double x)
{
    if (isnan(x) || r->end != HOL_END_OK)
        hol_cell(t, "–");
    else
        hol_cell(t, "%.2e", x);
}

/* A number of the record, at that place in it. */
static void measure(hol_table *t, const report_run *run, size_t at)
{
    put(t, run->record, *(const double *)(const void *)((const char *)run->record + at));
}

static void method(hol_table *t, const report_run *run, size_t at)
{
    (void)at;
    hol_cell(t, "%s", run->spec->method->name);
}

static void options(hol_table *t, const report_run *run, size_t at)
{
    (void)at;
    char text[256] = "";
    hol_options_changed(run->spec->method->options, run->spec->options, "-o ", text, sizeof text);
    hol_cell(t, "%s", text[0] ? text : "–");
}

static void formulation(hol_table *t, const report_run *run, size_t at)
{
    (void)at;
    const hol_record *r = run->record;
    hol_cell(t, "%s%s%s", r->formulation, r->same_as[0] ? " = " : "", r->same_as);
}

static void control(hol_table *t, const report_run *run, size_t at)
{
    (void)at;
    const hol_record *r = run->record;
    hol_cell(t, r->adaptive ? "rtol %.3g" : "h %.3g", r->adaptive ? r->rtol : r->h);
}

static void steps(hol_table *t, const report_run *run, size_t at)
{
    (void)at;
    const hol_record *r = run->record;
    if (!r->ran)
        hol_cell(t, "–");
    else if (r->rejected)
        hol_cell(t, "%ld + %ld", r->steps, r->rejected);
    else
        hol_cell(t, "%ld", r->steps);
}

static void drift(hol_table *t, const report_run *run, size_t at)
{
    (void)at;
    const hol_record *r = run->record;
    bool known = r->energy_drift != HOL_DRIFT_UNKNOWN && r->end == HOL_END_OK;
    hol_cell(t, "%s", known ? hol_drift_name(r->energy_drift) : "–");
}

static void momentum(hol_table *t, const report_run *run, size_t at)
{
    (void)at;
    const hol_record *r = run->record;
    put(t, r, hol_record_momentum_error(r));
}

static void nodal(hol_table *t, const report_run *run, size_t at)
{
    (void)at;
    const hol_record *r = run->record;
    put(t, r, hol_record_nodal_error(r));
}

static void cpu(hol_table *t, const report_run *run, size_t at)
{
    (void)at;
    const hol_record *r = run->record;
    if (isnan(r->cpu_seconds))
        hol_cell(t, "–");
    else
        hol_cell(t, "%.3g", 1e3 * r->cpu_seconds);
}

static void status(hol_table *t, const report_run *run, size_t at)
{
    (void)at;
    const hol_record *r = run->record;
    hol_cell(t, "%s%s%s", hol_end_name(r->end), r->why.text[0] ? ": " : "", r->why.text);
}

#define AT(member) offsetof(hol_record, member)

static const struct {
    const char *heading;
    hol_table_kind kind;
    void (*cell)(hol_table *, const report_run *, size_t at);
    size_t at;
} column[] = {
    {"method", HOL_TABLE_TEXT, method, 0},
    {"options", HOL_TABLE_TEXT, options, 0},
    {"formulation", HOL_TABLE_TEXT, formulation, 0},
    {"control", HOL_TABLE_TEXT, control, 0},
    {"steps", HOL_TABLE_FLUSH, steps, 0},
    {"energy [J]", HOL_TABLE_FLUSH, measure, AT(energy)},
    {"energy drift", HOL_TABLE_TEXT, drift, 0},
    {"momentum", HOL_TABLE_FLUSH, momentum, 0},
    {"nodal momentum", HOL_TABLE_FLUSH, nodal, 0},
    {"joints Φ", HOL_TABLE_FLUSH, measure, AT(phi)},
    {"inner Φ", HOL_TABLE_FLUSH, measure, AT(phi_inner)},
    {"velocity G\u00a0v", HOL_TABLE_FLUSH, measure, AT(gv)},
    {"position error [m]", HOL_TABLE_FLUSH, measure, AT(error.position)},
    {"orientation error [rad]", HOL_TABLE_FLUSH, measure, AT(error.orientation)},
    {"velocity error", HOL_TABLE_FLUSH, measure, AT(error.velocity)},
    {"CPU [ms]", HOL_TABLE_FLUSH, cpu, 0},
    {"status", HOL_TABLE_TEXT, status, 0},
};

enum { COLUMNS = sizeof column / sizeof *column };

/* ---------------------------------------------------------------- the table */

/* A column in which no record has anything to say is left out. */
static hol_table without_empty(const hol_table *t)
{
    hol_table kept = {0};
    bool full[COLUMNS] = {false};
    for (int i = 0; i < t->cells; i++) {
        const char *text = t->cell[i].text;
        full[i % COLUMNS] |= strcmp(text, "–") && strcmp(text, "0.00e+00") && strcmp(text, "ok");
    }
    for (int k = 0; k < COLUMNS; k++)
        if (full[k]) hol_table_head(&kept, column[k].kind, "%s", column[k].heading);
    for (int i = 0; i < t->cells; i++)
        if (full[i % COLUMNS]) hol_cell(&kept, "%s", t->cell[i].text);
    return kept;
}

void report_records(FILE *out, const report_markup *to, const report *r, int section,
                    report_chosen *choose, const char *folded)
{
    hol_table all = {.columns = 0};
    for (int i = 0; i < r->runs; i++)
        if (r->run[i].section == section && choose(&r->run[i]))
            for (int k = 0; k < COLUMNS; k++) column[k].cell(&all, &r->run[i], column[k].at);
    hol_table kept = without_empty(&all);
    to->table(out, &kept, folded);
    hol_table_free(&all);
    hol_table_free(&kept);
}
