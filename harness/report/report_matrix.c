/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The matrix: every method on every problem, a table for each quantity.  A cell has the number, the
 * reason why there is none, or the failure. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "harness/report/report.h"
#include "holonomy/memory.h"

static double constraints(const hol_record *r)
{
    return fmax(r->phi, r->phi_inner); /* NaN where neither is there */
}

static double milliseconds(const hol_record *r)
{
    return 1e3 * r->cpu_seconds;
}

#define AT(member) NULL, offsetof(hol_record, member)

static const struct {
    const char *title;
    double (*value)(const hol_record *); /* NULL: the number at that place in the record */
    size_t at;
    double light, dark; /* decades from which and to which the shade deepens */
    const char *none;   /* why a run that came to its end has no such number */
} quantity[] = {
    {"Position error at the end [m]", AT(error.position), 1e-12, 1, "no reference there"},
    {"Orientation error at the end [rad]", AT(error.orientation), 1e-12, 1, "no reference there"},
    {"Energy, largest deviation [J]", AT(energy), 1e-13, 1, "not conserved"},
    {"Momentum, largest deviation [N s, N m s]", hol_record_momentum_error, 0, 1e-13, 1,
     "no momentum map"},
    {"Constraints, largest residual of the position level [m, 1]", constraints, 0, 1e-15, 1e-2,
     "no such rows"},
    {"Constraints, largest residual of the velocity level [m/s, 1/s]", AT(gv), 1e-15, 1e-2,
     "no constraints"},
    {"CPU time of the steps [ms]", milliseconds, 0, 0.1, 1e3, "not timed"},
};

enum { QUANTITIES = sizeof quantity / sizeof *quantity };

/* 1 to HOL_TABLE_SHADES by the logarithm */
static int shade(double x, double light, double dark)
{
    double part = log10(fmax(x, light) / light) / log10(dark / light);
    return 1 + (int)fmin(HOL_TABLE_SHADES - 1, floor(part * HOL_TABLE_SHADES));
}

const char *report_reason(const hol_record *r)
{
    return r->why.text[0] ? r->why.text : hol_end_name(r->end);
}

static double value_of(const hol_record *r, int k)
{
    if (quantity[k].value) return quantity[k].value(r);
    return *(const double *)(const void *)((const char *)r + quantity[k].at);
}

static void cell(hol_table *t, const report_run *run, int k)
{
    const hol_record *r = run ? run->record : NULL;
    double x = r && r->ran ? value_of(r, k) : (double)NAN;
    bool ok = r && r->ran && r->end == HOL_END_OK;
    if (!r)
        hol_cell(t, "not in the plan");
    else if (!r->ran)
        hol_cell(t, "%s", report_reason(r));
    else if (!ok)
        hol_cell(t, "%s at t = %.3g s", hol_end_name(r->end), r->t);
    else if (isnan(x))
        hol_cell(t, "%s", quantity[k].none);
    else
        hol_cell(t, "%.1e", x);
    hol_cell_shade(t, ok && !isnan(x) ? shade(x, quantity[k].light, quantity[k].dark) : -1);
}

static bool is_whole(const report *r, int section)
{
    for (int k = 0; k < r->lanes; k++)
        if (!report_followed(r, section, k)) return false;
    return true;
}

/* The sections that have a run of every method, or all, where none has. */
static void choose_sections(const report *r, bool in[])
{
    bool any = false;
    for (int i = 0; i < r->sections; i++) any |= in[i] = is_whole(r, i);
    for (int i = 0; i < r->sections && !any; i++) in[i] = true;
}

static bool any_number(const hol_table *t)
{
    for (int i = 0; i < t->cells; i++)
        if (t->cell[i].shade > 0) return true;
    return false;
}

void report_show_matrix(FILE *out, const report_markup *to, const report *r)
{
    to->paragraph(out, "Each method at the step or tolerance that is followed in time below, over "
                       "the problem's span. The deeper the shade, the larger the number; where "
                       "there is none a cell says what is missing, or how the run failed.");
    bool *in = hol_new(r->sections, sizeof *in);
    choose_sections(r, in);
    for (int k = 0; k < QUANTITIES; k++) {
        hol_table t = hol_table_of("method");
        for (int i = 0; i < r->sections; i++)
            if (in[i]) hol_table_head(&t, HOL_TABLE_TEXT, "%s", r->section[i].title);
        for (int lane = 0; lane < r->lanes; lane++) {
            hol_cell(&t, "%s", r->lane[lane].title);
            for (int i = 0; i < r->sections; i++)
                if (in[i]) cell(&t, report_followed(r, i, lane), k);
        }
        if (any_number(&t)) {
            to->heading(out, 3, quantity[k].title);
            to->table(out, &t, NULL);
        }
        hol_table_free(&t);
    }
    free(in);
}
