/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What Wendlandt, Marsden 1996 (paper 003) leaves to later work, section 6 and the introduction:
 * dissipation by splitting, steps that vary and higher order by composition, tried on the double
 * spherical pendulum, and forces from outside, on the quadrangle of paper 000; the rest with its
 * reason. */
#include <math.h>

#include "harness/papers/paper_003.h"
#include "harness/papers/paper_run.h"

enum { STEPS = 1200 };

/* Sizes the step that the state z begins, and changes z where it wants to. */
typedef double before_step(hol_stepper *s, hol_state *z);
typedef void after_step(hol_stepper *s, hol_state *z, double h);

/* Energy and angular momentum about the vertical after every step of dvp. */
static bool ride(before_step *before, after_step *after, double energy[], double momentum[],
                 double t[], hol_message *why)
{
    hol_refusal refusal;
    hol_experiment *x =
        hol_experiment_named("double-spherical-pendulum", "dvp", "natural", NULL, NULL, &refusal);
    if (!x) return hol_refusal_text(&refusal, why), false;
    hol_state *z = x->z;
    bool good = !hol_start(x->s, 0, x->problem->step, NULL, z);
    for (int n = 0; good && n < STEPS; n++) {
        double h = before(x->s, z);
        good = !hol_restart(x->s, h, z) && !hol_step(x->s, h, z);
        z->t += h;
        after(x->s, z, h);
        energy[n] = hol_kinetic(x->sys, z->q, z->v) + hol_potential(x->sys, z->q);
        hol_momentum(x->sys, z->q, z->p, &momentum[n]);
        t[n] = z->t;
    }
    if (!good) hol_say(why, "dvp on the double spherical pendulum: a step failed");
    hol_experiment_close(x);
    return good;
}

/* ---------------------------------------------------------------- steps that vary */

/* Shorter where the masses are fast: h = 0.05 s / sqrt(1 + T / 50 J). */
static double by_speed(hol_stepper *s, hol_state *z)
{
    return 0.05 / sqrt(1 + hol_kinetic(s->sys, z->q, z->v) / 50);
}

static void nothing(hol_stepper *s, hol_state *z, double h)
{
    (void)s, (void)z, (void)h;
}

static bool find_variable(hol_paper_section *to)
{
    double energy[STEPS], momentum[STEPS], t[STEPS];
    if (!ride(by_speed, nothing, energy, momentum, t, &to->why)) return false;
    hol_paper_find(to, "variable-steps", STEPS, energy,
                   "in %.0f s the range of the energy grows to %.2f times that of the first "
                   "quarter; the momentum about the vertical stays to %.1e",
                   t[STEPS - 1], hol_paper_value(to, "variable-steps", STEPS, energy),
                   fabs(momentum[STEPS - 1] / momentum[0] - 1));
    return true;
}

/* ---------------------------------------------------------------- dissipation */

static const double damping = 0.05, step = 0.02; /* p' = -c p [1/s]; [s] */

static void damp(hol_stepper *s, hol_state *z, double h)
{
    double by = exp(-damping * h / 2);
    for (int i = 0; i < s->sys->nv; i++) {
        z->p[i] *= by;
        z->v[i] *= by;
    }
}

static double damped(hol_stepper *s, hol_state *z)
{
    damp(s, z, step);
    return step;
}

static bool find_dissipation(hol_paper_section *to)
{
    double energy[STEPS], momentum[STEPS], t[STEPS], x[4];
    if (!ride(damped, damp, energy, momentum, t, &to->why)) return false;
    for (int k = 0; k < 2; k++) {
        int n = k ? STEPS - 1 : STEPS / 2;
        x[2 * k] = momentum[n];
        x[2 * k + 1] = momentum[0] * exp(-damping * (t[n] - t[0]));
    }
    hol_paper_find(to, "dissipation", 4, x,
                   "the decay comes out to %.1e; the energy falls from %.2f to %.2f J",
                   fmax(fabs(x[0] / x[1] - 1), fabs(x[2] / x[3] - 1)), energy[0],
                   energy[STEPS - 1]);
    return true;
}

/* ---------------------------------------------------------------- orders */

/* Errors of position at `until` in steps of h, halved three times. */
static bool find_order(hol_paper_section *to, const char *id, hol_paper_run is)
{
    enum { HALVED = 4 };
    double x[2 * HALVED];
    for (int k = 0; k < HALVED; k++, is.h /= 2) {
        hol_result r;
        bool good = hol_paper_measure(&is, &r, &to->why);
        x[2 * k] = is.h;
        x[2 * k + 1] = r.error.position;
        hol_result_free(&r);
        if (!good) return false;
    }
    hol_paper_find(to, id, 2 * HALVED, x, "%s on %s: %.2e m at h = %g s, %.2e m at %g s", is.method,
                   is.problem, x[1], x[0], x[2 * HALVED - 1], x[2 * HALVED - 2]);
    return true;
}

static bool find_orders(hol_paper_section *to)
{
    static const hol_paper_run composed = {.problem = "double-spherical-pendulum",
                                           .method = "composition-dvp",
                                           .formulation = "natural",
                                           .h = 0.02,
                                           .until = 2},
                               forced = {.problem = "quadrangle",
                                         .method = "dvp",
                                         .formulation = "euler",
                                         .h = 0.01,
                                         .until = 1};
    return find_order(to, "composition", composed) && find_order(to, "external-forces", forced);
}

bool hol_p003_wishes(hol_paper_section *to)
{
    static const char *const open[] = {"multistep", "nonholonomic", "energy-momentum", "spacetime"};
    for (int k = 0; k < HOL_LENGTH(open); k++) hol_paper_find(to, open[k], 0, NULL, "–");
    return find_variable(to) && find_dissipation(to) && find_orders(to);
}
