/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A system is shared by threads, each with an evaluator of its own: the bits of each are those it
 * has alone. */
#include <check.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "holonomy.h"
#include "tests/suite.h"

static const char *const methods[] = {"shake", "mk4", "jet-dp5", "spook",
                                      "em",    "dvp", "lobatto", "tangent-nystrom4"};
static const char *const problems[] = {"double-spherical-pendulum", "top"};
enum { METHODS = sizeof methods / sizeof *methods, PROBLEMS = 2, THREADS = 2, STEPS = 200 };

typedef struct { /* what one thread does */
    const hol_system *system;
    const hol_method *method;
    double h;
    hol_status status;
    int numbers;
    double x[256]; /* q and v at the end */
} life;

static void *live(void *data)
{
    life *l = data;
    hol_eval *sys = hol_eval_new(l->system);
    hol_stepper *s = hol_stepper_new(sys, l->method, NULL, &l->status, NULL);
    hol_state *z = hol_state_new(sys, l->method, NULL);
    if (!l->status) l->status = hol_start(s, 0, l->h, NULL, z);
    for (int n = 1; !l->status && n <= STEPS; n++) {
        l->status = hol_step(s, l->h, z);
        z->t = n * l->h;
    }
    l->numbers = sys->nq + sys->nv;
    memcpy(l->x, z->q, (size_t)sys->nq * sizeof *z->q);
    memcpy(l->x + sys->nq, z->v, (size_t)sys->nv * sizeof *z->v);
    hol_state_free(z);
    hol_stepper_free(s);
    hol_eval_free(sys);
    return NULL;
}

/* Of different steps, so that one thread's scratch would not do for the other. */
START_TEST(threads_that_share_a_system_have_the_bits_they_have_alone)
{
    const hol_problem *problem = hol_problem_named(problems[_i / METHODS]);
    const hol_method *method = hol_method_named(methods[_i % METHODS]);
    double *par = calloc((size_t)hol_option_count(problem->parameters) + 1, sizeof *par);
    hol_option_defaults(problem->parameters, par);
    hol_model *model = hol_model_new();
    hol_message why;
    problem->build(model, par);
    hol_system *system = hol_realise(model, hol_formulation_named(method->formulation), NULL, &why);
    ck_assert_msg(system, "%s", system ? "" : why.text);
    life alone[THREADS], beside[THREADS];
    pthread_t thread[THREADS];
    for (int k = 0; k < THREADS; k++) {
        alone[k] = (life){.system = system, .method = method, .h = problem->step / (k + 1)};
        beside[k] = alone[k];
        live(&alone[k]);
    }
    for (int k = 0; k < THREADS; k++)
        ck_assert_int_eq(pthread_create(&thread[k], NULL, live, &beside[k]), 0);
    for (int k = 0; k < THREADS; k++) pthread_join(thread[k], NULL);
    for (int k = 0; k < THREADS; k++) {
        ck_assert_int_eq(alone[k].status, HOL_OK);
        ck_assert_int_eq(beside[k].status, HOL_OK);
        ck_assert_int_le(alone[k].numbers, (int)(sizeof alone->x / sizeof *alone->x));
        ck_assert_mem_eq(alone[k].x, beside[k].x, sizeof(double) * (size_t)alone[k].numbers);
    }
    ck_assert_mem_ne(alone[0].x, alone[1].x, sizeof(double) * (size_t)alone[0].numbers);
    hol_system_free(system);
    hol_model_free(model);
    free(par);
}
END_TEST

int main(void)
{
    const hol_loop loop[] = {
        {threads_that_share_a_system_have_the_bits_they_have_alone, PROBLEMS * METHODS}};
    return hol_run_loops("threads", loop, 1);
}
