/* SPDX-License-Identifier: GPL-3.0-or-later */
/* store_rig.h: the store of a test, in a file of its own, and a run to put there. */
#ifndef HOL_TESTS_STORE_RIG_H
#define HOL_TESTS_STORE_RIG_H

#include <check.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "harness/store/store.h"
#include "tests/suite.h"

static char path[64];
static hol_message why;

static inline void new_path(void)
{
    strcpy(path, "/tmp/holonomy-test-XXXXXX");
    int file = mkstemp(path);
    ck_assert(file >= 0);
    close(file);
}

static inline void remove_path(void)
{
    char journal[96];
    snprintf(journal, sizeof journal, "%s-journal", path);
    unlink(journal);
    unlink(path);
}

static inline hol_store *open_store(hol_store_use use)
{
    hol_store *store = hol_store_open(path, use, &why);
    ck_assert_msg(store != NULL, "%s", why.text);
    return store;
}

/* The first value of the first row, as text. */
static inline const char *ask(hol_store *store, const char *sql)
{
    static char text[256];
    sqlite3_stmt *query = hol_store_query(store, sql, &why);
    ck_assert_msg(query && hol_store_next(store, query, &why) == HOL_STORE_FOUND, "%s", why.text);
    snprintf(text, sizeof text, "%s", (const char *)sqlite3_column_text(query, 0));
    sqlite3_finalize(query);
    return text;
}

static inline hol_spec spec_of(const char *method, double h, int repeats)
{
    hol_spec spec = hol_spec_of(hol_problem_named("rigid-body"), hol_method_named(method));
    spec.h = h;
    spec.until = 0.5;
    spec.series = 20;
    spec.motion = 5;
    spec.repeats = repeats;
    return spec;
}

/* A suite of tests that have a store each. */
static inline Suite *store_suite(const char *name, const TTest *const test[], int count)
{
    Suite *suite = suite_create(name);
    TCase *tcase = tcase_create(name);
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, new_path, remove_path);
    for (int i = 0; i < count; i++) tcase_add_test(tcase, test[i]);
    suite_add_tcase(suite, tcase);
    return suite;
}

#endif
