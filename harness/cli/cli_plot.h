/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cli_plot.h: the quantities of `holonomy plot`, and the numbers behind its figure. */
#pragma once

#include "harness/cli/cli.h"

typedef struct plot_asked plot_asked;

typedef struct plot_quantity {
    const char *name, *axis; /* axis: with the unit */
    const char *lacks;       /* why a problem has no values of it */
    int of;                  /* what of the problem it is one of: see plot_has */
    /* Writes the block of a case: "t value" or, of a motion, "t x y z", a line a time; the exit
     * code, after a message where it is not OK. */
    int (*put)(FILE *out, const plot_asked *a, hol_case *c);
    size_t at;           /* of a deviation in hol_deviation, of an error in hol_error */
    bool motion, linear; /* three coordinates; a value of either sign */
    const char *part;    /* "body" or "row": what of it is drawn has a name; NULL: there is one */
} plot_quantity;

struct plot_asked {
    const char *name; /* of the problem, as typed */
    const hol_problem *problem;
    const double *par;
    hol_names methods, parameters, options; /* the latter two: "name=value" */
    double step, until, rtol;               /* NaN: not given */
    const char *formulation;
    cli_chosen asked; /* a quantity; -1: not given */
    const plot_quantity *what;
    const char *body, *row, *output;
    bool quiet, moving, no_derive;
};

/* Does a problem have values of it? */
bool plot_has(const plot_quantity *q, const hol_result *r);
/* Is it against the true motion? */
bool plot_needs_truth(const plot_quantity *q);
/* The case of a method with these options. */
hol_case plot_case_of(const plot_asked *a, const hol_method *method, const double opt[]);
/* Whose row or body is drawn, the one asked for, else the last of the run's; NULL: of all one
 * value.
 */
const char *plot_part(const plot_asked *a, const hol_result *r);
/* `plot --motion`: the runs in motion, as one page; an exit code. */
int plot_motion(const plot_asked *a);

/* Ends with a row that has no name. */
extern const plot_quantity plot_quantities[];
