/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spline.h: a table of values as a cubic spline y(x): piecewise cubic, with a continuous second
 * derivative.  A natural one has y'' = 0 at its ends and goes on as straight lines; a periodic one
 * has the period of its knots.  Of a piece, with d = x - x_i, h = x_{i+1} - x_i,
 * s = (y_{i+1} - y_i) / h and the slopes m_i at the knots,
 *
 *     y = y_i + m_i d + (3 s - 2 m_i - m_{i+1}) d^2 / h + (m_i + m_{i+1} - 2 s) d^3 / h^2
 *
 * in the number of number.h, so that pieces meet with their slopes to its round-off. */
#pragma once

#include <stdbool.h>

#include "holonomy/memory.h"

enum { HOL_SPLINE_KNOTS = 3 }; /* the fewest */

typedef struct {
    int knots;
    bool periodic;
    const double *x, *y, *slope; /* x increases; periodic: the last y is the first */
} hol_spline;

/* Of `knots` of the x and y; ends with m, which makes a copy of both. */
const hol_spline *hol_spline_new(hol_memory *m, int knots, const double x[], const double y[],
                                 bool periodic);
const hol_spline *hol_spline_copy(hol_memory *m, const hol_spline *s);

typedef struct {
    int knot;      /* the one that the piece is written about */
    bool straight; /* it is outside of the knots */
    double turns;  /* periods that x is ahead of the knots */
} hol_spline_piece;

/* The piece at x, of two that meet there the later one: x within round-off of a knot is at it. */
hol_spline_piece hol_spline_at(const hol_spline *s, double x);
/* The first knot that is later than x by more than round-off; HUGE_VAL: there is none. */
double hol_spline_knot(const hol_spline *s, double x);
