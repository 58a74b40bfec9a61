/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `holonomy explain NAME`: a method, problem or formulation, or a method on a problem; the rest is
 * in cli_parts.c. */
#include <float.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "harness/cli/cli.h"
#include "harness/cli/cli_derive.h"
#include "harness/cli/cli_fits.h"
#include "harness/cli/cli_plugins.h"
#include "harness/cli/cli_terminal.h"
#include "harness/report/report_sketch.h"
#include "harness/store/spec.h"

/* "  source: ...", folded. */
static void paragraph(const char *what, const char *text)
{
    int used = printf("  %s", what);
    cli_fold(stdout, used, 4, text);
}

/* ---------------------------------------------------------------- tables of options */

static void range(const hol_option *o, char text[128])
{
    char min[64], max[64];
    text[0] = '\0';
    if (o->kind == HOL_CHOICE) {
        snprintf(text, 128, "%s", o->choices);
        for (char *c = text; *c; c++)
            if (*c == ' ') *c = '|';
        return;
    }
    hol_option_print(o, o->min, min);
    hol_option_print(o, o->max, max);
    snprintf(text, 128, "%.60s .. %.60s", min, max);
}

void cli_option_table(const char *title, const hol_option table[])
{
    if (!hol_option_count(table)) return;
    printf("\n%s\n", title);
    for (const hol_option *o = table; o->name; o++) {
        char usual[64], allowed[128];
        hol_option_print(o, o->value, usual);
        enum { HELP = 32 }; /* its column */
        int used = printf("  %-14s = %-12s ", o->name, usual);
        if (o->max == DBL_MAX) { /* any number */
            cli_fold(stdout, used, HELP, o->help);
            continue;
        }
        range(o, allowed);
        printf("%s%s\n%*s", o->kind == HOL_INT ? "integer, " : "", allowed, HELP, "");
        cli_fold(stdout, HELP, HELP, o->help);
    }
}

static void print_ends(const hol_option_end *end)
{
    if (end) printf("\nOptions that may end a run\n");
    for (; end && end->option; end++) {
        int used = printf("  %-16s ", end->option);
        used += printf("%s: ", hol_status_name(end->status));
        cli_fold(stdout, used, 19, end->why);
    }
}

/* ---------------------------------------------------------------- method */

static const char *kept_word(hol_kept kept)
{
    static const char *const word[] = {
        [HOL_NOT_KEPT] = "not kept", [HOL_BOUNDED] = "bounded", [HOL_EXACT] = "exact"};
    return word[kept];
}

static void print_claims(const hol_method *method, const hol_claims *c)
{
    const char *at = method->order_at;
    printf("  order: q %g, v %g, multipliers %g (0: no claim)%s%s\n", c->order_q, c->order_v,
           c->order_lambda, at ? ", at " : "", at ? at : "");
    printf("  energy %s, momentum %s, nodal momentum %s\n", kept_word(c->energy),
           kept_word(c->momentum), kept_word(c->nodal_momentum));
    printf("  constraints: position %s, velocity %s, inner %s\n", kept_word(c->phi),
           kept_word(c->gv), kept_word(c->inner));
    printf("  %s, %s\n", c->symmetric ? "symmetric" : "not symmetric",
           c->symplectic ? "symplectic" : "not symplectic");
    if (c->lambda_time != 0.0) printf("  its own multipliers stand at t %+g h\n", c->lambda_time);
    if (c->error_order > 0.0)
        printf("  error estimate of order %g: takes --rtol and --atol\n", c->error_order);
    else if (c->own_control)
        printf("  steps of its own within a step: takes --rtol and --atol\n");
    else
        printf("  no error estimate: fixed steps\n");
}

/* The system in the method's own formulation, else in the first that it steps; sys NULL: in none.
 */
static cli_realised realise_for(const hol_method *method, const hol_problem *problem,
                                const hol_names *formulations)
{
    cli_realised x = cli_realise(problem, method->formulation);
    for (int i = 0; i < formulations->count && (!x.sys || hol_missing_with(method, x.sys, NULL));
         i++) {
        hol_experiment_close(x.x);
        x = cli_realise(problem, formulations->of[i]);
    }
    if (x.sys && !hol_missing_with(method, x.sys, NULL)) return x;
    hol_experiment_close(x.x);
    return (cli_realised){0};
}

/* The first problem whose energy is kept, else the first that the method steps; NULL: there is
 * none. */
static const hol_problem *shown(const hol_method *method, const hol_names *formulations)
{
    const hol_problem *problem, *first = NULL;
    for (int k = 0; (problem = hol_problem_at(k)); k++) {
        cli_realised x = realise_for(method, problem, formulations);
        bool steps = x.sys, keeps = steps && hol_keeps_energy(x.sys);
        hol_experiment_close(x.x);
        if (keeps) return problem;
        if (steps && !first) first = problem;
    }
    return first;
}

/* Claims depend on the system. */
static void claims_of(const hol_method *method, const hol_problem *problem,
                      const hol_names *formulations)
{
    cli_realised x = realise_for(method, problem, formulations);
    if (!x.sys) return;
    double *opt = hol_table_values(method->options, NULL);
    hol_claims claims = hol_method_claims(method, x.sys, opt);
    printf("\nClaims (on %s in %s, default options)\n", problem->name, x.sys->formulation);
    print_claims(method, &claims);
    free(opt);
    hol_experiment_close(x.x);
}

static void print_runs(cli_fits *f, const hol_method *method, const hol_problem *problem,
                       const hol_names *formulations)
{
    int count = formulations->count;
    cli_realised *x = hol_new(count, sizeof *x);
    for (int i = 0; i < count; i++) x[i] = cli_realise(problem, formulations->of[i]);
    cli_fits_row(f, problem->name, method, problem, x, formulations->of, count);
    for (int i = 0; i < count; i++) hol_experiment_close(x[i].x);
    free(x);
}

/* given: the problem asked for; NULL: all. */
static void explain_method(const hol_method *method, const hol_problem *given)
{
    char needs[256];
    const hol_problem *problem;
    hol_names formulations = {0};
    hol_names_of_formulations(&formulations);
    hol_traits_text(method->needs, needs, sizeof needs);
    printf("%s, a method of the family %s\n", method->name, method->family);
    paragraph("", method->about);
    paragraph("source: ", method->source);
    cli_explain_plugin(hol_plugin_of_method(method));
    printf("  formulation: %s unless --formulation says otherwise\n", method->formulation);
    paragraph("needs: ", needs[0] ? needs : "nothing");
    cli_option_table("Options (-o name=value)", method->options);
    print_ends(method->ends);
    problem = given ? given : shown(method, &formulations);
    if (problem) claims_of(method, problem, &formulations);
    cli_fits f = {0};
    cli_fits_heading("Runs", formulations.of, formulations.count);
    if (given) print_runs(&f, method, given, &formulations);
    for (int k = 0; !given && (problem = hol_problem_at(k)); k++)
        print_runs(&f, method, problem, &formulations);
    cli_fits_end(&f);
    hol_names_clear(&formulations);
}

/* ---------------------------------------------------------------- problem */

static void print_bodies(const hol_model *model)
{
    static const char *const shape[HOL_SHAPES] = {
        [HOL_RIGID] = "rigid", [HOL_POINT] = "point", [HOL_ROD] = "rod", [HOL_PLANAR] = "planar"};
    printf("\nBodies\n");
    for (int b = 0; b < hol_body_count(model); b++) {
        const hol_body *body = hol_body_at(model, b);
        printf("  %-14s %-7s m = %g kg", body->name, shape[body->shape], body->m);
        if (body->shape != HOL_POINT)
            printf(", J = (%g, %g, %g) kg m^2", body->J[0], body->J[1], body->J[2]);
        printf("%s\n", body->fixed ? ", centre fixed" : "");
    }
}

/* before: the rows that depend on others of the formulation before, which are not said again. */
static void print_sizes(hol_eval *sys, const char *before)
{
    char traits[400];
    const char *rows = sys->dependent.text.text;
    hol_traits_text(~sys->has, traits, sizeof traits);
    hol_text t;
    hol_text_begin(&t);
    fprintf(t.out, "%d coordinates, %d velocities, rows: %d joint, %d inner", sys->nq, sys->nv,
            sys->nj, sys->nc - sys->nj);
    if (sys->na) fprintf(t.out, ", %d nonholonomic", sys->na);
    if (sys->same_as) fprintf(t.out, " (= %s)", sys->same_as);
    printf("  %-10s ", sys->formulation);
    cli_fold_end(stdout, 13, 13, &t);
    printf("%*slacks ", 13, "");
    cli_fold(stdout, 19, 13, traits[0] ? traits : "nothing");
    if (hol_tree_about(sys)) {
        printf("%*s", 13, "");
        cli_fold(stdout, 13, 13, hol_tree_about(sys));
    }
    if (!rows[0] || !strcmp(rows, before)) return;
    printf("%*s", 13, "");
    cli_fold(stdout, 13, 13, rows);
}

static void fold_names(const char *title, int count, const char *const name[])
{
    enum { MOST = 40 }; /* shown */
    hol_text t;
    if (!count) return;
    hol_text_begin(&t);
    for (int i = 0; i < count && i < MOST; i++) fprintf(t.out, " %s", name[i]);
    if (count > MOST) fprintf(t.out, " ... (%d)", count);
    char *text = hol_text_end(&t);
    printf("\n%s\n  ", title);
    cli_fold(stdout, 2, 2, text + 1);
    free(text);
}

static void print_rows(hol_eval *sys)
{
    fold_names("Joint rows, in the order of the multipliers", sys->nj, sys->row_name);
    fold_names("Momenta", sys->ns, sys->momentum_name);
}

/* Which methods run in which formulation, and what the others lack; nothing where none is there. */
static void print_matrix(const hol_problem *problem, const cli_realised x[],
                         const char *const formulation[], int count)
{
    const hol_method *method;
    cli_fits f = {0};
    bool any = false;
    for (int i = 0; i < count; i++) any |= x[i].sys != NULL;
    if (!any) return;
    cli_fits_heading("Methods", formulation, count);
    for (int k = 0; (method = hol_method_at(k)); k++)
        cli_fits_row(&f, method->name, method, problem, x, formulation, count);
    cli_fits_end(&f);
}

/* Rows of the model that the formulations below are without. */
static void print_left_out(const hol_experiment *x)
{
    char text[sizeof x->left_out.text.text + 48];
    if (!x->left_out.count) return;
    snprintf(text, sizeof text, "%s (redundant: %s)", x->left_out.text.text,
             hol_redundant_name(x->redundant));
    printf("\nRedundant rows left out\n");
    paragraph("", text);
}

/* The problem's own, else a sketch of its model where it starts. */
static void print_drawing(const hol_problem *problem)
{
    if (problem->drawing && *problem->drawing) {
        printf("\n%s", problem->drawing);
    } else if (problem->model) {
        report_sketch s = report_sketch_of(problem->model, NULL);
        putchar('\n');
        report_sketch_text(stdout, &s);
        report_sketch_free(&s);
    }
}

static void explain_problem(const hol_problem *problem)
{
    int shown = -1;
    char truth[256];
    hol_names names = {0};
    hol_names_of_formulations(&names);
    const char **formulation = names.of;
    int count = problem->own ? names.count : names.count - 1; /* `own` is the last */
    cli_realised *x = hol_new(count, sizeof *x);
    printf("%s, a problem\n", problem->name);
    paragraph("", problem->about);
    if (problem->source && *problem->source) paragraph("source: ", problem->source);
    cli_explain_plugin(hol_plugin_of_problem(problem));
    for (int k = 0; hol_plugin_of_laws(problem, k); k++)
        cli_explain_plugin(hol_plugin_of_laws(problem, k));
    print_drawing(problem);
    cli_option_table("Parameters (-p name=value)", problem->parameters);
    for (int i = 0; i < count; i++) {
        x[i] = cli_realise(problem, formulation[i]);
        if (x[i].sys && shown < 0) shown = i;
    }
    if (shown >= 0 && x[shown].sys->model) print_bodies(x[shown].sys->model);
    if (shown >= 0) print_rows(x[shown].x->whole ? x[shown].x->whole : x[shown].sys);
    if (shown >= 0) print_left_out(x[shown].x);
    printf("\nSpan %g s, step %g s\n", problem->t_end, problem->step);
    cli_truth(problem, truth, sizeof truth);
    paragraph("reference: ", truth);
    printf("\nFormulations\n");
    const char *dependent = "";
    for (int i = 0; i < count; i++) {
        if (x[i].sys) {
            print_sizes(x[i].sys, dependent);
            dependent = x[i].sys->dependent.text.text;
        } else {
            int used = printf("  %-10s no: ", formulation[i]);
            cli_fold(stdout, used, 13, x[i].why.reason.text);
        }
    }
    print_matrix(problem, x, formulation, count);
    for (int i = 0; i < count; i++) hol_experiment_close(x[i].x);
    free(x);
    hol_names_clear(&names);
}

/* ---------------------------------------------------------------- formulation */

static void explain_formulation(const char *name)
{
    const hol_formulation *f = hol_formulation_named(name);
    const hol_problem *problem;
    const hol_method *method;
    printf("%s, a formulation\n", name);
    paragraph("", f ? hol_formulation_about(f)
                    : "a problem's published coordinates, where it has them");
    printf("\nProblems\n");
    for (int k = 0; (problem = hol_problem_at(k)); k++) {
        cli_realised x = cli_realise(problem, name);
        printf("  %s\n", problem->name);
        if (x.sys) {
            print_sizes(x.sys, "");
            hol_text t;
            hol_text_begin(&t);
            for (int i = 0; (method = hol_method_at(i)); i++)
                if (!hol_missing_with(method, x.sys, NULL)) fprintf(t.out, " %s", method->name);
            char *methods = hol_text_end(&t);
            printf("%*smethods:", 13, "");
            cli_fold(stdout, 21, 13, methods[0] ? methods : " none");
            free(methods);
        } else {
            int used = printf("    no: ");
            cli_fold(stdout, used, used, x.why.reason.text);
        }
        hol_experiment_close(x.x);
    }
}

/* ---------------------------------------------------------------- the command */

typedef struct {
    const char *name, *problem;
} arguments;

static const cli_usage usage = {
    .arguments = (const cli_argument[]){{cli_text, CLI_AT(name)}, {cli_text, CLI_AT(problem)}, {0}},
    .least = 1,
    .needs = "explain what? holonomy explain NAME of a method, problem, formulation, joint, force, "
             "body or paper",
    .words = "NAME|MODEL.yaml [PROBLEM|MODEL.yaml]",
    .about = "Says what a method, problem, formulation, paper, or body, joint or force of a model "
             "in YAML "
             "is: source, options with their ranges, "
             "claims, needs, and what runs with what.  Claims of a method depend on the problem: "
             "they are those on the PROBLEM after it, else on one whose energy is kept.\v"
             "Examples:\n"
             "  holonomy explain shake\n"
             "  holonomy explain shake crank\n"
             "  holonomy explain rigid-body\n"
             "  holonomy explain natural\n"
             "  holonomy explain revolute\n"
             "  holonomy explain 003\n"};

static int unknown(const char *name)
{
    if (hol_method_left_out(name)) {
        cli_method(name); /* says what is missing */
        return HOL_EXIT_USAGE;
    }
    hol_names all = {0};
    hol_names_of_methods(&all);
    hol_names_of_problems(&all);
    hol_names_of_formulations(&all);
    cli_names_of_parts(&all);
    hol_guess guess = hol_did_you_mean(name, all.of, all.count);
    hol_complain("no method, problem, formulation, joint, force, body or paper is named '%s'%s",
                 name, guess.text[0] ? guess.text : ": `holonomy list` shows them");
    hol_names_clear(&all);
    return HOL_EXIT_USAGE;
}

static int explain_on(const hol_method *method, const char *name)
{
    const hol_problem *problem = cli_problem(name);
    if (!problem) return cli_problem_code(name);
    explain_method(method, problem);
    cli_problem_free(problem);
    return cli_finish(HOL_EXIT_OK);
}

int cli_explain(int argc, char **argv)
{
    arguments a = {0};
    if (!cli_parse(&usage, argc, argv, &a)) return HOL_EXIT_USAGE;
    const hol_method *method = a.problem ? cli_method(a.name) : hol_method_named(a.name);
    if (a.problem) return method ? explain_on(method, a.problem) : HOL_EXIT_USAGE;
    bool is_problem = cli_is_problem(a.name);
    const hol_problem *problem = is_problem ? cli_problem(a.name) : NULL;
    if (method)
        explain_method(method, NULL);
    else if (problem)
        explain_problem(problem);
    else if (hol_formulation_named(a.name) || !strcmp(a.name, "own"))
        explain_formulation(a.name);
    else if (cli_explain_part(a.name))
        ;
    else
        return is_problem ? cli_problem_code(a.name) : unknown(a.name);
    cli_problem_free(problem);
    return cli_finish(HOL_EXIT_OK);
}
