/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the text of Wendlandt, Marsden 1996 (paper 003) says in section 5 beside what the runs of
 * its tables measure. */
#include <math.h>
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

/* CPU time of EM over that of DVP. */
static double printed_ratio(const hol_paper_table *t, double h)
{
    return hol_p003_cell(t, h, "EM", "CPU time [s]")->value /
           hol_p003_cell(t, h, "DVP", "CPU time [s]")->value;
}

/* The exponent of y over the last `count` steps. */
static void find_exponent(hol_paper_section *to, hol_paper_row row, const double y[STEPS],
                          int count, const char *what)
{
    double x[2 * STEPS];
    for (int k = 0; k < count; k++) {
        x[2 * k] = step[STEPS - count + k];
        x[2 * k + 1] = y[STEPS - count + k];
    }
    row.rule = &hol_rule_order;
    row.count = 2 * count;
    row.x = x;
    if (!row.data) row.data = "step [s], error of the table";
    hol_paper_find(to, &row, "%s: %.4g at h = %g s, %.4g at h = %g s", what, x[1], x[0],
                   x[2 * count - 1], x[2 * count - 2]);
}

static void find_order(hol_paper_section *to, hol_paper_row row, const hol_paper_table *t,
                       const char *method, const char *column)
{
    double y[STEPS];
    for (int k = 0; k < STEPS; k++) y[k] = number(t, step[k], method, column);
    row.bound[0] = 2;
    row.bound[1] = 0.1;
    find_exponent(to, row, y, 3, column);
}

static void find_orders(hol_paper_section *to, const hol_paper_table *body,
                        const hol_paper_table *pendulum)
{
    static const char second[] = "a second order relationship";
    find_order(to,
               HOL_ROW(.id = "body-quaternion", .place = "section 5.1, Figure 3", .says = second),
               body, NULL, "quaternion error");
    find_order(to, HOL_ROW(.id = "body-energy", .place = "section 5.1, Figure 5", .says = second),
               body, NULL, "energy error");
    find_order(to, HOL_ROW(.id = "body-momentum", .place = "section 5.1, Figure 6", .says = second),
               body, NULL, "momentum error");
    find_order(to, HOL_ROW(.id = "dvp-position", .place = "section 5.2, Figure 8", .says = second),
               pendulum, "DVP", "position error");
    find_order(to, HOL_ROW(.id = "em-position", .place = "section 5.2, Figure 8", .says = second),
               pendulum, "EM", "position error");
    find_order(
        to,
        HOL_ROW(.id = "dvp-energy", .place = "section 5.2, Figure 10",
                .says = "the energy error appears to drop off as the square of the time step"),
        pendulum, "DVP", "energy error");
    find_order(to,
               HOL_ROW(.id = "dvp-momentum", .place = "section 5.2, Figure 11",
                       .says = "the constant momentum approaches that of the continuous motion"),
               pendulum, "DVP", "momentum error");
}

static void find_newton(hol_paper_section *to, const char *id, const char *place,
                        const hol_p003_runs *R, const hol_p003_scheme *scheme)
{
    double y[STEPS];
    for (int k = 0; k < STEPS; k++) y[k] = hol_p003_of(R, scheme, step[k])->newton;
    find_exponent(to,
                  HOL_ROW(.id = id, .place = place,
                          .says = "the CPU time drops off nearly linearly", .bound = {-1, 0.2},
                          .data = "step [s], Newton iterations of 30 s of motion"),
                  y, STEPS, "iterations");
}

static void find_costs(hol_paper_section *to, const hol_p003_runs *body,
                       const hol_p003_runs *pendulum)
{
    const hol_paper_table *t = pendulum->t;
    double time[2 * STEPS], ratio[2 * STEPS], error[2 * (STEPS - 1)];
    find_newton(to, "body-cost", "section 5.1, Figure 2", body, &hol_p003_body_dvp);
    find_newton(to, "dvp-cost", "section 5.2, Figure 7", pendulum, &hol_p003_pendulum_dvp);
    find_newton(to, "em-cost", "section 5.2, Figure 7", pendulum, &hol_p003_pendulum_em);
    for (int k = 0; k < STEPS; k++) {
        time[2 * k] = hol_p003_of(pendulum, &hol_p003_pendulum_dvp, step[k])->seconds;
        time[2 * k + 1] = hol_p003_of(pendulum, &hol_p003_pendulum_em, step[k])->seconds;
        ratio[2 * k] = time[2 * k + 1] / time[2 * k];
        ratio[2 * k + 1] = printed_ratio(t, step[k]);
    }
    for (int k = 1; k < STEPS; k++) {
        error[2 * k - 2] = number(t, step[k], "DVP", "position error");
        error[2 * k - 1] = number(t, step[k], "EM", "position error");
    }
    hol_paper_find(
        to,
        &HOL_ROW(.id = "dvp-faster", .place = "section 5.2, Figure 7",
                 .says = "the DVP simulations are [...] faster for each time step",
                 .rule = &hol_rule_less, .bound = {1.5}, .count = 2 * STEPS, .x = time,
                 .data = "CPU time [s] of DVP, of EM, the least of several passes, at four "
                         "steps"),
        "EM takes %.1f, %.1f, %.1f, %.1f times as long at h = 0.0001, 0.001, 0.01, 0.1 s", ratio[0],
        ratio[2], ratio[4], ratio[6]);
    hol_paper_find(
        to,
        &HOL_ROW(.id = "dvp-slightly", .place = "section 5.2, Figure 7",
                 .says = "the DVP simulations are slightly faster", .rule = &hol_rule_near,
                 .bound = {0.5}, .count = 2 * STEPS, .x = ratio,
                 .data = "CPU time of EM over that of DVP: ours, printed, at four steps"),
        "ours %.1f to %.1f, printed %.2f, %.2f, %.2f, %.2f: faster, by more than "
        "they found",
        fmin(fmin(ratio[0], ratio[2]), fmin(ratio[4], ratio[6])),
        fmax(fmax(ratio[0], ratio[2]), fmax(ratio[4], ratio[6])), ratio[1], ratio[3], ratio[5],
        ratio[7]);
    hol_paper_find(to,
                   &HOL_ROW(.id = "em-greater", .place = "section 5.2, Figure 8",
                            .says = "EM's error is slightly greater for h >= 0.001 s",
                            .rule = &hol_rule_less, .bound = {1.01}, .count = 2 * (STEPS - 1),
                            .x = error,
                            .data = "position error of DVP, of EM at h = 0.001, 0.01, 0.1 s"),
                   "%.3f, %.3f, %.3f times that of DVP", error[1] / error[0], error[3] / error[2],
                   error[5] / error[4]);
}

/* ---------------------------------------------------------------- numbers of the text */

static void find_range(hol_paper_section *to, hol_paper_row row, const double ours[],
                       const double said[2], const double units)
{
    double least, most;
    hol_p003_extremes(S, ours, &least, &most);
    const double x[] = {least, said[0], 1e-9, most, said[1], 1e-9};
    row.rule = &hol_rule_digits;
    row.bound[0] = units;
    row.count = 6;
    row.x = x;
    row.data = "least and largest of 301 samples: ours, printed, unit of the ninth decimal";
    hol_paper_find(to, &row, "%.12f to %.12f (printed %.9f to %.9f)", least, most, said[0],
                   said[1]);
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
    find_range(to,
               HOL_ROW(.id = "body-E-fine", .place = "section 5.1",
                       .says =
                           "the energy at h = 0.0001 s deviates between 32.99999359 and ...349 J "
                           "(read 32.999999..., see the errata)"),
               hol_p003_of(body, &hol_p003_body_dvp, 1e-4)->energy, fine, 10);
    find_range(to,
               HOL_ROW(.id = "body-E-next", .place = "section 5.1",
                       .says = "at h = 0.001 s between 32.999937236 and 32.999937235 J"),
               hol_p003_of(body, &hol_p003_body_dvp, 1e-3)->energy, next, 1);
    spreads(body, &hol_p003_body_dvp, 2, false, x);
    hol_paper_find(to,
                   &HOL_ROW(.id = "body-E-constant", .place = "section 5.1",
                            .says = "there is no deviation in energy for h = 0.01 s and 0.1 s",
                            .rule = &hol_rule_at_most, .bound = {5e-11}, .count = 2, .x = x,
                            .data = "largest less least energy [J], in nine decimals a constant"),
                   "%.1e J and %.1e J", x[0], x[1]);
    spreads(body, &hol_p003_body_dvp, 0, true, x);
    hol_paper_find(to,
                   &HOL_ROW(.id = "body-J-constant", .place = "section 5.1",
                            .says = "the momentum is constant; deviations of 1e-9 at h = 0.0001 s",
                            .rule = &hol_rule_at_most, .bound = {1e-9}, .count = STEPS, .x = x,
                            .data = "largest less least component [N m s] at four steps"),
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
    hol_paper_find(to,
                   &HOL_ROW(.id = "body-deviation", .place = "section 5.1, Figure 4",
                            .says = "the deviations increase for longer simulation times",
                            .rule = &hol_rule_grows, .bound = {1.2}, .count = 2 * THIRDS, .x = x,
                            .data =
                                "end of each third of the time [s], mean difference of q_y at h = "
                                "0.1 s and 0.0001 s over it"),
                   "%.3f, %.3f, %.3f", x[1], x[3], x[5]);
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
    hol_paper_find(to,
                   &HOL_ROW(.id = "dvp-E-range", .place = "section 5.2",
                            .says =
                                "deviates between 24.944495109 and 24.94449828 J (read "
                                "...499828) at h = 0.0001 s, 20.910805793 and 25.583335766 J at "
                                "0.1 s",
                            .rule = &hol_rule_near, .bound = {0.05}, .count = 4, .x = width,
                            .data = "largest less least energy [J]: ours, printed, at both steps"),
                   "%.4e J (printed %.4e) and %.6f J (printed %.6f); the energies themselves are "
                   "those of the printed start, %.9f to %.9f and %.9f to %.9f J",
                   width[0], width[1], width[2], width[3], least[0], most[0], least[1], most[1]);
    spreads(R, &hol_p003_pendulum_dvp, 0, true, x);
    hol_paper_find(
        to,
        &HOL_ROW(.id = "dvp-Lz", .place = "section 5.2",
                 .says = "should preserve momentum but varies from 199.825467170 to ...184 "
                         "at h = 0.0001 s, constant at the other steps",
                 .rule = &hol_rule_at_most, .bound = {1e-9}, .count = STEPS, .x = x,
                 .data = "largest less least momentum [N m s] at four steps, in nine decimals a "
                         "constant"),
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
    hol_paper_find(
        to,
        &HOL_ROW(.id = "overlap", .place = "section 5.2, Figure 9",
                 .says = "at h = 0.0001 s EM and DVP overlap and cannot be distinguished",
                 .rule = &hol_rule_at_most, .bound = {5e-4}, .count = 1, .x = &most,
                 .data = "largest difference of y_2 over 30 s [m]; the axis has 14 m"),
        "%.1e m", most);
    hol_paper_find(to,
                   &HOL_ROW(.id = "reasonable", .place = "section 5.2, Figure 9",
                            .says = "reasonably accurate [...] trajectories at h = 0.1 s",
                            .open = "no number says what is reasonable"),
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
    double x[2 * S], value;
    for (int n = 0; n < S; n++) {
        x[2 * n] = m->energy[n];
        x[2 * n + 1] = m->lambda[n][0] + m->lambda[n][1];
    }
    const hol_paper_row row =
        HOL_ROW(.id = id, .place = "section 5.2, Figure 12",
                .says = "the fluctuations in the multipliers are correlated to "
                        "the fluctuations in energy",
                .rule = &hol_rule_correlated, .bound = {0.9}, .count = 2 * S, .x = x,
                .data = "energy [J] and sum of the multipliers [N] of DVP "
                        "every 0.1 s");
    hol_paper_word(row.rule, row.count, x, row.bound, &value);
    hol_paper_find(to, &row, "%.3f at h = %g s", value, m->h);
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
        hol_paper_find(to,
                       &HOL_ROW(.id = id, .place = "section 5.2, Figure 12",
                                .says = "the energy oscillates about a constant value",
                                .rule = &hol_rule_bounded, .bound = {2}, .count = S, .x = m->energy,
                                .data = "energy of DVP [J] every 0.1 s for 30 s"),
                       "between %.9g and %.9g J at h = %g s", least, most, m->h);
        snprintf(id, sizeof id, "correlated-%g", step[k]);
        find_correlation(to, id, m);
    }
    find_exponent(to,
                  HOL_ROW(.id = "dvp-amplitude", .place = "section 5.2, Figure 12",
                          .says = "the amplitude of the oscillations decreases as the step size "
                                  "decreases",
                          .bound = {2, 0.1},
                          .data = "step [s], largest less least energy of DVP [J]"),
                  amplitude, STEPS, "amplitude");
    hol_paper_find(
        to,
        &HOL_ROW(.id = "em-energy", .place = "section 5.2, Figure 10",
                 .says = "the energy error is zero for all time steps for EM",
                 .rule = &hol_rule_at_most, .bound = {3e-11}, .count = STEPS, .x = change,
                 .data = "largest relative change of the energy over 30 s at four steps: "
                         "in nine decimals a constant"),
        "%.1e, %.1e, %.1e, %.1e at h = 0.0001, 0.001, 0.01, 0.1 s", change[0], change[1], change[2],
        change[3]);
}

void hol_p003_find(hol_paper_section *to, const hol_p003_runs *body, const hol_p003_runs *pendulum)
{
    find_orders(to, body->t, pendulum->t);
    find_costs(to, body, pendulum);
    find_body_text(to, body);
    find_deviation(to, body);
    find_pendulum_text(to, pendulum);
    find_overlap(to, pendulum);
    find_energy(to, pendulum);
}
