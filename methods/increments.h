/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where an implicit step begins its iteration: at the polynomial through the last increments,
 *
 *     d_n+1 ~ sum over j of nabla^j d_n,   nabla^0 d_n = d_n,
 *     nabla^j d_n = nabla^(j-1) d_n - nabla^(j-1) d_n-1,   d_n = q_n - q_n-1
 *
 * of equal steps h, whose rest has one more power of h by each j.  Where a part of d alternates
 * from step to step, which each nabla doubles, it is the sums d_n + d_n-1 that are continued so, by
 * the terms 2 nabla^j d_n - nabla^(j+1) d_n, and d_n is taken off.  The sum ends where its terms no
 * longer fall: there the motion is not resolved, or what is left is round-off.  The differences
 * stand in the state's memory, so that a state has all of what its next step does; where `memory`
 * is NULL nothing is known nor kept. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Doubles of a state's memory, for increments of n numbers. */
size_t hol_increments_memory(int n);
/* d (n): the increment to come of a step h; false, and d as it was, where none of this h is known.
 * term (n): scratch. */
bool hol_increments_guess(int n, const double memory[], double h, bool alternates, double term[],
                          double d[]);
/* d: that of the step h just taken, which is used up. */
void hol_increments_keep(int n, double memory[], double h, double d[]);
/* The state was changed by other means than a step. */
void hol_increments_forget(double memory[]);
