/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A model realised in joint coordinates: the tree, the rows that it leaves, patterns, traits, and
 * the questions that the bodies in `lie` answer. */
#include <stdio.h>
#include <string.h>

#include "holonomy/dense.h"
#include "mechanics/joint_tree.h"

/* ---------------------------------------------------------------- questions */

static double potential(hol_eval *sys, const double q[])
{
    return hol_potential(hol_scratch_of(sys)->joint->absolute, hol_joint_absolute_q(sys, q));
}

static void grad_potential(hol_eval *sys, const double q[], double dU[])
{
    struct hol_joint_scratch *S = hol_scratch_of(sys)->joint;
    hol_grad_potential(S->absolute, hol_joint_absolute_q(sys, q), S->fa);
    hol_joint_pull(sys, q, S->fa, dU);
}

static void applied(hol_eval *sys, double t, const double q[], const double v[], double F[])
{
    struct hol_joint_scratch *S = hol_scratch_of(sys)->joint;
    const double *va = hol_joint_absolute_v(sys, q, v);
    hol_applied(S->absolute, t, hol_joint_absolute_q(sys, q), va, S->fa);
    hol_joint_pull(sys, q, S->fa, F);
}

static double work(hol_eval *sys, const double q0[], const double q1[])
{
    hol_eval *a = hol_scratch_of(sys)->joint->absolute;
    size_t mark = hol_mark(sys->work);
    double *from = hol_take(sys->work, a->nq);
    memcpy(from, hol_joint_absolute_q(sys, q0), (size_t)a->nq * sizeof *from);
    double W = hol_work_between(a, from, hol_joint_absolute_q(sys, q1));
    hol_release(sys->work, mark);
    return W;
}

/* A momentum map at p = M v is that of the bodies at V v. */
static void momentum(hol_eval *sys, const double q[], const double p[], double J[])
{
    const struct hol_joint_tree *t = hol_tree_of(sys);
    struct hol_joint_scratch *S = hol_scratch_of(sys)->joint;
    size_t mark = hol_mark(sys->work);
    double *M = hol_take(sys->work, sys->M.nnz), *v = hol_take(sys->work, sys->nv);
    hol_joint_mass(sys, q, M);
    memcpy(v, p, (size_t)sys->nv * sizeof *v);
    for (int b = 0; b < t->blocks; b++) {
        double *block = M + sys->M.start[t->block[b].v];
        if (!t->block[b].nv) continue;
        hol_cholesky_factor(t->block[b].nv, block);
        hol_cholesky_solve(t->block[b].nv, block, v + t->block[b].v);
    }
    const double *va = hol_joint_absolute_v(sys, q, v);
    for (int i = 0; i < t->limbs; i++) {
        const hol_limb *l = &t->limb[i];
        double *fa = S->fa + l->of_v;
        const double *u = va + l->of_v;
        for (int k = 0; k < l->centre; k++) fa[k] = l->m * u[k];
        for (int k = 0; l->solid && k < 3; k++) fa[l->centre + k] = l->J[k] * u[l->centre + k];
        if (l->planar) fa[l->centre] = l->J[2] * u[l->centre];
    }
    hol_momentum(S->absolute, hol_joint_absolute_q(sys, q), S->fa, J);
    hol_release(sys->work, mark);
}

static void poses(hol_eval *sys, const double q[], const double v[], hol_pose pose[])
{
    const double *va = hol_joint_absolute_v(sys, q, v);
    hol_poses(hol_scratch_of(sys)->joint->absolute, hol_joint_absolute_q(sys, q), va, pose);
}

static void place(hol_eval *sys, const hol_pose pose[], double q[], double v[])
{
    hol_joint_from_poses(sys, pose, q, v);
}

const hol_equations hol_joint_equations = {
    .mass = hol_joint_mass,
    .kinetic = hol_joint_kinetic,
    .potential = potential,
    .grad_potential = grad_potential,
    .applied = applied,
    .work = work,
    .gyroscopic = hol_joint_gyroscopic,
    .total_force = hol_joint_force,
    .grad_kinetic = hol_joint_grad_kinetic,
    .tangent = hol_difference_tangent,
    .kinetic_tangent = hol_joint_kinetic_tangent,
    .constraints = hol_joint_constraints,
    .flow = hol_joint_flow,
    .curvature = hol_joint_curvature,
    .hessian = hol_joint_hessian,
    .hessian_rate = hol_joint_hessian_rate,
    .drive = hol_joint_drive,
    .nonholonomic = hol_joint_nonholonomic,
    .nonholonomic_rate = hol_joint_nonholonomic_rate,
    .momentum = momentum,
    .poses = poses,
    .place = place,
};

hol_eval *hol_absolute_of(hol_eval *sys, const double **q)
{
    if (!sys->system->tree) return sys;
    *q = hol_joint_absolute_q(sys, *q);
    return hol_scratch_of(sys)->joint->absolute;
}

/* ---------------------------------------------------------------- scratch */

static void free_eval(void *sys)
{
    hol_eval_free(sys);
}

struct hol_joint_scratch *hol_joint_scratch_new(hol_memory *m, const hol_system *R)
{
    const hol_eval *sys = &R->facts;
    struct hol_joint_scratch *S = hol_alloc(m, 1, sizeof *S);
    S->absolute = hol_had(hol_eval_new(R->tree->absolute));
    hol_at_end(m, free_eval, S->absolute);
    S->full = hol_had(hol_eval_new(R->tree->full));
    hol_at_end(m, free_eval, S->full);
    const hol_eval *a = S->absolute;
    S->limb = hol_alloc(m, (size_t)R->tree->limbs, sizeof *S->limb);
    S->q = hol_alloc(m, (size_t)sys->nq, sizeof *S->q);
    S->v = hol_alloc(m, (size_t)sys->nv, sizeof *S->v);
    S->qa = hol_alloc(m, (size_t)a->nq, sizeof *S->qa);
    S->va = hol_alloc(m, (size_t)a->nv, sizeof *S->va);
    S->fa = hol_alloc(m, (size_t)a->nv, sizeof *S->fa);
    S->G = hol_alloc(m, (size_t)a->G.nnz, sizeof *S->G);
    S->A = hol_alloc(m, (size_t)a->A.nnz, sizeof *S->A);
    const hol_system *spans = R->tree->absolute;
    S->arm = hol_alloc(m, 3 * (size_t)spans->probes, sizeof *S->arm);
    for (int k = 0; k < 3; k++)
        S->x[k] = hol_alloc(m, 3 * (size_t)spans->vectors, sizeof *S->x[k]);
    S->phi = hol_alloc(m, (size_t)a->nc, sizeof *S->phi);
    return S;
}

/* ---------------------------------------------------------------- the rows that are left */

static void free_system(void *R)
{
    hol_system_free(R);
}

/* The model without the rows of the joints of the tree. */
static hol_model *rest_of(hol_memory *m, const hol_model *model, struct hol_joint_tree *t)
{
    hol_model *rest = hol_alloc_copy(m, model, 1, sizeof *rest);
    int *at = hol_alloc(m, (size_t)model->rows, sizeof *at);
    t->taken = hol_alloc(m, (size_t)model->joints + 1, sizeof *t->taken);
    for (int i = 0; i < t->limbs; i++) t->taken[t->limb[i].joint_index + 1] = true;
    t->taken[0] = false;
    rest->row = hol_alloc(m, (size_t)model->rows, sizeof *rest->row);
    rest->soft = hol_alloc(m, (size_t)model->softs, sizeof *rest->soft);
    rest->rows = 0;
    for (int r = 0; r < model->rows; r++) {
        at[r] = rest->rows;
        if (!t->taken[model->row[r].joint]) rest->row[rest->rows++] = model->row[r];
    }
    for (int k = 0; k < model->softs; k++) {
        rest->soft[k] = model->soft[k];
        if (!rest->soft[k].nonholonomic) rest->soft[k].row = at[rest->soft[k].row];
    }
    hol_drop(m, at);
    return rest;
}

static hol_system *kept(hol_memory *m, hol_system *R)
{
    if (R) hol_at_end(m, free_system, R);
    return R;
}

/* Where the bodies of the limbs stand in `lie`. */
static void find_bodies(struct hol_joint_tree *t)
{
    for (int i = 0; i < t->limbs; i++) {
        hol_limb *l = &t->limb[i];
        const hol_slot *s = &t->absolute->slot[l->body];
        l->of_q = s->q, l->of_v = s->v, l->centre = s->centre;
    }
}

/* ---------------------------------------------------------------- slots and patterns */

/* Slides and angles of a block are one slot, each of its rotation matrices another. */
static void lay_out_slots(hol_system *R)
{
    hol_eval *sys = &R->facts;
    const struct hol_joint_tree *t = R->tree;
    int balls = 0, last = 0;
    for (int b = 0; b < t->blocks; b++) balls += t->block[b].balls;
    R->slot = hol_alloc(R->memory, (size_t)(t->blocks + balls), sizeof *R->slot);
    for (int b = 0; b < t->blocks; b++) {
        const hol_tree_block *x = &t->block[b];
        int n = x->flats;
        R->slot[R->slots++] = (hol_slot){.centre = n, .q = x->q, .v = x->v, .r = x->v,
                                         .nv = n, .nr = n, .inner = 0, .centre_block = n};
        R->mass_blocks += x->nv * x->nv;
        if (n > R->widest) R->widest = n;
        for (; last < t->limbs && t->limb[last].tree == b; last++) {
            const hol_limb *l = &t->limb[last];
            if (!l->ball) continue;
            R->slot[R->slots++] = (hol_slot){.o = &hol_rotation,
                                             .body = &R->facts.model->body[l->body],
                                             .q = l->ball_q, .v = l->ball_v, .r = l->ball_v,
                                             .nv = 3, .nr = 3, .turn_block = 3};
        }
        sys->nq += n + 9 * x->balls;
        sys->nv += x->nv;
    }
    if (R->widest < 3) R->widest = 3;
    sys->nr = sys->nv;
}

typedef struct {
    hol_memory *memory;
    int *start, *col, rows, nnz;
} lines;

static void block_columns(lines *p, const hol_tree_block *b)
{
    for (int j = 0; j < b->nv; j++) {
        p->col = hol_grow(p->memory, p->col, p->nnz, sizeof *p->col);
        p->col[p->nnz++] = b->v + j;
    }
}

static void open_line(lines *p)
{
    p->start = hol_grow(p->memory, p->start, p->rows, sizeof *p->start);
    p->start[p->rows++] = p->nnz;
}

static hol_pattern sealed(lines *p, int cols)
{
    int rows = p->rows;
    open_line(p);
    return (hol_pattern){rows, cols, p->nnz, p->start, p->col};
}

/* One dense block for each tree on ground. */
static hol_pattern mass_pattern(hol_system *R)
{
    lines M = {.memory = R->memory};
    for (int b = 0; b < R->tree->blocks; b++)
        for (int i = 0; i < R->tree->block[b].nv; i++) {
            open_line(&M);
            block_columns(&M, &R->tree->block[b]);
        }
    return sealed(&M, R->facts.nv);
}

/* The limb of the body that has the column v in `lie`. */
static int limb_at(const hol_system *R, int v)
{
    const hol_system *a = R->tree->absolute;
    int low = 0, high = a->slots - 1;
    while (low < high) {
        int middle = (low + high + 1) / 2;
        if (a->slot[middle].v <= v)
            low = middle;
        else
            high = middle - 1;
    }
    while (!a->slot[low].nv) low--; /* a point that is fixed has no columns */
    return R->tree->limb_of[low];
}

static int by_number(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* The row of the pattern P in `lie` on the trees of the bodies that it touches. */
static void add_row(hol_system *R, const hol_pattern *P, int row, lines *to, int *touched)
{
    enum { MOST = 8 };
    struct hol_joint_tree *t = R->tree;
    int tree[MOST], trees = 0, first = *touched, at[MOST];
    open_line(to);
    for (int k = P->start[row]; k < P->start[row + 1];) {
        int limb = limb_at(R, P->col[k]);
        t->touch = hol_grow(R->memory, t->touch, *touched, sizeof *t->touch);
        t->touch[(*touched)++] = (hol_limb_touch){.limb = limb, .from = k};
        tree[trees++] = t->limb[limb].tree;
        k += t->absolute->slot[t->limb[limb].body].nv;
    }
    qsort(tree, (size_t)trees, sizeof *tree, by_number);
    for (int i = 0; i < trees; i++) {
        if (i && tree[i] == tree[i - 1]) {
            at[i] = at[i - 1];
            continue;
        }
        at[i] = to->nnz - t->block[tree[i]].v;
        block_columns(to, &t->block[tree[i]]);
    }
    for (int k = first; k < *touched; k++)
        for (int i = 0; i < trees; i++)
            if (tree[i] == t->limb[t->touch[k].limb].tree) t->touch[k].to = at[i];
}

static void lay_out_patterns(hol_system *R)
{
    hol_eval *sys = &R->facts;
    struct hol_joint_tree *t = R->tree;
    const hol_eval *a = &t->absolute->facts;
    lines G = {.memory = R->memory}, A = {.memory = R->memory}, Gr = {.memory = R->memory};
    int touched = 0, rows = sys->nc + sys->na;
    t->touches = hol_alloc(R->memory, (size_t)rows + 1, sizeof *t->touches);
    for (int r = 0; r < rows; r++) {
        bool joint = r < sys->nc;
        t->touches[r] = touched;
        add_row(R, joint ? &a->G : &a->A, joint ? r : r - sys->nc, joint ? &G : &A, &touched);
    }
    t->touches[rows] = touched;
    sys->G = sealed(&G, sys->nv);
    sys->A = sealed(&A, sys->nv);
    sys->M = sys->Mr = mass_pattern(R);
    for (int p = 0; p < 2; p++) {
        const hol_pattern *P = p ? &sys->A : &sys->G;
        for (int r = 0; r < P->rows; r++) {
            open_line(&Gr);
            for (int k = P->start[r]; k < P->start[r + 1]; k++) {
                Gr.col = hol_grow(R->memory, Gr.col, Gr.nnz, sizeof *Gr.col);
                Gr.col[Gr.nnz++] = P->col[k];
            }
        }
    }
    sys->Gr = sealed(&Gr, sys->nv);
}

/* ---------------------------------------------------------------- facts */

static unsigned traits(const hol_system *R)
{
    const hol_eval *sys = &R->facts, *a = &R->tree->absolute->facts;
    unsigned has = a->has & (HOL_REGULAR_MASS | HOL_HOLONOMIC | HOL_SCLERONOMIC |
                             HOL_CONSERVATIVE | HOL_POSITION_FORCES | HOL_HARD);
    if (sys->nq == sys->nv) has |= HOL_FLAT;
    if (R->tree->constant) has |= HOL_CONST_MASS;
    if (sys->nv + sys->nc <= HOL_SMALL_MOST) has |= HOL_SMALL;
    return has;
}

/* Angles are no lengths. */
static void find_lengths(hol_system *R)
{
    hol_set_scales(R);
    bool *v = R->is_length, *q = v + R->facts.nv;
    for (int i = 0; i < R->tree->limbs; i++) {
        const hol_limb *l = &R->tree->limb[i];
        for (int k = l->slides; k < l->slides + l->turns; k++) v[l->v + k] = q[l->q + k] = false;
    }
}

/* Is every row scale <a, b> + offset of spans that time does not turn? */
static bool rows_are_plain(const hol_model *model)
{
    for (int r = 0; r < model->rows; r++)
        if (model->row[r].turns || model->row[r].contact) return false;
    return true;
}

/* The spans of the rows, each once. */
static void list_spans(hol_memory *m, struct hol_joint_tree *t)
{
    const hol_system *R = t->absolute;
    bool *shown = hol_alloc(m, (size_t)R->vectors, sizeof *shown);
    t->span = hol_alloc(m, (size_t)R->vectors, sizeof *t->span);
    for (int r = 0; r < R->rows; r++)
        for (int k = 0; k < 2; k++) {
            int i = R->row[r].vec[k];
            if (!shown[i]) t->span[t->spans++] = i;
            shown[i] = true;
        }
    hol_drop(m, shown);
}

const char *hol_tree_about(const hol_eval *sys)
{
    return hol_tree_of(sys) ? hol_tree_of(sys)->about : NULL;
}

enum { ABOUT = 400 }; /* characters of what is said of a tree */

typedef struct {
    char *text;
    int used;
    bool full;
} saying;

/* "title: NAME, NAME (2); ", its first name with the title; where there is no room "..." ends it. */
static void say(saying *s, const char *title, bool first, const char *name, int freedoms)
{
    char more[80], number[16] = "";
    if (freedoms > 0) snprintf(number, sizeof number, " (%d)", freedoms);
    int n = snprintf(more, sizeof more, "%s%s%s%s", first && s->used ? "; " : first ? "" : ", ",
                     first ? title : "", name, number);
    if (s->full || s->used + n + 5 > ABOUT) {
        if (!s->full) snprintf(s->text + s->used, 5, ", ...");
        s->full = true;
        return;
    }
    memcpy(s->text + s->used, more, (size_t)n + 1);
    s->used += n;
}

static const char *about_of(hol_memory *m, const struct hol_joint_tree *t)
{
    saying s = {.text = hol_alloc(m, ABOUT + 8, 1)};
    bool first = true;
    for (int i = 0; i < t->limbs; i++) {
        const hol_limb *l = &t->limb[i];
        if (!l->joint) continue;
        say(&s, "tree: ", first, l->joint, hol_limb_freedoms(l));
        first = false;
    }
    first = true;
    for (int i = 0; i < t->limbs; i++) {
        const hol_limb *l = &t->limb[i];
        if (l->joint) continue;
        say(&s, "free: ", first, t->whole->body[l->body].name, hol_limb_freedoms(l));
        first = false;
    }
    first = true;
    for (int k = 0; k < t->whole->joints; k++) {
        if (t->taken[k + 1]) continue;
        say(&s, "cut: ", first, t->whole->joint[k].name, 0);
        first = false;
    }
    return s.text;
}

static void take_facts(hol_system *R)
{
    hol_eval *sys = &R->facts;
    const hol_eval *a = &R->tree->absolute->facts;
    sys->nj = sys->nc = a->nc;
    sys->na = a->na;
    sys->ns = a->ns;
    sys->row_name = a->row_name;
    sys->momentum_name = a->momentum_name;
    sys->softs = a->softs;
    sys->soft = a->soft;
    R->turns = true;
}

bool hol_lay_out_joint(hol_system *R, const void *data, hol_message *why)
{
    const hol_layout *asked = data;
    const hol_model *model = R->facts.model;
    const hol_formulation *lie = hol_formulation_named("lie");
    struct hol_joint_tree *t = hol_alloc(R->memory, 1, sizeof *t);
    if (!hol_fits(model, asked->formulation, asked->unfit, why)) return false;
    t->full = kept(R->memory, hol_realise(model, lie, asked->unfit, why));
    if (!t->full) return false;
    if (!hol_joint_tree_make(R->memory, model, t)) {
        const hol_layout as = {lie, asked->unfit};
        R->equations = lie->equations;
        if (!lie->lay_out(R, &as, why)) return false;
        R->facts.same_as = R->facts.same_as ? R->facts.same_as : lie->name;
        return true;
    }
    t->rest = rest_of(R->memory, model, t);
    t->absolute = kept(R->memory, hol_realise_open(t->rest, "lie", why));
    if (!t->absolute) return false;
    if (!t->absolute->row) hol_add_joint_rows(t->absolute);
    R->tree = t;
    R->facts.model = t->rest;
    t->plain = rows_are_plain(t->rest);
    list_spans(R->memory, t);
    t->about = about_of(R->memory, t);
    find_bodies(t);
    take_facts(R);
    lay_out_slots(R);
    lay_out_patterns(R);
    find_lengths(R);
    R->facts.has = traits(R);
    return true;
}
