/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plugin_check.h: what a method, a problem or a law of a plug-in must have before it is listed. */
#pragma once

#include "holonomy/plugin.h"

/* Whether a word can name a plug-in, method or problem: letters, digits, `-` and `_`, a letter or
 * digit first, at most 40; not `all`. */
bool hol_can_name(const char *word);

/* Each false with what is missing or taken, `the method 'x' has no function 'step'`. */
bool hol_plugin_check_method(const hol_method *method, hol_message *why);
bool hol_plugin_check_problem(const hol_problem *problem, hol_message *why);
bool hol_plugin_check_law(const hol_named_law *law, hol_message *why);
/* A name that has no owner yet: of `kind` "method" or "problem". */
bool hol_plugin_check_name(const char *kind, const char *name, hol_message *why);
