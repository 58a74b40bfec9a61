/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the store has of a plan, in the order in which the report shows it: see report.h. */
#include "harness/report/report.h"

#include <limits.h>
#include <math.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "harness/report/report_judge.h"
#include "harness/store/store_views.h"

static bool same_values(const double a[], const double b[], const hol_option table[])
{
    for (int i = 0; a && b && i < hol_option_count(table); i++)
        if (a[i] != b[i]) return false;
    return true;
}

/* ---------------------------------------------------------------- sections */

static bool in_section(const hol_spec *a, const hol_spec *b)
{
    return a->problem == b->problem && a->until == b->until &&
           same_values(a->parameters, b->parameters, a->problem->parameters);
}

/* The first section of the problem with these parameters; the next, where there is none yet. */
static int subject_of(const report *r, const hol_spec *spec)
{
    for (int i = 0; i < r->sections; i++) {
        const hol_spec *one = r->section[i].spec;
        if (one->problem == spec->problem &&
            same_values(one->parameters, spec->parameters, spec->problem->parameters))
            return i;
    }
    return r->sections;
}

static int section_of(report *r, const hol_spec *spec)
{
    int before = 0; /* sections of problems of that name */
    for (int i = 0; i < r->sections; i++) {
        if (in_section(r->section[i].spec, spec)) return i;
        before += !strcmp(r->section[i].problem->name, spec->problem->name);
    }
    report_section *s = &r->section[r->sections];
    const hol_problem *problem = spec->problem;
    *s = (report_section){.spec = spec, .problem = problem, .subject = subject_of(r, spec)};
    snprintf(s->name, sizeof s->name, "%s", problem->name);
    if (before) snprintf(s->name, sizeof s->name, "%.50s-%d", problem->name, before + 1);
    snprintf(s->title, sizeof s->title, "%s", problem->name);
    if (problem->file)
        snprintf(s->title, sizeof s->title, "%s (file %.8s)", problem->name, problem->digest);
    hol_options_changed(problem->parameters, spec->parameters, "-p ", s->title, sizeof s->title);
    if (spec->until != problem->t_end)
        hol_append(s->title, sizeof s->title, ", to t = %.6g s", spec->until);
    s->scale = report_scale_of(spec);
    return r->sections++;
}

/* ---------------------------------------------------------------- lanes */

/* A formulation that was asked for by name is shown in figures where the default is not. */
static bool drawn(const hol_plan *plan, const hol_spec *spec)
{
    if (!spec->formulation[0]) return true;
    for (int i = 0; i < plan->count; i++)
        if (!plan->spec[i].formulation[0] && plan->spec[i].method == spec->method &&
            in_section(&plan->spec[i], spec))
            return false;
    return true;
}

static bool under_tolerances(const hol_spec *spec)
{
    return spec->rtol > 0.0 || spec->atol > 0.0;
}

/* Steps that are shortened and tolerances that are tightened are two ladders, and two lanes. */
static int lane_of(report *r, const hol_spec *spec)
{
    bool beside = false;
    if (!drawn(r->plan, spec)) return -1;
    for (int i = 0; i < r->lanes; i++) {
        const hol_spec *one = r->lane[i].spec;
        if (one->method != spec->method || strcmp(one->formulation, spec->formulation) != 0 ||
            !same_values(one->options, spec->options, spec->method->options))
            continue;
        if (under_tolerances(one) == under_tolerances(spec)) return i;
        beside = true;
    }
    report_lane *lane = &r->lane[r->lanes];
    *lane = (report_lane){.spec = spec, .method = spec->method};
    snprintf(lane->title, sizeof lane->title, "%s", spec->method->name);
    hol_options_changed(spec->method->options, spec->options, "-o ", lane->title,
                        sizeof lane->title);
    if (spec->formulation[0])
        hol_append(lane->title, sizeof lane->title, " in %s", spec->formulation);
    if (beside)
        hol_append(lane->title, sizeof lane->title,
                   under_tolerances(spec) ? " under tolerances" : " at fixed steps");
    return r->lanes++;
}

/* Is the run before those of a lane in a section?  Of all runs, those without a lane come last. */
static bool stands_before(const report_run *run, int section, int lane)
{
    if (run->section != section) return run->section < section;
    return run->lane >= 0 && (lane < 0 || run->lane < lane);
}

/* The first of all runs that is not before those of a lane in a section. */
static int first_of(const report *r, int section, int lane)
{
    int low = 0, high = r->runs;
    while (low < high) {
        int middle = (low + high) / 2;
        if (stands_before(&r->run[middle], section, lane))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const report_run *report_nth(const report *r, int section, int lane, int n)
{
    int at = first_of(r, section, lane) + n;
    if (at >= r->runs) return NULL;
    return r->run[at].section == section && r->run[at].lane == lane ? &r->run[at] : NULL;
}

/* How far a run is from the problem's own step, or from the tolerance 1e-8, as a logarithm. */
static double distance(const hol_spec *spec)
{
    const double usual = hol_level_tolerance[HOL_LEVEL_DEFAULT];
    bool controlled = spec->rtol > 0.0 || spec->atol > 0.0;
    double x = controlled ? fmax(spec->rtol, spec->atol) / usual : spec->h / spec->problem->step;
    return fabs(log(x));
}

/* Of the runs with a series, or of all, where none has, that of the step nearest to the problem's
 * own; of two as near the coarser. */
static void choose_followed(report *r, int section, int lane)
{
    report_run *chosen = NULL, *one;
    for (int i = 0; i < r->runs; i++) {
        one = &r->run[i];
        if (one->section != section || one->lane != lane) continue;
        bool more = chosen && one->spec->series && !chosen->spec->series,
             less = chosen && chosen->spec->series && !one->spec->series;
        if (!chosen || more || (!less && distance(one->spec) < distance(chosen->spec) - 1e-9))
            chosen = one;
    }
    if (chosen) chosen->followed = true;
}

const report_run *report_followed(const report *r, int section, int lane)
{
    const report_run *run;
    for (int n = 0; (run = report_nth(r, section, lane, n)); n++)
        if (run->followed) return run;
    return NULL;
}

bool report_moves(const report *r, int section)
{
    double position = 0.0, orientation = 0.0;
    for (int i = first_of(r, section, 0); i < r->runs && r->run[i].section == section; i++) {
        const hol_record *record = r->run[i].record;
        if (r->run[i].lane < 0 || record->end != HOL_END_OK) continue;
        position = fmax(position, record->error.position);
        orientation = fmax(orientation, record->error.orientation);
    }
    return position > HOL_MOVES * orientation;
}

/* A long run without a truth may stand in the plan before those that tell what a method costs. */
static void choose_subjects(report *r)
{
    for (int i = 0; i < r->sections; i++) {
        int first = r->section[i].subject;
        if (first > i || report_has_errors(r, first) || !report_has_errors(r, i)) continue;
        for (int k = 0; k < r->sections; k++)
            if (r->section[k].subject == first) r->section[k].subject = i;
    }
}

/* ---------------------------------------------------------------- order */

static double level_of(const hol_spec *spec)
{
    return under_tolerances(spec) ? spec->rtol : spec->h;
}

/* By section and lane, from large steps or tolerances to small ones; else as in the plan. */
static int by_place(const void *a, const void *b)
{
    const report_run *x = a, *y = b;
    int lane[2] = {x->lane < 0 ? INT_MAX : x->lane, y->lane < 0 ? INT_MAX : y->lane};
    if (x->section != y->section) return x->section - y->section;
    if (lane[0] != lane[1]) return lane[0] < lane[1] ? -1 : 1;
    double h[2] = {level_of(x->spec), level_of(y->spec)};
    if (x->lane >= 0 && h[0] != h[1]) return h[0] > h[1] ? -1 : 1;
    return x->spec < y->spec ? -1 : x->spec > y->spec;
}

/* ---------------------------------------------------------------- the plan's runs */

/* When this build made its runs, and where. */
static bool read_times(report *r, hol_store *store, hol_message *why)
{
    char sql[512];
    snprintf(sql, sizeof sql,
             "SELECT min(created), max(created) FROM runs JOIN builds b ON runs.build = b.number "
             "WHERE b.build = '%s'",
             hol_build_id());
    sqlite3_stmt *query = hol_store_query(store, sql, why);
    bool had = query && hol_store_next(store, query, why) == HOL_STORE_FOUND;
    if (had && sqlite3_column_type(query, 0) != SQLITE_NULL)
        snprintf(r->made, sizeof r->made, "%s to %s", (const char *)sqlite3_column_text(query, 0),
                 (const char *)sqlite3_column_text(query, 1));
    sqlite3_finalize(query);
    return had;
}

bool report_gather(report *r, hol_store *store, hol_message *why)
{
    int lacking, count = r->plan->count;
    if (!hol_store_get_all(store, count, r->plan->spec, &r->matrix, &lacking, why) ||
        !read_times(r, store, why))
        return false;
    if (lacking) return hol_wrong(why, "the store lacks %d runs of the plan", lacking);
    if (!report_know_machines(r, store, why)) return false;
    r->run = hol_new(count, sizeof *r->run);
    r->section = hol_new(count, sizeof *r->section);
    r->lane = hol_new(count, sizeof *r->lane);
    for (r->runs = 0; r->runs < count; r->runs++) {
        report_run *run = &r->run[r->runs];
        run->spec = &r->plan->spec[r->runs];
        run->record = &r->matrix.record[r->runs];
        run->section = section_of(r, run->spec);
        run->lane = lane_of(r, run->spec);
    }
    qsort(r->run, (size_t)count, sizeof *r->run, by_place);
    for (int s = 0; s < r->sections; s++)
        for (int k = 0; k < r->lanes; k++) choose_followed(r, s, k);
    choose_subjects(r);
    report_judge_energy(r);
    return report_know_measures(r, store, why) && report_find(r, store, why);
}

void report_free(report *r)
{
    hol_certificates_free(&r->certified);
    free(r->certificate);
    free(r->energy);
    free(r->machine);
    free(r->taken);
    report_findings_free(r);
    hol_matrix_free(&r->matrix);
    free(r->run);
    free(r->section);
    free(r->lane);
    hol_table_free(&r->errata);
    hol_table_free(&r->limits);
    hol_table_free(&r->silent);
    hol_table_free(&r->silent_runs);
}

/* ---------------------------------------------------------------- origin */

static const char *fact_named(const hol_fact fact[], int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (!strcmp(fact[i].name, name)) return fact[i].value;
    return "";
}

report_origin report_origin_of(const char *what, const char *command)
{
    report_origin o;
    hol_fact fact[HOL_FACTS];
    int count = hol_facts(fact);
    snprintf(o.line[0], sizeof o.line[0], "%.200s; made by: %.200s", what, command);
    snprintf(o.line[1], sizeof o.line[1], "holonomy %.32s, build %.12s; %.200s; %.200s",
             fact_named(fact, count, "version"), hol_build_id(), fact_named(fact, count, "flags"),
             fact_named(fact, count, "cpu"));
    return o;
}
