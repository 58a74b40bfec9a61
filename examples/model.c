/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A mechanism built in C: a bar that hangs on a pivot and drags a second one, as a planar double
 * pendulum in space, by RATTLE; then the reactions at the upper pivot. */
#include <holonomy.h>
#include <stdio.h>
#include <string.h>

static void build(hol_model *model, const double par[])
{
    const double l = 1, half = l / 2, g[3] = {0, -9.81, 0};
    (void)par;
    hol_body bar = {.shape = HOL_RIGID, .m = 1, .J = {1e-3, l * l / 12, l * l / 12}};
    bar.at.p[0] = 1; /* e1 along the bar, which lies level at the start */
    snprintf(bar.name, sizeof bar.name, "upper");
    bar.at.r[0] = half;
    int upper = hol_add_body(model, &bar);
    snprintf(bar.name, sizeof bar.name, "lower");
    bar.at.r[0] = l + half;
    int lower = hol_add_body(model, &bar);
    hol_revolute(model, "pivot", hol_point(HOL_GROUND, 0, 0, 0), hol_point(upper, -half, 0, 0),
                 hol_direction(HOL_GROUND, 0, 0, 1), hol_direction(upper, 0, 0, 1));
    hol_revolute(model, "knee", hol_point(upper, half, 0, 0), hol_point(lower, -half, 0, 0),
                 hol_direction(upper, 0, 0, 1), hol_direction(lower, 0, 0, 1));
    hol_gravity(model, g);
}

int main(void)
{
    const hol_problem problem = {.name = "two-bars", .build = build, .t_end = 1, .step = 1e-3};
    const hol_setup setup = {.problem = &problem, .method = hol_method_named("rattle")};
    hol_refusal why;
    hol_message end;
    hol_experiment *x = hol_experiment_open(&setup, &why);
    if (!x) return fprintf(stderr, "%s\n", why.reason.text), 1;
    hol_status status = hol_experiment_run(x, problem.step, problem.t_end, &end);
    printf("%s in %s: %s at t = %g s\n", x->method->name, x->sys->formulation,
           hol_status_name(status), x->z->t);
    for (int i = 0; i < x->sys->nc; i++) /* forces G^T lambda, [N] or [N m] by the row */
        if (!strncmp(x->sys->row_name[i], "pivot.", 6))
            printf("%-14s %10.4f\n", x->sys->row_name[i], x->z->lambda[i]);
    hol_experiment_close(x);
    return status != HOL_OK;
}
