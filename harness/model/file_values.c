/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys, names and numbers of a file: see file_values.h. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "harness/model/file_values.h"

file_shown file_what(const file_tree *tree, int node)
{
    const file_node *n = &tree->node[node];
    if (!file_is_scalar(tree, node))
        return n->kind == FILE_LIST ? (file_shown){"a list"} : (file_shown){"a mapping"};
    if (n->kind == FILE_WORD && !n->text[0]) return (file_shown){"nothing"};
    file_shown what, shown = file_show(n->text);
    snprintf(what.text, sizeof what.text, "'%.69s'", shown.text);
    return what;
}

/* ---------------------------------------------------------------- keys */

static void say_unknown_key(file_tree *tree, int node, const char *what, const char *near,
                            const file_key key[], int keys)
{
    char known[256] = "";
    for (int i = 0; i < keys; i++)
        hol_append(known, sizeof known, "%s%s", i ? ", " : "", key[i].name);
    file_shown shown = file_what(tree, node);
    if (!file_is_scalar(tree, node))
        file_say_at(tree, node, "a key of %s is a name, not %s", what, shown.text);
    else if (near)
        file_say_at(tree, node, "unknown key %s of %s: did you mean '%s'?", shown.text, what, near);
    else
        file_say_at(tree, node, "unknown key %s of %s (keys: %s)", shown.text, what, known);
}

/* The place of a key in its table, by its name or by the nearest one; -1. */
static int key_place(file_tree *tree, int node, const char *what, const file_key key[], int keys,
                     const file_field field[])
{
    const char *name[FILE_KEYS], *near = NULL;
    int known = -1;
    if (tree->node[node].kind == FILE_BAD) return -1;
    for (int i = 0; i < keys; i++) name[i] = key[i].name;
    const char *text = file_is_scalar(tree, node) ? tree->node[node].text : NULL;
    for (int i = 0; text && i < keys; i++)
        if (!strcmp(text, name[i])) return i;
    if (text && text[0]) near = hol_nearest(text, name, keys);
    for (int i = 0; near && i < keys; i++)
        if (name[i] == near) known = i;
    say_unknown_key(tree, node, what, near, key, keys);
    return known >= 0 && field[key[known].slot].key < 0 ? known : -1;
}

static void say_twice(file_tree *tree, int node, const char *name, const file_field *before,
                      const file_key key[])
{
    const char *other = key[before->key].name;
    int line = tree->node[before->name].line;
    if (!strcmp(other, name))
        file_say_at(tree, node, "duplicate key '%s': it stands in line %d already", name, line);
    else
        file_say_at(tree, node, "'%s' beside '%s' in line %d: only one of them", name, other, line);
}

bool file_gather(file_tree *tree, int node, const char *what, const file_key key[], int keys,
                 file_field field[], int slots)
{
    for (int i = 0; i < slots; i++) field[i] = (file_field){-1, -1, -1};
    if (tree->node[node].kind == FILE_BAD) return false;
    if (tree->node[node].kind != FILE_MAP) {
        file_say_at(tree, node, "%s is a mapping 'key: value', not %s", what,
                    file_what(tree, node).text);
        return false;
    }
    int count = 0;
    for (int name = tree->node[node].first, value; name >= 0; name = value) {
        value = tree->node[name].next;
        if (++count > FILE_KEYS) {
            file_say_at(tree, name, "more than %d keys of %s", FILE_KEYS, what);
            break;
        }
        int place = key_place(tree, name, what, key, keys, field);
        if (place >= 0 && field[key[place].slot].key >= 0)
            say_twice(tree, name, key[place].name, &field[key[place].slot], key);
        else if (place >= 0)
            field[key[place].slot] = (file_field){place, name, value};
        if (value >= 0) value = tree->node[value].next;
    }
    return true;
}

bool file_has_key(const file_tree *tree, int node, const char *name)
{
    const file_node *all = tree->node;
    int at = all[node].kind == FILE_MAP ? all[node].first : -1;
    while (at >= 0 && !(file_is_scalar(tree, at) && !strcmp(all[at].text, name)))
        at = all[at].next >= 0 ? all[all[at].next].next : -1;
    return at >= 0;
}

/* ---------------------------------------------------------------- expressions */

/* Of the text of a node, which begins behind the quotes; `from`: where in the text. */
static const hol_expression *expression(file_tree *tree, int node, const char *text, int from,
                                        const hol_scope *scope, const char *name)
{
    const file_node *n = &tree->node[node];
    hol_expression_fault fault;
    const hol_expression *e = hol_expression_read(tree->memory, text, scope, &fault);
    int column = n->column + (n->kind == FILE_TEXT) + from + fault.at;
    if (!e) file_say(tree, n->line, column, "%s%s%s", name, *name ? ": " : "", fault.text.text);
    return e;
}

/* ---------------------------------------------------------------- names */

static int pick(file_tree *tree, int node, const file_names *names)
{
    if (tree->node[node].kind == FILE_BAD) return -1;
    if (!file_is_scalar(tree, node) || !tree->node[node].text[0]) {
        file_say_at(tree, node, "a %s is a name, not %s", names->what, file_what(tree, node).text);
        return -1;
    }
    const char *text = file_read_indexed(tree, node);
    for (int i = 0; text && i < names->count; i++)
        if (!strcmp(text, names->name[i])) return i;
    if (!text) return -1;
    file_shown shown = file_show(text);
    const char *near = hol_nearest(text, names->name, names->count);
    if (near)
        file_say_at(tree, node, "unknown %s '%s': did you mean '%s'?", names->what, shown.text,
                    near);
    else if (names->known)
        file_say_at(tree, node, "unknown %s '%s': %s", names->what, shown.text, names->known);
    else
        file_say_at(tree, node, "unknown %s '%s': `holonomy list %ss` shows all", names->what,
                    shown.text, names->what);
    return -1;
}

const char *file_read_indexed(file_tree *tree, int node)
{
    enum { LONGEST = 200 };
    char made[LONGEST + 24]; /* and an integer */
    size_t used = 0;
    const char *text = tree->node[node].text, *c = text;
    if (!tree->names || !strchr(text, '[')) return text;
    while (*c && used < LONGEST) {
        const char *end = *c == '[' ? strchr(c, ']') : NULL;
        made[used++] = *c++;
        if (!end) continue;
        double x = 0;
        char inside[LONGEST + 1];
        snprintf(inside, sizeof inside, "%.*s", (int)(end - c), c);
        const hol_expression *e = expression(tree, node, inside, (int)(c - text), tree->names, "");
        if (!e || !hol_expression_is_constant(e, &x)) return NULL;
        if (x != nearbyint(x) || fabs(x) > 1e9) {
            file_say_at(tree, node, "the index '%s' is %g, no integer", file_show(inside).text, x);
            return NULL;
        }
        used += (size_t)snprintf(made + used, sizeof made - used, "%.0f", x);
        c = end;
    }
    made[used] = '\0';
    return hol_alloc_copy(tree->memory, made, used + 1, 1);
}

static bool is_all(const file_tree *tree, int node)
{
    return file_is_scalar(tree, node) && !strcmp(tree->node[node].text, "all");
}

void file_read_names(file_tree *tree, int node, const file_names *names, file_picks *picks)
{
    if (node < 0) return;
    const file_node *n = &tree->node[node];
    bool all = names->all && is_all(tree, node), list = n->kind == FILE_LIST, good = true;
    int room = all ? names->all : list ? n->count : 1;
    file_picks read = {0, hol_alloc(tree->memory, room, sizeof(int))};
    if (list && !n->count && !n->cut)
        file_say_at(tree, node, "an empty list: name one %s at least", names->what);
    if (all)
        for (int i = 0; i < names->all; i++) read.at[read.count++] = i;
    else if (list)
        for (int i = n->first; i >= 0; i = tree->node[i].next) {
            int place = pick(tree, i, names);
            good = good && place >= 0;
            if (place >= 0) read.at[read.count++] = place;
        }
    else {
        int place = pick(tree, node, names);
        if (place >= 0) read.at[read.count++] = place;
    }
    if (good && read.count) *picks = read;
}

/* ---------------------------------------------------------------- numbers */

typedef enum { NO_NUMBER, TOO_LARGE, NUMBER } number_kind;

/* [+-]digits[.digits][e[+-]digits], of finite value; "-0" is 0. */
static number_kind parse(const char *text, double *x)
{
    char *end;
    if (!text[0] || strspn(text, "+-.0123456789eE") != strlen(text)) return NO_NUMBER;
    *x = hol_strtod(text, &end);
    if (end == text || *end) return NO_NUMBER;
    *x = *x == 0.0 ? 0.0 : *x;
    return isfinite(*x) ? NUMBER : TOO_LARGE;
}

const hol_expression *file_read_expression(file_tree *tree, int node, const char *name,
                                           const char *const variable[], int variables)
{
    static const hol_scope none;
    hol_scope scope = tree->names ? *tree->names : none;
    if (node < 0 || tree->node[node].kind == FILE_BAD) return NULL;
    if (!file_is_scalar(tree, node) || !tree->node[node].text[0]) {
        file_say_at(tree, node, "%s takes a number or an expression, not %s", name,
                    file_what(tree, node).text);
        return NULL;
    }
    scope.variable = variable;
    scope.variables = variables;
    return expression(tree, node, tree->node[node].text, 0, &scope, name);
}

/* The powers of the unit at the beginning of a text that ends with it. */
static bool whole_unit(const char *text, int powers[HOL_DIMENSIONS])
{
    double size;
    int n = hol_unit_read(text, &size, powers);
    return n && (!text[n] || text[n] == '|');
}

static bool has_dimension(const int powers[], const char *units)
{
    int wanted[HOL_DIMENSIONS];
    for (const char *unit = units; unit; unit = strchr(unit, '|')) {
        unit += *unit == '|';
        if (whole_unit(unit, wanted) && !memcmp(wanted, powers, sizeof wanted)) return true;
    }
    return false;
}

void file_check_units(file_tree *tree, int node, const char *key, const char *unit)
{
    if (!unit || node < 0) return;
    const file_node *n = &tree->node[node];
    for (int k = n->first; n->kind == FILE_LIST && k >= 0; k = tree->node[k].next)
        file_check_units(tree, k, key, unit);
    if (n->kind != FILE_WORD) return;
    char *end;
    int powers[HOL_DIMENSIONS];
    hol_strtod(n->text, &end);
    if (end == n->text) return;
    end += strspn(end, " ");
    if (!whole_unit(end, powers) || has_dimension(powers, unit)) return;
    const char *other = strchr(unit, '|');
    file_say_at(tree, node, "%s takes %.*s%s%s, not %s", key,
                (int)(other ? other - unit : (long)strlen(unit)), unit, other ? " or " : "",
                other ? other + 1 : "", file_what(tree, node).text);
}

static bool expressed(file_tree *tree, int node, const file_range *range, double *x)
{
    const file_node *n = &tree->node[node];
    const hol_expression *e = expression(tree, node, n->text, 0, tree->names, range->name);
    if (!e) return false;
    hol_expression_is_constant(e, x); /* it has no variables */
    file_check_units(tree, node, range->name, range->unit[0] ? range->unit + 1 : NULL);
    if (*x >= range->min && *x <= range->max) return true;
    file_say_at(tree, node, "%s = %s = %g is out of range [%g, %g]%s", range->name,
                file_show(n->text).text, *x, range->min, range->max, range->unit);
    return false;
}

static bool number(file_tree *tree, int node, const file_range *range, const char *kind, double *x)
{
    const file_node *n = &tree->node[node];
    if (node < 0 || n->kind == FILE_BAD) return false;
    number_kind found = n->kind == FILE_WORD ? parse(n->text, x) : NO_NUMBER;
    bool says = tree->names && file_is_scalar(tree, node) && n->text[0];
    if (says && found == NO_NUMBER && parse(n->text, x) == NO_NUMBER)
        return expressed(tree, node, range, x);
    bool quoted = n->kind == FILE_TEXT && parse(n->text, x) != NO_NUMBER;
    if (found == NO_NUMBER)
        file_say_at(tree, node, "%s takes %s, not %s%s", range->name, kind,
                    file_what(tree, node).text, quoted ? " in quotes" : "");
    else if (found == TOO_LARGE || *x < range->min || *x > range->max)
        file_say_at(tree, node, "%s = %s is out of range [%g, %g]%s", range->name,
                    file_show(n->text).text, range->min, range->max, range->unit);
    else
        return true;
    return false;
}

void file_read_number(file_tree *tree, int node, const file_range *range, double *x)
{
    double read;
    if (number(tree, node, range, "a number", &read)) *x = read;
}

void file_read_integer(file_tree *tree, int node, const file_range *range, int *n)
{
    double read;
    if (!number(tree, node, range, "an integer", &read)) return;
    if (read == nearbyint(read))
        *n = (int)read;
    else
        file_say_at(tree, node, "%s takes an integer, not %s", range->name,
                    file_what(tree, node).text);
}

void file_read_yes(file_tree *tree, int node, const char *key, bool *yes)
{
    static const char *const word[4] = {"no", "yes", "false", "true"};
    if (node < 0) return;
    for (int k = 0; k < 4 && file_is_scalar(tree, node); k++)
        if (!strcmp(tree->node[node].text, word[k])) {
            *yes = k % 2;
            return;
        }
    file_say_at(tree, node, "%s is yes or no, not %s", key, file_what(tree, node).text);
}

void file_read_line(file_tree *tree, int node, const char *key, char text[], size_t size)
{
    if (node < 0 || tree->node[node].kind == FILE_BAD) return;
    const char *given = tree->node[node].text;
    if (!file_is_scalar(tree, node) || !given[0])
        file_say_at(tree, node, "%s takes a text, not %s", key, file_what(tree, node).text);
    else if (strlen(given) >= size)
        file_say_at(tree, node, "%s: longer than %zu bytes", key, size - 1);
    else if (strpbrk(given, "\n\r\033"))
        file_say_at(tree, node, "%s: more than one line, or control characters", key);
    else
        strcpy(text, given);
}

void file_read_numbers(file_tree *tree, int node, const file_range *range, file_numbers *numbers)
{
    static const char kind[] = "a number or a list of numbers";
    if (node < 0) return;
    const file_node *n = &tree->node[node];
    bool list = n->kind == FILE_LIST, good = true;
    file_numbers read = {0, hol_alloc(tree->memory, list ? n->count : 1, sizeof(double))};
    if (list && !n->count && !n->cut)
        file_say_at(tree, node, "an empty list: %s takes one number at least", range->name);
    if (!list)
        read.count = number(tree, node, range, kind, read.x);
    else
        for (int i = n->first; i >= 0; i = tree->node[i].next) {
            bool one = number(tree, i, range, "numbers", &read.x[read.count]);
            read.count += one;
            good = good && one;
        }
    if (good && read.count) *numbers = read;
}

bool file_takes(const file_node *list, int count)
{
    return list->cut ? list->count <= count : list->count == count;
}

bool file_read_vector(file_tree *tree, int node, const char *name, int count, double x[])
{
    const file_range range = {name, "", -DBL_MAX, DBL_MAX};
    const file_node *n = &tree->node[node];
    file_numbers read = {0};
    if (n->kind == FILE_BAD) return false;
    if (n->kind != FILE_LIST)
        file_say_at(tree, node, "%s takes a list of %d numbers, not %s", name, count,
                    file_what(tree, node).text);
    else if (!file_takes(n, count))
        file_say_at(tree, node, "%s takes %d numbers, not %d", name, count, n->count);
    else
        file_read_numbers(tree, node, &range, &read);
    if (read.count == count) memcpy(x, read.x, (size_t)count * sizeof *x);
    return read.count == count;
}
