/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `holonomy report`: every method on every problem, as tables, figures and one page. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "harness/cli.h"
#include "harness/memory.h"
#include "harness/report.h"

static volatile sig_atomic_t interrupted;

static void on_interrupt(int signal)
{
    (void)signal;
    interrupted = 1;
}

/* ---------------------------------------------------------------- the command line */

enum { OUTPUT = 256, QUIET, PNG };

static const struct argp_option options[] = {
    {"output", OUTPUT, "DIR", 0, "folder of the report (default report)", 0},
    {"png", PNG, NULL, 0, "pictures beside the vector figures", 0},
    {"quiet", QUIET, NULL, 0, "no progress", 0},
    {0}};

typedef struct {
    const char *dir;
    bool quiet, png;
} arguments;

static error_t parse(int key, char *text, struct argp_state *state)
{
    arguments *a = state->input;
    switch (key) {
    case OUTPUT:
        a->dir = text;
        return 0;
    case QUIET:
        a->quiet = true;
        return 0;
    case PNG:
        a->png = true;
        return 0;
    case ARGP_KEY_ARG:
        cli_say("report takes no argument: '%s'", text);
        return EINVAL;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    options,
    parse,
    NULL,
    "Runs every method on every problem and writes tables and figures: index.html (one page that "
    "stands alone), matrix.md, matrix.csv (every number, 17 digits) and figures/.\v"
    "Figures need gnuplot; the tables are written without it.\n\n"
    "Examples:\n"
    "  holonomy report\n"
    "  holonomy report --output /tmp/report --quiet\n",
    NULL,
    NULL,
    NULL};

/* ---------------------------------------------------------------- progress */

typedef struct {
    bool bar, lines; /* a terminal; anything else that is not quiet */
    const char *what;
    double began; /* wall clock [s] */
} progress;

static double wall_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void show(void *self, int pairs, int of, const hol_record *first, int count)
{
    enum { WIDTH = 30 };
    const progress *p = self;
    int ok = 0, fit = 0, filled = pairs * WIDTH / of;
    for (int i = 0; i < count; i++) {
        ok += !strcmp(first[i].status, "ok");
        fit += first[i].ran;
    }
    const char *method = count ? first->method->name : "",
               *problem = count ? first->problem->name : "";
    if (p->bar)
        fprintf(stderr, "\r[%.*s%*s] %s, %d of %d, %.0f s left: %s on %s \033[K", filled,
                "##############################", WIDTH - filled, "", p->what, pairs, of,
                (wall_clock() - p->began) * (of - pairs) / pairs, method, problem);
    if (p->lines)
        fprintf(stderr, "%s: %s on %s: %d ok, %d failed, %d not run\n", p->what, method, problem,
                ok, fit - ok, count - fit);
    if (p->bar && pairs == of) fputs("\r\033[K", stderr);
    fflush(stderr);
}

/* ---------------------------------------------------------------- what the numbers depend on */

static report_fact *new_fact(report *r, const char *name)
{
    report_fact *fact = &r->fact[r->facts++];
    snprintf(fact->name, sizeof fact->name, "%.31s", name);
    return fact;
}

static void take_date(report *r)
{
    time_t now = time(NULL);
    struct tm utc;
    report_fact *date = new_fact(r, "date");
    strftime(date->value, sizeof date->value, "%Y-%m-%d %H:%M UTC", gmtime_r(&now, &utc));
}

/* The lines of `holonomy info`: a word, then its value. */
static void take_info(report *r)
{
    char *argv[] = {(char[]){"holonomy info"}, NULL}, line[320];
    FILE *lines = tmpfile();
    fflush(stdout);
    int kept = lines ? dup(STDOUT_FILENO) : -1;
    if (kept < 0) return;
    dup2(fileno(lines), STDOUT_FILENO);
    cli_info(1, argv);
    dup2(kept, STDOUT_FILENO);
    close(kept);
    rewind(lines);
    while (r->facts < REPORT_FACTS && fgets(line, sizeof line, lines)) {
        size_t word = strcspn(line, " "), gap = word + strspn(line + word, " ");
        line[strcspn(line, "\n")] = '\0';
        if (!line[word]) continue;
        line[word] = '\0';
        report_fact *fact = new_fact(r, line);
        snprintf(fact->value, sizeof fact->value, "%.255s", line + gap);
    }
    fclose(lines);
}

/* ---------------------------------------------------------------- the report */

static bool gather(report *r, const arguments *a)
{
    progress p = {.what = "levels", .began = wall_clock()};
    hol_matrix_watch watch = {.stop = &interrupted, .done = show, .self = &p};
    p.bar = !a->quiet && isatty(STDERR_FILENO);
    p.lines = !a->quiet && !p.bar;
    hol_matrix_levels(&r->levels, &watch);
    p.what = "formulations";
    p.began = wall_clock();
    if (!interrupted) hol_matrix_formulations(&r->formulations, &watch);
    if (p.bar) fputs("\r\033[K", stderr);
    return !interrupted;
}

/* The page comes last, for it holds the figures. */
static int write_all(const report *r)
{
    if (!report_csv(r) || !report_data(r)) return HOL_EXIT_FILE;
    int code = report_draw(r);
    if (code == HOL_EXIT_FILE) return code;
    if (!report_document(r, &report_markdown) || !report_document(r, &report_html))
        return HOL_EXIT_FILE;
    return code;
}

int cli_report(int argc, char **argv)
{
    arguments a = {.dir = "report"};
    report r = {0};
    if (!cli_parse(&argp, argc, argv, &a)) return HOL_EXIT_USAGE;
    if (!report_folder(a.dir)) return HOL_EXIT_FILE;
    struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = (int)SA_RESETHAND};
    sigaction(SIGINT, &action, NULL);
    r.dir = a.dir;
    r.png = a.png;
    take_date(&r);
    take_info(&r);
    int code = HOL_EXIT_INTERRUPTED;
    if (gather(&r, &a))
        code = write_all(&r);
    else
        cli_say("interrupted: nothing is written; run it again");
    hol_matrix_free(&r.levels);
    hol_matrix_free(&r.formulations);
    return cli_finish(code);
}
