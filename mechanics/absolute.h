/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Absolute coordinates: the equations of a model in which every body has coordinates of its own.
 * Arguments as in holonomy/system.h; flow: Phi and G v (nc each), and the rows of G that are not
 * held, into a G that has the held ones. */
#pragma once

#include "mechanics/internal.h"

void hol_absolute_constraints(hol_eval *sys, double t, const double q[], double phi[], double G[]);
void hol_absolute_flow(hol_eval *sys, double t, const double q[], const double v[], double phi[],
                       double Gv[], double G[]);
void hol_absolute_curvature(hol_eval *sys, const double q[], const double v[], double g[]);
void hol_absolute_rows_and_curvature(hol_eval *sys, double t, const double q[], const double v[],
                                     double G[], double g[]);
void hol_absolute_nonholonomic(hol_eval *sys, double t, const double q[], double A[], double w[]);
void hol_absolute_nonholonomic_rate(hol_eval *sys, double t, const double q[], const double v[],
                                    double b[]);
void hol_absolute_mass(hol_eval *sys, const double q[], double M[]);
double hol_absolute_kinetic(hol_eval *sys, const double q[], const double v[]);
double hol_absolute_potential(hol_eval *sys, const double q[]);
void hol_absolute_grad_potential(hol_eval *sys, const double q[], double dU[]);
void hol_absolute_applied(hol_eval *sys, double t, const double q[], const double v[], double F[]);
double hol_absolute_work(hol_eval *sys, const double q0[], const double q1[]);
void hol_absolute_gyroscopic(hol_eval *sys, const double q[], const double v[], double f[]);
void hol_absolute_weight_and_inertia(hol_eval *sys, double t, const double q[], const double v[],
                                     double f[]);
void hol_absolute_grad_kinetic(hol_eval *sys, const double q[], const double v[], double dT[]);
void hol_absolute_kinetic_tangent(hol_eval *sys, const double q[], const double v[], double Tqq[],
                                  double Tvq[]);
void hol_absolute_tangent(hol_eval *sys, double t, const double q[], const double v[], double Kq[],
                          double Kv[]);
void hol_absolute_hessian(hol_eval *sys, const double q[], const double lambda[], double K[]);
void hol_absolute_hessian_rate(hol_eval *sys, const double q[], const double u[],
                               const double lambda[], double K[]);
void hol_absolute_momentum(hol_eval *sys, const double q[], const double p[], double J[]);
void hol_absolute_poses(hol_eval *sys, const double q[], const double v[], hol_pose pose[]);
void hol_absolute_place(hol_eval *sys, const hol_pose pose[], double q[], double v[]);
