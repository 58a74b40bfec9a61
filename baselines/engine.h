/* SPDX-License-Identifier: GPL-3.0-or-later */
/* engine.h: what the baselines of this folder share, each a plug-in that has an engine of rigid
 * bodies step a model.  The engine is told of bodies, connections and gravity once, in set-up; in
 * each step of where the bodies are, how they move, and the other forces at the step's beginning,
 * as its user would add them.  What it gives is the new state, not projected; multipliers are not
 * asked for, those of the state stay 0. */
#pragma once

#include "holonomy.h"

HOL_EXTERN_C_BEGIN

typedef struct {
    const hol_model *model;
    int bodies;
    bool planar;        /* they are: nothing acts across z = 0 */
    hol_pose *pose;     /* per body: as a step begins, then as the engine leaves it */
    hol_wrench *wrench; /* per body: F and tau, in space axes */
} hol_engine_state;

/* Kinds of connection, each a row of an engine's table. */
#define X(name, word) +1
enum { HOL_ENGINE_KINDS = 0 HOL_CONNECTION_LIST(X) };
#undef X

/* Refuses, with the reason in s->why, rods, planar bodies beside others, rows that belong to no
 * connection, cylindrical joints of planar bodies, which turn across their axis, and connections of
 * a kind that the engine has not. */
bool hol_engine_takes(hol_stepper *s, const char *engine, bool (*has)(hol_connection_kind kind));
/* Room that ends with the stepper. */
hol_engine_state hol_engine_state_new(hol_stepper *s);
/* The wrenches of the poses at time t; false: the model has no forces but gravity. */
bool hol_engine_forces(hol_engine_state *e, double t);
void hol_engine_gravity(const hol_engine_state *e, double g[3]);
/* Poses of the state, and the wrenches at its time. */
void hol_engine_read(hol_engine_state *e, hol_stepper *s, const hol_state *z);
/* The state of the poses. */
void hol_engine_write(const hol_engine_state *e, hol_stepper *s, hol_state *z);
/* Mass moments about the principal axes.  Those that the shape has not, about which a planar body
 * or a point mass does not turn: one that does nothing. */
void hol_engine_inertia(const hol_eval *sys, const hol_body *body, double J[3]);
/* Bodies of a connection where its points and frames are one, ground or else the first one at the
 * origin, its axes those of space: r and R of end 0 and end 1; x and F, the point and the frame in
 * space. */
typedef struct {
    double r[2][3], R[2][9], x[3], F[9];
} hol_engine_pair;
hol_engine_pair hol_engine_together(const hol_connection *c);

/* ---------------------------------------------------------------- engines in joint coordinates */

/* The body hangs by end 1 - p of the connection k on the body of its end p, which is ground or has
 * a branch before; k = -1: by none, it goes free. */
typedef struct {
    int body, k, p;
} hol_engine_branch;
/* A branch for each body: a spanning tree from ground of the connections that leave the fewest
 * freedoms, freedoms[kind]; 6: of that kind none is in a tree.  A point mass hangs by its point,
 * and nothing on it. */
void hol_engine_tree(const hol_model *model, const int freedoms[HOL_ENGINE_KINDS],
                     hol_engine_branch branch[]);
/* Is the body there and of that shape? */
bool hol_engine_has_shape(const hol_model *model, int body, hol_shape shape);

/* The state that the last step left, of an engine that goes on from its own. */
typedef struct {
    bool live;
    double t, *q, *v;
} hol_engine_left;
hol_engine_left hol_engine_left_new(hol_stepper *s);
void hol_engine_leave(hol_engine_left *left, const hol_stepper *s, const hol_state *z);
/* Is the state of a step of size h the one that was left? */
bool hol_engine_goes_on(const hol_engine_left *left, const hol_stepper *s, double h,
                        const hol_state *z);

HOL_EXTERN_C_END
