/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Generic models: bodies at generic poses, joints that close there, one force of every law. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lapacke.h>

#include "holonomy/so3.h"
#include "tests/generic.h"

/* ---------------------------------------------------------------- bodies and markers of a plan */

void hol_plan_poses(hol_sketch *plan, int count)
{
    for (int b = 0; b < count; b++) {
        plan->at[b] = (hol_pose){0};
        for (int k = 0; k < 3; k++) plan->at[b].r[k] = 1.3 * hol_draw_next(&plan->draw);
        hol_draw_unit(&plan->draw, 4, plan->at[b].p);
    }
}

int hol_plan_body(hol_sketch *plan, hol_shape shape, bool fixed)
{
    double a[3];
    hol_draw_fill(&plan->draw, 3, a);
    for (int k = 0; k < 3; k++) a[k] = 0.9 + 0.6 * a[k];
    int b = hol_body_count(plan->model);
    hol_body body = {.shape = shape,
                     .fixed = fixed,
                     .m = 1.4 + 0.7 * hol_draw_next(&plan->draw),
                     .J = {a[1] + a[2], a[2] + a[0], a[0] + a[1]},
                     .at = plan->at[b]};
    if (shape == HOL_ROD) body.J[2] = body.J[1];
    snprintf(body.name, sizeof body.name, "body_%c", 'A' + b);
    return hol_add_body(plan->model, &body);
}

/* Where a shape has points: on its axis, in its plane. */
static const double extent[HOL_SHAPES][3] = {
    [HOL_RIGID] = {1, 1, 1}, [HOL_ROD] = {1, 0, 0}, [HOL_PLANAR] = {1, 1, 0}};

static void matrix_of(const hol_sketch *plan, int body, double R[9])
{
    static const double one[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    memcpy(R, one, sizeof one);
    if (body != HOL_GROUND) hol_quaternion_to_matrix(plan->at[body].p, R);
}

void hol_plan_space(const hol_sketch *plan, hol_marker m, double x[3])
{
    double R[9];
    matrix_of(plan, m.body, R);
    hol_rotate(R, m.rho, x);
    if (m.body == HOL_GROUND) return;
    for (int k = 0; k < 3; k++) x[k] += m.w * plan->at[m.body].r[k];
}

/* The marker of a body at the point x of space (w = 1), or along the direction x (w = 0). */
static hol_marker marker_at(const hol_sketch *plan, int body, double w, const double x[3])
{
    hol_marker m = {.body = body, .w = w};
    double R[9], arm[3];
    for (int k = 0; k < 3; k++) arm[k] = x[k] - (body == HOL_GROUND ? 0 : w * plan->at[body].r[k]);
    matrix_of(plan, body, R);
    hol_rotate_back(R, arm, m.rho);
    return m;
}

hol_marker hol_plan_point(hol_sketch *plan, int body)
{
    hol_marker m = {.body = body, .w = 1};
    const hol_body *b = hol_body_at(plan->model, body);
    hol_draw_fill(&plan->draw, 3, m.rho);
    for (int k = 0; k < 3; k++) m.rho[k] *= 0.8 * (b ? extent[b->shape][k] : 1);
    return m;
}

hol_marker hol_plan_axis(hol_sketch *plan, int body)
{
    hol_marker m = {.body = body};
    hol_draw_unit(&plan->draw, 3, m.rho);
    return m;
}

static hol_marker same(const hol_sketch *plan, int body, hol_marker i)
{
    double x[3];
    hol_plan_space(plan, i, x);
    return marker_at(plan, body, i.w, x);
}

/* A generic direction of a body across the direction i of another. */
static hol_marker across(hol_sketch *plan, int body, hol_marker i)
{
    double x[3], y[3];
    hol_plan_space(plan, i, x);
    hol_draw_unit(&plan->draw, 3, y);
    hol_cross(x, y, y);
    double n = sqrt(hol_dot3(y, y));
    for (int k = 0; k < 3; k++) y[k] /= n;
    return marker_at(plan, body, 0, y);
}

/* ---------------------------------------------------------------- joints */

static void spherical(hol_sketch *plan, const char *name, int i, int j)
{
    hol_marker a = hol_plan_point(plan, i);
    hol_spherical(plan->model, name, a, same(plan, j, a));
}

static void universal(hol_sketch *plan, const char *name, int i, int j)
{
    hol_marker a = hol_plan_point(plan, i), d = hol_plan_axis(plan, i);
    hol_universal(plan->model, name, a, same(plan, j, a), d, across(plan, j, d));
}

static void revolute(hol_sketch *plan, const char *name, int i, int j)
{
    hol_marker a = hol_plan_point(plan, i), d = hol_plan_axis(plan, i);
    hol_revolute(plan->model, name, a, same(plan, j, a), d, same(plan, j, d));
}

/* A point further along the axis d from a. */
static hol_marker slid(hol_sketch *plan, hol_marker a, hol_marker d)
{
    double s = hol_draw_next(&plan->draw);
    for (int k = 0; k < 3; k++) a.rho[k] += s * d.rho[k];
    return a;
}

static void cylindrical(hol_sketch *plan, const char *name, int i, int j)
{
    hol_marker a = hol_plan_point(plan, i), d = hol_plan_axis(plan, i);
    hol_cylindrical(plan->model, name, a, same(plan, j, slid(plan, a, d)), d, same(plan, j, d));
}

static void translational(hol_sketch *plan, const char *name, int i, int j)
{
    hol_marker a = hol_plan_point(plan, i), d = hol_plan_axis(plan, i), c = across(plan, i, d);
    hol_translational(plan->model, name, a, same(plan, j, slid(plan, a, d)), d, same(plan, j, d), c,
                      same(plan, j, c));
}

static void fixed(hol_sketch *plan, const char *name, int i, int j)
{
    hol_marker a = hol_plan_point(plan, i);
    hol_fixed(plan->model, name, a, same(plan, j, a));
}

static void in_plane(hol_sketch *plan, const char *name, int i, int j)
{
    hol_marker d = hol_plan_axis(plan, i), a = hol_plan_point(plan, i), b = hol_plan_point(plan, j);
    double n[3], x[3], y[3];
    hol_plan_space(plan, d, n);
    hol_plan_space(plan, a, x);
    hol_plan_space(plan, b, y);
    double gap = hol_dot3(n, y) - hol_dot3(n, x);
    for (int k = 0; k < 3; k++) x[k] += gap * n[k];
    hol_in_plane(plan->model, name, d, marker_at(plan, i, 1, x), b);
}

static void orthogonal(hol_sketch *plan, const char *name, int i, int j)
{
    hol_marker d = hol_plan_axis(plan, i);
    hol_orthogonal(plan->model, name, d, across(plan, j, d));
}

static void distance(hol_sketch *plan, const char *name, int i, int j)
{
    hol_marker a = hol_plan_point(plan, i), b = hol_plan_point(plan, j);
    double x[3], y[3];
    hol_plan_space(plan, a, x);
    hol_plan_space(plan, b, y);
    for (int k = 0; k < 3; k++) x[k] -= y[k];
    hol_distance(plan->model, name, a, b, sqrt(hol_dot3(x, x)));
}

static void coordinate(hol_sketch *plan, const char *name, int i, int j)
{
    (void)i;
    hol_marker b = hol_plan_point(plan, j), d = hol_plan_axis(plan, HOL_GROUND);
    double y[3];
    hol_plan_space(plan, b, y);
    hol_coordinate(plan->model, name, b, d.rho, hol_dot3(d.rho, y));
}

const hol_generic_joint hol_generic_joints[HOL_GENERIC_JOINTS] = {
    [HOL_SPHERICAL] = {"spherical", 3, false, spherical},
    [HOL_UNIVERSAL] = {"universal", 4, false, universal},
    [HOL_REVOLUTE] = {"revolute", 5, false, revolute},
    [HOL_CYLINDRICAL] = {"cylindrical", 4, false, cylindrical},
    [HOL_TRANSLATIONAL] = {"translational", 5, false, translational},
    [HOL_FIXED] = {"fixed", 6, true, fixed},
    [HOL_IN_PLANE] = {"in_plane", 1, false, in_plane},
    [HOL_ORTHOGONAL] = {"orthogonal", 1, false, orthogonal},
    [HOL_DISTANCE] = {"distance", 1, false, distance},
    [HOL_COORDINATE] = {"coordinate", 1, false, coordinate},
};

static void join(hol_sketch *plan, int joint, int i, int j)
{
    char name[32];
    snprintf(name, sizeof name, "%s_%c%c", hol_generic_joints[joint].name, i < 0 ? '0' : 'A' + i,
             'A' + j);
    hol_generic_joints[joint].add(plan, name, i, j);
}

/* ---------------------------------------------------------------- forces and symmetries */

static void forces(hol_sketch *plan, int i, int j)
{
    double g[3] = {0.9, -1.7, -9.1}, F[3] = {3.1, -2.3, 1.9}, tau[3] = {-1.3, 2.7, 0.83};
    double twist[3] = {0.71, 1.9, -2.1};
    hol_gravity(plan->model, g);
    hol_force_constant(plan->model, hol_plan_point(plan, i), F);
    hol_torque_space(plan->model, i, tau);
    hol_torque_body(plan->model, j, twist);
    hol_spring(plan->model, hol_plan_point(plan, i), hol_plan_point(plan, j), 23.7, 0.83, 1.91);
    hol_spring(plan->model, hol_plan_point(plan, HOL_GROUND), hol_plan_point(plan, j), 17.3, 1.19,
               0.67);
    hol_potential_of_place(plan->model, hol_plan_point(plan, j),
                           "1.3*x^2*z^2 + 0.7*sin(y - 0.4*x) + 0.9/(2 + z^2)");
}

static void symmetry(hol_sketch *plan, const double axis[3])
{
    double along[3] = {0.37, -0.59, 0.73}, centre[3] = {0.41, -0.23, 0.67};
    hol_symmetry(plan->model, "translation", along, NULL, NULL);
    hol_symmetry(plan->model, "rotation", NULL, axis, centre);
    hol_symmetry(plan->model, "screw", along, axis, centre);
}

static const double any_axis[3] = {0.43, 0.97, -0.61}, plane_axis[3] = {0, 0, 0.87};

static double driven(double t, double *rate)
{
    *rate = 0.37 * 1.3 * cos(1.3 * t);
    return 0.37 * sin(1.3 * t);
}

/* A nonholonomic row that depends on the place of a point. */
static void field(hol_sketch *plan, int body)
{
    static const double a[3] = {0.7, -1.3, 0.4}, B[9] = {0.3, -0.9, 1.7, 0.2, 0, -0.6, 1.1, 0.8, 0};
    hol_nonholonomic_of_place(plan->model, "field", a, B, hol_plan_point(plan, body), NULL);
}

/* ---------------------------------------------------------------- models */

static void add_bodies(hol_sketch *plan, int count, const hol_shape shape[], int fixed_one)
{
    for (int b = 0; b < count; b++) hol_plan_body(plan, shape[b], b == fixed_one);
}

/* Every joint of Table 1 and every basic constraint. */
static void build_chain(hol_sketch *plan)
{
    static const hol_shape shape[6] = {0};
    memcpy(plan->at[5].p, plan->at[4].p, sizeof plan->at[5].p);
    add_bodies(plan, 6, shape, -1);
    join(plan, HOL_SPHERICAL, HOL_GROUND, 0);
    join(plan, HOL_UNIVERSAL, 0, 1);
    join(plan, HOL_REVOLUTE, 2, 1);
    join(plan, HOL_CYLINDRICAL, 2, 3);
    join(plan, HOL_TRANSLATIONAL, 4, 3);
    join(plan, HOL_FIXED, 4, 5);
    join(plan, HOL_IN_PLANE, 0, 4);
    join(plan, HOL_ORTHOGONAL, 1, 5);
    join(plan, HOL_DISTANCE, HOL_GROUND, 5);
    join(plan, HOL_COORDINATE, HOL_GROUND, 3);
    forces(plan, 1, 3);
    symmetry(plan, any_axis);
}

/* A body about its fixed centre, one with J = (1, 2, 3), whose third director has no mass, point
 * masses, and nonholonomic rows. */
static void build_mixed(hol_sketch *plan)
{
    static const hol_shape shape[4] = {HOL_RIGID, HOL_RIGID, HOL_POINT, HOL_POINT};
    add_bodies(plan, 1, shape, 0);
    hol_body flat = {
        .name = "flat", .shape = HOL_RIGID, .m = 1.71, .J = {1, 2, 3}, .at = plan->at[1]};
    hol_add_body(plan->model, &flat);
    add_bodies(plan, 2, shape + 2, -1);
    join(plan, HOL_SPHERICAL, 0, 1);
    join(plan, HOL_ORTHOGONAL, 0, 1);
    join(plan, HOL_DISTANCE, 1, 2);
    join(plan, HOL_DISTANCE, 2, 3);
    join(plan, HOL_IN_PLANE, 0, 3);
    join(plan, HOL_COORDINATE, HOL_GROUND, 3);
    hol_nonholonomic(plan->model, "edge", hol_plan_axis(plan, 1), hol_plan_point(plan, 1), NULL);
    hol_nonholonomic(plan->model, "drive", hol_plan_axis(plan, HOL_GROUND), hol_plan_point(plan, 0),
                     driven);
    field(plan, 1);
    forces(plan, 0, 1);
    symmetry(plan, any_axis);
}

/* Planar joints, one planar body about its fixed centre, a point mass in space. */
static void build_plane(hol_sketch *plan)
{
    static const hol_shape shape[5] = {HOL_PLANAR, HOL_PLANAR, HOL_PLANAR, HOL_PLANAR, HOL_POINT};
    for (int b = 0; b < 4; b++) {
        hol_pose *at = &plan->at[b];
        double n = hypot(at->p[0], at->p[3]);
        at->r[2] = at->p[1] = at->p[2] = 0;
        at->p[0] /= n;
        at->p[3] /= n;
    }
    memcpy(plan->at[2].p, plan->at[1].p, sizeof plan->at[2].p);
    add_bodies(plan, 5, shape, 3);
    hol_marker axis = hol_direction(0, 0.6, -0.8, 0), cross = hol_direction(0, 0.8, 0.6, 0);
    hol_marker a = hol_plan_point(plan, 0), b = hol_plan_point(plan, 1);
    hol_marker e3 = hol_direction(HOL_GROUND, 0, 0, 1);
    hol_revolute(plan->model, "pin", same(plan, HOL_GROUND, a), a, e3, same(plan, 0, e3));
    a = hol_plan_point(plan, 0);
    hol_translational(plan->model, "slider", a, same(plan, 1, slid(plan, a, axis)), axis,
                      same(plan, 1, axis), cross, same(plan, 1, cross));
    hol_fixed(plan->model, "weld", b, same(plan, 2, b));
    join(plan, HOL_DISTANCE, 2, 4);
    join(plan, HOL_DISTANCE, 3, 2);
    join(plan, HOL_COORDINATE, HOL_GROUND, 4);
    hol_nonholonomic(plan->model, "edge", hol_direction(3, -0.28, 0.96, 0), hol_point(4, 0, 0, 0),
                     driven);
    forces(plan, 1, 3);
    symmetry(plan, plane_axis);
}

/* Rods meet at points of their axes, so that the poses give way to the joints. */
static void build_rods(hol_sketch *plan)
{
    static const hol_shape shape[5] = {HOL_ROD, HOL_ROD, HOL_RIGID, HOL_POINT, HOL_ROD};
    double x[3], y[3];
    hol_marker end = hol_point(0, 0.53, 0, 0), head = hol_point(1, -0.71, 0, 0);
    hol_plan_space(plan, end, x);
    hol_plan_space(plan, head, y);
    for (int k = 0; k < 3; k++) plan->at[1].r[k] += x[k] - y[k];
    add_bodies(plan, 5, shape, 4);
    hol_coincide(plan->model, "meet", end, head);
    hol_marker tail = hol_plan_point(plan, 1), stick = hol_direction(4, 1, 0, 0);
    hol_spherical(plan->model, "ball", tail, same(plan, 2, tail));
    join(plan, HOL_DISTANCE, 0, 3);
    join(plan, HOL_IN_PLANE, 2, 0);
    hol_orthogonal(plan->model, "across", stick, across(plan, 2, stick));
    join(plan, HOL_COORDINATE, HOL_GROUND, 4);
    forces(plan, 0, 2);
    symmetry(plan, any_axis);
}

/* The centre of an ellipsoid over the plane <n, x> = level where it touches: its support function.
 */
static void touch(hol_sketch *plan, int b, const double centre[3], const hol_marker axis[3],
                  const double a[3], const hol_plane *plane)
{
    double n[3], x[3], h = 0, level = 0, norm = hol_norm(3, plane->normal);
    for (int k = 0; k < 3; k++) n[k] = plane->normal[k] / norm;
    for (int i = 0; i < 3; i++) {
        hol_plan_space(plan, axis[i], x);
        h = hypot(h, a[i] * hol_dot3(n, x));
    }
    hol_plan_space(plan, hol_point(b, centre[0], centre[1], centre[2]), x);
    for (int k = 0; k < 3; k++) level += n[k] * (x[k] - plane->point[k]);
    for (int k = 0; k < 3; k++) plan->at[b].r[k] += (h - level) * n[k];
}

/* An ellipsoid, a disc and a sphere, each on a plane of its own and off its mass centre, the first
 * two held together, and a body that does not roll. */
static void build_rolling(hol_sketch *plan)
{
    static const hol_shape shape[4] = {HOL_RIGID, HOL_RIGID, HOL_RIGID, HOL_RIGID};
    static const hol_plane plane[3] = {{{0.31, -0.27, 0.43}, {0.36, -0.48, 0.8}},
                                       {{-0.7, 0.2, -0.4}, {1.3, 0.4, 2.9}},
                                       {{0, 0, 0}, {0, 0, 1}}};
    static const double semi[3] = {0.41, 0.77, 0.59}, disc[3] = {0.83, 0.83, 0};
    static const double ball[3] = {0.62, 0.62, 0.62};
    static const double centre[3][3] = {
        {0.13, -0.21, 0.08}, {-0.11, 0.17, 0.23}, {0.05, 0.09, -0.14}};
    const hol_marker axis[3] = {hol_direction(0, 0.6, 0.8, 0), hol_direction(0, -0.48, 0.36, 0.8),
                                hol_direction(0, 0.64, -0.48, 0.6)};
    const hol_marker wheel[3] = {hol_direction(1, 0, 0.6, -0.8), hol_direction(1, 1, 0, 0),
                                 hol_direction(1, 0, 0.8, 0.6)};
    const hol_marker round[3] = {hol_direction(2, 1, 0, 0), hol_direction(2, 0, 1, 0),
                                 hol_direction(2, 0, 0, 1)};
    touch(plan, 0, centre[0], axis, semi, &plane[0]);
    touch(plan, 1, centre[1], wheel, disc, &plane[1]);
    touch(plan, 2, centre[2], round, ball, &plane[2]);
    add_bodies(plan, 4, shape, -1);
    hol_marker at[3];
    for (int b = 0; b < 3; b++) at[b] = hol_point(b, centre[b][0], centre[b][1], centre[b][2]);
    hol_roll_ellipsoid(plan->model, "stone", at[0], axis, semi, &plane[0]);
    hol_roll_disc(plan->model, "wheel", at[1], wheel[2], disc[0], &plane[1]);
    hol_roll_sphere(plan->model, "ball", at[2], ball[0], &plane[2]);
    join(plan, HOL_DISTANCE, 0, 1);
    join(plan, HOL_SPHERICAL, 2, 3);
    forces(plan, 0, 2);
    symmetry(plan, any_axis);
}

/* One of 0 ... n - 1. */
static int one_of(hol_sketch *plan, int n)
{
    int k = (int)(0.5 * (1 + hol_draw_next(&plan->draw)) * n);
    return k < n ? k : n - 1;
}

static bool is_rigid(const hol_sketch *plan, int body)
{
    return body == HOL_GROUND || hol_body_at(plan->model, body)->shape == HOL_RIGID;
}

/* A joint that the shapes of two bodies have a place for, of at most so many conditions; their
 * number, 0: none was added.  Ground is never the second body. */
static int join_any(hol_sketch *plan, int i, int j, int most)
{
    static const int whole[] = {HOL_SPHERICAL,   HOL_UNIVERSAL,     HOL_REVOLUTE,
                                HOL_CYLINDRICAL, HOL_TRANSLATIONAL, HOL_ORTHOGONAL,
                                HOL_IN_PLANE,    HOL_DISTANCE,      HOL_COORDINATE};
    enum { WHOLE = sizeof whole / sizeof *whole };
    int joint = whole[one_of(plan, WHOLE)];
    if (!is_rigid(plan, i) || !is_rigid(plan, j)) /* what asks no axis of the second one */
        joint = is_rigid(plan, i) && one_of(plan, 2) ? HOL_IN_PLANE : HOL_DISTANCE;
    if (hol_generic_joints[joint].conditions > most) return 0;
    join(plan, joint, i, j);
    return hol_generic_joints[joint].conditions;
}

/* Two to seven bodies, each joined to one before it or to ground, and up to three loops. */
static void build_random(hol_sketch *plan)
{
    static const hol_shape shape[] = {HOL_RIGID, HOL_RIGID, HOL_RIGID, HOL_POINT};
    static const int freedoms[HOL_SHAPES] = {[HOL_RIGID] = 6, [HOL_POINT] = 3};
    int n = 2 + one_of(plan, 6), loops = one_of(plan, 4), left = 0;
    bool joined[HOL_PLAN_BODIES + 1][HOL_PLAN_BODIES + 1] = {
        {false}}; /* ground or a body, a body */
    for (int b = 0; b < n; b++) {
        hol_shape is = b < 2 ? HOL_RIGID : shape[one_of(plan, 4)];
        hol_plan_body(plan, is, false);
        left += freedoms[is];
    }
    for (int b = 0; b < n; b++) {
        int i = one_of(plan, b + 1) - 1;
        joined[i + 1][b] = true;
        if (i >= 0) joined[b + 1][i] = true;
        left -= join_any(plan, i, b, 5);
    }
    for (int k = 0; k < loops; k++) {
        int i = one_of(plan, n + 1) - 1, j = one_of(plan, n);
        if (i == j || joined[i + 1][j]) continue;
        joined[i + 1][j] = true;
        if (i >= 0) joined[j + 1][i] = true;
        left -= join_any(plan, i, j, left - 1);
    }
    forces(plan, 0, 1);
    symmetry(plan, any_axis);
}

typedef struct {
    void (*build)(hol_sketch *);
    int bodies, formulation; /* one with a place for it */
    uint64_t seed, poses;
} recipe;

static const recipe generic[HOL_GENERIC_MODELS] = {
    [HOL_CHAIN] = {build_chain, 6, 2, 11, 977},      [HOL_MIXED] = {build_mixed, 4, 2, 29, 978},
    [HOL_PLANE] = {build_plane, 5, 2, 47, 979},      [HOL_RODS] = {build_rods, 5, 0, 83, 980},
    [HOL_ROLLING] = {build_rolling, 4, 2, 101, 981},
};

static hol_model *build(const recipe *of, hol_sketch *plan)
{
    plan->model = hol_model_new();
    plan->draw.state = of->seed;
    of->build(plan);
    return plan->model;
}

/* The generic velocity v made physical by the least change: G v = 0, A v = w. */
static void make_physical(hol_eval *sys, const double q[], double v[])
{
    int m = sys->nc + sys->na, n = sys->nv, most = m > n ? m : n, rank;
    double *D = calloc((size_t)(m * n + sys->G.nnz + sys->A.nnz + most + m), sizeof *D);
    double *G = D + m * n, *A = G + sys->G.nnz, *x = A + sys->A.nnz, *sigma = x + most;
    hol_constraints(sys, 0, q, NULL, G);
    hol_nonholonomic_rows(sys, 0, q, A, sigma);
    hol_dense(&sys->G, G, D);
    hol_dense(&sys->A, A, D + sys->nc * n);
    for (int i = 0; i < m; i++) {
        x[i] = i < sys->nc ? 0 : sigma[i - sys->nc];
        for (int j = 0; j < n; j++) x[i] -= D[i * n + j] * v[j];
    }
    LAPACKE_dgelsd(LAPACK_ROW_MAJOR, m, n, 1, D, n, x, 1, sigma, 1e-12, &rank);
    for (int j = 0; j < n; j++) v[j] += x[j];
    free(D);
}

/* Built at rest, then anew with velocities that its joints allow. */
static hol_model *moving(const recipe *of)
{
    hol_sketch plan = {.draw = {of->poses}};
    hol_message why;
    hol_plan_poses(&plan, of->bodies);
    hol_model *still = build(of, &plan);
    hol_eval *sys =
        hol_eval_take(hol_realise(still, hol_formulation_at(of->formulation), NULL, &why));
    if (!sys) {
        fprintf(stderr, "generic model %d: %s\n", (int)of->seed, why.text);
        abort();
    }
    double *q = calloc((size_t)(sys->nq + sys->nv), sizeof *q), *v = q + sys->nq;
    hol_place(sys, plan.at, q, v);
    hol_draw_fill(&plan.draw, sys->nv, v);
    make_physical(sys, q, v);
    hol_poses(sys, q, v, plan.at);
    free(q);
    hol_eval_free(sys);
    hol_model_free(still);
    return build(of, &plan);
}

hol_model *hol_generic_model(int k)
{
    if (k < HOL_GENERIC_MODELS) return moving(&generic[k]);
    uint64_t seed = (uint64_t)(k - HOL_GENERIC_MODELS);
    return moving(&(recipe){build_random, HOL_PLAN_BODIES, 2, 4177 + seed, 90001 + 7 * seed});
}
