/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A method that is in no list: one step of  M (v1 - v0) = h f - G^T lambda,  G v1 = 0 (implicit in
 * the multipliers, order 1), by the saddle-point solver that every method uses, beside RATTLE. */
#include <holonomy.h>
#include <math.h>
#include <stdio.h>

static hol_status setup(hol_stepper *s)
{
    hol_eval *sys = s->sys;
    s->aux = hol_saddle_new(&sys->M, &sys->G, HOL_SADDLE_DEFINITE | HOL_SADDLE_SYMMETRIC,
                            HOL_SADDLE_AUTO, s->count);
    hol_at_end(s->memory, (void (*)(void *))hol_saddle_free, s->aux);
    return s->aux ? HOL_OK : HOL_UNSUPPORTED;
}

static hol_status step(hol_stepper *s, double h, hol_state *z)
{
    hol_eval *sys = s->sys;
    hol_saddle *saddle = s->aux;
    double *M = hol_take(s->work, sys->M.nnz), *G = hol_take(s->work, sys->G.nnz);
    double *f = hol_take(s->work, sys->nv), *p = hol_take(s->work, sys->nv);
    double *zero = hol_take(s->work, sys->nc);
    hol_mass(sys, z->q, M);
    hol_constraints(sys, z->t, z->q, NULL, G);
    hol_total_force(sys, z->t, z->q, z->v, f);
    hol_multiply(&sys->M, M, z->v, p); /* p = M v0 + h f */
    for (int i = 0; i < sys->nv; i++) p[i] += h * f[i];
    hol_status status = hol_saddle_set_K(saddle, M);
    if (!status) status = hol_saddle_set_B(saddle, G);
    if (!status) status = hol_saddle_factor(saddle, G, NULL);
    if (status) return status;
    hol_saddle_solve(saddle, p, zero, z->v, z->lambda);
    for (int i = 0; i < sys->nc; i++) z->lambda[i] /= h;
    for (int i = 0; i < sys->nv; i++) f[i] = h * z->v[i];
    hol_move(sys, z->q, f, z->q);
    return HOL_OK;
}

static hol_claims claims(const hol_method *method, hol_eval *sys, const double opt[])
{
    (void)method, (void)sys, (void)opt;
    return (hol_claims){.order_q = 1, .order_v = 1};
}

static const hol_method impulse = {
    .name = "impulse",
    .family = "impulse",
    .formulation = "natural",
    .needs = HOL_FLAT | HOL_CONST_MASS | HOL_REGULAR_MASS | HOL_HOLONOMIC | HOL_SCLERONOMIC |
             HOL_FULL_RANK,
    .claims = claims,
    .setup = setup,
    .step = step,
};

int main(void)
{
    const hol_method *const method[] = {&impulse, hol_method_named("rattle")};
    for (int k = 0; k < 2; k++) {
        double error[2]; /* against the reference at t = 1 s, with h and h/2 [m] */
        for (int i = 0; i < 2; i++) {
            hol_case c = hol_case_of(hol_problem_named("double-spherical-pendulum"), method[k]);
            hol_result r;
            c.until = 1;
            c.h = 1e-3 / (i + 1);
            c.repeats = 0;
            if (hol_run(&c, &r) != HOL_RAN || hol_result_end(&r) != HOL_END_OK)
                return fprintf(stderr, "%s\n", r.message.text), 1;
            error[i] = r.error.position;
            hol_result_free(&r);
        }
        printf("%-8s error %.2e m, half the step %.2e m: order %.1f\n", method[k]->name, error[0],
               error[1], log2(error[0] / error[1]));
    }
    return 0;
}
