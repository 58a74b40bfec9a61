/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The runs of a plan in parts: see shard.h. */
#include "harness/plan/shard.h"

#include <stdlib.h>

int hol_shard_of(const hol_spec *spec, int of)
{
    enum { DIGITS = 15 }; /* hexadecimal, of the digest: 60 bits */
    char kin[HOL_KEY];
    hol_spec_kin(spec, kin);
    kin[DIGITS] = '\0';
    return 1 + (int)(strtoull(kin, NULL, 16) % (unsigned long long)of);
}

void hol_shard_keep(hol_plan *plan, hol_shard shard)
{
    if (!shard.of) return;
    for (int i = 0; i < plan->count; i++)
        if (hol_shard_of(&plan->spec[i], shard.of) != shard.at) hol_spec_clear(&plan->spec[i]);
    hol_plan_compact(plan);
}
