/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the papers' sections find, as tests/harness/findings/ID.tsv keeps it: a row a line, "id rule
 * bound bound word count numbers", separated by tabs; rule "-": none. */
#ifndef HOL_TESTS_FINDINGS_H
#define HOL_TESTS_FINDINGS_H

#include "harness/papers/paper.h"

/* A row's word comes out of its numbers, and turns with them. */
void expect_turn(const char *paper, const hol_paper_finding *one);
/* The section has the kept rows and words, each of which turns; its figures name what there is.
 * HOL_FINDINGS=FOLDER: keeps them there instead. */
void expect_findings(const hol_paper_section *to);
/* The kept rows of a paper: ids, rules, bounds, words, numbers; to be freed. */
hol_paper_findings kept_findings(const char *paper);
void free_findings(hol_paper_findings *found);

#endif
