/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A model read from a file of YAML (docs/files.md), run by methods named on the command line with
 * everything that is reported of a run:
 *
 *     model_file gyrostat.yaml mk4 shake */
#include <holonomy.h>
#include <stdio.h>

static int report(const hol_problem *problem, const char *name)
{
    const hol_method *method = hol_method_named(name);
    if (!method) return fprintf(stderr, "no method is named '%s'\n", name), 1;
    hol_case c = hol_case_of(problem, method);
    hol_result r;
    c.until = 1; /* [s] */
    c.repeats = 0;
    hol_run(&c, &r);
    printf("%s: %s", name, hol_result_status(&r));
    if (r.diagnostics)
        printf(", %ld steps, error %.1e m and %.1e rad, |Phi| at most %.0e", r.steps,
               r.error.position, r.error.orientation, r.diagnostics->phi);
    printf("%s%s\n", r.message.text[0] ? ": " : "", r.message.text);
    hol_end end = hol_result_end(&r);
    hol_result_free(&r);
    return end != HOL_END_OK;
}

int main(int count, char *word[])
{
    hol_mistakes mistakes;
    if (count < 3) return fprintf(stderr, "usage: model_file FILE.yaml METHOD...\n"), 2;
    const hol_problem *problem = hol_model_read(word[1], &mistakes);
    for (int k = 0; k < mistakes.count; k++) fprintf(stderr, "%s\n", mistakes.text[k]);
    hol_mistakes_free(&mistakes);
    if (!problem) return 2;
    int failed = 0;
    for (int k = 2; k < count; k++) failed += report(problem, word[k]);
    hol_model_close(problem);
    return failed > 0;
}
