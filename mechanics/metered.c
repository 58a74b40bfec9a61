/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A system whose questions are another's, each with a clock beside it: see metered.h. */
#include "mechanics/metered.h"

#include "mechanics/internal.h"

struct hol_metered_system {
    hol_system system; /* first: a hol_system is one of these */
    hol_equations equations;
    const hol_system *of;
};

static const hol_equations *asked(const hol_eval *sys)
{
    return ((const hol_metered_system *)sys->system)->of->equations;
}

#define METER(name, taken, given)                                                                  \
    static void name taken                                                                         \
    {                                                                                              \
        HOL_METERED(asked(sys)->name given);                                                       \
    }
#define METER_NUMBER(name, taken, given)                                                           \
    static double name taken                                                                       \
    {                                                                                              \
        double x;                                                                                  \
        HOL_METERED(x = asked(sys)->name given);                                                   \
        return x;                                                                                  \
    }
typedef const double given[]; /* numbers asked with, and those that answer */
typedef double wanted[];

/* clang-format off */
METER(mass, (hol_eval *sys, given q, wanted M), (sys, q, M))
METER_NUMBER(kinetic, (hol_eval *sys, given q, given v), (sys, q, v))
METER_NUMBER(potential, (hol_eval *sys, given q), (sys, q))
METER_NUMBER(work, (hol_eval *sys, given q0, given q1), (sys, q0, q1))
METER(grad_potential, (hol_eval *sys, given q, wanted dU), (sys, q, dU))
METER(applied, (hol_eval *sys, double t, given q, given v, wanted F), (sys, t, q, v, F))
METER(gyroscopic, (hol_eval *sys, given q, given v, wanted f), (sys, q, v, f))
METER(total_force, (hol_eval *sys, double t, given q, given v, wanted f), (sys, t, q, v, f))
METER(weight_and_inertia, (hol_eval *sys, double t, given q, given v, wanted f), (sys, t, q, v, f))
METER(grad_kinetic, (hol_eval *sys, given q, given v, wanted dT), (sys, q, v, dT))
METER(tangent, (hol_eval *sys, double t, given q, given v, wanted Kq, wanted Kv),
      (sys, t, q, v, Kq, Kv))
METER(kinetic_tangent, (hol_eval *sys, given q, given v, wanted Tqq, wanted Tvq),
      (sys, q, v, Tqq, Tvq))
METER(constraints, (hol_eval *sys, double t, given q, wanted phi, wanted G), (sys, t, q, phi, G))
METER(flow, (hol_eval *sys, double t, given q, given v, wanted phi, wanted Gv, wanted G),
      (sys, t, q, v, phi, Gv, G))
METER(curvature, (hol_eval *sys, given q, given v, wanted g), (sys, q, v, g))
METER(hessian, (hol_eval *sys, given q, given lambda, wanted K), (sys, q, lambda, K))
METER(hessian_rate, (hol_eval *sys, given q, given u, given lambda, wanted K),
      (sys, q, u, lambda, K))
METER(drive, (hol_eval *sys, double t, given q, given v, wanted phi_t, wanted phi_tt),
      (sys, t, q, v, phi_t, phi_tt))
METER(nonholonomic, (hol_eval *sys, double t, given q, wanted A, wanted w), (sys, t, q, A, w))
METER(nonholonomic_rate, (hol_eval *sys, double t, given q, given v, wanted b), (sys, t, q, v, b))
METER(momentum, (hol_eval *sys, given q, given p, wanted J), (sys, q, p, J))

#define METERED(X)                                                                                 \
    X(mass) X(kinetic) X(potential) X(work) X(grad_potential) X(applied) X(gyroscopic)             \
    X(total_force) X(weight_and_inertia) X(grad_kinetic) X(tangent) X(kinetic_tangent)             \
    X(constraints) X(flow) X(curvature) X(hessian) X(hessian_rate) X(drive) X(nonholonomic)        \
    X(nonholonomic_rate) X(momentum)
/* clang-format on */

hol_metered_system *hol_meter_begin(hol_memory *m, hol_eval *sys, hol_meter *meter)
{
    hol_metered_system *metered = hol_alloc(m, 1, sizeof *metered);
    const hol_equations *of = sys->system->equations;
    metered->of = sys->system;
    metered->system = *sys->system;
    metered->system.equations = &metered->equations;
    metered->equations = *of; /* the rest, which no step asks */
#define X(name)                                                                                    \
    if (of->name) metered->equations.name = name;
    METERED(X)
#undef X
    sys->system = &metered->system;
    hol_present_meter = meter;
    return metered;
}

void hol_meter_end(hol_metered_system *metered, hol_eval *sys)
{
    sys->system = metered->of;
    hol_present_meter = NULL;
}
