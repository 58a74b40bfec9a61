/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the augmented Lagrangian method says of itself beside the claims of every method: what its
 * projections leave. */
#include <math.h>
#include <stdlib.h>

#include "holonomy/dense.h"
#include "holonomy/memory.h"
#include "tests/claims.h"
#include "tests/suite.h"

/* The largest of G v + Phi_t, and of (G v)' + Phi_tt over the acceleration that a state carries. */
static void left(hol_trial *T, double *velocity, double *acceleration)
{
    hol_eval *sys = T->sys;
    const hol_state *z = T->z;
    double *G = hol_new(sys->G.nnz + 3 * sys->nc, sizeof *G), *y = G + sys->G.nnz;
    double *r = y + sys->nc, *drive = r + sys->nc;
    hol_constraints(sys, z->t, z->q, NULL, G);
    hol_drive(sys, z->t, z->q, z->v, drive, NULL);
    hol_multiply(&sys->G, G, z->v, y);
    for (int i = 0; i < sys->nc; i++) *velocity = fmax(*velocity, fabs(y[i] + drive[i]));
    hol_row_rates(sys, z->t, z->q, z->v, r);
    hol_multiply(&sys->G, G, z->memory, y);
    for (int i = 0; i < sys->nc; i++) *acceleration = fmax(*acceleration, fabs(y[i] - r[i]));
    free(G);
}

/* The part 1/(1 + h^2/4 alpha G M^-1 G^T), about 1e-8, of O(h^2) and of O(h). */
START_TEST(projections_leave_velocities_and_accelerations_on_the_constraints)
{
    static const char *const problem[] = {"pendulum", "crank", "ladder", "top"};
    hol_trial T;
    double velocity = 0, acceleration = 0;
    hol_trial_named(&T, "ali3p", known_problem(problem[_i]), "natural", 0, NULL);
    double h = T.way.problem->step;
    hol_trial_start(&T, h);
    for (int n = 1; n <= 40; n++) {
        hol_trial_step(&T, h, n);
        left(&T, &velocity, &acceleration);
    }
    expect_at_most(T.name, "G v", velocity, 1e-9 * T.sys->speed);
    expect_at_most(T.name, "G v'", acceleration, 1e-7 * pow(T.sys->speed, 2));
    hol_trial_close(&T);
}
END_TEST

/* A correction to round-off needs no factors of its own. */
START_TEST(a_step_makes_fewer_factors_than_corrections)
{
    enum { STEPS = 40 };
    hol_trial T;
    hol_trial_named(&T, "ali3p", known_problem("ladder"), "natural", 0, NULL);
    double h = T.way.problem->step;
    hol_trial_start(&T, h);
    hol_counters before = *T.sys->count;
    for (int n = 1; n <= STEPS; n++) hol_trial_step(&T, h, n);
    double corrections = (double)(T.sys->count->newton - before.newton);
    double factors = (double)(T.sys->count->factorisations - before.factorisations);
    expect_at_most(T.name, "factors of a correction", factors / corrections, 0.9);
    hol_trial_close(&T);
}
END_TEST

int main(void)
{
    const hol_loop loop[] = {{projections_leave_velocities_and_accelerations_on_the_constraints, 4},
                             {a_step_makes_fewer_factors_than_corrections, 1}};
    return hol_run_loops("ali3p", loop, sizeof loop / sizeof *loop);
}
