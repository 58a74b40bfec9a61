/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holonomy bench: what a step costs, in two tables from one run: the library against the floor
 * programs, and every method on every problem. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "harness/cli.h"
#include "tests/bench/floor.h"

enum { REPEATS = 7 };
static const double sample_seconds = 0.05; /* length of one timed sample */

typedef struct {
    double ns, spread; /* per step: least of the repeats, largest less least */
    double difference; /* largest |r| difference of the two programs after the first pass [m] */
    char formulation[16];
    hol_message refused; /* why there is no figure */
} cost;

static double cpu(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

typedef struct { /* a method ready to step, or a floor */
    const hol_floor *floor;
    hol_result *run; /* realised and started by hol_run over no time at all */
    double h;
    hol_status status;
} runner;

/* `steps` steps, begun anew where the problem's span ends; the seconds they took. */
static double pass(runner *r, long steps, double at[])
{
    if (r->floor) {
        double begin = cpu();
        r->floor->run(r->h, steps, at);
        return cpu() - begin;
    }
    hol_stepper *s = r->run->stepper;
    hol_state *z = r->run->z;
    long span = (long)(r->run->problem->t_end / r->h);
    double seconds = 0;
    for (long done = 0; done < steps && !r->status; done += span) {
        r->status = hol_start(s, 0, r->h, NULL, z);
        double begin = cpu();
        for (long n = 0; n < span && done + n < steps && !r->status; n++) {
            z->t = (double)n * r->h;
            r->status = hol_step(s, r->h, z);
        }
        seconds += cpu() - begin;
    }
    return seconds;
}

static void measure(runner *r, cost *c)
{
    double at[64], least = INFINITY, most = 0;
    long steps = 64;
    while (pass(r, steps, at) < sample_seconds && !r->status && steps < 1L << 24) steps *= 2;
    for (int k = 0; k < REPEATS && !r->status; k++) {
        double t = pass(r, steps, at) / (double)steps;
        least = fmin(least, t);
        most = fmax(most, t);
    }
    c->ns = 1e9 * least;
    c->spread = 1e9 * (most - least);
    if (r->status) hol_say(&c->refused, "%s", hol_status_name(r->status));
}

static double largest_difference(runner *library, runner *floor, long steps)
{
    double at[64], d = 0;
    pass(floor, steps, at);
    pass(library, steps, at + 32);
    int nb = library->run->sys->nb;
    hol_pose *pose = calloc((size_t)nb, sizeof *pose);
    if (!pose) return NAN;
    library->run->sys->poses(library->run->sys, library->run->z->q, library->run->z->v, pose);
    for (int b = 0; b < nb; b++)
        for (int k = 0; k < 3; k++) d = fmax(d, fabs(pose[b].r[k] - at[3 * b + k]));
    free(pose);
    return d;
}

static bool prepare(const hol_problem *problem, const hol_method *method, double h, hol_result *run,
                    cost *c)
{
    hol_case one = hol_case_of(problem, method);
    one.h = h;
    one.until = h;
    one.repeats = 0;
    hol_outcome outcome = hol_run(&one, run);
    if (outcome != HOL_RAN || run->status) {
        hol_say(&c->refused, "%s", run->message.text);
        return false;
    }
    snprintf(c->formulation, sizeof c->formulation, "%s", run->sys->formulation);
    return true;
}

static void against_floor(const hol_floor *floor)
{
    cost ours = {0}, theirs = {0};
    hol_result run = {0};
    runner r = {.run = &run, .h = floor->step}, f = {.floor = floor, .h = floor->step};
    if (prepare(hol_problem_named(floor->problem), hol_method_named(floor->method), floor->step,
                &run, &ours)) {
        double d = largest_difference(&r, &f, 100);
        measure(&f, &theirs);
        measure(&r, &ours);
        printf("%-26s %-8s %9.1f %9.1f %7.2f   %.1e   %s\n", floor->problem, floor->method, ours.ns,
               theirs.ns, ours.ns / theirs.ns, d, floor->what);
    } else {
        printf("%-26s %-8s %s\n", floor->problem, floor->method, ours.refused.text);
    }
    hol_result_free(&run);
}

static void one_cost(const hol_problem *problem, const hol_method *method)
{
    cost c = {0};
    hol_result run = {0};
    runner r = {.run = &run, .h = problem->step};
    bool ready = prepare(problem, method, problem->step, &run, &c);
    if (ready) measure(&r, &c);
    if (ready && !r.status)
        printf("%-26s %-18s %-12s %10.1f %8.1f\n", problem->name, method->name, c.formulation, c.ns,
               c.spread);
    else
        printf("%-26s %-18s %s\n", problem->name, method->name, c.refused.text);
    hol_result_free(&run);
}

static bool wanted(char *const name[], int count, const char *a, const char *b)
{
    for (int i = 0; i < count; i++)
        if (!strcmp(name[i], a) || !strcmp(name[i], b)) return true;
    return !count;
}

static bool known(const char *name)
{
    if (hol_problem_named(name) || hol_method_named(name)) return true;
    int problems, methods;
    const char **p = cli_problem_names(&problems), **m = cli_method_names(&methods);
    const char *all[256];
    int n = 0;
    for (int i = 0; i < problems && n < 128; i++) all[n++] = p[i];
    for (int i = 0; i < methods && n < 256; i++) all[n++] = m[i];
    cli_say("no problem or method is named '%s'%s", name, cli_did_you_mean(name, all, n).text);
    free(p);
    free(m);
    return false;
}

static void tables(char *const name[], int count)
{
    const hol_problem *problem;
    const hol_method *method;
    printf("Against floor programs, ns a step, CPU time, least of %d\n", REPEATS);
    printf("%-26s %-8s %9s %9s %7s   %-7s   %s\n", "problem", "method", "library", "floor", "ratio",
           "|dr| m", "floor program");
    for (int k = 0; hol_floors[k]; k++)
        if (wanted(name, count, hol_floors[k]->problem, hol_floors[k]->method))
            against_floor(hol_floors[k]);
    printf("\nEvery method, at the problem's default step\n");
    printf("%-26s %-18s %-12s %10s %8s\n", "problem", "method", "formulation", "ns a step",
           "spread");
    for (int i = 0; (problem = hol_problem_at(i)); i++)
        for (int k = 0; (method = hol_method_at(k)); k++)
            if (wanted(name, count, problem->name, method->name)) one_cost(problem, method);
}

static error_t option(int key, char *arg, struct argp_state *state)
{
    (void)arg, (void)state;
    return key == ARGP_KEY_ARG ? 0 : ARGP_ERR_UNKNOWN;
}

int cli_bench(int argc, char **argv)
{
    static const char doc[] =
        "What a step costs: the library against hand-written floor programs, and every method on "
        "every problem, in one run.  With NAMEs: only those problems and methods."
        "\vExamples:\n"
        "  holonomy bench\n"
        "  holonomy bench shake\n"
        "  holonomy bench double-spherical-pendulum\n";
    const struct argp argp = {NULL, option, "[NAME...]", doc, NULL, NULL, NULL};
    if (!cli_parse(&argp, argc, argv, NULL)) return HOL_EXIT_USAGE;
    for (int i = 1; i < argc; i++)
        if (argv[i][0] != '-' && !known(argv[i])) return HOL_EXIT_USAGE;
    tables(argv + 1, argc - 1);
    return cli_finish(HOL_EXIT_OK);
}
