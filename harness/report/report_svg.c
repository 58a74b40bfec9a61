/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A drawing of gnuplot in a third of the bytes, with nothing left out that is seen: groups without
 * content and attributes that are SVG's defaults go, those that all groups share stand once,
 * colours become hexadecimal, points of lines stand at tenths of a pixel, each relative to the one
 * before. */
#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/cli/cli.h"
#include "harness/memory.h"
#include "harness/report/report.h"

/* ---------------------------------------------------------------- lines */

static void put_tenths(FILE *out, long x, bool first)
{
    if (x >= 0 && !first) putc(' ', out);
    if (x < 0) putc('-', out);
    if (labs(x) >= 10 || x % 10 == 0) fprintf(out, "%ld", labs(x) / 10);
    if (x % 10) fprintf(out, ".%ld", labs(x) % 10);
}

typedef struct {
    FILE *out;
    long at[2], by[2]; /* the last point written, and the way from there not yet written [px/10] */
    bool drawing;      /* after an l: further pairs are lines too */
} pen;

static void draw(pen *p)
{
    if (!p->by[0] && !p->by[1]) return;
    if (!p->drawing) putc('l', p->out);
    put_tenths(p->out, p->by[0], !p->drawing);
    put_tenths(p->out, p->by[1], false);
    p->drawing = true;
    for (int k = 0; k < 2; k++) p->at[k] += p->by[k], p->by[k] = 0;
}

static void move_to(pen *p, const long to[2])
{
    draw(p);
    putc('M', p->out);
    put_tenths(p->out, to[0], true);
    put_tenths(p->out, to[1], false);
    p->drawing = false;
    for (int k = 0; k < 2; k++) p->at[k] = to[k];
}

/* A point on the straight way on from the last one is not kept. */
static void line_to(pen *p, const long to[2])
{
    const long by[2] = {to[0] - p->at[0] - p->by[0], to[1] - p->at[1] - p->by[1]};
    bool straight = p->by[0] * by[1] == p->by[1] * by[0];
    if (!straight || p->by[0] * by[0] < 0 || p->by[1] * by[1] < 0) draw(p);
    for (int k = 0; k < 2; k++) p->by[k] = to[k] - p->at[k];
}

/* What stands between the quotes of d: absolute moves and lines; false, with nothing written, where
 * it is anything else. */
static bool put_lines(FILE *out, const char *d, const char *end)
{
    for (const char *c = d; c < end; c++)
        if (!strchr("ML0123456789.,- \t\n", *c)) return false;
    pen p = {.out = out};
    while (d < end) {
        char command = *d, *after;
        if (command != 'M' && command != 'L') {
            d++;
            continue;
        }
        double x = strtod(d + 1, &after), y = *after == ',' ? strtod(after + 1, &after) : 0.0;
        const long to[2] = {lround(10.0 * x), lround(10.0 * y)};
        if (command == 'M')
            move_to(&p, to);
        else
            line_to(&p, to);
        d = after;
    }
    draw(&p);
    return true;
}

/* ---------------------------------------------------------------- tags */

static bool starts(const char *text, const char *with)
{
    return !strncmp(text, with, strlen(with));
}

/* "rgb(213,  94,   0)" is #d55e00. */
static const char *put_colour(FILE *out, const char *text)
{
    int r, g, b, length = 0;
    if (!starts(text, "rgb(")) return text;
    if (sscanf(text, "rgb(%d,%d,%d)%n", &r, &g, &b, &length) < 3 || !length) return text;
    fprintf(out, "#%02x%02x%02x", (unsigned)r, (unsigned)g, (unsigned)b);
    return text + length;
}

static const char canvas[] = "<g id=\"gnuplot_canvas\"", background[] = "<rect x=\"0\" y=\"0\"";

/* Attributes that go, in all tags; the first are given to the canvas. */
enum { SHARED = 4 };
static const char *const spared[] = {" fill=\"none\"",           " color=\"black\"",
                                     " stroke=\"currentColor\"", " font-family=\"sans-serif\"",
                                     " stroke-linecap=\"butt\"", " stroke-linejoin=\"miter\"",
                                     " class=\"gridline\""};

/* A tag, from its < to behind its >. */
static void put_tag(FILE *out, const char *text, const char *end)
{
    bool of_canvas = starts(text, canvas), of_background = starts(text, background);
    while (text < end) {
        const char *before = text, *quote;
        for (size_t i = 0; i < sizeof spared / sizeof *spared; i++)
            if (starts(text, spared[i])) text += strlen(spared[i]);
        if (starts(text, " d='") && (quote = memchr(text + 4, '\'', (size_t)(end - text - 4)))) {
            fputs(" d='", out);
            if (!put_lines(out, text + 4, quote))
                fwrite(text + 4, 1, (size_t)(quote - text - 4), out);
            text = quote;
        }
        if (text + 1 == end && of_canvas)
            for (int i = 0; i < SHARED; i++) fputs(spared[i], out);
        if (of_background && starts(text, " fill=")) fputs(" stroke=\"none\"", out);
        text = put_colour(out, text);
        if (text == before) putc(*text++, out);
    }
}

/* ---------------------------------------------------------------- the drawing */

enum { DEEPEST = 32 };

typedef struct {
    FILE *out;
    const char *open[DEEPEST]; /* tags of the groups that hold what comes next */
    int depth, written;        /* of them; the others have had no content yet */
    const char *closed;        /* the group just ended, whose end is not yet written; or NULL */
    bool verbatim;             /* within words: blanks count */
} drawing;

static bool same_tag(const char *a, const char *b)
{
    size_t length = (size_t)(strchr(a, '>') - a) + 1;
    return !strncmp(a, b, length);
}

/* Content is next: a group as the one that ended goes on in that one. */
static void put_opened(drawing *d)
{
    if (d->closed && d->written < d->depth && same_tag(d->closed, d->open[d->written]))
        d->written++;
    else if (d->closed)
        fputs("</g>\n", d->out);
    d->closed = NULL;
    for (; d->written < d->depth; d->written++) {
        const char *tag = d->open[d->written];
        put_tag(d->out, tag, strchr(tag, '>') + 1);
        putc('\n', d->out);
    }
}

static void end_group(drawing *d)
{
    d->depth--;
    if (d->written <= d->depth) return; /* it had no content */
    if (d->closed) fputs("</g>\n", d->out);
    d->closed = d->open[--d->written];
}

/* The tag at `text`; what follows it. */
static const char *one_tag(drawing *d, const char *text)
{
    static const char *const words[] = {"text", "title", "desc"};
    const char *end = strchr(text, '>') + 1;
    if (starts(text, "<g ")) {
        assert(d->depth < DEEPEST);
        d->open[d->depth++] = text;
        return end;
    }
    if (starts(text, "</g>")) {
        end_group(d);
        return end;
    }
    if (starts(text, "<text>") && starts(end, "</text>")) return end + strlen("</text>");
    put_opened(d);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (starts(text + 1, words[i])) d->verbatim = true;
    put_tag(d->out, text, end);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (text[1] == '/' && starts(text + 2, words[i])) d->verbatim = false;
    if (!d->verbatim) putc('\n', d->out);
    return end;
}

static void put_drawing(FILE *out, const char *text)
{
    drawing d = {.out = out};
    while (*text) {
        if (*text == '<' && strchr(text, '>')) {
            text = one_tag(&d, text);
            continue;
        }
        if (d.verbatim || !isspace((unsigned char)*text)) {
            put_opened(&d);
            putc(*text, out);
        }
        text++;
    }
}

bool report_svg_compact(const char *path)
{
    char *text = NULL;
    size_t size = 0;
    FILE *in = fopen(path, "r"), *out = NULL;
    bool well = in && getdelim(&text, &size, '\0', in) > 0;
    if (in) fclose(in);
    if (well && (well = (out = fopen(path, "w")))) {
        put_drawing(out, text);
        well = !ferror(out);
        if (fclose(out) != 0) well = false;
    }
    free(text);
    if (!well) cli_say("%s: the drawing could not be written", path);
    return well;
}
