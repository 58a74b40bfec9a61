#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# declarations.sh SRCDIR: what the public headers declare, as cffi reads it: python/declarations.h.
#
# The preprocessor writes out the lists; of it stays what stands in headers of our own, without
# inline functions, constants of each file that includes them, and attributes.

cd "${1:-.}" || exit 1
# shellcheck disable=SC2046
set -- -Iharness $(for parts in */holonomy harness/*/holonomy; do echo "-I${parts%/holonomy}"; done)

echo '/* SPDX-License-Identifier: GPL-3.0-or-later */'
echo '/* Made from the public headers by `make declarations`; a test compares. */'
sed -n 's/^#define HOL_VERSION *"\(.*\)"/\/* version \1 *\//p; /^#define HOL_ABI /p' base/holonomy/api.h
echo 'typedef int sig_atomic_t;'
echo '#include "holonomy.h"' | ${CC:-cc} -std=c11 "$@" -E - | awk '
    /^# [0-9]+ "/ { ours = $3 ~ /holonomy(\.h|\/[a-z0-9_]*\.h)"$/; next }
    /^#/ || !ours { next }
    /^static inline/ { inside = 1 }
    /^static const/ { words = 1 }
    inside { inside = !/^}/; next }
    words { words = !/;$/; next }
    { print }' |
    sed -e 's/__attribute__((.*))//g' -e 's/_Bool/bool/g' | tr -s ' \n' ' ' | sed -e 's/\([;{]\) /\1\n/g'
