/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The first page: what this is, what was found, which method to take, and every problem at a
 * glance. */
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "harness/report/report_site.h"

enum { LONG = 1024 };

/* ---------------------------------------------------------------- what this is */

static int methods_of(const report *r)
{
    int count = 0;
    for (int k = 0, i; k < r->lanes; k++) {
        for (i = 0; r->lane[i].method != r->lane[k].method;) i++;
        count += i == k;
    }
    return count;
}

static int problems_of(const report *r)
{
    int count = 0;
    for (int k = 0, i; k < r->sections; k++) {
        for (i = 0; r->section[i].problem != r->section[k].problem;) i++;
        count += i == k;
    }
    return count;
}

static const char *plural(int n)
{
    return n == 1 ? "" : "s";
}

static void what_this_is(FILE *out, const report_markup *to, const report *r)
{
    char text[LONG];
    int methods = methods_of(r), problems = problems_of(r);
    snprintf(text, sizeof text,
             "%d time integrator%s of multibody systems with holonomic constraints on "
             "the same %d problem%s: how exact they are, what they keep, what they "
             "cost",
             methods, plural(methods), problems, plural(problems));
    if (r->chapters)
        hol_append(text, sizeof text,
                   "; and of %d paper%s, whether what is printed comes out again", r->chapters,
                   plural(r->chapters));
    hol_append(text, sizeof text,
               ". Everything here was measured by one build%s, against the true motion of each "
               "problem, whose page says where it comes from and to how many digits, and can be "
               "made again by: %s.",
               report_has_away(r) || r->machines > 1 ? ", all CPU times on one machine"
                                                     : " on one machine",
               r->command);
    to->paragraph(out, text);
    report_show_machines(out, to, r);
    report_show_taken(out, to, r);
}

/* ---------------------------------------------------------------- figures */

static void show_figure(FILE *out, const report_markup *to, const report *r, const char *name,
                        const char *caption)
{
    char path[REPORT_PATH], full[2 * REPORT_PATH];
    snprintf(path, sizeof path, REPORT_FIGURES "/front-%s.svg", name);
    snprintf(full, sizeof full, "%s/%s", r->dir, path);
    if (access(full, R_OK) == 0)
        to->figure(out, r->dir, &(report_picture){path, caption, REPORT_CURVES});
}

static void figures(FILE *out, const report_markup *to, const report *r)
{
    show_figure(out, to, r, "profiles",
                "Performance profiles: on which part of the problems a method takes at most so "
                "many times the CPU time of the fastest one there, of the six methods of least "
                "cost. A band lies between each method's slowest pass beside the others' fastest "
                "and the reverse.");
    show_figure(
        out, to, r, "work",
        "Work and precision on the problem where most methods come to an error of 1e-6: of "
        "more than eight those that are the cheapest to some error, and at most six that stand for "
        "other families; all others are pale.");
}

/* ---------------------------------------------------------------- problems */

static void beside(FILE *out, const report_markup *to, char where)
{
    if (to->beside) to->beside(out, where);
}

static void at_a_glance(FILE *out, const report_markup *to, const report *r, int section)
{
    to->pointer(out, r->section[section].title, r->section[section].title);
    beside(out, to, '<');
    report_show_frame(out, to, r, section);
    beside(out, to, '|');
    report_show_subject(out, to, r, section);
    report_show_choice(out, to, r, section);
    beside(out, to, '>');
}

/* ---------------------------------------------------------------- the page */

void report_show_front(FILE *out, const report_markup *to, const report *r, int at)
{
    (void)at;
    what_this_is(out, to, r);
    if (r->findings) to->heading(out, 3, "What was found");
    for (int i = 0; i < r->findings; i++) to->finding(out, &r->finding[i]);
    to->heading(out, 3, "Which method to take");
    report_show_recommended(out, to, r);
    figures(out, to, r);
    to->heading(out, 3, "Which method to take on each problem");
    for (int i = 0; i < r->sections; i++)
        if (r->section[i].subject == i) at_a_glance(out, to, r, i);
}
