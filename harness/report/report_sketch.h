/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_sketch.h: a mechanism as lines and points of a plane, for figures and for text. */
#pragma once

#include <stdio.h>

#include "holonomy/model.h"

typedef enum {
    SKETCH_ROD,    /* from a body's mass centre to a joint, or along an axis */
    SKETCH_RIM,    /* a piece of the outline of what rolls */
    SKETCH_JOINT,  /* from the one point of a joint to the other */
    SKETCH_FIXED,  /* a point of the ground, twice */
    SKETCH_CENTRE, /* a mass centre, twice */
    SKETCH_KINDS
} sketch_kind;

typedef struct {
    sketch_kind kind;
    int body;        /* of a centre; else -1 */
    double at[2][2]; /* to the right and up [m] */
} sketch_stroke;

typedef struct {
    const hol_model *model;
    int strokes;
    sketch_stroke *of;
    double low[2], high[2]; /* of all of them [m] */
} report_sketch;

/* The bodies of the model from their mass centres to their joints at pose[], NULL: where they
 * start; the outlines of those that roll, each with a spoke; of a model with neither the axes of
 * its bodies.  Seen from above where all that moves stays in the plane z = 0, else from one side
 * and somewhat above, as the moving picture begins.  To be freed. */
report_sketch report_sketch_of(const hol_model *model, const hol_pose pose[]);
void report_sketch_free(report_sketch *s);
/* As text, each line behind two blanks: o mass centres, with the names of few bodies, + joints,
 * # points of the ground. */
void report_sketch_text(FILE *out, const report_sketch *s);
