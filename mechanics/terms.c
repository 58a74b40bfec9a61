/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lists of terms.h, from those of the realised system. */
#include "mechanics/terms.h"

#include <string.h>

#include "holonomy/so3.h"
#include "mechanics/contact.h"

#define GROW(terms, list, count) ((list) = hol_grow((terms)->memory, list, count, sizeof *(list)))

/* ---------------------------------------------------------------- spans */

static void add_term(hol_terms *T, int coordinate, int axis, double factor)
{
    if (factor == 0) return;
    GROW(T, T->term, T->terms);
    T->term[T->terms++] = (hol_span_term){coordinate, axis, factor};
    T->span[T->spans].count++;
}

/* The span += sign R rho, by the coordinates of R. */
static void turn_nothing(hol_terms *T, const hol_body_terms *s, const double rho[3], double sign)
{
    double x[3];
    hol_rotate(s->upright, rho, x);
    for (int k = 0; k < 3; k++) T->span[T->spans].fixed[k] += sign * x[k];
}

static void turn_circle(hol_terms *T, const hol_body_terms *s, const double rho[3], double sign)
{
    int c = s->q + s->centre, a = (s->about + 1) % 3, b = (s->about + 2) % 3;
    double x[3];
    hol_rotate(s->upright, rho, x);
    add_term(T, c, a, sign * x[a]);
    add_term(T, c + 1, a, -sign * x[b]);
    add_term(T, c + 1, b, sign * x[a]);
    add_term(T, c, b, sign * x[b]);
    T->span[T->spans].fixed[s->about] += sign * x[s->about];
}

static void turn_columns(hol_terms *T, const hol_body_terms *s, const double rho[3], double sign)
{
    for (int i = 0; i < s->size; i++) add_term(T, s->q + s->centre + i, i % 3, sign * rho[i / 3]);
}

/* x += sign (w r + R rho) of a body; what has no coordinates is fixed. */
static void add_end(hol_terms *T, int body, double w, const double rho[3], double sign)
{
    static void (*const turn[])(hol_terms *, const hol_body_terms *, const double rho[3],
                                double sign) = {[HOL_TURN_NONE] = turn_nothing,
                                                [HOL_TURN_CIRCLE] = turn_circle,
                                                [HOL_TURN_ROD] = turn_columns,
                                                [HOL_TURN_DIRECTORS] = turn_columns};
    const hol_body_terms *s = &T->body[body];
    for (int k = 0; k < s->centre; k++) add_term(T, s->q + k, k, sign * w);
    turn[s->turn](T, s, rho, sign);
}

/* sign x of a marker on top of the span begun. */
static void add_marker(hol_terms *T, const hol_marker *m, double sign)
{
    bool ground = m->body == HOL_GROUND;
    const hol_body *body = ground ? NULL : &T->system->facts.model->body[m->body];
    for (int k = ground ? 0 : T->body[m->body].centre; k < 3; k++)
        T->span[T->spans].fixed[k] += sign * (ground ? m->rho[k] : m->w * body->at.r[k]);
    if (!ground) add_end(T, m->body, m->w, m->rho, sign);
}

static void begin_span(hol_terms *T)
{
    GROW(T, T->span, T->spans);
    T->span[T->spans] = (hol_span_sum){.first = T->terms};
}

static int end_span(hol_terms *T)
{
    return T->spans++;
}

static int add_span(hol_terms *T, const hol_marker *head, const hol_marker *tail)
{
    begin_span(T);
    add_marker(T, head, 1);
    if (tail) add_marker(T, tail, -1);
    return end_span(T);
}

/* ---------------------------------------------------------------- rows */

static int add_law(hol_terms *T, const hol_expression *e)
{
    GROW(T, T->law, T->laws);
    T->law[T->laws] = e;
    return T->laws++;
}

static void add_drives(hol_terms *T, int first)
{
    const hol_system *R = T->system;
    T->drive = hol_alloc(T->memory, (size_t)R->drives, sizeof *T->drive);
    for (; T->drives < R->drives; T->drives++) {
        const hol_driven *d = &R->drive[T->drives];
        const hol_row *row = &R->facts.model->row[d->row];
        const hol_expression *e = d->law->e;
        T->drive[T->drives] =
            (hol_driven_row){.row = d->row,
                             .law = add_law(T, d->turns ? hol_expression_turn(T->memory, e) : e),
                             .share = d->share,
                             .turns = d->turns,
                             .a = first + row->span[0],
                             .beside = first + row->drive->beside,
                             .b = first + row->span[1]};
    }
}

/* The span of which the component k - from is factor_k <u, x_k>, k = from .. to, of the spans x_k
 * of a contact (contact.h), the first less the level; factor NULL: 1. */
static int project(hol_terms *T, const hol_contact *contact, int first, int from, int to,
                   const double u[3], double level, const double factor[])
{
    begin_span(T);
    for (int k = from; k <= to; k++) {
        const hol_span_sum x = T->span[first + contact->x[k]];
        double f = factor ? factor[k] : 1, *fixed = T->span[T->spans].fixed;
        for (int i = x.first; i < x.first + x.count; i++) {
            const hol_span_term term = T->term[i];
            add_term(T, term.coordinate, k - from, f * u[term.axis] * term.factor);
        }
        fixed[k - from] = f * (hol_dot3(u, x.fixed) - (k ? 0 : level));
    }
    return end_span(T);
}

/* 1/2 w_0 h^2 and 1/2 sum_i w_i g_i^2 */
static void add_height(hol_terms *T, int row, const hol_contact *contact, int first)
{
    const double *n = T->system->facts.model->span[contact->normal].head.rho;
    for (int part = 0; part < 2; part++) {
        int from = part, to = part ? HOL_CONTACT_SPANS - 1 : 0;
        int weighed = project(T, contact, first, from, to, n, contact->level, contact->weight);
        int plain = project(T, contact, first, from, to, n, contact->level, NULL);
        T->product[T->rows++] = (hol_product){row, weighed, plain, 0.5, 0};
        T->products++;
    }
}

/* w_0 h <t, c'> and sum_i w_i g_i <t, d_i'> */
static void add_no_slip(hol_terms *T, int row, const hol_slide *slide, int first)
{
    const hol_contact *contact = slide->contact;
    const double *n = T->system->facts.model->span[contact->normal].head.rho;
    for (int part = 0; part < 2; part++) {
        int from = part, to = part ? HOL_CONTACT_SPANS - 1 : 0;
        int s = project(T, contact, first, from, to, n, contact->level, contact->weight);
        int x = project(T, contact, first, from, to, slide->direction.rho, 0, NULL);
        T->slide[T->slides++] = (hol_slide_row){row, s, x, -1};
    }
}

/* The direction a + B x of the span of a point x. */
static int add_place_direction(hol_terms *T, const hol_slide *slide, int point)
{
    begin_span(T);
    const hol_span_sum x = T->span[point];
    double *fixed = T->span[T->spans].fixed;
    for (int k = 0; k < 3; k++) {
        const double *row = slide->B + 3 * k;
        for (int i = x.first; i < x.first + x.count; i++) {
            const hol_span_term term = T->term[i];
            add_term(T, term.coordinate, k, row[term.axis] * term.factor);
        }
        fixed[k] = slide->direction.rho[k] + hol_dot3(row, x.fixed);
    }
    return end_span(T);
}

/* The rows that are not linear first; turned rows are no products of spans. */
static void add_rows(hol_terms *T)
{
    const hol_system *R = T->system;
    const hol_model *model = R->facts.model;
    int first = T->spans;
    for (int i = 0; i < model->spans; i++) {
        const hol_span *span = &model->span[i];
        add_span(T, &span->head, span->has_tail ? &span->tail : NULL);
    }
    T->product = hol_alloc(T->memory, 2 * (size_t)model->rows, sizeof *T->product);
    for (int linear = 0; linear < 2; linear++)
        for (int r = 0; r < model->rows; r++) {
            const hol_row *row = &model->row[r];
            int a = first + row->span[0], b = first + row->span[1];
            bool is_linear = !row->contact && (!T->span[a].count || !T->span[b].count);
            if (is_linear != (linear == 1) || hol_row_turns(row)) continue;
            if (row->contact) {
                add_height(T, r, row->contact, first);
                continue;
            }
            T->product[T->rows++] = (hol_product){r, a, b, row->scale, row->offset};
            T->products += !linear;
        }
    add_drives(T, first);
    T->slide = hol_alloc(T->memory, 2 * (size_t)model->slides, sizeof *T->slide);
    for (int r = 0; r < model->slides; r++) {
        const hol_slide *slide = &model->slide[r];
        if (slide->contact) {
            add_no_slip(T, r, slide, first);
            continue;
        }
        int point = add_span(T, &slide->point, NULL);
        int direction = slide->of_place ? add_place_direction(T, slide, point)
                                        : add_span(T, &slide->direction, NULL);
        T->slide[T->slides++] =
            (hol_slide_row){r, direction, point, slide->law ? add_law(T, slide->law->e) : -1};
    }
}

static void add_frames(hol_terms *T)
{
    const hol_system *R = T->system;
    for (const hol_slot *s = R->slot; s < R->slot + R->slots; s++) {
        if (!s->o) continue;
        GROW(T, T->frame, T->frames);
        int size = s->o == &hol_circle ? 2 : 3;
        T->frame[T->frames++] = (hol_frame_rows){s->q + s->centre, s->inner, s->o->nq / size, size};
    }
}

/* ---------------------------------------------------------------- forces */

/* f_to += factor q_from w(t), where they are not -1. */
static void add_linear(hol_terms *T, int to, int from, int law, double factor)
{
    const hol_linear_force force = {to, from, law, factor};
    if (factor == 0) return;
    if (from < 0 && law < 0) {
        T->constant[to] += factor;
        return;
    }
    if (law < 0) {
        GROW(T, T->linear, T->linears);
        T->linear[T->linears++] = force;
        return;
    }
    GROW(T, T->timed, T->timeds);
    T->timed[T->timeds++] = force;
}

/* The span itself is not kept: f += (dx/dq)^T F. */
static void add_force(hol_terms *T, int k, const double rho[3], const double F[3], int law)
{
    int body = T->force->body[k];
    if (body == HOL_GROUND) return;
    begin_span(T);
    add_end(T, body, 1, rho, 1);
    const hol_span_sum *span = &T->span[T->spans];
    for (int i = span->first; i < span->first + span->count; i++)
        add_linear(T, T->term[i].coordinate, -1, law, T->term[i].factor * F[T->term[i].axis]);
    T->terms = span->first;
}

void hol_terms_force(hol_terms *T, int k, const double rho[3], const double F[3])
{
    add_force(T, k, rho, F, -1);
}

void hol_terms_force_of_time(hol_terms *T, int k, const double rho[3], const double F[3],
                             const hol_expression *w)
{
    add_force(T, k, rho, F, add_law(T, w));
}

/* f on (c, s) is tau_n (-s, c). */
static void add_circle_torque(hol_terms *T, const hol_body_terms *s, bool in_body,
                              const double tau[3], int law)
{
    int at = s->q + s->centre;
    double x[3] = {tau[0], tau[1], tau[2]};
    if (in_body) hol_rotate(s->upright, tau, x);
    add_linear(T, at, at + 1, law, -x[s->about]);
    add_linear(T, at + 1, at, law, x[s->about]);
}

/* On a rod's u tau x u; on directors (tau x d_i)/2 = D (axis x e_i)/2 with tau = D axis where D is
 * orthogonal. */
static void add_torque(hol_terms *T, int k, bool in_body, const double tau[3], int law)
{
    int body = T->force->body[k];
    if (body == HOL_GROUND || T->body[body].turn == HOL_TURN_NONE) return;
    const hol_body_terms *s = &T->body[body];
    int at = s->q + s->centre;
    if (s->turn == HOL_TURN_CIRCLE) {
        add_circle_torque(T, s, in_body, tau, law);
        return;
    }
    bool rod = s->turn == HOL_TURN_ROD;
    if (rod && in_body) return; /* R tau is along u, or of an R that a rod does not have */
    double half = rod ? 1 : 0.5;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, l = (i + 2) % 3; /* tau x e_i = tau_l e_j - tau_j e_l */
        for (int x = 0; x < 3; x++) {
            if (in_body) {
                add_linear(T, at + 3 * i + x, at + 3 * j + x, law, half * tau[l]);
                add_linear(T, at + 3 * i + x, at + 3 * l + x, law, -half * tau[j]);
            } else if (x < (rod ? 1 : 3)) { /* of the vector x */
                add_linear(T, at + 3 * x + j, at + 3 * x + i, law, half * tau[l]);
                add_linear(T, at + 3 * x + l, at + 3 * x + i, law, -half * tau[j]);
            }
        }
    }
}

void hol_terms_torque(hol_terms *T, int k, bool in_body, const double tau[3])
{
    add_torque(T, k, in_body, tau, -1);
}

void hol_terms_torque_of_time(hol_terms *T, int k, bool in_body, const double tau[3],
                              const hol_expression *w)
{
    add_torque(T, k, in_body, tau, add_law(T, w));
}

void hol_terms_spring(hol_terms *T, const double rho_i[3], const double rho_j[3], double stiffness,
                      double length, double damping)
{
    const int *body = T->force->body;
    hol_marker i = hol_point(body[0], rho_i[0], rho_i[1], rho_i[2]);
    hol_marker j = hol_point(body[1], rho_j[0], rho_j[1], rho_j[2]);
    int span = add_span(T, &j, &i);
    GROW(T, T->line, T->lines);
    T->line[T->lines++] = (hol_line_force){span, stiffness, length, damping};
}

static int direction_span(hol_terms *T, int e, const double x[3])
{
    hol_marker m = hol_direction(T->force->body[e], x[0], x[1], x[2]);
    return add_span(T, &m, NULL);
}

static void angle_spans(hol_terms *T, const double par[9], int span[3])
{
    double across[3];
    hol_cross(par, par + 3, across);
    span[0] = direction_span(T, 0, par + 3);
    span[1] = direction_span(T, 0, across);
    span[2] = direction_span(T, 1, par + 6);
}

static void length_spans(hol_terms *T, const double par[9], int span[3])
{
    const int *body = T->force->body;
    hol_marker i = hol_point(body[0], par[3], par[4], par[5]);
    hol_marker j = hol_point(body[1], par[6], par[7], par[8]);
    span[0] = direction_span(T, 0, par);
    span[1] = span[2] = add_span(T, &j, &i);
}

void hol_terms_motor(hol_terms *T, hol_joint_coordinate of, const double par[9],
                     const hol_expression *Q, double stiffness)
{
    static void (*const spans[])(hol_terms *, const double par[9], int span[3]) = {
        [HOL_ANGLE] = angle_spans, [HOL_LENGTH] = length_spans};
    if (T->limb && hol_limb_motor_along(T, of, par, Q)) return;
    hol_motor_force motor = {.of = of, .Q = Q, .stiffness = stiffness};
    spans[of](T, par, motor.span);
    GROW(T, T->motor, T->motors);
    T->motor[T->motors++] = motor;
}

void hol_terms_bushing(hol_terms *T, const hol_bushing_data *B, const double K[6][6],
                       const double C[6][6])
{
    hol_bushing_force bushing = {.K = K, .C = C};
    const int *body = T->force->body;
    hol_marker end[2];
    for (int k = 0; k < 6; k++) bushing.span[k] = direction_span(T, k / 3, B->axis[k]);
    for (int e = 0; e < 2; e++)
        end[e] = hol_point(body[e], B->rho[e][0], B->rho[e][1], B->rho[e][2]);
    bushing.span[6] = add_span(T, &end[1], &end[0]);
    GROW(T, T->bushing, T->bushings);
    T->bushing[T->bushings++] = bushing;
}

void hol_terms_place(hol_terms *T, const double rho[3], const hol_place_law *law)
{
    hol_marker at = hol_point(T->force->body[0], rho[0], rho[1], rho[2]);
    int span = add_span(T, &at, NULL);
    GROW(T, T->place, T->places);
    T->place[T->places++] = (hol_place_force){span, law};
}

static void move(hol_terms *T, bool moves[], int span)
{
    if (!moves[span]) T->moving[T->movings++] = span;
    moves[span] = true;
}

/* `rows`: the spans of that many of the rows, the first. */
static void find_moving_spans(hol_terms *T, int rows)
{
    bool *moves = hol_alloc(T->memory, (size_t)T->spans, sizeof *moves);
    T->moving = hol_alloc(T->memory, (size_t)T->spans, sizeof *T->moving);
    for (int i = 0; i < rows; i++) {
        move(T, moves, T->product[i].a);
        move(T, moves, T->product[i].b);
    }
    for (int i = 0; i < T->slides; i++) {
        move(T, moves, T->slide[i].direction);
        move(T, moves, T->slide[i].point);
    }
    for (int i = 0; i < T->drives; i++) {
        if (!T->drive[i].turns) continue;
        move(T, moves, T->drive[i].a);
        move(T, moves, T->drive[i].beside);
        move(T, moves, T->drive[i].b);
    }
    for (int i = 0; i < T->lines; i++) move(T, moves, T->line[i].span);
    for (int i = 0; i < T->motors; i++)
        for (int k = 0; k < 3; k++) move(T, moves, T->motor[i].span[k]);
    for (int i = 0; i < T->bushings; i++)
        for (int k = 0; k < HOL_BUSHING_SPANS; k++) move(T, moves, T->bushing[i].span[k]);
    for (int i = 0; i < T->places; i++) move(T, moves, T->place[i].span);
    hol_drop(T->memory, moves);
}

static void find_pulled_spans(hol_terms *T)
{
    bool *pulled = hol_alloc(T->memory, (size_t)T->spans, sizeof *pulled);
    T->pulled = hol_alloc(T->memory, (size_t)T->spans, sizeof *T->pulled);
    for (int i = 0; i < T->rows; i++)
        for (int side = 0; side < 2; side++) {
            int span = side ? T->product[i].b : T->product[i].a;
            if (T->span[span].count && !pulled[span]) T->pulled[T->pulleds++] = span;
            pulled[span] = true;
        }
    hol_drop(T->memory, pulled);
}

/* Rows and forces. */
static void add_equations(hol_terms *T, const hol_system *R)
{
    const hol_model *model = R->facts.model;
    T->system = R;
    T->constant = hol_alloc(T->memory, (size_t)T->nq, sizeof *T->constant);
    for (int b = 0; b < model->bodies; b++)
        for (int k = 0; k < R->slot[b].centre; k++)
            T->constant[T->body[b].q + k] = R->weight[R->slot[b].v + k];
    add_rows(T);
    find_pulled_spans(T);
    for (int i = 0; i < model->forces; i++) {
        T->force = &model->force[i];
        T->force->law->series(T->force, T);
    }
    T->force = NULL;
}

static hol_turn turn_of(const hol_slot *s)
{
    return !s->o                   ? HOL_TURN_NONE
           : s->o == &hol_circle   ? HOL_TURN_CIRCLE
           : s->o == &hol_rod_axis ? HOL_TURN_ROD
                                   : HOL_TURN_DIRECTORS;
}

hol_terms *hol_absolute_terms(hol_memory *m, const hol_system *R)
{
    hol_terms *T = hol_alloc(m, 1, sizeof *T);
    *T = (hol_terms){.memory = m, .nq = R->facts.nq, .nc = R->facts.nc};
    T->body = hol_alloc(m, (size_t)R->slots, sizeof *T->body);
    for (int b = 0; b < R->slots; b++) {
        const hol_slot *s = &R->slot[b];
        T->body[b] = (hol_body_terms){.q = s->q,
                                      .centre = s->centre,
                                      .size = s->o ? s->o->nq : 0,
                                      .turn = turn_of(s),
                                      .about = 2,
                                      .upright = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    }
    add_equations(T, R);
    add_frames(T);
    find_moving_spans(T, T->products);
    return T;
}

void hol_terms_of_bodies(hol_terms *T, const hol_system *R)
{
    T->nc = R->facts.nj;
    add_equations(T, R);
    find_moving_spans(T, T->rows);
}

hol_terms *hol_terms_new(hol_memory *m, const hol_system *R)
{
    return R->equations->terms(m, R);
}
