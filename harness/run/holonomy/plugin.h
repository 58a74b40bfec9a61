/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holonomy/plugin.h: methods, problems and laws of force from a shared object of one's own, a
 * plug-in.
 *
 * Its source names them, once, in one file:
 *
 *     static const hol_method *const families[] = {mine, NULL};
 *     HOL_PLUGIN(.name = "mine", .version = "1.0", .methods = families);
 *
 * `cc -shared -fPIC $(pkg-config --cflags holonomy)` makes the object; it is not linked with the
 * library, whose functions it finds in the program that loads it. */
#ifndef HOLONOMY_PLUGIN_H
#define HOLONOMY_PLUGIN_H

#include <stdbool.h>

#include "holonomy/api.h"
#include "holonomy/method.h"
#include "holonomy/problem.h"

HOL_API_BEGIN

typedef struct {                  /* a law of force that a model's file may name */
    const hol_force_law *law;     /* its name is what the file says */
    const char *about;            /* a sentence */
    const hol_option *parameters; /* real numbers, par[] of the force in their order; or NULL */
    int bodies;                   /* 1 or 2 that it acts on */
} hol_named_law;

typedef struct {
    int abi;             /* HOL_ABI of the headers it was compiled with; stays the first member */
    const char *name;    /* a word */
    const char *version; /* "1.0" */
    const char *source;  /* where it comes from, a line; or NULL */
    /* families, each up to a row without a name; the last one NULL; or NULL: none */
    const hol_method *const *methods;
    const hol_problem *const *problems; /* the last one NULL; or NULL: none */
    const hol_named_law *laws;          /* up to a row without a law; or NULL: none */
} hol_plugin;

/* Defines the one symbol that a plug-in exports, from the members behind `abi`. */
#define HOL_PLUGIN(...)                                                                            \
    HOL_API_BEGIN                                                                                  \
    extern const hol_plugin holonomy_plugin;                                                       \
    HOL_API_END                                                                                    \
    const hol_plugin holonomy_plugin = {.abi = HOL_ABI, __VA_ARGS__}

typedef struct { /* one that is loaded */
    const hol_plugin *is;
    const char *file;   /* its path as it was given */
    const char *digest; /* SHA-256 of the bytes of the file, 64 hexadecimal digits */
} hol_loaded;

/* Adds the methods, problems and laws of a file to the lists of all, until the program ends; a file
 * with the bytes of one that is loaded adds nothing.  False with a line that names the file and
 * what is wrong: it cannot be read or loaded, has no HOL_PLUGIN or one of another ABI, a method or
 * problem lacks what it must have, or bears a name that is taken; then nothing of it is added.  One
 * thread at a time, before others count on a list that stays as it is. */
bool hol_plugin_load(const char *file, hol_message *why);

/* In the order in which they were loaded; NULL past the last. */
const hol_loaded *hol_plugin_at(int k);
/* Where a method, a problem or a law comes from; NULL: from no plug-in. */
const hol_loaded *hol_plugin_of_method(const hol_method *method);
const hol_loaded *hol_plugin_of_problem(const hol_problem *problem);
const hol_loaded *hol_plugin_of_law(const hol_named_law *law);
/* The k-th of those whose laws act in a problem that is a model's file; NULL past the last. */
const hol_loaded *hol_plugin_of_laws(const hol_problem *problem, int k);

/* The laws of all plug-ins; NULL past the last, or where there is none of that name. */
const hol_named_law *hol_law_at(int k);
const hol_named_law *hol_law_named(const char *name);

HOL_API_END

#endif
