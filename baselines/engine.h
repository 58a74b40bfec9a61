/* SPDX-License-Identifier: GPL-3.0-or-later */
/* engine.h: what the baselines of this folder share, each a plug-in that has an engine of rigid
 * bodies step a model.  The engine is told of bodies, connections and gravity once, in set-up; in
 * each step of where the bodies are, how they move, and the other forces at the step's beginning,
 * as its user would add them.  What it gives is the new state, not projected; multipliers are not
 * asked for, those of the state stay 0. */
#ifndef HOL_BASELINES_ENGINE_H
#define HOL_BASELINES_ENGINE_H

#include "holonomy.h"

HOL_EXTERN_C_BEGIN

typedef struct {
    const hol_model *model;
    int bodies;
    bool planar;        /* they are: nothing acts across z = 0 */
    hol_pose *pose;     /* per body: as a step begins, then as the engine leaves it */
    hol_wrench *wrench; /* per body: F and tau, in space axes */
} hol_engine_state;

/* Refuses, with the reason in s->why, rods, planar bodies beside others, rows that belong to no
 * connection, cylindrical joints of planar bodies, which turn across their axis, and connections of
 * another kind than those whose bits are in `kinds`. */
bool hol_engine_takes(hol_stepper *s, const char *engine, unsigned kinds);
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

HOL_EXTERN_C_END

#endif
