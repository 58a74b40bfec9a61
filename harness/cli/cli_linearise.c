/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `holonomy linearise PROBLEM|MODEL.yaml`: small motions about an equilibrium or a steady motion.
 */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/words.h"
#include "harness/cli/cli.h"
#include "harness/run/prepare.h"

#define SHOW_LIST(X)                                                                               \
    X(BODIES, "bodies")                                                                            \
    X(MATRICES, "matrices")

enum {
#define X(name, word) SHOW_##name,
    SHOW_LIST(X)
#undef X
        SHOWN
};

typedef struct {
    const char *problem, *output, *state;
    hol_names parameters; /* "name=value" */
    cli_set show;
    bool equilibrium, json;
} arguments;

static const char *const part[] = {SHOW_LIST(HOL_WORD) "all"};
static const cli_names parts = {"cannot show", part, sizeof *part, SHOWN + 1};

static const cli_option options[] = {
    {"equilibrium", 0, NULL, "at rest in an equilibrium near the start, which is looked for",
     cli_flag, CLI_AT(equilibrium)},
    {"json", 0, NULL, "prints one object of JSON in place of the table", cli_flag, CLI_AT(json)},
    {"output", 0, "FILE.json", "writes that object", cli_file, CLI_AT(output)},
    {NULL, 'p', "NAME=VALUE", "sets a parameter of the problem", cli_words, CLI_AT(parameters)},
    {"show", 0, "PART",
     "prints bodies (where they are), matrices or all besides; again for another", cli_some,
     CLI_AT(show)},
    {"state", 0, "FILE.json",
     "at the bodies in this file, as run --json prints them, not the start", cli_file,
     CLI_AT(state)},
    {0}};

static const cli_usage usage = {
    .options = options,
    .arguments = (const cli_argument[]){{cli_text, CLI_AT(problem)}, {0}},
    .least = 1,
    .needs = "linearise which model? holonomy linearise PROBLEM|MODEL.yaml",
    .words = "PROBLEM|MODEL.yaml",
    .about =
        "Linearises the constrained equations of a model about its start, which must be an "
        "equilibrium or the beginning of a steady motion, one along a symmetry of its equations: "
        "a glide, a precession, bodies that spin about axes of their own.  Prints the eigenvalues "
        "of small motions beside it, their frequencies and damping ratios, and whether they "
        "grow.\v"
        "docs/theory.md has the equations, docs/files.md the object of --json.  The exit code is 0 "
        "also where the motion is unstable; 1 where there is no equilibrium or steady motion, and "
        "the message says by how much.\n\n"
        "Examples:\n"
        "  holonomy linearise top -p epsilon=0 -p omega=13\n"
        "  holonomy linearise problems/four-bar.yaml --equilibrium --show all\n"
        "  holonomy linearise knife-edge -p alpha=0 --json\n"};

typedef struct {
    const arguments *a;
    const hol_problem *problem;
    const double *par;
    hol_experiment *x;
    double *q, *v; /* nq, nv */
    hol_pose *pose;
    hol_linear *L;
} task;

static const char *body_name(const task *t, int b)
{
    return hol_body_at(t->x->sys->model, b)->name;
}

/* ---------------------------------------------------------------- the table */

/* Of a pair the one with a positive imaginary part stands for both; zeros stand alone. */
static bool second_of_pair(const hol_eigenvalue *e)
{
    return e->im < 0 && !e->zero;
}

/* Without round-off. */
static double plain(const hol_linear *L, double x)
{
    double most = 0;
    for (int i = 0; i < L->n + L->m; i++)
        most = fmax(most, hypot(L->eigenvalue[i].re, L->eigenvalue[i].im));
    return fabs(x) <= 1e-12 * most ? 0 : x;
}

static void print_eigenvalue(const hol_linear *L, const hol_eigenvalue *e)
{
    double size = hypot(e->re, e->im);
    char value[48], frequency[24] = "-", ratio[24] = "-";
    if (e->zero)
        snprintf(value, sizeof value, "0");
    else if (e->im == 0)
        snprintf(value, sizeof value, "%+.10g", plain(L, e->re) + 0.0);
    else
        snprintf(value, sizeof value, "%+.10g +-%.10g i", plain(L, e->re) + 0.0, e->im);
    if (e->im != 0 && !e->zero) snprintf(frequency, sizeof frequency, "%.6g", e->im / (2 * M_PI));
    if (!e->zero) snprintf(ratio, sizeof ratio, "%.4g", plain(L, -e->re) / size + 0.0);
    printf("%-38s %12s %10s%s\n", value, frequency, ratio,
           e->symmetry ? "  symmetry"
           : e->grows  ? "  grows"
           : e->zero   ? "  zero"
                       : "");
}

static void print_motion(const task *t)
{
    const hol_linear *L = t->L;
    if (!L->steady) return;
    for (int turns = 0; turns < 2; turns++) {
        const double *x = turns ? L->angular : L->linear;
        if (hol_norm(3, x) == 0) continue;
        printf("%-13s (%.6g, %.6g, %.6g) %s, all bodies\n", turns ? "turns by" : "moves by", x[0],
               x[1], x[2], turns ? "rad/s" : "m/s");
    }
    for (int i = 0; i < L->spins; i++)
        printf("%-13s %.6g rad/s about its axis %d, %s\n", "spins by", L->spin[i].rate,
               L->spin[i].axis + 1, body_name(t, L->spin[i].body));
}

/* Columns in groups that fit a line. */
static void print_matrix(const char *name, int rows, int cols, const double A[])
{
    enum { GROUP = 6 };
    for (int first = 0; first < cols && rows; first += GROUP) {
        int last = first + GROUP < cols ? first + GROUP : cols;
        printf("\n%s", name);
        if (cols > GROUP) printf(", columns %d to %d", first + 1, last);
        puts("");
        for (int i = 0; i < rows; i++) {
            for (int j = first; j < last; j++) printf(" %12.5g", A[i * cols + j] + 0.0);
            puts("");
        }
    }
}

static void print_bodies(const task *t)
{
    printf("\n%-16s %-30s %s\n", "body", "r [m]", "p");
    for (int b = 0; b < t->x->sys->nb; b++) {
        const hol_pose *at = &t->pose[b];
        char place[64];
        snprintf(place, sizeof place, "%.5g %.5g %.5g", at->r[0], at->r[1], at->r[2]);
        printf("%-16.16s %-26s  %.5g %.5g %.5g %.5g\n", body_name(t, b), place, at->p[0], at->p[1],
               at->p[2], at->p[3]);
    }
}

static void print(const task *t)
{
    const hol_linear *L = t->L;
    printf("%s | %s | %s\n", t->problem->name, L->steady ? "steady motion" : "equilibrium",
           hol_stability_name(L->stability));
    printf("%d coordinates, %d velocities; accelerations off by %.1e of the largest\n", L->n, L->m,
           L->off);
    printf("%d symmetries, %d of which move the state\n", L->symmetries, L->along);
    print_motion(t);
    printf("\n%-38s %12s %10s\n", "eigenvalue [1/s]", "[Hz]", "damping");
    for (int i = 0; i < L->n + L->m; i++)
        if (!second_of_pair(&L->eigenvalue[i])) print_eigenvalue(L, &L->eigenvalue[i]);
    if (t->a->show.has[SHOW_BODIES]) print_bodies(t);
    if (!t->a->show.has[SHOW_MATRICES]) return;
    print_matrix("K [1/s^2]", L->m, L->n, L->K);
    print_matrix("C [1/s]", L->m, L->m, L->C);
    print_matrix("S [1/s]", L->n - L->m, L->n, L->S);
}

/* ---------------------------------------------------------------- the object */

static void matrix(hol_json *j, const char *key, int rows, int cols, const double A[])
{
    hol_json_open(j, key, '[');
    for (int i = 0; i < rows; i++) hol_json_numbers(j, NULL, cols, A + i * cols);
    hol_json_close(j, ']');
}

static void motion(hol_json *j, const task *t)
{
    const hol_linear *L = t->L;
    hol_json_string(j, "motion", L->steady ? "steady" : "equilibrium");
    hol_json_numbers(j, "linear", 3, L->linear);
    hol_json_numbers(j, "angular", 3, L->angular);
    hol_json_open(j, "spins", '[');
    for (int i = 0; i < L->spins; i++) {
        hol_json_open(j, NULL, '{');
        hol_json_string(j, "body", body_name(t, L->spin[i].body));
        hol_json_integer(j, "axis", L->spin[i].axis + 1);
        hol_json_number(j, "rate", L->spin[i].rate);
        hol_json_close(j, '}');
    }
    hol_json_close(j, ']');
    hol_json_number(j, "off", L->off);
    hol_json_integer(j, "symmetries", L->symmetries);
    hol_json_integer(j, "along", L->along);
}

static void eigenvalues(hol_json *j, const hol_linear *L)
{
    hol_json_open(j, "eigenvalues", '[');
    for (const hol_eigenvalue *e = L->eigenvalue; e < L->eigenvalue + (L->n + L->m); e++) {
        hol_json_open(j, NULL, '{');
        hol_json_number(j, "re", e->re);
        hol_json_number(j, "im", e->im);
        hol_json_number(j, "frequency", fabs(e->im) / (2 * M_PI));
        hol_json_number(j, "damping", e->zero ? (double)NAN : (0 - e->re) / hypot(e->re, e->im));
        hol_json_string(j, "kind",
                        e->symmetry ? "symmetry"
                        : e->grows  ? "grows"
                        : e->zero   ? "zero"
                                    : "mode");
        hol_json_close(j, '}');
    }
    hol_json_close(j, ']');
}

static void print_json(const task *t, FILE *out)
{
    const hol_linear *L = t->L;
    hol_json j = hol_json_begin(out);
    hol_json_string(&j, "problem", t->problem->name);
    cli_json_values(&j, "parameters", t->problem->parameters, t->par);
    motion(&j, t);
    hol_json_string(&j, "stability", hol_stability_name(L->stability));
    hol_json_number(&j, "noise", L->noise);
    eigenvalues(&j, L);
    matrix(&j, "stiffness", L->m, L->n, L->K);
    matrix(&j, "damping", L->m, L->m, L->C);
    matrix(&j, "slip", L->n - L->m, L->n, L->S);
    matrix(&j, "state", L->n + L->m, L->n + L->m, L->state);
    matrix(&j, "basis", L->n, 6 * L->bodies, L->basis);
    hol_json_open(&j, "bodies", '[');
    for (int b = 0; b < t->x->sys->nb; b++) cli_json_body(&j, body_name(t, b), &t->pose[b]);
    hol_json_end(&j);
}

/* ---------------------------------------------------------------- the command */

static int show(const task *t)
{
    const char *path = t->a->output;
    int code = HOL_EXIT_OK;
    if (path) {
        FILE *out = cli_output(path);
        if (!out) return HOL_EXIT_FILE;
        print_json(t, out);
        code = cli_output_end(out, path, HOL_EXIT_OK);
    }
    if (t->a->json)
        print_json(t, stdout);
    else
        print(t);
    return cli_finish(code);
}

/* The poses of --state into t->pose; the exit code. */
static int read_state(const task *t)
{
    int bodies = t->x->sys->nb, code = HOL_EXIT_OK;
    hol_poses_asked asked = {.problem = t->problem->name, .bodies = bodies};
    hol_message why;
    hol_start_pose *start = cli_read_state(t->a->state, &asked.starts);
    if (!start) return HOL_EXIT_INPUT;
    hol_word *name = hol_new(bodies, sizeof *name);
    for (int b = 0; b < bodies; b++) snprintf(name[b], sizeof name[b], "%s", body_name(t, b));
    asked.body = name;
    asked.start = start;
    if (!hol_order_starts(&asked, t->pose, &why)) {
        hol_complain("%s: %s", t->a->state, why.text);
        code = HOL_EXIT_INPUT;
    }
    free(name), free(start);
    return code;
}

static int solve(task *t)
{
    hol_eval *sys = t->x->sys;
    hol_message why = {""};
    t->q = hol_new(sys->nq, sizeof *t->q);
    t->v = hol_new(sys->nv, sizeof *t->v);
    t->pose = hol_new(sys->nb, sizeof *t->pose);
    int code = t->a->state ? read_state(t) : HOL_EXIT_OK;
    if (code) return code;
    hol_place(sys, t->a->state ? t->pose : NULL, t->q, t->v);
    if (t->a->equilibrium) memset(t->v, 0, (size_t)sys->nv * sizeof *t->v);
    if (!t->a->equilibrium || hol_equilibrium(sys, t->q, &why))
        t->L = hol_linearise(sys, t->q, t->v, &why);
    if (!t->L) return hol_refuse(HOL_EXIT_FAILED, "%s: %s", t->problem->name, why.text);
    hol_poses(sys, t->q, t->v, t->pose);
    return show(t);
}

static int linearise(void *arguments_, const hol_problem *problem)
{
    const arguments *a = arguments_;
    double *par = cli_parameters(problem, &a->parameters);
    if (!par) return HOL_EXIT_USAGE;
    const hol_setup setup = {.problem = problem,
                             .parameters = par,
                             .formulation = "natural",
                             .redundant = HOL_REDUNDANT_REFUSE};
    task t = {.a = a, .problem = problem, .par = par};
    hol_refusal refusal;
    hol_message why;
    int code = HOL_EXIT_INPUT;
    t.x = hol_experiment_open(&setup, &refusal);
    if (t.x)
        code = solve(&t);
    else {
        hol_refusal_text(&refusal, &why);
        hol_complain("%s", why.text);
    }
    hol_linear_free(t.L);
    hol_experiment_close(t.x);
    free(t.q), free(t.v), free(t.pose), free(par);
    return code;
}

int cli_linearise(int argc, char **argv)
{
    arguments a = {.show = {.of = &parts}};
    return cli_command_on(&usage, argc, argv, &a, linearise);
}
