/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `holonomy new method NAME`, `holonomy new problem NAME`: a folder of one's own. */
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/data.h"
#include "harness/cli/cli.h"
#include "harness/run/plugin_check.h"

typedef struct {
    const char *kind, *name, *in;
} arguments;

static const cli_option options[] = {
    {"in", 0, "FOLDER", "where the new folder is made (default here)", cli_text, CLI_AT(in)}, {0}};

static const cli_usage usage = {
    .options = options,
    .arguments = (const cli_argument[]){{cli_text, CLI_AT(kind)}, {cli_text, CLI_AT(name)}, {0}},
    .least = 2,
    .needs = "new what? holonomy new method NAME, or holonomy new problem NAME",
    .plain = true,
    .words = "method|problem NAME",
    .about =
        "Makes a folder NAME with a method or a problem of one's own as a plug-in: a small one "
        "that works, to be changed; a Makefile, whose `make check` measures every claim; a "
        "README.\v"
        "Examples:\n"
        "  holonomy new method mine && cd mine && make check\n"
        "  holonomy new problem my-crane --in ~/models\n"};

/* The files of a kind, each of the template KIND.END. */
static const struct {
    const char *end, *file; /* file NULL: NAME.END */
} files[] = {{"c", NULL}, {"mk", "Makefile"}, {"md", "README.md"}};

enum { FILES = sizeof files / sizeof *files, PATH = 4096 };

static const char word[] = "NAME";

/* Writes the template with every NAME replaced; false with errno. */
static bool fill_in(FILE *in, FILE *out, const char *name)
{
    char line[512];
    while (fgets(line, sizeof line, in)) {
        const char *from = line, *at;
        for (; (at = strstr(from, word)); from = at + strlen(word))
            fprintf(out, "%.*s%s", (int)(at - from), from, name);
        fputs(from, out);
    }
    return !ferror(in) && !ferror(out);
}

static void path_of(const arguments *a, const char *folder, int k, char path[PATH + 128])
{
    const char *file = files[k].file;
    snprintf(path, PATH + 128, "%s/%.40s%s%s", folder, file ? file : a->name, file ? "" : ".",
             file ? "" : files[k].end);
}

static int write_file(const arguments *a, const char *folder, int k)
{
    char from[PATH], name[128], to[PATH + 128];
    snprintf(name, sizeof name, "templates/%s.%s", a->kind, files[k].end);
    if (!hol_data_find(name, from, sizeof from))
        return hol_refuse(HOL_EXIT_MACHINE,
                          "%s: %s: is holonomy installed whole? HOLONOMY_DATA names the folder "
                          "of its data",
                          from, strerror(errno));
    path_of(a, folder, k, to);
    FILE *in = fopen(from, "r"), *out = in ? fopen(to, "w") : NULL;
    bool good = out && fill_in(in, out, a->name);
    int wrong = errno;
    if (in) fclose(in);
    if (out && fclose(out) != 0 && good) good = false, wrong = errno;
    if (!good) hol_complain("%s: %s", to, strerror(wrong));
    return good ? HOL_EXIT_OK : HOL_EXIT_FILE;
}

/* Names, and a folder that is new. */
static int make_folder(const arguments *a, char folder[PATH])
{
    hol_message why;
    if (!hol_can_name(a->name))
        return hol_refuse(HOL_EXIT_USAGE,
                          "'%s' cannot name a %s: letters, digits, '-' and '_', a letter or digit "
                          "first, at most 40",
                          a->name, a->kind);
    if (!hol_plugin_check_name(a->kind, a->name, &why))
        return hol_refuse(HOL_EXIT_USAGE, "%s", why.text);
    int length = snprintf(folder, PATH, "%s%s%s", a->in ? a->in : "", a->in ? "/" : "", a->name);
    bool made = length < PATH && mkdir(folder, 0777) == 0;
    if (made) return HOL_EXIT_OK;
    return hol_refuse(HOL_EXIT_FILE, "%s: %s", folder,
                      length < PATH ? strerror(errno) : strerror(ENAMETOOLONG));
}

/* What was made of it, so that it can be tried again. */
static void take_back(const arguments *a, const char *folder)
{
    char path[PATH + 128];
    for (int k = 0; k < FILES; k++) {
        path_of(a, folder, k, path);
        unlink(path);
    }
    rmdir(folder);
}

int cli_new(int argc, char **argv)
{
    static const char *const kind[] = {"method", "problem"};
    char folder[PATH];
    arguments a = {0};
    if (!cli_parse(&usage, argc, argv, &a)) return HOL_EXIT_USAGE;
    if (cli_pick("cannot make a new", a.kind, kind, sizeof *kind, 2) < 0) return HOL_EXIT_USAGE;
    int code = make_folder(&a, folder);
    if (code) return code;
    for (int k = 0; k < FILES && !code; k++) code = write_file(&a, folder, k);
    if (code) take_back(&a, folder);
    if (!code) printf("%s: now `cd %s && make check`\n", folder, folder);
    return cli_finish(code);
}
