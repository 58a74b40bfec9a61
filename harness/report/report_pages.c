/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which pages there are: see report_site.h. */
#include <stdlib.h>
#include <string.h>

#include "harness/report/report_site.h"

/* ---------------------------------------------------------------- whole parts */

static void show_verdicts(FILE *out, const report_markup *to, const report *r, int at)
{
    (void)at;
    hol_table t = hol_table_of("paper|place|the paper says|we measured|verdict");
    for (int i = 0; i < r->chapters; i++) r->chapter[i].verdicts(r->chapter[i].self, r, &t);
    to->paragraph(out, "Every table, statement and figure of the papers that is redone here, with "
                       "its verdict; the place leads to all of its numbers. Verdicts are worked "
                       "out from what was measured when this report was made.");
    report_table(out, to, &t, NULL);
}

static void show_chapter(FILE *out, const report_markup *to, const report *r, int at)
{
    r->chapter[at].show(r->chapter[at].self, r, out, to);
}

static void show_errata(FILE *out, const report_markup *to, const report *r, int at)
{
    (void)at;
    to->paragraph(out, "What is wrong, missing or ambiguous in the papers, and what is used here "
                       "in its place (reference/errata.tsv).");
    to->table(out, &r->errata, NULL);
}

/* The first record of the method that ran; NULL where none did. */
static const hol_record *first_run(const report *r, const hol_method *method)
{
    for (int i = 0; i < r->runs; i++)
        if (r->run[i].spec->method == method && r->run[i].record->ran) return r->run[i].record;
    return NULL;
}

static bool in_plan(const report *r, const hol_method *method)
{
    for (int i = 0; i < r->lanes; i++)
        if (r->lane[i].method == method) return true;
    return false;
}

static void show_methods(FILE *out, const report_markup *to, const report *r, int at)
{
    (void)at;
    hol_table t = hol_table_of("method|family|>order|step|about|source");
    const hol_method *one;
    for (int k = 0; (one = hol_method_at(k)); k++) {
        const hol_record *ran = first_run(r, one);
        if (!in_plan(r, one)) continue;
        hol_cell(&t, "%s", one->name);
        hol_cell_link(&t, report_method_heading(one).text);
        hol_cell(&t, "%s", one->family);
        hol_cell(&t, ran ? "%.3g" : "–", ran ? ran->order_q : 0.0);
        hol_cells(&t,
                  !ran            ? "–"
                  : ran->adaptive ? "error estimate"
                                  : "fixed",
                  one->about, one->source, NULL);
    }
    report_table(out, to, &t, NULL);
}

/* ---------------------------------------------------------------- the list */

report_heading report_method_heading(const hol_method *method)
{
    report_heading heading;
    snprintf(heading.text, sizeof heading.text, "Method %s", method->name);
    return heading;
}

void report_put_method(hol_table *t, const report *r, int lane)
{
    hol_cell(t, "%s", r->lane[lane].title);
    hol_cell_link(t, report_method_heading(r->lane[lane].method).text);
}

void report_put_problem(hol_table *t, const report *r, int section)
{
    hol_cell(t, "%s", r->section[section].title);
    hol_cell_link(t, r->section[r->section[section].subject].title);
}

static report_page *add(report_pages *p, const char *group, const char *file, const char *heading,
                        report_show *show, int at)
{
    report_page *page = &p->of[p->count++];
    *page = (report_page){.group = group, .show = show, .at = at};
    snprintf(page->file, sizeof page->file, "%.100s.html", file);
    snprintf(page->heading, sizeof page->heading, "%s", heading);
    snprintf(page->label, sizeof page->label, "%s", heading);
    return page;
}

static void add_problems(report_pages *p, const report *r)
{
    for (int i = 0; i < r->sections; i++) {
        char file[96];
        const report_section *s = &r->section[i];
        snprintf(file, sizeof file, "problem-%s", s->name);
        if (s->subject == i) add(p, "Problems", file, s->title, report_show_problem, i);
    }
}

static void add_methods(report_pages *p, const report *r)
{
    const hol_method *one;
    add(p, "Methods", "methods", "The methods", show_methods, 0);
    for (int k = 0; (one = hol_method_at(k)); k++) {
        char file[96];
        int lane = 0;
        if (!in_plan(r, one)) continue;
        while (r->lane[lane].method != one) lane++;
        snprintf(file, sizeof file, "method-%s", one->name);
        report_page *page =
            add(p, "Methods", file, report_method_heading(one).text, report_show_method, lane);
        snprintf(page->label, sizeof page->label, "%s", one->name);
    }
}

report_pages report_pages_of(const report *r)
{
    enum { OTHERS = 16 };
    report_pages p = {.of = hol_new(OTHERS + r->sections + r->lanes + r->chapters, sizeof *p.of)};
    report_page *front =
        add(&p, "", "index", "Which integrator for a mechanism", report_show_front, 0);
    snprintf(front->label, sizeof front->label, "Holonomy");
    add(&p, "All problems", "fastest", "The fastest method to a given error", report_show_fastest,
        0);
    add(&p, "All problems", "matrix", "Every method on every problem", report_show_matrix, 0);
    if (r->certificate)
        add(&p, "All problems", "certificates", "Certificates: every claim measured",
            report_show_certificates, 0);
    if (r->limits.columns)
        add(&p, "All problems", "measures", "Limits of others, and who is silently wrong",
            report_show_measures, 0);
    add_problems(&p, r);
    if (r->chapters)
        add(&p, "Papers", "papers", "What the papers say and what we measured", show_verdicts, 0);
    for (int i = 0; i < r->chapters; i++) {
        char file[96];
        snprintf(file, sizeof file, "%s", r->chapter[i].name);
        add(&p, "Papers", file, r->chapter[i].heading, show_chapter, i);
    }
    if (r->chapters) add(&p, "Papers", "errata", "Errata of the papers", show_errata, 0);
    add_methods(&p, r);
    add(&p, "Grounds", "reading", "How to read the numbers", report_show_reading, 0);
    add(&p, "Grounds", "fairness", "Fairness: what is the same, what differs", report_show_fairness,
        0);
    add(&p, "Grounds", "machine", "Machine and build", report_show_machine, 0);
    return p;
}

void report_pages_free(report_pages *pages)
{
    free(pages->of);
    *pages = (report_pages){0};
}
