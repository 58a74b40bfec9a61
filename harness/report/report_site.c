/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pages as files that lead to each other: all are written into memory, then every link gets the
 * file of the page that has its place. */
#include "harness/report/report_site.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "harness/report/report_judge.h"

/* ---------------------------------------------------------------- places */

typedef struct { /* text within a page that is written */
    const char *text;
    int length, page;
} place;

typedef struct {
    const report_pages *pages;
    char **text; /* of each page */
    place *of;
    int count;
} site;

/* The value of the attribute that `before` begins, from `text` on; NULL: none. */
static const char *attribute(const char *text, const char *before, int *length)
{
    const char *at = strstr(text, before);
    if (!at) return NULL;
    at += strlen(before);
    *length = (int)strcspn(at, "\"");
    return at;
}

static void add_places(site *s, int page, const char *before)
{
    int length;
    for (const char *at = s->text[page]; (at = attribute(at, before, &length)); at += length) {
        s->of = hol_renew(s->of, (size_t)(s->count + 1) * sizeof *s->of);
        s->of[s->count++] = (place){at, length, page};
    }
}

/* The page that has a place, if it can be the one that asks; -1: none. */
static int page_with(const site *s, const char *text, int length, int asks)
{
    int found = -1;
    for (const place *one = s->of; one < s->of + s->count; one++) {
        if (one->length != length || strncmp(one->text, text, (size_t)length) != 0) continue;
        if (one->page == asks) return asks;
        if (found < 0) found = one->page;
    }
    return found;
}

/* ---------------------------------------------------------------- writing */

#define LINK     "<a href=\"#"
#define CONTENTS "<!--contents-->"
#define HEADING  "<h3 id=\""

static void put_contents(FILE *out, const char *text)
{
    int length, count = 0;
    while ((text = attribute(text, HEADING, &length))) {
        const char *words = text + length + 2; /* behind the attribute */
        fprintf(out, "%s<li><a href=\"#%.*s\">%.*s</a></li>\n", count++ ? "" : "\n<ul>\n", length,
                text, (int)strcspn(words, "<"), words);
    }
    if (count) fputs("</ul>\n", out);
}

static void put_linked(FILE *out, const site *s, int page)
{
    const char *rest = s->text[page], *next;
    while ((next = strchr(rest, '<'))) {
        fwrite(rest, 1, (size_t)(next - rest), out);
        rest = next;
        if (!strncmp(rest, LINK, strlen(LINK))) {
            const char *name = rest + strlen(LINK);
            int length = (int)strcspn(name, "\""), there = page_with(s, name, length, page);
            fprintf(out, "<a href=\"%s#",
                    there < 0 || there == page ? "" : s->pages->of[there].file);
            rest = name;
        } else if (!strncmp(rest, CONTENTS, strlen(CONTENTS))) {
            put_contents(out, s->text[page]);
            rest += strlen(CONTENTS);
        } else {
            putc(*rest++, out);
        }
    }
    fputs(rest, out);
}

static char *text_of(const report *r, const report_pages *pages, int k)
{
    const report_markup *to = &report_html_page;
    const report_page *page = &pages->of[k];
    hol_text t;
    hol_text_begin(&t);
    to->begin(t.out, REPORT_TITLE, pages, page);
    to->part(t.out, page);
    page->show(t.out, to, r, page->at);
    to->part_end(t.out);
    to->foot(t.out, r->origin.line[0]);
    to->foot(t.out, r->origin.line[1]);
    to->end(t.out);
    return hol_text_end(&t);
}

static bool write_page(const report *r, const site *s, int page)
{
    report_file file;
    if (!report_open(&file, r->dir, s->pages->of[page].file)) return false;
    put_linked(file.out, s, page);
    return report_close(&file);
}

bool report_site(const report *r)
{
    report_pages pages = report_pages_of(r);
    site s = {.pages = &pages, .text = hol_new(pages.count, sizeof *s.text)};
    bool good = true;
    for (int k = 0; k < pages.count; k++) {
        s.text[k] = text_of(r, &pages, k);
        add_places(&s, k, "<h2 id=\"");
        add_places(&s, k, HEADING);
        add_places(&s, k, "<figure id=\"");
    }
    for (int k = 0; k < pages.count && good; k++) good = write_page(r, &s, k);
    for (int k = 0; k < pages.count; k++) free(s.text[k]);
    free(s.text);
    free(s.of);
    report_pages_free(&pages);
    return good;
}
