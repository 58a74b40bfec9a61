/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json.h: writes JSON, and reads it strictly (RFC 8259). */
#ifndef HOL_JSON_H
#define HOL_JSON_H

#include <stdio.h>

#include "mechanics/holonomy.h"

/* ---------------------------------------------------------------- writing */

enum { HOL_JSON_DEPTH = 64 };

typedef struct {
    FILE *out;
    int depth;
    bool filled[HOL_JSON_DEPTH]; /* something stands at this depth already */
    bool inside_line;            /* an array of numbers, kept on one line */
    int digits;                  /* of numbers; 0: 17, which is every bit */
} hol_json;

/* In an object every value has a key, in an array key is NULL. */
void hol_json_open(hol_json *j, const char *key, char bracket);       /* '{' or '[' */
void hol_json_close(hol_json *j, char bracket);                       /* '}' or ']' */
void hol_json_string(hol_json *j, const char *key, const char *text); /* NULL: null */
void hol_json_number(hol_json *j, const char *key, double x);         /* NaN, inf: null */
void hol_json_integer(hol_json *j, const char *key, long n);
void hol_json_numbers(hol_json *j, const char *key, int count, const double x[]);

/* ---------------------------------------------------------------- reading */

typedef struct {
    const char *path;
    char *text;
    size_t at, line_start;
    int line;
    hol_message *why; /* of the first mistake: path, line, column */
} hol_json_reader;

bool hol_json_read(hol_json_reader *in, const char *path, hol_message *why); /* the file */
void hol_json_done(hol_json_reader *in);
/* Each returns false after a mistake, whose message stands in `why`. */
bool hol_json_expect(hol_json_reader *in, char bracket);
/* After '{' or '[': is there another member or element?  *first true at the first call. */
bool hol_json_member(hol_json_reader *in, bool *first, char key[64], bool *more);
bool hol_json_element(hol_json_reader *in, bool *first, bool *more);
bool hol_json_get_string(hol_json_reader *in, char text[], size_t size);
bool hol_json_get_number(hol_json_reader *in, double *x);
bool hol_json_get_numbers(hol_json_reader *in, int count, double x[]); /* exactly so many */
bool hol_json_skip(hol_json_reader *in);                               /* a value of any kind */
bool hol_json_end(hol_json_reader *in);                                /* of the text */
bool hol_json_mistake(hol_json_reader *in, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
