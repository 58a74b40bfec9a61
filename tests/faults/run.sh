#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# run.sh: allocations and system calls that fail, a full disk, kills and two sweeps at once, of the
# program as a user has it.  `make check-faults` calls it in the build tree, $SHIM being shim.c.
#
# Some of the n are tried, all where HOL_LONG is set.  After each fault the program must have ended by
# itself: as without the fault, or with another status and a message; the store is whole, has no row
# that the plain run has not, but for those that say `no memory` or `crashed`, and the sweep goes on to
# the plain store.  The table says what was tried and how it ended.

. "${srcdir:-.}/tests/verdict.sh"
here=$(cd "${srcdir:-.}" && pwd)
cd "$work" || exit 1

cat >plan.yaml <<'END'
runs:
  - {problem: pendulum, methods: [shake, tangent-rk4, spook], until: 0.05, repeats: 0}
END
rows='SELECT problem, method, status, message, t, steps, energy, phi, error_position FROM runs ORDER BY 1, 2, steps'
"$HOLONOMY" sweep plan.yaml --store plain.sqlite --quiet || exit 1
"$HOLONOMY" export --store plain.sqlite --view runs >/dev/null || exit 1
sqlite3 plain.sqlite "$rows" >plain.rows || exit 1

# faulty CALL N COMMAND...: with the n-th call failing; $status, out, err.
faulty() {
    call=$1 n=$2
    shift 2
    timeout 60 env HOL_FAULT_CALL="$call" HOL_FAULT_AT="$n" HOL_FAULT_COUNT="$work/count" \
        LD_PRELOAD="$SHIM" "$HOLONOMY" "$@" >out 2>err </dev/null
    status=$?
}

# What the program prints, without its clock.
steady() {
    sed 's/"cpu_[a-z]*": .*//' "$1"
}

# One end of a command that writes nothing: as it is without a fault, or refused with a word.
good_end() {
    steady out | cmp -s - plain.out && [ "$status" -eq "$plain" ] && return
    [ "$status" -gt 0 ] && [ "$status" -lt 124 ] && [ -s err ]
}

# The same of a sweep: its store is whole and says nothing that is not so, and it can go on.
good_store() {
    [ "$status" -lt 124 ] || return
    [ "$status" -eq 0 ] || [ -s err ] || return
    [ -s kept.sqlite ] || return 0
    [ "$(sqlite3 kept.sqlite 'PRAGMA integrity_check' 2>&1)" = ok ] || return
    sqlite3 kept.sqlite "$rows" 2>/dev/null | grep -v '|no memory|\||crashed|' >kept.rows
    if grep -vxF -f plain.rows kept.rows >log; then return 1; fi
    sqlite3 kept.sqlite "PRAGMA foreign_keys = ON; DELETE FROM runs WHERE status = 'crashed'" >log 2>&1
    "$HOLONOMY" sweep plan.yaml --store kept.sqlite --quiet 2>err </dev/null || return
    sqlite3 kept.sqlite "$rows" | cmp -s - plain.rows
}

# each CALL TRIES JUDGE COMMAND...: so many n of all there are, or all of them.
each() {
    call=$1 tries=$2 judge=$3
    shift 3
    rm -f kept.sqlite*
    faulty "$call" 0 "$@"
    plain=$status
    steady out >plain.out
    calls=$(od -An -td8 count | tr -d ' ')
    [ "${calls:-0}" -gt 0 ]
    verdict "$call is called and counted" "$*"
    step=$((calls / tries + 1))
    [ -z "${HOL_LONG:-}" ] || step=1
    n=1 tried=0 ended=0
    while [ "$n" -le "$calls" ]; do
        rm -f kept.sqlite*
        faulty "$call" "$n" "$@"
        [ "$status" -eq "$plain" ] || ended=$((ended + 1))
        "$judge"
        verdict "${HOL_FAULT_WHERE:-} ${HOL_FAULT_ON:+all from} $call $n of $calls fails${HOL_FAULT_ERROR:+ with $HOL_FAULT_ERROR}" "$*"
        n=$((n + step)) tried=$((tried + 1))
    done
    printf '%-7s %-6s %-9s %6d of %6d, %5d ended it: %s\n' "$call" "${HOL_FAULT_ERROR:-}" \
        "${HOL_FAULT_ON:+and on} ${HOL_FAULT_WHERE:-}" "$tried" "$calls" "$ended" "$*" >>table
}

# ---- Allocations ----
sweep='sweep plan.yaml --store kept.sqlite --quiet'
each alloc 40 good_end run pendulum shake --until 0.1 --json --repeats 0
each alloc 40 good_end run "$here/problems/four-bar.yaml" taylor --steps 5 --json --repeats 0 --no-derive
each alloc 30 good_end linearise "$here/problems/four-bar.yaml"
each alloc 20 good_end explain shake double-spherical-pendulum
each alloc 30 good_end export --store plain.sqlite --format json
each alloc 40 good_store $sweep
HOL_FAULT_WHERE=child
export HOL_FAULT_WHERE
each alloc 30 good_store $sweep
unset HOL_FAULT_WHERE
HOL_FAULT_ON=1
export HOL_FAULT_ON
each alloc 15 good_end run pendulum shake --until 0.1 --json --repeats 0
each alloc 15 good_store $sweep
unset HOL_FAULT_ON

# ---- System calls of the store ----
for call in open read write sync unlink; do
    each "$call" 8 good_store $sweep
done
HOL_FAULT_ON=1
export HOL_FAULT_ON
for error in 5 28; do # EIO, ENOSPC
    HOL_FAULT_ERROR=$error
    export HOL_FAULT_ERROR
    each write 8 good_store $sweep
done
unset HOL_FAULT_ON
for error in 0 4; do # short, EINTR
    HOL_FAULT_ERROR=$error
    each write 6 good_store $sweep
done
unset HOL_FAULT_ERROR

# ---- A disk that is full, for what the C library writes ----
for command in 'run pendulum shake --until 0.1 --json' 'list methods' 'explain shake' 'info'; do
    # shellcheck disable=SC2086
    "$HOLONOMY" $command >/dev/full 2>err </dev/null
    status=$?
    [ "$status" -eq 65 ] && grep -q 'No space left' err
    verdict 'a full disk is said' "$command"
done

# ---- Kills ----
# left SESSION: processes of it, once the writer has been gone for some time.
left() {
    waited=0
    while [ -n "$(ps -o pid= -s "$1" 2>/dev/null | tr -d ' ')" ] && [ "$waited" -lt 100 ]; do
        sleep 0.02
        waited=$((waited + 1))
    done
    [ "$waited" -lt 100 ]
}

cat >plan.yaml <<'END'
runs:
  - {problems: [pendulum, rigid-body], methods: [shake, rattle, mk4], step_factor: [1, 0.5], until: 1, series: 5, repeats: 1}
END
rm -f plain.sqlite
"$HOLONOMY" sweep plan.yaml --store plain.sqlite --quiet
sqlite3 plain.sqlite "$rows" >plain.rows
kills=${HOL_LONG:+300}
kill=0
while [ "$kill" -lt "${kills:-20}" ]; do
    jobs=$((kill % 3 + 1))
    rm -f kept.sqlite*
    setsid "$HOLONOMY" sweep plan.yaml --store kept.sqlite -j "$jobs" --quiet >out 2>err </dev/null &
    child=$!
    sleep "0.$(printf '%03d' $((kill * 37 % 301)))"
    kill -KILL "$child" 2>/dev/null
    wait "$child" 2>/dev/null
    left "$child"
    verdict "no worker is left after kill $kill" "-j $jobs"
    status=0
    good_store
    verdict "nothing is lost or partial after kill $kill" "-j $jobs"
    kill=$((kill + 1))
done
printf '%-7s %-6s %-9s %6d, of the writer at -j 1, 2, 3\n' KILL '' '' "$kill" >>table

# ---- Two at once ----
rm -f kept.sqlite*
"$HOLONOMY" sweep plan.yaml --store kept.sqlite -j 2 --quiet 2>err </dev/null &
child=$!
"$HOLONOMY" sweep plan.yaml --store kept.sqlite --quiet 2>err </dev/null
status=$?
wait "$child" && [ "$status" -eq 0 ] && sqlite3 kept.sqlite "$rows" | cmp -s - plain.rows
verdict 'two sweeps at once make each run once'

cat table
sum_up
