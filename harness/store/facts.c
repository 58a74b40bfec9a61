/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The facts of the build and the machine: see facts.h. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "harness/store/facts.h"

#include <cblas.h>
#include <gsl/gsl_version.h>
#include <lapacke.h>
#include <string.h>
#include <suitesparse/klu.h>
#include <sys/utsname.h>
#include <unistd.h>
#ifdef HOL_HAVE_SUNDIALS
#include <sundials/sundials_version.h>
#endif

#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION "unknown"
#endif
#ifndef HOL_CC
#define HOL_CC "cc " __VERSION__
#endif
#ifndef HOL_CFLAGS
#define HOL_CFLAGS "unknown"
#endif

enum { SIZE = sizeof((hol_fact *)0)->value };

static void text(char value[SIZE], const char *from)
{
    snprintf(value, SIZE, "%s", from);
}

static void version(char value[SIZE])
{
    text(value, PACKAGE_VERSION);
}

static void compiler(char value[SIZE])
{
    text(value, HOL_CC);
}

static void flags(char value[SIZE])
{
    text(value, HOL_CFLAGS);
}

/* The first "model name" of /proc/cpuinfo, else the architecture. */
static void cpu(char value[SIZE])
{
    struct utsname name;
    char line[SIZE];
    text(value, uname(&name) == 0 ? name.machine : "");
    FILE *file = fopen("/proc/cpuinfo", "r");
    while (file && fgets(line, sizeof line, file)) {
        const char *model = strstr(line, ": ");
        if (strncmp(line, "model name", 10) || !model) continue;
        snprintf(value, SIZE, "%.*s", (int)strcspn(model + 2, "\n"), model + 2);
        break;
    }
    if (file) fclose(file);
}

static void cores(char value[SIZE])
{
    snprintf(value, SIZE, "%ld", sysconf(_SC_NPROCESSORS_ONLN));
}

static void blas(char value[SIZE])
{
    snprintf(value, SIZE, "%.180s, core %.40s, threads %d", openblas_get_config(),
             openblas_get_corename(), openblas_get_num_threads());
}

static void lapack(char value[SIZE])
{
    lapack_int major, minor, patch;
    LAPACKE_ilaver(&major, &minor, &patch);
    snprintf(value, SIZE, "%d.%d.%d", (int)major, (int)minor, (int)patch);
}

static void gsl(char value[SIZE])
{
    text(value, gsl_version);
}

static void klu(char value[SIZE])
{
    snprintf(value, SIZE, "%d.%d.%d", KLU_MAIN_VERSION, KLU_SUB_VERSION, KLU_SUBSUB_VERSION);
}

static void sundials(char value[SIZE])
{
#ifdef HOL_HAVE_SUNDIALS
    SUNDIALSGetVersion(value, SIZE);
#else
    text(value, "not in this build");
#endif
}

int hol_facts(hol_fact fact[HOL_FACTS])
{
    static const struct {
        const char *name;
        void (*take)(char value[SIZE]);
    } source[] = {
        {"version", version}, {"compiler", compiler}, {"flags", flags},   {"cpu", cpu},
        {"cores", cores},     {"blas", blas},         {"lapack", lapack}, {"gsl", gsl},
        {"klu", klu},         {"sundials", sundials},
    };
    int count = sizeof source / sizeof *source;
    for (int i = 0; i < count; i++) {
        fact[i].name = source[i].name;
        source[i].take(fact[i].value);
    }
    return count;
}

void hol_facts_json(hol_json *j)
{
    hol_fact fact[HOL_FACTS];
    int count = hol_facts(fact);
    for (int i = 0; i < count; i++) hol_json_string(j, fact[i].name, fact[i].value);
}
