/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `holonomy plot PROBLEM METHOD...`: a quick figure without a plan. */
#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/cli/cli.h"
#include "harness/report/report.h"
#include "harness/report/report_colours.h"
#include "harness/store/record.h"
#include "holonomy/memory.h"

/* ---------------------------------------------------------------- what can be drawn */

typedef struct {
    const char *name, *axis;
    size_t at; /* in hol_deviation; of no use where the motion itself is drawn */
    bool motion;
} quantity;

static const quantity quantities[] = {
    {"energy", "energy error [J]", offsetof(hol_deviation, energy), false},
    {"momentum", "momentum error [N s, N m s]", offsetof(hol_deviation, momentum), false},
    {"nodal", "nodal momentum error [N s, N m s]", offsetof(hol_deviation, nodal), false},
    {"phi", "constraint error [m, 1]", offsetof(hol_deviation, phi), false},
    {"gv", "constraint velocity |G v| [m/s, 1/s]", offsetof(hol_deviation, gv), false},
    {"position", "position [m]", 0, true},
};

enum { QUANTITIES = sizeof quantities / sizeof *quantities, SAMPLES = 601 };

/* ---------------------------------------------------------------- the command line */

typedef struct {
    const char *name; /* of the problem, as typed */
    const hol_problem *problem;
    const double *par;
    hol_names methods, parameters; /* parameters: "name=value" */
    double step, until;            /* NaN: the problem's [s] */
    const quantity *what;
    const char *body, *output;
    bool quiet;
} arguments;

static bool take_what(const char *name, const char *word, void *place)
{
    (void)name;
    int k = cli_pick("unknown quantity", word, quantities, sizeof *quantities, QUANTITIES);
    if (k >= 0) *(const quantity **)place = &quantities[k];
    return k >= 0;
}

static const cli_option options[] = {
    {"step", 0, "H", "fixed step [s]; default: the problem's", cli_above_zero, CLI_AT(step)},
    {"until", 0, "T", "end of the runs [s]; default: the problem's", cli_above_zero, CLI_AT(until)},
    {NULL, 'p', "NAME=VALUE", "sets a parameter of the problem", cli_words, CLI_AT(parameters)},
    {"what", 0, "X", "energy (default), momentum, nodal, phi, gv or position", take_what,
     CLI_AT(what)},
    {"body", 0, "NAME", "whose position; default: the last body's", cli_text, CLI_AT(body)},
    {"output", 0, "FILE.svg", "default: PROBLEM-WHAT.svg here", cli_text, CLI_AT(output)},
    {"quiet", 0, NULL, "no notes", cli_flag, CLI_AT(quiet)},
    {0}};

static const cli_argument taken[] = {{cli_text, CLI_AT(name)}, {cli_words, CLI_AT(methods)}, {0}};

static const cli_usage usage = {
    .options = options,
    .arguments = taken,
    .least = 2,
    .needs = "plot needs a problem and methods: holonomy plot PROBLEM METHOD...",
    .words = "PROBLEM|MODEL.yaml METHOD...",
    .about =
        "Runs the methods on the problem and draws one quantity over time.\v"
        "Errors are the largest within each of 300 parts of the span, on a logarithmic axis.\n\n"
        "Examples:\n"
        "  holonomy plot rigid-body dvp em mk4\n"
        "  holonomy plot double-spherical-pendulum shake --what position --until 5\n"
        "  holonomy plot rigid-body rk4-index1 --what gv --step 0.05 --output drift.svg\n"};

/* ---------------------------------------------------------------- the numbers */

typedef struct { /* files in a folder of their own */
    char dir[256];
    report_file data, table;
    int drawn; /* methods */
    bool ran;  /* any of them, be it for no step at all */
} figure;

static void put_series(figure *f, const arguments *a, const hol_record *r)
{
    for (int i = 0; i < r->points; i++) {
        const char *point = (const char *)&r->series[i];
        fprintf(f->data.out, "%.9g %.9g\n", r->series[i].t,
                *(const double *)(const void *)(point + a->what->at));
    }
    if (!r->points) fputs("0 NaN\n", f->data.out);
}

/* The number of the body that is drawn; -1 after a message. */
static int body_drawn(const arguments *a, const hol_result *r)
{
    hol_names known = {0};
    int body = a->body ? -1 : r->x->sys->nb - 1;
    for (int i = 0; i < r->x->sys->nb; i++) hol_names_add(&known, r->body[i]);
    if (a->body) body = hol_names_place(&known, a->body);
    if (body < 0)
        hol_complain("--body: %s has no body '%s'%s", a->problem->name, a->body,
                     hol_did_you_mean(a->body, known.of, known.count).text);
    hol_names_clear(&known);
    return body;
}

static bool put_motion(figure *f, const arguments *a, const hol_result *r)
{
    int body = body_drawn(a, r);
    if (body < 0) return false;
    for (int i = 0; i < r->sampler->count; i++) {
        const double *x = r->sampler->sample[i].pose[body].r;
        fprintf(f->data.out, "%.9g %.9g %.9g %.9g\n", r->sampler->sample[i].t, x[0], x[1], x[2]);
    }
    return true;
}

static void end_block(figure *f, const hol_method *method, double order)
{
    int k = ++f->drawn;
    fputs("\n\n", f->data.out);
    fprintf(f->table.out, "METHOD[%d] = '%s'; FAMILY[%d] = %u; ORDER[%d] = %g\n", k, method->name,
            k, report_colour(method), k, order);
}

static bool run_motion(figure *f, const arguments *a, hol_case *c)
{
    hol_result r;
    bool well = true;
    c->samples = SAMPLES;
    if (hol_run(c, &r) != HOL_RAN)
        hol_complain("%s", r.message.text);
    else if ((well = put_motion(f, a, &r))) {
        if (r.status != HOL_OK) hol_complain("%s: %s", c->method->name, r.message.text);
        end_block(f, c->method, r.x->claims.order_q);
    }
    hol_result_free(&r);
    return well;
}

static bool run_errors(figure *f, const arguments *a, hol_case *c)
{
    hol_record r;
    hol_record_run(c, HOL_SERIES, 0, &r);
    bool well = r.ran && r.end == HOL_END_OK;
    if (!well)
        hol_complain("%s on %s: %s: %s", c->method->name, c->problem->name, hol_end_name(r.end),
                     r.why.text);
    f->ran |= r.ran;
    if (r.ran && r.steps > 0) {
        put_series(f, a, &r);
        end_block(f, c->method, r.order_q);
    }
    hol_record_clear(&r);
    return true;
}

static int run_methods(figure *f, const arguments *a)
{
    bool well = true;
    for (int k = 0; k < a->methods.count && well; k++) {
        hol_case c = hol_case_of(a->problem, hol_method_named(a->methods.of[k]));
        if (isfinite(a->step)) c.h = a->step;
        if (isfinite(a->until)) c.until = a->until;
        c.repeats = 0;
        c.parameters = a->par;
        well = a->what->motion ? run_motion(f, a, &c) : run_errors(f, a, &c);
    }
    if (well && f->drawn) return HOL_EXIT_OK;
    return f->ran ? HOL_EXIT_FAILED : HOL_EXIT_USAGE; /* as of `run`: ended early, does not fit */
}

/* ---------------------------------------------------------------- the drawing */

static void file_in(const figure *f, const char *name, char path[], size_t size)
{
    snprintf(path, size, "%s/%s", f->dir, name);
}

static int gnuplot(const figure *f, const arguments *a)
{
    char set[256];
    snprintf(set, sizeof set, "quantity = '%s'; motion = %d; METHODS = %d", a->what->axis,
             a->what->motion, f->drawn);
    return report_gnuplot(&(report_drawing){.dir = f->dir,
                                            .script = "plot",
                                            .name = "quick",
                                            .figure = "plot",
                                            .title = a->problem->name,
                                            .format = "svg",
                                            .set = set});
}

/* The figure goes to its place only when it is whole. */
static int deliver(const figure *f, const char *output)
{
    char from[REPORT_PATH], block[4096];
    size_t n;
    file_in(f, "quick-plot.svg", from, sizeof from);
    FILE *in = fopen(from, "r");
    if (!in) {
        hol_complain("gnuplot drew nothing: %s", strerror(errno));
        return HOL_EXIT_MACHINE;
    }
    FILE *out = cli_output(output);
    while (out && (n = fread(block, 1, sizeof block, in)) > 0) fwrite(block, 1, n, out);
    fclose(in);
    return out ? cli_output_end(out, output, HOL_EXIT_OK) : HOL_EXIT_FILE;
}

static int draw(const figure *f, const arguments *a)
{
    char output[256];
    snprintf(output, sizeof output, "%s-%s.svg", a->problem->name, a->what->name);
    int code = gnuplot(f, a);
    if (code == HOL_EXIT_OK) code = deliver(f, a->output ? a->output : output);
    if (code == HOL_EXIT_OK && !a->quiet) fprintf(stderr, "%s\n", a->output ? a->output : output);
    return code;
}

static bool open_files(figure *f)
{
    const char *tmp = getenv("TMPDIR");
    snprintf(f->dir, sizeof f->dir, "%.200s/holonomy-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    if (mkdtemp(f->dir))
        return report_open(&f->data, f->dir, "data.dat") &&
               report_open(&f->table, f->dir, "methods.gp");
    hol_complain("%s: %s", f->dir, strerror(errno));
    return false;
}

static void remove_files(const figure *f)
{
    static const char *const name[] = {"data.dat", "methods.gp", "quick-plot.svg"};
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
    int code = HOL_EXIT_FILE, n = a->methods.count;
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

static int set_up(arguments *a)
{
    if (a->body && !a->what->motion) {
        hol_complain(
            "--body is whose position; --what %s is that of the whole: give --what position",
            a->what->name);
        return HOL_EXIT_USAGE;
    }
    for (int i = 0; i < a->methods.count; i++)
        if (!cli_method(a->methods.of[i])) return HOL_EXIT_USAGE;
    double *par = cli_parameters(a->problem, &a->parameters);
    a->par = par;
    int code = par ? make(a) : HOL_EXIT_USAGE;
    free(par);
    return code;
}

int cli_plot(int argc, char **argv)
{
    arguments a = {.step = NAN, .until = NAN, .what = quantities};
    int code = HOL_EXIT_USAGE;
    if (cli_parse(&usage, argc, argv, &a)) {
        a.problem = cli_problem(a.name);
        code = a.problem ? set_up(&a) : cli_problem_code(a.name);
        cli_problem_free(a.problem);
    }
    hol_names_clear(&a.methods);
    hol_names_clear(&a.parameters);
    return code;
}
