/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A model realised in a formulation: where each body stands in the vectors, the fixed patterns of
 * the matrices, and the traits. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mechanics/internal.h"
#include "numerics/saddle.h"

/* ---------------------------------------------------------------- bodies */

static void lay_out(hol_system *sys, hol_realised *R, const hol_formulation *formulation)
{
    const hol_model *model = sys->model;
    int M = 0, N = 0;
    R->slots = model->bodies;
    R->slot = hol_make((size_t)R->slots, sizeof *R->slot);
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
            s->turn_block = s->o->diagonal_mass ? 1 : s->o->nv - s->o->inner;
            sys->nq += s->o->nq;
            M += s->o->nv * s->o->mass_block;
            N += s->o->nv * (s->o->nv - s->o->inner);
            sys->nc += s->o->inner;
            if (s->o->gyroscopic) sys->turns = true;
        }
        sys->nv += s->nv;
        sys->nr += s->nr;
        if (s->nv > R->widest) R->widest = s->nv;
    }
    R->N = hol_make((size_t)N, sizeof *R->N);
    R->M = hol_make((size_t)M, sizeof *R->M);
}

/* ---------------------------------------------------------------- rows */

static int add_probe(hol_realised *R, const hol_marker *m)
{
    const hol_slot *s = &R->slot[m->body];
    hol_probe p = {.slot = m->body, .w = m->w, .rho = {m->rho[0], m->rho[1], m->rho[2]}};
    p.turns = s->o && (m->rho[0] != 0 || m->rho[1] != 0 || m->rho[2] != 0);
    R->probe = hol_append(R->probe, R->probes, sizeof p);
    R->probe[R->probes] = p;
    return R->probes++;
}

/* Ground markers, and the centre of a body whose centre is fixed, are constants. */
static void add_end(hol_realised *R, hol_vector *u, int e, const hol_marker *m)
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

static int add_vector(hol_realised *R, const hol_span *span)
{
    hol_vector u = {.end = {-1, -1}};
    add_end(R, &u, 0, &span->head);
    if (span->has_tail) add_end(R, &u, 1, &span->tail);
    R->vector = hol_append(R->vector, R->vectors, sizeof u);
    R->vector[R->vectors] = u;
    return R->vectors++;
}

static void add_joint_rows(const hol_model *model, hol_realised *R)
{
    R->row = hol_make((size_t)model->rows, sizeof *R->row);
    for (int i = 0; i < model->spans; i++) add_vector(R, &model->span[i]);
    for (R->rows = 0; R->rows < model->rows; R->rows++) {
        const hol_row *from = &model->row[R->rows];
        R->row[R->rows] = (hol_bilinear){
            .vec = {from->span[0], from->span[1]}, .scale = from->scale, .offset = from->offset};
    }
}

void hol_general_rows(const hol_system *sys)
{
    hol_realised *R = sys->self;
    if (!R->row && !R->own) add_joint_rows(sys->model, R);
}

/* Held rows and links are evaluated without it. */
static void drop_general_rows(hol_realised *R)
{
    if (R->bents || R->rollings) return;
    free(R->row), free(R->vector), free(R->probe);
    R->row = NULL, R->vector = NULL, R->probe = NULL;
    R->vectors = R->probes = 0;
}

static void add_rows(hol_system *sys, hol_realised *R)
{
    const hol_model *model = sys->model;
    sys->nj = model->rows;
    sys->na = model->slides;
    R->rolling = hol_make((size_t)model->slides, sizeof *R->rolling);
    add_joint_rows(model, R);
    for (R->rollings = 0; R->rollings < model->slides; R->rollings++) {
        const hol_slide *from = &model->slide[R->rollings];
        hol_rolling *row = &R->rolling[R->rollings];
        hol_span direction = {.head = from->direction}, point = {.head = from->point};
        row->direction = add_vector(R, &direction);
        row->point = add_vector(R, &point);
        row->w = from->w;
    }
    R->x = hol_make(9 * (size_t)R->vectors, sizeof *R->x);
    R->x1 = R->x + 3 * R->vectors;
    R->x2 = R->x1 + 3 * R->vectors;
}

/* The centre of a body with three coordinates, and nothing that turns. */
static bool plain(const hol_realised *R, int probe)
{
    const hol_probe *p = &R->probe[probe];
    return !p->turns && p->w == 1 && R->slot[p->slot].centre == 3;
}

/* Squares between mass centres are links; every other row that is not linear keeps the general
 * form. */
static void find_links(hol_realised *R)
{
    for (int r = 0; r < R->rows; r++) {
        const hol_bilinear *row = &R->row[r];
        const hol_vector *u = &R->vector[row->vec[0]];
        int head = u->end[0], tail = u->end[1];
        if (R->held[r]) continue;
        bool link = row->vec[0] == row->vec[1] && head >= 0 && plain(R, head) &&
                    (tail < 0 || (plain(R, tail) && R->probe[tail].slot != R->probe[head].slot));
        if (!link) {
            R->bent = hol_append(R->bent, R->bents, sizeof *R->bent);
            R->bent[R->bents++] = r;
            continue;
        }
        R->link = hol_append(R->link, R->links, sizeof *R->link);
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

static void list_softs(hol_system *sys, hol_realised *R)
{
    R->soft = hol_make((size_t)sys->model->softs, sizeof *R->soft);
    for (int k = 0; k < sys->model->softs; k++) {
        const hol_softness *s = sys->model->soft + k;
        R->soft[k] = (hol_soft){s->row + (s->nonholonomic ? sys->nc : 0), s->compliance, s->time};
    }
    sys->soft = R->soft;
    sys->softs = sys->model->softs;
}

/* ---------------------------------------------------------------- names */

static void name_rows(hol_system *sys, hol_realised *R)
{
    const hol_model *model = sys->model;
    R->row_name = hol_make((size_t)sys->nc, sizeof *R->row_name);
    R->momentum_name = hol_make((size_t)model->symmetries, sizeof *R->momentum_name);
    for (int r = 0; r < sys->nj; r++) R->row_name[r] = model->row[r].name;
    for (int b = 0; b < R->slots; b++)
        for (int i = 0; i < R->slot[b].nv - R->slot[b].nr; i++) {
            int row = R->slot[b].inner + i;
            R->row_name[row] =
                hol_keep(&R->names, "%s.%s.%d", model->body[b].name, R->slot[b].o->name, i + 1);
        }
    for (int i = 0; i < model->symmetries; i++) R->momentum_name[i] = model->symmetry[i].name;
    sys->row_name = R->row_name;
    sys->momentum_name = R->momentum_name;
    sys->ns = model->symmetries;
}

/* ---------------------------------------------------------------- start */

static bool consistent(const hol_system *sys, const double q[], const double v[], hol_message *why)
{
    double *phi = hol_make((size_t)sys->nc, sizeof *phi), *G = hol_self(sys)->G;
    double *rate = hol_make((size_t)(sys->nc + sys->na), sizeof *rate);
    double *drive = hol_make((size_t)sys->nc, sizeof *drive);
    double *A = hol_make((size_t)sys->A.nnz, sizeof *A), *w = hol_make((size_t)sys->na, sizeof *w);
    bool good = true;
    sys->constraints(sys, 0, q, phi, G);
    if (sys->drive) {
        double *phi_tt = hol_make((size_t)sys->nc, sizeof *phi_tt);
        sys->drive(sys, 0, q, v, drive, phi_tt);
        free(phi_tt);
    }
    hol_multiply(&sys->G, G, v, rate);
    for (int i = 0; i < sys->nc; i++) rate[i] += drive[i];
    for (int i = 0; i < sys->nc && good; i++) {
        double size = hol_row_unit(sys, i) * (sys->length / sys->unit);
        good = fabs(phi[i]) <= 1e-9 * size && fabs(rate[i]) <= 1e-9 * sys->speed * size;
        if (!good)
            hol_say(why, "the start violates the constraint '%s': Phi = %.3g, its rate %.3g",
                    sys->row_name[i], phi[i], rate[i]);
    }
    if (sys->na) {
        sys->nonholonomic(sys, 0, q, A, w);
        hol_multiply(&sys->A, A, v, rate + sys->nc);
        for (int i = 0; i < sys->na && good; i++) {
            good = fabs(rate[sys->nc + i] - w[i]) <= 1e-9 * sys->speed * sys->unit;
            if (!good)
                hol_say(why, "the start violates the nonholonomic constraint '%s': A v - w = %.3g",
                        sys->model->slide[i].name, rate[sys->nc + i] - w[i]);
        }
    }
    free(phi), free(rate), free(drive), free(A), free(w);
    return good;
}

static bool start_is_sound(hol_system *sys, hol_message *why)
{
    hol_pose *pose = hol_make((size_t)sys->nb, sizeof *pose);
    double *q = hol_make((size_t)sys->nq, sizeof *q), *v = hol_make((size_t)sys->nv, sizeof *v);
    for (int b = 0; b < sys->nb; b++) pose[b] = sys->model->body[b].at;
    sys->place(sys, pose, q, v);
    bool sound = consistent(sys, q, v, why);
    if (sound) hol_set_rank(sys, q);
    free(pose), free(q), free(v);
    return sound;
}

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

static bool all_names_differ(const hol_model *model, hol_message *why)
{
    int rows = model->rows, slides = model->slides;
    const char **name = hol_make((size_t)(model->bodies + rows + slides), sizeof *name);
    for (int b = 0; b < model->bodies; b++) name[b] = model->body[b].name;
    bool differ = names_differ(name, model->bodies, "bodies", why);
    for (int r = 0; r < rows; r++) name[r] = model->row[r].name;
    for (int r = 0; r < slides; r++) name[rows + r] = model->slide[r].name;
    differ = differ && names_differ(name, rows + slides, "constraint rows", why);
    free(name);
    return differ;
}

bool hol_model_possible(const hol_model *model, hol_message *why)
{
    bool possible = !model->error.text[0] && model->bodies;
    if (!possible)
        hol_say(why, "%s", model->bodies ? model->error.text : "the model has no bodies");
    return possible && all_names_differ(model, why);
}

static bool fits(const hol_model *model, const hol_formulation *f, bool *unfit, hol_message *why)
{
    if (!hol_model_possible(model, why)) return false;
    for (int b = 0; b < model->bodies; b++)
        if (f->absent[model->body[b].shape]) {
            *unfit = true;
            hol_say(why, "formulation '%s' has no coordinates for the body '%s' (a rod in space)",
                    f->name, model->body[b].name);
            return false;
        }
    return true;
}

static void destroy(hol_system *sys)
{
    hol_realised *R = sys->self;
    hol_free_patterns(sys);
    hol_saddle_free(sys->solver);
    hol_dependence_clear(&sys->dependent);
    hol_held_rows_free(&R->linear);
    hol_texts_free(R->names);
    free(R->row_name);
    free(R->momentum_name);
    void *owned[] = {R->soft,  R->bent,      R->stand,  R->end,    R->pull, R->held,    R->phi_zero,
                     R->link,  R->slot,      R->probe,  R->vector, R->row,  R->rolling, R->x,
                     R->block, R->inner_at,  R->M_in_K, R->blocks, R->N,    R->M,       R->G,
                     R->A,     R->ap,        R->rest,   R->weight, R->Mr,   sys->slack, R->par,
                     R->given, R->is_length, R};
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++) free(owned[i]);
    free(sys);
}

hol_system *hol_new_system(const hol_model *model, const char *formulation)
{
    hol_system *sys = hol_make(1, sizeof *sys);
    hol_realised *R = hol_make(1, sizeof *R);
    sys->self = R;
    sys->destroy = destroy;
    sys->model = model;
    sys->formulation = formulation;
    sys->count = &R->counters;
    sys->nb = model->bodies;
    return sys;
}

void hol_lay_scratch(hol_system *sys, hol_realised *R)
{
    R->block =
        hol_make(4 * (size_t)(R->widest * R->widest) + 6 * (size_t)R->widest, sizeof *R->block);
    hol_set_patterns(sys, R);
    R->G = hol_make((size_t)sys->G.nnz, sizeof *R->G);
    R->A = hol_make((size_t)sys->A.nnz, sizeof *R->A);
    R->ap = hol_make((size_t)sys->nv, sizeof *R->ap);
    R->rest = hol_make((size_t)sys->nv, sizeof *R->rest);
}

hol_system *hol_check_start(hol_system *sys, hol_message *why)
{
    if (start_is_sound(sys, why)) return sys;
    hol_system_free(sys);
    return NULL;
}

hol_system *hol_realise(const hol_model *model, const hol_formulation *formulation, bool *unfit,
                        hol_message *why)
{
    bool ignored;
    if (!unfit) unfit = &ignored;
    *unfit = false;
    if (!fits(model, formulation, unfit, why)) return NULL;
    hol_system *sys = hol_new_system(model, formulation->name);
    hol_realised *R = sys->self;
    sys->same_as = hol_same_as(model, formulation);
    lay_out(sys, R, formulation);
    sys->nc += model->rows;
    add_rows(sys, R);
    hol_lay_scratch(sys, R);
    list_softs(sys, R);
    hol_find_linear_rows(sys, R);
    find_links(R);
    hol_list_spans(R);
    name_rows(sys, R);
    hol_set_scales(sys);
    sys->has = hol_find_traits(sys);
    sys->uniform_forces = !model->forces;
    R->weight = hol_make((size_t)sys->nv, sizeof *R->weight);
    for (int b = 0; b < R->slots; b++)
        for (int k = 0; k < R->slot[b].centre; k++)
            R->weight[R->slot[b].v + k] = R->slot[b].body->m * model->g[k];
    hol_set_constraints(sys);
    hol_set_hessians(sys);
    hol_set_dynamics(sys);
    hol_set_motion(sys);
    hol_set_reduction(sys);
    drop_general_rows(R);
    return hol_check_start(sys, why);
}

void hol_system_free(hol_system *sys)
{
    if (sys) sys->destroy(sys);
}
