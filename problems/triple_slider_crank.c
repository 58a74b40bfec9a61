/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Triple slider-crank: Haug, Pavesic (paper 002), sections 2.4 and 7.2, four planar bodies in the
 * plane z = 0.  Sliders 1 and 3 move along x at q1 and q3, slider 4 along y at q4; the crank turns
 * by q2 about slider 1; rods of lengths r and l join its end to slider 3 and slider 1 to slider 4:
 *
 *   (q3 - q1 - r cos q2)^2 + r^2 sin^2 q2 = r^2,   q1^2 + q4^2 = l^2.
 *
 * The first is (q3 - q1)(q3 - q1 - 2 r cos q2) = 0.  Its two branches cross at q2 = +-pi/2, where
 * the row vanishes, and the regular configurations fall into four components (7): x is q2 in C1 and
 * C3, q2 - pi in C2 and C4, |x| < pi/2; q3 = q1 in C1 and C2, q3 = q1 + 2 r cos q2 in C3 and C4.
 *
 * A torque on the crank keeps x off +-pi/2.  The printed law is garbled; with a = pi/2
 *
 *   smooth:  tau = -K x / (a^2 - x^2),     U = -K/2 ln(1 - x^2 / a^2),
 *   paper:   tau = -K x / (a - |x|)^2,     U = K (a / (a - |x|) + ln(1 - |x| / a) - 1),
 *
 * both with a potential; the second is the best reading of the text, but only C1 at x = 0.
 *
 * The model is the paper's of four planar bodies (12 coordinates); `own` are the four coordinates
 * q1 to q4, whose mass matrix is diag(m1 + m2, J2, m3, m4).
 *
 * With the smooth law the default motion takes the crank to 1.21 rad at 1.5 s and to within 0.06
 * rad of the stop at 2.5 s: t_regular is before.
 *
 * Not stated, and taken: the mass centre of the crank lies in its pivot; no gravity.  The energy is
 * 272 J.  No symmetry leaves the three axes in place: there is no momentum map. */
#include <math.h>
#include <stdio.h>

#include "holonomy/problem.h"

enum { M1, J1, M2, J2, M3, J3, M4, J4, R, L, STRENGTH, TORQUE, COMPONENT, X1, X2, V1, V2 };
enum { SMOOTH, PAPER };
enum { C1, C2, C3, C4 };

static const hol_option parameters[] = {
    {"m1", HOL_REAL, 2, 1e-6, 1e6, NULL, "mass of slider 1 [kg] (002, section 7.2)"},
    {"J1", HOL_REAL, 1, 1e-6, 1e6, NULL, "moment of slider 1 [kg m^2] (002)"},
    {"m2", HOL_REAL, 10, 1e-6, 1e6, NULL, "mass of the crank [kg] (002)"},
    {"J2", HOL_REAL, 10, 1e-6, 1e6, NULL, "moment of the crank about its pivot [kg m^2] (002)"},
    {"m3", HOL_REAL, 2, 1e-6, 1e6, NULL, "mass of slider 3 [kg] (002)"},
    {"J3", HOL_REAL, 1, 1e-6, 1e6, NULL, "moment of slider 3 [kg m^2] (002)"},
    {"m4", HOL_REAL, 2, 1e-6, 1e6, NULL, "mass of slider 4 [kg] (002)"},
    {"J4", HOL_REAL, 1, 1e-6, 1e6, NULL, "moment of slider 4 [kg m^2] (002)"},
    {"r", HOL_REAL, 1, 1e-3, 1e3, NULL, "crank, and its rod to slider 3 [m] (002)"},
    {"l", HOL_REAL, 2, 1e-3, 1e3, NULL, "rod from slider 1 to slider 4 [m] (002)"},
    {"K", HOL_REAL, 100, 0, 1e6, NULL, "strength of the torque [N m], 0: none (002)"},
    {"torque", HOL_CHOICE, SMOOTH, 0, 1, "smooth paper", "law of the torque on the crank"},
    {"component", HOL_CHOICE, C3, 0, 3, "C1 C2 C3 C4", "component of the configurations, (7)"},
    {"q1", HOL_REAL, 0, -1e3, 1e3, NULL, "start, slider 1 [m], |q1| < l; q4 > 0 follows (002)"},
    {"x", HOL_REAL, 0, -1.5, 1.5, NULL, "start, crank from the middle of its range [rad] (002)"},
    {"v1", HOL_REAL, 6, -1e3, 1e3, NULL, "start, velocity of slider 1 [m/s] (002)"},
    {"v2", HOL_REAL, 2, -1e3, 1e3, NULL, "start, angular velocity of the crank [rad/s] (002)"},
    {0},
};

/* +1 where x = q2, -1 where x = q2 - pi. */
static double side(const double par[])
{
    int component = (int)par[COMPONENT];
    return component == C2 || component == C4 ? -1 : 1;
}

/* ---------------------------------------------------------------- torque */

static double smooth_energy(double x)
{
    return -0.5 * log1p(-4 * x * x / (M_PI * M_PI));
}

/* Without a value beyond the stop, where the energy has none; so too below. */
static double smooth_slope(double x)
{
    double rest = 0.25 * M_PI * M_PI - x * x;
    return rest > 0 ? x / rest : (double)NAN;
}

static double paper_energy(double x)
{
    double y = 2 * fabs(x) / M_PI;
    return y / (1 - y) + log1p(-y);
}

static double paper_slope(double x)
{
    double rest = 0.5 * M_PI - fabs(x);
    return rest > 0 ? x / (rest * rest) : (double)NAN;
}

/* U / K and its derivative. */
static const struct {
    double (*energy)(double x), (*slope)(double x);
} law[] = {[SMOOTH] = {smooth_energy, smooth_slope}, [PAPER] = {paper_energy, paper_slope}};

/* The smooth law is a potential of the crank's angle q2, as an expression: beyond the stop the root
 * has no value. */
static void add_smooth(hol_model *model, const double par[], int crank)
{
    const char *x = side(par) > 0 ? "angle" : "atan2(-sin(angle), -cos(angle))";
    char U[128];
    snprintf(U, sizeof U, "-%.17g*log(sqrt(1 - 4*(%s)^2/pi^2))", par[STRENGTH], x);
    hol_motor_about(model, hol_direction(HOL_GROUND, 0, 0, 1), hol_direction(HOL_GROUND, 1, 0, 0),
                    hol_direction(crank, 1, 0, 0), hol_motor_of_potential(model, HOL_ANGLE, U));
}

/* The paper's: par = K, side. */
static double angle_of(const hol_force *f, const hol_frame *frame)
{
    return atan2(f->par[1] * frame->R[3], f->par[1] * frame->R[0]);
}

static double stop_energy(const hol_force *f, const hol_frame frame[])
{
    return f->par[0] * paper_energy(angle_of(f, frame));
}

/* -dU/dR, x the angle of the first column (R_11, R_21). */
static void stop_wrench(const hol_force *f, double t, const hol_frame frame[], hol_wrench w[])
{
    (void)t;
    double c = frame->R[0], s = frame->R[3];
    double tau = -f->par[0] * paper_slope(angle_of(f, frame));
    w->D[0] = -tau * s / (c * c + s * s);
    w->D[3] = tau * c / (c * c + s * s);
}

static const hol_force_law stop = {.name = "torque on the crank",
                                   .position_only = true,
                                   .on_directors = true,
                                   .energy = stop_energy,
                                   .wrench = stop_wrench};

static void add_torque(hol_model *model, const double par[], int crank)
{
    hol_force force = {
        .law = &stop, .count = 1, .body = {crank}, .par = {par[STRENGTH], side(par)}};
    if (par[STRENGTH] == 0) return;
    if (par[TORQUE] == SMOOTH)
        add_smooth(model, par, crank);
    else
        hol_add_force(model, &force);
}

/* ---------------------------------------------------------------- the paper's four coordinates */

/* Coordinates and rates from q1, x and theirs. */
static void close_loops(const double par[], double q[4], double v[4])
{
    int component = (int)par[COMPONENT];
    double open = component == C3 || component == C4 ? 2 * par[R] : 0;
    q[0] = par[X1];
    q[1] = par[X2] + (side(par) < 0 ? M_PI : 0);
    q[2] = q[0] + open * cos(q[1]);
    q[3] = sqrt(par[L] * par[L] - q[0] * q[0]);
    v[0] = par[V1];
    v[1] = par[V2];
    v[2] = v[0] - open * sin(q[1]) * v[1];
    v[3] = -q[0] * v[0] / q[3];
}

/* Slider 1, crank, slider 3, slider 4. */
static void poses(const double par[], const double q[], const double v[], hol_pose pose[])
{
    (void)par;
    pose[0] = (hol_pose){.r = {q[0]}, .p = {1}, .v = {v[0]}};
    pose[1] = (hol_pose){.r = {q[0]},
                         .p = {cos(0.5 * q[1]), 0, 0, sin(0.5 * q[1])},
                         .v = {v[0]},
                         .omega = {0, 0, v[1]}};
    pose[2] = (hol_pose){.r = {q[2]}, .p = {1}, .v = {v[2]}};
    pose[3] = (hol_pose){.r = {0, q[3]}, .p = {1}, .v = {0, v[3]}};
}

static void place(const double par[], const hol_pose pose[], double q[], double v[])
{
    (void)par;
    q[0] = pose[0].r[0], v[0] = pose[0].v[0];
    q[1] = 2 * atan2(pose[1].p[3], pose[1].p[0]), v[1] = pose[1].omega[2];
    q[2] = pose[2].r[0], v[2] = pose[2].v[0];
    q[3] = pose[3].r[1], v[3] = pose[3].v[1];
}

static void mass(const double par[], const double q[], double M[])
{
    const double m[4] = {par[M1] + par[M2], par[J2], par[M3], par[M4]};
    (void)q;
    for (int i = 0; i < 16; i++) M[i] = i % 5 ? 0 : m[i / 5];
}

/* x of the crank angle q2, in (-pi, pi] */
static double from_middle(const double par[], double q2)
{
    return atan2(side(par) * sin(q2), side(par) * cos(q2));
}

static double potential(const double par[], const double q[])
{
    if (par[STRENGTH] == 0) return 0;
    return par[STRENGTH] * law[(int)par[TORQUE]].energy(from_middle(par, q[1]));
}

static void grad_potential(const double par[], const double q[], double dU[])
{
    dU[0] = dU[1] = dU[2] = dU[3] = 0;
    if (par[STRENGTH] > 0)
        dU[1] = par[STRENGTH] * law[(int)par[TORQUE]].slope(from_middle(par, q[1]));
}

/* (5) in metres, w = q3 - q1: w^2 / (2 r) - w cos q2, (q1^2 + q4^2 - l^2) / (2 l); G as (6) over r
 * and l. */
static void constraints(const double par[], double t, const double q[], double phi[], double G[])
{
    double r = par[R], l = par[L], w = q[2] - q[0], c = cos(q[1]), s = sin(q[1]);
    (void)t;
    if (phi) {
        phi[0] = w * (0.5 * w / r - c);
        phi[1] = 0.5 * (q[0] * q[0] + q[3] * q[3] - l * l) / l;
    }
    if (!G) return;
    const double rows[8] = {c - w / r, w * s, w / r - c, 0, q[0] / l, 0, 0, q[3] / l};
    for (int i = 0; i < 8; i++) G[i] = rows[i];
}

static void curvature(const double par[], const double q[], const double v[], double g[])
{
    double r = par[R], l = par[L], w = q[2] - q[0], dw = v[2] - v[0];
    g[0] = dw * dw / r + 2 * sin(q[1]) * dw * v[1] + w * cos(q[1]) * v[1] * v[1];
    g[1] = (v[0] * v[0] + v[3] * v[3]) / l;
}

/* Adds lambda times the Hessian of a function of w and q2 with the entries ww, w2, 22. */
static void add_hessian(double lambda, double ww, double w2, double h22, double K[])
{
    const double H[3][3] = {{ww, -w2, -ww}, {-w2, h22, w2}, {-ww, w2, ww}};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) K[4 * i + j] += lambda * H[i][j];
}

static void hessian(const double par[], const double q[], const double lambda[], double K[])
{
    add_hessian(lambda[0], 1 / par[R], sin(q[1]), (q[2] - q[0]) * cos(q[1]), K);
    K[0] += lambda[1] / par[L];
    K[15] += lambda[1] / par[L];
}

static void hessian_rate(const double par[], const double q[], const double u[],
                         const double lambda[], double K[])
{
    double w = q[2] - q[0], dw = u[2] - u[0], c = cos(q[1]), s = sin(q[1]);
    (void)par;
    add_hessian(lambda[0], 0, c * u[1], dw * c - w * s * u[1], K);
}

static const char *const row[2] = {"rod3", "rod4"};
static const bool is_length[4] = {true, false, true, true};

static const hol_own own = {
    .nv = 4,
    .nc = 2,
    .row_name = row,
    .is_length = is_length,
    .has = HOL_REGULAR_MASS,
    .mass = mass,
    .potential = potential,
    .grad_potential = grad_potential,
    .constraints = constraints,
    .curvature = curvature,
    .hessian = hessian,
    .hessian_rate = hessian_rate,
    .poses = poses,
    .place = place,
};

/* ---------------------------------------------------------------- the model of four bodies */

static int add(hol_model *model, const char *name, double m, double J, const hol_pose *at)
{
    hol_body body = {.shape = HOL_PLANAR, .m = m, .J = {0, 0, J}, .at = *at};
    for (int k = 0; name[k]; k++) body.name[k] = name[k];
    return hol_add_body(model, &body);
}

/* A slider on the axis x (0) or y (1). */
static void slide(hol_model *model, const char *name, int body, int axis)
{
    int across = 1 - axis;
    hol_translational(model, name, hol_point(HOL_GROUND, 0, 0, 0), hol_point(body, 0, 0, 0),
                      hol_direction(HOL_GROUND, axis == 0, axis == 1, 0),
                      hol_direction(body, axis == 0, axis == 1, 0),
                      hol_direction(HOL_GROUND, across == 0, across == 1, 0),
                      hol_direction(body, across == 0, across == 1, 0));
}

static void build(hol_model *model, const double par[])
{
    double q[4], v[4];
    hol_pose at[4];
    close_loops(par, q, v);
    poses(NULL, q, v, at);
    int s1 = add(model, "slider1", par[M1], par[J1], &at[0]);
    int crank = add(model, "crank", par[M2], par[J2], &at[1]);
    int s3 = add(model, "slider3", par[M3], par[J3], &at[2]);
    int s4 = add(model, "slider4", par[M4], par[J4], &at[3]);
    slide(model, "slide1", s1, 0);
    hol_revolute(model, "pivot", hol_point(s1, 0, 0, 0), hol_point(crank, 0, 0, 0),
                 hol_direction(s1, 0, 0, 1), hol_direction(crank, 0, 0, 1));
    slide(model, "slide3", s3, 0);
    hol_distance(model, "rod3", hol_point(crank, par[R], 0, 0), hol_point(s3, 0, 0, 0), par[R]);
    slide(model, "slide4", s4, 1);
    hol_distance(model, "rod4", hol_point(s1, 0, 0, 0), hol_point(s4, 0, 0, 0), par[L]);
    add_torque(model, par, crank);
}

const hol_problem hol_problem_triple_slider_crank = {
    .name = "triple-slider-crank",
    .source = "Haug, Pavesic (2023), sections 2.4 and 7.2",
    .about = "Three sliders and a crank; its configurations fall into four components.",
    .drawing = "         y ^\n"
               "        q4 [4]           C3:  crank and rod 3 a gable\n"
               "           | \\ l = 2     C1:  slider 3 on slider 1\n"
               "           |   \\     o\n"
               "           |     \\ r/ \\r        tau keeps the crank off the vertical\n"
               "    -------+------[1]--[3]-----> x\n"
               "                  q1    q3\n",
    .parameters = parameters,
    .build = build,
    .own = &own,
    .t_end = 10,
    .step = 0.005,
    .t_regular = 1,
    .reference = "triple-slider-crank.ref triple-slider-crank-c1.ref triple-slider-crank-c2.ref "
                 "triple-slider-crank-c4.ref triple-slider-crank-paper.ref",
};
