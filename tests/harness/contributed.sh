#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# contributed.sh: the problem of docs/add-a-problem.md passes the tests that go over all problems as
# it would for whoever adds it, by its power series alone: the closed form is taken out of the file of
# C, and no reference is shipped.
#
# The file of C is built into copies of the tests, as one file and one word in a list would; the file
# of YAML is tried by the tests as they are (HOL_MODELS).  Both with every method; where HOL_LONG is
# set by more tests, and with every choice of an option.
#
# `make check` calls this in the build tree, with $HOL_COMPILE and $HOL_LIBS.

srcdir=$(cd "${srcdir:-.}" && pwd)
page=$srcdir/docs/add-a-problem.md
name=conical-pendulum
[ -n "$HOL_COMPILE" ] || { echo 'contributed: run it by make check'; exit 77; }
. "$srcdir/tests/verdict.sh"
CK_DEFAULT_TIMEOUT=$((2 * patience)) # one run of a test of all methods here [s]
export CK_DEFAULT_TIMEOUT

block() { # FILE: the block of the page that has its name
    awk -v file="$1" '/^```/ { inside = $2 == file; next } inside' "$page"
}

# The registry with one word more, and its problem.
compile() {
    mkdir "$work/problems" || return
    { cat problems/registry.inc && echo 'HOL_PROBLEM(conical_pendulum)'; } >"$work/problems/registry.inc"
    eval "$HOL_COMPILE -Werror -O1 -c -o '$work/problem.o' '$work/conical_pendulum.c'" &&
        eval "$HOL_COMPILE -iquote '$work' -O1 -c -o '$work/registry.o' '$srcdir/problems/registry.c'"
}

link() { # TEST: $work/NAME
    eval "$CC -o '$work/${1##*/}' 'tests/$1.o' '$work/problem.o' '$work/registry.o' libtest.a libharness.a .libs/libholonomy.a $HOL_LIBS"
}

# tried PROGRAM WHAT: fails where no method was tried.
tried() {
    HOL_PROBLEMS=$name "$1" >"$work/log" 2>&1 </dev/null
    status=$?
    grep -E '^(.*:[FE]:|[0-9]+%)' "$work/log" >"$work/out"
    mv "$work/out" "$work/log"
    [ $status -eq 0 ] && awk -v least="$3" '/^[0-9]+%/ { gsub(/[^0-9 ]/, ""); n = $2 } END { exit n < least }' "$work/log"
    verdict "$2"
}

of_c='methods/test_invariants methods/test_orders'
of_yaml='methods/test_invariants'
if [ -n "$HOL_LONG" ]; then
    of_c="$of_c methods/test_steps methods/test_tolerances methods/test_jet methods/test_theorems harness/test_certify"
    of_yaml=$of_c
fi

block "problems/conical_pendulum.c" | sed '/^ *\.exact = /d' >"$work/conical_pendulum.c"
block "$name.yaml" >"$work/$name.yaml"
grep -q 'hol_distance' "$work/conical_pendulum.c" && ! grep -q '\.exact' "$work/conical_pendulum.c"
verdict 'the page has the problem in C'
compile >"$work/log" 2>&1
verdict 'it compiles'
for test in problems/test_references $of_c; do
    link "$test" >"$work/log" 2>&1
    verdict "it links into $test"
done
CK_RUN_CASE=every_problem_can_be_judged tried "$work/test_references" 'in C it can be judged' 1
[ -n "$(find "$HOLONOMY_CACHE/references/$name" -name '*.ref')" ]
verdict 'by a reference that was derived'
for test in $of_c; do tried "$work/${test##*/}" "in C it passes $test" 10; done
for test in $of_yaml; do
    HOL_MODELS=$work/$name.yaml tried "tests/$test" "in YAML it passes $test" 10
done

sum_up
