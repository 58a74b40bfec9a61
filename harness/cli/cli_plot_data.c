/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The numbers behind the figure of `holonomy plot`: see cli_plot.h. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#include "harness/cli/cli_plot.h"
#include "harness/store/record.h"
#include "harness/study/study.h"

enum { POINTS = 601, PARTS = 20 }; /* of a curve; of the span of an adaptive run, for its errors */

/* ---------------------------------------------------------------- what a problem has */

enum {
    ENERGY = 1,
    MOMENTUM = 2,
    JOINTS = 4,
    CONSTRAINTS = 8,
    RATES = 16,
    TRUTH = 32,
    BODIES = 64,
    NODAL = 128
};

bool plot_has(const plot_quantity *q, const hol_result *r)
{
    const hol_eval *sys = r->x->sys;
    int has = (hol_balances_energy(sys) ? ENERGY : 0) | (sys->ns ? MOMENTUM : 0) |
              (r->diagnostics->gauge->reactions ? JOINTS : 0) | (sys->nc ? CONSTRAINTS : 0) |
              (sys->nc + sys->na ? RATES : 0) | (sys->nb ? BODIES : 0) |
              (sys->ns && r->x->claims.nodal_momentum != HOL_NOT_KEPT ? NODAL : 0) |
              (r->x->reference || r->problem->exact ? TRUTH : 0);
    return has & q->of;
}

bool plot_needs_truth(const plot_quantity *q)
{
    return q->of == TRUTH;
}

/* ---------------------------------------------------------------- deviations along a run */

static int put_series(FILE *out, const plot_asked *a, hol_case *c)
{
    hol_record r;
    hol_record_run(c, HOL_SERIES, 0, &r);
    bool well = r.ran && r.end == HOL_END_OK;
    if (!well)
        hol_complain("%s on %s: %s: %s", c->method->name, c->problem->name, hol_end_name(r.end),
                     r.why.text);
    int drawn = 0;
    for (int i = 0; i < r.points; i++) {
        const char *point = (const char *)&r.series[i];
        double off = *(const double *)(const void *)(point + a->what->at);
        drawn += isfinite(off);
        fprintf(out, "%.9g %.9g\n", r.series[i].t, off);
    }
    if (r.points && !drawn)
        hol_complain("%s on %s: its steps are too long to tell the %s", c->method->name,
                     c->problem->name, a->what->axis);
    int code = drawn ? HOL_EXIT_OK : r.ran ? HOL_EXIT_FAILED : HOL_EXIT_USAGE;
    hol_record_clear(&r);
    return code;
}

/* ---------------------------------------------------------------- runs that are looked at */

typedef struct { /* of a run whose nodes are written down */
    FILE *out;
    const plot_asked *a;
    const hol_result *r;
    double next; /* the time of the next point */
    int part;    /* the number of the row or body that is drawn */
    long points;
} writer;

/* The place of the name asked for, of `count`; the last where none is; -1 after a message. */
static int part_drawn(const plot_asked *a, const char *asked, int count, const char *const name[])
{
    char unknown[256];
    if (!asked) return count - 1;
    snprintf(unknown, sizeof unknown, "--%s: %.200s has no %s", a->what->part, a->problem->name,
             a->what->part);
    return cli_pick(unknown, asked, name, sizeof *name, count);
}

/* The last row whose reaction is known: of one that is left out it is not. */
static int last_known(const hol_gauge *g)
{
    int i = g->reactions - 1;
    while (i > 0 && !isfinite(g->reaction[i])) i--;
    return i;
}

static int row_drawn(const plot_asked *a, const hol_gauge *g)
{
    return a->row ? part_drawn(a, a->row, g->reactions, g->reaction_name) : last_known(g);
}

const char *plot_part(const plot_asked *a, const hol_result *r)
{
    const hol_eval *sys = r->x->sys;
    if (!a->what->part) return NULL;
    if (a->what->motion) return a->body ? a->body : r->body[sys->nb - 1];
    const hol_gauge *g = r->diagnostics->gauge;
    return a->row ? a->row : g->reaction_name[last_known(g)];
}

/* Is it time for a point?  No more than so many `points` of a run, its start and end included. */
static bool due(writer *w, int points, const hol_node *node)
{
    if (node->z->t < w->next && node->z->t < node->t_end) return false;
    w->next = node->z->t + node->t_end / (points - 1) * (1 - 1e-9);
    return true;
}

static void put_row(void *self, const hol_node *node)
{
    writer *w = self;
    const hol_gauge *g = w->r->diagnostics->gauge;
    if (node->step == 0) w->part = row_drawn(w->a, g);
    if (node->step == 0 && w->part >= 0 && isnan(g->reaction[w->part])) {
        hol_complain("the reaction of the row '%s' is not known in %s, where rows are left out",
                     g->reaction_name[w->part], g->sys->formulation);
        w->part = -1;
    }
    if (w->part < 0 || !due(w, POINTS, node)) return;
    fprintf(w->out, "%.9g %.9g\n", node->z->t, g->reaction[w->part]);
    w->points++;
}

static double error_of(const writer *w, const hol_error *error)
{
    const char *place = (const char *)error + w->a->what->at;
    return *(const double *)(const void *)place;
}

/* Is the true motion to be had at this node?  Between the rows of a reference it takes power series
 * in many digits: there are few points. */
static bool is_known(writer *w, const hol_node *node)
{
    const hol_reference *ref = w->r->x->reference;
    if (node->step == 0) return false;
    if (w->r->problem->exact) return due(w, POINTS, node);
    bool one_more = due(w, PARTS + 1, node);
    return one_more || (ref && hol_reference_row(ref, node->z->t) >= 0);
}

static void put_error(void *self, const hol_node *node)
{
    writer *w = self;
    int nb = w->r->x->sys->nb;
    if (!is_known(w, node)) return;
    hol_pose *truth = hol_new(nb, sizeof *truth);
    if (hol_truth(w->r->x, node->z->t, truth)) {
        hol_error e = hol_error_between(nb, w->r->diagnostics->gauge->pose, truth, 0, NULL, NULL);
        fprintf(w->out, "%.9g %.9g\n", node->z->t, error_of(w, &e));
        w->points++;
    }
    free(truth);
}

static int ended(const hol_case *c, hol_result *r, hol_outcome outcome, long points)
{
    if (outcome != HOL_RAN || r->status != HOL_OK)
        hol_complain("%s%s%s", outcome == HOL_RAN ? c->method->name : "",
                     outcome == HOL_RAN ? ": " : "", r->message.text);
    hol_result_free(r);
    return points ? HOL_EXIT_OK : outcome == HOL_RAN ? HOL_EXIT_FAILED : HOL_EXIT_USAGE;
}

static int put_nodes(FILE *out, const plot_asked *a, hol_case *c, hol_observer *observe)
{
    hol_result r;
    writer w = {.out = out, .a = a, .r = &r};
    c->observe = observe;
    c->observer = &w;
    hol_outcome outcome = hol_run(c, &r);
    int code = ended(c, &r, outcome, w.points);
    return w.part < 0 ? HOL_EXIT_USAGE : code;
}

static int put_reactions(FILE *out, const plot_asked *a, hol_case *c)
{
    return put_nodes(out, a, c, put_row);
}

/* Steps of any length pass by the times of a reference: each has a run that ends there. */
static int put_ends(FILE *out, const plot_asked *a, hol_case *c)
{
    int code = HOL_EXIT_OK;
    double until = c->until;
    for (int k = 1; k <= PARTS && !code; k++) {
        hol_result r;
        writer w = {.a = a};
        c->until = until * k / PARTS;
        hol_outcome outcome = hol_run(c, &r);
        double error = outcome == HOL_RAN ? error_of(&w, &r.error) : (double)NAN;
        if (isfinite(error)) fprintf(out, "%.9g %.9g\n", c->until, error);
        code = ended(c, &r, outcome, 1);
    }
    return code;
}

static int put_errors(FILE *out, const plot_asked *a, hol_case *c)
{
    bool adaptive = c->rtol > 0.0;
    if (adaptive && !c->problem->exact) return put_ends(out, a, c);
    return put_nodes(out, a, c, put_error);
}

static int put_motion(FILE *out, const plot_asked *a, hol_case *c)
{
    hol_result r;
    hol_names bodies = {0};
    c->samples = POINTS;
    hol_outcome outcome = hol_run(c, &r);
    if (outcome != HOL_RAN) return ended(c, &r, outcome, 0);
    for (int i = 0; i < r.x->sys->nb; i++) hol_names_add(&bodies, r.body[i]);
    int body = part_drawn(a, a->body, bodies.count, bodies.of), count = r.sampler->count;
    hol_names_clear(&bodies);
    for (int i = 0; i < count && body >= 0; i++) {
        const double *x = r.sampler->sample[i].pose[body].r;
        fprintf(out, "%.9g %.9g %.9g %.9g\n", r.sampler->sample[i].t, x[0], x[1], x[2]);
    }
    int code = ended(c, &r, outcome, count);
    return body < 0 ? HOL_EXIT_USAGE : code;
}

/* ---------------------------------------------------------------- the table */

#define DEVIATION(member) put_series, offsetof(hol_deviation, member), false, false, NULL
#define ERROR(member)     put_errors, offsetof(hol_error, member), false, false, NULL

static const char no_truth[] = "its true motion is not known",
                  no_momentum[] = "it has no symmetry, and so no momentum map";

const plot_quantity plot_quantities[] = {
    {"energy", "energy error [J]", "softened joints are springs and dampers that are no part of it",
     ENERGY, DEVIATION(energy)},
    {"momentum", "momentum error [N s, N m s]", no_momentum, MOMENTUM, DEVIATION(momentum)},
    {"nodal", "nodal momentum error [N s, N m s]",
     "variational methods have it, where there is a symmetry", NODAL, DEVIATION(nodal)},
    {"phi", "constraint error [m, 1]", "it has no constraints here", CONSTRAINTS, DEVIATION(phi)},
    {"gv", "constraint velocity |G v| [m/s, 1/s]", "it has no constraints here", RATES,
     DEVIATION(gv)},
    {"error", "position error [m]", no_truth, TRUTH, ERROR(position)},
    {"orientation", "orientation error [rad]", no_truth, TRUTH, ERROR(orientation)},
    {"velocity", "velocity error [m/s, rad/s]", no_truth, TRUTH, ERROR(velocity)},
    {"lambda", "reaction [N, N m]", "it has no joint rows here", JOINTS, put_reactions, 0, false,
     true, "row"},
    {"position", "position [m]", "it has no bodies", BODIES, put_motion, 0, true, true, "body"},
    {0}};
