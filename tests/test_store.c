/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The results store: what goes in comes out, whole or not at all, once. */
#include <float.h>
#include <math.h>

#include "harness/store/record.h"
#include "tests/store_rig.h"

static void run_sql(const char *sql)
{
    sqlite3 *db;
    ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

/* ---------------------------------------------------------------- records */

static void same_column(const hol_column *c, const void *a, const void *b)
{
    const char *x = (const char *)a + c->at, *y = (const char *)b + c->at;
    if (c->kind == HOL_COLUMN_WORD) {
        ck_assert_str_eq(x, y);
        return;
    }
    bool both_nan = c->kind == HOL_COLUMN_REAL && isnan(*(const double *)(const void *)x) &&
                    isnan(*(const double *)(const void *)y);
    ck_assert_msg(both_nan || !memcmp(x, y, c->size), "column %s came back otherwise", c->name);
}

static void same_rows(const hol_column c[], int count, size_t size, const void *a, const void *b)
{
    for (int i = 0; i < count; i++)
        for (int k = 0; c[k].name; k++)
            same_column(&c[k], (const char *)a + (size_t)i * size,
                        (const char *)b + (size_t)i * size);
}

static void same_number(double a, double b)
{
    ck_assert((isnan(a) && isnan(b)) || a == b);
}

static void same_record(const hol_record *a, const hol_record *b)
{
    same_rows(hol_run_columns, 1, sizeof *a, a, b);
    same_rows(hol_counter_columns, 1, sizeof a->counters, &a->counters, &b->counters);
    ck_assert_int_eq(a->momenta, b->momenta);
    same_rows(hol_momentum_columns, a->momenta, sizeof *a->momentum, a->momentum, b->momentum);
    ck_assert_int_eq(a->points, b->points);
    same_rows(hol_series_columns, a->points, sizeof *a->series, a->series, b->series);
    ck_assert_int_eq(a->placed, b->placed);
    ck_assert_int_gt(a->placed, 0);
    same_rows(hol_motion_columns, a->placed, sizeof *a->motion, a->motion, b->motion);
    ck_assert(a->problem == b->problem && a->method == b->method && a->ran == b->ran);
    ck_assert(a->adaptive == b->adaptive && a->level == b->level);
    ck_assert(a->energy_drift == b->energy_drift);
    same_number(a->h, b->h);
    same_number(a->rtol, b->rtol);
}

static void make_awkward(hol_record *r)
{
    r->energy = 1.0 / 3.0;
    r->energy_rigid = DBL_TRUE_MIN;
    r->phi = DBL_MAX;
    r->phi_inner = NAN;
    r->gv = INFINITY;
    r->acceleration = -INFINITY;
    r->step_mean = 9007199254740993.0;
    r->error.position = nextafter(1.0, 2.0);
    r->error.velocity = -4.9406564584124654e-310;
    r->cpu_seconds = 0.1 + 0.2;
    r->counters.newton = 4611686018427387905;
    r->energy_drift = HOL_DRIFT_LINEAR;
    hol_say(&r->why, "it's \"said\"; r\u00e9gime, 100 %%");
    r->series[3].energy = 1e-300;
    r->series[4].phi = NAN;
}

START_TEST(a_record_comes_back_bit_for_bit)
{
    static const char *const method[] = {"shake", "jet-dp5", "mk4"};
    for (int i = 0; i < 3; i++) {
        char key[HOL_KEY];
        hol_record in, out;
        hol_spec spec = spec_of(method[i], 0.01, 1);
        if (i == 1) spec.rtol = spec.atol = 1e-6;
        hol_spec_key(&spec, key);
        hol_record_spec(&spec, NULL, NULL, &in);
        ck_assert_str_eq(in.status, "ok");
        ck_assert_int_gt(in.points, 10);
        ck_assert_int_eq(in.momenta, 3);
        if (i == 0) make_awkward(&in);
        hol_store *store = open_store(HOL_STORE_WRITE);
        ck_assert_msg(hol_store_put(store, &spec, key, &in, &why), "%s", why.text);
        hol_store_close(store);
        store = open_store(HOL_STORE_READ);
        ck_assert_int_eq(hol_store_get(store, key, NULL, &out, &why), HOL_STORE_FOUND);
        same_record(&in, &out);
        hol_store_close(store);
        hol_record_clear(&in);
        hol_record_clear(&out);
        hol_spec_clear(&spec);
    }
}
END_TEST

START_TEST(a_run_that_is_there_is_left_alone)
{
    char key[HOL_KEY];
    hol_record out;
    hol_store *store = open_store(HOL_STORE_WRITE);
    hol_spec spec = spec_of("shake", 0.01, 0);
    hol_record first = hol_record_failed(&spec, "first"), second = hol_record_failed(&spec, "no");
    hol_spec_key(&spec, key);
    ck_assert_int_eq(hol_store_has(store, key, &why), HOL_STORE_NONE);
    ck_assert(hol_store_put(store, &spec, key, &first, &why));
    ck_assert_int_eq(hol_store_has(store, key, &why), HOL_STORE_FOUND);
    ck_assert(hol_store_put(store, &spec, key, &second, &why));
    ck_assert_int_eq(hol_store_get(store, key, NULL, &out, &why), HOL_STORE_FOUND);
    ck_assert_str_eq(out.status, "first");
    ck_assert_str_eq(ask(store, "SELECT count(*) FROM runs"), "1");
    hol_record_clear(&out);
    hol_spec_clear(&spec);
    hol_store_close(store);
}
END_TEST

START_TEST(a_run_that_cannot_be_written_leaves_nothing)
{
    char key[HOL_KEY];
    hol_record in;
    hol_spec spec = spec_of("shake", 0.01, 0);
    hol_spec_key(&spec, key);
    hol_record_spec(&spec, NULL, NULL, &in);
    hol_store_close(open_store(HOL_STORE_WRITE));
    run_sql("CREATE TRIGGER bad BEFORE INSERT ON series WHEN NEW.place = 7"
            " BEGIN SELECT RAISE(ABORT, 'no room'); END");
    hol_store *store = open_store(HOL_STORE_WRITE);
    ck_assert(!hol_store_put(store, &spec, key, &in, &why));
    ck_assert_msg(strstr(why.text, "no room") && strstr(why.text, path), "%s", why.text);
    ck_assert_str_eq(ask(store, "SELECT (SELECT count(*) FROM runs) + (SELECT count(*) FROM"
                                " counters) + (SELECT count(*) FROM series)"),
                     "0");
    ck_assert_int_eq(hol_store_has(store, key, &why), HOL_STORE_NONE);
    hol_store_close(store);
    hol_record_clear(&in);
    hol_spec_clear(&spec);
}
END_TEST

START_TEST(a_store_of_a_newer_program_is_refused)
{
    hol_store_close(open_store(HOL_STORE_WRITE));
    run_sql("PRAGMA user_version = 7");
    for (int use = HOL_STORE_READ; use <= HOL_STORE_WRITE; use++) {
        ck_assert(!hol_store_open(path, (hol_store_use)use, &why));
        ck_assert_msg(strstr(why.text, "newer holonomy (store version 7"), "%s", why.text);
    }
}
END_TEST

START_TEST(the_database_of_another_program_is_refused)
{
    run_sql("CREATE TABLE notes (text)");
    ck_assert(!hol_store_open(path, HOL_STORE_WRITE, &why));
    ck_assert_msg(strstr(why.text, "no results store"), "%s", why.text);
}
END_TEST

START_TEST(the_records_of_a_plan_come_in_its_order)
{
    hol_spec spec[4];
    hol_plan plan = {.spec = spec, .count = 4};
    hol_matrix m = {0};
    int lacking;
    hol_store *store = open_store(HOL_STORE_WRITE);
    for (int i = 0; i < 4; i++) spec[i] = spec_of("shake", 0.01 * (1 + i), 0);
    for (int i = 3; i >= 0; i--) {
        char key[HOL_KEY];
        hol_record r = hol_record_failed(&spec[i], "ok");
        hol_spec_key(&spec[i], key);
        if (i != 2) ck_assert(hol_store_put(store, &spec[i], key, &r, &why));
    }
    ck_assert(hol_store_plan(store, &plan, &m, &lacking, &why));
    ck_assert_int_eq(lacking, 1);
    ck_assert_int_eq(m.count, 3);
    ck_assert(m.record[0].h == spec[0].h && m.record[1].h == spec[1].h);
    ck_assert(m.record[2].h == spec[3].h);
    hol_matrix_free(&m);
    hol_store_close(store);
    for (int i = 0; i < 4; i++) hol_spec_clear(&spec[i]);
}
END_TEST

int main(void)
{
    const TTest *const test[] = {a_record_comes_back_bit_for_bit,
                                 a_run_that_is_there_is_left_alone,
                                 a_run_that_cannot_be_written_leaves_nothing,
                                 a_store_of_a_newer_program_is_refused,
                                 the_database_of_another_program_is_refused,
                                 the_records_of_a_plan_come_in_its_order};
    return hol_run_suite(store_suite("store", test, sizeof test / sizeof *test));
}
