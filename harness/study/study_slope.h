/* SPDX-License-Identifier: GPL-3.0-or-later */
/* study_slope.h: the errors of one quantity over step sizes, and the order they show. */
#pragma once

#include "harness/study/study.h"

/* Of step sizes, one and the next, that show an order between round-off and 1 % of a scale. */
double hol_order_ratio(double order);
/* Sets what errors of this scale, with so much round-off in it, can show; step sizes fall by the
 * ratio. */
void hol_order_sees(hol_order *o, double scale, double round_off, double ratio);
/* The error of steps of size h. */
void hol_order_add(hol_order *o, double h, double error);
/* No finer step is needed: the claim shows, or the digits have run out. */
bool hol_order_settled(const hol_order *o);
