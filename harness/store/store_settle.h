/* SPDX-License-Identifier: GPL-3.0-or-later */
/* store_settle.h: runs that two stores have, a step of hol_store_take. */
#ifndef HOL_STORE_SETTLE_H
#define HOL_STORE_SETTLE_H

#include "harness/store/store_take.h"

/* Of the runs in the table `taken` that `store` has too, drops from `store` those of which the
 * attached store `other` knows more and from `taken` the rest, and tells of each of the rest that
 * is not the same in both. */
bool hol_store_settle(hol_store *store, const hol_store_taking *taking, hol_store_taken *taken,
                      hol_message *why);

#endif
