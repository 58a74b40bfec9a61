/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of absolute coordinates. */
#include "mechanics/absolute.h"

#include "mechanics/drives.h"
#include "mechanics/terms.h"

const hol_equations hol_absolute_equations = {
    .constraints = hol_absolute_constraints,
    .flow = hol_absolute_flow,
    .curvature = hol_absolute_curvature,
    .rows_and_curvature = hol_absolute_rows_and_curvature,
    .drive = hol_absolute_drive,
    .nonholonomic = hol_absolute_nonholonomic,
    .nonholonomic_rate = hol_absolute_nonholonomic_rate,
    .mass = hol_absolute_mass,
    .kinetic = hol_absolute_kinetic,
    .potential = hol_absolute_potential,
    .grad_potential = hol_absolute_grad_potential,
    .applied = hol_absolute_applied,
    .work = hol_absolute_work,
    .gyroscopic = hol_absolute_gyroscopic,
    .weight_and_inertia = hol_absolute_weight_and_inertia,
    .grad_kinetic = hol_absolute_grad_kinetic,
    .kinetic_tangent = hol_absolute_kinetic_tangent,
    .tangent = hol_absolute_tangent,
    .hessian = hol_absolute_hessian,
    .hessian_rate = hol_absolute_hessian_rate,
    .momentum = hol_absolute_momentum,
    .poses = hol_absolute_poses,
    .place = hol_absolute_place,
    .terms = hol_absolute_terms,
};
