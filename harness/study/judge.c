/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Motions from anywhere, judged as runs are, alone and several together: see judge.h. */
#include "harness/study/judge.h"

#include <math.h>
#include <string.h>

#include "harness/run/prepare.h"
#include "holonomy/memory.h"
#include "mechanics/orientation.h"

/* ---------------------------------------------------------------- one motion */

/* What asks for velocities is not known. */
static void forget_velocities(hol_result *r)
{
    hol_diagnostics *d = r->diagnostics;
    const hol_track none = {NAN, NAN, NAN, NAN, .count = 0};
    d->gv = d->acceleration = d->kinetic = d->gauge->done = NAN;
    d->energy = d->energy_rigid = none;
    for (int i = 0; i < r->x->sys->ns; i++) d->momentum[i] = d->momentum_rigid[i] = none;
    for (int i = 0; i < r->x->sys->nc; i++) d->gauge->lambda[i] = NAN;
    for (int i = 0; i < d->gauge->reactions; i++) d->gauge->reaction[i] = NAN;
    for (int i = 0; i < r->x->sys->na; i++) d->gauge->alpha[i] = NAN;
    for (int i = 0; i < 3 * r->x->sys->nb; i++)
        d->gauge->pose[i / 3].v[i % 3] = d->gauge->pose[i / 3].omega[i % 3] = NAN;
    r->error.velocity = r->error.multipliers = NAN;
    r->error_mean.sum.velocity = r->error_mean.sum.multipliers = NAN;
}

static void look_at_rows(hol_judged *j)
{
    const hol_motion *m = j->m;
    const hol_reading *as = &m->reading;
    hol_eval *sys = j->r.x->sys;
    hol_work *w = sys->work;
    hol_state z = {.q = hol_take(w, sys->nq), .v = hol_take(w, sys->nv), .p = hol_take(w, sys->nv)};
    hol_pose *pose = hol_take_bytes(w, sys->nb, sizeof *pose);
    int first, end;
    hol_motion_rows(m, as, &first, &end);
    j->from = hol_motion_time(m, as, first);
    j->until = hol_motion_time(m, as, end - 1);
    j->step = isfinite(m->step) || end < 2 ? m->step : (j->until - j->from) / (end - 1 - first);
    hol_look_begin(&j->r, j->until - j->from, w);
    for (int row = first; row < end; row++) {
        hol_motion_poses(m, as, row, pose);
        hol_place(sys, pose, z.q, z.v);
        z.t = hol_motion_time(m, as, row);
        hol_look(&j->r, &z);
    }
    j->r.steps = end - 1 - first;
    hol_look_at_end(&j->r, z.t);
    if (!m->velocities) forget_velocities(&j->r);
}

static double start_distance(const hol_judged *j, const hol_model *model)
{
    if (fabs(j->from) > 1e-9) return NAN;
    int first, end, nb = hol_body_count(model);
    hol_pose *pose = hol_new(2 * nb, sizeof *pose);
    hol_motion_rows(j->m, &j->m->reading, &first, &end);
    hol_motion_poses(j->m, &j->m->reading, first, pose);
    for (int b = 0; b < nb; b++) pose[nb + b] = hol_body_at(model, b)->at;
    double distance = hol_error_between(nb, pose, pose + nb, 0, NULL, NULL).position;
    free(pose);
    return distance;
}

hol_outcome hol_judge(const hol_case *c, const hol_model *model, hol_motion *m, hol_judged *out)
{
    *out = (hol_judged){.m = m};
    const hol_formulation *in = c->formulation ? hol_formulation_named(c->formulation) : NULL;
    bool own = c->formulation && !strcmp(c->formulation, "own");
    if (own || (in && in->all_rows)) {
        hol_say(&out->r.message,
                "the coordinates of %s meet joints of any motion, open or not: it is judged in "
                "natural or another formulation",
                c->formulation);
        return HOL_UNFIT;
    }
    hol_outcome outcome = hol_prepare(c, &out->r);
    if (outcome != HOL_RAN) return outcome;
    size_t mark = hol_mark(out->r.x->sys->work);
    look_at_rows(out);
    hol_release(out->r.x->sys->work, mark);
    out->start = start_distance(out, model);
    out->verdict = hol_judge_suspects(model, m);
    return HOL_RAN;
}

void hol_judged_free(hol_judged *j)
{
    hol_result_free(&j->r);
    hol_motion_free(j->m);
    *j = (hol_judged){.m = NULL};
}

/* ---------------------------------------------------------------- several motions */

enum { PARTS = 3 }; /* position, orientation, velocity */

static void add_squares(double sum[PARTS], const hol_error *e)
{
    sum[0] += e->position * e->position;
    sum[1] += e->orientation * e->orientation;
    sum[2] += e->velocity * e->velocity;
}

/* The row of a time (to 1e-9 s), from `from` on; -1: none. */
static int row_of(const hol_judged *j, double t, int from)
{
    int first, end;
    hol_motion_rows(j->m, &j->m->reading, &first, &end);
    for (int i = from > first ? from : first; i < end; i++) {
        double at = hol_motion_time(j->m, &j->m->reading, i);
        if (fabs(at - t) <= 1e-9) return i;
        if (at > t) return -1;
    }
    return -1;
}

/* p of (h0^p - h1^p) / (h1^p - h2^p) = ratio, which rises with p. */
static double order_of(const double h[PARTS], double ratio)
{
    double low = 0.01, high = 40;
    for (int k = 0; k < 60; k++) {
        double p = 0.5 * (low + high);
        double at = (pow(h[0] / h[1], p) - 1) / (1 - pow(h[2] / h[1], p));
        *(at < ratio ? &low : &high) = p;
    }
    return low > 0.0101 && high < 39.99 ? 0.5 * (low + high) : (double)NAN;
}

/* Sums of the squares of the differences of three motions at the times of all. */
static int differences(hol_judged *const j[PARTS], double coarse[PARTS], double fine[PARTS])
{
    int nb = j[0]->m->bodies, common = 0, row[PARTS] = {0}, first, end;
    hol_pose *pose = hol_new(PARTS * nb, sizeof *pose);
    hol_motion_rows(j[0]->m, &j[0]->m->reading, &first, &end);
    for (row[0] = first; row[0] < end; row[0]++) {
        double t = hol_motion_time(j[0]->m, &j[0]->m->reading, row[0]);
        int at[PARTS] = {row[0], row_of(j[1], t, row[1]), row_of(j[2], t, row[2])};
        if (at[1] < 0 || at[2] < 0) continue;
        for (int k = 0; k < PARTS; k++) {
            row[k] = at[k];
            hol_motion_poses(j[k]->m, &j[k]->m->reading, at[k], pose + k * nb);
        }
        hol_error e = hol_error_between(nb, pose, pose + nb, 0, NULL, NULL);
        add_squares(coarse, &e);
        e = hol_error_between(nb, pose + nb, pose + 2 * nb, 0, NULL, NULL);
        add_squares(fine, &e);
        common++;
    }
    free(pose);
    return common;
}

static double slope(hol_judged *const j[], int count, int part)
{
    double *h = hol_new(2 * count, sizeof *h), *error = h + count;
    bool good = count > 1;
    for (int i = 0; i < count; i++) {
        const hol_error *e = &j[i]->r.error;
        const double of[PARTS] = {e->position, e->orientation, e->velocity};
        h[i] = j[i]->step;
        error[i] = of[part];
        good = good && error[i] > 0 && fabs(j[i]->until - j[0]->until) <= 1e-9;
    }
    double found = good ? hol_exponent(count, h, error) : (double)NAN;
    free(h);
    return found;
}

hol_order_found hol_judge_order(hol_judged *const j[], int count)
{
    double p[PARTS] = {NAN, NAN, NAN}, coarse[PARTS] = {0}, fine[PARTS] = {0};
    hol_order_found found = {.common = 0};
    bool velocities = true;
    for (int i = 0; i < count; i++) velocities = velocities && j[i]->m->velocities;
    if (count >= PARTS) {
        hol_judged *const *last = j + count - PARTS;
        const double h[PARTS] = {last[0]->step, last[1]->step, last[2]->step};
        found.common = differences(last, coarse, fine);
        for (int k = 0; k < (velocities ? PARTS : PARTS - 1); k++)
            if (found.common && fine[k] > 0) p[k] = order_of(h, sqrt(coarse[k] / fine[k]));
    }
    found.position = p[0], found.orientation = p[1], found.velocity = p[2];
    found.position_true = slope(j, count, 0);
    found.orientation_true = slope(j, count, 1);
    found.velocity_true = velocities ? slope(j, count, 2) : (double)NAN;
    return found;
}

/* ---------------------------------------------------------------- there and back */

static void widen(hol_error *most, const hol_error *e)
{
    most->position = fmax(most->position, e->position);
    most->orientation = fmax(most->orientation, e->orientation);
    most->velocity = fmax(most->velocity, e->velocity);
}

hol_return_found hol_judge_return(const hol_judged *forth, const hol_judged *back)
{
    int nb = forth->m->bodies, first, end;
    hol_return_found found = {.common = 0};
    hol_pose *pose = hol_new(2 * nb, sizeof *pose);
    hol_motion_rows(back->m, &back->m->reading, &first, &end);
    for (int row = first; row < end; row++) {
        double t = hol_motion_time(back->m, &back->m->reading, row) - back->from;
        int there = row_of(forth, forth->until - t, 0);
        if (there < 0) continue;
        hol_motion_poses(back->m, &back->m->reading, row, pose);
        hol_motion_poses(forth->m, &forth->m->reading, there, pose + nb);
        for (int i = 0; i < 3 * nb; i++) {
            pose[i / 3].v[i % 3] *= -1;
            pose[i / 3].omega[i % 3] *= -1;
        }
        found.end = hol_error_between(nb, pose, pose + nb, 0, NULL, NULL);
        if (!found.common++) found.start = found.end;
        widen(&found.most, &found.end);
    }
    free(pose);
    return found;
}
