/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/gauss.h: the quadrature of Gauss and Legendre in quadruple precision. */
#pragma once

#include "quad.h"

enum { MOST_NEWTON = 60 };

/* Nodes and weights on (0, 1), by Newton's iteration on the Legendre polynomial. */
static inline void gauss_legendre(int nodes, quad node[], quad weight[])
{
    for (int i = 0; i < nodes; i++) {
        quad x = cosq(acosq(-1) * (i + (quad)3 / 4) / (nodes + (quad)1 / 2)), slope = 1;
        for (int k = 0; k < MOST_NEWTON; k++) {
            quad p0 = 1, p1 = x;
            for (int n = 2; n <= nodes; n++) {
                quad p2 = ((2 * n - 1) * x * p1 - (n - 1) * p0) / n;
                p0 = p1, p1 = p2;
            }
            slope = nodes * (x * p1 - p0) / (x * x - 1);
            quad step = p1 / slope;
            x -= step;
            if (fabsq(step) < 4 * round_off()) break;
        }
        node[i] = (1 + x) / 2;
        weight[i] = 1 / ((1 - x * x) * slope * slope);
    }
}
