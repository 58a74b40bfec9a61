/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The force laws every model can use.  A law with a potential gives minus its gradient in r and R,
 * so that it stays a gradient in every formulation. */
#include <math.h>
#include <string.h>

#include "holonomy/so3.h"
#include "mechanics/internal.h"

/* F at the point r + R rho: D = F rho^T. */
static void push(const double F[3], const double rho[3], hol_wrench *w)
{
    for (int i = 0; i < 3; i++) {
        w->F[i] += F[i];
        for (int j = 0; j < 3; j++) w->D[3 * i + j] += F[i] * rho[j];
    }
}

static void point_of(const hol_frame *frame, const double rho[3], double x[3])
{
    hol_rotate(frame->R, rho, x);
    for (int k = 0; k < 3; k++) x[k] += frame->r[k];
}

/* ---------------------------------------------------------------- constant force: par = F, rho */

static double constant_energy(const hol_force *f, const hol_frame frame[])
{
    double x[3];
    point_of(frame, f->par + 3, x);
    return -hol_dot3(f->par, x);
}

static void constant_wrench(const hol_force *f, double t, const hol_frame frame[], hol_wrench w[])
{
    (void)t, (void)frame;
    push(f->par, f->par + 3, w);
}

static void constant_series(const hol_force *f, hol_terms *terms)
{
    hol_terms_force(terms, 0, f->par + 3, f->par);
}

static const hol_force_law constant_law = {.name = "constant force",
                                           .position_only = true,
                                           .on_directors = true,
                                           .energy = constant_energy,
                                           .wrench = constant_wrench,
                                           .series = constant_series};

void hol_force_constant(hol_model *model, hol_marker at, const double F[3])
{
    if (!hol_check_marker(model, constant_law.name, at, 1) ||
        !hol_check_finite(model, constant_law.name, F))
        return;
    hol_force force = {.law = &constant_law, .count = 1, .body = {at.body}};
    memcpy(force.par, F, 3 * sizeof *F);
    memcpy(force.par + 3, at.rho, 3 * sizeof *F);
    hol_add_force(model, &force);
}

/* ---------------------------------------------------------------- torques: par = tau */

/* tau . phi where the body turns by the rotation vector phi about the axis of tau, which then is
 * the same in body and space. */
static double turning_work(const hol_force *f, const hol_frame *from, const hol_frame *to,
                           bool in_body)
{
    const double slightly = 1e-6; /* of phi across the axis: its square is the relative error */
    double D[9], R0[9], phi[3], tau = sqrt(hol_dot3(f->par, f->par)), along;
    for (int k = 0; k < 9; k++) R0[k] = from->R[k % 3 * 3 + k / 3];
    if (in_body)
        hol_matrix_multiply3(R0, to->R, D);
    else
        hol_matrix_multiply3(to->R, R0, D);
    hol_so3_log(D, phi);
    if (tau == 0) return 0;
    along = hol_dot3(f->par, phi) / tau;
    double across = hol_dot3(phi, phi) - along * along;
    return across <= slightly * slightly * along * along ? tau * along : (double)NAN;
}

static double space_work(const hol_force *f, const hol_frame from[], const hol_frame to[])
{
    return turning_work(f, from, to, false);
}

static double body_work(const hol_force *f, const hol_frame from[], const hol_frame to[])
{
    return turning_work(f, from, to, true);
}

static void space_wrench(const hol_force *f, double t, const hol_frame frame[], hol_wrench w[])
{
    (void)t, (void)frame;
    memcpy(w->tau, f->par, sizeof w->tau);
}

static void space_series(const hol_force *f, hol_terms *terms)
{
    hol_terms_torque(terms, 0, false, f->par);
}

static const hol_force_law space_law = {.name = "torque in space axes",
                                        .position_only = true,
                                        .wrench = space_wrench,
                                        .work = space_work,
                                        .series = space_series};

void hol_torque_space(hol_model *model, int body, const double tau[3])
{
    hol_force force = {.law = &space_law, .count = 1, .body = {body}};
    if (!hol_check_turns(model, space_law.name, body) ||
        !hol_check_finite(model, space_law.name, tau))
        return;
    memcpy(force.par, tau, 3 * sizeof *tau);
    hol_add_force(model, &force);
}

static void body_wrench(const hol_force *f, double t, const hol_frame frame[], hol_wrench w[])
{
    (void)t;
    hol_rotate(frame->R, f->par, w->tau);
}

static void body_series(const hol_force *f, hol_terms *terms)
{
    hol_terms_torque(terms, 0, true, f->par);
}

static const hol_force_law body_law = {.name = "torque in body axes",
                                       .position_only = true,
                                       .wrench = body_wrench,
                                       .work = body_work,
                                       .series = body_series};

void hol_torque_body(hol_model *model, int body, const double tau[3])
{
    hol_force force = {.law = &body_law, .count = 1, .body = {body}};
    if (!hol_check_turns(model, body_law.name, body) ||
        !hol_check_finite(model, body_law.name, tau))
        return;
    memcpy(force.par, tau, 3 * sizeof *tau);
    hol_add_force(model, &force);
}

/* ---------------------------------------------------------------- spring and damper */
/* par = rho_i, rho_j, k, l0, c:  U = k (l - l0)^2 / 2, damping force c l' along the line */

static double span(const hol_force *f, const hol_frame frame[], double d[3])
{
    double a[3], b[3];
    point_of(&frame[0], f->par, a);
    point_of(&frame[1], f->par + 3, b);
    for (int k = 0; k < 3; k++) d[k] = b[k] - a[k];
    return sqrt(hol_dot3(d, d));
}

static double spring_energy(const hol_force *f, const hol_frame frame[])
{
    double d[3], stretch = span(f, frame, d) - f->par[7];
    return 0.5 * f->par[6] * stretch * stretch;
}

static double stretch_rate(const hol_force *f, const hol_frame frame[], const double d[3], double l)
{
    double rate = 0;
    for (int b = 0; b < 2; b++) {
        double arm[3], c[3];
        hol_rotate(frame[b].R, f->par + 3 * b, arm);
        hol_cross(frame[b].omega, arm, c);
        for (int k = 0; k < 3; k++) c[k] += frame[b].v[k];
        rate += (b ? 1 : -1) * hol_dot3(d, c) / l;
    }
    return rate;
}

/* Equal and opposite forces along the line, positive where they pull the points together. */
static void pull_together(const hol_force *f, const double d[3], double l, double tension,
                          hol_wrench w[])
{
    double F[3], back[3];
    for (int k = 0; k < 3; k++) {
        F[k] = tension * d[k] / l;
        back[k] = -F[k];
    }
    push(F, f->par, &w[0]);
    push(back, f->par + 3, &w[1]);
}

static void spring_wrench(const hol_force *f, double t, const hol_frame frame[], hol_wrench w[])
{
    (void)t;
    double d[3], l = span(f, frame, d), tension = f->par[6] * (l - f->par[7]);
    if (l == 0 && tension == 0) return; /* l0 = 0: the force is k d, also where the points meet */
    pull_together(f, d, l, tension, w);
}

static void damper_wrench(const hol_force *f, double t, const hol_frame frame[], hol_wrench w[])
{
    (void)t;
    double d[3], l = span(f, frame, d);
    pull_together(f, d, l, f->par[8] * stretch_rate(f, frame, d, l), w);
}

static void spring_series(const hol_force *f, hol_terms *terms)
{
    hol_terms_spring(terms, f->par, f->par + 3, f->par[6], f->par[7], 0);
}

static void damper_series(const hol_force *f, hol_terms *terms)
{
    hol_terms_spring(terms, f->par, f->par + 3, 0, 0, f->par[8]);
}

static const hol_force_law spring_law = {.name = "spring",
                                         .position_only = true,
                                         .on_directors = true,
                                         .energy = spring_energy,
                                         .wrench = spring_wrench,
                                         .series = spring_series};
static const hol_force_law damper_law = {
    .name = "damper", .on_directors = true, .wrench = damper_wrench, .series = damper_series};

void hol_spring(hol_model *model, hol_marker i, hol_marker j, double stiffness, double length,
                double damping)
{
    const double number[3] = {stiffness, length, damping};
    bool first = hol_check_marker(model, spring_law.name, i, 1);
    if (!hol_check_marker(model, spring_law.name, j, 1) || !first) return;
    if (!hol_check_finite(model, "spring: stiffness, length, damping", number)) return;
    hol_force force = {.law = &spring_law, .count = 2, .body = {i.body, j.body}};
    memcpy(force.par, i.rho, 3 * sizeof *force.par);
    memcpy(force.par + 3, j.rho, 3 * sizeof *force.par);
    force.par[6] = stiffness;
    force.par[7] = length;
    force.par[8] = damping;
    if (stiffness != 0) hol_add_force(model, &force);
    force.law = &damper_law;
    if (damping != 0) hol_add_force(model, &force);
}
