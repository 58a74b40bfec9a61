/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writer of JSON: see json.h. */
#include <assert.h>
#include <math.h>

#include "base/json.h"
#include "base/number.h"

/* JSON also stands in pages, within <script>, which no text is to end or to comment out. */
static void put_text(FILE *out, const char *text)
{
    fputc('"', out);
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        if (*c == '"' || *c == '\\')
            fprintf(out, "\\%c", *c);
        else if (*c == '\n')
            fputs("\\n", out);
        else if (*c < 0x20 || (*c == '<' && (c[1] == '/' || c[1] == '!')))
            fprintf(out, "\\u%04x", *c);
        else
            fputc(*c, out);
    }
    fputc('"', out);
}

/* The comma, the line and the key before a value. */
static void begin(hol_json *j, const char *key)
{
    if (j->filled[j->depth]) fputs(j->inside_line ? ", " : ",", j->out);
    j->filled[j->depth] = true;
    if (j->depth && !j->inside_line) fprintf(j->out, "\n%*s", 2 * j->depth, "");
    if (!key) return;
    put_text(j->out, key);
    fputs(": ", j->out);
}

void hol_json_open(hol_json *j, const char *key, char bracket)
{
    begin(j, key);
    fputc(bracket, j->out);
    assert(j->depth + 1 < HOL_JSON_DEPTH);
    j->filled[++j->depth] = false;
    j->closes[j->depth] = bracket == '{' ? '}' : ']';
}

void hol_json_close(hol_json *j, char bracket)
{
    bool filled = j->filled[j->depth--];
    if (filled && !j->inside_line) fprintf(j->out, "\n%*s", 2 * j->depth, "");
    fputc(bracket, j->out);
    if (!j->depth) fputc('\n', j->out);
}

hol_json hol_json_begin(FILE *out)
{
    hol_json j = {.out = out};
    hol_json_open(&j, NULL, '{');
    return j;
}

void hol_json_end(hol_json *j)
{
    while (j->depth) hol_json_close(j, j->closes[j->depth]);
}

void hol_json_string(hol_json *j, const char *key, const char *text)
{
    begin(j, key);
    if (text)
        put_text(j->out, text);
    else
        fputs("null", j->out);
}

void hol_json_number(hol_json *j, const char *key, double x)
{
    char text[HOL_NUMBER_TEXT] = "null";
    begin(j, key);
    if (isfinite(x)) hol_number_text(x, j->digits ? j->digits : 17, text);
    fputs(text, j->out);
}

void hol_json_integer(hol_json *j, const char *key, long n)
{
    begin(j, key);
    fprintf(j->out, "%ld", n);
}

void hol_json_numbers(hol_json *j, const char *key, int count, const double x[])
{
    hol_json_open(j, key, '[');
    j->inside_line = true;
    for (int i = 0; i < count; i++) hol_json_number(j, NULL, x[i]);
    hol_json_close(j, ']');
    j->inside_line = false;
}
