/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is read off between a method's runs: see report_ladder.h. */
#include "harness/report/report_ladder.h"

#include <math.h>

static const double least_value = 1e-17; /* below it every value is the same zero */

report_ladder report_ladder_of(const report *r, int section, int lane, report_quantity *quantity)
{
    return report_ladder_slow(r, section, lane, quantity, 0);
}

report_ladder report_ladder_slow(const report *r, int section, int lane, report_quantity *quantity,
                                 double slow)
{
    report_ladder l = {.rungs = 0};
    const report_run *run;
    for (int n = 0; l.rungs < REPORT_RUNGS && (run = report_nth(r, section, lane, n)); n++) {
        const hol_record *one = run->record;
        if (!one->ran || one->end != HOL_END_OK || !(one->cpu_seconds > 0.0)) continue;
        double value = quantity(one), spread = one->cpu_spread > 0.0 ? one->cpu_spread : 0.0;
        if (!isnan(value))
            l.rung[l.rungs++] =
                (report_rung){one->cpu_seconds + slow * spread, fmax(value, least_value)};
    }
    return l;
}

double report_position(const hol_record *r)
{
    return r->error.position;
}

double report_orientation(const hol_record *r)
{
    return r->error.orientation;
}

report_quantity *report_error_of(const report *r, int section)
{
    return report_moves(r, section) ? report_position : report_orientation;
}

/* y at x on the line through (x0, y0) and (x1, y1) in both logarithms. */
static double between(double x, double x0, double y0, double x1, double y1)
{
    return x0 == x1 ? y1 : y0 * pow(y1 / y0, log(x / x0) / log(x1 / x0));
}

report_reading report_time_to(const report_ladder *l, double error)
{
    int best = 0, above = -1, below = -1;
    if (!l->rungs) return (report_reading){REPORT_NOTHING, NAN};
    for (int i = 1; i < l->rungs; i++)
        if (l->rung[i].value < l->rung[best].value) best = i;
    for (int i = 0; i <= best; i++)
        if (l->rung[i].value > error)
            above = i, below = -1;
        else if (below < 0)
            below = i;
    if (below < 0) return (report_reading){REPORT_OUTSIDE, l->rung[best].value};
    const report_rung *b = &l->rung[below];
    if (above < 0) return (report_reading){REPORT_WITHIN, b->cpu};
    const report_rung *a = &l->rung[above];
    return (report_reading){REPORT_BETWEEN, between(error, a->value, a->cpu, b->value, b->cpu)};
}

report_reading report_value_after(const report_ladder *l, double cpu)
{
    if (!l->rungs) return (report_reading){REPORT_NOTHING, NAN};
    double least = INFINITY;
    for (int i = 0; i < l->rungs; i++) least = fmin(least, l->rung[i].cpu);
    if (least > cpu) return (report_reading){REPORT_OUTSIDE, least};
    for (int i = l->rungs - 1; i > 0; i--) {
        const report_rung *a = &l->rung[i - 1], *b = &l->rung[i];
        if (a->cpu <= cpu && cpu <= b->cpu)
            return (report_reading){REPORT_BETWEEN,
                                    between(cpu, a->cpu, a->value, b->cpu, b->value)};
    }
    return (report_reading){REPORT_WITHIN, l->rung[l->rungs - 1].value};
}

bool report_open_end(const report *r, const report_run *run)
{
    const hol_rung *rung = &r->plan->rung[run->spec - r->plan->spec];
    const report_run *end = r->run + r->runs;
    bool last = run + 1 == end || run[1].section != run->section || run[1].lane != run->lane;
    if (!run->record->ran || run->record->end != HOL_END_OK) return false;
    return rung->end == HOL_LADDER_SPENT ||
           (rung->error > 0 && rung->end == HOL_LADDER_GOES_ON && last);
}

bool report_open_ended(const report *r, int section, int lane)
{
    const report_run *run;
    for (int n = 0; (run = report_nth(r, section, lane, n)); n++)
        if (report_open_end(r, run)) return true;
    return false;
}
