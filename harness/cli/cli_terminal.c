/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What fits the terminal: see cli_terminal.h. */
#include "harness/cli/cli_terminal.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/clock.h"

int cli_columns(void)
{
    enum { USUAL = 80, LEAST = 10 };
    struct winsize size;
    int columns = 0;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0) columns = size.ws_col;
    const char *given = getenv("COLUMNS");
    if (columns <= 0 && given) columns = (int)strtol(given, NULL, 10);
    return columns >= LEAST ? columns : USUAL;
}

cli_span cli_span_of(double seconds)
{
    enum { MINUTE = 60, HOUR = 3600 };
    cli_span span = {"?"};
    if (!(seconds < 1e9)) return span;
    long s = (long)ceil(fmax(seconds, 0.0));
    if (s < MINUTE)
        snprintf(span.text, sizeof span.text, "%ld s", s);
    else if (s < HOUR)
        snprintf(span.text, sizeof span.text, "%ld:%02ld", s / MINUTE, s % MINUTE);
    else
        snprintf(span.text, sizeof span.text, "%ld:%02ld:%02ld", s / HOUR, s % HOUR / MINUTE,
                 s % MINUTE);
    return span;
}

/* ---------------------------------------------------------------- a line of progress */

cli_bar cli_bar_of(bool quiet)
{
    return (cli_bar){.on = !quiet && isatty(STDERR_FILENO), .began = hol_wall_seconds()};
}

/* The last column stays free: a terminal that is full wraps. */
static void put(cli_bar *bar, double part, const char *format, va_list arguments)
{
    enum { WIDTH = 30, LEAST = 8, FRAME = 3 }; /* of the bar; its brackets and a blank */
    char text[256];
    int room = cli_columns() - 1;
    vsnprintf(text, sizeof text, format, arguments);
    int width = (int)fmin(WIDTH, room - FRAME - (int)strlen(text));
    fputc('\r', stderr);
    if (width >= LEAST) {
        int filled = (int)(fmin(fmax(part, 0.0), 1.0) * width);
        fprintf(stderr, "[%.*s%*s] ", filled, "##############################", width - filled, "");
        room -= width + FRAME;
    }
    fprintf(stderr, "%.*s\033[K", room, text);
    fflush(stderr);
    bar->shown = hol_wall_seconds();
}

void cli_bar_put(cli_bar *bar, double part, const char *format, ...)
{
    va_list arguments;
    if (!bar->on) return;
    va_start(arguments, format);
    put(bar, part, format, arguments);
    va_end(arguments);
}

void cli_bar_show(cli_bar *bar, double part, const char *format, ...)
{
    va_list arguments;
    if (!bar->on) return;
    double now = hol_wall_seconds();
    if (now - bar->began < 1.0 || (now - bar->shown < 0.2 && part < 1.0)) return;
    va_start(arguments, format);
    put(bar, part, format, arguments);
    va_end(arguments);
}

void cli_bar_end(cli_bar *bar)
{
    if (bar->on && bar->shown > 0.0) fputs("\r\033[K", stderr);
    bar->shown = 0.0;
}

/* ---------------------------------------------------------------- texts */

cli_cell cli_number(const char *format, double x)
{
    cli_cell c = {"-"};
    if (isfinite(x)) snprintf(c.text, sizeof c.text, format, x);
    return c;
}

void cli_fold(FILE *out, int used, int indent, const char *text)
{
    bool first = true; /* of its line */
    while (*text) {
        int word = (int)strcspn(text, " \n");
        if (!first && used + 1 + word > CLI_LINE) {
            fprintf(out, "\n%*s", indent, "");
            used = indent;
            first = true;
        }
        used += fprintf(out, "%s%.*s", first ? "" : " ", word, text);
        first = false;
        text += word;
        text += strspn(text, " \n");
    }
    fputc('\n', out);
}

void cli_fold_end(FILE *out, int used, int indent, hol_text *t)
{
    char *text = hol_text_end(t);
    cli_fold(out, used, indent, text);
    free(text);
}
