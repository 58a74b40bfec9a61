/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lacoursiere 2007 (paper 001): the runs behind its section of the report are read as they say, and
 * the section finds what the paper's text and its errata ask for. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/papers/paper_001.h"
#include "harness/study/study_slope.h"
#include "holonomy/run.h"
#include "tests/claims.h"
#include "tests/findings.h"
#include "tests/generic.h"
#include "tests/suite.h"

/* ---------------------------------------------------------------- readings */

typedef struct { /* of the first nodes, read again */
    double kinetic[3], potential[3], rms[3], turn[3];
    int count;
} record;

/* Of the poses, which have unit vectors, no stretch shows: it is read off q, of which every rod has
 * (x, y, u_x, u_y). */
static void look(void *to, const hol_node *at)
{
    record *r = to;
    hol_eval *sys = at->s->sys;
    const double *q = at->z->q;
    if (r->count == 3) return;
    double joints[2] = {q[0] - 0.5 * q[2], q[1] - 0.5 * q[3]}, most = 0; /* the tail of rod 1 */
    for (int b = 0; b < sys->nb; b++)
        most = fmax(most, fabs(hypot(q[4 * b + 2], q[4 * b + 3]) - 1));
    r->kinetic[r->count] = hol_kinetic(sys, q, at->z->v);
    r->potential[r->count] = 0;
    for (int b = 0; b < sys->nb; b++) r->potential[r->count] += 10 * 9.81 * q[4 * b + 1];
    r->rms[r->count] = hypot(joints[0], joints[1]);
    r->turn[r->count++] = most;
}

/* Begun by v(0), from rest, (v_0 + v_1)/2 = v_1/2 has a quarter of the kinetic energy of v_1. */
START_TEST(energies_and_stretches_are_those_of_the_state)
{
    hol_message why = {""};
    hol_p001_motion m;
    record r = {0};
    hol_paper_run is = HOL_P001_SPOOK(1 / 60., "N=3");
    is.option[0] = "start=plain";
    is.until = 0.5;
    is.observe = look;
    is.observer = &r;
    ck_assert_msg(hol_p001_ride(&is, INFINITY, &m, &why), "%s", why.text);
    ck_assert_int_eq(m.count, 31);
    ck_assert_int_eq(r.count, 3);
    for (int k = 0; k < 3; k++) {
        ck_assert_double_eq_tol(m.node[k].t, k / 60., 1e-14);
        ck_assert_double_eq_tol(m.node[k].kinetic, r.kinetic[k], 1e-9);
        ck_assert_double_eq_tol(m.node[k].energy, r.kinetic[k] + r.potential[k], 1e-9);
        ck_assert_double_eq_tol(m.node[k].stretch, r.turn[k], 1e-14);
        ck_assert_double_ge(m.node[k].rms * sqrt(36), r.rms[k]);
        ck_assert_double_ge(m.node[k].open * sqrt(2), r.rms[k]);
    }
    ck_assert_double_gt(m.node[2].stretch, 1e-6);
    ck_assert_double_eq_tol(m.node[0].midpoint, r.potential[0] + 0.25 * r.kinetic[1], 1e-9);
    ck_assert(isfinite(m.node[30].midpoint) && isinf(m.broken) && !m.failed);
    free(m.node);
}
END_TEST

/* ---------------------------------------------------------------- the ledger */

typedef struct {
    hol_p001_ledger *ledger;
    double before, off, most, stored, damped; /* T(v_k) + half of both potentials; [J] */
} books;

/* T(v_k+1) + (V_k + V_k+1)/2 changes by the work of the constraint forces at node k + 1 alone: the
 * potential is linear in q. */
static void close_books(void *to, const hol_node *at)
{
    books *b = to;
    hol_eval *sys = at->s->sys;
    double stored, damped, work;
    if (!at->before) return;
    hol_p001_ledger_read(b->ledger, at->z, &stored, &damped, &work);
    double along = 0, *next = calloc((size_t)sys->nq, sizeof *next),
           *move = calloc((size_t)sys->nv, sizeof *move);
    for (int i = 0; i < sys->nv; i++) move[i] = at->h * at->z->p[i];
    hol_move(sys, at->z->q, move, next);
    along = 0.5 * (hol_potential(sys, at->z->q) + hol_potential(sys, next));
    double now = hol_kinetic(sys, at->z->q, at->z->p) + along;
    if (at->step > 1) {
        b->off = fmax(b->off, fabs(now - b->before - work));
        b->most = fmax(b->most, fabs(work));
    }
    b->before = now;
    b->stored += stored;
    b->damped += damped;
    free(next);
    free(move);
}

START_TEST(the_ledger_closes_and_its_rows_hold_what_a_spring_would)
{
    enum { THETA = 2 };
    hol_message why = {""};
    hol_result r;
    books b = {0};
    hol_paper_run is = HOL_P001_SPOOK(1 / 60., "N=3");
    is.until = 1.5;
    is.observe = close_books;
    is.observer = &b;
    ck_assert_msg(hol_paper_prepare(&is, &r, &why), "%s", why.text);
    b.ledger = hol_p001_ledger_new(&r);
    ck_assert_ptr_nonnull(b.ledger);
    ck_assert_msg(hol_paper_pass(&is, &r, &why), "%s", why.text);
    if (hol_verbose()) printf("books: off %.2e of %.2e J\n", b.off, b.most);
    ck_assert_double_gt(b.most, 0.01);
    ck_assert_double_gt(b.damped, 0.01);
    ck_assert_double_le(b.off, 1e-10);
    /* The whole ladder pushed by d along x and moving at u: rows and their rates are alike, so that
     * the dampers take 2 theta (h u/d)^2 of what the springs hold; and no less stiff a way back
     * than to push it whole, ten rods of 10 kg each on a spring of 4 Upsilon/h^2 a unit of mass. */
    static const double d = 1e-3, u = 0.07;
    double stored, damped, work, rigid = 0.5 * 100 * 4 / (1 + 4 * THETA) * 3600 * d * d;
    hol_eval *sys = r.x->sys;
    ck_assert_int_eq(hol_start(r.x->s, 0, r.h, NULL, r.x->z), HOL_OK);
    memset(r.x->z->v, 0, (size_t)sys->nv * sizeof(double));
    for (int k = 0; k < sys->nb; k++) {
        r.x->z->q[4 * k] += d;
        r.x->z->v[4 * k] = u;
    }
    memcpy(r.x->z->p, r.x->z->v, (size_t)sys->nv * sizeof(double));
    hol_p001_ledger_read(b.ledger, r.x->z, &stored, &damped, &work);
    ck_assert_double_le(stored, rigid);
    ck_assert_double_ge(stored, 0.2 * rigid);
    ck_assert_double_eq_tol(damped / stored, 2 * THETA * pow(u / (60 * d), 2), 1e-9);
    hol_p001_ledger_free(b.ledger);
    hol_result_free(&r);
}
END_TEST

START_TEST(turning_points_rise_as_the_series_does)
{
    static const double energy[] = {3, 2, 1, 1.5, 2.5, 2, 0.5, 0.7, 0.6, -1};
    enum { COUNT = sizeof energy / sizeof *energy };
    hol_p001_node node[COUNT] = {{0}};
    double x[COUNT], least = INFINITY, rise = 0;
    for (int k = 0; k < COUNT; k++) node[k].energy = energy[k] - 0.1, node[k].stored = 0.1;
    const hol_p001_motion m = {.count = COUNT, .node = node, .kinetic = 2};
    int n = hol_p001_turns(&m, COUNT, x);
    ck_assert_int_eq(n, 6);
    for (int k = 0; k < n; k++) {
        least = fmin(least, x[k]);
        rise = fmax(rise, x[k] - least);
    }
    ck_assert_double_eq_tol(rise, 0.75, 1e-15);
}
END_TEST

/* ---------------------------------------------------------------- a step of linear constraints */

/* Two rows of parameters of their own, by (32) written out: S = (2 1; 1 3). */
START_TEST(the_matrix_of_a_step_is_that_of_each_row)
{
    static const double S[] = {2, 1, 1, 3}, sigma[] = {0.3, 0.7}, theta[] = {0.4, 1.9};
    double B[16], z[4] = {0.31, -0.83, 0.57, 1.21}, next[4];
    ck_assert(hol_p001_step_matrix(2, S, sigma, theta, B));
    double a = (z[0] + theta[0] * z[2]) / (1 + 4 * theta[0]),
           b = (z[1] + theta[1] * z[3]) / (1 + 4 * theta[1]), det = 2.3 * 3.7 - 1;
    double r0 = (3.7 * a - b) / det, r1 = (2.3 * b - a) / det;
    next[2] = z[2] - 4 * (2 * r0 + r1);
    next[3] = z[3] - 4 * (r0 + 3 * r1);
    next[0] = z[0] + next[2];
    next[1] = z[1] + next[3];
    for (int i = 0; i < 4; i++) {
        double is = 0;
        for (int k = 0; k < 4; k++) is += B[4 * i + k] * z[k];
        ck_assert_double_eq_tol(is, next[i], 1e-14);
    }
}
END_TEST

START_TEST(a_slope_is_the_exponent)
{
    double x[] = {0.3, 1.7, 2.2, 11}, y[4];
    for (int i = 0; i < 4; i++) y[i] = 2.385 * pow(x[i], -1.7);
    ck_assert_double_eq_tol(hol_exponent(4, x, y), -1.7, 1e-13);
}
END_TEST

/* Errata of 001: its iteration fails, nothing is wrong with its energy before. */
START_TEST(shake_breaks_down_by_a_step)
{
    static const struct {
        const char *N;
        double t; /* [s] */
    } of[] = {{"N=20", 6.28}, {"N=10", 4.60}};
    for (int i = 0; i < 2; i++) {
        hol_paper_run is = HOL_P001_LADDER("shake", 1 / 60., "newton_tol=1e-10");
        hol_message why = {""};
        hol_p001_motion m;
        is.parameter[0] = of[i].N;
        ck_assert_msg(hol_p001_ride(&is, INFINITY, &m, &why), "%s", why.text);
        ck_assert_msg(fabs(m.broken - of[i].t) <= 0.05, "%s: %.2f s", of[i].N, m.broken);
        ck_assert(m.failed && m.bare < 0.05 * m.kinetic);
        free(m.node);
    }
}
END_TEST

/* ---------------------------------------------------------------- the section */

START_TEST(the_unknowns_are_counted)
{
    hol_paper_section to = {.paper = &hol_paper_001};
    hol_paper_table *t = to.table[0] = hol_paper_read(hol_paper_001.table[0], &to.why);
    ck_assert_msg(t, "%s", to.why.text);
    ck_assert_msg(hol_p001_counts(&to), "%s", to.why.text);
    for (int row = 0; row < t->rows; row++) {
        double N = hol_paper_at(t, row, "N")->value;
        ck_assert(hol_paper_at(t, row, "rods")->ours == 3 * N + 1);
        ck_assert(hol_paper_at(t, row, "variables")->ours == 23 * N + 7);
        ck_assert(hol_paper_at(t, row, "freedoms")->ours == N + 1);
        ck_assert(hol_paper_at(t, row, "left to factorise")->ours == 2 * (4 * N + 1));
        /* why it differs from the printed number, where one is printed */
        ck_assert(!hol_paper_at(t, row, "variables")->note[0] == (N != 20));
    }
    hol_paper_free(t);
}
END_TEST

/* A run breaks down where the energy is half of SPOOK's largest kinetic energy above its least so
 * far: read off the nodes of a run that nothing ends. */
static double half_risen(const char *N)
{
    hol_message why = {""};
    hol_p001_motion spook, m;
    hol_paper_run by[] = {HOL_P001_SPOOK(1 / 60., N),
                          HOL_P001_LADDER("rk4-baumgarte", 1 / 60., "alpha=5", "beta=5")};
    by[0].until = by[1].until = 20;
    by[1].parameter[0] = N;
    ck_assert_msg(hol_p001_ride(&by[0], INFINITY, &spook, &why), "%s", why.text);
    ck_assert_msg(hol_p001_ride(&by[1], INFINITY, &m, &why), "%s", why.text);
    double least = INFINITY, at = INFINITY;
    for (long k = 0; k < m.count && isinf(at); k++) {
        double energy = m.node[k].energy + m.node[k].stored;
        least = fmin(least, energy);
        if (energy - least > spook.kinetic / 2) at = m.node[k].t;
    }
    free(spook.node);
    free(m.node);
    return at;
}

static void expect_breaks(const hol_paper_section *to)
{
    int i = 0;
    while (i < to->found.count && strcmp(to->found.of[i].id, "rk4-breaks") != 0) i++;
    ck_assert_int_lt(i, to->found.count);
    ck_assert_int_eq(to->found.of[i].count, 6);
    ck_assert_double_eq_tol(to->found.of[i].x[1], half_risen("N=10"), 1e-12);
    ck_assert_double_eq_tol(to->found.of[i].x[4], half_risen("N=20"), 1e-12);
}

/* The k-th of the steps, or of the compliances, of a row of pairs that rise or fall by a factor. */
static void expect_pairs(const hol_paper_findings *found, const char *id, int pairs, double first,
                         double factor)
{
    int i = 0;
    while (i < found->count && strcmp(found->of[i].id, id) != 0) i++;
    ck_assert_int_lt(i, found->count);
    ck_assert_msg(found->of[i].count == 2 * pairs, "%s: %d numbers", id, found->of[i].count);
    for (int k = 0; k < pairs; k++)
        ck_assert_double_eq_tol(found->of[i].x[2 * k] / (first * pow(factor, k)), 1, 1e-12);
}

/* SPOOK's force by every compliance, an error beside each; the energy by every step asked. */
START_TEST(a_row_of_pairs_is_judged_by_all_of_them)
{
    hol_paper_findings kept = kept_findings("001");
    expect_pairs(&kept, "spook-force", 5, 1e-8, 10);
    expect_pairs(&kept, "penalty-force", 5, 1e-4, 0.1);
    expect_pairs(&kept, "energy-end", 4, 1 / 60., 0.5);
    expect_pairs(&kept, "energy-node", 4, 1 / 60., 0.5);
    free_findings(&kept);
}
END_TEST

/* UMFPACK beats the complement that is formed whole, as the paper says, and loses to its blocks. */
START_TEST(the_complement_is_tried_whole_and_in_blocks)
{
    enum { TURNS = 5 };
    hol_paper_findings kept = kept_findings("001");
    int i = 0;
    while (i < kept.count && strcmp(kept.of[i].id, "umfpack-schur") != 0) i++;
    ck_assert_int_lt(i, kept.count);
    ck_assert_int_eq(kept.of[i].count, 2 * 2 * TURNS);
    for (int k = 0; k < 2 * TURNS; k++) {
        double ratio = kept.of[i].x[2 * k + 1] / kept.of[i].x[2 * k];
        ck_assert_msg(k < TURNS ? ratio > 2 : ratio < 0.5, "pair %d: %g", k + 1, ratio);
    }
    ck_assert_int_eq(kept.of[i].answer, HOL_PAPER_REFUTED);
    free_findings(&kept);
}
END_TEST

START_TEST(every_row_has_its_kept_word_and_loses_it)
{
    hol_paper_section to;
    ck_assert_msg(hol_paper_redo(&to, &hol_paper_001, NULL), "%s", to.why.text);
    for (int i = 0; hol_verbose() && i < to.found.count; i++)
        printf("%s: %s: %s\n", to.found.of[i].id, hol_paper_answer_name(to.found.of[i].answer),
               to.found.of[i].measured);
    expect_findings(&to);
    expect_breaks(&to);
    expect_pairs(&to.found, "spook-force", 5, 1e-8, 10);
    expect_pairs(&to.found, "energy-node", 4, 1 / 60., 0.5);
    hol_paper_section_free(&to);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("paper 001");
    TCase *tcase = tcase_create("ladder");
    tcase_add_test(tcase, energies_and_stretches_are_those_of_the_state);
    tcase_add_test(tcase, a_slope_is_the_exponent);
    tcase_add_test(tcase, the_ledger_closes_and_its_rows_hold_what_a_spring_would);
    tcase_add_test(tcase, turning_points_rise_as_the_series_does);
    tcase_add_test(tcase, the_matrix_of_a_step_is_that_of_each_row);
    tcase_add_test(tcase, shake_breaks_down_by_a_step);
    tcase_add_test(tcase, the_unknowns_are_counted);
    tcase_add_test(tcase, a_row_of_pairs_is_judged_by_all_of_them);
    tcase_add_test(tcase, the_complement_is_tried_whole_and_in_blocks);
    if (hol_long()) tcase_add_test(tcase, every_row_has_its_kept_word_and_loses_it);
    tcase_set_timeout(tcase, hol_patience(120));
    suite_add_tcase(suite, tcase);
    return hol_run_suite(suite);
}
