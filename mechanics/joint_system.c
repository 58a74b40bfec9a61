/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A model realised in joint coordinates: the tree, the rows that it leaves, patterns, traits, and
 * the questions that the bodies in `lie` answer. */
#include <string.h>

#include "holonomy/dense.h"
#include "mechanics/terms.h"

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
    for (const hol_limb *l = t->limb; l < t->limb + t->limbs; l++) {
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
    .terms = hol_joint_terms,
};

hol_eval *hol_absolute_of(hol_eval *sys, const double **q)
{
    if (!sys->system->tree) return sys;
    *q = hol_joint_absolute_q(sys, *q);
    return hol_scratch_of(sys)->joint->absolute;
}

hol_eval *hol_whole_of(hol_eval *sys, const double **q)
{
    if (!hol_is_sparse_tree(sys->system)) return sys;
    if (q) *q = hol_joint_absolute_q(sys, *q);
    return hol_scratch_of(sys)->joint->full;
}

/* ---------------------------------------------------------------- scratch */

static void free_evaluators(void *scratch)
{
    struct hol_joint_scratch *S = scratch;
    hol_eval_free(S->absolute);
    hol_eval_free(S->full);
}

struct hol_joint_scratch *hol_joint_scratch_new(hol_memory *m, const hol_system *R)
{
    const hol_eval *sys = &R->facts;
    struct hol_joint_scratch *S = hol_alloc(m, 1, sizeof *S);
    hol_at_end(m, free_evaluators, S);
    S->absolute = hol_had(hol_eval_new(R->tree->absolute));
    S->full = hol_had(hol_eval_new(R->tree->full));
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
    for (int k = 0; k < 3; k++) S->x[k] = hol_alloc(m, 3 * (size_t)spans->vectors, sizeof *S->x[k]);
    if (R->tree->dense) S->D = hol_alloc(m, 3 * (size_t)(sys->nv * spans->vectors), sizeof *S->D);
    S->phi = hol_alloc(m, (size_t)a->nc, sizeof *S->phi);
    if (R->tree->constant) S->M = hol_alloc(m, (size_t)sys->M.nnz, sizeof *S->M);
    return S;
}

/* ---------------------------------------------------------------- the rows that are left */

static void free_systems(void *tree)
{
    struct hol_joint_tree *t = tree;
    hol_system_free(t->full);
    hol_system_free(t->absolute);
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

/* Where the bodies of the limbs stand in `lie`. */
static void find_bodies(struct hol_joint_tree *t)
{
    for (hol_limb *l = t->limb; l < t->limb + t->limbs; l++) {
        const hol_slot *s = &t->absolute->slot[l->body];
        l->of_q = s->q, l->of_v = s->v, l->centre = s->centre;
    }
}

/* ---------------------------------------------------------------- facts */

static unsigned traits(const hol_system *R)
{
    const hol_eval *sys = &R->facts, *a = &R->tree->absolute->facts;
    unsigned has = a->has & (HOL_REGULAR_MASS | HOL_HOLONOMIC | HOL_SCLERONOMIC | HOL_CONSERVATIVE |
                             HOL_POSITION_FORCES | HOL_HARD);
    if (sys->nq == sys->nv) has |= HOL_FLAT;
    if (R->tree->constant) has |= HOL_CONST_MASS;
    if (!R->tree->sparse && hol_laws_have_series(R->tree->absolute)) has |= HOL_POWER_SERIES;
    if (sys->nv + sys->nc <= HOL_SMALL_MOST) has |= HOL_SMALL;
    return has;
}

/* Angles are no lengths. */
static void find_lengths(hol_system *R)
{
    hol_set_scales(R);
    bool *v = R->is_length, *q = v + R->facts.nv;
    for (const hol_limb *l = R->tree->limb; l < R->tree->limb + R->tree->limbs; l++)
        for (int k = l->slides; k < l->slides + l->turns; k++) v[l->v + k] = q[l->q + k] = false;
}

/* Is every row scale <a, b> + offset of spans that time does not turn? */
static bool rows_are_plain(const hol_model *model)
{
    for (int r = 0; r < model->rows; r++)
        if (hol_row_turns(&model->row[r]) || model->row[r].contact) return false;
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
    const hol_formulation *lie = hol_formulation_named("lie");
    struct hol_joint_tree *t = hol_alloc(R->memory, 1, sizeof *t);
    hol_at_end(R->memory, free_systems, t);
    if (!hol_fits(R->facts.model, asked->formulation, asked->unfit, why)) return false;
    const hol_model *model = hol_joint_with_balls(R->memory, R->facts.model);
    bool carries = hol_joint_tree_make(R->memory, model, t);
    if (carries && !hol_joint_countable(R->memory, t, why)) return false;
    t->full = hol_realise(model, lie, asked->unfit, why);
    if (!t->full) return false;
    if (!carries) {
        const hol_layout as = {lie, asked->unfit};
        R->equations = lie->equations;
        if (!lie->lay_out(R, &as, why)) return false;
        R->facts.same_as = R->facts.same_as ? R->facts.same_as : lie->name;
        return true;
    }
    t->rest = rest_of(R->memory, model, t);
    t->absolute = hol_realise_open(t->rest, "lie", why);
    if (!t->absolute) return false;
    if (!t->absolute->row) hol_add_joint_rows(t->absolute);
    R->tree = t;
    R->facts.model = t->rest;
    t->plain = rows_are_plain(t->rest);
    for (int k = 0; k < model->forces; k++) t->on_directors |= model->force[k].law->on_directors;
    list_spans(R->memory, t);
    t->sparse = hol_joint_is_sparse(t);
    t->about = hol_joint_about(R->memory, t);
    find_bodies(t);
    take_facts(R);
    hol_joint_lay_out_slots(R);
    hol_joint_lay_out_patterns(R);
    find_lengths(R);
    t->dense = hol_joint_is_dense(R);
    R->facts.has = traits(R);
    return true;
}
