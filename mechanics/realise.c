/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A model realised in a formulation: where each body stands in the vectors, the fixed patterns of
 * the matrices, and the traits. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/say.h"
#include "mechanics/drives.h"

/* ---------------------------------------------------------------- bodies */

static void place_bodies(hol_system *R, const hol_formulation *formulation)
{
    hol_eval *sys = &R->facts;
    const hol_model *model = sys->model;
    int M = 0, N = 0;
    R->slots = model->bodies;
    R->slot = hol_alloc(R->memory, (size_t)R->slots, sizeof *R->slot);
    for (int b = 0; b < R->slots; b++) {
        hol_slot *s = &R->slot[b];
        s->body = &model->body[b];
        s->o = formulation->orientation[s->body->shape];
        s->centre = s->body->fixed ? 0 : s->body->shape == HOL_PLANAR ? 2 : 3;
        s->q = sys->nq, s->v = sys->nv, s->r = sys->nr, s->M = M, s->N = N;
        s->nv = s->nr = s->centre;
        s->centre_block = 1;
        sys->nq += s->centre;
        M += s->centre;
        if (s->o) {
            s->nv += s->o->nv;
            s->nr += s->o->nv - s->o->inner;
            bool diagonal = s->o->diagonal_mass || s->o->reduced_mass;
            s->turn_block = diagonal ? 1 : s->o->nv - s->o->inner;
            sys->nq += s->o->nq;
            M += s->o->nv * s->o->mass_block;
            if (s->o->basis) N += s->o->nv * (s->o->nv - s->o->inner) + s->o->nv;
            sys->nc += s->o->inner;
            if (s->o->gyroscopic) R->turns = true;
        }
        sys->nv += s->nv;
        sys->nr += s->nr;
        if (s->nv > R->widest) R->widest = s->nv;
    }
    R->bases = N;
    R->mass_blocks = M;
}

/* ---------------------------------------------------------------- rows */

static int add_probe(hol_system *R, const hol_marker *m)
{
    const hol_slot *s = &R->slot[m->body];
    hol_probe p = {.slot = m->body, .w = m->w, .rho = {m->rho[0], m->rho[1], m->rho[2]}};
    p.turns = s->o && (m->rho[0] != 0 || m->rho[1] != 0 || m->rho[2] != 0);
    R->probe = hol_grow(R->memory, R->probe, R->probes, sizeof p);
    R->probe[R->probes] = p;
    return R->probes++;
}

/* Ground markers, and the centre of a body whose centre is fixed, are constants. */
static void add_end(hol_system *R, hol_vector *u, int e, const hol_marker *m)
{
    double sign = e ? -1 : 1;
    u->end[e] = -1;
    if (m->body == HOL_GROUND) {
        for (int k = 0; k < 3; k++) u->fixed[k] += sign * m->rho[k];
        return;
    }
    const hol_slot *s = &R->slot[m->body];
    for (int k = s->centre; k < 3; k++) u->fixed[k] += sign * m->w * s->body->at.r[k];
    u->end[e] = add_probe(R, m);
}

static int add_vector(hol_system *R, const hol_span *span)
{
    hol_vector u = {.end = {-1, -1}};
    add_end(R, &u, 0, &span->head);
    if (span->has_tail) add_end(R, &u, 1, &span->tail);
    R->vector = hol_grow(R->memory, R->vector, R->vectors, sizeof u);
    R->vector[R->vectors] = u;
    return R->vectors++;
}

/* The spans that change with time are the row's own: no other row shares them. */
static void add_turned_spans(hol_system *R, hol_bilinear *row, const hol_row *from)
{
    const hol_span *span = R->facts.model->span, nothing = {.head = {.body = HOL_GROUND}};
    row->vec[0] = add_vector(R, &span[from->span[0]]);
    add_vector(R, &span[from->drive->beside]);
    add_vector(R, &nothing);
    add_vector(R, &nothing);
}

void hol_add_joint_rows(hol_system *R)
{
    const hol_model *model = R->facts.model;
    R->row = hol_alloc(R->memory, (size_t)model->rows, sizeof *R->row);
    for (int i = 0; i < model->spans; i++) add_vector(R, &model->span[i]);
    for (R->rows = 0; R->rows < model->rows; R->rows++) {
        const hol_row *from = &model->row[R->rows];
        R->row[R->rows] = (hol_bilinear){
            .vec = {from->span[0], from->span[1]}, .scale = from->scale, .offset = from->offset};
        if (hol_row_turns(from)) add_turned_spans(R, &R->row[R->rows], from);
    }
}

void hol_drop_joint_rows(hol_system *R)
{
    hol_drop(R->memory, R->row);
    hol_drop(R->memory, R->vector);
    hol_drop(R->memory, R->probe);
    R->row = NULL, R->vector = NULL, R->probe = NULL;
    R->vectors = R->probes = 0;
}

static void add_rows(hol_system *R)
{
    hol_eval *sys = &R->facts;
    const hol_model *model = sys->model;
    sys->nj = model->rows;
    sys->na = model->slides;
    R->rolling = hol_alloc(R->memory, (size_t)model->slides, sizeof *R->rolling);
    hol_add_joint_rows(R);
    hol_list_drives(R);
    for (R->rollings = 0; R->rollings < model->slides; R->rollings++) {
        const hol_slide *from = &model->slide[R->rollings];
        hol_rolling *row = &R->rolling[R->rollings];
        hol_span direction = {.head = from->direction}, point = {.head = from->point};
        row->direction = add_vector(R, &direction);
        row->point = add_vector(R, &point);
        row->B = from->of_place ? from->B : NULL;
        row->w = from->w;
        row->law = from->law;
        row->contact = from->contact;
    }
}

/* The centre of a body with three coordinates, and nothing that turns. */
static bool plain(const hol_system *R, int probe)
{
    const hol_probe *p = &R->probe[probe];
    return !p->turns && p->w == 1 && R->slot[p->slot].centre == 3;
}

/* Squares between mass centres are links, heights of bodies that roll touches; every other row that
 * is not linear keeps the general form. */
static void find_links(hol_system *R)
{
    for (int r = 0; r < R->rows; r++) {
        const hol_bilinear *row = &R->row[r];
        const hol_vector *u = &R->vector[row->vec[0]];
        int head = u->end[0], tail = u->end[1];
        if (R->held[r]) continue;
        if (R->facts.model->row[r].contact) {
            R->touch = hol_grow(R->memory, R->touch, R->touches, sizeof *R->touch);
            R->touch[R->touches++] = (hol_touch){r, row->at[1][0], R->facts.model->row[r].contact};
            continue;
        }
        bool link = row->vec[0] == row->vec[1] && head >= 0 && plain(R, head) &&
                    (tail < 0 || (plain(R, tail) && R->probe[tail].slot != R->probe[head].slot));
        if (!link) {
            R->bent = hol_grow(R->memory, R->bent, R->bents, sizeof *R->bent);
            R->bent[R->bents++] = r;
            continue;
        }
        R->link = hol_grow(R->memory, R->link, R->links, sizeof *R->link);
        hol_link *l = &R->link[R->links++];
        *l = (hol_link){.row = r,
                        .q = {-1, -1},
                        .v = {-1, -1},
                        .at = {row->at[0][0], row->at[0][1]},
                        .scale = row->scale,
                        .offset = row->offset};
        memcpy(l->fixed, u->fixed, sizeof l->fixed);
        for (int e = 0; e < 2; e++) {
            if (u->end[e] < 0) continue;
            const hol_slot *s = &R->slot[R->probe[u->end[e]].slot];
            l->q[e] = s->q;
            l->v[e] = s->v;
        }
    }
}

static void list_softs(hol_system *R)
{
    hol_eval *sys = &R->facts;
    R->soft = hol_alloc(R->memory, (size_t)sys->model->softs, sizeof *R->soft);
    for (int k = 0; k < sys->model->softs; k++) {
        const hol_softness *s = sys->model->soft + k;
        R->soft[k] = (hol_soft){s->row + (s->nonholonomic ? sys->nc : 0), s->compliance, s->time};
    }
    sys->soft = R->soft;
    sys->softs = sys->model->softs;
}

/* ---------------------------------------------------------------- names */

static void name_rows(hol_system *R)
{
    hol_eval *sys = &R->facts;
    const hol_model *model = sys->model;
    R->row_name = hol_alloc(R->memory, (size_t)sys->nc, sizeof *R->row_name);
    R->momentum_name = hol_alloc(R->memory, (size_t)model->symmetries, sizeof *R->momentum_name);
    for (int r = 0; r < sys->nj; r++) R->row_name[r] = model->row[r].name;
    for (int b = 0; b < R->slots; b++)
        for (int i = 0; i < R->slot[b].nv - R->slot[b].nr; i++) {
            int row = R->slot[b].inner + i;
            R->row_name[row] =
                hol_keep(R->memory, "%s.%s.%d", model->body[b].name, R->slot[b].o->name, i + 1);
        }
    for (int i = 0; i < model->symmetries; i++) R->momentum_name[i] = model->symmetry[i].name;
    sys->row_name = R->row_name;
    sys->momentum_name = R->momentum_name;
    sys->ns = model->symmetries;
}

/* ---------------------------------------------------------------- names */

static int by_name(const void *a, const void *b)
{
    const char *const *x = a, *const *y = b;
    return strcmp(*x, *y);
}

/* The names, which are sorted, differ. */
static bool names_differ(const char **name, int count, const char *what, hol_message *why)
{
    const char *twice = NULL;
    qsort(name, (size_t)count, sizeof *name, by_name);
    for (int i = 1; i < count; i++)
        if (!strcmp(name[i - 1], name[i])) twice = name[i];
    if (twice) hol_say(why, "two %s are named '%s'", what, twice);
    return !twice;
}

/* Each can stand in a file: those of bodies and joints are looked at where they are added. */
static bool rows_are_words(const char **name, int count, hol_message *why)
{
    for (int i = 0; i < count; i++)
        if (!hol_is_word(name[i], HOL_ROW_NAME))
            return hol_wrong(why,
                             "the constraint row '%.80s': a name has 1 to %d characters, no blank, "
                             "comma or quote",
                             name[i], HOL_ROW_NAME);
    return true;
}

static bool names_stand(const hol_model *model, hol_memory *m, hol_message *why)
{
    int rows = model->rows, slides = model->slides;
    const char **name = hol_alloc(m, (size_t)(model->bodies + rows + slides), sizeof *name);
    for (int b = 0; b < model->bodies; b++) name[b] = model->body[b].name;
    bool differ = names_differ(name, model->bodies, "bodies", why);
    for (int r = 0; r < rows; r++) name[r] = model->row[r].name;
    for (int r = 0; r < slides; r++) name[rows + r] = model->slide[r].name;
    differ = differ && names_differ(name, rows + slides, "constraint rows", why) &&
             rows_are_words(name, rows + slides, why);
    hol_drop(m, name);
    return differ;
}

/* The entries of M, G and K are counted in int.  A body has at most 12 coordinates, a block of
 * 12 x 12 in M, and 27 entries in its inner rows; a row of a joint at most 24; K holds G and G^T.
 */
static bool countable(const hol_model *model, hol_message *why)
{
    enum { OF_A_BODY = 12 * 12 + 2 * 27, OF_A_ROW = 2 * 24 };
    double rows = (double)model->rows + model->slides;
    double entries = OF_A_BODY * (double)model->bodies + OF_A_ROW * rows;
    if (entries > INT_MAX)
        hol_say(why,
                "%d bodies and %.0f constraint rows can have %.3g entries in a matrix, of which %d "
                "can be counted",
                model->bodies, rows, entries, INT_MAX);
    return entries <= INT_MAX;
}

/* Is it a model at all: bodies, no mistake, not too many for its indices, names that differ? */
static bool possible(const hol_model *model, hol_memory *m, hol_message *why)
{
    bool whole = !model->error.text[0] && model->bodies;
    if (model->no_memory) hol_no_memory();
    if (!whole) hol_say(why, "%s", model->bodies ? model->error.text : "the model has no bodies");
    return whole && countable(model, why) && names_stand(model, m, why);
}

void hol_system_free(hol_system *R)
{
    if (!R) return;
    hol_memory_end(R->memory);
    free(R);
}

typedef struct {
    hol_system *R;
    hol_lay_out *lay_out;
    const void *data;
    hol_message *why;
    bool open;     /* its start is not checked */
    hol_eval *sys; /* that the start is checked with */
    bool sound;
} making;

static void make(void *data)
{
    making *x = data;
    hol_system *R = x->R;
    if (!possible(R->facts.model, R->memory, x->why)) return;
    if (!x->lay_out(R, x->data, x->why)) return;
    x->sound = x->open;
    if (x->open) return;
    x->sys = hol_eval_new(R);
    if (!x->sys) hol_no_memory();
    x->sound = hol_start_is_sound(R, x->sys, x->why);
}

static hol_system *make_system(const hol_model *model, const char *formulation,
                               const hol_equations *equations, making x)
{
    hol_message *why = x.why;
    x.R = calloc(1, sizeof *x.R);
    if (x.R) {
        x.R->equations = equations;
        x.R->facts = (hol_eval){
            .system = x.R, .model = model, .formulation = formulation, .nb = model->bodies};
        x.R->memory = hol_memory_new();
    }
    bool room = x.R && x.R->memory && hol_try(make, &x);
    hol_eval_free(x.sys);
    if (room && x.sound) return x.R;
    hol_system_free(x.R);
    if (!room) hol_lack_memory();
    if (!room) hol_say(why, "there is no memory for the system");
    return NULL;
}

hol_system *hol_make_system(const hol_model *model, const char *formulation,
                            const hol_equations *equations, hol_lay_out *lay_out, const void *data,
                            hol_message *why)
{
    return make_system(model, formulation, equations,
                       (making){.lay_out = lay_out, .data = data, .why = why});
}

/* ---------------------------------------------------------------- of a model */

bool hol_fits(const hol_model *model, const hol_formulation *f, bool *unfit, hol_message *why)
{
    for (int b = 0; b < model->bodies; b++)
        if (f->absent[model->body[b].shape]) {
            *unfit = true;
            return hol_wrong(
                why, "formulation '%s' has no coordinates for the body '%s' (a rod in space)",
                f->name, model->body[b].name);
        }
    return true;
}

static void weigh(hol_system *R)
{
    R->weight = hol_alloc(R->memory, (size_t)R->facts.nv, sizeof *R->weight);
    for (int b = 0; b < R->slots; b++)
        for (int k = 0; k < R->slot[b].centre; k++)
            R->weight[R->slot[b].v + k] = R->slot[b].body->m * R->facts.model->g[k];
}

bool hol_lay_out_absolute(hol_system *R, const void *data, hol_message *why)
{
    const hol_layout *a = data;
    hol_eval *sys = &R->facts;
    const hol_model *model = sys->model;
    if (!hol_fits(model, a->formulation, a->unfit, why)) return false;
    sys->same_as = hol_same_as(model, a->formulation);
    place_bodies(R, a->formulation);
    sys->nc += model->rows;
    add_rows(R);
    hol_set_patterns(R);
    list_softs(R);
    hol_find_linear_rows(R);
    find_links(R);
    hol_list_spans(R);
    name_rows(R);
    hol_set_scales(R);
    sys->has = hol_find_traits(R);
    R->uniform_forces = !model->forces;
    weigh(R);
    bool spans = R->bents || R->touches || R->rollings;
    if (!spans) hol_drop_joint_rows(R); /* held rows and links do without */
    return true;
}

hol_system *hol_realise(const hol_model *model, const hol_formulation *formulation, bool *unfit,
                        hol_message *why)
{
    bool ignored;
    const hol_layout a = {formulation, unfit ? unfit : &ignored};
    *a.unfit = false;
    return hol_make_system(model, formulation->name, formulation->equations, formulation->lay_out,
                           &a, why);
}

hol_system *hol_realise_open(const hol_model *model, const char *formulation, hol_message *why)
{
    bool unfit = false;
    const hol_layout a = {hol_formulation_named(formulation), &unfit};
    return make_system(
        model, formulation, &hol_absolute_equations,
        (making){.lay_out = hol_lay_out_absolute, .data = &a, .why = why, .open = true});
}
