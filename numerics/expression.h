/* SPDX-License-Identifier: GPL-3.0-or-later */
/* expression.h: an expression such as `0.3*sin(2*pi*t) + l/2`, read once into a list of operations
 * of which each takes what stands before it.  The list is evaluated in double precision here, and
 * in any number and over truncated power series by expression_of.h, so that derivatives are exact.
 *
 *     sum      product { (+|-) product }            power    value [ (^|**) factor ]
 *     product  factor { (*|/) factor }              value    number | name | name(sum, ...) | (sum)
 *     factor   { + | - } power                               followed by a unit, or not
 *
 * A name with an argument is a function or a table (spline.h).
 *
 * A unit is one word without blanks, `60 deg`, `9.81 m/s^2`, `9.81 m*s^-2`, `5 N/mm`, of units with
 * a power of one digit or none, and binds to the value before it.  What does not depend on a
 * variable is a double. */
#pragma once

#include <stdbool.h>

#include "holonomy/memory.h"
#include "holonomy/status.h"
#include "numerics/spline.h"

typedef enum {
    OPERATION_CONSTANT, /* value */
    OPERATION_VARIABLE, /* a: which */
    OPERATION_ADD,
    OPERATION_SUBTRACT,
    OPERATION_MULTIPLY,
    OPERATION_DIVIDE,
    OPERATION_SQRT,
    OPERATION_EXP,
    OPERATION_LOG,
    OPERATION_SIN,   /* the cosine is the next operation, */
    OPERATION_COS,   /* made with the sine before it */
    OPERATION_ANGLE, /* atan2(a, b); the operation before it is a^2 + b^2 */
    OPERATION_POWER, /* a to the power `value` */
    OPERATION_AHEAD, /* d, by which a is ahead of the knot of the table's piece */
    OPERATION_TABLE, /* of a; the operations before it are d, d^2, d^3 */
    OPERATION_ABS,
    OPERATION_MIN,
    OPERATION_MAX,
    OPERATIONS
} hol_operation_kind;

typedef struct {
    hol_operation_kind kind;
    int a, b; /* operations before this one */
    double value;
    const hol_spline *table; /* NULL of all kinds but two */
} hol_operation;

/* The last operation is the whole. */
typedef struct {
    int count;
    const hol_operation *of;
    /* It has a power series wherever it is finite: no abs, min or max of a variable, and tables of
     * the time alone, between their knots. */
    bool smooth;
} hol_expression;

/* Of what is read; and with what is put behind it. */
enum { HOL_OPERATIONS_READ = 198, HOL_OPERATIONS_MOST = 200, HOL_VARIABLES_MOST = 4 };

typedef struct { /* what names stand for */
    int constants, variables;
    const char *const *constant, *const *variable;
    const double *value; /* of the constants */
    int tables;
    const char *const *table;
    const hol_spline *const *spline; /* of the tables */
} hol_scope;

typedef struct {
    int at; /* byte of the text */
    hol_message text;
} hol_expression_fault;

/* Ends with m; NULL with the fault. */
const hol_expression *hol_expression_read(hol_memory *m, const char *text, const hol_scope *names,
                                          hol_expression_fault *fault);
/* Whether a name can be one of the user's: letters, digits and '_', no function and not `pi`. */
bool hol_expression_name(const char *name);
bool hol_expression_is_constant(const hol_expression *e, double *value);
/* A copy that ends with m, its tables with it. */
hol_expression *hol_expression_copy(hol_memory *m, const hol_expression *e);
/* With moved(self, x) in place of every constant x. */
const hol_expression *hol_expression_moved(hol_memory *m, const hol_expression *e,
                                           double (*moved)(void *self, double x), void *self);
/* e^2; -e. */
const hol_expression *hol_expression_square(hol_memory *m, const hol_expression *e);
const hol_expression *hol_expression_negative(hol_memory *m, const hol_expression *e);

/* The partial derivative with respect to a variable; NULL where e has tables, abs, min or max, or
 * the derivative more than HOL_OPERATIONS_MOST operations. */
const hol_expression *hol_expression_slope(hol_memory *m, const hol_expression *e, int variable);

/* sin(e) and, the last operation, cos(e). */
const hol_expression *hol_expression_turn(hol_memory *m, const hol_expression *e);

double hol_expression_value(const hol_expression *e, const double variable[]);
/* Whether operation n is a table of the variable itself. */
bool hol_expression_is_table_of(const hol_expression *e, int n, int variable);
/* The first knot later than x of the tables of the variable x itself, HUGE_VAL where there is none.
 */
double hol_expression_knot(const hol_expression *e, int variable, double x);
/* Whether it has tables, all of them of that variable itself. */
bool hol_expression_has_tables_of(const hol_expression *e, int variable);
/* The value of an expression of one variable, its first and its second derivative. */
void hol_expression_rates(const hol_expression *e, double t, double w[3]);

enum { HOL_DIMENSIONS = 3 }; /* m, kg, s */
/* The value in SI units of the unit at the beginning of a text, its powers of m, kg and s, and its
 * length; 0: there is none. */
int hol_unit_read(const char *text, double *value, int powers[HOL_DIMENSIONS]);
/* The unit nearest to the word of `length` bytes, NULL where none is near. */
const char *hol_unit_near(const char *text, int length);
