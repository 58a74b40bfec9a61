/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json.h: writes JSON (RFC 8259). */
#pragma once

#include <stdio.h>

#include <stdbool.h>

enum { HOL_JSON_DEPTH = 64 };

typedef struct {
    FILE *out;
    int depth;
    bool filled[HOL_JSON_DEPTH]; /* something stands at this depth already */
    bool inside_line;            /* an array of numbers, kept on one line */
    char closes[HOL_JSON_DEPTH]; /* the bracket that ends what is open at this depth */
    int digits;                  /* of numbers; 0: 17, which is every bit */
} hol_json;

/* A writer whose outermost object is open; closes all that is. */
hol_json hol_json_begin(FILE *out);
void hol_json_end(hol_json *j);
/* In an object every value has a key, in an array key is NULL. */
void hol_json_open(hol_json *j, const char *key, char bracket);       /* '{' or '[' */
void hol_json_close(hol_json *j, char bracket);                       /* '}' or ']' */
void hol_json_string(hol_json *j, const char *key, const char *text); /* NULL: null */
void hol_json_number(hol_json *j, const char *key, double x);         /* NaN, inf: null */
void hol_json_integer(hol_json *j, const char *key, long n);
void hol_json_numbers(hol_json *j, const char *key, int count, const double x[]);
