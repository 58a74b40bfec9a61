/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which methods have a panel in the figures over time, and what is said of the others: see
 * report_panels.h. */
#include "harness/report/report_panels.h"

#include <math.h>
#include <string.h>

#include "base/text.h"

static double energy(const report_scale *s, const hol_deviation *d)
{
    return d->energy / s->energy;
}

static double momentum(const report_scale *s, const hol_deviation *d)
{
    return fmax(d->momentum, d->nodal) / s->momentum;
}

static double constraint(const report_scale *s, const hol_deviation *d)
{
    return fmax(d->phi / s->length, d->gv / s->speed);
}

static const struct {
    const char *name;
    double (*part)(const report_scale *s, const hol_deviation *d); /* of its scale; NaN: none */
} panels[REPORT_PANELS] = {{"energy", energy}, {"momentum", momentum}, {"constraint", constraint}};

const char *report_panels_name(report_panels of)
{
    return panels[of].name;
}

report_panel report_panel_of(const report *r, int section, int lane, report_panels of)
{
    const report_run *run = report_followed(r, section, lane);
    double most = NAN;
    for (int i = 0; run && i < run->record->points; i++)
        most = fmax(most, panels[of].part(&r->section[section].scale, &run->record->series[i]));
    return isnan(most)           ? REPORT_PANEL_NONE
           : most < report_floor ? REPORT_PANEL_FLAT
                                 : REPORT_PANEL_DRAWN;
}

/* "mk4, rattle and shake" */
static int list(const report *r, int section, report_panels of, report_panel panel, char text[],
                size_t size)
{
    int count = 0, n = 0;
    text[0] = '\0';
    for (int k = 0; k < r->lanes; k++) count += report_panel_of(r, section, k, of) == panel;
    for (int k = 0; k < r->lanes; k++) {
        if (report_panel_of(r, section, k, of) != panel) continue;
        hol_append(text, size, "%s%s", !n ? "" : n + 1 < count ? ", " : " and ", r->lane[k].title);
        n++;
    }
    return count;
}

void report_figure_says(const report *r, int section, const report_figure *figure, char text[],
                        size_t size)
{
    char names[1024];
    report_panels of = (report_panels)figure->at;
    bool there = figure->there(r, section, figure->at);
    text[0] = '\0';
    if (there) hol_append(text, size, "%s", figure->caption);
    if (!figure->panels) return;
    if (list(r, section, of, REPORT_PANEL_FLAT, names, sizeof names))
        hol_append(text, size, "%s%s %.0e of its scale at all times, and not drawn: %s.",
                   there ? " " : figure->title, there ? "Below" : ", below", report_floor, names);
    if (there && list(r, section, of, REPORT_PANEL_NONE, names, sizeof names))
        hol_append(text, size, " %s, or not run: %s.",
                   of == REPORT_PANELS_ENERGY
                       ? "Not to be told, of steps too long for the work done"
                       : "Without such a quantity",
                   names);
}
