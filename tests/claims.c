/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The trials of claims.h.  Nothing here knows a method, a problem or a formulation by name. */
#include "tests/claims.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/study/derive.h"
#include "holonomy/memory.h"
#include "holonomy/run.h"
#include "tests/ways.h"

double *hol_way_values(const hol_option table[])
{
    int n = table ? hol_option_count(table) : 0;
    double *value = hol_new(n, sizeof *value);
    if (n) hol_option_defaults(table, value);
    return value;
}

double *hol_near_limit(const hol_method *method)
{
    hol_message why;
    double *opt = hol_way_values(method->options);
    if (method->order_at) hol_option_set(method->options, "option", method->order_at, opt, &why);
    return opt;
}

/* The parameters at which a problem is tried. */
double *hol_trial_parameters(const hol_problem *problem)
{
    hol_message why;
    double *par = hol_way_values(problem->parameters);
    if (!problem->trial ||
        hol_option_set(problem->parameters, "parameter", problem->trial, par, &why))
        return par;
    fprintf(stderr, "%s: %s\n", problem->name, why.text);
    exit(EXIT_FAILURE);
}

hol_reference *hol_known_reference(const hol_problem *problem, const double par[])
{
    hol_message missing = {""}, wrong = {""};
    hol_reference *ref = hol_reference_for(problem, par, &missing, &wrong);
    if (!ref && !problem->exact && !problem->reference) {
        hol_derive_task task = {
            .problem = problem, .par = par, .until = problem->t_end, .keep = true};
        hol_derivation_free(hol_derive(&task, &missing));
        missing.text[0] = '\0';
        ref = hol_reference_for(problem, par, &missing, &wrong);
    }
    ck_assert_msg(!missing.text[0] && !wrong.text[0], "%s%s", missing.text, wrong.text);
    return ref;
}

/* T->way is set; par NULL: the trial's. */
static void set_up(hol_trial *T, double par[], double opt[])
{
    hol_refusal why;
    if (!par) par = hol_trial_parameters(T->way.problem);
    hol_experiment *x = T->x =
        hol_experiment_open(&(hol_setup){T->way.problem, T->way.method, T->way.formulation, par,
                                         opt, HOL_REDUNDANT_DEFAULT},
                            &why);
    ck_assert_msg(x, "%s: %s", T->name, why.reason.text);
    free(par), free(opt);
    x->reference = hol_known_reference(x->problem, x->parameters);
    T->par = x->parameters, T->opt = x->options;
    T->sys = x->sys, T->s = x->s, T->z = x->z;
    T->claims = x->claims;
    T->ref = x->reference;
}

void hol_trial_open(hol_trial *T, int k)
{
    ck_assert(k >= 0 && k < hol_ways(NULL));
    *T = (hol_trial){.way = *hol_way_at(k)};
    const hol_way *way = &T->way;
    int n = snprintf(T->name, sizeof T->name, "%s, %s, %s", way->method->name, way->problem->name,
                     way->formulation);
    double *opt = hol_way_values(way->method->options);
    if (way->option >= 0) {
        const hol_option *o = &way->method->options[way->option];
        char text[64];
        hol_option_print(o, way->choice, text);
        opt[way->option] = way->choice;
        snprintf(T->name + n, sizeof T->name - (size_t)n, ", %s=%s", o->name, text);
    }
    set_up(T, NULL, opt);
}

static void set_options(const hol_trial *T, const hol_option table[], int count,
                        const char *const option[], double value[])
{
    for (int i = 0; i < count; i++) {
        hol_message why;
        bool set = hol_option_set(table, "option", option[i], value, &why);
        ck_assert_msg(set, "%s: %s", T->name, set ? "" : why.text);
    }
}

void hol_trial_with(hol_trial *T, const char *method, const hol_problem *problem, int parameters,
                    const char *const parameter[], const char *formulation, int count,
                    const char *const option[])
{
    *T = (hol_trial){.way = {hol_method_named(method), problem, formulation, -1, 0}};
    ck_assert_msg(T->way.method, "there is no method %s", method);
    if (!formulation) T->way.formulation = T->way.method->formulation;
    snprintf(T->name, sizeof T->name, "%s, %s, %s", method, problem->name, T->way.formulation);
    double *opt = hol_way_values(T->way.method->options), *par = hol_trial_parameters(problem);
    set_options(T, T->way.method->options, count, option, opt);
    set_options(T, problem->parameters, parameters, parameter, par);
    set_up(T, par, opt);
}

void hol_trial_named(hol_trial *T, const char *method, const hol_problem *problem,
                     const char *formulation, int count, const char *const option[])
{
    hol_trial_with(T, method, problem, 0, NULL, formulation, count, option);
}

void hol_trial_close(hol_trial *T)
{
    hol_experiment_close(T->x);
}

void hol_trial_start(hol_trial *T, double h)
{
    hol_status status = hol_start(T->s, 0, h, NULL, T->z);
    ck_assert_msg(status == HOL_OK, "%s: start, h = %g: %s", T->name, h, hol_status_name(status));
}

void hol_trial_step(hol_trial *T, double h, int n)
{
    hol_status status = hol_step(T->s, h, T->z);
    ck_assert_msg(status == HOL_OK, "%s: step %d, h = %g: %s (%s, residual %.3g)", T->name, n, h,
                  hol_status_name(status), T->s->residual.of ? T->s->residual.of : "no iteration",
                  T->s->residual.value);
    T->z->t = n * h;
}

bool hol_trial_run(hol_trial *T, double h, int steps)
{
    hol_status status = hol_start(T->s, 0, h, NULL, T->z);
    for (int n = 1; !status && n <= steps; n++) {
        status = hol_step(T->s, h, T->z);
        T->z->t = n * h;
    }
    return status == HOL_OK;
}

const hol_option_end *hol_trial_end(hol_trial *T, double h)
{
    hol_status status = hol_step(T->s, h, T->z);
    return status ? hol_named_end(T->s, status) : NULL;
}

void hol_trial_ends_as_named(hol_trial *T, double h)
{
    bool named = hol_trial_end(T, h);
    hol_residual left = T->s->residual;
    if (named && hol_verbose())
        printf("%s: ends as named at t = %g, h = %g\n", T->name, T->z->t, h);
    ck_assert_msg(named, "%s: ends at t = %g, h = %g as no option names it: %s, residual %.3g",
                  T->name, T->z->t, h, left.of ? left.of : "no iteration", left.value);
}

bool hol_trial_ended(hol_trial *T, double h)
{
    int steps = (int)(hol_regular_span(T->way.problem, 2) / h);
    if (!T->way.method->ends || hol_trial_run(T, h, steps)) return false;
    if (h <= T->way.problem->step) hol_trial_ends_as_named(T, h);
    return hol_trial_end(T, h) != NULL;
}

bool hol_trial_truth(const hol_trial *T, double t, hol_pose pose[])
{
    return hol_truth(T->x, t, pose);
}

int hol_trial_memory(const hol_trial *T)
{
    return (int)hol_method_memory(T->way.method, T->sys, T->opt);
}

int hol_trial_size(const hol_trial *T)
{
    hol_eval *sys = T->sys;
    return sys->nq + 2 * sys->nv + sys->nc + sys->na + hol_trial_memory(T);
}

void hol_trial_copy(const hol_trial *T, const hol_state *z, double x[])
{
    hol_eval *sys = T->sys;
    const struct {
        const double *part;
        int size;
    } part[] = {{z->q, sys->nq},     {z->v, sys->nv}, {z->lambda, sys->nc},
                {z->alpha, sys->na}, {z->p, sys->nv}, {z->memory, hol_trial_memory(T)}};
    for (int i = 0; i < (int)(sizeof part / sizeof *part); x += part[i++].size)
        if (part[i].size) memcpy(x, part[i].part, (size_t)part[i].size * sizeof *x);
}

bool hol_verbose(void)
{
    return getenv("HOL_VERBOSE") != NULL;
}
