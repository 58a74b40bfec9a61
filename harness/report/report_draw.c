/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls of gnuplot: see report_drawing in report.h. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/data.h"
#include "base/outcome.h"
#include "base/say.h"
#include "base/text.h"
#include "harness/report/report.h"
#include "harness/report/report_colours.h"

#ifndef HOL_GNUPLOT
#define HOL_GNUPLOT "gnuplot"
#endif

enum { NOT_FOUND = 127 };

void report_quote(FILE *out, const char *text) /* 'it''s' */
{
    putc('\'', out);
    for (; *text; text++) {
        if (*text == '\'') putc('\'', out);
        putc(*text == '\n' ? ' ' : *text, out);
    }
    putc('\'', out);
}

/* "family_dvp = 13983232; ...": the colour of the method's family, by which every script gives the
 * method the colour it has everywhere. */
static void put_families(FILE *out)
{
    const hol_method *method;
    for (int k = 0; (method = hol_method_at(k)); k++) {
        fputs("; family_", out);
        for (const char *c = method->name; *c; c++) putc(*c == '-' ? '_' : *c, out);
        fprintf(out, " = %u", report_colour(method));
    }
}

/* The assignments before the script, for one of its forms: malloc'd. */
static char *assignments(const report_drawing *d, const char *format)
{
    const struct {
        const char *name, *value;
    } variable[] = {{"name", d->name},
                    {"figure", d->figure},
                    {"title", d->title},
                    {"format", format},
                    {"origin_1", d->origin ? d->origin->line[0] : ""},
                    {"origin_2", d->origin ? d->origin->line[1] : ""}};
    hol_text t;
    hol_text_begin(&t);
    for (size_t i = 0; i < sizeof variable / sizeof *variable; i++) {
        fprintf(t.out, "%s%s = ", i ? "; " : "", variable[i].name);
        report_quote(t.out, variable[i].value);
    }
    put_families(t.out);
    if (d->set) fprintf(t.out, "; %s", d->set);
    return hol_text_end(&t);
}

enum { FORMS = 3, WORDS = 5 }; /* of a drawing at most; of the call for each */
static const char *const form_name[FORMS] = {"svg", "pdf", "png"};

/* Runs gnuplot in the folder of the drawing, once for all its forms, each in a session of its own;
 * its exit status. */
static int run(const report_drawing *d, int forms, const char *const form[], const char *script)
{
    const char *given = getenv("GNUPLOT"), *program = given && *given ? given : HOL_GNUPLOT;
    const char *call[2 + FORMS * WORDS + 1] = {program, "--default-settings"}, **word = call + 2;
    char *set[FORMS];
    int status = 0;
    for (int i = 0; i < forms; i++) {
        set[i] = assignments(d, form[i]);
        if (i > 0) *word++ = "-e", *word++ = "reset session";
        *word++ = "-e", *word++ = set[i], *word++ = script;
    }
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        char sources[REPORT_PATH]; /* what a script loads beside itself */
        snprintf(sources, sizeof sources, "%s/reports", hol_data_folder());
        setenv("GNUPLOT_LIB", sources, 1);
        setenv("LC_ALL", "C.UTF-8", 1); /* the scripts and titles are UTF-8 */
        if (chdir(d->dir) == 0)
            execvp(program, (char *const *)(uintptr_t)call); /* which alters no word */
        _exit(NOT_FOUND);
    }
    for (int i = 0; i < forms; i++) free(set[i]);
    if (child < 0) return NOT_FOUND;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* gnuplot does not say that the disk is full: a whole drawing ends with a mark. */
static bool whole(const report_drawing *d, const char *form)
{
    char path[REPORT_PATH];
    snprintf(path, sizeof path, "%s/%s-%s.%s", d->dir, d->name, d->figure, form);
    static const char *const mark[][2] = {{"svg", "/svg>"}, {"pdf", "%%EOF"}};
    char end[16] = "";
    FILE *in = fopen(path, "r");
    bool there = in && fseek(in, -8, SEEK_END) == 0 && fread(end, 1, 8, in) > 0;
    if (in) fclose(in);
    for (size_t i = 0; i < sizeof mark / sizeof *mark; i++)
        if (!strcmp(form, mark[i][0]) && !strstr(end, mark[i][1])) there = false;
    if (there) return true;
    return hol_refuse(false, "%s: the drawing could not be written", path);
}

static int draw(const report_drawing *d, int forms, const char *const form[])
{
    char name[64], script[REPORT_PATH];
    snprintf(name, sizeof name, "reports/%s.gp", d->script);
    if (!hol_data_find(name, script, sizeof script))
        return hol_refuse(HOL_EXIT_FILE, "%s: %s", script, strerror(errno));
    int status = run(d, forms, form, script);
    for (int i = 0; status == 0 && i < forms; i++)
        if (!whole(d, form[i])) return HOL_EXIT_FILE;
    if (status == 0) return HOL_EXIT_OK;
    if (status == NOT_FOUND)
        hol_complain("gnuplot is missing, so there are no figures: apt-get install gnuplot-nox");
    else
        hol_complain("gnuplot failed on %s (status %d)", script, status);
    return HOL_EXIT_MACHINE;
}

int report_gnuplot(const report_drawing *d)
{
    return draw(d, 1, &d->format);
}

int report_draw_forms(report_drawing d, bool png)
{
    return draw(&d, png ? FORMS : FORMS - 1, form_name);
}
