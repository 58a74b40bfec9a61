/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paper 004 taken at its word: its equations and signs as printed, the three angles that it avoids,
 * (24) in both its forms, and what lambda means. */
#include <math.h>
#include <string.h>

#include "harness/papers/paper_004.h"
#include "harness/papers/paper_004_written.h"
#include "harness/study/study.h"

enum { BODIES = 2, NQ = 24, NV = 12 };
static const double span = 10, standard_step = 0.025; /* [s] */

/* ---------------------------------------------------------------- ends of runs */

typedef struct {
    double q[NQ], v[NV];
} state;

static void keep(void *self, const hol_p004_node *node)
{
    state *s = self;
    memcpy(s->q, node->q, sizeof s->q);
    memcpy(s->v, node->v, sizeof s->v);
}

static hol_error error_of(const hol_experiment *x, const state *s)
{
    hol_pose pose[BODIES], truth[BODIES];
    hol_poses(x->sys, s->q, s->v, pose);
    if (!hol_truth(x, span, truth)) return (hol_error){NAN, NAN, NAN, NAN};
    return hol_error_between(BODIES, pose, truth, 0, NULL, NULL);
}

static hol_error run(const hol_experiment *x, const hol_p004_written *is, double h)
{
    state end;
    hol_p004_write(is, x->sys, h, lrint(span / h), keep, &end);
    return error_of(x, &end);
}

/* ---------------------------------------------------------------- as printed */

static const double steps[] = {0.1, 0.05, 0.025, 0.0125};
enum { STEPS = HOL_LENGTH(steps) };

static void find_sign(hol_paper_section *to, const hol_experiment *x, const char *id,
                      const hol_p004_chart *chart)
{
    double y[2 * STEPS];
    for (int k = 0; k < STEPS; k++) {
        y[2 * k] = steps[k];
        y[2 * k + 1] = run(x, &(hol_p004_written){.chart = chart}, steps[k]).orientation;
    }
    hol_paper_find(to, id, 2 * STEPS, y, "%.1e rad at h = %g s, %.1e rad at %g s", y[1], y[0],
                   y[2 * STEPS - 1], y[2 * STEPS - 2]);
}

static void find_printed(hol_paper_section *to, const hol_experiment *x)
{
    find_sign(to, x, "sign-body", &hol_p004_body);
    find_sign(to, x, "sign-space", &hol_p004_space);
    find_sign(to, x, "sign-printed", &hol_p004_printed);
    hol_error e =
        run(x, &(hol_p004_written){.chart = &hol_p004_body, .platform_as_printed = true}, 0.0125);
    const double y[] = {e.position, e.orientation, e.velocity};
    hol_paper_find(to, "platform-printed", 3, y,
                   "%.2f m, %.2f rad, %.2f m/s or rad/s: the sign of the last term is wrong (see "
                   "the errata)",
                   y[0], y[1], y[2]);
}

/* ---------------------------------------------------------------- three angles */

static const double through = 5.01;                        /* [s] */
static const double miss[] = {1e-4, 1e-3, 1e-2, 0.1, 0.5}; /* [rad] */
enum { MISSES = HOL_LENGTH(miss), AT = 2, NODES = 401 };

/* Turns space so that the bearing's axis passes the angles' singularity at that distance. */
static void turn_space(const state *here, double angle, double Q[9])
{
    double e[3], rate[3], w[3], n[3], q2[3], q3[3], size = 0;
    const double *R = here->q + 3, *omega = here->v + 3;
    hol_rotate(R, (double[3]){0, 0, 1}, e);
    hol_rotate(R, omega, w);
    hol_cross(w, e, rate);
    hol_cross(e, rate, n);
    size = sqrt(hol_dot3(n, n));
    for (int k = 0; k < 3; k++) {
        Q[3 * k] = cos(angle) * e[k] + sin(angle) * n[k] / size;
        q2[k] = cos(angle) * n[k] / size - sin(angle) * e[k];
    }
    hol_cross((double[3]){Q[0], Q[3], Q[6]}, q2, q3);
    for (int k = 0; k < 3; k++) {
        Q[3 * k + 1] = q2[k];
        Q[3 * k + 2] = q3[k];
    }
}

typedef struct { /* of a file */
    double t, angles[3], R[9];
} line;
typedef struct {
    line *to;
    int count;
    state end;
} record;

static void write_line(void *self, const hol_p004_node *node)
{
    record *r = self;
    line *at = &r->to[r->count++];
    at->t = node->t;
    memcpy(at->angles, node->u + 3, sizeof at->angles);
    memcpy(at->R, node->q + 3, sizeof at->R);
    keep(&r->end, node);
}

static bool find_angles(hol_paper_section *to, const hol_experiment *x)
{
    hol_p004_written body = {.chart = &hol_p004_body}, angles = {.chart = &hol_p004_angles};
    double y[2 * MISSES], turned = 0;
    state here;
    line lines[NODES];
    hol_p004_write(&body, x->sys, through / 501, 501, keep, &here);
    double mk = run(x, &body, standard_step).orientation;
    for (int k = 0; k < MISSES; k++) {
        record r = {.to = lines};
        turn_space(&here, miss[k], angles.Q);
        hol_p004_write(&angles, x->sys, standard_step, NODES - 1, write_line, &r);
        y[2 * k] = mk;
        y[2 * k + 1] = error_of(x, &r.end).orientation;
        if (k != AT) continue;
        for (int i = 1; i < NODES; i++)
            turned = fmax(turned, fabs(lines[i].angles[0] - lines[i - 1].angles[0]));
        if (!hol_paper_write_sheet(to, "paper-004-angles.csv",
                                   &(hol_paper_sheet){"t [s],alpha [rad],beta,gamma,R_A (9)", NODES,
                                                      sizeof *lines / sizeof lines->t,
                                                      .x = &lines->t}))
            return false;
    }
    hol_paper_find(to, "singularities", 2 * (AT + 1), y,
                   "%.1e rad whatever the axes; by angles %.1e, %.1e, %.1e rad, and %.1e, %.1e rad "
                   "where they pass it by 0.1, 0.5 rad; alpha leaps by %.2f rad in a step",
                   mk, y[1], y[3], y[5], y[7], y[9], turned);
    return true;
}

/* ---------------------------------------------------------------- (24) near a half turn */

static const double from_half[] = {1, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6};
enum { TURNS = HOL_LENGTH(from_half) };

/* log by the trace and the skew part. */
static void plain_log(const double R[9], double u[3])
{
    double angle = acos(fmin(1, fmax(-1, 0.5 * (R[0] + R[4] + R[8] - 1))));
    double by = angle / (2 * sin(angle));
    u[0] = by * (R[7] - R[5]);
    u[1] = by * (R[2] - R[6]);
    u[2] = by * (R[3] - R[1]);
}

/* The angle between R exp(d) and exp(log R + T^-1 d), by one log or the other. */
static double between(void log_of(const double R[9], double u[3]), const double R[9],
                      const double d[3])
{
    double local[9], global[9], turn[9], u[3], du[3], back[9], rest[3];
    hol_so3_exp(d, turn);
    hol_matrix_multiply3(R, turn, local);
    log_of(R, u);
    hol_so3_dexpinv(u, d, du);
    for (int i = 0; i < 3; i++) u[i] += du[i];
    hol_so3_exp(u, global);
    for (int i = 0; i < 9; i++) back[i] = local[i % 3 * 3 + i / 3];
    hol_matrix_multiply3(back, global, turn);
    hol_so3_log(turn, rest);
    return sqrt(hol_dot3(rest, rest));
}

static bool find_global(hol_paper_section *to)
{
    static const double axis[3] = {2 / 7., 3 / 7., 6 / 7.}, d[3] = {3e-9, -4e-9, 7e-9};
    double x[TURNS][3], plain[2 * TURNS], careful[TURNS], most = 0;
    for (int k = 0; k < TURNS; k++) {
        double R[9], u[3], angle = acos(-1) - from_half[k];
        for (int i = 0; i < 3; i++) u[i] = angle * axis[i];
        hol_so3_exp(u, R);
        x[k][0] = from_half[k];
        x[k][1] = plain[2 * k + 1] = between(plain_log, R, d);
        x[k][2] = careful[k] = between(hol_so3_log, R, d);
        most = fmax(most, careful[k]);
        plain[2 * k] = 1 / from_half[k];
    }
    hol_paper_find(to, "global-form", TURNS, careful, "at most %.1e rad", most);
    hol_paper_find(to, "half-turn", 2 * (TURNS - 2), plain + 4,
                   "%.1e rad at 0.01 rad from the half turn, %.1e rad at 1e-6, ill-conditioned; R "
                   "exp(dTheta) asks for no Psi",
                   plain[5], plain[2 * TURNS - 1]);
    return hol_paper_write_sheet(
        to, "paper-004-half-turn.csv",
        &(hol_paper_sheet){"pi less |Psi| [rad],by trace [rad],by quaternion [rad]", TURNS, 3,
                           .x = x[0]});
}

/* ---------------------------------------------------------------- reactions */

typedef struct { /* of a file: of the rotor */
    double t, force[3], torque[3];
    double x[3], w[3];
} reading;
enum { SHOWN = 7 };

typedef struct {
    reading *to;
    int count;
} readings;

static void read_reaction(void *self, const hol_p004_node *node)
{
    readings *r = self;
    reading *at = &r->to[r->count++];
    at->t = node->t;
    memcpy(at->force, node->push, 6 * sizeof(double));
    memcpy(at->x, node->q, sizeof at->x);
    memcpy(at->w, node->v + 3, sizeof at->w);
}

/* How far the motion's m x'' and J w' + w x J w - M are from the reactions, by differences. */
static void balance(const hol_body *a, const reading r[3], double h, double off[2])
{
    static const double M[3] = {100, 200, 0};
    const reading *mid = &r[1];
    double Jw[3], turn[3];
    for (int k = 0; k < 3; k++) Jw[k] = a->J[k] * mid->w[k];
    hol_cross(mid->w, Jw, turn);
    off[0] = off[1] = 0;
    for (int k = 0; k < 3; k++) {
        double force = a->m * (r[2].x[k] - 2 * mid->x[k] + r[0].x[k]) / (h * h),
               torque = a->J[k] * (r[2].w[k] - r[0].w[k]) / (2 * h) + turn[k] - M[k];
        off[0] = fmax(off[0], fabs(force - mid->force[k]));
        off[1] = fmax(off[1], fabs(torque - mid->torque[k]));
    }
}

static bool find_reactions(hol_paper_section *to, const hol_experiment *x)
{
    enum { FINE = 1001 };
    const double h = span / (FINE - 1);
    reading of[FINE];
    readings r = {.to = of};
    double most[2] = {0}, size[2] = {0};
    hol_p004_write(&(hol_p004_written){.chart = &hol_p004_body}, x->sys, h, FINE - 1, read_reaction,
                   &r);
    for (int n = 0; n < FINE; n++) {
        double off[2] = {0};
        if (n && n + 1 < FINE) balance(hol_body_at(x->sys->model, 0), &of[n - 1], h, off);
        for (int i = 0; i < 2; i++) most[i] = fmax(most[i], off[i]);
        for (int k = 0; k < 3; k++) {
            size[0] = fmax(size[0], fabs(of[n].force[k]));
            size[1] = fmax(size[1], fabs(of[n].torque[k]));
        }
    }
    const double y[] = {most[0] / size[0], most[1] / size[1]};
    hol_paper_find(to, "reactions", 2, y,
                   "forces up to %.1f N, off by %.1e of that; torques up to %.1f N m, off by %.1e; "
                   "lambda_1^it acts about E_A2 and lambda_2^it about E_A1 (see the errata)",
                   size[0], y[0], size[1], y[1]);
    return hol_paper_write_sheet(to, "paper-004-reactions.csv",
                                 &(hol_paper_sheet){"t [s],force x [N],y,z,torque 1 [N m],2,3",
                                                    FINE, SHOWN, .x = &of->t,
                                                    .stride = sizeof *of / sizeof of->t});
}

bool hol_p004_variants(hol_paper_section *to)
{
    hol_refusal refusal;
    hol_message wrong = {""};
    hol_experiment *x = hol_experiment_open(
        &(hol_setup){.problem = hol_problem_named("gyrostat"), .formulation = "lie"}, &refusal);
    if (!x) return hol_refusal_text(&refusal, &to->why), false;
    x->reference = hol_reference_for(x->problem, x->parameters, &to->why, &wrong);
    bool good = x->reference;
    if (good) find_printed(to, x);
    good = good && find_angles(to, x) && find_global(to) && find_reactions(to, x);
    hol_experiment_close(x);
    return good;
}
