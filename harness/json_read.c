/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strict reader of JSON: see json.h. */
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "harness/json.h"
#include "harness/memory.h"

bool hol_json_mistake(hol_json_reader *in, const char *format, ...)
{
    char what[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    hol_say(in->why, "%s:%d:%d: %s", in->path, in->line, (int)(in->at - in->line_start) + 1, what);
    return false;
}

static bool no_file(hol_json_reader *in, FILE *file)
{
    hol_say(in->why, "%s: %s", in->path, strerror(errno));
    if (file) fclose(file);
    return false;
}

bool hol_json_read(hol_json_reader *in, const char *path, hol_message *why)
{
    *in = (hol_json_reader){.path = path, .line = 1, .why = why};
    FILE *file = fopen(path, "r");
    if (!file) return no_file(in, NULL);
    size_t size = 0, room = 4096, got;
    in->text = hol_renew(NULL, room);
    while ((got = fread(in->text + size, 1, room - size - 1, file)) > 0) {
        size += got;
        if (size + 1 == room) in->text = hol_renew(in->text, room *= 2);
    }
    if (ferror(file)) return no_file(in, file);
    fclose(file);
    in->text[size] = '\0';
    if (strlen(in->text) == size) return true;
    hol_say(why, "%s: not a text file", path);
    return false;
}

void hol_json_done(hol_json_reader *in)
{
    free(in->text);
    in->text = NULL;
}

/* The next character that is not space. */
static char next(hol_json_reader *in)
{
    for (;; in->at++) {
        char c = in->text[in->at];
        if (c == '\n') {
            in->line++;
            in->line_start = in->at + 1;
        } else if (c != ' ' && c != '\t' && c != '\r')
            return c;
    }
}

static bool expected(hol_json_reader *in, const char *what)
{
    char c = next(in);
    if (!c) return hol_json_mistake(in, "the file ends where %s is expected", what);
    if ((unsigned char)c < 0x20 || (unsigned char)c >= 0x7f)
        return hol_json_mistake(in, "%s is expected here", what);
    return hol_json_mistake(in, "%s is expected, not '%c'", what, c);
}

bool hol_json_expect(hol_json_reader *in, char bracket)
{
    char what[4] = {'\'', bracket, '\'', '\0'};
    if (next(in) != bracket) return expected(in, what);
    in->at++;
    return true;
}

/* Stands before an item or the closing bracket; eats the comma or the bracket. */
static bool item(hol_json_reader *in, bool *first, char close, bool *more)
{
    char what[16];
    snprintf(what, sizeof what, "',' or '%c'", close);
    char c = next(in);
    *more = c != close;
    if (c == close)
        in->at++;
    else if (!*first) {
        if (c != ',') return expected(in, what);
        in->at++;
    }
    *first = false;
    return true;
}

bool hol_json_element(hol_json_reader *in, bool *first, bool *more)
{
    return item(in, first, ']', more);
}

bool hol_json_member(hol_json_reader *in, bool *first, char key[64], bool *more)
{
    if (!item(in, first, '}', more)) return false;
    return !*more || (hol_json_get_string(in, key, 64) && hol_json_expect(in, ':'));
}

/* The character after "\u": in UTF-8, at most three bytes. */
static bool unicode(hol_json_reader *in, char out[4], size_t *bytes)
{
    unsigned code = 0;
    for (int i = 0; i < 4; i++) {
        char c = in->text[in->at];
        const char *digits = "0123456789abcdefABCDEF", *d = c ? strchr(digits, c) : NULL;
        if (!d) return hol_json_mistake(in, "four hexadecimal digits must follow \\u");
        unsigned value = (unsigned)(d - digits);
        code = 16 * code + (value < 16 ? value : value - 6);
        in->at++;
    }
    if (!code || (code >= 0xd800 && code < 0xe000))
        return hol_json_mistake(in, "the character \\u%04x is not taken", code);
    *bytes = code < 0x80 ? 1 : code < 0x800 ? 2 : 3;
    if (*bytes == 1)
        out[0] = (char)code;
    else if (*bytes == 2)
        out[0] = (char)(0xc0 | code >> 6);
    else {
        out[0] = (char)(0xe0 | code >> 12);
        out[1] = (char)(0x80 | (code >> 6 & 0x3f));
    }
    if (*bytes > 1) out[*bytes - 1] = (char)(0x80 | (code & 0x3f));
    return true;
}

static bool escape(hol_json_reader *in, char out[4], size_t *bytes)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    char c = in->text[in->at++];
    const char *found = c ? strchr(from, c) : NULL;
    *bytes = 1;
    if (c == 'u') return unicode(in, out, bytes);
    if (found) out[0] = to[found - from];
    in->at -= !found;
    return found ? true : hol_json_mistake(in, "not an escape of JSON");
}

bool hol_json_get_string(hol_json_reader *in, char text[], size_t size)
{
    size_t length = 0;
    if (next(in) != '"') return expected(in, "a string");
    in->at++;
    while (in->text[in->at] != '"') {
        char piece[4] = {in->text[in->at]};
        size_t bytes = 1;
        if ((unsigned char)piece[0] < 0x20) return hol_json_mistake(in, "the string does not end");
        in->at++;
        if (piece[0] == '\\' && !escape(in, piece, &bytes)) return false;
        if (!text) continue;
        if (length + bytes >= size)
            return hol_json_mistake(in, "the string is longer than %zu characters", size - 1);
        memcpy(text + length, piece, bytes);
        length += bytes;
    }
    in->at++;
    if (text) text[length] = '\0';
    return true;
}

static size_t digits(const char *text)
{
    return strspn(text, "0123456789");
}

/* The length of the JSON number at the start of a text, 0 where there is none. */
static size_t number_length(const char *text)
{
    size_t n = text[0] == '-', whole = digits(text + n), more;
    if (!whole || (whole > 1 && text[n] == '0')) return 0;
    n += whole;
    if (text[n] == '.') {
        if (!(more = digits(text + n + 1))) return 0;
        n += more + 1;
    }
    if (text[n] == 'e' || text[n] == 'E') {
        size_t sign = text[n + 1] == '+' || text[n + 1] == '-';
        if (!(more = digits(text + n + 1 + sign))) return 0;
        n += more + 1 + sign;
    }
    return n;
}

bool hol_json_get_number(hol_json_reader *in, double *x)
{
    next(in);
    size_t n = number_length(in->text + in->at);
    char c = in->text[in->at];
    if (!n && (c == '-' || (c >= '0' && c <= '9')))
        return hol_json_mistake(in, "not a number of JSON");
    if (!n) return expected(in, "a number");
    *x = strtod(in->text + in->at, NULL);
    if (!isfinite(*x)) return hol_json_mistake(in, "the number is too large");
    in->at += n;
    return true;
}

bool hol_json_get_numbers(hol_json_reader *in, int count, double x[])
{
    bool first = true, more;
    if (!hol_json_expect(in, '[')) return false;
    for (int i = 0;; i++) {
        if (!hol_json_element(in, &first, &more)) return false;
        if (more != (i < count)) return hol_json_mistake(in, "there must be %d numbers", count);
        if (!more) return true;
        if (!hol_json_get_number(in, &x[i])) return false;
    }
}

static bool skip_word(hol_json_reader *in)
{
    static const char *const word[] = {"true", "false", "null"};
    for (size_t i = 0; i < sizeof word / sizeof *word; i++) {
        size_t n = strlen(word[i]);
        if (strncmp(in->text + in->at, word[i], n)) continue;
        in->at += n;
        return true;
    }
    return expected(in, "a value");
}

static bool skip(hol_json_reader *in, int depth)
{
    bool first = true, more = true;
    double x;
    char c = next(in), key[64];
    if (depth > HOL_JSON_DEPTH) return hol_json_mistake(in, "nested too deeply");
    if (c == '"') return hol_json_get_string(in, NULL, 0);
    if (c == '-' || (c >= '0' && c <= '9')) return hol_json_get_number(in, &x);
    if (c != '{' && c != '[') return skip_word(in);
    in->at++;
    for (;;) {
        if (!(c == '{' ? hol_json_member(in, &first, key, &more)
                       : hol_json_element(in, &first, &more)))
            return false;
        if (!more) return true;
        if (!skip(in, depth + 1)) return false;
    }
}

bool hol_json_skip(hol_json_reader *in)
{
    return skip(in, 0);
}

bool hol_json_end(hol_json_reader *in)
{
    return next(in) ? expected(in, "the end of the file") : true;
}
