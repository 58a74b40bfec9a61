/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holonomy/model_file.h: a model written as a YAML file (docs/files.md), as a problem. */
#ifndef HOLONOMY_MODEL_FILE_H
#define HOLONOMY_MODEL_FILE_H

#include <stdbool.h>

#include "holonomy/api.h"
#include "holonomy/assemble.h"
#include "holonomy/problem.h"

HOL_API_BEGIN

typedef struct { /* every mistake of a file at once: "file:line:column: what (did you mean ...)" */
    char **text;
    int count;
    struct hol_memory *memory;
} hol_mistakes;

void hol_mistakes_free(hol_mistakes *mistakes);

bool hol_model_is_file(const char *name); /* NAME.yaml or NAME.yml */
/* A problem to be closed by hol_model_close.  NULL where there is any mistake, all of which are
 * then in `mistakes`, or no memory, where there is none in it.  The mistakes are to be freed
 * whatever comes of the call. */
const hol_problem *hol_model_read(const char *path, hol_mistakes *mistakes);
typedef struct {
    bool assemble;     /* as if the file said `start: assemble`, where it says nothing of it */
    const char **hold; /* held besides what the file holds: see assemble.h */
    int holds;
    hol_assembled *done; /* what came of an assembly, or NULL */
    const char *shelved; /* the name that the model must have, for it is a problem by it; or NULL */
    const double *parameters; /* in place of the defaults, in the order of the file; or NULL */
} hol_model_how;
const hol_problem *hol_model_read_as(const char *path, const hol_model_how *how,
                                     hol_mistakes *mistakes);
void hol_model_close(const hol_problem *problem); /* NULL is none */

HOL_API_END

#endif
