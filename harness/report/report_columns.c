/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of runs: a column is a view of a record. */
#include <math.h>
#include <stddef.h>

#include "harness/report/report.h"

/* Each puts a cell, and says whether it has anything to say: a column in which no record has is
 * left out. */
typedef bool put_cell(hol_table *t, const report_run *run);

static bool text(hol_table *t, const char *says)
{
    hol_cells(t, *says ? says : "–", NULL);
    return *says;
}

/* What a run measured that came to its end; of others matrix.csv has what there is. */
static bool number(hol_table *t, const hol_record *r, double x)
{
    if (isnan(x) || r->end != HOL_END_OK) return text(t, "");
    hol_cell(t, "%.2e", x);
    return x != 0.0;
}

static bool method(hol_table *t, const report_run *run)
{
    return text(t, run->spec->method->name);
}

static bool options(hol_table *t, const report_run *run)
{
    char changed[256] = "";
    hol_options_changed(run->spec->method->options, run->spec->options, "-o ", changed,
                        sizeof changed);
    return text(t, changed);
}

static bool formulation(hol_table *t, const report_run *run)
{
    const hol_record *r = run->record;
    hol_cell(t, "%s%s%s", r->formulation, r->same_as[0] ? " = " : "", r->same_as);
    return true;
}

static bool control(hol_table *t, const report_run *run)
{
    const hol_record *r = run->record;
    hol_cell(t, r->adaptive ? "rtol %.3g" : "h %.3g", r->adaptive ? r->rtol : r->h);
    return true;
}

static bool steps(hol_table *t, const report_run *run)
{
    const hol_record *r = run->record;
    if (!r->ran) return text(t, "");
    hol_cell(t, r->rejected ? "%ld + %ld" : "%ld", r->steps, r->rejected);
    return true;
}

static bool drift(hol_table *t, const report_run *run)
{
    const hol_record *r = run->record;
    bool known = r->energy_drift != HOL_DRIFT_UNKNOWN && r->end == HOL_END_OK;
    return text(t, known ? hol_drift_name(r->energy_drift) : "");
}

static bool momentum(hol_table *t, const report_run *run)
{
    return number(t, run->record, hol_record_momentum_error(run->record));
}

static bool nodal(hol_table *t, const report_run *run)
{
    return number(t, run->record, hol_record_nodal_error(run->record));
}

/* Digits that hold. */
static bool digits(hol_table *t, const hol_record *r, double x)
{
    if (isnan(x) || r->end != HOL_END_OK) return text(t, "");
    hol_cell(t, "%.2f", x);
    return true;
}

static bool scd(hol_table *t, const report_run *run)
{
    return digits(t, run->record, run->record->scd);
}

static bool mescd(hol_table *t, const report_run *run)
{
    return digits(t, run->record, run->record->mescd);
}

static bool cpu(hol_table *t, const report_run *run)
{
    if (isnan(run->record->cpu_seconds)) return text(t, "");
    hol_cell(t, "%.3g", 1e3 * run->record->cpu_seconds);
    return true;
}

static bool status(hol_table *t, const report_run *run)
{
    const hol_record *r = run->record;
    hol_cell(t, "%s%s%s", hol_end_name(r->end), r->why.text[0] ? ": " : "", r->why.text);
    return r->end != HOL_END_OK || r->why.text[0];
}

#define AT(member) NULL, offsetof(hol_record, member)

static const struct {
    const char *heading;
    hol_table_kind kind;
    put_cell *cell; /* NULL: the number at that place in the record */
    size_t at;
    bool asked; /* only where the plan asks for measures of others */
} column[] = {
    {"method", HOL_TABLE_TEXT, method, 0, false},
    {"options", HOL_TABLE_TEXT, options, 0, false},
    {"formulation", HOL_TABLE_TEXT, formulation, 0, false},
    {"control", HOL_TABLE_TEXT, control, 0, false},
    {"steps", HOL_TABLE_FLUSH, steps, 0, false},
    {"energy [J]", HOL_TABLE_FLUSH, AT(energy), false},
    {"energy drift", HOL_TABLE_TEXT, drift, 0, false},
    {"momentum", HOL_TABLE_FLUSH, momentum, 0, false},
    {"nodal momentum", HOL_TABLE_FLUSH, nodal, 0, false},
    {"joints Φ", HOL_TABLE_FLUSH, AT(phi), false},
    {"inner Φ", HOL_TABLE_FLUSH, AT(phi_inner), false},
    {"velocity G\u00a0v", HOL_TABLE_FLUSH, AT(gv), false},
    {"position error [m]", HOL_TABLE_FLUSH, AT(error.position), false},
    {"orientation error [rad]", HOL_TABLE_FLUSH, AT(error.orientation), false},
    {"velocity error", HOL_TABLE_FLUSH, AT(error.velocity), false},
    {"scd", HOL_TABLE_FLUSH, scd, 0, true},
    {"mescd", HOL_TABLE_FLUSH, mescd, 0, true},
    {"relative error", HOL_TABLE_FLUSH, AT(relative), true},
    {"CPU [ms]", HOL_TABLE_FLUSH, cpu, 0, false},
    {"status", HOL_TABLE_TEXT, status, 0, false},
};

enum { COLUMNS = sizeof column / sizeof *column };

/* ---------------------------------------------------------------- the table */

static bool put(hol_table *t, const report_run *run, int k)
{
    const char *r = (const char *)run->record;
    if (column[k].cell) return column[k].cell(t, run);
    return number(t, run->record, *(const double *)(const void *)(r + column[k].at));
}

static hol_table columns_of(const hol_table *t, const bool full[COLUMNS])
{
    hol_table kept = {0};
    for (int k = 0; k < COLUMNS; k++)
        if (full[k]) hol_table_head(&kept, column[k].kind, "%s", column[k].heading);
    for (int i = 0; i < t->cells; i++)
        if (full[i % COLUMNS]) hol_cells(&kept, t->cell[i].text, NULL);
    return kept;
}

void report_records(FILE *out, const report_markup *to, const report *r, int section,
                    report_chosen *choose, const char *folded)
{
    hol_table all = {.columns = 0};
    bool full[COLUMNS] = {false};
    for (int i = 0; i < r->runs; i++)
        if (r->run[i].section == section && choose(&r->run[i]))
            for (int k = 0; k < COLUMNS; k++) {
                bool says = put(&all, &r->run[i], k);
                full[k] |= says && (!column[k].asked || r->plan->measures);
            }
    hol_table kept = columns_of(&all, full);
    report_table(out, to, &kept, folded);
    hol_table_free(&all);
}
