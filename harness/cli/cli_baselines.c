/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The methods that are baselines, as the temporary table `baselines` of a store. */
#include <sqlite3.h>

#include "harness/cli/cli.h"
#include "harness/cli/cli_store.h"
#include "holonomy/method.h"

bool cli_baselines(hol_store *store)
{
    hol_message why;
    sqlite3_stmt *in = NULL;
    const hol_method *method;
    bool good = hol_store_execute(
        store, "PRAGMA query_only = OFF; CREATE TEMP TABLE baselines (method TEXT)", &why);
    if (good) in = hol_store_query(store, "INSERT INTO baselines VALUES (?)", &why);
    good = in;
    for (int k = 0; good && (method = hol_method_at(k)); k++) {
        if (!method->baseline) continue;
        hol_binder b = hol_bind(store, in, &why);
        hol_bind_text(&b, method->name);
        good = hol_bound_next(&b) == HOL_STORE_NONE;
    }
    sqlite3_finalize(in);
    if (!good) hol_complain("%s", why.text);
    return good;
}
