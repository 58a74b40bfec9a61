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

#include "base/text.h"

#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION "unknown"
#endif
#ifndef HOL_CC
#define HOL_CC "cc " __VERSION__
#endif
#ifndef HOL_CFLAGS
#define HOL_CFLAGS "unknown"
#endif

enum { SIZE = HOL_FACT };

void hol_cpu(char value[HOL_FACT])
{
    struct utsname name;
    char line[SIZE];
    snprintf(value, SIZE, "%s", uname(&name) == 0 ? name.machine : "");
    FILE *file = hol_open_file("/proc/cpuinfo", "r");
    while (file && fgets(line, sizeof line, file)) {
        const char *model = strstr(line, ": ");
        if (strncmp(line, "model name", 10) || !model) continue;
        snprintf(value, SIZE, "%.*s", (int)strcspn(model + 2, "\n"), model + 2);
        break;
    }
    if (file) fclose(file);
}

static void sundials(char value[SIZE])
{
#ifdef HOL_HAVE_SUNDIALS
    SUNDIALSGetVersion(value, SIZE);
#else
    snprintf(value, SIZE, "not in this build");
#endif
}

void hol_libraries(char text[HOL_LIBRARIES])
{
    snprintf(text, HOL_LIBRARIES, "%.180s, core %.40s, GSL %.40s", openblas_get_config(),
             openblas_get_corename(), gsl_version);
}

/* The place of the next value. */
static char *named(hol_fact fact[], int *count, const char *name)
{
    fact[*count].name = name;
    return fact[(*count)++].value;
}

int hol_facts(hol_fact fact[HOL_FACTS])
{
    int n = 0;
    lapack_int major, minor, patch;
    LAPACKE_ilaver(&major, &minor, &patch);
    snprintf(named(fact, &n, "version"), SIZE, "%s", PACKAGE_VERSION);
    snprintf(named(fact, &n, "compiler"), SIZE, "%s", HOL_CC);
    snprintf(named(fact, &n, "flags"), SIZE, "%s", HOL_CFLAGS);
    hol_cpu(named(fact, &n, "cpu"));
    snprintf(named(fact, &n, "cores"), SIZE, "%ld", sysconf(_SC_NPROCESSORS_ONLN));
    snprintf(named(fact, &n, "blas"), SIZE, "%.180s, core %.40s, threads %d", openblas_get_config(),
             openblas_get_corename(), openblas_get_num_threads());
    snprintf(named(fact, &n, "lapack"), SIZE, "%d.%d.%d", (int)major, (int)minor, (int)patch);
    snprintf(named(fact, &n, "gsl"), SIZE, "%s", gsl_version);
    snprintf(named(fact, &n, "klu"), SIZE, "%d.%d.%d", KLU_MAIN_VERSION, KLU_SUB_VERSION,
             KLU_SUBSUB_VERSION);
    sundials(named(fact, &n, "sundials"));
    return n;
}

void hol_facts_json(hol_json *j)
{
    hol_fact fact[HOL_FACTS];
    int count = hol_facts(fact);
    for (int i = 0; i < count; i++) hol_json_string(j, fact[i].name, fact[i].value);
}

char *hol_facts_text(void)
{
    hol_text t;
    hol_text_begin(&t);
    hol_json j = hol_json_begin(t.out);
    hol_facts_json(&j);
    hol_json_end(&j);
    return hol_text_end(&t);
}
