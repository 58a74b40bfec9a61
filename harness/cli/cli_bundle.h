/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cli_bundle.h: a folder that tells of a plan's runs all that another machine needs to make them
 * again. */
#pragma once

#include "harness/cli/cli.h"
#include "harness/plan/plan.h"
#include "harness/store/store.h"

#define BUNDLE_PLAN  "plan.yaml"
#define BUNDLE_STORE "results.sqlite"
#define BUNDLE_SUMS  "SHA256SUMS"

enum { BUNDLE_PATH = 4096 };

typedef struct {
    const char *dir, *license; /* license NULL: none is said */
    const hol_plan *plan;
    char **file; /* names in `dir`, each with its digest */
    int files;
} bundle;

/* Another file, by its name in `dir`; false where it is there. */
bool bundle_add(bundle *b, const char *name);
void bundle_clear(bundle *b);
/* builds.json, README.md and ro-crate-metadata.json, of the files before them and themselves; false
 * after a message. */
bool bundle_describe(bundle *b, hol_store *store);
/* SHA256SUMS of all files; false after a message. */
bool bundle_sign(const bundle *b);
/* Are the files those that were signed?  False after a message. */
bool bundle_verify(const char *dir);
/* DIR/NAME */
void bundle_path(const char *dir, const char *name, char path[BUNDLE_PATH]);
