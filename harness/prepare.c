/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a case to a system, a stepper, a start and a reference, or to the reason there is none. */
#include "harness/prepare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/memory.h"

/* Of the length scale: a start further off the constraints than this is a mistake, not a drift. */
static const double start_tolerance = 1e-3;

/* ---------------------------------------------------------------- the case */

static bool positive(double x)
{
    return isfinite(x) && x > 0.0;
}

static bool tolerance(double x)
{
    return isfinite(x) && x >= 0.0;
}

static bool case_makes_sense(const hol_case *c, hol_message *why)
{
    if (!positive(c->h))
        hol_say(why, "the step h = %g must be a number above 0", c->h);
    else if (!positive(c->until))
        hol_say(why, "the end t = %g must be a number above 0", c->until);
    else if (!tolerance(c->rtol) || !tolerance(c->atol))
        hol_say(why, "the tolerances rtol = %g and atol = %g must be numbers not below 0", c->rtol,
                c->atol);
    else if (c->samples < 0 || c->samples == 1)
        hol_say(why, "%d samples: there must be two at least, the start and the end", c->samples);
    else if (c->max_steps < 1)
        hol_say(why, "%ld steps at most: there must be one at least", c->max_steps);
    else
        return true;
    return false;
}

static double *values(const hol_option table[], const double given[])
{
    int n = hol_option_count(table);
    double *value = hol_new(n, sizeof *value);
    hol_option_defaults(table, value);
    for (int i = 0; given && i < n; i++) value[i] = given[i];
    return value;
}

/* ---------------------------------------------------------------- problem, formulation, method */

hol_system *hol_problem_system(const hol_problem *problem, const double parameters[],
                               const char *formulation, hol_model **model, bool *unfit,
                               hol_message *why)
{
    const hol_formulation *f = hol_formulation_named(formulation);
    bool own = !strcmp(formulation, "own");
    *model = NULL;
    *unfit = own ? !problem->own : !f;
    if (*unfit) {
        hol_say(why,
                own ? "the problem has no coordinates of its own" : "there is no such formulation");
        return NULL;
    }
    hol_model *made = problem->model ? NULL : hol_model_new();
    const hol_model *given = made ? made : problem->model;
    if (made) problem->build(made, parameters);
    int n = hol_option_count(problem->parameters);
    hol_system *sys = own ? hol_realise_own(given, problem->own, parameters, n, why)
                          : hol_realise(given, f, unfit, why);
    if (sys)
        *model = made;
    else
        hol_model_free(made);
    return sys;
}

typedef enum { FITS, UNFIT, WRONG } fit;

/* Realises in one formulation, or says why the method cannot run there, or what is wrong with the
 * model. */
static fit try_formulation(hol_result *r, const char *name, hol_message *why)
{
    bool unfit;
    r->sys = hol_problem_system(r->problem, r->parameters, name, &r->model, &unfit, why);
    if (!r->sys) return unfit ? UNFIT : WRONG;
    if (!hol_missing(r->method, r->sys)) return FITS;
    char missing[480];
    hol_missing_text(r->method, r->sys, missing, sizeof missing);
    hol_say(why, "needs %s", missing);
    hol_system_free(r->sys);
    if (r->model) hol_model_free(r->model);
    r->sys = NULL;
    r->model = NULL;
    return UNFIT;
}

/* The first formulation that fits beside the method's default one. */
static bool another_formulation(const hol_case *c, hol_result *r, const char *first)
{
    const hol_formulation *f;
    hol_message why;
    for (int k = 0; (f = hol_formulation_at(k)); k++) {
        const char *name = hol_formulation_name(f);
        if (strcmp(name, first) && try_formulation(r, name, &why) == FITS) return true;
    }
    return c->problem->own && try_formulation(r, "own", &why) == FITS;
}

static bool find_formulation(const hol_case *c, hol_result *r)
{
    const char *first = c->formulation ? c->formulation : c->method->formulation;
    hol_message why;
    fit found = try_formulation(r, first, &why);
    if (found == FITS) return true;
    if (found == WRONG) {
        hol_say(&r->message, "%s: %.400s", c->problem->name, why.text);
        return false;
    }
    if (!c->formulation && another_formulation(c, r, first)) return true;
    hol_say(&r->message, "%s on %s in %s: not applicable: %.400s", c->method->name,
            c->problem->name, first, why.text);
    return false;
}

static bool controllable(const hol_case *c, hol_result *r)
{
    r->claims = c->method->claims(r->sys, r->options);
    r->adaptive = c->rtol > 0.0 || c->atol > 0.0;
    r->h = c->h;
    r->rtol = c->rtol;
    r->atol = c->atol;
    if (!r->adaptive || hol_takes_tolerances(&r->claims)) return true;
    hol_say(&r->message, "%s has no error estimate: it takes a step, not tolerances",
            c->method->name);
    return false;
}

static void name_bodies(hol_result *r)
{
    r->body = hol_new(r->sys->nb, sizeof *r->body);
    for (int b = 0; b < r->sys->nb; b++) {
        const hol_body *body = r->sys->model ? hol_body_at(r->sys->model, b) : NULL;
        if (body)
            snprintf(r->body[b], sizeof r->body[b], "%.31s", body->name);
        else
            snprintf(r->body[b], sizeof r->body[b], "body%d", b + 1);
    }
}

/* ---------------------------------------------------------------- start */

static int body_named(const hol_result *r, const char *name)
{
    for (int b = 0; b < r->sys->nb; b++)
        if (!strcmp(r->body[b], name)) return b;
    return -1;
}

static bool unknown_body(const hol_result *r, const char *name, hol_message *why)
{
    const char **known = hol_new(r->sys->nb, sizeof *known);
    for (int b = 0; b < r->sys->nb; b++) known[b] = r->body[b];
    const char *near = hol_nearest(name, known, r->sys->nb);
    hol_say(why, "%s has no body '%s'%s%s%s", r->problem->name, name,
            near ? ": did you mean '" : "", near ? near : "", near ? "'?" : "");
    free(known);
    return false;
}

/* One pose per body, in the bodies' order. */
static bool order_starts(const hol_case *c, hol_result *r, hol_pose at[])
{
    bool *given = hol_new(r->sys->nb, sizeof *given), good = true;
    for (int i = 0; good && i < c->starts; i++) {
        int b = body_named(r, c->start[i].name);
        if (b < 0)
            good = unknown_body(r, c->start[i].name, &r->message);
        else {
            at[b] = c->start[i].at;
            given[b] = true;
        }
    }
    for (int b = 0; good && b < r->sys->nb; b++)
        if (!given[b]) {
            hol_say(&r->message, "the start lacks the body '%s'", r->body[b]);
            good = false;
        }
    free(given);
    return good;
}

/* The start placed; false where it is far off a constraint. */
static bool start_is_possible(hol_result *r, const hol_pose at[])
{
    const hol_system *sys = r->sys;
    double *phi = hol_new(sys->nc, sizeof *phi), *G = hol_new(sys->G.nnz, sizeof *G);
    sys->place(sys, at, r->z->q, r->z->v);
    if (sys->nc) sys->constraints(sys, 0.0, r->z->q, phi, G);
    int worst = 0;
    for (int i = 1; i < sys->nc; i++)
        if (!(hol_rows_size(sys, i, 1, phi + i) <= hol_rows_size(sys, worst, 1, phi + worst)))
            worst = i;
    bool good = !sys->nc || hol_rows_size(sys, worst, 1, phi + worst) <= start_tolerance;
    if (!good)
        hol_say(&r->message, "the start violates the constraint %s by %.3g", sys->row_name[worst],
                phi[worst]);
    free(phi);
    free(G);
    return good;
}

/* ---------------------------------------------------------------- reference, stepper */

static int joint_row(const hol_system *sys, const char *name)
{
    for (int i = 0; i < sys->nj; i++)
        if (!strcmp(sys->row_name[i], name)) return i;
    return -1;
}

static bool reference_fits(hol_result *r)
{
    const hol_reference *ref = r->reference;
    bool same = ref->bodies == r->sys->nb && !strcmp(ref->problem, r->problem->name);
    for (int b = 0; same && b < ref->bodies; b++) same = !strcmp(ref->body[b], r->body[b]);
    if (!same) {
        hol_say(&r->message, "%s: its problem or bodies are not those of %s", ref->path,
                r->problem->name);
        return false;
    }
    r->reference_row = hol_new(ref->multipliers, sizeof(int));
    for (int i = 0; i < ref->multipliers; i++)
        r->reference_row[i] = joint_row(r->sys, ref->multiplier[i]);
    return true;
}

static bool read_reference(const hol_case *c, hol_result *r)
{
    hol_message wrong = {""};
    if (c->start) return true; /* the stored solutions have the problem's own start */
    r->reference = hol_reference_for(c->problem, r->parameters, &r->note, &wrong);
    if (wrong.text[0]) r->message = wrong;
    return r->reference ? reference_fits(r) : !wrong.text[0];
}

/* " with solve=block iterate=newton": the options that are not the defaults. */
static void chosen_options(const hol_result *r, char text[], size_t size)
{
    const hol_option *table = r->method->options;
    text[0] = '\0';
    for (int i = 0; i < hol_option_count(table); i++) {
        char value[64];
        size_t used = strlen(text);
        if (r->options[i] == table[i].value) continue;
        hol_option_print(&table[i], r->options[i], value);
        snprintf(text + used, size - used, "%s %s=%s", used ? "" : " with", table[i].name, value);
    }
}

static bool new_stepper(hol_result *r)
{
    hol_status status = HOL_OK;
    r->stepper = hol_stepper_new(r->sys, r->method, r->options, &status);
    if (!r->stepper || status != HOL_OK) {
        char options[256];
        chosen_options(r, options, sizeof options);
        hol_say(&r->message, "%s on %s: %s%s", r->method->name, r->problem->name,
                hol_status_text(status), options);
        return false;
    }
    r->stepper->rtol = r->adaptive ? r->rtol : 0.0;
    r->stepper->atol = r->adaptive ? r->atol : 0.0;
    return true;
}

hol_outcome hol_prepare(const hol_case *c, hol_result *r, hol_pose **at)
{
    *r = (hol_result){.problem = c->problem, .method = c->method};
    r->cpu_seconds = r->cpu_spread = r->cpu_passes = NAN;
    r->error = (hol_error){NAN, NAN, NAN, NAN};
    *at = NULL;
    if (!case_makes_sense(c, &r->message)) return HOL_REFUSED;
    r->parameters = values(c->problem->parameters, c->parameters);
    r->options = values(c->method->options, c->options);
    if (!find_formulation(c, r) || !controllable(c, r) || !new_stepper(r)) return HOL_REFUSED;
    name_bodies(r);
    r->z = hol_state_new(r->sys, r->method, r->options);
    if (c->start) *at = hol_new(r->sys->nb, sizeof **at);
    if (*at && !(order_starts(c, r, *at) && start_is_possible(r, *at))) return HOL_BAD_START;
    return read_reference(c, r) ? HOL_RAN : HOL_BAD_REFERENCE;
}
