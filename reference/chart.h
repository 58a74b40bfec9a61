/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/chart.h: a unit vector by stereographic projection, singular where it points to -up. */
#pragma once

#include "quad.h"

/* A unit vector (mu a, mu b, +-(mu - 1)), mu = 2 / (1 + a^2 + b^2), and its derivatives. */
typedef struct {
    quad mu, e[3], U[2][3], de[3]; /* U[i] = de/ds_i, de = e' */
    quad curvature[3];             /* e'' at s'' = 0 */
} pointer;

/* up: 1 or -1, of the third component. */
static inline pointer point_by(const quad s[2], const quad ds[2], int up)
{
    pointer k;
    quad mu = 2 / (1 + s[0] * s[0] + s[1] * s[1]), sigma = s[0] * ds[0] + s[1] * ds[1];
    quad dmu = -mu * mu * sigma;
    quad ddmu = -2 * mu * dmu * sigma - mu * mu * (ds[0] * ds[0] + ds[1] * ds[1]);
    k.mu = mu;
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2; j++) k.U[j][i] = (i == j ? mu : 0) - mu * mu * s[i] * s[j];
        k.U[i][2] = -up * mu * mu * s[i];
        k.e[i] = mu * s[i];
        k.de[i] = dmu * s[i] + mu * ds[i];
        k.curvature[i] = ddmu * s[i] + 2 * dmu * ds[i];
    }
    k.e[2] = up * (mu - 1);
    k.de[2] = up * dmu;
    k.curvature[2] = up * ddmu;
    return k;
}
