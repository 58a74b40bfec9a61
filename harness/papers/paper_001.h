/* SPDX-License-Identifier: GPL-3.0-or-later */
/* paper_001.h: the parts of the section on Lacoursiere 2007 (paper 001), and the runs behind them:
 * its ladder by SPOOK and by what it is compared with, node by node. */
#pragma once

#include "harness/papers/paper.h"
#include "harness/papers/paper_run.h"

/* ---------------------------------------------------------------- a run */

#define HOL_P001_FRAME (1 / 60.) /* the step of the paper [s] */
#define HOL_P001_SPAN  20.0      /* [s] */

/* On the ladder at fixed steps h, all in the same coordinates; on it by SPOOK, with parameters
 * "N=10", .... */
#define HOL_P001_LADDER(by, step, ...)                                                             \
    {                                                                                              \
        .problem = "ladder", .method = by, .formulation = "natural", .option = {__VA_ARGS__},      \
        .h = step, .until = HOL_P001_SPAN                                                          \
    }
#define HOL_P001_SPOOK(step, ...)                                                                  \
    {                                                                                              \
        .problem = "ladder", .method = "spook", .formulation = "natural",                          \
        .parameter = {__VA_ARGS__}, .h = step, .until = HOL_P001_SPAN                              \
    }

/* Energies [J].  A run of the linear SPOOK from half a step before the start is followed by a
 * ledger, see paper_001_ledger.c; of any other, nothing is stored or damped. */
typedef struct {
    double t;                  /* [s] */
    double kinetic, potential; /* by the velocity of the state, at q_k */
    double energy, midpoint;   /* their sum; by (v_k + v_k+1)/2 where v_k stands half a step before
                                  (start=plain), NaN where no step follows */
    double stored, damped;     /* in the rows; by their dampers, since the start */
    double rms, unit; /* root mean squares of the rows of Phi, of the unit constraints alone */
    double stretch;   /* largest change of length of a rod, of its length */
    double open;      /* largest |Phi| of a connection [m] */
    double centre;    /* x of the mass centre [m] */
} hol_p001_node;

typedef struct { /* `node` is to be freed */
    long count;
    hol_p001_node *node; /* the start first */
    double broken;       /* a step failed, or the energy rose too far [s]; INFINITY: neither */
    bool failed;
    double kinetic;      /* the largest */
    double rise, risen;  /* the most that energy + stored rises above its least so far, and when */
    double bare;         /* the same of the energy alone */
    double off, between; /* the most |E - E0| by `energy`, by `midpoint` */
    double most_rms, mean_rms, most_stretch, most_open;
} hol_p001_motion;

/* To is->until, or to where it breaks down, which is no mistake: by a step, or where energy +
 * stored is more than `limit` above its least so far (INFINITY: never); is->observe sees the nodes
 * too. False with a message where it cannot begin. */
bool hol_p001_ride(const hol_paper_run *is, double limit, hol_p001_motion *m, hol_message *why);
/* Several; to be freed, whatever came of them, those not made being zero. */
bool hol_p001_rides(int n, const hol_paper_run is[], double limit, hol_p001_motion m[],
                    hol_message *why);
void hol_p001_free(int n, hol_p001_motion m[]);
/* The turning points of energy + stored over the largest kinetic energy, which rise as far above
 * their least so far as the whole series: at most `most` of x[]; their number. */
int hol_p001_turns(const hol_p001_motion *m, int most, double x[]);

/* A run is called stable where that series rises by no more than this. */
#define HOL_P001_STABLE 0.5

/* ---------------------------------------------------------------- the ledger of a run */

typedef struct hol_p001_ledger hol_p001_ledger;

/* Of a run of the linear SPOOK from half a step before its start; NULL of any other. */
hol_p001_ledger *hol_p001_ledger_new(const struct hol_result *r);
void hol_p001_ledger_free(hol_p001_ledger *l);
/* At a node: energy in the rows, work of the dampers and of all constraint forces over the step
 * around it [J]. */
void hol_p001_ledger_read(hol_p001_ledger *l, const hol_state *z, double *stored, double *damped,
                          double *work);

/* ---------------------------------------------------------------- linear constraints */

enum { HOL_P001_ROWS = 6 };
/* B (2m x 2m) of a step (32) on z = (G q, h G v), m at most HOL_P001_ROWS, S = G M^-1 G^T (m x m),
 * with sigma and theta of each row; false where S + Sigma is singular. */
bool hol_p001_step_matrix(int m, const double S[], const double sigma[], const double theta[],
                          double B[]);

/* ---------------------------------------------------------------- the simple pendulum */

#define HOL_P001_G    9.81 /* [m/s^2] */
#define HOL_P001_MASS 1.0  /* [kg] */

/* A run of it by SPOOK: values at every node, the start first. */
typedef struct {
    long count;
    double *energy, *violation, *lambda, *x, *y; /* (count) [J], [m], [N], [m] */
} hol_p001_swing;

/* par: length [m], rods (1 or 2 at one place), speed at the lowest point (0: let go level).  Ends
 * where a step fails, count < steps + 1 then.  False with a message. */
bool hol_p001_run_swing(const double par[3], const char *const option[], double h, long steps,
                        hol_p001_swing *s, hol_message *why);
void hol_p001_free_swing(hol_p001_swing *s);

/* ---------------------------------------------------------------- parts of the section */

/* Each adds to the findings and writes its series; false with a message. */
typedef bool hol_p001_part(hol_paper_section *to);
hol_p001_part hol_p001_counts;      /* the table of unknowns */
hol_p001_part hol_p001_falls;       /* Figures 3 to 5 */
hol_p001_part hol_p001_steps;       /* Figure 6, errors and energies against the step */
hol_p001_part hol_p001_cost;        /* Figure 7 */
hol_p001_part hol_p001_whiplash;    /* what the paper compares with */
hol_p001_part hol_p001_ratios;      /* of masses, of lengths */
hol_p001_part hol_p001_theorem;     /* Theorem 5.1 and beyond it */
hol_p001_part hol_p001_map;         /* epsilon and tau/h */
hol_p001_part hol_p001_efforts;     /* counts of a step, error against them, symmetry of a step */
hol_p001_part hol_p001_curved;      /* the simple pendulum: curvature, dependent rows; springs */
hol_p001_part hol_p001_penalty;     /* a spring in place of a constraint */
hol_p001_part hol_p001_regularised; /* a rate of the multiplier in place of it */
