/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The numbers that the figures draw: errors over time, and points of error, step and cost. */
#include <math.h>
#include <string.h>

#include "harness/report/report_ladder.h"

bool report_open_data(report_file *file, const report *r, const char *before, int section,
                      const char *end)
{
    char name[128];
    snprintf(name, sizeof name, REPORT_FIGURES "/%s-%s.%s", before, r->section[section].name, end);
    return report_open(file, r->dir, name);
}

/* A panel is some 210 pixels wide and its lines are two wide: no more parts of the span than SHOWN
 * can be told apart; the first EARLY ones are, on a logarithmic axis. */
enum { SHOWN = 150, EARLY = 24 };

/* The largest errors of the parts from `i` on that are drawn as one; their number. */
static int merged(const hol_record *r, int i, hol_deviation *m)
{
    int most = i < EARLY ? 1 : (r->points + SHOWN - 1) / SHOWN, n = 0;
    for (*m = r->series[i]; n < most && i + n < r->points; n++) {
        const hol_deviation *p = &r->series[i + n];
        m->t = p->t;
        m->energy = fmax(m->energy, p->energy);
        m->momentum = fmax(m->momentum, p->momentum);
        m->nodal = fmax(m->nodal, p->nodal);
        m->phi = fmax(m->phi, p->phi);
        m->gv = fmax(m->gv, p->gv);
    }
    return n;
}

/* One block a lane; two empty lines end it (gnuplot's index). */
bool report_series(const report *r, int section)
{
    report_file file;
    if (!report_open_data(&file, r, "series", section, "dat")) return false;
    fputs("# t [s], then the largest errors of each part: energy [J], momentum and nodal momentum "
          "[N s, N m s], constraints [m or cosine], their rate, energy up to t\n",
          file.out);
    for (int k = 0; k < r->lanes; k++) {
        const report_run *run = report_followed(r, section, k);
        const hol_record *one = run ? run->record : NULL;
        double up_to_t = NAN;
        fprintf(file.out, "# %s\n", r->lane[k].title);
        for (int i = 0; one && i < one->points;) {
            hol_deviation p;
            i += merged(one, i, &p);
            up_to_t = fmax(up_to_t, p.energy);
            fprintf(file.out, "%.5g %.4g %.4g %.4g %.4g %.4g %.4g\n", p.t, p.energy, p.momentum,
                    p.nodal, p.phi, p.gv, up_to_t);
        }
        if (!one || !one->points) fputs("0 NaN NaN NaN NaN NaN NaN\n", file.out);
        fputs("\n\n", file.out);
    }
    return report_close(&file);
}

/* "rattle: h 0.01 s, error 1.2e-05 m, 3.4 ms": what a point says where it is pointed at; in double
 * quotes and without marks that mean something inside them, or in a script of SVG. */
static void put_words(FILE *out, const report_run *run, const char *title, bool moves)
{
    const hol_record *one = run->record;
    const double cpu = 1e3 * one->cpu_seconds;
    fputs(" \"", out);
    for (; *title; title++)
        if (!strchr("\"'\\", *title)) putc(*title, out);
    fprintf(out, one->adaptive ? ": rtol %.4g" : ": h %.4g s", one->adaptive ? one->rtol : one->h);
    fprintf(out, ", error %.2e %s", moves ? one->error.position : one->error.orientation,
            moves ? "m" : "rad");
    if (!isnan(cpu)) fprintf(out, ", %.3g ms", cpu);
    fputs("\"\n", out);
}

/* A row a run; NaN where it failed. */
static void put_point(FILE *out, const report *r, const report_run *run, bool moves)
{
    const hol_record *one = run->record;
    bool whole = one->ran && one->end == HOL_END_OK;
    const double of[] = {one->step_mean, one->cpu_seconds, one->error.position,
                         one->error.orientation, hol_record_evaluations(one)};
    for (int i = 0; i < 5; i++) fprintf(out, "%.17g ", whole ? of[i] : (double)NAN);
    fprintf(out, "%d", report_open_end(r, run));
    put_words(out, run, r->lane[run->lane].title, moves);
}

bool report_points(const report *r, int section)
{
    report_file file;
    const report_run *run;
    bool moves = report_moves(r, section);
    if (!report_open_data(&file, r, "points", section, "dat")) return false;
    fputs("# mean step [s], CPU time [s], error of position [m], of orientation [rad], "
          "evaluations, 1 where a ladder of steps ended before its error did, in words\n",
          file.out);
    for (int k = 0; k < r->lanes; k++) {
        fprintf(file.out, "# %s\n", r->lane[k].title);
        if (!report_nth(r, section, k, 0)) fputs("NaN NaN NaN NaN NaN 0 \"\"\n", file.out);
        for (int n = 0; (run = report_nth(r, section, k, n)); n++)
            put_point(file.out, r, run, moves);
        fputs("\n\n", file.out);
    }
    return report_close(&file);
}
