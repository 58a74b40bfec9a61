/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Coordinates as a space: moving along velocities, poses in space and back, momentum maps, and the
 * projection of each body onto its inner constraints. */
#include <string.h>

#include "holonomy/so3.h"
#include "mechanics/absolute.h"

void hol_rate(hol_eval *sys, const double q[], const double v[], double qdot[])
{
    const hol_system *R = sys->system;
    for (const hol_slot *s = R->slot; s < R->slot + R->slots; s++) {
        memcpy(qdot + s->q, v + s->v, (size_t)s->centre * sizeof *qdot);
        if (!s->o) continue;
        double *out = qdot + s->q + s->centre;
        const double *u = v + s->v + s->centre;
        if (s->o->flat)
            memcpy(out, u, (size_t)s->o->nq * sizeof *out);
        else
            s->o->rate(q + s->q + s->centre, u, out);
    }
}

void hol_reach(hol_eval *sys, const double q[], const double dv[], double q1[])
{
    const hol_system *R = sys->system;
    if (sys->has & HOL_FLAT) { /* every entry of q has its velocity */
        for (int i = 0; i < sys->nq; i++) q1[i] = q[i] + dv[i];
        return;
    }
    for (const hol_slot *s = R->slot; s < R->slot + R->slots; s++) {
        bool flat = !s->o || s->o->flat;
        for (int k = 0; k < (flat ? s->nv : s->centre); k++)
            q1[s->q + k] = q[s->q + k] + dv[s->v + k];
        if (!flat) s->o->move(q + s->q + s->centre, dv + s->v + s->centre, q1 + s->q + s->centre);
    }
}

void hol_tidy(hol_eval *sys, double q[])
{
    const hol_system *R = sys->system;
    if (sys->has & HOL_FLAT) return;
    for (const hol_slot *s = R->slot; s < R->slot + R->slots; s++)
        if (s->o && s->o->tidy) s->o->tidy(q + s->q + s->centre);
}

void hol_move(hol_eval *sys, const double q[], const double dv[], double q1[])
{
    hol_reach(sys, q, dv, q1);
    hol_tidy(sys, q1);
}

void hol_difference(hol_eval *sys, const double q0[], const double q1[], double dv[])
{
    const hol_system *R = sys->system;
    for (const hol_slot *s = R->slot; s < R->slot + R->slots; s++) {
        bool flat = !s->o || s->o->flat;
        for (int k = 0; k < (flat ? s->nv : s->centre); k++)
            dv[s->v + k] = q1[s->q + k] - q0[s->q + k];
        if (!flat)
            s->o->difference(q0 + s->q + s->centre, q1 + s->q + s->centre, dv + s->v + s->centre);
    }
}

/* A tangent map of the exponential, body by body; the identity where coordinates add. */
static void tangent_map(hol_eval *sys, bool inverse, const double u[], const double k[],
                        double out[])
{
    const hol_system *R = sys->system;
    for (const hol_slot *s = R->slot; s < R->slot + R->slots; s++) {
        bool flat = !s->o || s->o->flat;
        memcpy(out + s->v, k + s->v, (size_t)(flat ? s->nv : s->centre) * sizeof *out);
        if (flat) continue;
        int at = s->v + s->centre;
        (inverse ? s->o->dexpinv : s->o->dexp)(u + at, k + at, out + at);
    }
}

void hol_dexpinv(hol_eval *sys, const double u[], const double k[], double out[])
{
    tangent_map(sys, true, u, k, out);
}

void hol_dexp(hol_eval *sys, const double u[], const double k[], double out[])
{
    tangent_map(sys, false, u, k, out);
}

void hol_bracket(hol_eval *sys, const double a[], const double b[], double out[])
{
    const hol_system *R = sys->system;
    for (const hol_slot *s = R->slot; s < R->slot + R->slots; s++) {
        bool turns = s->o && s->o->bracket;
        int at = s->v + s->centre;
        memset(out + s->v, 0, (size_t)(turns ? s->centre : s->nv) * sizeof *out);
        if (turns) s->o->bracket(a + at, b + at, out + at);
    }
}

void hol_bracket_series(hol_eval *sys, int terms, const double c[], const double u[],
                        const double k[], double out[])
{
    const hol_system *R = sys->system;
    while (terms > 1 && c[terms - 1] == 0) terms--;
    for (const hol_slot *s = R->slot; s < R->slot + R->slots; s++) {
        for (int i = s->v; i < s->v + s->nv; i++) out[i] = c[0] * k[i];
        if (!s->o || !s->o->bracket) continue;
        int at = s->v + s->centre;
        double bracket[3];
        memcpy(bracket, k + at, sizeof bracket);
        for (int p = 1; p < terms; p++) {
            s->o->bracket(u + at, bracket, bracket);
            for (int i = 0; i < 3; i++) out[at + i] += c[p] * bracket[i];
        }
    }
}

void hol_inner_project(hol_eval *sys, double q[], double v[])
{
    const hol_system *R = sys->system;
    for (const hol_slot *s = R->slot; s < R->slot + R->slots; s++)
        if (s->o && s->o->project) s->o->project(q + s->q + s->centre, v + s->v + s->centre);
}

/* J = <p, xi(q)>, xi the velocity of the symmetry's infinitesimal motion. */
void hol_absolute_momentum(hol_eval *sys, const double q[], const double p[], double J[])
{
    const hol_system *R = sys->system;
    for (int i = 0; i < sys->ns; i++) {
        const hol_generator *g = &sys->model->symmetry[i];
        J[i] = 0;
        for (const hol_slot *s = R->slot; s < R->slot + R->slots; s++) {
            double arm[3], xi[3], turn[9];
            for (int k = 0; k < 3; k++)
                arm[k] = (k < s->centre ? q[s->q + k] : s->body->at.r[k]) - g->centre[k];
            hol_cross(g->angular, arm, xi);
            for (int k = 0; k < s->centre; k++) J[i] += p[s->v + k] * (xi[k] + g->linear[k]);
            if (!s->o) continue;
            s->o->spin(q + s->q + s->centre, g->angular, turn);
            for (int k = s->centre; k < s->nv; k++) J[i] += p[s->v + k] * turn[k - s->centre];
        }
    }
}

void hol_absolute_poses(hol_eval *sys, const double q[], const double v[], hol_pose pose[])
{
    const hol_system *R = sys->system;
    for (int b = 0; b < R->slots; b++) {
        const hol_slot *s = &R->slot[b];
        pose[b] = (hol_pose){.p = {1}};
        memcpy(pose[b].r, s->body->at.r, sizeof pose[b].r);
        for (int k = 0; k < s->centre; k++) {
            pose[b].r[k] = q[s->q + k];
            pose[b].v[k] = v[s->v + k];
        }
        if (s->o) s->o->pose(q + s->q + s->centre, v + s->v + s->centre, pose[b].p, pose[b].omega);
    }
}

void hol_absolute_place(hol_eval *sys, const hol_pose pose[], double q[], double v[])
{
    const hol_system *R = sys->system;
    for (int b = 0; b < R->slots; b++) {
        const hol_slot *s = &R->slot[b];
        memcpy(q + s->q, pose[b].r, (size_t)s->centre * sizeof *q);
        memcpy(v + s->v, pose[b].v, (size_t)s->centre * sizeof *v);
        if (s->o) s->o->place(pose[b].p, pose[b].omega, q + s->q + s->centre, v + s->v + s->centre);
    }
}
