/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The object of `holonomy run --json`. */
#include <math.h>

#include "harness/cli/cli.h"

void cli_json_values(hol_json *j, const char *key, const hol_option table[], const double value[])
{
    hol_json_open(j, key, '{');
    for (int i = 0; i < hol_option_count(table); i++) {
        char text[64];
        hol_option_print(&table[i], value[i], text);
        if (table[i].kind == HOL_CHOICE)
            hol_json_string(j, table[i].name, text);
        else
            hol_json_number(j, table[i].name, value[i]);
    }
    hol_json_close(j, '}');
}

void cli_json_body(hol_json *j, const char *name, const hol_pose *at)
{
    hol_json_open(j, NULL, '{');
    hol_json_string(j, "name", name);
    hol_json_numbers(j, "r", 3, at->r);
    hol_json_numbers(j, "p", 4, at->p);
    hol_json_numbers(j, "v", 3, at->v);
    hol_json_numbers(j, "omega", 3, at->omega);
    hol_json_close(j, '}');
}

static void bodies(hol_json *j, const hol_result *r, const hol_pose pose[])
{
    hol_json_open(j, "bodies", '[');
    for (int b = 0; b < r->x->sys->nb; b++) cli_json_body(j, r->body[b], &pose[b]);
    hol_json_close(j, ']');
}

static void energy(hol_json *j, const hol_result *r, const char *key, const hol_track *track)
{
    bool kept = hol_energy_told(r->diagnostics);
    hol_drift drift = hol_track_drift(track).law;
    hol_json_open(j, key, '{');
    hol_json_number(j, "initial", track->initial);
    hol_json_number(j, "final", track->final);
    hol_json_number(j, "max_error", kept ? track->max_error : (double)NAN);
    hol_json_number(j, "relative", kept ? track->max_error / r->diagnostics->kinetic : (double)NAN);
    hol_json_string(j, "drift", kept && drift != HOL_DRIFT_UNKNOWN ? hol_drift_name(drift) : NULL);
    hol_json_close(j, '}');
}

static void momenta(hol_json *j, const hol_result *r)
{
    hol_json_open(j, "momentum", '[');
    for (int i = 0; i < r->x->sys->ns; i++) {
        const hol_track *track = &r->diagnostics->momentum[i];
        hol_json_open(j, NULL, '{');
        hol_json_string(j, "name", r->x->sys->momentum_name[i]);
        hol_json_number(j, "initial", track->initial);
        hol_json_number(j, "final", track->final);
        hol_json_number(j, "max_error", track->max_error);
        hol_json_close(j, '}');
    }
    hol_json_close(j, ']');
}

static void measures(hol_json *j, const hol_result *r)
{
    const hol_diagnostics *d = r->diagnostics;
    hol_json_open(j, "constraints", '{');
    hol_json_number(j, "position", fmax(d->phi, d->phi_inner));
    hol_json_number(j, "velocity", d->gv);
    hol_json_number(j, "acceleration", d->acceleration);
    hol_json_close(j, '}');
    hol_json_open(j, "error", '{');
    hol_json_number(j, "position", r->error.position);
    hol_json_number(j, "orientation", r->error.orientation);
    hol_json_number(j, "velocity", r->error.velocity);
    hol_json_number(j, "multipliers", r->error.multipliers);
    hol_json_close(j, '}');
    hol_json_open(j, "measures", '{');
    hol_json_number(j, "scd", r->measures.scd);
    hol_json_number(j, "mescd", r->measures.mescd);
    hol_json_number(j, "relative", hol_measures_relative(&r->measures));
    hol_json_close(j, '}');
}

static void counters(hol_json *j, const hol_counters *c)
{
    hol_json_open(j, "counters", '{');
#define X(name) hol_json_integer(j, #name, c->name);
    HOL_COUNTER_LIST(X)
#undef X
#define X(name) hol_json_number(j, #name, c->name);
    HOL_MEASURE_LIST(X)
#undef X
    hol_json_close(j, '}');
}

static void trajectory(hol_json *j, const hol_result *r)
{
    if (!r->sampler) {
        hol_json_string(j, "trajectory", NULL);
        return;
    }
    hol_json_open(j, "trajectory", '[');
    for (int i = 0; i < r->sampler->count; i++) {
        const hol_sample *sample = &r->sampler->sample[i];
        hol_json_open(j, NULL, '{');
        hol_json_number(j, "t", sample->t);
        hol_json_string(j, "from", hol_sample_from_name(sample->from));
        bodies(j, r, sample->pose);
        hol_json_close(j, '}');
    }
    hol_json_close(j, ']');
}

/* Of all rows, also where some are left out of the run. */
static void multipliers(hol_json *j, const hol_result *r)
{
    const hol_gauge *g = r->diagnostics->gauge;
    const hol_eval *all = g->whole ? g->whole : r->x->sys;
    hol_json_open(j, "rows", '[');
    for (int i = 0; i < g->reactions; i++) hol_json_string(j, NULL, g->reaction_name[i]);
    hol_json_close(j, ']');
    hol_json_numbers(j, "multipliers", g->reactions, g->reaction);
    hol_json_numbers(j, "nonholonomic", all->na, g->whole ? g->all + all->nj : g->alpha);
    hol_json_string(j, "redundant", hol_redundant_name(r->x->redundant));
    hol_json_open(j, "left_out", '[');
    for (int k = 0; k < r->x->left_out.count; k++) hol_json_string(j, NULL, r->x->left_out.name[k]);
    hol_json_close(j, ']');
}

static void plugin(hol_json *j, const hol_loaded *p)
{
    if (!p) return;
    hol_json_open(j, NULL, '{');
    hol_json_string(j, "name", p->is->name);
    hol_json_string(j, "version", p->is->version);
    hol_json_string(j, "digest", p->digest);
    hol_json_close(j, '}');
}

/* Those that problem, method and the problem's laws are of; nothing where they are of none. */
static void plugins(hol_json *j, const hol_result *r)
{
    const hol_loaded *problem = hol_plugin_of_problem(r->problem),
                     *method = hol_plugin_of_method(r->method);
    if (!problem && !method && !hol_plugin_of_laws(r->problem, 0)) return;
    hol_json_open(j, "plugins", '[');
    plugin(j, problem);
    if (method != problem) plugin(j, method);
    for (int k = 0; hol_plugin_of_laws(r->problem, k); k++)
        plugin(j, hol_plugin_of_laws(r->problem, k));
    hol_json_close(j, ']');
}

void cli_json_measured(hol_json *j, const hol_result *r)
{
    bodies(j, r, r->diagnostics->gauge->pose);
    multipliers(j, r);
    energy(j, r, "energy", &r->diagnostics->energy);
    energy(j, r, "energy_rigid", &r->diagnostics->energy_rigid);
    hol_json_number(j, "work", r->diagnostics->gauge->done);
    hol_json_number(j, "work_doubt", r->diagnostics->gauge->doubt);
    momenta(j, r);
    measures(j, r);
}

void cli_show_json(FILE *out, const hol_result *r)
{
    hol_json writer = hol_json_begin(out), *j = &writer;
    hol_json_string(j, "problem", r->problem->name);
    cli_json_values(j, "parameters", r->problem->parameters, r->x->parameters);
    hol_json_string(j, "method", r->method->name);
    cli_json_values(j, "options", r->method->options, r->x->options);
    plugins(j, r);
    hol_json_string(j, "formulation", r->x->sys->formulation);
    hol_json_string(j, "status", hol_result_status(r));
    hol_json_string(j, "message", r->message.text[0] ? r->message.text : NULL);
    hol_json_number(j, "t", r->x->z->t);
    hol_json_open(j, "h", '{');
    hol_json_number(j, "min", r->h_min);
    hol_json_number(j, "max", r->h_max);
    hol_json_number(j, "last", r->h_last);
    hol_json_close(j, '}');
    hol_json_integer(j, "steps", r->steps);
    hol_json_integer(j, "rejected", r->rejected);
    cli_json_measured(j, r);
    counters(j, &r->counters);
    hol_json_number(j, "cpu_seconds", r->cpu_seconds);
    trajectory(j, r);
    hol_json_end(j);
}
