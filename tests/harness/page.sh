#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# page.sh: what is done on a page of the report: one choice of methods, one filter, order, files of tables,
# points that say what they are; and the figures that it shows.

. "${srcdir:-.}/tests/verdict.sh"
here=$(cd "${srcdir:-.}" && pwd)
cd "$work" || exit 1

browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
if ! command -v gnuplot >/dev/null; then
    echo 'no gnuplot here: there are no figures to look at'
    sum_up
    exit
fi

cat >plan.yaml <<'END'
certificates: yes
defaults: {repeats: 1, series: 40}
runs:
  - problems: [pendulum, rigid-body]
    methods: [mk2, mk4, shake, rattle, rattlie, em, dvp, jet-dp5, rk4-baumgarte, lobatto, tangent-rk4]
    step_factor: [8, 4, 2]
    tolerance: [1e-4, 1e-7, 1e-10]
    ladder: 1e-8
    evaluations: 1000
  - problem: rigid-body
    method: tangent-nystrom4
    step: 2
    until: 40
END
"$HOLONOMY" report plan.yaml --output a --papers none -j 2 --quiet >out 2>err </dev/null
verdict 'a report is made'

# ---- The figures ----
standing() { # standing VALUE: how many methods stand so in the figures of the pendulum
    grep -c "^STANDING\[[0-9]*\] = $1;" a/figures/problem-pendulum.gp
}
[ "$(standing 2)" -ge 1 ] && [ "$(standing 1)" -ge 1 ] && [ "$(standing 1)" -le 6 ] && [ "$(standing 0)" -ge 1 ]
verdict 'some methods are the front, at most six stand for other families, the rest is pale'
svg=a/figures/pendulum-work.svg
[ "$(grep -c 'showHypertext' $svg)" -eq "$(grep -c '^[0-9].*"$' a/figures/points-pendulum.dat)" ]
verdict 'every run that came to its end is a point with words'
grep -q "'mk4: h 0.04 s, error [0-9.]*e-[0-9]* m, [0-9.]* ms'" $svg && grep -q "'jet-dp5: rtol 1e-07, error" $svg
verdict 'a point names its method, step or tolerance, error and time'
[ "$(grep -c "pale" $svg)" -eq 1 ] && grep -q "opacity='0.25'" $svg
verdict 'pale curves are told in the key and let the paper through'
awk '/^# / { name = $2 } /^[0-9]/ { last[name] = $6; open[name] += $6; e[name] = $3 }
    END { for (n in last) if (open[n] != last[n] || (last[n] && !(e[n] > 1e-8))) exit 1
          exit !(last["mk4"] && !last["jet-dp5"]) }' a/figures/points-pendulum.dat
verdict 'a ring marks the last of the steps that the plan allows, where its error is not reached, and no tolerance'
! grep -q '>em<' a/figures/rigid-body-energy.svg && grep -q 'Below 1e-13 of its scale[^<]*: .*em' a/problem-rigid-body.html &&
    grep -q '>shake<' a/figures/rigid-body-energy.svg
verdict 'who keeps energy to round-off has no panel, but a place in the caption'
! [ -e a/figures/rigid-body-constraints.svg ] || ! grep -q '>mk4<' a/figures/rigid-body-constraints.svg
verdict 'a free body has no panel of constraints in lie'
grep -q '>2</tspan>' $svg && grep -q '>5</tspan>' $svg
verdict 'an axis of few decades has more labels than these'
cat >few.yaml <<'END'
runs:
  - {problem: pendulum, methods: [mk4, shake, rattle], step_factor: [2, 1], until: 0.2}
  - {problem: motor-crank, methods: [mk4, rk8pd], tolerance: 1e-6, series: 20}
  - {problem: knife-edge, methods: rattle}
END
"$HOLONOMY" report few.yaml --output few --papers none --quiet >out 2>err </dev/null
grep -q 'of other families, the nearest' $svg && grep -q '>the others<' few/figures/pendulum-work.svg &&
    ! grep -q 'other families' few/figures/pendulum-work.svg &&
    grep -q 'In colour: of more than eight methods' few/problem-pendulum.html && grep -q '1e-6: of more than eight those' a/index.html
verdict 'few methods are not said to stand for families'
grep -q 'Not to be told, of steps too long for the work done, or not run: [^<]*rk8pd\.' few/problem-motor-crank.html
verdict 'whose energy error cannot be told is said beside those that are drawn'
grep -q 'Energy over the long run:[^.]*no method of the plan runs here' few/problem-knife-edge.html
verdict 'where nothing runs nothing is said of the energy'
echo 'runs: [{problem: pendulum, method: rk8pd, tolerance: 1e-6, until: 0.2}]' >foreign.yaml
"$HOLONOMY" report foreign.yaml --output foreign --papers none --quiet >out 2>err </dev/null
grep -q 'These runs do not tell: of the errors from 1e-02 to 1e-10' foreign/index.html && ! grep -q 'These runs do not tell' a/index.html
verdict 'where no method can be named the first page says why'

grep -q '^### pendulum at h = 0.02 s or rtol = 1e-07, over 10 s$' a/matrix.md
verdict 'what is followed in time is the step nearest to that of the problem, or the tolerance nearest to 1e-8'

# ---- The matrix ----
words() { # of a table of Markdown without the places they lead to
    sed 's/\[\([^]]*\)\](#[^)]*)/\1/g' "$@"
}
grep -q '^| \[mk4\](#method-mk4) | [^|]*| [^|]*|$' a/matrix.md && grep -q '<a href="method-mk4.html#method-mk4">mk4</a>' a/matrix.html &&
    grep -q '<td><a href="problem-pendulum.html#pendulum">pendulum</a></td><td>1e-06 m</td><td><a href="method-[a-z0-9-]*.html#method' a/fastest.html
verdict 'methods and problems in the tables of all problems lead to their pages'
sed -n '/^### Position error/,/^### /p' a/matrix.md | words | grep '^| ' >position
head -n 1 position | grep -q '^| method | pendulum: after [0-9.]* ms | rigid-body, to t = 40 s |$' &&
    grep -q '^| tangent-nystrom4 | not in the plan | [a-z ]* at t = ' position
verdict 'errors are compared after the same time, and not of a free body, whose centre does not move'
# shake by hand: between two measured runs along a straight line in both logarithms.
ms=$(sed -n 's/.*after \([0-9.]*\) ms .*/\1/p' position)
awk -v t="$ms" '/^# / { name = $2; n = 0 }
    /^[0-9]/ && name == "shake" { c[++n] = 1e3 * $2; e[n] = $3 }
    END { for (i = 1; i < 3; i++)
              if (c[i] <= t && t <= c[i + 1])
                  { printf "%.1e\n", e[i] * (e[i + 1] / e[i]) ^ (log(t / c[i]) / log(c[i + 1] / c[i])); exit }
          if (c[3] < t) printf "≤ %.1e\n", e[3]; else printf "from %.3g ms on\n", c[1] }' a/figures/points-pendulum.dat >hand
awk '/^# / { name = $2 } /^[0-9]/ && name == "shake" { print }' a/figures/points-pendulum.dat >log
[ "$(sed -n 's/^| shake | \([^|]*\) |.*/\1/p' position)" = "$(cat hand)" ]
verdict 'the error after that time is what the points give by hand'
for goal in 1e-02 1e-04 1e-06 1e-08 1e-10; do
    grep -q "^### CPU time to an error of $goal m or rad" a/matrix.md || [ "$goal" = 1e-10 ]
    verdict "there is a table of times to $goal"
done
sed -n '/^### CPU time to an error of 1e-06/,/^### /p' a/matrix.md | grep -q 'rigid-body: to 1e-06 rad'
verdict 'where nothing moves the orientation is asked for'

# ---- The certificates: the least and the largest value of the claims that are made, of all problems ----
csv() { # csv METHOD WHAT: its values
    sed -n "s/^[^,]*,$1,[^,]*,$2,[^,]*,\\(\"[^\"]*\"\\|[^,]*\\),\\([^,]*\\),.*/\\2/p" a/certificates.csv
}
least=$(csv mk4 'order of orientation' | sort -g | head -n 1)
most=$(csv mk4 'order of orientation' | sort -g | tail -n 1)
LC_ALL=C printf '4: %#.3g to %#.3g\n' "$least" "$most" >log
[ -n "$least" ] && [ "$least" != "$most" ] &&
    [ "$(words a/matrix.md | sed -n '/^## Certificates/,/^## /s/^| mk4 | [^|]* | \([^|]*\) |.*/\1/p')" = "$(cat log)" ]
verdict 'a claim has the least and the largest value that were measured'
words a/matrix.md | sed -n '/^## Certificates/,/^## /s/^| method |//p' | sed 1q >log
grep -q '| order of multipliers (own) | order of error estimate | energy |' log &&
    grep -q '| inner constraints | symmetric |' log
verdict 'what some methods alone claim stands where their certificates have it'

# ---- The page in a browser ----
if [ -z "$browser" ]; then
    echo 'no Chromium here: nothing is done on the page'
    sum_up
    exit
fi
# looked URL: the page after the script has done its work on it.
looked() {
    timeout "$patience" "$browser" --headless --no-sandbox --disable-gpu --enable-logging=stderr --dump-dom "$1" \
        >dom 2>browser.err </dev/null
    grep -o '<html[^>]*>' dom | sed 's/ data-/\n/g' >log
}
is() { # is NAME VALUE
    [ "$(sed -n "s/^$1=\"\([^\"]*\)\".*/\1/p" log)" = "$2" ]
}
# The pages of the matrix, the certificates, the problems and the methods as one, without contents.
{
    sed '/^<nav/,/^<\/nav>/d; /^<main>/q' a/matrix.html
    for file in a/matrix.html a/certificates.html a/problem-*.html a/method-*.html; do
        sed -n '/^<section class="part/,/^<\/section>/p' "$file" | sed 's/<a href="[a-z0-9-]*\.html#/<a href="#/g'
    done
    sed -n '/^<\/main>/,$p' a/matrix.html
} >whole.html
{
    sed '/^<\/body>/,$d' whole.html
    echo '<a href="other.html#there">another page</a> <a href="#here">here</a><script>'
    cat "$here/tests/harness/page.js"
    echo '</script></body></html>'
} >page.html
# A link is there before the page's own script runs.
sed 's|<main>|<main><a href="beside.html#place">beside</a> <a href="https://example.org/x">far</a>|' page.html >a/done.html
looked "file://$work/a/done.html"
grep -q '^tip=' log && ! grep -qi 'uncaught\|CONSOLE.*error' browser.err
verdict 'what a reader does on the page ends without an error'
every='dvp em jet-dp5 lobatto mk2 mk4 rattle rattlie rk4-baumgarte shake tangent-nystrom4 tangent-rk4'
is everything "$every" && is again "$every"
verdict 'all methods are shown at first, and when the one that is alone is asked for again'
is alone mk4 && is legend rattle && is inside mk4 && is open false
verdict 'a name in a table, a legend and a figure shows that method alone in all tables'
is curves mk4 && is bright true
verdict 'its curves alone are lit in all figures, pale ones too'
is none '' && is two 'dvp em'
verdict 'none, and one more, and one more'
is links 'beside.html?methods=mk4#place other.html?methods=mk4#there'
verdict 'a link to another page takes the choice along, one away from the report does not'
grep -q '^filtered=".*rattle rattlie' log && ! grep -q '^filtered=".*dvp' log
verdict 'one field filters the rows of all tables'
! grep -q '^both=".*rattle' log
verdict 'and every word must be there'
is orders '' && grep -Eq '^sorted="[1-9][0-9]' log
verdict 'failures stand behind numbers, whichever way a table is sorted'
is points "$(grep -h 'showHypertext' a/figures/*.svg | wc -l)" && is calls 0 && is tip true
verdict 'points say what they are, and call nothing that is not on the page'
grep -Eq '^large="true (9[4-9][0-9]|[0-9]{4,})"' log && is back true
verdict 'a figure fills the window on a click, and goes back'
is sticky sticky
verdict 'heads and first columns stay'
sed -n 's/^letters="\(.*\)"/\1/p' log | awk '{ exit !($1 >= 9) }'
verdict 'no letters of a figure are under 9 pixels'
looked "file://$work/whole.html?methods=mk4+em"
is chosen 'mk4 em'
verdict 'a page that is led to with a choice has it'
timeout "$patience" "$browser" --headless --no-sandbox --disable-gpu --window-size=390,800 --dump-dom \
    "file://$work/a/done.html" 2>/dev/null </dev/null | grep -o '<html[^>]*>' | sed 's/ data-/\n/g' >log
sed -n 's/^letters="\(.*\)"/\1/p' log | awk '{ exit !($1 >= 9) }'
verdict 'nor on a telephone'

# ---- A table as a file ----
sed -n 's/^\([^,]*\),mk4,/\1,/p; 1s/method,//p' a/certificates.csv >written
sed -n '/<pre id="file">/,/<\/pre>/p' dom >out
looked "file://$work/a/done.html"
sed -n '/<pre id="file">/,/<\/pre>/p' dom |
    sed 's/.*<pre id="file">//; s/<\/pre>.*//; s/&lt;/</g; s/&gt;/>/g; s/&amp;/\&/g' | sed '/^$/d' >downloaded
diff written downloaded >log
[ -s written ] && [ "$(wc -l <written)" -gt 20 ] && cmp -s written downloaded
verdict 'a table that is downloaded is the one that was written, digit by digit'

sum_up
