/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The order of convergence to the true motion that each method claims, of positions, orientation,
 * velocity and multipliers: its own at their own time, and those of the index-1 equations at its
 * (q, v).
 *
 * The error is the RMS over five times, for the constant of a high order changes its sign with t.
 * Steps shrink by the ratio 2, above order 4 by 1.4, above 6 by 1.25 from a coarser one over a
 * longer span.  Only errors below 1 % of the scale of the quantity, where the leading term rules,
 * and above 100 times the floor of round-off count. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/diagnostics.h"
#include "harness/memory.h"
#include "tests/claims.h"
#include "tests/generic.h"

enum { POSITION, ORIENTATION, VELOCITY, INDEX1, OWN, QUANTITIES };
static const char *const quantity[QUANTITIES] = {"position", "orientation", "velocity",
                                                 "multipliers (index 1)", "multipliers (own)"};

enum { TIMES = 5, LEVELS = 40, MOST_STEPS = 12000 };
enum { FEWEST = 3, ENOUGH = 5, FLOORED = 2 }; /* usable levels; levels below the floor */
static const double round_off = 3e-15;        /* of a run's end, in units of the scale */
static const double slack = 0.15, sag = 0.5, suspicious = 0.6;

typedef struct { /* of one quantity */
    double claimed, scale, floor;
    double squares; /* of the level in progress */
    int times;
    int levels, floored, points;
    double h[LEVELS], error[LEVELS]; /* usable levels, coarse to fine */
} series;

typedef struct {
    hol_trial T;
    hol_work *work;
    hol_pose *pose, *truth; /* nb; TIMES x nb */
    double *q, *v, *a, *lambda, *lambda_truth;
    double span;  /* [s], its fifths are rows of every reference */
    double ratio; /* of step sizes */
    int coarsest; /* steps of the span, a multiple of TIMES */
    series of[QUANTITIES];
} study;

static double norm(int n, const double x[])
{
    double sum = 0;
    for (int i = 0; i < n; i++) sum += x[i] * x[i];
    return sqrt(sum);
}

/* Multipliers of the index-1 equations at (q, v). */
static void index1(study *S, double t, const double q[], const double v[], double lambda[])
{
    hol_status status = hol_acceleration(S->T.sys, S->work, t, q, v, S->a, lambda, NULL);
    ck_assert_msg(status == HOL_OK, "%s: no acceleration", S->T.name);
}

static void open_study(study *S, int way)
{
    *S = (study){.work = hol_work_new()};
    hol_trial_open(&S->T, way);
    const hol_system *sys = S->T.sys;
    S->pose = hol_new((1 + TIMES) * sys->nb, sizeof *S->pose);
    S->truth = S->pose + sys->nb;
    S->q = hol_new(sys->nq + 2 * sys->nv + (1 + TIMES) * sys->nc, sizeof(double));
    S->v = S->q + sys->nq;
    S->a = S->v + sys->nv;
    S->lambda = S->a + sys->nv;
    S->lambda_truth = S->lambda + sys->nc;

    const hol_claims *c = &S->T.claims;
    bool high = c->order_q > 6;
    S->span = high ? 10 : 2;
    S->ratio = high ? 1.25 : c->order_q > 4 ? 1.4 : 2;
    S->coarsest = high ? TIMES : 2 * TIMES;
    double least = fmin(c->order_q, c->order_v);
    double claimed[QUANTITIES] = {c->order_q, c->order_q, c->order_v, least, c->order_lambda};
    for (int k = 0; k < QUANTITIES; k++) S->of[k].claimed = claimed[k];
}

static void close_study(study *S)
{
    hol_work_free(S->work);
    hol_trial_close(&S->T);
    free(S->pose);
    free(S->q);
}

/* The true poses and multipliers at the times, and what the errors are measured by. */
static void find_truth(study *S)
{
    const hol_trial *T = &S->T;
    const hol_system *sys = T->sys;
    double scale[QUANTITIES] = {0, 1, 0, 0, 0};
    for (int k = 0; k < TIMES; k++) {
        hol_pose *pose = S->truth + k * sys->nb;
        double t = (k + 1) * S->span / TIMES, r = 0, v = 0, omega = 0;
        ck_assert_msg(hol_trial_truth(T, t, pose), "%s: no true motion at t = %g",
                      T->way.problem->name, t);
        sys->place(sys, pose, S->q, S->v);
        index1(S, t, S->q, S->v, S->lambda_truth + k * sys->nc);
        for (int b = 0; b < sys->nb; b++) {
            r = hypot(r, norm(3, pose[b].r));
            v = hypot(v, norm(3, pose[b].v));
            omega = hypot(omega, norm(3, pose[b].omega));
        }
        scale[POSITION] = fmax(scale[POSITION], fmax(r, v * S->span));
        scale[VELOCITY] = fmax(scale[VELOCITY], hypot(v, omega));
        scale[OWN] = fmax(scale[OWN], norm(sys->nc, S->lambda_truth + k * sys->nc));
    }
    scale[INDEX1] = scale[OWN];
    for (int k = 0; k < QUANTITIES; k++) {
        S->of[k].scale = scale[k];
        S->of[k].floor = round_off * fmax(scale[k], 1);
    }
}

/* ---------------------------------------------------------------- one step size */

static void take(series *s, double error)
{
    s->squares += error * error;
    s->times++;
}

/* The number of the time t, -1 where it is none. */
static int time_number(const study *S, double t)
{
    double k = t / S->span * TIMES, whole = nearbyint(k);
    return whole >= 1 && whole <= TIMES && fabs(k - whole) < 1e-9 ? (int)whole - 1 : -1;
}

static void take_motion(study *S, int k)
{
    const hol_system *sys = S->T.sys;
    const hol_state *z = S->T.z;
    sys->poses(sys, z->q, z->v, S->pose);
    hol_error e = hol_error_between(sys->nb, S->pose, S->truth + k * sys->nb, 0, NULL, NULL);
    take(&S->of[POSITION], e.position);
    take(&S->of[ORIENTATION], e.orientation);
    take(&S->of[VELOCITY], e.velocity);
    if (!sys->nc) return;
    index1(S, z->t, z->q, z->v, S->lambda);
    for (int i = 0; i < sys->nc; i++) S->lambda[i] -= S->lambda_truth[k * sys->nc + i];
    take(&S->of[INDEX1], norm(sys->nc, S->lambda));
}

static void take_own(study *S, int k)
{
    int nc = S->T.sys->nc;
    if (!nc) return;
    for (int i = 0; i < nc; i++) S->lambda[i] = S->T.z->lambda[i] - S->lambda_truth[k * nc + i];
    take(&S->of[OWN], norm(nc, S->lambda));
}

/* A run past the span; false where a step fails: too long for the method. */
static bool run(study *S, double h, int steps, bool motion, bool own)
{
    hol_trial *T = &S->T;
    hol_status status = hol_start(T->s, 0, h, NULL, T->z);
    for (int n = 1; !status && n <= steps; n++) {
        status = hol_step(T->s, h, T->z);
        if (status) break;
        T->z->t = n * h;
        int k = motion ? time_number(S, n * h) : -1,
            l = own ? time_number(S, (n + T->claims.lambda_time) * h) : -1;
        if (k >= 0) take_motion(S, k);
        if (l >= 0) take_own(S, l);
    }
    return status == HOL_OK;
}

/* Ends a level: its errors go into the books where every time was reached. */
static void close_level(study *S, double h, bool ran)
{
    for (int k = 0; k < QUANTITIES; k++) {
        series *s = &S->of[k];
        double error = sqrt(s->squares / fmax(s->times, 1));
        bool measured = ran && s->times;
        s->squares = s->times = 0;
        if (!measured) continue;
        s->levels++;
        if (error < 100 * s->floor)
            s->floored++;
        else if (error <= 0.01 * s->scale) {
            s->h[s->points] = h;
            s->error[s->points++] = error;
        }
        if (getenv("HOL_MEASURE"))
            printf("    %-22s h %.3e  error %.3e of %.3e\n", quantity[k], h, error, s->scale);
    }
}

/* h = S->span / n; own multipliers between nodes have a run whose nodes lie for them. */
static bool measure(study *S, int n)
{
    double at = S->T.claims.lambda_time, later = ceil(-at), between = at - floor(at),
           h = S->span / n;
    bool ran = run(S, h, n + (int)later, true, between == 0);
    if (ran && between != 0) ran = run(S, S->span / (n + between), n + (int)later, false, true);
    close_level(S, h, ran);
    return ran;
}

/* ---------------------------------------------------------------- the observed order */

/* Least squares of log error over log h, the n finest levels. */
static double slope_of(const series *s, int n)
{
    double x1 = 0, y1 = 0, xx = 0, xy = 0;
    for (int i = s->points - n; i < s->points; i++) {
        double x = log(s->h[i]), y = log(s->error[i]);
        x1 += x, y1 += y, xx += x * x, xy += x * y;
    }
    return (n * xy - x1 * y1) / (n * xx - x1 * x1);
}

/* Of the finer half, which leaves out what is not asymptotic yet. */
static double slope(const series *s)
{
    int half = (s->points + 1) / 2;
    return s->points < FEWEST ? 0 : slope_of(s, half > FEWEST ? half : FEWEST);
}

/* Round-off from the coarsest step on. */
static bool exact(const series *s)
{
    return s->levels >= FEWEST && s->floored == s->levels;
}

/* Below a zero of C h^p + D h^(p+1) the slope sags under p and rises towards it; an error of a
 * lower order would make it fall.  Where the digits run out, one that rises is taken. */
static bool rises(const series *s)
{
    double now = slope(s);
    return s->floored >= FLOORED && now >= s->claimed - sag && slope_of(s, FEWEST) > now;
}

static bool as_claimed(const series *s)
{
    bool measured = s->points >= FEWEST && (slope(s) >= s->claimed - slack || rises(s));
    return exact(s) || measured;
}

/* Goes on to finer steps until the claim shows, or the digits run out. */
static bool settled(const series *s, bool has_one)
{
    bool shows = s->points >= ENOUGH && as_claimed(s);
    return !has_one || shows || s->floored >= FLOORED;
}

static void judge(const study *S, int k)
{
    const series *s = &S->of[k];
    ck_assert_msg(s->levels, "%s: %s: no step size was stepped", S->T.name, quantity[k]);
    if (!exact(s))
        ck_assert_msg(s->points >= FEWEST, "%s: %s: %d usable step sizes of %d", S->T.name,
                      quantity[k], s->points, s->levels);
    ck_assert_msg(as_claimed(s), "%s: %s: measured order %.2f, claimed %g", S->T.name, quantity[k],
                  slope(s), s->claimed);
    if (hol_verbose() && !exact(s) && slope(s) > s->claimed + suspicious)
        printf("%s: %s: order %.2f, more than the claimed %g\n", S->T.name, quantity[k], slope(s),
               s->claimed);
}

static void report(const study *S)
{
    printf("%-68s", S->T.name);
    for (int k = 0; k < QUANTITIES; k++) {
        const series *s = &S->of[k];
        if (!s->levels || s->claimed == 0)
            printf("         -");
        else if (exact(s))
            printf("     exact");
        else
            printf(" %5.2f/%-3g", slope(s), s->claimed);
    }
    printf("\n");
}

/* The number of steps after n. */
static int finer(const study *S, int n)
{
    int fifth = n / TIMES, next = (int)nearbyint(S->ratio * fifth);
    return TIMES * (next > fifth ? next : fifth + 1);
}

START_TEST(every_method_has_the_orders_it_claims)
{
    study S;
    open_study(&S, _i);
    find_truth(&S);
    const hol_system *sys = S.T.sys;
    /* a method of order 1 reaches 1 % of the scale late */
    int most = S.T.claims.order_q < 2 ? 32 * MOST_STEPS : MOST_STEPS;
    bool going = true;
    for (int n = S.coarsest; going; n = finer(&S, n)) {
        bool ran = measure(&S, n);
        going = false;
        for (int k = 0; k < QUANTITIES; k++)
            going = going || !settled(&S.of[k], S.of[k].claimed > 0 && (sys->nc || k < INDEX1));
        going = (going || !ran) && finer(&S, n) <= most;
    }
    if (hol_verbose()) report(&S);
    for (int k = 0; k < QUANTITIES; k++)
        if (S.of[k].claimed > 0 && (sys->nc || k < INDEX1)) judge(&S, k);
    close_study(&S);
}
END_TEST

START_TEST(no_pair_is_skipped_silently)
{
    hol_census c;
    hol_ways(&c);
    printf("%d pairs of method and problem in a formulation: %d run (%d with each choice of their "
           "options), %d repeat another formulation's equations, %d not applicable\n",
           c.triples, c.run, c.ways, c.same, c.unfit + c.missing + c.refused);
    ck_assert_int_eq(c.triples, c.run + c.same + c.unfit + c.missing + c.refused);
    ck_assert_msg(c.refusals == c.missing, "%d pairs lack a trait, %d are refused", c.missing,
                  c.refusals);
    ck_assert_int_gt(c.run, 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("orders");
    TCase *tcase = tcase_create("orders");
    tcase_add_loop_test(tcase, every_method_has_the_orders_it_claims, 0, hol_ways(NULL));
    tcase_add_test(tcase, no_pair_is_skipped_silently);
    suite_add_tcase(suite, tcase);
    return hol_run_suite(suite);
}
