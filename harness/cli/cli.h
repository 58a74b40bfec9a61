/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cli.h: the subcommands of the program `holonomy`, and what they share. */
#ifndef HOL_CLI_H
#define HOL_CLI_H

#include <argp.h>
#include <stdio.h>

#include "harness/run.h"
#include "mechanics/holonomy.h"

enum { /* exit codes */
       HOL_EXIT_OK = 0,
       HOL_EXIT_FAILED = 1,  /* a run that ended before its time */
       HOL_EXIT_INPUT = 2,   /* a file that cannot be right */
       HOL_EXIT_MACHINE = 3, /* something the machine lacks */
       HOL_EXIT_USAGE = 64,
       HOL_EXIT_FILE = 65, /* a file that cannot be written */
       HOL_EXIT_INTERRUPTED = 130
};

/* argv[0] is "holonomy run"; the value is the exit code. */
int cli_bench(int argc, char **argv);
int cli_certify(int argc, char **argv);
int cli_compare(int argc, char **argv);
int cli_explain(int argc, char **argv);
int cli_export(int argc, char **argv);
int cli_info(int argc, char **argv);
int cli_list(int argc, char **argv);
int cli_paper(int argc, char **argv);
int cli_plot(int argc, char **argv);
int cli_report(int argc, char **argv);
int cli_run(int argc, char **argv);
int cli_sweep(int argc, char **argv);

/* Says "holonomy: ..." on standard error. */
void cli_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Exit code after the last of standard output is written: `code`, or FILE with a message. */
int cli_finish(int code);
/* The problem or method of that name; NULL after a message with the nearest one.  A problem may be
 * a model's file, NAME.yaml, and is given back. */
const hol_problem *cli_problem(const char *name);
void cli_problem_free(const hol_problem *problem);
bool cli_is_model(const char *name);
int cli_problem_code(const char *name); /* the exit code where there is no such problem */
const hol_method *cli_method(const char *name);
/* False after a message with the nearest name. */
bool cli_known_formulation(const char *name);
/* The defaults of a table with each "name=value" set; false after a message that begins with
 * `which`. */
bool cli_set_all(const char *which, const hol_option table[], int count, const char **text,
                 double value[]);
/* argp_parse, in whose place one line says which option is wrong and which is the nearest. */
bool cli_parse(const struct argp *argp, int argc, char **argv, void *input);
/* ": did you mean 'x'?", or "" */
typedef struct {
    char text[96];
} cli_guess;
cli_guess cli_did_you_mean(const char *word, const char *const candidate[], int count);
/* All names of one kind, malloc'd array of borrowed names. */
const char **cli_method_names(int *count);
const char **cli_problem_names(int *count);
const char **cli_formulation_names(int *count);

/* How a run is shown: a table, or the object of `run --json`. */
void cli_show_table(FILE *out, const hol_result *r);
void cli_show_json(FILE *out, const hol_result *r);
void cli_csv_header(FILE *out, const hol_result *r);
void cli_csv_row(FILE *out, int nb, double t, const hol_pose pose[]);

/* Reads {"bodies": [{"name", "r", "p", "v", "omega"}, ...]}, the form of `run --json`; other
 * members of the outer object are passed over.  NULL with a message that names line and column. */
hol_start_pose *cli_read_state(const char *path, int *count, hol_message *why);

#endif
