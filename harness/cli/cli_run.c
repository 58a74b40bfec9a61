/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `holonomy run PROBLEM METHOD`. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/words.h"
#include "harness/cli/cli.h"
#include "harness/cli/cli_columns.h"
#include "harness/cli/cli_derive.h"
#include "harness/cli/cli_signals.h"
#include "harness/cli/cli_size.h"
#include "harness/cli/cli_terminal.h"

/* Why the run ends before its time: cli_stop. */
enum { GOES_ON, INTERRUPTED, UNWRITTEN };

/* ---------------------------------------------------------------- the command line */

typedef struct {
    const char *problem, *method, *formulation, *state, *output;
    hol_names parameters, options;     /* "name=value" */
    double step, rtol, atol, until;    /* NaN: not given */
    cli_count samples, repeats, steps; /* samples, steps 0: not given */
    cli_chosen redundant;
    cli_set show, columns;
    bool json, quiet, past_singular, no_derive;
} arguments;

enum { MOST = 10000000 };

static const char *const shown[] = {CLI_SHOW_LIST(HOL_WORD) "all"};
static const cli_names parts = {"cannot show", shown, sizeof *shown, CLI_SHOWN + 1};

/* In the order of hol_redundant, whose first is the model's own. */
static const char *const how[] = {HOL_REDUNDANT_LIST(HOL_WORD)};
static const cli_names hows = {"unknown --redundant", how, sizeof *how, sizeof how / sizeof *how};

static const cli_option options[] = {
    {"step", 0, "H", "fixed step, with a tolerance the first one [s]; default: the problem's",
     cli_above_zero, CLI_AT(step)},
    {"rtol", 0, "R",
     "steps under control of the error estimate: relative tolerance; default: 0 with --atol",
     cli_tolerance, CLI_AT(rtol)},
    {"atol", 0, "A", "absolute tolerance of the estimate, in the system's units; default: --rtol",
     cli_above_zero, CLI_AT(atol)},
    {"until", 0, "T", "end of the run [s]; default: the problem's", cli_above_zero, CLI_AT(until)},
    {"steps", 0, "N",
     "N steps: the run ends at N times the step, or the step is the N-th part of --until",
     cli_counted, CLI_AT(steps)},
    {"formulation", 0, "F", "default: the method's, else the first that fits", cli_text,
     CLI_AT(formulation)},
    CLI_PARAMETER,
    CLI_METHOD_OPTION("the method"),
    {"state", 0, "FILE.json", "start from the bodies in this file, as --json prints them", cli_file,
     CLI_AT(state)},
    {"samples", 0, "N", "N equidistant times, start and end included", cli_counted,
     CLI_AT(samples)},
    {"output", 0, "FILE.csv",
     "writes the motion: the samples, else every step; .tsv with tabulators, .json as an object",
     cli_file, CLI_AT(output)},
    {"columns", 0, "WHAT",
     "of that file: poses (default), energy, constraints, reactions, joints, memory or "
     "coordinates; "
     "again for another",
     cli_some, CLI_AT(columns)},
    {"show", 0, "PART",
     "prints poses, reactions, measures (scd, mescd and others), rigid (invariants of the bodies "
     "as "
     "rigid ones), work (what was evaluated) or all besides; again for another",
     cli_some, CLI_AT(show)},
    {"json", 0, NULL, "prints one object of JSON in place of the table", cli_flag, CLI_AT(json)},
    {"past-singular", 0, NULL,
     "goes on past singular configurations, which end the run of a method that needs full rank",
     cli_flag, CLI_AT(past_singular)},
    CLI_NO_DERIVE,
    {"redundant", 0, "HOW",
     "rows that depend on others: refuse, drop or least-norm; default: the model's", cli_one,
     CLI_AT(redundant)},
    {"quiet", 0, NULL, "no progress bar and no notes", cli_flag, CLI_AT(quiet)},
    {"repeats", 0, "N", "times the steps N times more (default 1), apart from all else",
     cli_counted, CLI_AT(repeats)},
    {0}};

static const cli_usage usage = {
    .options = options,
    .arguments =
        (const cli_argument[]){{cli_text, CLI_AT(problem)}, {cli_text, CLI_AT(method)}, {0}},
    .least = 2,
    .needs = "run needs a problem and a method: holonomy run PROBLEM|MODEL.yaml METHOD",
    .words = "PROBLEM|MODEL.yaml METHOD",
    .about =
        "Runs one method on one problem, or on a model of your own in a file of YAML, and "
        "prints what it conserved, how far it is from the reference and what it cost.\v"
        "The exit code is 0 where the run came to its end, 1 where it did not.  `-` is a model "
        "of YAML on standard input.\n\n"
        "Examples:\n"
        "  holonomy run rigid-body dvp --step 0.01\n"
        "  holonomy run double-spherical-pendulum shake -o velocity=legendre --until 10\n"
        "  holonomy run rigid-body jet-dp5 --rtol 1e-8 --samples 301 --output a.csv\n"
        "  holonomy run examples/gyrostat.yaml mk4\n"
        "  holonomy run quadrangle rattle --steps 100 --show poses --show reactions\n"
        "  holonomy run rigid-body mk4 --json > a.json\n"
        "  holonomy run rigid-body mk4 --state a.json     goes on from there\n"};

/* ---------------------------------------------------------------- observers */

typedef struct { /* the progress bar and the rows of --output */
    const arguments *a;
    const hol_result *r;
    cli_sheet sheet; /* its file NULL: none yet */
    cli_bar bar;
} monitor;

static void show_bar(monitor *m, double t, double t_end)
{
    double part = t / t_end, left = (hol_wall_seconds() - m->bar.began) * (1.0 / part - 1.0);
    if (part < 1.0)
        cli_bar_show(&m->bar, part, "%3.0f %%  t = %.4g s  %s left", 100.0 * part, t,
                     cli_span_of(left).text);
    else
        cli_bar_show(&m->bar, 1.0, "timing the steps");
}

static void open_sheet(monitor *m)
{
    FILE *out = cli_output(m->a->output);
    if (out)
        cli_sheet_begin(&m->sheet, out, m->a->output, &m->a->columns, m->r);
    else
        cli_stop = UNWRITTEN;
}

static void observe(void *self, const hol_node *node)
{
    monitor *m = self;
    if (m->a->output && node->step == 0) open_sheet(m);
    if (m->sheet.out && !m->a->samples.n)
        cli_sheet_row(&m->sheet, node->z->t, m->r->diagnostics->gauge->pose);
    if (m->bar.on) show_bar(m, node->z->t, node->t_end);
}

/* Writes what is left to write; the exit code. */
static int close_sheet(monitor *m, int code)
{
    if (!m->sheet.out) return code;
    const hol_sampler *sampler = m->r->sampler;
    for (int i = 0; m->a->samples.n && i < sampler->count; i++)
        cli_sheet_row(&m->sheet, sampler->sample[i].t, sampler->sample[i].pose);
    cli_sheet_end(&m->sheet);
    return cli_output_end(m->sheet.out, m->a->output, code);
}

/* ---------------------------------------------------------------- the run */

static bool given(double x)
{
    return !isnan(x);
}

static hol_case case_of(const arguments *a, const hol_problem *problem, const hol_method *method,
                        monitor *m)
{
    hol_case c = hol_case_of(problem, method);
    c.formulation = a->formulation;
    if (given(a->step)) c.h = a->step;
    if (given(a->until)) c.until = a->until;
    if (a->steps.n && given(a->until))
        c.h = a->until / a->steps.n;
    else if (a->steps.n)
        c.until = a->steps.n * c.h;
    c.rtol = given(a->rtol) ? a->rtol : 0.0;
    c.atol = given(a->atol) ? a->atol : c.rtol;
    c.samples = a->samples.n;
    c.past_singular = a->past_singular;
    c.redundant = (hol_redundant)(a->redundant.at + 1);
    c.repeats = a->repeats.n;
    c.stop = &cli_stop;
    c.observe = observe;
    c.observer = m;
    return c;
}

/* --quiet leaves notes out, as that a problem names a reference that is not there; not why a run
 * whose true motion is derived has no errors: what was kept of it cannot be read. */
static void say_note(const arguments *a, const hol_result *r)
{
    bool derives = !a->no_derive && !a->state && !r->problem->reference;
    bool lost = derives && !r->x->reference;
    if (r->note.text[0] && (!a->quiet || lost)) hol_complain("%s", r->note.text);
}

static int report(const arguments *a, const hol_result *r)
{
    if (a->json)
        cli_show_json(stdout, r);
    else
        cli_show_table(stdout, r, a->show.has);
    say_note(a, r);
    if (cli_stop == INTERRUPTED)
        return hol_refuse(HOL_EXIT_INTERRUPTED, "%s",
                          r->interrupted ? r->message.text
                                         : "interrupted while the steps were timed");
    if (r->status == HOL_OK) return HOL_EXIT_OK;
    return hol_refuse(HOL_EXIT_FAILED, "%s: %s", hol_result_status(r), r->message.text);
}

/* A message about the start, with the place in its file where one of its bodies is unknown. */
static void say_bad_start(const arguments *a, const hol_case *c, const hol_result *r)
{
    for (int i = 0; i < c->starts; i++) {
        bool known = false;
        for (int b = 0; b < r->x->sys->nb; b++) known |= !strcmp(c->start[i].name, r->body[b]);
        if (known) continue;
        hol_complain("%s:%d:%d: %s", a->state, c->start[i].line, c->start[i].column,
                     r->message.text);
        return;
    }
    hol_complain("%s: %s", a->state, r->message.text);
}

static int run(const arguments *a, hol_case *c, monitor *m)
{
    hol_result r;
    m->r = &r;
    m->bar = cli_bar_of(a->quiet);
    cli_heed_stop(NULL);
    hol_outcome outcome = hol_run(c, &r);
    cli_bar_end(&m->bar);
    if (outcome == HOL_WITHOUT_MEMORY) hol_no_memory();
    int code;
    if (outcome == HOL_RAN)
        code = close_sheet(m, cli_stop == UNWRITTEN ? HOL_EXIT_FILE : report(a, &r));
    else {
        if (outcome == HOL_BAD_START)
            say_bad_start(a, c, &r);
        else
            hol_complain("%s", r.message.text);
        bool asked = outcome == HOL_UNFIT || outcome == HOL_REFUSED; /* for what cannot be */
        code = asked ? HOL_EXIT_USAGE : HOL_EXIT_INPUT;
    }
    hol_result_free(&r);
    return cli_finish(code);
}

static int run_from(const arguments *a, hol_case *c, monitor *m)
{
    hol_start_pose *start = a->state ? cli_read_state(a->state, &c->starts) : NULL;
    if (a->state && !start) return HOL_EXIT_INPUT;
    c->start = start;
    int code = run(a, c, m);
    free(start);
    return code;
}

static int set_up(void *arguments_, const hol_problem *problem)
{
    const arguments *a = arguments_;
    const hol_method *method = cli_method(a->method);
    if (!method || (a->formulation && !cli_known_formulation(a->formulation)))
        return HOL_EXIT_USAGE;
    if (a->steps.n && (given(a->rtol) || given(a->atol) || (given(a->step) && given(a->until))))
        return hol_refuse(HOL_EXIT_USAGE,
                          given(a->step) && given(a->until)
                              ? "--steps beside --step and --until: two of the three are enough"
                              : "--steps are fixed steps: not beside --rtol or --atol");
    if (!cli_columns_fit(&a->columns, a->output, a->samples.n)) return HOL_EXIT_USAGE;
    if (a->samples.n && !a->output && !a->json)
        return hol_refuse(HOL_EXIT_USAGE,
                          "--samples are those of a file or of --json: give --output FILE.csv");
    monitor m = {.a = a};
    hol_case c = case_of(a, problem, method, &m);
    double *par = cli_parameters(problem, &a->parameters);
    bool fits = par && cli_size_fits_in(problem, par, a->formulation);
    double *opt = fits ? cli_method_options(method, &a->options) : NULL;
    c.parameters = par;
    c.options = opt;
    int code = opt ? HOL_EXIT_OK : HOL_EXIT_USAGE;
    if (opt && !a->state && !a->no_derive)
        code = cli_know(&(cli_motion){problem, par, c.until, a->quiet});
    if (!code) code = run_from(a, &c, &m);
    free(par);
    free(opt);
    return code;
}

int cli_run(int argc, char **argv)
{
    arguments a = {.step = NAN,
                   .rtol = NAN,
                   .atol = NAN,
                   .until = NAN,
                   .samples = {2, MOST, 0},
                   .repeats = {0, MOST, 1},
                   .steps = {1, MOST, 0},
                   .redundant = {&hows, -1},
                   .show = {.of = &parts},
                   .columns = {.of = &cli_column_groups}};
    return cli_command_on(&usage, argc, argv, &a, set_up);
}
