#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# layers.sh: the includes of the library and the program point only to the left of
#
#     base numerics mechanics methods,problems run model study store plan report papers cli
#
# where the siblings methods and problems never include each other, and nothing of these includes
# tests or the makers of reference solutions.  A public header, "holonomy/x.h", is that of the folder
# that has it; the one of all of them, harness/holonomy.h, counts as study.
# `make check-layers` runs this alone.

srcdir=${srcdir:-.}
. "$srcdir/tests/verdict.sh"

layers='base numerics mechanics methods problems run model study store plan report papers cli'

# arrows TREE: the includes of the tree that point the wrong way, a line each.
arrows() {
    (cd "$1" && find base numerics mechanics methods problems harness -name '*.[ch]' | sort |
        xargs awk -v order="$layers" '
        BEGIN {
            count = split(order, layer, " ")
            for (i = 1; i <= count; i++) rank[layer[i]] = i
            rank["problems"] = rank["methods"] # siblings
            while (("find . -name \"*.[ch]\" | sed s,^./,," | getline file) > 0) {
                there[file] = file
                public = file
                if (sub(/^[a-z]+(\/[a-z]+)?\/holonomy/, "holonomy", public)) there[public] = file
            }
        }
        # The folder, below harness/ the second one.
        function layer_of(file, part) {
            if (file == "harness/holonomy.h") return "study"
            split(file, part, "/")
            return part[1] == "harness" ? part[2] : part[1]
        }
        # What stands beside the file, in the tree, or will be generated there.
        function found(name, beside) {
            sub(/[^\/]*$/, name, beside)
            return beside in there ? beside : name in there ? there[name] : name
        }
        /^[ \t]*#[ \t]*include[ \t]*"/ {
            split($0, quoted, "\"")
            if (quoted[2] == "config.h") next
            to = found(quoted[2], FILENAME)
            from = layer_of(FILENAME)
            at = layer_of(to)
            say = from in rank ? from " may not include " at : "no layer is called " from
            left = from in rank && at in rank && rank[at] < rank[from]
            if (from != at && !left) print FILENAME " includes " to ": " say
        }')
}

arrows "$srcdir" >"$work/arrows"
for layer in $layers; do
    grep ": $layer may not include " "$work/arrows" >"$work/out"
    [ ! -s "$work/out" ]
    verdict "what $layer includes stands to its left"
done
grep 'no layer is called' "$work/arrows" >"$work/out"
[ ! -s "$work/out" ]
verdict 'every folder is a layer'

# A tree in which every folder includes every other: the arrows back are named, and no others.
folder() {
    case $1 in
    base | numerics | mechanics | methods | problems | tests | reference) echo "$1" ;;
    *) echo "harness/$1" ;;
    esac
}
mkdir -p "$work/tree/base/holonomy" "$work/tree/harness/run/holonomy"
echo '#include "harness/cli/no.h"' >"$work/tree/base/holonomy/status.h"
echo '#include "holonomy/run.h"' >"$work/tree/harness/holonomy.h"
echo '#include "holonomy/status.h"' >"$work/tree/harness/run/holonomy/run.h"
echo 'base/holonomy/status.h includes harness/cli/no.h: base may not include cli' >"$work/due"
left=
for from in $layers; do
    here=$(folder "$from")
    mkdir -p "$work/tree/$here"
    for to in $layers tests reference; do
        echo "#include \"$(folder "$to")/x.h\"" >"$work/tree/$here/$to.c"
        case " $left $from " in
        *" $to "*) [ "$from$to" = problemsmethods ] || continue ;;
        esac
        echo "$here/$to.c includes $(folder "$to")/x.h: $from may not include $to"
    done >>"$work/due"
    left="$left $from"
done
echo '#include "holonomy/status.h"' >"$work/tree/numerics/public.c"
echo '#include "holonomy.h"' | tee "$work/tree/harness/study/whole.c" >"$work/tree/methods/whole.c"
echo 'methods/whole.c includes harness/holonomy.h: methods may not include study' >>"$work/due"
echo '#include "holonomy/status.h"' >"$work/tree/harness/stray.c"
echo 'harness/stray.c includes base/holonomy/status.h: no layer is called stray.c' >>"$work/due"
arrows "$work/tree" | sort >"$work/out"
sort "$work/due" | diff "$work/out" - >"$work/log"
verdict 'every arrow back is named, and no other'

# The map of the tests.
for test in "$srcdir"/tests/*/test_*.c "$srcdir"/tests/*/*.sh "$srcdir"/tests/*.sh; do
    name=$(basename "$test" .c)
    grep -q "\`$name\`" "$srcdir/tests/README.md" || echo "$name"
done >"$work/log"
[ ! -s "$work/log" ]
verdict 'tests/README.md has every test in its place'

sum_up
