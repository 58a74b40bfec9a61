/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `holonomy compare METHOD METHOD PROBLEM`: the same experiment of two methods side by side. */
#include <math.h>
#include <stdlib.h>

#include "base/json.h"
#include "harness/cli/cli_compare.h"
#include "harness/cli/cli_terminal.h"

/* ---------------------------------------------------------------- what is set side by side */

static double momentum_error(const hol_result *r)
{
    double most = NAN;
    for (int i = 0; i < r->x->sys->ns; i++)
        most = fmax(most, r->diagnostics->momentum[i].max_error);
    return most;
}

static double energy_error(const hol_result *r)
{
    return hol_balances_energy(r->x->sys) ? r->diagnostics->energy.max_error : (double)NAN;
}

static double relative_energy_error(const hol_result *r)
{
    return energy_error(r) / r->diagnostics->kinetic;
}

static double joint_error(const hol_result *r)
{
    return r->x->sys->nj ? r->diagnostics->phi : (double)NAN;
}

static double rate_error(const hol_result *r)
{
    return r->x->sys->nc + r->x->sys->na ? r->diagnostics->gv : (double)NAN;
}

#define VALUE(name, expression)                                                                    \
    static double name(const hol_result *r)                                                        \
    {                                                                                              \
        return (double)(expression);                                                               \
    }
VALUE(position_error, r->error.position)
VALUE(orientation_error, r->error.orientation)
VALUE(velocity_error, r->error.velocity)
VALUE(multiplier_error, r->error.multipliers)
VALUE(cpu_seconds, r->cpu_seconds)
VALUE(microseconds, 1e6 * r->cpu_seconds / (double)r->steps)
VALUE(steps, r->steps)
VALUE(rejected, r->rejected)
VALUE(forces, r->counters.forces)
VALUE(jacobians, r->counters.jacobians)
VALUE(factorisations, r->counters.factorisations)
VALUE(newton, r->counters.newton)
#undef VALUE

static const struct {
    const char *name, *key; /* key: in JSON */
    double (*of)(const hol_result *r);
    bool error; /* the smaller the better, and round-off below 1e-12 */
} rows[] = {
    {"position error at the end [m]", "position", position_error, true},
    {"orientation error [rad]", "orientation", orientation_error, true},
    {"velocity error [m/s, rad/s]", "velocity", velocity_error, true},
    {"multiplier error [N, N m]", "multipliers", multiplier_error, true},
    {"energy error [J]", "energy", energy_error, true},
    {"energy error, relative", "energy_relative", relative_energy_error, true},
    {"momentum error [N s, N m s]", "momentum", momentum_error, true},
    {"joints |Phi|", "phi", joint_error, true},
    {"their rates |G v|", "gv", rate_error, true},
    {"CPU time [s]", "cpu_seconds", cpu_seconds, false},
    {"CPU time of a step [us]", "step_us", microseconds, false},
    {"steps", "steps", steps, false},
    {"rejected", "rejected", rejected, false},
    {"forces", "forces", forces, false},
    {"Jacobians", "jacobians", jacobians, false},
    {"factorisations", "factorisations", factorisations, false},
    {"Newton iterations", "newton", newton, false},
};
enum { ROWS = sizeof rows / sizeof *rows, NAME = 30, COLUMN = 18 };
static const double round_off = 1e-12;

/* ---------------------------------------------------------------- output */

/* Of two values that are round-off, or where one is missing, there is no ratio. */
static cli_cell ratio(int row, double a, double b)
{
    if (rows[row].error && fabs(a) < round_off && fabs(b) < round_off)
        return (cli_cell){"round-off"};
    return cli_number("%.3g", a > 0.0 ? b / a : (double)NAN);
}

static cli_cell step_of(const hol_result *r)
{
    return r->adaptive ? cli_number("rtol = %.4g", r->rtol) : cli_number("h = %.6g s", r->h);
}

static void print_line(const char *name, const char *a, const char *b, const char *more)
{
    printf("%-*s %*s %*s%s%s\n", NAME, name, COLUMN, a, COLUMN, b, *more ? "  " : "", more);
}

static void print(const hol_result r[2])
{
    cli_cell step[2] = {step_of(&r[0]), step_of(&r[1])};
    printf("%s until t = %.10g s\n\n", r[0].problem->name, fmax(r[0].x->z->t, r[1].x->z->t));
    print_line("", r[0].method->name, r[1].method->name, "ratio");
    print_line("formulation", r[0].x->sys->formulation, r[1].x->sys->formulation, "");
    print_line("", step[0].text, step[1].text, "");
    print_line("", hol_result_status(&r[0]), hol_result_status(&r[1]), "");
    for (int i = 0; i < ROWS; i++) {
        double a = rows[i].of(&r[0]), b = rows[i].of(&r[1]);
        const char *format = rows[i].error ? "%.3e" : "%.6g";
        if (!(isfinite(a) || isfinite(b)) || (!rows[i].error && a == 0.0 && b == 0.0)) continue;
        print_line(rows[i].name, cli_number(format, a).text, cli_number(format, b).text,
                   ratio(i, a, b).text);
    }
}

static void write_json(const hol_result r[2])
{
    hol_json writer = hol_json_begin(stdout), *j = &writer;
    hol_json_string(j, "problem", r[0].problem->name);
    for (int side = 0; side < 2; side++) {
        const hol_result *one = &r[side];
        hol_json_open(j, side ? "B" : "A", '{');
        hol_json_string(j, "method", one->method->name);
        hol_json_string(j, "formulation", one->x->sys->formulation);
        hol_json_number(j, one->adaptive ? "rtol" : "h", one->adaptive ? one->rtol : one->h);
        hol_json_string(j, "status", hol_result_status(one));
        hol_json_number(j, "t", one->x->z->t);
        for (int i = 0; i < ROWS; i++) hol_json_number(j, rows[i].key, rows[i].of(one));
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

static int compare(const compare_asked *a, const hol_problem *problem)
{
    hol_result r[2];
    int code[2] = {HOL_EXIT_OK, HOL_EXIT_OK};
    double *par = cli_parameters(problem, &a->parameters);
    if (!par) return HOL_EXIT_USAGE;
    for (int k = 0; k < 2; k++) code[k] = run_one(a, problem, par, a->side[k], &r[k]);
    bool both = code[0] != HOL_EXIT_USAGE && code[1] != HOL_EXIT_USAGE;
    if (both && a->json) write_json(r);
    if (both && !a->json) print(r);
    for (int k = 0; k < 2; k++) hol_result_free(&r[k]);
    free(par);
    return cli_finish(code[0] > code[1] ? code[0] : code[1]);
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
