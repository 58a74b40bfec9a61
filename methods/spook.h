/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spook.h: what the linear step of spook and Newton's iteration share. */
#pragma once

#include "holonomy/method.h"
#include "holonomy/rows.h"
#include "holonomy/saddle.h"

typedef struct {     /* of steps of size h; per row of C */
    double h;        /* NaN: none yet */
    double *Sigma;   /* over Gamma */
    double common;   /* 1 / (1 + 4 theta) of the options */
    double *upsilon; /* of each row; NULL where none is softened */
} hol_spook_parameters;

static inline double hol_spook_upsilon(const hol_spook_parameters *p, int row)
{
    return p->upsilon ? p->upsilon[row] : p->common;
}

typedef struct {
    hol_saddle *saddle;
    hol_rows rows;
    double *M; /* constant; Newton's and the gyroscopic part's alone */
    int *pivot;
    double *C0, *C1; /* values of C at the old node, and those of the Jacobian: Newton only */
    hol_spook_parameters p;
    double newton_tol;
    /* Of a step, one behind the other and not cleared before each step: r (nv), y and C v (rows of
     * C). */
    double *r, *y, *Cv;
} hol_spook;

/* (26): v and y, in the notation of spook_newton.c, from the guess u; the memory goes on to g_k. */
hol_status hol_spook_newton(hol_stepper *s, double h, const hol_state *z, const double u[],
                            const double r[], double v[], double y[]);
