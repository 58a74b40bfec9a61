/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holonomy/reference.h: reads the reference solutions, reference/NAME.ref, and those that were
 * derived of a model, beside its file or in the cache.
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

typedef char hol_word[32];     /* a body's name */
typedef char hol_row_word[64]; /* that of a row */

typedef struct {
    char path[512], problem[64],
        parameters[192]; /* "N=1 rungs=up": the others have their defaults */
    char any[96];        /* names of parameters on which the motion does not depend */
    char model[65];      /* digest of the model it was derived of; "": a program's of its own */
    char by[16];         /* "mexax": what derived it; "": power series, or a program */
    int digits;          /* trusted ones */
    int bodies, multipliers, rows;
    hol_word *body; /* names */
    hol_row_word *multiplier;
    double *t;      /* rows, increasing [s] */
    hol_pose *pose; /* rows x bodies */
    double *lambda; /* rows x multipliers */
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
/* NAME.ref in the folder of the model's file, or here where it has none: where the reference that
 * is derived of a model is written. */
void hol_reference_beside(const hol_problem *problem, char path[], size_t size);
/* The problem's reference for these parameters: of the files it names, beside its own file or in
 * reference/, else the one that was derived of it.  NULL where there is none: `missing` names a
 * file that is not there, or is of another model, `wrong` one that cannot be right; else each is
 * "". */
hol_reference *hol_reference_for(const hol_problem *problem, const double par[],
                                 hol_message *missing, hol_message *wrong);
/* How the true motion was found and of which numbers it is, in words: of the reference, without one
 * (NULL) of the problem's closed form. */
void hol_reference_origin(const hol_problem *problem, const hol_reference *ref, char text[],
                          size_t size);
/* The row of time t (to 1e-9 s), -1 where there is none. */
int hol_reference_row(const hol_reference *ref, double t);
/* Poses, and multipliers (NULL: not asked for; NaN where unknown), at any time up to the last
 * row's: between rows by the power series about the row before, where the problem has them, else by
 * what derives its motion without.  False where the motion is not known then. */
bool hol_reference_at(const hol_reference *ref, const hol_problem *problem, const double par[],
                      double t, hol_pose pose[], double lambda[]);

HOL_API_END

#endif
