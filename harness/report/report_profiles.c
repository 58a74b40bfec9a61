/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The figures of the first page, as data and as drawings: performance profiles (Dolan, More 2002),
 * the fraction of problems on which a method takes at most tau times the CPU time of the fastest;
 * and one work-precision diagram. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/outcome.h"
#include "harness/report/report_judge.h"
#include "harness/report/report_ladder.h"
#include "harness/report/report_site.h"

enum { SHOWN = 6, PANELS = 3, GRID = 81 };

static const double wanted[PANELS] = {1e-4, 1e-6, 1e-8}; /* [m], [rad] */

typedef struct {
    int count, *lane; /* as many as there are */
} chosen;

static bool is_in(const chosen *c, int lane)
{
    for (int i = 0; i < c->count; i++)
        if (c->lane[i] == lane) return true;
    return false;
}

/* ---------------------------------------------------------------- who is shown */

/* The geometric mean of a lane's cost over the panels. */
static double cost_of(const report *r, int lane)
{
    double sum = 0.0;
    int panels = 0;
    for (int g = 0; g < PANELS; g++) {
        report_rank rank = report_rank_of(r, lane, wanted[g], REPORT_NOT_LONG);
        if (!rank.of) continue;
        sum += log(rank.factor);
        panels++;
    }
    return panels ? sum / panels : (double)INFINITY;
}

/* The SHOWN lanes of least cost. */
static chosen cheapest(const report *r)
{
    chosen c = {.lane = hol_new(r->lanes, sizeof *c.lane)};
    double *cost = hol_new(r->lanes, sizeof *cost);
    for (int k = 0; k < r->lanes; k++)
        cost[k] = r->lane[k].method->baseline ? (double)INFINITY : cost_of(r, k);
    while (c.count < SHOWN) {
        int best = -1;
        for (int k = 0; k < r->lanes; k++)
            if (isfinite(cost[k]) && !is_in(&c, k) && (best < 0 || cost[k] < cost[best])) best = k;
        if (best < 0) break;
        c.lane[c.count++] = best;
    }
    free(cost);
    return c;
}

/* The lanes that stand out in a section. */
static chosen standing(const report *r, int section)
{
    chosen c = {.lane = hol_new(r->lanes, sizeof *c.lane)};
    report_standing *of = hol_new(r->lanes, sizeof *of);
    report_standings(r, section, of);
    for (int k = 0; k < r->lanes; k++)
        if (of[k] != REPORT_PALE) c.lane[c.count++] = k;
    free(of);
    return c;
}

/* Where most lanes reach 1e-6; -1: nowhere. */
static int shown_problem(const report *r)
{
    int shown = -1, most = 0;
    for (int i = 0; i < r->sections; i++) {
        int count = 0;
        for (int k = 0; k < r->lanes && report_is_subject(r, i); k++) {
            report_reach of = report_reach_of(r, i, k, 1e-6, 0);
            count += of.reached && !of.at_most;
        }
        if (count > most) shown = i, most = count;
    }
    return shown;
}

/* ---------------------------------------------------------------- profiles */

/* Of a lane on a problem: CPU time over that of the fastest lane.  slow = 1: the lane's slowest
 * pass over the fastest of all; 0: each fastest; -1: its fastest over the others' slowest. */
static double factor_of(const report *r, int section, int lane, double error, int slow)
{
    report_reach of = report_reach_of(r, section, lane, error, slow > 0);
    double least = INFINITY;
    if (!of.reached) return INFINITY;
    for (int k = 0; k < r->lanes; k++) {
        if (r->lane[k].method->baseline) continue;
        report_reach other = report_reach_of(r, section, k, error, k != lane && slow < 0);
        if (other.reached) least = fmin(least, other.cpu);
    }
    return of.cpu / least;
}

/* Three rows of the factors on the problems where any method reaches the error; their number. */
static int factors_of(const report *r, int lane, double error, double *factor[3])
{
    int problems = 0;
    for (int i = 0; i < r->sections; i++) {
        if (!report_counts(r, i, error) || report_fastest(r, i, error, -1, REPORT_NOT_LONG) < 0)
            continue;
        for (int slow = -1; slow <= 1; slow++)
            factor[slow + 1][problems] = factor_of(r, i, lane, error, slow);
        problems++;
    }
    return problems;
}

/* A block of tau, and the profile between the two ends of its band. */
static int put_profile(FILE *out, const report *r, int lane, double error)
{
    double *all = hol_new(3 * r->sections, sizeof *all);
    double *factor[3] = {all, all + r->sections, all + 2 * r->sections};
    int problems = factors_of(r, lane, error, factor);
    for (int i = 0; i < GRID; i++) {
        double tau = pow(report_farthest, (double)i / (GRID - 1));
        fprintf(out, "%.4g", tau);
        for (int row = 0; row < 3; row++) {
            int within = 0;
            for (int p = 0; p < problems; p++) within += factor[row][p] <= tau * (1 + 1e-9);
            fprintf(out, " %.4g", problems ? (double)within / problems : (double)NAN);
        }
        putc('\n', out);
    }
    fputs("\n\n", out);
    free(all);
    return problems;
}

static void put_list(FILE *out, const char *name, const chosen *c)
{
    fprintf(out, "array %s[%d]\n", name, c->count ? c->count : 1);
    for (int i = 0; i < c->count; i++) fprintf(out, "%s[%d] = %d\n", name, i + 1, c->lane[i] + 1);
    fprintf(out, "%s_COUNT = %d\n", name, c->count);
}

static bool profiles_data(const report *r, const chosen *c, FILE *gp)
{
    report_file file;
    if (!report_open(&file, r->dir, REPORT_FIGURES "/front-profiles.dat")) return false;
    fputs("# tau, then the fraction of problems within it: best, as timed, worst\n", file.out);
    fprintf(gp, "PROFILES = %d\narray WANTED[%d]\narray PROBLEMS[%d]\n", PANELS, PANELS, PANELS);
    for (int g = 0; g < PANELS; g++) {
        int problems = 0;
        for (int i = 0; i < c->count; i++)
            problems = put_profile(file.out, r, c->lane[i], wanted[g]);
        fprintf(gp, "WANTED[%d] = '%.0e'; PROBLEMS[%d] = %d\n", g + 1, wanted[g], g + 1, problems);
    }
    put_list(gp, "PROFILED", c);
    return report_close(&file);
}

/* ---------------------------------------------------------------- one diagram */

static void put_points(FILE *out, const report *r, int section, int lane)
{
    const report_run *run;
    bool moves = report_moves(r, section);
    for (int n = 0; (run = report_nth(r, section, lane, n)); n++) {
        const hol_record *one = run->record;
        if (!one->ran || one->end != HOL_END_OK || !(one->cpu_seconds > 0.0)) continue;
        fprintf(out, "%.4g %.4g\n", one->cpu_seconds,
                moves ? one->error.position : one->error.orientation);
    }
}

/* A block for each that is chosen, then one for all others, a line of it for each. */
static bool work_data(const report *r, const chosen *c, int section, FILE *gp)
{
    report_file file;
    if (!report_open(&file, r->dir, REPORT_FIGURES "/front-work.dat")) return false;
    fputs("# CPU time [s], error\n", file.out);
    for (int i = 0; i < c->count; i++) {
        put_points(file.out, r, section, c->lane[i]);
        fputs("NaN NaN\n\n\n", file.out);
    }
    for (int k = 0; k < r->lanes; k++) {
        if (is_in(c, k)) continue;
        put_points(file.out, r, section, k);
        fputs("NaN NaN\n\n", file.out);
    }
    fprintf(gp, "OTHERS = %d\nproblem = ", r->lanes - c->count);
    report_quote(gp, r->section[section].title);
    fprintf(gp, "\nt_end = %g\nerror_name = '%s'\n", r->section[section].spec->until,
            report_moves(r, section) ? "position error [m]" : "orientation error [rad]");
    put_list(gp, "SHOWN", c);
    return report_close(&file);
}

/* ---------------------------------------------------------------- both */

static bool front_data(const report *r, FILE *gp)
{
    int section = shown_problem(r);
    chosen best = cheapest(r);
    bool good = profiles_data(r, &best, gp);
    free(best.lane);
    if (section < 0 || !good) return good;
    chosen shown = standing(r, section);
    good = work_data(r, &shown, section, gp);
    free(shown.lane);
    return good;
}

bool report_front_data(const report *r)
{
    report_file file;
    if (!report_open(&file, r->dir, REPORT_FIGURES "/front.gp")) return false;
    bool good = front_data(r, file.out);
    good = report_close(&file) && good;
    for (int i = 0; i < r->sections && good; i++)
        if (r->section[i].subject == i) good = report_frame_data(r, i);
    return good;
}

static int draw(const report *r, const char *figure, const char *title)
{
    char folder[REPORT_PATH], script[32];
    snprintf(folder, sizeof folder, "%s/" REPORT_FIGURES, r->dir);
    snprintf(script, sizeof script, "front-%s", figure);
    return report_draw_forms((report_drawing){.dir = folder,
                                              .script = script,
                                              .name = "front",
                                              .figure = figure,
                                              .title = title,
                                              .origin = &r->origin},
                             r->png);
}

int report_front_draw(const report *r)
{
    int code = HOL_EXIT_OK;
    if (shown_problem(r) >= 0) {
        code = draw(r, "profiles", "How often within a factor of the fastest");
        if (!code) code = draw(r, "work", "Work and precision");
    }
    for (int i = 0; i < r->sections && !code; i++)
        if (r->section[i].subject == i) code = report_frame_draw(r, i);
    return code;
}
