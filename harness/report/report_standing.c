/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which methods of a section stand out in a figure of many curves: see report_ladder.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/report/report_ladder.h"

/* The errors at which methods are compared, four a decade from the largest asked for to the least.
 */
enum { COARSEST = -2, FINEST = -10, A_DECADE = 4, ERRORS = (COARSEST - FINEST) * A_DECADE + 1 };
enum { FEW = 8 }; /* timed curves that one figure holds in their colours */

typedef struct {
    int rungs;
    double to[ERRORS]; /* CPU time [s] to each of the errors; INFINITY: not reached */
} costs;

static costs costs_of(const report *r, int section, int lane)
{
    costs c;
    report_ladder l = report_ladder_of(r, section, lane, report_error_of(r, section));
    c.rungs = l.rungs;
    for (int i = 0; i < ERRORS; i++) {
        report_reading at = report_time_to(&l, pow(10.0, COARSEST - (double)i / A_DECADE));
        bool reached = at.place == REPORT_BETWEEN || at.place == REPORT_WITHIN;
        c.to[i] = reached ? at.x : HUGE_VAL;
    }
    return c;
}

/* How much dearer than the front where that is least; INFINITY: reaches none of the errors. */
static double distance(const costs *c, const double least[ERRORS])
{
    double d = INFINITY;
    for (int i = 0; i < ERRORS; i++)
        if (isfinite(c->to[i]) && isfinite(least[i])) d = fmin(d, c->to[i] / least[i]);
    return d;
}

static bool is_represented(const report *r, const report_standing of[], int lane)
{
    for (int k = 0; k < r->lanes; k++)
        if (of[k] != REPORT_PALE &&
            !strcmp(r->lane[k].method->family, r->lane[lane].method->family))
            return true;
    return false;
}

/* The nearest of all lanes whose family nobody stands for; -1: none. */
static int nearest(const report *r, const report_standing of[], const double away[])
{
    int first = -1;
    for (int k = 0; k < r->lanes; k++)
        if (isfinite(away[k]) && !is_represented(r, of, k) && (first < 0 || away[k] < away[first]))
            first = k;
    return first;
}

/* A plan that brings plug-ins asks for these beside the suite, and so for its baselines. */
static void show_plugins(const report *r, const costs c[], report_standing of[])
{
    bool any = false;
    for (int k = 0; k < r->lanes; k++) any |= hol_plugin_of_method(r->lane[k].method) != NULL;
    for (int k = 0; any && k < r->lanes; k++) {
        const hol_method *method = r->lane[k].method;
        bool asked = method->baseline || hol_plugin_of_method(method);
        if (asked && of[k] == REPORT_PALE && c[k].rungs) of[k] = REPORT_REPRESENTATIVE;
    }
}

void report_standings(const report *r, int section, report_standing of[])
{
    costs *c = hol_new(r->lanes, sizeof *c);
    double *away = hol_new(r->lanes, sizeof *away), least[ERRORS];
    for (int i = 0; i < ERRORS; i++) least[i] = INFINITY;
    for (int k = 0; k < r->lanes; k++) {
        c[k] = costs_of(r, section, k);
        for (int i = 0; !r->lane[k].method->baseline && i < ERRORS; i++)
            least[i] = fmin(least[i], c[k].to[i]);
    }
    int curves = 0;
    for (int k = 0; k < r->lanes; k++) {
        curves += c[k].rungs > 0;
        away[k] = distance(&c[k], least);
        of[k] = away[k] == 1.0 && !r->lane[k].method->baseline ? REPORT_FRONT : REPORT_PALE;
    }
    for (int n = 0, k; n < REPORT_REPRESENTATIVES && (k = nearest(r, of, away)) >= 0; n++)
        of[k] = REPORT_REPRESENTATIVE;
    show_plugins(r, c, of);
    for (int k = 0; curves <= FEW && k < r->lanes; k++)
        if (of[k] == REPORT_PALE) of[k] = REPORT_REPRESENTATIVE;
    free(away);
    free(c);
}
