/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `holonomy explain NAME`: a method, problem or formulation, or a method on a problem. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "harness/cli/cli.h"
#include "harness/store/spec.h"
#include "holonomy/model_file.h"

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

static void option_table(const char *title, const hol_option table[])
{
    if (!hol_option_count(table)) return;
    printf("\n%s\n", title);
    for (const hol_option *o = table; o->name; o++) {
        char usual[64], allowed[128];
        hol_option_print(o, o->value, usual);
        range(o, allowed);
        printf("  %-14s = %-12s %s\n", o->name, usual, o->help);
        printf("  %-14s   %s%s\n", "", o->kind == HOL_INT ? "integer, " : "", allowed);
    }
}

static void print_ends(const hol_option_end *end)
{
    if (end) printf("\nOptions that may end a run\n");
    for (; end && end->option; end++)
        printf("  %-16s %s: %s\n", end->option, hol_status_name(end->status), end->why);
}

/* ---------------------------------------------------------------- a problem realised */

typedef struct { /* a problem with its default parameters in one formulation, or why it is not */
    hol_experiment *x;
    hol_eval *sys; /* NULL: there is none */
    hol_refusal why;
} realised;

static realised realise(const hol_problem *problem, const char *formulation)
{
    realised x = {0};
    x.x = hol_experiment_open(&(hol_setup){.problem = problem, .formulation = formulation}, &x.why);
    if (x.x) x.sys = x.x->sys;
    return x;
}

/* "natural" or "euler: needs a constant mass matrix" */
static void print_fit(const hol_method *method, const realised *x, const char *formulation)
{
    char missing[512] = "";
    if (x->sys) hol_missing_text(method, x->sys, missing, sizeof missing);
    if (!x->sys)
        printf("    %-10s no: %s\n", formulation, x->why.reason.text);
    else if (missing[0])
        printf("    %-10s no: needs %s\n", formulation, missing);
    else
        printf("    %-10s yes\n", formulation);
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
static realised realise_for(const hol_method *method, const hol_problem *problem,
                            const hol_names *formulations)
{
    realised x = realise(problem, method->formulation);
    for (int i = 0; i < formulations->count && (!x.sys || hol_missing(method, x.sys)); i++) {
        hol_experiment_close(x.x);
        x = realise(problem, formulations->of[i]);
    }
    if (x.sys && !hol_missing(method, x.sys)) return x;
    hol_experiment_close(x.x);
    return (realised){0};
}

/* The first problem whose energy is kept, else the first that the method steps; NULL: there is
 * none. */
static const hol_problem *shown(const hol_method *method, const hol_names *formulations)
{
    const hol_problem *problem, *first = NULL;
    for (int k = 0; (problem = hol_problem_at(k)); k++) {
        realised x = realise_for(method, problem, formulations);
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
    realised x = realise_for(method, problem, formulations);
    if (!x.sys) return;
    double *opt = hol_table_values(method->options, NULL);
    hol_claims claims = hol_method_claims(method, x.sys, opt);
    printf("\nClaims (on %s in %s, default options)\n", problem->name, x.sys->formulation);
    print_claims(method, &claims);
    free(opt);
    hol_experiment_close(x.x);
}

static void print_runs(const hol_method *method, const hol_problem *problem,
                       const hol_names *formulations)
{
    printf("  %s\n", problem->name);
    for (int i = 0; i < formulations->count; i++) {
        const char *formulation = formulations->of[i];
        if (!strcmp(formulation, "own") && !problem->own) continue;
        realised x = realise(problem, formulation);
        print_fit(method, &x, formulation);
        hol_experiment_close(x.x);
    }
}

/* given: the problem asked for; NULL: all. */
static void explain_method(const hol_method *method, const hol_problem *given)
{
    char needs[256];
    const hol_problem *problem;
    hol_names formulations = {0};
    hol_names_of_formulations(&formulations);
    hol_traits_text(method->needs, needs, sizeof needs);
    printf("%s, a method of the family %s\n  %s\n", method->name, method->family, method->about);
    printf("  source: %s\n  formulation: %s unless --formulation says otherwise\n  needs: %s\n",
           method->source, method->formulation, needs[0] ? needs : "nothing");
    option_table("Options (-o name=value)", method->options);
    print_ends(method->ends);
    problem = given ? given : shown(method, &formulations);
    if (problem) claims_of(method, problem, &formulations);
    printf("\nRuns\n");
    if (given) print_runs(method, given, &formulations);
    for (int k = 0; !given && (problem = hol_problem_at(k)); k++)
        print_runs(method, problem, &formulations);
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

static void print_sizes(hol_eval *sys)
{
    char traits[400];
    hol_traits_text(~sys->has, traits, sizeof traits);
    printf("  %-10s %d coordinates, %d velocities, %d joint rows, %d inner rows", sys->formulation,
           sys->nq, sys->nv, sys->nj, sys->nc - sys->nj);
    if (sys->na) printf(", %d nonholonomic rows", sys->na);
    if (sys->same_as) printf(" (= %s)", sys->same_as);
    printf("\n             lacks %s\n", traits[0] ? traits : "nothing");
    if (sys->dependent.text.text[0]) printf("             %s\n", sys->dependent.text.text);
}

static void print_rows(hol_eval *sys)
{
    enum { MOST = 40 }; /* rows shown */
    if (sys->nj) printf("\nJoint rows, in the order of the multipliers\n ");
    for (int i = 0; i < sys->nj && i < MOST; i++) printf(" %s", sys->row_name[i]);
    if (sys->nj > MOST) printf(" ... (%d)", sys->nj);
    if (sys->ns) printf("%s\nMomenta\n ", sys->nj ? "\n" : "");
    for (int i = 0; i < sys->ns; i++) printf(" %s", sys->momentum_name[i]);
    if (sys->nj || sys->ns) printf("\n");
}

/* Which methods run in which formulation, and what the others lack; nothing where none is there. */
static void print_matrix(const realised x[], const char *const formulation[], int count)
{
    const hol_method *method;
    bool any = false;
    for (int i = 0; i < count; i++) any |= x[i].sys != NULL;
    if (!any) return;
    printf("\nMethods\n");
    for (int k = 0; (method = hol_method_at(k)); k++) {
        printf("  %s\n", method->name);
        for (int i = 0; i < count; i++)
            if (x[i].sys) print_fit(method, &x[i], formulation[i]);
    }
}

static void explain_problem(const hol_problem *problem)
{
    int shown = -1;
    hol_names names = {0};
    hol_names_of_formulations(&names);
    const char **formulation = names.of;
    int count = problem->own ? names.count : names.count - 1; /* `own` is the last */
    realised *x = hol_new(count, sizeof *x);
    printf("%s, a problem\n  %s\n", problem->name, problem->about);
    if (problem->source && *problem->source) printf("  source: %s\n", problem->source);
    if (problem->drawing && *problem->drawing) printf("\n%s", problem->drawing);
    option_table("Parameters (-p name=value)", problem->parameters);
    for (int i = 0; i < count; i++) {
        x[i] = realise(problem, formulation[i]);
        if (x[i].sys && shown < 0) shown = i;
    }
    if (shown >= 0 && x[shown].sys->model) print_bodies(x[shown].sys->model);
    if (shown >= 0) print_rows(x[shown].sys);
    printf("\nSpan %g s, step %g s, reference: %s\n\nFormulations\n", problem->t_end, problem->step,
           problem->exact       ? "closed form"
           : problem->reference ? problem->reference
                                : "none");
    for (int i = 0; i < count; i++)
        if (x[i].sys)
            print_sizes(x[i].sys);
        else
            printf("  %-10s no: %s\n", formulation[i], x[i].why.reason.text);
    print_matrix(x, formulation, count);
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
    printf("%s, a formulation\n  %s\n\nProblems\n", name,
           f ? hol_formulation_about(f) : "a problem's published coordinates, where it has them");
    for (int k = 0; (problem = hol_problem_at(k)); k++) {
        realised x = realise(problem, name);
        printf("  %s\n", problem->name);
        if (x.sys) {
            print_sizes(x.sys);
            printf("             methods:");
            for (int i = 0; (method = hol_method_at(i)); i++)
                if (!hol_missing(method, x.sys)) printf(" %s", method->name);
            printf("\n");
        } else
            printf("    no: %s\n", x.why.reason.text);
        hol_experiment_close(x.x);
    }
}

/* ---------------------------------------------------------------- the command */

typedef struct {
    const char *name, *problem;
} arguments;

static const cli_argument taken[] = {{cli_text, CLI_AT(name)}, {cli_text, CLI_AT(problem)}, {0}};

static const cli_usage usage = {
    .arguments = taken,
    .least = 1,
    .needs = "explain what? holonomy explain NAME of a method, problem or formulation",
    .words = "NAME|MODEL.yaml [PROBLEM|MODEL.yaml]",
    .about = "Says what a method, problem or formulation is: source, options with their ranges, "
             "claims, needs, and what runs with what.  Claims of a method depend on the problem: "
             "they are those on the PROBLEM after it, else on one whose energy is kept.\v"
             "Examples:\n"
             "  holonomy explain shake\n"
             "  holonomy explain shake crank\n"
             "  holonomy explain rigid-body\n"
             "  holonomy explain natural\n"};

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
    hol_guess guess = hol_did_you_mean(name, all.of, all.count);
    hol_complain("no method, problem or formulation is named '%s'%s", name,
                 guess.text[0] ? guess.text : ": `holonomy list` shows them");
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
    const hol_problem *problem =
        hol_model_is_file(a.name) ? cli_problem(a.name) : hol_problem_named(a.name);
    if (method)
        explain_method(method, NULL);
    else if (problem)
        explain_problem(problem);
    else if (hol_formulation_named(a.name) || !strcmp(a.name, "own"))
        explain_formulation(a.name);
    else
        return hol_model_is_file(a.name) ? cli_problem_code(a.name) : unknown(a.name);
    cli_problem_free(problem);
    return cli_finish(HOL_EXIT_OK);
}
