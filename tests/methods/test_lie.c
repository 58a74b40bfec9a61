/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is proved of the methods on Lie groups beside paper 004: the variational integrator and
 * generalised-alpha. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/memory.h"
#include "tests/claims.h"
#include "tests/generic.h"
#include "tests/numbers.h"
#include "tests/probes/probes.h"

/* ---------------------------------------------------------------- rattlie */

/* Where coordinates add, RATTLE: positions, velocities, momenta and multipliers. */
START_TEST(rattlie_is_rattle_where_coordinates_add)
{
    const hol_problem *const on[] = {known_problem("double-spherical-pendulum"),
                                     known_problem("rigid-body"), known_problem("gyrostat"),
                                     known_problem("pendulum"), &hol_probe_torque_revolute};
    enum { STEPS = 200 };
    hol_trial rattle, rattlie;
    hol_trial_named(&rattle, "rattle", on[_i], "natural", 0, NULL);
    hol_trial_named(&rattlie, "rattlie", on[_i], "natural", 0, NULL);
    hol_eval *sys = rattlie.sys;
    double h = 0.01, most[4] = {0}, momentum = 0; /* p passes through 0 where a motion turns */
    hol_trial_start(&rattle, h);
    hol_trial_start(&rattlie, h);
    for (int n = 1; n <= STEPS; n++) {
        hol_trial_step(&rattle, h, n);
        hol_trial_step(&rattlie, h, n);
        const hol_state *a = rattle.z, *b = rattlie.z;
        most[0] = fmax(most[0], hol_apart(sys->nq, a->q, b->q) / sys->length);
        most[1] = fmax(most[1], hol_apart(sys->nv, a->v, b->v) / sys->speed);
        momentum = fmax(momentum, hol_norm_max(sys->nv, a->p));
        most[2] = fmax(most[2], hol_apart(sys->nv, a->p, b->p) / momentum);
        most[3] = fmax(most[3], h * hol_apart(sys->nc, a->lambda, b->lambda) /
                                    (1 + h * hol_norm_max(sys->nc, a->lambda)));
    }
    expect_at_most(rattlie.name, "positions off rattle's", most[0], 1e-12);
    expect_at_most(rattlie.name, "velocities off rattle's", most[1], 1e-11);
    expect_at_most(rattlie.name, "momenta off rattle's", most[2], 1e-12);
    expect_at_most(rattlie.name, "impulses off rattle's", most[3], 1e-11);
    hol_trial_close(&rattle);
    hol_trial_close(&rattlie);
}
END_TEST

typedef struct {      /* of a run of a conservative system */
    double energy[2]; /* largest error in the first half and later, over the kinetic energy */
    double momentum;  /* largest error of the momentum maps, over the momentum */
} keeping;

static keeping run_long(hol_trial *T, double h, int steps)
{
    hol_eval *sys = T->sys;
    int ns = sys->ns;
    keeping k = {0};
    double *first = hol_new(2 * ns, sizeof *first), *J = first + ns, E0 = 0, kinetic = 0;
    hol_trial_start(T, h);
    for (int n = 0; n <= steps; n++) {
        if (n) hol_trial_step(T, h, n);
        double now = hol_kinetic(sys, T->z->q, T->z->v);
        double E = now + hol_potential(sys, T->z->q);
        hol_momentum(sys, T->z->q, T->z->p, n ? J : first);
        if (!n) {
            E0 = E;
            continue;
        }
        kinetic = fmax(kinetic, now);
        double *most = &k.energy[n > steps / 2];
        *most = fmax(*most, fabs(E - E0));
        k.momentum = fmax(k.momentum, hol_apart(ns, J, first));
    }
    k.energy[0] /= kinetic;
    k.energy[1] /= kinetic;
    k.momentum /= hol_norm_max(ns, first);
    free(first);
    return k;
}

/* Where no outer torque acts, with joints and without: over 1e5 steps the momentum maps at
 * round-off, the energy bounded. */
START_TEST(rattlie_keeps_momenta_and_bounds_the_energy)
{
    static const struct {
        const char *problem, *formulation, *parameter[1];
    } on[] = {{"rigid-body", "lie", {NULL}},
              {"rigid-body", "natural", {NULL}},
              {"top", "lie", {"g=0"}},
              {"double-spherical-pendulum", "natural", {"g=0"}}};
    enum { STEPS = 100000 };
    hol_trial T;
    hol_trial_with(&T, "rattlie", known_problem(on[_i].problem), on[_i].parameter[0] != NULL,
                   on[_i].parameter, on[_i].formulation, 0, NULL);
    keeping k = run_long(&T, 0.01, STEPS);
    expect_at_most(T.name, "drift of the momentum maps", k.momentum, 1e-11);
    expect_at_most(T.name, "largest energy error", fmax(k.energy[0], k.energy[1]), 1e-4);
    expect_at_most(T.name, "growth of the energy error", k.energy[1],
                   1.1 * k.energy[0] + STEPS * 2.3e-16);
    hol_trial_close(&T);
}
END_TEST

/* ---------------------------------------------------------------- gena-lie */

enum { TRANSIENT = 8, FINER = 64 }; /* steps; steps of the truth to one of them */

/* Multipliers at h, 2h, ... by Munthe-Kaas steps so much finer that their error is none here. */
static void true_multipliers(const hol_problem *p, const char *formulation, double h, int nc,
                             double truth[])
{
    hol_trial T;
    hol_trial_named(&T, "mk4", p, formulation, 0, NULL);
    hol_trial_start(&T, h / FINER);
    for (int n = 1; n <= TRANSIENT * FINER; n++) {
        hol_trial_step(&T, h / FINER, n);
        if (n % FINER) continue;
        memcpy(truth + (n / FINER - 1) * nc, T.z->lambda, (size_t)nc * sizeof *truth);
    }
    hol_trial_close(&T);
}

/* The largest error of the own multipliers over the first steps. */
static double first_multipliers(hol_trial *T, double h)
{
    int nc = T->sys->nc;
    double *truth = hol_new(TRANSIENT * nc, sizeof *truth), most = 0;
    true_multipliers(T->way.problem, T->way.formulation, h, nc, truth);
    hol_trial_start(T, h);
    for (int n = 1; n <= TRANSIENT; n++) {
        hol_trial_step(T, h, n);
        most = fmax(most, hol_apart(nc, T->z->lambda, truth + (n - 1) * nc));
    }
    free(truth);
    return most;
}

/* The order of the first multipliers: 2 from the corrected start in both forms, 1 in the form of
 * index 3 from v and v' as they are (Arnold, Bruels, Cardona 2015). */
START_TEST(the_start_of_gena_lie_decides_on_the_order_of_its_first_multipliers)
{
    static const struct {
        const char *option[3];
        double least, most;
    } as[] = {{{"form=index-3", "start=corrected", "rho_infinity=0.8"}, 1.85, 3},
              {{"form=index-3", "start=corrected", "rho_infinity=0.5"}, 1.85, 3},
              {{"form=index-3", "start=corrected", "rho_infinity=1"}, 1.85, 3},
              {{"form=stabilised-index-2", "start=corrected", "rho_infinity=0.8"}, 1.85, 3},
              {{"form=index-3", "start=plain", "rho_infinity=0.8"}, 0.8, 1.2}};
    static const struct {
        const char *problem, *formulation;
    } on[] = {{"gyrostat", "lie"},
              {"gyrostat", "natural"},
              {"gyrostat", "euler"},
              {"double-spherical-pendulum", "natural"},
              {"rigid-body", "natural"}};
    for (size_t k = 0; k < sizeof as / sizeof *as; k++) {
        hol_trial T;
        hol_trial_named(&T, "gena-lie", known_problem(on[_i].problem), on[_i].formulation, 3,
                        as[k].option);
        double h = 0.005, e0 = first_multipliers(&T, h), e1 = first_multipliers(&T, h / 2);
        double order = log2(e0 / e1);
        if (hol_verbose())
            printf("%s, %s, %s, %s: %.2e, %.2e: order %.2f\n", T.name, as[k].option[0],
                   as[k].option[1], as[k].option[2], e0, e1, order);
        ck_assert_msg(order >= as[k].least && order <= as[k].most,
                      "%s, %s, %s, %s: first multipliers of order %.2f, not %g to %g", T.name,
                      as[k].option[0], as[k].option[1], as[k].option[2], order, as[k].least,
                      as[k].most);
        hol_trial_close(&T);
    }
}
END_TEST

/* alpha_m = alpha_f = 0, gamma = 1/2, beta = 1/4 of HHT, and alpha_m = alpha_f = 1/2 of Chung and
 * Hulbert: one motion, the trapezoidal rule. */
START_TEST(hht_at_alpha_0_and_gena_lie_at_rho_1_are_the_trapezoidal_rule)
{
    enum { STEPS = 40 };
    static const char *const problem[] = {"top", "gyrostat", "double-spherical-pendulum"};
    static const char *const undamped[] = {"rho_infinity=1", "form=stabilised-index-2"};
    static const char *const hht[] = {"coefficients=hht", "alpha=0", "form=stabilised-index-2"};
    hol_trial T[2];
    hol_trial_named(&T[0], "gena-lie", known_problem(problem[_i]), "lie", 2, undamped);
    hol_trial_named(&T[1], "gena-lie", known_problem(problem[_i]), "lie", 3, hht);
    int nv = T[0].sys->nv;
    double h = 4 * T[0].way.problem->step, *v0 = hol_new(2 * nv, sizeof *v0), *a0 = v0 + nv;
    for (int k = 0; k < 2; k++) hol_trial_start(&T[k], h);
    for (int n = 1; n <= STEPS; n++) {
        const double *v1 = T[1].z->v, *a1 = T[1].z->memory + nv; /* v' of the node */
        memcpy(v0, v1, (size_t)nv * sizeof *v0);
        memcpy(a0, a1, (size_t)nv * sizeof *a0);
        for (int k = 0; k < 2; k++) hol_trial_step(&T[k], h, n);
        for (int i = 0; i < nv; i++) v0[i] += h / 2 * (a0[i] + a1[i]);
        expect_at_most(T[1].name, "v", hol_apart(nv, v0, v1), 1e-12 * T[1].sys->speed);
    }
    expect_at_most(T[1].name, "q", hol_apart(T[0].sys->nq, T[0].z->q, T[1].z->q),
                   1e-11 * T[1].sys->length);
    free(v0);
    for (int k = 0; k < 2; k++) hol_trial_close(&T[k]);
}
END_TEST

/* ---------------------------------------------------------------- rotations */

/* R of a free body is no further from a rotation after many steps than the round-off of one: it
 * would be 1e-14 if products only added up. */
START_TEST(a_rotation_stays_one)
{
    static const char *const name[] = {"mk2", "mk4",     "mk5",      "mk8",
                                       "cf4", "rattlie", "gena-lie", "bliedf"};
    enum { STEPS = 20000 };
    hol_trial T;
    hol_trial_named(&T, name[_i], known_problem("rigid-body"), "lie", 0, NULL);
    double h = 0.01, most = 0, nearest[9], still[3] = {0};
    hol_trial_start(&T, h);
    for (int n = 1; n <= STEPS; n++) {
        hol_trial_step(&T, h, n);
        if (n % 1000) continue;
        memcpy(nearest, T.z->q, sizeof nearest);
        hol_inner_project(T.sys, nearest, still);
        most = fmax(most, hol_apart(9, T.z->q, nearest));
    }
    expect_at_most(T.name, "R off a rotation", most, 4 * DBL_EPSILON);
    hol_trial_close(&T);
}
END_TEST

int main(void)
{
    const hol_loop loop[] = {
        {hht_at_alpha_0_and_gena_lie_at_rho_1_are_the_trapezoidal_rule, 3},
        {a_rotation_stays_one, 8},
        {rattlie_is_rattle_where_coordinates_add, 5},
        {rattlie_keeps_momenta_and_bounds_the_energy, 4},
        {the_start_of_gena_lie_decides_on_the_order_of_its_first_multipliers, 5}};
    return hol_run_loops("lie", loop, sizeof loop / sizeof *loop);
}
