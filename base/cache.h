/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cache.h: the folder of what can be made again: $HOLONOMY_CACHE, else $XDG_CACHE_HOME/holonomy,
 * else $HOME/.cache/holonomy; where that cannot be written to, a folder of the user's own among the
 * temporary files. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The path of a file there, "references/a.ref"; false where it cannot be read. */
bool hol_cache_find(const char *name, char path[], size_t size);

typedef enum { HOL_CACHE_OWN, HOL_CACHE_TEMPORARY, HOL_CACHE_NONE } hol_cache_place;

/* The path under which a file can be written, its folders made; `instead_of`: the folder that
 * cannot be written to, where the place is another. */
hol_cache_place hol_cache_make(const char *name, char path[], size_t size, char instead_of[],
                               size_t size_of);
