/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The specification of a run, its line of text and its key: see spec.h. */
#include "harness/store/spec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/digest.h"
#include "base/text.h"
#include "holonomy/memory.h"

double *hol_table_values(const hol_option table[], const double given[])
{
    int n = hol_option_count(table);
    if (!n) return NULL;
    double *value = hol_new(n, sizeof *value);
    hol_option_defaults(table, value);
    for (int i = 0; given && i < n; i++) value[i] = given[i];
    return value;
}

hol_spec hol_spec_of(const hol_problem *problem, const hol_method *method)
{
    return (hol_spec){.problem = problem,
                      .method = method,
                      .parameters = hol_table_values(problem->parameters, NULL),
                      .options = hol_table_values(method->options, NULL),
                      .h = problem->step,
                      .until = problem->t_end,
                      .repeats = 1};
}

hol_spec hol_spec_copy(const hol_spec *spec)
{
    hol_spec copy = *spec;
    copy.parameters = hol_table_values(spec->problem->parameters, spec->parameters);
    copy.options = hol_table_values(spec->method->options, spec->options);
    return copy;
}

void hol_spec_clear(hol_spec *spec)
{
    free(spec->parameters);
    free(spec->options);
    *spec = (hol_spec){0};
}

hol_case hol_spec_case(const hol_spec *spec)
{
    hol_case c = hol_case_of(spec->problem, spec->method);
    c.parameters = spec->parameters;
    c.options = spec->options;
    c.formulation = spec->formulation[0] ? spec->formulation : NULL;
    c.h = spec->h;
    c.rtol = spec->rtol;
    c.atol = spec->atol;
    c.until = spec->until;
    c.repeats = spec->repeats;
    c.past_singular = spec->past_singular;
    c.redundant = spec->redundant;
    return c;
}

/* ---------------------------------------------------------------- text and key */

/* "{a=1 b=midpoint}"; value NULL: the defaults. */
static void write_table(FILE *out, const hol_option table[], const double value[])
{
    putc('{', out);
    for (int i = 0; i < hol_option_count(table); i++) {
        double x = value ? value[i] : table[i].value;
        char word[64];
        fprintf(out, "%s%s=", i ? " " : "", table[i].name);
        hol_option_print(&table[i], x, word);
        if (table[i].kind == HOL_CHOICE)
            fputs(word, out);
        else
            fprintf(out, "%.17g", x);
    }
    putc('}', out);
}

/* The whole line, malloc'd, without an end of line. */
static char *whole_line(const hol_spec *spec)
{
    hol_text t;
    hol_text_begin(&t);
    FILE *out = t.out;
    fprintf(out, "problem=%s ", spec->problem->name);
    if (spec->problem->digest) fprintf(out, "model=%s ", spec->problem->digest);
    write_table(out, spec->problem->parameters, spec->parameters);
    fprintf(out, " method=%s ", spec->method->name);
    write_table(out, spec->method->options, spec->options);
    fprintf(out, " formulation=%s", spec->formulation[0] ? spec->formulation : "default");
    fprintf(out, " h=%.17g rtol=%.17g atol=%.17g until=%.17g", spec->h, spec->rtol, spec->atol,
            spec->until);
    fprintf(out, " series=%d repeats=%d", spec->series, spec->repeats);
    if (spec->past_singular) fputs(" past_singular", out);
    if (spec->redundant) fprintf(out, " redundant=%s", hol_redundant_name(spec->redundant));
    if (spec->motion) fprintf(out, " motion=%d", spec->motion);
    return hol_text_end(&t);
}

void hol_spec_text(const hol_spec *spec, char text[], size_t size)
{
    char *line = whole_line(spec);
    snprintf(text, size, "%s", line);
    free(line);
}

void hol_spec_settings(const hol_spec *spec, char text[], size_t size)
{
    text[0] = '\0';
    hol_options_changed(spec->problem->parameters, spec->parameters, "-p ", text, size);
    hol_options_changed(spec->method->options, spec->options, "-o ", text, size);
}

void hol_spec_key(const hol_spec *spec, char key[HOL_KEY])
{
    char *line = whole_line(spec);
    hol_digest((const char *const[]){line, "\nbuild=", hol_build_id()}, 3, key);
    free(line);
}

const char *hol_build_id(void)
{
    static const char id[] =
#include "harness/store/build_id.inc"
        ;
    return id;
}
