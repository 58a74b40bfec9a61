/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far a motion is from being one of the model, by itself: see judge.h. */
#include <math.h>

#include "harness/study/judge.h"
#include "holonomy/diagnostics.h"
#include "holonomy/dynamics.h"
#include "holonomy/rows.h"

/* Triples of rows that are looked at, fewer of large models; displacements below this part of the
 * length, or of the length a second, are none. */
enum { MOST = 60, BODIES = 240 };
static const double nothing = 1e-9;

typedef struct {
    double part, whole; /* sums of squares */
    double late,
        cross; /* of the change of the rate in a step: its square, its product with `part` */
} ratio;

typedef struct { /* a row in coordinates */
    double t, *q, *v, *a;
    hol_error lost; /* of the bodies, that the coordinates cannot have: the largest of each */
} node;

typedef struct {
    hol_eval *sys;
    const hol_motion *m;
    const hol_reading *as;
    ratio of[HOL_TESTS];
    double coarse;               /* steps between two rows */
    double least, most, kinetic; /* of the energy */
} looking;

/* A planar body off its plane meets all rows in coordinates that have but its plane. */
static hol_error lost_of(hol_eval *sys, const hol_pose pose[], const double q[], const double v[])
{
    hol_pose *had = hol_take_bytes(sys->work, sys->nb, sizeof *had);
    hol_error most = {.position = 0};
    hol_poses(sys, q, v, had);
    for (int b = 0; b < sys->nb; b++) {
        hol_error one = hol_error_of_body(hol_body_at(sys->model, b), &had[b], &pose[b]);
        most.position = fmax(most.position, one.position);
        most.orientation = fmax(most.orientation, one.orientation);
        most.velocity = fmax(most.velocity, one.velocity);
    }
    return most;
}

static node node_at(looking *x, int row)
{
    hol_eval *sys = x->sys;
    hol_work *w = sys->work;
    node n = {.t = hol_motion_time(x->m, x->as, row),
              .q = hol_take(w, sys->nq),
              .v = hol_take(w, sys->nv),
              .a = hol_take(w, sys->nv)};
    size_t mark = hol_mark(w);
    hol_pose *pose = hol_take_bytes(w, sys->nb, sizeof *pose);
    double *lambda = hol_take(w, sys->nc), *alpha = hol_take(w, sys->na);
    hol_motion_poses(x->m, x->as, row, pose);
    hol_place(sys, pose, n.q, n.v);
    n.lost = lost_of(sys, pose, n.q, n.v);
    if (x->m->velocities &&
        hol_acceleration(sys, n.t, n.q, n.v, n.a, lambda, sys->na ? alpha : NULL) != HOL_OK)
        for (int i = 0; i < sys->nv; i++) n.a[i] = NAN;
    hol_release(w, mark);
    return n;
}

static void add(ratio *r, double part, double whole)
{
    r->part += part * part;
    r->whole += whole * whole;
}

static double largest(int n, const double x[], double unit, const bool is_length[])
{
    double most = 0;
    for (int i = 0; i < n; i++) {
        double one = fabs(x[i]) / (is_length && !is_length[i] ? 1 : unit);
        most = one > most || isnan(one) ? one : most;
    }
    return most;
}

/* phi: of the holonomic rows. */
static void add_joints(looking *x, const node *n, const double phi[])
{
    hol_eval *sys = x->sys;
    double open = sys->nj ? hol_rows_size(sys, 0, sys->nj, phi) : 0;
    double lost = fmax(n->lost.position / sys->length, n->lost.orientation);
    if (sys->nj || lost > nothing) add(&x->of[HOL_TEST_JOINTS], fmax(open, lost), 1);
}

static void add_rows(looking *x, const node *n)
{
    hol_eval *sys = x->sys;
    hol_work *w = sys->work;
    double *phi = hol_take(w, sys->nc), *phi1 = hol_take(w, sys->nc), *phi2 = hol_take(w, sys->nc);
    double *A = hol_take(w, sys->A.nnz), *slip = hol_take(w, sys->na), *Av = hol_take(w, sys->na);
    double off = 0;
    hol_constraint_levels(sys, n->t, n->q, n->v, n->a, phi, phi1, phi2);
    add_joints(x, n, phi);
    if (sys->na) {
        hol_nonholonomic_rows(sys, n->t, n->q, A, slip);
        hol_multiply(&sys->A, A, n->v, Av);
        for (int i = 0; i < sys->na; i++) Av[i] -= slip[i];
        off = largest(sys->na, Av, sys->unit, NULL);
    }
    off = fmax(off, largest(sys->nj, phi1, sys->unit, sys->row_is_length));
    off = fmax(off, n->lost.velocity / sys->unit);
    if (sys->nj + sys->na || off > nothing * sys->speed)
        add(&x->of[HOL_TEST_RATES], off, largest(sys->nv, n->v, sys->unit, sys->is_length));
}

static void add_energy(looking *x, const node *n)
{
    double T = hol_kinetic(x->sys, n->q, n->v), E = T + hol_potential(x->sys, n->q);
    x->least = fmin(x->least, E);
    x->most = fmax(x->most, E);
    x->kinetic = fmax(x->kinetic, T);
}

/* x2 - x0 beside the integral of the parabola through y of three nodes, and integrals by rectangles
 * that end at each node beside those that begin there; of lengths, and of all else. */
static void add_change(looking *x, const node n[3], const double *const value[3],
                       const double *const rate[3], double scale, int lengths, int turns)
{
    const hol_eval *sys = x->sys;
    double h0 = n[1].t - n[0].t, h1 = n[2].t - n[1].t, h = h0 + h1;
    double c0 = h / 6 * (2 - h1 / h0), c1 = h * h * h / (6 * h0 * h1), c2 = h / 6 * (2 - h0 / h1);
    for (int i = 0; i < sys->nv; i++) {
        bool length = !sys->is_length || sys->is_length[i];
        double change = value[2][i] - value[0][i];
        double integral = c0 * rate[0][i] + c1 * rate[1][i] + c2 * rate[2][i];
        double whole = hypot(hypot(change, integral), length ? scale * sys->length : scale);
        double late = h0 * (rate[1][i] - rate[0][i]) + h1 * (rate[2][i] - rate[1][i]);
        ratio *r = &x->of[length ? lengths : turns];
        add(r, change - integral, whole);
        r->late += x->coarse * late * x->coarse * late;
        r->cross += x->coarse * late * (change - integral);
    }
}

static void add_triple(looking *x, int row)
{
    size_t mark = hol_mark(x->sys->work);
    double seconds = hol_motion_time(x->m, x->as, x->m->rows - 1) - hol_motion_time(x->m, x->as, 0);
    node n[3];
    for (int k = 0; k < 3; k++) n[k] = node_at(x, row - 1 + k);
    const double *const q[] = {n[0].q, n[1].q, n[2].q}, *const v[] = {n[0].v, n[1].v, n[2].v};
    const double *const a[] = {n[0].a, n[1].a, n[2].a};
    add_rows(x, &n[1]);
    for (int k = 0; k < 3; k++) add_energy(x, &n[k]);
    add_change(x, n, q, v, nothing, HOL_TEST_SPEED, HOL_TEST_TURNING);
    add_change(x, n, v, a, nothing / seconds, HOL_TEST_ACCELERATION, HOL_TEST_ANGULAR);
    hol_release(x->sys->work, mark);
}

/* Of places alone. */
static void add_place(looking *x, int row)
{
    size_t mark = hol_mark(x->sys->work);
    node n = node_at(x, row);
    double *phi = hol_take(x->sys->work, x->sys->nc);
    if (x->sys->nj) hol_constraints(x->sys, n.t, n.q, phi, NULL);
    add_joints(x, &n, phi);
    hol_release(x->sys->work, mark);
}

/* Of test k; what is left is the least over all parts of a step. */
static void conclude(const ratio *r, int k, hol_tests *tests)
{
    bool told = r->whole > 0, lags = told && r->late > 0;
    double c = lags ? fmax(-1, fmin(1, r->cross / r->late)) : 0;
    double left = r->part - 2 * c * r->cross + c * c * r->late;
    tests->of[k] = told ? sqrt(r->part / r->whole) : (double)NAN;
    tests->left[k] = lags ? sqrt(fmax(0, left) / r->whole) : (double)NAN;
    tests->steps[k] = lags ? r->late / r->whole : (double)NAN;
}

/* A step of the header that is longer than rows are apart, over what they are. */
static double coarseness(const hol_motion *m, const hol_reading *as, int first, int end)
{
    double all = hol_motion_time(m, as, end - 1) - hol_motion_time(m, as, first);
    double apart = all / (end - 1 - first);
    return m->step > apart ? m->step / apart : 1;
}

/* Number k of a pose, beside another whose orientation p counts as -p too. */
static double number_beside(const hol_pose *at, hol_pose *pose, int k)
{
    double along = 0, x = *hol_pose_number(pose, k);
    if (hol_motion_number[k][0] != 'p') return x;
    for (int i = 0; i < 4; i++) along += at->p[i] * pose->p[i];
    return along < 0 ? -x : x;
}

/* The row that stands out most from the rows beside it, in the file's own numbers: by the fourth
 * difference of a column over the root of the sum of its squares. */
static int roughest(const hol_motion *m, int first, int end)
{
    static const double weight[] = {1, -4, 6, -4, 1};
    int worst = first;
    double most = 0;
    for (int i = 0; i < m->bodies * HOL_MOTION_NUMBERS; i++) {
        hol_pose *pose = m->pose + i / HOL_MOTION_NUMBERS;
        int k = i % HOL_MOTION_NUMBERS, row = first;
        double squares = 0, greatest = 0;
        for (int at = first + 2; at < end - 2; at++) {
            double bend = 0;
            for (int j = 0; j < 5; j++)
                bend += weight[j] *
                        number_beside(pose + at * m->bodies, pose + (at - 2 + j) * m->bodies, k);
            squares += bend * bend;
            if (fabs(bend) > greatest) greatest = fabs(bend), row = at;
        }
        double out = squares > 0 ? greatest / sqrt(squares) : 0;
        if (out > most) most = out, worst = row;
    }
    return worst;
}

hol_tests hol_test_motion(hol_eval *sys, const hol_motion *m, const hol_reading *as)
{
    looking x = {.sys = sys, .m = m, .as = as, .least = HUGE_VAL, .most = -HUGE_VAL};
    hol_tests tests;
    int first, end, most = MOST;
    hol_motion_rows(m, as, &first, &end);
    if (sys->nb * MOST > BODIES) most = 10 + BODIES / sys->nb;
    bool triples = m->velocities && end - first >= 3;
    if (triples) x.coarse = coarseness(m, as, first, end);
    if (triples) first++, end--;
    int looked = end - first < most ? end - first : most;
    void (*look)(looking *, int) = triples ? add_triple : add_place;
    for (int k = 0; k < looked; k++)
        look(&x, looked > 1 ? first + (int)((long)(end - 1 - first) * k / (looked - 1)) : first);
    /* In the middle of its triple a false place is not between what it should be the change of. */
    int from = looked < end - first ? roughest(m, first, end) - 1 : end;
    for (int row = from; row < from + 3; row++)
        if (row >= first && row < end) look(&x, row);
    for (int k = 0; k < HOL_TESTS; k++) conclude(&x.of[k], k, &tests);
    bool keeps = triples && hol_keeps_energy(sys) && x.kinetic > 0;
    tests.of[HOL_TEST_ENERGY] = keeps ? (x.most - x.least) / x.kinetic : (double)NAN;
    return tests;
}
