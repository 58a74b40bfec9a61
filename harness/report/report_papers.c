/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The papers in the report: printed tables beside ours, and what each paper says beside what was
 * measured.  Measured numbers come from the tables and from the plan's runs, none is written here.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/cli/cli.h"
#include "harness/report/report.h"

/* ---------------------------------------------------------------- redoing */

int report_paper_redo(report_paper *p, const hol_paper *paper, const char *dir)
{
    hol_message why = {""};
    *p = (report_paper){.paper = paper};
    while (p->tables < REPORT_TABLES && paper->table[p->tables] &&
           (p->table[p->tables] = hol_paper_read(paper->table[p->tables], &why)))
        p->tables++;
    int code = paper->table[p->tables] ? HOL_EXIT_INPUT : HOL_EXIT_OK;
    if (!code && paper->redo) code = paper->redo(p->table, dir, &why);
    if (!code && paper->study) code = paper->study(&p->found, dir, &why);
    if (code) cli_say("%s", why.text);
    return code;
}

void report_paper_free(report_paper *p)
{
    for (int i = 0; i < p->tables; i++) hol_paper_free(p->table[i]);
    free(p->found.of);
    p->tables = 0;
    p->found = (hol_paper_findings){0};
}

static void put_cell(void *to, const char *text)
{
    report_cell(to, "%s", text);
}

report_table report_paper_lines(const hol_paper_table *t)
{
    report_table lines = {.columns = HOL_PAPER_LINE, .number = hol_paper_number};
    hol_paper_lines(t, put_cell, &lines);
    return lines;
}

report_table report_paper_findings(const report_paper *p)
{
    report_table t = {.columns = 3};
    report_cell(&t, "place");
    report_cell(&t, "the paper says");
    report_cell(&t, "we measured");
    for (int i = 0; i < p->found.count; i++) {
        const hol_paper_finding *one = &p->found.of[i];
        report_cell(&t, "%s", one->place);
        report_cell(&t, "%s", one->says);
        report_cell(&t, "%s", one->measured);
    }
    return t;
}

int report_paper_draw(const hol_paper *paper, const char *dir, const report_origin *origin)
{
    int code = HOL_EXIT_OK;
    for (const hol_paper_figure *f = paper->figure; f->name && !code; f++) {
        char name[32], script[64];
        snprintf(name, sizeof name, "paper-%s", paper->id);
        snprintf(script, sizeof script, "%s-%s", name, f->name);
        const report_drawing drawing = {.dir = dir,
                                        .script = script,
                                        .name = name,
                                        .figure = f->name,
                                        .title = f->caption,
                                        .format = "svg",
                                        .origin = origin};
        code = report_gnuplot(&drawing);
    }
    return code;
}

/* ---------------------------------------------------------------- what was measured */

typedef struct {
    char text[256];
} words;

/* Our number, or the printed one, in the row of that key and of method `method` (NULL: any). */
static double number(const hol_paper_table *t, double h, const char *method, const char *column,
                     bool ours)
{
    for (int i = 0; i < t->rows; i++) {
        const hol_paper_cell *step = hol_paper_at(t, i, "h [s]"),
                             *who = hol_paper_at(t, i, "method"),
                             *cell = hol_paper_at(t, i, column);
        if (!step || !cell || fabs(step->value / h - 1) > 1e-9) continue;
        if (method && (!who || strcmp(who->printed, method) != 0)) continue;
        return ours ? cell->ours : cell->value;
    }
    return NAN;
}

/* ln(e1/e0)/ln(h1/h0) of our column between two steps. */
static double slope(const hol_paper_table *t, const char *method, const char *column, double h0,
                    double h1)
{
    return log(number(t, h1, method, column, true) / number(t, h0, method, column, true)) /
           log(h1 / h0);
}

static words orders_of_table_1(const report *r, const report_paper *p)
{
    words w;
    const hol_paper_table *t = p->table[0];
    (void)r;
    snprintf(w.text, sizeof w.text,
             "observed order between h = 0.01 and 0.1 s: quaternion %.2f, energy %.2f, momentum "
             "%.2f",
             slope(t, NULL, "quaternion error", 1e-2, 1e-1),
             slope(t, NULL, "energy error", 1e-2, 1e-1),
             slope(t, NULL, "momentum error", 1e-2, 1e-1));
    return w;
}

static words orders_of_table_2(const report *r, const report_paper *p)
{
    words w;
    const hol_paper_table *t = p->table[1];
    (void)r;
    snprintf(w.text, sizeof w.text,
             "observed order of the position between h = 0.001 and 0.01 s: DVP %.2f, EM %.2f; EM's "
             "error is %.2f times DVP's at h = 0.01 s",
             slope(t, "DVP", "position error", 1e-3, 1e-2),
             slope(t, "EM", "position error", 1e-3, 1e-2),
             number(t, 1e-2, "EM", "position error", true) /
                 number(t, 1e-2, "DVP", "position error", true));
    return w;
}

static words cost(const report *r, const report_paper *p)
{
    words w;
    const hol_paper_table *t = p->table[1];
    const char *column = "CPU time [s]";
    (void)r;
    snprintf(w.text, sizeof w.text,
             "CPU time of EM over that of DVP at h = 0.001 s: printed %.2f, ours %.2f",
             number(t, 1e-3, "EM", column, false) / number(t, 1e-3, "DVP", column, false),
             number(t, 1e-3, "EM", column, true) / number(t, 1e-3, "DVP", column, true));
    return w;
}

/* The largest of something over the whole runs of a method in the plan; NaN: none. */
static double largest(const report *r, const char *method, double (*of)(const hol_record *), int *n)
{
    double most = NAN;
    *n = 0;
    for (int i = 0; i < r->runs; i++) {
        const hol_record *one = r->run[i].record;
        if (strcmp(one->method->name, method) != 0 || strcmp(one->status, "ok") != 0) continue;
        double x = of(one);
        if (isnan(x)) continue;
        most = fmax(most, x);
        ++*n;
    }
    return most;
}

static double energy(const hol_record *r)
{
    return r->energy;
}

static words in_the_plan(const report *r, const char *method, const char *what,
                         double (*of)(const hol_record *))
{
    words w;
    int n;
    double most = largest(r, method, of, &n);
    if (n)
        snprintf(w.text, sizeof w.text, "%s of %s: at most %.1e over %d runs of the plan", what,
                 method, most, n);
    else
        snprintf(w.text, sizeof w.text, "the plan has no run of %s that shows it", method);
    return w;
}

static words nodal_momentum(const report *r, const report_paper *p)
{
    (void)p;
    return in_the_plan(r, "dvp", "nodal momentum error [N s, N m s]", hol_record_nodal_error);
}

static words energy_of_em(const report *r, const report_paper *p)
{
    (void)p;
    return in_the_plan(r, "em", "energy error [J]", energy);
}

/* At round-off there is nothing to drift but its random walk. */
static words drift_of_dvp(const report *r, const report_paper *p)
{
    static const double round_off = 1e-10; /* of energies of some 30 J [J] */
    words w;
    int bounded = 0, small = 0, runs = 0;
    (void)p;
    for (int i = 0; i < r->runs; i++) {
        const hol_record *one = r->run[i].record;
        if (strcmp(one->method->name, "dvp") || strcmp(one->status, "ok") || isnan(one->energy))
            continue;
        runs++;
        if (one->energy < round_off)
            small++;
        else
            bounded += one->energy_drift == HOL_DRIFT_BOUNDED;
    }
    snprintf(w.text, sizeof w.text,
             "of %d runs of dvp in the plan the energy error is bounded in %d and below %.0e J in "
             "%d",
             runs, bounded, round_off, small);
    return w;
}

static words critical_spin(const report *r, const report_paper *p)
{
    words w;
    const hol_paper_table *t = p->table[0];
    (void)r;
    snprintf(
        w.text, sizeof w.text,
        "the square of the growth rate, extrapolated from spins below it, is zero at %.4f rad/s",
        hol_paper_at(t, t->rows - 1, "critical spin [rad/s]")->ours);
    return w;
}

typedef struct {
    const char *paper, *place, *says;
    words (*measured)(const report *r, const report_paper *p);
} claim;

static const claim claims[] = {
    {"002", "section 7.1", "the top stabilises at approximately 13.5 rad/s", critical_spin},
    {"003", "section 5.1", "the errors of the rigid body are of second order in the step",
     orders_of_table_1},
    {"003", "section 5.2",
     "both methods are of second order in the position of the double spherical pendulum, EM's "
     "error slightly greater",
     orders_of_table_2},
    {"003", "section 5.2", "the DVP simulations are slightly faster at each step", cost},
    {"003", "sections 3.3, 4.6", "the discrete momentum is conserved", nodal_momentum},
    {"003", "sections 1, 5", "the energy of DVP varies about a constant value", drift_of_dvp},
    {"003", "section 5.2", "EM conserves the energy", energy_of_em},
};

/* ---------------------------------------------------------------- the section */

static void put_claims(FILE *out, const report_markup *to, const report *r, const report_paper *p)
{
    report_table t = report_paper_findings(p);
    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++) {
        if (strcmp(claims[i].paper, p->paper->id) != 0) continue;
        report_cell(&t, "%s", claims[i].place);
        report_cell(&t, "%s", claims[i].says);
        report_cell(&t, "%s", claims[i].measured(r, p).text);
    }
    if (t.count > t.columns) to->table(out, &t, NULL);
    report_table_free(&t);
}

static void put_counts(FILE *out, const report_markup *to, const hol_paper_table *t)
{
    int count[HOL_PAPER_DIFFERS + 1] = {0}, judged = 0, digits;
    char text[512];
    for (int i = 0; i < t->rows; i++)
        for (int k = t->keys; k < t->columns; k++) {
            hol_paper_verdict verdict = hol_paper_judge(t, i, k, &digits);
            count[verdict]++;
            judged += verdict != HOL_PAPER_UNJUDGED;
        }
    snprintf(text, sizeof text,
             "Of %d printed numbers, times left out, %d are reproduced to every digit, %d to two "
             "digits or more, %d in the order of magnitude; %d differ.",
             judged, count[HOL_PAPER_ALL_DIGITS], count[HOL_PAPER_DIGITS],
             count[HOL_PAPER_SAME_ORDER], count[HOL_PAPER_DIFFERS]);
    to->paragraph(out, text);
}

static void put_figures(FILE *out, const report_markup *to, const report *r, const hol_paper *paper)
{
    for (const hol_paper_figure *f = paper->figure; f->name; f++) {
        char path[REPORT_PATH], full[2 * REPORT_PATH];
        snprintf(path, sizeof path, "figures/paper-%s-%s.svg", paper->id, f->name);
        snprintf(full, sizeof full, "%s/%s", r->dir, path);
        if (access(full, R_OK) == 0) to->figure(out, r->dir, path, f->caption);
    }
}

void report_paper_heading(const report_paper *p, char text[], size_t size)
{
    snprintf(text, size, "Paper %s redone: %s", p->paper->id, p->paper->title);
}

void report_show_papers(FILE *out, const report_markup *to, const report *r)
{
    for (int i = 0; i < r->papers; i++) {
        const report_paper *p = &r->paper[i];
        char text[256];
        report_paper_heading(p, text, sizeof text);
        to->heading(out, 2, text);
        put_claims(out, to, r, p);
        for (int k = 0; k < p->tables; k++) {
            report_table lines = report_paper_lines(p->table[k]);
            to->heading(out, 3, p->table[k]->title);
            to->paragraph(out, p->table[k]->source);
            put_counts(out, to, p->table[k]);
            to->table(out, &lines, NULL);
            report_table_free(&lines);
        }
        put_figures(out, to, r, p->paper);
    }
}
