/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holonomy/units.h: the scales of a system.  Norms over velocities or rows add metres to radians
 * and cosines: lengths are counted in a unit of the mechanism's size, so that a copy of it of
 * another size is judged alike.
 *
 *   unit     of length [m]: the power of 1000 nearest to the arms of the joints, mm, m or km
 *   length   of the mechanism [m]: its largest coordinate or arm at the start, at least a unit
 *   speed    the largest velocity at the start, in units a second, at least 1 [1/s] */
#ifndef HOLONOMY_UNITS_H
#define HOLONOMY_UNITS_H

#include "holonomy/api.h"
#include "holonomy/system.h"

HOL_API_BEGIN

/* The unit of a displacement along v_i, and of the row i of Phi. */
static inline double hol_unit(const hol_eval *sys, int i)
{
    return !sys->is_length || sys->is_length[i] ? sys->unit : 1;
}

static inline double hol_row_unit(const hol_eval *sys, int i)
{
    return !sys->row_is_length || sys->row_is_length[i] ? sys->unit : 1;
}

/* x_i = x_i unit_i^power: nv numbers, and those of `count` rows of Phi from `first` on.  Exact
 * where the unit is the metre. */
void hol_scale_units(const hol_eval *sys, int power, double x[]);
void hol_scale_row_units(const hol_eval *sys, int first, int count, int power, double x[]);
/* G in the units of columns and rows: G_ij unit_j / unit_i. */
void hol_scale_jacobian(const hol_eval *sys, double G[]);
/* Largest component: of a displacement (nv) over the length of the system, of velocities (nv) over
 * its speed, of rows of Phi from `first` on over its length, each in its units. */
double hol_displacement_size(const hol_eval *sys, const double x[]);
double hol_velocity_size(const hol_eval *sys, const double v[]);
double hol_rows_size(const hol_eval *sys, int first, int count, const double phi[]);
/* What energies [J] and momenta [N s, N m s] are measured by: the heaviest coordinate, of M_ii as a
 * mass, at the speed of the system has M_ii speed^2 / 2, and its momentum at an arm of its length;
 * the momenta of the start where it has some. */
void hol_invariant_scales(hol_eval *sys, double *energy, double *momentum);

HOL_API_END

#endif
