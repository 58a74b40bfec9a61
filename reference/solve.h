/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/solve.h: small linear systems in quadruple precision. */
#pragma once

#include "quad.h"

/* Solves the symmetric positive definite S x = b (n x n, row-major) by Gauss's elimination; x
 * replaces b, and S is lost. */
static inline void solve_definite(int n, quad S[], quad b[])
{
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) {
            if (S[i * n + k] == 0) continue;
            quad factor = S[i * n + k] / S[k * n + k];
            for (int j = k; j < n; j++) S[i * n + j] -= factor * S[k * n + j];
            b[i] -= factor * b[k];
        }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++) b[k] -= S[k * n + j] * b[j];
        b[k] /= S[k * n + k];
    }
}
