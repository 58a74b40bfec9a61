/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference_of.h: what tells one motion from another, so that a reference that was derived is found
 * again by the model it is of, and the places where it is looked for. */
#pragma once

#include "base/digest.h"
#include "holonomy/experiment.h"

enum { HOL_CACHED_NAME = 192 };

/* The problem in natural coordinates, whose numbers are those that every formulation has; NULL with
 * a refusal. */
hol_experiment *hol_natural_system(const hol_problem *problem, const double par[],
                                   hol_refusal *why);

/* SHA-256 of the numbers of the problem in natural coordinates: names, start, and M, forces, Phi, G
 * and nonholonomic rows at the start and at two states and times more, to the last bit.  All laws
 * of a system that has a power series are analytic, so that two which agree there are one.  Of
 * others there are also the parameters, the constants of all forces and the digests of the model's
 * file and of the plug-ins that the problem is of. */
void hol_reference_key(const hol_experiment *natural, char key[HOL_DIGEST]);

/* "references/PROBLEM/KEY.ref", below the cache's folder (base/cache.h); `end`: "ref"; key NULL:
 * the folder. */
void hol_reference_cached_name(const char *problem, const char *key, const char *end,
                               char name[HOL_CACHED_NAME]);

/* problem NULL: whatever it holds for; else NULL without a message where it is for others. */
hol_reference *hol_reference_read_for(const char *path, const hol_problem *problem,
                                      const double par[], hol_message *why);
