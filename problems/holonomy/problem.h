/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holonomy/problem.h: a model with its start, its parameters and its reference. */
#ifndef HOLONOMY_PROBLEM_H
#define HOLONOMY_PROBLEM_H

#include "holonomy/api.h"
#include "holonomy/formulation.h"
#include "holonomy/option.h"
#include "holonomy/redundant.h"

HOL_API_BEGIN

typedef struct hol_problem {
    const char *name, *about;     /* a word; a sentence */
    const char *source, *drawing; /* a line; ASCII; or NULL */
    const hol_option *parameters; /* or NULL */
    void (*build)(hol_model *model, const double par[]);
    const hol_model *model; /* a finished model in place of `build`; NULL: none */
    /* the same made anew with those values of the parameters, of a file; false with a message */
    bool (*make)(const struct hol_problem *, const double par[], hol_model *model,
                 hol_message *why);
    const char *digest; /* SHA-256 of the file that model was read from; NULL: none */
    const char *file;   /* its path; NULL: none */
    const hol_own *own; /* escape hatch: the same model in its own coordinates; NULL: none */
    double t_end, step; /* default span and step [s] */
    /* beyond it the motion (with the default parameters) comes near a singular configuration, where
     * it is not unique, and nothing is claimed of a run [s]; 0: it never does */
    double t_regular;
    const char *size; /* the parameter that sets the number of bodies, or NULL */
    /* file names in reference/, blanks between; each says for which parameters it holds; or NULL */
    const char *reference;
    /* "epsilon=0.4": a parameter that the tests of the claims set, where the default motion is too
     * plain to tell methods apart; NULL: none */
    const char *trial;
    /* closed form at time t for any parameters, where one exists; NULL: none */
    void (*exact)(const double par[], double t, hol_pose pose[]);
    hol_redundant redundant; /* what becomes of redundant rows; DEFAULT: REFUSE */
} hol_problem;

/* Builds the problem's model with those values of its parameters, each of its table's kind and
 * range; false with a message. */
bool hol_problem_build(const hol_problem *problem, const double par[], hol_model *model,
                       hol_message *why);

/* The problems in C: those of the build, which have references of programs of their own, then those
 * of plug-ins; NULL past the last. */
const hol_problem *hol_core_problem_at(int k);
/* All problems: those in C, then the models problems/NAME.yaml of the data folder by their names.
 * A file is read when it is first asked for, and stays; one with mistakes is no problem. */
const hol_problem *hol_problem_at(int k);
const hol_problem *hol_problem_named(const char *name);

HOL_API_END

#endif
