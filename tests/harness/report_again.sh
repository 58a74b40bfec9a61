#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# report_again.sh: the report made again: from its store, certificates, kill -9, no gnuplot, no room;
# and, where HOL_LONG is set, with a paper whose runs are many.

. "${srcdir:-.}/tests/verdict.sh"
. "${srcdir:-.}/tests/harness/report_rig.sh"
cd "$work" || exit 1

paper=004
[ -z "${HOL_LONG:-}" ] || paper=001
plan '[knife-edge, pendulum, top, rigid-body, double-spherical-pendulum]' >plan.yaml
ends $drawn report plan.yaml --papers $paper --output a -j 2
runs=$(sed -n 's/^\([0-9]*\) runs: .*/\1/p' err)
[ "$runs" -gt 20 ] && grep -q "^$runs runs: 0 were in a/results.sqlite, $runs made" err
verdict 'a report says what it did'
papers_answer $paper
links_lead 200
pages_stand_alone
if [ $drawn -eq 0 ]; then
    figures_are_whole 20 paper-$paper
fi
[ -z "$browser" ] || figures_are_faultless

# ---- A paper whose printed numbers are missing ----
data=$(cd "${HOLONOMY_DATA:-${srcdir:-.}}" && pwd)
mkdir -p lacking/reference
for folder in plans problems reports; do ln -s "$data/$folder" lacking/$folder; done
for file in "$data"/reference/*; do ln -s "$file" lacking/reference; done
rm lacking/reference/papers && mkdir lacking/reference/papers
echo 'runs: [{problem: pendulum, method: rattle, step: 0.01, until: 0.1}]' >one.yaml
for jobs in 1 2; do
    HOLONOMY_DATA=$work/lacking GNUPLOT=$work/blank ends 2 report one.yaml --papers 003,004 --output unredone -j $jobs
    grep -q '/lacking/reference/papers/003-table-1.tsv: No such file' err
    verdict 'a paper that cannot be redone ends the report with its reason'
done

# ---- Again ----
cp -R a first
undrawn report plan.yaml --output a --papers none -j 2
grep -q "^$runs runs: $runs were in a/results.sqlite, 0 made" err
verdict 'the second time runs nothing'
cmp -s a/matrix.csv first/matrix.csv
verdict 'the second time gives the same table, timings and all'
[ "$drawn" -ne 0 ] || { "$HOLONOMY" report one.yaml --output said --papers 003 >out 2>err </dev/null &&
    grep -q '^1 paper is redone: --papers none leaves them out$' err && [ "$(tail -n 1 err)" = said/index.html ]; }
verdict 'what takes long is said, and where the report is'

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
sed -n '/^## Certificates/,/^## /p' e/matrix.md | grep '^| ' | words >certified
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
echo 'runs: [{problems: [knife-edge, pendulum], method: taylor, step: 0.01, until: 0.1}, {problem: top, method: taylor, formulation: lie, step: 0.01, until: 0.1}]' >mixed.yaml
undrawn report mixed.yaml --output mixed --papers none
grep -q '^| taylor | natural, joint | ' mixed/matrix.md && grep -q '^| taylor in lie | none | ' mixed/matrix.md
verdict 'the formulations are those that its runs were made in' "$(grep '^| taylor' mixed/matrix.md)"
# The runs of ten thousand steps: what they came to, by which claim, and what ended them.
sed -n '/^### pendulum in the long run/,/^#/p' e/matrix.md | grep '^| \[' >long
grep -Eq '^\| \[shake\]\(#method-shake\) \| bounded, at most [0-9.e+-]* J in 10000 steps \| bounded \| 10000 \| [0-9.]* \| its span \|$' long &&
    grep -Eq '^\| \[mk4\].* \| not kept \| 10000 \| [0-9.]* \| its span \|$' long
verdict 'a long run has its energy, its claim and what ended it'
! grep -q '| mescd |' e/matrix.md
verdict 'measures of others are in no table where the plan does not ask for them'
cp e/certificates.csv kept.csv
sed 's/^certificates: yes/measures: yes\n&/' certified.yaml >measured.yaml
undrawn report measured.yaml --output e --papers none
! grep -q '^certificate ' err && cmp -s kept.csv e/certificates.csv
verdict 'certificates are kept in the store'
if command -v sqlite3 >/dev/null; then
    # certificates STORE: of each the pair, the lines that have a verdict, and the processor.
    certificates() {
        sqlite3 "$1" "SELECT problem, method, sum(verdict <> ''), b.cpu FROM certificates JOIN certified c USING (key)
            JOIN builds b ON b.number = c.build GROUP BY key ORDER BY problem, method"
    }
    certificates e/results.sqlite >made
    [ "$(wc -l <made)" -eq 4 ] && [ "$(cut -d '|' -f 1,2 made | sort -u | wc -l)" -eq 4 ]
    verdict 'with who made them'
    # A processor for which BLAS chose another kernel: all keys are others.
    cp e/results.sqlite far.sqlite
    sqlite3 far.sqlite "UPDATE certificates SET key = substr(key, 2) || substr(key, 1, 1);
        UPDATE certified SET key = substr(key, 2) || substr(key, 1, 1);
        UPDATE runs SET key = substr(key, 2) || substr(key, 1, 1);
        UPDATE builds SET facts = json_set(facts, '\$.cpu', 'another CPU')"
    cp far.sqlite away.sqlite
    undrawn report certified.yaml --store away.sqlite --output far --papers none
    ! grep -q '^certificate ' err && cmp -s kept.csv far/certificates.csv
    verdict 'those of another processor are there, whatever kernel BLAS chose for it'
    cp e/results.sqlite both.sqlite
    ends 0 merge far.sqlite --output both.sqlite
    certificates both.sqlite | cmp -s - made
    verdict 'a merge has each certificate once'
    ends 0 merge far.sqlite e/results.sqlite --output one.sqlite
    certificates far.sqlite >made-far
    certificates one.sqlite | cmp -s - made-far && grep -c 'another CPU$' made-far | grep -qx 4
    verdict 'and loses none, nor who made it'
    sqlite3 both.sqlite "DELETE FROM certificates WHERE problem = 'pendulum' AND method = 'mk4' AND place > 0;
        UPDATE certificates SET what = '', claim = '', measured = 'crashed', verdict = ''
        WHERE problem = 'pendulum' AND method = 'mk4'"
    ends 0 merge far.sqlite --output both.sqlite
    [ "$(certificates both.sqlite | cut -d '|' -f 1-3)" = "$(cut -d '|' -f 1-3 made)" ] &&
        [ "$(certificates both.sqlite | grep -c 'another CPU$')" -eq 1 ]
    verdict 'where one machine has but a reason why there is none the other one'\''s is kept'
    cpu=$(sqlite3 e/results.sqlite 'SELECT cpu FROM builds')
    sqlite3 far.sqlite "UPDATE builds SET facts = json_set(facts, '\$.cpu', '$cpu')"
    cp e/results.sqlite both.sqlite
    ends 0 merge far.sqlite --output both.sqlite
    [ "$(certificates both.sqlite | wc -l)" -eq 8 ]
    verdict 'those of a kernel that was asked for on one processor are others'
fi

scd=$("$HOLONOMY" run pendulum shake --step 0.04 --json --quiet | sed -n 's/^ *"scd": \([-0-9.]*\),*$/\1/p')
grep -q '^| method .*| scd | mescd | relative error |' e/matrix.md &&
    grep -q "^| .*shake.* | $(printf '%.2f' "$scd") | [0-9.]* | [0-9.]*e[-+][0-9]* |" e/matrix.md
verdict 'a plan may ask for measures of others in the tables of runs'
cat >limits.yaml <<'END'
measures: yes
defaults: {repeats: 0}
runs:
  - {problem: four-bar-chain, methods: [rattle, spook, lda, mk4], step: [0.02, 0.01], past_singular: yes}
  - {problem: four-bar-chain, method: rattle, step: 0.01, until: 1, past_singular: yes}
  - {problem: cart-pole, method: rk8pd, tolerance: [1e-4, 1e-6]}
  - {problem: cart-pole, method: radau-ggl, tolerance: 1e-4}
  - {problem: cart-pole, methods: [mexax, taylor], tolerance: 1e-8, parameters: {M: 1}, until: 0.1}
END
undrawn report limits.yaml --output limited --papers none --no-derive
sed -n '/^## Limits of others/,/^## /p' limited/matrix.md | words >limits
row='^| four-bar-chain --past-singular, 10 s | IFToMM A02: energy at most 0.1 J |'
[ "$(grep -c "$row" limits)" -eq 4 ] && [ "$(grep -c '^| four-bar-chain' limits)" -eq 4 ] &&
    grep -q "$row rattle | 1 of 2 | 4.10e-02 | h 0.01 | passes |$" limits &&
    grep -q "$row spook | 0 of 2 | 7.44e-01 | h 0.01 | misses by a factor of 7.44 |$" limits &&
    grep -Eq "$row lda \| 0 of 2 \| – \| – \| (diverged|singular): " limits &&
    grep -q 'href="measures.html#' limited/index.html
verdict 'the report says of every method by what it misses the limits of others'
grep -Eq '^\| rk8pd \| 2 \| 2 \| 3\.[0-9]*e\+02 \| [0-9.e-]* \| (0\.0001|1e-06) \| cart-pole \|$' limits &&
    [ "$(grep -c '^| cart-pole, 10 s | rk8pd |' limits)" -eq 2 ] && ! grep -Eq 'taylor|radau' limits
verdict 'and which say they went well and are wrong'
sed 's/yes/perhaps/' certified.yaml >wrong.yaml
ends 2 report wrong.yaml --output f
grep -q "wrong.yaml:1:15: .*'perhaps'" err
verdict 'an answer that is neither yes nor no is a mistake of the plan'

# ---- The runs of another store ----
cat >short.yaml <<'END'
defaults: {repeats: 1}
runs:
  - problems: [pendulum, knife-edge]
    methods: [mk4, shake]
    step_factor: [8, 4]
END
cat >long.yaml <<'END'
defaults: {repeats: 0, series: 20}
runs:
  - problem: pendulum
    methods: [mk4, shake, dvp]
    step_factor: 4
    steps: 1e4
  - problem: pendulum
    method: shake
    step_factor: 2
    steps: 1e4
    repeats: 1
END
ends 0 sweep long.yaml --store long.sqlite --quiet
long_runs() { # of DIR: method, largest energy error, claim and steps of its long runs
    sed -n '/^### pendulum in the long run/,/^#/p' "$1/matrix.md" | words | grep -E '^\| (mk4|shake) '
}
# report_taking DIR STORE
report_taking() {
    undrawn report short.yaml --take "$2" --output "$1" --papers none
    cp err taking
}
report_taking g long.sqlite
grep -q '^3 runs taken from long.sqlite, 0 more were there$' taking && [ "$(wc -l <g/matrix.csv)" -eq 12 ] &&
    [ "$(long_runs g | grep -c ' 10000 | 400 | its span |$')" -eq 2 ] && ! grep -q ',dvp,' g/matrix.csv
verdict 'a report takes in the runs of another store, of its own problems and methods'
grep -q 'Of the store long.sqlite 3 runs were taken in. 1 run of no problem and method of this plan was left out\.' g/matrix.md
verdict 'and says which'
cp g/matrix.csv before.csv
report_taking g long.sqlite
cmp -s g/matrix.csv before.csv && grep -q '^11 runs: 11 were\|^8 runs: 8 were' taking
verdict 'what was taken in once is there'
ends 65 report short.yaml --take g/results.sqlite --output g --papers none
grep -q 'g/results.sqlite: is the store itself' err
verdict 'a store takes nothing from itself'
ends 65 report short.yaml --take short.yaml --output g --papers none
grep -q '^holonomy: short.yaml: ' err
verdict 'what is no store is named'
ends 65 report short.yaml --take nowhere.sqlite --output g --papers none
grep -q '^holonomy: nowhere.sqlite: ' err
verdict 'so is what is not there'
if command -v sqlite3 >/dev/null; then
    cp long.sqlite differing.sqlite
    sqlite3 differing.sqlite "UPDATE runs SET phi = 2 * phi + 1 WHERE method = 'shake'"
    cp g/matrix.csv before.csv
    report_taking g differing.sqlite
    grep -q "^holonomy: differing.sqlite: 2 of its runs are in the report's store with other numbers, which stay: " taking &&
        grep -q '^0 runs taken from differing.sqlite, 1 more were there$' taking && cmp -s g/matrix.csv before.csv &&
        grep -q 'Of the store differing.sqlite 0 runs were taken in\. 1 more was there\. 2 runs that this report has with other numbers were left out\.' g/matrix.md
    verdict 'a run of another store that has other numbers is told of, and takes the place of none'
    cp long.sqlite away.sqlite
    sqlite3 away.sqlite "UPDATE builds SET facts = json_set(facts, '\$.cpu', 'another CPU')"
    report_taking h away.sqlite
    grep -q '2 of them were made by another machine (another CPU): long and never timed' h/matrix.md &&
        grep -q ' 1 run of another machine, timed or short, was left out\.' h/matrix.md &&
        grep -q 'by one build, all CPU times on one machine' h/matrix.md &&
        [ "$(long_runs h | wc -l)" -eq 2 ] && [ "$(wc -l <h/matrix.csv)" -eq 11 ]
    verdict 'of another machine the long runs that were not timed are taken in, and the page says so'
    [ "$(sqlite3 h/results.sqlite "SELECT count(*) FROM runs JOIN builds b ON runs.build = b.number
        WHERE b.cpu = 'another CPU' AND cpu_seconds IS NULL AND repeats = 0")" -eq 2 ] &&
        [ "$(sqlite3 h/results.sqlite 'SELECT count(*) FROM builds')" -eq 2 ] &&
        [ "$(sqlite3 h/results.sqlite 'SELECT count(*) FROM series')" -eq 40 ] &&
        [ "$(sqlite3 h/results.sqlite 'SELECT count(*) FROM counters')" -eq 10 ]
    verdict 'they stand in its store with their machine, their series and their counters'
    # A merged store: half of its runs are of another machine.
    cp g/results.sqlite both.sqlite
    sqlite3 both.sqlite "INSERT INTO builds (build, facts) SELECT build, json_set(facts, '\$.cpu', 'another CPU') FROM builds;
        UPDATE runs SET build = 2, host = 'elsewhere', cpu_seconds = 1234.5 WHERE problem = 'pendulum' AND method = 'shake'"
    timed=$(sqlite3 both.sqlite "SELECT count(*) FROM runs WHERE build = 1 AND cpu_seconds > 0")
    undrawn report short.yaml --store both.sqlite --output k --papers none
    grep -q "made on 2 machines\. All CPU times are those of .*, which made [0-9]* runs and timed $timed\. another CPU (elsewhere) made 2 runs; of these the CPU times, 2, are left out\." k/matrix.md &&
        grep -q 'by one build, all CPU times on one machine' k/matrix.md
    verdict 'a report of many machines names them'
    ! grep -rqE '1234\.5|1\.23e\+0?[36]' k/*.csv k/*.html k/*.md k/figures && [ "$(grep -c '^pendulum,shake,' k/matrix.csv)" -eq 2 ]
    verdict 'and shows the CPU times of one alone'
    sqlite3 away.sqlite "UPDATE builds SET build = 'another'"
    report_taking i away.sqlite
    grep -q 'away.sqlite: none of its 4 runs is of this build, so none is taken' taking &&
        grep -q ' 4 runs of another build were left out\.' i/matrix.md && [ -z "$(long_runs i)" ]
    verdict 'of another build nothing is taken in, which is said'
fi

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
grep -q "Paper $paper redone" first/matrix.md && ! grep -q 'Paper 00. redone' b/matrix.md
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
        "UPDATE runs SET cpu_spread = cpu_seconds" \
        "UPDATE runs SET status = 'diverged' WHERE problem = 'knife-edge' AND method = 'mk4'"
    undrawn report plan.yaml --output other --papers none --store other.sqlite --quiet
    [ "$(found other)" -ge 3 ] && answered other other.sqlite && ! cmp -s a/found.1 other/found.1
    verdict 'another store has other findings, by the same queries'
    # The commonest need not be most of them.
    grep -q 'of the others \*\*[0-9]*\*\* ended as \*\*diverged\*\*, the commonest way, and \*\*[0-9]*\*\* of these with \*\*[a-z0-9-]*\*\*\.$' other/matrix.md
    verdict 'how the others ended most often is said'
    # Each slowest pass takes twice the time of the fastest.
    profiles_rise other && awk '$2 != "nan" && $2 > $4 { wide++ } END { exit !wide }' other/figures/front-profiles.dat
    verdict 'a profile lies within its band, which is wide where passes differ'
fi
# ---- A long run before those that have errors ----
cat >long_first.yaml <<'END'
certificates: no
runs:
  - {problem: rigid-body, methods: [rattle, mk4], steps: 1e4, series: 30, repeats: 0}
  - {problem: rigid-body, methods: [rattle, mk4], step: [0.02, 0.01, 0.005], until: 5}
END
undrawn report long_first.yaml --output long_first --papers none --quiet
grep -q 'rigid-body, to t = 5 s</a></td><td class="n">1</td>' long_first/method-mk4.html &&
    sed -n '/id="which-method-to-take"/,/id="which-method-to-take-on/p' long_first/index.html | grep -q '<td' &&
    grep -q 'in the long run' long_first/problem-rigid-body-2.html
verdict 'the runs that have errors are those by which a problem is spoken of, wherever they stand in the plan'

# ---- A model that was changed ----
cat >swing.yaml <<'END'
model: swing
bodies:
  - {name: bob, shape: point, m: 2, r: [1, 0, 0]}
joints:
  - {name: rod, type: distance, bodies: [ground, bob], points: [[0, 0, 0], [0, 0, 0]], length: 1}
forces:
  - {type: gravity, g: [0, 0, -9.81]}
END
printf 'runs: [{problem: swing.yaml, methods: [shake, rattle], step: [0.01, 0.005], until: 0.5}]\n' >swings.yaml
undrawn report swings.yaml --output swings --papers none --quiet
sed 's/-9.81/-4.905/' swing.yaml >heavier && mv heavier swing.yaml
undrawn report swings.yaml --output swings --papers none --quiet
"$HOLONOMY" export --store swings/results.sqlite --view orders --plan swings.yaml >orders
[ "$(awk -F, 'NR > 1 && $9 > 1.9 && $9 < 2.1' orders | wc -l)" -eq 2 ] && [ "$(wc -l <orders)" -eq 3 ]
verdict 'steps of two models make no order' "$(cut -d, -f 2,6,7,9 orders | xargs)"
"$HOLONOMY" export --store swings/results.sqlite --view fastest --plan swings.yaml >reached
"$HOLONOMY" export --store swings/results.sqlite --view fastest >both
[ "$(wc -l <reached)" -gt 1 ] && [ "$(wc -l <both)" -gt "$(wc -l <reached)" ]
verdict 'nor do they make one ladder' "$(wc -l <reached) and $(wc -l <both)"
grep -q 'on half of the <b>1</b> problems' swings/index.html
verdict 'what was found is of the model as it is now'

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
