/* SPDX-License-Identifier: GPL-3.0-or-later */
/* quad_rig.h: a model's motion from its start in quadruple precision, by power series of degree 30.
 */
#ifndef HOL_TESTS_QUAD_RIG_H
#define HOL_TESTS_QUAD_RIG_H

#include "holonomy/memory.h"
#include "mechanics/series_quad.h"
#include "tests/realised.h"

typedef struct {
    hol_model *model;
    hol_eval *sys;
    hol_memory *memory;
    hol_quad_motion *Q;
} motion;

/* Takes the model; to be ended. */
static inline motion motion_of(hol_model *m)
{
    motion x = {.model = m, .sys = realised(m, "natural"), .memory = hol_memory_new()};
    ck_assert(x.sys->has & HOL_POWER_SERIES);
    double *q = hol_take(x.sys->work, x.sys->nq), *v = hol_take(x.sys->work, x.sys->nv);
    hol_place(x.sys, NULL, q, v);
    x.Q = hol_quad_motion_new(x.memory, x.sys, 30);
    ck_assert_int_eq(hol_quad_motion_start(x.Q, 0, q, v), HOL_OK);
    return x;
}

static inline void motion_end(motion *x)
{
    hol_memory_end(x->memory);
    hol_eval_free(x->sys);
    hol_model_free(x->model);
}

#endif
