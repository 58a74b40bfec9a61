/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Poses in quadruple precision: see quad_pose.h. */
#define HOL_QUAD
#include "mechanics/quad_pose.h"

#include "numerics/number.h"

/* Euler parameters of a rotation matrix, the largest of them first and positive. */
static void parameters_of(const number R[9], number p[4])
{
    number square[4] = {1 + R[0] + R[4] + R[8], 1 + R[0] - R[4] - R[8], 1 - R[0] + R[4] - R[8],
                        1 - R[0] - R[4] + R[8]};
    int most = 0;
    for (int k = 1; k < 4; k++)
        if (square[k] > square[most]) most = k;
    number d[3] = {R[7] - R[5], R[2] - R[6], R[3] - R[1]}; /* 4 p_0 p_k */
    number s[3] = {R[7] + R[5], R[2] + R[6], R[3] + R[1]}; /* 4 p_i p_j */
    number twice = number_root(square[most]), share = 1 / (2 * twice);
    p[most] = twice / 2;
    if (most == 0)
        for (int k = 0; k < 3; k++) p[1 + k] = d[k] * share;
    else {
        int i = most - 1;
        p[0] = d[i] * share;
        for (int j = 0; j < 3; j++)
            if (j != i) p[1 + j] = s[3 - i - j] * share;
    }
}

/* Of e1 to the unit vector u by the shortest turn; the smaller half from the parts across. */
static void shortest_turn(const number u[3], number p[4])
{
    number across = number_root(u[1] * u[1] + u[2] * u[2]);
    number c = u[0] > 0 ? number_root((1 + u[0]) / 2) : across / (2 * number_root((1 - u[0]) / 2));
    number s = u[0] > 0 ? across / (2 * c) : number_root((1 - u[0]) / 2);
    p[0] = c;
    p[1] = 0;
    p[2] = across > 0 ? -s * u[2] / across : s;
    p[3] = across > 0 ? s * u[1] / across : 0;
}

static void matrix_of(const number p[4], number R[9])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            int k = 3 - i - j;
            number cross = i == j ? 0 : ((j - i + 3) % 3 == 1 ? -p[0] : p[0]) * p[1 + k];
            R[3 * i + j] = 2 * (p[1 + i] * p[1 + j] + cross);
            if (i == j) R[3 * i + j] += 2 * p[0] * p[0] - 1;
        }
}

/* out = R^T x */
static void turn_back(const number R[9], const number x[3], number out[3])
{
    for (int k = 0; k < 3; k++) out[k] = R[k] * x[0] + R[3 + k] * x[1] + R[6 + k] * x[2];
}

/* Of directors d and their rates: R has them as columns, omega is the axis of R^T R'. */
static void pose_of_directors(const number d[9], const number rate[9], hol_quad_pose *pose)
{
    number R[9], turned[3][3];
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) R[3 * k + i] = d[3 * i + k];
    parameters_of(R, pose->p);
    for (int i = 0; i < 3; i++) turn_back(R, rate + 3 * i, turned[i]);
    for (int k = 0; k < 3; k++) {
        int i = (k + 1) % 3, j = (k + 2) % 3; /* e_i' = .. + omega_k e_j */
        pose->omega[k] = (turned[i][j] - turned[j][i]) / 2;
    }
}

static void pose_of_rod(const number u[3], const number rate[3], hol_quad_pose *pose)
{
    number R[9], omega[3];
    shortest_turn(u, pose->p);
    matrix_of(pose->p, R);
    for (int k = 0; k < 3; k++) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        omega[k] = u[i] * rate[j] - u[j] * rate[i];
    }
    turn_back(R, omega, pose->omega);
}

static void pose_in_plane(const number u[2], const number rate[2], hol_quad_pose *pose)
{
    number R[9] = {u[0], -u[1], 0, u[1], u[0], 0, 0, 0, 1};
    parameters_of(R, pose->p);
    pose->omega[2] = u[0] * rate[1] - u[1] * rate[0];
}

void hol_quad_pose_of(const hol_slot *s, const hol_quad q[], const hol_quad v[],
                      hol_quad_pose *pose)
{
    *pose = (hol_quad_pose){.p = {1}};
    for (int k = 0; k < 3; k++) pose->r[k] = k < s->centre ? q[k] : (number)s->body->at.r[k];
    for (int k = 0; k < s->centre; k++) pose->v[k] = v[k];
    q += s->centre, v += s->centre;
    if (s->o == &hol_circle) pose_in_plane(q, v, pose);
    if (s->o == &hol_rod_axis) pose_of_rod(q, v, pose);
    if (s->o == &hol_directors) pose_of_directors(q, v, pose);
}
