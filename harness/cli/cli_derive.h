/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cli_derive.h: references derived under the eyes of the user, with progress and Ctrl-C minded. */
#pragma once

#include "harness/study/derive.h"

/* The row of a command whose runs need references. */
#define CLI_NO_DERIVE CLI_NO_DERIVE_AT(no_derive)
#define CLI_NO_DERIVE_AT(member)                                                                   \
    {                                                                                              \
        "no-derive", 0, NULL, "a model without a reference is run without one", cli_flag,          \
            CLI_AT(member)                                                                         \
    }

/* The derivation of the task, whose `news` is not set; NULL with a message; progress where that
 * takes longer than a second. */
hol_derivation *cli_derive(hol_derive_task task, bool quiet, hol_message *why);

/* What derives the motion of the problem; NULL: nothing does.  par NULL: the defaults. */
const hol_deriver *cli_deriver(const hol_problem *problem, const double par[]);

/* Where the true motion comes from with the default parameters, in words. */
void cli_truth(const hol_problem *problem, char text[], size_t size);

typedef struct {
    const hol_problem *problem;
    const double *par; /* NULL: the defaults */
    double until;      /* [s] */
    bool quiet;
} cli_motion;

/* Sees to it that the true motion is known up to then, where there is no closed form and it can be
 * derived: into the cache, with a line that says so.  A problem with references of its own is known
 * by them, and with other parameters no further than its span; of more than a hundred bodies
 * nothing is derived unasked.  OK, or INTERRUPTED after a message. */
int cli_know(const cli_motion *wanted);
