/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Entries of a model's file by their tables: see model_item.h. */
#include "harness/model/model_item.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "holonomy/dense.h"
#include "mechanics/joint_forces.h"

/* ---------------------------------------------------------------- values */

typedef struct { /* a value and where it goes */
    file_tree *tree;
    int node;
    const char *key;
    int slot, count; /* count 0: not known */
    bool of_time;    /* one number, or an expression of t */
    const hol_model *model;
    model_item *item;
} value;

static void read_kind(const value *v) /* read before all else; as are `repeat` and `index` */
{
    (void)v;
}

static void read_name(const value *v)
{
    enum { LONGEST = 31 };
    const char *text = file_is_scalar(v->tree, v->node) ? file_read_indexed(v->tree, v->node) : "";
    if (!text) return;
    if (!text[0] || strlen(text) > LONGEST || strpbrk(text, " ,'\"\n\r\033"))
        file_say_at(v->tree, v->node, "a name has 1 to %d characters and no blanks, not %s",
                    LONGEST, file_what(v->tree, v->node).text);
    else
        v->item->name = text;
}

static void read_fixed(const value *v)
{
    file_read_yes(v->tree, v->node, v->key, &v->item->fixed);
}

static void read_bodies(const value *v)
{
    int bodies = hol_body_count(v->model);
    file_names names = {"body", hol_alloc(v->tree->memory, bodies + 1, sizeof(char *)), bodies + 1,
                        0, "`ground`, or one of the list `bodies`"};
    file_picks picks = {0};
    names.name[0] = "ground";
    for (int b = 0; b < bodies; b++) names.name[b + 1] = hol_body_at(v->model, b)->name;
    file_read_names(v->tree, v->node, &names, &picks);
    for (int k = 0; k < picks.count && k < 2; k++) v->item->body[k] = picks.at[k] - 1;
    if (picks.count && v->count && picks.count != v->count)
        file_say_at(v->tree, v->node, "'%s' takes %d, not %d", v->key, v->count, picks.count);
}

/* What does not depend on time is a number. */
static void read_law(const value *v)
{
    static const char *const time[] = {"t"};
    const hol_expression *e = file_read_expression(v->tree, v->node, v->key, time, 1);
    double start, *x = v->item->x[v->slot];
    if (!e || (hol_expression_is_constant(e, x) && v->slot != ITEM_DRIVE)) return;
    start = hol_expression_value(e, &(double){0});
    if (!isfinite(start)) file_say_at(v->tree, v->node, "%s is %g at t = 0", v->key, start);
    v->item->law = e;
}

/* Components that may depend on time. */
static void read_components(const value *v)
{
    static const char *const time[] = {"t"};
    const file_node *n = &v->tree->node[v->node];
    double *x = v->item->x[v->slot];
    if (!v->of_time || n->kind != FILE_LIST || n->count != 3) {
        file_read_vector(v->tree, v->node, v->key, 3, x);
        return;
    }
    int c = 0;
    for (int node = n->first; node >= 0; node = v->tree->node[node].next, c++) {
        const hol_expression *e = file_read_expression(v->tree, node, v->key, time, 1);
        if (!e || hol_expression_is_constant(e, &x[c])) continue;
        v->item->component[c] = e;
        v->item->timed = true;
    }
}

static void read_joint(const value *v)
{
    int joints = v->model->joints;
    file_names names = {"joint", hol_alloc(v->tree->memory, joints + 1, sizeof(char *)), joints, 0,
                        "one of the list `joints` that turns about or slides along an axis"};
    file_picks picks = {0};
    for (int k = 0; k < joints; k++) names.name[k] = v->model->joint[k].name;
    file_read_names(v->tree, v->node, &names, &picks);
    if (picks.count > 1)
        file_say_at(v->tree, v->node, "'%s' takes 1, not %d", v->key, picks.count);
    else if (picks.count == 1)
        v->item->joint = v->model->joint[picks.at[0]].name;
}

static void read_motor(const value *v)
{
    hol_joint_coordinate of = !strcmp(v->key, "torque") ? HOL_ANGLE : HOL_LENGTH;
    v->item->of = of;
    v->item->motor =
        file_read_expression(v->tree, v->node, v->key, hol_motor_name[of], HOL_MOTOR_NAMES);
}

/* A symmetric 6 x 6 matrix, row by row, or the 6 numbers of its diagonal. */
static void read_matrix(const value *v)
{
    enum { N = 6 };
    file_tree *tree = v->tree;
    const file_node *n = &tree->node[v->node];
    double *A = v->item->matrix[v->slot == ITEM_DAMPING], diagonal[N];
    bool rows = n->kind == FILE_LIST && n->first >= 0 && tree->node[n->first].kind == FILE_LIST;
    int before = tree->mistakes, row = 0, place[N];
    if (!rows) {
        if (file_read_vector(tree, v->node, v->key, N, diagonal))
            for (int k = 0; k < N; k++) A[(N + 1) * k] = diagonal[k];
        return;
    }
    if (n->count != N && !n->cut) {
        file_say_at(tree, v->node, "%s takes 6 numbers or 6 rows of 6, not %d rows", v->key,
                    n->count);
        return;
    }
    for (int k = n->first; k >= 0 && row < N; k = tree->node[k].next, row++) {
        place[row] = k;
        file_read_vector(tree, k, v->key, N, A + N * row);
    }
    for (int i = 1; i < row && tree->mistakes == before; i++)
        for (int k = 0; k < i; k++)
            if (fabs(A[N * i + k] - A[N * k + i]) > 1e-12 * fabs(A[N * i + k]))
                file_say_at(tree, place[i], "%s: (%d, %d) is %g, (%d, %d) is %g: not symmetric",
                            v->key, i + 1, k + 1, A[N * i + k], k + 1, i + 1, A[N * k + i]);
}

/* One number, a list of them, or two lists of three; or a matrix. */
static void read_numbers(const value *v)
{
    const file_node *n = &v->tree->node[v->node];
    double *x = v->item->x[v->slot];
    if (v->of_time) {
        read_law(v);
    } else if (v->count == 36) {
        read_matrix(v);
    } else if (v->count == 1) {
        file_read_number(v->tree, v->node, &(file_range){v->key, "", -DBL_MAX, DBL_MAX}, x);
    } else if (v->count < 6) {
        file_read_vector(v->tree, v->node, v->key, v->count, x);
    } else if (n->kind != FILE_LIST || (n->count != 2 && !n->cut)) {
        file_say_at(v->tree, v->node, "%s takes two lists of 3 numbers, one for each body", v->key);
    } else {
        for (int k = n->first; k >= 0; k = v->tree->node[k].next, x += 3)
            file_read_vector(v->tree, k, v->key, 3, x);
    }
}

static void read_moments(const value *v)
{
    int first = v->tree->node[v->node].first;
    if (first >= 0 && v->tree->node[first].kind == FILE_LIST)
        file_say_at(v->tree, v->node,
                    "J takes the 3 principal moments: let the body's axes be those of the tensor");
    else
        read_numbers(v);
}

/* A direction of any length; one of length 1 to 1e-9 stands as it is. */
static void make_unit(const value *v, double x[3])
{
    double norm = hol_norm(3, x);
    if (!(norm > 0))
        file_say_at(v->tree, v->node, "%s: a direction of no length", v->key);
    else if (fabs(norm - 1) > 1e-9)
        for (int k = 0; k < 3; k++) x[k] /= norm;
}

static void read_directions(const value *v)
{
    int before = v->tree->mistakes;
    read_numbers(v);
    for (int k = 0; k < v->count / 3 && v->tree->mistakes == before; k++)
        make_unit(v, v->item->x[v->slot] + 3 * k);
}

/* Euler parameters; typed with a few decimals they are made of norm 1. */
static void read_turn(const value *v)
{
    double *p = v->item->x[ITEM_P];
    int before = v->tree->mistakes;
    read_numbers(v);
    if (v->tree->mistakes > before) return;
    double norm = hol_norm(4, p);
    if (!(fabs(norm - 1) <= 1e-3))
        file_say_at(v->tree, v->node, "p: Euler parameters of norm %g, not 1", norm);
    else if (fabs(norm - 1) > 1e-9)
        for (int k = 0; k < 4; k++) p[k] /= norm;
}

/* About e3. */
static void read_angle(const value *v)
{
    double *p = v->item->x[ITEM_P], angle = 0;
    file_read_number(v->tree, v->node, &(file_range){v->key, " rad", -1e9, 1e9}, &angle);
    memcpy(p, (double[4]){cos(0.5 * angle), 0, 0, sin(0.5 * angle)}, 4 * sizeof *p);
}

/* The shortest rotation that takes e1 to the direction u, about e1 x u: 2 p0^2 = 1 + u1; where u is
 * -e1, half a turn about e2. */
static void read_axis(const value *v)
{
    double *p = v->item->x[ITEM_P], u[3] = {1, 0, 0};
    int before = v->tree->mistakes;
    file_read_vector(v->tree, v->node, v->key, 3, u);
    if (v->tree->mistakes == before) make_unit(v, u);
    double aside = hypot(u[1], u[2]), half = 0.5 * atan2(aside, u[0]), s = sin(half);
    p[0] = cos(half);
    p[1] = 0;
    p[2] = aside > 0 ? -s * u[2] / aside : s;
    p[3] = aside > 0 ? s * u[1] / aside : 0;
}

/* The builder has no place for it: r, J and all points are about the mass centre. */
static void read_centre(const value *v)
{
    int before = v->tree->mistakes;
    read_numbers(v);
    const double *c = v->item->x[ITEM_CENTRE];
    if (v->tree->mistakes == before && hol_norm(3, c) != 0)
        file_say_at(
            v->tree, v->node,
            "centre: a mass centre off the origin of the body's axes, at (%g, %g, %g) m, is "
            "not possible: let r be the mass centre, J the moments about it, and all "
            "points of the body relative to it",
            c[0], c[1], c[2]);
}

/* In the order in which keys are listed. */
static const struct {
    file_key key;
    void (*read)(const value *v);
} keys[] = {
    {{"shape", ITEM_KIND}, read_kind},
    {{"type", ITEM_KIND}, read_kind},
    {{"name", ITEM_NAME}, read_name},
    {{"fixed", ITEM_FIXED}, read_fixed},
    {{"body", ITEM_BODIES}, read_bodies},
    {{"bodies", ITEM_BODIES}, read_bodies},
    {{"m", ITEM_M}, read_numbers},
    {{"J", ITEM_J}, read_moments},
    {{"r", ITEM_R}, read_numbers},
    {{"p", ITEM_P}, read_turn},
    {{"angle", ITEM_P}, read_angle},
    {{"direction", ITEM_P}, read_axis},
    {{"v", ITEM_V}, read_numbers},
    {{"omega", ITEM_OMEGA}, read_numbers},
    {{"centre", ITEM_CENTRE}, read_centre},
    {{"point", ITEM_POINTS}, read_numbers},
    {{"points", ITEM_POINTS}, read_numbers},
    {{"axis", ITEM_AXES}, read_directions},
    {{"axes", ITEM_AXES}, read_directions},
    {{"crosses", ITEM_CROSSES}, read_directions},
    {{"length", ITEM_LENGTH}, read_numbers},
    {{"value", ITEM_VALUE}, read_numbers},
    {{"stiffness", ITEM_STIFFNESS}, read_numbers},
    {{"damping", ITEM_DAMPING}, read_numbers},
    {{"compliance", ITEM_COMPLIANCE}, read_numbers},
    {{"damping_time", ITEM_TIME}, read_numbers},
    {{"g", ITEM_VECTOR}, read_numbers},
    {{"F", ITEM_VECTOR}, read_components},
    {{"tau", ITEM_VECTOR}, read_components},
    {{"translation", ITEM_TRANSLATION}, read_numbers},
    {{"rotation", ITEM_ROTATION}, read_numbers},
    {{"through", ITEM_POINTS}, read_numbers},
    {{"drive", ITEM_DRIVE}, read_numbers},
    {{"speed", ITEM_DRIVE}, read_numbers},
    {{"joint", ITEM_JOINT}, read_joint},
    {{"torque", ITEM_MOTOR}, read_motor},
    {{"force", ITEM_MOTOR}, read_motor},
    {{"rest", ITEM_REST}, read_numbers},
    {{"repeat", ITEM_REPEAT}, read_kind},
    {{"index", ITEM_INDEX}, read_kind},
};
enum { KEYS = sizeof keys / sizeof *keys };

/* ---------------------------------------------------------------- what a kind takes */

/* The count that `takes` gives a key, 1 where it says none; 0: the kind does not take it. */
static int taken(const char *takes, const char *key, bool *optional)
{
    size_t length = strlen(key);
    for (const char *word = takes; *word; word += strspn(word, " ")) {
        size_t end = strcspn(word, " "), stem = strcspn(word, ":? ");
        *optional = word[end - 1] == '?';
        if (stem == length && !strncmp(word, key, length))
            return word[stem] == ':' && word[stem + 1] != 't' ? atoi(word + stem + 1) : 1;
        word += end;
    }
    return 0;
}

/* Does `takes` give it an expression of time? */
static bool takes_time(const char *takes, const char *key)
{
    char word[40];
    snprintf(word, sizeof word, "%s:t", key);
    const char *found = strstr(takes, word);
    return found && (found == takes || found[-1] == ' ');
}

/* The same of a kind of a list. */
static int taken_by(const model_kinds *kinds, const model_kind *kind, const char *key,
                    bool *optional)
{
    int count = taken(kind->takes, key, optional);
    if (!count) count = taken("repeat? index?", key, optional);
    return count || !kinds->common ? count : taken(kinds->common, key, optional);
}

/* The keys of all kinds of a list; from: their places in the table above. */
static int keys_of(const model_kinds *kinds, file_key key[], int from[])
{
    int count = 0;
    bool optional;
    for (int i = 0; i < KEYS; i++) {
        const char *name = keys[i].key.name;
        bool known = kinds->kind_key && !strcmp(name, kinds->kind_key);
        for (int k = 0; k < kinds->kinds && !known; k++)
            known = taken_by(kinds, &kinds->kind[k], name, &optional);
        if (!known) continue;
        from[count] = i;
        key[count++] = keys[i].key;
    }
    return count;
}

static const model_kind *kind_of(file_tree *tree, int node, const model_kinds *kinds,
                                 const file_field *field)
{
    if (!kinds->kind_key) return kinds->kind;
    file_names names = {kinds->kind_key, hol_alloc(tree->memory, kinds->kinds, sizeof(char *)),
                        kinds->kinds, 0, NULL};
    file_picks picks = {0};
    char known[256] = "";
    for (int k = 0; k < kinds->kinds; k++) {
        size_t used = strlen(known);
        names.name[k] = kinds->kind[k].name;
        snprintf(known + used, sizeof known - used, "%s%s", k ? ", " : "", names.name[k]);
    }
    names.known = known;
    if (field->value >= 0)
        file_read_names(tree, field->value, &names, &picks);
    else if (field->key < 0 && !tree->node[node].cut)
        file_say_at(tree, node, "missing key '%s' of a %s: %s", kinds->kind_key, kinds->what,
                    known);
    if (picks.count > 1)
        file_say_at(tree, field->value, "a %s has one %s, not %d", kinds->what, kinds->kind_key,
                    picks.count);
    return picks.count == 1 ? &kinds->kind[picks.at[0]] : NULL;
}

/* ---------------------------------------------------------------- the entry */

/* The name of the key that a kind takes for a slot, where it must be given. */
static void say_missing(file_tree *tree, int node, const model_kinds *kinds, const model_kind *kind,
                        const bool has[])
{
    for (int i = 0; i < KEYS && !tree->node[node].cut; i++) {
        bool optional;
        if (has[keys[i].key.slot] || !taken(kind->takes, keys[i].key.name, &optional) || optional)
            continue;
        if (kinds->kind_key)
            file_say_at(tree, node, "missing key '%s' of a %s, %s %s", keys[i].key.name,
                        kinds->what, kinds->kind_key, kind->name);
        else
            file_say_at(tree, node, "missing key '%s' of a %s", keys[i].key.name, kinds->what);
    }
}

/* kind NULL: unknown; of its fields only the names are of use. */
static void read_fields(file_tree *tree, const model_kinds *kinds, const model_kind *kind,
                        const file_field field[], const int from[], const hol_model *model,
                        model_item *item)
{
    for (int s = 0; s < ITEM_SLOTS; s++) {
        bool optional;
        bool named = s == ITEM_NAME || s == ITEM_BODIES;
        if (field[s].key < 0 || s == ITEM_KIND || !(kind || named)) continue;
        const char *name = keys[from[field[s].key]].key.name;
        int count = kind ? taken_by(kinds, kind, name, &optional) : 0;
        item->has[s] = true;
        if (kind && !count)
            file_say_at(tree, field[s].name, "'%s' is no key of a %s, %s %s", name, kinds->what,
                        kinds->kind_key ? kinds->kind_key : "kind", kind->name);
        else if (field[s].value >= 0 && tree->node[field[s].value].kind != FILE_BAD)
            keys[from[field[s].key]].read(&(value){tree, field[s].value, name, s, count,
                                                   kind && takes_time(kind->takes, name), model,
                                                   item});
    }
}

void model_read_item(file_tree *tree, int node, const model_kinds *kinds, hol_model *model)
{
    file_key key[KEYS];
    file_field field[ITEM_SLOTS];
    int from[KEYS], before = tree->mistakes + tree->unsaid;
    char what[64];
    hol_message why;
    model_item item = {.name = ""};
    item.x[ITEM_P][0] = 1;
    snprintf(what, sizeof what, "a %s", kinds->what);
    int count = keys_of(kinds, key, from);
    if (!file_gather(tree, node, what, key, count, field, ITEM_SLOTS)) return;
    const model_kind *kind = kind_of(tree, node, kinds, &field[ITEM_KIND]);
    read_fields(tree, kinds, kind, field, from, model, &item);
    if (kind) say_missing(tree, node, kinds, kind, item.has);
    if (!kind || tree->mistakes + tree->unsaid > before || !file_is_whole(tree, node)) {
        if (kinds->stand_in) kinds->stand_in(model, &item);
        return;
    }
    model_add(model, kind, &item);
    if (kinds->complete) kinds->complete(model, &item);
    if (hol_model_mistakes(model, &why)) file_say_at(tree, node, "%s", why.text);
}
