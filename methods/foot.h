/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The foot point x of a on the manifold f(x) = 0,  x + df^T mu = a,  by Newton's method; dense, for
 * small systems.  Paper 000, eqs (5.2), (5.3) and (5.5). */
#pragma once

#include "holonomy/method.h"

typedef struct {
    int N, m; /* of x, of f */
    void *self;
    void (*at)(void *self, const double x[], double f[], double df[]); /* df: m x N */
    /* H += mu . d2f, N x N in the upper left of a matrix of `size` columns */
    void (*second)(void *self, const double x[], const double mu[], int size, double H[]);
    /* scaled norm of the residuals r = x + df^T mu - a and f */
    double (*norm)(void *self, const double r[], const double f[]);
    const char *name; /* of the residual */
} hol_foot;

typedef struct {
    double tolerance;
    double forcing; /* the linear systems to this relative residual by MINRES; 0: directly */
    bool condition; /* measures Newton's matrix */
} hol_foot_how;

/* x: a, then the foot point. */
hol_status hol_foot_point(const hol_foot *F, const hol_foot_how *how, hol_stepper *s, double x[]);
