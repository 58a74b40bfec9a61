/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Papers whose runs fail: each call of one that a paper makes, told apart by the calls that led to
 * it, fails in turn, with runs of a few steps; the paper then says so, and frees what it had.  What
 * is called is replaced by the linker (--wrap).  A run fails for want of memory, the one reason
 * that says nothing of a method: no word of a paper may come of it. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */

#include <execinfo.h>
#include <math.h>
#include <sys/mman.h>

#include "base/say.h"
#include "harness/papers/paper.h"
#include "harness/papers/paper_run.h"
#include "holonomy/advance.h"
#include "holonomy/experiment.h"
#include "holonomy/memory.h"
#include "holonomy/run.h"
#include "tests/suite.h"

static double few = 2; /* steps */
enum { MOST = 512 };   /* places */
static const char planned[] = "this one was to fail";

/* ---------------------------------------------------------------- places */

typedef struct {
    int count;
    uintptr_t at[MOST];
} keys;
static keys *found; /* by one process for the next */

static struct {
    uintptr_t to_fail; /* the key; 0: none */
    bool failed;
} places;

/* Whether the call is to fail: the first from the place.  A new place is noted. */
static bool fails(uintptr_t key)
{
    int i = 0;
    if (key == places.to_fail && !places.failed) return places.failed = true;
    while (i < found->count && found->at[i] != key) i++;
    if (i == found->count && i < MOST && !places.to_fail) found->at[found->count++] = key;
    return false;
}

/* Of the calls that led here. */
static uintptr_t key_here(void)
{
    enum { DEPTH = 5 }; /* this one and the replaced call among them */
    void *from[DEPTH];
    uintptr_t key = 0;
    for (int k = backtrace(from, DEPTH) - 1; k > 0; k--) key = key * 31 + (uintptr_t)from[k];
    return key;
}

/* ---------------------------------------------------------------- what is replaced */

#define REPLACED(type, name, ...)                                                                  \
    type __real_##name(__VA_ARGS__);                                                               \
    type __wrap_##name(__VA_ARGS__);                                                               \
    type __wrap_##name(__VA_ARGS__)

static hol_experiment *refused(hol_refusal *why)
{
    if (why) {
        *why = (hol_refusal){.outcome = HOL_WITHOUT_MEMORY};
        hol_say(&why->reason, "%s", planned);
    }
    return NULL;
}

REPLACED(hol_experiment *, hol_experiment_open, const hol_setup *setup, hol_refusal *why)
{
    return fails(key_here()) ? refused(why) : __real_hol_experiment_open(setup, why);
}

REPLACED(hol_experiment *, hol_experiment_named, const char *problem, const char *method,
         const char *formulation, const char *const parameters[], const char *const options[],
         hol_refusal *why)
{
    return fails(key_here()) ? refused(why)
                             : __real_hol_experiment_named(problem, method, formulation, parameters,
                                                           options, why);
}

REPLACED(hol_outcome, hol_run, const hol_case *c, hol_result *r)
{
    hol_case shorter = *c;
    bool bad = fails(key_here());
    if (c->h > 0) shorter.until = fmin(c->until, few * c->h);
    shorter.repeats = 1;
    hol_outcome outcome = __real_hol_run(&shorter, r);
    if (bad) {
        r->status = HOL_NO_MEMORY;
        hol_say(&r->message, "%s", planned);
    }
    return outcome;
}

REPLACED(void, hol_advance_run, hol_advance *a)
{
    bool bad = fails(key_here());
    a->t_end = fmin(a->t_end, few * a->h);
    __real_hol_advance_run(a);
    if (bad) {
        a->status = HOL_NO_MEMORY;
        hol_say(&a->message, "%s", planned);
    }
}

REPLACED(hol_status, hol_start, hol_stepper *s, double t, double h, const hol_pose at[],
         hol_state *z)
{
    return fails(key_here()) ? HOL_NO_MEMORY : __real_hol_start(s, t, h, at, z);
}

REPLACED(hol_status, hol_restart, hol_stepper *s, double h, hol_state *z)
{
    return fails(key_here()) ? HOL_NO_MEMORY : __real_hol_restart(s, h, z);
}

REPLACED(hol_status, hol_step, hol_stepper *s, double h, hol_state *z)
{
    bool bad = fails((uintptr_t)__builtin_return_address(0));
    return bad ? HOL_NO_MEMORY : __real_hol_step(s, h, z);
}

REPLACED(bool, hol_paper_write, hol_paper_section *to, const char *name, hol_paper_writer *write,
         const void *of)
{
    if (fails(key_here())) return hol_wrong(&to->why, "%s: %s", name, planned);
    return __real_hol_paper_write(to, name, write, of);
}

REPLACED(bool, hol_paper_write_sheet, hol_paper_section *to, const char *name,
         const hol_paper_sheet *sheet)
{
    if (fails(key_here())) return hol_wrong(&to->why, "%s: %s", name, planned);
    return __real_hol_paper_write_sheet(to, name, sheet);
}

/* ---------------------------------------------------------------- the test */

typedef struct {
    hol_paper_section to;
    const hol_paper *paper;
    bool good;
} redoing;

static void redo(void *data)
{
    redoing *x = data;
    x->good = hol_paper_redo(&x->to, x->paper, NULL); /* no series */
}

/* What comes of a paper: no call failed, and it is redone or not; one did, and it says so, is
 * redone all the same, or ends without a word. */
enum { REDONE, NOT_REDONE, SAID, NOT_SAID, WITHOUT_A_WORD };
static const char *const outcome[] = {
    "did not come, and the paper was redone", "did not come, and the paper was not redone",
    "ended the paper with a word", "was not told: the paper was redone",
    "ended the paper without a word"};

/* Where the first call from that place fails; 0: none. */
static int redo_with(const hol_paper *paper, uintptr_t to_fail)
{
    redoing x = {.paper = paper};
    places.to_fail = to_fail;
    /* What the process had ends with it. */
    if (!hol_try(redo, &x)) _exit(places.failed ? SAID : NOT_REDONE);
    int what = x.good ? NOT_SAID : *x.to.why.text ? SAID : WITHOUT_A_WORD;
    if (!places.failed) what = x.good ? REDONE : NOT_REDONE;
    if (what == NOT_REDONE) fprintf(stderr, "paper %s: %s\n", paper->id, x.to.why.text);
    hol_paper_section_free(&x.to);
    return what;
}

/* In a process of its own, so that each paper begins alike. */
static void expect_of(const hol_paper *paper, int i, int expected)
{
    int status;
    pid_t child = fork();
    if (!child) exit(redo_with(paper, i < 0 ? 0 : found->at[i]));
    ck_assert(child > 0 && waitpid(child, &status, 0) == child);
    ck_assert_msg(WIFEXITED(status),
                  "paper %s, call %d of %d failing (-1: none): it ended by signal %d", paper->id, i,
                  found->count, WTERMSIG(status));
    int what = WEXITSTATUS(status);
    ck_assert_msg(what == expected, "paper %s, call %d of %d failing (-1: none): it %s", paper->id,
                  i, found->count, what <= WITHOUT_A_WORD ? outcome[what] : "left memory behind");
}

/* Some of the places; at length, all. */
START_TEST(a_paper_says_that_a_run_of_it_failed)
{
    enum { SOME = 8 };
    const hol_paper *paper = hol_paper_by(_i);
    if (paper == &hol_paper_002) few = INFINITY; /* it has to see a top begin to fall */
    found = mmap(NULL, sizeof *found, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    ck_assert_ptr_ne(found, MAP_FAILED);
    expect_of(paper, -1, REDONE);
    ck_assert(found->count > SOME && found->count < MOST);
    for (int i = 0; i < found->count; i += hol_long() ? 1 : found->count / SOME)
        expect_of(paper, i, SAID);
}
END_TEST

/* What a paper judges where a run ends early is the method. */
START_TEST(a_run_that_lacks_memory_has_not_ended)
{
    hol_result r = {.status = HOL_DIVERGED};
    ck_assert(hol_paper_ended(&r));
    r.status = HOL_NO_MEMORY;
    ck_assert(!hol_paper_ended(&r));
    r = (hol_result){.status = HOL_DIVERGED, .refusal.outcome = HOL_WITHOUT_MEMORY};
    ck_assert(!hol_paper_ended(&r));
    r = (hol_result){.status = HOL_OK};
    ck_assert(!hol_paper_ended(&r));
}
END_TEST

int main(void)
{
    enum { SHORT = 3, PAPERS = 5 }; /* the papers that are redone so in less than a second */
    Suite *suite = suite_create("papers that fail");
    TCase *tcase = tcase_create("runs");
    tcase_set_timeout(tcase, hol_patience(600));
    tcase_add_loop_test(tcase, a_paper_says_that_a_run_of_it_failed, hol_longest() ? 0 : SHORT,
                        PAPERS);
    tcase_add_test(tcase, a_run_that_lacks_memory_has_not_ended);
    suite_add_tcase(suite, tcase);
    return hol_run_suite(suite);
}
