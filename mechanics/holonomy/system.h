/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holonomy/system.h: the equations of a model in one formulation, which a method steps. */
#ifndef HOLONOMY_SYSTEM_H
#define HOLONOMY_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>

#include "counters.h"
#include "model.h"
#include "work.h"

/* Traits, and the words the program uses for them. */
#define HOL_TRAIT_LIST(X)                                                                          \
    X(FLAT, 0, "coordinates that add (q + v)")                                                     \
    X(CONST_MASS, 1, "a constant mass matrix")                                                     \
    X(REGULAR_MASS, 2, "a regular mass matrix")                                                    \
    X(QUADRATIC, 3, "constraints at most quadratic")                                               \
    X(HOLONOMIC, 4, "holonomic constraints only")                                                  \
    X(SCLERONOMIC, 5, "constraints free of time")                                                  \
    X(CONSERVATIVE, 6, "conservative forces")                                                      \
    X(POSITION_FORCES, 7, "forces of position only")                                               \
    X(FULL_RANK, 8, "constraints of full rank")                                                    \
    X(SMALL, 9, "a small model (dense algebra)")                                                   \
    X(HARD, 10, "hard joints (none softened)")

enum {
#define X(name, bit, text) HOL_##name = 1 << bit,
    HOL_TRAIT_LIST(X)
#undef X
};
/* "a constant mass matrix, holonomic constraints only" for the bits of `traits`. */
void hol_traits_text(unsigned traits, char *text, size_t size);

typedef struct { /* a matrix of fixed sparsity by compressed rows; columns of a block are adjacent
                  */
    int rows, cols, nnz;
    const int *start; /* rows + 1 */
    const int *col;   /* nnz */
} hol_pattern;

typedef struct {      /* rows of (G of the joints; A) that are combinations of others */
    int count;        /* 0: none, or too large a model to name them */
    int *row;         /* joint rows, then nj + the nonholonomic ones */
    hol_message text; /* "rows 'd.z', 'd.tilt_a' depend on 'a.z', 'b.z'"; "" where there are none */
} hol_dependence;

typedef struct { /* a row that is softened: of Phi, or, from nc on, a nonholonomic one */
    int row;
    double compliance, time;
} hol_soft;

typedef struct hol_system hol_system;

/* One model realised in one formulation, or in coordinates of the problem's own (`own`, see
 * hol_own).  A system has scratch of its own: one thread, one call at a time. Evaluations cannot
 * fail: what overflows is caught by the wrapper of the step. Constraint rows: joints first (nj),
 * inner rows last (nc - nj); then na nonholonomic rows apart.
 */
struct hol_system {
    int nq, nv, nc, nj, na, nb; /* nb bodies */
    int nr;                     /* reduced velocities: nv less the inner rows */
    int ns;                     /* momentum maps */
    unsigned has;               /* traits */
    bool turns;                 /* forces of inertia are not zero */
    bool uniform_forces;        /* uniform gravity alone: the forces have no tangent */
    double unit, length, speed; /* scales: see units.h */
    /* What is a length, not a pure number: v_i (nv), q_i (nq), Phi_i (nc).  NULL: all are. */
    const bool *is_length, *q_is_length, *row_is_length;
    const char *formulation,
        *same_as; /* same_as: a formulation with identical equations, or NULL */
    const hol_model *model;
    const double *par; /* `own`: the parameters of the problem; else NULL */
    void *self;
    void (*destroy)(hol_system *); /* frees the system and what it owns */
    hol_pattern M, G, A;           /* M: block-diagonal; that of tangents: hol_K */
    hol_counters *count;
    const bool *held; /* nc: rows linear in q, their rows of G constant; NULL: none */
    double *rows; /* with `held`: scratch in the pattern G, in which the held rows always stand */
    const char *const *row_name;      /* nc names of constraint rows */
    const char *const *momentum_name; /* ns */
    int softs;
    const hol_soft *soft;     /* none where HARD */
    hol_dependence dependent; /* at the start; none where FULL_RANK */
    /* nj + na: a diagonal that gives the dependent rows the multiplier 0; NULL where FULL_RANK */
    double *slack;

    void (*mass)(const hol_system *, const double q[], double M[]); /* in the pattern M */
    double (*kinetic)(const hol_system *, const double q[], const double v[]);
    double (*potential)(const hol_system *, const double q[]);
    void (*grad_potential)(const hol_system *, const double q[], double dU[]); /* nv */
    /* nv each: forces without a potential; forces of inertia -M' v + dT/dq; dT/dq at fixed v */
    void (*applied)(const hol_system *, double t, const double q[], const double v[], double F[]);
    /* The work of the forces without a potential between two near configurations where it does not
     * depend on the way, else NaN [J].  NULL: NaN. */
    double (*work)(const hol_system *, const double q0[], const double q1[]);
    void (*gyroscopic)(const hol_system *, const double q[], const double v[], double f[]);
    void (*grad_kinetic)(const hol_system *, const double q[], const double v[], double dT[]);
    /* Tangents in the pattern hol_K: of -grad U + F, with respect to q and to v; either may be
     * NULL. */
    void (*tangent)(const hol_system *, double t, const double q[], const double v[], double Kq[],
                    double Kv[], hol_work *w);
    /* In the pattern K: the Hessian of U is -Kq above; that of the kinetic energy at fixed v, and
     * the mixed one d(M v)/dq (row: component of M v).  Zero where the mass is constant. */
    void (*kinetic_tangent)(const hol_system *, const double q[], const double v[], double Tqq[],
                            double Tvq[]);

    /* Phi (nc) and G (in its pattern), either may be NULL; d/dt(G) v (nc) at constant v */
    void (*constraints)(const hol_system *, double t, const double q[], double phi[], double G[]);
    void (*curvature)(const hol_system *, const double q[], const double v[], double g[]);
    /* Phi, G v (nc each) and the rows of G that are not held, into a G that has the others; NULL:
     * constraints and a product serve. */
    void (*flow)(const hol_system *, double t, const double q[], const double v[], double phi[],
                 double Gv[], double G[]);
    /* Adds the Hessian of lambda . Phi, and its derivative along u, to a matrix of pattern K;
     * only where FLAT.  */
    void (*hessian)(const hol_system *, const double q[], const double lambda[], double K[]);
    void (*hessian_rate)(const hol_system *, const double q[], const double u[],
                         const double lambda[], double K[]);
    /* Driven joints: Phi_t and Phi_tt + 2 d/dt(G) v; NULL where SCLERONOMIC. */
    void (*drive)(const hol_system *, double t, const double q[], const double v[], double phi_t[],
                  double phi_tt[]);
    /* Nonholonomic rows: A (in its pattern), w (na), either may be NULL; b = w' - A' v (na) of
     * A v' = b. */
    void (*nonholonomic)(const hol_system *, double t, const double q[], double A[], double w[]);
    void (*nonholonomic_rate)(const hol_system *, double t, const double q[], const double v[],
                              double b[]);

    void (*rate)(const hol_system *, const double q[], const double v[], double qdot[]); /* nq */
    /* q1 = q o exp(dv), q1 may be q; dv = q1 (-) q0 is its inverse; tangents of exp body by body,
     * left-trivialised, |u| < 2 pi */
    void (*move)(const hol_system *, const double q[], const double dv[], double q1[]);
    void (*difference)(const hol_system *, const double q0[], const double q1[], double dv[]);
    void (*dexpinv)(const hol_system *, const double u[], const double k[], double out[]);
    void (*dexp)(const hol_system *, const double u[], const double k[], double out[]);
    /* [a, b] of the velocities, of rotations the vector product; out may be b; NULL: zero,
     * coordinates add */
    void (*bracket)(const hol_system *, const double a[], const double b[], double out[]);

    void (*inner_project)(const hol_system *, double q[], double v[]);
    /* M v' = f - (G; A)^T y, (G; A) v' = r (nc + na; NULL: 0), the inner rows eliminated body by
     * body: v' = ap + N c, N a basis of their null space (nr columns): Mr = N^T M N, fr =
     * N^T (f - M ap), Gr = (G_joints; A) N, and Gr c = br.  expand gives v' and the inner
     * multipliers (all nc of lambda) back from c and the nj + na multipliers y of the rows of Gr.
     */
    hol_pattern Mr, Gr;
    struct hol_saddle *solver; /* of the reduced equations; its factors are scratch */
    void (*reduce)(const hol_system *, double t, const double q[], const double r[],
                   const double f[], double Mr[], double fr[], double Gr[], double br[]);
    void (*expand)(const hol_system *, const double q[], const double f[], const double c[],
                   const double y[], double a[], double lambda[]);

    /* J (ns) of the momentum p (nv); poses of all bodies (nb) and back, NULL: a system's own start
     */
    void (*momentum)(const hol_system *, const double q[], const double p[], double J[]);
    void (*poses)(const hol_system *, const double q[], const double v[], hol_pose pose[]);
    void (*place)(const hol_system *, const hol_pose pose[], double q[], double v[]);
};

#endif
