/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the forms of other programs have in common: see convert.h. */
#include "harness/study/convert.h"

#include <stdarg.h>
#include <string.h>

#include "base/number.h"
#include "base/say.h"
#include "harness/study/convert_of.h"
#include "holonomy/dense.h"
#include "holonomy/formulation.h"
#include "holonomy/memory.h"

static const hol_form *const forms[] = {&hol_form_mjcf, &hol_form_urdf, &hol_form_sdf};

const hol_form *hol_form_at(int k)
{
    return k >= 0 && k < (int)(sizeof forms / sizeof *forms) ? forms[k] : NULL;
}

/* ---------------------------------------------------------------- places */

void convert_rotation(const hol_model *model, int body, double R[9])
{
    static const double none[4] = {1};
    hol_quaternion_to_matrix(body == HOL_GROUND ? none : model->body[body].at.p, R);
}

void convert_centre(const hol_model *model, int body, double r[3])
{
    for (int k = 0; k < 3; k++) r[k] = body == HOL_GROUND ? 0 : model->body[body].at.r[k];
}

void convert_point(const hol_model *model, int body, const double rho[3], double x[3])
{
    double R[9], r[3];
    convert_rotation(model, body, R);
    convert_centre(model, body, r);
    hol_rotate(R, rho, x);
    for (int k = 0; k < 3; k++) x[k] += r[k];
}

int convert_parent(const hol_converting *c, const hol_limb *limb)
{
    return limb->parent < 0 ? HOL_GROUND : c->limb[limb->parent].body;
}

void convert_relative(const hol_model *model, int from, const double origin[3], int to,
                      const double x[3], double at[3], double R[9])
{
    double F[9], T[9], back[9];
    convert_rotation(model, from, F);
    convert_rotation(model, to, T);
    for (int k = 0; k < 3; k++) at[k] = x[k] - origin[k];
    hol_rotate_back(F, at, at);
    for (int k = 0; k < 9; k++) back[k] = F[k % 3 * 3 + k / 3];
    hol_matrix_multiply3(back, T, R);
}

/* ---------------------------------------------------------------- freedoms */

static void spin_in_space(const hol_model *model, int body, double omega[3])
{
    double R[9];
    convert_rotation(model, body, R);
    for (int k = 0; k < 3; k++) omega[k] = body == HOL_GROUND ? 0 : model->body[body].at.omega[k];
    hol_rotate(R, omega, omega);
}

/* Velocity of a point x of space that moves with the body. */
static void velocity_at(const hol_model *model, int body, const double x[3], double v[3])
{
    double omega[3], r[3];
    spin_in_space(model, body, omega);
    convert_centre(model, body, r);
    for (int k = 0; k < 3; k++) r[k] = x[k] - r[k];
    hol_cross(omega, r, v);
    for (int k = 0; k < 3 && body != HOL_GROUND; k++) v[k] += model->body[body].at.v[k];
}

static void relative_spin(const hol_converting *c, const hol_limb *limb, double omega[3])
{
    double before[3];
    spin_in_space(c->model, limb->body, omega);
    spin_in_space(c->model, convert_parent(c, limb), before);
    for (int k = 0; k < 3; k++) omega[k] -= before[k];
}

void convert_spin(const hol_converting *c, const hol_limb *limb, double omega[3])
{
    double R[9];
    convert_rotation(c->model, limb->body, R);
    relative_spin(c, limb, omega);
    hol_rotate_back(R, omega, omega);
}

/* Slides and the first turn are along columns of R_p A, a second turn about the last axis of C. */
int convert_freedoms(const hol_converting *c, const hol_limb *limb, hol_freedom of[HOL_LIMB_MOST])
{
    int n = limb->slides + limb->turns, before = convert_parent(c, limb);
    double R[9], P[9], v[3], way[3], omega[3], x[3];
    convert_rotation(c->model, limb->body, R);
    convert_rotation(c->model, before, P);
    convert_point(c->model, limb->body, limb->rho, x);
    velocity_at(c->model, limb->body, x, v);
    velocity_at(c->model, before, x, way);
    relative_spin(c, limb, omega);
    for (int i = 0; i < 3; i++) v[i] -= way[i];
    for (int k = 0; k < n; k++) {
        bool turns = k >= limb->slides, last = turns && k > limb->slides;
        int column = turns ? 2 : limb->first + k;
        double axis[3];
        for (int i = 0; i < 3; i++) axis[i] = last ? limb->C[6 + i] : limb->A[3 * i + column];
        hol_rotate(last ? R : P, axis, axis);
        of[k].turns = turns;
        of[k].rate = hol_dot3(turns ? omega : v, axis);
        hol_rotate_back(R, axis, of[k].axis);
    }
    return n;
}

void convert_inertia(const hol_body *body, double J[3])
{
    double one = body->shape == HOL_PLANAR ? body->J[2] : 1e-6 * body->m;
    for (int k = 0; k < 3; k++) J[k] = body->shape == HOL_RIGID ? body->J[k] : one;
}

/* ---------------------------------------------------------------- rows and forces */

bool convert_distance(const hol_model *model, int k, const char **name, hol_marker end[2])
{
    hol_message what;
    for (int r = 0; r < model->rows; r++) {
        if (hol_place_of_row(model, r, &what) != HOL_ROW_OF_DISTANCE || k-- > 0) continue;
        const hol_span *s = &model->span[model->row[r].span[0]];
        *name = model->row[r].name;
        end[0] = s->tail, end[1] = s->head;
        return true;
    }
    return false;
}

/* A damper beside a spring has the spring's numbers, and the spring the damper's: it is the spring
 * that is written.  One without stiffness stands for itself. */
static bool is_damper(const hol_force *force)
{
    return !strcmp(force->law->name, "damper");
}

static bool is_spring(const hol_force *force)
{
    return !strcmp(force->law->name, "spring") || (is_damper(force) && force->par[6] == 0);
}

const hol_force *convert_spring(const hol_model *model, int k)
{
    for (int i = 0; i < model->forces; i++)
        if (is_spring(&model->force[i]) && k-- == 0) return &model->force[i];
    return NULL;
}

void convert_leave(const hol_converting *c, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vfprintf(c->unsaid, format, list);
    va_end(list);
    putc('\n', c->unsaid);
}

void convert_leave_loop(const hol_converting *c, const hol_joint *j)
{
    convert_leave(c, "the %s '%s', which closes a loop", hol_connection_word(hol_kind_of_joint(j)),
                  j->name);
}

/* Of the rows of no joint each; of a drive, which has the name of its joint, the drive. */
static void leave_rows(const hol_converting *c, bool distances)
{
    const hol_model *m = c->model;
    hol_message what;
    for (int r = 0; r < m->rows; r++) {
        hol_row_place of = hol_place_of_row(m, r, &what);
        if (of == HOL_ROW_APART || (of == HOL_ROW_OF_DISTANCE && !distances))
            convert_leave(c, "%s", what.text);
    }
    for (int k = 0; k < m->slides; k++)
        convert_leave(c, "the nonholonomic condition '%s'", m->slide[k].name);
}

void convert_leave_out(const hol_converting *c, bool distances, bool springs, bool gravity)
{
    const hol_model *m = c->model;
    leave_rows(c, distances);
    for (const hol_force *f = m->force; f < m->force + m->forces; f++) {
        int b = f->body[0] == HOL_GROUND && f->count > 1 ? f->body[1] : f->body[0];
        if (springs && (is_spring(f) || is_damper(f))) continue;
        convert_leave(c, "the force '%s' on '%s'", f->law->name,
                      b == HOL_GROUND ? "ground" : m->body[b].name);
    }
    if (!gravity && hol_norm(3, m->g) > 0)
        convert_leave(c, "gravity, (%g, %g, %g) m/s^2", m->g[0], m->g[1], m->g[2]);
}

/* ---------------------------------------------------------------- XML */

static void put_escaped(FILE *out, const char *text)
{
    static const char *const other[] = {
        ['<'] = "&lt;", ['>'] = "&gt;", ['&'] = "&amp;", ['"'] = "&quot;"};
    for (; *text; text++) {
        unsigned char ch = (unsigned char)*text;
        if (ch < sizeof other / sizeof *other && other[ch])
            fputs(other[ch], out);
        else
            putc(ch, out);
    }
}

void xml_numbers(FILE *out, int count, const double x[])
{
    for (int k = 0; k < count; k++) {
        char text[HOL_NUMBER_TEXT];
        hol_number_shortest(x[k] == 0 ? 0 : x[k], text);
        fprintf(out, "%s%s", k ? " " : "", text);
    }
}

void xml_put(FILE *out, const char *form, ...)
{
    va_list list;
    va_start(list, form);
    for (; *form; form++) {
        if (*form != '%')
            putc(*form, out);
        else if (*++form == 's')
            put_escaped(out, va_arg(list, const char *));
        else if (*form == 'd')
            fprintf(out, "%d", va_arg(list, int));
        else
            xml_numbers(out, *form - '0', va_arg(list, const double *));
    }
    va_end(list);
}

/* ---------------------------------------------------------------- all of it */

/* Every body by itself, where no joint carries one. */
static hol_limb *free_limbs(hol_memory *m, const hol_model *model)
{
    hol_limb *limb = hol_alloc(m, (size_t)model->bodies, sizeof *limb);
    for (int b = 0; b < model->bodies; b++) limb[b] = hol_free_limb(model, b);
    return limb;
}

bool hol_convert(const hol_form *to, const hol_model *model, const char *name, double step,
                 FILE *out, FILE *unsaid, hol_message *why)
{
    for (int b = 0; b < model->bodies; b++)
        if (model->body[b].shape == HOL_ROD)
            return hol_wrong(why, "the rod '%s' has no moment about its axis, which %s asks for",
                             model->body[b].name, to->name);
    hol_system *system = hol_realise(model, hol_formulation_named("joint"), NULL, why);
    if (!system) return false;
    hol_memory *m = hol_had(hol_memory_new());
    const struct hol_joint_tree *t = system->tree;
    const hol_converting c = {.model = t ? t->whole : model,
                              .name = name,
                              .step = step,
                              .limbs = t ? t->limbs : model->bodies,
                              .limb = t ? t->limb : free_limbs(m, model),
                              .taken = t ? t->taken : NULL,
                              .out = out,
                              .unsaid = unsaid};
    to->write(&c);
    hol_memory_end(m);
    hol_system_free(system);
    return true;
}
