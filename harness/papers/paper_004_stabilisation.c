/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Beside paper 004, section 2.3: constraint violation and error against the step for its three
 * stabilisations, the weights of (12), and (23) every so many steps. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "harness/papers/paper_004.h"

enum { BODIES = 2, WAYS = 3 }; /* rotor A, platform B */

/* ---------------------------------------------------------------- a run to t = 10 s */

typedef struct {                            /* a line of numbers, the first of them drawn */
    double of;                              /* the step [s], or what is varied at one step */
    double phi, gv;                         /* largest |Phi|, |G v| of a row */
    double position, orientation, velocity; /* errors at the end */
    double centre;                          /* motion of the mass centre [m] */
    double spin[BODIES];                    /* change of omega_A3, omega_B3 [rad/s] */
    double rotation;                        /* largest |R^T R - 1| */
} quality;
enum { NUMBERS = sizeof(quality) / sizeof(double), DRAWN = 8 }; /* to the spin of A */

typedef struct { /* what stands still in the true motion */
    double centre[3], spin[BODIES];
    double most_centre, most_spin[BODIES], most_rotation;
} watch;

/* |R^T R - 1| of the matrix R itself, as HOL_P004_RUN steps it: q has the centre and R of a body
 * after another.  A pose has the nearest rotation, of which nothing could be said. */
static double not_orthogonal(const hol_node *node, int body)
{
    enum { CENTRE = 3, EACH = CENTRE + 9 };
    const double *R = node->z->q + EACH * body + CENTRE;
    double most = 0;
    assert(node->s->sys->nq == EACH * BODIES);
    for (int i = 0; i < 9; i++) {
        int a = i / 3, b = i % 3;
        double dot = R[a] * R[b] + R[3 + a] * R[3 + b] + R[6 + a] * R[6 + b];
        most = fmax(most, fabs(dot - (a == b)));
    }
    return most;
}

static void look(void *self, const hol_node *node)
{
    watch *w = self;
    hol_eval *sys = node->s->sys;
    hol_pose pose[BODIES];
    double centre[3] = {0}, mass = 0;
    hol_poses(sys, node->z->q, node->z->v, pose);
    for (int b = 0; b < BODIES; b++) {
        double m = hol_body_at(sys->model, b)->m;
        for (int k = 0; k < 3; k++) centre[k] += m * pose[b].r[k];
        mass += m;
        if (!node->before) w->spin[b] = pose[b].omega[2];
        w->most_spin[b] = fmax(w->most_spin[b], fabs(pose[b].omega[2] - w->spin[b]));
        w->most_rotation = fmax(w->most_rotation, not_orthogonal(node, b));
    }
    for (int k = 0; k < 3; k++) {
        centre[k] /= mass;
        if (!node->before) w->centre[k] = centre[k];
        w->most_centre = fmax(w->most_centre, fabs(centre[k] - w->centre[k]));
    }
}

static bool quality_of(hol_paper_run is, double h, quality *q, hol_message *why)
{
    watch w = {0};
    hol_result r;
    is.h = h;
    is.observe = look;
    is.observer = &w;
    bool good = hol_paper_measure(&is, &r, why);
    if (good)
        *q = (quality){.of = h,
                       .phi = r.diagnostics->phi,
                       .gv = r.diagnostics->gv,
                       .position = r.error.position,
                       .orientation = r.error.orientation,
                       .velocity = r.error.velocity,
                       .centre = w.most_centre,
                       .spin = {w.most_spin[0], w.most_spin[1]},
                       .rotation = w.most_rotation};
    hol_result_free(&r);
    return good;
}

/* ---------------------------------------------------------------- stabilisation */

static const hol_paper_run stabilised[WAYS] = {
    HOL_P004_RUN("mk4", "stabilisation=none"),
    HOL_P004_RUN("mk4", "stabilisation=least-squares"),   /* (12) */
    HOL_P004_RUN("mk4", "stabilisation=rotation-vector"), /* (23) */
};

static const double steps[] = {0.2, 0.1, 0.05, 0.025, 0.0125, 0.00625};
enum { STEPS = sizeof steps / sizeof *steps };

/* The largest of its errors at the end, of whatever kind [m, rad, m/s, rad/s]. */
static double error_of(const quality *q)
{
    return fmax(q->position, fmax(q->orientation, q->velocity));
}

enum { COARSE = 1, AT = 2, FINE = 4 }; /* 0.1, 0.05 and 0.0125 s */

static double order_of(double coarse, double fine)
{
    return hol_exponent(2, (double[]){steps[COARSE], steps[FINE]}, (double[]){coarse, fine});
}

static void find_at_most(hol_paper_section *to, const char *id, const double x[STEPS])
{
    hol_paper_find(to, id, STEPS, x, "at most %.1e; %.1e at h = %g s",
                   hol_paper_value(to, id, STEPS, x), x[AT], steps[AT]);
}

static void find_constraints(hol_paper_section *to, quality q[WAYS][STEPS])
{
    double violated[] = {q[0][AT].phi, q[0][AT].gv}, phi[WAYS][STEPS], rotation[STEPS] = {0};
    double velocity[STEPS] = {0};
    for (int w = 0; w < WAYS; w++)
        for (int i = 0; i < STEPS; i++) {
            phi[w][i] = q[w][i].phi;
            rotation[i] = fmax(rotation[i], q[w][i].rotation);
            if (w) velocity[i] = fmax(velocity[i], q[w][i].gv);
        }
    hol_paper_find(to, "violated", 2, violated, "|Phi| %.1e, |G v| %.1e, of order %.2f and %.2f",
                   violated[0], violated[1], order_of(q[0][COARSE].phi, q[0][FINE].phi),
                   order_of(q[0][COARSE].gv, q[0][FINE].gv));
    find_at_most(to, "stabilised-12", phi[1]);
    find_at_most(to, "stabilised-23", phi[2]);
    find_at_most(to, "stabilised-velocity", velocity);
    find_at_most(to, "rotations", rotation);
}

static void find_motion(hol_paper_section *to, quality q[WAYS][STEPS])
{
    const quality *a = &q[0][AT], *b = &q[1][AT], *c = &q[2][AT];
    hol_paper_find(to, "motion", 0, NULL,
                   "largest of the errors of position, orientation and velocities at t = 10 s, "
                   "h = %g s: %.2e without, %.2e by (12), %.2e by (23); of order %.2f, %.2f, %.2f",
                   a->of, error_of(a), error_of(b), error_of(c),
                   order_of(error_of(&q[0][COARSE]), error_of(&q[0][FINE])),
                   order_of(error_of(&q[1][COARSE]), error_of(&q[1][FINE])),
                   order_of(error_of(&q[2][COARSE]), error_of(&q[2][FINE])));
    hol_paper_find(to, "spins", 0, NULL,
                   "at h = %g s omega_A3 changes by %.1e, %.1e, %.1e rad/s, for the reaction of a "
                   "violated stage has a part about that axis; omega_B3 by at most %.1e rad/s; the "
                   "mass centre moves by %.1e, %.1e, %.1e m: none, (12), (23)",
                   a->of, a->spin[0], b->spin[0], c->spin[0],
                   fmax(a->spin[1], fmax(b->spin[1], c->spin[1])), a->centre, b->centre, c->centre);
}

static bool three_ways(hol_paper_section *to)
{
    enum { EACH = DRAWN - 1, COLUMNS = 1 + EACH * WAYS };
    quality q[WAYS][STEPS];
    double x[STEPS][COLUMNS];
    for (int w = 0; w < WAYS; w++)
        for (int i = 0; i < STEPS; i++) {
            if (!quality_of(stabilised[w], steps[i], &q[w][i], &to->why)) return false;
            x[i][0] = steps[i];
            memcpy(&x[i][1 + EACH * w], &q[w][i].phi, EACH * sizeof(double));
        }
    find_constraints(to, q);
    find_motion(to, q);
    return hol_paper_write_sheet(
        to, "paper-004-stabilisation.csv",
        &(hol_paper_sheet){"h [s], then for each of none, (12), (23): |Phi|,|G v|,position [m],"
                           "orientation [rad],velocity,mass centre [m],omega_A3 [rad/s]",
                           STEPS, COLUMNS, .x = x[0]});
}

/* ---------------------------------------------------------------- weights, and how often */

enum { WEIGHTS = 9, INTERVALS = 7 };
static const double middle_step = 0.05; /* [s] */
static const double every[INTERVALS] = {1, 2, 5, 10, 20, 50, 100};

static void find_weights(hol_paper_section *to, const quality q[WEIGHTS])
{
    double least = INFINITY, most = 0;
    for (int i = 0; i < WEIGHTS; i++) {
        least = fmin(least, q[i].orientation);
        most = fmax(most, q[i].orientation);
    }
    hol_paper_find(to, "weights", 0, NULL,
                   "with W = diag(M)^s, s from 0 to 2, at h = %g s: orientation at t = 10 s off by "
                   "%.2e to %.2e rad; the mass centre moves by %.1e m with s = 0 and %.1e m with s "
                   "= 1, where the correction is a reaction",
                   middle_step, least, most, q[0].centre, q[(WEIGHTS - 1) / 2].centre);
}

static void find_intervals(hol_paper_section *to, const quality q[INTERVALS])
{
    enum { FROM = 1 }; /* after every step round-off is left, which is no law */
    double x[2 * (INTERVALS - FROM)];
    for (int k = FROM; k < INTERVALS; k++) {
        x[2 * (k - FROM)] = every[k];
        x[2 * (k - FROM) + 1] = q[k].phi;
    }
    hol_paper_find(to, "frequently", 2 * (INTERVALS - FROM), x,
                   "%.1e after every step, %.1e every %g steps, %.1e every %g", q[0].phi, q[3].phi,
                   every[3], q[6].phi, every[6]);
}

/* A way to stabilise at some values of an option; what: heads their column. */
static bool sweep(hol_paper_section *to, const char *file, const char *what, int way,
                  const char *option, int count, const double value[], quality q[])
{
    char heading[128], word[32];
    hol_paper_run is = stabilised[way];
    is.option[1] = word;
    for (int i = 0; i < count; i++) {
        snprintf(word, sizeof word, "%s=%g", option, value[i]);
        if (!quality_of(is, middle_step, &q[i], &to->why)) return false;
        q[i].of = value[i];
    }
    snprintf(heading, sizeof heading,
             "%s,|Phi|,|G v|,position [m],orientation [rad],velocity,mass centre [m],omega_A3 "
             "[rad/s]",
             what);
    return hol_paper_write_sheet(
        to, file, &(hol_paper_sheet){heading, count, DRAWN, &q->of, .stride = NUMBERS});
}

bool hol_p004_stabilisation(hol_paper_section *to)
{
    double s[WEIGHTS];
    quality q[WEIGHTS], p[INTERVALS];
    for (int i = 0; i < WEIGHTS; i++) s[i] = 2. * i / (WEIGHTS - 1);
    if (!three_ways(to) || !sweep(to, "paper-004-weights.csv", "s", 1, "weight", WEIGHTS, s, q) ||
        !sweep(to, "paper-004-intervals.csv", "steps", 2, "every", INTERVALS, every, p))
        return false;
    find_weights(to, q);
    find_intervals(to, p);
    return true;
}
