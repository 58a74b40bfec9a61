/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report as a document: what ran where, and per problem its tables and figures. */
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "harness/report.h"

enum { LONG = 1024 };

/* ---------------------------------------------------------------- a column is a view of a record
 */

/* What a run measured that came to its end; of others matrix.csv has what there is. */
static void measure(report_table *t, const hol_record *r, double x)
{
    if (isnan(x) || strcmp(r->status, "ok") != 0)
        report_cell(t, "–");
    else
        report_cell(t, "%.2e", x);
}

static void method(report_table *t, const hol_record *r)
{
    report_cell(t, "%s", r->method->name);
}

static void formulation(report_table *t, const hol_record *r)
{
    report_cell(t, "%s%s%s", r->formulation, r->same_as[0] ? " = " : "", r->same_as);
}

static void control(report_table *t, const hol_record *r)
{
    report_cell(t, r->adaptive ? "rtol %.3g" : "h %.3g", r->adaptive ? r->rtol : r->h);
}

static void steps(report_table *t, const hol_record *r)
{
    if (!r->ran)
        report_cell(t, "–");
    else if (r->rejected)
        report_cell(t, "%ld + %ld", r->steps, r->rejected);
    else
        report_cell(t, "%ld", r->steps);
}

static void energy(report_table *t, const hol_record *r)
{
    measure(t, r, r->energy);
}

static void drift(report_table *t, const hol_record *r)
{
    bool known = r->energy_drift != HOL_DRIFT_UNKNOWN && !strcmp(r->status, "ok");
    report_cell(t, "%s", known ? hol_drift_name(r->energy_drift) : "–");
}

static void momentum(report_table *t, const hol_record *r)
{
    measure(t, r, hol_record_momentum_error(r));
}

static void nodal(report_table *t, const hol_record *r)
{
    measure(t, r, hol_record_nodal_error(r));
}

static void joints(report_table *t, const hol_record *r)
{
    measure(t, r, r->phi);
}

static void inner(report_table *t, const hol_record *r)
{
    measure(t, r, r->phi_inner);
}

static void velocity(report_table *t, const hol_record *r)
{
    measure(t, r, r->gv);
}

static void position_error(report_table *t, const hol_record *r)
{
    measure(t, r, r->error.position);
}

static void orientation_error(report_table *t, const hol_record *r)
{
    measure(t, r, r->error.orientation);
}

static void velocity_error(report_table *t, const hol_record *r)
{
    measure(t, r, r->error.velocity);
}

static void cpu(report_table *t, const hol_record *r)
{
    if (isnan(r->cpu_seconds))
        report_cell(t, "–");
    else
        report_cell(t, "%.3g", 1e3 * r->cpu_seconds);
}

static void status(report_table *t, const hol_record *r)
{
    report_cell(t, "%s%s%s", r->status, r->why.text[0] ? ": " : "", r->why.text);
}

static const struct {
    const char *heading;
    bool number;
    void (*cell)(report_table *, const hol_record *);
} column[] = {
    {"method", false, method},
    {"formulation", false, formulation},
    {"control", false, control},
    {"steps", true, steps},
    {"energy [J]", true, energy},
    {"energy drift", false, drift},
    {"momentum", true, momentum},
    {"nodal momentum", true, nodal},
    {"joints |Φ|", true, joints},
    {"inner |Φ|", true, inner},
    {"velocity |G v|", true, velocity},
    {"position error [m]", true, position_error},
    {"orientation error [rad]", true, orientation_error},
    {"velocity error", true, velocity_error},
    {"CPU [ms]", true, cpu},
    {"status", false, status},
};

enum { COLUMNS = sizeof column / sizeof *column };

/* ---------------------------------------------------------------- tables of records */

typedef bool chosen(const hol_record *r);

static bool any_record(const hol_record *r)
{
    return r != NULL;
}

static bool default_level(const hol_record *r)
{
    return r->level == HOL_LEVEL_DEFAULT;
}

/* A column in which no record has anything is left out. */
static void drop_empty(report_table *t, report_table *kept, bool number[])
{
    bool full[COLUMNS] = {false};
    for (int i = t->columns; i < t->count; i++)
        full[i % t->columns] |= strcmp(t->cell[i], "–") && strcmp(t->cell[i], "0.00e+00");
    for (int k = 0; k < t->columns; k++)
        if (full[k]) number[kept->columns++] = column[k].number;
    for (int i = 0; i < t->count; i++)
        if (full[i % t->columns]) report_cell(kept, "%s", t->cell[i]);
    kept->number = number;
}

static void records(FILE *out, const report_markup *to, const hol_matrix *m,
                    const hol_problem *problem, chosen *choose, const char *folded)
{
    report_table all = {.columns = COLUMNS}, kept = {0};
    bool number[COLUMNS];
    for (int k = 0; k < COLUMNS; k++) report_cell(&all, "%s", column[k].heading);
    for (int i = 0; i < m->count; i++)
        if (m->record[i].problem == problem && choose(&m->record[i]))
            for (int k = 0; k < COLUMNS; k++) column[k].cell(&all, &m->record[i]);
    drop_empty(&all, &kept, number);
    to->table(out, &kept, folded);
    report_table_free(&all);
    report_table_free(&kept);
}

/* ---------------------------------------------------------------- the opening */

static void facts(FILE *out, const report_markup *to, const report *r)
{
    report_table t = {.columns = 2};
    report_cell(&t, "what");
    report_cell(&t, "value");
    for (int i = 0; i < r->facts; i++) {
        report_cell(&t, "%s", r->fact[i].name);
        report_cell(&t, "%s", r->fact[i].value);
    }
    to->table(out, &t, NULL);
    report_table_free(&t);
}

/* The first record of the method that ran; NULL where none did. */
static const hol_record *first_run(const hol_matrix *m, const hol_method *method)
{
    for (int i = 0; i < m->count; i++)
        if (m->record[i].method == method && m->record[i].ran) return &m->record[i];
    return NULL;
}

static void methods(FILE *out, const report_markup *to, const report *r)
{
    static const char *const heading[] = {"method", "family", "order", "step", "about", "source"};
    static const bool number[] = {false, false, true, false, false, false};
    report_table t = {.columns = sizeof heading / sizeof *heading, .number = number};
    const hol_method *one;
    for (int k = 0; k < t.columns; k++) report_cell(&t, "%s", heading[k]);
    for (int k = 0; (one = hol_method_at(k)); k++) {
        const hol_record *ran = first_run(&r->levels, one);
        report_cell(&t, "%s", one->name);
        report_cell(&t, "%s", one->family);
        report_cell(&t, ran ? "%.3g" : "–", ran ? ran->order_q : 0.0);
        report_cell(&t, "%s", !ran ? "–" : ran->adaptive ? "error estimate" : "fixed");
        report_cell(&t, "%s", one->about);
        report_cell(&t, "%s", one->source);
    }
    to->table(out, &t, NULL);
    report_table_free(&t);
}

static void list(char text[], size_t size, int n, const double x[], double factor, const char *unit)
{
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < n && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%.4g%s", i ? ", " : "", factor * x[i],
                                 unit);
}

static void how_to_read(FILE *out, const report_markup *to)
{
    char text[LONG], tolerances[128];
    list(tolerances, sizeof tolerances, HOL_LEVELS, hol_level_tolerance, 1.0, "");
    snprintf(
        text, sizeof text,
        "Every method runs in its default formulation on every problem: at %d fixed steps, "
        "or, where it has an error estimate, at rtol = atol = %s. Energy, momentum and "
        "constraint columns are the largest deviations over all steps from the start's value; "
        "momentum is the largest over the momentum maps, in N s or N m s, from the state's "
        "own velocities; nodal momentum is the discrete one of a variational method. "
        "Constraint residuals are in m or a cosine, and their rates. Errors are Euclidean "
        "norms over all bodies against the reference solution at the end of the run (velocity: "
        "m/s and rad/s together). CPU "
        "time is that of the steps alone, the least of %d timed repeats, one run at a time. "
        "Steps read accepted + rejected. A dash is a quantity that is not there; a run that "
        "failed has nothing but its reason.",
        HOL_LEVELS, tolerances, HOL_REPEATS);
    to->paragraph(out, text);
    to->paragraph(out, "Columns in which a problem has nothing but dashes or exact zeros are left "
                       "out; matrix.csv has every number of every run.");
}

/* ---------------------------------------------------------------- a problem */

static void figures(FILE *out, const report_markup *to, const report *r, const hol_problem *problem)
{
    for (const report_figure *f = report_figures; f->name; f++) {
        char path[REPORT_PATH], full[2 * REPORT_PATH];
        report_figure_path(problem, f, path, sizeof path);
        snprintf(full, sizeof full, "%s/%s", r->dir, path);
        if (access(full, R_OK) == 0) to->figure(out, r->dir, path, f->caption);
    }
}

static void one_problem(FILE *out, const report_markup *to, const report *r,
                        const hol_problem *problem)
{
    char text[LONG], steps_used[128];
    to->heading(out, 2, problem->name);
    snprintf(text, sizeof text, "%s %s.", problem->about, problem->source);
    to->paragraph(out, text);
    if (problem->drawing) to->drawing(out, problem->drawing);
    snprintf(text, sizeof text, "At h = %.3g s, or rtol = %.3g, over %.3g s",
             problem->step * hol_level_step[HOL_LEVEL_DEFAULT],
             hol_level_tolerance[HOL_LEVEL_DEFAULT], problem->t_end);
    to->heading(out, 3, text);
    records(out, to, &r->levels, problem, default_level, NULL);
    figures(out, to, r, problem);
    list(steps_used, sizeof steps_used, HOL_LEVELS, hol_level_step, problem->step, " s");
    snprintf(text, sizeof text, "All runs: steps %s, or the tolerances", steps_used);
    records(out, to, &r->levels, problem, any_record, text);
    snprintf(text, sizeof text, "Every formulation, at h = %.3g s", problem->step);
    records(out, to, &r->formulations, problem, any_record, text);
}

bool report_document(const report *r, const report_markup *to)
{
    const hol_problem *problem;
    report_file file;
    if (!report_open(&file, r->dir, to->file)) return false;
    to->begin(file.out, "Holonomy: methods and problems side by side");
    how_to_read(file.out, to);
    for (int i = 0; (problem = hol_problem_at(i)); i++) one_problem(file.out, to, r, problem);
    to->heading(file.out, 2, "The methods");
    methods(file.out, to, r);
    to->heading(file.out, 2, "Machine and build");
    facts(file.out, to, r);
    to->end(file.out);
    return report_close(&file);
}
