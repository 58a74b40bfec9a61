/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Is a start other than the model's own one of the mechanism, and one that the coordinates of the
 * run can have? */
#include <math.h>
#include <string.h>

#include "base/say.h"
#include "harness/run/prepare.h"
#include "holonomy/dense.h"
#include "holonomy/memory.h"
#include "mechanics/internal.h"

/* Of the length scale: a start further off the constraints than this is a mistake, not a drift. */
static const double start_tolerance = 1e-3;
/* What is within that of each joint may be several times as far off along a chain of them. */
static const double far_off = 0.05;

/* A start, and the coordinates in which each row of the model is judged. */
typedef struct {
    const hol_result *r;
    hol_eval *sys;
    double *q, *v;
    hol_message *why;
    bool possible;
} placed_start;

/* False where Phi is far off zero, by the length of the system. */
static bool places_are_possible(const placed_start *a)
{
    hol_eval *sys = a->sys;
    double *phi = hol_take(sys->work, sys->nc), *G = hol_take(sys->work, sys->G.nnz);
    double most = start_tolerance;
    int worst = -1;
    if (sys->nc) hol_constraints(sys, 0.0, a->q, phi, G);
    for (int i = 0; i < sys->nc; i++) {
        double size = hol_rows_size(sys, i, 1, phi + i);
        if (!(size <= most)) worst = i, most = size;
    }
    if (worst >= 0)
        hol_say(a->why, "the start violates the constraint %s by %.3g", sys->row_name[worst],
                phi[worst]);
    return worst < 0;
}

/* False where G v + Phi_t is far off zero, by the speed of the system. */
static bool rates_are_possible(const placed_start *a)
{
    hol_eval *sys = a->sys;
    double *rate = hol_take(sys->work, sys->nc), *phi_t = hol_take(sys->work, sys->nc);
    double *G = hol_take(sys->work, sys->G.nnz), most = start_tolerance * sys->speed;
    int worst = -1;
    if (!sys->nc) return true;
    hol_constraints(sys, 0.0, a->q, NULL, G);
    hol_multiply(&sys->G, G, a->v, rate);
    hol_drive(sys, 0.0, a->q, a->v, phi_t, NULL);
    hol_axpy(sys->nc, 1, phi_t, rate);
    for (int i = 0; i < sys->nc; i++) {
        double size = hol_rows_size(sys, i, 1, rate + i);
        if (!(size <= most)) worst = i, most = size;
    }
    if (worst >= 0)
        hol_say(a->why, "the start violates the constraint %s: its rate is %.3g",
                sys->row_name[worst], rate[worst]);
    return worst < 0;
}

/* False where A v - w is far off zero, by the speed of the system. */
static bool slides_are_possible(const placed_start *a)
{
    hol_eval *sys = a->sys;
    double *A = hol_take(sys->work, sys->A.nnz), *w = hol_take(sys->work, sys->na);
    double *slip = hol_take(sys->work, sys->na), most = start_tolerance * sys->speed * sys->unit;
    int worst = -1;
    if (!sys->na) return true;
    hol_nonholonomic_rows(sys, 0.0, a->q, A, w);
    hol_multiply(&sys->A, A, a->v, slip);
    for (int i = 0; i < sys->na; i++) {
        slip[i] -= w[i];
        if (!(fabs(slip[i]) <= most)) worst = i, most = fabs(slip[i]);
    }
    if (worst >= 0)
        hol_say(a->why, "the start violates the nonholonomic constraint %s: A v - w is %.3g",
                sys->model->slide[worst].name, slip[worst]);
    return worst < 0;
}

/* A system of the model with all its rows: coordinates of joints have none where they meet one of
 * themselves, and would take any start for the nearest they have. */
static hol_eval *with_all_rows(const hol_experiment *x, hol_message *why)
{
    const hol_model *model = x->model ? x->model : x->problem->model;
    hol_system *system = hol_realise(model, hol_formulation_named("natural"), NULL, why);
    return system ? hol_had(hol_eval_take(system)) : NULL;
}

/* False where a body is far from its start in the coordinates of the run: those of a tree of joints
 * hold the frames of each as the model's start has them, turned round or not; a planar body has but
 * its plane, a held one its place. */
static bool coordinates_have(hol_result *r)
{
    hol_eval *sys = r->x->sys;
    double *q = hol_take(sys->work, sys->nq), *v = hol_take(sys->work, sys->nv);
    hol_pose *had = hol_take_bytes(sys->work, sys->nb, sizeof *had);
    hol_place(sys, r->at, q, v);
    hol_poses(sys, q, v, had);
    for (int b = 0; b < sys->nb; b++) {
        const hol_pose *asked = &r->at[b];
        hol_error off = hol_error_of_body(hol_body_at(sys->model, b), &had[b], asked);
        double pace = sys->speed + hol_norm(3, asked->v) + hol_norm(3, asked->omega);
        if (off.position > far_off * sys->length)
            return hol_wrong(&r->refusal.reason,
                             "the start of '%s' cannot be had in %s: it would be moved by %.3g m",
                             r->body[b], sys->formulation, off.position);
        if (off.orientation > far_off)
            return hol_wrong(
                &r->refusal.reason,
                "the start of '%s' cannot be had in %s: it would be turned by %.3g rad", r->body[b],
                sys->formulation, off.orientation);
        if (off.velocity > far_off * pace)
            return hol_wrong(&r->refusal.reason,
                             "the velocity of '%s' in the start cannot be had in %s: it would "
                             "change by %.3g m/s, rad/s",
                             r->body[b], sys->formulation, off.velocity);
    }
    return true;
}

static void end_eval(void *sys)
{
    hol_eval_free(sys);
}

/* Not possible is what is far off a constraint, or has a velocity that leads far off one. */
static void judge_by_rows(hol_memory *m, void *data)
{
    placed_start *a = data;
    a->sys = with_all_rows(a->r->x, a->why);
    if (!a->sys) return;
    hol_at_end(m, end_eval, a->sys);
    a->q = hol_take(a->sys->work, a->sys->nq);
    a->v = hol_take(a->sys->work, a->sys->nv);
    hol_place(a->sys, a->r->at, a->q, a->v);
    a->possible = places_are_possible(a) && rates_are_possible(a) && slides_are_possible(a);
}

bool hol_start_is_possible(hol_result *r)
{
    placed_start a = {.r = r, .why = &r->refusal.reason};
    hol_memory_end(hol_memory_of(judge_by_rows, &a));
    return a.possible && coordinates_have(r);
}
