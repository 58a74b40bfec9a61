/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The runs on the gyrostat of paper 004, section 3, read node by node. */
#include <math.h>
#include <stdlib.h>

#include "harness/cli/cli.h"
#include "harness/memory.h"
#include "harness/papers/paper.h"
#include "harness/papers/paper_004.h"

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
    double centre[3], spin[HOL_P004_BODIES];
    double most_centre, most_spin[HOL_P004_BODIES], most_rotation;
} watch;

/* |R^T R - 1| */
static double not_orthogonal(const double R[9])
{
    double most = 0;
    for (int i = 0; i < 9; i++) {
        int a = i / 3, b = i % 3;
        double dot = R[a] * R[b] + R[3 + a] * R[3 + b] + R[6 + a] * R[6 + b];
        most = fmax(most, fabs(dot - (a == b)));
    }
    return most;
}

/* In `lie` the coordinates of a body are r and R. */
static void look(void *self, const hol_node *node)
{
    watch *w = self;
    const hol_system *sys = node->s->sys;
    hol_pose pose[HOL_P004_BODIES];
    double centre[3] = {0}, mass = 0;
    sys->poses(sys, node->z->q, node->z->v, pose);
    for (int b = 0; b < HOL_P004_BODIES; b++) {
        double m = hol_body_at(sys->model, b)->m;
        for (int k = 0; k < 3; k++) centre[k] += m * pose[b].r[k];
        mass += m;
        if (!node->before) w->spin[b] = pose[b].omega[2];
        w->most_spin[b] = fmax(w->most_spin[b], fabs(pose[b].omega[2] - w->spin[b]));
        w->most_rotation = fmax(w->most_rotation, not_orthogonal(node->z->q + 12 * b + 3));
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
                                .spin = {w.most_spin[0], w.most_spin[1]},
                                .rotation = w.most_rotation};
    hol_result_free(&r);
    return good;
}

/* ---------------------------------------------------------------- series behind a figure */

int hol_p004_table(const char *dir, const char *name, const char *heading, int rows, int columns,
                   const double x[], hol_message *why)
{
    FILE *out = dir ? hol_paper_open(dir, name, why) : NULL;
    if (!dir) return HOL_EXIT_OK;
    if (!out) return HOL_EXIT_FILE;
    fprintf(out, "%s\n", heading);
    for (int i = 0; i < rows; i++)
        for (int k = 0; k < columns; k++)
            fprintf(out, "%.10g%c", x[i * columns + k], k + 1 < columns ? ',' : '\n');
    return hol_paper_close(out, dir, name, why) ? HOL_EXIT_OK : HOL_EXIT_FILE;
}
