/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cli_fits.h: what runs with what: a line a method or problem, a column a formulation, `yes` or the
 * number of why not; each reason stands once, below. */
#pragma once

#include "harness/cli/cli.h"

typedef struct { /* a problem with its default parameters in one formulation, or why it is not */
    hol_experiment *x;
    hol_eval *sys; /* NULL: there is none */
    hol_refusal why;
} cli_realised;

cli_realised cli_realise(const hol_problem *problem, const char *formulation);

typedef struct {
    char **reason;
    int count;
} cli_fits;

void cli_fits_heading(const char *title, const char *const formulation[], int count);
/* The problem of x, in each formulation.  Rows that depend on others are not named. */
void cli_fits_row(cli_fits *f, const char *name, const hol_method *method,
                  const hol_problem *problem, const cli_realised x[],
                  const char *const formulation[], int count);
/* The reasons, and the end of `f`. */
void cli_fits_end(cli_fits *f);
