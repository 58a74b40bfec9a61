/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bushing.h: a bushing between a frame of a body i and one of a body j, which at rest are one. With
 * d_k the axes of the frame of i, c_k those of the frame of j and x from the one origin to the
 * other, its coordinates are
 *
 *     z = (u, theta),   u_k = <d_k, x> [m],   theta_1 = (<d_3, c_2> - <d_2, c_3>) / 2 and in turn
 *
 * theta = sin(angle) times the axis of the rotation from i to j: the rotation vector but for its
 * cube.  The force is Q = -K z - C z' by virtual power, so that z^T K z / 2 is its potential. */
#pragma once

#include "mechanics/internal.h"

enum { HOL_BUSHING_SPANS = 7, HOL_BUSHING_PAIRS = 9 };

/* z of the coordinate += factor <a, b>, of d_1, d_2, d_3, c_1, c_2, c_3, x. */
typedef struct {
    int coordinate, a, b;
    double factor;
} hol_bushing_pair;

extern const hol_bushing_pair hol_bushing_pairs[HOL_BUSHING_PAIRS];

typedef struct {
    double rho[2][3];  /* the origins, in the axes of their bodies */
    double axis[6][3]; /* d_k in body i, c_k in body j */
    double K[6][6], C[6][6];
} hol_bushing_data;
