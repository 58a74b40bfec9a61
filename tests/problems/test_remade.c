/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The first rows of every reference are made again by the program that its header names. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "holonomy/memory.h"
#include "holonomy/reference.h"
#include "tests/suite.h"
#include "tests/ways.h"

/* NAME and the words after it, of the header's "# program: reference/NAME.c [WORDS]". */
static bool maker(const char *path, char name[128], char words[64])
{
    char line[4096];
    bool found = false;
    FILE *file = fopen(path, "r");
    ck_assert_msg(file, "%s", path);
    while (!found && fgets(line, sizeof line, file) && line[0] == '#')
        found = sscanf(line, "# program: %127[^.\n].c%63[^\n]", name, words) >= 1;
    fclose(file);
    return found;
}

static bool next_row(FILE *file, char line[], int size)
{
    while (fgets(line, size, file))
        if (line[0] != '#') return true;
    return false;
}

/* Number by number, to 1e-15. */
static void compare_rows(const char *path, char *made, char *stored)
{
    for (int k = 0;; k++) {
        char *a, *b;
        double x = strtod(made, &a), y = strtod(stored, &b);
        ck_assert_msg((a == made) == (b == stored), "%s: rows of different length", path);
        if (a == made) return;
        ck_assert_msg(fabs(x - y) <= 1e-15 * fmax(fabs(y), 1e-5), "%s: %.17g, made anew %.17g",
                      path, y, x);
        made = a;
        stored = b;
    }
}

/* Some seconds for a tenth of a second of motion: only where there is time. */
static bool is_slow(const char *file)
{
    return !getenv("HOL_LONG") && !strcmp(file, "flyball.ref");
}

START_TEST(its_program_makes_it_again)
{
    enum { LINE = 1 << 16 };
    const hol_problem *problem;
    char of[64], path[512], name[128], words[64] = "", command[1024], *made = hol_new(2 * LINE, 1),
                                       *stored = made + LINE;
    const char *folder = getenv("builddir");
    ck_assert(hol_reference_numbered(_i, &problem, of));
    if (!hol_makes_references() || is_slow(of)) {
        free(made);
        return;
    }
    ck_assert_msg(hol_reference_find(of, path, sizeof path), "%s is not there", path);
    /* a tenth of the span, a row at least and ten at most */
    double until = 0.1 * fmin(10, fmax(1, floor(problem->t_end)));
    ck_assert_msg(maker(path, name, words), "%s: the header names no program", path);
    snprintf(command, sizeof command, "'%s/%s'%s --until %g", folder ? folder : ".", name, words,
             until);
    FILE *program = popen(command, "r"), *file = fopen(path, "r");
    ck_assert(program && file);
    int rows = 0, wanted = 1 + (int)nearbyint(10 * until);
    while (next_row(program, made, LINE)) {
        ck_assert_msg(next_row(file, stored, LINE), "%s: more rows than stored", command);
        compare_rows(path, made, stored);
        rows++;
    }
    int status = pclose(program);
    ck_assert_msg(status == 0 && rows == wanted,
                  "%s: %d rows of %d, status %d (built by `make reference-build`)", command, rows,
                  wanted, status);
    fclose(file);
    free(made);
}
END_TEST

int main(void)
{
    const hol_problem *problem;
    char file[64];
    int files = 0;
    while (hol_reference_numbered(files, &problem, file)) files++;
    Suite *suite = suite_create("references made again");
    TCase *tcase = tcase_create("made again");
    hol_add_some(tcase, its_program_makes_it_again, files, 5);
    suite_add_tcase(suite, tcase);
    return hol_run_suite(suite);
}
