/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report as pages that need nothing beside themselves: drawings, style and script are part of
 * each.  A link names a place, <a href="#place">; report_site.c finds the page that has it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/data.h"
#include "base/say.h"
#include "base/text.h"
#include "harness/report/report_judge.h"
#include "harness/report/report_site.h"

/* A file of reports/, which becomes part of the page. */
static void include(FILE *out, const char *name)
{
    char path[REPORT_PATH], text[4096];
    snprintf(path, sizeof path, "%s/reports/%s", hol_data_folder(), name);
    FILE *in = hol_open_file(path, "r");
    size_t n;
    while (in && (n = fread(text, 1, sizeof text, in)) > 0) fwrite(text, 1, n, out);
    int failed = !in || ferror(in) ? errno : 0;
    if (in) fclose(in);
    if (failed == ENOMEM) hol_no_memory(); /* of a buffer */
    if (failed) hol_complain("%s: %s", path, strerror(failed));
}

static void html_element(FILE *out, const char *element, const char *text)
{
    fprintf(out, "<%s>", element);
    hol_html_text(out, text);
    fprintf(out, "</%s>\n", element);
}

static void html_link(FILE *out, const char *text, const char *place, const char *attributes)
{
    fputs("<a href=\"#", out);
    hol_anchor(out, place);
    fprintf(out, "\"%s>", attributes);
    hol_html_text(out, text);
    fputs("</a>", out);
}

/* ---------------------------------------------------------------- contents */

/* The pages of a group behind its name, open where it has the one that is shown; pages without a
 * group stand alone. */
static int html_group(FILE *out, const report_pages *pages, int first, const report_page *here)
{
    const char *group = pages->of[first].group;
    bool open = !here;
    int end = first;
    for (; end < pages->count && !strcmp(pages->of[end].group, group); end++)
        open |= &pages->of[end] == here;
    if (*group) {
        fprintf(out, "<details%s><summary>", open ? " open" : "");
        hol_html_text(out, group);
        fputs("</summary>", out);
    }
    fputs("<ul>\n", out);
    for (int i = first; i < end; i++) {
        const report_page *page = &pages->of[i];
        fputs("<li>", out);
        html_link(out, page->label, page->heading, page == here ? " aria-current=\"page\"" : "");
        if (page == here) fputs("<!--contents-->", out);
        fputs("</li>\n", out);
    }
    fprintf(out, "</ul>%s\n", *group ? "</details>" : "");
    return end;
}

/* On a narrow screen the list opens by the box before it, without a script. */
static void html_contents(FILE *out, const report_pages *pages, const report_page *here)
{
    fputs("<nav aria-label=\"contents\">\n<input type=\"checkbox\" id=\"menu\">"
          "<label for=\"menu\">Contents</label>\n<div class=\"list\">\n",
          out);
    for (int i = 0; i < pages->count;) i = html_group(out, pages, i, here);
    fputs("</div>\n</nav>\n", out);
}

/* ---------------------------------------------------------------- the document */

static void html_begin(FILE *out, const char *title, const report_pages *pages,
                       const report_page *here)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width\">\n<title>",
          out);
    if (here) hol_html_text(out, here->heading), fputs(" - ", out);
    hol_html_text(out, title);
    fputs("</title>\n<style>\n", out);
    include(out, "page.css");
    fprintf(out, "</style>\n</head>\n<body id=\"begin\"%s>\n",
            pages->count ? "" : " class=\"alone\"");
    if (pages->count) html_contents(out, pages, here);
    fputs("<main>\n", out);
    if (!here) html_element(out, "h1", title);
}

static void html_end(FILE *out)
{
    fputs("</main>\n<a class=\"top\" href=\"#begin\" aria-label=\"to the top\">&#8593;</a>\n"
          "<script>\n",
          out);
    include(out, "motion.js");
    include(out, "page.js");
    include(out, "figures.js");
    fputs("</script>\n</body>\n</html>\n", out);
}

/* Of a page that has no tables and figures. */
static void html_alone_end(FILE *out)
{
    fputs("</main>\n<script>\n", out);
    include(out, "motion.js");
    fputs("</script>\n</body>\n</html>\n", out);
}

static void html_heading(FILE *out, int level, const char *text)
{
    fprintf(out, "<h%d id=\"", level);
    hol_anchor(out, text);
    fputs("\">", out);
    hol_html_text(out, text);
    fprintf(out, "</h%d>\n", level);
}

static void html_part(FILE *out, const report_page *page)
{
    fputs("<section class=\"part ", out);
    hol_anchor(out, page->group);
    fputs("\">\n", out);
    html_heading(out, 2, page->heading);
}

static void html_part_end(FILE *out)
{
    fputs("</section>\n", out);
}

/* ---------------------------------------------------------------- text */

static void html_paragraph(FILE *out, const char *text)
{
    html_element(out, "p", text);
}

static void html_pointer(FILE *out, const char *text, const char *place)
{
    fputs("<p class=\"pointer\">", out);
    html_link(out, text, place, "");
    fputs("</p>\n", out);
}

static const report_letters html_letters = {hol_html_text, "<b>", "</b>"};

static void html_verdict(FILE *out, report_tone tone, const char *subject, const char *text)
{
    static const char *const class[] = {
        [REPORT_PLAIN] = "plain", [REPORT_GOOD] = "good", [REPORT_BAD] = "bad"};
    fprintf(out, "<p class=\"verdict %s\">", class[tone]);
    report_subject(out, subject, text, &html_letters);
    fputs("</p>\n", out);
}

static void html_finding(FILE *out, const report_finding *finding)
{
    fputs("<div class=\"finding\"><p>", out);
    report_sentence(out, finding, &html_letters);
    fputs("</p>\n<details><summary>how computed</summary>\n", out);
    html_element(out, "pre", finding->sql);
    fputs("</details></div>\n", out);
}

static void html_beside(FILE *out, char where)
{
    fputs(where == '<'   ? "<div class=\"beside\"><div>\n"
          : where == '|' ? "</div><div>\n"
                         : "</div></div>\n",
          out);
}

static void html_drawing(FILE *out, const char *text)
{
    html_element(out, "pre", text);
}

static void html_table(FILE *out, const hol_table *t, const char *folded)
{
    if (folded) {
        fputs("<details>\n", out);
        html_element(out, "summary", folded);
    }
    hol_table_html(out, t);
    if (folded) fputs("</details>\n", out);
}

/* ---------------------------------------------------------------- pictures */

unsigned report_short_name(const char *name)
{
    unsigned hash = 2166136261u;
    for (; *name; name++) hash = (hash ^ (unsigned char)*name) * 16777619u;
    return hash;
}

static void html_figure(FILE *out, const char *dir, const report_picture *picture)
{
    const char *name = picture->name;
    char path[REPORT_PATH];
    hol_text t;
    snprintf(path, sizeof path, "%s/%s", dir, name);
    FILE *in = hol_open_file(path, "r");
    if (!in) return;
    hol_text_begin(&t);
    for (int c; (c = getc(in)) != EOF;) putc(c, t.out);
    if (ferror(in)) hol_complain("%s: %s", path, strerror(errno));
    fclose(in);
    char *whole = hol_text_end(&t), *svg = strstr(whole, "<svg"); /* past the XML header */
    fputs("<figure id=\"", out);
    hol_anchor(out, name);
    fputs(picture->kind == REPORT_DIAGRAM ? "\" class=\"diagram\">\n" : "\">\n", out);
    if (svg) report_svg(out, svg, name);
    free(whole);
    html_element(out, "figcaption", picture->caption);
    fputs("</figure>\n", out);
}

static void html_moving(FILE *out, const char *json)
{
    fprintf(out, "<div class=\"motion\"><script type=\"application/json\">%s</script></div>\n",
            json);
}

static void html_foot(FILE *out, const char *text)
{
    html_element(out, "footer", text);
}

#define HTML                                                                                       \
    .folds = true, .begin = html_begin, .part = html_part, .part_end = html_part_end,              \
    .heading = html_heading, .paragraph = html_paragraph, .pointer = html_pointer,                 \
    .verdict = html_verdict, .finding = html_finding, .beside = html_beside,                       \
    .drawing = html_drawing, .table = html_table, .figure = html_figure, .moving = html_moving,    \
    .foot = html_foot

const report_markup report_html = {
    .file = "holonomy-report.html", .brief = true, .most = 8000000, .end = html_end, HTML};
const report_markup report_html_page = {.file = "index.html", .end = html_end, HTML};
const report_markup report_html_alone = {.end = html_alone_end, HTML};
