/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who is how fast to a given error: see report_time_to of report_ladder.h. */
#include <math.h>

#include "harness/report/report_judge.h"
#include "harness/report/report_ladder.h"

const double report_goal[REPORT_GOALS] = {1e-2, 1e-4, 1e-6, 1e-8, 1e-10};

report_reach report_reach_of(const report *r, int section, int lane, double error, double slow)
{
    report_ladder l = report_ladder_slow(r, section, lane, report_error_of(r, section), slow);
    report_reading at = report_time_to(&l, error);
    report_reach of = {.reached = at.place == REPORT_BETWEEN || at.place == REPORT_WITHIN,
                       .at_most = at.place == REPORT_WITHIN,
                       .best = report_time_to(&l, 0).x};
    if (of.reached) of.cpu = at.x;
    return of;
}

int report_fastest(const report *r, int section, double error, int but, report_keeping energy)
{
    int first = -1;
    double least = INFINITY;
    for (int k = 0; k < r->lanes; k++) {
        if (k == but || r->lane[k].method->baseline) continue;
        if (energy != REPORT_NOT_LONG && report_energy_of(r, section, k)->keeps < energy) continue;
        report_reach of = report_reach_of(r, section, k, error, 0);
        if (!of.reached || of.cpu >= least) continue;
        least = of.cpu;
        first = k;
    }
    return first;
}

const char *report_ratio_sign(const report_reach *of, const report_reach *first)
{
    static const char *const sign[2][2] = {{"", "≥ "}, {"≤ ", "~ "}};
    return of->cpu == first->cpu ? "" : sign[of->at_most][first->at_most];
}

bool report_has_errors(const report *r, int section)
{
    for (int k = 0; k < r->lanes; k++)
        if (!r->lane[k].method->baseline && !isnan(report_reach_of(r, section, k, 0, 0).best))
            return true;
    return false;
}

const char *report_error_unit(const report *r, int section)
{
    return report_moves(r, section) ? "m" : "rad";
}
