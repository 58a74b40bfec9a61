#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# report.sh: the report from outside: its tables, its pages, its figures, of every problem in C and
# of papers; what it does when it is made again is in report_again.sh.

. "${srcdir:-.}/tests/verdict.sh"
. "${srcdir:-.}/tests/harness/report_rig.sh"
cd "$work" || exit 1

# Paper 001 is in report_again.sh.  The runs of papers 000 and 002 take longer than all the others;
# they are made where time does not count.
papers='003 004'
[ -z "${HOL_LONG:-}" ] || papers='000 002 003 004'

plan all >plan.yaml

# ---- The files ----
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
sed -n '/^## Every method on every problem/,/^## /p' a/matrix.md | grep -q 'diverged at t = [1-9][0-9]* s'
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

# What the papers say.
# shellcheck disable=SC2086
papers_answer $papers
grep -q '^| 004 |.* confirmed |$' verdicts &&
    [ "$(grep '^| 004 |' verdicts | grep 'not confirmed' | grep -Ec 'dexpinv|eq \(28\)')" -eq 2 ] &&
    [ "$(grep '^| 004 |' verdicts | grep -c 'not confirmed')" -eq 2 ]
verdict 'what paper 004 says is confirmed, but for what is misprinted in it'
[ "$(grep -c '](#paper-003-table-[12]' verdicts)" -eq 3 ]
verdict 'the tables of paper 003 have a line each'
ends 0 paper 004
grep '^|' out >alone
[ "$(wc -l <alone)" -gt 20 ] && [ -z "$(grep -vxF -f a/matrix.md alone)" ]
verdict 'papers redone beside each other have the numbers of each alone'
# ---- The site ----
links_lead 300
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

pages_stand_alone
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

grep -q 'the true motion of each problem, whose page says where it comes from' a/index.html &&
    [ "$(grep -l 'True motion: ' a/problem-*.html | wc -l)" -eq "$(ls a/problem-*.html | wc -l)" ]
verdict 'the page of each problem says where its true motion comes from, and the first one that it does'

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
    # shellcheck disable=SC2086
    figures_are_whole 21 $figures
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
profiles_rise a
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
if [ -z "$browser" ]; then
    echo 'no Chromium here: the page is not opened in a browser'
else
    for page in index holonomy-report method-mk4 paper-003 problem-pendulum; do
        browse "file://$work/a/$page.html" >dom
        grep -q 'data-ready="yes"' dom && ! grep -qi 'uncaught\|CONSOLE.*error' browser.err &&
            [ "$(grep -o '<svg ' dom | wc -l)" -eq "$(grep -o '<svg ' "a/$page.html" | wc -l)" ]
        verdict "the script of $page.html comes to its end, logs no error and leaves every figure"
    done
    # The last is the problem's.
    [ "$(grep -c '<input type="search"' dom)" -eq 1 ]
    verdict 'a page has one filter of all its tables'
    figures_are_faultless
    moving=$(grep -c 'class="motion"' a/problem-pendulum.html)
    [ "$moving" -eq 1 ] && [ "$(grep -o '<canvas' dom | wc -l)" -eq $((2 * moving)) ]
    verdict 'a mechanism moves twice, side by side'
    [ $drawn -ne 0 ] || [ "$(grep -o 'class="legend"' dom | wc -l)" -ge 3 ]
    verdict 'figures have legends to click'
fi

sum_up
