/* SPDX-License-Identifier: GPL-3.0-or-later */
/* paper_000.h: the runs behind the tables, figures and findings of Tuomela, Arponen, Normi 2006
 * (paper 000), section 6.3, and the planar model beside the spatial one. */
#pragma once

#include "harness/papers/paper.h"

#define HOL_P000_SPAN  10.0 /* [s] */
#define HOL_P000_FIRST 0.25 /* the first step [s] */
enum { HOL_P000_SAMPLES = 101 };

typedef enum {
    HOL_P000_OFF,
    HOL_P000_TRAPEZOID,
    HOL_P000_EXACT,
    HOL_P000_ENERGIES
} hol_p000_energy;

typedef struct {
    const char *problem;
    double tolerance;       /* Atol = Rtol */
    bool orthogonal;        /* (5.2) in place of Algorithm 5.4 */
    bool together;          /* the invariant along or with the constraints, not in turn (5.5) */
    hol_p000_energy energy; /* not imposed; imposed, W_ext by the trapezoidal rule, or exact */
    const char *newton;     /* "newton=..."; NULL: full */
    const char *more;       /* one more option, "name=value", or NULL */
    double span;            /* [s]; 0: the paper's */
    double tau[3];          /* of the pendulum, body axes [N m] */
    bool condition;         /* measures condition numbers */
} hol_p000_case;

typedef struct { /* an accepted step: a line of numbers */
    double t, h;
    double kinetic, potential; /* [J] */
    double work, work_exact;   /* W_ext by the trapezoidal rule, and exact [J] */
    double newton;             /* iterations of the step, attempts included */
    double leap; /* the longest way of a mass centre over h times its speed at the faster end */
} hol_p000_node;

typedef struct {
    hol_p000_case is;
    hol_message failure; /* "" where it reached the end */
    long accepted, rejected;
    hol_counters counters;
    double seconds; /* CPU time of the steps, and of looking at their ends */
    int nodes;
    hol_p000_node *node;
    double phi, gv;                 /* largest row of g, of dg y_1 at the nodes */
    double position;                /* error at the end [m] */
    double error[HOL_P000_SAMPLES]; /* of the positions at t = 0, 0.1, ... [m]; NaN: no reference */
} hol_p000_motion;

/* To be freed; NULL with a message where the run makes no sense. */
hol_p000_motion *hol_p000_run(const hol_p000_case *is, hol_message *why);
void hol_p000_free(hol_p000_motion *m);
/* The run once more: the faster one stays. */
bool hol_p000_again(hol_p000_motion **best, hol_message *why);

/* Newton iterations a projection. */
double hol_p000_iterations(const hol_p000_motion *m);
/* Largest change of T + U - W_ext since the start [J], W_ext by the rule or exact. */
double hol_p000_drift(const hol_p000_motion *m, bool exact);

enum {
    HOL_P000_PROBLEMS = 3,
    HOL_P000_PROJECTIONS = 2,
    HOL_P000_WAYS = 8,
    HOL_P000_TORQUES = 4,
    HOL_P000_VARIANTS = 8
};

typedef hol_p000_motion *hol_p000_four[HOL_P000_PROJECTIONS][2]; /* energy free, imposed */

typedef struct {
    hol_p000_motion *off[HOL_P000_PROBLEMS][HOL_P000_PROJECTIONS]; /* energy free: Table 11 */
    hol_p000_motion *way[HOL_P000_PROBLEMS][HOL_P000_WAYS];        /* imposed, hol_p000_way */
    hol_p000_four condition[HOL_P000_PROBLEMS];                    /* their first half second */
    hol_p000_four torque[HOL_P000_TORQUES];                        /* the pendulum under a torque */
    hol_p000_motion *variant[HOL_P000_VARIANTS]; /* of the quadrangle, rows of 000-variants.tsv */
} hol_p000_runs;

enum { HOL_P000_HYBRID, HOL_P000_LETTER, HOL_P000_NESTED }; /* orders of the parts, 1 s */
enum {
    HOL_P000_FULL = HOL_P000_NESTED + 1, /* together, exact work, 10 s: Newton's matrices */
    HOL_P000_SIMPLE,
    HOL_P000_FROZEN,
    HOL_P000_INEXACT,
    HOL_P000_CG
};

/* The index of a way to impose the energy. */
int hol_p000_way(bool orthogonal, bool together, bool exact);
/* The runs of Tables 8 to 10: by the trapezoidal rule, quasi-orthogonal in turn, as Algorithm 5.5
 * says, orthogonal together, which alone has the printed maxima. */
const hol_p000_motion *hol_p000_table(const hol_p000_runs *R, int problem, bool orthogonal);

extern const char *const hol_p000_name[HOL_P000_PROBLEMS];

/* What the text says beside the runs: costs and counts; the algorithms; energies, work, steps. */
void hol_p000_find(hol_paper_section *to, const hol_p000_runs *R);
void hol_p000_find_algorithms(hol_paper_section *to, const hol_p000_runs *R);
void hol_p000_find_energies(hol_paper_section *to, const hol_p000_runs *R);

/* A free body moves along a geodesic; false with a message. */
bool hol_p000_geodesics(hol_paper_section *to);

/* The series behind the figures; false with a message. */
bool hol_p000_write(hol_paper_section *to, const hol_p000_runs *R);

/* Fills papers/000-planar.tsv; false with a message where a run fails.  Then what it says of
 * section 4.3. */
bool hol_p000_planar(const hol_paper_table *t, hol_message *why);
void hol_p000_find_planar(hol_paper_section *to, const hol_paper_table *t);
