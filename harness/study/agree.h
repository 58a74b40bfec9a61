/* SPDX-License-Identifier: GPL-3.0-or-later */
/* agree.h: a reference that a program made beside the motion derived anew, component by component,
 * and the reason where they differ before the last trusted digit.  It is derived by power series
 * or, where the problem has none, in double precision, whose fewer digits are then all that is
 * asked.
 *
 * The program has the decimals as they are printed, the series the doubles next to them.  What that
 * makes of the motion is measured: the series once more, in the same precision, of data of which
 * every number that is no binary fraction is moved by one unit in its last place, up or down at
 * random. */
#pragma once

#include "harness/study/derive.h"

#define HOL_AGREE_LIST(X)                                                                          \
    X(ALL_DIGITS, "all digits")                                                                    \
    X(ROUNDED_DATA, "rounded data")                                                                \
    X(DIFFERS, "differs")

typedef enum {
#define X(name, text) HOL_AGREE_##name,
    HOL_AGREE_LIST(X)
#undef X
} hol_agree_verdict;

const char *hol_agree_name(hol_agree_verdict verdict);

typedef struct {    /* of a kind of numbers, relative to the largest of them */
    double apart;   /* largest difference */
    double trusted; /* what the file's digits leave open, in double precision the derivation's */
    double moved;   /* by data that are moved, the largest of all trials; NaN: none was moved */
    hol_agree_verdict verdict;
} hol_agreement;

typedef struct {
    hol_agreement of[HOL_DERIVE_KINDS];
    const hol_deriver *by;
    double until;      /* the last row that was compared [s] */
    hol_message ended; /* why it is not the file's last; "": it is */
} hol_agreements;

/* By file's problem and parameters; false with a message, also where no row can be compared. */
bool hol_agree(const hol_problem *problem, const char *path, hol_agreements *found,
               hol_derive_news *news, void *self, hol_message *why);
