/* SPDX-License-Identifier: GPL-3.0-or-later */
/* convert_of.h: what the writers of convert.h share. */
#pragma once

#include "harness/study/convert.h"
#include "mechanics/connections.h"
#include "mechanics/joint_tree.h"

extern const hol_form hol_form_mjcf, hol_form_urdf, hol_form_sdf;

struct hol_converting {
    const hol_model *model; /* with the points that coincide among its joints */
    const char *name;
    double step;
    int limbs;
    const hol_limb *limb; /* a body after the one that carries it */
    const bool *taken;    /* per joint, from 1: a limb's; NULL: none is */
    FILE *out, *unsaid;
};

typedef struct {    /* one freedom of a limb */
    bool turns;     /* about its axis; else along it */
    double axis[3]; /* in the axes of the limb's body at the start */
    double rate;    /* at the start [rad/s], [m/s] */
} hol_freedom;

/* ---------------------------------------------------------------- where things are at the start */

/* Rotation of a body, 1 of ground; its mass centre, 0 of ground. */
void convert_rotation(const hol_model *model, int body, double R[9]);
void convert_centre(const hol_model *model, int body, double r[3]);
/* The body, HOL_GROUND, that carries the limb. */
int convert_parent(const hol_converting *c, const hol_limb *limb);
/* A body beside a frame of another: where the point x of space is in it, and its rotation. */
void convert_relative(const hol_model *model, int from, const double origin[3], int to,
                      const double x[3], double at[3], double R[9]);
/* A point of the body in space. */
void convert_point(const hol_model *model, int body, const double rho[3], double x[3]);
/* Slides, then turns: how many, of a limb whose ball is apart. */
int convert_freedoms(const hol_converting *c, const hol_limb *limb, hol_freedom of[HOL_LIMB_MOST]);
/* The angular velocity against the body before, in the limb's own axes [rad/s]. */
void convert_spin(const hol_converting *c, const hol_limb *limb, double omega[3]);
/* Moments; where a shape has none such that do nothing, for the body does not turn so. */
void convert_inertia(const hol_body *body, double J[3]);

/* ---------------------------------------------------------------- rows and forces */

/* The k-th row that keeps two points at a distance, of no joint and hard; false past the last. */
bool convert_distance(const hol_model *model, int k, const char **name, hol_marker end[2]);
/* The k-th spring and damper between points; NULL past the last. */
const hol_force *convert_spring(const hol_model *model, int k);
/* Lists what no form says, and distances, springs and gravity where this one does not. */
void convert_leave_out(const hol_converting *c, bool distances, bool springs, bool gravity);
void convert_leave_loop(const hol_converting *c, const hol_joint *j);
void convert_leave(const hol_converting *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* ---------------------------------------------------------------- XML */

void xml_numbers(FILE *out, int count, const double x[]); /* 17 digits, a blank between */
/* The form as it stands, but for %s: a text, escaped; %d: an integer; %3: so many numbers. */
void xml_put(FILE *out, const char *form, ...);
