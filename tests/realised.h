/* SPDX-License-Identifier: GPL-3.0-or-later */
/* realised.h: a model of a test as equations, in one formulation after the other. */
#ifndef HOL_TESTS_REALISED_H
#define HOL_TESTS_REALISED_H

#include <check.h>

#include "holonomy.h"

enum { FORMULATIONS = 3 };
static const char *const formulation[FORMULATIONS] = {"natural", "euler", "lie"};

/* To be freed; fails where the formulation has no place for the model. */
static inline hol_eval *realised(const hol_model *m, const char *name)
{
    hol_message why = {""};
    hol_eval *sys = hol_eval_take(hol_realise(m, hol_formulation_named(name), NULL, &why));
    ck_assert_msg(sys, "%s: %s", name, why.text);
    return sys;
}

#endif
