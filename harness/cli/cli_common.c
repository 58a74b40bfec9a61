/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the subcommands share: look-ups by name and the end of an output. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/cli/cli.h"
#include "harness/cli/cli_size.h"
#include "harness/model/shelf.h"

void cli_say_mistakes(hol_mistakes *mistakes)
{
    for (int i = 0; i < mistakes->count; i++) hol_complain("%s", mistakes->text[i]);
    hol_mistakes_free(mistakes);
}

/* ---------------------------------------------------------------- output */

int cli_finish(int code)
{
    if (fflush(stdout) == 0 && !ferror(stdout)) return code;
    return hol_refuse(HOL_EXIT_FILE, "standard output: %s", strerror(errno));
}

static int not_written(const char *path, int error)
{
    return hol_refuse(HOL_EXIT_FILE, "--output %s: %s", path, strerror(error));
}

/* The files that the command read, as the file system knows them. */
enum { MOST_READ = 64 };
static struct {
    dev_t device;
    ino_t number;
} known_file[MOST_READ];
static int reads;

void cli_reads(const char *path)
{
    struct stat is;
    if (reads == MOST_READ || stat(path, &is) != 0 || !S_ISREG(is.st_mode)) return;
    known_file[reads].device = is.st_dev;
    known_file[reads++].number = is.st_ino;
}

static bool may_write(const char *path)
{
    struct stat is;
    bool there = stat(path, &is) == 0;
    for (int i = 0; there && i < reads; i++)
        if (known_file[i].device == is.st_dev && known_file[i].number == is.st_ino)
            return hol_refuse(false, "--output %s: the command reads it: name another file", path);
    return true;
}

FILE *cli_output(const char *path)
{
    if (!may_write(path)) return NULL;
    FILE *out = fopen(path, "w");
    if (!out) not_written(path, errno);
    return out;
}

int cli_output_end(FILE *out, const char *path, int code)
{
    bool bad = ferror(out);
    if (fclose(out) != 0) return not_written(path, errno);
    return bad ? not_written(path, EIO) : code;
}

int cli_copy(const char *from, const char *to)
{
    char part[4096];
    size_t size;
    int code = HOL_EXIT_OK;
    FILE *in = fopen(from, "rb"), *out = in ? cli_output(to) : NULL;
    while (out && (size = fread(part, 1, sizeof part, in)) > 0) fwrite(part, 1, size, out);
    if (!in || ferror(in)) code = hol_refuse(HOL_EXIT_FILE, "%s: %s", from, strerror(errno));
    if (in) fclose(in);
    return out ? cli_output_end(out, to, code) : HOL_EXIT_FILE;
}

/* ---------------------------------------------------------------- names */

/* A name of another kind is in the wrong place. */
static void unknown(const char *kind, const char *name, void (*add)(hol_names *names))
{
    hol_names known = {0};
    add(&known);
    hol_guess guess = hol_did_you_mean(name, known.of, known.count);
    const char *is = hol_method_named(name) ? "method" : hol_problem_named(name) ? "problem" : NULL;
    if (is)
        hol_complain("unknown %s '%s': it is a %s", kind, name, is);
    else if (guess.text[0])
        hol_complain("unknown %s '%s'%s", kind, name, guess.text);
    else
        hol_complain("unknown %s '%s': `holonomy list %ss` shows all", kind, name, kind);
    hol_names_clear(&known);
}

static const hol_problem *read_model(const char *path)
{
    hol_mistakes mistakes;
    cli_reads(path);
    const hol_problem *problem = hol_model_read(path, &mistakes);
    if (!problem && !mistakes.count) hol_no_memory();
    cli_say_mistakes(&mistakes);
    if (!problem || problem->parameters || cli_size_fits(problem, NULL)) return problem;
    hol_model_close(problem);
    return NULL;
}

int cli_say_shelf(int code)
{
    const hol_mistakes *wrong;
    int k = 0;
    for (; (wrong = hol_shelf_wrong(k)); k++)
        for (int i = 0; i < wrong->count; i++) hol_complain("%s", wrong->text[i]);
    return k && code == HOL_EXIT_OK ? HOL_EXIT_INPUT : code;
}

bool cli_is_model(const char *name)
{
    return hol_model_is_file(name) || !strcmp(name, "-");
}

bool cli_is_problem(const char *name)
{
    return cli_is_model(name) || hol_problem_named(name) || hol_shelf_has(name);
}

const hol_problem *cli_problem(const char *name)
{
    if (cli_is_model(name)) return read_model(strcmp(name, "-") ? name : "/dev/stdin");
    const hol_problem *problem = hol_problem_named(name);
    if (problem || hol_shelf_has(name)) return problem;
    if (strpbrk(name, "/.") && access(name, F_OK) == 0)
        hol_complain("unknown problem '%s': it is there, but a model is a file NAME.yaml", name);
    else
        unknown("problem", name, hol_names_of_problems);
    return NULL;
}

void cli_problem_free(const hol_problem *problem)
{
    bool own = problem && problem->digest && problem != hol_problem_named(problem->name);
    if (own) hol_model_close(problem);
}

int cli_problem_code(const char *name)
{
    return cli_is_model(name) || hol_shelf_has(name) ? HOL_EXIT_INPUT : HOL_EXIT_USAGE;
}

const hol_method *cli_method(const char *name)
{
    const hol_method *method = hol_method_named(name);
    const char *why = method ? NULL : hol_method_left_out(name);
    if (why)
        hol_complain("method '%s' is not in this build: %s", name, why);
    else if (!method)
        unknown("method", name, hol_names_of_methods);
    return method;
}

bool cli_known_formulation(const char *name)
{
    hol_names known = {0};
    hol_names_of_formulations(&known);
    bool found = hol_names_place(&known, name) >= 0;
    hol_names_clear(&known);
    if (!found) unknown("formulation", name, hol_names_of_formulations);
    return found;
}

static double *values(const char *owner, const char *what, const hol_option table[],
                      const hol_names *set)
{
    hol_message why;
    double *value = hol_new(hol_option_count(table), sizeof *value);
    hol_option_defaults(table, value);
    for (int i = 0; i < set->count; i++)
        if (!hol_option_set(table, what, set->of[i], value, &why)) {
            hol_complain("%s: %s", owner, why.text);
            free(value);
            return NULL;
        }
    return value;
}

double *cli_parameters(const hol_problem *problem, const hol_names *set)
{
    double *par = values(problem->name, "parameter", problem->parameters, set);
    if (!par || !problem->parameters || cli_size_fits(problem, par)) return par;
    free(par);
    return NULL;
}

double *cli_method_options(const hol_method *method, const hol_names *set)
{
    return values(method->name, "option", method->options, set);
}

/* Does the method have the option of "name=value"? */
static bool has_option(const hol_method *method, const char *setting)
{
    size_t length = strcspn(setting, "=");
    for (const hol_option *o = method->options; o && o->name; o++)
        if (strlen(o->name) == length && !strncmp(o->name, setting, length)) return true;
    return false;
}

double *cli_own_options(const hol_method *method, const hol_names *set)
{
    hol_names its = {0};
    for (int i = 0; i < set->count; i++)
        if (has_option(method, set->of[i])) hol_names_add(&its, set->of[i]);
    double *opt = cli_method_options(method, &its);
    hol_names_clear(&its);
    return opt;
}

bool cli_options_taken(const hol_names *methods, const hol_names *set)
{
    for (int i = 0; i < set->count; i++) {
        bool taken = false;
        for (int k = 0; k < methods->count; k++)
            taken |= has_option(hol_method_named(methods->of[k]), set->of[i]);
        if (!taken)
            return hol_refuse(false, "none of the methods has an option '%.*s'",
                              (int)strcspn(set->of[i], "="), set->of[i]);
    }
    return true;
}

static bool takes_tolerances(const hol_case *c, bool *fits)
{
    hol_refusal why;
    const hol_setup setup = {c->problem,    c->method,  c->formulation,
                             c->parameters, c->options, c->redundant};
    hol_experiment *x = hol_experiment_open(&setup, &why);
    bool takes = x && hol_takes_tolerances(&x->claims);
    *fits = x;
    hol_experiment_close(x);
    return takes;
}

bool cli_takes_tolerances(const hol_case *c)
{
    bool fits;
    return takes_tolerances(c, &fits);
}

bool cli_tolerance_taken(const hol_case *of, const hol_names *methods, const hol_names *set)
{
    for (int k = 0; k < methods->count; k++) {
        hol_case c = *of;
        bool fits = true;
        c.method = hol_method_named(methods->of[k]);
        double *opt = cli_own_options(c.method, set);
        c.options = opt;
        bool taken = !opt || takes_tolerances(&c, &fits) || !fits;
        free(opt);
        if (taken) return true;
    }
    return hol_refuse(false, "--rtol: none of the methods has an error estimate: they take a step, "
                             "not tolerances");
}
