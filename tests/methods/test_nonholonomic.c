/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Methods of nonholonomic rows over a long run of a reversible motion and on one that is not
 * reversible, and what they are where all rows are holonomic. */
#include <math.h>
#include <stdio.h>

#include "holonomy/dense.h"
#include "holonomy/experiment.h"
#include "tests/claims.h"
#include "tests/generic.h"

static const char *const method[] = {"lda", "gni", "rattlie", "nonholonomic-em"};

/* Without a true motion, which would have to be derived. */
static hol_experiment *start_of(const char *problem, const char *setting, const char *name,
                                double h)
{
    hol_refusal why;
    hol_experiment *x =
        hol_experiment_named(problem, name, NULL, (const char *const[]){setting, NULL}, NULL, &why);
    ck_assert_msg(x && hol_start(x->s, 0, h, NULL, x->z) == HOL_OK, "%s, %s", name, problem);
    return x;
}

static hol_experiment *start(const char *problem, const char *name, double h)
{
    return start_of(problem, NULL, name, h);
}

static double energy_of(const hol_experiment *x, double *kinetic)
{
    double K = hol_kinetic(x->sys, x->z->q, x->z->v);
    *kinetic = fmax(*kinetic, K);
    return K + hol_potential(x->sys, x->z->q);
}

/* The largest change of the energy over `steps` of h, over the largest kinetic energy. */
static double energy_error_on(const char *problem, const char *name, double h, int steps)
{
    hol_experiment *x = start(problem, name, h);
    double most = 0, kinetic = 0, first = energy_of(x, &kinetic);
    for (int n = 1; n <= steps; n++) {
        ck_assert_msg(hol_step(x->s, h, x->z) == HOL_OK, "%s, %s: step %d", name, problem, n);
        x->z->t = n * h;
        most = fmax(most, fabs(energy_of(x, &kinetic) - first));
    }
    hol_experiment_close(x);
    return most / kinetic;
}

static double energy_error(const char *name, double h, int steps)
{
    return energy_error_on("knife-edge", name, h, steps);
}

/* The blade slides up and down for ever, reversibly: measured 8.1e-5, 1.6e-4 and 8.1e-5, after two
 * swings and after eighty. */
START_TEST(the_energy_of_a_reversible_motion_stays_bounded)
{
    double once = energy_error(method[_i], 0.01, 500);
    double often = energy_error(method[_i], 0.01, 20000);
    if (hol_verbose()) printf("%s: %.3e, %.3e\n", method[_i], once, often);
    ck_assert_msg(often <= 1.05 * once, "%s: %g, later %g", method[_i], once, often);
}
END_TEST

START_TEST(the_energy_falls_as_the_square_of_the_step)
{
    double coarse = energy_error(method[_i], 0.02, 250),
           fine = energy_error(method[_i], 0.005, 1000);
    double order = log2(coarse / fine) / 2;
    ck_assert_msg(fabs(order - 2) < 0.1, "%s: order %g", method[_i], order);
}
END_TEST

/* Over 80 swings of the blade and 2 s of the bicycle: measured 4e-14 and 1e-14. */
START_TEST(nonholonomic_em_keeps_the_energy)
{
    static const struct {
        const char *problem;
        double h;
        int steps;
    } on[] = {{"knife-edge", 0.01, 20000}, {"bicycle", 0.005, 400}};
    expect_at_most(on[_i].problem, "energy",
                   energy_error_on(on[_i].problem, "nonholonomic-em", on[_i].h, on[_i].steps),
                   2e-12);
}
END_TEST

/* Where the force of a node is one before and after it, as that of gni is, the velocity's part
 * across the rows is turned back at every node, and on the bicycle grows: measured 1.2 of the
 * kinetic energy; of rattlie, whose rows hold for the displacement too, 2e-6. */
START_TEST(rattlie_rides_the_bicycle_where_the_leapfrog_falls)
{
    double rattlie = energy_error_on("bicycle", "rattlie", 0.005, 400);
    double leapfrog = energy_error_on("bicycle", "gni", 0.005, 400);
    hol_experiment *x = start("bicycle", "gni", 0.005);
    ck_assert_double_eq(x->claims.order_q, 0);
    hol_experiment_close(x);
    if (hol_verbose()) printf("rattlie %.2e, gni %.2e\n", rattlie, leapfrog);
    ck_assert_msg(rattlie < 1e-5, "rattlie: %g", rattlie);
    ck_assert_msg(leapfrog > 1e-2, "gni: %g", leapfrog);
}
END_TEST

START_TEST(a_step_of_lda_is_undone_to_round_off_on_the_bicycle)
{
    const double h = 0.025;
    hol_experiment *x = start("bicycle", "lda", h);
    expect_at_most("bicycle", "symmetry", hol_symmetry_defect(x, h), 1e-12);
    hol_experiment_close(x);
}
END_TEST

/* Without nonholonomic rows it is em. */
START_TEST(nonholonomic_em_is_em_where_rows_are_holonomic)
{
    static const char *const problem[] = {"double-spherical-pendulum", "top", "pendulum"};
    enum { STEPS = 50 };
    hol_trial em, rows;
    hol_trial_named(&em, "em", known_problem(problem[_i]), "natural", 0, NULL);
    hol_trial_named(&rows, "nonholonomic-em", known_problem(problem[_i]), "natural", 0, NULL);
    double h = em.way.problem->step;
    hol_trial_start(&em, h);
    hol_trial_start(&rows, h);
    for (int n = 1; n <= STEPS; n++) {
        hol_trial_step(&em, h, n);
        hol_trial_step(&rows, h, n);
    }
    const hol_eval *sys = em.sys;
    expect_at_most(em.name, "q", hol_apart(sys->nq, em.z->q, rows.z->q) / sys->length, 1e-11);
    expect_at_most(em.name, "v", hol_apart(sys->nv, em.z->v, rows.z->v) / sys->speed, 1e-9);
    hol_trial_close(&em);
    hol_trial_close(&rows);
}
END_TEST

/* ---------------------------------------------------------------- the contact oscillator */

/* Of nonholonomic-oscillator, 1 kg. */
static double contact_energy(const hol_pose *mass, double epsilon)
{
    const double *r = mass->r;
    return 0.5 * (hol_dot3(mass->v, mass->v) + hol_dot3(r, r) + epsilon * pow(r[0] * r[2], 2));
}

/* Both references: y in closed form, the energy, the row. */
START_TEST(the_true_contact_oscillator_keeps_its_integrals)
{
    hol_message missing, wrong;
    double epsilon = _i ? 0 : 0.1;
    hol_reference *ref =
        hol_reference_for(known_problem("nonholonomic-oscillator"), &epsilon, &missing, &wrong);
    ck_assert_msg(ref, "%s", wrong.text);
    ck_assert_int_eq(ref->rows, 101);
    for (int n = 0; n < ref->rows; n++) {
        const hol_pose *at = ref->pose + n;
        double t = ref->t[n], y = cos(t) + 0.4 * sin(t), rate = 0.4 * cos(t) - sin(t);
        expect_at_most("contact", "y", fmax(fabs(at->r[1] - y), fabs(at->v[1] - rate)), 1e-15);
        expect_at_most("contact", "energy",
                       fabs(contact_energy(at, epsilon) - contact_energy(ref->pose, epsilon)),
                       2e-15);
        expect_at_most("contact", "slip", fabs(at->v[0] + at->r[1] * at->v[2]), 1e-15);
    }
    hol_reference_free(ref);
}
END_TEST

/* Over 10 s and 1000 s, all methods, which may claim no such thing: time may run backwards. */
START_TEST(the_energy_of_the_contact_oscillator_stays_bounded)
{
    double once = energy_error_on("nonholonomic-oscillator", method[_i], 0.05, 400);
    double often = energy_error_on("nonholonomic-oscillator", method[_i], 0.05, 20000);
    if (hol_verbose()) printf("%s: %.3e, %.3e\n", method[_i], once, often);
    ck_assert_msg(often <= fmax(2 * once, 1e-12), "%s: %g, later %g", method[_i], once, often);
}
END_TEST

/* ---------------------------------------------------------------- time that runs one way */

/* Of the oscillator of steered-oscillator, 1 kg on springs that have their other ends on the
 * axis x: its energy, which the motion keeps beside that of the pendulum. */
static double oscillator_energy(const hol_pose *mass)
{
    static const double anchor[3] = {0, 2, -2}, length[3] = {0, 1, 1}, stiffness[3] = {1, 0.1, 0.1};
    double sum = 0.5 * hol_dot3(mass->v, mass->v);
    for (int k = 0; k < 3; k++) {
        double stretch = hypot(mass->r[0] - anchor[k], mass->r[1]) - length[k];
        sum += 0.5 * stiffness[k] * stretch * stretch;
    }
    return sum;
}

/* 1 kg m^2 that turns by a rate, its tip of 1 m held by two springs. */
static double pendulum_energy(const hol_pose *turning, double asymmetry)
{
    const double *p = turning->p;
    double tip[2] = {1 - 2 * p[3] * p[3], 2 * p[0] * p[3]}, rate = turning->omega[2];
    double weight = hypot(tip[0] - 2, tip[1]), side = hypot(tip[0], tip[1] - 1.25) - 2.5;
    return 0.5 * (rate * rate + 0.5 * weight * weight + asymmetry * side * side);
}

/* Both references: the two integrals one by one, and the row. */
START_TEST(the_true_motion_keeps_the_energy_of_pendulum_and_oscillator)
{
    hol_message missing, wrong;
    double par[2] = {0.1, _i == 0};
    hol_reference *ref =
        hol_reference_for(known_problem("steered-oscillator"), par, &missing, &wrong);
    ck_assert_msg(ref, "%s", wrong.text);
    ck_assert_int_eq(ref->rows, 101);
    for (int n = 0; n < ref->rows; n++) {
        const hol_pose *at = ref->pose + 2 * n, *v = at + 1;
        double c = 1 - 2 * at->p[3] * at->p[3], s = 2 * at->p[0] * at->p[3];
        expect_at_most("pendulum", "energy",
                       fabs(pendulum_energy(at, par[1]) - pendulum_energy(ref->pose, par[1])),
                       2e-14);
        expect_at_most("oscillator", "energy",
                       fabs(oscillator_energy(v) - oscillator_energy(ref->pose + 1)), 4e-15);
        expect_at_most("edge", "slip", fabs(c * v->v[1] - s * v->v[0]), 1e-15);
    }
    hol_reference_free(ref);
}
END_TEST

/* How far the oscillator's energy has come from its start, mean of the last 500 of so many steps.
 */
static double energy_lost(const char *name, const char *setting, double h, int steps)
{
    hol_pose pose[2];
    hol_experiment *x = start_of("steered-oscillator", setting, name, h);
    double first = 0, sum = 0;
    for (int n = 0; n < steps; n++) {
        hol_poses(x->sys, x->z->q, x->z->v, pose);
        if (n < 500) first += oscillator_energy(&pose[1]);
        if (n >= steps - 500) sum += oscillator_energy(&pose[1]);
        ck_assert_msg(hol_step(x->s, h, x->z) == HOL_OK, "%s: step %d", name, n);
        x->z->t = (n + 1) * h;
    }
    hol_experiment_close(x);
    return (sum - first) / 500;
}

/* Of 0.66 J in 500 s: measured -4e-4, -1e-5, -1e-4, -2e-7 J where the motion has a mirrored one
 * back, 0.085, -0.0022, 0.073, 0.045 J where it has none; the last of a method that keeps the sum
 * of both energies to round-off. */
START_TEST(energy_is_lost_where_time_cannot_run_backwards)
{
    static const double least[] = {0.06, 0.0015, 0.05, 0.03};
    double back = energy_lost(method[_i], "asymmetry=0", 0.1, 5000);
    double one_way = energy_lost(method[_i], NULL, 0.1, 5000);
    if (hol_verbose()) printf("%s: %.3g, %.3g J\n", method[_i], back, one_way);
    ck_assert_msg(fabs(back) < 1e-3, "%s: %g J of a reversible motion", method[_i], back);
    ck_assert_msg(fabs(one_way) > least[_i] && fabs(one_way) > 50 * fabs(back),
                  "%s: %g J, %g J of a reversible motion", method[_i], one_way, back);
}
END_TEST

/* The start has half of an impulse, so that the first multiplier is that of the first node. */
START_TEST(the_first_multiplier_of_rattlie_is_that_of_the_start)
{
    double h = 1e-3;
    hol_experiment *x = start("skate", "rattlie", h);
    ck_assert_int_eq(x->sys->na, 1);
    double first = x->z->alpha[0];
    ck_assert_int_eq(hol_step(x->s, h, x->z), HOL_OK);
    expect_at_most("rattlie", "the first multiplier off the start's, of it",
                   fabs(x->z->alpha[0] / first - 1), 0.01);
    hol_experiment_close(x);
}
END_TEST

int main(void)
{
    const hol_loop loop[] = {{the_energy_of_a_reversible_motion_stays_bounded, 3},
                             {the_energy_falls_as_the_square_of_the_step, 3},
                             {nonholonomic_em_keeps_the_energy, 2},
                             {a_step_of_lda_is_undone_to_round_off_on_the_bicycle, 1},
                             {rattlie_rides_the_bicycle_where_the_leapfrog_falls, 1},
                             {the_true_motion_keeps_the_energy_of_pendulum_and_oscillator, 2},
                             {energy_is_lost_where_time_cannot_run_backwards, 4},
                             {the_true_contact_oscillator_keeps_its_integrals, 2},
                             {the_energy_of_the_contact_oscillator_stays_bounded, 4},
                             {the_first_multiplier_of_rattlie_is_that_of_the_start, 1},
                             {nonholonomic_em_is_em_where_rows_are_holonomic, 3}};
    return hol_run_loops("nonholonomic", loop, sizeof loop / sizeof *loop);
}
