/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holonomy/variational.h: what the variational steppers share: the one-step form in the nodal
 * momentum, their start, and the velocity they report.
 *
 * The state holds q_n and p_n = p_right = h D_1 L_d(q_n, q_n-1), the arguments in the order of the
 * paper, new before old.  By (4.5) this is -h D_2 L_d(q_n+1, q_n) (section 4.6) up to the node's
 * impulse h G(q_n)^T lambda_n; the momentum maps of both agree. */
#ifndef HOLONOMY_VARIATIONAL_H
#define HOLONOMY_VARIATIONAL_H

#include "holonomy/api.h"
#include "holonomy/method.h"
#include "holonomy/saddle.h"

HOL_API_BEGIN

/* A symmetry of a discrete Lagrangian acts affinely on q in every flat formulation and from the
 * left on a group, where it leaves the increment u of q o exp(u) alone; it is one of the forces too
 * where they are conservative. */
static inline bool hol_keeps_momentum(hol_eval *sys)
{
    unsigned traits = HOL_HOLONOMIC | HOL_CONSERVATIVE;
    return (sys->has & traits) == traits;
}

/* Solves the discrete Euler-Lagrange equations (4.5) at the node (q0, p0) of time t: the next node
 * (q1, p1) and the multipliers of the node q0, as forces, those of the nonholonomic rows behind the
 * others (nc + na).  q1 holds a guess on entry. */
typedef hol_status hol_next_node(hol_stepper *s, double h, double t, const double q0[],
                                 const double p0[], double q1[], double p1[], double lambda[]);

enum { HOL_VELOCITY_LEGENDRE, HOL_VELOCITY_CENTRAL, HOL_VELOCITY_DIFFERENCE };

/* Rows of their option tables. */
#define HOL_VELOCITY_OPTION(choice)                                                                \
    {                                                                                              \
        "velocity", HOL_CHOICE, choice, 0, 2, "legendre central difference",                       \
            "reported velocity: of the nodal momentum, (q_n+1 - q_n-1)/2h, or (q_n - q_n-1)/h"     \
    }
#define HOL_NEWTON_OPTION HOL_NEWTON_OPTION_OF(1e-12)
#define HOL_NEWTON_OPTION_OF(tolerance)                                                            \
    {                                                                                              \
        "newton_tol", HOL_REAL, tolerance, 0, 1e-3, NULL,                                          \
            "largest last correction of Newton's iteration, relative to the length of the system"  \
    }

/* Gives p half the impulse h (G^T lambda + A^T alpha) of the node's constraints, as every later
 * nodal momentum has it, at the start (where p = M v, the Legendre transform) and after a change of
 * h.  Along G^T it changes neither q nor the momentum maps, only the multiplier of this node. */
hol_status hol_variational_start(hol_stepper *s, double h, hol_state *z, int velocity);
hol_status hol_variational_step(hol_stepper *s, double h, hol_state *z, int velocity,
                                hol_next_node *advance);

/* Starts on two points, the state's q and a q1 at t + h: `p_left` is the momentum -h D_2 L_d(q1,
 * q), by which the first step leads to q1.  Adds to it the impulse of the node's constraints, as
 * every later nodal momentum has it, and gives the state the velocity of that momentum. */
hol_status hol_variational_start_on(hol_stepper *s, double h, const double p_left[], hol_state *z,
                                    int velocity);

/* Doubles the state carries for the velocity and for the guess of the next node: state.memory has
 * them first, or is NULL in a state whose next step is another one every time (no CENTRAL then).
 * The traits that the velocity needs. */
size_t hol_variational_memory(hol_eval *sys, int velocity);
unsigned hol_variational_needs(int velocity);
/* K = M of a constant mass. */
hol_status hol_variational_set_mass(hol_stepper *s, hol_saddle *saddle);

/* `order`: of q; `nodal`: the forces act at the nodes only. */
hol_claims hol_variational_claims(hol_eval *sys, int velocity, double order, bool nodal);

HOL_API_END

#endif
