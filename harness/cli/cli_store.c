/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the commands about plans and the store share: see cli_store.h. */
#include "harness/cli/cli_store.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "harness/cli/cli.h"
#include "harness/cli/cli_progress.h"

hol_plan *cli_plan(const char *path)
{
    hol_mistakes mistakes = {0};
    cli_reads(path);
    hol_plan *plan = hol_plan_read(path, &mistakes);
    cli_say_mistakes(&mistakes);
    return plan;
}

hol_store *cli_store(const char *path)
{
    hol_message why;
    if (access(path, F_OK)) {
        hol_complain("%s: %s: `holonomy sweep PLAN.yaml --store %s` makes a store", path,
                     strerror(errno), path);
        return NULL;
    }
    cli_reads(path);
    hol_store *store = hol_store_open(path, HOL_STORE_READ, &why);
    if (!store) hol_complain("%s", why.text);
    return store;
}

/* Runs that are made anyway, of any build; -1 after a failure. */
static int lacking(hol_store *store, const hol_plan *plan, hol_message *why)
{
    int lacks = 0;
    char *line = hol_new(HOL_SPEC_LINE, 1);
    sqlite3_stmt *s = hol_store_query(store, "SELECT count(*) FROM runs WHERE spec = ?", why);
    for (int i = 0; i < plan->count && lacks >= 0; i++) {
        if (plan->rung[i].evaluations) continue;
        hol_spec_text(&plan->spec[i], line, HOL_SPEC_LINE);
        hol_binder b = hol_bind(store, s, why);
        hol_bind_text(&b, line);
        if (hol_bound_next(&b) == HOL_STORE_FAILED)
            lacks = -1;
        else
            lacks += !sqlite3_column_int64(s, 0);
    }
    sqlite3_finalize(s);
    free(line);
    return lacks;
}

bool cli_has_runs(hol_store *store, const char *path, const hol_plan *plan, const char *plan_path)
{
    hol_message why;
    int lacks = lacking(store, plan, &why);
    if (lacks < 0) hol_complain("%s", why.text);
    if (lacks > 0) {
        hol_text t;
        hol_text_begin(&t);
        fputs("holonomy sweep", t.out);
        cli_put_word(t.out, plan_path);
        cli_put_option(t.out, "--store", path);
        char *command = hol_text_end(&t);
        hol_complain("%s: lacks %d runs of the plan: `%s` makes them", path, lacks, command);
        free(command);
    }
    return !lacks;
}

bool cli_are_stores(const hol_names *paths)
{
    for (int i = 0; i < paths->count; i++) {
        hol_store *store = cli_store(paths->of[i]);
        if (!store) return false;
        hol_store_close(store);
    }
    return true;
}
