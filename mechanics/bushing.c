/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bushings: see bushing.h. */
#include "mechanics/bushing.h"

#include <math.h>
#include <string.h>

#include "holonomy/so3.h"
#include "mechanics/terms.h"

enum { SPANS = HOL_BUSHING_SPANS, BETWEEN = SPANS - 1 };

const hol_bushing_pair hol_bushing_pairs[HOL_BUSHING_PAIRS] = {
    {0, 0, 6, 1},   {1, 1, 6, 1},    {2, 2, 6, 1},   {3, 2, 4, 0.5}, {3, 1, 5, -0.5},
    {4, 0, 5, 0.5}, {4, 2, 3, -0.5}, {5, 1, 3, 0.5}, {5, 0, 4, -0.5}};

typedef struct { /* the spans and their rates */
    double x[SPANS][3], x1[SPANS][3];
} spans;

static void spans_of(const hol_bushing_data *B, const hol_frame frame[2], spans *s)
{
    double arm[2][3], rate[2][3];
    for (int k = 0; k < BETWEEN; k++) {
        hol_rotate(frame[k / 3].R, B->axis[k], s->x[k]);
        hol_cross(frame[k / 3].omega, s->x[k], s->x1[k]);
    }
    for (int e = 0; e < 2; e++) {
        hol_rotate(frame[e].R, B->rho[e], arm[e]);
        hol_cross(frame[e].omega, arm[e], rate[e]);
    }
    for (int k = 0; k < 3; k++) {
        s->x[BETWEEN][k] = frame[1].r[k] + arm[1][k] - frame[0].r[k] - arm[0][k];
        s->x1[BETWEEN][k] = frame[1].v[k] + rate[1][k] - frame[0].v[k] - rate[0][k];
    }
}

static void coordinates(const hol_bushing_data *B, const hol_frame frame[2], spans *s, double z[6],
                        double z1[6])
{
    spans_of(B, frame, s);
    memset(z, 0, 6 * sizeof *z);
    memset(z1, 0, 6 * sizeof *z1);
    for (const hol_bushing_pair *p = hol_bushing_pairs; p < hol_bushing_pairs + HOL_BUSHING_PAIRS;
         p++) {
        z[p->coordinate] += p->factor * hol_dot3(s->x[p->a], s->x[p->b]);
        z1[p->coordinate] +=
            p->factor * (hol_dot3(s->x1[p->a], s->x[p->b]) + hol_dot3(s->x[p->a], s->x1[p->b]));
    }
}

/* The wrench += factor g on the span. */
static void pull(const hol_bushing_data *B, int span, double factor, const double g[3],
                 hol_wrench w[2])
{
    for (int e = 0; e < 2; e++) {
        double part = span == BETWEEN ? (e ? factor : -factor) : factor;
        const double *rho = span == BETWEEN ? B->rho[e] : B->axis[span];
        if (span != BETWEEN && span / 3 != e) continue;
        for (int i = 0; i < 3; i++) {
            if (span == BETWEEN) w[e].F[i] += part * g[i];
            for (int j = 0; j < 3; j++) w[e].D[3 * i + j] += part * g[i] * rho[j];
        }
    }
}

/* Q = -A y */
static void push(const hol_bushing_data *B, const spans *s, const double A[6][6], const double y[6],
                 hol_wrench w[2])
{
    for (const hol_bushing_pair *p = hol_bushing_pairs; p < hol_bushing_pairs + HOL_BUSHING_PAIRS;
         p++) {
        double Q = 0;
        for (int k = 0; k < 6; k++) Q -= A[p->coordinate][k] * y[k];
        pull(B, p->a, p->factor * Q, s->x[p->b], w);
        pull(B, p->b, p->factor * Q, s->x[p->a], w);
    }
}

static double spring_energy(const hol_force *f, const hol_frame frame[])
{
    const hol_bushing_data *B = f->user;
    double z[6], z1[6], U = 0;
    spans s;
    coordinates(B, frame, &s, z, z1);
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 6; k++) U += 0.5 * z[i] * B->K[i][k] * z[k];
    return U;
}

static void spring_wrench(const hol_force *f, double t, const hol_frame frame[], hol_wrench w[])
{
    const hol_bushing_data *B = f->user;
    double z[6], z1[6];
    spans s;
    (void)t;
    coordinates(B, frame, &s, z, z1);
    push(B, &s, B->K, z, w);
}

static void damper_wrench(const hol_force *f, double t, const hol_frame frame[], hol_wrench w[])
{
    const hol_bushing_data *B = f->user;
    double z[6], z1[6];
    spans s;
    (void)t;
    coordinates(B, frame, &s, z, z1);
    push(B, &s, B->C, z1, w);
}

static void spring_series(const hol_force *f, hol_terms *T)
{
    const hol_bushing_data *B = f->user;
    hol_terms_bushing(T, B, B->K, NULL);
}

static void damper_series(const hol_force *f, hol_terms *T)
{
    const hol_bushing_data *B = f->user;
    hol_terms_bushing(T, B, NULL, B->C);
}

static const hol_force_law spring_law = {.name = "bushing",
                                         .position_only = true,
                                         .on_directors = true,
                                         .energy = spring_energy,
                                         .wrench = spring_wrench,
                                         .series = spring_series};
static const hol_force_law damper_law = {.name = "damping of a bushing",
                                         .on_directors = true,
                                         .wrench = damper_wrench,
                                         .series = damper_series};

/* ---------------------------------------------------------------- into a model */

static bool has_axes(hol_model *model, int body)
{
    const hol_body *b = hol_body_at(model, body);
    if (!b || b->shape == HOL_RIGID || b->shape == HOL_PLANAR) return true;
    return hol_model_mistake(model, "bushing: '%s' has no axes", b->name);
}

/* Is there a number other than 0, and every one finite? */
static bool is_sound(hol_model *model, const char *what, const double A[36], bool *any)
{
    *any = false;
    for (int k = 0; k < 36; k++) {
        double apart = fabs(A[k] - A[k % 6 * 6 + k / 6]);
        *any |= A[k] != 0;
        if (apart <= 1e-12 * fabs(A[k])) continue;
        return hol_model_mistake(
            model, "bushing: its %s is not symmetric: (%d, %d) is %g, (%d, %d) is %g", what,
            k / 6 + 1, k % 6 + 1, A[k], k % 6 + 1, k / 6 + 1, A[k % 6 * 6 + k / 6]);
    }
    return true;
}

void hol_bushing(hol_model *model, hol_marker i, hol_marker j, const double rest[4],
                 const double K[36], const double C[36])
{
    static const double unit[4] = {1, 0, 0, 0}, none[36];
    const double *p = rest ? rest : unit;
    double R[9], norm = sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3]), q[4];
    bool stiff, damped, sound = hol_check_marker(model, spring_law.name, i, 1);
    sound &= hol_check_marker(model, spring_law.name, j, 1);
    if (!sound || !has_axes(model, i.body) || !has_axes(model, j.body)) return;
    if (!is_sound(model, "stiffness", K, &stiff) ||
        !is_sound(model, "damping", C ? C : none, &damped))
        return;
    if (!(fabs(norm - 1) < 1e-3)) {
        hol_model_mistake(model, "bushing: Euler parameters of norm %g, not 1", norm);
        return;
    }
    hol_bushing_data *B = hol_model_alloc(model, sizeof *B);
    if (!B) return;
    for (int k = 0; k < 4; k++) q[k] = p[k] / norm;
    hol_quaternion_to_matrix(q, R);
    memcpy(B->rho[0], i.rho, sizeof i.rho);
    memcpy(B->rho[1], j.rho, sizeof j.rho);
    for (int k = 0; k < 3; k++) {
        B->axis[k][k] = 1;
        hol_rotate_back(R, B->axis[k], B->axis[3 + k]);
    }
    memcpy(B->K, K, sizeof B->K);
    memcpy(B->C, C ? C : none, sizeof B->C);
    hol_force force = {.law = &spring_law, .count = 2, .body = {i.body, j.body}, .user = B};
    if (stiff) hol_add_force(model, &force);
    force.law = &damper_law;
    if (damped) hol_add_force(model, &force);
}
