#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# run.sh [TARGET...]: each fuzz target for $FUZZ_SECONDS, from the seeds of the tree and of a run; what
# it finds stays in fuzzed/.  `make check-fuzz` calls it in the build tree.

srcdir=${srcdir:-.}
here=$srcdir/tests/fuzz
seconds=${FUZZ_SECONDS:-60}
bad=0
mkdir -p fuzzed

# split LIST PREFIX: each of the files that are wrong in a list of tests/harness/wrong.
split() {
    awk -v prefix="$2" '/^%% says/ { close(out); out = ""; next } /^%% / { out = prefix (++n) ".yaml"; next } out { print >out }' "$1"
}

# seeds TARGET FOLDER: what it begins with.
seeds() {
    mkdir -p "$2"
    case $1 in
    model | steps)
        cp "$srcdir"/problems/*.yaml "$srcdir"/examples/*.yaml "$2"
        split "$srcdir/tests/harness/wrong/models.txt" "$2/wrong-"
        ;;
    plan)
        cp "$srcdir"/plans/*.yaml "$2"
        split "$srcdir/tests/harness/wrong/plans.txt" "$2/wrong-"
        ;;
    reference) cp "$srcdir"/reference/ladder-[12]*.ref "$2" ;;
    table) cp "$srcdir"/reference/papers/*.tsv "$2" ;;
    state) ./holonomy run double-spherical-pendulum shake --until 0.1 --samples 3 --json >"$2/run" ;;
    motion) ./holonomy run pendulum shake --until 0.1 --samples 6 --output "$2/run.csv" --quiet >/dev/null ;;
    options) printf 'velocity=central\nnewton_tol=1e-300\norder=4\n' >"$2/lines" ;;
    store)
        printf 'runs: [{problem: pendulum, methods: [shake, jet-dp5], until: 0.05, series: 2, motion: 2}]\n' >fuzzed/plan.yaml
        rm -f "$2/store" && ./holonomy sweep fuzzed/plan.yaml --store "$2/store" --quiet
        ;;
    esac
    [ ! -d "$here/found/$1" ] || cp "$here/found/$1"/* "$2"
}

# attack TARGET: for so long; the CPU time of it in fuzzed/TARGET.times.
attack() {
    dictionary=
    case $1 in model | plan | steps) dictionary=-dict=$here/yaml.dict ;; esac
    (
        # The seeds first, then a corpus that grows from one call to the next.
        HOL_FUZZ=$1 HOLONOMY_CACHE=$PWD/fuzzed/cache tests/fuzz/fuzz -max_total_time="$seconds" -timeout=120 \
            -rss_limit_mb=3000 -max_len=65536 -close_fd_mask=1 -artifact_prefix="fuzzed/$1-" $dictionary \
            "fuzzed/$1" "fuzzed/seeds-$1" >"fuzzed/$1.log" 2>&1
        status=$?
        times >"fuzzed/$1.times"
        exit $status
    )
}

# row TARGET VERDICT: inputs and CPU time of this call; edges known, of which those found by it.
row() {
    cpu=$(awk -F'[ms ]+' 'NR == 2 { printf "%.0f", 60 * ($1 + $3) + $2 + $4 }' "fuzzed/$1.times")
    awk -v target="$1" -v verdict="$2" -v cpu="$cpu" '
        match($0, /cov: [0-9]+/) {
            edges = substr($0, RSTART + 5, RLENGTH - 5)
            if (/INITED/) before = edges
        }
        /^#[0-9]+/ { inputs = substr($1, 2) }
        END { printf "%-10s %10d %8d %8d %8d  %s\n", target, inputs, cpu, edges, edges - before, verdict }' "fuzzed/$1.log"
}

printf '%-10s %10s %8s %8s %8s\n' target inputs 'CPU [s]' edges 'of them new'
for target in ${*:-model plan reference table state steps options store motion}; do
    seeds "$target" "fuzzed/seeds-$target" && mkdir -p "fuzzed/$target"
    if attack "$target"; then
        row "$target" clean
    else
        row "$target" "FAILED: fuzzed/$target.log" && bad=1
    fi
done
exit $bad
