/* SPDX-License-Identifier: GPL-3.0-or-later */
/* paper_chapter.h: papers redone, and each as a chapter of the report: a line with its verdict for
 * every table, statement and figure, then all numbers. */
#pragma once

#include "harness/papers/paper.h"
#include "harness/report/report.h"

enum { HOL_PAPERS = 16 };

typedef struct { /* papers, by their names */
    const hol_paper *of[HOL_PAPERS];
    int count;
} hol_chapter_choice;

/* Adds "all", "none" or "002,004"; false after a message with the nearest name. */
bool hol_chapter_choose(hol_chapter_choice *chosen, const char *names);

/* Reads the paper's printed tables and redoes them, with the series of its figures in `dir` (NULL:
 * not wanted); an exit code, after a message where it is not OK. */
int hol_chapter_redo(hol_paper_section *p, const hol_paper *paper, const char *dir);
/* All that are chosen, into p[0], ..., by at most `jobs` processes at a time; to be freed either
 * way. */
int hol_chapters_redo(hol_paper_section p[], const hol_chapter_choice *chosen, const char *dir,
                      int jobs);
/* Place, what the paper says, what we measured, by which rule, verdict: beside the tables. */
hol_table hol_chapter_findings(const hol_paper_section *p);
/* Why numbers of a table differ, if any does. */
void hol_chapter_notes(FILE *out, const report_markup *to, const hol_paper_table *t);
/* Draws the paper's figures in `dir`, where its series are; an exit code, after a message. */
int hol_chapter_draw(const hol_paper_section *p, const char *dir, const report_origin *origin,
                     bool png);
/* Borrows the paper redone. */
report_chapter hol_chapter_of(const hol_paper_section *p);
