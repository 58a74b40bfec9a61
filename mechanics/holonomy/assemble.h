/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holonomy/assemble.h: a start that satisfies the constraints, from a guess that does not.
 *
 * First the joints with a coordinate asked for place the body that hangs on them, but for what is
 * held of it; then, of all configurations q in which every joint is closed, the one near the
 * guess q0 with the least
 *
 *     integral |x(q) - x(q0)|^2 dm      (x: the place of the mass dm)
 *
 * and of all velocities that the joints allow the one that differs least from those given, in the
 * kinetic energy.  Which of two assemblies (elbow up or down) it becomes is the guess's choice. */
#ifndef HOLONOMY_ASSEMBLE_H
#define HOLONOMY_ASSEMBLE_H

#include "holonomy/api.h"
#include "holonomy/model.h"

HOL_API_BEGIN

typedef struct { /* of a revolute, cylindrical or translational joint, by its name */
    const char *joint;
    /* How far body j is turned against body i about the axis [rad], 0 where the shortest rotation
     * between their axes takes the one frame to the other (equal axes: parallel frames); and how
     * far its point is ahead on the axis [m].  Rates [rad/s], [m/s]. */
    bool has_angle, has_length, has_angle_rate, has_length_rate;
    double angle, length, angle_rate, length_rate;
} hol_joint_start;

typedef struct {
    const hol_joint_start *joint;
    int joints;
    /* What keeps the place and the velocity it has: a body "crank", a coordinate of its centre
     * "crank.x", or its rotation "crank.turn". */
    const char *const *hold;
    int holds;
} hol_start_asked;

typedef struct {
    double closure; /* largest row of Phi, over the length of the system */
    double rate;    /* largest row of G v and A v - w, over its speed */
    double moved;   /* from what was there at first: the root of that integral over the mass [m] */
    int iterations;
    int dependent; /* rows that depend on others there */
} hol_assembled;

/* Makes the start of the model's bodies consistent; `asked` and `done` may be NULL.  False with a
 * message, the model as it was: a name that is not there, a loop that does not close, velocities
 * that the joints do not allow, a guess between two assemblies. */
bool hol_assemble(hol_model *, const hol_start_asked *asked, hol_assembled *done, hol_message *why);

HOL_API_END

#endif
