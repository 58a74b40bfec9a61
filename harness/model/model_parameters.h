/* SPDX-License-Identifier: GPL-3.0-or-later */
/* model_parameters.h: the names that a model's file gives to numbers: parameters, which a run may
 * set (-p name=value), constants, which are made of them, and the index of a repeated entry. */
#pragma once

#include "harness/model/file_values.h"
#include "holonomy/option.h"

enum { MODEL_NAMES = 2 * FILE_KEYS + 1, MODEL_COPIES = 10000 };

typedef struct {
    hol_scope scope;
    const char *name[MODEL_NAMES];
    double value[MODEL_NAMES];
    const char *table[FILE_KEYS];
    const hol_spline *spline[FILE_KEYS];
} model_names;

/* A name of the user's, `what` name ("a table's"), else it is said why not. */
bool model_sound_name(file_tree *tree, int node, const char *what);
/* The mapping of the key `what`; false with what is wrong, or where there is none, node -1. */
bool model_is_mapping(file_tree *tree, int node, const char *what);

/* The mapping `parameters` as a table that ends with m, NULL of none; node -1: there is none. */
const hol_option *model_read_parameters(file_tree *tree, int node, hol_memory *m);
/* The names of the table with those values, then the constants of the mapping `constants`, each
 * made of what stands before it, then the splines of the mapping `tables`; they are tree->names
 * from now on. */
void model_set_names(file_tree *tree, model_names *names, const hol_option table[],
                     const double value[], int constants, int tables);

/* The mapping `tables`, node -1: there is none, with the names there are so far. */
void model_read_tables(file_tree *tree, int node, model_names *names);

typedef struct { /* the copies of an entry: an index from first to last */
    int first, last;
    const char *index; /* NULL: it stands once */
} model_copies;

/* After a mistake: one copy, so that its other mistakes are found. */
void model_read_copies(file_tree *tree, int node, model_copies *copies);
/* Gives the index a value, or, where `copies` has none, takes it away. */
void model_set_index(file_tree *tree, model_names *names, const model_copies *copies, int value);
