#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# report.sh: the report from outside: its files, made once and again, kill -9, no gnuplot, no room.

. "${srcdir:-.}/tests/verdict.sh"
cd "$work" || exit 1

# ends CODE ARGUMENT...: runs it and compares its status.
ends() {
    code=$1
    shift
    timeout 400 "$HOLONOMY" "$@" >out 2>err </dev/null
    status=$?
    [ "$status" -eq "$code" ]
    verdict "status $code: holonomy $*"
}

# words FILE..: tables of Markdown without the places they lead to.
words() {
    sed 's/\[\([^]]*\)\](#[^)]*)/\1/g' "$@"
}

# tables DIR: the numbers that do not depend on the clock, the CPU columns being the last three.
tables() {
    sed "s/,[^,]*,[^,]*,[^,]*$//" "$1/matrix.csv"
}

# The runs of papers 000 and 002 take longer than all the others; they are made where time does not
# count.
papers='001 003 004'
[ -z "${HOL_LONG:-}" ] || papers="000 001 002 003 004"

cat >plan.yaml <<'END'
title: Small & quick, 100 % of it
defaults:
  repeats: 1
  series: 20
runs:
  - problems: all
    methods: [shake, mk4, dvp, rk8pd]
    step: [0.02, 0.01, 0.005]
    until: 10
    motion: 12
  - problem: rigid-body
    methods: [dvp, jet-dp5]
    formulation: all
    step: 0.01
    until: 10
    repeats: 2
  - problem: double-spherical-pendulum
    method: jet-dp5
    tolerance: [1e-6, 1e-8]
    options: {newton_tol: 1e-9}
    repeats: 3
  - problem: rigid-body
    method: shake
    step: 5
    until: 100
  - problem: double-spherical-pendulum
    method: em
    step: 5
    until: 100
END
# ---- The files ----
drawn=0 # the status where all is well: without gnuplot there are no figures
command -v gnuplot >/dev/null || drawn=3
ends $drawn report plan.yaml --papers "$(echo "$papers" | tr ' ' ,)" --output a -j 2
runs=$(sed -n 's/^\([0-9]*\) runs: .*/\1/p' err)
grep -q "^$runs runs: 0 were in a/results.sqlite, $runs made" err && [ ! -s out ]
verdict 'a report says what it did'
ends 0 export --store a/results.sqlite --view runs
[ "$runs" -gt 20 ] && [ "$(wc -l <out)" -eq $((runs + 1)) ]
verdict 'the plan has its runs'
[ "$(wc -l <a/matrix.csv)" -eq $((runs + 1)) ]
verdict 'matrix.csv has a row a run'
[ "$(awk -F'"' '{ line = ""; for (i = 1; i <= NF; i += 2) line = line $i; print split(line, f, ",") }' \
    a/matrix.csv | sort -u | wc -l)" -eq 1 ]
verdict 'every row of matrix.csv has all columns'
grep -Eq '^double-spherical-pendulum,jet-dp5,.*,3$' a/matrix.csv &&
    timed=$(grep -Ec '^[^,]*,[^,]*,.*,ok,.*,[123]$' a/matrix.csv) &&
    grep -q "^$timed of the $timed timed runs were timed as often as the plan asks\." a/matrix.md
verdict 'matrix.csv says how often each run was timed, the page of how many it is as asked'
grep -Eq ',not applicable,"?needs' a/matrix.csv
verdict 'what does not apply is a row'
grep -q '^rigid-body,shake,.*,diverged,' a/matrix.csv
verdict 'what failed is a row'
for file in holonomy-report.html matrix.md matrix.tex; do
    [ -s "a/$file" ] && ! sed 's/overflowed or became NaN//' "a/$file" |
        grep -Eiq '(^|[^a-z])(nan|inf)([^a-z]|$)'
    verdict "$file is there and has no number that is none"
    grep -q 'Table 1, rigid body' "a/$file" && grep -q 'Errata' "a/$file"
    verdict "$file has the papers and the errata"
done
errata=$(grep -c '^00[0-4]	' "${srcdir:-.}/reference/errata.tsv" 2>/dev/null)
[ -z "$errata" ] || [ "$(sed -n '/^## Errata/,/^## Machine/p' a/matrix.md | grep -c '^| 00')" -eq "$errata" ]
verdict 'every erratum is printed'
grep -q '<td class="n s[1-9]">[0-9.]*e[-+][0-9]*</td>' a/matrix.html &&
    sed -n '/^## Every method on every problem/,/^## /p' a/matrix.md | grep -q 'needs '
verdict 'the matrix has numbers by magnitude and reasons where there are none'
sed -n '/^## Every method on every problem/,/^## /p' a/matrix.md | grep -q 'diverged at t = 70 s'
verdict 'a method that fails is in the matrix with the time'

sed -n '/^## Every method on every problem/,/^## /p' a/matrix.md | grep '^| ' >cells
[ "$(wc -l <cells)" -gt 30 ] && ! grep -q '|  *|\|| *– *|' cells
verdict 'every cell of the matrix has a number or says why there is none'

# The fastest methods: two lines a problem with known errors, and baselines; what is read off the
# points is on the line through the two that enclose it.
sed -n '/^## The fastest method/,/^## Every/p' a/matrix.md | grep '^| ' | words >fastest
grep -q '^| problem .*| rk8pd / fastest |$' fastest
verdict 'the baselines have a column'
[ "$(grep -c ' 1e-04 ' fastest)" -ge 10 ] && [ "$(grep -c ' 1e-04 ' fastest)" -eq "$(grep -c ' 1e-08 ' fastest)" ]
verdict 'every problem has a fastest method to 1e-4 and to 1e-8, or says that there is none'
grep -q '^| knife-edge | 1e-08 m | mk4 | [0-9.]* | [^|]* | [^|]* | ≤ [0-9.]* |$' fastest &&
    grep -q 'not reached, best [0-9.e+-]* by' fastest
verdict 'a baseline has its ratio, and what is not reached the best there is'
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    $1 == "knife-edge" && $2 == "mk4" { step = sprintf("%g", $at["h"])
                                        e[step] = $at["error position"]
                                        c[step] = 1e3 * $at["cpu seconds"] }
    END { n = split("0.02 0.01 0.005", h, " ")
          for (i = 1; i < n; i++)
              if (e[h[i]] > 1e-8 && e[h[i + 1]] <= 1e-8)
                  printf "%.3g\n", c[h[i]] * (c[h[i + 1]] / c[h[i]]) ^ (log(e[h[i]] / 1e-8) / log(e[h[i]] / e[h[i + 1]])) }' \
    a/matrix.csv >between
[ "$(sed -n 's/^| knife-edge | 1e-08 m | mk4 | \([^ ]*\) .*/\1/p' fastest)" = "$(cat between)" ]
verdict 'the time to an error is interpolated in logarithms between two measured points'

# What the papers say: every table and figure has a line, every line a verdict and a place.
sed -n '/^## What the papers say and what we measured/,/^## /p' a/matrix.md | grep '^| 00' >verdicts
for paper in $papers; do
    grep -q "^| $paper | \[[^]]*\](#" verdicts
    verdict "paper $paper has verdicts that lead to their places"
done
[ "$(grep -Ec '\| (confirmed|opposite|not confirmed|not judged|beyond the paper|reproduced to (every digit|[0-9]+ digits or more)|same order of magnitude in [0-9]+ of [0-9]+|differs in [0-9]+ of [0-9]+|redrawn|not redrawn) \|$' verdicts)" -eq "$(wc -l <verdicts)" ]
verdict 'every line of a paper has a verdict'
grep -q '^| 004 |.* confirmed |$' verdicts &&
    [ "$(grep '^| 004 |' verdicts | grep 'not confirmed' | grep -Ec 'dexpinv|eq \(28\)')" -eq 2 ] &&
    [ "$(grep '^| 004 |' verdicts | grep -c 'not confirmed')" -eq 2 ]
verdict 'what paper 004 says is confirmed, but for what is misprinted in it'
! grep -q 'a curve, no number' verdicts
verdict 'every figure of a paper is judged by a table or a statement, or says why it is not'
[ "$(grep -c '](#paper-003-table-[12]' verdicts)" -eq 3 ]
verdict 'the tables of paper 003 have a line each'
# ---- The site ----
# Every link of a page leads to a place that is there, on the page or on another.
places() { # FILE
    grep -o ' id="[^"]*"' "$1" | sed 's/ id="\(.*\)"/\1/'
}
rm -f ids lost twice
for file in a/*.html; do
    places "$file" | sort | uniq -d | sed "s|^|$file: |" >>twice
    places "$file" | sed "s|^|${file#a/}#|" >>ids
done
for file in a/*.html; do
    grep -o '<a [^>]*href="[^"]*"' "$file" | sed 's/.*href="\(.*\)"/\1/' | sort -u |
        sed "s|^#|${file#a/}#|" | while read -r link; do
            grep -qxF -- "$link" ids || echo "$file: $link"
        done >>lost
done
[ ! -s twice ] || { cat twice >err && false; }
verdict 'no two places of a page have one name'
[ "$(wc -l <ids)" -gt 300 ] && [ ! -s lost ] || { cat lost >err && false; }
verdict 'every link of every page leads somewhere'
for kind in problem-pendulum method-mk4 paper-003 fastest matrix errata fairness machine reading papers; do
    grep -q "<a href=\"$kind.html#" a/index.html
    verdict "the first page leads to $kind.html"
    grep -q '<a href="index.html#' "a/$kind.html" && grep -q ' aria-current="page"' "a/$kind.html"
    verdict "$kind.html says where it stands and leads back"
done
grep -q '<a href="method-mk4.html#method-mk4">mk4</a>' a/problem-pendulum.html &&
    grep -q '<a href="problem-pendulum.html#pendulum">pendulum</a>' a/method-mk4.html
verdict 'a problem leads to a method by its name, and back'
[ "$(wc -c <a/index.html)" -lt 500000 ] && [ "$(wc -c <a/holonomy-report.html)" -lt 8000000 ]
verdict 'the first page is below 500 kB, all in one below 8 MB'

# Each page stands alone: it names no other file but pages beside it, and no other place.
for file in a/*.html; do
    [ "$(grep -Eo '(src|href)="[^#"]+' "$file" | grep -Evc '="[a-z0-9-]+\.html$')" -eq 0 ] &&
        [ "$(grep -c '<script>' "$file")" -eq 1 ] && [ "$(tail -n 1 "$file")" = '</html>' ]
    verdict "$file needs nothing but the pages beside it"
done
[ "$(grep -Eco '(src|href)="[^#"]' a/holonomy-report.html)" -eq 0 ]
verdict 'the page that has all in one needs nothing beside itself'

# What a problem's runs of ten thousand steps and more came to, and what ended each.
[ "$(sed -n '/^### .* in the long run/,/^#/p' a/matrix.md | grep -c '^| [a-z]')" -eq 0 ]
verdict 'without long runs there is no word of them'

# shellcheck disable=SC2016
awk '/\\begin\{/ { opened++ } /\\end\{/ { closed++ }
    /\\begin\{verbatim/ { raw = 1 } /\\end\{verbatim/ { raw = 0 }
    raw || /^\\(documentclass|usepackage|setlength|begin)/ { next }
    { line = $0; gsub(/\\./, "", line); gsub(/\$[^$]*\$/, "", line); gsub(/ & /, "", line)
      if (line ~ /[_%#&~^$]/ || line ~ /[^\001-\177]/) bad++
      depth += gsub(/\{/, "", line) - gsub(/\}/, "", line) }
    END { exit opened != closed || depth || bad || !opened }' a/matrix.tex
verdict 'matrix.tex has no naked sign of TeX and no open brace'
if command -v xmllint >/dev/null; then
    xmllint --html --noout a/holonomy-report.html 2>&1 | grep -v 'Tag .* invalid' | grep -q 'error' && false
    [ $? -ne 0 ]
    verdict 'the page is well formed'
fi

# ---- The figures ----
# Of each block of a series the last column is the largest so far of the second.
awk '/^# .*:/ || !NF { next } /^#/ { most = 0; blocks++; next }
    $2 > most { most = $2 } $2 > 0 && $7 != most { bad = 1 } END { exit bad || blocks < 4 }' a/figures/series-*.dat
verdict 'no peak of a curve is left out'
if [ $drawn -eq 0 ]; then
    figures=$(printf 'paper-%s ' $papers)
    for name in rigid-body double-spherical-pendulum; do
        for what in energy momentum constraints; do figures="$figures $name-$what"; done
    done
    set -- a/figures/*.svg
    [ $# -ge 21 ]
    verdict 'the figures are there'
    for name in $figures; do
        ls a/figures/"$name"*.svg >/dev/null 2>&1
        verdict "$name is drawn"
    done
    for file in "$@"; do
        case $file in *-frame.svg) continue ;; esac # a shape without words
        if command -v xmllint >/dev/null; then
            xmllint --noout "$file" 2>err
        else
            tail -c 8 "$file" | grep -q '/svg>'
        fi && grep -q '<text' "$file" && grep -q 'build [0-9a-f]' "$file"
        verdict "$file is well formed, has text and says what made it"
    done
    [ "$(grep -l '^%PDF-' a/figures/*.pdf | wc -l)" -eq $# ]
    verdict 'every figure is there as PDF too'
    [ "$(cat a/[!h]*.html | grep -o '<figure id="[^"]*"' | sort -u | wc -l)" -eq $# ]
    verdict 'the site has every figure'
    for figure in profiles work; do
        grep -q "<figure id=\"figuresfront-${figure}svg\"" a/index.html
        verdict "the first page has its figure of $figure"
    done
    [ "$(grep -c '<figure id="figures[a-z0-9-]*-framesvg"' a/index.html)" -eq \
        "$(ls a/problem-*.html | wc -l)" ]
    verdict 'the first page has every problem where it starts'
fi

# The first page's figures: each profile rises from the fastest of the passes to the slowest, and
# a part of all is at most one; joints are closed where a mechanism starts.
awk '/^#/ { next } !NF { last = 0; next }
    $2 < $3 || $3 < $4 || $3 < last || $2 > 1 { bad = 1 } { last = $3; rows++ }
    END { exit bad || rows < 200 }' a/figures/front-profiles.dat
verdict 'a profile rises within its band'
awk '/^\$joints/ { on = 1; next } /^END/ { on = 0 } !on { next } !NF { n = 0; next } $1 > 1e29 { next }
    ++n == 2 { seen++; if (($1 - x) ^ 2 + ($2 - y) ^ 2 > 1e-6) bad = 1 } { x = $1; y = $2 }
    END { exit bad || seen < 4 }' a/figures/frame-quadrangle.gp
verdict 'the joints of the quadrangle are closed where it starts'
count() { # COLUMN: of matrix.csv, how many words
    sed 1d a/matrix.csv | cut -d, -f"$1" | sort -u | wc -l
}
grep -q "^$(count 2) time integrators .* on the same $(count 1) problems: " a/matrix.md
verdict 'the first page says how many methods and problems there are'

# ---- Colours ----
# colours FILE: those of a drawing's lines that are no grey.
colours() {
    grep -o "stroke='rgb([^)]*)'" "$1" | sort -u | awk -F'[(,)]' '!($2 == $3 && $3 == $4)'
}
if [ $drawn -eq 0 ]; then
    "$HOLONOMY" plot pendulum dvp --until 0.1 --output one.svg >out 2>err </dev/null
    [ -n "$(colours one.svg)" ] && [ "$(colours one.svg)" = "$(colours a/figures/paper-003-table-1.svg)" ]
    verdict 'a paper draws a method in the colour that it has everywhere'
fi

# ---- The page in a browser ----
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
if [ -z "$browser" ]; then
    echo 'no Chromium here: the page is not opened in a browser'
else
    for page in index holonomy-report problem-pendulum method-mk4 paper-003; do
        timeout 60 "$browser" --headless --no-sandbox --disable-gpu --enable-logging=stderr --dump-dom \
            "file://$work/a/$page.html" >dom 2>browser.err </dev/null
        grep -q 'data-ready="yes"' dom && ! grep -qi 'uncaught\|CONSOLE.*error' browser.err &&
            [ "$(grep -o '<svg ' dom | wc -l)" -eq "$(grep -o '<svg ' "a/$page.html" | wc -l)" ]
        verdict "the script of $page.html comes to its end, logs no error and leaves every figure"
    done
    timeout 60 "$browser" --headless --no-sandbox --disable-gpu --dump-dom \
        "file://$work/a/problem-pendulum.html" >dom 2>browser.err </dev/null
    [ "$(grep -c '<input type="search"' dom)" -eq 1 ]
    verdict 'a page has one filter of all its tables'
    # The page with the figure of `holonomy plot` beside the others, of every method.
    "$HOLONOMY" list methods --json >methods.json
    # shellcheck disable=SC2046
    [ $drawn -ne 0 ] || "$HOLONOMY" plot pendulum $(sed -n 's/.*"name": "\(.*\)".*/\1/p' methods.json) \
        --until 0.1 --output plot.svg >out 2>err
    {
        echo '<!DOCTYPE html><meta charset="utf-8"><style>' && cat "${srcdir:-.}/reports/page.css"
        echo '</style><body><nav></nav><main>'
        awk '/^<figure id=/ { on = !seen[$0]++ && !/-framesvg"/ } on { print } /^<\/figure>/ { on = 0 }' a/[!h]*.html
        echo '<figure id="plot">' && sed -n '/^<svg/,$p' plot.svg 2>/dev/null && echo '</figure>'
        echo '<script type="application/json" id="methods">' && cat methods.json
        echo '</script><script>' && cat "${srcdir:-.}/tests/harness/figures.js" && echo '</script></body></html>'
    } >figures.html
    timeout 60 "$browser" --headless --no-sandbox --disable-gpu --dump-dom "file://$work/figures.html" \
        >looked 2>browser.err </dev/null
    # faultless WHAT MANY: many were looked at, and none has a fault.
    faultless() {
        grep -o " data-$1=\"[^\"]*\"" looked >err
        [ $drawn -ne 0 ] || { grep -Eq "<html[^>]* data-$2=\"[1-9][0-9]" looked && grep -q " data-$1=\"\"" looked; }
    }
    faultless overlaps texts
    verdict 'no two labels of a figure lie on each other'
    faultless colours methods
    verdict 'a method has the colour of its family in every figure'
    faultless curves symbols
    verdict 'every curve passes through its symbols'
    faultless axes names
    verdict 'every axis of a figure has a name with a unit'
    moving=$(grep -c 'class="motion"' a/problem-pendulum.html)
    [ "$moving" -eq 1 ] && [ "$(grep -o '<canvas' dom | wc -l)" -eq $((2 * moving)) ]
    verdict 'a mechanism moves twice, side by side'
    [ $drawn -ne 0 ] || [ "$(grep -o 'class="legend"' dom | wc -l)" -ge 3 ]
    verdict 'figures have legends to click'
fi

# ---- Again ----
cp -R a first
ends $drawn report plan.yaml --output a --papers none -j 2
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
# The runs of ten thousand steps: what they came to, by which claim, and what ended them.
sed -n '/^### pendulum in the long run/,/^#/p' e/matrix.md | grep '^| \[' >long
grep -Eq '^\| \[shake\]\(#method-shake\) \| bounded, at most [0-9.e+-]* J in 10000 steps \| bounded \| 10000 \| [0-9.]* \| its span \|$' long &&
    grep -Eq '^\| \[mk4\].* \| not kept \| 10000 \| [0-9.]* \| its span \|$' long
verdict 'a long run has its energy, its claim and what ended it'
cp e/certificates.csv kept.csv
ends $drawn report certified.yaml --output e --papers none
! grep -q '^certificate ' err && cmp -s kept.csv e/certificates.csv
verdict 'certificates are kept in the store'
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
    repeats: 1
END
ends 0 sweep long.yaml --store long.sqlite --quiet
long_runs() { # of DIR: method, largest energy error, claim and steps of its long runs
    sed -n '/^### pendulum in the long run/,/^#/p' "$1/matrix.md" | words | grep -E '^\| (mk4|shake) '
}
# report_taking DIR STORE
report_taking() {
    ends $drawn report short.yaml --take "$2" --output "$1" --papers none
    cp err taking
}
report_taking g long.sqlite
grep -q '^3 runs taken from long.sqlite$' taking && [ "$(wc -l <g/matrix.csv)" -eq 12 ] &&
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
    sqlite3 away.sqlite "UPDATE builds SET build = 'another'"
    report_taking i away.sqlite
    grep -q 'away.sqlite: none of its 4 runs is of this build, so none is taken' taking &&
        grep -q ' 4 runs of another build were left out\.' i/matrix.md && [ -z "$(long_runs i)" ]
    verdict 'of another build nothing is taken in, which is said'
fi

# ---- kill -9 ----
# Of fewer problems, whose runs the report above has made.
sed 's/problems: all/problems: [knife-edge, pendulum, top]/' plan.yaml >fewer.yaml
# killed LINES: a report in the background is killed when it has told of so many runs.
killed() {
    : >err
    "$HOLONOMY" report fewer.yaml --output b --papers none >out 2>err </dev/null &
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
ends $drawn report fewer.yaml --output b --papers none
fewer=$(sed -n 's/^\([0-9]*\) runs: .*/\1/p' err)
grep -Eq "^$fewer runs: [1-9][0-9]* were in b/results.sqlite" err
verdict 'what was finished before a kill is kept'
ends $drawn report fewer.yaml --output whole --store a/results.sqlite --papers none
grep -q "^$fewer runs: $fewer were in " err
verdict 'a plan of fewer problems finds its runs in the store'
tables whole >whole.csv
tables b >b.csv
[ "$fewer" -gt 20 ] && [ "$(wc -l <b.csv)" -eq $((fewer + 1)) ] && cmp -s whole.csv b.csv
verdict 'a report that was killed and run again has the same numbers'
grep -q 'Paper 003 redone' first/matrix.md && ! grep -q 'Paper 00. redone' b/matrix.md
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
