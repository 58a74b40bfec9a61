/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The order of convergence to the true motion, of positions, orientation, velocity and multipliers:
 * see study.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/say.h"
#include "base/words.h"
#include "harness/study/study_slope.h"

const char *const hol_order_of[HOL_ORDERS] = {HOL_ORDER_LIST(HOL_WORD)};

enum { TIMES = HOL_ORDER_TIMES, MOST_STEPS = 12000 };
enum {
    LONGER = 5,
    FINER = 4
}; /* a second study: its span, its first step, by those of the first */
static const double round_off = 3e-15; /* of a run's end, in units of the scale */
/* The truth is off by less than its last digit: errors of 100 floors are ten times as large. */
static const double of_unknown = 0.1;

typedef struct {
    const hol_experiment *x;
    double span;  /* [s], divided by `times` into times of the truth */
    double ratio; /* of step sizes */
    int times;    /* TIMES, or 1 */
    int coarsest; /* steps of the span, a multiple of `times` */
    hol_work *work;
    hol_pose *pose, *truth; /* nb; TIMES x nb */
    double *q, *v, *a, *lambda, *lambda_truth;
    hol_order *of;
} study;

bool hol_truth(const hol_experiment *x, double t, hol_pose pose[])
{
    if (!x->problem->exact)
        return x->reference &&
               hol_reference_at(x->reference, x->problem, x->parameters, t, pose, NULL);
    x->problem->exact(x->parameters, t, pose);
    return true;
}

double hol_truth_unknown(const hol_experiment *x)
{
    return x->reference ? pow(10, -x->reference->digits) : 0;
}

double hol_regular_span(const hol_problem *problem, double wanted)
{
    double most = problem->t_regular;
    return most > 0 && most < wanted ? most : wanted;
}

/* The last time at which the truth is known, or the problem ends where that is not known. */
static double reach(const hol_experiment *x)
{
    if (x->problem->exact) return INFINITY;
    return x->reference ? x->reference->t[x->reference->rows - 1] : x->problem->t_end;
}

/* Of lambda and alpha. */
static int multipliers(hol_eval *sys)
{
    return sys->nc + sys->na;
}

double hol_order_ratio(double order)
{
    return order > 6 ? 1.25 : order > 4 ? 1.4 : 2;
}

static void open_study(study *S, const hol_experiment *x, double longer, hol_order of[])
{
    hol_eval *sys = x->sys;
    bool high = x->claims.order_q > 6;
    double longest = high ? fmin(HOL_ORDER_SPAN, 1000 * x->problem->step)
                          : longer * fmin(2, 400 * x->problem->step);
    *S = (study){.x = x,
                 .span = hol_regular_span(x->problem, fmin(longest, reach(x))),
                 .ratio = hol_order_ratio(x->claims.order_q),
                 .times = TIMES,
                 .work = hol_had(hol_work_new()),
                 .of = of};
    if (high && S->span < 2) S->times = 1;
    S->coarsest = high ? S->times : 2 * TIMES * (longer > 1 ? FINER * (int)longer : 1);
    S->pose = hol_new((1 + TIMES) * sys->nb, sizeof *S->pose);
    S->truth = S->pose + sys->nb;
    S->q = hol_new(sys->nq + 2 * sys->nv + (1 + TIMES) * multipliers(sys), sizeof(double));
    S->v = S->q + sys->nq;
    S->a = S->v + sys->nv;
    S->lambda = S->a + sys->nv;
    S->lambda_truth = S->lambda + multipliers(sys);

    const hol_claims *c = &x->claims;
    double least = fmin(c->order_q, c->order_v);
    double claimed[HOL_ORDERS] = {c->order_q, c->order_q, c->order_v, least, c->order_lambda};
    for (int k = 0; k < HOL_ORDERS; k++)
        of[k] = (hol_order){.claimed = multipliers(sys) || k < HOL_ORDER_INDEX1 ? claimed[k] : 0};
}

static void close_study(study *S)
{
    hol_work_free(S->work);
    free(S->pose);
    free(S->q);
}

/* Multipliers of the index-1 equations at (q, v), lambda and then alpha; false where they are
 * singular. */
static bool index1(study *S, double t, const double q[], const double v[], double lambda[])
{
    return hol_acceleration(S->x->sys, t, q, v, S->a, lambda, lambda + S->x->sys->nc) == HOL_OK;
}

/* The largest entry of G a + G' v at the state of the last solve: round-off of the accelerations.
 */
static double unsolved(study *S)
{
    hol_eval *sys = S->x->sys;
    size_t mark = hol_mark(S->work);
    double *G = hol_take(S->work, sys->G.nnz), *Ga = hol_take(S->work, sys->nc);
    double *g = hol_take(S->work, sys->nc), norm = 0;
    if (sys->nc) {
        hol_constraints(sys, 0, S->q, NULL, G);
        hol_curvature(sys, S->q, S->v, g);
        hol_multiply(&sys->G, G, S->a, Ga);
        hol_axpy(sys->nc, 1, g, Ga);
        norm = hol_norm(sys->nc, Ga);
    }
    hol_release(S->work, mark);
    return sys->has & HOL_SCLERONOMIC ? norm : 0; /* else it has the drive, too */
}

/* The true poses and multipliers at the times, and what the errors are measured by. */
static bool find_truth(study *S, hol_message *why)
{
    hol_eval *sys = S->x->sys;
    double scale[HOL_ORDERS] = {0, 1, 0, 0, 0}, drift = 0; /* [m/s^2] */
    for (int k = 0; k < S->times; k++) {
        hol_pose *pose = S->truth + k * sys->nb;
        double t = (k + 1) * S->span / S->times, r = 0, v = 0, omega = 0;
        double *lambda = S->lambda_truth + k * multipliers(sys);
        if (!hol_truth(S->x, t, pose))
            return hol_wrong(why, "the true motion of %s is not known at t = %g",
                             S->x->problem->name, t);
        hol_place(sys, pose, S->q, S->v);
        if (!index1(S, t, S->q, S->v, lambda))
            return hol_wrong(why, "the constraints of %s lack rank at t = %g", S->x->problem->name,
                             t);
        drift = fmax(drift, unsolved(S));
        for (int b = 0; b < sys->nb; b++) {
            r = hypot(r, hol_norm(3, pose[b].r));
            v = hypot(v, hol_norm(3, pose[b].v));
            omega = hypot(omega, hol_norm(3, pose[b].omega));
        }
        scale[HOL_ORDER_POSITION] = fmax(scale[HOL_ORDER_POSITION], fmax(r, v * S->span));
        scale[HOL_ORDER_VELOCITY] = fmax(scale[HOL_ORDER_VELOCITY], hypot(v, omega));
        scale[HOL_ORDER_OWN] = fmax(scale[HOL_ORDER_OWN], hol_norm(multipliers(sys), lambda));
    }
    scale[HOL_ORDER_INDEX1] = scale[HOL_ORDER_OWN];
    double size = fmax(scale[HOL_ORDER_POSITION], sys->length);
    /* what the motion makes of it is a bound, all of the 100 floors */
    double path = 0.5 * drift * S->span * S->span, share = path / size;
    double rate = drift * S->span + share * scale[HOL_ORDER_VELOCITY];
    double force = (share + 2 * rate / scale[HOL_ORDER_VELOCITY]) * scale[HOL_ORDER_OWN];
    double drifted[HOL_ORDERS] = {path, path, rate, force, force};
    double unknown = of_unknown * hol_truth_unknown(S->x);
    for (int k = 0; k < HOL_ORDERS; k++) {
        double least = fmax(round_off * fmax(scale[k], 1), drifted[k] / 100);
        S->of[k].seen = least;
        hol_order_sees(&S->of[k], scale[k], fmax(least, unknown * scale[k]), S->ratio);
    }
    return true;
}

/* ---------------------------------------------------------------- one step size */

static void take(hol_order *o, double error)
{
    o->squares += error * error;
    o->times++;
}

/* The number of the time t, -1 where it is none. */
static int time_number(const study *S, double t)
{
    double k = t / S->span * S->times, whole = nearbyint(k);
    return whole >= 1 && whole <= S->times && fabs(k - whole) < 1e-9 ? (int)whole - 1 : -1;
}

static bool take_motion(study *S, int k)
{
    hol_eval *sys = S->x->sys;
    const hol_state *z = S->x->z;
    hol_poses(sys, z->q, z->v, S->pose);
    hol_error e = hol_error_between(sys->nb, S->pose, S->truth + k * sys->nb, 0, NULL, NULL);
    take(&S->of[HOL_ORDER_POSITION], e.position);
    take(&S->of[HOL_ORDER_ORIENTATION], e.orientation);
    take(&S->of[HOL_ORDER_VELOCITY], e.velocity);
    int m = multipliers(sys);
    if (!m) return true;
    if (!index1(S, z->t, z->q, z->v, S->lambda)) return false;
    for (int i = 0; i < m; i++) S->lambda[i] -= S->lambda_truth[k * m + i];
    take(&S->of[HOL_ORDER_INDEX1], hol_norm(m, S->lambda));
    return true;
}

static void take_own(study *S, int k)
{
    hol_eval *sys = S->x->sys;
    const hol_state *z = S->x->z;
    int nc = sys->nc, m = multipliers(sys);
    if (!m) return;
    for (int i = 0; i < m; i++)
        S->lambda[i] = (i < nc ? z->lambda[i] : z->alpha[i - nc]) - S->lambda_truth[k * m + i];
    take(&S->of[HOL_ORDER_OWN], hol_norm(m, S->lambda));
}

/* A run past t = span; false where a step fails: too long for the method. */
static bool run(study *S, double h, int steps, bool motion, bool own)
{
    const hol_experiment *x = S->x;
    hol_status status = hol_of_method(hol_start(x->s, 0, h, NULL, x->z));
    for (int n = 1; !status && n <= steps; n++) {
        status = hol_of_method(hol_step(x->s, h, x->z));
        if (status) break;
        x->z->t = n * h;
        int k = motion ? time_number(S, n * h) : -1,
            l = own ? time_number(S, (n + x->claims.lambda_time) * h) : -1;
        if (k >= 0 && !take_motion(S, k)) status = HOL_SINGULAR;
        if (l >= 0) take_own(S, l);
    }
    return status == HOL_OK;
}

/* Ends a level: its errors go into the books where every time was reached. */
static void close_level(study *S, double h, bool ran)
{
    for (hol_order *o = S->of; o < S->of + HOL_ORDERS; o++) {
        double error = sqrt(o->squares / fmax(o->times, 1));
        bool measured = ran && o->times;
        o->squares = o->times = 0;
        if (measured) hol_order_add(o, h, error);
    }
}

/* h = span / n; own multipliers between nodes have a run whose nodes lie for them. */
static bool measure(study *S, int n)
{
    double at = S->x->claims.lambda_time, later = ceil(-at), between = at - floor(at);
    double h = S->span / n;
    bool ran = run(S, h, n + (int)later, true, between == 0);
    if (ran && between != 0) ran = run(S, S->span / (n + between), n + (int)later, false, true);
    close_level(S, h, ran);
    return ran;
}

/* ---------------------------------------------------------------- all step sizes */

static bool all_settled(const hol_order of[])
{
    for (int k = 0; k < HOL_ORDERS; k++)
        if (!hol_order_settled(&of[k])) return false;
    return true;
}

/* The number of steps after n. */
static int finer(const study *S, int n)
{
    int part = n / S->times, next = (int)nearbyint(S->ratio * part);
    return S->times * (next > part ? next : part + 1);
}

static bool study_span(const hol_experiment *x, double longer, hol_order of[], hol_message *why)
{
    study S;
    open_study(&S, x, longer, of);
    bool known = find_truth(&S, why), going = known;
    /* a method of order 1 reaches 1 % of the scale late */
    int most = x->claims.order_q < 2 ? 32 * MOST_STEPS : MOST_STEPS;
    for (int n = S.coarsest; going && n <= most; n = finer(&S, n)) {
        bool ran = measure(&S, n);
        going = !ran || !all_settled(of);
    }
    close_study(&S);
    return known;
}

static bool all_as_claimed(const hol_order of[])
{
    for (int k = 0; k < HOL_ORDERS; k++)
        if (of[k].claimed > 0 && !hol_order_hidden(&of[k]) && !hol_order_as_claimed(&of[k]))
            return false;
    return true;
}

/* Errors that a short span leaves so small that the digits run out where two terms of C h^p + D
 * h^(p+1) still cancel are larger over five times the span, which then decides, by steps that are
 * fine from the first: where the truth has the digits for them. */
static bool study_orders(const hol_experiment *x, hol_order of[HOL_ORDERS], hol_message *why)
{
    bool known = study_span(x, 1, of, why);
    bool sags = false, vague = false;
    for (int k = 0; k < HOL_ORDERS; k++) {
        vague |= of[k].floor > of[k].seen;
        sags |= of[k].claimed > 0 && of[k].points >= HOL_ORDER_FEWEST &&
                hol_order_measured(&of[k]) >= of[k].claimed - 0.5;
    }
    if (!known || all_as_claimed(of) || !sags || vague) return known;
    return study_span(x, LONGER, of, why);
}

/* The options of x with order_at set; NULL where the user has chosen another value than the
 * default. */
static double *near_limit(const hol_experiment *x)
{
    const hol_method *m = x->s->method;
    int n = hol_option_count(m->options);
    double *value = hol_new(2 * n, sizeof *value), *start = value + n;
    hol_message why;
    hol_option_defaults(m->options, start);
    memcpy(value, start, (size_t)n * sizeof *value);
    bool known = hol_option_set(m->options, "option", m->order_at, value, &why);
    for (int i = 0; i < n; i++) {
        if (value[i] == start[i])
            value[i] = x->s->opt[i];
        else
            known = known && x->s->opt[i] == start[i];
    }
    if (known) return value;
    free(value);
    return NULL;
}

bool hol_order_study(const hol_experiment *x, hol_order of[HOL_ORDERS], hol_message *why)
{
    const hol_method *m = x->s->method;
    double *value = m->order_at ? near_limit(x) : NULL;
    if (!value) return study_orders(x, of, why);
    hol_status status;
    hol_experiment limit = *x;
    limit.s = hol_stepper_new(x->sys, m, value, &status, NULL);
    bool known = limit.s;
    if (known) {
        limit.z = hol_state_new(x->sys, m, value);
        limit.claims = hol_method_claims(m, x->sys, value);
        known = study_orders(&limit, of, why);
        hol_state_free(limit.z);
        hol_stepper_free(limit.s);
    } else
        hol_say(why, "%s with %s: %s", m->name, m->order_at, hol_status_text(status));
    free(value);
    return known;
}
