# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# report_rig.sh: what the tests of the report share: how it is run, a gnuplot for figures that no
# one looks at, and what holds of every page and every figure of the report a/.  Read after verdict.sh.

patience=$((7 * patience)) # a report is longer than a run
drawn=0 # the status where all is well: without gnuplot there are no figures
command -v gnuplot >/dev/null || drawn=3
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
browse() {
    timeout "$patience" "$browser" --headless --no-sandbox --disable-gpu --enable-logging=stderr --dump-dom "$@" \
        2>browser.err </dev/null
}

# As `ends`, with a gnuplot that writes the last words of each drawing alone.
cat >"$work/blank" <<'END'
#!/bin/sh
for word; do
    case $word in "name = "*) ;; *) continue ;; esac
    name=${word#*name = \'} figure=${word#*figure = \'} format=${word#*format = \'}
    format=${format%%\'*}
    case $format in svg) mark='<svg></svg>' ;; *) mark='%PDF-1.7 %%EOF' ;; esac
    echo "$mark" >"${name%%\'*}-${figure%%\'*}.$format"
done
END
chmod +x "$work/blank"
undrawn() {
    GNUPLOT=$work/blank ends 0 "$@"
}

# words FILE..: tables of Markdown without the places they lead to.
words() {
    sed 's/\[\([^]]*\)\](#[^)]*)/\1/g' "$@"
}

# tables DIR: the numbers that do not depend on the clock, the CPU columns being the last three.
tables() {
    sed "s/,[^,]*,[^,]*,[^,]*$//" "$1/matrix.csv"
}

# plan PROBLEMS: every problem by four methods, and runs of all sorts.
plan() {
    cat <<END
title: Small & quick, 100 % of it
defaults:
  repeats: 1
  series: 20
runs:
  - problems: $1
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
}

# papers_answer ID...: every table and figure of a paper has a line on the page of a/, every line a
# verdict and a place.
papers_answer() {
    sed -n '/^## What the papers say and what we measured/,/^## /p' a/matrix.md | grep '^| 00' >verdicts
    for paper in "$@"; do
        grep -q "^| $paper | \[[^]]*\](#" verdicts
        verdict "paper $paper has verdicts that lead to their places"
    done
    [ "$(grep -Ec '\| (confirmed|opposite|not confirmed|not judged|beyond the paper|reproduced to (every digit|[0-9]+ digits or more)|same order of magnitude in [0-9]+ of [0-9]+|differs in [0-9]+ of [0-9]+|redrawn|not redrawn) \|$' verdicts)" -eq "$(wc -l <verdicts)" ]
    verdict 'every line of a paper has a verdict'
    ! grep -q 'a curve, no number' verdicts
    verdict 'every figure of a paper is judged by a table or a statement, or says why it is not'
}

places() { # FILE
    grep -o ' id="[^"]*"' "$1" | sed 's/ id="\(.*\)"/\1/'
}

# links_lead LEAST: every link of a page leads to a place that is there, on the page or on another;
# there are so many places.
links_lead() {
    rm -f ids lost twice
    for file in a/*.html; do
        places "$file" | sort | uniq -d | sed "s|^|$file: |" >>twice
        places "$file" | sed "s|^|${file#a/}#|" >>ids
    done
    for file in a/*.html; do
        grep -o '<a [^>]*href="[^"]*"' "$file" | sed 's/.*href="\(.*\)"/\1/; s|^#|'"${file#a/}"'#|' | sort -u |
            grep -vxF -f ids | sed "s|^|$file: |" >>lost
    done
    [ ! -s twice ] || { cat twice >err && false; }
    verdict 'no two places of a page have one name'
    [ "$(wc -l <ids)" -gt "$1" ] && [ ! -s lost ] || { cat lost >err && false; }
    verdict 'every link of every page leads somewhere'
}

# Each page stands alone: it names no other file but pages beside it, and no other place.
pages_stand_alone() {
    for file in a/*.html; do
        [ "$(grep -Eo '(src|href)="[^#"]+' "$file" | grep -Evc '="[a-z0-9-]+\.html$')" -eq 0 ] &&
            [ "$(grep -c '<script>' "$file")" -eq 1 ] && [ "$(tail -n 1 "$file")" = '</html>' ]
        verdict "$file needs nothing but the pages beside it"
    done
}

# figures_are_whole LEAST NAME...: there are so many, those that begin so among them.
figures_are_whole() {
    least=$1
    shift
    for name; do
        ls a/figures/"$name"*.svg >/dev/null 2>&1
        verdict "$name is drawn"
    done
    set -- a/figures/*.svg
    [ $# -ge "$least" ]
    verdict 'the figures are there'
    for file in "$@"; do
        case $file in *-frame.svg) continue ;; esac # a shape without words
        if command -v xmllint >/dev/null; then
            xmllint --noout "$file" 2>err
        else
            tail -c 8 "$file" | grep -q '/svg>'
        fi && grep -q '<text' "$file" && grep -q 'build [0-9a-f]' "$file"
        verdict "$file is well formed, has text and says what made it"
        case $file in *-diagram.svg) continue ;; esac # boxes without axes
        [ "$(sed 's/<[^>]*>//g' "$file" | grep -o '[^[:space:]].*\[[^]]*\]' | sort -u | wc -l)" -ge 2 ]
        verdict "both axes of $file have a name with a unit"
    done
    [ "$(grep -l '^%PDF-' a/figures/*.pdf | wc -l)" -eq $# ]
    verdict 'every figure is there as PDF too'
    [ "$(cat a/[!h]*.html | grep -o '<figure id="[^"]*"' | sort -u | wc -l)" -eq $# ]
    verdict 'the site has every figure'
}

# figures_are_faultless: looked at in a browser, those of a/ and that of `holonomy plot` beside
# them, of every method.
figures_are_faultless() {
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
    browse "file://$work/figures.html" >looked
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
}

# profiles_rise DIR: each within its band, to one at most; there is none where no method reaches the error.
profiles_rise() {
    awk '/^#/ || $2 == "nan" { next } !NF { last = 0; next }
        $2 < $3 || $3 < $4 || $3 < last || $2 > 1 { bad = 1 } { last = $3; rows++ }
        END { exit bad || rows < 200 }' "$1/figures/front-profiles.dat"
}
