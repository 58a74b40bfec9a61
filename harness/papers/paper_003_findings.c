/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the text of Wendlandt, Marsden 1996 (paper 003) says in section 5 beside what the runs of
 * its tables measure. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/papers/paper_003.h"

static const double step[] = {1e-4, 1e-3, 1e-2, 1e-1};
enum { STEPS = sizeof step / sizeof *step, S = HOL_P003_SAMPLES };

/* ---------------------------------------------------------------- orders and costs */

static double number(const hol_paper_table *t, double h, const char *method, const char *column)
{
    const hol_paper_cell *cell = hol_p003_cell(t, h, method, column);
    return cell ? cell->ours : (double)NAN;
}

/* The exponent of y over the last `count` steps. */
static void find_exponent(hol_paper_section *to, const char *id, const double y[STEPS], int count,
                          const char *what)
{
    double x[2 * STEPS];
    for (int k = 0; k < count; k++) {
        x[2 * k] = step[STEPS - count + k];
        x[2 * k + 1] = y[STEPS - count + k];
    }
    hol_paper_find(to, id, 2 * count, x, "%s: %.4g at h = %g s, %.4g at h = %g s", what, x[1], x[0],
                   x[2 * count - 1], x[2 * count - 2]);
}

static void find_order(hol_paper_section *to, const char *id, const hol_paper_table *t,
                       const char *method, const char *column)
{
    double y[STEPS];
    for (int k = 0; k < STEPS; k++) y[k] = number(t, step[k], method, column);
    find_exponent(to, id, y, 3, column);
}

static void find_orders(hol_paper_section *to, const hol_paper_table *body,
                        const hol_paper_table *pendulum)
{
    find_order(to, "body-quaternion", body, NULL, "quaternion error");
    find_order(to, "body-energy", body, NULL, "energy error");
    find_order(to, "body-momentum", body, NULL, "momentum error");
    find_order(to, "dvp-position", pendulum, "DVP", "position error");
    find_order(to, "em-position", pendulum, "EM", "position error");
    find_order(to, "dvp-energy", pendulum, "DVP", "energy error");
    find_order(to, "dvp-momentum", pendulum, "DVP", "momentum error");
}

static void find_newton(hol_paper_section *to, const char *id, const hol_p003_runs *R,
                        const hol_p003_scheme *scheme)
{
    double y[STEPS];
    for (int k = 0; k < STEPS; k++) y[k] = hol_p003_of(R, scheme, step[k])->newton;
    find_exponent(to, id, y, STEPS, "iterations");
}

/* Begun at h v0: the polynomial through the increments leaves the fewer iterations the smaller the
 * step, which says nothing of the paper's. */
static bool find_em_cost(hol_paper_section *to)
{
    double y[STEPS];
    for (int k = 0; k < STEPS; k++) {
        hol_p003_motion *m = hol_p003_run(&hol_p003_pendulum_em_straight, step[k], HOL_P003_SAMPLES,
                                          &hol_p003_printed, &to->why);
        if (!m) return false;
        y[k] = m->newton;
        free(m);
    }
    find_exponent(to, "em-cost", y, STEPS, "iterations");
    return true;
}

/* CPU times [s] of a run of DVP and of one of EM right after it. */
typedef struct {
    double of[2];
} pair;

static int by_ratio(const void *a, const void *b)
{
    const pair *x = a, *y = b;
    double less = x->of[1] / x->of[0], more = y->of[1] / y->of[0];
    return (less > more) - (less < more);
}

/* Pairs of CPU times at each step, of several passes the one with the median ratio: the pace of a
 * machine drifts from one pass to the next, hardly within a pair. */
static bool time_by_turns(pair time[STEPS], hol_message *why)
{
    enum { PASSES = 7 };
    const hol_p003_scheme *of[] = {&hol_p003_pendulum_dvp, &hol_p003_pendulum_em};
    for (int k = 0; k < STEPS; k++) {
        pair took[PASSES];
        for (int turn = 0; turn < 2 * PASSES; turn++) {
            hol_p003_motion *m = hol_p003_run(of[turn % 2], step[k], S, &hol_p003_printed, why);
            if (!m) return false;
            took[turn / 2].of[turn % 2] = m->seconds;
            free(m);
        }
        qsort(took, PASSES, sizeof *took, by_ratio);
        time[k] = took[PASSES / 2];
    }
    return true;
}

static bool find_costs(hol_paper_section *to, const hol_p003_runs *body,
                       const hol_p003_runs *pendulum)
{
    const hol_paper_table *t = pendulum->t;
    pair time[STEPS];
    double ratio[STEPS], mean[2] = {1, 1}, error[2 * (STEPS - 1)];
    find_newton(to, "body-cost", body, &hol_p003_body_dvp);
    find_newton(to, "dvp-cost", pendulum, &hol_p003_pendulum_dvp);
    if (!find_em_cost(to) || !time_by_turns(time, &to->why)) return false;
    /* Ratios of CPU times, EM over DVP: ours at each step; geometric means over the steps, of ours
     * and of the printed ones. */
    for (int k = 0; k < STEPS; k++) {
        ratio[k] = time[k].of[1] / time[k].of[0];
        mean[0] *= pow(ratio[k], 1.0 / STEPS);
        mean[1] *= pow(hol_p003_cell(t, step[k], "EM", "CPU time [s]")->value /
                           hol_p003_cell(t, step[k], "DVP", "CPU time [s]")->value,
                       1.0 / STEPS);
    }
    for (int k = 1; k < STEPS; k++) {
        error[2 * k - 2] = number(t, step[k], "DVP", "position error");
        error[2 * k - 1] = number(t, step[k], "EM", "position error");
    }
    hol_paper_find(
        to, "dvp-faster", 2 * STEPS, time[0].of,
        "EM takes %.1f, %.1f, %.1f, %.1f times as long at h = 0.0001, 0.001, 0.01, 0.1 s", ratio[0],
        ratio[1], ratio[2], ratio[3]);
    hol_paper_find(to, "dvp-slightly", 2, mean, "EM takes %.2f times as long, printed %.2f times",
                   mean[0], mean[1]);
    hol_paper_find(to, "em-greater", 2 * (STEPS - 1), error, "%.3f, %.3f, %.3f times that of DVP",
                   error[1] / error[0], error[3] / error[2], error[5] / error[4]);
    return true;
}

/* ---------------------------------------------------------------- numbers of the text */

static void find_range(hol_paper_section *to, const char *id, const double ours[],
                       const double said[2])
{
    double least, most;
    hol_p003_extremes(S, ours, &least, &most);
    const double x[] = {least, said[0], 1e-9, most, said[1], 1e-9};
    hol_paper_find(to, id, HOL_LENGTH(x), x, "%.12f to %.12f (printed %.9f to %.9f)", least, most,
                   said[0], said[1]);
}

/* Ranges: most - least of each of the runs at the steps from `first` on. */
static void spreads(const hol_p003_runs *R, const hol_p003_scheme *scheme, int first, bool momentum,
                    double x[])
{
    for (int k = first; k < STEPS; k++) {
        const hol_p003_motion *m = hol_p003_of(R, scheme, step[k]);
        double least, most, widest = 0, one[S];
        for (int i = 0; i < (momentum ? HOL_P003_J : 1); i++) {
            for (int n = 0; n < S; n++) one[n] = momentum ? m->momentum[n][i] : m->energy[n];
            hol_p003_extremes(S, one, &least, &most);
            widest = fmax(widest, most - least);
        }
        x[k - first] = widest;
    }
}

static void find_body_text(hol_paper_section *to, const hol_p003_runs *body)
{
    static const double fine[] = {32.999999349, 32.999999359},
                        next[] = {32.999937235, 32.999937236};
    double x[STEPS];
    find_range(to, "body-E-fine", hol_p003_of(body, &hol_p003_body_dvp, 1e-4)->energy, fine);
    find_range(to, "body-E-next", hol_p003_of(body, &hol_p003_body_dvp, 1e-3)->energy, next);
    spreads(body, &hol_p003_body_dvp, 2, false, x);
    hol_paper_find(to, "body-E-constant", 2, x, "%.1e J and %.1e J", x[0], x[1]);
    spreads(body, &hol_p003_body_dvp, 0, true, x);
    hol_paper_find(to, "body-J-constant", STEPS, x,
                   "%.1e, %.1e, %.1e, %.1e N m s at h = 0.0001, 0.001, 0.01, 0.1 s", x[0], x[1],
                   x[2], x[3]);
}

/* Mean distance of q_y at the largest and at the finest step over each third of the time. */
static void find_deviation(hol_paper_section *to, const hol_p003_runs *body)
{
    enum { QY = 2, THIRDS = 3 };
    const hol_p003_motion *a = hol_p003_of(body, &hol_p003_body_dvp, 1e-4),
                          *b = hol_p003_of(body, &hol_p003_body_dvp, 0.1);
    double x[2 * THIRDS];
    for (int k = 0; k < THIRDS; k++) {
        double sum = 0;
        for (int n = 100 * k; n < 100 * (k + 1); n++) sum += fabs(a->q[n][QY] - b->q[n][QY]);
        x[2 * k] = 10 * (k + 1);
        x[2 * k + 1] = sum / 100;
    }
    hol_paper_find(to, "body-deviation", 2 * THIRDS, x, "%.3f, %.3f, %.3f", x[1], x[3], x[5]);
}

static void find_pendulum_text(hol_paper_section *to, const hol_p003_runs *R)
{
    const hol_p003_motion *fine = hol_p003_of(R, &hol_p003_pendulum_dvp, 1e-4),
                          *coarse = hol_p003_of(R, &hol_p003_pendulum_dvp, 0.1);
    double least[2], most[2], x[STEPS];
    hol_p003_extremes(S, fine->energy, &least[0], &most[0]);
    hol_p003_extremes(S, coarse->energy, &least[1], &most[1]);
    const double width[] = {most[0] - least[0], hol_p003_text_fine[1] - hol_p003_text_fine[0],
                            most[1] - least[1], hol_p003_text_coarse[1] - hol_p003_text_coarse[0]};
    hol_paper_find(to, "dvp-E-range", 4, width,
                   "%.4e J (printed %.4e) and %.6f J (printed %.6f); the energies themselves are "
                   "those of the printed start, %.9f to %.9f and %.9f to %.9f J",
                   width[0], width[1], width[2], width[3], least[0], most[0], least[1], most[1]);
    spreads(R, &hol_p003_pendulum_dvp, 0, true, x);
    hol_paper_find(to, "dvp-Lz", STEPS, x,
                   "%.1e, %.1e, %.1e, %.1e N m s: constant at every step; theirs may be due to "
                   "numerical errors, as the paper says",
                   x[0], x[1], x[2], x[3]);
}

/* ---------------------------------------------------------------- Figures 9 and 12 */

static void find_overlap(hol_paper_section *to, const hol_p003_runs *R)
{
    enum { Y2 = 4 };
    const hol_p003_motion *a = hol_p003_of(R, &hol_p003_pendulum_dvp, 1e-4),
                          *b = hol_p003_of(R, &hol_p003_pendulum_em, 1e-4);
    double most = 0;
    for (int n = 0; n < S; n++) most = fmax(most, fabs(a->q[n][Y2] - b->q[n][Y2]));
    hol_paper_find(to, "overlap", 1, &most, "%.1e m", most);
    hol_paper_find(to, "reasonable", 0, NULL,
                   "mean position errors of Table 2: DVP %.3f m, EM %.3f m, of rods of 4 and 3 m",
                   number(R->t, 0.1, "DVP", "position error"),
                   number(R->t, 0.1, "EM", "position error"));
}

static double energy_change(const hol_p003_motion *m)
{
    double most = 0;
    for (int k = 1; k < S; k++) most = fmax(most, fabs(m->energy[k] / m->energy[0] - 1));
    return most;
}

/* Of DVP: E beside the sum of the multipliers. */
static void find_correlation(hol_paper_section *to, const char *id, const hol_p003_motion *m)
{
    double x[2 * S];
    for (int n = 0; n < S; n++) {
        x[2 * n] = m->energy[n];
        x[2 * n + 1] = m->lambda[n][0] + m->lambda[n][1];
    }
    hol_paper_find(to, id, 2 * S, x, "%.3f at h = %g s", hol_paper_value(to, id, 2 * S, x), m->h);
}

static void find_energy(hol_paper_section *to, const hol_p003_runs *R)
{
    double change[STEPS], amplitude[STEPS], least, most;
    for (int k = 0; k < STEPS; k++) {
        const hol_p003_motion *m = hol_p003_of(R, &hol_p003_pendulum_dvp, step[k]);
        char id[32];
        hol_p003_extremes(S, m->energy, &least, &most);
        amplitude[k] = most - least;
        change[k] = energy_change(hol_p003_of(R, &hol_p003_pendulum_em, step[k]));
        snprintf(id, sizeof id, "dvp-bounded-%g", step[k]);
        hol_paper_find(to, id, S, m->energy, "between %.9g and %.9g J at h = %g s", least, most,
                       m->h);
        snprintf(id, sizeof id, "correlated-%g", step[k]);
        find_correlation(to, id, m);
    }
    find_exponent(to, "dvp-amplitude", amplitude, STEPS, "amplitude");
    hol_paper_find(to, "em-energy", STEPS, change,
                   "%.1e, %.1e, %.1e, %.1e at h = 0.0001, 0.001, 0.01, 0.1 s", change[0], change[1],
                   change[2], change[3]);
}

bool hol_p003_find(hol_paper_section *to, const hol_p003_runs *body, const hol_p003_runs *pendulum)
{
    find_orders(to, body->t, pendulum->t);
    if (!find_costs(to, body, pendulum)) return false;
    find_body_text(to, body);
    find_deviation(to, body);
    find_pendulum_text(to, pendulum);
    find_overlap(to, pendulum);
    find_energy(to, pendulum);
    return true;
}
