/* SPDX-License-Identifier: GPL-3.0-or-later */
/* names.h: a growing list of words, and the names that a user may choose from. */
#pragma once

typedef struct {
    int count;
    const char **of; /* borrowed words */
} hol_names;

void hol_names_add(hol_names *names, const char *word);
void hol_names_clear(hol_names *names);
/* The place of a word; -1: it is none of them. */
int hol_names_place(const hol_names *names, const char *word);

/* Each adds all names of its kind; `own`, a problem's own coordinates, is the last formulation. */
void hol_names_of_methods(hol_names *names);
void hol_names_of_problems(hol_names *names);
void hol_names_of_core_problems(hol_names *names); /* those in C */
void hol_names_of_formulations(hol_names *names);
