/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_panels.h: of the figures with a panel a method, over time, which methods have one. */
#pragma once

#include "harness/report/report.h"

typedef enum {
    REPORT_PANELS_ENERGY,
    REPORT_PANELS_MOMENTUM,
    REPORT_PANELS_CONSTRAINTS,
    REPORT_PANELS
} report_panels;

/* As the scripts of the figures name them. */
const char *report_panels_name(report_panels of);

typedef enum {
    REPORT_PANEL_NONE, /* no run of the lane is followed, or it has no such quantity */
    REPORT_PANEL_FLAT, /* below report_floor of its scale at all times */
    REPORT_PANEL_DRAWN
} report_panel;

report_panel report_panel_of(const report *r, int section, int lane, report_panels of);

/* Below a figure: its caption, and who has no panel in it.  In place of a figure in which all would
 * be flat, a sentence that says so; "" where there is nothing to say. */
void report_figure_says(const report *r, int section, const report_figure *figure, char text[],
                        size_t size);
