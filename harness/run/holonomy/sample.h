/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holonomy/sample.h: the motion at given times, read off the nodes of a run or between them. */
#ifndef HOLONOMY_SAMPLE_H
#define HOLONOMY_SAMPLE_H

#include "holonomy/advance.h"
#include "holonomy/api.h"

HOL_API_BEGIN

#define HOL_SAMPLE_LIST(X)                                                                         \
    X(NODE, "node")                                                                                \
    X(DENSE, "dense")                                                                              \
    X(HERMITE, "hermite")                                                                          \
    X(STEP, "step")

typedef enum { /* where a sample comes from */
#define X(name, text) HOL_AT_##name,
               HOL_SAMPLE_LIST(X)
#undef X
} hol_sample_from;

const char *hol_sample_from_name(hol_sample_from from);

typedef struct {
    double t;
    hol_sample_from from;
    hol_pose *pose; /* nb */
} hol_sample;

typedef struct { /* `room` equidistant times from 0 to t_end; the first `count` are filled */
    int room, count;
    double t_end;
    hol_sample *sample;
    hol_pose *pose;            /* of all samples */
    struct hol_memory *memory; /* of all of it (base/memory.h) */
} hol_sampler;

/* NULL: no memory. */
hol_sampler *hol_sampler_new(hol_eval *sys, int samples, double t_end);
void hol_sampler_free(hol_sampler *sampler);
/* Fills the samples up to this node; pose: those of the node. */
void hol_sampler_add(hol_sampler *sampler, const hol_node *node, const hol_pose pose[]);
/* q, v at t + theta h of the step that led to the node: by the method's own dense output, else,
 * under control of the error estimate, by a step of that length from the node before, else by the
 * cubic Hermite polynomial of the tangent coordinates at the step's beginning.  Leaves the
 * innermost hol_try where there is no memory. */
hol_sample_from hol_between(const hol_node *node, hol_work *w, double theta, double q[],
                            double v[]);

HOL_API_END

#endif
