/* SPDX-License-Identifier: GPL-3.0-or-later */
/* model_start.h: the keys `start` and `redundant` of a model's file. */
#pragma once

#include "harness/model/file_values.h"
#include "holonomy/model_file.h"

/* Reads the value of `start` (-1: none) and, where the file has no mistake so far, assembles the
 * model if that or `how` asks for it.  bodies: where is said what has no place of its own. */
void model_read_start(file_tree *tree, int node, int bodies, hol_model *model,
                      const hol_model_how *how);

/* Of a model or an entry of a plan; DEFAULT where there is none. */
hol_redundant model_read_redundant(file_tree *tree, int node);
