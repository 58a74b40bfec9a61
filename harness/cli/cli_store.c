/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the commands about plans and the store share: see cli_store.h. */
#include "harness/cli/cli_store.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "harness/cli/cli.h"

hol_plan *cli_plan(const char *path)
{
    hol_mistakes mistakes = {0};
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
    hol_store *store = hol_store_open(path, HOL_STORE_READ, &why);
    if (!store) hol_complain("%s", why.text);
    return store;
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
