/* SPDX-License-Identifier: GPL-3.0-or-later */
/* file_tree.h: a YAML file as a tree whose every node knows its place, and the list of what is
 * wrong with it.  The YAML of plans and models: mappings, lists and scalars; no anchors, aliases,
 * tags, tab characters or second documents. */
#pragma once

#include <stdbool.h>

#include "base/digest.h"
#include "holonomy/memory.h"
#include "holonomy/model_file.h"
#include "numerics/expression.h"

/* Limits of a file. */
enum {
    FILE_BYTES = 1000000,
    FILE_NODES = 50000,
    FILE_DEPTH = 8,      /* lists and mappings within each other */
    FILE_KEYS = 64,      /* of one mapping */
    FILE_MISTAKES = 1000 /* more are counted only */
};

typedef enum {
    FILE_TEXT, /* a scalar in quotes, or of several lines */
    FILE_WORD, /* a scalar as it stands: a name or a number */
    FILE_LIST,
    FILE_MAP, /* its children are key, value, key, value, ... */
    FILE_BAD  /* its mistake is already said */
} file_kind;

typedef struct {
    file_kind kind;
    bool cut;         /* the file broke off within it */
    int line, column; /* from 1 */
    char *text;       /* of a scalar, UTF-8 */
    int first, next;  /* child, sibling; -1: none */
    int last, count;  /* children */
} file_node;

typedef struct {
    int line, column;
    char *text;
} file_mistake;

typedef struct {
    const char *path, *what; /* what: "a plan", "a model" */
    int bytes, nodes;        /* the most it may have */
    char digest[HOL_DIGEST]; /* SHA-256 of the bytes; "" where they could not be read */
    file_node *node;         /* node[0] is the root, where count > 0 */
    int count;
    file_mistake *mistake;
    int mistakes, unsaid; /* unsaid: beyond FILE_MISTAKES */
    /* what the names in its expressions stand for; NULL: a number is decimals only */
    const hol_scope *names;
    char copy[48];      /* " (i = 3)", which of the copies of an entry is read; or "" */
    hol_memory *memory; /* of nodes, texts and what is kept with them; ended by file_tree_free */
} file_tree;

/* Reads what can be read; every mistake is in the tree.  The file may have `times` FILE_BYTES and
 * FILE_NODES. */
void file_tree_read(file_tree *tree, const char *path, const char *what, int times);
void file_tree_free(file_tree *tree);

void file_say(file_tree *tree, int line, int column, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* The same at a node. */
void file_say_at(file_tree *tree, int node, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The mistakes in the order of the file, "path:line:column: ..."; path alone where line is 0. */
void file_hand_over(file_tree *tree, hol_mistakes *mistakes);

/* A scalar's text as it may be shown: short, without control characters. */
typedef struct {
    char text[72];
} file_shown;
file_shown file_show(const char *text);

static inline bool file_is_scalar(const file_tree *tree, int node)
{
    return tree->node[node].kind <= FILE_WORD;
}

/* Nothing below the node is missing: no value whose mistake was said when the file was read. */
bool file_is_whole(const file_tree *tree, int node);
