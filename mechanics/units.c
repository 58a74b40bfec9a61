/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scales of a system.  Norms over velocities and rows add metres to radians, and tolerances ask
 * what is small: both answer alike for a mechanism and its copy of another size only where lengths
 * are counted in a unit that grows with it.  That unit is a power of 1000 m, so that a mechanism of
 * a few metres has the metre, in which the papers' norms are written. */
#include <math.h>
#include <string.h>

#include "holonomy/dense.h"
#include "mechanics/contact.h"

/* ---------------------------------------------------------------- the scales */

static double arm(const hol_marker *m)
{
    return m->body != HOL_GROUND && m->w != 0 ? hol_norm_max(3, m->rho) : 0;
}

/* The length of a distance row, scale (<d, d> - l^2): a square, no other row is one. */
static double distance(const hol_row *row)
{
    return row->span[0] == row->span[1] ? sqrt(fmax(0, -row->offset / row->scale)) : 0;
}

static double longest_arm(const hol_model *model)
{
    double most = 0;
    for (int k = 0; k < model->spans; k++) {
        const hol_span *s = &model->span[k];
        most = fmax(most, fmax(arm(&s->head), s->has_tail ? arm(&s->tail) : 0));
    }
    for (int r = 0; r < model->rows; r++)
        if (model->row[r].contact) most = fmax(most, model->row[r].contact->length);
    for (int k = 0; k < model->slides; k++) most = fmax(most, arm(&model->slide[k].point));
    return most;
}

/* Of the joints: arms of their points, and distances; without joints, of the bodies. */
static double size_of_bodies(const hol_model *model)
{
    double joints = longest_arm(model), bodies = 0, places = 0;
    for (int r = 0; r < model->rows; r++) joints = fmax(joints, distance(&model->row[r]));
    for (const hol_body *body = model->body; body < model->body + model->bodies; body++) {
        bodies = fmax(bodies, sqrt(hol_norm_max(3, body->J) / body->m));
        places = fmax(places, hol_norm_max(3, body->at.r));
    }
    return joints > 0 ? joints : bodies > 0 ? bodies : places;
}

static void find_lengths(hol_system *R)
{
    hol_eval *sys = &R->facts;
    const hol_model *model = sys->model;
    bool *v = R->is_length = hol_alloc(R->memory, (size_t)(sys->nv + sys->nq + sys->nc), sizeof *v);
    bool *q = v + sys->nv, *row = q + sys->nq;
    for (int b = 0; b < R->slots; b++)
        for (int k = 0; k < R->slot[b].centre; k++)
            v[R->slot[b].v + k] = q[R->slot[b].q + k] = true;
    for (int r = 0; r < sys->nj; r++)
        for (int k = 0; k < 2; k++)
            if (model->span[model->row[r].span[k]].head.w != 0) row[r] = true;
    sys->is_length = v;
    sys->q_is_length = q;
    sys->row_is_length = row;
}

void hol_set_scales(hol_system *R)
{
    hol_eval *sys = &R->facts;
    const hol_model *model = sys->model;
    double size = size_of_bodies(model);
    if (!R->own) find_lengths(R);
    sys->unit = size > 0 && isfinite(size) ? pow(1000, nearbyint(log10(size) / 3)) : 1;
    sys->length = fmax(sys->unit, longest_arm(model));
    sys->speed = 1;
    for (int b = 0; b < sys->nb; b++) {
        const hol_pose *at = &model->body[b].at;
        double v = hol_norm_max(3, at->v) / sys->unit;
        sys->length = fmax(sys->length, hol_norm_max(3, at->r));
        sys->speed = fmax(sys->speed, fmax(v, hol_norm_max(3, at->omega)));
    }
}

/* ---------------------------------------------------------------- in units */

void hol_scale_units(const hol_eval *sys, int power, double x[])
{
    if (sys->unit == 1) return;
    double factor = pow(sys->unit, power);
    for (int i = 0; i < sys->nv; i++)
        if (!sys->is_length || sys->is_length[i]) x[i] *= factor;
}

void hol_scale_row_units(const hol_eval *sys, int first, int count, int power, double x[])
{
    if (sys->unit == 1) return;
    double factor = pow(sys->unit, power);
    for (int i = 0; i < count; i++)
        if (!sys->row_is_length || sys->row_is_length[first + i]) x[i] *= factor;
}

void hol_scale_jacobian(const hol_eval *sys, double G[])
{
    if (sys->unit == 1) return;
    for (int i = 0; i < sys->nc; i++)
        for (int k = sys->G.start[i]; k < sys->G.start[i + 1]; k++)
            G[k] *= hol_unit(sys, sys->G.col[k]) / hol_row_unit(sys, i);
}

/* Largest of x in its units, of which `yes` says whether it is that of length; NaN if any is. */
static double largest(int n, const bool yes[], double unit, const double x[])
{
    double most[2] = {0, 0};
    if (unit == 1) return hol_norm_max(n, x);
    for (int i = 0; i < n; i++) {
        double *of = &most[!yes || yes[i]];
        if (!(fabs(x[i]) <= *of)) *of = fabs(x[i]);
        if (isnan(x[i])) return x[i];
    }
    return fmax(most[0], most[1] / unit);
}

double hol_displacement_size(const hol_eval *sys, const double x[])
{
    return largest(sys->nv, sys->is_length, sys->unit, x) / (sys->length / sys->unit);
}

double hol_velocity_size(const hol_eval *sys, const double v[])
{
    return largest(sys->nv, sys->is_length, sys->unit, v) / sys->speed;
}

double hol_rows_size(const hol_eval *sys, int first, int count, const double phi[])
{
    const bool *is = sys->row_is_length ? sys->row_is_length + first : NULL;
    return largest(count, is, sys->unit, phi) / (sys->length / sys->unit);
}

void hol_invariant_scales(hol_eval *sys, double *energy, double *momentum)
{
    hol_work *w = sys->work;
    size_t mark = hol_mark(w);
    double *q = hol_take(w, sys->nq), *v = hol_take(w, sys->nv), *p = hol_take(w, sys->nv);
    double *M = hol_take(w, sys->M.nnz), *J = hol_take(w, sys->ns), mass = 0;
    hol_place(sys, NULL, q, v);
    hol_mass(sys, q, M);
    hol_multiply(&sys->M, M, v, p);
    if (sys->ns) hol_momentum(sys, q, p, J);
    for (int i = 0; i < sys->nv; i++)
        for (int k = sys->M.start[i]; k < sys->M.start[i + 1]; k++)
            if (sys->M.col[k] == i) mass = fmax(mass, M[k] * pow(hol_unit(sys, i) / sys->unit, 2));
    double speed = sys->speed * sys->unit, start = hol_norm_max(sys->ns, J);
    *energy = 0.5 * mass * speed * speed;
    *momentum = mass * speed * sys->length;
    if (start > 1e-9 * *momentum) *momentum = start;
    hol_release(w, mark);
}
