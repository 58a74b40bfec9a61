/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A drawing of gnuplot as part of a page: without what no eye sees, groups that are empty,
 * attributes that say the default, hundredths of a pixel; names inside with their drawing's. */
#include <stdlib.h>
#include <string.h>

#include "harness/report/report_site.h"
#include "holonomy/memory.h"

static bool begins(const char *text, const char *word)
{
    return !strncmp(text, word, strlen(word));
}

/* Behind a group that has nothing in it; NULL: it has, or is none. */
static const char *behind_empty(const char *at)
{
    const char *end = begins(at, "<g ") ? strchr(at, '>') : NULL;
    if (!end || memchr(at, '=', (size_t)(end - at)) == NULL) return NULL;
    end += 1 + strspn(end + 1, " \t\n");
    return begins(end, "</g>") ? end + 4 + strspn(end + 4, " \t\n") : NULL;
}

/* Attributes of their default value, or of the value around them. */
static size_t idle(const char *at)
{
    static const char *const word[] = {" stroke-linecap=\"butt\"", " stroke-linejoin=\"miter\"",
                                       " class=\"gridline\""};
    for (size_t i = 0; i < sizeof word / sizeof *word; i++)
        if (begins(at, word[i])) return strlen(word[i]);
    return 0;
}

/* Places in tenths of a pixel up to the quote or parenthesis that ends them. */
static const char *copy_places(FILE *out, const char *at, char end)
{
    bool blank = false;
    for (char last = 0; *at && *at != end;) {
        char *behind;
        if (strchr(" \t\n", *at)) {
            blank = true;
            at++;
            continue;
        }
        if (blank && last && last != ',') putc(' ', out);
        blank = false;
        double x = strtod(at, &behind);
        if (behind == at || !strchr("-.0123456789", *at)) {
            putc(last = *at++, out);
            continue;
        }
        char number[32];
        int n = snprintf(number, sizeof number, "%.1f", x);
        if (number[n - 1] == '0') number[n -= 2] = '\0';
        fputs(number, out);
        last = '0';
        at = behind;
    }
    return at;
}

/* "rgb(213,  94,   0)" without blanks, up to the parenthesis. */
static const char *copy_colour(FILE *out, const char *at)
{
    for (; *at && *at != ')'; at++)
        if (*at != ' ') putc(*at, out);
    return at;
}

void report_svg(FILE *out, const char *svg, const char *name)
{
    static const char *const named[] = {"id=\"", "id='", "href='#", "href=\"#", "url(#"};
    for (const char *at = svg, *behind; *at;) {
        if ((behind = behind_empty(at))) {
            at = behind;
            continue;
        }
        if (idle(at)) {
            at += idle(at);
            continue;
        }
        size_t n = 0;
        for (size_t i = 0; i < sizeof named / sizeof *named; i++)
            if (begins(at, named[i])) n = strlen(named[i]);
        if (n) {
            fprintf(out, "%.*sf%x-", (int)n, at, report_short_name(name));
            at += n;
        } else if (begins(at, " d='") || begins(at, "points = ") || begins(at, "translate(")) {
            n = begins(at, " d='") ? 4 : begins(at, "points = ") ? 10 : 10;
            char end = at[n - 1] == '(' ? ')' : at[n - 1];
            fwrite(at, 1, n, out);
            at = copy_places(out, at + n, end);
        } else if (begins(at, "rgb(")) {
            at = copy_colour(out, at);
        } else if (strchr("\t\n", *at)) {
            if (*at == '\n') putc('\n', out);
            at += strspn(at, " \t\n");
        } else {
            putc(*at++, out);
        }
    }
}
