/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What runs with what: see cli_fits.h. */
#include "harness/cli/cli_fits.h"

#include <stdlib.h>
#include <string.h>

#include "harness/cli/cli_terminal.h"
#include "methods/stepper.h"

cli_realised cli_realise(const hol_problem *problem, const char *formulation)
{
    cli_realised x = {0};
    x.x = hol_experiment_open(&(hol_setup){.problem = problem, .formulation = formulation}, &x.why);
    if (x.x) x.sys = x.x->sys;
    return x;
}

enum { FIT_NAME = 25, FIT = 8 }; /* widths */

static int reason_number(cli_fits *f, const char *text)
{
    int k = 0;
    while (k < f->count && strcmp(f->reason[k], text)) k++;
    if (k == f->count) {
        f->reason = hol_renew(f->reason, (size_t)(k + 1) * sizeof *f->reason);
        size_t size = strlen(text) + 1;
        f->reason[f->count++] = memcpy(hol_new((int)size, 1), text, size);
    }
    return k + 1;
}

void cli_fits_heading(const char *title, const char *const formulation[], int count)
{
    printf("\n%-*s", FIT_NAME + 2, title);
    for (int i = 0; i + 1 < count; i++) printf(" %-*s", FIT, formulation[i]);
    if (count) printf(" %s", formulation[count - 1]);
    printf("\n");
}

/* Why not, in `why`.  The set-up of a plug-in's method may have no place for the model. */
static bool fits(const hol_method *method, const cli_realised *x, hol_message *why)
{
    char needs[512];
    hol_status status;
    bool unfit = false;
    *why = x->why.reason;
    if (!x->sys) return false;
    if (hol_missing_with(method, x->sys, NULL)) {
        hol_missing_text(method, x->sys, NULL, needs, sizeof needs);
        return hol_wrong(why, "needs %.500s", needs);
    }
    if (hol_plugin_of_method(method))
        hol_stepper_free(hol_stepper_try(x->sys, method, NULL, &status, &unfit, why));
    return !unfit;
}

void cli_fits_row(cli_fits *f, const char *name, const hol_method *method,
                  const hol_problem *problem, const cli_realised x[],
                  const char *const formulation[], int count)
{
    printf("  %-*s", FIT_NAME, name);
    for (int i = 0; i < count; i++) {
        char cell[16] = "yes";
        hol_message why;
        if (!strcmp(formulation[i], "own") && !problem->own)
            strcpy(cell, "-");
        else if (!fits(method, &x[i], &why))
            snprintf(cell, sizeof cell, "%d", reason_number(f, why.text));
        printf(i + 1 < count ? " %-*s" : " %.*s", i + 1 < count ? FIT : (int)sizeof cell, cell);
    }
    printf("\n");
}

void cli_fits_end(cli_fits *f)
{
    for (int i = 0; i < f->count; i++) {
        int used = printf("  %d: ", i + 1);
        cli_fold(stdout, used, used, f->reason[i]);
        free(f->reason[i]);
    }
    free(f->reason);
    *f = (cli_fits){0};
}
