/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options of the step-size control: four rows of a method's table, first to last. */
#ifndef HOL_CONTROL_H
#define HOL_CONTROL_H

#include "mechanics/holonomy.h"

enum { HOL_CONTROL_ROWS = 4 };

#define HOL_CONTROL_OPTIONS(growth, shrinkage)                                                     \
    {"safety", HOL_REAL, 0.9, 0.1, 1, NULL, "adaptive steps: h_new = h safety err^(-1/p) [1]"},    \
        {"growth", HOL_REAL, growth, 1, 100, NULL, "adaptive steps: largest h_new / h [1]"},       \
        {"shrinkage", HOL_REAL, shrinkage, 0.01, 1, NULL, "adaptive steps: least h_new / h [1]"},  \
    {                                                                                              \
        "growth_rejected", HOL_REAL, 1, 1, 100, NULL,                                              \
            "adaptive steps: largest h_new / h right after a rejection [1]"                        \
    }

static inline hol_control hol_control_of(const double row[HOL_CONTROL_ROWS])
{
    return (hol_control){row[0], row[1], row[2], row[3]};
}

#endif
