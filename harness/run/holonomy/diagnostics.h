/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holonomy/diagnostics.h: what is measured of a motion, one definition for every method and
 * formulation.
 *
 * Energy and momenta of the system's own (q, v) are T + U - W and J(q, M v), W the work since the
 * first state of forces without a potential and of driven rows: the energy that a motion keeps,
 * whatever drives it.  W is what forces say of it, else a quadrature of order 10 along the states
 * (harness/run/balance.h).  The *rigid* ones are those of the placed poses and twists: the same
 * bodies, moved as rigid bodies.  The *nodal*
 * momentum is J(q, p) with the p of the state.  Units: joules, N s or N m s. */
#ifndef HOLONOMY_DIAGNOSTICS_H
#define HOLONOMY_DIAGNOSTICS_H

#include "holonomy/api.h"
#include "holonomy/method.h"
#include "holonomy/problem.h"
#include "holonomy/redundant.h"

HOL_API_BEGIN

/* ---------------------------------------------------------------- one state */

typedef struct { /* what one state measures; NaN where it cannot be had */
    double t;
    double kinetic, potential, energy, energy_rigid;
    double power, done; /* power and work W, 0 where nothing does any; see above [W], [J] */
    double doubt;       /* what W may be off by, where steps hardly resolve the power [J] */
    double *momentum, *momentum_rigid, *momentum_nodal; /* ns */
    double phi, phi_inner; /* |Phi|: largest of the joint rows, of the inner rows; NaN without */
    double off;            /* |Phi|: largest of all rows, over the length of the system */
    double gv;             /* |G v + Phi_t|, |A v - w|: largest of all rows */
    double acceleration;   /* |G v' - gamma|, |A v' - b|, v' from the index-1 solve */
    hol_pose *pose;        /* nb; p without jumps of sign along a run */
    double *lambda;        /* nc: multipliers of the index-1 solve, joint rows first */
    double *alpha;         /* na */
    /* Of all joint rows of the model, of the index-1 solve and by their names: of joint coordinates
     * those of the rows that the tree meets too; where rows are left out NaN of some, see below. */
    int reactions;
    const char *const *reaction_name;
    double *reaction;
    /* Where rows are left out of sys: the system with all of them, whose rows phi, gv and
     * acceleration are, of joint coordinates in `lie`, with acceleration NaN; its multipliers
     * (nj + na), NaN of the rows left out and of those that a tree of joints meets, or all of least
     * norm; which rows of sys they are (nj + na), -1: none. */
    hol_eval *whole; /* or NULL */
    double *all;
    int *kept_row;
    /* its own scratch */
    hol_eval *sys;
    hol_work *work;
    const hol_left_out *left_out;
    struct hol_closest *least;   /* NULL: not of least norm */
    struct hol_balance *balance; /* NULL: T + U is the balance */
    bool followed; /* a state was read before this one, whose signs of p are continued */
    struct hol_memory *memory; /* of all of it (base/memory.h) */
} hol_gauge;

/* Does the motion itself keep T + U?  Where work is done, from outside or by driven joints, it
 * keeps T + U - W; softened rows are springs and dampers that are in neither. */
static inline bool hol_keeps_energy(const hol_eval *sys)
{
    const unsigned all = HOL_CONSERVATIVE | HOL_SCLERONOMIC | HOL_HARD;
    return (sys->has & all) == all;
}

/* Does it keep T + U - W?  Not where rows are softened, whose own work no multiplier tells. */
static inline bool hol_balances_energy(const hol_eval *sys)
{
    return sys->has & HOL_HARD;
}

/* work: scratch, borrowed.  NULL: no memory. */
hol_gauge *hol_gauge_new(hol_eval *sys, hol_work *work);
void hol_gauge_free(hol_gauge *g);
/* Measures from now on by all rows of `whole`, borrowed with what is left out of the gauge's own
 * system.  Leaves the innermost hol_try where there is no memory. */
void hol_gauge_by_all(hol_gauge *g, hol_eval *whole, const hol_left_out *out, bool least_norm);
/* Measures a state.  The system's counters are left as they were. */
void hol_gauge_read(hol_gauge *g, const hol_state *z);
/* The poses of (q, v) with the sign of each p nearest to `before` (NULL: as the system gives it).
 */
void hol_poses_like(hol_eval *sys, const double q[], const double v[], const hol_pose before[],
                    hol_pose pose[]);

/* ---------------------------------------------------------------- how slowly a motion oscillates
 */

typedef struct hol_rhythm hol_rhythm;

/* Of nb bodies on [0, t_end], in a system of that length [m]. */
hol_rhythm *hol_rhythm_new(struct hol_memory *m, int nb, double length, double t_end);
/* The motion goes on to t; the first call is its start. */
void hol_rhythm_add(hol_rhythm *r, double t, const hol_pose pose[]);
/* The longest period [s], t_end / k, from which on there is a tenth of the variance of what an
 * observer on some body measures: R^T v, Omega, and their squares, which show that an oscillation
 * swells and fades.  t_end / 33 where it is shorter; 0 where nothing varies, infinite before t_end.
 */
double hol_rhythm_slowest(const hol_rhythm *r);
/* Has the span eleven of it, enough to tell the law of a drift? */
bool hol_rhythm_seen(const hol_rhythm *r);

/* ---------------------------------------------------------------- a series of one quantity */

#define HOL_DRIFT_LIST(X)                                                                          \
    X(UNKNOWN, "unknown")                                                                          \
    X(BOUNDED, "bounded")                                                                          \
    X(SQRT, "sqrt")                                                                                \
    X(LINEAR, "linear")                                                                            \
    X(QUADRATIC, "quadratic")

typedef enum {
#define X(name, text) HOL_DRIFT_##name,
    HOL_DRIFT_LIST(X)
#undef X
} hol_drift;

const char *hol_drift_name(hol_drift drift);

enum { HOL_DRIFT_PARTS = 10 };

typedef struct { /* a quantity that should keep its first value */
    double initial, final;
    double max_error; /* largest |x - initial|; sticky NaN */
    double squares;   /* sum of (x - initial)^2 */
    long count;
    double t_end;             /* of the span [s] */
    const hol_rhythm *rhythm; /* of the motion; NULL: not asked for */
    struct {                  /* of the errors x - initial in a part of the span, weighted */
        double weight, sum, squares;
    } part[HOL_DRIFT_PARTS];
} hol_track;

void hol_track_start(hol_track *track, double t_end, const hol_rhythm *rhythm);
void hol_track_add(hol_track *track, double t, double x);
double hol_track_rms(const hol_track *track);

typedef struct { /* what is left of the error when its oscillations are averaged away */
    hol_drift law;
    double exponent; /* s of error ~ t^s: 0 where it is bounded; NaN where it is unknown or 0 */
    double growth;   /* of the mean or of the deviation from it, over the span */
} hol_drift_found;

/* Part k of the span, 1 to 10, is centred at k / 11 of it and goes to the centres of its
 * neighbours, weighted by sin^2.  Of each the mean of the error and the RMS of its deviation from
 * the mean are taken.  One of the two grows where it does so by more than a twentieth of the first
 * part's RMS error and of the 45 pairs of parts all but three are in order: then it grows as t^s, s
 * < 3/4 is sqrt, < 3/2 linear, < 7/2 quadratic; unknown where s is larger, or where a + b t^s
 * leaves more than a twentieth of its variance: a motion that wanders.  Where none grows, and the
 * means lie apart by more than three times the deviation, they walk: sqrt.  All else is bounded.
 * Unknown where the span is shorter than eleven of the slowest oscillation of the motion, for then
 * the first rise of an oscillation is no growth, and where a part has less than a node. */
hol_drift_found hol_track_drift(const hol_track *track);

/* The exponent of y over x: the slope of ln y over ln x by least squares. */
double hol_exponent(int n, const double x[], const double y[]);

/* J(q, M v), the momentum maps of a velocity; nothing where there are none. */
void hol_momentum_of(hol_eval *sys, hol_work *w, const double q[], const double v[], double J[]);

/* ---------------------------------------------------------------- error against a reference */

typedef struct {     /* Euclidean norms over all bodies (or joint rows); NaN where there is none */
    double position; /* [m] */
    double orientation; /* of the rotation angles between the orientations [rad] */
    double velocity;    /* of v [m/s] and omega [rad/s] together */
    double multipliers; /* [N, N m] */
} hol_error;

/* lambda or lambda_ref NULL: no multipliers. */
hol_error hol_error_between(int nb, const hol_pose pose[], const hol_pose ref[], int nj,
                            const double lambda[], const double lambda_ref[]);

/* What a body at `asked` loses in coordinates that have it at `had`: off the plane of a planar
 * body, say.  A point mass has a place and a velocity alone; of a rod the rows of its ends tell the
 * rest. */
hol_error hol_error_of_body(const hol_body *body, const hol_pose *had, const hol_pose *asked);

/* Means over samples by paper 003, eq (5.10): 1/(N m) sum |v_i - v_i^s|, m the length of the
 * vector: 3 nb, nb, 6 nb, nj. */
typedef struct {
    hol_error sum;
    long count;
} hol_error_mean;

void hol_error_add(hol_error_mean *mean, const hol_error *error);
hol_error hol_error_mean_value(const hol_error_mean *mean, int nb, int nj);

/* ---------------------------------------------------------------- measures of others */

/* Of the 3 nb coordinates x of the mass centres in space [m] beside true ones x*: */
typedef struct {
    double scd;     /* Test Set: -log10 max |x - x*| / |x*|, of those that are not zero */
    double mescd;   /* Test Set: -log10 max |x - x*| / (ratio + |x*|), ratio = atol / rtol */
    double squares; /* Coruna: sum of ((x - x*) / max(|x*|, 1e-3 m))^2, */
    long count;     /* of so many */
} hol_measures;

hol_measures hol_measures_between(int nb, const hol_pose pose[], const hol_pose ref[],
                                  double ratio);
/* The root of the mean square; NaN of none. */
double hol_measures_relative(const hol_measures *measures);

/* ---------------------------------------------------------------- a whole run */

typedef struct {
    hol_gauge *gauge;
    hol_rhythm *rhythm;
    hol_track energy, energy_rigid;
    hol_track *momentum, *momentum_rigid, *momentum_nodal; /* ns */
    double phi, phi_inner, gv, acceleration;               /* maxima; sticky NaN */
    struct hol_memory *memory;
    struct { /* T + U of the first states, whose work is not final yet */
        double t, energy, energy_rigid;
    } early[5];
    int earlies;
    double kinetic; /* the largest kinetic energy [J]: what an error of the energy is relative to */
    double begin;   /* time of the first state, from which the series count theirs [s] */
} hol_diagnostics;

/* Of a motion of that length [s]; NULL: no memory. */
hol_diagnostics *hol_diagnostics_new(hol_eval *sys, double span, hol_work *work);
void hol_diagnostics_free(hol_diagnostics *d);
/* Reads the state into d->gauge and takes it into every series. */
void hol_diagnostics_add(hol_diagnostics *d, const hol_state *z);
/* Does the error of the energy tell of the method?  Not where hol_balances_energy does not hold,
 * nor where the work may be off by more than that error, steps being too long to resolve the power.
 */
bool hol_energy_told(const hol_diagnostics *d);

HOL_API_END

#endif
