/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A model whose equations are polynomials of low degree: what stands in the lists of a realised
 * system (internal.h), written in its coordinates.
 *
 *     M q'' = c + L q + springs - (d Phi/dq)^T lambda - A(q)^T alpha
 *     Phi_r = sum (scale <a, b> + offset),   sum <direction, point'> = 0
 *
 * with a, b, direction, point spans: sums of a constant and of coordinates times constants. */
#pragma once

#include "mechanics/bushing.h"
#include "mechanics/drives.h"
#include "mechanics/joint_tree.h"
#include "mechanics/places.h"

typedef struct { /* of a span x: x_axis += factor q_coordinate */
    int coordinate, axis;
    double factor;
} hol_span_term;

typedef struct {
    int first, count; /* its terms */
    double fixed[3];
} hol_span_sum;

typedef struct { /* of a row of Phi, a sum of these, between spans; a square has one twice */
    int row, a, b;
    double scale, offset;
} hol_product;

typedef struct {                    /* of a nonholonomic row, the sum of one or two of these */
    int row, direction, point, law; /* law -1: none */
} hol_slide_row;

typedef struct { /* a driven row of Phi: see drives.h */
    int row, law;
    double share; /* of one that is a product, too */
    bool turns;   /* else spans; its law is sin(w), cos(w) */
    int a, beside, b;
} hol_driven_row;

typedef struct {       /* the unit vectors of a body, which its inner rows keep */
    int q, row;        /* first coordinate, first inner row */
    int vectors, size; /* 3 of 3 directors, a rod's 1 of 3, a planar body's 1 of 2 */
} hol_frame_rows;

typedef struct {       /* f_to += factor q_from, or factor, each times w(t) where there is a law */
    int to, from, law; /* from -1: the factor alone; law -1: none */
    double factor;
} hol_linear_force;

typedef struct { /* along a span between two points: see hol_spring */
    int span;
    double stiffness, length, damping;
} hol_line_force;

typedef struct { /* along a joint's coordinate: see joint_forces.h */
    hol_joint_coordinate of;
    int span[3];             /* of an angle a_i, b_i, a_j, of a length n and d */
    const hol_expression *Q; /* of t, x, x' */
    double stiffness;        /* of a spring, which has the energy stiffness x^2 / 2; else 0 */
} hol_motor_force;

typedef struct { /* see bushing.h; K or C NULL: none */
    int span[HOL_BUSHING_SPANS];
    const double (*K)[6], (*C)[6];
} hol_bushing_force;

typedef struct { /* of the place of a span: see places.h */
    int span;
    const hol_place_law *law;
} hol_place_force;

/* The coordinates in which R rho is linear. */
typedef enum {
    HOL_TURN_NONE,      /* none: R is constant */
    HOL_TURN_CIRCLE,    /* (c, s): R turns about an axis of space */
    HOL_TURN_ROD,       /* u = R e_1 */
    HOL_TURN_DIRECTORS, /* the columns of R, one after another */
} hol_turn;

typedef struct { /* a body in the lists: its coordinates are those of its mass centre, then R */
    int q, centre, size; /* the first; how many are of the centre, the rest of which stands, of R */
    hol_turn turn;
    int about;         /* 0 to 2, of a circle */
    double upright[9]; /* R where c = 1, s = 0, or the constant R: row-major */
} hol_body_terms;

/* A vector that is fixed in a limb, x, is R x in space.  Its axes are those of its body where that
 * has directors; else they are those of space where all angles are 0, and R turns by the angle. */
typedef struct {
    int limb, v; /* -1: of space; the coordinate along, or about it */
    double a[3]; /* unit vector */
    bool moves;  /* in space */
} hol_limb_axis;

typedef struct { /* of joint coordinates, a body with the joint that carries it: see joint_tree.h */
    const hol_limb *limb;
    hol_turn turn;      /* that of its body; no rod */
    int about, sense;   /* of a circle: its axis, and which way the joint turns */
    int axis;           /* the first, of its slides, then turns; */
    int slides, turns;  /* how many, of a rotation matrix three turns about its columns */
    double at[3], A[9]; /* in the limb before: the point and the axes of the joint */
    double rho[3];      /* the point in itself */
    double E[3];        /* tr J / 2 - J_i of directors */
    int q;              /* of its body in the lists; its centre has three coordinates */
} hol_limb_terms;

typedef struct { /* of joint coordinates, a force along one of them, as hol_motor_force */
    int v, sense;
    hol_joint_coordinate of;
    double offset; /* x = offset + sense u */
    const hol_expression *Q;
} hol_limb_motor;

struct hol_terms {
    hol_memory *memory;
    const hol_system *system; /* absolute; of joint coordinates without the rows of the tree */
    int nq, nc;               /* coordinates and rows of Phi in the lists */
    hol_body_terms *body;     /* per body */
    const hol_force *force;   /* at hand while the laws speak */
    hol_span_term *term;
    hol_span_sum *span;
    hol_product *product;
    hol_slide_row *slide;
    hol_driven_row *drive;
    const hol_expression **law; /* of time */
    hol_frame_rows *frame;
    hol_linear_force *linear, *timed; /* without a law; with one */
    hol_line_force *line;
    hol_motor_force *motor;
    hol_bushing_force *bushing;
    hol_place_force *place;
    double *constant; /* nq: gravity and constant forces */
    int *moving;      /* the spans of forces and of rows, of linear ones where there are limbs */
    int *pulled;      /* the spans of rows that depend on coordinates */
    int drives, laws, timeds;
    int terms, spans, rows, slides, frames, linears, lines, motors, bushings, places, movings,
        pulleds;
    int products; /* of the rows, those that are not linear: the first */

    hol_limb_terms *limb; /* of joint coordinates, which have no frames; else NULL */
    hol_limb_axis *axis;  /* one for each coordinate */
    hol_limb_motor *limb_motor;
    int limbs, axes, limb_motors;
};

/* hol_terms_force and hol_terms_torque times a function of time. */
void hol_terms_force_of_time(hol_terms *, int k, const double rho[3], const double F[3],
                             const hol_expression *w);
void hol_terms_torque_of_time(hol_terms *, int k, bool in_body, const double tau[3],
                              const hol_expression *w);

/* Along the coordinate of a joint between the bodies of the force; par: n and, of an angle, a_i and
 * a_j, of a length the points of i and j. */
void hol_terms_motor(hol_terms *, hol_joint_coordinate, const double par[9],
                     const hol_expression *Q, double stiffness);

/* Borrows K and C, either may be NULL. */
void hol_terms_bushing(hol_terms *, const hol_bushing_data *, const double K[6][6],
                       const double C[6][6]);

/* At the point rho of the body of the force; borrows the law. */
void hol_terms_place(hol_terms *, const double rho[3], const hol_place_law *law);

/* The lists of a system that has HOL_POWER_SERIES; they end with m. */
hol_terms *hol_terms_new(hol_memory *m, const hol_system *R);

/* What hol_terms_new asks the equations for. */
hol_terms *hol_absolute_terms(hol_memory *m, const hol_system *R);
hol_terms *hol_joint_terms(hol_memory *m, const hol_system *R);
/* Adds the rows and forces of a system in absolute coordinates to the limbs and to the coordinates
 * of the bodies, nq in all; spans of linear rows move too. */
void hol_terms_of_bodies(hol_terms *T, const hol_system *R);
/* Of hol_terms_motor: false where x is no coordinate of a limb's joint, but for a constant. */
bool hol_limb_motor_along(hol_terms *T, hol_joint_coordinate of, const double par[9],
                          const hol_expression *Q);
