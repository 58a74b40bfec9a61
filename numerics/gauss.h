/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gauss.h: Gauss's rule of 5 points on [-1, 1], exact to degree 9. */
#pragma once

enum { HOL_GAUSS_POINTS = 5 };
static const double hol_gauss_at[HOL_GAUSS_POINTS] = {0, 0.53846931010568309, -0.53846931010568309,
                                                      0.90617984593866399, -0.90617984593866399};
static const double hol_gauss_weight[HOL_GAUSS_POINTS] = {0.56888888888888889, 0.47862867049936647,
                                                          0.47862867049936647, 0.23692688505618909,
                                                          0.23692688505618909};
