#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# run.sh [TARGET...]: each fuzz target for $FUZZ_SECONDS, from the seeds of the tree and of a run; what
# it finds stays in fuzzed/.  `make check-fuzz` calls it in the build tree.

srcdir=${srcdir:-.}
here=$srcdir/tests/fuzz
seconds=${FUZZ_SECONDS:-60}
bad=0
mkdir -p fuzzed

# seeds TARGET FOLDER: what it begins with.
seeds() {
    mkdir -p "$2"
    case $1 in
    model | steps) cp "$srcdir"/problems/*.yaml "$srcdir"/examples/*.yaml "$2" ;;
    plan) cp "$srcdir"/plans/*.yaml "$2" ;;
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

for target in ${*:-model plan reference table state steps options store motion}; do
    seeds "$target" "fuzzed/seeds-$target" && mkdir -p "fuzzed/$target"
    dictionary=
    case $target in model | plan | steps) dictionary=-dict=$here/yaml.dict ;; esac
    # The seeds first, then a corpus that grows from one call to the next.
    if HOL_FUZZ=$target HOLONOMY_CACHE=$PWD/fuzzed/cache tests/fuzz/fuzz -max_total_time="$seconds" -timeout=20 \
        -rss_limit_mb=3000 -max_len=65536 -close_fd_mask=1 -artifact_prefix="fuzzed/$target-" $dictionary \
        "fuzzed/$target" "fuzzed/seeds-$target" >"fuzzed/$target.log" 2>&1; then
        sed -n "s/^Done \([0-9]*\) runs in \([0-9]*\) .*/$target: \1 inputs in \2 s, clean/p" "fuzzed/$target.log"
    else
        echo "$target: FAILED: fuzzed/$target.log" && bad=1
    fi
done
exit $bad
