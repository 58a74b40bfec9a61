/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Experiments: from a problem and a method to a system, a stepper and a state, or to the reason
 * there is none. */
#include "holonomy/experiment.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/say.h"
#include "harness/run/names.h"
#include "harness/run/prepare.h"
#include "holonomy/advance.h"
#include "holonomy/memory.h"
#include "mechanics/orientation.h"
#include "methods/stepper.h"

typedef struct {
    hol_experiment x; /* first: what is handed out */
    hol_memory *memory;
} experiment;

const hol_refusal hol_no_room = {HOL_WITHOUT_MEMORY, "", {"there is no memory for it"}};

static double *values(hol_memory *m, const hol_option table[], const double given[])
{
    int n = hol_option_count(table);
    double *value = hol_alloc(m, (size_t)n, sizeof *value);
    hol_option_defaults(table, value);
    if (given && n) memcpy(value, given, (size_t)n * sizeof *value);
    return value;
}

/* ---------------------------------------------------------------- the formulation */

typedef enum { FITS, UNFIT, WRONG } fit;

/* Chooses the rows that are left out, once for all formulations. */
static bool leave_rows_out(hol_experiment *x, const hol_model *model, hol_message *why)
{
    if (x->redundant == HOL_REDUNDANT_REFUSE || x->kept) return true;
    if (!hol_choose_rows(model, &x->left_out, why)) return false;
    if (x->left_out.count) x->kept = hol_had(hol_model_without(model, &x->left_out));
    return true;
}

/* The system stands for the whole, one without the rows that are left out in its place. */
static fit without_rows(hol_experiment *x, const hol_formulation *f, hol_message *why)
{
    hol_system *system = hol_realise(x->kept, f, NULL, why);
    x->whole = x->sys;
    x->sys = NULL;
    if (!system) return WRONG;
    x->sys = hol_had(hol_eval_take(system));
    return FITS;
}

static fit realise(hol_experiment *x, const char *name, hol_message *why)
{
    const hol_problem *problem = x->problem;
    const hol_formulation *f = hol_formulation_named(name);
    bool own = !strcmp(name, "own"), unfit = false;
    if (own ? !problem->own : !f) {
        hol_say(why,
                own ? "the problem has no coordinates of its own" : "there is no such formulation");
        return UNFIT;
    }
    if (!x->model && (!problem->model || (problem->make && problem->parameters))) {
        x->model = hol_had(hol_model_new());
        if (!hol_problem_build(problem, x->parameters, x->model, why)) return WRONG;
    }
    const hol_model *model = x->model ? x->model : problem->model;
    if (!own && !leave_rows_out(x, model, why)) return WRONG;
    int n = hol_option_count(problem->parameters);
    const hol_formulation *in = !own && x->kept && f->all_rows ? f->all_rows : f;
    hol_system *system = own ? hol_realise_own(model, problem->own, x->parameters, n, why)
                             : hol_realise(model, in, &unfit, why);
    if (!system) return unfit ? UNFIT : WRONG;
    x->sys = hol_had(hol_eval_take(system));
    return own || !x->kept ? FITS : without_rows(x, f, why);
}

/* Realises in one formulation, or says why the method cannot run there, or what is wrong with the
 * model. */
static fit try_formulation(hol_experiment *x, const char *name, hol_message *why)
{
    fit found = realise(x, name, why);
    if (found != FITS || !x->method || !hol_missing_with(x->method, x->sys, x->options))
        return found;
    char missing[480];
    hol_missing_text(x->method, x->sys, x->options, missing, sizeof missing);
    hol_say(why, "needs %s", missing);
    hol_eval_free(x->sys);
    hol_eval_free(x->whole);
    x->sys = x->whole = NULL;
    return UNFIT;
}

/* The first formulation that fits beside the method's default one. */
static bool another_formulation(hol_experiment *x, const char *first)
{
    const hol_formulation *f;
    hol_message why;
    for (int k = 0; (f = hol_formulation_at(k)); k++) {
        const char *name = hol_formulation_name(f);
        if (strcmp(name, first) && try_formulation(x, name, &why) == FITS) return true;
    }
    return x->problem->own && try_formulation(x, "own", &why) == FITS;
}

static hol_outcome find_formulation(hol_experiment *x, const char *asked, hol_refusal *why)
{
    const char *first = asked ? asked : x->method ? x->method->formulation : "natural";
    fit found = try_formulation(x, first, &why->reason);
    if (found == UNFIT && !asked && another_formulation(x, first)) found = FITS;
    if (found == FITS) return HOL_RAN;
    if (found == WRONG || !x->method)
        snprintf(why->subject, sizeof why->subject, "%s", x->problem->name);
    else
        snprintf(why->subject, sizeof why->subject, "%s on %s in %s", x->method->name,
                 x->problem->name, first);
    return found == WRONG ? HOL_REFUSED : HOL_UNFIT;
}

/* ---------------------------------------------------------------- the method */

static hol_outcome new_stepper(hol_experiment *x, hol_refusal *why)
{
    hol_message reason;
    hol_status status;
    bool unfit;
    x->s = hol_stepper_try(x->sys, x->method, x->options, &status, &unfit, &reason);
    if (status == HOL_NO_MEMORY) hol_no_memory();
    if (!x->s) {
        char options[256] = "";
        hol_options_changed(x->method->options, x->options, "", options, sizeof options);
        snprintf(why->subject, sizeof why->subject, "%s on %s", x->method->name, x->problem->name);
        hol_say(&why->reason, "%s%s%s", reason.text, *options ? " with " : "", options);
        return unfit ? HOL_UNFIT : HOL_REFUSED;
    }
    x->claims = hol_method_claims(x->method, x->sys, x->options);
    x->z = hol_had(hol_state_new(x->sys, x->method, x->options));
    return HOL_RAN;
}

typedef struct {
    const hol_setup *setup;
    experiment *made;
    hol_refusal *why;
} opening;

static void open(void *data)
{
    const opening *o = data;
    const hol_setup *setup = o->setup;
    hol_experiment *x = &o->made->x;
    hol_memory *m = o->made->memory;
    x->problem = setup->problem;
    x->method = setup->method;
    x->redundant = setup->redundant            ? setup->redundant
                   : setup->problem->redundant ? setup->problem->redundant
                                               : HOL_REDUNDANT_REFUSE;
    x->parameters = values(m, setup->problem->parameters, setup->parameters);
    if (setup->method) x->options = values(m, setup->method->options, setup->options);
    o->why->outcome = find_formulation(x, setup->formulation, o->why);
    if (o->why->outcome == HOL_RAN && x->method) o->why->outcome = new_stepper(x, o->why);
}

static hol_experiment *opened(const hol_setup *setup, hol_refusal *why)
{
    experiment *made = calloc(1, sizeof *made);
    *why = (hol_refusal){.outcome = HOL_REFUSED};
    if (made) made->memory = hol_memory_new();
    if (!made || !made->memory || !hol_try(open, &(opening){setup, made, why})) *why = hol_no_room;
    if (why->outcome == HOL_RAN) {
        *why = (hol_refusal){HOL_RAN}; /* without that of a formulation tried before */
        return &made->x;
    }
    if (made) hol_experiment_close(&made->x);
    return NULL;
}

/* What asks by a guarded call does not take lack of memory for what cannot be. */
hol_experiment *hol_experiment_open(const hol_setup *setup, hol_refusal *why)
{
    hol_experiment *x = opened(setup, why);
    if (why->outcome == HOL_WITHOUT_MEMORY) hol_lack_memory();
    return x;
}

void hol_refusal_text(const hol_refusal *refusal, hol_message *text)
{
    hol_say(text, "%s%s%s%.330s", refusal->subject, *refusal->subject ? ": " : "",
            refusal->outcome == HOL_UNFIT ? "not applicable: " : "", refusal->reason.text);
}

void hol_experiment_close(hol_experiment *x)
{
    if (!x) return;
    hol_reference_free(x->reference);
    hol_state_free(x->z);
    hol_stepper_free(x->s);
    hol_eval_free(x->sys);
    hol_eval_free(x->whole);
    hol_model_free(x->kept);
    hol_left_out_clear(&x->left_out);
    hol_model_free(x->model);
    hol_memory_end(((experiment *)x)->memory);
    free(x);
}

/* ---------------------------------------------------------------- by names */

typedef struct {
    const char *problem, *method, *formulation;
    const char *const *parameters, *const *options;
    hol_memory *memory;
    hol_setup setup;
    hol_refusal *why;
    bool known;
} naming;

/* The table's defaults and what the words change of them; NULL with a message. */
static double *set_by_words(hol_memory *m, const hol_option table[], const char *what,
                            const char *const word[], hol_message *why)
{
    double *value = values(m, table, NULL);
    for (int i = 0; word && word[i]; i++)
        if (!hol_option_set(table, what, word[i], value, why)) return NULL;
    return value;
}

static void say_none(hol_message *why, const char *what, const char *word,
                     void (*list)(hol_names *names))
{
    hol_names known = {0};
    list(&known);
    hol_say(why, "there is no %s '%.80s'%s", what, word,
            hol_did_you_mean(word, known.of, known.count).text);
    hol_names_clear(&known);
}

static void look_up(void *data)
{
    naming *n = data;
    hol_setup *setup = &n->setup;
    hol_message *why = &n->why->reason;
    setup->problem = hol_problem_named(n->problem);
    setup->method = n->method ? hol_method_named(n->method) : NULL;
    setup->formulation = n->formulation;
    if (!setup->problem)
        say_none(why, "problem", n->problem, hol_names_of_problems);
    else if (n->method && !setup->method)
        say_none(why, "method", n->method, hol_names_of_methods);
    else
        n->known =
            (setup->parameters = set_by_words(n->memory, setup->problem->parameters, "parameter",
                                              n->parameters, why)) &&
            (!setup->method || (setup->options = set_by_words(n->memory, setup->method->options,
                                                              "option", n->options, why)));
}

hol_experiment *hol_experiment_named(const char *problem, const char *method,
                                     const char *formulation, const char *const parameters[],
                                     const char *const options[], hol_refusal *why)
{
    hol_experiment *x = NULL;
    *why = (hol_refusal){.outcome = HOL_REFUSED};
    naming n = {problem, method, formulation, parameters, options, hol_memory_new(), .why = why};
    if (!n.memory || !hol_try(look_up, &n))
        *why = hol_no_room;
    else if (n.known)
        x = opened(&n.setup, why);
    hol_memory_end(n.memory);
    if (why->outcome == HOL_WITHOUT_MEMORY) hol_lack_memory();
    return x;
}

/* ---------------------------------------------------------------- use */

static void advance(void *data)
{
    hol_advance *a = data;
    if (!hol_advance_makes_sense(a)) return;
    a->status = hol_start(a->s, 0, a->h < a->t_end ? a->h : a->t_end, NULL, a->z);
    if (a->status)
        hol_failure_text(a->s, a->status, -1, 0, &a->message);
    else
        hol_advance_run(a);
}

hol_status hol_experiment_run(hol_experiment *x, double h, double until, hol_message *why)
{
    hol_advance a = {.s = x->s, .z = x->z, .h = h, .t_end = until, .max_steps = LONG_MAX};
    if (!hol_try(advance, &a)) {
        a.status = HOL_NO_MEMORY;
        hol_say(&a.message, "%s", hol_status_text(HOL_NO_MEMORY));
    }
    if (why) *why = a.message;
    return a.status;
}

typedef struct {
    hol_experiment *x;
    hol_pose *pose;
} looking;

static void look(void *data)
{
    const looking *l = data;
    hol_poses(l->x->sys, l->x->z->q, l->x->z->v, l->pose);
}

hol_status hol_experiment_poses(hol_experiment *x, hol_pose pose[])
{
    size_t mark = hol_mark(x->sys->work);
    bool room = hol_try(look, &(looking){x, pose});
    hol_release(x->sys->work, mark);
    return room ? HOL_OK : HOL_NO_MEMORY;
}
