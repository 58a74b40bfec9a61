/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report as one page that stands alone: drawings, style and script are part of it. */
#include <stdlib.h>
#include <string.h>

#include "base/data.h"
#include "harness/report/report.h"

/* A file of reports/, which becomes part of the page. */
static void include(FILE *out, const char *name)
{
    char path[REPORT_PATH], text[4096];
    snprintf(path, sizeof path, "%s/reports/%s", hol_data_folder(), name);
    FILE *in = fopen(path, "r");
    size_t n;
    while (in && (n = fread(text, 1, sizeof text, in)) > 0) fwrite(text, 1, n, out);
    if (in) fclose(in);
}

static void html_begin(FILE *out, const char *title)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width\">\n<title>",
          out);
    hol_html_text(out, title);
    fputs("</title>\n<style>\n", out);
    include(out, "page.css");
    fputs("</style>\n</head>\n<body>\n<main>\n<h1>", out);
    hol_html_text(out, title);
    fputs("</h1>\n", out);
}

static void html_end(FILE *out)
{
    fputs("</main>\n<script>\n", out);
    include(out, "motion.js");
    include(out, "page.js");
    fputs("</script>\n</body>\n</html>\n", out);
}

static void html_element(FILE *out, const char *element, const char *text)
{
    fprintf(out, "<%s>", element);
    hol_html_text(out, text);
    fprintf(out, "</%s>\n", element);
}

static void html_contents(FILE *out, int count, const char *const heading[])
{
    fputs("<nav>\n<ul>\n", out);
    for (int i = 0; i < count; i++) {
        fputs("<li><a href=\"#", out);
        hol_anchor(out, heading[i]);
        fputs("\">", out);
        hol_html_text(out, heading[i]);
        fputs("</a></li>\n", out);
    }
    fputs("</ul>\n</nav>\n", out);
}

static void html_heading(FILE *out, int level, const char *text)
{
    fprintf(out, "<h%d id=\"", level);
    hol_anchor(out, text);
    fputs("\">", out);
    hol_html_text(out, text);
    fprintf(out, "</h%d>\n", level);
}

static void html_paragraph(FILE *out, const char *text)
{
    html_element(out, "p", text);
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

unsigned report_short_name(const char *name)
{
    unsigned hash = 2166136261u;
    for (; *name; name++) hash = (hash ^ (unsigned char)*name) * 16777619u;
    return hash;
}

/* Names inside a drawing get its own short one in front, so that they are the only ones on the
 * page. */
static void copy_drawing(FILE *out, const char *line, const char *name)
{
    static const char *const before[] = {"id=\"", "id='", "href='#", "href=\"#", "url(#"};
    while (*line) {
        size_t n = 1;
        for (size_t i = 0; i < sizeof before / sizeof *before; i++)
            if (!strncmp(line, before[i], strlen(before[i]))) n = strlen(before[i]);
        fwrite(line, 1, n, out);
        if (n > 1) fprintf(out, "f%x-", report_short_name(name));
        line += n;
    }
}

static void html_figure(FILE *out, const char *dir, const char *name, const char *caption)
{
    char path[REPORT_PATH], *line = NULL;
    size_t size = 0;
    bool inside = false; /* past the XML header */
    snprintf(path, sizeof path, "%s/%s", dir, name);
    FILE *in = fopen(path, "r");
    if (!in) return;
    fputs("<figure id=\"", out);
    hol_anchor(out, name);
    fputs("\">\n", out);
    while (getline(&line, &size, in) > 0) {
        inside |= !strncmp(line, "<svg", 4);
        if (inside) copy_drawing(out, line, name);
    }
    free(line);
    fclose(in);
    html_element(out, "figcaption", caption);
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

const report_markup report_html = {
    .file = "index.html",
    .folds = true,
    .begin = html_begin,
    .end = html_end,
    .contents = html_contents,
    .heading = html_heading,
    .paragraph = html_paragraph,
    .drawing = html_drawing,
    .table = html_table,
    .figure = html_figure,
    .moving = html_moving,
    .foot = html_foot,
};
