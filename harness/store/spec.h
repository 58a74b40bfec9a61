/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spec.h: what determines the numbers of a run, as a value that can be written down, hashed, stored
 * and run again. */
#pragma once

#include "base/digest.h"
#include "holonomy/run.h"

enum { HOL_KEY = HOL_DIGEST, HOL_SPEC_LINE = 16384 };

typedef struct {
    const hol_problem *problem;
    const hol_method *method;
    double *parameters, *options; /* full tables of both, owned; NULL: no table */
    char formulation[16];         /* "": the method's default, else the first that fits */
    double h;                     /* fixed step, or the first one [s] */
    double rtol, atol;            /* one above 0: steps under control of the error estimate */
    double until;                 /* [s] */
    bool past_singular;           /* goes on past singular configurations */
    hol_redundant redundant;      /* what becomes of redundant rows */
    int series;                   /* points of the stored time series; 0: none */
    int motion;                   /* frames of the stored motion of the bodies; 0: none */
    int repeats;                  /* timed passes; 0: no timing */
} hol_spec;

/* The table's defaults, or what is given: malloc'd; NULL where there are none. */
double *hol_table_values(const hol_option table[], const double given[]);
/* The problem's own span, step and defaults. */
hol_spec hol_spec_of(const hol_problem *problem, const hol_method *method);
hol_spec hol_spec_copy(const hol_spec *spec);
void hol_spec_clear(hol_spec *spec);
hol_case hol_spec_case(const hol_spec *spec);

/* One line in a fixed order with 17 digits: equal lines are the same run. */
void hol_spec_text(const hol_spec *spec, char text[], size_t size);
/* The spec of which that is the line, if it differs from `like` in nothing but formulation, step,
 * tolerances, span, what is kept and how often it is timed: to be cleared. */
bool hol_spec_read(const char *line, const hol_spec *like, hol_spec *spec);
/* "-p J2=2.5 -o newton_tol=1e-13 --redundant=drop": what is not the default, as options of
 * `holonomy run`. */
void hol_spec_settings(const hol_spec *spec, char text[], size_t size);
/* Adds to what went wrong the plug-ins that the method and the problem are of, where they are. */
void hol_blame_plugins(const hol_problem *problem, const hol_method *method, hol_message *why);
/* SHA-256 of that line, of the library's build and of hol_libraries(). */
void hol_spec_key(const hol_spec *spec, char key[HOL_KEY]);
/* SHA-256 of what runs of a ladder have in common: that line with the digits of the step without
 * its power of two, without the tolerances, what is kept of the run and how often it is timed. */
void hol_spec_kin(const hol_spec *spec, char kin[HOL_KEY]);
/* The library's build: SHA-256 of its sources, compiler and flags, made with it. */
const char *hol_build_id(void);
