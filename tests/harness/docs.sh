#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# docs.sh: what the pages show is compiled and run.
#
#   ```c methods/x.c      a file; those of methods/ and problems/ are built into a scratch program,
#                         as one file and one word in a list would
#   ```console            commands after `$ `, run in the scratch folder, and what they print
#   ```console long       the same, only where $HOL_LONG is set
#
# A line `...` stands for any lines, `...` in a line for its rest. Numbers are compared to three digits, those below 1e-9 are
# round-off. A command whose output begins with `holonomy: ` may fail, no other.
#
# `make check` calls this in the build tree, with $HOL_COMPILE and $HOL_LIBS; alone: make check-docs.

srcdir=$(cd "${srcdir:-.}" && pwd)
builddir=$(cd "${builddir:-.}" && pwd)
pages="$srcdir/README.md $srcdir/docs/*.md $srcdir/examples/README.md"
[ -n "$HOL_COMPILE" ] || { echo 'docs: run it by make check or make check-docs'; exit 77; }
. "$srcdir/tests/verdict.sh"

# The files of the blocks with a name, the commands of the consoles as NNN.cmd and NNN.out.
extract() {
    awk -v work="$work" -v long="${HOL_LONG:+1}" '
        /^```/ && !inside {
            inside = 1; path = ""; console = $1 == "```console" && (NF == 1 || long)
            if (NF == 2 && $1 != "```console") path = work "/" $2
            next
        }
        /^```/ { inside = console = 0; if (path) close(path); path = ""; next }
        path { print >path }
        console && /^\$ / {
            n++; base = sprintf("%s/console/%03d", work, n)
            print substr($0, 3) >(base ".cmd"); close(base ".cmd")
            print FILENAME ":" FNR ": " $0 >(base ".title"); close(base ".title")
            printf "" >(base ".out"); next
        }
        console { print >(base ".out") }' "$@"
}

# same EXPECTED ACTUAL: says the first line that differs.
same() {
    awk -v expected="$1" '
        function number(x) { return x ~ /^[-+]?[0-9.]+(e[-+]?[0-9]+)?$/ }
        function near(a, b, d, m) {
            d = a - b; if (d < 0) d = -d
            if (a < 0) a = -a; if (b < 0) b = -b
            m = a > b ? a : b
            return d <= 1e-3 * m || m < 1e-9
        }
        function equal(x, y, a, b, n, i) {
            n = split(x, a, /[ ,()=]+/)
            if (a[n] != "..." && split(y, b, /[ ,()=]+/) != n) return 0
            split(y, b, /[ ,()=]+/)
            for (i = 1; i <= n && a[i] != "..."; i++)
                if (a[i] "" != b[i] "" &&
                    !(number(a[i]) && number(b[i]) && near(a[i] + 0, b[i] + 0))) return 0
            return 1
        }
        BEGIN { while ((getline line < expected) > 0) want[++wants] = line; at = 1 }
        {
            if (bad) next
            if (want[at] == "...") {
                if (at < wants && equal(want[at + 1], $0)) at += 2
            } else if (at <= wants && equal(want[at], $0)) at++
            else { bad = 1; print "page:  " want[at]; print "prints: " $0 }
        }
        END {
            if (want[at] == "...") at++
            if (!bad && at <= wants) { print "missing: " want[at]; bad = 1 }
            exit bad
        }' "$2"
}

# Adds the words of the new files to the two lists, and links the program.
build() {
    objects=
    for kind in methods:FAMILY problems:PROBLEM; do
        folder=${kind%:*}
        cp "$builddir/$folder/registry.inc" "$work/$folder/registry.inc" || return 1
        for file in "$work/$folder"/*.c; do
            stem=$(basename "$file" .c)
            word="HOL_${kind#*:}($stem)"
            grep -qxF "$word" "$work/$folder/registry.inc" || echo "$word" >>"$work/$folder/registry.inc"
            eval "$HOL_COMPILE -Werror -O1 -c -o '$work/$stem.o' '$file'" || return 1
            objects="$objects $work/$stem.o"
        done
        eval "$HOL_COMPILE -iquote '$work' -O1 -c -o '$work/$folder.o' '$srcdir/$folder/registry.c'" ||
            return 1
        objects="$objects $work/$folder.o"
    done
    eval "$CC -o '$work/holonomy' harness/cli/holonomy-main.o $objects libharness.a .libs/libholonomy.a $HOL_LIBS"
}

# What pkg-config would say of the installed library.
package() {
    {
        echo 'Name: holonomy'
        echo 'Description: of the build tree'
        echo 'Version: 0'
        echo "Cflags: -I$srcdir/harness $(for parts in "$srcdir"/*/holonomy "$srcdir"/harness/*/holonomy; do
            echo "-I${parts%/holonomy}"
        done | xargs)"
        echo "Libs: $builddir/.libs/libholonomy.a $HOL_LIBS"
    } >"$work/holonomy.pc"
    PKG_CONFIG_PATH=$work
    export PKG_CONFIG_PATH
}

mkdir "$work/methods" "$work/problems" "$work/examples" "$work/console" || exit 1
# shellcheck disable=SC2086
extract $pages
# A build whose sanitizer has an allocator of its own counts no calls of it.
"$HOLONOMY" info | grep -q -e -fsanitize && sed -i '/^holds allocates nothing /{N;d;}' "$work"/console/*.out
cp "$srcdir"/problems/*.yaml "$work/problems"
cp "$srcdir"/examples/*.yaml "$work/examples"
cp "$srcdir"/examples/*.c "$work"
cd "$builddir" || exit 1
build >"$work/log" 2>&1
verdict 'the files of the pages compile without a warning and link'
if command -v clang-format >/dev/null; then
    cp "$srcdir/.clang-format" "$work"
    clang-format --dry-run -Werror "$work"/*.c "$work"/*/*.c >"$work/log" 2>&1
    verdict 'the files of the pages are formatted as the tree is'
fi
package
cd "$work" || exit 1
for command in "$work"/console/*.cmd; do
    base=${command%.cmd}
    timeout "$patience" sh "$command" >"$base.got" 2>&1 </dev/null
    status=$?
    { [ $status -eq 0 ] || grep -q '^holonomy: ' "$base.out"; } && same "$base.out" "$base.got" >"$work/log"
    verdict "$(sed "s|^$srcdir/||" "$base.title")"
done
for example in "$srcdir"/examples/*.c; do
    grep -qF -e "$(basename "$example")" "$work"/console/*.cmd
    verdict "a page runs examples/$(basename "$example")"
done
for program in "$work"/*.awk; do
    awk -f "$program" </dev/null >"$work/log" 2>&1
    verdict "a page's $(basename "$program") runs"
done
# A page without commands, or a page that is not read, would pass.
[ "$passed" -gt 10 ]
verdict 'the pages have commands'

sum_up
