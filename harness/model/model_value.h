/* SPDX-License-Identifier: GPL-3.0-or-later */
/* model_value.h: what stands behind a key of a model's entry, read into the entry's item. */
#ifndef HOL_MODEL_VALUE_H
#define HOL_MODEL_VALUE_H

#include "harness/model/model_item.h"

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
} model_key;

/* In the order in which keys are listed. */
extern const model_key model_keys[];
extern const int model_key_count; /* FILE_KEYS at most */

#endif
