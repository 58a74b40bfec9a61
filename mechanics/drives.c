/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Driven rows: see drives.h. */
#include "mechanics/drives.h"

#include <math.h>
#include <string.h>

#include "holonomy/so3.h"

/* ---------------------------------------------------------------- laws of time */

typedef struct {
    hol_model *model;
    const char *text; /* NULL: e is given, or the rates are */
    const hol_expression *e;
    hol_law law; /* of the rates */
    hol_expression_fault fault;
    hol_law *made;
} law_maker;

static void make_law(void *data)
{
    static const char *const time[] = {"t"};
    static const hol_scope scope = {.variables = 1, .variable = time};
    law_maker *x = data;
    hol_memory *m = x->model->memory;
    hol_law *law = hol_alloc_copy(m, &x->law, 1, sizeof *law);
    if (x->text && !(law->e = hol_expression_read(m, x->text, &scope, &x->fault))) return;
    if (x->e) law->e = hol_expression_copy(m, x->e);
    x->made = law;
}

static const hol_law *made(law_maker x)
{
    if (hol_model_make(x.model, make_law, &x, x.text, &x.fault))
        hol_model_take_knots(x.model, x.made->e);
    return x.made;
}

const hol_law *hol_law_read(hol_model *model, const char *expression)
{
    return made((law_maker){.model = model, .text = expression});
}

const hol_law *hol_law_of_expression(hol_model *model, const hol_expression *e)
{
    return made((law_maker){.model = model, .e = e});
}

const hol_law *hol_law_of(hol_model *model, void (*rates)(const void *user, double t, double w[3]),
                          const void *user)
{
    return made((law_maker){.model = model, .law = {.rates = rates, .user = user}});
}

static void square_rates(const void *user, double t, double w[3])
{
    double u[3];
    hol_law_rates(user, t, u);
    w[0] = u[0] * u[0], w[1] = 2 * u[0] * u[1], w[2] = 2 * (u[1] * u[1] + u[0] * u[2]);
}

static void make_square(void *data)
{
    law_maker *x = data;
    x->made = hol_alloc(x->model->memory, 1, sizeof *x->made);
    x->made->e = hol_expression_square(x->model->memory, x->e);
}

const hol_law *hol_law_square(hol_model *model, const hol_law *law)
{
    law_maker x = {.model = model, .e = law->e};
    if (!law->e) return hol_law_of(model, square_rates, law);
    return hol_model_make(model, make_square, &x, NULL, &x.fault) ? x.made : NULL;
}

void hol_law_rates(const hol_law *law, double t, double w[3])
{
    if (law->e)
        hol_expression_rates(law->e, t, w);
    else
        law->rates(law->user, t, w);
}

bool hol_law_has_series(const hol_law *law)
{
    return law->e && law->e->smooth;
}

/* ---------------------------------------------------------------- realised */

void hol_list_drives(hol_system *R)
{
    const hol_model *model = R->facts.model;
    int next = model->spans;
    for (int r = 0; r < model->rows; r++) {
        const hol_row *row = &model->row[r];
        const hol_row_drive *drive = row->drive;
        if (!drive) continue;
        R->drive = hol_grow(R->memory, R->drive, R->drives, sizeof *R->drive);
        R->drive[R->drives++] = (hol_driven){.row = r,
                                             .law = drive->law,
                                             .share = drive->share,
                                             .turns = drive->turns,
                                             .x = {next, next + 1, next + 2, next + 3},
                                             .b = row->span[1]};
        if (drive->turns) next += HOL_TURNED_SPANS;
        R->turned |= drive->turns;
    }
}

void hol_straighten_spans(hol_eval *sys)
{
    const hol_system *R = sys->system;
    for (const hol_driven *d = R->drive; d < R->drive + R->drives; d++) {
        const hol_vector *a = &R->vector[d->x[0]];
        if (d->turns && a->end[0] < 0)
            memcpy(hol_scratch_of(sys)->x + 3 * d->x[0], a->fixed, sizeof a->fixed);
    }
}

void hol_turn_spans(hol_eval *sys, double t)
{
    const hol_system *R = sys->system;
    hol_scratch *S = hol_scratch_of(sys);
    for (int i = 0; i < R->drives; i++) {
        const hol_driven *d = &R->drive[i];
        double w[3], *x = S->x, c, s;
        if (!d->turns) continue;
        hol_law_rates(d->law, t, w);
        c = S->turn[2 * i] = cos(w[0]);
        s = S->turn[2 * i + 1] = sin(w[0]);
        for (int k = 0; k < 3; k++) {
            double b = x[3 * d->b + k];
            x[3 * d->x[0] + k] = c * x[3 * d->x[0] + k] + s * x[3 * d->x[1] + k];
            x[3 * d->x[2] + k] = c * b;
            x[3 * d->x[3] + k] = s * b;
        }
    }
}

void hol_take_drives(const hol_system *R, double t, double phi[])
{
    for (const hol_driven *d = R->drive; d < R->drive + R->drives; d++) {
        double w[3];
        if (d->turns) continue;
        hol_law_rates(d->law, t, w);
        phi[d->row] -= d->share * w[0];
    }
}

/* cos(w) a + sin(w) a', and its derivative by w. */
static void turned(const double x[], const hol_driven *d, double c, double s, double n[3],
                   double m[3])
{
    const double *a = x + 3 * d->x[0], *beside = x + 3 * d->x[1];
    for (int k = 0; k < 3; k++) {
        n[k] = c * a[k] + s * beside[k];
        m[k] = c * beside[k] - s * a[k];
    }
}

static void turned_rates(const hol_scratch *S, const hol_driven *d, const double w[3],
                         double *first, double *second)
{
    double n[3][3], m[3][3], c = cos(w[0]), s = sin(w[0]);
    const double *x[3] = {S->x, S->x1, S->x2};
    const double *b[3] = {S->x + 3 * d->b, S->x1 + 3 * d->b, S->x2 + 3 * d->b};
    for (int k = 0; k < 3; k++) turned(x[k], d, c, s, n[k], m[k]);
    double along = hol_dot3(m[0], b[0]);
    *first = w[1] * along;
    *second = hol_dot3(n[2], b[0]) + 2 * hol_dot3(n[1], b[1]) + hol_dot3(n[0], b[2]) +
              2 * w[1] * (hol_dot3(m[1], b[0]) + hol_dot3(m[0], b[1])) + w[2] * along -
              w[1] * w[1] * hol_dot3(n[0], b[0]);
}

void hol_absolute_drive(hol_eval *sys, double t, const double q[], const double v[], double phi_t[],
                        double phi_tt[])
{
    const hol_system *R = sys->system;
    if (phi_t) memset(phi_t, 0, (size_t)sys->nc * sizeof *phi_t);
    if (phi_tt) memset(phi_tt, 0, (size_t)sys->nc * sizeof *phi_tt);
    if (R->turned) hol_spans(sys, 2, q, v);
    for (const hol_driven *d = R->drive; d < R->drive + R->drives; d++) {
        double w[3], first, second;
        hol_law_rates(d->law, t, w);
        if (d->turns)
            turned_rates(hol_scratch_of(sys), d, w, &first, &second);
        else
            first = -d->share * w[1], second = -d->share * w[2];
        if (phi_t) phi_t[d->row] = first;
        if (phi_tt) phi_tt[d->row] = second;
    }
}
