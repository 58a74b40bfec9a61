/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Forces and torques along a fixed axis whose size is a function of time: par = axis (3), rho of
 * the point; user: the law. */
#include <string.h>

#include "holonomy/so3.h"
#include "mechanics/drives.h"
#include "mechanics/terms.h"

static double size_at(const hol_force *f, double t)
{
    double w[3];
    hol_law_rates(f->user, t, w);
    return w[0];
}

/* D = F rho^T, as of a constant force. */
static void force_wrench(const hol_force *f, double t, const hol_frame frame[], hol_wrench w[])
{
    double size = size_at(f, t);
    (void)frame;
    for (int i = 0; i < 3; i++) {
        w->F[i] = size * f->par[i];
        for (int j = 0; j < 3; j++) w->D[3 * i + j] = size * f->par[i] * f->par[3 + j];
    }
}

static void space_wrench(const hol_force *f, double t, const hol_frame frame[], hol_wrench w[])
{
    double size = size_at(f, t);
    (void)frame;
    for (int k = 0; k < 3; k++) w->tau[k] = size * f->par[k];
}

static void body_wrench(const hol_force *f, double t, const hol_frame frame[], hol_wrench w[])
{
    double size = size_at(f, t), tau[3];
    for (int k = 0; k < 3; k++) tau[k] = size * f->par[k];
    hol_rotate(frame->R, tau, w->tau);
}

static const hol_expression *expression_of(const hol_force *f)
{
    return ((const hol_law *)f->user)->e;
}

static void force_series(const hol_force *f, hol_terms *terms)
{
    hol_terms_force_of_time(terms, 0, f->par + 3, f->par, expression_of(f));
}

static void space_series(const hol_force *f, hol_terms *terms)
{
    hol_terms_torque_of_time(terms, 0, false, f->par, expression_of(f));
}

static void body_series(const hol_force *f, hol_terms *terms)
{
    hol_terms_torque_of_time(terms, 0, true, f->par, expression_of(f));
}

/* Without and with a power series of its own. */
static const hol_force_law
    force_law[2] = {{.name = "force of time", .on_directors = true, .wrench = force_wrench},
                    {.name = "force of time",
                     .on_directors = true,
                     .wrench = force_wrench,
                     .series = force_series}},
    space_law[2] = {{.name = "torque of time in space axes", .wrench = space_wrench},
                    {.name = "torque of time in space axes",
                     .wrench = space_wrench,
                     .series = space_series}},
    body_law[2] = {
        {.name = "torque of time in body axes", .wrench = body_wrench},
        {.name = "torque of time in body axes", .wrench = body_wrench, .series = body_series}};

static void add(hol_model *model, const hol_force_law of[2], int body, const double axis[3],
                const double rho[3], const hol_law *law)
{
    hol_force force = {
        .law = &of[hol_law_has_series(law)], .count = 1, .body = {body}, .user = law};
    memcpy(force.par, axis, 3 * sizeof *axis);
    if (rho) memcpy(force.par + 3, rho, 3 * sizeof *rho);
    hol_add_force(model, &force);
}

void hol_force_of_time(hol_model *model, hol_marker at, const double axis[3], const hol_law *law)
{
    if (law && hol_check_marker(model, force_law->name, at, 1) &&
        hol_check_finite(model, force_law->name, axis))
        add(model, force_law, at.body, axis, at.rho, law);
}

void hol_torque_of_time(hol_model *model, int body, bool in_body, const double axis[3],
                        const hol_law *law)
{
    if (law && hol_check_turns(model, "torque of time", body) &&
        hol_check_finite(model, "torque of time", axis))
        add(model, in_body ? body_law : space_law, body, axis, NULL, law);
}
