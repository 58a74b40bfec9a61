/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `holonomy sweep PLAN.yaml`. */
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/cli.h"
#include "harness/cli_store.h"
#include "harness/sweep.h"

static volatile sig_atomic_t interrupts;

static void on_interrupt(int signal)
{
    (void)signal;
    interrupts++;
}

/* ---------------------------------------------------------------- the command line */

enum { STORE = 256, QUIET, MOST_JOBS = 1024 };

static const struct argp_option options[] = {
    {"jobs", 'j', "N", 0, "worker processes (default 1)", 0},
    {"store", STORE, "FILE", 0, "results store (default " HOL_STORE_DEFAULT " here)", 0},
    {"quiet", QUIET, NULL, 0, "no progress and no summary", 0},
    {0}};

typedef struct {
    const char *plan, *store;
    int jobs;
    bool quiet;
} arguments;

static error_t jobs(const char *text, int *n)
{
    char *end;
    errno = 0;
    long value = strtol(text, &end, 10);
    *n = (int)value;
    if (end != text && !*end && !errno && value >= 1 && value <= MOST_JOBS) return 0;
    cli_say("-j: '%s' is not an integer from 1 to %d", text, MOST_JOBS);
    return EINVAL;
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    arguments *a = state->input;
    switch (key) {
    case 'j':
        return jobs(text, &a->jobs);
    case STORE:
        a->store = text;
        return 0;
    case QUIET:
        a->quiet = true;
        return 0;
    case ARGP_KEY_ARG:
        if (state->arg_num == 0) {
            a->plan = text;
            return 0;
        }
        cli_say("one argument too many: '%s'", text);
        return EINVAL;
    case ARGP_KEY_END:
        if (a->plan) return 0;
        cli_say("sweep needs a plan: holonomy sweep PLAN.yaml");
        return EINVAL;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    options,
    parse,
    "PLAN.yaml",
    "Runs every run of the plan that the store lacks.  Run it again to continue, or after a change "
    "of the plan or of the program to make what is new.\v"
    "A run that fails is a row of the store with its status; one that crashes, too.  Timed passes "
    "are made one at a time, whatever -j says.  The first interrupt (Ctrl-C) finishes the running "
    "runs, the second gives them up; nothing that was finished is lost.\n\n"
    "The exit code is 0 where every run is in the store, 1 where one crashed.\n\n"
    "Examples:\n"
    "  holonomy sweep plan.yaml\n"
    "  holonomy sweep plan.yaml -j 4 --store pendulum.sqlite\n",
    NULL,
    NULL,
    NULL};

/* ---------------------------------------------------------------- progress */

typedef struct {
    bool bar, lines; /* a terminal; anything else; neither where quiet */
} progress;

static void show_line(const hol_sweep_news *n)
{
    const hol_record *r = n->record;
    double value = r->adaptive ? r->rtol : r->h;
    fprintf(stderr, "%d of %d: %s on %s, %s = %.4g: %s%s%s\n", n->had + n->done, n->runs,
            r->method->name, r->problem->name, r->adaptive ? "rtol" : "h", value, r->status,
            strcmp(r->status, "ok") && r->why.text[0] ? ": " : "",
            strcmp(r->status, "ok") ? r->why.text : "");
}

static void show_bar(const hol_sweep_news *n)
{
    enum { WIDTH = 30 };
    int done = n->had + n->done, filled = n->runs ? done * WIDTH / n->runs : WIDTH;
    int failed = n->done - n->ok;
    char left[48] = "", bad[48] = "";
    if (n->done)
        snprintf(left, sizeof left, ", %.0f s left", ceil(n->seconds * (n->runs - done) / n->done));
    if (failed) snprintf(bad, sizeof bad, ", %d not ok", failed);
    fprintf(stderr, "\r[%.*s%*s] %d of %d%s%s%s\033[K", filled, "##############################",
            WIDTH - filled, "", done, n->runs, left, bad,
            interrupts ? "; finishing what runs, Ctrl-C again to stop now" : "");
    fflush(stderr);
}

static void show(void *self, const hol_sweep_news *n)
{
    const progress *p = self;
    if (p->bar) show_bar(n);
    if (p->lines && n->record) show_line(n);
}

/* The word as a shell takes it. */
static void put_word(FILE *out, const char *word)
{
    bool plain = *word && !word[strcspn(word, " \t\n\"'\\$`!*?[](){}<>|&;#~")];
    putc(' ', out);
    if (!plain) putc('\'', out);
    for (; *word; word++) fputs(*word == '\'' ? "'\\''" : (char[]){*word, '\0'}, out);
    if (!plain) putc('\'', out);
}

static void say_how_to_go_on(const arguments *a, const hol_sweep_news *n)
{
    fprintf(stderr, "holonomy: interrupted, %d of %d runs are in the store; continue with:\n",
            n->had + n->done, n->runs);
    fputs("holonomy sweep", stderr);
    put_word(stderr, a->plan);
    if (a->jobs != 1) fprintf(stderr, " -j %d", a->jobs);
    if (strcmp(a->store, HOL_STORE_DEFAULT) != 0) {
        fputs(" --store", stderr);
        put_word(stderr, a->store);
    }
    putc('\n', stderr);
}

/* ---------------------------------------------------------------- the sweep */

static void catch (int signal, void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler};
    sigaction(signal, &action, NULL);
}

static int sum_up(const arguments *a, const progress *p, hol_sweep_end end, const hol_sweep_news *n,
                  const hol_message *why)
{
    static const int code[] = {[HOL_SWEPT] = HOL_EXIT_OK,
                               [HOL_SWEEP_INTERRUPTED] = HOL_EXIT_INTERRUPTED,
                               [HOL_SWEEP_STORE] = HOL_EXIT_FILE,
                               [HOL_SWEEP_MACHINE] = HOL_EXIT_MACHINE};
    if (p->bar) fputs("\r\033[K", stderr);
    if (end == HOL_SWEEP_INTERRUPTED)
        say_how_to_go_on(a, n);
    else if (end != HOL_SWEPT)
        cli_say("%s", why->text);
    else if (!a->quiet)
        fprintf(stderr, "%d runs: %d were in %s, %d made: %d ok, %d not ok\n", n->runs, n->had,
                a->store, n->done, n->ok, n->done - n->ok);
    if (n->crashed) cli_say("%d of the runs crashed", n->crashed);
    return end == HOL_SWEPT && n->crashed ? HOL_EXIT_FAILED : code[end];
}

static int sweep_plan(const arguments *a, const hol_plan *plan)
{
    hol_message why;
    hol_sweep_news news;
    progress p = {.bar = !a->quiet && isatty(STDERR_FILENO)};
    p.lines = !a->quiet && !p.bar;
    catch (SIGXFSZ, SIG_IGN); /* a file at its limit is an error of its write */
    hol_store *store = hol_store_open(a->store, HOL_STORE_WRITE, &why);
    if (!store) {
        cli_say("%s", why.text);
        return HOL_EXIT_FILE;
    }
    catch (SIGINT, on_interrupt);
    const hol_sweep sweep = {.plan = plan,
                             .store = store,
                             .workers = a->jobs,
                             .interrupts = &interrupts,
                             .tell = show,
                             .self = &p};
    hol_sweep_end end = hol_sweep_run(&sweep, &news, &why);
    hol_store_close(store);
    return sum_up(a, &p, end, &news, &why);
}

int cli_sweep(int argc, char **argv)
{
    arguments a = {.store = HOL_STORE_DEFAULT, .jobs = 1};
    if (!cli_parse(&argp, argc, argv, &a)) return HOL_EXIT_USAGE;
    hol_plan *plan = cli_plan(a.plan);
    if (!plan) return HOL_EXIT_INPUT;
    int code = sweep_plan(&a, plan);
    hol_plan_free(plan);
    return cli_finish(code);
}
