/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures 2 to 6 of Terze, Zlatar, Mueller 2012 (paper 004) redone, and what the paper does not
 * show: constraint violation and error against the step for its stabilisations, the weights of
 * (12), and beside it the orders of generalised-alpha.
 *
 * The paper prints no numbers and no step; its figures are redone at the step of the problem.  All
 * runs are of its gyrostat. */
#include <math.h>
#include <stdlib.h>

#include "harness/cli/cli.h"
#include "harness/papers/paper.h"
#include "harness/papers/paper_004.h"
#include "numerics/so3.h"

/* ---------------------------------------------------------------- Figures 2 to 6 */

static void motion_line(const hol_sample *at, FILE *out)
{
    double R[9];
    fprintf(out, "%.10g", at->t);
    for (int b = 0; b < 2; b++)
        for (int k = 0; k < 3; k++) fprintf(out, ",%.10g", at->pose[b].r[k]);
    for (int b = 0; b < 2; b++)
        for (int k = 0; k < 3; k++) fprintf(out, ",%.10g", at->pose[b].omega[k]);
    for (int b = 0; b < 2; b++) {
        hol_quaternion_to_matrix(at->pose[b].p, R);
        for (int k = 0; k < 9; k++) fprintf(out, ",%.10g", R[k]);
    }
    putc('\n', out);
}

static int motion(const char *dir, hol_message *why)
{
    static const char name[] = "paper-004-motion.csv";
    static const hol_p004_scheme scheme = {.method = "mk4",
                                           .option = {"stabilisation=least-squares"}};
    enum { SAMPLES = 401 };
    hol_result r = {0};
    const hol_problem *gyrostat = hol_problem_named("gyrostat");
    int code = HOL_EXIT_FAILED;
    if (hol_p004_run(&scheme, gyrostat->step, gyrostat->t_end, SAMPLES, NULL, NULL, &r, why)) {
        FILE *out = hol_paper_open(dir, name, why);
        if (out) {
            fputs("t [s],x_A [m],y_A,z_A,x_B,y_B,z_B,omega_A1 [rad/s],omega_A2,omega_A3,omega_B1,"
                  "omega_B2,omega_B3,R_A (9),R_B (9)\n",
                  out);
            for (int i = 0; i < r.sampler->count; i++) motion_line(&r.sampler->sample[i], out);
        }
        code = out && hol_paper_close(out, dir, name, why) ? HOL_EXIT_OK : HOL_EXIT_FILE;
    }
    hol_result_free(&r);
    return code;
}

/* ---------------------------------------------------------------- a study: runs in a table */

enum { WAYS = 3 };

/* ln(x1/x0) / ln(h1/h0) */
static double slope(double x0, double x1, double h0, double h1)
{
    return log(x1 / x0) / log(h1 / h0);
}

/* DIR/name with a heading and `rows` lines of `columns` numbers. */
static int table(const char *dir, const char *name, const char *heading, int rows, int columns,
                 const double x[], hol_message *why)
{
    FILE *out = dir ? hol_paper_open(dir, name, why) : NULL;
    if (!dir) return HOL_EXIT_OK;
    if (!out) return HOL_EXIT_FILE;
    fprintf(out, "%s\n", heading);
    for (int i = 0; i < rows; i++)
        for (int k = 0; k < columns; k++)
            fprintf(out, "%.10g%c", x[i * columns + k], k + 1 < columns ? ',' : '\n');
    return hol_paper_close(out, dir, name, why) ? HOL_EXIT_OK : HOL_EXIT_FILE;
}

static void put_quality(const hol_p004_quality *q, double x[])
{
    const double of[] = {q->phi,      q->gv,     q->position, q->orientation,
                         q->velocity, q->centre, q->spin};
    for (int k = 0; k < 7; k++) x[k] = of[k];
}

/* ---------------------------------------------------------------- stabilisation */

static const hol_p004_scheme stabilised[WAYS] = {
    {"none", "mk4", {"stabilisation=none"}},
    {"least squares (12)", "mk4", {"stabilisation=least-squares"}},
    {"rotation vector (23)", "mk4", {"stabilisation=rotation-vector"}},
};

static const double steps[] = {0.2, 0.1, 0.05, 0.025, 0.0125, 0.00625};
enum { STEPS = sizeof steps / sizeof *steps };

static const double round_off = 1e-14; /* of constraints of some metres [m] */

static void find_stabilisation(hol_paper_findings *found, hol_p004_quality q[WAYS][STEPS])
{
    enum { COARSE = 1, FINE = 4, AT = 2 }; /* 0.1, 0.0125 and 0.05 s */
    const hol_p004_quality *a = &q[0][COARSE], *b = &q[0][FINE];
    double worst[WAYS] = {0}, order[WAYS];
    for (int w = 0; w < WAYS; w++) {
        for (int i = AT; i < STEPS; i++) worst[w] = fmax(worst[w], q[w][i].phi);
        order[w] =
            slope(q[w][COARSE].orientation, q[w][FINE].orientation, q[w][COARSE].h, q[w][FINE].h);
    }
    hol_paper_find(
        found, "section 2.3",
        "without stabilisation the constraints of position and velocity are violated",
        hol_paper_if(a->phi > round_off && b->phi > round_off && a->gv > round_off),
        "largest |Phi| over 10 s %.1e at h = %g s, of order %.2f; largest |G v| %.1e, of "
        "order %.2f",
        a->phi, a->h, slope(a->phi, b->phi, a->h, b->h), a->gv, slope(a->gv, b->gv, a->h, b->h));
    hol_paper_find(found, "section 2.3", "the stabilised values satisfy the constraints",
                   hol_paper_if(worst[1] < round_off && worst[2] < round_off),
                   "largest |Phi| at h <= %g s: %.1e by (12), %.1e by (23)", q[0][AT].h, worst[1],
                   worst[2]);
    hol_paper_find(found, "section 2.3", "(nothing on the error of the motion)", HOL_PAPER_BESIDE,
                   "orientation at t = 10 s, h = %g s, off by %.2e rad "
                   "without, %.2e by (12), %.2e by (23); of order %.2f, %.2f, %.2f",
                   q[0][AT].h, q[0][AT].orientation, q[1][AT].orientation, q[2][AT].orientation,
                   order[0], order[1], order[2]);
    hol_paper_find(found, "section 3, errata",
                   "(closed form) the spins are constant and the mass centre rests",
                   HOL_PAPER_BESIDE,
                   "at h = %g s the spins change by %.1e, %.1e, %.1e rad/s, the mass centre moves "
                   "by %.1e, %.1e, %.1e m: none, (12), (23)",
                   q[0][AT].h, q[0][AT].spin, q[1][AT].spin, q[2][AT].spin, q[0][AT].centre,
                   q[1][AT].centre, q[2][AT].centre);
}

static int stabilisation(hol_paper_findings *found, const char *dir, hol_message *why)
{
    hol_p004_quality q[WAYS][STEPS];
    double x[STEPS][1 + 7 * WAYS];
    for (int w = 0; w < WAYS; w++)
        for (int i = 0; i < STEPS; i++) {
            if (!hol_p004_quality_of(&stabilised[w], steps[i], &q[w][i], why))
                return HOL_EXIT_FAILED;
            x[i][0] = steps[i];
            put_quality(&q[w][i], &x[i][1 + 7 * w]);
        }
    find_stabilisation(found, q);
    return table(dir, "paper-004-stabilisation.csv",
                 "h [s], then for each of none, (12), (23): |Phi|,|G v|,position [m],orientation "
                 "[rad],velocity,mass centre [m],spins [rad/s]",
                 STEPS, 1 + 7 * WAYS, x[0], why);
}

/* ---------------------------------------------------------------- weights, and how often */

enum { WEIGHTS = 9, INTERVALS = 7 };

static int weights(hol_paper_findings *found, const char *dir, hol_message *why)
{
    static const double h = 0.05;
    hol_p004_quality q[WEIGHTS];
    double x[WEIGHTS][8], least = INFINITY, most = 0;
    for (int i = 0; i < WEIGHTS; i++) {
        char weight[32];
        const hol_p004_scheme scheme = {NULL, "mk4", {"stabilisation=least-squares", weight}};
        x[i][0] = 2. * i / (WEIGHTS - 1);
        snprintf(weight, sizeof weight, "weight=%g", x[i][0]);
        if (!hol_p004_quality_of(&scheme, h, &q[i], why)) return HOL_EXIT_FAILED;
        put_quality(&q[i], &x[i][1]);
        least = fmin(least, q[i].orientation);
        most = fmax(most, q[i].orientation);
    }
    const hol_p004_quality *unit = &q[0], *mass = &q[(WEIGHTS - 1) / 2];
    hol_paper_find(found, "eq (12)", "a weighted norm, its weights not given", HOL_PAPER_BESIDE,
                   "with W = diag(M)^s, s from 0 to 2, at h = %g s: orientation at t = 10 s off by "
                   "%.2e to %.2e rad; the mass centre moves by %.1e m with s = 0 and %.1e m with s "
                   "= 1, where the correction is a reaction",
                   h, least, most, unit->centre, mass->centre);
    return table(dir, "paper-004-weights.csv",
                 "s,|Phi|,|G v|,position [m],orientation [rad],velocity,mass centre [m],spins "
                 "[rad/s]",
                 WEIGHTS, 8, x[0], why);
}

static int intervals(hol_paper_findings *found, const char *dir, hol_message *why)
{
    static const int every[INTERVALS] = {1, 2, 5, 10, 20, 50, 100};
    static const double h = 0.05;
    hol_p004_quality q[INTERVALS];
    double x[INTERVALS][8];
    for (int i = 0; i < INTERVALS; i++) {
        char text[32];
        const hol_p004_scheme scheme = {NULL, "mk4", {"stabilisation=rotation-vector", text}};
        snprintf(text, sizeof text, "every=%d", every[i]);
        x[i][0] = every[i];
        if (!hol_p004_quality_of(&scheme, h, &q[i], why)) return HOL_EXIT_FAILED;
        put_quality(&q[i], &x[i][1]);
    }
    hol_paper_find(found, "section 2.3", "(23) should be undertaken frequently",
                   hol_paper_if(q[0].phi < q[3].phi && q[3].phi < q[6].phi),
                   "largest |Phi| at h = %g s: %.1e after every step, %.1e every %d steps, %.1e "
                   "every %d",
                   h, q[0].phi, q[3].phi, every[3], q[6].phi, every[6]);
    return table(dir, "paper-004-intervals.csv",
                 "steps,|Phi|,|G v|,position [m],orientation [rad],velocity,mass centre [m],spins "
                 "[rad/s]",
                 INTERVALS, 8, x[0], why);
}

/* ---------------------------------------------------------------- generalised-alpha */

static const hol_p004_scheme alpha[WAYS] = {
    {"index 3, plain start", "gena-lie", {"form=index-3", "start=plain"}},
    {"index 3, corrected start", "gena-lie", {"form=index-3", "start=corrected"}},
    {"stabilised index 2", "gena-lie", {"form=stabilised-index-2", "start=corrected"}},
};

static void find_orders(hol_paper_findings *found, hol_p004_order o[WAYS][STEPS])
{
    for (int w = 0; w < WAYS; w++) {
        const hol_p004_order *a = &o[w][STEPS - 3], *b = &o[w][STEPS - 1];
        char place[64];
        double first = slope(a->first, b->first, a->h, b->h),
               later = slope(a->later, b->later, a->h, b->h);
        bool as_said = fabs(first - (w ? 2 : 1)) < 0.1 && fabs(later - 2) < 0.1;
        snprintf(place, sizeof place, "gena-lie, %s", alpha[w].title);
        hol_paper_find(found, place,
                       w ? "Arnold, Bruels, Cardona 2015: multipliers of order 2 from the start on"
                         : "Arnold, Bruels, Cardona 2015: multipliers of order 1 until the start "
                           "has died out",
                       hol_paper_if(as_said),
                       "observed order of positions %.2f, velocities %.2f, multipliers over the "
                       "first %d steps %.2f, from t = 1 s on %.2f",
                       slope(a->position, b->position, a->h, b->h),
                       slope(a->velocity, b->velocity, a->h, b->h), HOL_P004_FIRST, first, later);
    }
}

static int orders(hol_paper_findings *found, const char *dir, hol_message *why)
{
    static const double h[STEPS] = {0.04, 0.02, 0.01, 0.005, 0.0025, 0.00125};
    hol_p004_order o[WAYS][STEPS];
    double x[STEPS][1 + 4 * WAYS], *truth = hol_p004_multipliers(h[STEPS - 1], why);
    bool good = truth;
    for (int k = 0; good && k < WAYS * STEPS; k++) {
        int w = k / STEPS, i = k % STEPS;
        good = hol_p004_order_of(&alpha[w], h[i], h[STEPS - 1], truth, &o[w][i], why);
        if (!good) break;
        const double of[] = {o[w][i].position, o[w][i].velocity, o[w][i].first, o[w][i].later};
        x[i][0] = h[i];
        for (int j = 0; j < 4; j++) x[i][1 + 4 * w + j] = of[j];
    }
    free(truth);
    if (!good) return HOL_EXIT_FAILED;
    find_orders(found, o);
    return table(dir, "paper-004-orders.csv",
                 "h [s], then for each of index 3 plain, index 3 corrected, index 2: position [m],"
                 "velocity,multipliers over the first steps,multipliers from 1 s on",
                 STEPS, 1 + 4 * WAYS, x[0], why);
}

/* ---------------------------------------------------------------- the paper */

static int study(hol_paper_table *const table[], hol_paper_findings *found, const char *dir,
                 hol_message *why)
{
    (void)table;
    int code = dir ? motion(dir, why) : HOL_EXIT_OK;
    if (!code) code = stabilisation(found, dir, why);
    if (!code) code = weights(found, dir, why);
    if (!code) code = intervals(found, dir, why);
    return code ? code : orders(found, dir, why);
}

static const char *const files[] = {NULL};

static const hol_paper_figure figures[] = {
    {"trajectories", "Figure 2: spatial trajectories of the mass centres"},
    {"velocities", "Figure 3: angular velocities of rotor and platform, in their own axes"},
    {"positions", "Figure 4: positions of the mass centres"},
    {"rotor", "Figure 5: elements of the rotation matrix of the rotor"},
    {"platform", "Figure 6: elements of the rotation matrix of the platform"},
    {"stabilisation", "Stabilisation: constraint violation over 10 s and error at t = 10 s against "
                      "the step"},
    {"weights", "The weights of (12), W = diag(M)^s, and (23) every so many steps, at h = 0.05 s"},
    {"orders",
     "Generalised-alpha on the gyrostat: errors at t = 2 s and of the multipliers against "
     "the step"},
    {0}};

const hol_paper hol_paper_004 = {
    .id = "004",
    .title = "Terze, Zlatar, Mueller 2012: Numerical Integration Algorithm in Lie-Group Setting "
             "for Dynamics of Mechanical Systems",
    .table = files,
    .figure = figures,
    .study = study,
};
