/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_site.h: the pages of the report.  A document has them one after the other, a site as files
 * that lead to each other. */
#pragma once

#include "harness/report/report.h"

#define REPORT_TITLE "Holonomy: methods and problems side by side"

struct report_page {
    char file[128];    /* of the site */
    char heading[256]; /* all its own among the pages */
    char label[256];   /* in the contents */
    const char *group; /* of the contents */
    void (*show)(FILE *out, const report_markup *to, const report *r, int at);
    int at; /* section, lane or chapter */
};

struct report_pages {
    int count;
    report_page *of;
};

report_pages report_pages_of(const report *r);
void report_pages_free(report_pages *pages);
/* The text of the heading of a method's page. */
typedef struct {
    char text[96];
} report_heading;
report_heading report_method_heading(const hol_method *method);

/* A drawing of gnuplot as part of a page, its names unlike those of others. */
void report_svg(FILE *out, const char *svg, const char *name);
/* The next cell: a method, or a problem, that leads to its page. */
void report_put_method(hol_table *t, const report *r, int lane);
void report_put_problem(hol_table *t, const report *r, int section);

/* ---------------------------------------------------------------- the pages */

typedef void report_show(FILE *out, const report_markup *to, const report *r, int at);
report_show report_show_front, report_show_problem, report_show_method, report_show_reading,
    report_show_machine, report_show_matrix, report_show_certificates, report_show_measures,
    report_show_fairness, report_show_fastest; /* fastest: of every problem, to a given error */
/* What moves, in a sentence, and the parameters that are not the problem's own. */
void report_show_subject(FILE *out, const report_markup *to, const report *r, int section);
/* Of a problem its first picture, if it is drawn. */
void report_show_frame(FILE *out, const report_markup *to, const report *r, int section);
/* Where a method or problem comes from that is of a plug-in; NULL: of none. */
void report_show_plugin(FILE *out, const report_markup *to, const hol_loaded *plugin);
/* What became of the stores that were taken in, a paragraph each; did another machine make any? */
/* Nothing where one machine made all runs. */
void report_show_machines(FILE *out, const report_markup *to, const report *r);
void report_show_taken(FILE *out, const report_markup *to, const report *r);
bool report_has_away(const report *r);
/* Which method to take: on a problem, by the error wanted, with the verdict on energy; on all. */
void report_show_choice(FILE *out, const report_markup *to, const report *r, int section);
void report_show_recommended(FILE *out, const report_markup *to, const report *r);
