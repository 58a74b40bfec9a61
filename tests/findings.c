/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the papers' sections find: see findings.h. */
#include "tests/findings.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/lines.h"
#include "base/number.h"
#include "holonomy/memory.h"

static const char first_line[] = "# holonomy findings 1";

/* ---------------------------------------------------------------- turns */

void expect_turn(const char *paper, const hol_paper_finding *one)
{
    double value, *x;
    if (!one->rule) return;
    hol_paper_answer word = hol_paper_word(one->rule, one->count, one->x, one->bound, &value);
    ck_assert_msg(word == one->answer, "%s, %s: kept as '%s', by '%s' it is '%s'", paper, one->id,
                  hol_paper_answer_name(one->answer), one->rule->name, hol_paper_answer_name(word));
    x = hol_new(one->count, sizeof *x);
    memcpy(x, one->x, (size_t)one->count * sizeof *x);
    (word == HOL_PAPER_CONFIRMED ? one->rule->spoil
                                 : one->rule->mend)(one->count / one->rule->group, x, one->bound);
    hol_paper_answer turned = hol_paper_word(one->rule, one->count, x, one->bound, &value);
    ck_assert_msg(turned != word, "%s, %s: with one thing wrong, '%s' still finds '%s' (%g)", paper,
                  one->id, one->rule->name, hol_paper_answer_name(word), value);
    free(x);
}

/* ---------------------------------------------------------------- kept */

/* The next field of a line of tabs. */
static char *field(char **rest)
{
    char *word = *rest, *tab = word ? strchr(word, '\t') : NULL;
    ck_assert_msg(word, "a kept row is too short");
    if (tab) *tab++ = '\0';
    *rest = tab;
    return word;
}

static hol_paper_answer answer_named(const char *name)
{
    for (int k = HOL_PAPER_CONFIRMED; k <= HOL_PAPER_OPEN; k++)
        if (!strcmp(hol_paper_answer_name((hol_paper_answer)k), name)) return (hol_paper_answer)k;
    ck_abort_msg("'%s' is no word", name);
}

static hol_paper_finding read_finding(char *line)
{
    hol_paper_finding one = {.value = NAN};
    snprintf(one.id, sizeof one.id, "%s", field(&line));
    char *rule = field(&line);
    one.rule = hol_paper_rule_named(rule);
    ck_assert_msg(one.rule || !strcmp(rule, "-"), "'%s' is no rule", rule);
    for (int k = 0; k < 2; k++) one.bound[k] = hol_strtod(field(&line), NULL);
    one.answer = answer_named(field(&line));
    one.count = atoi(field(&line));
    one.x = hol_new(one.count + 1, sizeof *one.x);
    for (int k = 0; k < one.count; k++) one.x[k] = hol_strtod(field(&line), NULL);
    return one;
}

hol_paper_findings kept_findings(const char *paper)
{
    char path[512];
    hol_paper_findings kept = {0};
    hol_lines in;
    hol_message why = {""};
    snprintf(path, sizeof path, "%s/tests/harness/findings/%s.tsv", getenv("srcdir"), paper);
    bool good = hol_lines_begin(&in, path, first_line, &why);
    while (good && hol_lines_next(&in)) {
        if (in.text[0] == '#') continue;
        kept.of = hol_renew(kept.of, (size_t)(kept.count + 1) * sizeof *kept.of);
        kept.of[kept.count++] = read_finding(in.text);
    }
    ck_assert_msg(hol_lines_end(&in, good), "%s", why.text);
    return kept;
}

void free_findings(hol_paper_findings *found)
{
    for (int i = 0; i < found->count; i++) free(found->of[i].x);
    free(found->of);
}

static void keep(const hol_paper_section *to, const char *folder)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s.tsv", folder, to->paper->id);
    FILE *out = fopen(path, "w");
    ck_assert_msg(out, "%s", path);
    fprintf(out, "%s\n# id, rule, its bounds, word, how many numbers, numbers\n", first_line);
    for (int i = 0; i < to->found.count; i++) {
        const hol_paper_finding *one = &to->found.of[i];
        fprintf(out, "%s\t%s\t%.17g\t%.17g\t%s\t%d", one->id, one->rule ? one->rule->name : "-",
                one->bound[0], one->bound[1], hol_paper_answer_name(one->answer), one->count);
        for (int k = 0; k < one->count; k++) fprintf(out, "\t%.17g", one->x[k]);
        putc('\n', out);
    }
    ck_assert_int_eq(fclose(out), 0);
}

/* ---------------------------------------------------------------- a section */

static bool is_there(const hol_paper_section *to, const char *what)
{
    for (int i = 0; i < to->found.count; i++)
        if (!strcmp(to->found.of[i].id, what)) return true;
    for (int i = 0; i < to->tables; i++)
        if (!strcmp(to->table[i]->title, what)) return true;
    return false;
}

static void expect_figures(const hol_paper_section *to)
{
    for (const hol_paper_figure *f = to->figure; f->name; f++) {
        ck_assert_msg(f->judged[0] || strcmp(f->why, "-") != 0, "figure %s: nothing judges it",
                      f->name);
        for (int k = 0; k < HOL_PAPER_JUDGES && f->judged[k]; k++)
            ck_assert_msg(is_there(to, f->judged[k]), "figure %s: there is no '%s'", f->name,
                          f->judged[k]);
    }
}

/* The texts are whole, made of numbers, and the id is the row's own. */
static void expect_texts(const hol_paper_section *to, int i)
{
    const hol_paper_finding *one = &to->found.of[i];
    ck_assert_msg(one->id[0], "%s, %s: a row without an id", one->place, one->says);
    ck_assert_msg(strlen(one->place) < sizeof one->place - 1 &&
                      strlen(one->says) < sizeof one->says - 1 &&
                      strlen(one->measured) < sizeof one->measured - 1 &&
                      strlen(one->data) < sizeof one->data - 1,
                  "%s: a text is cut", one->id);
    ck_assert_msg(!strstr(one->measured, "nan") && !strstr(one->measured, "inf "), "%s: %s",
                  one->id, one->measured);
    for (int k = 0; k < i; k++) ck_assert_str_ne(one->id, to->found.of[k].id);
}

void expect_findings(const hol_paper_section *to)
{
    const char *folder = getenv("HOL_FINDINGS");
    if (folder) keep(to, folder);
    hol_paper_findings kept = kept_findings(to->paper->id);
    for (int i = 0; i < to->found.count; i++) {
        const hol_paper_finding *one = &to->found.of[i], *was = &kept.of[i];
        expect_texts(to, i);
        ck_assert_msg(i < kept.count, "%s is not kept", one->id);
        ck_assert_str_eq(one->id, was->id);
        ck_assert_msg(one->rule == was->rule && one->bound[0] == was->bound[0] &&
                          one->bound[1] == was->bound[1],
                      "%s: kept with another rule or bound", one->id);
        ck_assert_msg(one->answer == was->answer, "%s: '%s', kept as '%s': %s", one->id,
                      hol_paper_answer_name(one->answer), hol_paper_answer_name(was->answer),
                      one->measured);
        expect_turn(to->paper->id, one);
    }
    ck_assert_int_eq(to->found.count, kept.count);
    expect_figures(to);
    free_findings(&kept);
}
