/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `holonomy compare METHOD METHOD PROBLEM`: the same experiment of two methods side by side. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "harness/cli/cli_compare.h"
#include "harness/cli/cli_derive.h"
#include "harness/cli/cli_terminal.h"

/* ---------------------------------------------------------------- what is set side by side */

enum { ROWS = 17, NAME = 30, COLUMN = 18 };

typedef struct {
    const char *name, *key; /* key: in JSON */
    double value;
    bool error; /* the smaller the better, and round-off below 1e-12 */
} row;

static void rows_of(const hol_result *r, row rows[ROWS])
{
    const hol_eval *sys = r->x->sys;
    const hol_diagnostics *d = r->diagnostics;
    const hol_counters *n = &r->counters;
    double energy = hol_energy_told(d) ? d->energy.max_error : (double)NAN, momentum = NAN;
    for (int i = 0; i < sys->ns; i++) momentum = fmax(momentum, d->momentum[i].max_error);
    const row all[ROWS] = {
        {"position error at the end [m]", "position", r->error.position, true},
        {"orientation error [rad]", "orientation", r->error.orientation, true},
        {"velocity error [m/s, rad/s]", "velocity", r->error.velocity, true},
        {"multiplier error [N, N m]", "multipliers", r->error.multipliers, true},
        {"energy error [J]", "energy", energy, true},
        {"energy error, relative", "energy_relative", energy / d->kinetic, true},
        {"momentum error [N s, N m s]", "momentum", momentum, true},
        {"joints |Phi|", "phi", d->phi, true},
        {"their rates |G v|", "gv", d->gv, true},
        {"CPU time [s]", "cpu_seconds", r->cpu_seconds, false},
        {"CPU time of a step [us]", "step_us", 1e6 * r->cpu_seconds / (double)r->steps, false},
        {"steps", "steps", (double)r->steps, false},
        {"rejected", "rejected", (double)r->rejected, false},
        {"forces", "forces", (double)n->forces, false},
        {"Jacobians", "jacobians", (double)n->jacobians, false},
        {"factorisations", "factorisations", (double)n->factorisations, false},
        {"Newton iterations", "newton", (double)n->newton, false},
    };
    memcpy(rows, all, sizeof all);
}

static const double round_off = 1e-12;

/* ---------------------------------------------------------------- output */

/* Of two values that are round-off, or where one is missing, there is no ratio; nor is there of
 * errors at two times. */
static cli_cell ratio(bool error, bool apart, double a, double b)
{
    if (error && !apart && fabs(a) < round_off && fabs(b) < round_off)
        return (cli_cell){"round-off"};
    bool told = a > 0.0 && isfinite(a) && isfinite(b) && !(error && apart);
    return cli_number("%.3g", told ? b / a : (double)NAN);
}

static cli_cell step_of(const hol_result *r)
{
    return r->adaptive ? cli_number("rtol = %.4g", r->rtol) : cli_number("h = %.6g s", r->h);
}

static void print_line(const char *name, const char *a, const char *b, const char *more)
{
    printf("%-*s %*s %*s%s%s\n", NAME, name, COLUMN, a, COLUMN, b, *more ? "  " : "", more);
}

static void print(const hol_result r[2], double until)
{
    cli_cell step[2] = {step_of(&r[0]), step_of(&r[1])}, end[2];
    row of[2][ROWS];
    for (int k = 0; k < 2; k++) rows_of(&r[k], of[k]);
    printf("%s until t = %.10g s\n\n", r[0].problem->name, until);
    print_line("", r[0].method->name, r[1].method->name, "ratio");
    print_line("formulation", r[0].x->sys->formulation, r[1].x->sys->formulation, "");
    print_line("", step[0].text, step[1].text, "");
    print_line("", hol_result_status(&r[0]), hol_result_status(&r[1]), "");
    for (int k = 0; k < 2; k++) end[k] = cli_number("at t = %.6g s", r[k].x->z->t);
    bool apart = r[0].status != HOL_OK || r[1].status != HOL_OK;
    if (apart) print_line("", end[0].text, end[1].text, "");
    for (int i = 0; i < ROWS; i++) {
        double a = of[0][i].value, b = of[1][i].value;
        bool error = of[0][i].error;
        const char *format = error ? "%.3e" : "%.6g";
        if (!(isfinite(a) || isfinite(b)) || (!error && a == 0.0 && b == 0.0)) continue;
        print_line(of[0][i].name, cli_number(format, a).text, cli_number(format, b).text,
                   ratio(error, apart, a, b).text);
    }
}

static void write_json(const hol_result r[2])
{
    hol_json writer = hol_json_begin(stdout), *j = &writer;
    row rows[ROWS];
    hol_json_string(j, "problem", r[0].problem->name);
    for (int side = 0; side < 2; side++) {
        const hol_result *one = &r[side];
        hol_json_open(j, side ? "B" : "A", '{');
        hol_json_string(j, "method", one->method->name);
        hol_json_string(j, "formulation", one->x->sys->formulation);
        hol_json_number(j, one->adaptive ? "rtol" : "h", one->adaptive ? one->rtol : one->h);
        hol_json_string(j, "status", hol_result_status(one));
        hol_json_number(j, "t", one->x->z->t);
        rows_of(one, rows);
        for (int i = 0; i < ROWS; i++) hol_json_number(j, rows[i].key, rows[i].value);
        hol_json_close(j, '}');
    }
    hol_json_end(j);
}

/* ---------------------------------------------------------------- the two runs */

/* The exit code of the run, after a message where it did not end well; NULL where there is no
 * result in `r`. */
static int run_one(const compare_asked *a, const hol_problem *problem, const double par[],
                   const char *name, hol_result *r)
{
    const hol_method *method = hol_method_named(name);
    double *opt = cli_own_options(method, &a->options);
    *r = (hol_result){0};
    if (!opt) return HOL_EXIT_USAGE;
    hol_case c = hol_case_of(problem, method);
    c.parameters = par;
    c.options = opt;
    c.formulation = a->formulation;
    if (isfinite(a->step)) c.h = a->step;
    if (isfinite(a->until)) c.until = a->until;
    if (isfinite(a->rtol) && cli_takes_tolerances(&c)) c.rtol = c.atol = a->rtol;
    hol_outcome outcome = hol_run(&c, r);
    free(opt);
    if (outcome == HOL_WITHOUT_MEMORY) hol_no_memory();
    if (outcome == HOL_RAN && r->status == HOL_OK) return HOL_EXIT_OK;
    hol_complain("%s%s%s", outcome == HOL_RAN ? name : "", outcome == HOL_RAN ? ": " : "",
                 r->message.text);
    return outcome == HOL_RAN ? HOL_EXIT_FAILED : HOL_EXIT_USAGE;
}

static int run_both(const compare_asked *a, const hol_problem *problem, const double par[],
                    double until)
{
    hol_result r[2];
    int code[2];
    for (int k = 0; k < 2; k++) code[k] = run_one(a, problem, par, a->side[k], &r[k]);
    bool both = code[0] != HOL_EXIT_USAGE && code[1] != HOL_EXIT_USAGE;
    if (both && a->json) write_json(r);
    if (both && !a->json) print(r, until);
    for (int k = 0; k < 2; k++) hol_result_free(&r[k]);
    return cli_finish(code[0] > code[1] ? code[0] : code[1]);
}

static int compare(const compare_asked *a, const hol_problem *problem)
{
    double *par = cli_parameters(problem, &a->parameters);
    double until = isfinite(a->until) ? a->until : problem->t_end;
    int code = par ? HOL_EXIT_OK : HOL_EXIT_USAGE;
    hol_names methods = {2, (const char *[]){a->side[0], a->side[1]}};
    hol_case c = hol_case_of(problem, NULL);
    c.parameters = par;
    c.formulation = a->formulation;
    if (par && isfinite(a->rtol) && !cli_tolerance_taken(&c, &methods, &a->options))
        code = HOL_EXIT_USAGE;
    if (!code && !a->no_derive) code = cli_know(&(cli_motion){problem, par, until, a->quiet});
    if (!code) code = run_both(a, problem, par, until);
    free(par);
    return code;
}

int compare_methods(const compare_asked *a)
{
    hol_names methods = {2, (const char *[]){a->side[0], a->side[1]}};
    for (int k = 0; k < 2; k++)
        if (!cli_method(a->side[k])) return HOL_EXIT_USAGE;
    if (a->formulation && !cli_known_formulation(a->formulation)) return HOL_EXIT_USAGE;
    if (!cli_options_taken(&methods, &a->options)) return HOL_EXIT_USAGE;
    const hol_problem *problem = cli_problem(a->problem);
    int code = problem ? compare(a, problem) : cli_problem_code(a->problem);
    cli_problem_free(problem);
    return code;
}
