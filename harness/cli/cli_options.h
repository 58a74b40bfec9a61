/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cli_options.h: the command line of a command as tables: what may be typed, and where it goes. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "holonomy.h"

/* Reads the word typed behind `name` ("--step") into `place`; false after a message. */
typedef bool cli_take(const char *name, const char *word, void *place);

typedef struct {
    const char *name;  /* "step" is typed as --step; NULL: the letter alone */
    char letter;       /* 'j' is typed as -j; 0: none */
    const char *value; /* what the help calls it; NULL: the option takes none */
    const char *help;
    cli_take *take;
    size_t at; /* of the place in the arguments of the command */
} cli_option;  /* a table ends with a row that takes nothing */

#define CLI_AT(member) offsetof(arguments, member) /* `arguments`: the command's own */

typedef struct {
    cli_take *take;
    size_t at;
} cli_argument; /* likewise; cli_words takes all further words */

/* Rows that several commands have, of arguments with members of these names. */
#define CLI_PARAMETER                                                                              \
    {                                                                                              \
        NULL, 'p', "NAME=VALUE", "sets a parameter of the problem", cli_words, CLI_AT(parameters)  \
    }
#define CLI_METHOD_OPTION(whose)                                                                   \
    {                                                                                              \
        NULL, 'o', "NAME=VALUE", "sets an option of " whose, cli_words, CLI_AT(options)            \
    }
/* The same experiment of several methods; `of` begins the help of each row. */
#define CLI_EXPERIMENT(of)                                                                         \
    {"step", 0, "H", of "fixed step [s]; default: the problem's", cli_above_zero, CLI_AT(step)},   \
        {"rtol",        0,                                                                         \
         "R",           of "relative and absolute tolerance of those that estimate their error",   \
         cli_tolerance, CLI_AT(rtol)},                                                             \
        {"until",      0, "T", of "end of the runs [s]; default: the problem's", cli_above_zero,   \
         CLI_AT(until)},                                                                           \
        {"formulation", 0,                                                                         \
         "F",           of "formulation; default: each one's, else the first that fits",           \
         cli_text,      CLI_AT(formulation)},                                                      \
        CLI_PARAMETER, CLI_METHOD_OPTION("every method that has it")

typedef struct {
    const cli_option *options;     /* NULL: none */
    const cli_argument *arguments; /* NULL: none */
    int least;                     /* arguments; with fewer, `needs` is said */
    const char *needs;
    bool plain;                /* takes neither methods nor problems: no --plugin */
    const char *words, *about; /* of the help: "PROBLEM METHOD...", and all the rest; what follows
                                  \v in it stands behind the options */
} cli_usage;

/* Takes all that was typed; argv[0] is the command's name.  False after one line that says which
 * word is wrong and which is the nearest.  Plug-ins are loaded when it returns; where one cannot be
 * the program ends after a line that says why. */
bool cli_parse(const cli_usage *usage, int argc, char **argv, void *arguments);
/* The whole command: does the work that the arguments ask for; its exit code.  The hol_names among
 * the arguments are cleared. */
int cli_command(const cli_usage *usage, int argc, char **argv, void *arguments,
                int (*work)(void *arguments));
/* The same of a command whose first argument is a problem: NULL where none was typed. */
int cli_command_on(const cli_usage *usage, int argc, char **argv, void *arguments,
                   int (*work)(void *arguments, const hol_problem *problem));

/* What an option takes, and its place. */
cli_take cli_flag;       /* nothing: bool */
cli_take cli_text;       /* const char *, borrowed */
cli_take cli_file;       /* the same, of a file or folder: not "" */
cli_take cli_words;      /* one word more: hol_names */
cli_take cli_above_zero; /* a number above 0: double */
cli_take cli_not_below_zero;
cli_take cli_tolerance; /* a number from 1e-15 to 1, as in plans: double */
cli_take cli_jobs;      /* a number of processes: int */
cli_take cli_counted;   /* an integer: cli_count */
cli_take cli_one;       /* a name of a table: cli_chosen */
cli_take cli_some;      /* one name more, or `all`: cli_set */
/* For a cli_take of integers whose range is its own. */
bool cli_integer(const char *name, const char *word, int least, int most, int *n);

typedef struct {
    int least, most, n;
} cli_count;

typedef struct {         /* names */
    const char *unknown; /* begins the message about another one */
    const void *table;   /* of structs that begin with their name, `size` bytes each */
    size_t size;
    int count; /* 0: the table ends with a name that is NULL */
} cli_names;

typedef struct {
    const cli_names *of;
    int at; /* in the table */
} cli_chosen;

enum { CLI_MOST_CHOSEN = 16 };
typedef struct {
    const cli_names *of;
    bool any, has[CLI_MOST_CHOSEN];
} cli_set;

/* The row, of `count` in a table of structs that begin with their name (`size` bytes each), which
 * has that name; -1 after a message such as "unknown view 'x'" with the nearest name or with all.
 */
int cli_pick(const char *unknown, const char *word, const void *table, size_t size, int count);
