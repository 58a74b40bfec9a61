/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Data of the figures in the words of gnuplot, and the calls that draw them (reports/NAME.gp). */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/cli.h"
#include "harness/report.h"

#ifndef HOL_GNUPLOT
#define HOL_GNUPLOT "gnuplot"
#endif

#define FIGURES "figures"

/* What lies below the axis of a series is drawn at its lower end; what lies above is cut. */
const report_figure report_figures[] = {
    {"energy", "Energy error",
     "Energy error over time, the largest within each part of the span. Smaller values than the "
     "axis has are drawn at its lower end."},
    {"momentum", "Momentum error",
     "Momentum error over time, the largest over the momentum maps: of the state's own velocities "
     "and, for variational methods, nodal. Smaller values than the axis has are drawn at its lower "
     "end."},
    {"constraints", "Constraint error",
     "Constraint error over time, the largest over all rows: of position, joints and the inner "
     "rows "
     "of the coordinates together, and of velocity. Smaller values than the axis has are drawn at "
     "its lower end."},
    {"convergence", "Error against step",
     "Error at the end of the run against the mean step (span over accepted steps), with slopes "
     "of order 1, 2 and 4. Runs that failed have no point."},
    {"work", "Work and precision",
     "Error at the end of the run against CPU time of the steps alone, the least of the repeats. "
     "Runs that failed have no point."},
    {0}};

void report_figure_path(const hol_problem *problem, const report_figure *figure, char path[],
                        size_t size)
{
    snprintf(path, size, FIGURES "/%s-%s.svg", problem->name, figure->name);
}

/* ---------------------------------------------------------------- numbers for gnuplot */

static const hol_record *nth(const hol_matrix *m, const hol_problem *problem,
                             const hol_method *method, int n)
{
    for (int i = 0; i < m->count; i++)
        if (m->record[i].problem == problem && m->record[i].method == method && n-- == 0)
            return &m->record[i];
    return NULL;
}

static const hol_record *followed(const hol_matrix *m, const hol_problem *problem,
                                  const hol_method *method)
{
    const hol_record *r;
    for (int n = 0; (r = nth(m, problem, method, n)); n++)
        if (r->level == HOL_LEVEL_DEFAULT) return r;
    return NULL;
}

/* One block a method, in the order of the registry; two empty lines end it (gnuplot's index). */
static bool series(const report *r, const hol_problem *problem)
{
    report_file file;
    char name[256];
    const hol_method *method;
    snprintf(name, sizeof name, FIGURES "/series-%s.dat", problem->name);
    if (!report_open(&file, r->dir, name)) return false;
    fputs("# t [s], then the largest errors of each part: energy [J], momentum and nodal momentum "
          "[N s, N m s], constraints [m or cosine], their rate\n",
          file.out);
    for (int k = 0; (method = hol_method_at(k)); k++) {
        const hol_record *one = followed(&r->levels, problem, method);
        fprintf(file.out, "# %s\n", method->name);
        for (int i = 0; one && i < one->points; i++) {
            const hol_deviation *p = &one->series[i];
            fprintf(file.out, "%.5g %.4g %.4g %.4g %.4g %.4g\n", p->t, p->energy, p->momentum,
                    p->nodal, p->phi, p->gv);
        }
        if (!one || !one->points) fputs("0 NaN NaN NaN NaN NaN\n", file.out);
        fputs("\n\n", file.out);
    }
    return report_close(&file);
}

static bool points(const report *r, const hol_problem *problem)
{
    report_file file;
    char name[256];
    const hol_method *method;
    const hol_record *one;
    snprintf(name, sizeof name, FIGURES "/points-%s.dat", problem->name);
    if (!report_open(&file, r->dir, name)) return false;
    fputs("# mean step [s], CPU time [s], error of position [m], of orientation [rad]\n", file.out);
    for (int k = 0; (method = hol_method_at(k)); k++) {
        fprintf(file.out, "# %s\n", method->name);
        for (int n = 0; (one = nth(&r->levels, problem, method, n)); n++) {
            bool whole = one->ran && !strcmp(one->status, "ok");
            fprintf(file.out, "%.17g %.17g %.17g %.17g\n", whole ? one->step_mean : (double)NAN,
                    whole ? one->cpu_seconds : (double)NAN,
                    whole ? one->error.position : (double)NAN,
                    whole ? one->error.orientation : (double)NAN);
        }
        fputs("\n\n", file.out);
    }
    return report_close(&file);
}

/* ---------------------------------------------------------------- words for gnuplot */

static void put_text(FILE *out, const char *text) /* 'it''s' */
{
    putc('\'', out);
    for (; *text; text++) {
        if (*text == '\'') putc('\'', out);
        putc(*text, out);
    }
    putc('\'', out);
}

static int family_of(const hol_method *method) /* number of its family, in the order they are met */
{
    int family = 0;
    for (int k = 0; hol_method_at(k); k++) {
        const char *name = hol_method_at(k)->family;
        bool met = false;
        for (int i = 0; i < k; i++) met |= !strcmp(hol_method_at(i)->family, name);
        if (met) continue;
        family++;
        if (!strcmp(name, method->family)) break;
    }
    return family;
}

static double order_of(const report *r, const hol_method *method)
{
    for (int i = 0; i < r->levels.count; i++)
        if (r->levels.record[i].method == method && r->levels.record[i].ran)
            return r->levels.record[i].order_q;
    return 0.0;
}

/* methods.gp: the table by which style.gp gives every method its style. */
static bool method_table(const report *r)
{
    report_file file;
    const hol_method *method;
    int count = 0;
    if (!report_open(&file, r->dir, FIGURES "/methods.gp")) return false;
    while (hol_method_at(count)) count++;
    fprintf(file.out, "METHODS = %d\narray METHOD[%d]\narray FAMILY[%d]\narray ORDER[%d]\n", count,
            count, count, count);
    for (int k = 0; (method = hol_method_at(k)); k++) {
        fprintf(file.out, "METHOD[%d] = ", k + 1);
        put_text(file.out, method->name);
        fprintf(file.out, "; FAMILY[%d] = %d; ORDER[%d] = %g\n", k + 1, family_of(method), k + 1,
                order_of(r, method));
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

static void series_extents(FILE *out, const report *r, const hol_problem *problem)
{
    extent energy = nothing, momentum = nothing, constraint = nothing;
    for (int i = 0; i < r->levels.count; i++) {
        const hol_record *one = &r->levels.record[i];
        if (one->problem != problem) continue;
        for (int k = 0; k < one->points; k++) {
            const hol_deviation *p = &one->series[k];
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

/* The error shown: of the positions, or of the orientations where no position can err. */
static void point_extents(FILE *out, const report *r, const hol_problem *problem)
{
    extent step = nothing, cpu = nothing, position = nothing, orientation = nothing;
    for (int i = 0; i < r->levels.count; i++) {
        const hol_record *one = &r->levels.record[i];
        if (one->problem != problem || strcmp(one->status, "ok") != 0) continue;
        widen(&step, one->step_mean);
        widen(&cpu, one->cpu_seconds);
        widen(&position, one->error.position);
        widen(&orientation, one->error.orientation);
    }
    bool moves = position.most > 0.0;
    put_extent(out, "step", step);
    put_extent(out, "cpu", cpu);
    put_extent(out, "error", moves ? position : orientation);
    fprintf(out, "error_name = '%s'\nerror_column = %d\n",
            moves ? "position error [m]" : "orientation error [rad]", moves ? 3 : 4);
}

static void momentum_names(FILE *out, const report *r, const hol_problem *problem)
{
    fputs("momenta = '", out);
    for (int i = 0; i < r->levels.count; i++) {
        const hol_record *one = &r->levels.record[i];
        if (one->problem != problem || !one->ran) continue;
        for (int k = 0; k < one->momenta; k++)
            fprintf(out, "%s%s", k ? ", " : "", one->momentum[k].name);
        break;
    }
    fputs("'\n", out);
}

/* Below a panel's name: what ran, and where it failed; or why nothing ran. */
static void note_of(const hol_record *r, char note[], size_t size)
{
    char failed[64] = "";
    if (!r->ran) {
        snprintf(note, size, "%s", r->why.text);
        return;
    }
    if (strcmp(r->status, "ok") != 0)
        snprintf(failed, sizeof failed, ": %s at t = %.3g s", r->status, r->t);
    snprintf(note, size, r->adaptive ? "%s, rtol %g%s" : "%s, h %g s%s", r->formulation,
             r->adaptive ? r->rtol : r->h, failed);
}

static bool problem_table(const report *r, const hol_problem *problem)
{
    report_file file;
    char name[256], note[512];
    const hol_method *method;
    snprintf(name, sizeof name, FIGURES "/problem-%s.gp", problem->name);
    if (!report_open(&file, r->dir, name)) return false;
    fputs("problem = ", file.out);
    put_text(file.out, problem->name);
    fprintf(file.out, "\nt_end = %g\n", problem->t_end);
    series_extents(file.out, r, problem);
    point_extents(file.out, r, problem);
    momentum_names(file.out, r, problem);
    fputs("array NOTE[METHODS]; array RAN[METHODS]; array CONSTRAINED[METHODS]\n", file.out);
    for (int k = 0; (method = hol_method_at(k)); k++) {
        const hol_record *one = followed(&r->levels, problem, method);
        note_of(one, note, sizeof note);
        fprintf(file.out, "RAN[%d] = %d; CONSTRAINED[%d] = %d; NOTE[%d] = ", k + 1, one->points,
                k + 1, !isnan(one->gv), k + 1);
        put_text(file.out, note);
        putc('\n', file.out);
    }
    return report_close(&file);
}

bool report_data(const report *r)
{
    char folder[REPORT_PATH];
    const hol_problem *problem;
    snprintf(folder, sizeof folder, "%s/" FIGURES, r->dir);
    if (!report_folder(folder) || !method_table(r)) return false;
    for (int i = 0; (problem = hol_problem_at(i)); i++)
        if (!series(r, problem) || !points(r, problem) || !problem_table(r, problem)) return false;
    return true;
}

/* ---------------------------------------------------------------- drawing */

enum { NOT_FOUND = 127 };

/* Runs gnuplot in the folder of the figures; its exit status. */
static int gnuplot(const report *r, const hol_problem *problem, const report_figure *figure,
                   const char *format)
{
    char folder[REPORT_PATH], script[REPORT_PATH], set[512];
    const char *given = getenv("GNUPLOT"), *program = given && *given ? given : HOL_GNUPLOT;
    snprintf(folder, sizeof folder, "%s/" FIGURES, r->dir);
    snprintf(script, sizeof script, "%s/%s.gp", report_sources(), figure->name);
    snprintf(set, sizeof set, "name = '%s'; figure = '%s'; title = '%s'; format = '%s'",
             problem->name, figure->name, figure->title, format);
    fflush(NULL);
    pid_t child = fork();
    if (child < 0) return NOT_FOUND;
    if (child == 0) {
        setenv("GNUPLOT_LIB", report_sources(), 1);
        if (chdir(folder) == 0)
            execlp(program, program, "--default-settings", "-e", set, script, (char *)NULL);
        _exit(NOT_FOUND);
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* gnuplot does not say that the disk is full: a whole drawing ends with </svg>. */
static bool whole(const report *r, const hol_problem *problem, const report_figure *figure)
{
    char path[REPORT_PATH], full[2 * REPORT_PATH], end[16] = "";
    report_figure_path(problem, figure, path, sizeof path);
    snprintf(full, sizeof full, "%s/%s", r->dir, path);
    FILE *in = fopen(full, "r");
    bool there = in && fseek(in, -8, SEEK_END) == 0 && fread(end, 1, 8, in) > 0;
    if (in) fclose(in);
    if (there && strstr(end, "/svg>")) return true;
    cli_say("%s: the drawing could not be written", full);
    return false;
}

static int draw(const report *r, const hol_problem *problem, const report_figure *figure)
{
    static const char *const format[] = {"svg", "png"};
    for (int i = 0; i < (r->png ? 2 : 1); i++) {
        int status = gnuplot(r, problem, figure, format[i]);
        if (status == NOT_FOUND) {
            cli_say("gnuplot is missing, so the report has no figures: apt-get install "
                    "gnuplot-nox");
            return HOL_EXIT_MACHINE;
        }
        if (status != 0) {
            cli_say("gnuplot failed on %s/%s.gp for %s", report_sources(), figure->name,
                    problem->name);
            return HOL_EXIT_MACHINE;
        }
    }
    return whole(r, problem, figure) ? HOL_EXIT_OK : HOL_EXIT_FILE;
}

/* Drawings of an earlier report must not stand beside new numbers. */
static void remove_drawings(const report *r)
{
    char path[REPORT_PATH], full[2 * REPORT_PATH];
    const hol_problem *problem;
    for (int i = 0; (problem = hol_problem_at(i)); i++)
        for (const report_figure *f = report_figures; f->name; f++) {
            report_figure_path(problem, f, path, sizeof path);
            snprintf(full, sizeof full, "%s/%s", r->dir, path);
            unlink(full);
        }
}

int report_draw(const report *r)
{
    const hol_problem *problem;
    remove_drawings(r);
    for (int i = 0; (problem = hol_problem_at(i)); i++)
        for (const report_figure *f = report_figures; f->name; f++) {
            int code = draw(r, problem, f);
            if (code != HOL_EXIT_OK) return code;
        }
    return HOL_EXIT_OK;
}
