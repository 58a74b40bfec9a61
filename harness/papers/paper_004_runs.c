/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The runs on the gyrostat of paper 004, section 3, read node by node. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/memory.h"
#include "harness/papers/paper_004.h"

enum { BODIES = 2, ROWS = 5 };

/* ---------------------------------------------------------------- one run */

static bool set_options(const hol_p004_scheme *scheme, const hol_method *method, double opt[],
                        hol_message *why)
{
    hol_option_defaults(method->options, opt);
    for (int i = 0; i < 3 && scheme->option[i]; i++)
        if (!hol_option_set(method->options, "option", scheme->option[i], opt, why)) return false;
    return true;
}

bool hol_p004_run(const hol_p004_scheme *scheme, double h, double until, int samples,
                  hol_observer *observe, void *observer, hol_result *r, hol_message *why)
{
    const hol_method *method = hol_method_named(scheme->method);
    double *opt = hol_new(hol_option_count(method->options), sizeof *opt);
    hol_case one = hol_case_of(hol_problem_named("gyrostat"), method);
    one.options = opt;
    one.h = h;
    one.until = until;
    one.samples = samples;
    one.repeats = 0;
    one.observe = observe;
    one.observer = observer;
    bool good = set_options(scheme, method, opt, why);
    if (good && (hol_run(&one, r) != HOL_RAN || r->status != HOL_OK)) {
        hol_say(why, "%s, h = %g: %.400s", scheme->method, h, r->message.text);
        good = false;
    }
    free(opt);
    return good;
}

/* ---------------------------------------------------------------- constraints and errors */

typedef struct { /* what stands still in the true motion */
    double centre[3], spin[BODIES];
    double most_centre, most_spin;
} watch;

static void look(void *self, const hol_node *node)
{
    watch *w = self;
    const hol_system *sys = node->s->sys;
    hol_pose pose[BODIES];
    double centre[3] = {0}, mass = 0;
    sys->poses(sys, node->z->q, node->z->v, pose);
    for (int b = 0; b < BODIES; b++) {
        double m = hol_body_at(sys->model, b)->m;
        for (int k = 0; k < 3; k++) centre[k] += m * pose[b].r[k];
        mass += m;
        if (!node->before) w->spin[b] = pose[b].omega[2];
        w->most_spin = fmax(w->most_spin, fabs(pose[b].omega[2] - w->spin[b]));
    }
    for (int k = 0; k < 3; k++) {
        centre[k] /= mass;
        if (!node->before) w->centre[k] = centre[k];
        w->most_centre = fmax(w->most_centre, fabs(centre[k] - w->centre[k]));
    }
}

bool hol_p004_quality_of(const hol_p004_scheme *scheme, double h, hol_p004_quality *q,
                         hol_message *why)
{
    watch w = {0};
    hol_result r = {0};
    bool good = hol_p004_run(scheme, h, 10, 0, look, &w, &r, why);
    if (good)
        *q = (hol_p004_quality){.h = h,
                                .phi = r.diagnostics->phi,
                                .gv = r.diagnostics->gv,
                                .position = r.error.position,
                                .orientation = r.error.orientation,
                                .velocity = r.error.velocity,
                                .centre = w.most_centre,
                                .spin = w.most_spin};
    hol_result_free(&r);
    return good;
}

/* ---------------------------------------------------------------- multipliers */

static const double span = 2; /* [s] */

typedef struct {
    double *at; /* ROWS numbers for every `stride`-th node */
    long stride;
} recorder;

static void record(void *self, const hol_node *node)
{
    const recorder *to = self;
    if (node->step % to->stride) return;
    memcpy(to->at + node->step / to->stride * ROWS, node->z->lambda, ROWS * sizeof *to->at);
}

/* Munthe-Kaas steps of order 4, 16 to one of h_least: their multipliers are those of the index-1
 * equations. */
double *hol_p004_multipliers(double h_least, hol_message *why)
{
    static const hol_p004_scheme scheme = {.method = "mk4"};
    enum { FINER = 16 };
    recorder to = {hol_new(ROWS * ((int)lrint(span / h_least) + 1), sizeof *to.at), FINER};
    hol_result r = {0};
    bool good = hol_p004_run(&scheme, h_least / FINER, span, 0, record, &to, &r, why);
    hol_result_free(&r);
    if (good) return to.at;
    free(to.at);
    return NULL;
}

typedef struct {
    const double *truth;
    long stride;
    double first, later;
} comparison;

static void compare(void *self, const hol_node *node)
{
    comparison *c = self;
    const double *truth = c->truth + node->step * c->stride * ROWS;
    double most = 0;
    for (int i = 0; i < ROWS; i++) most = fmax(most, fabs(node->z->lambda[i] - truth[i]));
    if (node->step > 0 && node->step <= HOL_P004_FIRST) c->first = fmax(c->first, most);
    if (node->z->t >= 0.5 * span) c->later = fmax(c->later, most);
}

bool hol_p004_order_of(const hol_p004_scheme *scheme, double h, double h_least,
                       const double truth[], hol_p004_order *o, hol_message *why)
{
    comparison c = {.truth = truth, .stride = lrint(h / h_least)};
    hol_result r = {0};
    bool good = hol_p004_run(scheme, h, span, 0, compare, &c, &r, why);
    if (good)
        *o = (hol_p004_order){.h = h,
                              .position = r.error.position,
                              .velocity = r.error.velocity,
                              .first = c.first,
                              .later = c.later};
    hol_result_free(&r);
    return good;
}
