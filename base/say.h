/* SPDX-License-Identifier: GPL-3.0-or-later */
/* say.h: what the program says to its user, on standard error, and what is said of a refusal. */
#pragma once

#include <stdbool.h>

#include "holonomy/status.h"

/* "holonomy: ..." as a line. */
void hol_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The same, and `code`: an exit code, or false. */
int hol_refuse(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* hol_say, and false. */
bool hol_wrong(hol_message *message, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ": did you mean 'x'?" of the candidate nearest to a mistyped word; "" where none is near. */
typedef struct {
    char text[96];
} hol_guess;
hol_guess hol_did_you_mean(const char *word, const char *const candidate[], int count);
