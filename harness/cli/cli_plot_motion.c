/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `holonomy plot --motion`: runs of a problem in motion as one page. */
#include <stdlib.h>

#include "base/text.h"
#include "harness/cli/cli_plot.h"
#include "harness/cli/cli_plugins.h"
#include "harness/cli/cli_progress.h"
#include "harness/cli/cli_terminal.h"
#include "harness/report/report_motion.h"
#include "harness/store/record.h"

enum { FRAMES = 400, TRIED = 6 };

/* ---------------------------------------------------------------- the runs */

static int run_method(const plot_asked *a, const hol_method *method, hol_record *record)
{
    double *opt = cli_own_options(method, &a->options);
    if (!opt) return HOL_EXIT_USAGE;
    hol_case c = plot_case_of(a, method, opt);
    if (a->rtol > 0) c.rtol = c.atol = a->rtol;
    hol_record_run(&c, 0, FRAMES, record);
    free(opt);
    if (record->end == HOL_END_NO_MEMORY) hol_no_memory();
    if (record->placed) return HOL_EXIT_OK;
    hol_complain("%s on %s: %s%s%s", method->name, a->problem->name, hol_end_name(record->end),
                 record->why.text[0] ? ": " : "", record->why.text);
    return record->ran ? HOL_EXIT_FAILED : HOL_EXIT_USAGE;
}

/* A method that fails or does not fit leaves the others their motion. */
static int run_methods(const plot_asked *a, hol_record record[], report_moved run[], int *runs)
{
    int code = HOL_EXIT_OK, count = a->methods.count;
    cli_bar bar = cli_bar_of(a->quiet);
    for (int k = 0; k < count; k++) {
        const hol_method *method = hol_method_named(a->methods.of[k]);
        cli_bar_put(&bar, (double)k / count, "%d of %d: %s", k + 1, count, method->name);
        int one = run_method(a, method, &record[k]);
        cli_bar_end(&bar);
        if (!one) run[(*runs)++] = (report_moved){method->name, &record[k]};
        if (one && !code) code = one;
    }
    return *runs ? HOL_EXIT_OK : code;
}

/* ---------------------------------------------------------------- without a method */

typedef struct {
    const hol_method *method;
    double order; /* on the problem, in the method's own formulation; 0: it does not step it */
    int place;
} candidate;

static int by_order(const void *a, const void *b)
{
    const candidate *x = a, *y = b;
    if (x->order != y->order) return x->order > y->order ? -1 : 1;
    return x->place - y->place;
}

static double order_on(const hol_method *method, const hol_problem *problem)
{
    hol_refusal why;
    const hol_setup setup = {.problem = problem, .method = method};
    hol_experiment *x = method->baseline ? NULL : hol_experiment_open(&setup, &why);
    double order = x ? x->claims.order_q : 0;
    hol_experiment_close(x);
    return order;
}

/* Of the methods of the highest orders the first that comes to the end, else the one that comes
 * furthest. */
static int run_best(const plot_asked *a, hol_record *record, report_moved *run, int *runs)
{
    int count = 0;
    while (hol_method_at(count)) count++;
    candidate *of = hol_new(count, sizeof *of);
    for (int k = 0; k < count; k++)
        of[k] = (candidate){hol_method_at(k), order_on(hol_method_at(k), a->problem), k};
    qsort(of, (size_t)count, sizeof *of, by_order);
    for (int k = 0; k < TRIED && k < count && of[k].order > 0; k++) {
        hol_record next = hol_record_blank(a->problem, of[k].method);
        bool further = !run_method(a, of[k].method, &next) && !(next.t <= record->t);
        hol_record_clear(further ? record : &next);
        if (further) *record = next, *run = (report_moved){of[k].method->name, record}, *runs = 1;
        if (further && next.end == HOL_END_OK) break;
    }
    free(of);
    if (!*runs)
        hol_complain("no method steps %s: `holonomy explain %s` says why", a->problem->name,
                     a->name);
    return *runs ? HOL_EXIT_OK : HOL_EXIT_USAGE;
}

/* ---------------------------------------------------------------- the page */

static char *command_of(const plot_asked *a)
{
    hol_text t;
    hol_text_begin(&t);
    fputs("holonomy plot --motion", t.out);
    cli_put_word(t.out, a->name);
    for (int k = 0; k < a->methods.count; k++) cli_put_word(t.out, a->methods.of[k]);
    cli_put_plugins(t.out);
    return hol_text_end(&t);
}

static int write_page(const plot_asked *a, const report_moving *m)
{
    char usual[256], what[256], *command = command_of(a);
    snprintf(usual, sizeof usual, "%.200s-motion.html", a->problem->name);
    snprintf(what, sizeof what, "the motion of %.200s", a->problem->name);
    const char *path = a->output ? a->output : usual;
    const report_origin origin = report_origin_of(what, command);
    FILE *out = cli_output(path);
    if (out) report_motion_page(out, m, &origin);
    int code = out ? cli_output_end(out, path, HOL_EXIT_OK) : HOL_EXIT_FILE;
    if (code == HOL_EXIT_OK && !a->quiet) fprintf(stderr, "%s\n", path);
    free(command);
    return code;
}

int plot_motion(const plot_asked *a)
{
    int count = a->methods.count ? a->methods.count : 1;
    hol_record *record = hol_new(count, sizeof *record);
    report_moved *run = hol_new(count, sizeof *run);
    report_moving m = {.problem = a->problem, .parameters = a->par, .run = run};
    for (int k = 0; k < count; k++) record[k] = hol_record_blank(a->problem, hol_method_at(0));
    int code =
        a->methods.count ? run_methods(a, record, run, &m.runs) : run_best(a, record, run, &m.runs);
    if (m.runs) code = write_page(a, &m);
    for (int k = 0; k < count; k++) hol_record_clear(&record[k]);
    free(record);
    free(run);
    return cli_finish(code);
}
