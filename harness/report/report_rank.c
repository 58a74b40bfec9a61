/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Methods ranked over all problems, by the area beside their performance profile (Dolan, More
 * 2002): the geometric mean of CPU time over the fastest's, where each factor is at most
 * report_farthest, which stands for a problem that is not reached, too. */
#include <math.h>

#include "harness/report/report_judge.h"

const double report_farthest = 100.0;

bool report_is_subject(const report *r, int section)
{
    return r->section[section].subject == section && report_has_errors(r, section);
}

/* Where all coarsest runs reach the error nothing is learnt of its price. */
bool report_counts(const report *r, int section, double error)
{
    for (int k = 0; k < r->lanes; k++) {
        report_reach of = report_reach_of(r, section, k, error, 0);
        if (!r->lane[k].method->baseline && !isnan(of.best) && !(of.reached && of.at_most))
            return report_is_subject(r, section);
    }
    return false;
}

/* A run that came to a singular configuration met the problem's own end; one that shows no law is
 * too short for the motion. */
static bool tells(const report_energy *energy)
{
    if (energy->keeps == REPORT_ENDED) return energy->run->record->end != HOL_END_SINGULAR;
    return energy->keeps != REPORT_NOT_LONG && energy->keeps != REPORT_UNTOLD;
}

report_rank report_rank_of(const report *r, int lane, double error, report_keeping energy)
{
    report_rank rank = {0};
    double sum = 0.0;
    for (int i = 0; i < r->sections; i++) {
        if (!report_counts(r, i, error)) continue;
        const report_energy *long_run = report_energy_of(r, i, lane);
        bool asked = tells(long_run);
        rank.asked += asked;
        rank.kept += asked && long_run->keeps >= energy;
        int first = report_fastest(r, i, error, -1, REPORT_NOT_LONG);
        if (first < 0) continue;
        report_reach of = report_reach_of(r, i, lane, error, 0);
        double factor = of.cpu / report_reach_of(r, i, first, error, 0).cpu;
        rank.of++;
        rank.reached += of.reached;
        sum += log(of.reached ? fmin(factor, report_farthest) : report_farthest);
    }
    rank.factor = rank.of ? exp(sum / rank.of) : (double)NAN;
    return rank;
}

int report_foremost(const report *r, double error, report_keeping energy)
{
    int first = -1;
    double least = INFINITY;
    for (int k = 0; k < r->lanes; k++) {
        if (r->lane[k].method->baseline) continue;
        report_rank rank = report_rank_of(r, k, error, energy);
        bool keeps = energy == REPORT_NOT_LONG || (rank.asked && rank.kept == rank.asked);
        if (!keeps || !rank.reached || !(rank.factor < least)) continue;
        least = rank.factor;
        first = k;
    }
    return first;
}
