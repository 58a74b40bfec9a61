/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of the reduction (reduce.c) that the solve (acceleration.c) goes by. */
#pragma once

#include "mechanics/internal.h"

/* No inner rows: nothing is eliminated, the patterns of (G; A) and Gr are one. */
static inline bool hol_is_plain(const hol_eval *sys)
{
    return sys->nr == sys->nv;
}

/* Of a body at q: its blocks of N^T M N into Mr; the place behind them. */
double *hol_reduced_mass(const hol_scratch *S, const hol_slot *s, const double q[], double Mr[]);
/* G of the joints and A at (t, q) into the evaluator's G and A. */
void hol_rows_stand(hol_eval *sys, double t, const double q[]);
/* hol_reduce_matrices where they stand; Gr may be the evaluator's G where nothing is eliminated. */
void hol_reduce_standing(hol_eval *sys, const double q[], double Mr[], double Gr[]);
