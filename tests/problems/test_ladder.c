/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ladder of any number of squares: counts of paper 001, section 6, rank, linear growth, and the
 * flattened square that its references name; the memory of a run. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "base/sanitized.h"
#include "holonomy/memory.h"
#include "holonomy/reference.h"
#include "tests/generic.h"

enum { N = 0, RUNGS = 1 };

typedef struct {
    hol_model *model;
    hol_eval *sys;
} subject;

static subject open_ladder(int squares, const char *formulation, bool down)
{
    const hol_problem *problem = hol_problem_named("ladder");
    double *par = hol_new(hol_option_count(problem->parameters), sizeof *par);
    hol_message why;
    hol_option_defaults(problem->parameters, par);
    ck_assert_str_eq(problem->parameters[N].name, problem->size);
    ck_assert_str_eq(problem->parameters[RUNGS].name, "rungs");
    par[N] = squares;
    par[RUNGS] = down;
    subject x = {.model = hol_model_new()};
    problem->build(x.model, par);
    x.sys = hol_eval_take(hol_realise(x.model, hol_formulation_named(formulation), NULL, &why));
    ck_assert_msg(x.sys, "%d squares in %s: %s", squares, formulation, why.text);
    free(par);
    return x;
}

static void close_ladder(subject *x)
{
    hol_eval_free(x->sys);
    hol_model_free(x->model);
}

static const char *const formulation[] = {"natural", "euler"};

START_TEST(counts_are_those_of_the_paper)
{
    for (int n = 1; n <= 40; n = 2 * n + 1) {
        subject x = open_ladder(n, formulation[_i], n % 4 == 3);
        ck_assert_int_eq(x.sys->nb, 3 * n + 1);
        ck_assert_int_eq(x.sys->nj, 2 * (4 * n + 1));
        ck_assert_int_eq(x.sys->nr - x.sys->nj, n + 1);
        ck_assert_msg(x.sys->has & HOL_FULL_RANK, "%d squares in %s: rank is lost", n,
                      formulation[_i]);
        for (int b = 0; b < x.sys->nb; b++)
            ck_assert(hol_body_at(x.model, b)->J[2] == hol_body_at(x.model, b)->m / 12);
        close_ladder(&x);
    }
}
END_TEST

/* Every size of the system is a + b N: second differences vanish. */
START_TEST(all_patterns_grow_linearly)
{
    enum { SIZES = 8, FIRST = 20 };
    int size[3][SIZES];
    for (int k = 0; k < 3; k++) {
        subject x = open_ladder(FIRST * (k + 1), formulation[_i], false);
        hol_eval *s = x.sys;
        const int now[SIZES] = {s->nq,         s->nv,    s->nc,     s->M.nnz,
                                hol_K(s)->nnz, s->G.nnz, s->Mr.nnz, s->Gr.nnz};
        for (int i = 0; i < SIZES; i++) size[k][i] = now[i];
        close_ladder(&x);
    }
    for (int i = 0; i < SIZES; i++)
        ck_assert_int_eq(size[2][i] - size[1][i], size[1][i] - size[0][i]);
}
END_TEST

START_TEST(rungs_down_are_the_mirror_image_of_rungs_up)
{
    subject up = open_ladder(3, formulation[_i], false),
            down = open_ladder(3, formulation[_i], true);
    for (int b = 0; b < up.sys->nb; b++) {
        const hol_pose *x = &hol_body_at(up.model, b)->at, *y = &hol_body_at(down.model, b)->at;
        ck_assert(x->r[0] == y->r[0] && x->r[1] == -y->r[1]);
        ck_assert(x->p[0] == y->p[0] && x->p[3] == -y->p[3]);
    }
    close_ladder(&up);
    close_ladder(&down);
}
END_TEST

/* All rungs are parallel to the first, the upper rail of a square to its lower one. */
START_TEST(references_are_on_the_branch_of_parallelograms)
{
    const hol_problem *problem = hol_problem_named("ladder");
    char file[64], path[512];
    hol_message why;
    for (int k = 0; hol_reference_file(problem, k, file); k++) {
        ck_assert(hol_reference_find(file, path, sizeof path));
        hol_reference *ref = hol_reference_read(path, &why);
        ck_assert_msg(ref, "%s", why.text);
        for (int i = 0; i < ref->rows; i++) {
            const hol_pose *rod = ref->pose + i * ref->bodies;
            for (int b = 1; b < ref->bodies; b++)
                for (int c = 0; c < 4; c++) {
                    const hol_pose *like = b % 3 == 2   ? &rod[b - 1]
                                           : b % 3 == 0 ? &rod[0]
                                                        : &rod[b];
                    ck_assert_double_eq_tol(rod[b].p[c], like->p[c], 1e-15);
                }
        }
        ck_assert(ref->parameters[0] || ref->t[ref->rows - 1] >= problem->t_regular);
        hol_reference_free(ref);
    }
}
END_TEST

/* ---------------------------------------------------------------- memory */

/* The greatest resident size of the runs so far, this one last [KiB]. */
static double peak_after_a_run(int squares)
{
    char command[256];
    const char *program = getenv("HOLONOMY");
    struct rusage used;
    snprintf(command, sizeof command,
             "%s run ladder spook -p N=%d --step 0.0166 --until 0.05 >/dev/null",
             program ? program : "./holonomy", squares);
    ck_assert_msg(!system(command), "%s", command);
    getrusage(RUSAGE_CHILDREN, &used);
    return (double)used.ru_maxrss;
}

/* The program stays below 1 GiB at N = 100 000: at length that run itself, else on the line through
 * two shorter ones.  Not with a sanitiser, which pads. */
START_TEST(the_program_takes_less_than_a_gibibyte_for_100000_squares)
{
#if defined(__linux__) && !defined(HOL_SANITIZED)
    enum { SMALL = 2000, LARGE = 24000, ASKED = 100000 };
    double small = peak_after_a_run(SMALL), large = peak_after_a_run(LARGE);
    double grown = (large - small) / (LARGE - SMALL);
    double peak = hol_long() ? peak_after_a_run(ASKED) : large + grown * (ASKED - LARGE);
    ck_assert_msg(grown > 1 && peak <= 1024. * 1024, "%g KiB (%g, then %g, %g a square)", peak,
                  small, large, grown);
#endif
}
END_TEST

int main(void)
{
    const TTest *const test[] = {counts_are_those_of_the_paper, all_patterns_grow_linearly,
                                 rungs_down_are_the_mirror_image_of_rungs_up};
    Suite *suite = suite_create("ladder");
    for (int i = 0; i < (int)(sizeof test / sizeof *test); i++) {
        TCase *tcase = tcase_create(test[i]->name);
        tcase_add_loop_test(tcase, test[i], 0, 2);
        suite_add_tcase(suite, tcase);
    }
    TCase *tcase = tcase_create("references");
    tcase_add_test(tcase, references_are_on_the_branch_of_parallelograms);
    suite_add_tcase(suite, tcase);
    tcase = tcase_create("memory");
    tcase_set_timeout(tcase, hol_patience(300));
    tcase_add_test(tcase, the_program_takes_less_than_a_gibibyte_for_100000_squares);
    suite_add_tcase(suite, tcase);
    return hol_run_suite(suite);
}
