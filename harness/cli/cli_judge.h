/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cli_judge.h: how `holonomy judge` shows what it found. */
#pragma once

#include "harness/cli/cli.h"
#include "harness/study/judge.h"

typedef struct { /* of one command */
    hol_judged *of;
    int count;
    const hol_order_found *order; /* NULL: one motion */
    const hol_return_found *home; /* NULL: no way back */
} judge_found;

void judge_show_table(FILE *out, const judge_found *found);
void judge_show_json(FILE *out, const judge_found *found);
