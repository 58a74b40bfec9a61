/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The series behind the figures of paper 000. */
#include <math.h>
#include <stdlib.h>

#include "harness/papers/paper_000.h"

enum { PROBLEMS = HOL_P000_PROBLEMS, PROJECTIONS = HOL_P000_PROJECTIONS, WAYS = HOL_P000_WAYS };

/* Energies and steps of a run. */
static bool write_motion(hol_paper_section *to, int p, const char *e, const hol_p000_motion *m)
{
    enum { NUMBERS = sizeof *m->node / sizeof(double), DIGITS = 17 };
    char name[64];
    snprintf(name, sizeof name, "paper-000-%s-%s.csv", hol_p000_name[p], e);
    return hol_paper_write_sheet(
        to, name,
        &(hol_paper_sheet){"t [s],h [s],T [J],U [J],W_ext trapezoid [J],W_ext exact [J],Newton "
                           "iterations [1],longest step over speed [1]",
                           m->nodes, NUMBERS, .x = (const double *)m->node, .digits = DIGITS,
                           .first = DIGITS});
}

static const char *const imposed[] = {"in turn", "together"},
                         *const rule[] = {"trapezoid", "exact"},
                         *const projection[] = {"quasi", "orthogonal"};

/* CPU time of the two projections by the same way. */
static void write_cost(FILE *out, const void *of)
{
    const hol_p000_runs *R = of;
    fputs("problem,energy,quasi-orthogonal [s],orthogonal [s]\n", out);
    for (int p = 0; p < PROBLEMS; p++) {
        fprintf(out, "%s,free,%.17g,%.17g\n", hol_p000_name[p], R->off[p][0]->seconds,
                R->off[p][1]->seconds);
        for (int k = 0; k < 2; k++) {
            const hol_p000_motion *quasi = R->way[p][hol_p000_way(false, k, false)],
                                  *orthogonal = R->way[p][hol_p000_way(true, k, false)];
            fprintf(out, "%s,%s,%.17g,%.17g\n", hol_p000_name[p], imposed[k], quasi->seconds,
                    orthogonal->seconds);
        }
    }
}

/* Position error at t = 10 s against CPU time, a line a way. */
static void write_ways(FILE *out, const void *of)
{
    const hol_p000_runs *R = of;
    fputs("problem,projection,invariant,work,CPU time [s],position error [m],#dg\n", out);
    for (int p = 1; p < PROBLEMS; p++)
        for (int k = -PROJECTIONS; k < WAYS; k++) {
            const hol_p000_motion *m = k < 0 ? R->off[p][k + PROJECTIONS] : R->way[p][k];
            fprintf(out, "%s,%s,%s,%s,%.17g,%.17g,%ld\n", hol_p000_name[p],
                    projection[m->is.orthogonal], k < 0 ? "free" : imposed[m->is.together],
                    k < 0 ? "-" : rule[m->is.energy == HOL_P000_EXACT], m->seconds, m->position,
                    m->counters.jacobians);
        }
}

/* Position errors over time of the forced problems: energy left alone, imposed as Tables 9, 10 do,
 * and together with the exact work. */
static void write_work(FILE *out, const void *of)
{
    const hol_p000_runs *R = of;
    fputs("t [s],quadrangle free [m],quadrangle trapezoid [m],quadrangle exact [m],crank free [m],"
          "crank trapezoid [m],crank exact [m]\n",
          out);
    for (int i = 0; i < HOL_P000_SAMPLES; i++) {
        fprintf(out, "%.10g", i * HOL_P000_SPAN / (HOL_P000_SAMPLES - 1));
        for (int p = 1; p < PROBLEMS; p++)
            fprintf(out, ",%.17g,%.17g,%.17g", R->off[p][0]->error[i],
                    hol_p000_table(R, p, false)->error[i],
                    R->way[p][hol_p000_way(false, true, true)]->error[i]);
        putc('\n', out);
    }
}

/* A bar from r - a R e1 to r + a R e1, a its distance to the joints, and a blank line. */
static void write_bar(FILE *out, int p, const hol_body *body)
{
    const double *q = body->at.p, *r = body->at.r;
    double e[3] = {q[0] * q[0] + q[1] * q[1] - q[2] * q[2] - q[3] * q[3],
                   2 * (q[1] * q[2] + q[0] * q[3]), 2 * (q[1] * q[3] - q[0] * q[2])};
    double a = sqrt(3 * body->J[2] / body->m); /* a thin bar: J = m a^2 / 3 */
    for (int end = -1; end <= 1; end += 2)
        fprintf(out, "%d,%s,%.10g,%.10g,%.10g\n", p + 1, body->name, r[0] + end * a * e[0],
                r[1] + end * a * e[1], r[2] + end * a * e[2]);
    putc('\n', out);
}

/* Figures 6.1 to 6.3: every body a bar; one more blank line between problems. */
static void write_starts(FILE *out, const void *of)
{
    (void)of;
    fputs("problem,body,x [m],y [m],z [m]\n", out);
    for (int p = 0; p < PROBLEMS; p++) {
        const hol_problem *is = hol_problem_named(hol_p000_name[p]);
        double *par = hol_new(hol_option_count(is->parameters), sizeof *par);
        hol_model *model = hol_model_new();
        hol_option_defaults(is->parameters, par);
        is->build(model, par);
        for (int b = 0; b < hol_body_count(model); b++) write_bar(out, p, hol_body_at(model, b));
        putc('\n', out);
        hol_model_free(model);
        free(par);
    }
}

bool hol_p000_write(hol_paper_section *to, const hol_p000_runs *R)
{
    for (int p = 0; p < PROBLEMS; p++)
        if (!write_motion(to, p, "free", R->off[p][0]) ||
            !write_motion(to, p, "imposed", hol_p000_table(R, p, false)) ||
            !write_motion(to, p, "together", R->way[p][hol_p000_way(false, true, true)]))
            return false;
    return hol_paper_write(to, "paper-000-cost.csv", write_cost, R) &&
           hol_paper_write(to, "paper-000-ways.csv", write_ways, R) &&
           hol_paper_write(to, "paper-000-work.csv", write_work, R) &&
           hol_paper_write(to, "paper-000-start.csv", write_starts, NULL);
}
