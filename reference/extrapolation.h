/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/extrapolation.h: the explicit midpoint rule extrapolated (Gragg, Bulirsch, Stoer). */
#pragma once

#include "quad.h"

enum {
    COLUMNS = 12, /* of the tableau: order 24 */
    MOST_UNKNOWNS = 96
};

typedef void rate_function(const quad z[], quad dz[]);

/* One step H of the explicit midpoint rule, n = 2, 4, .. 2 COLUMNS substeps, extrapolated to
 * substep zero: the error expands in even powers of H/n (Hairer, Norsett, Wanner, II.9).  The
 * tableau holds the increment of z, so that round-off is relative to it and not to z. */
static inline void extrapolation_step(int size, rate_function *rate, quad H, quad z[])
{
    quad T[COLUMNS][MOST_UNKNOWNS], y[MOST_UNKNOWNS], dz[MOST_UNKNOWNS];
    for (int j = 0; j < COLUMNS; j++) {
        int n = 2 * (j + 1);
        quad h = H / n, before[MOST_UNKNOWNS] = {0}, now[MOST_UNKNOWNS];
        rate(z, dz);
        for (int i = 0; i < size; i++) now[i] = h * dz[i];
        for (int m = 1; m < n; m++) {
            for (int i = 0; i < size; i++) y[i] = z[i] + now[i];
            rate(y, dz);
            for (int i = 0; i < size; i++) {
                quad next = before[i] + 2 * h * dz[i];
                before[i] = now[i];
                now[i] = next;
            }
        }
        memcpy(T[j], now, (size_t)size * sizeof *now);
        /* Aitken, Neville: T[l] becomes the extrapolation from the rows l .. j */
        for (int l = j - 1; l >= 0; l--) {
            quad ratio = (quad)n / (2 * (l + 1));
            for (int i = 0; i < size; i++)
                T[l][i] = T[l + 1][i] + (T[l + 1][i] - T[l][i]) / (ratio * ratio - 1);
        }
    }
    for (int i = 0; i < size; i++) z[i] += T[0][i];
}

/* From one row to the next in so many steps. */
static inline void next_row(int size, rate_function *rate, int steps, quad z[])
{
    for (int i = 0; i < steps; i++)
        extrapolation_step(size, rate, (quad)1 / (ROWS_PER_SECOND * steps), z);
}

typedef void fill_function(const quad z[], quad row[]);

/* Rows of the motion that begins in z, so many steps in each; fill NULL: a row is the state. */
static inline void extrapolated_rows(int size, rate_function *rate, fill_function *fill, int width,
                                     int rows, int steps, quad z[], quad *run)
{
    for (int n = 0; n < rows; n++) {
        if (fill)
            fill(z, run + n * width);
        else
            memcpy(run + n * width, z, (size_t)width * sizeof *z);
        next_row(size, rate, steps, z);
    }
}
