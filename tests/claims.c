/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The trials of claims.h.  Nothing here knows a method, a problem or a formulation by name. */
#include "tests/claims.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "holonomy/memory.h"
#include "holonomy/run.h"
#include "tests/probes/probes.h"

static const hol_problem *any_problem_at(int k) /* the program's, then the probes */
{
    static const hol_problem *const probe[] = {&hol_probe_torque_revolute, &hol_probe_planar_well,
                                               &hol_probe_driven_point, &hol_probe_four_bar};
    enum { PROBES = sizeof probe / sizeof *probe };
    int known = 0;
    while (hol_problem_at(known)) known++;
    if (k < known) return hol_problem_at(k);
    return k < known + PROBES ? probe[k - known] : NULL;
}

/* The formulations of a problem: those of models, and its finished system. */
static const char *formulation_at(const hol_problem *problem, int k)
{
    int first = problem->own ? 1 : 0;
    if (k < first) return "own";
    const hol_formulation *f = hol_formulation_at(k - first);
    return f ? hol_formulation_name(f) : NULL;
}

static double *values(const hol_option table[])
{
    int n = table ? hol_option_count(table) : 0;
    double *value = hol_new(n, sizeof *value);
    if (n) hol_option_defaults(table, value);
    return value;
}

/* The parameters at which a problem is tried. */
static double *trial_parameters(const hol_problem *problem)
{
    hol_message why;
    double *par = values(problem->parameters);
    if (!problem->trial ||
        hol_option_set(problem->parameters, "parameter", problem->trial, par, &why))
        return par;
    fprintf(stderr, "%s: %s\n", problem->name, why.text);
    exit(EXIT_FAILURE);
}

/* ---------------------------------------------------------------- the list of ways */

enum { CHOICE_PROBLEMS = 2, LARGE = 2 };
static hol_way *list;
static int listed, room;

static void add(const hol_way *way)
{
    if (listed == room) list = hol_renew(list, (size_t)(room = 2 * room + 64) * sizeof *list);
    list[listed++] = *way;
}

/* The method with one choice set; false where its set-up refuses it. */
static bool accepts(const hol_way *way, hol_eval *sys)
{
    hol_status status;
    double *opt = values(way->method->options);
    if (way->option >= 0) opt[way->option] = way->choice;
    hol_stepper *s = hol_stepper_new(sys, way->method, opt, &status, NULL);
    if (!s && status != HOL_UNSUPPORTED) {
        fprintf(stderr, "%s on %s: set-up fails: %s\n", way->method->name, way->problem->name,
                hol_status_name(status));
        exit(EXIT_FAILURE);
    }
    hol_stepper_free(s);
    free(opt);
    return s != NULL;
}

/* Whether this choice is on the list for enough problems, or for this one in a formulation. */
static bool tried(const hol_way *way)
{
    int problems = 0;
    for (int i = 0; i < listed; i++) {
        const hol_way *w = &list[i];
        if (w->method != way->method || w->option != way->option || w->choice != way->choice)
            continue;
        if (w->problem == way->problem) return true;
        problems++;
    }
    return problems >= CHOICE_PROBLEMS;
}

/* The defaults, then every other choice of every option, one at a time: each on the first two
 * problems of the order that take it, in the first formulation that does; on all and in all where
 * HOL_LONG is set. */
static void add_ways(hol_way way, hol_eval *sys, hol_census *census)
{
    const hol_option *table = way.method->options;
    way.option = -1;
    if (!accepts(&way, sys)) {
        census->refused++;
        return;
    }
    census->run++;
    add(&way);
    for (way.option = 0; table && table[way.option].name; way.option++) {
        const hol_option *o = &table[way.option];
        if (o->kind != HOL_CHOICE) continue;
        for (way.choice = 0; way.choice <= (int)o->max; way.choice++) {
            if (way.choice == (int)o->value) continue;
            if (tried(&way) && !getenv("HOL_LONG"))
                census->choices_left++;
            else if (accepts(&way, sys))
                add(&way);
            else
                census->choices_refused++;
        }
    }
}

/* NULL where the formulation has no place for the model; a wrong model ends the program. */
static hol_experiment *realise(const hol_way *way)
{
    hol_refusal why;
    double *par = trial_parameters(way->problem);
    hol_experiment *x = hol_experiment_open(
        &(hol_setup){.problem = way->problem, .formulation = way->formulation, .parameters = par},
        &why);
    if (!x && why.outcome != HOL_UNFIT) {
        fprintf(stderr, "%s in %s: %s\n", way->problem->name, way->formulation, why.reason.text);
        exit(EXIT_FAILURE);
    }
    free(par);
    return x;
}

static int bodies_of(const hol_problem *problem)
{
    double *par = trial_parameters(problem);
    hol_model *model = hol_model_new();
    if (problem->build) problem->build(model, par);
    int bodies = hol_body_count(model);
    hol_model_free(model);
    free(par);
    return bodies;
}

static bool is_large(const hol_problem *problem)
{
    return bodies_of(problem) > LARGE;
}

static bool listed_for(const hol_way *way)
{
    for (int i = 0; i < listed; i++)
        if (list[i].method == way->method && list[i].problem == way->problem) return true;
    return false;
}

/* A large problem is stepped in its own coordinates, and in the last formulation that takes it,
 * which has the fewest; in all where HOL_LONG is set. */
static bool left_to_long(const hol_way *way)
{
    return is_large(way->problem) && strcmp(way->formulation, "own") != 0 && listed_for(way) &&
           !getenv("HOL_LONG");
}

static void survey(const hol_way *way, hol_census *census)
{
    hol_experiment *x = realise(way);
    hol_eval *sys = x ? x->sys : NULL;
    census->triples++;
    if (!sys)
        census->unfit++;
    else if (sys->same_as)
        census->same++;
    else if (hol_missing(way->method, sys)) {
        census->missing++;
        way = &(hol_way){way->method, way->problem, way->formulation, -1, 0};
        census->refusals += !accepts(way, sys);
    } else if (left_to_long(way))
        census->left++;
    else
        add_ways(*way, sys, census);
    hol_experiment_close(x);
}

static void survey_all(hol_way way, hol_census *census)
{
    int n = 0;
    bool last_first = is_large(way.problem);
    while (formulation_at(way.problem, n)) n++;
    for (int f = 0; f < n; f++) {
        way.formulation = formulation_at(way.problem, last_first ? n - 1 - f : f);
        survey(&way, census);
    }
}

/* HOL_METHODS: names apart by blanks; none: every method. */
static bool chosen(const hol_method *method)
{
    const char *names = getenv("HOL_METHODS"), *at = names;
    size_t length = strlen(method->name);
    if (!names || !names[strspn(names, " ")]) return true;
    for (; (at = strstr(at, method->name)); at++)
        if ((at == names || at[-1] == ' ') && (!at[length] || at[length] == ' ')) return true;
    return false;
}

/* Few bodies first, a single one last: the smallest problems in which bodies are coupled. */
static int rank_of(const hol_problem *problem)
{
    int bodies = bodies_of(problem);
    return bodies > 1 ? bodies : INT_MAX;
}

typedef struct {
    const hol_problem *problem;
    int rank, number;
} ranked;

static int compare_rank(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    return x->rank != y->rank ? (x->rank > y->rank) - (x->rank < y->rank) : x->number - y->number;
}

/* A new array of all problems in that order, ended by NULL. */
static ranked *in_order(void)
{
    int n = 0;
    while (any_problem_at(n)) n++;
    ranked *order = hol_new(n + 1, sizeof *order);
    for (int k = 0; k < n; k++)
        order[k] = (ranked){any_problem_at(k), rank_of(any_problem_at(k)), k};
    qsort(order, (size_t)n, sizeof *order, compare_rank);
    return order;
}

int hol_ways(hol_census *census)
{
    static hol_census counted;
    hol_way way = {0};
    ranked *order = in_order();
    for (int m = 0; !counted.ways && (way.method = hol_method_at(m)); m++)
        for (int p = 0; chosen(way.method) && (way.problem = order[p].problem); p++)
            survey_all(way, &counted);
    free(order);
    counted.ways = listed;
    if (census) *census = counted;
    return listed;
}

const hol_way *hol_way_at(int way)
{
    return &list[way];
}

/* ---------------------------------------------------------------- one trial */

static void read_reference(hol_experiment *x)
{
    hol_message missing = {""}, wrong = {""};
    x->reference = hol_reference_for(x->problem, x->parameters, &missing, &wrong);
    ck_assert_msg(!missing.text[0] && !wrong.text[0], "%s%s", missing.text, wrong.text);
}

/* T->way is set; par NULL: the trial's. */
static void set_up(hol_trial *T, double par[], double opt[])
{
    hol_refusal why;
    if (!par) par = trial_parameters(T->way.problem);
    hol_experiment *x = T->x = hol_experiment_open(
        &(hol_setup){T->way.problem, T->way.method, T->way.formulation, par, opt}, &why);
    ck_assert_msg(x, "%s: %s", T->name, why.reason.text);
    free(par), free(opt);
    read_reference(x);
    T->par = x->parameters, T->opt = x->options;
    T->sys = x->sys, T->s = x->s, T->z = x->z;
    T->claims = x->claims;
    T->ref = x->reference;
}

void hol_trial_open(hol_trial *T, int k)
{
    ck_assert(k >= 0 && k < listed);
    *T = (hol_trial){.way = list[k]};
    const hol_way *way = &T->way;
    int n = snprintf(T->name, sizeof T->name, "%s, %s, %s", way->method->name, way->problem->name,
                     way->formulation);
    double *opt = values(way->method->options);
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
    double *opt = values(T->way.method->options), *par = trial_parameters(problem);
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
