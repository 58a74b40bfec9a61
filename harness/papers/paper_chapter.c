/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A paper in the report: see paper_chapter.h. */
#include "harness/papers/paper_chapter.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/outcome.h"
#include "base/say.h"
#include "base/text.h"

/* ---------------------------------------------------------------- by name */

static const hol_paper *paper_named(const char *id, size_t length)
{
    for (int k = 0; hol_paper_by(k); k++)
        if (strlen(hol_paper_by(k)->id) == length && !strncmp(hol_paper_by(k)->id, id, length))
            return hol_paper_by(k);
    return NULL;
}

static bool no_such_paper(const char *id, int length)
{
    const char *known[HOL_PAPERS + 2] = {"all", "none"};
    char word[32];
    int count = 2;
    for (int k = 0; k < HOL_PAPERS && hol_paper_by(k); k++) known[count++] = hol_paper_by(k)->id;
    snprintf(word, sizeof word, "%.*s", length, id);
    hol_guess guess = hol_did_you_mean(word, known, count);
    char all[512] = ": there are ";
    for (int i = 0; i < count; i++) hol_append(all, sizeof all, "%s%s", i ? ", " : "", known[i]);
    return hol_refuse(false, "no paper '%s' is redone%s", word, guess.text[0] ? guess.text : all);
}

bool hol_chapter_choose(hol_chapter_choice *chosen, const char *names)
{
    if (!strcmp(names, "none")) return true;
    if (!strcmp(names, "all"))
        for (const hol_paper *p; chosen->count < HOL_PAPERS && (p = hol_paper_by(chosen->count));)
            chosen->of[chosen->count++] = p;
    else
        for (size_t length; length = strcspn(names, ","), true; names += length + 1) {
            const hol_paper *p = paper_named(names, length);
            if (!p) return no_such_paper(names, (int)length);
            if (chosen->count < HOL_PAPERS) chosen->of[chosen->count++] = p;
            if (!names[length]) break;
        }
    return true;
}

/* ---------------------------------------------------------------- redoing */

int hol_chapter_redo(hol_paper_section *p, const hol_paper *paper, const char *dir)
{
    if (hol_paper_redo(p, paper, dir)) return HOL_EXIT_OK;
    hol_complain("%s", p->why.text);
    if (p->unread) return HOL_EXIT_INPUT;
    return p->unwritten ? HOL_EXIT_FILE : HOL_EXIT_FAILED;
}

hol_table hol_chapter_findings(const hol_paper_section *p)
{
    hol_table t = hol_table_of("place|the paper says|we measured|judged by|verdict");
    for (const hol_paper_finding *one = p->found.of; one < p->found.of + p->found.count; one++) {
        char criterion[400];
        hol_paper_criterion(one, criterion, sizeof criterion);
        hol_cell(&t, "%s%s%s", one->source, one->source[0] ? ": " : "", one->place);
        hol_cells(&t, one->says, one->measured, criterion, hol_paper_answer_name(one->answer),
                  NULL);
    }
    return t;
}

int hol_chapter_draw(const hol_paper_section *p, const char *dir, const report_origin *origin,
                     bool png)
{
    int code = HOL_EXIT_OK;
    for (const hol_paper_figure *f = p->figure; f->name && !code; f++) {
        char name[32], script[64];
        snprintf(name, sizeof name, "paper-%s", p->paper->id);
        snprintf(script, sizeof script, "%s-%s", name, f->name);
        const report_drawing drawing = {.dir = dir,
                                        .script = script,
                                        .name = name,
                                        .figure = f->name,
                                        .title = f->caption,
                                        .origin = origin};
        code = report_draw_forms(drawing, png);
    }
    return code;
}

/* ---------------------------------------------------------------- the section */

typedef struct { /* judged numbers of a table, zeros and times left out */
    int judged, count[HOL_PAPER_DIFFERS + 1];
    int least; /* fewest digits of those that are not reproduced to every one */
} tally;

static tally tally_of(const hol_paper_table *t)
{
    tally of = {.least = 99};
    int digits;
    for (int i = 0; i < t->rows; i++)
        for (int k = t->keys; k < t->columns; k++) {
            hol_paper_verdict verdict = hol_paper_judge(t, i, k, &digits);
            of.count[verdict]++;
            of.judged += verdict != HOL_PAPER_UNJUDGED;
            if (verdict == HOL_PAPER_DIGITS && digits < of.least) of.least = digits;
        }
    return of;
}

static void table_heading(const hol_paper_table *t, char text[], size_t size)
{
    snprintf(text, size, "Paper %s: %s", t->paper, t->title);
}

static void paper_heading(const hol_paper_section *p, char text[], size_t size)
{
    snprintf(text, size, "Paper %s redone: %s", p->paper->id, p->paper->title);
}

static void figure_path(const hol_paper *paper, const hol_paper_figure *f, char path[], size_t size)
{
    snprintf(path, size, "figures/paper-%s-%s.svg", paper->id, f->name);
}

static bool is_drawn(const report *r, const char *path)
{
    char full[2 * REPORT_PATH];
    snprintf(full, sizeof full, "%s/%s", r->dir, path);
    return access(full, R_OK) == 0;
}

/* ---------------------------------------------------------------- all on one page */

static void table_verdict(const tally *n, char text[], size_t size)
{
    if (n->count[HOL_PAPER_DIFFERS])
        snprintf(text, size, "differs in %d of %d", n->count[HOL_PAPER_DIFFERS], n->judged);
    else if (!n->judged)
        snprintf(text, size, "%s", hol_paper_answer_name(HOL_PAPER_BESIDE));
    else if (n->count[HOL_PAPER_SAME_ORDER])
        snprintf(text, size, "same order of magnitude in %d of %d", n->count[HOL_PAPER_SAME_ORDER],
                 n->judged);
    else if (n->count[HOL_PAPER_DIGITS])
        snprintf(text, size, "reproduced to %d digits or more", n->least);
    else
        snprintf(text, size, "reproduced to every digit");
}

static void table_line(hol_table *t, const char *id, const hol_paper_table *of)
{
    char heading[256], verdict[64];
    tally n = tally_of(of);
    table_heading(of, heading, sizeof heading);
    hol_cells(t, id, of->title, NULL);
    hol_cell_link(t, heading);
    if (!n.judged) { /* a table of ours beside the paper's */
        hol_cell(t, "no number to judge");
        hol_cell(t, "%d rows of our own", of->rows);
        hol_cell(t, "%s", hol_paper_answer_name(HOL_PAPER_BESIDE));
        return;
    }
    hol_cell(t, "%d printed number%s, zeros and times left out", n.judged,
             n.judged == 1 ? "" : "s");
    hol_cell(t, "%d to every digit, %d to two digits or more, %d in the order of magnitude",
             n.count[HOL_PAPER_ALL_DIGITS], n.count[HOL_PAPER_DIGITS],
             n.count[HOL_PAPER_SAME_ORDER]);
    table_verdict(&n, verdict, sizeof verdict);
    hol_cell(t, "%s", verdict);
}

/* ---------------------------------------------------------------- figures judged */

typedef struct {                        /* by what stands above it on the page */
    char says[512], by[512], table[64]; /* the verdict of the last table, or "" */
    bool answered[HOL_PAPER_OPEN + 1];
} judgement;

static void add_words(char text[], size_t size, const char *words)
{
    if (!strstr(text, words)) hol_append(text, size, "%s%s", *text ? "; " : "", words);
}

static void judge_by(judgement *j, const hol_paper_section *p, const char *what)
{
    for (const hol_paper_finding *one = p->found.of; one < p->found.of + p->found.count; one++) {
        if (strcmp(one->id, what) != 0) continue;
        add_words(j->says, sizeof j->says, one->says);
        add_words(j->by, sizeof j->by, one->place);
        j->answered[one->answer] = true;
    }
    for (int k = 0; k < p->tables; k++) {
        if (strcmp(p->table[k]->title, what) != 0) continue;
        tally n = tally_of(p->table[k]);
        add_words(j->says, sizeof j->says, "numbers of the same runs");
        add_words(j->by, sizeof j->by, p->table[k]->title);
        table_verdict(&n, j->table, sizeof j->table);
    }
}

static const char *verdict_of(const judgement *j)
{
    static const hol_paper_answer gravest[] = {HOL_PAPER_OPPOSITE, HOL_PAPER_REFUTED,
                                               HOL_PAPER_CONFIRMED, HOL_PAPER_OPEN,
                                               HOL_PAPER_BESIDE};
    for (size_t i = 0; i < sizeof gravest / sizeof *gravest; i++)
        if (j->answered[gravest[i]]) return hol_paper_answer_name(gravest[i]);
    return j->table[0] ? j->table : "redrawn";
}

static void figure_line(hol_table *t, const report *r, const hol_paper_section *p,
                        const hol_paper_figure *f)
{
    char path[REPORT_PATH];
    judgement j = {.says = ""};
    figure_path(p->paper, f, path, sizeof path);
    bool drawn = is_drawn(r, path);
    for (int k = 0; k < HOL_PAPER_JUDGES && f->judged[k]; k++) judge_by(&j, p, f->judged[k]);
    hol_cell(t, "%s", p->paper->id);
    hol_cell(t, "%.*s", (int)strcspn(f->caption, ":"), f->caption);
    if (drawn) hol_cell_link(t, path);
    hol_cell(t, "%s", j.says[0] ? j.says : strcmp(f->why, "-") ? f->why : "a curve, no number");
    hol_cell(t, !drawn ? "not drawn" : j.by[0] ? "drawn; measured above: %s" : "drawn", j.by);
    hol_cell(t, "%s", drawn ? verdict_of(&j) : "not redrawn");
}

/* The figure that shows it, where it is drawn; else the section. */
static void link_of(const report *r, const hol_paper_section *p, const hol_paper_finding *one,
                    char place[], size_t size)
{
    paper_heading(p, place, size);
    for (const hol_paper_figure *f = p->figure; f->name; f++)
        for (int k = 0; k < HOL_PAPER_JUDGES && f->judged[k]; k++) {
            char path[REPORT_PATH];
            figure_path(p->paper, f, path, sizeof path);
            if (strcmp(one->id, f->judged[k]) != 0 || !is_drawn(r, path)) continue;
            snprintf(place, size, "%s", path);
            return;
        }
}

static void finding_line(hol_table *t, const report *r, const hol_paper_section *p,
                         const hol_paper_finding *one)
{
    char place[REPORT_PATH];
    link_of(r, p, one, place, sizeof place);
    hol_cells(t, one->source[0] ? one->source : p->paper->id, one->place, NULL);
    hol_cell_link(t, place);
    hol_cells(t, one->says, one->measured, hol_paper_answer_name(one->answer), NULL);
}

static void verdicts(const void *self, const report *r, hol_table *t)
{
    const hol_paper_section *p = self;
    for (int k = 0; k < p->tables; k++) table_line(t, p->paper->id, p->table[k]);
    for (int k = 0; k < p->found.count; k++) finding_line(t, r, p, &p->found.of[k]);
    for (const hol_paper_figure *f = p->figure; f->name; f++) figure_line(t, r, p, f);
}

/* ---------------------------------------------------------------- a paper */

static void put_counts(FILE *out, const report_markup *to, const hol_paper_table *t)
{
    char text[512];
    tally n = tally_of(t);
    if (!n.judged) return;
    snprintf(text, sizeof text,
             "Of %d printed numbers, zeros and times left out, %d are reproduced to every digit, "
             "%d to two "
             "digits or more, %d in the order of magnitude; %d differ.",
             n.judged, n.count[HOL_PAPER_ALL_DIGITS], n.count[HOL_PAPER_DIGITS],
             n.count[HOL_PAPER_SAME_ORDER], n.count[HOL_PAPER_DIFFERS]);
    to->paragraph(out, text);
}

void hol_chapter_notes(FILE *out, const report_markup *to, const hol_paper_table *t)
{
    hol_table notes = hol_paper_notes(t);
    if (hol_table_rows(&notes)) to->table(out, &notes, "Why numbers differ, and times a step");
    hol_table_free(&notes);
}

static void put_figures(FILE *out, const report_markup *to, const report *r,
                        const hol_paper_section *p)
{
    for (const hol_paper_figure *f = p->figure; f->name; f++) {
        char path[REPORT_PATH];
        figure_path(p->paper, f, path, sizeof path);
        if (!is_drawn(r, path)) continue;
        to->figure(out, r->dir,
                   &(report_picture){path, f->see, f->diagram ? REPORT_DIAGRAM : REPORT_CURVES});
    }
}

static void show(const void *self, const report *r, FILE *out, const report_markup *to)
{
    const hol_paper_section *p = self;
    char text[256];
    hol_table found = hol_chapter_findings(p);
    if (p->found.count) to->table(out, &found, NULL);
    hol_table_free(&found);
    for (int k = 0; k < p->tables; k++) {
        hol_table lines = hol_paper_lines(p->table[k]);
        table_heading(p->table[k], text, sizeof text);
        to->heading(out, 3, text);
        to->paragraph(out, p->table[k]->source);
        put_counts(out, to, p->table[k]);
        to->table(out, &lines, NULL);
        hol_table_free(&lines);
        hol_chapter_notes(out, to, p->table[k]);
    }
    put_figures(out, to, r, p);
}

report_chapter hol_chapter_of(const hol_paper_section *p)
{
    report_chapter chapter = {.self = p, .verdicts = verdicts, .show = show};
    snprintf(chapter.name, sizeof chapter.name, "paper-%s", p->paper->id);
    paper_heading(p, chapter.heading, sizeof chapter.heading);
    return chapter;
}
