/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The matrix: every method on every problem, a table for each quantity.  A cell has the number, the
 * reason why there is none, or the failure. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/memory.h"
#include "harness/report/report.h"

static double energy(const hol_record *r)
{
    return r->energy;
}

static double constraints(const hol_record *r)
{
    return fmax(r->phi, r->phi_inner); /* NaN where neither is there */
}

static double velocity_constraints(const hol_record *r)
{
    return r->gv;
}

static double position(const hol_record *r)
{
    return r->error.position;
}

static double orientation(const hol_record *r)
{
    return r->error.orientation;
}

static double milliseconds(const hol_record *r)
{
    return 1e3 * r->cpu_seconds;
}

static const struct {
    const char *title;
    double (*value)(const hol_record *);
    double light, dark; /* decades from which and to which the shade deepens */
    const char *none;   /* why a run that came to its end has no such number */
} quantity[] = {
    {"Position error at the end [m]", position, 1e-12, 1, "no reference there"},
    {"Orientation error at the end [rad]", orientation, 1e-12, 1, "no reference there"},
    {"Energy, largest deviation [J]", energy, 1e-13, 1, "not conserved"},
    {"Momentum, largest deviation [N s, N m s]", hol_record_momentum_error, 1e-13, 1,
     "no momentum map"},
    {"Constraints, largest residual of the position level [m, 1]", constraints, 1e-15, 1e-2,
     "no such rows"},
    {"Constraints, largest residual of the velocity level [m/s, 1/s]", velocity_constraints, 1e-15,
     1e-2, "no constraints"},
    {"CPU time of the steps [ms]", milliseconds, 0.1, 1e3, "not timed"},
};

enum { QUANTITIES = sizeof quantity / sizeof *quantity };

/* 1 to REPORT_SHADES by the logarithm */
static int shade(double x, double light, double dark)
{
    double part = log10(fmax(x, light) / light) / log10(dark / light);
    return 1 + (int)fmin(REPORT_SHADES - 1, floor(part * REPORT_SHADES));
}

const char *report_reason(const hol_record *r)
{
    const char *needs = strstr(r->why.text, "needs ");
    return needs ? needs : r->why.text[0] ? r->why.text : r->status;
}

static void cell(report_table *t, const report_run *run, int k)
{
    const hol_record *r = run ? run->record : NULL;
    double x = r && r->ran ? quantity[k].value(r) : (double)NAN;
    bool ok = r && r->ran && !strcmp(r->status, "ok");
    if (!r)
        report_cell(t, "not in the plan");
    else if (!r->ran)
        report_cell(t, "%s", report_reason(r));
    else if (!ok)
        report_cell(t, "%s at t = %.3g s", r->status, r->t);
    else if (isnan(x))
        report_cell(t, "%s", quantity[k].none);
    else
        report_cell(t, "%.1e", x);
    report_shade(t, ok && !isnan(x) ? shade(x, quantity[k].light, quantity[k].dark) : -1);
}

static bool is_whole(const report *r, int section)
{
    for (int k = 0; k < r->lanes; k++)
        if (!report_followed(r, section, k)) return false;
    return true;
}

/* The sections that have a run of every method, or all, where none has: `columns` of them. */
static int whole_sections(const report *r, bool in[])
{
    int columns = 0;
    for (int i = 0; i < r->sections; i++) columns += in[i] = is_whole(r, i);
    if (columns) return columns;
    for (int i = 0; i < r->sections; i++) in[i] = true;
    return r->sections;
}

static void heading(report_table *t, const report *r, const bool in[])
{
    report_cell(t, "method");
    for (int i = 0; i < r->sections; i++)
        if (in[i]) report_cell(t, "%s", r->section[i].title);
}

static bool any_number(const report_table *t)
{
    for (int i = 0; i < t->count; i++)
        if (t->shade[i] > 0) return true;
    return false;
}

void report_show_matrix(FILE *out, const report_markup *to, const report *r)
{
    to->paragraph(out, "Each method at the step or tolerance that is followed in time below, over "
                       "the problem's span. The deeper the shade, the larger the number; where "
                       "there is none a cell says what is missing, or how the run failed.");
    bool *in = hol_new(r->sections, sizeof *in);
    int columns = whole_sections(r, in);
    for (int k = 0; k < QUANTITIES; k++) {
        report_table t = {.columns = 1 + columns};
        heading(&t, r, in);
        for (int lane = 0; lane < r->lanes; lane++) {
            report_cell(&t, "%s", r->lane[lane].title);
            for (int i = 0; i < r->sections; i++)
                if (in[i]) cell(&t, report_followed(r, i, lane), k);
        }
        if (any_number(&t)) {
            to->heading(out, 3, quantity[k].title);
            to->table(out, &t, NULL);
        }
        report_table_free(&t);
    }
    free(in);
}
