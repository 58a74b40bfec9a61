/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The operations of an expression as it is read: see expression_reader.h. */
#include "numerics/expression_reader.h"

#include <math.h>
#include <string.h>

/* ---------------------------------------------------------------- operations */

static int add(reader *r, hol_operation op)
{
    if (r->count == HOL_OPERATIONS_READ) {
        FAIL(r, r->at, "an expression of more than %d operations", HOL_OPERATIONS_READ);
        return 0;
    }
    r->op[r->count] = op;
    return r->count++;
}

int hol_put_number(reader *r, double value)
{
    return add(r, (hol_operation){.kind = OPERATION_CONSTANT, .value = value});
}

/* What is made of constants alone is one, whose operations from `first` on then go. */
int hol_fold(reader *r, int first, int place, const char *what)
{
    if (r->failed) return 0;
    for (int n = first; n < r->count; n++)
        if (r->op[n].kind == OPERATION_VARIABLE) return r->count - 1;
    static const double unused[HOL_VARIABLES_MOST];
    const hol_expression whole = {r->count, r->op, true};
    double value = hol_expression_value(&whole, unused);
    if (!isfinite(value)) FAIL(r, place, "%s is not a finite number", what);
    r->count = first;
    return hol_put_number(r, value == 0 ? 0 : value); /* -0 is 0 */
}

int hol_put(reader *r, hol_operation_kind kind, int a, int b)
{
    return add(r, (hol_operation){.kind = kind, .a = a, .b = b});
}

void hol_put_table(reader *r, const hol_spline *table, int a)
{
    const hol_scope *n = r->names;
    if (r->failed) return;
    bool of_time = r->op[a].kind == OPERATION_VARIABLE && !strcmp(n->variable[r->op[a].a], "t");
    r->smooth = r->smooth && (of_time || constant(r, a));
    int d = add(r, (hol_operation){.kind = OPERATION_AHEAD, .a = a, .b = a, .table = table});
    int square = hol_put(r, OPERATION_MULTIPLY, d, d);
    hol_put(r, OPERATION_MULTIPLY, square, d);
    add(r, (hol_operation){.kind = OPERATION_TABLE, .a = a, .b = a, .table = table});
}

/* ---------------------------------------------------------------- functions */

static int to_whole_power(reader *r, int a, int n)
{
    int half = n > 1 ? to_whole_power(r, a, n / 2) : a;
    if (n > 1) half = hol_put(r, OPERATION_MULTIPLY, half, half);
    return n > 1 && n % 2 ? hol_put(r, OPERATION_MULTIPLY, half, a) : half;
}

/* Whole powers are products, for which a vanishing base is no matter; others exp(b log a). */
int hol_put_power(reader *r, int a, int b)
{
    enum { LARGEST = 64 };
    if (r->failed) return 0;
    if (!constant(r, b))
        return hol_put(r, OPERATION_EXP,
                       hol_put(r, OPERATION_MULTIPLY, b, hol_put(r, OPERATION_LOG, a, a)), 0);
    double p = r->op[b].value;
    r->count = b; /* the exponent is none of the operations: a is the last one */
    if (p == 0.5) return hol_put(r, OPERATION_SQRT, a, a);
    if (p != nearbyint(p) || fabs(p) > LARGEST || constant(r, a))
        return add(r, (hol_operation){.kind = OPERATION_POWER, .a = a, .b = a, .value = p});
    if (p == 0) return hol_put_number(r, 1);
    int one = p < 0 ? hol_put_number(r, 1) : 0, whole = to_whole_power(r, a, (int)fabs(p));
    return p < 0 ? hol_put(r, OPERATION_DIVIDE, one, whole) : whole;
}

static int turn(reader *r, int a, bool cosine)
{
    int s = hol_put(r, OPERATION_SIN, a, a), c = hol_put(r, OPERATION_COS, s, s);
    return cosine ? c : s;
}

static int angle(reader *r, int y, int x)
{
    int yy = hol_put(r, OPERATION_MULTIPLY, y, y);
    hol_put(r, OPERATION_ADD, yy, hol_put(r, OPERATION_MULTIPLY, x, x));
    return hol_put(r, OPERATION_ANGLE, y, x);
}

/* sqrt(1 - a^2) */
static int beside(reader *r, int a)
{
    int one = hol_put_number(r, 1);
    int rest = hol_put(r, OPERATION_SUBTRACT, one, hol_put(r, OPERATION_MULTIPLY, a, a));
    return hol_put(r, OPERATION_SQRT, rest, rest);
}

static int do_sin(reader *r, int a, int b)
{
    (void)b;
    int s = turn(r, a, false), zero = hol_put_number(r, 0); /* the last operation is the whole */
    return hol_put(r, OPERATION_ADD, s, zero);
}

static int do_cos(reader *r, int a, int b)
{
    (void)b;
    return turn(r, a, true);
}

static int do_tan(reader *r, int a, int b)
{
    (void)b;
    int s = turn(r, a, false);
    return hol_put(r, OPERATION_DIVIDE, s, s + 1);
}

static int do_asin(reader *r, int a, int b)
{
    (void)b;
    return angle(r, a, beside(r, a));
}

static int do_acos(reader *r, int a, int b)
{
    (void)b;
    return angle(r, beside(r, a), a);
}

static int do_atan(reader *r, int a, int b)
{
    (void)b;
    return angle(r, a, hol_put_number(r, 1));
}

static const struct {
    const char *name;
    int arguments;
    hol_operation_kind kind; /* that it is, where it has no function of its own here */
    int (*put)(reader *r, int a, int b);
} functions[] = {
    {"sin", 1, 0, do_sin},
    {"cos", 1, 0, do_cos},
    {"tan", 1, 0, do_tan},
    {"asin", 1, 0, do_asin},
    {"acos", 1, 0, do_acos},
    {"atan", 1, 0, do_atan},
    {"atan2", 2, 0, angle},
    {"pow", 2, 0, hol_put_power},
    {"sqrt", 1, OPERATION_SQRT, NULL},
    {"exp", 1, OPERATION_EXP, NULL},
    {"log", 1, OPERATION_LOG, NULL},
    {"abs", 1, OPERATION_ABS, NULL},
    {"min", 2, OPERATION_MIN, NULL},
    {"max", 2, OPERATION_MAX, NULL},
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

const char *hol_function_at(int f, int *arguments)
{
    if (f >= FUNCTIONS) return NULL;
    if (arguments) *arguments = functions[f].arguments;
    return functions[f].name;
}

int hol_put_function(reader *r, int f, int a, int b)
{
    hol_operation_kind kind = functions[f].kind;
    if (functions[f].put) return functions[f].put(r, a, b);
    if (kind >= OPERATION_ABS) r->smooth = r->smooth && constant(r, a) && constant(r, b);
    return hol_put(r, kind, a, b);
}
