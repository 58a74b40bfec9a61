#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# report_again.sh: the report made again: from its store, certificates, kill -9, no gnuplot, no room;
# and with a paper whose runs are many.

. "${srcdir:-.}/tests/verdict.sh"
. "${srcdir:-.}/tests/harness/report_rig.sh"
cd "$work" || exit 1

plan '[knife-edge, pendulum, top, rigid-body, double-spherical-pendulum]' >plan.yaml
ends $drawn report plan.yaml --papers 001 --output a -j 2
runs=$(sed -n 's/^\([0-9]*\) runs: .*/\1/p' err)
[ "$runs" -gt 20 ] && grep -q "^$runs runs: 0 were in a/results.sqlite, $runs made" err
verdict 'a report says what it did'
papers_answer 001
links_lead 200
pages_stand_alone
if [ $drawn -eq 0 ]; then
    figures_are_whole 30 paper-001
fi
[ -z "$browser" ] || figures_are_faultless

# ---- Again ----
cp -R a first
undrawn report plan.yaml --output a --papers none -j 2
grep -q "^$runs runs: $runs were in a/results.sqlite, 0 made" err
verdict 'the second time runs nothing'
cmp -s a/matrix.csv first/matrix.csv
verdict 'the second time gives the same table, timings and all'

# ---- Certificates ----
cat >certified.yaml <<'END'
certificates: yes
runs:
  - problems: [knife-edge, pendulum]
    methods: [mk4, shake]
    step_factor: 4
    repeats: 0
  - problem: pendulum
    methods: [mk4, shake]
    steps: 1e4
    series: 50
    repeats: 0
END
ends $drawn report certified.yaml --output e --papers none
grep -q '^certificate 4 of 4: ' err
verdict 'a plan may ask for certificates'
sed -n '/^## Certificates/,/^## /p' e/matrix.md | grep '^| ' >certified
grep -q '^| method | order of position |.*| cost of a step \[s\] |' certified &&
    grep -Eq '^\| mk4 \| 4: (3\.9[0-9]*|4\.[0-9]*)( to [34]\.[0-9]*)? \|' certified &&
    grep -Eq '^\| shake \| 2: (1\.9[0-9]*|2\.[0-9]*)( to [12]\.[0-9]*)? \|.* bounded: ' certified
verdict 'the certificates are methods by claims, with the values that were measured'
grep -q '^pendulum,shake,natural,order of position,2,"[0-9.]* [+]-[0-9.]*, [0-9]* h: [^"]*",[0-9.]*,holds$' e/certificates.csv
verdict 'certificates.csv has every line of every certificate'
[ "$(cat e/method-*.html | grep -c '<td>order of position</td>')" -eq 3 ]
verdict 'the pages of the methods have the lines of their certificates'
if [ $drawn -eq 0 ]; then
    grep -q '>natural, h 0.01 s; bounded, s = ' e/figures/pendulum-2-drift.svg &&
        [ ! -e e/figures/pendulum-drift.svg ]
    verdict 'the energy error of a long run is drawn with the law of its drift'
fi
sed -n '/^## Fairness/,/^## /p' e/matrix.md >fairness
grep -q '^| shake | natural | [^|]* | newton_tol=[^|]* | [^|]* | shared |$' fairness
verdict 'what differs by method is named from its traits and options'
# The runs of ten thousand steps: what they came to, by which claim, and what ended them.
sed -n '/^### pendulum in the long run/,/^#/p' e/matrix.md | grep '^| \[' >long
grep -Eq '^\| \[shake\]\(#method-shake\) \| bounded, at most [0-9.e+-]* J in 10000 steps \| bounded \| 10000 \| [0-9.]* \| its span \|$' long &&
    grep -Eq '^\| \[mk4\].* \| not kept \| 10000 \| [0-9.]* \| its span \|$' long
verdict 'a long run has its energy, its claim and what ended it'
cp e/certificates.csv kept.csv
undrawn report certified.yaml --output e --papers none
! grep -q '^certificate ' err && cmp -s kept.csv e/certificates.csv
verdict 'certificates are kept in the store'
sed 's/yes/perhaps/' certified.yaml >wrong.yaml
ends 2 report wrong.yaml --output f
grep -q "wrong.yaml:1:15: .*'perhaps'" err
verdict 'an answer that is neither yes nor no is a mistake of the plan'

# ---- kill -9 ----
# Of fewer problems, whose runs the report above has made.
plan '[knife-edge, pendulum, top]' >fewer.yaml
# killed LINES: a report in the background is killed when it has told of so many runs.
killed() {
    : >err
    GNUPLOT=$work/blank "$HOLONOMY" report fewer.yaml --output b --papers none >out 2>err </dev/null &
    pid=$!
    tries=0
    while [ "$(wc -l <err)" -lt "$1" ] && [ "$tries" -lt 500 ]; do
        sleep 0.01
        tries=$((tries + 1))
    done
    kill -9 "$pid" 2>/dev/null
    wait "$pid" 2>/dev/null
}
killed 2
killed 3
killed 20
undrawn report fewer.yaml --output b --papers none
fewer=$(sed -n 's/^\([0-9]*\) runs: .*/\1/p' err)
grep -Eq "^$fewer runs: [1-9][0-9]* were in b/results.sqlite" err
verdict 'what was finished before a kill is kept'
undrawn report fewer.yaml --output whole --store a/results.sqlite --papers none
grep -q "^$fewer runs: $fewer were in " err
verdict 'a plan of fewer problems finds its runs in the store'
tables whole >whole.csv
tables b >b.csv
[ "$fewer" -gt 20 ] && [ "$(wc -l <b.csv)" -eq $((fewer + 1)) ] && cmp -s whole.csv b.csv
verdict 'a report that was killed and run again has the same numbers'
grep -q 'Paper 001 redone' first/matrix.md && ! grep -q 'Paper 00. redone' b/matrix.md
verdict 'the papers are redone as asked'

# ---- What the machine lacks ----
mkdir bare
PATH=$work/bare GNUPLOT=gnuplot "$HOLONOMY" report plan.yaml --output bare --papers none \
    --store a/results.sqlite --quiet >out 2>err </dev/null
status=$?
[ "$status" -eq 3 ] && grep -q 'apt-get install gnuplot' err
verdict 'without gnuplot a report ends with 3 and says what to install'
cmp -s a/matrix.csv bare/matrix.csv && [ -s bare/index.html ] && [ -s bare/matrix.tex ]
verdict 'without gnuplot the tables are written, from a store elsewhere too'
[ ! -s out ] && [ "$(wc -l <err)" -eq 1 ]
verdict '--quiet leaves nothing but the message'

# ---- What is found ----
# found DIR: of each finding of the page the values in its sentence, beside it the query: DIR/found.N.sql
found() {
    rm -f "$1"/found.*
    awk -v dir="$1" '/^```sql$/ { file = dir "/found." ++n ".sql"; on = 1
            while (match(said, /\*\*[^*]*\*\*/)) {
                value = substr(said, RSTART + 2, RLENGTH - 4)
                line = line (line == "" ? "" : "|") value; said = substr(said, RSTART + RLENGTH) }
            print line >dir "/found." n; line = ""; next }
        /^```$/ { on = 0 } on { print >file; next } NF { said = $0 }' "$1/matrix.md"
    ls "$1"/found.*.sql 2>/dev/null | wc -l
}
# answered DIR STORE: each query of the page gives the values of its sentence.
answered() {
    for sql in "$1"/found.*.sql; do
        [ "$(sqlite3 "$2" <"$sql")" = "$(cat "${sql%.sql}")" ] || return 1
    done
}
if ! command -v sqlite3 >/dev/null; then
    echo 'no sqlite3 here: the queries of the first page are not asked again'
else
    [ "$(found a)" -ge 3 ] && answered a a/results.sqlite
    verdict 'every query on the first page gives the numbers of its sentence again'
    [ "$(grep -c '^<div class="finding">' a/index.html)" -eq "$(found a)" ]
    verdict 'the page has as many findings'
    cp a/results.sqlite other.sqlite
    sqlite3 other.sqlite "UPDATE runs SET cpu_seconds = cpu_seconds / 1e3 WHERE method = 'dvp'" \
        "UPDATE runs SET status = 'diverged' WHERE problem = 'knife-edge' AND method = 'mk4'"
    mkdir other
    PATH=$work/bare GNUPLOT=gnuplot "$HOLONOMY" report plan.yaml --output other --papers none \
        --store other.sqlite --quiet >out 2>err </dev/null
    [ "$(found other)" -ge 3 ] && answered other other.sqlite && ! cmp -s a/found.1 other/found.1
    verdict 'another store has other findings, by the same queries'
fi
# ---- Files that are none ----
: >file
ends 65 report plan.yaml --output file
ends 65 report plan.yaml --output nowhere/report
ends 65 report plan.yaml --output c --store plan.yaml
ends 2 report nowhere.yaml --output c
ends 64 report plan.yaml plan.yaml
ends 64 report plan.yaml -j 0
ends 64 report plan.yaml --output c --papers 03
grep -q "did you mean '003'" err
verdict 'a paper that is none is named with the nearest'
mkdir -p d/matrix.csv
ends 65 report plan.yaml --output d --store a/results.sqlite
grep -q 'd/matrix.csv: ' err
verdict 'a file that cannot be written is named'

sum_up
