/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holonomy/model.h: a mechanical system as its bodies, joints and forces, free of coordinates. */
#ifndef HOLONOMY_MODEL_H
#define HOLONOMY_MODEL_H

#include <stdbool.h>

#include "holonomy/api.h"
#include "holonomy/status.h"

HOL_API_BEGIN

typedef enum { HOL_RIGID, HOL_POINT, HOL_ROD, HOL_PLANAR, HOL_SHAPES } hol_shape;

typedef struct {           /* position and velocity of a body, as formulations exchange them */
    double r[3], p[4];     /* mass centre in space [m], Euler parameters */
    double v[3], omega[3]; /* its velocity in space [m/s], angular velocity, body frame [rad/s] */
} hol_pose;

typedef struct {
    char name[32]; /* 1 to 31 characters, no blank, comma or quote; as that of a joint */
    hol_shape shape;
    bool fixed;  /* the mass centre is fixed in space: it has no coordinates */
    double m;    /* [kg] */
    double J[3]; /* principal moments about the mass centre [kg m^2]; planar: J[2]; rod: J[1] */
    hol_pose at; /* the start; a rod points along R e1; a planar body moves in z = 0 about e3 */
} hol_body;

enum { HOL_GROUND = -1 };

typedef struct { /* x = w r + R rho: a body-fixed point (w = 1) or direction (w = 0) */
    int body;    /* or HOL_GROUND, where r = 0 and R = 1 */
    double w;
    double rho[3]; /* body frame [m], or a unit vector */
} hol_marker;

hol_marker hol_point(int body, double x, double y, double z);
hol_marker hol_direction(int body, double x, double y, double z);

typedef struct hol_model hol_model;
typedef struct hol_force hol_force;

hol_model *hol_model_new(void);
void hol_model_free(hol_model *model);

/* Adds a body and returns its number.  A model that cannot be right (no mass, an inertia that
 * breaks the triangle inequality, an unknown body) is remembered and reported by hol_realise. */
int hol_add_body(hol_model *model, const hol_body *body);
/* The mistakes remembered since the last call, which are then forgotten, all but lack of memory;
 * false: none. */
bool hol_model_mistakes(hol_model *model, hol_message *why);
int hol_body_count(const hol_model *model);
const hol_body *hol_body_at(const hol_model *model, int body);
/* The k-th pair of points between which a joint measures, where they coincide or how far apart they
 * are; false past the last. */
bool hol_joined_at(const hol_model *model, int k, hol_marker *i, hol_marker *j);
/* The k-th ellipse that outlines what rolls, the rim of a disc, the principal sections of another
 * shape: centre + cos(s) u + sin(s) v, the point and the directions, long as the semi-axes [m], of
 * one body; false: no such one. */
bool hol_outlined_at(const hol_model *model, int k, hol_marker *centre, hol_marker *u,
                     hol_marker *v);

/* The basic constraints of paper 000, eqs (5.6) to (5.8), and two more; markers are points unless
 * said to be directions.  Rows are in metres or a cosine, so that multipliers are newtons (or
 * newton metres). */
void hol_coincide(hol_model *, const char *joint, hol_marker i, hol_marker j);     /* C */
void hol_orthogonal(hol_model *, const char *joint, hol_marker di, hol_marker dj); /* SO */
void hol_in_plane(hol_model *, const char *joint, hol_marker di, hol_marker i,
                  hol_marker j); /* O */
void hol_distance(hol_model *, const char *joint, hol_marker i, hol_marker j, double length);
/* direction . (j in space) = value, the direction given in space */
void hol_coordinate(hol_model *, const char *joint, hol_marker j, const double direction[3],
                    double value);

/* The joints of paper 000, Table 1.  Points chi and axes are in body axes; the axis of a universal,
 * revolute, cylindrical or translational joint is given in both bodies; for the universal joint the
 * two axes are the cross. */
void hol_spherical(hol_model *, const char *name, hol_marker i, hol_marker j);
void hol_universal(hol_model *, const char *name, hol_marker i, hol_marker j, hol_marker axis_i,
                   hol_marker axis_j);
void hol_revolute(hol_model *, const char *name, hol_marker i, hol_marker j, hol_marker axis_i,
                  hol_marker axis_j);
void hol_cylindrical(hol_model *, const char *name, hol_marker i, hol_marker j, hol_marker axis_i,
                     hol_marker axis_j);
/* cross_i, cross_j: directions across the axis that stay parallel (no rotation about the axis) */
void hol_translational(hol_model *, const char *name, hol_marker i, hol_marker j, hol_marker axis_i,
                       hol_marker axis_j, hol_marker cross_i, hol_marker cross_j);
void hol_fixed(hol_model *, const char *name, hol_marker i, hol_marker j);

/* A nonholonomic row  d . (velocity of the point) = w(t),  d a body-fixed or space direction; w
 * gives w(t) [m/s] and its rate w'(t) [m/s^2].  NULL: w = 0. */
void hol_nonholonomic(hol_model *, const char *name, hol_marker direction, hol_marker point,
                      double (*w)(double t, double *rate));

/* The same of a direction of space that depends on the place x of the point, d = a + B x, a of any
 * length, B [1/m] row-major (3 x 3); the velocity is w(t), NULL: 0. */
typedef struct hol_law hol_law;
void hol_nonholonomic_of_place(hol_model *, const char *name, const double a[3], const double B[9],
                               hol_marker point, const hol_law *w);

typedef struct {      /* fixed in space: through a point, the bodies on the side of the normal */
    double point[3];  /* [m] */
    double normal[3]; /* of any length */
} hol_plane;

/* A rigid body that rolls without slip on a plane: the shape that touches it is a sphere, a thin
 * disc or an ellipsoid with its centre at a point of the body, the mass centre anywhere; the axis
 * of the disc, and the three of the ellipsoid at right angles, are directions of the body.  One
 * holonomic row `name.height` [m] and two nonholonomic ones, `name.slip_a`, `name.slip_b` [m/s]:
 * h / l times the height of the shape over the plane, to first order, and times the velocity of the
 * material point in contact, with h the height of the centre and l the largest semi-axis [m], so
 * that the forces on the body are -h / l times the multipliers [N] (sphere: h = l).  A disc that
 * lies flat is singular. */
void hol_roll_sphere(hol_model *, const char *name, hol_marker centre, double radius,
                     const hol_plane *);
void hol_roll_disc(hol_model *, const char *name, hol_marker centre, hol_marker axis, double radius,
                   const hol_plane *);
void hol_roll_ellipsoid(hol_model *, const char *name, hol_marker centre, const hol_marker axis[3],
                        const double semi_axes[3], const hol_plane *);

/* A function of time w(t), that of the model; NULL after a mistake, which is remembered: an
 * expression of `t` (docs/files.md), "0.3*sin(2*pi*t)", which has exact derivatives and a power
 * series; a function that gives w, w' and w'', `user` borrowed for as long as the model. */
const hol_law *hol_law_read(hol_model *, const char *expression);
const hol_law *hol_law_of(hol_model *, void (*rates)(const void *user, double t, double w[3]),
                          const void *user);

/* Rows that a function of time drives; with NULL for it nothing is added.  The distance of two
 * points, > 0; direction . (j in space); di . (j - i), di of the body of i; the angle about an axis
 * of one body from a direction across it to a direction of another body, whose multiplier is minus
 * the torque on the other body; the velocity of a nonholonomic row. */
void hol_drive_distance(hol_model *, const char *joint, hol_marker i, hol_marker j,
                        const hol_law *);
void hol_drive_coordinate(hol_model *, const char *joint, hol_marker j, const double direction[3],
                          const hol_law *);
void hol_drive_displacement(hol_model *, const char *joint, hol_marker di, hol_marker i,
                            hol_marker j, const hol_law *);
void hol_drive_angle(hol_model *, const char *joint, hol_marker axis_i, hol_marker cross_i,
                     hol_marker cross_j, const hol_law *);
void hol_drive_slip(hol_model *, const char *name, hol_marker direction, hol_marker point,
                    const hol_law *);

/* Softens the rows named `joint` or `joint.*`, those there are (NULL: all of them): instead of Phi
 * = 0 the force -Phi / compliance - time d/dt(Phi) / compliance, of a stiff spring with a damper
 * [m/N], [s]; a nonholonomic row slips by `compliance` [s/kg] times its force.  Only methods that
 * treat stiff forces as relaxed constraints step such a model. */
void hol_soften(hol_model *, const char *joint, double compliance, double time);

/* Keeps a joint out of the spanning tree of joint coordinates: its rows, named `joint` or
 * `joint.*`, stay among the constraints.  In no other formulation does it make a difference. */
void hol_cut_joint(hol_model *, const char *joint);

typedef struct {                       /* what a force sees: one body in space */
    double r[3], R[9], v[3], omega[3]; /* omega in SPACE axes [rad/s] */
} hol_frame;

/* What a force does to a body: F at the mass centre [N] and, in space axes, a torque tau [N m] or
 * the matrix D = -dU/dR [N m], which keeps a potential's gradient exact where R is not orthogonal.
 */
typedef struct {
    double F[3], tau[3], D[9];
} hol_wrench;

typedef struct hol_terms hol_terms;

/* A force law, written once for every formulation.  `frame` and `w`: of the bodies named in the
 * force, in its order (an entry HOL_GROUND has the frame of space, its wrench is dropped).  energy
 * is NULL where the force has no potential; a force with one must have wrench = -grad U and is a
 * force of position only. */
typedef struct {
    const char *name;
    bool position_only; /* depends on neither t nor v */
    bool on_directors;  /* the wrench is F and D, else F and tau; the other stays zero */
    double (*energy)(const hol_force *, const hol_frame frame[]);
    void (*wrench)(const hol_force *, double t, const hol_frame frame[], hol_wrench w[]);
    /* Of a force without potential: its work between two near frames of each body, where it does
     * not depend on the way between them, else NaN [J].  NULL: it always does. */
    double (*work)(const hol_force *, const hol_frame from[], const hol_frame to[]);
    /* Says the force again by the terms below, which have a power series; NULL: it has none. */
    void (*series)(const hol_force *, hol_terms *);
} hol_force_law;

/* On the k-th body of the force: F [N] in space at the point rho of the body; the torque tau [N m]
 * in the axes of the body or of space.  Between the points of its two bodies: a spring with damper.
 */
void hol_terms_force(hol_terms *, int k, const double rho[3], const double F[3]);
void hol_terms_torque(hol_terms *, int k, bool in_body, const double tau[3]);
void hol_terms_spring(hol_terms *, const double rho_i[3], const double rho_j[3], double stiffness,
                      double length, double damping);

struct hol_force {
    const hol_force_law *law;
    int count, body[2];
    double par[16];   /* the law's constants */
    const void *user; /* borrowed: outlives the model */
};

void hol_gravity(hol_model *, const double g[3]); /* on every body of the model [m/s^2] */
void hol_force_constant(hol_model *, hol_marker at, const double F[3]);
/* Torques act on bodies that turn: not on ground, nor on a point mass. */
void hol_torque_space(hol_model *, int body, const double tau[3]);
void hol_torque_body(hol_model *, int body, const double tau[3]);
void hol_spring(hol_model *, hol_marker i, hol_marker j, double stiffness, double length,
                double damping);
/* A potential energy U [J] of the place of a point in space, an expression of x, y, z [m]
 * (docs/files.md), "0.5*(x^2 + y^2) + cos(z)", without tables, abs, min and max: its force is exact
 * and has a power series. */
void hol_potential_of_place(hol_model *, hol_marker at, const char *expression);
/* w(t) times the axis, of any length: a force in space at a point [N], a torque in space or body
 * axes [N m]; with NULL for the law nothing is added. */
void hol_force_of_time(hol_model *, hol_marker at, const double axis[3], const hol_law *);
void hol_torque_of_time(hol_model *, int body, bool in_body, const double axis[3], const hol_law *);

/* The coordinate x of a joint with an axis, 0 where the frames (and points) of the joint coincide,
 * as a start asks for it (assemble.h): the angle [rad] of its second body about the axis of the
 * first, in (-pi, pi], of a revolute or cylindrical joint; the length [m] along the axis, of a
 * cylindrical or translational joint. */
typedef enum { HOL_ANGLE, HOL_LENGTH } hol_joint_coordinate;

typedef struct {
    const char *joint; /* its name, the model's */
    hol_joint_coordinate of;
    double value; /* [rad], [m] */
} hol_joint_reading;
/* The k-th of the coordinates that joints have, joint by joint, where the bodies stand at pose[]
 * (NULL: without its value); false past the last. */
bool hol_joint_reading_at(const hol_model *model, int k, const hol_pose pose[],
                          hol_joint_reading *r);

/* What a motor does, Q(t, x, x') [N m] or [N]; NULL after a mistake, which is remembered: an
 * expression of `t`, `angle` or `length`, and `rate` (docs/files.md), "-2*(angle - 0.4) -
 * 0.1*rate", which has a power series; a function, `user` borrowed for as long as the model.  A law
 * of the angle that differs between -pi and pi jumps there: of full turns write a law of
 * sin(angle), cos(angle), rate, t. */
typedef struct hol_motor_law hol_motor_law;
const hol_motor_law *hol_motor_read(hol_model *, hol_joint_coordinate, const char *expression);
const hol_motor_law *hol_motor_of(hol_model *, hol_joint_coordinate,
                                  double (*Q)(const void *user, double t, double x, double rate),
                                  const void *user);
/* Q = -dU/dx of a potential energy U [J], an expression of `angle` or of `length`,
 * "-2*log(cos(angle))", without tables, abs, min and max: exact, with a power series; where
 * sin(angle) and cos(angle) do not say all, U jumps between -pi and pi. */
const hol_motor_law *hol_motor_of_potential(hol_model *, hol_joint_coordinate, const char *energy);
/* On the joint's second body the torque or force Q along its axis, on the first the opposite: work
 * Q dx.  With NULL for the law nothing is added. */
void hol_motor(hol_model *, const char *joint, const hol_motor_law *);
/* The same where there is no joint: of the angle about an axis of one body, or of ground, from a
 * direction across it to a direction of another one, as in hol_drive_angle. */
void hol_motor_about(hol_model *, hol_marker axis_i, hol_marker cross_i, hol_marker cross_j,
                     const hol_motor_law *);
/* A spring -stiffness (x - rest) with a damper -damping x' along the coordinate of a joint [N
 * m/rad, rad, N m s/rad; N/m, m, N s/m]; of an angle x - rest is in (-pi, pi]. */
void hol_joint_spring(hol_model *, const char *joint, hol_joint_coordinate, double stiffness,
                      double rest, double damping);
/* A bushing between two frames: the axes of the body of i at its point, and axes of the body of j
 * at its point that at rest are one with those; rest: Euler parameters of the body of j in the axes
 * of that of i at rest, NULL: the same.  In the axes of i, u from point to point [m] and theta =
 * sin(angle) times the axis of rotation, the rotation vector where it is small: forces and moments
 * -K (u, theta) - C d/dt(u, theta), K and C (6 x 6, symmetric; C NULL: 0), potential energy
 * (u, theta)^T K (u, theta) / 2. */
void hol_bushing(hol_model *, hol_marker i, hol_marker j, const double rest[4], const double K[36],
                 const double C[36]);
void hol_add_force(hol_model *, const hol_force *force);

/* Declares a symmetry: translation along `linear`, rotation about the axis `angular` through
 * `centre`; the system then has a momentum map of that name. */
void hol_symmetry(hol_model *, const char *name, const double linear[3], const double angular[3],
                  const double centre[3]);

HOL_API_END

#endif
