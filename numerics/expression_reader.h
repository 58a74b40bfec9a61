/* SPDX-License-Identifier: GPL-3.0-or-later */
/* expression_reader.h: an expression while it is read, and the operations put at its end.  Each
 * call gives the number of the last one put; after a fault nothing that they give has a meaning. */
#pragma once

#include "numerics/expression.h"

typedef struct {
    const char *text;
    int at, depth; /* the next byte; values within each other */
    const hol_scope *names;
    hol_memory *memory;
    hol_operation *op;
    int count;
    bool smooth, failed;
    hol_expression_fault *fault;
} reader;

/* The first fault is the one told. */
#define FAIL(r, place, ...)                                                                        \
    do {                                                                                           \
        if (!(r)->failed) {                                                                        \
            (r)->fault->at = (place);                                                              \
            hol_say(&(r)->fault->text, __VA_ARGS__);                                               \
        }                                                                                          \
        (r)->failed = true;                                                                        \
    } while (0)

static inline bool constant(const reader *r, int n)
{
    return r->op[n].kind == OPERATION_CONSTANT;
}

int hol_put(reader *r, hol_operation_kind kind, int a, int b);
int hol_put_number(reader *r, double value);
/* a^b, b the last operation and a the one before what b is made of. */
int hol_put_power(reader *r, int a, int b);
/* The f-th function and the count of its arguments, which may be NULL; NULL past the last. */
const char *hol_function_at(int f, int *arguments);
int hol_put_function(reader *r, int f, int a, int b);
/* The table's value of the operation a. */
void hol_put_table(reader *r, const hol_spline *table, int a);
/* What is made of constants alone is one, in place of its operations from `first` on; a fault at
 * `place` where it is not finite, called `what`. */
int hol_fold(reader *r, int first, int place, const char *what);
