/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the figures show, in the words of gnuplot, and the calls that draw them (reports/NAME.gp).
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/outcome.h"
#include "harness/report/report_colours.h"
#include "harness/report/report_ladder.h"
#include "harness/report/report_panels.h"

/* Some run that is followed in time has a panel. */
static bool has_series(const report *r, int section, size_t at)
{
    for (int k = 0; k < r->lanes; k++)
        if (report_panel_of(r, section, k, (report_panels)at) == REPORT_PANEL_DRAWN) return true;
    return false;
}

enum { LONG = 10000 }; /* steps over which drift shows */

static bool has_drift(const report *r, int section, size_t at)
{
    for (int k = 0; k < r->lanes; k++) {
        const report_run *run = report_followed(r, section, k);
        if (run && run->record->steps >= LONG) return has_series(r, section, at);
    }
    return false;
}

/* A run of a lane that came to its end. */
static bool is_point(const report_run *run, int section)
{
    return run->section == section && run->lane >= 0 && run->record->end == HOL_END_OK;
}

static bool has_errors(const report *r, int section, size_t at)
{
    (void)at;
    for (int i = 0; i < r->runs; i++) {
        const hol_error *error = &r->run[i].record->error;
        if (is_point(&r->run[i], section) && (error->position > 0.0 || error->orientation > 0.0))
            return true;
    }
    return false;
}

static bool has_times(const report *r, int section, size_t at)
{
    for (int i = 0; i < r->runs; i++)
        if (r->run[i].section == section && r->run[i].lane >= 0 &&
            r->run[i].record->cpu_seconds > 0.0)
            return has_errors(r, section, at);
    return false;
}

#define WHO_STANDS_OUT                                                                             \
    "In colour: of more than eight methods who is the cheapest in CPU time to some error "         \
    "between 1e-2 and 1e-10 (baselines apart), and of at most six other families the method "      \
    "nearest to that; where plug-ins are loaded, their methods and all baselines too. A ring "     \
    "around a point: the plan allows no shorter step and no tighter tolerance, though the error "  \
    "still falls. Runs that failed have no point."

/* What lies below the axis of a series is drawn at its lower end; what lies above is cut. */
const report_figure report_figures[] = {
    {"energy", "Energy error",
     "Energy error over time, the largest within each part of the span. Smaller values than the "
     "axis has are drawn at its lower end.",
     has_series, REPORT_PANELS_ENERGY, true},
    {"drift", "Energy drift",
     "The largest energy error up to a time, against that time, and the law t^s fitted to its last "
     "five octaves, with s below each method's name. Smaller values than the axis has are drawn at "
     "its lower end.",
     has_drift, REPORT_PANELS_ENERGY, true},
    {"momentum", "Momentum error",
     "Momentum error over time, the largest over the momentum maps: of the state's own velocities "
     "and, for variational methods, nodal. Smaller values than the axis has are drawn at its lower "
     "end.",
     has_series, REPORT_PANELS_MOMENTUM, true},
    {"constraints", "Constraint error",
     "Constraint error over time, the largest over all rows: of position, joints and the inner "
     "rows "
     "of the coordinates together, and of velocity. Smaller values than the axis has are drawn at "
     "its lower end.",
     has_series, REPORT_PANELS_CONSTRAINTS, true},
    {"convergence", "Error against step",
     "Error at the end of the run against the mean step (span over accepted steps), with slopes "
     "of order 1, 2 and 4. " WHO_STANDS_OUT,
     has_errors, 0, false},
    {"work", "Work and precision",
     "Error at the end of the run against CPU time of the steps alone, the least of the "
     "repeats. " WHO_STANDS_OUT,
     has_times, 0, false},
    {"evaluations", "Evaluations and precision",
     "Error at the end of the run against the calls of the system's functions over the whole run: "
     "constraints, their derivatives, forces and masses, each counted as one; the coefficients of "
     "power series, which `taylor` computes in their place, are no calls. " WHO_STANDS_OUT,
     has_errors, 0, false},
    {0}};

void report_figure_path(const report_section *section, const report_figure *figure, char path[],
                        size_t size)
{
    snprintf(path, size, REPORT_FIGURES "/%s-%s.svg", section->name, figure->name);
}

/* ---------------------------------------------------------------- words for gnuplot */

static double order_of(const report *r, int lane)
{
    for (int i = 0; i < r->runs; i++)
        if (r->run[i].lane == lane && r->run[i].record->ran) return r->run[i].record->order_q;
    return 0.0;
}

/* methods.gp: the table by which style.gp gives every lane its style. */
static bool method_table(const report *r)
{
    report_file file;
    if (!report_open(&file, r->dir, REPORT_FIGURES "/methods.gp")) return false;
    fprintf(file.out, "METHODS = %d\narray METHOD[%d]\narray FAMILY[%d]\narray ORDER[%d]\n",
            r->lanes, r->lanes, r->lanes, r->lanes);
    for (int k = 0; k < r->lanes; k++) {
        fprintf(file.out, "METHOD[%d] = ", k + 1);
        report_quote(file.out, r->lane[k].title);
        fprintf(file.out, "; FAMILY[%d] = %u; ORDER[%d] = %g\n", k + 1,
                report_colour(r->lane[k].method), k + 1, order_of(r, k));
    }
    return report_close(&file);
}

typedef struct { /* extent of positive finite values */
    double least, most;
} extent;

static void widen(extent *e, double x)
{
    if (!isfinite(x) || !(x > 0.0)) return;
    e->least = fmin(x, e->least);
    e->most = fmax(x, e->most);
}

static void put_extent(FILE *out, const char *name, extent e)
{
    bool any = e.least <= e.most;
    fprintf(out, "%s_min = %.6g; %s_max = %.6g\n", name, any ? e.least : 1.0, name,
            any ? e.most : 1.0);
}

static const extent nothing = {INFINITY, 0.0};

static void series_extents(FILE *out, const report *r, int section)
{
    extent energy = nothing, momentum = nothing, constraint = nothing;
    for (int k = 0; k < r->lanes; k++) {
        const report_run *run = report_followed(r, section, k);
        for (int i = 0; run && i < run->record->points; i++) {
            const hol_deviation *p = &run->record->series[i];
            widen(&energy, p->energy);
            widen(&momentum, p->momentum);
            widen(&momentum, p->nodal);
            widen(&constraint, p->phi);
            widen(&constraint, p->gv);
        }
    }
    put_extent(out, "energy", energy);
    put_extent(out, "momentum", momentum);
    put_extent(out, "constraint", constraint);
}

static void point_extents(FILE *out, const report *r, int section)
{
    extent step = nothing, cpu = nothing, error = nothing, evaluations = nothing;
    bool moves = report_moves(r, section);
    for (int i = 0; i < r->runs; i++) {
        const hol_record *one = r->run[i].record;
        if (!is_point(&r->run[i], section)) continue;
        widen(&step, one->step_mean);
        widen(&cpu, one->cpu_seconds);
        widen(&evaluations, hol_record_evaluations(one));
        widen(&error, moves ? one->error.position : one->error.orientation);
    }
    put_extent(out, "step", step);
    put_extent(out, "cpu", cpu);
    put_extent(out, "evaluations", evaluations);
    put_extent(out, "error", error);
    fprintf(out, "error_name = '%s'\nerror_column = %d\n",
            moves ? "position error [m]" : "orientation error [rad]", moves ? 3 : 4);
}

static void momentum_names(FILE *out, const report *r, int section)
{
    fputs("momenta = '", out);
    for (int i = 0; i < r->runs; i++) {
        const hol_record *one = r->run[i].record;
        if (r->run[i].section != section || !one->ran) continue;
        for (int k = 0; k < one->momenta; k++)
            fprintf(out, "%s%s", k ? ", " : "", one->momentum[k].name);
        break;
    }
    fputs("'\n", out);
}

/* Below a panel's name: what ran, and where it failed; or why nothing ran. */
static void note_of(const report_run *run, char note[], size_t size)
{
    char failed[64] = "";
    const hol_record *r = run ? run->record : NULL;
    if (!r || !r->ran) {
        snprintf(note, size, "%s", !r ? "not in the plan" : r->why.text);
        return;
    }
    if (r->end != HOL_END_OK)
        snprintf(failed, sizeof failed, ": %s at t = %.3g s", hol_end_name(r->end), r->t);
    snprintf(note, size, r->adaptive ? "%s, rtol %g%s" : "%s, h %g s%s", r->formulation,
             r->adaptive ? r->rtol : r->h, failed);
}

/* The fitted law of the energy error; LAW '' where there is none. */
static void put_law(FILE *out, int lane, const hol_record *r)
{
    bool fitted = r && r->ran && r->energy > 0.0 && isfinite(r->energy_drift_slope);
    fprintf(out, "; LAW[%d] = '", lane);
    if (fitted)
        fprintf(out, "%s, s = %.2f", hol_drift_name(r->energy_drift), r->energy_drift_slope);
    fprintf(out, "'; EXPONENT[%d] = %.4g; MOST[%d] = %.4g", lane,
            fitted ? r->energy_drift_slope : 0.0, lane, fitted ? r->energy : 0.0);
}

static bool came_to_its_end(const report *r, int section, int lane)
{
    const report_run *run;
    for (int n = 0; (run = report_nth(r, section, lane, n)); n++)
        if (run->record->ran && run->record->end == HOL_END_OK) return true;
    return false;
}

/* Which methods have a panel, of what is drawn over time; how methods stand in the figures of many
 * curves, and whose steps ended before their error. */
static void put_choices(FILE *out, const report *r, int section)
{
    report_standing *standing = hol_new(r->lanes, sizeof *standing);
    report_standings(r, section, standing);
    fputs("array STANDING[METHODS]; array ENDED[METHODS]", out);
    for (int p = 0; p < REPORT_PANELS; p++)
        fprintf(out, "; array %s_DRAWN[METHODS]", report_panels_name((report_panels)p));
    for (int k = 0; k < r->lanes; k++) {
        fprintf(out, "\nSTANDING[%d] = %d; ENDED[%d] = %d", k + 1, (int)standing[k], k + 1,
                report_open_ended(r, section, k));
        for (int p = 0; p < REPORT_PANELS; p++)
            fprintf(out, "; %s_DRAWN[%d] = %d", report_panels_name((report_panels)p), k + 1,
                    report_panel_of(r, section, k, (report_panels)p) == REPORT_PANEL_DRAWN);
    }
    putc('\n', out);
    free(standing);
}

static bool problem_table(const report *r, int section)
{
    report_file file;
    char note[512];
    int curves = 0;
    if (!report_open_data(&file, r, "problem", section, "gp")) return false;
    fputs("problem = ", file.out);
    report_quote(file.out, r->section[section].title);
    fprintf(file.out, "\nt_end = %g\n", r->section[section].spec->until);
    series_extents(file.out, r, section);
    point_extents(file.out, r, section);
    momentum_names(file.out, r, section);
    put_choices(file.out, r, section);
    fputs("array NOTE[METHODS]; array RAN[METHODS]; array LAW[METHODS]; array EXPONENT[METHODS]; "
          "array MOST[METHODS]; array CURVE[METHODS]\n",
          file.out);
    for (int k = 0; k < r->lanes; k++) {
        const report_run *run = report_followed(r, section, k);
        note_of(run, note, sizeof note);
        fprintf(file.out, "RAN[%d] = %d; NOTE[%d] = ", k + 1, run ? run->record->points : 0, k + 1);
        report_quote(file.out, note);
        put_law(file.out, k + 1, run ? run->record : NULL);
        if (came_to_its_end(r, section, k)) fprintf(file.out, "; CURVE[%d] = %d", ++curves, k + 1);
        putc('\n', file.out);
    }
    fprintf(file.out, "CURVES = %d\n", curves);
    return report_close(&file);
}

bool report_data(const report *r)
{
    if (!method_table(r)) return false;
    for (int i = 0; i < r->sections; i++)
        if (!report_series(r, i) || !report_points(r, i) || !problem_table(r, i)) return false;
    return true;
}

/* ---------------------------------------------------------------- drawing */

/* Drawings of an earlier report must not stand beside new numbers. */
static void remove_drawings(const report *r)
{
    static const char *const form[] = {"svg", "pdf", "png"};
    char full[REPORT_PATH];
    for (int i = 0; i < r->sections; i++)
        for (const report_figure *f = report_figures; f->name; f++)
            for (size_t k = 0; k < sizeof form / sizeof *form; k++) {
                snprintf(full, sizeof full, "%s/" REPORT_FIGURES "/%s-%s.%s", r->dir,
                         r->section[i].name, f->name, form[k]);
                unlink(full);
            }
}

static int draw(const report *r, int section, const report_figure *figure)
{
    char folder[REPORT_PATH];
    snprintf(folder, sizeof folder, "%s/" REPORT_FIGURES, r->dir);
    const report_drawing drawing = {.dir = folder,
                                    .script = figure->name,
                                    .name = r->section[section].name,
                                    .figure = figure->name,
                                    .title = figure->title,
                                    .origin = &r->origin};
    return report_draw_forms(drawing, r->png);
}

int report_draw(const report *r)
{
    int code = HOL_EXIT_OK;
    remove_drawings(r);
    for (int i = 0; i < r->sections; i++)
        for (const report_figure *f = report_figures; f->name && !code; f++)
            if (f->there(r, i, f->at)) code = draw(r, i, f);
    return code;
}
