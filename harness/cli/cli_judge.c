/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `holonomy judge MOTION.csv --problem P`: a motion from anywhere, judged as a run is. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/cli/cli_derive.h"
#include "harness/cli/cli_judge.h"

typedef struct {
    hol_names files; /* motions, and a model among them */
    const char *problem, *formulation, *back;
    hol_names parameters, as;
    bool json, quiet, no_derive;
} arguments;

static const cli_option options[] = {
    {"problem", 0, "P", "the problem or MODEL.yaml; default: what the file says", cli_text,
     CLI_AT(problem)},
    {"as", 0, "KEY=VALUE",
     "quaternion, rotation, omega, velocity, lag, length, angle, time or point; the files are read "
     "so, whatever their header says; again for another",
     cli_words, CLI_AT(as)},
    {"back", 0, "FILE",
     "the motion from the end of the first one, its velocities turned round: is it the same way?",
     cli_text, CLI_AT(back)},
    {"formulation", 0, "F", "of what is measured; default: natural", cli_text, CLI_AT(formulation)},
    CLI_PARAMETER,
    {"json", 0, NULL, "prints one object of JSON in place of the tables", cli_flag, CLI_AT(json)},
    CLI_NO_DERIVE,
    {"quiet", 0, NULL, "no progress bar and no notes", cli_flag, CLI_AT(quiet)},
    {0}};

static const cli_usage usage = {
    .options = options,
    .arguments = (const cli_argument[]){{cli_words, CLI_AT(files)}, {0}},
    .least = 1,
    .needs = "which motion? holonomy judge MOTION.csv PROBLEM|MODEL.yaml",
    .words = "MOTION.csv... [PROBLEM|MODEL.yaml]",
    .about =
        "Measures a motion from anywhere as a run is measured: constraints at three levels, "
        "energy, momenta, the error to the true motion; of several files also the order that they "
        "show.  And tells whether it is a motion of the model at all: where it is not, mistakes "
        "are tried one by one (the order of quaternions, the frame of angular velocities, units, "
        "gravity, inertia and others), and what mends it is named.\v"
        "A file has the columns of `holonomy run --output` and lines \"# KEY: VALUE\" before them, "
        "which say what its numbers mean (docs/files.md); without velocities its places are "
        "judged.  The exit code is 0 where every file agrees with the model, 1 where one does not: "
        "a mistake is suspected, or a test is above what it is at most, as of another mass, or "
        "as where rows are too far apart to tell.\n\n"
        "Examples:\n"
        "  holonomy judge top.csv top\n"
        "  holonomy judge mujoco.csv examples/gyrostat.yaml --as omega=body\n"
        "  holonomy judge a.csv b.csv c.csv quadrangle    the order of three steps\n"
        "  holonomy judge there.csv --back back.csv --problem top\n"};

/* ---------------------------------------------------------------- the files */

static bool ends_with(const char *name, const char *what)
{
    size_t n = strlen(name), m = strlen(what);
    return n >= m && !strcmp(name + n - m, what);
}

static bool is_model(const char *name)
{
    return cli_is_problem(name) && !ends_with(name, ".csv") && !ends_with(name, ".tsv");
}

/* NULL after a message, with the exit code. */
static hol_motion *read_motion(const char *path, int *code)
{
    hol_message why;
    *code = HOL_EXIT_INPUT;
    if (ends_with(path, ".json")) {
        hol_complain("%s: a motion is a table of commas or tabulators, .csv or .tsv", path);
        return NULL;
    }
    if (access(path, F_OK) != 0 && !strpbrk(path, "./")) { /* no file, nor called like one */
        cli_problem(path);
        *code = HOL_EXIT_USAGE;
        return NULL;
    }
    hol_motion *m = hol_motion_read(path, &why);
    if (!m) hol_complain("%s", why.text);
    return m;
}

typedef struct {
    const arguments *a;
    const hol_problem *problem;
    hol_model *model;
    double *par;
    hol_motion **motion; /* of the files, then the way back; NULL once it is judged */
    int count;           /* with the way back */
    hol_judged *of;
} judging;

/* The model among the files, out of them; else that of the option or of a header. */
static const char *name_problem(arguments *a, const hol_motion *first)
{
    for (int i = 0; i < a->files.count; i++) {
        if (a->problem || !is_model(a->files.of[i])) continue;
        const char *name = a->files.of[i];
        for (int k = i; k < a->files.count - 1; k++) a->files.of[k] = a->files.of[k + 1];
        a->files.count--;
        return name;
    }
    return a->problem ? a->problem : first && first->problem[0] ? first->problem : NULL;
}

/* The parameters that the header of the first file names, then those of the command line. */
static double *parameters_of(const judging *x)
{
    hol_names set = {0};
    char text[sizeof x->motion[0]->parameters];
    const hol_motion *m = x->motion[0];
    strcpy(text, strcmp(m->problem, x->problem->name) ? "" : m->parameters);
    for (char *rest = text, *word; (word = strtok_r(rest, " ", &rest));) hol_names_add(&set, word);
    for (int i = 0; i < x->a->parameters.count; i++) hol_names_add(&set, x->a->parameters.of[i]);
    double *par = cli_parameters(x->problem, &set);
    hol_names_clear(&set);
    return par;
}

/* The exit code. */
static int match(const judging *x, hol_motion *m)
{
    hol_message why;
    int bodies = hol_body_count(x->model);
    const hol_body *body = hol_body_at(x->model, 0);
    if (!hol_motion_match(m, bodies, body, &why)) return hol_refuse(HOL_EXIT_INPUT, "%s", why.text);
    for (int i = 0; i < x->a->as.count; i++)
        if (!hol_motion_say(m, bodies, body, x->a->as.of[i], &why))
            return hol_refuse(HOL_EXIT_USAGE, "--as %s: %s", x->a->as.of[i], why.text);
    int first, end;
    hol_motion_rows(m, &m->reading, &first, &end);
    if (first < end) return HOL_EXIT_OK;
    return hol_refuse(HOL_EXIT_INPUT, "%s: one row alone has no velocities that lag or lead",
                      m->path);
}

/* ---------------------------------------------------------------- judged */

static int judge_one(judging *x, int k)
{
    hol_case c = hol_case_of(x->problem, NULL);
    c.parameters = x->par;
    c.formulation = x->a->formulation;
    hol_motion *m = x->motion[k];
    x->motion[k] = NULL;
    hol_outcome outcome = hol_judge(&c, x->model, m, &x->of[k]);
    if (outcome == HOL_RAN) return HOL_EXIT_OK;
    hol_complain("%s", x->of[k].r.message.text);
    return outcome == HOL_BAD_REFERENCE ? HOL_EXIT_INPUT : HOL_EXIT_USAGE;
}

static int by_step(const void *a, const void *b)
{
    const hol_judged *x = a, *y = b;
    return (x->step < y->step) - (x->step > y->step);
}

static int report(judging *x, int files)
{
    hol_order_found order;
    hol_return_found home;
    judge_found found = {.of = x->of, .count = files};
    hol_judged **of = hol_new(files, sizeof *of);
    int code = HOL_EXIT_OK;
    if (x->count > files) home = hol_judge_return(&x->of[0], &x->of[files]), found.home = &home;
    if (files > 1) {
        qsort(x->of, (size_t)files, sizeof *x->of, by_step);
        for (int i = 0; i < files; i++) of[i] = &x->of[i];
        order = hol_judge_order(of, files), found.order = &order;
    }
    (x->a->json ? judge_show_json : judge_show_table)(stdout, &found);
    for (int i = 0; i < files; i++)
        if (!x->of[i].verdict.sound && !x->of[i].verdict.untold.text[0]) code = HOL_EXIT_FAILED;
    if (!x->a->quiet && x->of[0].r.note.text[0]) hol_complain("%s", x->of[0].r.note.text);
    free(of);
    return code;
}

static int judge(judging *x)
{
    hol_message why = {""};
    int files = x->a->files.count, code = HOL_EXIT_OK;
    if (!(x->par = parameters_of(x))) return HOL_EXIT_USAGE;
    x->model = hol_had(hol_model_new());
    if (!hol_problem_build(x->problem, x->par, x->model, &why))
        return hol_refuse(HOL_EXIT_INPUT, "%s: %s", x->problem->name, why.text);
    double until = 0;
    for (int k = 0; k < x->count; k++) {
        const hol_motion *m = x->motion[k];
        if ((code = match(x, x->motion[k]))) return code;
        if (!x->a->quiet && m->problem[0] && strcmp(m->problem, x->problem->name) != 0)
            hol_complain("%s: by its header a motion of %s, judged as one of %s", m->path,
                         m->problem, x->problem->name);
        until = fmax(until, hol_motion_time(m, &m->reading, m->rows - 1));
    }
    if (!x->a->no_derive) code = cli_know(&(cli_motion){x->problem, x->par, until, x->a->quiet});
    for (int k = 0; k < x->count && !code; k++) code = judge_one(x, k);
    return code ? code : cli_finish(report(x, files));
}

static int read_files(arguments *a, judging *x)
{
    const hol_motion *first = NULL;
    bool good = true;
    int code;
    for (int i = 0; i < a->files.count && good; i++) {
        if (is_model(a->files.of[i])) continue;
        good = (x->motion[x->count] = read_motion(a->files.of[i], &code));
        x->count += good;
    }
    if (good && a->back) x->count += good = (x->motion[x->count] = read_motion(a->back, &code));
    if (!good) return code;
    if (x->count) first = x->motion[0];
    const char *name = name_problem(a, first);
    if (!name || x->count <= (a->back != NULL) || a->files.count + (a->back != NULL) > x->count)
        return hol_refuse(
            HOL_EXIT_USAGE,
            name ? "one problem, and a motion at least: holonomy judge MOTION.csv "
                   "PROBLEM|MODEL.yaml"
                 : "of which problem? holonomy judge MOTION.csv PROBLEM|MODEL.yaml, or in "
                   "the file a line \"# problem: NAME\"");
    x->problem = cli_problem(name);
    return x->problem ? judge(x) : cli_problem_code(name);
}

static int judge_files(void *arguments_)
{
    arguments *a = arguments_;
    judging x = {.a = a};
    int most = a->files.count + 1;
    if (a->formulation && !cli_known_formulation(a->formulation)) return HOL_EXIT_USAGE;
    x.motion = hol_new(most, sizeof *x.motion);
    x.of = hol_new(most, sizeof *x.of);
    int code = read_files(a, &x);
    for (int k = 0; k < x.count; k++) {
        hol_motion_free(x.motion[k]);
        hol_judged_free(&x.of[k]);
    }
    cli_problem_free(x.problem);
    hol_model_free(x.model);
    free(x.par);
    free(x.motion);
    free(x.of);
    return code;
}

int cli_judge(int argc, char **argv)
{
    arguments a = {.problem = NULL};
    return cli_command(&usage, argc, argv, &a, judge_files);
}
