/* SPDX-License-Identifier: GPL-3.0-or-later */
/* References by power series in quadruple precision, of two degrees with step controls of their
 * own: see deriver.h. */
#include <math.h>
#include <stdio.h>

#include "harness/run/deriver.h"
#include "holonomy/memory.h"

enum { WAYS = 2 };

static const struct {
    int degree;
    double share; /* of the tolerance of a step */
    int parts;    /* at least, between two rows, so that no step of one is a step of the other */
} way[WAYS] = {{32, 1e-6, 2}, {44, 1e-8, 1}};

/* Of a series between two rows, which are near; its last terms, of position and velocity. */
enum { BETWEEN = 20 };
static const double least_term = 1e-19;

static void say(const hol_walk *w, char text[HOL_WAY_TEXT])
{
    snprintf(text, HOL_WAY_TEXT, "degree %d", way[w->way].degree);
}

static int numbers(const hol_walk *w)
{
    return w->sys->nq + w->sys->nv;
}

static void state(const hol_walk *w, hol_quad x[])
{
    hol_quad_motion_state(w->self, x, x + w->sys->nq);
}

/* A motion of the degree from poses at t; NULL: the problem's start. */
static hol_status begin(hol_walk *w, int degree, double t, const hol_pose at[])
{
    double *q = hol_alloc(w->memory, (size_t)w->sys->nq, sizeof *q);
    double *v = hol_alloc(w->memory, (size_t)w->sys->nv, sizeof *v);
    hol_place(w->sys, at, q, v);
    w->t = t;
    w->self = hol_quad_motion_new(w->memory, w->sys, degree);
    return hol_quad_motion_start(w->self, t, q, v);
}

static hol_status start(hol_walk *w)
{
    return begin(w, way[w->way].degree, 0, NULL);
}

static hol_status resume(hol_walk *w, hol_quad t, const hol_quad x[])
{
    w->t = t;
    w->self = hol_quad_motion_new(w->memory, w->sys, way[w->way].degree);
    return hol_quad_motion_resume(w->self, t, x, x + w->sys->nq);
}

/* By steps of equal length that end at the time. */
static hol_status go(hol_walk *w, hol_quad to)
{
    double part = pow(10, -w->digits) * way[w->way].share;
    double most = (double)(to - w->t) / way[w->way].parts * (1 + 1e-9);
    while (w->t < to) {
        hol_quad left = to - w->t;
        double h = fmin((double)hol_quad_motion_step(w->self, part), most);
        hol_quad parts = (hol_quad)ceil((double)left / h), step = left / parts;
        w->t = parts > 1 ? w->t + step : to;
        hol_status status = hol_quad_motion_go(w->self, step, w->t);
        if (status) return status;
        if (w->seen && !w->seen(w)) break;
    }
    return HOL_OK;
}

static void look(const hol_walk *w, hol_quad_pose pose[], hol_quad multiplier[])
{
    hol_quad_motion_look(w->self, pose, multiplier);
}

static hol_quad energy(const hol_walk *w)
{
    return hol_quad_motion_energy(w->self);
}

static double kinetic(const hol_walk *w)
{
    return hol_quad_motion_kinetic(w->self);
}

static double violation(const hol_walk *w)
{
    return (double)hol_quad_motion_violation(w->self);
}

static hol_status between(hol_walk *w, double t0, const hol_pose at[], double to)
{
    double t = t0;
    hol_status status = begin(w, BETWEEN, t, at);
    while (!status && t < to) {
        double h = (double)hol_quad_motion_step(w->self, least_term);
        double next = t + h >= to ? to : t + h;
        status = hol_quad_motion_go(w->self, (hol_quad)next - (hol_quad)t, next);
        w->t = t = next;
    }
    return status;
}

const hol_deriver hol_by_series = {
    .name = "series",
    .words = "power series",
    .precision = "quadruple",
    .origin = "power series, twice in quadruple precision",
    .needs = HOL_POWER_SERIES | HOL_FULL_RANK | HOL_HARD,
    .ways = WAYS,
    .digits = 20,
    .most = 28,
    .fewest = 12,
    .margin = 10,
    .least = 5e-30, /* half of the last printed digit */
    .say = say,
    .numbers = numbers,
    .state = state,
    .start = start,
    .resume = resume,
    .go = go,
    .look = look,
    .energy = energy,
    .kinetic = kinetic,
    .violation = violation,
    .between = between,
};
