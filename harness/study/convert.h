/* SPDX-License-Identifier: GPL-3.0-or-later */
/* convert.h: a model in the form of other programs, MJCF, URDF and SDF, as far as these can say it.
 *
 * The tree is that of joint coordinates (mechanics/joint_tree.h), its joints zero at the start.
 * What a form cannot say is listed, a line each. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "holonomy/model.h"
#include "holonomy/status.h"

typedef struct hol_converting hol_converting;

typedef struct {
    const char *name, *about;
    void (*write)(const hol_converting *c);
} hol_form;

const hol_form *hol_form_at(int k); /* NULL past the last */

/* Writes the model, of that name and step [s]; a line on `unsaid` for all that is left out.  False
 * with a message where a body is a rod: it has no moment about its axis, which all forms ask for.
 * Leaves the innermost hol_try where there is no memory. */
bool hol_convert(const hol_form *form, const hol_model *model, const char *name, double step,
                 FILE *out, FILE *unsaid, hol_message *why);
