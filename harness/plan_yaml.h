/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_yaml.h: a YAML file as a tree whose every node knows its place, and the list of what is
 * wrong with it.  The YAML of plans: mappings, lists and scalars; no anchors, aliases, tags, tab
 * characters or second documents. */
#ifndef HOL_PLAN_YAML_H
#define HOL_PLAN_YAML_H

#include "harness/plan.h"

/* Limits of a file; what is beyond them is no plan. */
enum {
    PLAN_BYTES = 1000000,
    PLAN_NODES = 50000,
    PLAN_DEPTH = 8,      /* lists and mappings within each other */
    PLAN_KEYS = 64,      /* of one mapping */
    PLAN_MISTAKES = 1000 /* more are counted only */
};

typedef enum {
    PLAN_TEXT, /* a scalar in quotes, or of several lines */
    PLAN_WORD, /* a scalar as it stands: a name or a number */
    PLAN_LIST,
    PLAN_MAP, /* its children are key, value, key, value, ... */
    PLAN_BAD  /* its mistake is already said */
} plan_kind;

typedef struct {
    plan_kind kind;
    bool cut;         /* the file broke off within it */
    int line, column; /* from 1 */
    char *text;       /* of a scalar, UTF-8 */
    int first, next;  /* child, sibling; -1: none */
    int last, count;  /* children */
} plan_node;

typedef struct {
    int line, column;
    char *text;
} plan_mistake;

typedef struct {
    const char *path;
    plan_node *node; /* node[0] is the root, where count > 0 */
    int count, room;
    plan_mistake *mistake;
    int mistakes, unsaid; /* unsaid: beyond PLAN_MISTAKES */
    struct plan_kept *kept;
} plan_tree;

/* Reads what can be read; every mistake is in the tree. */
void plan_tree_read(plan_tree *tree, const char *path);
void plan_tree_free(plan_tree *tree);

void plan_say(plan_tree *tree, int line, int column, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* The same at a node. */
void plan_say_at(plan_tree *tree, int node, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The mistakes in the order of the file, "path:line:column: ..."; path alone where line is 0. */
void plan_hand_over(plan_tree *tree, hol_mistakes *mistakes);

/* Zeroed memory that lives as long as the tree. */
void *plan_keep(plan_tree *tree, int count, size_t size);

/* A scalar's text as it may be shown: short, without control characters. */
typedef struct {
    char text[72];
} plan_shown;
plan_shown plan_show(const char *text);

static inline bool plan_is_scalar(const plan_tree *tree, int node)
{
    return tree->node[node].kind <= PLAN_WORD;
}

#endif
