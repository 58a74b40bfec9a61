/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sweeps: every run of a plan is made once, whatever crashes, is killed or interrupted. */
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>

#include "harness/plan/ladder.h"
#include "harness/plan/sweep.h"
#include "harness/store/matrix.h"
#include "harness/store/record.h"
#include "holonomy/memory.h"
#include "tests/harness/store_rig.h"

enum { SLOTS = 1024 };

static struct {                 /* shared by the workers */
    volatile long steps[SLOTS]; /* of each process */
    volatile long timed, overlaps;
    volatile long newborn;   /* processes that have only begun */
    volatile long murderous; /* a run that is timed kills the writer where there is a newborn */
    volatile long linger;    /* of a process that begins [ns] */
    volatile int starved;    /* h = 0.0126 finds no memory */
    volatile int begun;
    volatile pid_t pid[SLOTS];
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
    if (h == 0.0126 && shared->starved) return HOL_NO_MEMORY;
    shared->steps[getpid() % SLOTS]++;
    if (pass > 1) {
        shared->timed++;
        if (shared->murderous && shared->newborn) kill(getppid(), SIGKILL);
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
    static hol_rung none[SLOTS];
    return (hol_plan){.spec = spec, .rung = none, .count = count};
}

static hol_jobs_end sweep_all(hol_plan *plan, int workers, hol_sweep_news *news)
{
    hol_store *store = open_store(HOL_STORE_WRITE);
    hol_sweep sweep = {.plan = plan, .store = store, .workers = workers};
    hol_jobs_end end = hol_sweep_run(&sweep, news, &why);
    hol_store_close(store);
    return end;
}

/* ---------------------------------------------------------------- ladders of steps */

/* A sweep of one ladder that begins at twice and once the problem's step. */
static hol_plan *climb(const char *method, const char *ladder, hol_sweep_news *news)
{
    char file[80];
    hol_mistakes mistakes = {0};
    snprintf(file, sizeof file, "%s.yaml", path);
    FILE *out = fopen(file, "w");
    ck_assert_ptr_nonnull(out);
    fprintf(out,
            "runs: [{problem: pendulum, method: %s, step_factor: [2, 1], until: 4, series: 5, %s,"
            " repeats: 0}]\n",
            method, ladder);
    ck_assert_int_eq(fclose(out), 0);
    hol_plan *plan = hol_plan_read(file, &mistakes);
    unlink(file);
    ck_assert_msg(plan != NULL, "%s", mistakes.count ? mistakes.text[0] : "");
    hol_mistakes_free(&mistakes);
    ck_assert_int_eq(plan->count, 14);
    ck_assert_int_eq(sweep_all(plan, 2, news), HOL_JOBS_DONE);
    ck_assert_int_eq(plan->count, news->runs);
    return plan;
}

/* Each run has half the step of the one before, and the last alone ends the ladder. */
static void judge_ladder(hol_plan *plan, hol_ladder_end end, double error)
{
    hol_store *store = open_store(HOL_STORE_READ);
    for (int i = 0; i < plan->count; i++) {
        char key[HOL_KEY];
        hol_record r;
        bool last = i == plan->count - 1;
        ck_assert(i == 0 || plan->spec[i].h == 0.5 * plan->spec[i - 1].h);
        ck_assert_int_eq(plan->spec[i].series, i < 2 ? 5 : 0);
        ck_assert_int_eq(plan->rung[i].end, last ? end : HOL_LADDER_GOES_ON);
        hol_spec_key(&plan->spec[i], key);
        ck_assert_int_eq(hol_store_get(store, key, NULL, &r, &why), HOL_STORE_FOUND);
        ck_assert(i == 0 || (r.error.position <= error) == (last && end == HOL_LADDER_REACHED));
        hol_record_clear(&r);
    }
    hol_store_close(store);
    hol_plan_free(plan);
}

START_TEST(a_ladder_of_steps_goes_on_to_its_error)
{
    hol_sweep_news news;
    judge_ladder(climb("rk4-baumgarte", "ladder: 1e-9", &news), HOL_LADDER_REACHED, 1e-9);
    int runs = news.runs;
    ck_assert_int_gt(runs, 4);
    ck_assert_int_eq(news.done, runs);
    hol_plan_free(
        climb("rk4-baumgarte", "ladder: 1e-9", &news)); /* what is there is not made again */
    ck_assert_int_eq(news.done, 0);
    ck_assert_int_eq(news.runs, runs);
    judge_ladder(climb("rk4-baumgarte", "ladder: 1e-10", &news), HOL_LADDER_REACHED, 1e-10);
    ck_assert(news.had == runs && news.done > 0);
}
END_TEST

START_TEST(a_ladder_of_steps_ends_at_round_off_or_where_a_run_would_cost_too_much)
{
    hol_sweep_news news;
    judge_ladder(climb("rk8pd", "ladder: 1e-15", &news), HOL_LADDER_ROUND_OFF, 0);
    ck_assert_int_lt(news.runs, 14);
    judge_ladder(climb("rattle", "ladder: 1e-12, evaluations: 4000", &news), HOL_LADDER_SPENT, 0);
    ck_assert_int_lt(news.runs, 8);
    judge_ladder(climb("rk4-baumgarte", "ladder: 1e-5", &news), HOL_LADDER_REACHED, 1e-5);
}
END_TEST

/* What the runs of these tolerances cost, the loosest first; the last of those made ends it. */
static int tighten(const char *limit, double evaluations[], hol_ladder_end *end)
{
    static const char run[] = "  - {problem: pendulum, method: jet-dp5, until: 4, repeats: 0, ";
    char file[80];
    hol_mistakes mistakes = {0};
    hol_sweep_news news;
    snprintf(file, sizeof file, "%s.yaml", path);
    FILE *out = fopen(file, "w");
    ck_assert_ptr_nonnull(out);
    fprintf(out,
            "defaults: {%s}\nruns:\n%s tolerance: [1e-10, 1e-4]}\n"
            "%s tolerance: [1e-8, 1e-6], series: 5}\n",
            limit, run, run);
    ck_assert_int_eq(fclose(out), 0);
    hol_plan *plan = hol_plan_read(file, &mistakes);
    unlink(file);
    ck_assert_msg(plan != NULL, "%s", mistakes.count ? mistakes.text[0] : "");
    hol_mistakes_free(&mistakes);
    ck_assert_int_eq(sweep_all(plan, 2, &news), HOL_JOBS_DONE);
    ck_assert_int_eq(plan->count, news.runs);
    hol_store *store = open_store(HOL_STORE_READ);
    for (int i = 0; i < plan->count; i++) {
        char key[HOL_KEY];
        hol_record r;
        int level = (int)lround(-log10(plan->spec[i].rtol) / 2) - 2;
        bool last = level == plan->count - 1;
        hol_spec_key(&plan->spec[i], key);
        ck_assert_int_eq(hol_store_get(store, key, NULL, &r, &why), HOL_STORE_FOUND);
        evaluations[level] = hol_record_evaluations(&r);
        hol_record_clear(&r);
        if (last) *end = plan->rung[i].end;
        ck_assert(last || plan->rung[i].end == HOL_LADDER_GOES_ON);
    }
    hol_store_close(store);
    int made = plan->count;
    hol_plan_free(plan);
    return made;
}

/* Over the powers of the tolerance the evaluations lie nearly on a line. */
START_TEST(tolerances_are_tightened_until_a_run_would_cost_too_much)
{
    double all[4], some[4];
    hol_ladder_end end;
    ck_assert_int_eq(tighten("past_singular: no", all, &end), 4);
    ck_assert_int_eq(end, HOL_LADDER_GOES_ON);
    for (int made = 1; made <= 4; made++) {
        char limit[40];
        double most = made == 1  ? all[0] - 1
                      : made < 4 ? sqrt(all[made - 1] * all[made])
                                 : 2 * all[3];
        unlink(path);
        snprintf(limit, sizeof limit, "tolerance_evaluations: %.0f", most);
        ck_assert_int_eq(tighten(limit, some, &end), made);
        ck_assert_int_eq(end, made < 4 ? HOL_LADDER_SPENT : HOL_LADDER_GOES_ON);
        ck_assert_mem_eq(some, all, (size_t)made * sizeof *some);
    }
}
END_TEST

START_TEST(timed_passes_overlap_no_other_work)
{
    enum { RUNS = 24, REPEATS = 3 };
    hol_spec spec[RUNS];
    hol_sweep_news news;
    watch();
    hol_plan plan = watched_plan(spec, RUNS, REPEATS);
    ck_assert_int_eq(sweep_all(&plan, 4, &news), HOL_JOBS_DONE);
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
        ck_assert_int_eq(sweep_all(&plan, 2, &news), HOL_JOBS_DONE);
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

START_TEST(a_run_that_found_no_memory_is_made_again)
{
    enum { RUNS = 3 };
    hol_spec spec[RUNS];
    hol_sweep_news news;
    watch();
    hol_plan plan = watched_plan(spec, RUNS, 0);
    spec[1].h = 0.0126;
    for (int time = 0; time < 4; time++) {
        shared->starved = time < 2;
        ck_assert_int_eq(sweep_all(&plan, 2, &news), HOL_JOBS_DONE);
        ck_assert_int_eq(news.had, time == 0 ? 0 : time < 3 ? RUNS - 1 : RUNS);
        ck_assert_int_eq(news.crashed, time < 2);
    }
    hol_store *store = open_store(HOL_STORE_READ);
    ck_assert_str_eq(ask(store, "SELECT count(*) || ' ' || sum(status = 'ok') FROM runs"), "3 3");
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
    ck_assert_int_eq(sweep_all(&plan, 2, &news), HOL_JOBS_DONE);
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
    ck_assert_int_eq(sweep_all(&plan, 2, &news), HOL_JOBS_DONE);
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

/* Before a fork, and the first thing that the new process does: others go on meanwhile. */
static void announce(void)
{
    shared->newborn++;
}

static void linger(void)
{
    shared->pid[shared->begun++ % SLOTS] = getpid();
    nanosleep(&(struct timespec){0, shared->linger}, NULL);
    shared->newborn--;
}

/* Kills the writer after so long.  It and its workers all hold one end of a pipe, which is at its
 * end when the last of them has ended. */
static bool all_end_with_their_writer(hol_plan *plan, int workers, int milliseconds)
{
    int held[2];
    ck_assert_int_eq(pipe(held), 0);
    shared->begun = 0;
    shared->newborn = 0;
    pid_t writer = fork();
    if (writer == 0) {
        hol_sweep_news news;
        _exit(sweep_all(plan, workers, &news));
    }
    close(held[1]);
    nanosleep(&(struct timespec){0, 1000000L * milliseconds}, NULL);
    kill(writer, SIGKILL);
    waitpid(writer, NULL, 0);
    bool ended = poll(&(struct pollfd){.fd = held[0], .events = POLLIN}, 1, 1000) == 1;
    for (int i = 0; i < shared->begun && !ended; i++) kill(shared->pid[i], SIGKILL);
    close(held[0]);
    remove_path();
    return ended;
}

START_TEST(no_worker_outlives_its_writer)
{
    enum { RUNS = 200, KILLS = 60 };
    hol_spec spec[RUNS];
    int left = 0;
    watch();
    ck_assert_int_eq(pthread_atfork(announce, NULL, linger), 0);
    hol_plan plan = watched_plan(spec, RUNS, 20);
    for (int i = 0; i < KILLS; i++) left += !all_end_with_their_writer(&plan, 4, 1 + i);
    ck_assert_int_eq(left, 0);
    for (int i = 0; i < RUNS; i++) hol_spec_clear(&spec[i]);
}
END_TEST

/* The first run crashes; the worker of the second one, which times after the crash, kills the
 * writer if there is a worker in the place of the crashed one that has only begun. */
START_TEST(no_worker_that_has_only_begun_outlives_its_writer)
{
    enum { RUNS = 3 };
    hol_spec spec[RUNS];
    watch();
    ck_assert_int_eq(pthread_atfork(announce, NULL, linger), 0);
    hol_plan plan = watched_plan(spec, RUNS, 1);
    spec[0].h = 0.0125;
    spec[1].h = 0.5 / 20000;
    shared->murderous = 1;
    shared->linger = 300000000;
    ck_assert(all_end_with_their_writer(&plan, 2, 990));
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
    ck_assert_int_eq(hol_sweep_run(&sweep, &news, &why), HOL_JOBS_INTERRUPTED);
    ck_assert_int_ge(news.done, 2);
    ck_assert_int_le(news.done, 2 + WORKERS);
    sweep.interrupts = &two_interrupts;
    ck_assert_int_eq(hol_sweep_run(&sweep, &news, &why), HOL_JOBS_INTERRUPTED);
    ck_assert_int_eq(news.done, 0);
    sweep.interrupts = NULL;
    ck_assert_int_eq(hol_sweep_run(&sweep, &news, &why), HOL_JOBS_DONE);
    ck_assert_int_ge(news.had, 2);
    ck_assert_int_eq(news.had + news.ok, RUNS);
    hol_store_close(store);
    for (int i = 0; i < RUNS; i++) hol_spec_clear(&spec[i]);
}
END_TEST

int main(void)
{
    const TTest *const test[] = {
        a_ladder_of_steps_goes_on_to_its_error,
        a_ladder_of_steps_ends_at_round_off_or_where_a_run_would_cost_too_much,
        tolerances_are_tightened_until_a_run_would_cost_too_much,
        timed_passes_overlap_no_other_work,
        a_run_that_crashes_is_a_row_and_the_sweep_goes_on,
        a_run_that_found_no_memory_is_made_again,
        a_run_that_stands_twice_in_a_plan_is_made_once,
        a_sweep_that_is_killed_can_go_on,
        no_worker_outlives_its_writer,
        no_worker_that_has_only_begun_outlives_its_writer,
        an_interrupt_keeps_what_is_finished};
    return hol_run_suite(store_suite("sweep", test, sizeof test / sizeof *test));
}
