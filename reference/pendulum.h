/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/pendulum.h: the bar of the problem pendulum, a rigid body on a ball joint at the
 * origin, its mass centre at l e1 of the body, gravity along -y; at t = 0 at rest, body axes along
 * those of space (Tuomela, Arponen, Normi, section 6.2.1).  The multipliers are those of
 * m r'' = m g - lambda, the rows r - l e1 = 0. */
#ifndef HOL_REFERENCE_PENDULUM_H
#define HOL_REFERENCE_PENDULUM_H

#include "extrapolation.h"
#include "newton_euler.h"

enum {
    PP = 3, /* columns of a row: r, p, v, Om, lambda */
    PV = PP + 4,
    PW = PV + 3,
    NY = PW + 3, /* the state in space */
    WIDTH = NY + 3
};

static const quad m = (quad)3834 / 100, l = (quad)765 / 1000, gravity = (quad)981 / 100;
static const quad J[3] = {(quad)147 / 1000, (quad)3175 / 1000, (quad)3154 / 1000};

/* What the files have in common. */
static inline reference pendulum_reference(void)
{
    return (reference){
        .problem = "pendulum",
        .bodies = "bar",
        .multipliers = "ball.x ball.y ball.z",
        .units = "N",
        .rows = 101,
        .width = WIDTH,
        .nkinds = 5,
        .nruns = 3,
        .kinds = {{"r", 0, 3}, {"p", PP, 4}, {"v", PV, 3}, {"omega", PW, 3}, {"lambda", NY, 3}},
    };
}

/* ---- mass centre and rotation apart: the equations of Newton and Euler in space ---- */

static rigid_bodies bar;

static inline void space_rate(const quad y[], quad dy[])
{
    bodies_rate(&bar, y, dy);
}

/* Extrapolation steps to the row after n, `fine` times as many as in the coarsest run. */
typedef int step_count(int n, int fine);

/* tau: a torque in body axes. */
static inline void in_space(int rows, step_count *steps_after, int fine, const quad tau[3],
                            quad *run)
{
    quad y[NY] = {[0] = l, [PP] = 1}, a[6];
    bar = (rigid_bodies){.bodies = 1, .m = {m}, .g = {0, -gravity, 0}};
    memcpy(bar.J[0], J, sizeof J);
    memcpy(bar.torque[0], tau, 3 * sizeof *tau);
    add_coincident(&bar, point(GROUND, 0, 0, 0), point(0, -l, 0, 0));
    for (int n = 0; n < rows; n++) {
        memcpy(run + n * WIDTH, y, sizeof y);
        reactions(&bar, y, a, run + n * WIDTH + NY);
        int steps = steps_after(n, fine);
        for (int i = 0; i < steps; i++)
            extrapolation_step(NY, space_rate, (quad)1 / (ROWS_PER_SECOND * steps), y);
    }
}

#endif
