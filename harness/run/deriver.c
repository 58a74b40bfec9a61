/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The derivers of references: see deriver.h. */
#include "harness/run/deriver.h"

#include <string.h>

static const hol_deriver *const all[] = {&hol_by_series, &hol_by_mexax};
enum { ALL = sizeof all / sizeof *all };

const hol_deriver *hol_deriver_at(int k)
{
    return k < ALL ? all[k] : NULL;
}

const hol_deriver *hol_deriver_for(const hol_eval *sys)
{
    for (int k = 0; k < ALL; k++)
        if (!(all[k]->needs & ~sys->has)) return all[k];
    return NULL;
}

const hol_deriver *hol_deriver_named(const char *name)
{
    for (int k = 0; k < ALL; k++)
        if (!name[0] || !strcmp(all[k]->name, name)) return all[k];
    return NULL;
}
