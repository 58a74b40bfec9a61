/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Beside paper 004: generalised-alpha on its gyrostat, its order reduction from a plain start and
 * without it (Arnold, Bruels, Cardona, Numer. Math. 129 (2015) 149). */
#include <math.h>
#include <string.h>

#include "harness/papers/paper_004.h"

static const double steps[] = {0.04, 0.02, 0.01, 0.005, 0.0025, 0.00125};
enum {
    WAYS = 3,
    STEPS = sizeof steps / sizeof *steps,
    NODES = 1601, /* of the finest step */
    ROWS = 5,     /* multipliers of the gyrostat */
    SETTLES = 8,  /* first steps, in which the method settles */
};
static const double span = 2; /* of a run [s] */

typedef struct { /* of a file */
    double h;    /* [s] */
    struct {
        double position, velocity; /* errors at the end */
        double first, later;       /* largest error of its multipliers over the first steps, and
                                    * over the later half [N, N m] */
    } way[WAYS];
} line;

/* ---------------------------------------------------------------- runs */

typedef struct {
    double (*truth)[ROWS]; /* multipliers at the NODES */
    long nodes, steps;     /* of the NODES to a step; steps to one of them */
    double first, later;
} watch;

static void record(void *self, const hol_node *node)
{
    const watch *w = self;
    if (node->step % w->steps == 0)
        memcpy(w->truth[node->step / w->steps], node->z->lambda, sizeof *w->truth);
}

static void compare(void *self, const hol_node *node)
{
    watch *w = self;
    const double *truth = w->truth[node->step * w->nodes];
    double most = 0;
    for (int i = 0; i < ROWS; i++) most = fmax(most, fabs(node->z->lambda[i] - truth[i]));
    if (node->step > 0 && node->step <= SETTLES) w->first = fmax(w->first, most);
    if (node->z->t >= 0.5 * span) w->later = fmax(w->later, most);
}

static bool run(hol_paper_run is, double h, hol_observer *observe, watch *w, hol_error *error,
                hol_message *why)
{
    hol_result r;
    is.h = h;
    is.until = span;
    is.observe = observe;
    is.observer = w;
    bool good = hol_paper_measure(&is, &r, why);
    *error = r.error;
    hol_result_free(&r);
    return good;
}

/* ---------------------------------------------------------------- the study */

static const hol_paper_run alpha[WAYS] = {
    HOL_P004_RUN("gena-lie", "form=index-3", "start=plain"),
    HOL_P004_RUN("gena-lie", "form=index-3", "start=corrected"),
    HOL_P004_RUN("gena-lie", "form=stabilised-index-2", "start=corrected"),
};

/* The last steps, from four times the finest on. */
static void find_order(hol_paper_section *to, const line x[STEPS], int way, bool later)
{
    enum { LAST = 3 };
    static const char *const id[WAYS][2] = {{"plain-first", "plain-later"},
                                            {"corrected-first", "corrected-later"},
                                            {"index-2-first", "index-2-later"}};
    double y[2 * LAST];
    for (int k = 0; k < LAST; k++) {
        const line *at = &x[STEPS - LAST + k];
        y[2 * k] = at->h;
        y[2 * k + 1] = later ? at->way[way].later : at->way[way].first;
    }
    hol_paper_find(to, id[way][later], 2 * LAST, y, "%.2e at h = %g s, %.2e at %g s", y[1], y[0],
                   y[2 * LAST - 1], y[2 * LAST - 2]);
}

/* The true multipliers are those of Munthe-Kaas steps of order 4, 16 to one of the finest, which
 * are those of the index-1 equations. */
bool hol_p004_orders(hol_paper_section *to)
{
    static const hol_paper_run exact = HOL_P004_RUN("mk4", NULL);
    enum { FINER = 16 };
    double truth[NODES][ROWS], least = steps[STEPS - 1];
    line x[STEPS];
    hol_error e;
    watch w = {.truth = truth, .steps = FINER};
    bool good = run(exact, least / FINER, record, &w, &e, &to->why);
    for (int k = 0; good && k < WAYS * STEPS; k++) {
        line *at = &x[k % STEPS];
        at->h = steps[k % STEPS];
        w = (watch){.truth = truth, .nodes = lrint(at->h / least)};
        good = run(alpha[k / STEPS], at->h, compare, &w, &e, &to->why);
        at->way[k / STEPS].position = e.position;
        at->way[k / STEPS].velocity = e.velocity;
        at->way[k / STEPS].first = w.first;
        at->way[k / STEPS].later = w.later;
    }
    if (!good) return false;
    for (int way = 0; way < WAYS; way++)
        for (int later = 0; later < 2; later++) find_order(to, x, way, later);
    return hol_paper_write_sheet(
        to, "paper-004-orders.csv",
        &(hol_paper_sheet){"h [s], then for each of index 3 plain, index 3 corrected, index 2: "
                           "position [m],velocity,multipliers over the first steps,multipliers "
                           "over the later half",
                           STEPS, sizeof *x / sizeof x->h, .x = &x->h});
}
