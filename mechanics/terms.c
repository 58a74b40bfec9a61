/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lists of terms.h, from those of the realised system. */
#include "mechanics/terms.h"

#include <string.h>

#define GROW(terms, list, count) ((list) = hol_grow((terms)->memory, list, count, sizeof *(list)))

/* ---------------------------------------------------------------- spans */

static void add_term(hol_terms *T, int coordinate, int axis, double factor)
{
    if (factor == 0) return;
    GROW(T, T->term, T->terms);
    T->term[T->terms++] = (hol_span_term){coordinate, axis, factor};
    T->span[T->spans].count++;
}

/* x += sign (w r + R rho): R rho is linear in the coordinates of the orientation, a planar body's
 * (c, s) turns (rho_1, rho_2) and leaves rho_3. */
static void add_end(hol_terms *T, const hol_slot *s, double w, const double rho[3], double sign)
{
    int at = s->q + s->centre;
    for (int k = 0; k < s->centre; k++) add_term(T, s->q + k, k, sign * w);
    if (s->o == &hol_circle) {
        add_term(T, at, 0, sign * rho[0]);
        add_term(T, at + 1, 0, -sign * rho[1]);
        add_term(T, at + 1, 1, sign * rho[0]);
        add_term(T, at, 1, sign * rho[1]);
        T->span[T->spans].fixed[2] += sign * rho[2];
        return;
    }
    for (int j = 0; s->o && j < s->o->nq / 3; j++)
        for (int k = 0; k < 3; k++) add_term(T, at + 3 * j + k, k, sign * rho[j]);
}

static void begin_span(hol_terms *T, const double fixed[3])
{
    GROW(T, T->span, T->spans);
    T->span[T->spans] = (hol_span_sum){.first = T->terms};
    memcpy(T->span[T->spans].fixed, fixed, sizeof T->span->fixed);
}

static int end_span(hol_terms *T)
{
    return T->spans++;
}

static int span_of_vector(hol_terms *T, int vector)
{
    const hol_system *R = T->system;
    const hol_vector *u = &R->vector[vector];
    begin_span(T, u->fixed);
    for (int e = 0; e < 2; e++) {
        if (u->end[e] < 0) continue;
        const hol_probe *p = &R->probe[u->end[e]];
        add_end(T, &R->slot[p->slot], p->w, p->rho, e ? -1 : 1);
    }
    return end_span(T);
}

/* ---------------------------------------------------------------- rows */

static void add_product(hol_terms *T, int row, int a, int b, double scale)
{
    GROW(T, T->product, T->products);
    T->product[T->products++] = (hol_product){row, a, b, scale};
}

static void add_link(hol_terms *T, const hol_link *l)
{
    begin_span(T, l->fixed);
    for (int e = 0; e < 2; e++)
        for (int k = 0; l->q[e] >= 0 && k < 3; k++) add_term(T, l->q[e] + k, k, e ? -1 : 1);
    int span = end_span(T);
    add_product(T, l->row, span, span, l->scale);
}

/* Each vector of the system becomes one span, where it is first met. */
static int shared(hol_terms *T, int of_vector[], int vector)
{
    if (of_vector[vector] < 0) of_vector[vector] = span_of_vector(T, vector);
    return of_vector[vector];
}

static void add_rows(hol_terms *T)
{
    const hol_system *R = T->system;
    int *span = hol_alloc(T->memory, (size_t)R->vectors, sizeof *span);
    for (int i = 0; i < R->vectors; i++) span[i] = -1;
    for (int i = 0; i < R->links; i++) add_link(T, &R->link[i]);
    for (int i = 0; i < R->bents; i++) {
        const hol_bilinear *row = &R->row[R->bent[i]];
        int a = shared(T, span, row->vec[0]), b = shared(T, span, row->vec[1]);
        add_product(T, R->bent[i], a, b, row->scale);
    }
    for (int r = 0; r < R->rollings; r++) {
        GROW(T, T->slide, T->slides);
        T->slide[T->slides++] = (hol_slide_row){shared(T, span, R->rolling[r].direction),
                                                shared(T, span, R->rolling[r].point)};
    }
    hol_drop(T->memory, span);
}

static void add_frames(hol_terms *T)
{
    const hol_system *R = T->system;
    for (int b = 0; b < R->slots; b++) {
        const hol_slot *s = &R->slot[b];
        if (!s->o) continue;
        GROW(T, T->frame, T->frames);
        int size = s->o == &hol_circle ? 2 : 3;
        T->frame[T->frames++] = (hol_frame_rows){s->q + s->centre, s->inner, s->o->nq / size, size};
    }
}

/* ---------------------------------------------------------------- forces */

static const hol_slot *slot_of(const hol_terms *T, int k)
{
    int body = T->force->body[k];
    return body == HOL_GROUND ? NULL : &T->system->slot[body];
}

/* The span from the point rho of the body k of the force, or from the origin (k = -1), with that
 * sign, on top of the one begun. */
static void add_point(hol_terms *T, int k, const double rho[3], double sign)
{
    static const double origin[3];
    const hol_slot *s = slot_of(T, k);
    for (int i = 0; i < 3; i++) {
        double fixed = !s ? rho[i] : i < s->centre ? origin[i] : s->body->at.r[i];
        T->span[T->spans].fixed[i] += sign * fixed;
    }
    if (s) add_end(T, s, 1, rho, sign);
}

void hol_terms_force(hol_terms *T, int k, const double rho[3], const double F[3])
{
    static const double zero[3];
    const hol_slot *s = slot_of(T, k);
    if (!s) return;
    begin_span(T, zero); /* f += (dx/dq)^T F; the span itself is not kept */
    add_end(T, s, 1, rho, 1);
    const hol_span_sum *span = &T->span[T->spans];
    for (int i = span->first; i < span->first + span->count; i++)
        T->constant[T->term[i].coordinate] += T->term[i].factor * F[T->term[i].axis];
    T->terms = span->first;
}

static void add_linear(hol_terms *T, int to, int from, double factor)
{
    if (factor == 0) return;
    GROW(T, T->linear, T->linears);
    T->linear[T->linears++] = (hol_linear_force){to, from, factor};
}

/* f on (c, s) is tau_3 (-s, c); on a rod's u tau x u; on directors (tau x d_i)/2 = D (axis x e_i)/2
 * with tau = D axis where D is orthogonal. */
void hol_terms_torque(hol_terms *T, int k, bool in_body, const double tau[3])
{
    const hol_slot *s = slot_of(T, k);
    if (!s || !s->o) return;
    int at = s->q + s->centre;
    if (s->o == &hol_circle) {
        add_linear(T, at, at + 1, -tau[2]);
        add_linear(T, at + 1, at, tau[2]);
        return;
    }
    bool rod = s->o == &hol_rod_axis;
    if (rod && in_body) return; /* R tau is along u, or of an R that a rod does not have */
    double half = rod ? 1 : 0.5;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, l = (i + 2) % 3; /* tau x e_i = tau_l e_j - tau_j e_l */
        for (int x = 0; x < 3; x++) {
            if (in_body) {
                add_linear(T, at + 3 * i + x, at + 3 * j + x, half * tau[l]);
                add_linear(T, at + 3 * i + x, at + 3 * l + x, -half * tau[j]);
            } else if (x < s->o->nq / 3) { /* of the vector x */
                add_linear(T, at + 3 * x + j, at + 3 * x + i, half * tau[l]);
                add_linear(T, at + 3 * x + l, at + 3 * x + i, -half * tau[j]);
            }
        }
    }
}

void hol_terms_spring(hol_terms *T, const double rho_i[3], const double rho_j[3], double stiffness,
                      double length, double damping)
{
    static const double zero[3];
    begin_span(T, zero);
    add_point(T, 1, rho_j, 1);
    add_point(T, 0, rho_i, -1);
    GROW(T, T->line, T->lines);
    T->line[T->lines++] = (hol_line_force){end_span(T), stiffness, length, damping};
}

hol_terms *hol_terms_new(hol_memory *m, const hol_system *R)
{
    const hol_model *model = R->facts.model;
    hol_terms *T = hol_alloc(m, 1, sizeof *T);
    T->memory = m;
    T->system = R;
    T->constant = hol_alloc_copy(m, R->weight, (size_t)R->facts.nv, sizeof *R->weight);
    add_rows(T);
    add_frames(T);
    for (int i = 0; i < model->forces; i++) {
        T->force = &model->force[i];
        T->force->law->series(T->force, T);
    }
    T->force = NULL;
    return T;
}
