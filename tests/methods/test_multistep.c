/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the symmetric multistep methods say of themselves beside the claims of every method: steps
 * of which size are stable, and that they step back. */
#include <math.h>
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/memory.h"
#include "holonomy/tables.h"
#include "tests/claims.h"
#include "tests/suite.h"
#include "tests/ways.h"

static const char *const names[] = {"multistep-4", "multistep-6", "multistep-8"};
static const hol_multistep *const tables[] = {&hol_multistep_4, &hol_multistep_6, &hol_multistep_8};
enum { METHODS = 3 };

/* Pairs of simple roots of rho + mu^2 sigma on the circle: of y'' = -omega^2 y, mu = h omega. */
static int pairs_on_circle(const hol_multistep *T, double mu)
{
    enum { POINTS = 20000 };
    int k = T->steps, found = 0;
    double last = 0;
    for (int l = 1; l < POINTS; l++) {
        double theta = l * acos(-1) / POINTS, sum = 0;
        for (int j = 0; j <= k; j++)
            sum += ((double)T->alpha[j] / T->under_alpha +
                    mu * mu * (double)T->beta[j] / T->under_beta) *
                   cos((j - k / 2) * theta);
        found += sum * last < 0;
        last = sum;
    }
    return found;
}

static bool stable(const hol_multistep *T, double mu)
{
    return pairs_on_circle(T, mu) == T->steps / 2;
}

/* The largest change of the energy in 600 steps of a pendulum that swings by a thousandth of a
 * radian, over the energy of the swing; infinite where a step fails. */
static double change_of_energy(hol_experiment *x, double h)
{
    static const double swing = 1e-3, weight = 9.81; /* m = l = 1 */
    hol_pose pose = {.r = {swing, -sqrt(1 - swing * swing), 0}, .p = {1, 0, 0, 0}};
    hol_status status = hol_start(x->s, 0, h, &pose, x->z);
    double E0 = hol_potential(x->sys, x->z->q), most = 0;
    ck_assert_int_eq(status, HOL_OK);
    for (int n = 1; n <= 600 && !status; n++) {
        status = hol_step(x->s, h, x->z);
        x->z->t = n * h;
        double E = hol_kinetic(x->sys, x->z->q, x->z->v) + hol_potential(x->sys, x->z->q);
        most = fmax(most, fabs(E - E0));
    }
    return status ? HUGE_VAL : most / (weight * swing * swing / 2);
}

/* Stable are the steps for which the parasitic roots stay on the circle. */
START_TEST(steps_are_stable_where_the_roots_say_so)
{
    static const double sqrt_g = 3.1320919526731650; /* omega [1/s] */
    const hol_multistep *M = tables[_i];
    const hol_problem *problem = known_problem("simple-pendulum");
    const hol_method *method = hol_method_named(names[_i]);
    double *par = hol_way_values(problem->parameters), *opt = hol_way_values(method->options);
    hol_refusal why;
    hol_experiment *x = hol_experiment_open(
        &(hol_setup){problem, method, "natural", par, opt, HOL_REDUNDANT_DEFAULT}, &why);
    int seen[2] = {0};
    ck_assert_msg(x, "%s", why.reason.text);
    for (double mu = 0.08; mu < 1.95; mu += 0.06) {
        bool is = stable(M, mu);
        if (stable(M, 0.97 * mu) != is || stable(M, 1.03 * mu) != is) continue;
        double change = change_of_energy(x, mu / sqrt_g);
        if (hol_verbose()) printf("%s: h omega = %.2f: %.2e\n", names[_i], mu, change);
        ck_assert_msg(is ? change < 3 : change > 1e3, "%s: h omega = %g, said to be %sstable: %g",
                      names[_i], mu, is ? "" : "un", change);
        seen[is]++;
    }
    ck_assert_msg(seen[0] >= 2 && seen[1] >= 12, "%d, %d", seen[0], seen[1]);
    hol_experiment_close(x);
    free(par), free(opt);
}
END_TEST

/* Nodes that the method itself made are found again. */
START_TEST(the_methods_step_back)
{
    enum { STEPS = 50 };
    hol_trial T;
    hol_trial_named(&T, names[_i], known_problem("double-spherical-pendulum"), NULL, 0, NULL);
    int nq = T.sys->nq, nv = T.sys->nv, k = tables[_i]->steps, n = 0;
    double h = 2 * T.way.problem->step, *kept = hol_new(nq + nv, sizeof *kept);
    hol_trial_start(&T, h);
    for (n = 1; n <= k; n++) hol_trial_step(&T, h, n);
    memcpy(kept, T.z->q, (size_t)nq * sizeof *kept);
    memcpy(kept + nq, T.z->v, (size_t)nv * sizeof *kept);
    for (; n <= k + STEPS; n++) hol_trial_step(&T, h, n);
    ck_assert_double_gt(hol_apart(nq, T.z->q, kept), 1);
    for (n = k + STEPS - 1; n >= k; n--) {
        ck_assert_int_eq(hol_step(T.s, -h, T.z), HOL_OK);
        T.z->t = n * h;
    }
    expect_at_most(T.name, "q", hol_apart(nq, T.z->q, kept), 1e-11 * T.sys->length);
    expect_at_most(T.name, "v", hol_apart(nv, T.z->v, kept + nq), 1e-9 * T.sys->speed);
    free(kept);
    hol_trial_close(&T);
}
END_TEST

int main(void)
{
    const hol_loop loop[] = {{steps_are_stable_where_the_roots_say_so, METHODS},
                             {the_methods_step_back, METHODS}};
    return hol_run_loops("multistep", loop, sizeof loop / sizeof *loop);
}
