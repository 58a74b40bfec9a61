/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cli.h: the subcommands of the program `holonomy`, and what they share. */
#pragma once

#include <stdio.h>

#include "base/json.h"
#include "base/outcome.h"
#include "base/say.h"
#include "harness/cli/cli_options.h"
#include "harness/model/file_tree.h"
#include "harness/run/names.h"
#include "holonomy.h"
#include "holonomy/run.h"

/* argv[0] is "holonomy run"; the value is the exit code. */
int cli_assemble(int argc, char **argv);
int cli_bench(int argc, char **argv);
int cli_bundle(int argc, char **argv);
int cli_certify(int argc, char **argv);
int cli_choose(int argc, char **argv);
int cli_compare(int argc, char **argv);
int cli_convert(int argc, char **argv);
int cli_errata(int argc, char **argv);
int cli_explain(int argc, char **argv);
int cli_export(int argc, char **argv);
int cli_info(int argc, char **argv);
int cli_judge(int argc, char **argv);
int cli_linearise(int argc, char **argv);
int cli_list(int argc, char **argv);
int cli_merge(int argc, char **argv);
int cli_new(int argc, char **argv);
int cli_paper(int argc, char **argv);
int cli_plot(int argc, char **argv);
int cli_reference(int argc, char **argv);
int cli_report(int argc, char **argv);
int cli_run(int argc, char **argv);
int cli_submit(int argc, char **argv);
int cli_sweep(int argc, char **argv);

/* Says all that is wrong with a file, and frees it. */
void cli_say_mistakes(hol_mistakes *mistakes);
/* Exit code after the last of standard output is written: `code`, or FILE with a message. */
int cli_finish(int code);
/* A file that the command reads: it is no output. */
void cli_reads(const char *path);
/* The file of --output, for writing; NULL after a message. */
FILE *cli_output(const char *path);
/* Closes it; the exit code as that of cli_finish. */
int cli_output_end(FILE *out, const char *path, int code);
/* A whole file to the place of --output; the exit code, after a message where it is not OK. */
int cli_copy(const char *from, const char *to);

/* The problem or method of that name; NULL after a message with the nearest one.  A problem may be
 * a model's file, NAME.yaml, or "-", standard input, and is given back. */
bool cli_is_model(const char *name);
bool cli_is_problem(const char *name); /* or a file that is to be one, and has mistakes */
const hol_problem *cli_problem(const char *name);
/* Says what is wrong with those files of problems/ that were read and are none; the code, or
 * HOL_EXIT_INPUT in place of HOL_EXIT_OK where there is one. */
int cli_say_shelf(int code);
void cli_problem_free(const hol_problem *problem);
int cli_problem_code(const char *name); /* the exit code where there is no such problem */
const hol_method *cli_method(const char *name);
/* False after a message with the nearest name. */
bool cli_known_formulation(const char *name);
/* The values of a problem's parameters or a method's options, the defaults with each "name=value"
 * set: malloc'd; NULL after a message. */
double *cli_parameters(const hol_problem *problem, const hol_names *set);
double *cli_method_options(const hol_method *method, const hol_names *set);
/* Of several methods' options those that this one has. */
double *cli_own_options(const hol_method *method, const hol_names *set);
/* Does the method of the case, set up on its problem, take tolerances?  False where it does not
 * fit. */
bool cli_takes_tolerances(const hol_case *c);
/* False after a message where all of the methods named run the case and none takes a tolerance. */
bool cli_tolerance_taken(const hol_case *of, const hol_names *methods, const hol_names *set);
/* False after a message where none of the methods named has an option that is set. */
bool cli_options_taken(const hol_names *methods, const hol_names *set);

/* "name, bodies (2), [damping (1)]" of what a kind of a model's file takes: malloc'd. */
char *cli_keys_text(const char *takes, const char *common);
/* The rows of a table below a title, with defaults and ranges; nothing of an empty one. */
void cli_option_table(const char *title, const hol_option table[]);
/* Explains the body, joint, force, law or paper of that name; false where there is none. */
bool cli_explain_part(const char *name);
void cli_names_of_parts(hol_names *names);

/* What the table of a run has on request. */
#define CLI_SHOW_LIST(X)                                                                           \
    X(POSES, "poses")                                                                              \
    X(REACTIONS, "reactions")                                                                      \
    X(MEASURES, "measures")                                                                        \
    X(RIGID, "rigid")                                                                              \
    X(WORK, "work")

enum {
#define X(name, word) CLI_SHOW_##name,
    CLI_SHOW_LIST(X)
#undef X
        CLI_SHOWN
};

/* How a run is shown: a table, or the object of `run --json`. */
void cli_show_table(FILE *out, const hol_result *r, const bool show[CLI_SHOWN]);
void cli_show_json(FILE *out, const hol_result *r);
/* What they have of a motion alone: errors, invariants (besides `rigid` of the bodies as rigid
 * ones) and constraints; members of an open object. */
void cli_show_measured(FILE *out, const hol_result *r, bool rigid);
void cli_json_measured(hol_json *j, const hol_result *r);
/* What objects have of parameters or options, and of a body: a member of the array `bodies`. */
void cli_json_values(hol_json *j, const char *key, const hol_option table[], const double value[]);
void cli_json_body(hol_json *j, const char *name, const hol_pose *at);

/* Reads {"bodies": [{"name", "r", "p", "v", "omega"}, ...]}, the form of `run --json`, as JSON or
 * YAML; other members of the outer object are passed over.  Malloc'd; NULL after messages that name
 * line and column. */
hol_start_pose *cli_read_state(const char *path, int *count);
