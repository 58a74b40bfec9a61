/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/one_freedom.h: a mechanism of one degree of freedom phi that turns one way from rest or
 * from a given kinetic energy, T = A(phi) phi'^2 / 2, U(phi), generalised force tau, by two
 * derivations: quadrature of the energy integral A phi'^2 / 2 + U - tau phi = const, t(phi) the
 * integral of 1/|phi'| by Gauss and Legendre over panels of equal width, where from rest phi = phi0
 * +- s^2 takes the root out of the first one; and Lagrange's equation A phi'' = tau - U' - A'
 * phi'^2 / 2 by extrapolation. */
#pragma once

#include "extrapolation.h"
#include "gauss.h"
#include "quad.h"

/* ---- functions of phi to the second derivative ---- */

typedef struct {
    quad f, f1, f2;
} jet;

static inline jet constant(quad f)
{
    return (jet){f, 0, 0};
}

static inline jet combine(quad a, jet x, quad b, jet y) /* a x + b y */
{
    return (jet){a * x.f + b * y.f, a * x.f1 + b * y.f1, a * x.f2 + b * y.f2};
}

static inline jet times(jet x, jet y)
{
    return (jet){x.f * y.f, x.f1 * y.f + x.f * y.f1, x.f2 * y.f + 2 * x.f1 * y.f1 + x.f * y.f2};
}

static inline jet over(jet x, jet y)
{
    quad f = x.f / y.f, f1 = (x.f1 - f * y.f1) / y.f;
    return (jet){f, f1, (x.f2 - 2 * f1 * y.f1 - f * y.f2) / y.f};
}

static inline jet root(jet x)
{
    quad f = sqrtq(x.f), f1 = x.f1 / (2 * f);
    return (jet){f, f1, (x.f2 / 2 - f1 * f1) / f};
}

static inline jet dot_jet(const jet a[3], const jet b[3])
{
    jet sum = times(a[0], b[0]);
    for (int k = 1; k < 3; k++) sum = combine(1, sum, 1, times(a[k], b[k]));
    return sum;
}

static inline void cross_jet(const jet a[3], const jet b[3], jet c[3])
{
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        c[i] = combine(1, times(a[j], b[k]), -1, times(a[k], b[j]));
    }
}

static inline void unit_jet(const jet a[3], jet e[3])
{
    jet length = root(dot_jet(a, a));
    for (int i = 0; i < 3; i++) e[i] = over(a[i], length);
}

static inline jet cosine(quad phi)
{
    return (jet){cosq(phi), -sinq(phi), -cosq(phi)};
}

static inline jet sine(quad phi)
{
    return (jet){sinq(phi), cosq(phi), -sinq(phi)};
}

/* ---- Lagrange's equation ---- */

typedef struct {
    quad A, dA, U, dU; /* d: along phi */
} lagrangian;

static inline quad lagrange_acceleration(const lagrangian *L, quad tau, quad rate)
{
    return (tau - L->dU - L->dA * rate * rate / 2) / L->A;
}

/* Columns of a row at the angle phi and its rate, multipliers included. */
typedef void row_function(quad phi, quad rate, quad row[]);

/* ---- the energy integral ---- */

enum { GAUSS = 24, MOST_PANELS = 8192 };

typedef lagrangian energy_function(quad phi); /* A and U */

typedef struct {
    const char *problem;
    energy_function *at;
    quad phi0, tau, width; /* width has the sign of the motion */
    quad kinetic;          /* at phi0 [J] */
    quad node[GAUSS], weight[GAUSS];
    int panels;
    quad t[MOST_PANELS + 1]; /* at phi0 + k width */
} energy_integral;

/* |phi'| */
static inline quad speed_at(const energy_integral *E, quad phi)
{
    lagrangian now = E->at(phi), first = E->at(E->phi0);
    quad kinetic = E->kinetic + E->tau * (phi - E->phi0) - (now.U - first.U);
    if (!(kinetic > 0)) refuse(E->problem, "the mechanism turns back");
    return sqrtq(2 * kinetic / now.A);
}

/* Time from phi0 + panel width to that + part of the panel, 0 <= part <= 1. */
static inline quad time_in_panel(const energy_integral *E, int panel, quad part)
{
    quad sum = 0;
    for (int i = 0; i < GAUSS; i++) {
        if (panel == 0 && E->kinetic == 0) {
            quad s = sqrtq(part) * E->node[i]; /* phi - phi0 = s^2 width */
            sum += E->weight[i] * 2 * s * sqrtq(part) / speed_at(E, E->phi0 + s * s * E->width);
        } else {
            quad phi = E->phi0 + (panel + part * E->node[i]) * E->width;
            sum += E->weight[i] * part / speed_at(E, phi);
        }
    }
    return fabsq(E->width) * sum;
}

/* Panels up to the time t_end. */
static inline void integrate(energy_integral *E, quad t_end)
{
    gauss_legendre(GAUSS, E->node, E->weight);
    E->t[0] = 0;
    for (E->panels = 0; E->t[E->panels] < t_end; E->panels++) {
        if (E->panels == MOST_PANELS) refuse(E->problem, "too many panels");
        E->t[E->panels + 1] = E->t[E->panels] + time_in_panel(E, E->panels, 1);
    }
}

/* phi at the time t and its rate. */
static inline void invert_time(const energy_integral *E, quad t, quad *phi, quad *rate)
{
    int panel = 0, sign = E->width < 0 ? -1 : 1;
    *phi = E->phi0;
    *rate = 0;
    if (t == 0) return;
    while (E->t[panel + 1] < t) panel++;
    quad part = (t - E->t[panel]) / (E->t[panel + 1] - E->t[panel]);
    if (panel == 0 && E->kinetic == 0) part *= part;
    for (int k = 0; k < MOST_NEWTON; k++) {
        *phi = E->phi0 + (panel + part) * E->width;
        *rate = sign * speed_at(E, *phi);
        quad step = (t - E->t[panel] - time_in_panel(E, panel, part)) * *rate / E->width;
        part += step;
        if (fabsq(step) < 64 * round_off()) return;
    }
    refuse(E->problem, "the time cannot be inverted");
}
