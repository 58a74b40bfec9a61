/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of runs: a column is a view of a record. */
#include <math.h>
#include <string.h>

#include "harness/report/report.h"

/* What a run measured that came to its end; of others matrix.csv has what there is. */
static void measure(report_table *t, const hol_record *r, double x)
{
    if (isnan(x) || strcmp(r->status, "ok") != 0)
        report_cell(t, "–");
    else
        report_cell(t, "%.2e", x);
}

static void method(report_table *t, const report_run *run)
{
    report_cell(t, "%s", run->spec->method->name);
}

static void options(report_table *t, const report_run *run)
{
    char text[256];
    report_settings(run->spec, text, sizeof text);
    const char *own = strstr(text, "-o ");
    report_cell(t, "%s", own ? own : "–");
}

static void formulation(report_table *t, const report_run *run)
{
    const hol_record *r = run->record;
    report_cell(t, "%s%s%s", r->formulation, r->same_as[0] ? " = " : "", r->same_as);
}

static void control(report_table *t, const report_run *run)
{
    const hol_record *r = run->record;
    report_cell(t, r->adaptive ? "rtol %.3g" : "h %.3g", r->adaptive ? r->rtol : r->h);
}

static void steps(report_table *t, const report_run *run)
{
    const hol_record *r = run->record;
    if (!r->ran)
        report_cell(t, "–");
    else if (r->rejected)
        report_cell(t, "%ld + %ld", r->steps, r->rejected);
    else
        report_cell(t, "%ld", r->steps);
}

static void energy(report_table *t, const report_run *run)
{
    const hol_record *r = run->record;
    measure(t, r, r->energy);
}

static void drift(report_table *t, const report_run *run)
{
    const hol_record *r = run->record;
    bool known = r->energy_drift != HOL_DRIFT_UNKNOWN && !strcmp(r->status, "ok");
    report_cell(t, "%s", known ? hol_drift_name(r->energy_drift) : "–");
}

static void momentum(report_table *t, const report_run *run)
{
    const hol_record *r = run->record;
    measure(t, r, hol_record_momentum_error(r));
}

static void nodal(report_table *t, const report_run *run)
{
    const hol_record *r = run->record;
    measure(t, r, hol_record_nodal_error(r));
}

static void joints(report_table *t, const report_run *run)
{
    const hol_record *r = run->record;
    measure(t, r, r->phi);
}

static void inner(report_table *t, const report_run *run)
{
    const hol_record *r = run->record;
    measure(t, r, r->phi_inner);
}

static void velocity(report_table *t, const report_run *run)
{
    const hol_record *r = run->record;
    measure(t, r, r->gv);
}

static void position_error(report_table *t, const report_run *run)
{
    const hol_record *r = run->record;
    measure(t, r, r->error.position);
}

static void orientation_error(report_table *t, const report_run *run)
{
    const hol_record *r = run->record;
    measure(t, r, r->error.orientation);
}

static void velocity_error(report_table *t, const report_run *run)
{
    const hol_record *r = run->record;
    measure(t, r, r->error.velocity);
}

static void cpu(report_table *t, const report_run *run)
{
    const hol_record *r = run->record;
    if (isnan(r->cpu_seconds))
        report_cell(t, "–");
    else
        report_cell(t, "%.3g", 1e3 * r->cpu_seconds);
}

static void status(report_table *t, const report_run *run)
{
    const hol_record *r = run->record;
    report_cell(t, "%s%s%s", r->status, r->why.text[0] ? ": " : "", r->why.text);
}

static const struct {
    const char *heading;
    bool number;
    void (*cell)(report_table *, const report_run *);
} column[] = {
    {"method", false, method},
    {"options", false, options},
    {"formulation", false, formulation},
    {"control", false, control},
    {"steps", true, steps},
    {"energy [J]", true, energy},
    {"energy drift", false, drift},
    {"momentum", true, momentum},
    {"nodal momentum", true, nodal},
    {"joints Φ", true, joints},
    {"inner Φ", true, inner},
    {"velocity G\u00a0v", true, velocity},
    {"position error [m]", true, position_error},
    {"orientation error [rad]", true, orientation_error},
    {"velocity error", true, velocity_error},
    {"CPU [ms]", true, cpu},
    {"status", false, status},
};

enum { COLUMNS = sizeof column / sizeof *column };

/* ---------------------------------------------------------------- the table */

/* A column in which no record has anything to say is left out. */
static void drop_empty(report_table *t, report_table *kept, bool number[])
{
    bool full[COLUMNS] = {false};
    for (int i = t->columns; i < t->count; i++)
        full[i % t->columns] |=
            strcmp(t->cell[i], "–") && strcmp(t->cell[i], "0.00e+00") && strcmp(t->cell[i], "ok");
    for (int k = 0; k < t->columns; k++)
        if (full[k]) number[kept->columns++] = column[k].number;
    for (int i = 0; i < t->count; i++)
        if (full[i % t->columns]) report_cell(kept, "%s", t->cell[i]);
    kept->number = number;
}

void report_records(FILE *out, const report_markup *to, const report *r, int section,
                    report_chosen *choose, const char *folded)
{
    report_table all = {.columns = COLUMNS}, kept = {0};
    bool number[COLUMNS];
    for (int k = 0; k < COLUMNS; k++) report_cell(&all, "%s", column[k].heading);
    for (int i = 0; i < r->runs; i++)
        if (r->run[i].section == section && choose(&r->run[i]))
            for (int k = 0; k < COLUMNS; k++) column[k].cell(&all, &r->run[i]);
    drop_empty(&all, &kept, number);
    to->table(out, &kept, folded);
    report_table_free(&all);
    report_table_free(&kept);
}
