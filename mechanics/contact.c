/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bodies that roll on a plane: the rows of contact.h in any formulation, by the spans of the centre
 * and of the axes. */
#include "mechanics/contact.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/so3.h"

/* ---------------------------------------------------------------- the model */

/* A plane of ground, a rigid body that moves, a point of it. */
static bool may_roll(hol_model *model, const char *name, hol_marker centre, const hol_plane *plane)
{
    hol_marker through = hol_point(HOL_GROUND, plane->point[0], plane->point[1], plane->point[2]);
    const double *n = plane->normal;
    if (!hol_check_marker(model, name, centre, 1) || !hol_check_marker(model, name, through, 1))
        return false;
    const hol_body *b = hol_body_at(model, centre.body);
    bool rigid = b && b->shape == HOL_RIGID && !b->fixed;
    double norm = hol_norm(3, n);
    if (!rigid)
        hol_model_mistake(model,
                          "%s: '%s' cannot roll: only a rigid body can, whose mass centre "
                          "is not fixed",
                          name, b ? b->name : "ground");
    else if (!(norm > 0) || !isfinite(norm))
        hol_model_mistake(model, "%s: the normal of the plane (%g, %g, %g) has no length", name,
                          n[0], n[1], n[2]);
    return rigid && norm > 0 && isfinite(norm);
}

/* Three unit vectors at right angles, of the body. */
static bool is_frame(hol_model *model, const char *name, hol_marker centre,
                     const hol_marker axis[3])
{
    for (int i = 0; i < 3; i++)
        if (!hol_check_marker(model, name, axis[i], 0)) return false;
    bool own = true, across = true;
    for (int i = 0; i < 3; i++) {
        own = own && axis[i].body == centre.body;
        across = across && fabs(hol_dot3(axis[i].rho, axis[(i + 1) % 3].rho)) <= 1e-9;
    }
    if (!own) hol_model_mistake(model, "%s: its axes are of another body than its centre", name);
    if (own && !across) hol_model_mistake(model, "%s: its axes are not at right angles", name);
    return own && across;
}

static bool is_size(hol_model *model, const char *name, const char *what, double size)
{
    bool sound = size > 0 && isfinite(size);
    if (!sound) hol_model_mistake(model, "%s: the %s %g m must be positive", name, what, size);
    return sound;
}

static void no_slip(hol_model *model, const char *name, const char *part, hol_marker centre,
                    const double t[3], const hol_contact *contact)
{
    char row[64];
    int first = model->slides;
    snprintf(row, sizeof row, "%.40s.%s", name, part);
    hol_nonholonomic(model, row, hol_direction(HOL_GROUND, t[0], t[1], t[2]), centre, NULL);
    if (model->slides > first) model->slide[first].contact = contact;
}

static void roll(hol_model *model, const char *name, hol_marker centre, const hol_marker axis[3],
                 const double a[3], const hol_plane *plane)
{
    double n[3], t[2][3], norm = hol_norm(3, plane->normal);
    hol_contact *contact = hol_model_alloc(model, sizeof *contact);
    if (!contact) return;
    for (int k = 0; k < 3; k++) n[k] = norm == 1 ? plane->normal[k] : plane->normal[k] / norm;
    hol_across(n, t[0], t[1]);
    contact->level = hol_dot3(n, plane->point);
    contact->length = fmax(a[0], fmax(a[1], a[2]));
    contact->normal =
        hol_model_span(model, &(hol_span){.head = hol_direction(HOL_GROUND, n[0], n[1], n[2])});
    for (int k = 0; k < HOL_CONTACT_SPANS; k++) {
        contact->x[k] = hol_model_span(model, &(hol_span){.head = k ? axis[k - 1] : centre});
        contact->weight[k] = (k ? -a[k - 1] * a[k - 1] : 1) / contact->length;
    }
    int first = model->rows;
    hol_model_row(model, name, "height", contact->normal, contact->x[0], 1, 0);
    if (model->rows > first) model->row[first].contact = contact;
    no_slip(model, name, "slip_a", centre, t[0], contact);
    no_slip(model, name, "slip_b", centre, t[1], contact);
}

void hol_roll_ellipsoid(hol_model *model, const char *name, hol_marker centre,
                        const hol_marker axis[3], const double semi_axes[3], const hol_plane *plane)
{
    bool sound = may_roll(model, name, centre, plane) && is_frame(model, name, centre, axis);
    for (int i = 0; i < 3 && sound; i++) sound = is_size(model, name, "semi-axis", semi_axes[i]);
    if (sound) roll(model, name, centre, axis, semi_axes, plane);
}

void hol_roll_sphere(hol_model *model, const char *name, hol_marker centre, double radius,
                     const hol_plane *plane)
{
    const double a[3] = {radius, radius, radius};
    const hol_marker axis[3] = {hol_direction(centre.body, 1, 0, 0),
                                hol_direction(centre.body, 0, 1, 0),
                                hol_direction(centre.body, 0, 0, 1)};
    if (may_roll(model, name, centre, plane) && is_size(model, name, "radius", radius))
        roll(model, name, centre, axis, a, plane);
}

void hol_roll_disc(hol_model *model, const char *name, hol_marker centre, hol_marker axis,
                   double radius, const hol_plane *plane)
{
    double x[3], y[3];
    const double a[3] = {radius, radius, 0};
    if (!may_roll(model, name, centre, plane) || !hol_check_marker(model, name, axis, 0)) return;
    hol_across(axis.rho, x, y);
    const hol_marker frame[3] = {hol_direction(axis.body, x[0], x[1], x[2]),
                                 hol_direction(axis.body, y[0], y[1], y[2]), axis};
    if (is_frame(model, name, centre, frame) && is_size(model, name, "radius", radius))
        roll(model, name, centre, frame, a, plane);
}

bool hol_outlined_at(const hol_model *model, int k, hol_marker *centre, hol_marker *u,
                     hol_marker *v)
{
    enum { SECTIONS = HOL_CONTACT_SPANS - 1 };
    for (int n = 0; n < SECTIONS * model->rows; n++) {
        const hol_contact *c = model->row[n / SECTIONS].contact;
        hol_marker *end[2] = {u, v};
        double a[2];
        for (int e = 0; c && e < 2; e++) {
            int i = 1 + (n + e) % SECTIONS;
            a[e] = sqrt(-c->weight[i] * c->length);
            *end[e] = model->span[c->x[i]].head;
            for (int m = 0; m < 3; m++) end[e]->rho[m] *= a[e];
        }
        if (!c || a[0] * a[1] == 0 || k-- > 0) continue;
        *centre = model->span[c->x[0]].head;
        return true;
    }
    return false;
}

/* ---------------------------------------------------------------- the rows */

static const double *normal(const hol_scratch *S, const hol_contact *contact)
{
    return S->x + 3 * contact->normal;
}

hol_probe hol_touching(hol_eval *sys, const hol_contact *contact)
{
    const hol_system *R = sys->system;
    const hol_scratch *S = hol_scratch_of(sys);
    hol_probe point = {.slot = R->probe[R->vector[contact->x[0]].end[0]].slot, .turns = true};
    for (int k = 0; k < HOL_CONTACT_SPANS; k++) {
        const hol_probe *x = &R->probe[R->vector[contact->x[k]].end[0]];
        double s = contact->weight[k] *
                   hol_contact_part(contact, k, normal(S, contact), S->x, contact->level);
        point.w += s * x->w;
        for (int i = 0; i < 3; i++) point.rho[i] += s * x->rho[i];
    }
    return point;
}

void hol_touch_row(hol_eval *sys, const hol_touch *touch, const double q[], double phi[],
                   double G[])
{
    const hol_scratch *S = hol_scratch_of(sys);
    const hol_contact *c = touch->contact;
    if (phi) {
        phi[touch->row] = 0;
        for (int k = 0; k < HOL_CONTACT_SPANS; k++) {
            double s = hol_contact_part(c, k, normal(S, c), S->x, c->level);
            phi[touch->row] += 0.5 * c->weight[k] * s * s;
        }
    }
    if (!G) return;
    hol_probe point = hol_touching(sys, c);
    memset(G + touch->at, 0, (size_t)sys->system->slot[point.slot].nv * sizeof *G);
    hol_probe_pull(sys->system, &point, q, 1, normal(S, c), G + touch->at);
}

/* sum_k w_k (<n, x_k'> <t, x_k'> + s_k <t, x_k''>) */
static double bend(hol_eval *sys, const hol_contact *c, const double t[3])
{
    const hol_scratch *S = hol_scratch_of(sys);
    const double *n = normal(S, c);
    double sum = 0;
    for (int k = 0; k < HOL_CONTACT_SPANS; k++) {
        int at = 3 * c->x[k];
        sum += c->weight[k] * (hol_contact_part(c, k, n, S->x1, 0) * hol_dot3(t, S->x1 + at) +
                               hol_contact_part(c, k, n, S->x, c->level) * hol_dot3(t, S->x2 + at));
    }
    return sum;
}

double hol_touch_curvature(hol_eval *sys, const hol_contact *contact)
{
    return bend(sys, contact, normal(hol_scratch_of(sys), contact));
}

double hol_touch_slip(hol_eval *sys, const hol_rolling *row)
{
    return bend(sys, row->contact, hol_scratch_of(sys)->x + 3 * row->direction);
}

/* ---------------------------------------------------------------- where there is none */

static double height(hol_eval *sys, const hol_contact *contact, const double q[])
{
    hol_spans(sys, 0, q, NULL);
    const hol_scratch *S = hol_scratch_of(sys);
    return hol_contact_part(contact, 0, normal(S, contact), S->x, contact->level);
}

bool hol_contacts_stand(hol_eval *sys, const double q[], hol_message *why)
{
    const double flat = 1e-9; /* of l */
    const hol_system *R = sys->system;
    for (const hol_touch *k = R->touch; k < R->touch + R->touches; k++) {
        double h = height(sys, k->contact, q);
        if (h > flat * k->contact->length) continue;
        return hol_wrong(
            why, "'%s': %s", sys->row_name[k->row],
            h < -flat * k->contact->length
                ? "the centre of the shape starts on the other side of the plane than its "
                  "normal points to"
                : "the disc starts flat on the plane, where no point is the one in contact");
    }
    return true;
}

bool hol_contacts_lift(hol_eval *sys, const double q[], double lift[])
{
    const double low = 1e-3; /* of l */
    const hol_system *R = sys->system;
    bool any = false;
    for (const hol_touch *k = R->touch; k < R->touch + R->touches; k++) {
        const hol_contact *c = k->contact;
        double h = height(sys, c, q);
        int body = sys->model->span[c->x[0]].head.body;
        if (h > low * c->length) continue;
        hol_axpy(3, c->length - h, normal(hol_scratch_of(sys), c), lift + 3 * body);
        any = true;
    }
    return any;
}

bool hol_touch_lies(hol_eval *sys, int row, const double q[], double part)
{
    const hol_model *model = sys->model;
    if (sys->system->own) return false;
    const hol_contact *contact =
        row < sys->nj ? model->row[row].contact : model->slide[row - sys->nj].contact;
    sys = hol_absolute_of(sys, &q);
    return contact && fabs(height(sys, contact, q)) <= part * contact->length;
}
