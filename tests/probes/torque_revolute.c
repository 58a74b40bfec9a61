/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A rigid body on a revolute joint to ground under a constant torque about the joint's axis a,
 * which is no principal axis and passes by the mass centre.  Angular momentum about the axis gives
 *
 *   I phi'' = tau,  I = a.Ja + m |d_perp|^2,  phi = phi0 + omega0 t + tau t^2 / (2 I),
 *   R = R0 exp(phi a),  r = c + R d,
 *
 * d from the joint to the mass centre in body axes, d_perp its part across a. */
#include <math.h>
#include <string.h>

#include "holonomy/so3.h"
#include "tests/probes/probes.h"

enum { MASS, J1, AXIS = J1 + 3, D = AXIS + 3, TAU = D + 3, PHI0, OMEGA0 };

static const hol_option parameters[] = {
    {"m", HOL_REAL, 1.37, 1e-3, 1e3, NULL, "mass [kg]"},
    {"J1", HOL_REAL, 0.83, 1e-6, 1e3, NULL, "principal moment about axis 1 [kg m^2]"},
    {"J2", HOL_REAL, 1.59, 1e-6, 1e3, NULL, "principal moment about axis 2 [kg m^2]"},
    {"J3", HOL_REAL, 1.91, 1e-6, 1e3, NULL, "principal moment about axis 3 [kg m^2]"},
    {"a1", HOL_REAL, 0.47, -1, 1, NULL, "joint axis, body axes, of any length [1]"},
    {"a2", HOL_REAL, -0.61, -1, 1, NULL, "joint axis, body axes, of any length [1]"},
    {"a3", HOL_REAL, 0.79, -1, 1, NULL, "joint axis, body axes, of any length [1]"},
    {"d1", HOL_REAL, 0.34, -10, 10, NULL, "joint to mass centre, body axes [m]"},
    {"d2", HOL_REAL, 0.52, -10, 10, NULL, "joint to mass centre, body axes [m]"},
    {"d3", HOL_REAL, -0.29, -10, 10, NULL, "joint to mass centre, body axes [m]"},
    {"tau", HOL_REAL, 1.73, -1e3, 1e3, NULL, "torque about the axis [N m]"},
    {"phi0", HOL_REAL, 0.41, -10, 10, NULL, "start, angle about the axis [rad]"},
    {"omega0", HOL_REAL, -1.13, -1e2, 1e2, NULL, "start, its rate [rad/s]"},
    {0},
};

static const double joint[3] = {0.23, -0.71, 0.58};  /* c, in space [m] */
static const double turned[3] = {0.67, -0.38, 1.21}; /* rotation vector of R0 */

static void axis_of(const double par[], double a[3])
{
    double n = sqrt(hol_dot3(par + AXIS, par + AXIS));
    for (int k = 0; k < 3; k++) a[k] = par[AXIS + k] / n;
}

static void exact(const double par[], double t, hol_pose pose[])
{
    double a[3], inertia = 0, R0[9], turn[3], R[9], x[3];
    const double *d = par + D;
    axis_of(par, a);
    double along = hol_dot3(d, a);
    for (int k = 0; k < 3; k++) inertia += par[J1 + k] * a[k] * a[k];
    inertia += par[MASS] * (hol_dot3(d, d) - along * along);
    double phi = par[PHI0] + par[OMEGA0] * t + par[TAU] * t * t / (2 * inertia);
    double rate = par[OMEGA0] + par[TAU] * t / inertia;

    for (int k = 0; k < 3; k++) turn[k] = phi * a[k];
    hol_so3_exp(turned, R0);
    hol_so3_exp(turn, R);
    hol_matrix_multiply3(R0, R, R);
    hol_matrix_to_quaternion(R, pose->p);
    hol_rotate(R, d, x);
    for (int k = 0; k < 3; k++) {
        pose->r[k] = joint[k] + x[k];
        pose->omega[k] = rate * a[k];
    }
    hol_cross(pose->omega, d, x);
    hol_rotate(R, x, pose->v);
}

static void build(hol_model *model, const double par[])
{
    hol_body body = {.name = "body", .shape = HOL_RIGID, .m = par[MASS]};
    memcpy(body.J, par + J1, sizeof body.J);
    exact(par, 0, &body.at);
    int b = hol_add_body(model, &body);

    double a[3], R0[9], s[3], torque[3];
    axis_of(par, a);
    hol_so3_exp(turned, R0);
    hol_rotate(R0, a, s);
    for (int k = 0; k < 3; k++) torque[k] = par[TAU] * s[k];
    hol_revolute(model, "hinge", hol_point(HOL_GROUND, joint[0], joint[1], joint[2]),
                 hol_point(b, -par[D], -par[D + 1], -par[D + 2]),
                 hol_direction(HOL_GROUND, s[0], s[1], s[2]), hol_direction(b, a[0], a[1], a[2]));
    hol_torque_space(model, b, torque);
}

const hol_problem hol_probe_torque_revolute = {
    .name = "probe-torque-revolute",
    .source = "angular momentum about a fixed axis",
    .about = "A rigid body on a hinge to ground under a constant torque about the hinge.",
    .drawing = "        a  /  tau\n"
               "          /__\n"
               "       __/   \\___\n"
               "      | c o--d-->o |   o mass centre\n"
               "      |__/_________|\n"
               "      __/__\n"
               "      //////\n",
    .parameters = parameters,
    .build = build,
    .t_end = 2,
    .step = 0.01,
    .exact = exact,
};
