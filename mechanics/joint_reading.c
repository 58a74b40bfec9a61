/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The coordinates of joints where the bodies stand.  With the frames F = (across, n x across, n) of
 * joint_start.c the angle theta is that of R_j across_j against R_i across_i about R_i n, the
 * length s = R_i n . (x_j - x_i). */
#include <math.h>

#include "holonomy/so3.h"
#include "mechanics/internal.h"

static void frame_of(const hol_pose pose[], const hol_marker *at, double R[9])
{
    static const hol_pose ground = {.p = {1}};
    hol_quaternion_to_matrix((at->body == HOL_GROUND ? &ground : &pose[at->body])->p, R);
}

/* In space. */
static void place_of(const hol_pose pose[], const hol_marker *at, const double R[9], double x[3])
{
    hol_rotate(R, at->rho, x);
    for (int k = 0; k < 3 && at->body != HOL_GROUND; k++) x[k] += pose[at->body].r[k];
}

static double measure(const hol_joint *joint, const hol_pose pose[], hol_joint_coordinate of)
{
    double R[2][9], x[2][3], n[3], a[3], b[3], across[3];
    for (int e = 0; e < 2; e++) {
        frame_of(pose, &joint->point[e], R[e]);
        place_of(pose, &joint->point[e], R[e], x[e]);
    }
    hol_rotate(R[0], joint->axis[0].rho, n);
    if (of == HOL_LENGTH) {
        double d[3] = {x[1][0] - x[0][0], x[1][1] - x[0][1], x[1][2] - x[0][2]};
        return hol_dot3(n, d);
    }
    hol_rotate(R[0], joint->across[0], a);
    hol_rotate(R[1], joint->across[1], b);
    hol_cross(n, a, across);
    return atan2(hol_dot3(across, b), hol_dot3(a, b));
}

bool hol_joint_reading_at(const hol_model *model, int k, const hol_pose pose[],
                          hol_joint_reading *r)
{
    for (const hol_joint *joint = model->joint; joint < model->joint + model->joints; joint++) {
        for (int of = HOL_ANGLE; of <= HOL_LENGTH; of++) {
            if (!(of == HOL_ANGLE ? joint->turns : joint->slides) || k--) continue;
            *r = (hol_joint_reading){joint->name, (hol_joint_coordinate)of, 0};
            if (pose) r->value = measure(joint, pose, r->of);
            return true;
        }
    }
    return false;
}
