/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Diagnostics and errors of a motion, node by node: see look.h. */
#include "harness/run/prepare.h"

#include <math.h>

void hol_look_begin(hol_result *r, double span, hol_work *work)
{
    r->diagnostics = hol_diagnostics_new(r->x->sys, span, work);
    if (r->x->whole)
        hol_gauge_by_all(r->diagnostics->gauge, r->x->whole, &r->x->left_out,
                         r->x->redundant == HOL_REDUNDANT_LEAST_NORM);
}

/* ---------------------------------------------------------------- errors */

/* Of absolute to relative tolerance. */
static double ratio(const hol_result *r)
{
    return r->adaptive && r->rtol > 0 ? r->atol / r->rtol : 1;
}

int hol_known_multipliers(const hol_result *r)
{
    int known = 0;
    for (int i = 0; r->x->reference && i < r->x->reference->multipliers; i++)
        known += r->reference_row[i] >= 0;
    return known;
}

/* Of the multipliers those whose rows the formulation has: coordinates of a problem's own may do
 * without some. */
static void error_from(const hol_result *r, const hol_pose pose[], const double multiplier[],
                       hol_error *error, hol_measures *measures)
{
    const hol_reference *ref = r->x->reference;
    const hol_gauge *g = r->diagnostics->gauge;
    hol_work *w = r->x->sys->work;
    size_t mark = hol_mark(w);
    double *lambda = hol_take(w, ref->multipliers), *truth = hol_take(w, ref->multipliers);
    int count = 0;
    for (int i = 0; i < ref->multipliers; i++) {
        if (r->reference_row[i] < 0) continue;
        lambda[count] = (g->whole ? g->lambda : g->reaction)[r->reference_row[i]];
        truth[count++] = multiplier[i];
    }
    *error = hol_error_between(r->x->sys->nb, g->pose, pose, count, count ? lambda : NULL, truth);
    *measures = hol_measures_between(r->x->sys->nb, g->pose, pose, ratio(r));
    hol_release(w, mark);
}

/* At a row's time. */
static bool reference_error(const hol_result *r, double t, hol_error *error, hol_measures *measures)
{
    const hol_reference *ref = r->x->reference;
    int row = ref ? hol_reference_row(ref, t) : -1;
    if (row < 0) return false;
    error_from(r, ref->pose + row * ref->bodies, ref->lambda + row * ref->multipliers, error,
               measures);
    return true;
}

/* At any time the reference reaches. */
static bool reference_error_between(const hol_result *r, double t, hol_error *error,
                                    hol_measures *measures)
{
    const hol_reference *ref = r->x->reference;
    if (!ref) return false;
    hol_work *w = r->x->sys->work;
    size_t mark = hol_mark(w);
    hol_pose *pose = hol_take_bytes(w, ref->bodies, sizeof *pose);
    double *lambda = hol_take(w, ref->multipliers);
    bool known = hol_reference_at(ref, r->problem, r->x->parameters, t, pose, lambda);
    if (known) error_from(r, pose, lambda, error, measures);
    hol_release(w, mark);
    return known;
}

static void exact_error(const hol_result *r, double t, hol_error *error, hol_measures *measures)
{
    hol_work *w = r->x->sys->work;
    size_t mark = hol_mark(w);
    hol_pose *pose = hol_take_bytes(w, r->x->sys->nb, sizeof *pose);
    r->problem->exact(r->x->parameters, t, pose);
    *error = hol_error_between(r->x->sys->nb, r->diagnostics->gauge->pose, pose, 0, NULL, NULL);
    *measures = hol_measures_between(r->x->sys->nb, r->diagnostics->gauge->pose, pose, ratio(r));
    hol_release(w, mark);
}

static void add_error(hol_result *r, const hol_error *error, const hol_measures *measures)
{
    hol_error_add(&r->error_mean, error);
    r->measures.squares += measures->squares;
    r->measures.count += measures->count;
}

void hol_look(hol_result *r, const hol_state *z)
{
    hol_error error;
    hol_measures measures;
    hol_diagnostics_add(r->diagnostics, z);
    if (reference_error(r, z->t, &error, &measures)) {
        add_error(r, &error, &measures);
    } else if (!r->x->reference && r->problem->exact && !r->at) {
        exact_error(r, z->t, &error, &measures);
        add_error(r, &error, &measures);
    }
}

void hol_look_at_end(hol_result *r, double t)
{
    hol_measures at_end = {.scd = NAN, .mescd = NAN};
    if (!reference_error_between(r, t, &r->error, &at_end) && r->problem->exact && !r->at)
        exact_error(r, t, &r->error, &at_end);
    r->measures.scd = at_end.scd;
    r->measures.mescd = at_end.mescd;
}
