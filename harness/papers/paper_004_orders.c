/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Beside paper 004: generalised-alpha on its gyrostat, its order reduction from a plain start and
 * without it (Arnold, Bruels, Cardona, Numer. Math. 129 (2015) 149). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/cli/cli.h"
#include "harness/memory.h"
#include "harness/papers/paper_004.h"

enum {
    ROWS = 5,    /* multipliers of the gyrostat */
    SETTLES = 8, /* first steps, in which the method settles */
};
static const double span = 2; /* of a run [s] */

typedef struct {               /* a run */
    double h;                  /* [s] */
    double position, velocity; /* errors at the end */
    double first, later;       /* largest error of its multipliers over the first steps, and
                                * over the later half [N, N m] */
} order_run;

/* ---------------------------------------------------------------- runs */

typedef struct {
    double *at; /* ROWS numbers for every `stride`-th node */
    long stride;
} recorder;

static void record(void *self, const hol_node *node)
{
    const recorder *to = self;
    if (node->step % to->stride) return;
    memcpy(to->at + node->step / to->stride * ROWS, node->z->lambda, ROWS * sizeof *to->at);
}

/* True multipliers at k h_least, to be freed: by Munthe-Kaas steps of order 4, 16 to one of
 * h_least, whose multipliers are those of the index-1 equations. */
static double *multipliers(double h_least, hol_message *why)
{
    static const hol_p004_scheme scheme = {.method = "mk4"};
    enum { FINER = 16 };
    recorder to = {hol_new(ROWS * ((int)lrint(span / h_least) + 1), sizeof *to.at), FINER};
    hol_result r = {0};
    bool good = hol_p004_run(&scheme, h_least / FINER, span, 0, record, &to, &r, why);
    hol_result_free(&r);
    if (good) return to.at;
    free(to.at);
    return NULL;
}

typedef struct {
    const double *truth;
    long stride;
    double first, later;
} comparison;

static void compare(void *self, const hol_node *node)
{
    comparison *c = self;
    const double *truth = c->truth + node->step * c->stride * ROWS;
    double most = 0;
    for (int i = 0; i < ROWS; i++) most = fmax(most, fabs(node->z->lambda[i] - truth[i]));
    if (node->step > 0 && node->step <= SETTLES) c->first = fmax(c->first, most);
    if (node->z->t >= 0.5 * span) c->later = fmax(c->later, most);
}

static bool run_at(const hol_p004_scheme *scheme, double h, double h_least, const double truth[],
                   order_run *o, hol_message *why)
{
    comparison c = {.truth = truth, .stride = lrint(h / h_least)};
    hol_result r = {0};
    bool good = hol_p004_run(scheme, h, span, 0, compare, &c, &r, why);
    if (good)
        *o = (order_run){.h = h,
                         .position = r.error.position,
                         .velocity = r.error.velocity,
                         .first = c.first,
                         .later = c.later};
    hol_result_free(&r);
    return good;
}

/* ---------------------------------------------------------------- the study */

static const double steps[] = {0.04, 0.02, 0.01, 0.005, 0.0025, 0.00125};
enum { WAYS = 3, STEPS = sizeof steps / sizeof *steps };

static const hol_p004_scheme alpha[WAYS] = {
    {"index 3, plain start", "gena-lie", {"form=index-3", "start=plain"}},
    {"index 3, corrected start", "gena-lie", {"form=index-3", "start=corrected"}},
    {"stabilised index 2", "gena-lie", {"form=stabilised-index-2", "start=corrected"}},
};

static void find_orders(hol_paper_findings *found, order_run o[WAYS][STEPS])
{
    for (int w = 0; w < WAYS; w++) {
        const order_run *a = &o[w][STEPS - 3], *b = &o[w][STEPS - 1];
        char place[64];
        double first = hol_p004_slope(a->first, b->first, a->h, b->h),
               later = hol_p004_slope(a->later, b->later, a->h, b->h);
        bool as_said = fabs(first - (w ? 2 : 1)) < 0.1 && fabs(later - 2) < 0.1;
        snprintf(place, sizeof place, "gena-lie, %s", alpha[w].title);
        hol_paper_find(found, place,
                       w ? "Arnold, Bruels, Cardona 2015: multipliers of order 2 from the start on"
                         : "Arnold, Bruels, Cardona 2015: multipliers of order 1 until the start "
                           "has died out",
                       hol_paper_if(as_said),
                       "observed order of positions %.2f, velocities %.2f, multipliers over the "
                       "first %d steps %.2f, from t = %g s on %.2f",
                       hol_p004_slope(a->position, b->position, a->h, b->h),
                       hol_p004_slope(a->velocity, b->velocity, a->h, b->h), SETTLES, first,
                       0.5 * span, later);
    }
}

int hol_p004_orders(hol_paper_findings *found, const char *dir, hol_message *why)
{
    order_run o[WAYS][STEPS];
    double x[STEPS][1 + 4 * WAYS], *truth = multipliers(steps[STEPS - 1], why);
    bool good = truth;
    for (int k = 0; good && k < WAYS * STEPS; k++) {
        int w = k / STEPS, i = k % STEPS;
        good = run_at(&alpha[w], steps[i], steps[STEPS - 1], truth, &o[w][i], why);
        if (!good) break;
        const double of[] = {o[w][i].position, o[w][i].velocity, o[w][i].first, o[w][i].later};
        x[i][0] = steps[i];
        for (int j = 0; j < 4; j++) x[i][1 + 4 * w + j] = of[j];
    }
    free(truth);
    if (!good) return HOL_EXIT_FAILED;
    find_orders(found, o);
    return hol_p004_table(
        dir, "paper-004-orders.csv",
        "h [s], then for each of index 3 plain, index 3 corrected, index 2: position [m],"
        "velocity,multipliers over the first steps,multipliers over the later half",
        STEPS, 1 + 4 * WAYS, x[0], why);
}
