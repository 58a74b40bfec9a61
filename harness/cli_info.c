/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `holonomy info`: what a result depends on beside its plan. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include <cblas.h>
#include <errno.h>
#include <gsl/gsl_version.h>
#include <lapacke.h>
#include <stdlib.h>
#include <string.h>
#include <suitesparse/klu.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "harness/cli.h"
#include "harness/json.h"

#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION "unknown"
#endif
#ifndef HOL_CC
#define HOL_CC "cc " __VERSION__
#endif
#ifndef HOL_CFLAGS
#define HOL_CFLAGS "unknown"
#endif

enum { JSON = 256 };

static const struct argp_option options[] = {
    {"json", JSON, NULL, 0, "prints one object of JSON in place of lines", 0}, {0}};

static error_t parse(int key, char *text, struct argp_state *state)
{
    bool *json = state->input;
    if (key == JSON) {
        *json = true;
        return 0;
    }
    if (key != ARGP_KEY_ARG) return ARGP_ERR_UNKNOWN;
    cli_say("info takes no argument: '%s'", text);
    return EINVAL;
}

static const struct argp argp = {
    options,
    parse,
    NULL,
    "Prints version, compiler, flags, CPU and libraries: what numbers and timings depend on.\v"
    "Examples:\n"
    "  holonomy info\n"
    "  holonomy info --json\n",
    NULL,
    NULL,
    NULL};

typedef struct {
    char text[256];
} words;

/* The first "model name" of /proc/cpuinfo, else the architecture. */
static words cpu_model(void)
{
    words cpu = {""};
    struct utsname name;
    char line[256];
    if (uname(&name) == 0) snprintf(cpu.text, sizeof cpu.text, "%s", name.machine);
    FILE *file = fopen("/proc/cpuinfo", "r");
    while (file && fgets(line, sizeof line, file)) {
        const char *value = strstr(line, ": ");
        if (strncmp(line, "model name", 10) || !value) continue;
        snprintf(cpu.text, sizeof cpu.text, "%.*s", (int)strcspn(value + 2, "\n"), value + 2);
        break;
    }
    if (file) fclose(file);
    return cpu;
}

static words lapack_version(void)
{
    words version;
    lapack_int major, minor, patch;
    LAPACKE_ilaver(&major, &minor, &patch);
    snprintf(version.text, sizeof version.text, "%d.%d.%d", (int)major, (int)minor, (int)patch);
    return version;
}

static words blas(void)
{
    words name;
    snprintf(name.text, sizeof name.text, "%.180s, core %.40s, threads %d", openblas_get_config(),
             openblas_get_corename(), openblas_get_num_threads());
    return name;
}

static words processors(void)
{
    words number;
    snprintf(number.text, sizeof number.text, "%ld", sysconf(_SC_NPROCESSORS_ONLN));
    return number;
}

static words klu_version(void)
{
    words version;
    snprintf(version.text, sizeof version.text, "%d.%d.%d", KLU_MAIN_VERSION, KLU_SUB_VERSION,
             KLU_SUBSUB_VERSION);
    return version;
}

int cli_info(int argc, char **argv)
{
    bool json = false;
    if (!cli_parse(&argp, argc, argv, &json)) return HOL_EXIT_USAGE;
    words cpu = cpu_model(), cores = processors(), lapack = lapack_version(), openblas = blas();
    words klu = klu_version();
    const struct {
        const char *name, *value;
    } row[] = {
        {"version", PACKAGE_VERSION},
        {"compiler", HOL_CC},
        {"flags", HOL_CFLAGS},
        {"cpu", cpu.text},
        {"cores", cores.text},
        {"blas", openblas.text},
        {"lapack", lapack.text},
        {"gsl", gsl_version},
        {"klu", klu.text},
    };
    hol_json j = {.out = stdout};
    if (json) hol_json_open(&j, NULL, '{');
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        if (json)
            hol_json_string(&j, row[i].name, row[i].value);
        else
            printf("%-10s %s\n", row[i].name, row[i].value);
    if (json) hol_json_close(&j, '}');
    return cli_finish(HOL_EXIT_OK);
}
