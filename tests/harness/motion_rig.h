/* SPDX-License-Identifier: GPL-3.0-or-later */
/* motion_rig.h: files of motions that a test writes and reads. */
#ifndef HOL_TESTS_MOTION_RIG_H
#define HOL_TESTS_MOTION_RIG_H

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/study/judge.h"
#include "holonomy.h"

/* A file of the test, unlinked once it is read. */
static inline FILE *begin_file(char path[32])
{
    strcpy(path, "/tmp/hol-judge-XXXXXX");
    int handle = mkstemp(path);
    ck_assert(handle >= 0);
    return fdopen(handle, "w");
}

static inline hol_motion *read_file(FILE *out, char path[32], const hol_model *model)
{
    hol_message why = {""};
    ck_assert(fclose(out) == 0);
    hol_motion *m = hol_motion_read(path, &why);
    unlink(path);
    ck_assert_msg(m != NULL, "%s", why.text);
    bool matched = hol_motion_match(m, hol_body_count(model), hol_body_at(model, 0), &why);
    ck_assert_msg(matched, "%s", why.text);
    return m;
}

#endif
