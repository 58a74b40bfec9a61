/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `holonomy export --view fastest`: the CPU time of each method to an error, read off between runs
 * whose errors and times are made up here. */
#include <math.h>
#include <stdlib.h>

#include "harness/store/record.h"
#include "tests/harness/store_rig.h"

typedef struct {
    const char *method;
    double h, cpu, error; /* [s], [s], [m] */
} rung;

static const rung rungs[] = {
    {"shake", 0.4, 1, 1e-1},  {"shake", 0.2, 2, 1e-3},  {"shake", 0.1, 4, 1e-5},
    {"shake", 0.05, 8, 1e-4},                        /* beyond its most accurate run */
    {"dvp", 0.4, 1, 1e-3},    {"dvp", 0.2, 2, 1e-1}, /* coarse runs may be near by chance */
    {"dvp", 0.1, 4, 1e-5},    {"rattle", 0.1, 3, 1e-6}, {"rk8pd", 0.1, 0.5, 1e-8},
};

/* turned: the error of the orientations [rad], or NaN; rtol: of steps under control, or 0. */
static void put_any(hol_store *store, const rung *at, hol_end end, double turned, double rtol)
{
    char key[HOL_KEY];
    hol_spec spec = spec_of(at->method, at->h, 1);
    spec.rtol = spec.atol = rtol;
    hol_record record = hol_record_failed(&spec, end);
    hol_spec_key(&spec, key);
    record.ran = true;
    record.cpu_seconds = at->cpu;
    record.error.position = at->error;
    record.error.orientation = turned;
    ck_assert_msg(hol_store_put(store, &spec, key, &record, &why), "%s", why.text);
    hol_record_clear(&record);
    hol_spec_clear(&spec);
}

static void put_turned(hol_store *store, const rung *at, hol_end end, double turned)
{
    put_any(store, at, end, turned, 0);
}

static void put(hol_store *store, const rung *at, hol_end end)
{
    put_turned(store, at, end, NAN);
}

/* CPU time and its multiple of the fastest's, of a method to an error; false: not reached. */
static bool reached(const char *method, double goal, double *cpu, double *times)
{
    char command[256], line[512], name[64];
    double at;
    int found = 0;
    snprintf(command, sizeof command, "'%s' export --store %s --view fastest", getenv("HOLONOMY"),
             path);
    FILE *in = popen(command, "r");
    ck_assert_ptr_nonnull(in);
    ck_assert_ptr_nonnull(fgets(line, sizeof line, in));
    ck_assert_str_eq(line, "problem,method,formulation,settings,until,goal,cpu_seconds,times,"
                           "at_most,place,over_rk8pd,key\n");
    while (fgets(line, sizeof line, in)) {
        double c, t = NAN; /* none where no method but baselines comes so far */
        int count =
            sscanf(line, "rigid-body,%63[^,],%*[^,],,%*[^,],%lf,%lf,%lf", name, &at, &c, &t);
        ck_assert_msg(count >= 3, "%s", line);
        if (strcmp(name, method) != 0 || fabs(at / goal - 1) > 1e-9) continue;
        *cpu = c, *times = t, found++;
    }
    ck_assert_int_eq(pclose(in), 0);
    ck_assert_int_le(found, 1);
    return found;
}

static void expect(const char *method, double goal, double cpu, double times)
{
    double c = NAN, t = NAN;
    ck_assert_msg(reached(method, goal, &c, &t), "%s does not reach %g", method, goal);
    ck_assert_msg(fabs(c / cpu - 1) < 1e-12, "%s to %g: %.17g s, not %.17g", method, goal, c, cpu);
    ck_assert_msg(fabs(t / times - 1) < 1e-12, "%s to %g: %.17g times, not %.17g", method, goal, t,
                  times);
}

static void read_off(bool backwards)
{
    enum { RUNGS = sizeof rungs / sizeof *rungs };
    const rung failed = {"shake", 0.8, 0.1, 1e-9};
    double c, t;
    if (!getenv("HOLONOMY")) return;
    hol_store *store = open_store(HOL_STORE_WRITE);
    for (int k = 0; k < RUNGS; k++) put(store, &rungs[backwards ? RUNGS - 1 - k : k], HOL_END_OK);
    put(store, &failed, HOL_END_DIVERGED);
    hol_store_close(store);
    double shake = sqrt(2), dvp = 2 * pow(2, 0.25);
    expect("shake", 1e-2, shake, 1);
    expect("dvp", 1e-2, dvp, dvp / shake);
    expect("rattle", 1e-2, 3, 3 / shake);
    expect("shake", 1e-3, 2, 1);
    expect("shake", 1e-5, 4, 4 / 3.);
    expect("rattle", 1e-5, 3, 1);
    expect("rk8pd", 1e-6, 0.5, 0.5 / 3); /* a baseline is no fastest */
    ck_assert(reached("rk8pd", 1e-7, &c, &t) && isnan(t));
    ck_assert(!reached("shake", 1e-6, &c, &t));
    ck_assert(!reached("rattle", 1e-7, &c, &t));
}

START_TEST(the_time_to_an_error_is_read_off_between_two_runs)
{
    read_off(false);
}
END_TEST

START_TEST(the_order_in_which_a_store_has_its_runs_says_nothing)
{
    read_off(true);
}
END_TEST

/* Where centres rest their errors are round-off, and what a softened joint lets through: the price
 * is that of orientations; a run that failed says nothing of it. */
START_TEST(a_body_that_only_turns_is_judged_by_its_orientation)
{
    static const rung run[] = {
        {"shake", 0.4, 1, 5e-15}, {"dvp", 0.1, 4, 1e-15}, {"spook", 0.1, 5, 4e-6}};
    static const double turned[] = {0.17, 1e-5, 0.5};
    const rung failed = {"shake", 0.8, 0.1, 3};
    double c, t;
    if (!getenv("HOLONOMY")) return;
    hol_store *store = open_store(HOL_STORE_WRITE);
    for (int k = 0; k < 3; k++) put_turned(store, &run[k], HOL_END_OK, turned[k]);
    put_turned(store, &failed, HOL_END_DIVERGED, 1);
    hol_store_close(store);
    expect("dvp", 1e-4, 4, 1);
    ck_assert(!reached("shake", 1e-2, &c, &t) && !reached("spook", 1e-2, &c, &t));
}
END_TEST

/* To 1e-4 tolerances are the cheaper way, to 1e-3 steps. */
START_TEST(of_steps_and_tolerances_the_cheaper_way_counts)
{
    static const rung step[] = {{"jet-dp5", 0.4, 1, 1e-3}, {"jet-dp5", 0.2, 4, 1e-4}};
    static const rung controlled = {"jet-dp5", 0.1, 3, 1e-4};
    if (!getenv("HOLONOMY")) return;
    hol_store *store = open_store(HOL_STORE_WRITE);
    for (int k = 0; k < 2; k++) put(store, &step[k], HOL_END_OK);
    put_any(store, &controlled, HOL_END_OK, NAN, 1e-5);
    hol_store_close(store);
    expect("jet-dp5", 1e-3, 1, 1);
    expect("jet-dp5", 1e-4, 3, 1);
}
END_TEST

int main(void)
{
    const TTest *const test[] = {the_time_to_an_error_is_read_off_between_two_runs,
                                 the_order_in_which_a_store_has_its_runs_says_nothing,
                                 a_body_that_only_turns_is_judged_by_its_orientation,
                                 of_steps_and_tolerances_the_cheaper_way_counts};
    return hol_run_suite(store_suite("fastest", test, 4));
}
