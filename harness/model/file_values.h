/* SPDX-License-Identifier: GPL-3.0-or-later */
/* file_values.h: the keys, names and numbers of a file's tree, checked. */
#pragma once

#include "harness/model/file_tree.h"

/* ---------------------------------------------------------------- values */

typedef struct { /* the tree's */
    int count;
    double *x;
} file_numbers;

typedef struct { /* the tree's; places in a table of names */
    int count;
    int *at;
} file_picks;

typedef struct { /* the words a key takes; `all` stands for the first `all` of them */
    const char *what;
    const char **name; /* the tree's */
    int count, all;
    const char *known; /* said where nothing is near; NULL: how to list them */
} file_names;

typedef struct {
    const char *name, *unit;
    double min, max; /* inclusive */
} file_range;

/* Each says what is wrong and leaves its output as it was where there is a mistake, or where the
 * node is -1: there is no value. */
void file_read_names(file_tree *tree, int node, const file_names *names, file_picks *picks);
void file_read_numbers(file_tree *tree, int node, const file_range *range, file_numbers *numbers);
void file_read_number(file_tree *tree, int node, const file_range *range, double *x);
void file_read_integer(file_tree *tree, int node, const file_range *range, int *n);
/* Says of the scalars at a node, or in the lists there, that are a number and its unit which has
 * another dimension than this one, or than both of two with '|' between them; NULL: any may
 * stand there.  What else an expression is made of has no unit. */
void file_check_units(file_tree *tree, int node, const char *key, const char *unit);
/* An expression of what tree->names stand for, and of `variable` [variables]; NULL where there is a
 * mistake. */
const hol_expression *file_read_expression(file_tree *tree, int node, const char *name,
                                           const char *const variable[], int variables);
/* A name as it stands, `rod[i+1]` with the value of what stands in the brackets: rod[3]; NULL where
 * there is a mistake. */
const char *file_read_indexed(file_tree *tree, int node);
/* Whether a list has `count` entries, or may have had where the file broke off within it. */
bool file_takes(const file_node *list, int count);
/* A list of exactly `count` numbers; whether it is one. */
bool file_read_vector(file_tree *tree, int node, const char *name, int count, double x[]);
/* yes or no, true or false */
void file_read_yes(file_tree *tree, int node, const char *key, bool *yes);
/* A text of one line, not longer than its room. */
void file_read_line(file_tree *tree, int node, const char *key, char text[], size_t size);

/* ---------------------------------------------------------------- mappings */

typedef struct {
    const char *name;
    int slot; /* keys of one slot exclude each other */
} file_key;

typedef struct {     /* what stands in a slot; key -1: nothing */
    int key;         /* place in the table of keys */
    int name, value; /* nodes; value -1: the file broke off before it, or it is no use */
} file_field;

/* Sorts a mapping by slots.  An unknown key is a mistake and read as the nearest valid one.  False
 * where the node is no mapping. */
bool file_gather(file_tree *tree, int node, const char *what, const file_key key[], int keys,
                 file_field field[], int slots);
/* Whether the node is a mapping with that key. */
bool file_has_key(const file_tree *tree, int node, const char *name);
/* "a mapping", "a list", "'0.1x'", "nothing" */
file_shown file_what(const file_tree *tree, int node);
