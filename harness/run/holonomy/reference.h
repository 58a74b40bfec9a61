/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holonomy/reference.h: reads the reference solutions, reference/NAME.ref.
 *
 * A text file: header lines "# key: value" after "# holonomy reference 1" (problem, parameters,
 * digits, bodies, multipliers are read), then rows of numbers: t, per body r[3] p[4] v[3] omega[3],
 * the multipliers. */
#ifndef HOLONOMY_REFERENCE_H
#define HOLONOMY_REFERENCE_H

#include "holonomy/api.h"
#include "holonomy/method.h"
#include "holonomy/problem.h"

HOL_API_BEGIN

typedef char hol_word[32];

typedef struct {
    char path[512], problem[64],
        parameters[192]; /* "N=1 rungs=up": the others have their defaults */
    char any[96];        /* names of parameters on which the motion does not depend */
    int digits;          /* trusted ones */
    int bodies, multipliers, rows;
    hol_word *body, *multiplier; /* names */
    double *t;                   /* rows, increasing [s] */
    hol_pose *pose;              /* rows x bodies */
    double *lambda;              /* rows x multipliers */
} hol_reference;

/* The path of a file of the data folder reference/; false where it cannot be read. */
bool hol_reference_find(const char *file, char path[], size_t size);
/* NULL with a message that names file and line, or says that there is no memory. */
hol_reference *hol_reference_read(const char *path, hol_message *why);
void hol_reference_free(hol_reference *ref);
/* File k of a problem's references, false past the last. */
bool hol_reference_file(const hol_problem *problem, int k, char file[64]);
/* The values of the problem's parameters it holds for; false with a message where a name or value
 * is wrong. */
bool hol_reference_parameters(const hol_reference *ref, const hol_problem *problem, double par[],
                              hol_message *why);
/* The problem's reference for these parameters, NULL where there is none: `missing` names a file
 * that is not there, `wrong` one that cannot be right. */
hol_reference *hol_reference_for(const hol_problem *problem, const double par[],
                                 hol_message *missing, hol_message *wrong);
/* The row of time t (to 1e-9 s), -1 where there is none. */
int hol_reference_row(const hol_reference *ref, double t);

HOL_API_END

#endif
