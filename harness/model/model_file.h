/* SPDX-License-Identifier: GPL-3.0-or-later */
/* model_file.h: a model written as a YAML file (docs/files.md), as a problem. */
#ifndef HOL_MODEL_FILE_H
#define HOL_MODEL_FILE_H

#include "harness/model/file_tree.h"
#include "holonomy.h"

bool hol_model_is_file(const char *name); /* NAME.yaml or NAME.yml */
/* NULL where there is any mistake, all of which are then in `mistakes`. */
const hol_problem *hol_model_read(const char *path, hol_mistakes *mistakes);
/* A problem that hol_model_read made. */
void hol_model_close(const hol_problem *problem);

#endif
