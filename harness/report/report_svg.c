/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A drawing of gnuplot as part of a page: without what no eye sees, groups that are empty,
 * attributes that say the default, hundredths of a pixel, places of a line between two others;
 * names inside with their drawing's. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/report/report_site.h"

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

/* In tenths of a pixel. */
static void put_place(FILE *out, double x)
{
    char number[32];
    int n = snprintf(number, sizeof number, "%.1f", x);
    if (number[n - 1] == '0') number[n -= 2] = '\0';
    fputs(number, out);
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
        put_place(out, x);
        last = '0';
        at = behind;
    }
    return at;
}

/* ---------------------------------------------------------------- lines */

typedef struct {
    double x, y; /* [pixel] */
} spot;

enum { AHEAD = 100 };

typedef struct { /* a line that is written as far as `from`, and goes on through the spots ahead */
    FILE *out;
    spot from, ahead[AHEAD];
    int count;
} stroke;

/* Do the spots lie on the straight line from a to b, as far as an eye can see? */
static bool straight(spot a, const spot between[], int count, spot b)
{
    static const double seen = 0.1; /* [pixel] */
    double dx = b.x - a.x, dy = b.y - a.y, square = dx * dx + dy * dy;
    for (int k = 0; k < count; k++) {
        double x = between[k].x - a.x, y = between[k].y - a.y;
        double part = square > 0 ? fmin(fmax((x * dx + y * dy) / square, 0), 1) : 0;
        if (hypot(x - part * dx, y - part * dy) > seen) return false;
    }
    return true;
}

static void put_spot(stroke *s, char how, spot to)
{
    putc(how, s->out);
    put_place(s->out, to.x);
    putc(',', s->out);
    put_place(s->out, to.y);
    s->from = to;
    s->count = 0;
}

static void flush(stroke *s)
{
    if (s->count) put_spot(s, 'L', s->ahead[s->count - 1]);
}

/* "M x,y" or "L x,y": behind it; NULL: there is none. */
static const char *read_spot(const char *at, char *how, spot *to)
{
    char *comma, *end;
    at += strspn(at, " \t\n");
    if (*at != 'M' && *at != 'L') return NULL;
    *how = *at;
    to->x = strtod(at + 1, &comma);
    if (comma == at + 1 || *comma != ',') return NULL;
    to->y = strtod(comma + 1, &end);
    return end == comma + 1 ? NULL : end;
}

/* Lines up to the quote; what is none, from there on with all its places. */
static const char *copy_lines(FILE *out, const char *at)
{
    stroke s = {.out = out};
    const char *behind;
    char how;
    spot to;
    for (; (behind = read_spot(at, &how, &to)); at = behind) {
        if (how == 'M') {
            flush(&s);
            put_spot(&s, how, to);
            continue;
        }
        if (s.count == AHEAD || !straight(s.from, s.ahead, s.count, to)) flush(&s);
        s.ahead[s.count++] = to;
    }
    flush(&s);
    return copy_places(out, at, '\'');
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
        } else if (begins(at, " d='M")) {
            fputs(" d='", out);
            at = copy_lines(out, at + 4);
        } else if (begins(at, " d='") || begins(at, "points = ") || begins(at, "translate(")) {
            n = begins(at, " d='") ? 4 : 10;
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
