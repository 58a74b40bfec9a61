/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holonomy/certify.h: every claim of a method on a system beside its measurement, with a verdict.
 */
#ifndef HOLONOMY_CERTIFY_H
#define HOLONOMY_CERTIFY_H

#include "holonomy/experiment.h"

HOL_API_BEGIN

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

/* Orders against the reference of the experiment, the power of h of an error estimate, invariants
 * with the law of their drift, symmetry, reversibility and symplecticity of the step, the largest
 * stable step, the cost of one; of a plug-in's method the calls of the allocator in its steps,
 * which `allocations` counts since the thread began (NULL: they are not counted; it may give -1
 * where it cannot).  The state of the experiment is stepped; where its stepper is stopped what is
 * left fails at once, and the certificate says nothing.  Where there is no memory the innermost
 * hol_try is left; without one this is false, and what its studies had for themselves stays behind.
 */
bool hol_certify(const hol_experiment *x, long (*allocations)(void), hol_certificate *certificate);

HOL_API_END

#endif
