/* SPDX-License-Identifier: GPL-3.0-or-later */
/* certify.h: every claim of a method on a system beside its measurement, with a verdict. */
#ifndef HOL_CERTIFY_H
#define HOL_CERTIFY_H

#include "harness/study/study.h"

#define HOL_CERTIFIED_LIST(X)                                                                      \
    X(HOLDS, "holds")                                                                              \
    X(FAILS, "FAILS")                                                                              \
    X(NOT_VISIBLE, "not visible")                                                                  \
    X(NO_CLAIM, "no claim")                                                                        \
    X(NOT_MEASURED, "not measured")

typedef enum {
#define X(name, text) HOL_CERTIFIED_##name,
    HOL_CERTIFIED_LIST(X)
#undef X
        HOL_CERTIFIED_VERDICTS
} hol_certified;

const char *hol_certified_name(hol_certified verdict);

typedef struct {
    char what[40], claim[32],
        measured[160]; /* measured: with the reason where there is no number */
    double value;      /* the number itself; NaN */
    hol_certified verdict;
} hol_certificate_line;

enum { HOL_CERTIFICATE_LINES = 24 };

typedef struct {
    int lines, failed; /* failed: claims that do not hold */
    hol_certificate_line line[HOL_CERTIFICATE_LINES];
} hol_certificate;

/* The first 2 s of a problem, or its span: states for the study of one step are taken from it. */
double hol_certify_span(const hol_problem *problem);
/* Orders against the reference, invariants with the law of their drift, symmetry, reversibility and
 * symplecticity of the step, the largest stable step, the cost of one. */
void hol_certify(const hol_experiment *x, hol_certificate *certificate);

#endif
