#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# hostile.sh: names and titles that are HTML, TeX, SQL, gnuplot or shell stay text in all that the
# program prints, writes, draws and keeps.

. "${srcdir:-.}/tests/verdict.sh"
cd "$work" || exit 1

# quiet WHAT: what was called did as it is told by its arguments alone.
quiet() {
    [ ! -e touched ] && [ ! -e "${HOME:-.}/touched" ]
    verdict 'no command in a name is run' "$1"
}

# plain FILE...: no name is a tag, in or behind the data of a script.
plain() {
    ! cat "$@" | grep -v '"[a-z]*": "' | grep -qi '<img\|<b/\|<u>\|<b>=\|<script>alert' && ! grep -qi '</script><[bu]\|<!--.*<script' "$@"
}

cat >hostile.yaml <<'END'
model: hostile
span: 0.1
about: "<script>alert(1)</script> \\input{/etc/passwd} `touch touched` $(touch touched)"
source: "\\write18{touch touched} '; DROP TABLE runs; --"
bodies:
  - {name: "<img/src=x/onerror=alert(1)>", shape: rigid, m: 1, J: [1, 1, 1], omega: [0, 0, 1]}
  - {name: "`touch${IFS}touched`", shape: point, m: 1, r: [1, 0, 0]}
  - {name: ");DROP/**/TABLE/**/runs;--", shape: point, m: 1, r: [2, 0, 0]}
  - {name: "\\input{/etc/passwd}$|&%#_^~", shape: point, m: 1, r: [3, 0, 0]}
  - {name: "-->]]></script><b>=1+1", shape: point, m: 1, r: [4, 0, 0]}
joints:
  - {name: "<b/onclick=alert(1)>\\|", type: coincide, bodies: [ground, "<img/src=x/onerror=alert(1)>"], points: [[0, 0, 0], [0, 0, 0]]}
  - {name: "\\input{x}](j:touch)$(touch)", type: coincide, bodies: [ground, "<img/src=x/onerror=alert(1)>"], points: [[0, 0, 0], [0, 0, 0]]}
forces:
  - {type: gravity, g: [0, 0, -9.81]}
symmetries:
  - {name: "<u>\\input{x}`touch${IFS}t`", rotation: [0, 0, 1]}
END

for method in spook rattle; do
    holonomy run hostile.yaml "$method" --json --no-derive --output motion.json
    quiet "run $method --json"
done
if command -v jq >/dev/null; then
    holonomy run hostile.yaml spook --json --no-derive
    jq -e '.bodies | length == 5' out >log 2>&1
    verdict 'the object is JSON'
fi
holonomy run hostile.yaml spook --no-derive --samples 2 --output motion.csv
[ "$status" -eq 0 ] && [ "$(grep -v '^#' motion.csv | head -n 1 | tr ',' '\n' | wc -l)" -eq 66 ]
verdict 'a name is one column of CSV, or as many as the body has'

# The message of a row, settings and titles go through the store.
cat >plan.yaml <<'END'
title: "<img src=x onerror=alert(1)> \\input{x} '; DROP TABLE runs; -- `touch touched`"
runs:
  - {problem: hostile.yaml, methods: [spook, rattle], repeats: 0, motion: 3, series: 3}
END
holonomy sweep plan.yaml --store kept.sqlite --no-derive
[ "$status" -eq 0 ]
verdict 'such a model is swept'
holonomy export --store kept.sqlite --format json
grep -q '<b/onclick=alert(1)>' out
verdict 'a message with its names is in the store'
holonomy export --store kept.sqlite --format markdown
! grep -q '[^\]<[a-z]' out && ! grep -q '[^\]\](j' out
verdict 'no name is a tag or a link in Markdown'
holonomy export --store kept.sqlite --format latex
! grep -q '[\]input{' out && ! grep -q '[^\][$](touch' out
verdict 'no name is a command in LaTeX'
quiet export

holonomy plot --motion hostile.yaml spook --output page.html
[ "$status" -eq 0 ] && plain page.html
verdict 'no name is a tag on a page'
holonomy report plan.yaml --store kept.sqlite --output report --papers none
[ -s report/matrix.md ] && plain report/*.html
verdict 'no name and no title is a tag in the report'
! grep -q '[^\]<[bi]\|[^\]](j' report/matrix.md && ! grep -q '[\]input{x' report/matrix.tex
verdict 'nor in Markdown, or a command in LaTeX'
quiet report
if command -v gnuplot >/dev/null; then
    holonomy plot hostile.yaml spook rattle --what energy --output figure.svg
    ! grep -q '<img\|<b/' figure.svg
    verdict 'no name is a tag in a figure'
    quiet plot
fi

# ---- Models that are too large ----
# What they take is said, and there is no system of them.
began=$(date +%s)
refuses 64 'ladder: 300001 bodies: about 1.5 GB* and *; --limit has 1000 bodies' run ladder spook -p N=100000 --limit bodies=1000
refuses 64 'ladder: 30001 bodies: about 0.15 GB and 2 s before the first steps; --limit has 0.1 GB' \
    run ladder spook -p N=10000 --limit bodies=1e6,memory=100M
[ $(($(date +%s) - began)) -lt "$patience" ]
verdict 'a model that is too large is refused at once'
refuses 2 'hostile: 5 bodies: about *; --limit has 4 bodies' run hostile.yaml spook --limit bodies=4
ends 0 run pendulum shake --steps 2 --quiet --limit bodies=1,memory=20M
cat >large.yaml <<'END'
runs:
  - {problem: crank, methods: [shake, rattle], steps: 2}
  - {problem: ladder, parameters: {N: 4}, methods: [shake, rattle], steps: 2}
END
refuses 2 'ladder: 13 bodies: about *; --limit has 10 bodies' sweep large.yaml --store large.sqlite --limit bodies=10
ends 0 sweep large.yaml --store large.sqlite --limit bodies=13 --no-derive --quiet
refuses 64 "unknown limit 'bdies': did you mean 'bodies'*" list methods --limit bdies=3
refuses 64 "--limit memory: '4T' is no number from 1 on, with k, M or G behind it or not" list methods --limit memory=4T
refuses 64 "--limit bodies: '0' is no number from 1 on" list methods --limit bodies=0
refuses 64 "unknown limit ''*" list methods --limit ''
sum_up
