/* SPDX-License-Identifier: GPL-3.0-or-later */
/* suite.h: the end of every Check program's main. */
#ifndef HOL_TESTS_SUITE_H
#define HOL_TESTS_SUITE_H

#include <check.h>
#include <stdlib.h>

/* Runs and frees the suite; the exit code of main.  CK_VERBOSITY says how much is told. */
static inline int hol_run_suite(Suite *suite)
{
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

#endif
