#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# reference.sh: the file that `holonomy reference` writes beside a model, and, where HOL_LONG is set, a
# derivation that is killed.

. "${srcdir:-.}/tests/verdict.sh"
srcdir=$(cd "${srcdir:-.}" && pwd)
models=$srcdir/problems
cd "$work" || exit 1
cp "$models/chain.yaml" "$models/kapitza.yaml" .

reference() {
    timeout $((5 * patience)) "$HOLONOMY" reference "$@" >out 2>err </dev/null
    status=$?
}

# ---- The file beside the model ----
reference kapitza.yaml --until 1
[ $status -eq 0 ] && [ "$(grep -vc '^#' kapitza.ref)" -eq 11 ] && grep -q '^kapitza: 11 times up to 1 s: kapitza.ref$' out
verdict 'it has a row for each time'
cp kapitza.ref long.ref
reference kapitza.yaml --until 0.5
[ $status -eq 0 ] && [ "$(grep -vc '^#' kapitza.ref)" -eq 6 ] && grep -q '^kapitza: 6 times up to 0.5 s: kapitza.ref$' out
verdict 'of what is kept it has the rows up to the end asked for, and says so'
reference kapitza.yaml --until 1
cmp -s kapitza.ref long.ref
verdict 'it is written over one of the same model'
for other in "$srcdir/reference/pendulum.ref" "$models/kapitza.yaml"; do
    cp "$other" kapitza.ref
    reference kapitza.yaml --until 1
    [ $status -eq 65 ] && cmp -s "$other" kapitza.ref && grep -q '^holonomy: kapitza.ref is there and was not derived of kapitza' err
    verdict "it is not written over $(basename "$other")"
done
reference kapitza.yaml --until 1 --output kapitza.ref
[ $status -eq 0 ] && cmp -s kapitza.ref long.ref
verdict 'but where it is asked for by name'

# ---- The shipped files beside the series ----
shipped() { # CODE PATTERN ROWS WHAT: of knife-edge; its rows, one of which at least fits the pattern
    HOLONOMY_DATA=$work/data reference --shipped knife-edge
    [ $status -eq "$1" ] && [ "$(grep -c '^knife-edge' out)" -eq "$3" ] && grep -q "^knife-edge.ref *$2" out &&
        { [ "$1" -eq 0 ] || grep -q '^holonomy: a reference differs from the series by more than its data explain$' err; }
    verdict "$4" 'holonomy reference --shipped'
}
mkdir -p data/reference
ref=data/reference/knife-edge.ref
shipped 1 'not compared: it is not there' 1 'a file that is not there is not compared'
cp "$srcdir/reference/knife-edge.ref" data/reference
shipped 0 'velocity .*\(all digits\|rounded data\)' 5 'the file that is shipped is the motion of the series'
awk '/^[1-9]/ { $2 += 1e-9 } 1' "$srcdir/reference/knife-edge.ref" >$ref
shipped 1 'position .* differs' 5 'a nanometre is not what rounded data explain'
sed '14s/ .*/ 1 2/' "$srcdir/reference/knife-edge.ref" >$ref
shipped 1 '.*knife-edge.ref:14: ' 1 'a row that is none is said with its place'

# ---- What is kept, and damaged ----
# A line that is not what it was, or a file that ends before it: the motion is derived again, the same.
rm -rf "$HOLONOMY_CACHE"
reference kapitza.yaml -p nu=10 --until 0.2
[ $status -eq 0 ] && cp kapitza.ref plain.ref && cp -r "$HOLONOMY_CACHE" kept
verdict 'a motion is derived and kept'
damages=0
for file in "$HOLONOMY_CACHE"/references/kapitza/*; do
    last=$(wc -l <"$file")
    for line in 1 2 3 4 5 6 7 8 9 10 11 12 $((last - 1)) "$last"; do
        for damage in "${line}s/.*/x/" "$line,\$d"; do
            rm -rf "$HOLONOMY_CACHE" && cp -r kept "$HOLONOMY_CACHE"
            sed -i "$damage" "$file"
            reference kapitza.yaml -p nu=10 --until 0.2 --quiet
            [ $status -eq 0 ] && [ ! -s err ] && cmp -s kapitza.ref plain.ref
            verdict 'what was kept and damaged is derived again' "sed $damage ${file##*.}"
            damages=$((damages + 1))
        done
    done
done
[ $damages -eq 56 ]
verdict 'both files were damaged in every way'

# ---- kill -9 ----
# Killed as soon as something is kept, until it comes to its end.
if [ -n "$HOL_LONG" ]; then
    chain() {
        exec "$HOLONOMY" reference chain.yaml -p n=12 --until 1.5 --quiet
    }
    (chain) >out 2>err
    verdict 'a chain is derived'
    cp "$HOLONOMY_CACHE"/references/chain/*.ref straight.ref && rm -r "$HOLONOMY_CACHE/references/chain"
    kills=0
    while [ $kills -lt 20 ]; do
        (chain) >out 2>err &
        pid=$!
        before=$(stat -c %Y "$HOLONOMY_CACHE"/references/chain/*.state 2>/dev/null)
        while kill -0 $pid 2>/dev/null; do
            [ "$(stat -c %Y "$HOLONOMY_CACHE"/references/chain/*.state 2>/dev/null)" = "$before" ] || break
            sleep 0.1
        done
        kill -9 $pid 2>/dev/null || break
        wait $pid
        kills=$((kills + 1))
    done
    wait
    (chain) >out 2>err
    [ $kills -ge 1 ] && [ $kills -lt 20 ]
    verdict "it was killed $kills times"
    cmp -s "$HOLONOMY_CACHE"/references/chain/*.ref straight.ref
    verdict 'what was killed and went on is the same file, byte for byte'
fi

sum_up
