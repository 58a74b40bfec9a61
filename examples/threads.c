/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One system, two threads: each takes an evaluator of its own, and ends with the bits it would have
 * alone.  Link with -pthread. */
#include <holonomy.h>
#include <pthread.h>
#include <stdio.h>

typedef struct {
    const hol_system *system;
    const char *method;
    double h, x; /* step [s]; the first coordinate at t = 1 s [m] */
    hol_status status;
} task;

static void *work(void *data)
{
    task *t = data;
    const hol_method *method = hol_method_named(t->method);
    hol_eval *sys = hol_eval_new(t->system);
    hol_stepper *s = hol_stepper_new(sys, method, NULL, &t->status, NULL);
    hol_state *z = hol_state_new(sys, method, NULL);
    if (!t->status) t->status = z ? hol_start(s, 0, t->h, NULL, z) : HOL_NO_MEMORY;
    for (int n = 1; !t->status && n * t->h <= 1 + 1e-9; n++) {
        t->status = hol_step(s, t->h, z);
        z->t = n * t->h; /* time is the driver's */
    }
    if (!t->status) t->x = z->q[0];
    hol_state_free(z);
    hol_stepper_free(s);
    hol_eval_free(sys);
    return NULL;
}

int main(void)
{
    hol_refusal why;
    const hol_setup setup = {.problem = hol_problem_named("double-spherical-pendulum"),
                             .formulation = "natural"}; /* no method: the system alone */
    hol_experiment *x = hol_experiment_open(&setup, &why);
    if (!x) return fprintf(stderr, "%s\n", why.reason.text), 1;
    task of[2] = {{x->sys->system, "shake", 0.01, 0, HOL_OK},
                  {x->sys->system, "em", 0.005, 0, HOL_OK}};
    pthread_t thread[2];
    for (int k = 0; k < 2; k++)
        if (pthread_create(&thread[k], NULL, work, &of[k])) return 1;
    for (int k = 0; k < 2; k++) pthread_join(thread[k], NULL);
    for (int k = 0; k < 2; k++)
        printf("%s: %s, x = %.6f m\n", of[k].method, hol_status_name(of[k].status), of[k].x);
    hol_experiment_close(x);
    return 0;
}
