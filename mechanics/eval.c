/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Evaluators: the scratch that one thread needs to ask a system. */
#include <stdlib.h>
#include <string.h>

#include "base/doubles.h"
#include "holonomy/saddle.h"
#include "mechanics/joint_tree.h"

static int larger(int a, int b)
{
    return a > b ? a : b;
}

/* What one question takes of the stack at most, so that none takes memory where nothing else lies
 * on it: an acceleration, a tangent, the scales of invariants (see hol_take in mechanics/). */
static int largest_question(const hol_eval *sys)
{
    bool sparse = hol_is_sparse_tree(sys->system); /* it has no matrices there */
    int matrices = sparse ? 0 : sys->Mr.nnz + sys->Gr.nnz, M = sparse ? 0 : sys->M.nnz;
    int rows = sys->nc + sys->na, outer = sys->nj + sys->na, nv = sys->nv;
    int poses = sys->nb * (int)(sizeof(hol_pose) / sizeof(double));
    int acceleration = 2 * nv + rows + outer + sys->nr + matrices;
    int tangent = sys->nq + 5 * nv, scales = sys->nq + 2 * nv + M + sys->ns + poses;
    return larger(acceleration, larger(tangent, scales)) + 64;
}

static void make(void *data)
{
    hol_scratch *S = data;
    hol_eval *sys = &S->sys;
    const hol_system *R = sys->system;
    if (!sys->work) hol_no_memory();
    size_t mark = hol_mark(sys->work);
    hol_take(sys->work, largest_question(sys));
    hol_release(sys->work, mark);
    S->turn = hol_doubles(S->memory, 2 * R->drives);
    S->x = hol_doubles(S->memory, 9 * R->vectors);
    S->x1 = S->x + 3 * R->vectors;
    S->x2 = S->x1 + 3 * R->vectors;
    hol_fixed_spans(R, S->x);
    S->block = hol_doubles(S->memory, 4 * R->widest * R->widest + 6 * R->widest);
    S->G = hol_doubles(S->memory, sys->G.nnz + sys->A.nnz);
    S->A = S->G + sys->G.nnz;
    hol_held_rows_of(R, S->G);
    if (!hol_is_sparse_tree(R)) S->M = hol_doubles(S->memory, R->mass_blocks);
    S->N = hol_doubles(S->memory, R->bases);
    S->ap = hol_doubles(S->memory, sys->nv);
    if (R->tree) S->joint = hol_joint_scratch_new(S->memory, R);
    hol_set_reduction(sys);
}

hol_eval *hol_eval_new(const hol_system *R)
{
    hol_scratch *S = calloc(1, sizeof *S);
    if (!S) return NULL;
    S->sys = R->facts;
    S->sys.count = &S->counters;
    S->sys.work = hol_work_new();
    S->memory = hol_memory_new();
    if (S->memory && hol_try(make, S)) return &S->sys;
    hol_eval_free(&S->sys);
    return NULL;
}

hol_eval *hol_eval_take(hol_system *R)
{
    hol_eval *sys = R ? hol_eval_new(R) : NULL;
    if (sys)
        hol_scratch_of(sys)->taken = R;
    else
        hol_system_free(R);
    return sys;
}

void hol_eval_free(hol_eval *sys)
{
    if (!sys) return;
    hol_scratch *S = hol_scratch_of(sys);
    hol_saddle_free(S->solver);
    hol_work_free(sys->work);
    hol_memory_end(S->memory);
    hol_system_free(S->taken);
    free(S);
}
