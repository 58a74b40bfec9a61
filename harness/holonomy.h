/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holonomy.h: constrained mechanical systems and the methods that step them.
 *
 *   q' = T(q) v,   M(q) v' = f - G(q)^T lambda - A(q)^T alpha,   Phi(t,q) = 0,   A(q) v = w(t)
 *   f = -grad U + F(t,q,v) + gyroscopic terms,   G the Jacobian of Phi with respect to v
 *
 * SI units, radians, row-major arrays.  R maps body to space, Omega is the angular velocity in the
 * body frame, p = (p0, p1, p2, p3) Euler parameters, scalar first.  In the formulation `lie` every
 * derivative is left-trivialised: along q o exp(s v).  A capital is a matrix, lower case a vector.
 * Inputs come first, outputs last.
 *
 * Along the way of the data, one header a station:
 *
 *   problem.h      a model with its start, its parameters and its reference; the list of problems
 *   model.h        bodies, joints, forces and symmetries, written once and free of coordinates
 *   connections.h  a model as joints between bodies and forces on them, for other engines
 *   assemble.h     a start that satisfies the constraints, from a guess
 *   linearise.h    equilibria and steady motions: linearised equations, eigenvalues
 *   redundant.h    rows that depend on others, left out
 *   formulation.h  a model, or coordinates of a problem's own, becomes a system
 *   system.h       the equations: traits, M, f, Phi, G and A, tangents, motion on the coordinates
 *   units.h        its scales: norms over metres and radians, free of the size of the mechanism
 *   dynamics.h     what can be asked of a system: forces, accelerations, multipliers, rank
 *   method.h       an integrator, its claims and its state; a start and a step; the list of methods
 *   model_file.h   a model written as a YAML file, as a problem
 *   work.h         scratch that a step takes
 *   api.h          version and ABI
 *   counters.h     what a run counts
 *   pattern.h      matrices of fixed sparsity
 *   experiment.h   a method set up on a problem, opened in one call and closed in one
 *   run.h          a run with everything that is reported of it
 *   advance.h      the driver: steps from the start to an end
 *   diagnostics.h  energies, momenta, constraints and errors of states
 *   reference.h    reference solutions
 *   sample.h       states between the nodes
 *   certify.h      every claim of a method measured, with a verdict
 *   plugin.h       methods, problems and laws of shared objects of one's own
 *   option.h       tables of options and parameters, read from "name=value"
 *   status.h       what came of a call, and why
 *
 * What a method is built from, which its user does not need:
 *
 *   memory.h       owners of what set-up makes
 *   rows.h         all constraint rows of a system in one matrix
 *   saddle.h       the saddle-point system, of fixed pattern and analysed once
 *   newton.h       one stopping rule
 *   explicit.h     explicit Runge-Kutta methods
 *   variational.h  variational steppers
 *   projection.h   onto the constraints and onto invariants
 *   invariants.h   energy and momenta as functions of the state
 *   tables.h       Butcher tables
 *   dense.h        small dense algebra
 *   so3.h          rotations */
#ifndef HOLONOMY_H
#define HOLONOMY_H

#include "holonomy/advance.h"
#include "holonomy/api.h"
#include "holonomy/assemble.h"
#include "holonomy/certify.h"
#include "holonomy/connections.h"
#include "holonomy/counters.h"
#include "holonomy/dense.h"
#include "holonomy/diagnostics.h"
#include "holonomy/dynamics.h"
#include "holonomy/experiment.h"
#include "holonomy/explicit.h"
#include "holonomy/formulation.h"
#include "holonomy/invariants.h"
#include "holonomy/linearise.h"
#include "holonomy/memory.h"
#include "holonomy/method.h"
#include "holonomy/model.h"
#include "holonomy/model_file.h"
#include "holonomy/newton.h"
#include "holonomy/option.h"
#include "holonomy/pattern.h"
#include "holonomy/plugin.h"
#include "holonomy/problem.h"
#include "holonomy/projection.h"
#include "holonomy/redundant.h"
#include "holonomy/reference.h"
#include "holonomy/rows.h"
#include "holonomy/run.h"
#include "holonomy/saddle.h"
#include "holonomy/sample.h"
#include "holonomy/so3.h"
#include "holonomy/status.h"
#include "holonomy/system.h"
#include "holonomy/tables.h"
#include "holonomy/units.h"
#include "holonomy/variational.h"
#include "holonomy/work.h"

#endif
