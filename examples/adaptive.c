/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps under control of an error estimate, watched: the spinning top by jet-dop853 at a tolerance
 * of 1e-9, its energy and the violation of its constraints at nodes on the way. */
#include <holonomy.h>
#include <math.h>
#include <stdio.h>

typedef struct {
    hol_gauge *gauge;
    double first; /* T + U at the start [J] */
} watcher;

static void watch(void *self, const hol_node *node)
{
    watcher *w = self;
    hol_gauge_read(w->gauge, node->z);
    if (!node->before) w->first = w->gauge->energy;
    if (node->step % 5) return;
    printf("t = %.4f s  z = %8.5f m  |Phi| = %.1e  energy off by %.1e J\n", node->z->t,
           w->gauge->pose[0].r[2], w->gauge->phi, fabs(w->gauge->energy - w->first));
}

int main(void)
{
    static const char *const parameters[] = {"epsilon=0.4", NULL};
    hol_refusal why;
    hol_experiment *x = hol_experiment_named("top", "jet-dop853", NULL, parameters, NULL, &why);
    if (!x) return fprintf(stderr, "%s\n", why.reason.text), 1;
    watcher w = {.gauge = hol_gauge_new(x->sys, x->s->work)};
    hol_advance a = {.s = x->s,
                     .z = x->z,
                     .h = 1e-3,
                     .t_end = 1,
                     .adaptive = true,
                     .error_order = x->claims.error_order,
                     .max_steps = 100000,
                     .observe = watch,
                     .observer = &w};
    x->s->rtol = x->s->atol = 1e-9;
    hol_status status = hol_start(x->s, 0, a.h, NULL, x->z);
    if (!status) hol_advance_run(&a), status = a.status;
    printf("%s at t = %g s\n", hol_status_name(status), x->z->t);
    hol_gauge_free(w.gauge);
    hol_experiment_close(x);
    return status != HOL_OK;
}
