/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `holonomy run PROBLEM METHOD`. */
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "harness/cli/cli.h"
#include "harness/memory.h"

static volatile sig_atomic_t interrupted;

static void on_interrupt(int signal)
{
    (void)signal;
    interrupted = 1;
}

/* ---------------------------------------------------------------- the command line */

enum {
    STEP = 256,
    RTOL,
    ATOL,
    UNTIL,
    FORMULATION,
    STATE,
    SAMPLES,
    OUTPUT,
    JSON,
    QUIET,
    REPEATS,
    PAST
};

static const struct argp_option options[] = {
    {"step", STEP, "H", 0, "fixed step [s]; default: the problem's", 0},
    {"rtol", RTOL, "R", 0, "steps under control of the error estimate: relative tolerance", 0},
    {"atol", ATOL, "A", 0, "absolute tolerance of the estimate; default: --rtol", 0},
    {"until", UNTIL, "T", 0, "end of the run [s]; default: the problem's", 0},
    {"formulation", FORMULATION, "F", 0, "default: the method's, else the first that fits", 0},
    {NULL, 'p', "NAME=VALUE", 0, "sets a parameter of the problem", 0},
    {NULL, 'o', "NAME=VALUE", 0, "sets an option of the method", 0},
    {"state", STATE, "FILE.json", 0, "start from the bodies in this file, as --json prints them",
     0},
    {"samples", SAMPLES, "N", 0, "N equidistant times, start and end included", 0},
    {"output", OUTPUT, "FILE.csv", 0, "writes the motion: the samples, else every step", 0},
    {"json", JSON, NULL, 0, "prints one object of JSON in place of the table", 0},
    {"past-singular", PAST, NULL, 0,
     "goes on past singular configurations, which end the run of a method that needs full rank", 0},
    {"quiet", QUIET, NULL, 0, "no progress bar and no notes", 0},
    {"repeats", REPEATS, "N", 0, "times the steps N times more (default 1), apart from all else",
     0},
    {0}};

typedef struct {
    const char *problem, *method, *state, *output;
    const char **parameter, **option; /* "name=value" */
    int parameters, options;
    double step, rtol, atol, until;
    bool has_step, has_rtol, has_atol, has_until, json, quiet, past_singular;
    int samples, repeats;
    const char *formulation;
} arguments;

static error_t number(const char *option, const char *text, double *x, bool *given)
{
    char *end;
    *x = strtod(text, &end);
    *given = true;
    bool number = end != text && !*end && strspn(text, "+-.0123456789eE") == strlen(text);
    if (number && isfinite(*x)) return 0;
    cli_say("%s: '%s' is %s", option, text, number ? "too large" : "not a number");
    return EINVAL;
}

static error_t integer(const char *option, const char *text, int least, int *n)
{
    char *end;
    errno = 0;
    long value = strtol(text, &end, 10);
    *n = (int)value;
    if (end != text && !*end && !errno && value >= least && value <= 10000000) return 0;
    cli_say("%s: '%s' is not an integer from %d to 10000000", option, text, least);
    return EINVAL;
}

static error_t argument(arguments *a, const char *text, unsigned place)
{
    if (place == 0)
        a->problem = text;
    else if (place == 1)
        a->method = text;
    else {
        cli_say("one argument too many: '%s'", text);
        return EINVAL;
    }
    return 0;
}

static error_t both_given(const arguments *a)
{
    if (a->problem && a->method) return 0;
    cli_say("run needs a problem and a method: holonomy run PROBLEM|MODEL.yaml METHOD");
    return EINVAL;
}

static error_t numeric(int key, const char *text, arguments *a)
{
    switch (key) {
    case STEP:
        return number("--step", text, &a->step, &a->has_step);
    case RTOL:
        return number("--rtol", text, &a->rtol, &a->has_rtol);
    case ATOL:
        return number("--atol", text, &a->atol, &a->has_atol);
    case UNTIL:
        return number("--until", text, &a->until, &a->has_until);
    case SAMPLES:
        return integer("--samples", text, 2, &a->samples);
    case REPEATS:
        return integer("--repeats", text, 0, &a->repeats);
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    arguments *a = state->input;
    switch (key) {
    case FORMULATION:
        a->formulation = text;
        return 0;
    case 'p':
        a->parameter[a->parameters++] = text;
        return 0;
    case 'o':
        a->option[a->options++] = text;
        return 0;
    case STATE:
        a->state = text;
        return 0;
    case OUTPUT:
        a->output = text;
        return 0;
    case JSON:
        a->json = true;
        return 0;
    case PAST:
        a->past_singular = true;
        return 0;
    case QUIET:
        a->quiet = true;
        return 0;
    case ARGP_KEY_ARG:
        return argument(a, text, state->arg_num);
    case ARGP_KEY_END:
        return both_given(a);
    default:
        return numeric(key, text, a);
    }
}

static const struct argp argp = {
    options,
    parse,
    "PROBLEM|MODEL.yaml METHOD",
    "Runs one method on one problem, or on a model of your own in a file of YAML, and prints what "
    "it "
    "conserved, how far it is from the reference and what it cost.\v"
    "The exit code is 0 where the run came to its end, 1 where it did not.\n\n"
    "Examples:\n"
    "  holonomy run rigid-body dvp --step 0.01\n"
    "  holonomy run double-spherical-pendulum shake -o velocity=legendre --until 10\n"
    "  holonomy run rigid-body jet-dp5 --rtol 1e-8 --samples 301 --output a.csv\n"
    "  holonomy run problems/gyrostat.yaml mk4\n"
    "  holonomy run rigid-body mk4 --json > a.json\n"
    "  holonomy run rigid-body mk4 --state a.json     goes on from there\n",
    NULL,
    NULL,
    NULL};

/* ---------------------------------------------------------------- observers */

typedef struct { /* the progress bar and the rows of --output */
    const arguments *a;
    const hol_result *r;
    FILE *csv;
    int error;           /* errno of the file that could not be opened */
    bool bar;            /* a terminal, not --quiet */
    double began, shown; /* wall clock [s] */
} monitor;

static double wall_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* After the first second, five times a second. */
static void show_bar(monitor *m, double t, double t_end)
{
    enum { WIDTH = 30 };
    double now = wall_clock(), part = t / t_end;
    if (now - m->began < 1.0 || (now - m->shown < 0.2 && part < 1.0)) return;
    m->shown = now;
    if (part >= 1.0) {
        fputs("\rtiming the steps \033[K", stderr);
        return;
    }
    int filled = (int)(part * WIDTH);
    fprintf(stderr, "\r[%.*s%*s] %3.0f %%  t = %.4g s  %.0f s left \033[K", filled,
            "##############################", WIDTH - filled, "", 100.0 * part, t,
            (now - m->began) * (1.0 - part) / fmax(part, 1e-6));
    fflush(stderr);
}

static void open_csv(monitor *m)
{
    m->csv = fopen(m->a->output, "w");
    if (m->csv) {
        cli_csv_header(m->csv, m->r);
        return;
    }
    m->error = errno;
    interrupted = 1;
}

static void observe(void *self, const hol_node *node)
{
    monitor *m = self;
    if (m->a->output && node->step == 0) open_csv(m);
    if (m->csv && !m->a->samples)
        cli_csv_row(m->csv, m->r->sys->nb, node->z->t, m->r->diagnostics->gauge->pose);
    if (m->bar) show_bar(m, node->z->t, node->t_end);
}

/* Writes what is left to write; the exit code. */
static int close_csv(monitor *m, int code)
{
    if (m->csv && m->a->samples)
        for (int i = 0; i < m->r->sampler->count; i++)
            cli_csv_row(m->csv, m->r->sys->nb, m->r->sampler->sample[i].t,
                        m->r->sampler->sample[i].pose);
    if (m->csv) {
        bool bad = ferror(m->csv);
        m->error = fclose(m->csv) != 0 ? errno : bad ? EIO : 0;
    }
    if (!m->error) return code;
    cli_say("--output %s: %s", m->a->output, strerror(m->error));
    return HOL_EXIT_FILE;
}

/* ---------------------------------------------------------------- the run */

static bool consistent(const arguments *a)
{
    if (a->has_step && (a->has_rtol || a->has_atol))
        cli_say("--step is a fixed step, --rtol and --atol control it: give one or the other");
    else if (a->has_rtol && !(a->rtol > 0.0))
        cli_say("--rtol %g must be a number above 0", a->rtol);
    else if (a->has_atol && !(a->atol > 0.0))
        cli_say("--atol %g must be a number above 0", a->atol);
    else
        return !a->formulation || cli_known_formulation(a->formulation);
    return false;
}

static hol_case case_of(const arguments *a, const hol_problem *problem, const hol_method *method,
                        monitor *m)
{
    hol_case c = hol_case_of(problem, method);
    c.formulation = a->formulation;
    if (a->has_step) c.h = a->step;
    if (a->has_until) c.until = a->until;
    c.rtol = a->has_rtol ? a->rtol : 0.0;
    c.atol = a->has_atol ? a->atol : c.rtol;
    c.samples = a->samples;
    c.past_singular = a->past_singular;
    c.repeats = a->repeats;
    c.stop = &interrupted;
    c.observe = observe;
    c.observer = m;
    return c;
}

static int report(const arguments *a, const hol_result *r)
{
    if (a->json)
        cli_show_json(stdout, r);
    else
        cli_show_table(stdout, r);
    if (r->note.text[0] && !a->quiet) cli_say("%s", r->note.text);
    if (interrupted) {
        cli_say("%s", r->interrupted ? r->message.text : "interrupted while the steps were timed");
        return HOL_EXIT_INTERRUPTED;
    }
    if (r->status == HOL_OK) return HOL_EXIT_OK;
    cli_say("%s: %s", hol_result_status(r), r->message.text);
    return HOL_EXIT_FAILED;
}

/* A message about the start, with the place in its file where one of its bodies is unknown. */
static void say_bad_start(const arguments *a, const hol_case *c, const hol_result *r)
{
    for (int i = 0; i < c->starts; i++) {
        bool known = false;
        for (int b = 0; b < r->sys->nb; b++) known |= !strcmp(c->start[i].name, r->body[b]);
        if (known) continue;
        cli_say("%s:%d:%d: %s", a->state, c->start[i].line, c->start[i].column, r->message.text);
        return;
    }
    cli_say("%s: %s", a->state, r->message.text);
}

static int run(const arguments *a, hol_case *c, monitor *m)
{
    hol_result r;
    m->r = &r;
    m->bar = isatty(STDERR_FILENO) && !a->quiet;
    m->began = wall_clock();
    struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = (int)SA_RESETHAND};
    sigaction(SIGINT, &action, NULL);
    hol_outcome outcome = hol_run(c, &r);
    if (m->bar && m->shown > 0.0) fputs("\r\033[K", stderr);
    int code;
    if (outcome == HOL_RAN)
        code = close_csv(m, m->error ? HOL_EXIT_FILE : report(a, &r));
    else {
        if (outcome == HOL_BAD_START)
            say_bad_start(a, c, &r);
        else
            cli_say("%s", r.message.text);
        code = outcome == HOL_REFUSED ? HOL_EXIT_USAGE : HOL_EXIT_INPUT;
    }
    hol_result_free(&r);
    return cli_finish(code);
}

static int set_up(const arguments *a, const hol_problem *problem)
{
    const hol_method *method = cli_method(a->method);
    if (!method || !consistent(a)) return HOL_EXIT_USAGE;
    double *par = hol_new(hol_option_count(problem->parameters), sizeof *par);
    double *opt = hol_new(hol_option_count(method->options), sizeof *opt);
    int code = HOL_EXIT_USAGE;
    monitor m = {.a = a};
    hol_case c = case_of(a, problem, method, &m);
    hol_message why;
    hol_start_pose *start = NULL;
    c.parameters = par;
    c.options = opt;
    if (cli_set_all(problem->name, problem->parameters, a->parameters, a->parameter, par) &&
        cli_set_all(method->name, method->options, a->options, a->option, opt)) {
        if (a->state) c.start = start = cli_read_state(a->state, &c.starts, &why);
        if (a->state && !start) {
            cli_say("%s", why.text);
            code = HOL_EXIT_INPUT;
        } else
            code = run(a, &c, &m);
    }
    free(start);
    free(par);
    free(opt);
    return code;
}

int cli_run(int argc, char **argv)
{
    arguments a = {.repeats = 1};
    a.parameter = hol_new(argc, sizeof *a.parameter);
    a.option = hol_new(argc, sizeof *a.option);
    int code = HOL_EXIT_USAGE;
    if (cli_parse(&argp, argc, argv, &a)) {
        const hol_problem *problem = cli_problem(a.problem);
        code = problem ? set_up(&a, problem) : cli_problem_code(a.problem);
        cli_problem_free(problem);
    }
    free(a.parameter);
    free(a.option);
    return code;
}
