/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a method or a problem of a plug-in must have: see plugin_check.h. */
#include "harness/run/plugin_check.h"

#include "base/say.h"

#include <stdlib.h>
#include <string.h>

static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";

bool hol_can_name(const char *word)
{
    size_t n = strlen(word);
    return n && n <= 40 && strspn(word, letters) == n && word[0] != '-' && word[0] != '_' &&
           strcmp(word, "all") != 0;
}

static void say_owner(const char *kind, const char *name, const char *is, const hol_loaded *owner,
                      hol_message *why)
{
    if (owner)
        hol_say(why, "the name of the %s '%s' is taken: a %s of the plug-in '%s' (%.160s)", kind,
                name, is, owner->is->name, owner->file);
    else
        hol_say(why, "the name of the %s '%s' is taken: a %s of holonomy's own", kind, name, is);
}

bool hol_plugin_check_name(const char *kind, const char *name, hol_message *why)
{
    const hol_method *method = hol_method_named(name);
    const hol_problem *problem = method ? NULL : hol_problem_named(name);
    if (method) say_owner(kind, name, "method", hol_plugin_of_method(method), why);
    if (problem) say_owner(kind, name, "problem", hol_plugin_of_problem(problem), why);
    return !method && !problem;
}

typedef struct { /* a part that a method or problem must have */
    const char *kind, *name;
    bool there;
} part;

/* All parts that are asked for are there, and the name is one that can be. */
static bool whole(const char *kind, const char *name, const part parts[], hol_message *why)
{
    if (!name || !hol_can_name(name))
        return hol_wrong(
            why, "the %s '%.80s' has a name that is none: letters, digits, '-' and '_', at most 40",
            kind, name ? name : "");
    for (; parts->kind; parts++)
        if (!parts->there)
            return hol_wrong(why, "the %s '%s' has no %s '%s'", kind, name, parts->kind,
                             parts->name);
    return true;
}

/* Every row of the table says what it is, and its default is in its range. */
static bool check_table(const char *kind, const char *name, const char *what,
                        const hol_option table[], hol_message *why)
{
    hol_message wrong;
    int rows = hol_option_count(table);
    double *value = calloc((size_t)rows + 1, sizeof *value);
    bool good = value;
    if (!good) hol_say(&wrong, "no memory");
    for (int i = 0; i < rows && good; i++) {
        good = table[i].help && (table[i].kind != HOL_CHOICE || table[i].choices);
        if (!good) hol_say(&wrong, "%s '%s' has no help or no choices", what, table[i].name);
    }
    if (good && rows) {
        hol_option_defaults(table, value);
        good = hol_option_check(table, what, value, &wrong);
    }
    free(value);
    if (!good) hol_say(why, "the %s '%s': its %.300s", kind, name, wrong.text);
    return good;
}

bool hol_plugin_check_method(const hol_method *m, hol_message *why)
{
    const part parts[] = {{"text", "family", m->family},
                          {"text", "source", m->source},
                          {"text", "about", m->about},
                          {"text", "formulation", m->formulation},
                          {"function", "claims", m->claims},
                          {"function", "step", m->step},
                          {0}};
    if (!whole("method", m->name, parts, why) || !hol_plugin_check_name("method", m->name, why))
        return false;
    if (strcmp(m->formulation, "own") != 0 && !hol_formulation_named(m->formulation))
        return hol_wrong(why, "the method '%s' names a formulation '%.40s' that is none", m->name,
                         m->formulation);
    return check_table("method", m->name, "option", m->options, why);
}

bool hol_plugin_check_problem(const hol_problem *p, hol_message *why)
{
    const part parts[] = {{"text", "about", p->about},
                          {"function", "build", p->build || p->model || p->make},
                          {"span", "t_end", p->t_end > 0},
                          {"size", "step", p->step > 0},
                          {0}};
    return whole("problem", p->name, parts, why) &&
           hol_plugin_check_name("problem", p->name, why) &&
           check_table("problem", p->name, "parameter", p->parameters, why);
}

bool hol_plugin_check_law(const hol_named_law *l, hol_message *why)
{
    enum { MOST = sizeof((hol_force *)0)->par / sizeof(double) };
    const char *name = l->law->name;
    int rows = hol_option_count(l->parameters);
    const part parts[] = {{"text", "about", l->about},
                          {"function", "wrench", l->law->wrench},
                          {"number 1 or 2 of", "bodies", l->bodies == 1 || l->bodies == 2},
                          {"room for so many", "parameters", rows <= MOST},
                          {0}};
    if (!whole("law", name, parts, why)) return false;
    for (int i = 0; i < rows; i++)
        if (l->parameters[i].kind != HOL_REAL)
            return hol_wrong(why, "the law '%s': its parameter '%s' is no real number", name,
                             l->parameters[i].name);
    const hol_named_law *other = hol_law_named(name);
    if (other) hol_say(why, "the name of the law '%s' is taken: another plug-in has it", name);
    return !other && check_table("law", name, "parameter", l->parameters, why);
}
