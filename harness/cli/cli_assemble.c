/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `holonomy assemble MODEL.yaml`: the consistent start nearest to that of the file. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "harness/cli/cli.h"
#include "harness/model/shelf.h"

typedef struct {
    const char *model;
    hol_names hold, parameters; /* "name=value" */
    bool json;
} arguments;

static const cli_option options[] = {
    {"hold", 0, "NAME", "a body that stays, or BODY.x, .y, .z, BODY.turn; may be repeated",
     cli_words, CLI_AT(hold)},
    {"json", 0, NULL, "prints one object of JSON, which `run --state` takes", cli_flag,
     CLI_AT(json)},
    {NULL, 'p', "NAME=VALUE", "sets a parameter of the model", cli_words, CLI_AT(parameters)},
    {0}};

static const cli_usage usage = {
    .options = options,
    .arguments = (const cli_argument[]){{cli_text, CLI_AT(model)}, {0}},
    .least = 1,
    .needs = "the start of which model? holonomy assemble MODEL.yaml",
    .words = "MODEL.yaml",
    .about =
        "Brings the start of a model onto its constraints, first the places, then the velocities: "
        "of all that close the joints the ones nearest to what the file says, measured by the "
        "masses.  What is printed can stand in the file in place of what it had.\v"
        "The key `start` of the file may hold bodies and ask for angles and lengths of joints "
        "(docs/files.md); with it the other commands assemble the model too.  The exit code is 2 "
        "where the joints do not close.\n\n"
        "Examples:\n"
        "  holonomy assemble problems/four-bar.yaml\n"
        "  holonomy assemble problems/car-axis.yaml --hold base --json > start.json\n"
        "  holonomy assemble problems/four-bar.yaml -p crank=0.1 -p angle=0.5\n"};

/* ---------------------------------------------------------------- output */

static void print_list(const char *key, int count, const double x[])
{
    printf("    %s: [", key);
    for (int k = 0; k < count; k++) {
        char text[HOL_NUMBER_TEXT];
        hol_number_shortest(x[k] == 0 ? 0 : x[k], text);
        printf("%s%s", k ? ", " : "", text);
    }
    puts("]");
}

/* The keys that each shape has in a model's file. */
static void print_body(const hol_body *body)
{
    const hol_pose *at = &body->at;
    printf("  - name: %s\n", body->name);
    print_list("r", 3, at->r);
    if (body->shape != HOL_POINT) print_list("p", 4, at->p);
    print_list("v", 3, at->v);
    if (body->shape == HOL_PLANAR) {
        char text[HOL_NUMBER_TEXT];
        hol_number_shortest(at->omega[2], text);
        printf("    omega: %s\n", text);
    } else if (body->shape != HOL_POINT)
        print_list("omega", 3, at->omega);
}

static void print(const hol_problem *problem, const hol_assembled *done)
{
    printf("# %s, assembled: joints open by %.1e of its length, rates off by %.1e of its speed\n",
           problem->name, done->closure, done->rate);
    printf("# moved by %.6g m, the root of the mean square over the mass", done->moved);
    if (done->dependent)
        printf("; %d row%s on others", done->dependent,
               done->dependent > 1 ? "s depend" : " depends");
    puts("\nbodies:");
    for (int b = 0; b < hol_body_count(problem->model); b++)
        print_body(hol_body_at(problem->model, b));
}

static void print_json(const hol_problem *problem, const hol_assembled *done)
{
    hol_json j = hol_json_begin(stdout);
    hol_json_string(&j, "model", problem->name);
    hol_json_number(&j, "closure", done->closure);
    hol_json_number(&j, "rate", done->rate);
    hol_json_number(&j, "moved", done->moved);
    hol_json_integer(&j, "iterations", done->iterations);
    hol_json_integer(&j, "dependent", done->dependent);
    hol_json_open(&j, "bodies", '[');
    for (int b = 0; b < hol_body_count(problem->model); b++) {
        const hol_body *body = hol_body_at(problem->model, b);
        cli_json_body(&j, body->name, &body->at);
    }
    hol_json_end(&j);
}

static const hol_problem *read_model(const char *path, const hol_model_how *how)
{
    hol_mistakes mistakes;
    const hol_problem *problem = hol_model_read_as(path, how, &mistakes);
    if (!problem && !mistakes.count) hol_no_memory();
    cli_say_mistakes(&mistakes);
    return problem;
}

/* The model by the parameters that are set, in place of the one by its defaults, which is closed;
 * NULL after a message, with the exit code. */
static const hol_problem *set_parameters(const hol_problem *problem, const arguments *a,
                                         const char *path, hol_model_how *how, int *code)
{
    double *par = cli_parameters(problem, &a->parameters);
    const hol_problem *other = NULL;
    *code = par ? HOL_EXIT_INPUT : HOL_EXIT_USAGE;
    how->parameters = par;
    if (par) other = read_model(path, how);
    hol_model_close(problem);
    free(par);
    return other;
}

static int assemble(void *arguments_)
{
    const arguments *a = arguments_;
    hol_assembled done = {0};
    hol_model_how how = {
        .assemble = true, .hold = a->hold.of, .holds = a->hold.count, .done = &done};
    char shelf[HOL_SHELF_PATH];
    const char *path = a->model;
    int code = HOL_EXIT_INPUT;
    if (!hol_model_is_file(path)) {
        path = shelf;
        if (!hol_shelf_path(a->model, shelf))
            return hol_refuse(
                HOL_EXIT_USAGE,
                "'%s' is no model's file, NAME.yaml: the problems in C start on their "
                "constraints",
                a->model);
    }
    const hol_problem *problem = read_model(path, &how);
    if (problem && a->parameters.count) problem = set_parameters(problem, a, path, &how, &code);
    if (!problem) return code;
    (a->json ? print_json : print)(problem, &done);
    hol_model_close(problem);
    return cli_finish(HOL_EXIT_OK);
}

int cli_assemble(int argc, char **argv)
{
    arguments a = {0};
    return cli_command(&usage, argc, argv, &a, assemble);
}
