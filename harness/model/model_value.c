/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The values of the keys of a model's entries: see model_item.h. */
#include "harness/model/model_item.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "holonomy/dense.h"
#include "mechanics/joint_forces.h"
#include "mechanics/places.h"

static void read_kind(const model_value *v) /* read before all else; as are `repeat` and `index` */
{
    (void)v;
}

static void read_name(const model_value *v)
{
    const char *text = file_is_scalar(v->tree, v->node) ? file_read_indexed(v->tree, v->node) : "";
    if (!text) return;
    if (!hol_is_word(text, HOL_NAME))
        file_say_at(v->tree, v->node,
                    "a name has 1 to %d characters, no blank, comma or quote, not %s", HOL_NAME,
                    file_what(v->tree, v->node).text);
    else
        v->item->name = text;
}

static void read_fixed(const model_value *v)
{
    file_read_yes(v->tree, v->node, v->key, &v->item->fixed);
}

static void read_cut(const model_value *v)
{
    file_read_yes(v->tree, v->node, v->key, &v->item->cut);
}

static void read_bodies(const model_value *v)
{
    int bodies = hol_body_count(v->model);
    file_names names = {"body", hol_alloc(v->tree->memory, bodies + 1, sizeof(char *)), bodies + 1,
                        0, "`ground`, or one of the list `bodies`"};
    file_picks picks = {0};
    names.name[0] = "ground";
    for (int b = 0; b < bodies; b++) names.name[b + 1] = hol_body_at(v->model, b)->name;
    file_read_names(v->tree, v->node, &names, &picks);
    for (int k = 0; k < picks.count && k < 2; k++) v->item->body[k] = picks.at[k] - 1;
    v->item->bodies = picks.count;
    if (picks.count && v->count && picks.count != v->count)
        file_say_at(v->tree, v->node, "'%s' takes %d, not %d", v->key, v->count, picks.count);
}

/* What does not depend on time is a number. */
static void read_law(const model_value *v)
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
static void read_components(const model_value *v)
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

static void read_joint(const model_value *v)
{
    int joints = v->model->joints;
    file_names names = {"joint", hol_alloc(v->tree->memory, joints + 1, sizeof(char *)), 0, 0,
                        "one of the list `joints` that turns about or slides along an axis"};
    file_picks picks = {0};
    for (const hol_joint *joint = v->model->joint; joint < v->model->joint + joints; joint++)
        if (joint->turns || joint->slides) names.name[names.count++] = joint->name;
    file_read_names(v->tree, v->node, &names, &picks);
    if (picks.count > 1)
        file_say_at(v->tree, v->node, "'%s' takes 1, not %d", v->key, picks.count);
    else if (picks.count == 1)
        v->item->joint = names.name[picks.at[0]];
}

static void read_along(const model_value *v, hol_joint_coordinate of)
{
    v->item->of = of;
    v->item->motor =
        file_read_expression(v->tree, v->node, v->key, hol_motor_name[of], HOL_MOTOR_NAMES);
}

static void read_along_angle(const model_value *v)
{
    read_along(v, HOL_ANGLE);
}

static void read_along_length(const model_value *v)
{
    read_along(v, HOL_LENGTH);
}

static void read_energy(const model_value *v)
{
    v->item->potential =
        file_read_expression(v->tree, v->node, v->key, hol_place_name, HOL_PLACE_NAMES);
}

/* a + b . x, an expression of the place; false where it is not linear in it, which a place of no
 * meaning shows. */
static bool linear(const hol_expression *e, double *a, double b[3])
{
    static const double any[3] = {0.734, -1.291, 0.367};
    *a = hol_expression_value(e, (const double[3]){0, 0, 0});
    for (int k = 0; k < 3; k++)
        b[k] = hol_expression_value(e, (const double[3]){k == 0, k == 1, k == 2}) - *a;
    double size = fabs(*a), sum = *a;
    for (int k = 0; k < 3; k++) {
        size += fabs(b[k]);
        sum += b[k] * any[k];
    }
    return fabs(hol_expression_value(e, any) - sum) <= 1e-12 * size;
}

/* Three components, each linear in the place. */
static void read_row(const model_value *v)
{
    const file_node *n = &v->tree->node[v->node];
    int c = 0;
    if (n->kind != FILE_LIST || !file_takes(n, 3)) {
        file_say_at(v->tree, v->node, "%s takes 3 expressions of x, y, z, in brackets", v->key);
        return;
    }
    v->item->of_place = true;
    for (int node = n->first; node >= 0; node = v->tree->node[node].next, c++) {
        const hol_expression *e =
            file_read_expression(v->tree, node, v->key, hol_place_name, HOL_PLACE_NAMES);
        if (e && !linear(e, &v->item->x[v->slot][c], v->item->place + 3 * c))
            file_say_at(v->tree, node, "%s: '%s' is not linear in x, y, z", v->key,
                        v->tree->node[node].text);
    }
}

/* Before its parameters. */
static void read_named_law(const model_value *v)
{
    file_names names = {"law", NULL, 0, 0,
                        "one of a plug-in (docs/plug-ins.md), which is not loaded"};
    file_picks picks = {0};
    int laws = 0;
    while (hol_law_at(laws)) laws++;
    names.name = hol_alloc(v->tree->memory, laws + 1, sizeof(char *));
    for (; names.count < laws; names.count++)
        names.name[names.count] = hol_law_at(names.count)->law->name;
    file_read_names(v->tree, v->node, &names, &picks);
    if (picks.count > 1)
        file_say_at(v->tree, v->node, "'%s' takes 1, not %d", v->key, picks.count);
    else if (picks.count == 1)
        v->item->named = hol_law_at(picks.at[0]);
    if (v->item->named) hol_option_defaults(v->item->named->parameters, v->item->par);
}

/* A mapping of names to numbers. */
static void read_parameters(const model_value *v)
{
    enum { MOST = sizeof v->item->par / sizeof *v->item->par };
    file_key key[MOST];
    file_field field[MOST];
    char what[80];
    if (!v->item->named) return; /* which is said */
    const hol_option *table = v->item->named->parameters;
    int rows = hol_option_count(table);
    for (int i = 0; i < rows; i++) key[i] = (file_key){table[i].name, i};
    snprintf(what, sizeof what, "parameters of %.40s", v->item->named->law->name);
    if (!file_gather(v->tree, v->node, what, key, rows, field, rows)) return;
    for (int i = 0; i < rows; i++)
        if (field[i].value >= 0)
            file_read_number(v->tree, field[i].value,
                             &(file_range){table[i].name, "", table[i].min, table[i].max},
                             &v->item->par[i]);
}

/* A symmetric 6 x 6 matrix, row by row, or the 6 numbers of its diagonal. */
static void read_matrix(const model_value *v)
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
    if (!file_takes(n, N)) {
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

static void read_pair(const model_value *v, const char *of)
{
    const file_node *n = &v->tree->node[v->node];
    double *x = v->item->x[v->slot];
    if (n->kind != FILE_LIST || !file_takes(n, 2)) {
        file_say_at(v->tree, v->node, "%s takes two lists of 3 numbers, %s", v->key, of);
        return;
    }
    for (int k = n->first; k >= 0; k = v->tree->node[k].next, x += 3)
        file_read_vector(v->tree, k, v->key, 3, x);
}

/* One number, a list of them, two lists of three, or a matrix. */
static void read_numbers(const model_value *v)
{
    double *x = v->item->x[v->slot];
    if (v->of_time) {
        read_law(v);
    } else if (v->count == 36) {
        read_matrix(v);
    } else if (v->count == 1) {
        file_read_number(v->tree, v->node, &(file_range){v->key, "", -DBL_MAX, DBL_MAX}, x);
    } else if (v->count < 6) {
        file_read_vector(v->tree, v->node, v->key, v->count, x);
    } else {
        read_pair(v, "one for each body");
    }
}

static void read_moments(const model_value *v)
{
    int first = v->tree->node[v->node].first;
    if (first >= 0 && v->tree->node[first].kind == FILE_LIST)
        file_say_at(v->tree, v->node,
                    "J takes the 3 principal moments: let the body's axes be those of the tensor");
    else
        read_numbers(v);
}

/* A direction of any length; one of length 1 to 1e-9 stands as it is. */
static void make_unit(const model_value *v, double x[3])
{
    double norm = hol_norm(3, x);
    if (!(norm > 0))
        file_say_at(v->tree, v->node, "%s: a direction of no length", v->key);
    else if (fabs(norm - 1) > 1e-9)
        for (int k = 0; k < 3; k++) x[k] /= norm;
}

static void read_directions(const model_value *v)
{
    int before = v->tree->mistakes;
    read_numbers(v);
    for (int k = 0; k < v->count / 3 && v->tree->mistakes == before; k++)
        make_unit(v, v->item->x[v->slot] + 3 * k);
}

/* Two vectors, directions from the one `first` on. */
static void read_units(const model_value *v, const char *of, int first)
{
    int before = v->tree->mistakes;
    read_pair(v, of);
    for (int k = first; k < 2 && v->tree->mistakes == before; k++)
        make_unit(v, v->item->x[v->slot] + 3 * k);
}

static void read_plane(const model_value *v)
{
    read_units(v, "a point and the normal", 1);
}

static void read_frame(const model_value *v)
{
    read_units(v, "the directions of the first two semi-axes", 0);
}

/* Euler parameters; typed with a few decimals the model makes them of norm 1. */
static void read_turn(const model_value *v)
{
    double *p = v->item->x[ITEM_P];
    int before = v->tree->mistakes;
    read_numbers(v);
    if (v->tree->mistakes > before) return;
    double norm = hol_norm(4, p);
    if (!(fabs(norm - 1) <= 1e-3))
        file_say_at(v->tree, v->node, "p: Euler parameters of norm %g, not 1", norm);
}

/* About e3. */
static void read_angle(const model_value *v)
{
    double *p = v->item->x[ITEM_P], angle = 0;
    file_read_number(v->tree, v->node, &(file_range){v->key, " rad", -1e9, 1e9}, &angle);
    memcpy(p, (double[4]){cos(0.5 * angle), 0, 0, sin(0.5 * angle)}, 4 * sizeof *p);
}

/* The shortest rotation that takes e1 to the direction u, about e1 x u: 2 p0^2 = 1 + u1; where u is
 * -e1, half a turn about e2. */
static void read_axis(const model_value *v)
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
static void read_centre(const model_value *v)
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

const model_key model_keys[] = {
    {{"shape", ITEM_KIND}, read_kind, NULL},
    {{"type", ITEM_KIND}, read_kind, NULL},
    {{"name", ITEM_NAME}, read_name, NULL},
    {{"fixed", ITEM_FIXED}, read_fixed, NULL},
    {{"cut", ITEM_CUT}, read_cut, NULL},
    {{"body", ITEM_BODIES}, read_bodies, NULL},
    {{"bodies", ITEM_BODIES}, read_bodies, NULL},
    {{"m", ITEM_M}, read_numbers, "kg"},
    {{"J", ITEM_J}, read_moments, "kg*m^2"},
    {{"r", ITEM_R}, read_numbers, "m"},
    {{"p", ITEM_P}, read_turn, NULL},
    {{"angle", ITEM_P}, read_angle, NULL},
    {{"direction", ITEM_P}, read_axis, NULL},
    {{"v", ITEM_V}, read_numbers, "m/s"},
    {{"omega", ITEM_OMEGA}, read_numbers, "rad/s"},
    {{"centre", ITEM_CENTRE}, read_centre, "m"},
    {{"point", ITEM_POINTS}, read_numbers, "m"},
    {{"points", ITEM_POINTS}, read_numbers, "m"},
    {{"axis", ITEM_AXES}, read_directions, NULL},
    {{"axes", ITEM_AXES}, read_directions, NULL},
    {{"row", ITEM_AXES}, read_row, NULL},
    {{"directions", ITEM_AXES}, read_frame, NULL},
    {{"crosses", ITEM_CROSSES}, read_directions, NULL},
    {{"length", ITEM_LENGTH}, read_numbers, "m"},
    {{"value", ITEM_VALUE}, read_numbers, NULL},
    {{"stiffness", ITEM_STIFFNESS}, read_numbers, "N/m|Nm"},
    {{"damping", ITEM_DAMPING}, read_numbers, "N*s/m|Nm*s"},
    {{"compliance", ITEM_COMPLIANCE}, read_numbers, "m/N|Nm^-1"},
    {{"damping_time", ITEM_TIME}, read_numbers, "s"},
    {{"g", ITEM_VECTOR}, read_numbers, "m/s^2"},
    {{"F", ITEM_VECTOR}, read_components, "N"},
    {{"tau", ITEM_VECTOR}, read_components, "Nm"},
    {{"translation", ITEM_TRANSLATION}, read_numbers, NULL},
    {{"rotation", ITEM_ROTATION}, read_numbers, NULL},
    {{"through", ITEM_POINTS}, read_numbers, "m"},
    {{"drive", ITEM_DRIVE}, read_numbers, "m|rad"},
    {{"speed", ITEM_DRIVE}, read_numbers, "m/s|rad/s"},
    {{"joint", ITEM_JOINT}, read_joint, NULL},
    {{"torque", ITEM_MOTOR}, read_along_angle, "Nm"},
    {{"force", ITEM_MOTOR}, read_along_length, "N"},
    {{"of-angle", ITEM_MOTOR}, read_along_angle, NULL},
    {{"of-length", ITEM_MOTOR}, read_along_length, NULL},
    {{"law", ITEM_LAW}, read_named_law, NULL},
    {{"parameters", ITEM_PARAMETERS}, read_parameters, NULL},
    {{"energy", ITEM_ENERGY}, read_energy, "J"},
    {{"rest", ITEM_REST}, read_numbers, "m|rad"},
    {{"radius", ITEM_RADIUS}, read_numbers, "m"},
    {{"semi_axes", ITEM_SEMI_AXES}, read_numbers, "m"},
    {{"plane", ITEM_PLANE}, read_plane, NULL},
    {{"repeat", ITEM_REPEAT}, read_kind, NULL},
    {{"index", ITEM_INDEX}, read_kind, NULL},
};
const int model_key_count = sizeof model_keys / sizeof *model_keys;
