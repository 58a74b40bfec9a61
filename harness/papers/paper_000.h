/* SPDX-License-Identifier: GPL-3.0-or-later */
/* paper_000.h: the runs behind the tables, figures and findings of Tuomela, Arponen, Normi 2006
 * (paper 000), section 6.3, and the planar model beside the spatial one. */
#ifndef HOL_PAPER_000_H
#define HOL_PAPER_000_H

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
    hol_p000_energy energy; /* not imposed; imposed, W_ext by the trapezoidal rule, or exact */
    bool ours;      /* scaled Newton tolerance 0.01 Rtol and the exact start; else the paper's */
    double span;    /* [s]; 0: the paper's */
    double tau[3];  /* of the pendulum, body axes [N m] */
    bool condition; /* measures condition numbers */
    int times;      /* the run is made so often, for the least CPU time; 0: once */
} hol_p000_case;

typedef struct { /* an accepted step: a line of numbers */
    double t, h;
    double kinetic, potential; /* [J] */
    double work, work_exact;   /* W_ext by the trapezoidal rule, and exact [J] */
} hol_p000_node;

typedef struct {
    hol_p000_case is;
    hol_message failure; /* "" where it reached the end */
    long accepted, rejected;
    hol_counters counters;
    double seconds; /* CPU time of the steps, and of looking at their ends */
    int nodes;
    hol_p000_node *node;
    double position;                /* error at the end [m] */
    double error[HOL_P000_SAMPLES]; /* of the positions at t = 0, 0.1, ... [m]; NaN: no reference */
} hol_p000_motion;

/* To be freed; NULL with a message where the run makes no sense. */
hol_p000_motion *hol_p000_run(const hol_p000_case *is, hol_message *why);
void hol_p000_free(hol_p000_motion *m);

enum { HOL_P000_PROBLEMS = 3, HOL_P000_PROJECTIONS = 2, HOL_P000_TORQUES = 4 };

typedef hol_p000_motion *hol_p000_four[HOL_P000_PROJECTIONS][2]; /* energy free, imposed */

typedef struct {
    hol_p000_four of[HOL_P000_PROBLEMS];                           /* Tables 8 to 11 */
    hol_p000_four condition[HOL_P000_PROBLEMS];                    /* their first half second */
    hol_p000_four torque[HOL_P000_TORQUES];                        /* the pendulum under a torque */
    hol_p000_motion *lesson[HOL_P000_PROBLEMS][HOL_P000_ENERGIES]; /* quasi, ours */
} hol_p000_runs;

/* What the text says beside the runs. */
void hol_p000_find(hol_paper_section *to, const hol_p000_runs *R);

/* Fills papers/000-planar.tsv; false with a message where a run fails.  Then what it says of
 * section 4.3. */
bool hol_p000_planar(const hol_paper_table *t, hol_message *why);
void hol_p000_find_planar(hol_paper_section *to, const hol_paper_table *t);

#endif
