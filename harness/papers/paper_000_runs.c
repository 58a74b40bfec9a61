/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The runs of paper 000, section 6.3: jet-dp5 with the paper's step-size control, h0 = 0.25 s.  The
 * projection that meets its step counts: joints and Euler parameters together, the invariants in
 * turn with them (its section 7), Newton's matrices with all second derivatives, |residual| <= 1e-5
 * in SI units.  A torque's exact work is the system's own, not a number where it depends on the
 * way. */
#include "harness/papers/paper_000.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/memory.h"
#include "harness/run.h"
#include "numerics/clock.h"

typedef struct {
    hol_p000_motion *m;
    double power; /* at the last node [W] */
    double began; /* CPU time at the first node [s] */
    int room;
} recorder;

static double power_at(const hol_system *sys, const hol_state *z, hol_work *w)
{
    size_t mark = hol_mark(w);
    double *F = hol_take(w, sys->nv), power = 0;
    if (!(sys->has & HOL_CONSERVATIVE)) sys->applied(sys, z->t, z->q, z->v, F);
    for (int i = 0; i < sys->nv; i++) power += F[i] * z->v[i];
    hol_release(w, mark);
    return power;
}

static void record(void *self, const hol_node *node)
{
    recorder *r = self;
    hol_p000_motion *m = r->m;
    const hol_system *sys = node->s->sys;
    double power = power_at(sys, node->z, node->s->work);
    hol_p000_node now = {.t = node->z->t,
                         .h = node->h,
                         .kinetic = sys->kinetic(sys, node->z->q, node->z->v),
                         .potential = sys->potential(sys, node->z->q)};
    if (node->before) {
        const hol_p000_node *last = &m->node[m->nodes - 1];
        now.work = last->work + 0.5 * node->h * (r->power + power);
        now.work_exact = last->work_exact;
        if (!(sys->has & HOL_CONSERVATIVE))
            now.work_exact += sys->work(sys, node->before->q, node->z->q);
    }
    if (m->nodes == r->room) {
        r->room = 2 * r->room + 256;
        m->node = hol_renew(m->node, (size_t)r->room * sizeof *m->node);
    }
    m->node[m->nodes++] = now;
    r->power = power;
    if (!node->before) r->began = hol_cpu_seconds();
    m->seconds = hol_cpu_seconds() - r->began;
}

/* tau1 to tau3 of the pendulum. */
static bool set_torque(const hol_p000_case *is, const hol_problem *problem, double par[],
                       hol_message *why)
{
    char text[64];
    for (int i = 0; i < 3; i++) {
        snprintf(text, sizeof text, "tau%d=%g", i + 1, is->tau[i]);
        if (is->tau[i] != 0 && !hol_option_set(problem->parameters, "parameter", text, par, why))
            return false;
    }
    return true;
}

static bool options_of(const hol_p000_case *is, const hol_problem *problem, double par[],
                       const hol_method *method, double opt[], hol_message *why)
{
    static const char *const paper[] = {"imposed=in-turn", "newton=full",     "newton_norm=paper",
                                        "newton_tol=1e-5", "newton_factor=0", NULL};
    bool forced = strcmp(is->problem, "pendulum") != 0;
    hol_option_defaults(problem->parameters, par);
    hol_option_defaults(method->options, opt);
    if (!set_torque(is, problem, par, why)) return false;
    if (!is->ours && forced &&
        !hol_option_set(problem->parameters, "parameter", "start=printed", par, why))
        return false;
    for (int i = 0; !is->ours && paper[i]; i++)
        if (!hol_option_set(method->options, "option", paper[i], opt, why)) return false;
    if (is->energy != HOL_P000_OFF &&
        !hol_option_set(method->options, "option", "invariant=total-energy", opt, why))
        return false;
    return hol_option_set(method->options, "option",
                          is->energy == HOL_P000_EXACT ? "work=exact" : "work=trapezoid", opt,
                          why) &&
           hol_option_set(method->options, "option",
                          is->orthogonal ? "projection=orthogonal" : "projection=quasi", opt,
                          why) &&
           hol_option_set(method->options, "option", is->condition ? "condition=1" : "timed=1", opt,
                          why);
}

static void sample_errors(const hol_result *r, hol_p000_motion *m)
{
    for (int i = 0; i < HOL_P000_SAMPLES; i++) {
        m->error[i] = NAN;
        if (!r->sampler || i >= r->sampler->count || !r->reference) continue;
        const hol_sample *s = &r->sampler->sample[i];
        int row = hol_reference_row(r->reference, s->t);
        if (row < 0) continue;
        hol_error e = hol_error_between(
            r->sys->nb, s->pose, r->reference->pose + row * r->reference->bodies, 0, NULL, NULL);
        m->error[i] = e.position;
    }
}

static hol_p000_motion *run_once(const hol_p000_case *is, hol_message *why)
{
    const hol_problem *problem = hol_problem_named(is->problem);
    const hol_method *method = hol_method_named("jet-dp5");
    double *par = hol_new(hol_option_count(problem->parameters), sizeof *par);
    double *opt = hol_new(hol_option_count(method->options), sizeof *opt);
    hol_p000_motion *m = hol_new(1, sizeof *m);
    recorder r = {.m = m};
    hol_result result = {0};
    hol_case c = hol_case_of(problem, method);
    *m = (hol_p000_motion){.is = *is};
    c.parameters = par;
    c.options = opt;
    c.formulation = "euler";
    c.h = HOL_P000_FIRST;
    c.rtol = c.atol = is->tolerance;
    c.until = is->span > 0 ? is->span : HOL_P000_SPAN;
    c.samples = HOL_P000_SAMPLES;
    c.repeats = 0;
    c.observe = record;
    c.observer = &r;
    bool ran = options_of(is, problem, par, method, opt, why);
    if (ran && hol_run(&c, &result) != HOL_RAN) {
        *why = result.message;
        ran = false;
    }
    if (ran) {
        if (result.status != HOL_OK) m->failure = result.message;
        m->accepted = result.steps;
        m->rejected = result.rejected;
        m->counters = result.counters;
        m->position = result.error.position;
        sample_errors(&result, m);
    }
    hol_result_free(&result);
    free(par);
    free(opt);
    if (ran) return m;
    hol_p000_free(m);
    return NULL;
}

hol_p000_motion *hol_p000_run(const hol_p000_case *is, hol_message *why)
{
    hol_p000_motion *best = run_once(is, why);
    for (int i = 1; best && i < is->times; i++) {
        hol_p000_motion *m = run_once(is, why);
        bool faster = m && m->seconds < best->seconds;
        hol_p000_free(faster ? best : m);
        if (faster) best = m;
    }
    return best;
}

void hol_p000_free(hol_p000_motion *m)
{
    if (!m) return;
    free(m->node);
    free(m);
}
