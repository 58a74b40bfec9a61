/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The specification of a run, its line of text and its key: see spec.h. */
#include "harness/store/spec.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "harness/store/facts.h"
#include "holonomy/memory.h"
#include "holonomy/plugin.h"

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
        if (i) putc(' ', out);
        fputs(table[i].name, out);
        putc('=', out);
        if (table[i].kind == HOL_CHOICE) {
            char word[64];
            hol_option_print(&table[i], x, word);
            fputs(word, out);
        } else {
            fprintf(out, "%.17g", x);
        }
    }
    putc('}', out);
}

/* Of one compiled anew the runs are new. */
static void write_plugin(FILE *out, const hol_loaded *plugin)
{
    if (plugin) fprintf(out, "plugin=%s:%s ", plugin->is->name, plugin->digest);
}

/* Problem and method, with all values of their tables. */
static void write_subject(FILE *out, const hol_spec *spec)
{
    fprintf(out, "problem=%s ", spec->problem->name);
    if (spec->problem->digest) fprintf(out, "model=%s ", spec->problem->digest);
    write_plugin(out, hol_plugin_of_problem(spec->problem));
    for (int k = 0; hol_plugin_of_laws(spec->problem, k); k++)
        write_plugin(out, hol_plugin_of_laws(spec->problem, k));
    write_table(out, spec->problem->parameters, spec->parameters);
    fprintf(out, " method=%s ", spec->method->name);
    write_plugin(out, hol_plugin_of_method(spec->method));
    write_table(out, spec->method->options, spec->options);
}

/* The whole line, malloc'd, without an end of line. */
static char *whole_line(const hol_spec *spec)
{
    hol_text t;
    hol_text_begin(&t);
    FILE *out = t.out;
    write_subject(out, spec);
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

static bool begins(const char **line, const char *word)
{
    size_t n = strlen(word);
    if (strncmp(*line, word, n) != 0) return false;
    *line += n;
    return true;
}

/* What stands behind problem and method; false where it is not as whole_line writes it. */
static bool read_rest(const char *line, hol_spec *spec)
{
#define X(name, word) HOL_REDUNDANT_##name,
    static const hol_redundant how[] = {HOL_REDUNDANT_LIST(X)};
#undef X
    int used = 0;
    if (sscanf(line, " formulation=%15s h=%lf rtol=%lf atol=%lf until=%lf series=%d repeats=%d%n",
               spec->formulation, &spec->h, &spec->rtol, &spec->atol, &spec->until, &spec->series,
               &spec->repeats, &used) != 7)
        return false;
    if (!strcmp(spec->formulation, "default")) spec->formulation[0] = '\0';
    line += used;
    spec->past_singular = begins(&line, " past_singular");
    spec->redundant = (hol_redundant)0;
    if (begins(&line, " redundant="))
        for (size_t k = 0; k < sizeof how / sizeof *how && !spec->redundant; k++)
            if (begins(&line, hol_redundant_name(how[k]))) spec->redundant = how[k];
    spec->motion = 0;
    if (begins(&line, " motion=")) spec->motion = atoi(line);
    return true;
}

bool hol_spec_read(const char *line, const hol_spec *like, hol_spec *spec)
{
    hol_text t;
    hol_text_begin(&t);
    write_subject(t.out, like);
    char *subject = hol_text_end(&t), *again = NULL;
    const char *rest = line;
    bool same = begins(&rest, subject);
    free(subject);
    if (!same) return false;
    *spec = hol_spec_copy(like);
    same = read_rest(rest, spec) && !strcmp(line, again = whole_line(spec));
    free(again);
    if (!same) hol_spec_clear(spec);
    return same;
}

void hol_spec_settings(const hol_spec *spec, char text[], size_t size)
{
    text[0] = '\0';
    hol_options_changed(spec->problem->parameters, spec->parameters, "-p ", text, size);
    hol_options_changed(spec->method->options, spec->options, "-o ", text, size);
    if (spec->past_singular) hol_append(text, size, "%s--past-singular", text[0] ? " " : "");
    if (spec->redundant)
        hol_append(text, size, "%s--redundant=%s", text[0] ? " " : "",
                   hol_redundant_name(spec->redundant));
}

/* " (method 'x' of the plug-in 'y', FILE)" */
static void blame(hol_message *why, const char *kind, const char *name, const hol_loaded *plugin)
{
    if (plugin)
        hol_append(why->text, sizeof why->text, " (%s '%s' of the plug-in '%s', %s)", kind, name,
                   plugin->is->name, plugin->file);
}

void hol_blame_plugins(const hol_problem *problem, const hol_method *method, hol_message *why)
{
    blame(why, "method", method->name, hol_plugin_of_method(method));
    blame(why, "problem", problem->name, hol_plugin_of_problem(problem));
    for (int k = 0; hol_plugin_of_laws(problem, k); k++)
        blame(why, "law of the problem", problem->name, hol_plugin_of_laws(problem, k));
}

void hol_spec_key(const hol_spec *spec, char key[HOL_KEY])
{
    char *line = whole_line(spec), libraries[HOL_LIBRARIES];
    hol_libraries(libraries);
    hol_digest((const char *const[]){line, "\nbuild=", hol_build_id(), "\nlibraries=", libraries},
               5, key);
    free(line);
}

void hol_spec_kin(const hol_spec *spec, char kin[HOL_KEY])
{
    int power;
    hol_spec like = *spec;
    like.h = frexp(spec->h, &power);
    like.rtol = spec->rtol > 0;
    like.atol = spec->atol > 0;
    like.series = like.motion = like.repeats = 0;
    char *line = whole_line(&like);
    hol_digest((const char *const[]){line}, 1, kin);
    free(line);
}

const char *hol_build_id(void)
{
    static const char id[] =
#include "harness/store/build_id.inc"
        ;
    return id;
}
