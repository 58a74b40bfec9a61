/* SPDX-License-Identifier: GPL-3.0-or-later */
/* number.h: numbers as text with a decimal point, whatever the locale of the program. */
#pragma once

enum { HOL_NUMBER_TEXT = 32 };

/* strtod of the locale C. */
double hol_strtod(const char *text, char **end);
/* "%.*g" of the locale C. */
void hol_number_text(double x, int digits, char text[HOL_NUMBER_TEXT]);

/* The fewest digits, of 15 or more, that give the number back. */
void hol_number_shortest(double x, char text[HOL_NUMBER_TEXT]);
