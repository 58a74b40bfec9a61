/* SPDX-License-Identifier: GPL-3.0-or-later */
/* facts.h: version, compiler, flags, machine and libraries: what numbers and timings depend on
 * beside the run itself. */
#pragma once

#include "base/json.h"

enum { HOL_FACTS = 16, HOL_FACT = 256, HOL_LIBRARIES = 320 };

typedef struct {
    const char *name; /* "cpu" */
    char value[HOL_FACT];
} hol_fact;

/* The processor: the first "model name" of /proc/cpuinfo, else the architecture. */
void hol_cpu(char value[HOL_FACT]);
/* BLAS with the kernel it chose, and GSL: what the bits of a run depend on beside the build. */
void hol_libraries(char text[HOL_LIBRARIES]);
/* Fills `fact` in a fixed order and returns how many there are. */
int hol_facts(hol_fact fact[HOL_FACTS]);
/* The same as members of the object that is open. */
void hol_facts_json(hol_json *j);
/* That object as a text, malloc'd: equal texts are the same build on the same machine. */
char *hol_facts_text(void);
