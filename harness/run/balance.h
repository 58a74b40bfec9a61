/* SPDX-License-Identifier: GPL-3.0-or-later */
/* balance.h: the work W of what is no part of T + U: forces and torques without a potential,
 * motors, dampers, driven rows.  Its power at a state
 *
 *     P = v . F(t, q, v) + lambda . Phi_t - alpha . w
 *
 * with the multipliers of the index-1 equations.  Between two nodes W is what forces say of it
 * themselves, a torque of constant direction and size about its axis, where all of them do and no
 * body turns by a quarter of a turn; else by quadrature, P' along their flow, by differences of the
 * fourth order a hundredth of a step wide.  Over the interval that ends at a node P is the
 * polynomial of degree 9 that has P and P' of the last five nodes, at any distances, so that W is
 * of order 10 where P is as smooth.  The first intervals are integrated anew until there are five
 * nodes; a node whose power is not known, at a singular configuration, is left out.  At a knot of a
 * table of time P has a bend: no polynomial and no difference goes over it; a node at the knot ends
 * a piece and begins the next, a knot between two nodes leaves W of order 4. */
#pragma once

#include "holonomy/memory.h"
#include "holonomy/method.h"

enum { HOL_BALANCE_NODES = 5 };

typedef struct hol_balance hol_balance;

/* NULL where there is no such work: T + U is the balance. */
hol_balance *hol_balance_new(hol_memory *m, hol_eval *sys);
/* Reads with another system of the model from now on, in whose coordinates the state read last is
 * q; B NULL: nothing. */
void hol_balance_follow(hol_balance *B, hol_eval *sys, const double q[]);
/* Reads a state later than the last: its v', lambda (nc), alpha (na) as hol_acceleration gives
 * them; spin: the largest angular velocity of a body [rad/s]. */
void hol_balance_read(hol_balance *B, hol_work *work, const hol_state *z, const double a[],
                      const double lambda[], const double alpha[], double spin);
/* The largest angular velocity of nb bodies [rad/s]. */
double hol_largest_spin(int nb, const hol_pose pose[]);
/* Of the state read last: the power [W], the work since the first state [J]. */
double hol_balance_power(const hol_balance *B);
double hol_balance_work(const hol_balance *B);
/* What that work may be off by [J]: the sum over all intervals of what it would change by if the
 * polynomial went through a node less.  Where steps hardly resolve the power: an upper bound. */
double hol_balance_doubt(const hol_balance *B);
/* The work up to the k-th state read, while there are five at most: as the last one changed it. */
double hol_balance_early(const hol_balance *B, int k);
