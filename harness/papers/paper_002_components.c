/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The triple slider-crank of paper 002 in the components (7) of its configurations: whether the
 * motion stays there, how near it comes to a singular configuration, and where it runs into one;
 * Nystrom's integrator against the trapezoidal rule. */
#include <math.h>
#include <string.h>

#include "harness/papers/paper_002.h"
#include "numerics/condition.h"

static const hol_paper_run run[HOL_P002_COMPONENTS] = {
    HOL_P002_SLIDERS("1e-10", 2, "component=C1"),
    HOL_P002_SLIDERS("1e-10", 2, "component=C2"),
    HOL_P002_SLIDERS("1e-10", 2, "component=C3"),
    HOL_P002_SLIDERS("1e-10", 2, "component=C4"),
    HOL_P002_SLIDERS("1e-10", 2, "component=C1", "torque=paper"),
    HOL_P002_SLIDERS("1e-10", 2, "component=C3", "torque=paper"),
    HOL_P002_SLIDERS("1e-10", 2, "component=C1", "K=0"),
};
static const bool upper[HOL_P002_COMPONENTS] = {[1] = true, [3] = true}; /* x = q2 - pi */
static const bool opposite[HOL_P002_COMPONENTS] = {[2] = true,
                                                   [3] = true, /* q3 = q1 + 2 r cos q2 */
                                                   [5] = true};

/* The condition number of G, nc x nv: the root of that of G G^T. */
static double condition(hol_eval *sys, hol_work *w, const hol_state *z)
{
    size_t mark = hol_mark(w);
    int nc = sys->nc;
    double *G = hol_take(w, sys->G.nnz), *phi = hol_take(w, nc), *A = hol_take(w, nc * nc);
    double *unit = hol_take(w, nc), *row = hol_take(w, sys->nv);
    hol_constraints(sys, z->t, z->q, phi, G);
    for (int i = 0; i < nc; i++) {
        memset(row, 0, (size_t)sys->nv * sizeof *row);
        memset(unit, 0, (size_t)nc * sizeof *unit);
        unit[i] = 1;
        hol_multiply_transposed_add(&sys->G, G, 1, unit, row);
        hol_multiply(&sys->G, G, row, A + i * nc);
    }
    double number = sqrt(hol_condition(nc, A, w));
    hol_release(w, mark);
    return number;
}

typedef struct {
    hol_p002_path *to;
    bool upper, opposite;
    int every;
    double start; /* energy [J] */
} reader;

static void read_node(void *self, const hol_node *node)
{
    enum { BODIES = 4, LEAST = 10 };
    reader *from = self;
    hol_p002_path *to = from->to;
    hol_eval *sys = node->s->sys;
    const hol_state *z = node->z;
    hol_pose pose[BODIES];
    if (sys->nb != BODIES) return;
    hol_poses(sys, z->q, z->v, pose);
    double energy = hol_kinetic(sys, z->q, z->v) + hol_potential(sys, z->q);
    double q2 = 2 * atan2(pose[1].p[3], pose[1].p[0]);
    double x = remainder(from->upper ? q2 - M_PI : q2, 2 * M_PI);
    double apart = pose[2].r[0] - pose[0].r[0] - (from->opposite ? 2 * cos(q2) : 0);
    double distance = M_PI / 2 - fabs(x), G = condition(sys, node->s->work, z);
    if (!node->before) {
        from->start = energy;
        to->distance = distance;
    }
    to->end = z->t;
    to->distance = fmin(to->distance, distance);
    to->branch = fmax(to->branch, fabs(apart));
    to->condition = fmax(to->condition, G);
    to->energy = fmax(to->energy, fabs(energy / from->start - 1));
    const double q[] = {pose[0].r[0], q2, pose[2].r[0], pose[3].r[1]};
    memcpy(to->q, q, sizeof q);
    if (node->step % from->every && distance > LEAST * node->h) return;
    if (to->points == HOL_P002_POINTS) return;
    const double point[] = {z->t, distance, G};
    memcpy(to->x[to->points++], point, sizeof point);
}

bool hol_p002_components(hol_p002_path path[HOL_P002_COMPONENTS], hol_message *why)
{
    for (int k = 0; k < HOL_P002_COMPONENTS; k++) {
        reader from = {.to = &path[k],
                       .upper = upper[k],
                       .opposite = opposite[k],
                       .every = (int)lrint(run[k].until / run[k].h) / (HOL_P002_POINTS / 2)};
        hol_paper_run is = run[k];
        hol_result r;
        is.observe = read_node;
        is.observer = &from;
        is.samples = 2;
        path[k] = (hol_p002_path){.position = NAN};
        bool ran = hol_paper_measure(&is, &r, why),
             ended = k == HOL_P002_FREE && hol_paper_ended(&r);
        if (ran && r.x->reference) path[k].position = r.error.position;
        if (ended) path[k].end = r.passed.t; /* within a step */
        path[k].charts = r.counters.reparametrisations;
        hol_result_free(&r);
        if (!ran && !ended) return false;
    }
    return true;
}

bool hol_p002_apart(double h[HOL_P002_STEPS], double apart[HOL_P002_STEPS], hol_message *why)
{
    enum { BODIES = 4 };
    static const char *const method[2] = {"tangent-nystrom4", "tangent-trapezoidal"};
    for (int k = 0; k < HOL_P002_STEPS; k++) {
        hol_pose end[2][BODIES];
        h[k] = 1e-3 / (1 << k);
        for (int m = 0; m < 2; m++) {
            const hol_paper_run is = {
                .problem = "triple-slider-crank", .method = method[m], .h = h[k], .until = 2};
            hol_result r;
            bool good = hol_paper_follow(&is, &r, why);
            if (good) hol_poses(r.x->sys, r.x->z->q, r.x->z->v, end[m]);
            hol_result_free(&r);
            if (!good) return false;
        }
        apart[k] = hol_error_between(BODIES, end[1], end[0], 0, NULL, NULL).position;
    }
    return true;
}
