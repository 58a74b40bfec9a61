/* SPDX-License-Identifier: GPL-3.0-or-later */
/* B of a tangent-space chart by the iteration (16) of paper 002. */
#pragma once

#include "methods/chart.h"

/* U B of the chart becomes that of G, whose Frobenius norm is `size`. */
hol_status hol_chart_invert(hol_chart *c, const double G[], double size);
