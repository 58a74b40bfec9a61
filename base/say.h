/* SPDX-License-Identifier: GPL-3.0-or-later */
/* say.h: what the program says to its user, on standard error. */
#ifndef HOL_SAY_H
#define HOL_SAY_H

/* "holonomy: ..." as a line. */
void hol_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* ": did you mean 'x'?" of the candidate nearest to a mistyped word; "" where none is near. */
typedef struct {
    char text[96];
} hol_guess;
hol_guess hol_did_you_mean(const char *word, const char *const candidate[], int count);

#endif
