/* SPDX-License-Identifier: GPL-3.0-or-later */
/* suite.h: the end of every Check program's main. */
#ifndef HOL_TESTS_SUITE_H
#define HOL_TESTS_SUITE_H

#include <check.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static inline int hol_run_as(Suite *suite, enum fork_status fork_status)
{
    const char *srcdir = getenv("srcdir");
    setenv("HOLONOMY_DATA", srcdir ? srcdir : ".", 0);
    SRunner *runner = srunner_create(suite);
    if (fork_status != CK_FORK_GETENV) srunner_set_fork_status(runner, fork_status);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* Runs and frees the suite; the exit code of main.  CK_VERBOSITY says how much is told.  The data
 * are those of the source tree. */
static inline int hol_run_suite(Suite *suite)
{
    return hol_run_as(suite, CK_FORK_GETENV);
}

/* How long a test case may take that takes so many seconds at most [s]: more where
 * $HOL_TEST_TIMEOUT gives a whole program more than 600 s; 0, no limit, where it is 0. */
static inline double hol_patience(double seconds)
{
    const char *whole = getenv("HOL_TEST_TIMEOUT");
    return whole ? seconds * atof(whole) / 600 : seconds;
}

/* Is all to be tried, as `make check-long` does, or what `make check` has the time for? */
static inline bool hol_long(void)
{
    return getenv("HOL_LONG") != NULL;
}

/* Are the programs of reference/ built?  They need libquadmath, which a compiler may lack. */
static inline bool hol_makes_references(void)
{
    const char *built = getenv("HOL_REFERENCE_PROGRAMS");
    return !built || strcmp(built, "no") != 0;
}

/* And what takes hours, as in `make check-all`? */
static inline bool hol_longest(void)
{
    const char *how = getenv("HOL_LONG");
    return how && !strcmp(how, "all");
}

/* As hol_run_suite() does, very many short tests in one process: one of its own costs a test more
 * than what it does.  Where one is red, or the process ends, each is run again in its own, which
 * names it and decides; but where the first red is all that is asked for ($HOL_FIRST_RED). */
static inline int hol_run_together(Suite *suite)
{
    FILE *told = getenv("CK_FORK") ? NULL : tmpfile();
    fflush(NULL);
    pid_t child = told ? fork() : -1;
    if (child == 0) {
        dup2(fileno(told), STDOUT_FILENO);
        dup2(fileno(told), STDERR_FILENO);
        alarm(hol_long() ? 0 : (unsigned)hol_patience(60));
        exit(hol_run_as(suite, CK_NOFORK));
    }
    int status = EXIT_FAILURE;
    if (child > 0 && waitpid(child, &status, 0) != child) status = EXIT_FAILURE;
    if (status == 0) {
        rewind(told);
        for (int c; (c = getc(told)) != EOF;) putchar(c);
    }
    if (told) fclose(told);
    if (status == 0 || (child > 0 && getenv("HOL_FIRST_RED"))) {
        srunner_free(srunner_create(suite)); /* the only way to free a suite */
        return status == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
    }
    return hol_run_suite(suite);
}

/* The test as a loop over so many, of which `make check` takes the first and every so-many-th after
 * it. */
static inline void hol_add_some(TCase *tcase, const TTest *test, int count, int every)
{
    for (int i = 0; i < count; i += hol_long() ? 1 : every)
        tcase_add_loop_test(tcase, test, i, i + 1);
}

typedef struct {
    const TTest *test;
    int count; /* it runs as a loop over so many */
} hol_loop;

/* The same of a suite that has a test case, under its own name, of each loop. */
static inline int hol_run_loops(const char *suite, const hol_loop loop[], int count)
{
    Suite *all = suite_create(suite);
    for (int i = 0; i < count; i++) {
        TCase *tcase = tcase_create(loop[i].test->name);
        tcase_add_loop_test(tcase, loop[i].test, 0, loop[i].count);
        suite_add_tcase(all, tcase);
    }
    return hol_run_suite(all);
}

#endif
