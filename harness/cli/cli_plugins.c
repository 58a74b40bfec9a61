/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plug-ins that a command is given: see cli_plugins.h. */
#include "harness/cli/cli_plugins.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/say.h"
#include "base/text.h"
#include "harness/cli/cli_progress.h"
#include "harness/cli/cli_terminal.h"

static int of_environment, of_command; /* plug-ins, up to which these are */

/* ---------------------------------------------------------------- a crash */

static char said[512]; /* when a signal ends this process: */
static pid_t speaker;  /* not one of its workers, whose rows say so */

static void say_crash(int number)
{
    char *digits = strchr(said, '#'); /* two of them */
    if (getpid() == speaker && digits) {
        digits[0] = (char)('0' + number / 10 % 10);
        digits[1] = (char)('0' + number % 10);
        if (write(STDERR_FILENO, said, strlen(said)) < 0) _exit(128 + number);
    }
    raise(number); /* by its default now */
}

static void watch_for_crashes(void)
{
    static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    const struct sigaction say = {.sa_handler = say_crash, .sa_flags = SA_RESETHAND};
    speaker = getpid();
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) sigaction(signals[i], &say, NULL);
}

static void say_what_is_loaded(void)
{
    const hol_loaded *p;
    int used = snprintf(said, sizeof said, "holonomy: crashed (signal ##); plug-ins are loaded:");
    for (int k = 0; (p = hol_plugin_at(k)) && used < (int)sizeof said - 200; k++)
        used += snprintf(said + used, sizeof said - (size_t)used, "%s %.40s (%.120s)", k ? "," : "",
                         p->is->name, p->file);
    snprintf(said + used, sizeof said - (size_t)used, "\n");
}

/* ---------------------------------------------------------------- loading */

static bool load(const char *file)
{
    hol_message why;
    snprintf(said, sizeof said,
             "holonomy: crashed (signal ##) while %.300s was loaded: ends each of its tables with "
             "{0}?\n",
             file);
    watch_for_crashes();
    bool loaded = hol_plugin_load(file, &why);
    if (!loaded) hol_complain("%s", why.text);
    return loaded;
}

static bool load_environment(void)
{
    const char *list = getenv("HOLONOMY_PLUGINS");
    bool loaded = true;
    while (list && *list && loaded) {
        size_t n = strcspn(list, ":");
        char *file = hol_new((int)n + 1, 1);
        memcpy(file, list, n);
        loaded = !n || load(file);
        free(file);
        list += n + (list[n] == ':');
    }
    return loaded;
}

/* ---------------------------------------------------------------- the command line */

bool cli_load_plugins(const hol_names *files)
{
    bool loaded = load_environment();
    of_environment = 0;
    while (hol_plugin_at(of_environment)) of_environment++;
    for (int i = 0; i < files->count && loaded; i++) loaded = load(files->of[i]);
    of_command = of_environment;
    while (hol_plugin_at(of_command)) of_command++;
    if (of_command) say_what_is_loaded();
    return loaded;
}

void cli_put_plugins(FILE *out)
{
    for (int k = of_environment; k < of_command; k++)
        cli_put_option(out, "--plugin", hol_plugin_at(k)->file);
}

void cli_put_plugin(FILE *out, const hol_loaded *p)
{
    fprintf(out, "version %s (%s)", p->is->version, p->file);
    if (p->is->source) fprintf(out, ", %s", p->is->source);
}

void cli_explain_plugin(const hol_loaded *plugin)
{
    hol_text t;
    if (!plugin) return;
    hol_text_begin(&t);
    fprintf(t.out, "%s, ", plugin->is->name);
    cli_put_plugin(t.out, plugin);
    cli_fold_end(stdout, printf("  plug-in: "), 4, &t);
}
