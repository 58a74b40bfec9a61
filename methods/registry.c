/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of the methods: those of the build, then those of plug-ins.  The build writes
 * registry.inc, a line HOL_FAMILY(stem) for every file of its list; a file exports
 * hol_family_<stem>, its methods, up to one without a name. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include <stdio.h>
#include <string.h>

#include "methods/registry.h"

#define HOL_FAMILY(stem) extern const hol_method hol_family_##stem[];
#include "methods/registry.inc"
#undef HOL_FAMILY

static const hol_method *const families[] = {
#define HOL_FAMILY(stem) hol_family_##stem,
#include "methods/registry.inc"
#undef HOL_FAMILY
    NULL,
};

static hol_method_list of_the_build = {.families = families};

void hol_methods_add(hol_method_list *more)
{
    hol_method_list *last = &of_the_build;
    while (last->next) last = last->next;
    last->next = more;
}

const hol_method *hol_method_at(int k)
{
    if (k < 0) return NULL;
    for (const hol_method_list *list = &of_the_build; list; list = list->next)
        for (int i = 0; list->families[i]; i++)
            for (const hol_method *method = list->families[i]; method->name; method++)
                if (k-- == 0) return method;
    return NULL;
}

const hol_method *hol_method_named(const char *name)
{
    const hol_method *method;
    for (int k = 0; (method = hol_method_at(k)); k++)
        if (!strcmp(method->name, name)) return method;
    return NULL;
}

#ifndef HOL_HAVE_SUNDIALS
static const char no_sundials[] =
    "it needs the library SUNDIALS 6, which configure did not find or was told to leave out; "
    "apt-get install libsundials-dev, then configure and make again";
#endif

const char *hol_method_left_out(const char *name)
{
    static const struct {
        const char *name, *why;
    } left_out[] = {
#ifndef HOL_HAVE_SUNDIALS
        {"arkode", no_sundials},
        {"ida", no_sundials},
#endif
        {NULL, NULL},
    };
    for (int i = 0; left_out[i].name; i++)
        if (!strcmp(left_out[i].name, name)) return left_out[i].why;
    return NULL;
}

unsigned hol_missing(const hol_method *method, const hol_eval *sys)
{
    return (method->needs | (method->softens ? 0u : (unsigned)HOL_HARD)) & ~sys->has;
}

/* `row` gets the value `choice`; -1: all values are the given ones, NULL: the defaults. */
static unsigned missing_of(const hol_method *method, const hol_eval *sys, const double opt[],
                           int row, int choice)
{
    enum { MOST = 64 };
    double value[MOST];
    int n = hol_option_count(method->options);
    unsigned missing = hol_missing(method, sys);
    if (!method->options_need || n > MOST) return missing;
    hol_option_defaults(method->options, value);
    if (opt) memcpy(value, opt, (size_t)n * sizeof *value);
    if (row >= 0) value[row] = choice;
    return missing | (method->options_need(method, value) & ~sys->has);
}

unsigned hol_missing_with(const hol_method *method, const hol_eval *sys, const double opt[])
{
    return missing_of(method, sys, opt, -1, 0);
}

/* The first choice of an option with which nothing is missing. */
static void say_way_out(const hol_method *method, const hol_eval *sys, const double opt[],
                        char *text, size_t size)
{
    const hol_option *o = method->options;
    char word[64];
    for (int row = 0; o && o[row].name; row++)
        for (int k = 0; o[row].kind == HOL_CHOICE && k <= (int)o[row].max; k++)
            if (!missing_of(method, sys, opt, row, k)) {
                hol_option_print(&o[row], k, word);
                snprintf(text, size, ", but not with %s=%s", o[row].name, word);
                return;
            }
}

void hol_missing_text(const hol_method *method, const hol_eval *sys, const double opt[], char *text,
                      size_t size)
{
    unsigned missing = hol_missing_with(method, sys, opt);
    hol_traits_text(missing, text, size);
    size_t used = strlen(text);
    if (missing & HOL_FULL_RANK && sys->dependent.text.text[0])
        snprintf(text + used, size - used, ": %s", sys->dependent.text.text);
    else if (missing)
        say_way_out(method, sys, opt, text + used, size - used);
}
