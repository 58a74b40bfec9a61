/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holonomy/connections.h: a model as an engine of bodies, joints and forces is told of it.
 *
 * What `hol_unconnected` names is left; all else of a model is its bodies (model.h), these
 * connections between them, its gravity, and the forces and torques of hol_wrenches. */
#ifndef HOLONOMY_CONNECTIONS_H
#define HOLONOMY_CONNECTIONS_H

#include <stdbool.h>

#include "holonomy/api.h"
#include "holonomy/model.h"
#include "holonomy/status.h"

HOL_API_BEGIN

#define HOL_CONNECTION_LIST(X)                                                                     \
    X(SPHERICAL, "spherical joint")                                                                \
    X(UNIVERSAL, "universal joint")                                                                \
    X(REVOLUTE, "revolute joint")                                                                  \
    X(CYLINDRICAL, "cylindrical joint")                                                            \
    X(TRANSLATIONAL, "translational joint")                                                        \
    X(FIXED, "fixed joint")                                                                        \
    X(DISTANCE, "distance")

typedef enum {
#define X(name, word) HOL_##name##_CONNECTION,
    HOL_CONNECTION_LIST(X)
#undef X
} hol_connection_kind;

typedef struct { /* of a point of one body to a point of another, either may be HOL_GROUND */
    char name[64];
    hol_connection_kind kind;
    hol_marker point[2];
    /* Row-major, a frame in either body, e1, e2, e3 the columns: one and the same in space where
     * the angles and the length of the joint are 0.  Turns and slides are about and along e3; the
     * cross of a universal joint is e1 of the first and e2 of the second; where the joint has no
     * axis the frames are those of the bodies, or parallel to them. */
    double frame[2][9];
    double length; /* of a distance [m] */
} hol_connection;

/* The k-th; false past the last.  First the joints, then points that coincide, distances, and mass
 * centres that are fixed in space, spherical joints to ground named after their bodies. */
bool hol_connection_at(const hol_model *model, int k, hol_connection *c);
const char *hol_connection_word(hol_connection_kind kind); /* "revolute joint" */
/* The first row that belongs to no connection, because it is driven, soft, nonholonomic, that of a
 * body that rolls, or a condition by itself, and says so; false where there is none. */
bool hol_unconnected(const hol_model *model, hol_message *what);
void hol_uniform_gravity(const hol_model *model, double g[3]); /* [m/s^2] */
/* All other forces on the bodies at these poses, one a body, at time t: F at the mass centre [N]
 * and tau, in space axes [N m], on a point mass 0; D is in tau.  False: the model has none, all are
 * 0. */
bool hol_wrenches(const hol_model *model, double t, const hol_pose pose[], hol_wrench w[]);

HOL_API_END

#endif
