/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `holonomy plot PROBLEM METHOD...`: a quick figure without a plan. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/cli/cli.h"
#include "harness/memory.h"
#include "harness/report/report.h"
#include "harness/store/record.h"

#ifndef HOL_GNUPLOT
#define HOL_GNUPLOT "gnuplot"
#endif

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
    {"phi", "constraint error", offsetof(hol_deviation, phi), false},
    {"gv", "constraint velocity |G v|", offsetof(hol_deviation, gv), false},
    {"position", "position [m]", 0, true},
};

enum { QUANTITIES = sizeof quantities / sizeof *quantities, SAMPLES = 601 };

/* ---------------------------------------------------------------- the command line */

enum { STEP = 256, UNTIL, WHAT, BODY, OUTPUT, QUIET };

static const struct argp_option options[] = {
    {"step", STEP, "H", 0, "fixed step [s]; default: the problem's", 0},
    {"until", UNTIL, "T", 0, "end of the runs [s]; default: the problem's", 0},
    {NULL, 'p', "NAME=VALUE", 0, "sets a parameter of the problem", 0},
    {"what", WHAT, "X", 0, "energy (default), momentum, nodal, phi, gv or position", 0},
    {"body", BODY, "NAME", 0, "whose position; default: the last body's", 0},
    {"output", OUTPUT, "FILE.svg", 0, "default: PROBLEM-WHAT.svg here", 0},
    {"quiet", QUIET, NULL, 0, "no notes", 0},
    {0}};

typedef struct {
    const char *name; /* of the problem, as typed */
    const hol_problem *problem;
    const hol_method **method;
    const char **parameter; /* "name=value" */
    int methods, parameters;
    double step, until; /* NaN: the problem's [s] */
    const quantity *what;
    const char *body, *output;
    bool quiet;
} arguments;

static error_t above_zero(const char *option, const char *text, double *x)
{
    char *end;
    *x = strtod(text, &end);
    if (end != text && !*end && *x > 0.0 && isfinite(*x)) return 0;
    cli_say("%s: '%s' is not a number above 0", option, text);
    return EINVAL;
}

static error_t set_what(const char *word, arguments *a)
{
    const char *name[QUANTITIES];
    for (int i = 0; i < QUANTITIES; i++) {
        name[i] = quantities[i].name;
        if (!strcmp(word, name[i])) a->what = &quantities[i];
    }
    if (!strcmp(a->what->name, word)) return 0;
    cli_say("--what: '%s' cannot be drawn%s", word, cli_did_you_mean(word, name, QUANTITIES).text);
    return EINVAL;
}

static error_t argument(arguments *a, const char *word, unsigned place)
{
    if (place == 0) {
        a->name = word;
        return (a->problem = cli_problem(word)) ? 0 : EINVAL;
    }
    a->method[a->methods] = cli_method(word);
    return a->method[a->methods++] ? 0 : EINVAL;
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    arguments *a = state->input;
    switch (key) {
    case STEP:
        return above_zero("--step", text, &a->step);
    case UNTIL:
        return above_zero("--until", text, &a->until);
    case 'p':
        a->parameter[a->parameters++] = text;
        return 0;
    case WHAT:
        return set_what(text, a);
    case BODY:
        a->body = text;
        return 0;
    case OUTPUT:
        a->output = text;
        return 0;
    case QUIET:
        a->quiet = true;
        return 0;
    case ARGP_KEY_ARG:
        return argument(a, text, state->arg_num);
    case ARGP_KEY_END:
        if (a->methods) return 0;
        cli_say("plot needs a problem and methods: holonomy plot PROBLEM METHOD...");
        return EINVAL;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    options,
    parse,
    "PROBLEM|MODEL.yaml METHOD...",
    "Runs the methods on the problem and draws one quantity over time.\v"
    "Errors are the largest within each of 300 parts of the span, on a logarithmic axis.\n\n"
    "Examples:\n"
    "  holonomy plot rigid-body dvp em mk4\n"
    "  holonomy plot double-spherical-pendulum shake --what position --until 5\n"
    "  holonomy plot rigid-body rk4-index1 --what gv --step 0.05 --output drift.svg\n",
    NULL,
    NULL,
    NULL};

/* ---------------------------------------------------------------- the numbers */

typedef struct { /* files in a folder of their own */
    char dir[256];
    FILE *data, *table;
    int drawn; /* methods */
} figure;

static void put_series(figure *f, const arguments *a, const hol_record *r)
{
    for (int i = 0; i < r->points; i++) {
        const char *point = (const char *)&r->series[i];
        fprintf(f->data, "%.9g %.9g\n", r->series[i].t,
                *(const double *)(const void *)(point + a->what->at));
    }
    if (!r->points) fputs("0 NaN\n", f->data);
}

static bool put_motion(figure *f, const arguments *a, const hol_result *r)
{
    int body = r->sys->nb - 1;
    for (int i = 0; a->body && i < r->sys->nb; i++)
        if (!strcmp(a->body, r->body[i])) body = i;
    if (a->body && strcmp(a->body, r->body[body]) != 0) {
        cli_say("--body: %s has no body '%s'", a->problem->name, a->body);
        return false;
    }
    for (int i = 0; i < r->sampler->count; i++) {
        const double *x = r->sampler->sample[i].pose[body].r;
        fprintf(f->data, "%.9g %.9g %.9g %.9g\n", r->sampler->sample[i].t, x[0], x[1], x[2]);
    }
    return true;
}

/* Number of its family, in the order of the registry: as in the report's figures. */
static int family_of(const hol_method *method)
{
    int family = 0;
    for (int k = 0; hol_method_at(k); k++) {
        const char *name = hol_method_at(k)->family;
        bool met = false;
        for (int i = 0; i < k; i++) met |= !strcmp(hol_method_at(i)->family, name);
        family += !met;
        if (!met && !strcmp(name, method->family)) break;
    }
    return family;
}

static void end_block(figure *f, const hol_method *method, double order)
{
    int k = ++f->drawn;
    fputs("\n\n", f->data);
    fprintf(f->table, "METHOD[%d] = '%s'; FAMILY[%d] = %d; ORDER[%d] = %g\n", k, method->name, k,
            family_of(method), k, order);
}

static bool run_motion(figure *f, const arguments *a, hol_case *c)
{
    hol_result r;
    bool well = true;
    c->samples = SAMPLES;
    if (hol_run(c, &r) != HOL_RAN)
        cli_say("%s", r.message.text);
    else if ((well = put_motion(f, a, &r))) {
        if (r.status != HOL_OK) cli_say("%s: %s", c->method->name, r.message.text);
        end_block(f, c->method, r.claims.order_q);
    }
    hol_result_free(&r);
    return well;
}

static bool run_errors(figure *f, const arguments *a, hol_case *c)
{
    hol_record r;
    hol_record_run(c, HOL_SERIES, 0, &r);
    bool well = r.ran && !strcmp(r.status, "ok");
    if (!well) cli_say("%s on %s: %s", c->method->name, c->problem->name, r.why.text);
    if (r.ran) {
        put_series(f, a, &r);
        end_block(f, c->method, r.order_q);
    }
    hol_record_clear(&r);
    return true;
}

static int run_methods(figure *f, const arguments *a)
{
    hol_message why;
    bool well = true;
    double *par = hol_new(hol_option_count(a->problem->parameters), sizeof *par);
    hol_option_defaults(a->problem->parameters, par);
    for (int i = 0; i < a->parameters && well; i++)
        if (!(well = hol_option_set(a->problem->parameters, a->parameter[i], par, &why)))
            cli_say("%s: %s", a->problem->name, why.text);
    for (int k = 0; k < a->methods && well; k++) {
        hol_case c = hol_case_of(a->problem, a->method[k]);
        if (isfinite(a->step)) c.h = a->step;
        if (isfinite(a->until)) c.until = a->until;
        c.repeats = 0;
        c.parameters = par;
        well = a->what->motion ? run_motion(f, a, &c) : run_errors(f, a, &c);
    }
    free(par);
    if (!well) return HOL_EXIT_USAGE;
    return f->drawn ? HOL_EXIT_OK : HOL_EXIT_FAILED;
}

/* ---------------------------------------------------------------- the drawing */

enum { NOT_FOUND = 127 };

static void file_in(const figure *f, const char *name, char path[], size_t size)
{
    snprintf(path, size, "%s/%s", f->dir, name);
}

static int gnuplot(const figure *f, const arguments *a)
{
    char script[REPORT_PATH], set[512];
    const char *given = getenv("GNUPLOT"), *program = given && *given ? given : HOL_GNUPLOT;
    snprintf(script, sizeof script, "%s/plot.gp", report_sources());
    snprintf(set, sizeof set,
             "name = 'quick'; figure = 'plot'; format = 'svg'; title = '%s'; quantity = '%s'; "
             "motion = %d; METHODS = %d",
             a->problem->name, a->what->axis, a->what->motion, f->drawn);
    fflush(NULL);
    pid_t child = fork();
    if (child < 0) return NOT_FOUND;
    if (child == 0) {
        setenv("GNUPLOT_LIB", report_sources(), 1);
        setenv("LC_ALL", "C.UTF-8", 1); /* the scripts and titles are UTF-8 */
        if (chdir(f->dir) == 0)
            execlp(program, program, "--default-settings", "-e", set, script, (char *)NULL);
        _exit(NOT_FOUND);
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* The figure goes to its place only when it is whole. */
static int deliver(const figure *f, const char *output)
{
    char from[REPORT_PATH], block[4096];
    size_t n;
    file_in(f, "quick-plot.svg", from, sizeof from);
    FILE *in = fopen(from, "r"), *out = in ? fopen(output, "w") : NULL;
    bool well = out;
    while (well && (n = fread(block, 1, sizeof block, in)) > 0)
        well = fwrite(block, 1, n, out) == n;
    if (out && fclose(out) != 0) well = false;
    if (!well) cli_say("--output %s: %s", output, strerror(errno));
    if (in) fclose(in);
    return well ? HOL_EXIT_OK : HOL_EXIT_FILE;
}

static int draw(const figure *f, const arguments *a)
{
    char output[256];
    snprintf(output, sizeof output, "%s-%s.svg", a->problem->name, a->what->name);
    int status = gnuplot(f, a);
    if (status == NOT_FOUND) {
        cli_say("gnuplot is missing; install it with: apt-get install gnuplot-nox");
        return HOL_EXIT_MACHINE;
    }
    if (status != 0) {
        cli_say("gnuplot failed (status %d)", status);
        return HOL_EXIT_MACHINE;
    }
    int code = deliver(f, a->output ? a->output : output);
    if (code == HOL_EXIT_OK && !a->quiet) fprintf(stderr, "%s\n", a->output ? a->output : output);
    return code;
}

static bool open_files(figure *f)
{
    char path[REPORT_PATH];
    const char *tmp = getenv("TMPDIR");
    snprintf(f->dir, sizeof f->dir, "%.200s/holonomy-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    if (mkdtemp(f->dir)) {
        file_in(f, "data.dat", path, sizeof path);
        f->data = fopen(path, "w");
        file_in(f, "methods.gp", path, sizeof path);
        f->table = fopen(path, "w");
        if (f->data && f->table) return true;
    }
    cli_say("%s: %s", f->dir, strerror(errno));
    return false;
}

static bool close_files(figure *f)
{
    bool well = f->data && f->table && !ferror(f->data) && !ferror(f->table);
    if (f->data && fclose(f->data) != 0) well = false;
    if (f->table && fclose(f->table) != 0) well = false;
    if (!well) cli_say("%s: %s", f->dir, strerror(errno));
    return well;
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

int cli_plot(int argc, char **argv)
{
    arguments a = {.step = NAN, .until = NAN, .what = quantities};
    figure f = {{0}, NULL, NULL, 0};
    a.method = hol_new(argc, sizeof *a.method);
    a.parameter = hol_new(argc, sizeof *a.parameter);
    bool parsed = cli_parse(&argp, argc, argv, &a);
    int code = a.problem ? HOL_EXIT_USAGE : cli_problem_code(a.name);
    if (parsed) {
        code = HOL_EXIT_FILE;
        if (open_files(&f)) {
            fprintf(f.table, "array METHOD[%d]; array FAMILY[%d]; array ORDER[%d]\n", a.methods,
                    a.methods, a.methods);
            code = run_methods(&f, &a);
            if (!close_files(&f)) code = HOL_EXIT_FILE;
            if (code == HOL_EXIT_OK) code = draw(&f, &a);
        }
        remove_files(&f);
    }
    cli_problem_free(a.problem);
    free(a.method);
    free(a.parameter);
    return cli_finish(code);
}
