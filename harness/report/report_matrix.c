/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The matrix: every method on every problem, like beside like: what is left of an error after the
 * same CPU time, and the CPU time to the same error, both read off the methods' ladders of steps
 * and tolerances.  A cell has the number, the reason why there is none, or the failure. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "harness/report/report_ladder.h"
#include "harness/report/report_site.h"

typedef struct { /* a column: a section, and what its methods are given */
    int section;
    double cpu; /* [s]; NaN: no method has a ladder there */
} column;

typedef struct {
    const report *r;
    int columns;
    column *column;
} grid;

/* ---------------------------------------------------------------- quantities */

static double energy(const hol_record *r)
{
    return r->energy;
}

static double constraints(const hol_record *r)
{
    return fmax(r->phi, r->phi_inner); /* NaN where neither is there */
}

static double rates(const hol_record *r)
{
    return r->gv;
}

#define SCALE(member) offsetof(report_scale, member)

static const struct {
    const char *title;
    report_quantity *value;
    size_t scale;     /* in the unit of the quantity */
    const char *none; /* why a run that came to its end has no such number */
    bool folded;
} quantity[] = {
    {"Position error at the end [m]", report_position, SCALE(length), "no reference there", false},
    {"Orientation error at the end [rad]", report_orientation, SCALE(angle), "no reference there",
     false},
    {"Energy less the work done, largest deviation [J]", energy, SCALE(energy), "not known", false},
    {"Momentum, largest deviation [N s, N m s]", hol_record_momentum_error, SCALE(momentum),
     "no momentum map", true},
    {"Constraints, largest residual of the position level [m, 1]", constraints, SCALE(length),
     "no such rows", true},
    {"Constraints, largest residual of the velocity level [m/s, 1/s]", rates, SCALE(speed),
     "no constraints", true},
};

enum { QUANTITIES = sizeof quantity / sizeof *quantity };

static double scale_of(const report_scale *s, int k)
{
    return *(const double *)(const void *)((const char *)s + quantity[k].scale);
}

/* 1 to HOL_TABLE_SHADES by the logarithm of x between light and dark. */
static int shade(double x, double light, double dark)
{
    double part = log10(fmax(x, light) / light) / log10(dark / light);
    return 1 + (int)fmin(HOL_TABLE_SHADES - 1, floor(part * HOL_TABLE_SHADES));
}

const char *report_reason(const hol_record *r)
{
    return r->why.text[0] ? r->why.text : hol_end_name(r->end);
}

/* ---------------------------------------------------------------- columns */

/* Of the times 1, 2, 5, 10, ... that which lies within the ladders of the most methods, the middle
 * one of several; NaN: no method came to its end at two steps. */
static double common_time(const report *r, int section)
{
    enum { LEAST = -6, DECADES = 12, TIMES = 3 * DECADES };
    static const double leading[] = {1.0, 2.0, 5.0};
    int within[TIMES] = {0}, most = 0, ties = 0;
    for (int lane = 0; lane < r->lanes; lane++) {
        report_ladder l = report_ladder_of(r, section, lane, report_error_of(r, section));
        for (int i = 0; l.rungs > 1 && i < TIMES; i++)
            within[i] += report_value_after(&l, leading[i % 3] * pow(10, LEAST + i / 3)).place ==
                         REPORT_BETWEEN;
    }
    for (int i = 0; i < TIMES; i++) most = within[i] > most ? within[i] : most;
    for (int i = 0; i < TIMES; i++) ties += within[i] == most;
    for (int i = 0, n = 0; most && i < TIMES; i++)
        if (within[i] == most && n++ == (ties - 1) / 2)
            return leading[i % 3] * pow(10, LEAST + i / 3);
    return NAN;
}

static bool is_whole(const report *r, int section)
{
    for (int k = 0; k < r->lanes; k++)
        if (!report_followed(r, section, k)) return false;
    return true;
}

static bool any_end(const report *r, int section)
{
    for (int i = 0; i < r->runs; i++)
        if (r->run[i].section == section && r->run[i].lane >= 0 &&
            r->run[i].record->end == HOL_END_OK)
            return true;
    return false;
}

/* The sections that have a run of every method, or all, where none has; of these the ones in which
 * cost can be compared, and those in which no method came to its end; or all, where there is none
 * of the former. */
static grid columns_of(const report *r)
{
    grid g = {.r = r, .column = hol_new(r->sections, sizeof *g.column)};
    bool whole = false, compared = false;
    for (int i = 0; i < r->sections; i++) whole |= is_whole(r, i);
    for (int i = 0; i < r->sections; i++) {
        if (whole && !is_whole(r, i)) continue;
        g.column[g.columns] = (column){i, common_time(r, i)};
        compared |= !isnan(g.column[g.columns++].cpu);
    }
    int kept = 0;
    for (int k = 0; k < g.columns; k++)
        if (!compared || !isnan(g.column[k].cpu) || !any_end(r, g.column[k].section))
            g.column[kept++] = g.column[k];
    g.columns = kept;
    return g;
}

/* ---------------------------------------------------------------- cells */

/* Of a lane without a number. */
static void put_reason(hol_table *t, const report_run *run, const char *none)
{
    const hol_record *r = run ? run->record : NULL;
    if (!r)
        hol_cell(t, "not in the plan");
    else if (!r->ran)
        hol_cell(t, "%s", report_reason(r));
    else if (r->end != HOL_END_OK)
        hol_cell(t, "%s at t = %.3g s", hol_end_name(r->end), r->t);
    else
        hol_cell(t, "%s", none);
    hol_cell_shade(t, -1);
}

/* Without a ladder the run that is followed in time speaks for its lane. */
static report_reading read_value(const grid *g, const column *c, int lane, int k)
{
    const report_run *run = report_followed(g->r, c->section, lane);
    if (!isnan(c->cpu)) {
        report_ladder l = report_ladder_of(g->r, c->section, lane, quantity[k].value);
        return report_value_after(&l, c->cpu);
    }
    if (!run || !run->record->ran || run->record->end != HOL_END_OK)
        return (report_reading){REPORT_NOTHING, NAN};
    double x = quantity[k].value(run->record);
    return (report_reading){isnan(x) ? REPORT_NOTHING : REPORT_BETWEEN, x};
}

static bool is_number(const report_reading *of)
{
    return of->place == REPORT_BETWEEN || of->place == REPORT_WITHIN;
}

static void put_value(hol_table *t, const grid *g, const column *c, int lane, int k)
{
    report_reading of = read_value(g, c, lane, k);
    double scale = scale_of(&g->r->section[c->section].scale, k);
    if (of.place == REPORT_NOTHING) {
        put_reason(t, report_followed(g->r, c->section, lane), quantity[k].none);
    } else if (of.place == REPORT_OUTSIDE) {
        hol_cell(t, "from %.3g ms on", 1e3 * of.x);
        hol_cell_shade(t, -1);
    } else {
        hol_cell(t, of.x > 1e-17 ? "%s%.1e" : "%s0", of.place == REPORT_WITHIN ? "≤ " : "", of.x);
        hol_cell_shade(t, shade(of.x / scale, report_floor, 1.0));
    }
}

/* ---------------------------------------------------------------- after the same time */

/* Some method's error is more than round-off of something that moves. */
static bool stands_out(const grid *g, const column *c, int k)
{
    const report_scale *s = &g->r->section[c->section].scale;
    double most = 0.0;
    if (k == 0 && !any_end(g->r, c->section)) return true; /* failures are told once */
    if (quantity[k].value == report_position && !s->moves) return false;
    if (quantity[k].value == report_orientation && !s->turns) return false;
    for (int lane = 0; lane < g->r->lanes; lane++) {
        report_reading of = read_value(g, c, lane, k);
        if (is_number(&of)) most = fmax(most, of.x);
    }
    return most > report_floor * scale_of(s, k);
}

/* Shows the table where it has a column beside the methods. */
static void show(FILE *out, const report_markup *to, hol_table *t, const char *title, bool folded)
{
    if (t->columns > 1 && !(folded && to->folds)) to->heading(out, 3, title);
    if (t->columns > 1) to->table(out, t, folded && to->folds ? title : NULL);
    hol_table_free(t);
}

static void same_time(FILE *out, const report_markup *to, const grid *g, int k)
{
    const report *r = g->r;
    hol_table t = hol_table_of("method");
    for (const column *c = g->column; c < g->column + g->columns; c++) {
        const char *title = r->section[c->section].title;
        if (!stands_out(g, c, k)) continue;
        if (isnan(c->cpu))
            hol_table_head(&t, HOL_TABLE_TEXT, "%s", title);
        else
            hol_table_head(&t, HOL_TABLE_TEXT, "%s: after %g ms", title, 1e3 * c->cpu);
    }
    for (int lane = 0; t.columns > 1 && lane < r->lanes; lane++) {
        report_put_method(&t, r, lane);
        for (int i = 0; i < g->columns; i++)
            if (stands_out(g, &g->column[i], k)) put_value(&t, g, &g->column[i], lane, k);
    }
    show(out, to, &t, quantity[k].title, quantity[k].folded);
}

/* ---------------------------------------------------------------- to the same error */

static const double goal[] = {1e-2, 1e-4, 1e-6, 1e-8, 1e-10}; /* [m], or [rad] */
enum { GOALS = sizeof goal / sizeof *goal, MIDDLE = 2 };

static report_reading read_time(const grid *g, const column *c, int lane, double error)
{
    report_ladder l = report_ladder_of(g->r, c->section, lane, report_error_of(g->r, c->section));
    return report_time_to(&l, error);
}

/* Of all methods; INFINITY: none reaches it. */
static double least_time(const grid *g, const column *c, double error)
{
    double least = INFINITY;
    for (int lane = 0; lane < g->r->lanes; lane++) {
        report_reading of = read_time(g, c, lane, error);
        if (is_number(&of)) least = fmin(least, of.x);
    }
    return least;
}

/* A hundred times the least is the deepest shade. */
static void put_time(hol_table *t, const grid *g, const column *c, int lane, double error)
{
    report_reading of = read_time(g, c, lane, error);
    if (of.place == REPORT_NOTHING) {
        put_reason(t, report_followed(g->r, c->section, lane), "no reference there, or not timed");
    } else if (of.place == REPORT_OUTSIDE) {
        hol_cell(t, "least error %.1e", of.x);
        hol_cell_shade(t, -1);
    } else {
        hol_cell(t, "%s%.3g", of.place == REPORT_WITHIN ? "≤ " : "", 1e3 * of.x);
        hol_cell_shade(t, shade(of.x / least_time(g, c, error), 1.0, 100.0));
    }
}

static void same_error(FILE *out, const report_markup *to, const grid *g, int k)
{
    const report *r = g->r;
    char title[128];
    hol_table t = hol_table_of("method");
    for (int i = 0; i < g->columns; i++)
        if (isfinite(least_time(g, &g->column[i], goal[k])))
            hol_table_head(&t, HOL_TABLE_TEXT, "%s: to %.0e %s",
                           r->section[g->column[i].section].title, goal[k],
                           report_moves(r, g->column[i].section) ? "m" : "rad");
    for (int lane = 0; t.columns > 1 && lane < r->lanes; lane++) {
        report_put_method(&t, r, lane);
        for (int i = 0; i < g->columns; i++)
            if (isfinite(least_time(g, &g->column[i], goal[k])))
                put_time(&t, g, &g->column[i], lane, goal[k]);
    }
    snprintf(title, sizeof title, "CPU time to an error of %.0e m or rad [ms]", goal[k]);
    show(out, to, &t, title, k != MIDDLE);
}

/* ---------------------------------------------------------------- the section */

void report_show_matrix(FILE *out, const report_markup *to, const report *r, int at)
{
    (void)at;
    to->paragraph(
        out,
        "First what is left of each error after the same CPU time for all methods of a column, "
        "then the CPU time to the same error, of the position or, where no position moves, of "
        "the orientation. Both are read off between two measured runs of a method, along a "
        "straight line in both logarithms, and never beyond them: ≤ marks a finest run that "
        "took less than that time, or a coarsest one that is below that error. The shade goes "
        "by the number beside its problem's scale, or the time beside the least of its "
        "column. What does not move, or is kept to round-off by all, has no column.");
    grid g = columns_of(r);
    for (int k = 0; k < QUANTITIES; k++) same_time(out, to, &g, k);
    for (int k = 0; k < GOALS; k++) same_error(out, to, &g, k);
    free(g.column);
}
