/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Potentials of place (places.h): par = rho of the point; user: the law. */
#include "mechanics/places.h"

#include <string.h>

#include "holonomy/so3.h"
#include "mechanics/terms.h"

const char *const hol_place_name[HOL_PLACE_NAMES] = {"x", "y", "z"};

static void place_of(const hol_force *f, const hol_frame *frame, double x[3])
{
    hol_rotate(frame->R, f->par, x);
    for (int k = 0; k < 3; k++) x[k] += frame->r[k];
}

static double energy(const hol_force *f, const hol_frame frame[])
{
    double x[3];
    place_of(f, frame, x);
    return hol_expression_value(((const hol_place_law *)f->user)->U, x);
}

/* F = -grad U at the point: D = F rho^T. */
static void wrench(const hol_force *f, double t, const hol_frame frame[], hol_wrench w[])
{
    const hol_place_law *law = f->user;
    double x[3];
    (void)t;
    place_of(f, frame, x);
    for (int i = 0; i < 3; i++) {
        w->F[i] = -hol_expression_value(law->slope[i], x);
        for (int j = 0; j < 3; j++) w->D[3 * i + j] = w->F[i] * f->par[j];
    }
}

static void series(const hol_force *f, hol_terms *terms)
{
    hol_terms_place(terms, f->par, f->user);
}

static const hol_force_law law = {.name = "potential",
                                  .position_only = true,
                                  .on_directors = true,
                                  .energy = energy,
                                  .wrench = wrench,
                                  .series = series};

/* ---------------------------------------------------------------- from an expression */

typedef struct {
    hol_memory *memory;
    const char *text; /* NULL: e is given */
    const hol_expression *e;
    hol_expression_fault fault;
    hol_place_law *law;
} making;

static void make(void *data)
{
    static const hol_scope scope = {.variables = HOL_PLACE_NAMES, .variable = hol_place_name};
    making *x = data;
    if (x->text && !(x->e = hol_expression_read(x->memory, x->text, &scope, &x->fault))) return;
    x->law = hol_alloc(x->memory, 1, sizeof *x->law);
    x->law->U = hol_expression_copy(x->memory, x->e);
    for (int k = 0; k < HOL_PLACE_NAMES; k++)
        x->law->slope[k] = hol_expression_slope(x->memory, x->law->U, k);
}

static void add(hol_model *model, hol_marker at, making *x)
{
    if (!hol_check_marker(model, law.name, at, 1)) return;
    if (!hol_model_make(model, make, x, x->text, &x->fault)) return;
    for (int k = 0; k < HOL_PLACE_NAMES; k++)
        if (!x->law->slope[k]) {
            hol_model_mistake(model,
                              "potential: of %s there is no derivative: a potential has no tables, "
                              "abs, min or max, and some %d operations at most",
                              hol_place_name[k], HOL_OPERATIONS_MOST / 3);
            return;
        }
    hol_force force = {.law = &law, .count = 1, .body = {at.body}, .user = x->law};
    memcpy(force.par, at.rho, sizeof at.rho);
    hol_add_force(model, &force);
}

void hol_potential_of_expression(hol_model *model, hol_marker at, const hol_expression *e)
{
    add(model, at, &(making){.memory = model->memory, .e = e});
}

void hol_potential_of_place(hol_model *model, hol_marker at, const char *expression)
{
    add(model, at, &(making){.memory = model->memory, .text = expression});
}
