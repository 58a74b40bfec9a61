#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# mutants/run.sh TEST...: plants one error at a time; the tests must turn red.
#
# A mutant is a file NN-name.sed. Its first line says where, what and who should notice:
#     # methods/spook.c: the sign of Upsilon G v is wrong; caught by test_orders
# the rest is the sed script that changes a copy of that file. To add one, write such a file. Where
# only what `make check-long` tries notices, the line ends with "caught by test_orders at length".
#
# Only the changed file is compiled, of a header the files that include it; linked before the
# libraries, its object takes the place of the one in them; of an outside engine's plug-in a changed one
# is made, in $HOL_BASELINES. The tests run until the first red, the
# named one first.
# `make check-mutants` calls this in the build tree, with $HOL_COMPILE and $HOL_LIBS.
# HOL_MUTANTS='03 17' plants only those. HOL_JOBS are planted at a time.
# HOL_MUTANTS_SECONDS=S plants none after S seconds, nor shows it to another test than the named one, and
# says how many that leaves; each day of the year begins with another.
# One of a file that this build leaves out, for a library that is not there, is not planted.
# The last line is `N mutants, N killed, N survived`; the status is 0 if all were killed.

srcdir=${srcdir:-.}
here=$srcdir/tests/mutants
work=${HOL_MUTANTS_WORK:-}

# link PROGRAM MAIN_OBJECT [CHANGED_OBJECT]
link() {
    program=$1
    shift
    # The objects have no blanks in their names; the flags are words as make would pass them.
    eval "$CC -o '$program' $* libtest.a libharness.a .libs/libholonomy.a $HOL_LIBS"
}

# link_holonomy DIR [CHANGED_OBJECT]: the program, of which DIR/main.o is main if that is what is changed.
link_holonomy() {
    main=$1/main.o
    [ -f "$main" ] || main=harness/cli/holonomy-main.o
    link "$1/holonomy" "$main" "$2"
}

# place_of TEST: the folder it stands in, tests or one of those in it.
place_of() {
    (cd "$srcdir" && for file in tests/"$1" tests/"$1.c" tests/*/"$1" tests/*/"$1.c"; do
        case $file in
        *.sh | *.c) [ ! -f "$file" ] || dirname "$file" ;;
        esac
    done)
}

# red TEST DIR [CHANGED_OBJECT]: 0 if the test fails, 1 if it passes, 2 if it cannot be linked, 3 if
# it is left out of this build.  A test that runs the program runs a changed one.
# $HOL_METHODS: the methods that the loops over the methods take.
red() {
    case $1 in
    *.sh)
        link_holonomy "$2" "$3" >"$2/log" 2>&1 || return 2
        [ ! -d "$2/baselines" ] || export HOL_BASELINES="$2/baselines"
        HOL_FIRST_RED=1 HOLONOMY=$2/holonomy timeout -k 10 300 sh "$srcdir/$(place_of "$1")/$1" >"$2/log" 2>&1 </dev/null
        ;;
    *)
        eval "flags=\${HOL_FLAGS_$1:-}" # of that test alone
        # shellcheck disable=SC2086
        link "$2/$1" "$(place_of "$1")/$1.o" "$3" $flags >"$2/log" 2>&1 || return 2
        if grep -qF 'getenv("HOLONOMY")' "$srcdir/$(place_of "$1")/$1.c"; then
            link_holonomy "$2" "$3" >"$2/log" 2>&1 || return 2
        fi
        HOL_FIRST_RED=1 HOLONOMY=$2/holonomy timeout -k 10 300 "$2/$1" >"$2/log" 2>&1 </dev/null
        ;;
    esac
    ended=$?
    [ $ended -ne 0 ] || return 1
    rm -f "$2/$1"
    [ $ended -ne 77 ] || return 3
    return 0
}

# green_at_length TEST DIR: as it is, tried once; what is red already catches nothing.
green_at_length() {
    [ ! -f "$work/$1.green" ] || return 0
    red "$1" "$2"
    [ $? -eq 1 ] && : >"$work/$1.green"
}

# users_of HEADER: the sources that include it, themselves or by a header that does.
users_of() {
    included=$1 # a public one without its folder
    case $1 in */holonomy/*.h) included=holonomy/${1##*/} ;; esac
    (cd "$srcdir" && grep -lF "#include \"$included\"" */*.c */*/*.c)
    for header in $(cd "$srcdir" && grep -lF "#include \"$included\"" */*.h */*/*.h); do
        users_of "$header"
    done
}

# plugin_of FILE: the plug-in that it makes; that of a file they share, the first one of this build.
plugin_of() {
    for one in "${1%.*}.so" baselines/*.so; do
        [ ! -f "$one" ] || { echo "$one"; return; }
    done
}

# nothing DIR: DIR/changed.o where what is changed takes the place of no object in the libraries.
nothing() {
    : >"$1/none.c" && $CC -c -o "$1/changed.o" "$1/none.c"
}

# compiled FILE DIR: makes DIR/changed.o of the changed DIR/FILE, DIR/main.o of the program's main.
compiled() {
    case $1 in
    *.h)
        # A public one lies beside those that include it, where they look first; others are no units.
        case $1 in */holonomy/*) before="-include '$2/$1'" ;; *) before="-iquote '$2'" ;; esac
        for user in $(users_of "$1" | sort -u); do
            case $user in tests/*) continue ;; esac # they have a main of their own
            [ -f "${user%.c}.o" ] || continue       # not in this build
            eval "$HOL_COMPILE $before -O1 -w -c -o '$2/$(echo "$user" | tr / _).o' '$srcdir/$user'" || return
        done
        $CC -r -nostdlib -o "$2/changed.o" "$2"/*.c.o
        ;;
    baselines/*)
        cp -n "$srcdir"/baselines/*.[ch]* "$2/baselines"
        make -s BASELINE_FROM="$2/baselines" BASELINE_TO="$2/baselines" "$2/$(plugin_of "$1")" && nothing "$2"
        ;;
    harness/cli/main.c) eval "$HOL_COMPILE -I'$srcdir' -O1 -w -c -o '$2/main.o' '$2/$1'" && nothing "$2" ;;
    *) eval "$HOL_COMPILE -I'$srcdir' -O1 -w -c -o '$2/changed.o' '$2/$1'" ;;
    esac
}

over() {
    [ -n "$HOL_MUTANTS_UNTIL" ] && [ "$(date +%s)" -ge "$HOL_MUTANTS_UNTIL" ]
}

# Prints one line: killed, SURVIVED or BROKEN; status 1 if the time was over before it could tell.
one() {
    mutant=$here/$1
    name=${1%.sed}
    dir=$work/$name
    file=$(sed -n '1s/^# \([^:]*\): .*/\1/p' "$mutant")
    hint=$(sed -n '1s/.*; caught by \([a-z_0-9.]*\)\( at length\)\{0,1\}$/\1/p' "$mutant")
    length=$(sed -n '1s/.* at length$/1/p' "$mutant")
    # An error in a method's own file is that method's: no other need be stepped.
    HOL_METHODS=$(sed -n 's/^.*\.name = "\([a-z0-9-]*\)".*/\1/p' "$srcdir/$file" | tr '\n' ' ')
    export HOL_METHODS
    mkdir -p "$dir/$(dirname "$file")"
    if ! [ -f "$srcdir/$file" ] || [ -z "$hint" ]; then
        echo "$name: BROKEN: the first line must be '# FILE: WHAT; caught by TEST'"
        return
    fi
    sed -f "$mutant" "$srcdir/$file" >"$dir/$file" || { echo "$name: BROKEN: sed fails"; return; }
    case $file in
    baselines/*)
        made=$(plugin_of "$file")
        if [ -z "$made" ] || { [ "$made" != "${file%.*}.so" ] && [ "${file##*/}" != engine.c ]; }; then
            echo "$name: not planted: $file is not in this build"
            return
        fi ;;
    *.c)
        if ! [ -f "${file%.c}.o" ]; then
            echo "$name: not planted: $file is not in this build"
            return
        fi ;;
    esac
    if cmp -s "$srcdir/$file" "$dir/$file"; then
        echo "$name: BROKEN: $file has nothing left that the script changes"
        return
    fi
    if ! compiled "$file" "$dir" >"$dir/log" 2>&1; then
        echo "$name: BROKEN: does not compile: $(head -n 1 "$dir/log")"
        return
    fi
    for test in "$hint" $(echo "$tests" | tr ' ' '\n' | grep -vx "$hint"); do
        if [ "$test" != "$hint" ] && over; then
            echo "$name: $hint does not see it; no time for the other tests"
            return 1
        fi
        unset HOL_LONG
        if [ "$test" = "$hint" ] && [ -n "$length" ]; then
            export HOL_LONG=1
            green_at_length "$test" "$dir" || { echo "$name: BROKEN: $test is red at length without it"; return; }
        fi
        red "$test" "$dir" "$dir/changed.o"
        case $? in
        0)
            note=
            [ "$test" = "$hint" ] || note=", not by $hint"
            echo "$name: killed by $test$note"
            return
            ;;
        2)
            echo "$name: BROKEN: $test does not link: $(head -n 1 "$dir/log")"
            return
            ;;
        3)
            [ "$test" = "$hint" ] || continue
            echo "$name: not planted: $test is left out of this build"
            return
            ;;
        esac
    done
    echo "$name: SURVIVED"
}

if [ "$1" = --one ]; then
    over && exit 0
    one "$2" >"$work/$2.said"
    told=$?
    cat "$work/$2.said"
    [ $told -ne 0 ] || mv "$work/$2.said" "$work/$2.line"
    rm -rf "${work:?}/${2%.sed}"
    exit 0
fi

# Has the test been green since the program was made?
known_green() {
    count=tests/logs/$1.log.count
    [ "$count" -nt holonomy ] && [ "$count" -nt libtest.a ] && read -r green bad _ <"$count" && [ "$green" -gt 0 ] && [ "$bad" -eq 0 ]
}

# Without a mutant: nothing can be learnt from a test that is red already.
if [ "$1" = --plain ]; then
    known_green "$2" && exit 0
    mkdir "$work/$2" || exit 255
    red "$2" "$work/$2"
    status=$?
    good=$((status == 1 || status == 3))
    [ $good -eq 1 ] || { cat "$work/$2/log"; echo "mutants: $2 is red without a mutant"; }
    rm -rf "${work:?}/$2"
    [ $good -eq 1 ] || exit 255
    exit 0
fi

cd "${builddir:-.}" || exit 1
tests=
for test in "$@"; do tests="$tests $(basename "$test")"; done
tests=${tests# }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
HOL_MUTANTS_WORK=$work
OPENBLAS_NUM_THREADS=1
CK_DEFAULT_TIMEOUT=${CK_DEFAULT_TIMEOUT:-60}
export HOL_MUTANTS_WORK OPENBLAS_NUM_THREADS CK_DEFAULT_TIMEOUT tests

echo "$tests" | tr ' ' '\n' | xargs -n 1 -P "${HOL_JOBS:-$(nproc)}" sh "$here/run.sh" --plain || exit 1

(cd "$here" && for glob in ${HOL_MUTANTS:-*.sed}; do ls "$glob"* 2>/dev/null; done) | sort -u |
    grep '\.sed$' >"$work/wanted"
wanted=$(wc -l <"$work/wanted")
first=1
HOL_MUTANTS_UNTIL=
if [ -n "$HOL_MUTANTS_SECONDS" ]; then
    HOL_MUTANTS_UNTIL=$(($(date +%s) + HOL_MUTANTS_SECONDS))
    first=$((wanted * $(date +%j | sed 's/^0*//') / 367 + 1))
fi
export HOL_MUTANTS_UNTIL
{ tail -n +$first "$work/wanted" && head -n $((first - 1)) "$work/wanted"; } |
    xargs -n 1 -P "${HOL_JOBS:-$(nproc)}" sh "$here/run.sh" --one
left=$((wanted - $(find "$work" -name '*.line' | wc -l)))
[ $left -eq 0 ] || echo "mutants: $left of $wanted not reached in $HOL_MUTANTS_SECONDS s; check-mutants without a limit plants them"
killed=$(cat "$work"/*.line 2>/dev/null | grep -c ': killed')
total=$(cat "$work"/*.line 2>/dev/null | grep -vc ': not planted')
survived=$(cat "$work"/*.line 2>/dev/null | grep -c ': SURVIVED')
broken=$((total - killed - survived))
[ $broken -eq 0 ] || echo "mutants: $broken could not be planted"
echo "$((total)) mutants, $killed killed, $survived survived"
[ "$total" -gt 0 ] && [ "$killed" -eq "$total" ]
