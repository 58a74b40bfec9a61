#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# fresh.sh [TARBALL]: the commands of README.md on a bare Debian 12, made with debootstrap; then, with
# SUNDIALS, the methods arkode and ida.
#
# Takes the tree from TARBALL, or else from the last commit: what is not committed is not proved.
# Status: 0 all commands hold, 1 one does not, 77 it cannot run here.
# bare.sh says how the Debian is made. Needs 2 GB in TMPDIR.

name=fresh
script=$0
# shellcheck source=tests/bare.sh
. "$(dirname "$0")/bare.sh"

# ---- Inside the namespace ----

# timed COMMAND ARGUMENT...: runs one of README.md's commands, prints how it ended and how long it took.
timed() {
    log=$work/$2.log
    start=$(date +%s)
    in_root /root/holonomy "$@" >"$log" 2>&1
    status=$?
    seconds=$(($(date +%s) - start))
    echo "fresh: $*: status $status, $seconds s; it ended with:"
    tail -n 3 "$log" | sed 's/^/    /'
}

failure() {
    echo "FAILED: $1; the end of what it printed:"
    tail -n 60 "$log" | sed 's/^/    /'
    failed=$((failed + 1))
}

inside() {
    bare_root "$1" "$2"
    mv "$work/tree" "$root/root/holonomy"

    timed ./bootstrap check
    if [ $status -ne 0 ]; then
        failure "./bootstrap check ended with status $status"
    elif ! tail -n 1 "$log" | grep -Eqx '[1-9][0-9]* passed, 0 failed'; then
        failure "the last line of ./bootstrap check is not 'N passed, 0 failed'"
    fi

    timed ./bootstrap report
    if [ $status -ne 0 ]; then
        failure "./bootstrap report ended with status $status"
    elif [ ! -s "$root/root/holonomy/report/index.html" ]; then
        failure "there is no report/index.html"
    fi

    timed ./bootstrap --with-sundials check
    [ $status -eq 0 ] || failure "./bootstrap --with-sundials check ended with status $status"
    for method in arkode ida; do
        timed ./holonomy run pendulum $method --rtol 1e-6
        [ $status -eq 0 ] || failure "$method ended with status $status"
    done
    [ $failed -eq 0 ]
}

if [ "$1" = --inside ]; then
    inside "$2" "$3"
    exit
fi

# ---- Outside ----

bare_begins
mkdir "$work/tree"
if [ -n "$1" ]; then
    tar -xf "$1" -C "$work/tree" --strip-components=1 || cannot "$1 is no tarball"
    echo "fresh: the tree is that of $1"
else
    git -C "$here" archive HEAD >"$work/tree.tar" 2>/dev/null ||
        cannot "$here is no git tree; give the tarball: fresh.sh holonomy-VERSION.tar.gz"
    tar -xf "$work/tree.tar" -C "$work/tree"
    echo "fresh: the tree is commit $(git -C "$here" rev-parse --short HEAD)"
fi

bare_goes_inside
