/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mapping `tables` of a model's file: names for cubic splines (numerics/spline.h).
 *
 *     lift: [[0, 0], [0.5, 2 mm], [1, 0]]                         pairs x, y
 *     cam: {knots: [[-pi, 0], [0, 1], [pi, 0]], periodic: yes}
 */
#include <math.h>
#include <string.h>

#include "harness/model/model_parameters.h"

enum { KNOTS, PERIODIC, SLOTS };
static const file_key keys[] = {{"knots", KNOTS}, {"periodic", PERIODIC}};

static bool is_known(const model_names *names, const char *name)
{
    const hol_scope *s = &names->scope;
    for (int i = 0; i < s->constants; i++)
        if (!strcmp(s->constant[i], name)) return true;
    for (int i = 0; i < s->tables; i++)
        if (!strcmp(s->table[i], name)) return true;
    return false;
}

/* The pairs of a list; last: the node of the last one.  How many there are. */
static int read_knots(file_tree *tree, int node, const char *name, double x[], double y[],
                      int *last)
{
    int count = 0;
    for (int i = tree->node[node].first; i >= 0; i = tree->node[i].next) {
        double pair[2];
        *last = i;
        if (!file_read_vector(tree, i, name, 2, pair)) continue;
        if (count && !(pair[0] > x[count - 1]))
            file_say_at(tree, i, "%s: the knot %g does not come after %g", name, pair[0],
                        x[count - 1]);
        x[count] = pair[0], y[count++] = pair[1];
    }
    return count;
}

static const hol_spline *read_list(file_tree *tree, int node, const char *name, bool periodic)
{
    const file_node *n = &tree->node[node];
    if (n->kind == FILE_BAD) return NULL;
    if (n->kind != FILE_LIST) {
        file_say_at(tree, node, "%s takes a list of knots, each a pair [x, y], not %s", name,
                    file_what(tree, node).text);
        return NULL;
    }
    if (n->count < HOL_SPLINE_KNOTS && !n->cut) {
        file_say_at(tree, node, "%s: a table has %d knots at least, not %d", name, HOL_SPLINE_KNOTS,
                    n->count);
        return NULL;
    }
    double *x = hol_alloc(tree->memory, n->count, sizeof *x);
    double *y = hol_alloc(tree->memory, n->count, sizeof *y);
    int before = tree->mistakes + tree->unsaid, last = node;
    int count = read_knots(tree, node, name, x, y, &last);
    if (tree->mistakes + tree->unsaid > before || count < HOL_SPLINE_KNOTS) return NULL;
    if (periodic && y[count - 1] != y[0]) {
        file_say_at(tree, last, "%s is periodic: the last value is %g, not the first, %g", name,
                    y[count - 1], y[0]);
        return NULL;
    }
    const hol_spline *s = hol_spline_new(tree->memory, count, x, y, periodic);
    for (int i = 0; i < count; i++)
        if (!isfinite(s->slope[i])) {
            file_say_at(tree, node, "%s: knots too near, or values too large, for a spline", name);
            return NULL;
        }
    return s;
}

static const hol_spline *read_table(file_tree *tree, int name, int node)
{
    file_field field[SLOTS];
    bool periodic = false;
    const char *text = tree->node[name].text;
    if (tree->node[node].kind != FILE_MAP) return read_list(tree, node, text, false);
    if (!file_gather(tree, node, "a table", keys, SLOTS, field, SLOTS)) return NULL;
    file_read_yes(tree, field[PERIODIC].value, "periodic", &periodic);
    if (field[KNOTS].key < 0 && !tree->node[node].cut)
        file_say_at(tree, name, "missing key 'knots' of the table '%s'", text);
    return field[KNOTS].value < 0 ? NULL : read_list(tree, field[KNOTS].value, text, periodic);
}

/* A table with mistakes has its name all the same, so that what looks it up has none. */
void model_read_tables(file_tree *tree, int node, model_names *names)
{
    static const double x[HOL_SPLINE_KNOTS] = {0, 1, 2}, y[HOL_SPLINE_KNOTS] = {0};
    hol_scope *scope = &names->scope;
    scope->table = names->table;
    scope->spline = names->spline;
    if (!model_is_mapping(tree, node, "tables")) return;
    for (int name = tree->node[node].first, value; name >= 0; name = tree->node[value].next) {
        value = tree->node[name].next;
        if (value < 0) break;
        if (!model_sound_name(tree, name, "a table's")) continue;
        const char *text = tree->node[name].text;
        if (is_known(names, text)) {
            file_say_at(tree, name, "a parameter, a constant or a table before is named '%s', too",
                        text);
            continue;
        }
        const hol_spline *s = read_table(tree, name, value);
        if (!s) s = hol_spline_new(tree->memory, HOL_SPLINE_KNOTS, x, y, false);
        names->table[scope->tables] = text;
        names->spline[scope->tables++] = s;
    }
}
