/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What sections 3 and 4 of Wendlandt, Marsden 1996 (paper 003) state of their integrators: theorem
 * 4.3.1, the symplectic form, order, and linear time for trees. */
#include <math.h>
#include <stdlib.h>

#include "base/clock.h"
#include "harness/papers/paper_003.h"
#include "harness/papers/paper_run.h"
#include "harness/study/study.h"

static hol_experiment *experiment(const char *problem, const char *method, const char *formulation,
                                  const char *const option[], hol_message *why)
{
    hol_refusal refusal;
    hol_experiment *x = hol_experiment_named(problem, method, formulation, NULL, option, &refusal);
    if (!x) hol_refusal_text(&refusal, why);
    return x;
}

/* ---------------------------------------------------------------- theorem 4.3.1 */

static const struct {
    const char *problem, *formulation;
} both_ways[] = {{"rigid-body", "euler"},
                 {"rigid-body", "natural"},
                 {"double-spherical-pendulum", "natural"},
                 {"pendulum", "natural"}};
enum { WAYS = HOL_LENGTH(both_ways) };

/* The largest distance of the points of sections 4.1 and 4.2 over 100 steps, over the length. */
static bool apart(const char *problem, const char *formulation, double *most, hol_message *why)
{
    enum { STEPS = 100 };
    const double h = 0.01;
    static const char *const none[] = {NULL}, *const narrow[] = {"vmax=0.1", NULL};
    hol_experiment *a = experiment(problem, "dvp", formulation, none, why),
                   *b = a ? experiment(problem, "dvp-chart", formulation, narrow, why) : NULL;
    bool good = b && !hol_start(a->s, 0, h, NULL, a->z) && !hol_start(b->s, 0, h, NULL, b->z);
    *most = 0;
    for (int n = 1; good && n <= STEPS; n++) {
        good = !hol_step(a->s, h, a->z) && !hol_step(b->s, h, b->z);
        a->z->t = b->z->t = n * h;
        *most = fmax(*most, hol_apart(a->sys->nq, a->z->q, b->z->q) / a->sys->length);
    }
    if (b && !good) hol_say(why, "dvp and dvp-chart on %s: a step failed", problem);
    hol_experiment_close(a);
    hol_experiment_close(b);
    return good;
}

static bool find_theorem(hol_paper_section *to)
{
    double x[WAYS];
    for (int k = 0; k < WAYS; k++)
        if (!apart(both_ways[k].problem, both_ways[k].formulation, &x[k], &to->why)) return false;
    hol_paper_find(to, "theorem", WAYS, x,
                   "dvp and dvp-chart, on charts that change: %.1e, %.1e, %.1e, %.1e", x[0], x[1],
                   x[2], x[3]);
    return true;
}

/* ---------------------------------------------------------------- the symplectic form */

static bool defect(const char *problem, const char *method, double *x, hol_message *why)
{
    static const char *const none[] = {NULL};
    hol_experiment *e = experiment(problem, method, NULL, none, why);
    if (e) *x = hol_symplecticity_defect(e, 1, 0.05);
    hol_experiment_close(e);
    return e;
}

static bool find_form(hol_paper_section *to)
{
    enum { DVP_BODY, DVP_PENDULUM, RATTLE, EM_BODY, EM_PENDULUM, MAPS };
    static const struct {
        const char *problem, *method;
    } map[MAPS] = {{"rigid-body", "dvp"},
                   {"double-spherical-pendulum", "dvp"},
                   {"double-spherical-pendulum", "rattle"},
                   {"rigid-body", "em"},
                   {"double-spherical-pendulum", "em"}};
    double x[MAPS];
    for (int k = 0; k < MAPS; k++)
        if (!defect(map[k].problem, map[k].method, &x[k], &to->why)) return false;
    hol_paper_find(to, "symplectic", EM_BODY, x,
                   "dvp %.1e on the rigid body, %.1e on the double spherical pendulum; the SHAKE "
                   "form %.1e",
                   x[DVP_BODY], x[DVP_PENDULUM], x[RATTLE]);
    hol_paper_find(to, "em-form", 2, &x[EM_BODY],
                   "%.1e on the rigid body, %.1e on the double spherical pendulum", x[EM_BODY],
                   x[EM_PENDULUM]);
    return true;
}

/* ---------------------------------------------------------------- section 4.5 */

static bool find_order(hol_paper_section *to, const char *id, const char *option)
{
    static const double step[] = {0.01, 0.005, 0.0025, 0.00125};
    double x[2 * HOL_LENGTH(step)];
    for (int k = 0; k < HOL_LENGTH(step); k++) {
        hol_paper_run is = {.problem = "double-spherical-pendulum",
                            .method = "dvp",
                            .formulation = "natural",
                            .option = {option},
                            .h = step[k],
                            .until = 2};
        hol_result r;
        bool good = hol_paper_measure(&is, &r, &to->why);
        x[2 * k] = step[k];
        x[2 * k + 1] = r.error.position;
        hol_result_free(&r);
        if (!good) return false;
    }
    hol_paper_find(to, id, 2 * HOL_LENGTH(step), x, "%s: %.2e at h = %g s, %.2e at h = %g s",
                   option, x[1], x[0], x[2 * HOL_LENGTH(step) - 1], x[2 * HOL_LENGTH(step) - 2]);
    return true;
}

/* ---------------------------------------------------------------- trees */

enum { MOST_LINKS = 4096 };
static const hol_option chain_parameters[] = {{"N", HOL_REAL, 2, 1, MOST_LINKS, NULL, "links"},
                                              {0}};

/* N masses of 1 kg on rods of 1 m below each other, let go level. */
static void build_chain(hol_model *model, const double par[])
{
    for (int k = 0; k < (int)par[0]; k++) {
        hol_body mass = {.shape = HOL_POINT, .m = 1, .at = {.r = {k + 1}, .p = {1}}};
        snprintf(mass.name, sizeof mass.name, "m%d", k);
        hol_add_body(model, &mass);
        hol_distance(model, mass.name,
                     k ? hol_point(k - 1, 0, 0, 0) : hol_point(HOL_GROUND, 0, 0, 0),
                     hol_point(k, 0, 0, 0), 1);
    }
    hol_gravity(model, (double[3]){0, 0, -9.81});
}

static const hol_problem chain = {.name = "chain",
                                  .about = "masses on rods below each other",
                                  .parameters = chain_parameters,
                                  .build = build_chain,
                                  .t_end = 1,
                                  .step = 1e-3,
                                  .size = "N"};

static const double links[] = {128, 256, 512, 1024, 2048};
enum { CHAINS = HOL_LENGTH(links) };

/* CPU time of a Newton iteration of dvp in steps of 1e-3 s from the start [s]. */
static bool iteration(hol_experiment *x, double *seconds)
{
    enum { STEPS = 20 };
    bool good = !hol_start(x->s, 0, chain.step, NULL, x->z) && !hol_step(x->s, chain.step, x->z);
    long before = x->s->count->newton;
    double began = hol_cpu_seconds();
    for (int n = 2; good && n <= STEPS; n++) {
        x->z->t = (n - 1) * chain.step;
        good = !hol_step(x->s, chain.step, x->z);
    }
    *seconds = (hol_cpu_seconds() - began) / (double)(x->s->count->newton - before);
    return good;
}

static bool open_chains(hol_experiment *x[CHAINS], hol_message *why)
{
    hol_refusal refusal;
    for (int k = 0; k < CHAINS; k++) {
        x[k] = hol_experiment_open(&(hol_setup){.problem = &chain,
                                                .method = hol_method_named("dvp"),
                                                .formulation = "natural",
                                                .parameters = &links[k]},
                                   &refusal);
        if (!x[k]) return hol_refusal_text(&refusal, why), false;
    }
    return true;
}

/* The least times of passes over all chains by turns: the pace of a machine drifts. */
static bool time_by_turns(hol_experiment *x[CHAINS], double least[CHAINS], hol_message *why)
{
    enum { PASSES = 7 };
    for (int k = 0; k < CHAINS; k++) least[k] = INFINITY;
    for (int turn = 0; turn < PASSES * CHAINS; turn++) {
        int k = turn % CHAINS;
        double seconds;
        if (!iteration(x[k], &seconds))
            return hol_say(why, "dvp on a chain of %g links: a step failed", links[k]), false;
        least[k] = fmin(least[k], seconds);
    }
    return true;
}

static bool find_tree(hol_paper_section *to)
{
    hol_experiment *of[CHAINS] = {NULL};
    double least[CHAINS], x[2 * CHAINS];
    bool good = open_chains(of, &to->why) && time_by_turns(of, least, &to->why);
    for (int k = 0; k < CHAINS; k++) hol_experiment_close(of[k]);
    if (!good) return false;
    for (int k = 0; k < CHAINS; k++) x[2 * k] = links[k], x[2 * k + 1] = least[k];
    hol_paper_find(to, "linear-time", 2 * CHAINS, x,
                   "%.1f us with 128 links, %.1f us with 2048; cubic time would take 4096 times as "
                   "long, not %.0f times",
                   1e6 * least[0], 1e6 * least[CHAINS - 1], least[CHAINS - 1] / least[0]);
    return hol_paper_write_sheet(
        to, "paper-003-chain.csv",
        &(hol_paper_sheet){"links,seconds an iteration", CHAINS, 2, .x = x});
}

bool hol_p003_theory(hol_paper_section *to)
{
    return find_theorem(to) && find_form(to) &&
           find_order(to, "order-midpoint", "lagrangian=midpoint") &&
           find_order(to, "order-left", "lagrangian=left") && find_tree(to);
}
