/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The motion of a system that has HOL_POWER_SERIES as a power series about a state, by the
 * recurrence of its equations (terms.h), with L_r the bilinear form of the row r, scale <a, b>:
 *
 *     M k (k-1) q_k + G^T lambda_j + A^T alpha_j = f_j - sum_{i=1}^j (L q_i)^T lambda_{j-i} - ...
 *     G q_k   = -sum_{i=1}^{k-1} scale <a_i, b_{k-i}>                            j = k - 2
 *     A k q_k = -sum_{i=1}^{k-1} <direction_i, (k-i) point_{k-i}>
 *
 * G and A at the state, so that every coefficient is a solution of one matrix.  The arrays hold a
 * coefficient of one number after another; of factors of a product also backwards, so that sums
 * sum_i x_i y_{k-i} run along both. */
#pragma once

#include "mechanics/terms.h"

typedef struct hol_series_double hol_series;

/* Gives q_k (nq) and the multipliers y (nc + na) of  M q_k + (G; A)^T y = f, (G; A) q_k = b. */
typedef void hol_series_solve(void *solver, const double f[], const double b[], double q[],
                              double y[]);

/* Of degree `most` at most; ends with m.  The terms are borrowed. */
hol_series *hol_series_new(hol_memory *m, const hol_terms *T, int most);
/* About the state (q, v) at the time t, so far of degree 1. */
void hol_series_begin(hol_series *S, double t, const double q[], const double v[]);
/* Up to that degree, those there are stand. */
void hol_series_extend(hol_series *S, int degree, hol_series_solve *solve, void *solver);
int hol_series_degree(const hol_series *S);
/* Coefficient k of every coordinate (nq), in joint coordinates of the rotation matrix R_p A Q, its
 * columns, in place of Q; coefficient k - 1 of every velocity (nv). */
void hol_series_term(const hol_series *S, int k, double q[]);
void hol_series_rate(const hol_series *S, int k, double v[]);
/* The multipliers of the state (nc + na), from degree 2 on. */
void hol_series_multipliers(const hol_series *S, double y[]);
/* q and v after the time h by the terms of degree `degree` and less. */
void hol_series_sum(const hol_series *S, int degree, double h, double q[], double v[]);
/* v' after the time h (nv), likewise. */
void hol_series_acceleration(const hol_series *S, int degree, double h, double a[]);
