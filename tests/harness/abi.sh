#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# abi.sh: the library exports what its installed headers declare, nothing else; each header stands
# alone, in C++ too; the version is said once.
#
# gcc lists the functions declared (-aux-info), the headers the tables, nm the symbols of the shared library, which a build
# without one (--disable-shared) does not have.

srcdir=$(cd "${srcdir:-.}" && pwd)
builddir=$(cd "${builddir:-.}" && pwd)
# shellcheck source=tests/verdict.sh
. "$srcdir/tests/verdict.sh"
cd "$srcdir" || exit 1

headers=$(ls */holonomy/*.h harness/*/holonomy/*.h harness/holonomy.h)
includes="-Iharness $(for parts in */holonomy harness/*/holonomy; do echo "-I${parts%/holonomy}"; done | xargs)"

for header in $headers; do
    ${CC:-cc} -std=c11 $includes -fsyntax-only -x c "$header" >"$work/log" 2>&1
    verdict "$header stands alone"
done
printf '#include <complex.h>\n#include "holonomy.h"\n' | ${CC:-cc} -std=c11 $includes -fsyntax-only -x c - >"$work/log" 2>&1
verdict 'holonomy.h takes no name of complex.h'
sh docs/api.sh . | diff - docs/api.md >"$work/log"
verdict 'docs/api.md is made from the headers as they are: make api'
if command -v c++ >/dev/null; then
    echo '#include "holonomy.h"' | c++ $includes -fsyntax-only -x c++ - >"$work/log" 2>&1
    verdict 'holonomy.h is C++ too'
fi

# What the rule of installation lists is what there is.
installed=$(sed -n 's/.*%D%\/\(\(run\/\|model\/\|study\/\)*holonomy\/[a-z0-9_]*\.h\).*/\1/p' */local.mk harness/local.mk |
    sed 's|.*/||' | sort -u)
there=$(for header in $headers; do basename "$header"; done | grep -v '^holonomy.h$' | sort -u)
[ "$installed" = "$there" ]
verdict 'every public header is installed'
for name in $there; do
    grep -q "#include \"holonomy/$name\"" harness/holonomy.h || missing="$missing $name"
done
[ -z "$missing" ]
verdict 'holonomy.h includes every public header' "$missing"

if ${CC:-cc} --version | grep -q 'Free Software Foundation'; then
    sh python/declarations.sh . | diff - python/declarations.h >"$work/log"
    verdict 'python/declarations.h is made from the headers as they are: make declarations'
fi

library=$(ls "$builddir"/.libs/libholonomy.so.1.* 2>/dev/null | head -n 1)
if [ -n "$library" ] && ${CC:-cc} --version | grep -q 'Free Software Foundation'; then
    echo '#include "harness/holonomy.h"' >"$work/all.c"
    ${CC:-cc} -std=c11 -I. $includes -fsyntax-only -aux-info "$work/aux" "$work/all.c"
    {
        grep 'holonomy/[a-z0-9_]*\.h:' "$work/aux" | grep -v ' static ' |
            sed -n 's/^[^(]*[ *]\(hol_[A-Za-z0-9_]*\) (.*/\1/p'
        cat $headers | sed -n '/^extern const /,/;/p' | grep -o '\bhol_[a-z0-9_]*\(\[\]\)\?[,;]' | tr -d '[],;'
    } | sort -u >"$work/declared"
    nm -D --defined-only "$library" | awk '$2 ~ /[TDBR]/ {print $3}' | sort -u >"$work/exported"
    diff "$work/declared" "$work/exported" >"$work/log"
    verdict 'the library exports what the headers declare'
    nm -D --defined-only "$builddir/holonomy" | awk '$2 ~ /[TDBR]/ {print $3}' | sort -u |
        comm -23 "$work/declared" - >"$work/log"
    [ ! -s "$work/log" ]
    verdict 'so does the program, for plug-ins: what it lacks, EXPORT_LIBRARY in harness/local.mk asks for'
    readelf -d "$library" | grep -q 'SONAME.*libholonomy.so.1'
    verdict 'the soname is 1'
    ! nm -D --undefined-only "$library" | grep -wE 'exit|_exit|abort|signal|sigaction|setlocale' >"$work/log"
    verdict 'the library neither ends its host nor touches its signals or locale'
fi

version=$(sed -n 's/^#define HOL_VERSION *"\(.*\)"/\1/p' base/holonomy/api.h)
grep -q "^AC_INIT(\[Holonomy\], \[$version\.[0-9]*\]" configure.ac
verdict 'configure.ac and api.h have one version'
grep -q "^#define HOL_ABI *$(sed -n 's/.*-version-info \([0-9]*\):.*/\1/p' Makefile.am)\$" base/holonomy/api.h
verdict 'the soname is the ABI number'

sum_up
