#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# run.sh: allocations, system calls and streams that fail, a full disk, folders that cannot be written to, kills,
# signals that ask for the end, cuts of the power and two sweeps at once, of the program as a user has it.
# `make check-faults` calls it in the build tree, $SHIM being shim.c, $WRITE_LOG write_log.c and $POWER
# power.c; FAULTS='kills power' are the parts to try, KILLS=1000 how many kills of the writer and of workers,
# ALLOCATIONS='report worker' the commands whose allocations fail, of those in all_of.
#
# Of allocations those n are tried that are the first at their place, the calls that lead to it: some of
# them, all with PLACES=all or where HOL_LONG is set, and every n with HOL_LONG=all; of files some of the
# n, all where HOL_LONG is set.  After each fault the program must have ended by
# itself: as without the fault, or with another status and a message; the store is whole, has no row
# that the plain run has not, but for those that say `no memory` or `crashed`, and the sweep goes on to
# the plain store.  The table says what was tried and how it ended.

. "${srcdir:-.}/tests/verdict.sh"
here=$(cd "${srcdir:-.}" && pwd)
cd "$work" || exit 1

rows='SELECT problem, method, status, message, t, steps, energy, phi, error_position FROM runs ORDER BY 1, 2, steps'

# plain RUNS: the plan, and the rows that its sweep makes.
plain() {
    printf 'runs:\n  - {%s}\n' "$*" >plan.yaml
    rm -f plain.sqlite
    "$HOLONOMY" sweep plan.yaml --store plain.sqlite --quiet || exit 1
    sqlite3 plain.sqlite "$rows" >plain.rows || exit 1
}

# faulty CALL N COMMAND...: with the n-th call failing; $status, out, err.
faulty() {
    call=$1 n=$2
    shift 2
    timeout 60 env TMPDIR="$work/temporary" HOL_FAULT_CALL="$call" HOL_FAULT_AT="$n" HOL_FAULT_COUNT="$work/count" \
        LD_PRELOAD="$SHIM" "$HOLONOMY" "$@" >out 2>err </dev/null
    status=$?
}

# What the program prints, without its clock.
steady() {
    sed 's/"\(cpu_[a-z]*\|step_us\)": .*//' "$1"
}

# One end of a command that makes files in the folder `made`: all that it makes without the fault, byte
# for byte, or a word that it does not say without; with another status a word always.
good_files() {
    rm -f log
    [ "$status" -lt 124 ] || return
    cmp -s err plain.err || return 0
    [ "$status" -eq "$plain" ] && steady out | cmp -s - plain.out && diff -r made plain.made >log
}

# The same where a word is not enough: as it is without a fault, or refused with a word.
good_end() {
    [ "$status" -eq "$plain" ] && steady out | cmp -s - plain.out && diff -r made plain.made >log && return
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

# The same of a report: one that says of no lack of memory has all files of the plain one, byte for byte;
# the runs stay as they were in the store before.  No gnuplot and no memory end with one status.
good_report() {
    [ "$status" -gt 0 ] && [ "$status" -lt 124 ] && [ -s err ] || return
    grep -q memory err || diff -r shown plain.shown >log || return
    sqlite3 plain.sqlite "$rows" | cmp -s - plain.rows
}

# tried_of TRIES: so many of the numbers that it reads, or all of them.
tried_of() {
    sort -nu >numbers
    step=$(($(wc -l <numbers) / $1 + 1))
    [ -z "${HOL_LONG:-}" ] || step=1
    [ "$call" != alloc ] || [ "${PLACES:-}" != all ] || step=1
    awk -v step="$step" '(NR - 1) % step == 0' numbers
}

# each CALL TRIES JUDGE COMMAND...: so many n of all there are, or all of them.
each() {
    call=$1 tries=$2 judge=$3
    shift 3
    rm -rf kept.sqlite* made plain.made temporary "$HOLONOMY_CACHE"
    mkdir made temporary
    faulty "$call" 0 "$@"
    plain=$status
    steady out >plain.out
    cp -r made plain.made
    cp err plain.err
    calls=$(od -An -td8 -N8 count | tr -d ' ')
    [ "${calls:-0}" -gt 0 ]
    verdict "$call is called and counted" "$*"
    bad=$failed
    if [ "$call" = alloc ] && [ "${HOL_LONG:-}" != all ]; then
        of=places
        od -An -td8 -v -w8 -j8 -N524288 count | awk '$1' | tried_of "$tries" >chosen
    else
        of=calls
        seq "$calls" | tried_of "$tries" >chosen
    fi
    tried=0 ended=0
    for n in $(cat chosen); do
        [ ! -e kept.sqlite ] || rm -f kept.sqlite*
        [ "$judge" = good_store ] || { rm -rf made "$HOLONOMY_CACHE" temporary && mkdir made temporary; }
        faulty "$call" "$n" "$@"
        [ "$status" -eq "$plain" ] || ended=$((ended + 1))
        "$judge"
        verdict "${HOL_FAULT_WHERE:-} ${HOL_FAULT_ON:+all from} $call $n of $calls fails${HOL_FAULT_ERROR:+ with $HOL_FAULT_ERROR}" "$*"
        tried=$((tried + 1))
    done
    printf '%-7s %-6s %-12s %6d calls, %5d of %6d %s, %5d ended it, %d badly: %s\n' "$call" "${HOL_FAULT_ERROR:-}" \
        "${HOL_FAULT_ON:+and on} ${HOL_FAULT_WHERE:-}" "$calls" "$tried" "$(wc -l <numbers)" "$of" "$ended" \
        "$((failed - bad))" "$*" >>table
}

# ---- What reads and makes files ----

# maker NAME CALLS COMMAND...: in `allocations` its memory fails, in `streams` its CALLS, if it has any.
maker() {
    name=$1 calls_of=$2
    shift 2
    if [ "$part" = allocations ]; then
        in_memory "$name" good_end "$@"
        return
    fi
    for call in $calls_of; do
        each "$call" 6 good_files "$@"
    done
}

# Of a store of the runs of a plan.
makers() {
    rm -rf bundled
    "$HOLONOMY" bundle plain.sqlite --plan plan.yaml --output bundled --quiet
    verdict 'a bundle is made'
    GNUPLOT=true # draws nothing, in no time
    export GNUPLOT
    "$HOLONOMY" run pendulum shake --until 0.1 --output motion.csv --quiet >log
    verdict 'a motion is written'
    maker errata 'fopen fread fclose' errata --json
    maker list 'fopen fread' list problems
    maker certify 'fopen fread fclose' certify shake pendulum
    maker judge 'fopen fread fclose' judge motion.csv pendulum
    maker convert 'fopen fread fclose' convert "$here/problems/four-bar.yaml" --to mjcf --output made/four-bar.xml
    maker export-file 'fopen fclose' export --store plain.sqlite --format json --output made/runs.json
    maker run-file 'fopen fclose' run pendulum shake --until 0.1 --output made/run.csv --quiet --repeats 0
    maker derived 'fopen fread fclose rename mkdir' run "$here/problems/four-bar.yaml" shake --step 0.01 --until 0.1 --json --repeats 0 --quiet
    maker reference 'fopen fread fclose' reference "$here/problems/four-bar.yaml" --until 0.1 --output made/own.ref --quiet
    maker bundle 'fopen fread fclose mkdir' bundle plain.sqlite --plan plan.yaml --output made/bundle --quiet
    maker rerun 'fopen fread' bundle bundled --rerun --store kept.sqlite --quiet
    maker report-files 'fopen fread fclose mkdir' report plan.yaml --store plain.sqlite --output made/report --papers none --quiet
    maker submit 'fopen fread fclose mkdir' submit plan.yaml --store plain.sqlite --slurm --output made/jobs --quiet
    maker new 'fopen fread fclose mkdir' new method mine --in made
    maker compare 'fopen fread' compare shake rattle pendulum --until 0.1 --json
    maker stores '' compare plain.sqlite plain.sqlite --ulps
    maker assemble 'fopen fread fclose' assemble "$here/problems/four-bar.yaml" --json
    maker paper 'fopen fclose mkdir' paper 004 --json --figures made/figures
    unset GNUPLOT
    maker plot 'fopen fread fclose' plot pendulum shake --until 0.1 --output made/one.svg --quiet
    maker picture 'fopen fread fclose' plot pendulum shake --until 0.1 --motion --output made/one.html --quiet
}

# ---- Allocations ----
sweep='sweep plan.yaml --store kept.sqlite --quiet'
short='problem: pendulum, methods: [shake, tangent-rk4, spook], until: 0.05, repeats: 0'

# in_memory NAME JUDGE COMMAND...: $tries n of it, where $ALLOCATIONS is empty or has its name.
in_memory() {
    name=$1
    shift
    case " ${ALLOCATIONS:-$name} " in *" $name "*) each alloc "$tries" "$@" ;; esac
}

# all_of TRIES: what reads, runs, keeps and shows, a report whose figures no gnuplot draws, the writer of
# a sweep and its worker; so many n of each, and a third as many of what makes files.
all_of() {
    tries=$1
    GNUPLOT=$work/none # its pictures take seconds
    export GNUPLOT
    in_memory run good_end run pendulum shake --until 0.1 --json --repeats 0
    in_memory taylor good_end run "$here/problems/four-bar.yaml" taylor --steps 5 --json --repeats 0 --no-derive
    in_memory linearise good_end linearise "$here/problems/four-bar.yaml"
    in_memory explain good_end explain shake double-spherical-pendulum
    in_memory export good_end export --store plain.sqlite --format json
    in_memory report good_report report plan.yaml --store plain.sqlite --output shown --papers none --quiet
    in_memory writer good_store $sweep
    HOL_FAULT_WHERE=child
    export HOL_FAULT_WHERE
    in_memory worker good_store $sweep
    unset HOL_FAULT_WHERE
    in_memory merge good_store merge plain.sqlite --output kept.sqlite --quiet
    tries=$(($1 / 3))
    makers
}

# Once, and for good.
allocations() {
    known=$(sed -n 's/^ *\(in_memory\|maker\) \([a-z-]*\) .*/\2/p' "$here/tests/faults/run.sh")
    for name in ${ALLOCATIONS:-}; do
        echo "$known" | grep -qx -e "$name" && continue
        echo "check-faults: unknown command '$name':" $known >&2 && exit 2
    done
    plain "$short"
    GNUPLOT=$work/none "$HOLONOMY" report plan.yaml --store plain.sqlite --output shown --papers none --quiet 2>err </dev/null
    cp -r shown plain.shown
    verdict 'a report is made of a store without gnuplot'
    all_of 25
    HOL_FAULT_ON=1
    export HOL_FAULT_ON
    all_of 10
    unset HOL_FAULT_ON
}

# ---- System calls of the store ----
calls() {
    plain "$short"
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
}

# ---- Streams, names and folders of what reads and makes files ----

streams() {
    plain "$short"
    makers
}

# ---- A disk that is full, for what the C library writes ----
full() {
    for command in 'run pendulum shake --until 0.1 --json' 'list methods' 'explain shake' 'info'; do
        # shellcheck disable=SC2086
        "$HOLONOMY" $command >/dev/full 2>err </dev/null
        status=$?
        [ "$status" -eq 65 ] && grep -q 'No space left' err
        verdict 'a full disk is said' "$command"
    done
}

# ---- Folders and files that nobody but their owner may write to, and paths that are none ----

# unprivileged ARGUMENT...: the program as a user to whom permissions apply; $status, out, err.
unprivileged() {
    set -- "$HOLONOMY" "$@"
    [ "$(id -u)" -ne 0 ] || set -- setpriv --reuid=65534 --regid=65534 --clear-groups "$@"
    env HOLONOMY_CACHE="$work/open" timeout 60 "$@" >out 2>err </dev/null
    status=$?
}

# refused PATH ARGUMENT...: ends as what cannot be written does, and names the path.
refused() {
    path=$1
    shift
    unprivileged "$@"
    [ "$status" -eq 65 ] && grep -qF "$path: " err && [ "$(wc -l <err)" -eq 1 ]
    verdict 'what cannot be written to is named' "$*"
    refusals=$((refusals + 1))
}

folder() {
    refusals=0
    plain "$short"
    chmod 755 "$work"
    mkdir -p locked open
    cp plain.sqlite locked/kept.sqlite
    printf 'runs:\n  - {problem: pendulum, methods: rattle, until: 0.05, repeats: 0}\n' >more.yaml
    chmod 444 locked/kept.sqlite
    chmod 555 locked
    chmod 777 open
    refused locked/new.sqlite sweep plan.yaml --store locked/new.sqlite --quiet
    refused locked/kept.sqlite sweep more.yaml --store locked/kept.sqlite --quiet
    refused locked/own.ref reference "$here/problems/four-bar.yaml" --until 0.1 --output locked/own.ref
    refused locked/own.csv run pendulum shake --until 0.1 --output locked/own.csv
    refused locked/report report more.yaml --store open/kept.sqlite --output locked/report
    refused locked sweep plan.yaml --store locked --quiet
    refused plan.yaml/new.sqlite sweep plan.yaml --store plan.yaml/new.sqlite --quiet
    refused plan.yaml sweep plan.yaml --store plan.yaml --quiet
    refused nowhere/new.sqlite sweep plan.yaml --store nowhere/new.sqlite --quiet
    cmp -s plain.sqlite locked/kept.sqlite && [ "$(ls locked)" = kept.sqlite ]
    verdict 'nothing is changed or left there'
    unprivileged sweep plan.yaml --store locked/kept.sqlite --quiet
    [ "$status" -eq 0 ]
    verdict 'a store with all the runs of a plan need not be written to'
    unprivileged export --store locked/kept.sqlite --format json
    "$HOLONOMY" export --store plain.sqlite --format json | cmp -s - out
    verdict 'a store that may be read alone is read'
    chmod 755 locked
    printf 'folder  %d commands that must not write\n' "$refusals" >>table
}

# ---- Kills ----
long='problems: [pendulum, rigid-body], methods: [shake, rattle, mk4], step_factor: [1, 0.5], until: 1, series: 5, repeats: 1'
rolls=${KILLS_SEED:-1} # of a die of so many sides, thrown by rolled

rolled() {
    rolls=$(((rolls * 1103515245 + 12345) % 2147483648))
    eval "$1=\$((rolls / 1024 % $2))"
}

# left SESSION: processes of it, once the writer has been gone for some time.
left() {
    waited=0
    while [ -n "$(ps -o pid= -s "$1" 2>/dev/null | tr -d ' ')" ] && [ "$waited" -lt 100 ]; do
        sleep 0.02
        waited=$((waited + 1))
    done
    [ "$waited" -lt 100 ]
}

# begin JOBS: a sweep in a session of its own, $writer; returns at a random instant of it.
begin() {
    rm -f kept.sqlite*
    setsid "$HOLONOMY" sweep plan.yaml --store kept.sqlite -j "$1" --quiet >out 2>err </dev/null &
    writer=$!
    rolled instant $((span + 20))
    sleep "$(printf '%d.%03d' $((instant / 1000)) $((instant % 1000)))"
}

# The writer is killed: nothing of what it had kept is lost, nobody waits for it.
kill_writer() {
    begin "$1"
    kill -KILL "$writer" 2>/dev/null && struck=$((struck + 1))
    wait "$writer" 2>/dev/null
    left "$writer"
    verdict "no worker is left after kill $kill" "-j $1"
    status=0
    good_store
    verdict "nothing is lost or partial after kill $kill of the writer" "-j $1"
}

# One of its workers is: the sweep goes on, and at most that worker's run says `crashed`.
kill_worker() {
    begin "$1"
    workers=$(ps -o pid= --ppid "$writer" 2>/dev/null)
    rolled chosen "$1"
    # shellcheck disable=SC2086
    set -- "$1" $workers
    if [ $# -gt 1 ]; then
        shift $((chosen % ($# - 1) + 1))
        kill -KILL "$1" 2>/dev/null && struck=$((struck + 1))
    fi
    wait "$writer"
    status=$?
    left "$writer"
    verdict "nobody is left after kill $kill of a worker" "-j $1"
    [ "$status" -le 1 ] && [ "$(sqlite3 kept.sqlite "SELECT count(*) > 1 FROM runs WHERE status = 'crashed'")" = 0 ]
    verdict "one run at most has crashed after kill $kill of a worker" "-j $1"
    good_store
    verdict "nothing is lost or wrong after kill $kill of a worker" "-j $1"
}

kills() {
    plain "$long"
    began=$(date +%s%3N)
    rm -f kept.sqlite*
    "$HOLONOMY" $sweep
    span=$(($(date +%s%3N) - began)) # of a sweep by one worker [ms]
    asked=20
    [ -z "${HOL_LONG:-}" ] || asked=1000
    asked=${KILLS:-$asked}
    for who in writer worker; do
        kill=0 struck=0
        while [ "$kill" -lt "$asked" ]; do
            "kill_$who" $((1 << kill % 3))
            kill=$((kill + 1))
        done
        printf 'KILL    of a %-7s %6d, %5d of them while it ran, at -j 1, 2, 4 in %d ms\n' \
            "$who" "$kill" "$struck" "$span" >>table
    done
}

# ---- Signals that ask for the end ----

# Its runs are all there, and the sweep had no word left to say.
had_ended() {
    [ ! -s err ] && sqlite3 kept.sqlite "$rows" | cmp -s - plain.rows
}

# ask_sweep SIGNAL JOBS: at a random instant.  The program is ended by the bare signal until its first
# lines have run, as every program is, and once all is kept; then there is no store, or a whole one.
# At any other instant the sweep ends with the command that continues.
ask_sweep() {
    begin "$2"
    kill "-$1" "$writer" 2>/dev/null && struck=$((struck + 1))
    wait "$writer"
    status=$?
    left "$writer"
    verdict "no worker is left after SIG$1" "-j $2"
    case $status in
    0) true ;;
    130) tail -n 1 err | grep -q '^holonomy sweep plan.yaml\|; the same command goes on' ;;
    *) [ "$status" -gt 128 ] && { [ ! -e kept.sqlite ] || had_ended; } ;;
    esac
    verdict "SIG$1 ends a sweep with a word" "-j $2"
    status=0
    good_store
    verdict "nothing is lost or partial after SIG$1" "-j $2"
}

# ask SIGNAL COMMAND...: of a command that would go on for minutes.
ask() {
    signal=$1
    shift
    rm -f own.ref
    setsid "$HOLONOMY" "$@" >out 2>err </dev/null &
    writer=$!
    sleep 0.5
    kill "-$signal" "$writer" && struck=$((struck + 1))
    wait "$writer"
    status=$?
    left "$writer"
    verdict "nobody is left after SIG$signal" "$*"
    [ "$status" -eq 130 ] && grep -q interrupted out err && [ ! -e own.ref ]
    verdict "SIG$signal ends a command with a word" "$*"
}

# ask_sweeps RUNS: of a plan, by each of the signals.
ask_sweeps() {
    rm -rf "$HOLONOMY_CACHE"
    plain "$1"
    rm -rf "$HOLONOMY_CACHE" kept.sqlite*
    began=$(date +%s%3N)
    "$HOLONOMY" $sweep
    span=$(($(date +%s%3N) - began))
    for signal in INT TERM HUP; do
        kill=0
        while [ "$kill" -lt "$asked" ]; do
            rm -rf "$HOLONOMY_CACHE"
            ask_sweep "$signal" $((1 << kill % 3))
            kill=$((kill + 1)) tried=$((tried + 1))
        done
    done
}

signals() {
    asked=${SIGNALS:-5} struck=0 tried=0
    ask_sweeps "$long"
    ask_sweeps 'problem: four-bar, methods: [shake, mk4], until: 0.5, repeats: 0' # whose motion it derives first
    for signal in INT TERM HUP; do
        ask "$signal" run pendulum shake --steps 10000000 --repeats 0 --quiet
        ask "$signal" reference "$here/problems/four-bar.yaml" --until 10000 --output own.ref --quiet
        ask "$signal" choose pendulum --error 1e-9 --seconds 600 --quiet
        tried=$((tried + 3))
    done
    printf 'signal  INT, TERM, HUP %6d, %5d of them while it ran\n' "$tried" "$struck" >>table
}

# ---- Cuts of the power ----
power() {
    plain "$long"
    rm -rf kept.sqlite* disk && mkdir disk
    ways=3
    [ -z "${HOL_LONG:-}" ] || ways=20
    env HOL_LOG="$work/events" HOL_LOG_OF=kept.sqlite LD_PRELOAD="$WRITE_LOG" "$HOLONOMY" $sweep 2>err
    verdict 'a sweep is written down'
    "$POWER" events disk "$ways" >out 2>err
    verdict 'no cut of the power loses a run that was finished, or leaves a part of one'
    sed 's/^/power   /' out >>table
}

# ---- Two at once ----
two() {
    plain "$long"
    rm -f kept.sqlite*
    "$HOLONOMY" sweep plan.yaml --store kept.sqlite -j 2 --quiet 2>err </dev/null &
    child=$!
    "$HOLONOMY" sweep plan.yaml --store kept.sqlite --quiet 2>err </dev/null
    status=$?
    wait "$child" && [ "$status" -eq 0 ] && sqlite3 kept.sqlite "$rows" | cmp -s - plain.rows
    verdict 'two sweeps at once make each run once'
}

: >table
for part in ${FAULTS:-allocations calls streams full folder kills signals power two}; do
    case $part in
    allocations | calls | streams | full | folder | kills | signals | power | two) "$part" ;;
    *) echo "check-faults: unknown part '$part': allocations, calls, streams, full, folder, kills, signals, power, two" >&2 && exit 2 ;;
    esac
done
cat table
sum_up
