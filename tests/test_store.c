/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The results store and sweeps: what goes in comes out, whole or not at all, once. */
#include <check.h>
#include <float.h>
#include <math.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "harness/memory.h"
#include "harness/plan/sweep.h"
#include "harness/store/record.h"
#include "harness/store/store.h"

/* ---------------------------------------------------------------- a store of a test */

static char path[64];
static hol_message why;

static void new_path(void)
{
    strcpy(path, "/tmp/holonomy-test-XXXXXX");
    int file = mkstemp(path);
    ck_assert(file >= 0);
    close(file);
}

static void remove_path(void)
{
    char journal[96];
    snprintf(journal, sizeof journal, "%s-journal", path);
    unlink(journal);
    unlink(path);
}

static hol_store *open_store(hol_store_use use)
{
    hol_store *store = hol_store_open(path, use, &why);
    ck_assert_msg(store != NULL, "%s", why.text);
    return store;
}

static void run_sql(const char *sql)
{
    sqlite3 *db;
    ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

/* The first value of the first row, as text. */
static const char *ask(hol_store *store, const char *sql)
{
    static char text[256];
    sqlite3_stmt *query = hol_store_query(store, sql, &why);
    ck_assert_msg(query && hol_store_next(store, query, &why) == HOL_STORE_FOUND, "%s", why.text);
    snprintf(text, sizeof text, "%s", (const char *)sqlite3_column_text(query, 0));
    sqlite3_finalize(query);
    return text;
}

static hol_spec spec_of(const char *method, double h, int repeats)
{
    hol_spec spec = hol_spec_of(hol_problem_named("rigid-body"), hol_method_named(method));
    spec.h = h;
    spec.until = 0.5;
    spec.series = 20;
    spec.motion = 5;
    spec.repeats = repeats;
    return spec;
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

/* ---------------------------------------------------------------- sweeps */

enum { SLOTS = 1024 };

static struct {                 /* shared by the workers */
    volatile long steps[SLOTS]; /* of each process */
    volatile long timed, overlaps;
} * shared;

static hol_method watched; /* shake, watched */
static int pass;           /* of this process's run: 1 is the one that is looked at */
static long others;        /* steps of the other processes when the pass began */

static long steps_of_others(void)
{
    long sum = 0;
    for (int i = 0; i < SLOTS; i++) sum += shared->steps[i];
    return sum - shared->steps[getpid() % SLOTS];
}

static hol_status watched_setup(hol_stepper *s)
{
    const hol_method *shake = hol_method_named("shake");
    pass = 0;
    return shake->setup ? shake->setup(s) : HOL_OK;
}

static hol_status watched_start(hol_stepper *s, double h, hol_state *z)
{
    const hol_method *shake = hol_method_named("shake");
    pass++;
    others = steps_of_others();
    return shake->start ? shake->start(s, h, z) : HOL_OK;
}

static hol_status watched_step(hol_stepper *s, double h, hol_state *z)
{
    if (h == 0.0125) raise(SIGKILL);
    shared->steps[getpid() % SLOTS]++;
    if (pass > 1) {
        shared->timed++;
        shared->overlaps += steps_of_others() != others;
    }
    return hol_method_named("shake")->step(s, h, z);
}

static void watch(void)
{
    FILE *file = tmpfile();
    ck_assert(file && ftruncate(fileno(file), sizeof *shared) == 0);
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(file), 0);
    ck_assert(shared != MAP_FAILED);
    watched = *hol_method_named("shake");
    watched.setup = watched_setup;
    watched.start = watched_start;
    watched.step = watched_step;
}

static hol_plan watched_plan(hol_spec spec[], int count, int repeats)
{
    for (int i = 0; i < count; i++) {
        spec[i] = spec_of("shake", 0.5 / (200 + i), repeats);
        spec[i].method = &watched;
    }
    return (hol_plan){.spec = spec, .count = count};
}

static hol_sweep_end sweep_all(const hol_plan *plan, int workers, hol_sweep_news *news)
{
    hol_store *store = open_store(HOL_STORE_WRITE);
    hol_sweep sweep = {.plan = plan, .store = store, .workers = workers};
    hol_sweep_end end = hol_sweep_run(&sweep, news, &why);
    hol_store_close(store);
    return end;
}

START_TEST(timed_passes_overlap_no_other_work)
{
    enum { RUNS = 24, REPEATS = 3 };
    hol_spec spec[RUNS];
    hol_sweep_news news;
    watch();
    hol_plan plan = watched_plan(spec, RUNS, REPEATS);
    ck_assert_int_eq(sweep_all(&plan, 4, &news), HOL_SWEPT);
    ck_assert_int_eq(news.ok, RUNS);
    ck_assert_int_gt(shared->timed, RUNS * REPEATS * 199);
    ck_assert_int_eq(shared->overlaps, 0);
    hol_store *store = open_store(HOL_STORE_READ);
    ck_assert_str_eq(ask(store, "SELECT count(*) FROM runs WHERE cpu_seconds > 0"), "24");
    hol_store_close(store);
    for (int i = 0; i < RUNS; i++) hol_spec_clear(&spec[i]);
}
END_TEST

START_TEST(a_run_that_crashes_is_a_row_and_the_sweep_goes_on)
{
    enum { RUNS = 9 };
    hol_spec spec[RUNS];
    hol_sweep_news news;
    watch();
    hol_plan plan = watched_plan(spec, RUNS, 1);
    spec[2].h = spec[5].h = 0.0125;
    spec[5].series = 7; /* another run */
    for (int time = 0; time < 2; time++) {
        ck_assert_int_eq(sweep_all(&plan, 2, &news), HOL_SWEPT);
        ck_assert_int_eq(news.had, time ? RUNS : 0);
        ck_assert_int_eq(news.done, time ? 0 : RUNS);
        ck_assert_int_eq(news.crashed, time ? 0 : 2);
    }
    hol_store *store = open_store(HOL_STORE_READ);
    ck_assert_str_eq(ask(store, "SELECT count(*) FROM runs WHERE status = 'ok'"), "7");
    ck_assert_str_eq(ask(store, "SELECT count(*) FROM runs WHERE status = 'crashed'"
                                " AND message = 'crashed (signal 9)'"),
                     "2");
    hol_store_close(store);
    for (int i = 0; i < RUNS; i++) hol_spec_clear(&spec[i]);
}
END_TEST

START_TEST(a_run_that_stands_twice_in_a_plan_is_made_once)
{
    hol_spec spec[3];
    hol_sweep_news news;
    watch();
    hol_plan plan = watched_plan(spec, 3, 0);
    spec[2].h = spec[0].h;
    ck_assert_int_eq(sweep_all(&plan, 2, &news), HOL_SWEPT);
    ck_assert_int_eq(news.runs, 2);
    ck_assert_int_eq(news.done, 2);
    for (int i = 0; i < 3; i++) hol_spec_clear(&spec[i]);
}
END_TEST

START_TEST(a_sweep_that_is_killed_can_go_on)
{
    enum { RUNS = 30 };
    hol_spec spec[RUNS];
    hol_sweep_news news;
    watch();
    hol_plan plan = watched_plan(spec, RUNS, 1);
    for (int i = 0; i < 8; i++) {
        pid_t child = fork();
        if (child == 0) _exit(sweep_all(&plan, 2, &news));
        nanosleep(&(struct timespec){0, 2000000 + 3700000 * i}, NULL);
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        hol_store *store = open_store(HOL_STORE_WRITE);
        ck_assert_str_eq(ask(store, "PRAGMA integrity_check"), "ok");
        hol_store_close(store);
    }
    ck_assert_int_eq(sweep_all(&plan, 2, &news), HOL_SWEPT);
    ck_assert_int_eq(news.had + news.done, RUNS);
    hol_store *store = open_store(HOL_STORE_READ);
    ck_assert_str_eq(ask(store, "PRAGMA integrity_check"), "ok");
    ck_assert_str_eq(ask(store, "SELECT count(*) FROM runs WHERE status = 'ok'"), "30");
    ck_assert_str_eq(ask(store, "SELECT count(*) FROM (SELECT DISTINCT key FROM runs)"), "30");
    ck_assert_str_eq(ask(store, "SELECT count(*) FROM runs WHERE number NOT IN"
                                " (SELECT run FROM counters) OR 3 <> (SELECT count(*) FROM momenta"
                                "  WHERE run = number) OR 20 <> (SELECT count(*) FROM series"
                                "  WHERE run = number)"),
                     "0");
    hol_store_close(store);
    for (int i = 0; i < RUNS; i++) hol_spec_clear(&spec[i]);
}
END_TEST

static volatile sig_atomic_t two_interrupts = 2, interrupts;

static void interrupt_after_two(void *self, const hol_sweep_news *news)
{
    (void)self;
    if (news->done == 2) interrupts = 1;
}

START_TEST(an_interrupt_keeps_what_is_finished)
{
    enum { RUNS = 20, WORKERS = 3 };
    hol_spec spec[RUNS];
    hol_sweep_news news;
    watch();
    hol_plan plan = watched_plan(spec, RUNS, 1);
    hol_store *store = open_store(HOL_STORE_WRITE);
    hol_sweep sweep = {.plan = &plan,
                       .store = store,
                       .workers = WORKERS,
                       .interrupts = &interrupts,
                       .tell = interrupt_after_two};
    interrupts = 0;
    ck_assert_int_eq(hol_sweep_run(&sweep, &news, &why), HOL_SWEEP_INTERRUPTED);
    ck_assert_int_ge(news.done, 2);
    ck_assert_int_le(news.done, 2 + WORKERS);
    sweep.interrupts = &two_interrupts;
    ck_assert_int_eq(hol_sweep_run(&sweep, &news, &why), HOL_SWEEP_INTERRUPTED);
    ck_assert_int_eq(news.done, 0);
    sweep.interrupts = NULL;
    ck_assert_int_eq(hol_sweep_run(&sweep, &news, &why), HOL_SWEPT);
    ck_assert_int_ge(news.had, 2);
    ck_assert_int_eq(news.had + news.ok, RUNS);
    hol_store_close(store);
    for (int i = 0; i < RUNS; i++) hol_spec_clear(&spec[i]);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("store");
    TCase *store = tcase_create("store"), *sweeps = tcase_create("sweeps");
    tcase_add_checked_fixture(store, new_path, remove_path);
    tcase_add_test(store, a_record_comes_back_bit_for_bit);
    tcase_add_test(store, a_run_that_is_there_is_left_alone);
    tcase_add_test(store, a_run_that_cannot_be_written_leaves_nothing);
    tcase_add_test(store, a_store_of_a_newer_program_is_refused);
    tcase_add_test(store, the_database_of_another_program_is_refused);
    tcase_add_test(store, the_records_of_a_plan_come_in_its_order);
    tcase_add_checked_fixture(sweeps, new_path, remove_path);
    tcase_add_test(sweeps, timed_passes_overlap_no_other_work);
    tcase_add_test(sweeps, a_run_that_crashes_is_a_row_and_the_sweep_goes_on);
    tcase_add_test(sweeps, a_run_that_stands_twice_in_a_plan_is_made_once);
    tcase_add_test(sweeps, a_sweep_that_is_killed_can_go_on);
    tcase_add_test(sweeps, an_interrupt_keeps_what_is_finished);
    suite_add_tcase(suite, store);
    suite_add_tcase(suite, sweeps);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
