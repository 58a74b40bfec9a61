/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holonomy/linearise.h: the constrained equations linearised about an equilibrium or a steady
 * motion, on the tangent space of the states that the constraints allow.
 *
 * A steady motion is one along a symmetry: q(t) = exp(t xi) q(0), xi of translations and rotations
 * of space and of turns of bodies about axes of their own, those that are symmetries of the
 * equations.  Nearby motions are exp(t xi) (q + N u), with
 *
 *     u' = (w; S u),    w' = -K u - C w        n coordinates u, m velocities w <= n
 *
 * N a basis of the null space of G, orthonormal in the mass matrix (M~ = N^T M N = 1), its first m
 * vectors one of that of (G; A).  The derivatives are exact, those of the multipliers' forces and
 * of the nonholonomic rows among them. */
#ifndef HOLONOMY_LINEARISE_H
#define HOLONOMY_LINEARISE_H

#include <stdbool.h>

#include "holonomy/api.h"
#include "holonomy/memory.h"
#include "holonomy/system.h"

HOL_API_BEGIN

#define HOL_STABILITY_LIST(X)                                                                      \
    X(UNSTABLE, "unstable")                /* an eigenvalue has a positive real part */            \
    X(SPECTRAL, "spectrally stable")       /* none has, and not all are negative */                \
    X(ASYMPTOTIC, "asymptotically stable") /* all are negative but those of symmetries */

typedef enum {
#define X(name, word) HOL_STABILITY_##name,
    HOL_STABILITY_LIST(X)
#undef X
} hol_stability;
const char *hol_stability_name(hol_stability stability);

typedef struct {
    double re, im; /* [1/s]; of a pair the positive imaginary part first */
    bool symmetry; /* it belongs to the directions along the symmetries */
    bool zero;     /* to round-off: below `noise` */
    bool grows;    /* its real part is above `noise` */
} hol_eigenvalue;

typedef struct { /* a turn of a body about one of its own axes */
    int body, axis;
    double rate; /* [rad/s] */
} hol_spin;

typedef struct {
    int n, m; /* coordinates u [m kg^1/2], velocities w */
    int bodies;
    double *K, *C, *S; /* m x n [1/s^2], m x m [1/s], (n - m) x n [1/s] */
    double *state;     /* (n + m) x (n + m): of (u; w)' */
    double *basis;     /* n x bodies x 6: displacement of the mass centre, turn, in space */
    hol_eigenvalue *eigenvalue; /* n + m, of symmetries first, then by rising magnitude */
    double noise;               /* [1/s], what of an eigenvalue is round-off */
    hol_stability stability;
    bool steady;                  /* the state moves */
    double linear[3], angular[3]; /* along this motion of space about its origin, [m/s], [rad/s], */
    int spins;                    /* and these turns */
    hol_spin *spin;
    int symmetries; /* dimension of the space of symmetries; */
    int along;      /* of the directions that they give the state */
    double off;     /* the largest acceleration that is not that of the motion, over the largest */
    hol_memory *memory;
} hol_linear;

/* At the state (q, v) of a system in `natural` that has POWER_SERIES, SCLERONOMIC and HARD, its
 * forces free of time.  NULL with a message: a trait is missing, the constraints lose rank there,
 * or the motion is not steady, by how much. */
hol_linear *hol_linearise(hol_eval *sys, const double q[], const double v[], hol_message *why);
void hol_linear_free(hol_linear *linear);

/* An equilibrium near q, by Newton's iteration on the tangent space.  False with a message, q as it
 * was. */
bool hol_equilibrium(hol_eval *sys, double q[], hol_message *why);

HOL_API_END

#endif
