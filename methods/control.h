/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options of the step-size control: four rows of a method's table, from row `first` on. */
#pragma once

#include "holonomy/method.h"

#define HOL_CONTROL_OPTIONS(growth, shrinkage)                                                     \
    {"safety", HOL_REAL, 0.9, 0.1, 1, NULL, "adaptive steps: h_new = h safety err^(-1/p) [1]"},    \
        {"growth", HOL_REAL, growth, 1, 100, NULL, "adaptive steps: largest h_new / h [1]"},       \
        {"shrinkage", HOL_REAL, shrinkage, 0.01, 1, NULL, "adaptive steps: least h_new / h [1]"},  \
    {                                                                                              \
        "growth_rejected", HOL_REAL, 1, 1, 100, NULL,                                              \
            "adaptive steps: largest h_new / h right after a rejection [1]"                        \
    }

static inline hol_control hol_control_of(const hol_stepper *s, int first)
{
    return (hol_control){hol_real(s, first), hol_real(s, first + 1), hol_real(s, first + 2),
                         hol_real(s, first + 3)};
}
