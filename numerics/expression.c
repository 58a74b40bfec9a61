/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the text of an expression to its list of operations: see expression.h. */
#include "base/text.h"
#include "numerics/expression_reader.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "holonomy/option.h"

enum { DEEPEST = 60, LONGEST_NAME = 31 };

/* ---------------------------------------------------------------- the text */

static int sum(reader *r);

static char next(reader *r)
{
    while (r->text[r->at] == ' ' || r->text[r->at] == '\n') r->at++;
    return r->text[r->at];
}

static bool take(reader *r, char c)
{
    if (next(r) != c) return false;
    r->at++;
    return true;
}

typedef struct {
    char text[32];
} character;

/* The next character as it may be shown. */
static character shown(const reader *r)
{
    character c = {"a character that has no place"};
    unsigned char next = (unsigned char)r->text[r->at];
    if (next >= ' ' && next < 0x7f) snprintf(c.text, sizeof c.text, "'%c'", next);
    return c;
}

static int word_length(const char *text)
{
    int n = 0;
    if (!isalpha((unsigned char)text[0]) && text[0] != '_') return 0;
    while (isalnum((unsigned char)text[n]) || text[n] == '_') n++;
    return n;
}

static bool is_word(const char *name, const char *word, int length)
{
    return (int)strlen(name) == length && !strncmp(name, word, (size_t)length);
}

static int place_of(int count, const char *const name[], const char *word, int length)
{
    for (int i = 0; i < count; i++)
        if (is_word(name[i], word, length)) return i;
    return -1;
}

static bool is_users(const reader *r, const char *word, int length)
{
    const hol_scope *n = r->names;
    return place_of(n->constants, n->constant, word, length) >= 0 ||
           place_of(n->variables, n->variable, word, length) >= 0 ||
           place_of(n->tables, n->table, word, length) >= 0;
}

/* Of all that may be written there, parameters, variables and functions, the nearest. */
static void say_unknown(reader *r, int length)
{
    const hol_scope *n = r->names;
    const char *word = r->text + r->at;
    int count = 0;
    char asked[LONGEST_NAME + 1];
    enum { BESIDES = 24 }; /* functions, and pi */
    const char *function,
        **known = hol_alloc(r->memory, (size_t)(n->constants + n->variables + n->tables + BESIDES),
                            sizeof *known);
    for (int i = 0; i < n->variables; i++) known[count++] = n->variable[i];
    for (int i = 0; i < n->constants; i++) known[count++] = n->constant[i];
    for (int i = 0; i < n->tables; i++) known[count++] = n->table[i];
    for (int f = 0; (function = hol_function_at(f, NULL)); f++) known[count++] = function;
    known[count++] = "pi";
    snprintf(asked, sizeof asked, "%.*s", length, word);
    const char *near = hol_nearest(asked, known, count);
    hol_drop(r->memory, known);
    if (!n->variables && !strcmp(asked, "t"))
        FAIL(r, r->at, "the time 't' has no place here");
    else if (near)
        FAIL(r, r->at, "unknown name '%s': did you mean '%s'?", asked, near);
    else if (hol_unit_near(word, length) && is_word(hol_unit_near(word, length), word, length))
        FAIL(r, r->at, "unknown name '%s': a unit stands behind a number, without blanks within it",
             asked);
    else if (n->variables) {
        char others[2 * LONGEST_NAME] = "";
        for (int i = 0; i < n->variables; i++)
            hol_append(others, sizeof others, "%s'%s'", i ? ", " : "", n->variable[i]);
        FAIL(r, r->at, "unknown name '%s': neither a parameter nor %s", asked, others);
    } else
        FAIL(r, r->at, "unknown name '%s': no parameter", asked);
}

/* What stands in brackets behind the name of a function or of a table. */
static void read_arguments(reader *r, const char *what, const char *function, int arguments,
                           int argument[])
{
    if (!take(r, '(')) FAIL(r, r->at, "'%s' is a %s: '(' is missing", function, what);
    for (int k = 0; k < arguments && !r->failed; k++) {
        if (k && !take(r, ','))
            FAIL(r, r->at, "%s takes %d numbers with ',' between", function, arguments);
        argument[k] = sum(r);
    }
    if (!r->failed && !take(r, ')'))
        FAIL(r, r->at, "%s takes %d number%s: ')' is missing", function, arguments,
             arguments > 1 ? "s" : "");
}

static int call(reader *r, int f, int start)
{
    int argument[2], first = r->count, arguments;
    const char *function = hol_function_at(f, &arguments);
    read_arguments(r, "function", function, arguments, argument);
    if (r->failed) return 0;
    hol_put_function(r, f, argument[0], argument[arguments - 1]);
    char what[48];
    snprintf(what, sizeof what, "this value of %s", function);
    return hol_fold(r, first, start, what);
}

static int look_up(reader *r, int table, int start)
{
    int argument, first = r->count;
    read_arguments(r, "table", r->names->table[table], 1, &argument);
    if (r->failed) return 0;
    hol_put_table(r, r->names->spline[table], argument);
    return hol_fold(r, first, start, "this value of a table");
}

static int name(reader *r)
{
    const char *word = r->text + r->at;
    int length = word_length(word), start = r->at, at;
    const hol_scope *n = r->names;
    const char *function;
    for (int f = 0; (function = hol_function_at(f, NULL)); f++)
        if (is_word(function, word, length)) {
            r->at += length;
            return call(r, f, start);
        }
    if ((at = place_of(n->variables, n->variable, word, length)) >= 0) {
        r->at += length;
        return hol_put(r, OPERATION_VARIABLE, at, at);
    }
    if ((at = place_of(n->tables, n->table, word, length)) >= 0) {
        r->at += length;
        return look_up(r, at, start);
    }
    at = place_of(n->constants, n->constant, word, length);
    if (at < 0 && !is_word("pi", word, length)) {
        say_unknown(r, length);
        return 0;
    }
    r->at += length;
    return hol_put_number(r, at < 0 ? 3.141592653589793 : n->value[at]);
}

static int literal(reader *r)
{
    char text[64];
    const char *from = r->text + r->at;
    size_t n = strspn(from, ".0123456789");
    if ((from[n] == 'e' || from[n] == 'E') &&
        isdigit((unsigned char)from[n + 1 + (from[n + 1] == '-' || from[n + 1] == '+')]))
        n += 2 + strspn(from + n + 2, "0123456789");
    char *end = text;
    snprintf(text, sizeof text, "%.*s", (int)n, from);
    double value = hol_strtod(text, &end);
    if (n >= sizeof text || *end || end == text)
        FAIL(r, r->at, "'%s' is no number", text);
    else if (!isfinite(value))
        FAIL(r, r->at, "'%s' is too large", text);
    r->at += (int)n;
    return hol_put_number(r, value);
}

/* Does a power stand here? */
static bool raised(reader *r)
{
    return next(r) == '^' || (r->text[r->at] == '*' && r->text[r->at + 1] == '*');
}

/* A unit behind a value; a word in it that is also a name of the user's would be read as either. */
static int with_unit(reader *r, int value, int first)
{
    double size;
    int powers[HOL_DIMENSIONS];
    next(r);
    const char *text = r->text + r->at;
    int word = word_length(text), length;
    if (!word || r->failed) return value;
    length = hol_unit_read(text, &size, powers);
    if (!length) {
        const char *near = hol_unit_near(text, word);
        if (is_users(r, text, word) || place_of(1, &(const char *){"pi"}, text, word) >= 0)
            FAIL(r, r->at, "'%.*s' is no unit: '*' is missing before it", word, text);
        else
            FAIL(r, r->at, "unknown unit '%.*s'%s%s%s", word, text, near ? ": did you mean '" : "",
                 near ? near : "", near ? "'?" : "");
        return 0;
    }
    for (int k = word; k < length; k++) {
        int more = word_length(text + k);
        if (more && is_users(r, text + k, more))
            FAIL(r, r->at + k,
                 "'%.*s' is a unit and a name of this file: blanks before it, or "
                 "another name",
                 more, text + k);
        k += more;
    }
    r->at += length;
    if (raised(r))
        FAIL(
            r, r->at,
            "'%.*s' is not raised like this: a unit has one power, ^1 to ^9 or ^-1 to ^-9; a value "
            "with its unit is raised in brackets, as in (2 m)^2",
            length, text);
    int factor = hol_put_number(r, size);
    hol_put(r, OPERATION_MULTIPLY, value, factor);
    return hol_fold(r, first, r->at - length, "the value in this unit");
}

static int value(reader *r)
{
    int first = r->count, v = 0;
    char c = next(r);
    if (r->failed) return 0;
    if (isdigit((unsigned char)c) || c == '.')
        v = literal(r);
    else if (word_length(r->text + r->at))
        v = name(r);
    else if (take(r, '(')) {
        v = sum(r);
        if (!r->failed && !take(r, ')')) FAIL(r, r->at, "')' is missing");
    } else if (c)
        FAIL(r, r->at, "%s where a value is meant", shown(r).text);
    else
        FAIL(r, r->at, "the expression breaks off: a value is missing");
    return with_unit(r, v, first);
}

static int factor(reader *r)
{
    if (r->failed) return 0;
    if (++r->depth > DEEPEST) FAIL(r, r->at, "more than %d brackets within each other", DEEPEST);
    int first = r->count, result, place = r->at;
    if (take(r, '-')) {
        int zero = hol_put_number(r, 0), negated = factor(r);
        hol_put(r, OPERATION_SUBTRACT, zero, negated);
        result = hol_fold(r, first, place, "this");
    } else if (take(r, '+')) {
        result = factor(r);
    } else {
        result = value(r);
        place = r->at;
        if (!r->failed && raised(r)) {
            r->at += r->text[r->at] == '^' ? 1 : 2;
            int exponent = factor(r);
            hol_put_power(r, result, exponent);
            result = hol_fold(r, first, place, "this power");
        }
    }
    r->depth--;
    return result;
}

static int product(reader *r)
{
    int first = r->count, a = factor(r);
    while (!r->failed && (next(r) == '*' || next(r) == '/')) {
        int place = r->at;
        bool over = r->text[r->at++] == '/';
        int b = factor(r);
        if (r->failed) break;
        if (over && constant(r, b) && r->op[b].value == 0) FAIL(r, place, "division by zero");
        hol_put(r, over ? OPERATION_DIVIDE : OPERATION_MULTIPLY, a, b);
        a = hol_fold(r, first, place, over ? "this quotient" : "this product");
    }
    return a;
}

static int sum(reader *r)
{
    int first = r->count, a = product(r);
    while (!r->failed && (next(r) == '+' || next(r) == '-')) {
        int place = r->at;
        bool less = r->text[r->at++] == '-';
        int b = product(r);
        if (r->failed) break;
        hol_put(r, less ? OPERATION_SUBTRACT : OPERATION_ADD, a, b);
        a = hol_fold(r, first, place, "this sum");
    }
    return a;
}

/* ---------------------------------------------------------------- what is handed out */

const hol_expression *hol_expression_read(hol_memory *m, const char *text, const hol_scope *names,
                                          hol_expression_fault *fault)
{
    static const hol_scope none;
    hol_operation op[HOL_OPERATIONS_MOST];
    reader r = {.text = text,
                .names = names ? names : &none,
                .memory = m,
                .op = op,
                .smooth = true,
                .fault = fault};
    *fault = (hol_expression_fault){0};
    sum(&r);
    if (!r.failed && next(&r)) FAIL(&r, r.at, "an operator is missing before %s", shown(&r).text);
    if (r.failed) return NULL;
    hol_expression *e = hol_alloc(m, 1, sizeof *e);
    *e = (hol_expression){r.count, hol_alloc_copy(m, op, (size_t)r.count, sizeof *op), r.smooth};
    return e;
}

bool hol_expression_name(const char *word)
{
    int length = word_length(word);
    if (!length || length > LONGEST_NAME || word[length] || !strcmp(word, "pi")) return false;
    const char *function;
    for (int f = 0; (function = hol_function_at(f, NULL)); f++)
        if (!strcmp(word, function)) return false;
    return true;
}

bool hol_expression_is_constant(const hol_expression *e, double *value)
{
    if (e->count > 1 || e->of->kind != OPERATION_CONSTANT) return false;
    *value = e->of->value;
    return true;
}

hol_expression *hol_expression_copy(hol_memory *m, const hol_expression *e)
{
    hol_expression *copy = hol_alloc(m, 1, sizeof *copy);
    *copy = *e;
    hol_operation *of = hol_alloc_copy(m, e->of, (size_t)e->count, sizeof *e->of);
    for (int n = 0; n < e->count; n++) /* d, d^2, d^3 and the table itself share one */
        if (of[n].kind == OPERATION_AHEAD)
            of[n].table = of[n + 3].table = hol_spline_copy(m, of[n].table);
    copy->of = of;
    return copy;
}

/* e with operations of its last one behind it. */
static const hol_expression *longer(hol_memory *m, const hol_expression *e, int more,
                                    const hol_operation of[])
{
    hol_expression *made = hol_alloc(m, 1, sizeof *made);
    hol_operation *op = hol_alloc(m, (size_t)(e->count + more), sizeof *op);
    memcpy(op, e->of, (size_t)e->count * sizeof *op);
    memcpy(op + e->count, of, (size_t)more * sizeof *op);
    *made = (hol_expression){e->count + more, op, e->smooth};
    return made;
}

const hol_expression *hol_expression_moved(hol_memory *m, const hol_expression *e,
                                           double (*moved)(void *self, double x), void *self)
{
    hol_expression *made = hol_alloc(m, 1, sizeof *made);
    hol_operation *op = hol_alloc_copy(m, e->of, (size_t)e->count, sizeof *op);
    for (int n = 0; n < e->count; n++)
        if (op[n].kind == OPERATION_CONSTANT) op[n].value = moved(self, op[n].value);
    *made = (hol_expression){e->count, op, e->smooth};
    return made;
}

const hol_expression *hol_expression_square(hol_memory *m, const hol_expression *e)
{
    int last = e->count - 1;
    return longer(m, e, 1, &(hol_operation){.kind = OPERATION_MULTIPLY, .a = last, .b = last});
}

const hol_expression *hol_expression_negative(hol_memory *m, const hol_expression *e)
{
    int last = e->count - 1;
    const hol_operation of[2] = {{.kind = OPERATION_CONSTANT, .value = 0},
                                 {.kind = OPERATION_SUBTRACT, .a = last + 1, .b = last}};
    return longer(m, e, 2, of);
}

const hol_expression *hol_expression_turn(hol_memory *m, const hol_expression *e)
{
    int last = e->count - 1;
    const hol_operation of[2] = {{.kind = OPERATION_SIN, .a = last, .b = last},
                                 {.kind = OPERATION_COS, .a = last + 1, .b = last + 1}};
    return longer(m, e, 2, of);
}
