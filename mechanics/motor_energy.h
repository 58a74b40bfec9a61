/* SPDX-License-Identifier: GPL-3.0-or-later */
/* motor_energy.h: the potential of a force Q(x) along a joint's coordinate that is made of tables
 * of x: U = -int_0^x Q dx.  Between two knots Q is a polynomial, which Gauss's rule integrates
 * exactly. */
#pragma once

#include "holonomy/model.h"
#include "numerics/expression.h"

/* Has Q(x), the variable `of` the expression, this potential?  Not without a table of x, nor where
 * Q is between knots no polynomial of degree 9 or less, nor where periodic tables of an angle do
 * work in a whole turn. */
bool hol_has_table_energy(const hol_expression *Q, hol_joint_coordinate of);
double hol_table_energy(const hol_expression *Q, double x);
