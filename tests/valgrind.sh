#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# valgrind.sh: ten commands under valgrind: no byte is read that was not written, none outside of its
# block, and none is lost.  `make check-valgrind` calls it in the build tree; nothing is let pass.

command -v valgrind >/dev/null || { echo 'check-valgrind: valgrind is missing; apt-get install valgrind' >&2; exit 1; }
here=$(cd "${srcdir:-.}" && pwd)
. "$here/tests/verdict.sh"
cd "$work" || exit 1

# clean ARGUMENT...: ends as without valgrind, which has nothing to say.
clean() {
    "$HOLONOMY" "$@" >out 2>err </dev/null
    plain=$?
    began=$(date +%s)
    valgrind -q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite,indirect \
        --child-silent-after-fork=no --log-file=log \
        "$HOLONOMY" "$@" >out 2>err </dev/null
    status=$?
    [ "$status" -eq "$plain" ] && [ ! -s log ]
    verdict 'clean under valgrind' "holonomy $*"
    echo "$(($(date +%s) - began)) s: holonomy $*"
}

printf 'runs: [{problem: pendulum, methods: [shake, jet-dp5], until: 0.02, series: 2, motion: 2}]\n' >plan.yaml
printf 'model: a\nbodies:\n  - {name: b, shape: *c, m: .nan}\njoints: {}\n' >wrong.yaml

clean info --json
clean explain shake double-spherical-pendulum
clean run pendulum shake --until 0.05 --samples 3 --json --repeats 1
clean run "$here/examples/gyrostat.yaml" mk4 --steps 5 --show all --no-derive
clean run "$here/problems/four-bar.yaml" taylor --steps 2 --no-derive
clean run wrong.yaml shake
clean linearise "$here/problems/four-bar.yaml"
clean convert "$here/problems/four-bar.yaml" --to mjcf
clean sweep plan.yaml --store kept.sqlite -j 2
clean export --store kept.sqlite --view matrix
sum_up
