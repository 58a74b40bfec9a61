/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sheet of `holonomy bench`, text or JSON: what is wanted of it, titles, rows, cells. */
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "harness/cli/cli_bench.h"
#include "holonomy/memory.h"

/* ---------------------------------------------------------------- what is wanted */

bool bench_method(const bench_sheet *b, const char *name)
{
    bool named = false;
    for (int i = 0; i < b->names.count; i++) named |= hol_method_named(b->names.of[i]) != NULL;
    return !named || hol_names_place(&b->names, name) >= 0;
}

double bench_sample(const bench_sheet *b, double own)
{
    return b->sample > 0 ? b->sample : own;
}

int bench_width(const bench_sheet *b, bool sized)
{
    size_t most = strlen("problem");
    for (int i = 0; i < b->problems; i++) {
        size_t length = strlen(b->problem[i]->name);
        if (length > most && (!sized || bench_size_of(b->problem[i]) >= 0)) most = length;
    }
    return (int)most;
}

static void add_problem(bench_sheet *b, const hol_problem *problem)
{
    b->problem = hol_renew(b->problem, (size_t)(b->problems + 1) * sizeof *b->problem);
    b->problem[b->problems++] = problem;
}

static int say_unknown(const char *name)
{
    hol_names all = {0};
    hol_names_of_problems(&all);
    hol_names_of_methods(&all);
    hol_complain("no problem or method is named '%s'%s", name,
                 hol_did_you_mean(name, all.of, all.count).text);
    hol_names_clear(&all);
    return HOL_EXIT_USAGE;
}

int bench_choose(bench_sheet *b)
{
    int code = HOL_EXIT_OK;
    for (int i = 0; i < b->names.count && !code; i++) {
        const char *name = b->names.of[i];
        if (hol_method_named(name)) continue;
        bool known = cli_is_problem(name);
        const hol_problem *problem = known ? cli_problem(name) : NULL;
        if (problem)
            add_problem(b, problem);
        else
            code = known ? cli_problem_code(name) : say_unknown(name);
    }
    b->of_problems = b->problems || !b->names.count;
    bool all = !b->problems;
    for (int i = 0; all && !code && hol_core_problem_at(i); i++)
        add_problem(b, hol_core_problem_at(i));
    return code;
}

/* ---------------------------------------------------------------- text or JSON */

void bench_title(bench_sheet *b, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    snprintf(b->head[0], sizeof b->head[0], "%s", text);
    b->head[1][0] = '\0';
    if (!b->json || b->counting) return;
    hol_json_string(b->json, "title", text);
    hol_json_open(b->json, "rows", '[');
}

void bench_heading(bench_sheet *b, const char *format, ...)
{
    size_t used = strlen(b->head[1]);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(b->head[1] + used, sizeof b->head[1] - used, format, arguments);
    va_end(arguments);
}

bool bench_begin(bench_sheet *b, const char *problem, const char *what)
{
    if (b->counting) {
        b->all++;
        return false;
    }
    double spent = hol_wall_seconds() - b->bar.began, part = (double)b->done / fmax(b->all, 1);
    cli_bar_show(&b->bar, part, "%d of %d, %s left: %s, %s", b->done, b->all,
                 cli_span_of(spent * (1 / part - 1)).text, problem, what);
    b->done++;
    return true;
}

void bench_row(bench_sheet *b)
{
    b->column = 0;
    cli_bar_end(&b->bar);
    if (b->json) {
        hol_json_open(b->json, NULL, '{');
    } else if (b->head[0][0]) {
        if (b->rows) puts("");
        cli_fold(stdout, 0, 2, b->head[0]);
        puts(b->head[1]);
        b->head[0][0] = '\0';
    }
    b->rows++;
}

void bench_word(bench_sheet *b, const char *name, int width, const char *word)
{
    if (b->json)
        hol_json_string(b->json, name, word);
    else
        printf("%s%-*s", b->column++ ? " " : "", width, word);
}

void bench_number(bench_sheet *b, const char *name, int width, int decimals, double x)
{
    const double many = 1e5; /* whole numbers are enough */
    if (b->json)
        hol_json_number(b->json, name, x);
    else if (isnan(x))
        printf("%s%*s", b->column++ ? " " : "", width, "-");
    else if (decimals < 0)
        printf("%s%*.*e", b->column++ ? " " : "", width, -decimals, x);
    else
        printf("%s%*.*f", b->column++ ? " " : "", width, x < many ? decimals : 0, x);
    fflush(stdout);
}

void bench_remark(bench_sheet *b, const char *name, const char *text)
{
    if (b->json) {
        hol_json_string(b->json, name, text);
        return;
    }
    printf("%s  ", b->column ? "\n" : "");
    cli_fold(stdout, 2, 4, text);
    b->column = 0;
}

void bench_row_end(bench_sheet *b)
{
    if (b->json)
        hol_json_close(b->json, '}');
    else if (b->column)
        puts("");
}
