/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A certificate: see holonomy/certify.h.  Thresholds of the step's defects: what central
 * differences and the tolerances of the iterations leave. */
#include "holonomy/certify.h"

#include <math.h>
#include <stdio.h>

#include "base/words.h"
#include "harness/study/study.h"

static const double symmetric = 1e-11, symplectic = 1e-6;

HOL_WORD_OF(hol_certified_name, hol_certified, HOL_CERTIFIED_LIST(HOL_WORD))

double hol_certify_span(const hol_problem *problem)
{
    return fmin(2, problem->t_end);
}

static hol_certificate_line *add(hol_certificate *c, const char *what, const char *claim,
                                 double value, hol_certified verdict)
{
    hol_certificate_line *line = &c->line[c->lines++];
    *line = (hol_certificate_line){.value = value, .verdict = verdict};
    snprintf(line->what, sizeof line->what, "%s", what);
    snprintf(line->claim, sizeof line->claim, "%s", claim);
    c->failed += verdict == HOL_CERTIFIED_FAILS;
    return line;
}

static hol_certified judged(bool claimed, bool holds)
{
    return !claimed ? HOL_CERTIFIED_NO_CLAIM : holds ? HOL_CERTIFIED_HOLDS : HOL_CERTIFIED_FAILS;
}

/* ---------------------------------------------------------------- orders */

static void certify_order(hol_certificate *c, const char *quantity, const hol_order *o)
{
    char what[40], claim[16] = "none";
    bool exact = hol_order_exact(o), few = !exact && o->points < HOL_ORDER_FEWEST;
    const char *hidden = hol_order_hidden(o);
    snprintf(what, sizeof what, "order of %s", quantity);
    if (o->claimed > 0) snprintf(claim, sizeof claim, "%g", o->claimed);
    double order = exact || few || hidden ? (double)NAN : hol_order_measured(o);
    hol_certified verdict = judged(o->claimed > 0, hol_order_as_claimed(o));
    if (hidden && o->claimed > 0) verdict = HOL_CERTIFIED_NOT_VISIBLE;
    hol_certificate_line *line = add(c, what, claim, order, verdict);
    size_t room = sizeof line->measured;
    if (hidden)
        snprintf(line->measured, room, "%s", hidden);
    else if (exact)
        snprintf(line->measured, room, "exact: round-off at all %d steps", o->levels);
    else if (few)
        snprintf(line->measured, room, "only %d of %d steps are usable", o->points, o->levels);
    else
        snprintf(line->measured, room, "%.2f +-%.2f, %d h: %.2g ... %.2g", order,
                 hol_order_spread(o), o->points - hol_order_first(o), o->h[hol_order_first(o)],
                 o->h[o->points - 1]);
}

static void certify_estimate(const hol_experiment *x, hol_certificate *c)
{
    hol_order o;
    if (!(x->claims.error_order > 0)) return;
    hol_estimate_study(x, &o);
    certify_order(c, "error estimate", &o);
}

/* What is claimed of an order that was not studied is not to be seen here. */
static void order_unseen(hol_certificate *c, const char *quantity, double claimed, const char *why)
{
    char what[40], claim[16];
    if (!(claimed > 0)) return;
    snprintf(what, sizeof what, "order of %s", quantity);
    snprintf(claim, sizeof claim, "%g", claimed);
    hol_certificate_line *line = add(c, what, claim, NAN, HOL_CERTIFIED_NOT_VISIBLE);
    snprintf(line->measured, sizeof line->measured, "%.150s", why);
}

static void certify_orders(const hol_experiment *x, hol_certificate *c)
{
    hol_order of[HOL_ORDERS] = {0};
    hol_message why;
    if (!hol_order_study(x, of, &why)) {
        for (int k = 0; k < HOL_ORDERS; k++)
            order_unseen(c, hol_order_of[k], of[k].claimed, why.text);
        return;
    }
    for (int k = 0; k < HOL_ORDERS; k++)
        if (x->sys->nc + x->sys->na || k < HOL_ORDER_INDEX1)
            certify_order(c, hol_order_of[k], &of[k]);
}

/* ---------------------------------------------------------------- invariants */

/* "linear", or why no law can be told. */
static const char *drift_of(const hol_invariant *i)
{
    if (i->most <= i->exact) return "none";
    return i->drift.law == HOL_DRIFT_UNKNOWN ? "-" : hol_drift_name(i->drift.law);
}

static void certify_invariant(hol_certificate *c, int k, const hol_invariant *i)
{
    static const char *const word[] = {
        [HOL_NOT_KEPT] = "none", [HOL_BOUNDED] = "bounded", [HOL_EXACT] = "exact"};
    bool judges = i->claimed == HOL_EXACT || (i->claimed == HOL_BOUNDED && i->bounded);
    bool hidden = hol_invariant_hidden(i);
    hol_certified verdict =
        hidden ? HOL_CERTIFIED_NOT_VISIBLE : judged(judges, hol_invariant_as_claimed(i));
    hol_certificate_line *line = add(c, hol_invariant_of[k], word[i->claimed], i->most, verdict);
    snprintf(line->measured, sizeof line->measured, "%.1e of its scale in %g s, %s%s", i->most,
             i->t_end, hidden ? "too short for a drift" : "drift ", hidden ? "" : drift_of(i));
}

static void certify_invariants(const hol_experiment *x, hol_certificate *c)
{
    hol_invariant of[HOL_INVARIANTS];
    hol_message why;
    hol_eval *sys = x->sys;
    bool there[HOL_INVARIANTS] = {
        hol_balances_energy(sys),   sys->ns > 0,      sys->ns > 0, sys->nj > 0,
        sys->nc > 0 || sys->na > 0, sys->nc > sys->nj};
    bool ran = hol_invariant_study(x, of, &why);
    for (int k = 0; k < HOL_INVARIANTS; k++) {
        if (!there[k]) continue;
        if (ran) {
            certify_invariant(c, k, &of[k]);
            continue;
        }
        bool claims = of[k].claimed != HOL_NOT_KEPT;
        hol_certificate_line *line = add(c, hol_invariant_of[k], claims ? "kept" : "none", NAN,
                                         claims ? HOL_CERTIFIED_FAILS : HOL_CERTIFIED_NOT_MEASURED);
        snprintf(line->measured, sizeof line->measured, "%.150s", why.text);
    }
}

/* ---------------------------------------------------------------- the step */

static void certify_defect(hol_certificate *c, const char *what, bool claimed, double defect,
                           double allowed)
{
    hol_certified verdict = !isnan(defect) ? judged(claimed, defect <= allowed)
                            : claimed      ? HOL_CERTIFIED_NOT_VISIBLE
                                           : HOL_CERTIFIED_NOT_MEASURED;
    hol_certificate_line *line = add(c, what, claimed ? "yes" : "none", defect, verdict);
    if (isnan(defect))
        snprintf(line->measured, sizeof line->measured, "%s",
                 claimed ? "a step failed" : "has no meaning here, or a step failed");
    else
        snprintf(line->measured, sizeof line->measured, "defect %.1e", defect);
}

/* At five steps of the problem, of which a method that claims it may fail: then at fewer. */
static double symmetry_of(const hol_experiment *x)
{
    double h = x->problem->step, defect = hol_symmetry_defect(x, 5 * h);
    if (isnan(defect) && x->claims.symmetric) defect = hol_symmetry_defect(x, h);
    return defect;
}

static double symplecticity_of(const hol_experiment *x, double t)
{
    double h = x->problem->step, defect = hol_symplecticity_defect(x, t, 5 * h);
    if (isnan(defect) && x->claims.symplectic) defect = hol_symplecticity_defect(x, t, h);
    return defect;
}

/* Of a plug-in; methods of the build are held to it by their tests. */
static void certify_allocations(const hol_experiment *x, long (*allocations)(void),
                                hol_certificate *c)
{
    enum { STEPS = 20 };
    const hol_loaded *plugin = hol_plugin_of_method(x->method);
    long calls = plugin ? hol_step_allocations(x, STEPS, allocations) : 0;
    if (!plugin) return;
    bool claimed = !x->method->baseline; /* the memory of a foreign integrator is its own */
    hol_certificate_line *line =
        add(c, "allocates nothing", claimed ? "yes" : "none", (double)calls,
            calls < 0 ? HOL_CERTIFIED_NOT_MEASURED : judged(claimed, !calls));
    if (calls < 0)
        snprintf(line->measured, sizeof line->measured, "not counted here, or a step failed");
    else
        snprintf(line->measured, sizeof line->measured,
                 "%ld calls of the allocator in %d steps%s%.40s%s", calls, STEPS,
                 calls ? " of the plug-in '" : "", calls ? plugin->is->name : "", calls ? "'" : "");
}

static void certify_step(const hol_experiment *x, hol_certificate *c)
{
    double h = x->problem->step, t = 0.4 * hol_certify_span(x->problem);
    certify_defect(c, "symmetric", x->claims.symmetric, symmetry_of(x), symmetric);
    certify_defect(c, "reversible", false, hol_reversibility_defect(x, t, 5 * h), symmetric);
    certify_defect(c, "symplectic", x->claims.symplectic, symplecticity_of(x, t), symplectic);
    double span = x->problem->t_end, largest = hol_largest_step(x, span), cost = hol_step_cost(x);
    hol_certificate_line *line =
        add(c, "largest stable step", "none", largest, HOL_CERTIFIED_NO_CLAIM);
    snprintf(line->measured, sizeof line->measured,
             largest >= span ? "%.3g s, all of the span" : "%.3g s over %g s", largest, span);
    line = add(c, "cost of a step", "none", cost, HOL_CERTIFIED_NO_CLAIM);
    snprintf(line->measured, sizeof line->measured, "%.3g us at h = %g s", 1e6 * cost, h);
}

typedef struct {
    const hol_experiment *x;
    long (*allocations)(void);
    hol_certificate *certificate;
} certifying;

static void certify(void *data)
{
    const certifying *c = data;
    *c->certificate = (hol_certificate){0};
    certify_orders(c->x, c->certificate);
    certify_estimate(c->x, c->certificate);
    certify_invariants(c->x, c->certificate);
    certify_step(c->x, c->certificate);
    certify_allocations(c->x, c->allocations, c->certificate);
}

bool hol_certify(const hol_experiment *x, long (*allocations)(void), hol_certificate *certificate)
{
    bool room = hol_try(certify, &(certifying){x, allocations, certificate});
    if (!room) hol_lack_memory();
    return room;
}
