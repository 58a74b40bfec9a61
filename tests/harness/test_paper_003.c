/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Wendlandt, Marsden 1996 (paper 003): their tables are met, every digit where both rest on exact
 * arithmetic; their start; and the reader and the verdicts of published tables. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/papers/paper.h"
#include "harness/papers/paper_003.h"
#include "holonomy/diagnostics.h"
#include "holonomy/variational.h"
#include "tests/claims.h"
#include "tests/findings.h"
#include "tests/generic.h"

/* ---------------------------------------------------------------- the tables */

static hol_paper_section redone;

static void redo(void)
{
    bool good = hol_paper_redo(&redone, &hol_paper_003, NULL);
    ck_assert_msg(good, "%s", redone.why.text);
    ck_assert_int_eq(redone.tables, 3);
}

static void undo(void)
{
    hol_paper_section_free(&redone);
}

/* Largest relative differences, of rows h = 1e-4, 1e-3, 1e-2, 1e-1; EVERY: all printed digits. */
enum { STEPS = 4 };
static const double EVERY = 0;

static void expect(const hol_paper_table *t, int row, const char *column, double allowed)
{
    const hol_paper_cell *cell = hol_paper_at(t, row, column);
    int k = 0, digits;
    ck_assert_msg(cell, "%s: no column %s", t->title, column);
    while (strcmp(t->column[k], column) != 0) k++;
    double measured = cell->value == 0 ? fabs(cell->ours) : fabs(cell->ours / cell->value - 1);
    if (hol_verbose())
        printf("%s, row %d, %s: %.2e of %.1e\n", t->title, row + 1, column, measured, allowed);
    if (allowed > 0)
        ck_assert_msg(measured <= allowed, "%s, row %d, %s: printed %s, ours %.14f: %.2e apart",
                      t->title, row + 1, column, cell->printed, cell->ours, measured);
    else
        ck_assert_msg(hol_paper_judge(t, row, k, &digits) == HOL_PAPER_ALL_DIGITS,
                      "%s, row %d, %s: printed %s, ours %.14f", t->title, row + 1, column,
                      cell->printed, cell->ours);
}

/* What is constant in nine decimals changes by no more than half a unit of the ninth: of 25 J, and
 * of 200 N m s. */
START_TEST(nine_decimals_are_asked_for)
{
    static const struct {
        const char *id;
        double size; /* of what the change is relative to */
    } of[] = {{"em-energy", 24.94}, {"dvp-Lz", 1}, {"body-E-constant", 1}};
    hol_paper_findings kept = kept_findings("003");
    for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
        int i = 0;
        while (i < kept.count && strcmp(kept.of[i].id, of[k].id) != 0) i++;
        ck_assert_int_lt(i, kept.count);
        ck_assert_double_le(kept.of[i].bound[0] * of[k].size, 5e-10);
    }
    free_findings(&kept);
}
END_TEST

/* At h = 1e-4 their energy holds round-off of 5e-9 J; at 1e-1 it lies 2e-11 J from the tie of the
 * ninth decimal, whose unit is 1.6e-9 of the error. */
START_TEST(table_1_is_reproduced)
{
    static const double quaternion[STEPS] = {1e-300, 6e-5, 6e-7, 4e-9};
    static const double energy[STEPS] = {8e-3, 6e-8, EVERY, 1.7e-9};
    static const double momentum[STEPS] = {3e-3, EVERY, EVERY, EVERY};
    ck_assert_int_eq(redone.table[0]->rows, STEPS);
    for (int i = 0; i < STEPS; i++) {
        expect(redone.table[0], i, "quaternion error", quaternion[i]);
        expect(redone.table[0], i, "energy error", energy[i]);
        expect(redone.table[0], i, "momentum error", momentum[i]);
    }
}
END_TEST

START_TEST(table_2_is_reproduced_as_far_as_its_rounded_start_allows)
{
    ck_assert_int_eq(redone.table[1]->rows, 2 * STEPS);
    for (int i = 0; i < 2 * STEPS; i++) {
        bool em = i % 2, fine = i < 2;
        expect(redone.table[1], i, "position error", fine ? (em ? 1e-300 : 1e-2) : 3e-3);
        expect(redone.table[1], i, "energy error", em ? 1e-300 : fine ? 1e-2 : 1.5e-3);
        expect(redone.table[1], i, "momentum error", em ? 1e-300 : fine ? 1e-2 : 1e-4);
    }
}
END_TEST

START_TEST(every_row_has_its_kept_word_and_loses_it)
{
    expect_findings(&redone);
}
END_TEST

/* The eight numbers that the least squares saw, then the others; the last row of DVP has their
 * round-off. */
START_TEST(table_2_comes_back_from_the_recovered_start)
{
    const hol_paper_table *t = redone.table[2];
    for (int i = 2; i < t->rows; i++) {
        bool seen = i / 2 == 2, em = i % 2;
        expect(t, i, "position error", seen ? 1e-5 : 1e-3);
        if (!em) expect(t, i, "energy error", seen ? 1e-5 : 1e-3);
        if (!em) expect(t, i, "momentum error", seen ? 1e-5 : 1e-3);
    }
}
END_TEST

static void extremes(const hol_p003_motion *m, double *least, double *most)
{
    *least = *most = m->energy[0];
    for (int k = 1; k < HOL_P003_SAMPLES; k++) {
        *least = fmin(*least, m->energy[k]);
        *most = fmax(*most, m->energy[k]);
    }
}

/* The numbers in the text: sections 5.1 and 5.2. */
START_TEST(energies_stay_between_the_printed_ones)
{
    double least, most;
    hol_message why = {""};
    hol_p003_motion *body = hol_p003_run(&hol_p003_body_dvp, 1e-3, HOL_P003_SAMPLES, NULL, &why);
    hol_p003_motion *pendulum =
        hol_p003_run(&hol_p003_pendulum_dvp, 0.1, HOL_P003_SAMPLES, NULL, &why);
    ck_assert_msg(body && pendulum, "%s", why.text);
    extremes(body, &least, &most);
    ck_assert_double_ge(least, 32.999937235);
    ck_assert_double_le(most, 32.999937236);
    extremes(pendulum, &least, &most);
    ck_assert_double_eq_tol(least, 20.910805793, 1e-2); /* their start has 5e-3 J more */
    ck_assert_double_eq_tol(most, 25.583335766, 1e-2);
    free(body);
    free(pendulum);
}
END_TEST

/* ---------------------------------------------------------------- their start */

START_TEST(the_euler_pair_has_the_standard_energy_and_momentum)
{
    hol_message why = {""};
    hol_p003_motion *m = hol_p003_run(&hol_p003_body_dvp, 1e-5, 1, NULL, &why);
    ck_assert_msg(m, "%s", why.text);
    double e = 6.25e-10;
    ck_assert_double_eq_tol(m->energy[0], 33 / (1 + e), 1e-12);
    ck_assert_double_eq_tol(m->momentum[0][0], 6e-5 / (1 + e), 1e-14);
    ck_assert_double_eq_tol(m->momentum[0][1], 6 / (1 + e), 1e-12);
    ck_assert_double_eq_tol(m->momentum[0][2], 12 / (1 + e), 1e-12);
    free(m);
}
END_TEST

START_TEST(a_start_by_one_euler_step_leads_to_its_unit_quaternion)
{
    static const char *const option[] = {"start=euler", "start_step=0.01"};
    const double h = 0.01, q1[4] = {1, 0, 1.5 * h, 2 * h}, norm = sqrt(1 + 6.25 * h * h);
    hol_trial T;
    hol_trial_named(&T, "dvp", hol_problem_named("rigid-body"), NULL, 2, option);
    hol_trial_start(&T, h);
    hol_trial_step(&T, h, 1);
    for (int i = 0; i < 4; i++) ck_assert_double_eq_tol(T.z->q[i], q1[i] / norm, 1e-15);
    ck_assert_double_eq(T.claims.order_q, 0);
    hol_trial_close(&T);
}
END_TEST

/* Orientation error at t = 1 s. */
static double error_of(const char *const option[], int count, double h)
{
    hol_trial T;
    hol_pose pose, truth;
    hol_trial_named(&T, "dvp", hol_problem_named("rigid-body"), NULL, count, option);
    ck_assert(hol_trial_run(&T, h, (int)lrint(1 / h)) && hol_trial_truth(&T, 1, &truth));
    hol_poses(T.sys, T.z->q, T.z->v, &pose);
    double error = hol_error_between(1, &pose, &truth, 0, NULL, NULL).orientation;
    hol_trial_close(&T);
    return error;
}

/* Why there is no claim of order: the error of start_step stays. */
START_TEST(a_start_by_euler_leaves_an_error_of_its_step)
{
    static const char *const coarse[] = {"start=euler", "start_step=1e-3"};
    static const char *const fine[] = {"start=euler", "start_step=1e-4"};
    double left = error_of(coarse, 2, 1e-3), less = error_of(fine, 2, 1e-3);
    double none = error_of(NULL, 0, 1e-3);
    if (hol_verbose()) printf("start_step 1e-3: %.2e, 1e-4: %.2e, none: %.2e\n", left, less, none);
    ck_assert_double_ge(left, 2e-4);
    ck_assert_double_eq_tol(left / less, 10, 1);
    ck_assert_double_le(none, 0.2 * less);
}
END_TEST

/* SHAKE from two points of EM: the first step goes to the second, by a multiplier that is already
 * the motion's. */
START_TEST(a_start_on_two_points_leads_to_the_second)
{
    static const char *const option[] = {"velocity=difference"};
    const double h = 0.01;
    const hol_problem *pendulum = hol_problem_named("double-spherical-pendulum");
    hol_trial E, T;
    hol_trial_named(&E, "em", pendulum, NULL, 0, NULL);
    hol_trial_run(&E, h, 1);
    hol_trial_named(&T, "shake", pendulum, NULL, 1, option);
    hol_trial_start(&T, h);
    double p[6], u[6], f[6], M[36], G[12], phi[2], Gv = 0;
    for (int i = 0; i < 6; i++) u[i] = (E.z->q[i] - T.z->q[i]) / h;
    hol_mass(T.sys, T.z->q, M);
    hol_multiply(&T.sys->M, M, u, p);
    hol_total_force(T.sys, 0, T.z->q, T.z->v, f);
    for (int i = 0; i < 6; i++) p[i] -= 0.5 * h * f[i];
    double lambda = T.z->lambda[0];
    hol_status status = hol_variational_start_on(T.s, h, p, T.z, HOL_VELOCITY_DIFFERENCE);
    ck_assert_int_eq(status, HOL_OK);
    hol_constraints(T.sys, 0, T.z->q, phi, G);
    for (int k = 0; k < T.sys->G.start[1]; k++) Gv += G[k] * T.z->v[T.sys->G.col[k]];
    ck_assert_double_eq_tol(Gv, 0, 1e-12);
    hol_trial_step(&T, h, 1);
    for (int i = 0; i < 6; i++) ck_assert_double_eq_tol(T.z->q[i], E.z->q[i], 2e-14);
    ck_assert_double_eq_tol(T.z->lambda[0] / lambda, 1, 1e-9);
    hol_trial_close(&T);
    hol_trial_close(&E);
}
END_TEST

/* ---------------------------------------------------------------- reader and verdicts */

/* Reads the text as a table from a folder of its own. */
static hol_paper_table *read_text(const char *text, hol_message *why)
{
    char dir[] = "/tmp/holonomy-paper-XXXXXX", folder[64], path[80];
    char *kept = strdup(getenv("HOLONOMY_DATA"));
    ck_assert(mkdtemp(dir));
    snprintf(folder, sizeof folder, "%s/reference", dir);
    snprintf(path, sizeof path, "%s/a.tsv", folder);
    ck_assert_int_eq(mkdir(folder, 0777), 0);
    FILE *out = fopen(path, "w");
    ck_assert(out && fputs(text, out) >= 0 && fclose(out) == 0);
    setenv("HOLONOMY_DATA", dir, 1);
    hol_paper_table *t = hol_paper_read("a.tsv", why);
    setenv("HOLONOMY_DATA", kept, 1);
    free(kept);
    unlink(path);
    rmdir(folder);
    rmdir(dir);
    return t;
}

#define FIRST "# holonomy printed table 1\n"
#define HEAD  FIRST "# paper: 9\n# title: T\n# source: S\n# keys: 1\n# timed: CPU\n# read: this\n"

START_TEST(a_table_that_cannot_be_right_is_refused_with_file_and_line)
{
    static const struct {
        const char *text, *end; /* of the message */
    } bad[] = {
        {"", "a.tsv:1: the first line must be \"# holonomy printed table 1\""},
        {FIRST "# paper 9\n", "a.tsv:2: a header line is \"# key: value\""},
        {FIRST "# keys: x\n", "a.tsv:2: \"keys\" must be a number from 1 to 9"},
        {FIRST "# paper: 12345678901234567\n", "a.tsv:2: this value is too long"},
        {FIRST "h\tCPU\n", "a.tsv:2: the header lacks one of paper, title, source, keys"},
        {HEAD "h\n", "a.tsv:8: there is no column beside the keys"},
        {HEAD "h\tx\n", "a.tsv:8: \"timed\" names no such column"},
        {HEAD "h\tCPU\t\n", "a.tsv:8: a column's name must have 1 to 31 characters"},
        {HEAD "h\tCPU\tx\n1\t2\n", "a.tsv:9: the row is too short"},
        {HEAD "h\tCPU\tx\n1\t2\t3\t4\n", "a.tsv:9: the row is too long"},
        {HEAD "h\tCPU\tx\n1\t2\t3a\n", "a.tsv:9: not a number"},
        {HEAD "h\tCPU\tx\n1\t2\tinf\n", "a.tsv:9: not a number"},
        {HEAD "h\tCPU\tx\n1\t2\t0.00000000000000000000000000000001\n",
         "a.tsv:9: a number is too long"},
        {HEAD "h\tCPU\tx\n", "a.tsv:8: there are no rows"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        hol_message why = {""};
        ck_assert_msg(!read_text(bad[i].text, &why), "case %zu was read", i);
        const char *end = strstr(why.text, "a.tsv");
        ck_assert_msg(end && !strcmp(end, bad[i].end), "%s, not %s", why.text, bad[i].end);
    }
}
END_TEST

START_TEST(a_verdict_says_how_far_a_number_is_reproduced)
{
    static const struct {
        const char *printed;
        double ours;
        const char *verdict;
    } known[] = {
        {"0.62167959600000", 0.621679596, "reproduced to every digit"},
        {"0.62167959600000", 0.621679595, "reproduced to 8 digits: why"},
        {"0.25", 0.2524, "reproduced to every digit"},
        {"0.250", 0.2524, "reproduced to 2 digits: why"},
        {"0.250", 0.2551, "same order of magnitude: why"},
        {"-2.385", 7.5, "differs, because why"},
        {"-2.385", -7.5, "same order of magnitude: why"},
        {"-2.385", -7.6, "differs, because why"},
        {"0.0", 0, "zero, as printed"},
        {"0.0", 1e-300, "differs, because why"},
        {"1.73", NAN, "not redone"},
        {"-", 7.5, "why"},
        {"-", NAN, "not redone"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        char text[512], verdict[256];
        hol_message why = {""};
        snprintf(text, sizeof text, HEAD "h\tCPU\tx\n0.1\t2\t%s\n", known[i].printed);
        hol_paper_table *t = read_text(text, &why);
        ck_assert_msg(t, "%s", why.text);
        hol_paper_put(t, 0, "x", known[i].ours, "why");
        hol_paper_put(t, 0, "no such column", 1, "");
        hol_paper_verdict_text(t, 0, 2, verdict, sizeof verdict);
        ck_assert_str_eq(verdict, known[i].verdict);
        hol_paper_put(t, 0, "CPU", 3, "3 ns");
        hol_paper_verdict_text(t, 0, 1, verdict, sizeof verdict);
        ck_assert_str_eq(verdict, "3 ns");
        hol_paper_free(t);
    }
}
END_TEST

static TCase *the_paper_redone(void)
{
    TCase *tcase = tcase_create("the paper redone");
    tcase_add_unchecked_fixture(tcase, redo, undo); /* once for all */
    tcase_add_test(tcase, table_1_is_reproduced);
    tcase_add_test(tcase, table_2_is_reproduced_as_far_as_its_rounded_start_allows);
    tcase_add_test(tcase, table_2_comes_back_from_the_recovered_start);
    tcase_add_test(tcase, every_row_has_its_kept_word_and_loses_it);
    return tcase;
}

int main(void)
{
    Suite *suite = suite_create("paper 003");
    TCase *tcase = tcase_create("paper 003");
    if (hol_long()) suite_add_tcase(suite, the_paper_redone());
    tcase_add_test(tcase, nine_decimals_are_asked_for);
    tcase_add_test(tcase, energies_stay_between_the_printed_ones);
    tcase_add_test(tcase, the_euler_pair_has_the_standard_energy_and_momentum);
    tcase_add_test(tcase, a_start_by_one_euler_step_leads_to_its_unit_quaternion);
    tcase_add_test(tcase, a_start_by_euler_leaves_an_error_of_its_step);
    tcase_add_test(tcase, a_start_on_two_points_leads_to_the_second);
    tcase_add_test(tcase, a_table_that_cannot_be_right_is_refused_with_file_and_line);
    tcase_add_test(tcase, a_verdict_says_how_far_a_number_is_reproduced);
    suite_add_tcase(suite, tcase);
    return hol_run_suite(suite);
}
