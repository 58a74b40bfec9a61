/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shelf.h: the models in the folder problems/ of the data files, each a problem by the name of its
 * file: hol_problem_named("four-bar") is problems/four-bar.yaml.  No list of them is kept anywhere
 * else.  A problem in C has its name before any file, and a file is known by the name it gives its
 * model, so that a file of another name, or of the name of a problem in C, is a mistake. */
#pragma once

#include "holonomy/model_file.h"

enum { HOL_SHELF_PATH = 640 };

/* Is there a file for the name, and where? */
bool hol_shelf_has(const char *name);
bool hol_shelf_path(const char *name, char path[HOL_SHELF_PATH]);
/* What is wrong with the k-th of the files that were read so far and are no problems; NULL past the
 * last. */
const hol_mistakes *hol_shelf_wrong(int k);
