/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a model's file may be made of, and the papers: for `list` and `explain`. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "harness/cli/cli.h"
#include "harness/cli/cli_plugins.h"
#include "harness/cli/cli_terminal.h"
#include "harness/model/model_item.h"
#include "harness/papers/paper.h"

static const model_kinds *const lists[] = {&model_joints, &model_forces, &model_bodies};
enum { LISTS = sizeof lists / sizeof *lists };

/* "name, bodies (2), points (6), [damping (1)]" of "name bodies:2 points:6 damping?". */
char *cli_keys_text(const char *takes, const char *common)
{
    hol_text t;
    const char *of[] = {takes, common};
    hol_text_begin(&t);
    for (int i = 0, put = 0; i < 2; i++)
        for (const char *at = of[i]; at && *at; at += strspn(at, " ")) {
            size_t length = strcspn(at, " "), name = strcspn(at, ":? ");
            bool option = at[length - 1] == '?';
            fprintf(t.out, "%s%s%.*s", put++ ? ", " : "", option ? "[" : "", (int)name, at);
            if (at[name] == ':')
                fprintf(t.out, " (%.*s)", (int)(length - name - 1 - option), at + name + 1);
            if (option) fputc(']', t.out);
            at += length;
        }
    return hol_text_end(&t);
}

static void explain_kind(const model_kinds *list, const model_kind *kind)
{
    char *keys = cli_keys_text(kind->takes, list->common);
    printf("%s, a %s of a model in YAML\n  takes: ", kind->name, list->what);
    cli_fold(stdout, 9, 4, keys);
    printf("  in a list of the file: %s: %s (docs/files.md)\n", list->kind_key, kind->name);
    free(keys);
}

static void explain_law(const hol_named_law *law)
{
    printf("%s, a law of force\n  ", law->law->name);
    cli_fold(stdout, 2, 4, law->about);
    cli_explain_plugin(hol_plugin_of_law(law));
    printf("  in a list of the file: type: law, law: %s, %s (docs/plug-ins.md)\n", law->law->name,
           law->bodies == 1 ? "body" : "bodies (2)");
    printf("  %s; %s\n", law->law->energy ? "has a potential" : "has no potential",
           law->law->series ? "has a power series"
                            : "has no power series: true motions are derived by mexax");
    cli_option_table("Parameters (parameters: {name: value})", law->parameters);
}

bool cli_explain_part(const char *name)
{
    const hol_paper *paper;
    const hol_named_law *law = hol_law_named(name);
    for (int i = 0; i < LISTS; i++)
        for (int k = 0; k < lists[i]->kinds; k++)
            if (!strcmp(lists[i]->kind[k].name, name)) {
                explain_kind(lists[i], &lists[i]->kind[k]);
                return true;
            }
    if (law) {
        explain_law(law);
        return true;
    }
    for (int k = 0; (paper = hol_paper_by(k)); k++)
        if (!strcmp(paper->id, name)) {
            printf("%s, a paper\n  ", paper->id);
            cli_fold(stdout, 2, 4, paper->title);
            printf("  `holonomy paper %s` redoes its tables\n", paper->id);
            return true;
        }
    return false;
}

void cli_names_of_parts(hol_names *names)
{
    for (int i = 0; i < LISTS; i++)
        for (int k = 0; k < lists[i]->kinds; k++) hol_names_add(names, lists[i]->kind[k].name);
    for (int k = 0; hol_law_at(k); k++) hol_names_add(names, hol_law_at(k)->law->name);
    for (int k = 0; hol_paper_by(k); k++) hol_names_add(names, hol_paper_by(k)->id);
}
