/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `holonomy plot PROBLEM METHOD...`: a quick figure without a plan. */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "harness/cli/cli_derive.h"
#include "harness/cli/cli_plot.h"
#include "harness/cli/cli_terminal.h"
#include "harness/report/report.h"
#include "harness/report/report_colours.h"

typedef plot_asked arguments;

/* ---------------------------------------------------------------- the command line */

static const cli_names quantities = {"unknown quantity", plot_quantities, sizeof *plot_quantities,
                                     0};

static const char *const formats[] = {"svg", "pdf", "png"}, page[] = "html";
enum { FORMATS = sizeof formats / sizeof *formats };

/* The format that the name of a file asks for; NULL: none that there is. */
static const char *format_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    for (int i = 0; dot && i < FORMATS; i++)
        if (!strcmp(dot + 1, formats[i])) return formats[i];
    return NULL;
}

/* Whether the name of the file says what is drawn. */
static bool is_named(const arguments *a)
{
    const char *dot = a->output ? strrchr(a->output, '.') : NULL;
    bool is_page = dot && !strcmp(dot + 1, page);
    if (!a->output || (a->moving ? is_page : format_of(a->output) != NULL)) return true;
    if (a->moving)
        hol_complain("--output: '%s' is the name of no page: with --motion it ends with .html",
                     a->output);
    else
        hol_complain("--output: '%s' is the name of no figure: it ends with .svg, .pdf or .png%s",
                     a->output, is_page ? "; a page is made by --motion" : "");
    return false;
}

static const cli_option options[] = {
    CLI_EXPERIMENT(""),
    {"what", 0, "X",
     "energy (default), momentum, nodal, phi, gv, error, orientation, velocity, lambda or position",
     cli_one, CLI_AT(asked)},
    {"body", 0, "NAME", "whose position; default: the last body's", cli_text, CLI_AT(body)},
    {"row", 0, "NAME", "whose lambda; default: the last joint row's", cli_text, CLI_AT(row)},
    {"output", 0, "FILE.svg",
     "or .pdf or .png; default: PROBLEM-WHAT.svg here; of --motion FILE.html", cli_file,
     CLI_AT(output)},
    {"motion", 0, NULL, "the mechanism in motion, as one page that needs nothing beside itself",
     cli_flag, CLI_AT(moving)},
    CLI_NO_DERIVE,
    {"quiet", 0, NULL, "no progress bar and no notes", cli_flag, CLI_AT(quiet)},
    {0}};

static const cli_usage usage = {
    .options = options,
    .arguments =
        (const cli_argument[]){{cli_text, CLI_AT(name)}, {cli_words, CLI_AT(methods)}, {0}},
    .least = 1,
    .needs = "plot needs a problem and methods: holonomy plot PROBLEM METHOD...",
    .words = "PROBLEM|MODEL.yaml METHOD...",
    .about =
        "Runs the methods on the problem and draws one quantity over time.\v"
        "What the invariants and constraints are off by is the largest within each of 300 parts of "
        "the span; error, orientation and velocity are against the true motion, at the times of "
        "its file and some others.  lambda is the reaction of a joint row.\n\n"
        "--motion needs no method: of those that step the problem one of the highest order runs.  "
        "The page plays the motion and is turned by mouse or arrow keys.\n\n"
        "Examples:\n"
        "  holonomy plot rigid-body dvp em mk4\n"
        "  holonomy plot double-spherical-pendulum shake --what position --until 5\n"
        "  holonomy plot quadrangle mk4 --what error --output e.pdf\n"
        "  holonomy plot quadrangle mk4 --what lambda --row revolute01.x\n"
        "  holonomy plot pendulum rk4-index1 --what gv --step 0.05 --output drift.svg\n"
        "  holonomy plot --motion four-bar\n"
        "  holonomy plot --motion my.yaml rattlie jet-dp5 --output my.html\n"};

/* ---------------------------------------------------------------- the numbers */

typedef struct { /* files in a folder of their own */
    char dir[256];
    report_file data, table;
    char title[256]; /* the problem, and what of it where that has a name: */
    char part[128];
    int drawn; /* methods */
    bool ran;  /* any of them, be it for no step at all */
} figure;

hol_case plot_case_of(const arguments *a, const hol_method *method, const double opt[])
{
    hol_case c = hol_case_of(a->problem, method);
    if (isfinite(a->step)) c.h = a->step;
    if (isfinite(a->until)) c.until = a->until;
    c.formulation = a->formulation;
    c.repeats = 0;
    c.parameters = a->par;
    c.options = opt;
    return c;
}

/* The problem, its parameters that are not the defaults, and the part of it that is drawn. */
static void name_figure(figure *f, const arguments *a, const char *part)
{
    char changed[160] = "";
    hol_options_changed(a->problem->parameters, a->par, "", changed, sizeof changed);
    snprintf(f->title, sizeof f->title, "%.80s%s%.80s%s%.80s", a->problem->name,
             *changed ? " " : "", changed, *part ? ", " : "", part);
}

/* What a run over no time at all shows: are there values?  An exit code, after a message. */
static int look(figure *f, const arguments *a, hol_case *whole, double *order)
{
    hol_result r;
    hol_case c = *whole;
    c.until = c.h = fmin(c.h, c.until);
    hol_outcome outcome = hol_run(&c, &r);
    int code = outcome == HOL_RAN ? HOL_EXIT_OK : HOL_EXIT_USAGE;
    if (code) hol_complain("%s", r.message.text);
    if (!code && !plot_has(a->what, &r)) {
        hol_text t;
        hol_text_begin(&t);
        for (const plot_quantity *q = plot_quantities; q->name; q++)
            if (plot_has(q, &r)) fprintf(t.out, ", %s", q->name);
        char *others = hol_text_end(&t);
        hol_complain("%s by %s has no %s to draw in %s: %s; there are %s", a->problem->name,
                     whole->method->name, a->what->name, r.x->sys->formulation, a->what->lacks,
                     others + 2);
        free(others);
        code = HOL_EXIT_USAGE;
    }
    const char *part = code ? NULL : plot_part(a, &r);
    if (part && !f->drawn) {
        snprintf(f->part, sizeof f->part, "%.120s", part);
        name_figure(f, a, part);
    }
    *order = code ? 0 : r.x->claims.order_q;
    if (!code && isfinite(a->rtol) && hol_takes_tolerances(&r.x->claims))
        whole->rtol = whole->atol = a->rtol;
    hol_result_free(&r);
    return code;
}

static void end_block(figure *f, const hol_method *method, double order)
{
    int k = ++f->drawn;
    fputs("\n\n", f->data.out);
    fprintf(f->table.out, "METHOD[%d] = '%s'; FAMILY[%d] = %u; ORDER[%d] = %g\n", k, method->name,
            k, report_colour(method), k, order);
}

static int run_method(figure *f, const arguments *a, const hol_method *method)
{
    double order, *opt = cli_own_options(method, &a->options);
    if (!opt) return HOL_EXIT_USAGE;
    hol_case c = plot_case_of(a, method, opt);
    int code = look(f, a, &c, &order);
    if (!code) {
        code = a->what->put(f->data.out, a, &c);
        f->ran |= code != HOL_EXIT_USAGE;
        if (!code) end_block(f, method, order);
    }
    free(opt);
    return code;
}

/* A method that fails or does not fit leaves the others their figure.  Rows of formulations differ:
 * the row of the first method is that of all. */
static int run_methods(figure *f, const arguments *a)
{
    arguments asked = *a;
    int code = HOL_EXIT_OK;
    cli_bar bar = cli_bar_of(a->quiet);
    for (int k = 0; k < a->methods.count; k++) {
        cli_bar_put(&bar, (double)k / a->methods.count, "%d of %d: %s", k + 1, a->methods.count,
                    a->methods.of[k]);
        bool first = !f->drawn;
        if (f->drawn && !asked.row && f->part[0] && !a->what->motion) asked.row = f->part;
        int one = run_method(f, &asked, hol_method_named(a->methods.of[k]));
        cli_bar_end(&bar);
        if (one && (!code || first)) code = one;
    }
    return f->drawn ? HOL_EXIT_OK : code;
}

/* ---------------------------------------------------------------- the drawing */

static void file_in(const figure *f, const char *name, char path[], size_t size)
{
    snprintf(path, size, "%s/%s", f->dir, name);
}

typedef struct {
    const report_drawing *of;
    int code;
} drawn;

static void call_gnuplot(void *data)
{
    drawn *d = data;
    d->code = report_gnuplot(d->of);
}

/* What gnuplot says goes to a file: its first line is told where it fails, its warnings are not. */
static int quiet_gnuplot(const figure *f, const report_drawing *of)
{
    drawn d = {of, HOL_EXIT_MACHINE};
    char path[REPORT_PATH], line[256] = "";
    file_in(f, "gnuplot.log", path, sizeof path);
    int log = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600), kept = dup(STDERR_FILENO);
    fflush(stderr);
    if (log >= 0 && kept >= 0) dup2(log, STDERR_FILENO);
    if (log >= 0) close(log);
    bool room = hol_try(call_gnuplot, &d);
    fflush(stderr);
    if (kept >= 0) dup2(kept, STDERR_FILENO), close(kept);
    if (!room) hol_no_memory();
    FILE *said = d.code ? fopen(path, "r") : NULL;
    for (const char *end = line; said && end && (!line[0] || line[0] == '\n');)
        end = fgets(line, sizeof line, said);
    line[strcspn(line, "\n")] = '\0';
    const char *what = strncmp(line, "holonomy: ", 10) ? line : line + 10;
    if (d.code) hol_complain("%s", what[0] ? what : "gnuplot failed without a word");
    if (said) fclose(said);
    return d.code;
}

static int gnuplot(const figure *f, const arguments *a, const char *format)
{
    char set[256];
    snprintf(set, sizeof set, "quantity = '%s'; motion = %d; linear = %d; METHODS = %d",
             a->what->axis, a->what->motion, a->what->linear, f->drawn);
    return quiet_gnuplot(f, &(report_drawing){.dir = f->dir,
                                              .script = "plot",
                                              .name = "quick",
                                              .figure = "plot",
                                              .title = f->title,
                                              .format = format,
                                              .set = set});
}

/* The figure goes to its place only when it is whole. */
static int deliver(const figure *f, const char *output, const char *format)
{
    char from[REPORT_PATH], name[32];
    snprintf(name, sizeof name, "quick-plot.%s", format);
    file_in(f, name, from, sizeof from);
    return cli_copy(from, output);
}

static int draw(const figure *f, const arguments *a)
{
    char usual[256];
    snprintf(usual, sizeof usual, "%s-%s.svg", a->problem->name, a->what->name);
    const char *output = a->output ? a->output : usual, *format = format_of(output);
    int code = gnuplot(f, a, format);
    if (code == HOL_EXIT_OK) code = deliver(f, output, format);
    if (code == HOL_EXIT_OK && !a->quiet) fprintf(stderr, "%s\n", output);
    return code;
}

static bool open_files(figure *f)
{
    const char *tmp = getenv("TMPDIR");
    snprintf(f->dir, sizeof f->dir, "%.200s/holonomy-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    if (mkdtemp(f->dir))
        return report_open(&f->data, f->dir, "data.dat") &&
               report_open(&f->table, f->dir, "methods.gp");
    return hol_refuse(false, "%s: %s", f->dir, strerror(errno));
}

static void remove_files(const figure *f)
{
    static const char *const name[] = {"data.dat",       "methods.gp",     "gnuplot.log",
                                       "quick-plot.svg", "quick-plot.pdf", "quick-plot.png"};
    char path[REPORT_PATH];
    for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
        file_in(f, name[i], path, sizeof path);
        unlink(path);
    }
    rmdir(f->dir);
}

static int make(const arguments *a)
{
    figure f = {.drawn = 0};
    name_figure(&f, a, "");
    int code = HOL_EXIT_FILE, n = a->methods.count;
    hol_case c = plot_case_of(a, NULL, NULL);
    if (isfinite(a->rtol) && !cli_tolerance_taken(&c, &a->methods, &a->options))
        return HOL_EXIT_USAGE;
    if (open_files(&f)) {
        fprintf(f.table.out, "array METHOD[%d]; array FAMILY[%d]; array ORDER[%d]\n", n, n, n);
        code = run_methods(&f, a);
        bool written = report_close(&f.data);
        if (!report_close(&f.table) || !written) code = HOL_EXIT_FILE;
        if (code == HOL_EXIT_OK) code = draw(&f, a);
    }
    remove_files(&f);
    return cli_finish(code);
}

/* Options of figures alone, and a figure without a method. */
static bool is_whole(const arguments *a)
{
    if (a->moving && a->asked.at >= 0)
        hol_complain("--what is what a figure shows: --motion shows the mechanism");
    else if (!a->moving && !a->methods.count)
        hol_complain("%s", usage.needs);
    else
        return is_named(a);
    return false;
}

static int set_up(void *arguments_, const hol_problem *problem)
{
    arguments *a = arguments_;
    a->problem = problem;
    if (!is_whole(a)) return HOL_EXIT_USAGE;
    a->what = &plot_quantities[a->asked.at < 0 ? 0 : a->asked.at];
    const char *part = a->what->part ? a->what->part : "";
    const struct {
        const char *name, *given, *what;
    } of[] = {{"body", a->body, "position"}, {"row", a->row, "lambda"}};
    for (int i = 0; i < 2; i++)
        if (of[i].given && strcmp(of[i].name, part) != 0)
            return hol_refuse(HOL_EXIT_USAGE,
                              "--%s is whose %s; --what %s has none: give --what %s", of[i].name,
                              of[i].what, a->what->name, of[i].what);
    if (a->formulation && !cli_known_formulation(a->formulation)) return HOL_EXIT_USAGE;
    for (int i = 0; i < a->methods.count; i++)
        if (!cli_method(a->methods.of[i])) return HOL_EXIT_USAGE;
    if (!cli_options_taken(&a->methods, &a->options)) return HOL_EXIT_USAGE;
    double *par = cli_parameters(a->problem, &a->parameters);
    double until = isfinite(a->until) ? a->until : problem->t_end;
    bool derives = par && !a->moving && !a->no_derive && plot_needs_truth(a->what);
    int code = par ? HOL_EXIT_OK : HOL_EXIT_USAGE;
    a->par = par;
    if (derives) code = cli_know(&(cli_motion){problem, par, until, a->quiet});
    if (!code) code = a->moving ? plot_motion(a) : make(a);
    free(par);
    return code;
}

int cli_plot(int argc, char **argv)
{
    arguments a = {.step = NAN, .until = NAN, .rtol = NAN, .asked = {&quantities, -1}};
    return cli_command_on(&usage, argc, argv, &a, set_up);
}
