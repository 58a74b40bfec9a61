/* SPDX-License-Identifier: GPL-3.0-or-later */
/* model_item.h: an entry of a list of a model's file.  What it may say is written down in a table
 * of kinds: a kind's `takes` is "name m J:3 r:3? p:4?", keys with the count of their numbers (or
 * names of bodies), `:t` where it may be an expression of time, `?` where a key may be left out. */
#pragma once

#include "harness/model/file_values.h"
#include "holonomy/assemble.h"
#include "holonomy/formulation.h"
#include "holonomy/model.h"
#include "holonomy/plugin.h"
#include "holonomy/problem.h"

enum { /* what the keys stand for; those of one slot exclude each other */
       ITEM_KIND,
       ITEM_NAME,
       ITEM_FIXED,
       ITEM_CUT,
       ITEM_BODIES,
       ITEM_M,
       ITEM_J,
       ITEM_R,
       ITEM_P,
       ITEM_V,
       ITEM_OMEGA,
       ITEM_CENTRE,
       ITEM_POINTS,
       ITEM_AXES,
       ITEM_CROSSES,
       ITEM_LENGTH,
       ITEM_VALUE,
       ITEM_STIFFNESS,
       ITEM_DAMPING,
       ITEM_COMPLIANCE,
       ITEM_TIME,
       ITEM_VECTOR,
       ITEM_TRANSLATION,
       ITEM_ROTATION,
       ITEM_DRIVE,
       ITEM_JOINT,
       ITEM_MOTOR,
       ITEM_REST,
       ITEM_RADIUS,
       ITEM_SEMI_AXES,
       ITEM_PLANE,
       ITEM_REPEAT,
       ITEM_INDEX,
       ITEM_LAW,
       ITEM_PARAMETERS,
       ITEM_ENERGY,
       ITEM_SLOTS
};

typedef struct {
    const char *name;    /* the tree's */
    bool fixed, cut;     /* a body's centre in space; a joint from the tree of joint coordinates */
    int body[2], bodies; /* bodies: how many of them are given */
    bool has[ITEM_SLOTS];
    const hol_expression *law; /* of t, what drives a joint; NULL: none */
    const hol_expression
        *component[3];           /* of a vector that depends on time, NULL of one that does not */
    bool timed;                  /* there is one */
    const char *joint;           /* of the list of joints */
    hol_joint_coordinate of;     /* along which a motor acts, */
    const hol_expression *motor; /* by its law, or a potential */
    const hol_named_law *named;  /* a law of a plug-in, and its parameters */
    double par[16];
    double matrix[2][36]; /* stiffness and damping of a bushing */
    bool of_place;        /* a nonholonomic row that depends on the place of its point, */
    double place[9];      /* by this matrix (row-major) */
    const hol_expression *potential; /* of x, y, z */
    double x[ITEM_SLOTS][6];         /* 0 where it is left out; p: the identity */
} model_item;

typedef struct { /* one of the three calls of the builder, and for what drives it another */
    const char *name, *takes;
    void (*add)(hol_model *model, const model_item *item);
    void (*points)(hol_model *model, const char *name, hol_marker i, hol_marker j);
    void (*axes)(hol_model *model, const char *name, hol_marker i, hol_marker j, hol_marker axis_i,
                 hol_marker axis_j);
    void (*drive)(hol_model *model, const model_item *item); /* where there is a law; or NULL */
} model_kind;

typedef struct {          /* the kinds of one list */
    const char *what;     /* "body", "joint" */
    const char *kind_key; /* "shape", "type"; NULL: there is one kind only */
    const model_kind *kind;
    int kinds;
    const char *common; /* keys that every kind takes besides; NULL: none */
    /* adds what keeps the name known where the entry has mistakes; NULL: nothing */
    void (*stand_in)(hol_model *model, const model_item *item);
    /* what the common keys ask for, after `add`; NULL: nothing */
    void (*complete)(hol_model *model, const model_item *item);
} model_kinds;

#define MODEL_KINDS(table) (table), (int)(sizeof(table) / sizeof *(table))

/* The k-th point or direction in a slot, of the k-th body. */
hol_marker model_marker(const model_item *i, int slot, int k);
/* The lists of a model's file. */
extern const model_kinds model_bodies, model_joints, model_rollings, model_forces, model_symmetries;

void model_add(hol_model *model, const model_kind *kind, const model_item *item);
/* Reads the entry and, where it has no mistake, adds it; what the model then finds wrong is said at
 * the entry. */
void model_read_item(file_tree *tree, int node, const model_kinds *kinds, hol_model *model);

/* ---------------------------------------------------------------- values */

typedef struct { /* a value and where it goes */
    file_tree *tree;
    int node;
    const char *key;
    int slot, count; /* count 0: not known */
    bool of_time;    /* one number, or an expression of t */
    const hol_model *model;
    model_item *item;
} model_value;

typedef struct {
    file_key key;
    void (*read)(const model_value *v);
    const char *unit; /* that file_check_units asks for */
} model_key;

/* In the order in which keys are listed. */
extern const model_key model_keys[];
extern const int model_key_count; /* FILE_KEYS at most */
