/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holonomy/formulation.h: from a model, or from coordinates of a problem's own, to a system. */
#ifndef HOLONOMY_FORMULATION_H
#define HOLONOMY_FORMULATION_H

#include <stdbool.h>

#include "system.h"

typedef struct hol_formulation hol_formulation;
const hol_formulation *hol_formulation_at(int k); /* NULL past the last */
const hol_formulation *hol_formulation_named(const char *name);
const char *hol_formulation_name(const hol_formulation *);
const char *hol_formulation_about(const hol_formulation *);

/* The system of a model in a formulation, which borrows the model; NULL with a message where the
 * model is wrong, its start violates the constraints, or the formulation has no place for one of
 * its bodies (`unfit` true).
 */
hol_system *hol_realise(const hol_model *model, const hol_formulation *formulation, bool *unfit,
                        hol_message *why);
/* Coordinates of a problem's own: q' = v, q adds, every row is a joint row, no nonholonomic ones.
 * It writes into a system
 *
 *   nv, nc, row_name          coordinates, rows and their names
 *   has                       of REGULAR_MASS, QUADRATIC, POSITION_FORCES those that hold
 *   mass, potential, grad_potential, poses, place, and where there are rows constraints, curvature,
 *   hessian, hessian_rate     must be given
 *   is_length, row_is_length  NULL: all coordinates, all rows are lengths
 *   drive, applied, tangent   NULL: no driven rows, no other forces, the tangent by differences
 *   gyroscopic, grad_kinetic, kinetic_tangent   NULL: the mass is constant
 *   ns, momentum_name, momentum                 NULL: no momentum map
 *
 * and the library does the rest.  Matrices are full, row-major: M and K nv x nv, G nc x nv.  par:
 * the problem's parameters, which the calls find in sys->par.  The poses are those of the model's
 * bodies, whose start is the system's. */
typedef void hol_own(hol_system *sys, const double par[]);
/* n: the number of parameters.  NULL with a message where the model is wrong or the start violates
 * the constraints. */
hol_system *hol_realise_own(const hol_model *model, hol_own *own, const double par[], int n,
                            hol_message *why);
void hol_system_free(hol_system *sys);

#endif
