/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The traits that methods ask a realised model for. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "mechanics/drives.h"

static double largest3(const double x[3])
{
    return fmax(fabs(x[0]), fmax(fabs(x[1]), fabs(x[2])));
}

/* A description's mass is regular where every diagonal entry of a constant one is positive. */
static bool regular(const hol_slot *s)
{
    if (!s->o) return true;
    if (!s->o->constant_mass) return false;
    double M[27], q[9] = {0};
    s->o->mass(s->body->J, q, M);
    int size = s->o->mass_block;
    for (int i = 0; i < s->o->nv; i++)
        if (!(M[i / size * size * size + i % size * (size + 1)] > 1e-12 * largest3(s->body->J)))
            return false;
    return true;
}

bool hol_laws_have_series(const hol_system *R)
{
    const hol_model *model = R->facts.model;
    bool offered = true;
    for (int i = 0; i < model->forces; i++) offered &= model->force[i].law->series != NULL;
    for (int r = 0; r < R->rollings; r++)
        offered &=
            !R->rolling[r].w && (!R->rolling[r].law || hol_law_has_series(R->rolling[r].law));
    for (int i = 0; i < R->drives; i++) offered &= hol_law_has_series(R->drive[i].law);
    return offered;
}

/* Every product in the equations is one of the lists of terms.h. */
static bool has_series(const hol_system *R, unsigned has)
{
    unsigned needed = HOL_FLAT | HOL_CONST_MASS | HOL_QUADRATIC;
    bool offered = (has & needed) == needed && hol_laws_have_series(R);
    for (int b = 0; b < R->slots; b++) offered &= !R->slot[b].o || R->slot[b].o->linear;
    return offered;
}

unsigned hol_find_traits(const hol_system *R)
{
    const hol_eval *sys = &R->facts;
    unsigned has = HOL_FLAT | HOL_CONST_MASS | HOL_REGULAR_MASS | HOL_QUADRATIC | HOL_SCLERONOMIC |
                   HOL_CONSERVATIVE | HOL_POSITION_FORCES;
    for (const hol_slot *s = R->slot; s < R->slot + R->slots; s++) {
        if (s->o && !s->o->flat) has &= ~(unsigned)HOL_FLAT;
        if (s->o && !s->o->constant_mass) has &= ~(unsigned)HOL_CONST_MASS;
        if (!regular(s)) has &= ~(unsigned)HOL_REGULAR_MASS;
    }
    for (int p = 0; p < R->probes; p++)
        if (R->probe[p].turns && !R->slot[R->probe[p].slot].o->linear)
            has &= ~(unsigned)HOL_QUADRATIC;
    for (int i = 0; i < sys->model->forces; i++) {
        const hol_force_law *law = sys->model->force[i].law;
        if (!law->energy) has &= ~(unsigned)HOL_CONSERVATIVE;
        if (!law->position_only) has &= ~(unsigned)HOL_POSITION_FORCES;
    }
    if (R->drives) has &= ~(unsigned)HOL_SCLERONOMIC;
    for (int r = 0; r < R->rollings; r++)
        if (R->rolling[r].law) has &= ~(unsigned)HOL_SCLERONOMIC;
    if (has_series(R, has)) has |= HOL_POWER_SERIES;
    if (!sys->na) has |= HOL_HOLONOMIC;
    if (sys->nv + sys->nc <= HOL_SMALL_MOST) has |= HOL_SMALL;
    if (!sys->model->softs) has |= HOL_HARD;
    return has;
}

const char *hol_same_as(const hol_model *model, const hol_formulation *formulation)
{
    const hol_formulation *other;
    for (int k = 0; (other = hol_formulation_at(k)) && other != formulation; k++) {
        bool same = other->equations == formulation->equations;
        for (int b = 0; b < model->bodies && same; b++) {
            hol_shape shape = model->body[b].shape;
            same = !other->absent[shape] &&
                   other->orientation[shape] == formulation->orientation[shape];
        }
        if (same) return other->name;
    }
    return NULL;
}

void hol_traits_text(unsigned traits, char *text, size_t size)
{
    static const struct {
        unsigned bit;
        const char *text;
    } trait[] = {
#define X(name, bit, text) {1u << bit, text},
        HOL_TRAIT_LIST(X)
#undef X
    };
    if (size) text[0] = '\0';
    for (size_t i = 0; i < sizeof trait / sizeof *trait && size; i++)
        if (traits & trait[i].bit) hol_append(text, size, "%s%s", *text ? ", " : "", trait[i].text);
}
