/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables 1 and 2 of Wendlandt, Marsden 1996 (paper 003) redone, and the series of Figures 2 to 12;
 * what the text says is in paper_003_findings.c.
 *
 * An error is eq (5.10), 1/(N m) sum |v_i - v_i^s| over N = 301 samples, of values rounded to 1e-9,
 * for the authors' files had nine decimals.  Standards: Table 1, energy and momentum of the first
 * pair of points, the one by Euler, and the quaternions of the run of least h; Table 2, EM at
 * h = 1e-4. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/papers/paper_003.h"

/* ---------------------------------------------------------------- eq (5.10) */

/* A tie goes to the even neighbour: 12/(1 + 6.25e-10) = 11.9999999925 to 11.999999992, as in the
 * paper. */
static double nine_decimals(double x)
{
    return nearbyint(x * 1e9) / 1e9;
}

/* x and s hold m numbers a sample, `stride` apart; of a constant standard, s_stride = 0. */
static double mean_error(int m, const double x[], int stride, const double s[], int s_stride)
{
    double sum = 0;
    for (int k = 0; k < HOL_P003_SAMPLES; k++, x += stride, s += s_stride) {
        double square = 0;
        for (int i = 0; i < m; i++) {
            double d = nine_decimals(x[i]) - nine_decimals(s[i]);
            square += d * d;
        }
        sum += sqrt(square);
    }
    return sum / (HOL_P003_SAMPLES * m);
}

/* ---------------------------------------------------------------- the runs of a table */

enum { MOST_RUNS = 16 };

typedef struct { /* one run a row */
    const hol_paper_table *t;
    int count;
    hol_p003_motion *of[MOST_RUNS];
    const hol_p003_scheme *scheme[MOST_RUNS];
} runs;

typedef const hol_p003_scheme *scheme_of(const hol_paper_table *t, int row);

static bool run_rows(runs *R, scheme_of *choose, hol_message *why)
{
    for (int row = 0; row < R->t->rows; row++) {
        const hol_paper_cell *h = hol_paper_at(R->t, row, "h [s]");
        if (row == MOST_RUNS || !h || !(h->value > 0) || !(R->scheme[row] = choose(R->t, row))) {
            hol_say(why, "%s: row %d %s", R->t->title, row + 1,
                    row == MOST_RUNS ? "is one too many"
                                     : "lacks a step \"h [s]\" or a \"method\" that is DVP or EM");
            return false;
        }
        R->of[row] = hol_p003_run(R->scheme[row], h->value, HOL_P003_SAMPLES, why);
        if (!R->of[row]) return false;
        R->count++;
    }
    return true;
}

static void free_runs(runs *R)
{
    for (int i = 0; i < R->count; i++) free(R->of[i]);
}

static void put_time(const hol_paper_table *t, int row, const hol_p003_motion *m)
{
    char note[96];
    double steps = HOL_P003_SPAN / m->h;
    const hol_paper_cell *printed = hol_paper_at(t, row, "CPU time [s]");
    snprintf(note, sizeof note, "%.0f ns a step; printed: %.0f ns", 1e9 * m->seconds / steps,
             printed ? 1e9 * printed->value / steps : (double)NAN);
    hol_paper_put(t, row, "CPU time [s]", m->seconds, note);
}

/* ---------------------------------------------------------------- Table 1 */

static const hol_p003_scheme *of_body(const hol_paper_table *t, int row)
{
    (void)t, (void)row;
    return &hol_p003_body_dvp;
}

typedef struct { /* why a number differs, where it does */
    char text[96];
} reason;

static const char digit[] = "round-off of theirs in the ninth decimal";

/* By the spread of the energies, and by how far E is from halfway between two numbers of nine
 * decimals [J]. */
static reason why_energy(const hol_p003_motion *m)
{
    reason of;
    snprintf(of.text, sizeof of.text, "%s", digit);
    double least = m->energy[0], most = least, unit = least * 1e9;
    for (int k = 1; k < HOL_P003_SAMPLES; k++) {
        least = fmin(least, m->energy[k]);
        most = fmax(most, m->energy[k]);
    }
    if (hol_p003_at(m->h, 1e-4))
        snprintf(of.text, sizeof of.text,
                 "round-off of theirs, 1e-8 J by the text; ours spreads over %.0e J", most - least);
    else if (hol_p003_at(m->h, 1e-1))
        snprintf(of.text, sizeof of.text, "a unit of the ninth decimal, E lies %.0e J from the tie",
                 1e-9 * fabs(unit - floor(unit) - 0.5));
    return of;
}

/* The pair of Euler's start has the angular velocity omega / sqrt(1 + e), e = |h0 omega|^2 / 4, so
 * that E = 33/(1 + e), and the momentum -h D_2 L_d = (J omega + h0/2 omega x J omega)/(1 + e) =
 * (6e-5, 6, 12)/(1 + e), with e = 6.25e-10: exactly, for digits hang on their rounding. */
static bool table_1(runs *R, hol_message *why)
{
    double e = 25 * HOL_P003_START * HOL_P003_START / 4, E = 33 / (1 + e),
           J[] = {6 * HOL_P003_START / (1 + e), 6 / (1 + e), 12 / (1 + e)};
    if (!run_rows(R, of_body, why)) return false;
    const hol_p003_motion *best = R->of[0];
    for (int i = 1; i < R->count; i++)
        if (R->of[i]->h < best->h) best = R->of[i];
    for (int i = 0; i < R->count; i++) {
        const hol_p003_motion *m = R->of[i];
        put_time(R->t, i, m);
        hol_paper_put(R->t, i, "quaternion error",
                      mean_error(4, m->q[0], HOL_P003_Q, best->q[0], HOL_P003_Q), digit);
        hol_paper_put(R->t, i, "energy error", mean_error(1, m->energy, 1, &E, 0),
                      why_energy(m).text);
        hol_paper_put(R->t, i, "momentum error", mean_error(3, m->momentum[0], HOL_P003_J, J, 0),
                      digit);
    }
    return true;
}

/* ---------------------------------------------------------------- Table 2 */

static const hol_p003_scheme *of_pendulum(const hol_paper_table *t, int row)
{
    const hol_paper_cell *method = hol_paper_at(t, row, "method");
    if (method && !strcmp(method->printed, "DVP")) return &hol_p003_pendulum_dvp;
    return method && !strcmp(method->printed, "EM") ? &hol_p003_pendulum_em : NULL;
}

static const char lost[] = "their unrounded start is lost",
                  lost_too[] = "their unrounded start is lost, and their round-off";

/* theirs: "E = 24.9445". */
static reason why_start(const char *theirs, double ours, const char *unit)
{
    reason of;
    snprintf(of.text, sizeof of.text, "%s: %s%s there, %.4f%s here", lost, theirs, unit, ours,
             unit);
    return of;
}

static bool table_2(runs *R, hol_message *why)
{
    hol_p003_motion *best =
        hol_p003_run(&hol_p003_pendulum_em, HOL_P003_FINEST, HOL_P003_SAMPLES, why);
    bool good = best && run_rows(R, of_pendulum, why);
    for (int i = 0; good && i < R->count; i++) {
        const hol_p003_motion *m = R->of[i];
        bool fine = hol_p003_at(m->h, 1e-4);
        reason energy = why_start("E = 24.9445", best->energy[0], " J"),
               momentum = why_start("L_z = 199.8255", best->momentum[0][0], "");
        put_time(R->t, i, m);
        hol_paper_put(R->t, i, "position error",
                      mean_error(6, m->q[0], HOL_P003_Q, best->q[0], HOL_P003_Q),
                      fine ? lost_too : lost);
        hol_paper_put(R->t, i, "energy error", mean_error(1, m->energy, 1, best->energy, 1),
                      fine ? lost_too : energy.text);
        hol_paper_put(R->t, i, "momentum error",
                      mean_error(1, m->momentum[0], HOL_P003_J, best->momentum[0], HOL_P003_J),
                      fine ? lost_too : momentum.text);
    }
    free(best);
    return good;
}

/* ---------------------------------------------------------------- series of the figures */

/* The errors and times of a table: Figures 2, 3, 5 to 8, 10, 11. */
static void write_table(FILE *out, const void *of)
{
    hol_paper_plot(of, out);
}

static const char *key_of(const runs *R, int i, const char *column)
{
    return hol_paper_at(R->t, i, column)->printed;
}

/* Figure 4. */
static void write_body(FILE *out, const void *of)
{
    const runs *R = of;
    fputs("t [s]", out);
    for (int i = 0; i < R->count; i++) {
        const char *h = key_of(R, i, "h [s]");
        fprintf(out, ",q_s %s,q_x %s,q_y %s,q_z %s", h, h, h, h);
    }
    for (int k = 0; k < HOL_P003_SAMPLES; k++) {
        fprintf(out, "\n%.10g", k * HOL_P003_SPAN / (HOL_P003_SAMPLES - 1));
        for (int i = 0; i < 4 * R->count; i++) fprintf(out, ",%.17g", R->of[i / 4]->q[k][i % 4]);
    }
    putc('\n', out);
}

/* Figures 9 and 12; the multipliers are the forces in the rods, 2 l times those of (5.11). */
static void write_pendulum(FILE *out, const void *of)
{
    enum { Y2 = 4 };
    const runs *R = of;
    fputs("t [s]", out);
    for (int i = 0; i < R->count; i++) {
        const char *h = key_of(R, i, "h [s]"), *by = key_of(R, i, "method");
        fprintf(out, ",y_2 %s %s [m],E %s %s [J],rod 1 %s %s [N],rod 2 %s %s [N]", by, h, by, h, by,
                h, by, h);
    }
    for (int k = 0; k < HOL_P003_SAMPLES; k++) {
        fprintf(out, "\n%.10g", k * HOL_P003_SPAN / (HOL_P003_SAMPLES - 1));
        for (int i = 0; i < R->count; i++) {
            const hol_p003_motion *m = R->of[i];
            fprintf(out, ",%.17g,%.17g,%.17g,%.17g", m->q[k][Y2], m->energy[k], m->lambda[k][0],
                    m->lambda[k][1]);
        }
    }
    putc('\n', out);
}

static bool write_series(hol_paper_section *to, const runs *body, const runs *pendulum)
{
    return hol_paper_write(to, "paper-003-table-1.csv", write_table, body->t) &&
           hol_paper_write(to, "paper-003-table-2.csv", write_table, pendulum->t) &&
           hol_paper_write(to, "paper-003-rigid-body.csv", write_body, body) &&
           hol_paper_write(to, "paper-003-pendulum.csv", write_pendulum, pendulum);
}

/* ---------------------------------------------------------------- the paper */

/* At the step that the invariants are judged at; NULL: no row has it. */
static const hol_p003_motion *judged(const runs *R, const hol_p003_scheme *scheme)
{
    for (int i = 0; i < R->count; i++)
        if (R->scheme[i] == scheme && hol_p003_at(R->of[i]->h, 0.1)) return R->of[i];
    return NULL;
}

static bool redo(hol_paper_section *to)
{
    runs body = {.t = to->table[0]}, pendulum = {.t = to->table[1]};
    bool good = table_1(&body, &to->why) && table_2(&pendulum, &to->why) &&
                write_series(to, &body, &pendulum);
    if (good)
        hol_p003_find(to, judged(&body, &hol_p003_body_dvp),
                      judged(&pendulum, &hol_p003_pendulum_dvp),
                      judged(&pendulum, &hol_p003_pendulum_em));
    free_runs(&body);
    free_runs(&pendulum);
    return good;
}

static const char *const files[] = {"papers/003-table-1.tsv", "papers/003-table-2.tsv", NULL};

static const hol_paper_figure figures[] = {
    {"table-1", "Figures 2, 3, 5, 6: rigid body, CPU time and errors against the step",
     .judged = {"Table 1, rigid body"}},
    {"quaternion", "Figure 4: rigid body, q_y over time", .judged = {"Table 1, rigid body"}},
    {"table-2",
     "Figures 7, 8, 10, 11: double spherical pendulum, CPU time and errors against the "
     "step",
     .judged = {"Table 2, double spherical pendulum"}},
    {"position", "Figure 9: double spherical pendulum, y of the second mass over time",
     .judged = {"Table 2, double spherical pendulum"}},
    {"energy", "Figure 12: double spherical pendulum, energy and multipliers of DVP over time",
     .judged = {"dvp-bounded"}},
    {0}};

const hol_paper hol_paper_003 = {
    .id = "003",
    .title = "Wendlandt, Marsden 1996: Mechanical Integrators Derived from a Discrete Variational "
             "Principle",
    .table = files,
    .figure = figures,
    .redo = redo,
};
