/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `holonomy convert MODEL.yaml --to FORM`: a model for another program. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "harness/cli/cli.h"
#include "harness/study/convert.h"

typedef struct {
    const char *model, *output;
    int form; /* -1: not given */
    hol_names parameters;
    bool json, quiet;
} arguments;

static bool take_form(const char *name, const char *word, void *place)
{
    enum { MOST = 8 };
    const char *of[MOST];
    int count = 0;
    (void)name;
    while (hol_form_at(count)) of[count] = hol_form_at(count)->name, count++;
    int k = cli_pick("unknown --to", word, of, sizeof *of, count);
    *(int *)place = k;
    return k >= 0;
}

static const cli_option options[] = {
    {"to", 0, "FORM", "mjcf (MuJoCo), urdf (ROS, Bullet and others) or sdf (Gazebo, DART)",
     take_form, CLI_AT(form)},
    {"output", 0, "FILE", "in place of standard output", cli_file, CLI_AT(output)},
    CLI_PARAMETER,
    {"json", 0, NULL, "prints one object of JSON: the text, and what it leaves out", cli_flag,
     CLI_AT(json)},
    {"quiet", 0, NULL, "does not say what is left out", cli_flag, CLI_AT(quiet)},
    {0}};

static const cli_usage usage = {
    .options = options,
    .arguments = (const cli_argument[]){{cli_text, CLI_AT(model)}, {0}},
    .least = 1,
    .needs = "which model? holonomy convert PROBLEM|MODEL.yaml --to FORM",
    .words = "PROBLEM|MODEL.yaml",
    .about =
        "Writes a model in the form of another program: bodies with their masses and moments, "
        "joints, gravity, the start, as far as the form can say it.  What it cannot say is listed "
        "on standard error, a line each.\v"
        "Every form has the bodies where they start, their axes the principal ones.  What that "
        "program makes of it `holonomy judge` measures.\n\n"
        "Examples:\n"
        "  holonomy convert problems/four-bar.yaml --to mjcf --output four-bar.xml\n"
        "  holonomy convert gyrostat --to sdf\n"};

static int put(const arguments *a, const char *text)
{
    FILE *out = a->output ? cli_output(a->output) : stdout;
    if (!out) return HOL_EXIT_FILE;
    fputs(text, out);
    return a->output ? cli_output_end(out, a->output, HOL_EXIT_OK) : HOL_EXIT_OK;
}

/* Each line of it. */
static void say(char *unsaid, void (*one)(void *self, const char *line), void *self)
{
    for (char *rest = unsaid, *line; (line = strtok_r(rest, "\n", &rest));) one(self, line);
}

static void complain(void *self, const char *line)
{
    (void)self;
    hol_complain("left out: %s", line);
}

static void add_line(void *self, const char *line)
{
    hol_json_string(self, NULL, line);
}

static char *as_object(const char *form, const char *text, char *unsaid)
{
    hol_text t;
    hol_text_begin(&t);
    hol_json j = hol_json_begin(t.out);
    hol_json_string(&j, "form", form);
    hol_json_string(&j, "text", text);
    hol_json_open(&j, "left_out", '[');
    say(unsaid, add_line, &j);
    hol_json_end(&j);
    return hol_text_end(&t);
}

static int write_form(const arguments *a, const hol_problem *problem, const hol_model *model)
{
    const hol_form *form = hol_form_at(a->form);
    hol_text text, unsaid;
    hol_message why;
    hol_text_begin(&text);
    hol_text_begin(&unsaid);
    bool good = hol_convert(form, model, problem->name, problem->step, text.out, unsaid.out, &why);
    char *written = hol_text_end(&text), *left = hol_text_end(&unsaid), *object = NULL;
    int code = HOL_EXIT_INPUT;
    if (!good) {
        hol_complain("%s: %s", problem->name, why.text);
    } else if (a->json) {
        code = put(a, object = as_object(form->name, written, left));
    } else {
        code = put(a, written);
        if (!a->quiet && !code) say(left, complain, NULL);
    }
    free(written);
    free(left);
    free(object);
    return cli_finish(code);
}

static int convert(const arguments *a, const hol_problem *problem)
{
    hol_message why = {""};
    double *par = cli_parameters(problem, &a->parameters);
    if (!par) return HOL_EXIT_USAGE;
    hol_model *model = hol_had(hol_model_new());
    int code = HOL_EXIT_INPUT;
    if (hol_problem_build(problem, par, model, &why))
        code = write_form(a, problem, model);
    else
        hol_complain("%s: %s", problem->name, why.text);
    hol_model_free(model);
    free(par);
    return code;
}

static int convert_named(void *arguments_)
{
    const arguments *a = arguments_;
    if (a->form < 0) return hol_refuse(HOL_EXIT_USAGE, "to which form? --to mjcf, urdf or sdf");
    const hol_problem *problem = cli_problem(a->model);
    int code = problem ? convert(a, problem) : cli_problem_code(a->model);
    cli_problem_free(problem);
    return code;
}

int cli_convert(int argc, char **argv)
{
    arguments a = {.form = -1};
    return cli_command(&usage, argc, argv, &a, convert_named);
}
