#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# cli.sh: the built program from outside: what it prints where, exit codes, one line per complaint.

. "${srcdir:-.}/tests/verdict.sh"

lines() {
    wc -l <"$1" | tr -d ' '
}

# does ARGUMENT...: succeeds, with data on standard output and nothing on standard error.
does() {
    holonomy "$@"
    [ "$status" -eq 0 ] && [ -s "$work/out" ] && [ ! -s "$work/err" ]
    verdict 'succeeds, prints data and no message' "holonomy $*"
}

# The values of a key that stands on a line of its own in the printed object, one a line.
values() { # KEY FILE
    sed -n "s/^ *\"$1\": \(.*[^,]\),\{0,1\}\$/\1/p" "$2"
}

body='"name": "body", "r": [0, 0, 0], "p": [1, 0, 0, 0], "v": [0, 0, 0], "omega": [0, 1, 2]'

# ---- what there is ----

does --help
commands=$(sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' "$work/out")
[ "$(echo "$commands" | wc -w)" -ge 5 ]
verdict 'the help lists the commands' 'holonomy --help'
for command in $commands; do
    refuses 64 "unknown option '--xyzzy': see holonomy $command --help" "$command" --xyzzy
    does "$command" --help
    sed '1,/^Examples:$/d' "$work/out" >"$work/examples"
    [ -s "$work/examples" ] && ! grep -qv "^  holonomy $command" "$work/examples"
    verdict 'the help ends with examples of the command' "holonomy $command --help"
    cp "$work/out" "$work/help"
    for asked in "$command -h" "help $command"; do
        # shellcheck disable=SC2086
        does $asked
        cmp -s "$work/out" "$work/help"
        verdict 'prints the same help' "holonomy $asked"
    done
    case $command in
    explain | help | new | plot | report | sweep) ;; # text to read, and files
    *) grep -q -e '--json' "$work/help" ;;
    esac
    verdict 'what prints results prints them as JSON' "holonomy $command"
    grep -qE "holonomy $command\b" "${srcdir:-.}/README.md" "${srcdir:-.}"/docs/*.md
    verdict 'a page shows the command' "$command"
    grep -qE "(refuses|ends|says) [1-9][0-9]* (.* )?$command\b" "${srcdir:-.}"/tests/harness/*.sh ||
        [ "$command" = run ]
    verdict 'a test asks for an exit code other than 0 of it' "$command"
done
does -h
does help
refuses 64 "unknown command 'rnu': did you mean 'run'?" help rnu
refuses 64 "one argument too many: 'list'" help run list
does --version
does info
does info --json
for kind in methods problems formulations joints forces bodies papers; do
    does list $kind --json
    does list $kind
    cp "$work/out" "$work/$kind"
    while read -r name _; do
        case $kind:$name in methods:rattle*) ;; methods:*) [ -n "${HOL_LONG:-}" ] || continue ;; esac # 17 s
        does explain "$name" </dev/null
        grep -q "^$name, a " "$work/out"
        verdict "the explanation names what it is about" "holonomy explain $name"
    done <"$work/$kind"
done
does explain rattle
grep -q '^  symmetric, symplectic$' "$work/out"
verdict 'claims are those on a problem whose energy is kept' 'holonomy explain rattle'
does explain rattle crank
grep -q '^Claims (on crank ' "$work/out" && grep -q '^  symmetric, not symplectic$' "$work/out" &&
    [ "$(sed '1,/^Runs /d' "$work/out" | grep -c '^  [a-z]')" -eq 1 ]
verdict 'claims are those on the problem named' 'holonomy explain rattle crank'
does explain rattle "${srcdir:-.}/examples/gyrostat.yaml"
refuses 64 "unknown method 'crank': it is a problem" explain crank rattle
refuses 64 "unknown problem 'cramk': did you mean 'crank'?" explain rattle cramk
does explain jet-dp5
grep -qx '  error estimate of order 5: takes --rtol and --atol' "$work/out" && grep -q '^  inner=in-turn *rejected: ' "$work/out"
verdict 'its error estimate and the ends of its options are told' 'holonomy explain jet-dp5'
holonomy certify shake knife-edge --json
[ "$status" -eq 64 ] && grep -q '"not applicable": ".*needs holonomic constraints only"' "$work/out" &&
    grep -qx 'holonomy: shake steps none of these problems' "$work/err"
verdict 'a method without a problem is told so, with the reason in the object' 'holonomy certify shake knife-edge --json'
refuses 2 '*none.yaml: No such file or directory' explain rattle "$work/none.yaml"
refuses 2 "*none.yaml: No such file or directory" report "$work/none.yaml" --output "$work/none"
does bench --sample 1e-3 --table steps mk4 pendulum
[ "$(grep -c '^pendulum mk4 ' "$work/out")" = 1 ] && [ "$(lines "$work/out")" = 3 ]
verdict 'a method and a problem are one row, below a title and a heading' 'holonomy bench --table steps mk4 pendulum'
does bench --sample 1e-3 --table steps "${srcdir:-.}/examples/gyrostat.yaml" mk4
grep -q '^gyrostat mk4 ' "$work/out"
verdict 'a model of a file is timed' 'holonomy bench gyrostat.yaml mk4'
does bench --sample 1e-3 --table steps mk4 --json knife-edge
awk '/"(ns|mean|sigma)": / { gsub(/,/, ""); at[$1] = $2 } END { exit !(0 < at["\"ns\":"] &&
    at["\"ns\":"] <= at["\"mean\":"] && at["\"sigma\":"] >= 0) }' "$work/out"
verdict 'the least of the samples is not above their mean' 'holonomy bench --json'
does bench --sample 1e-3 --table steps knife-edge shake
grep -q '^  shake on knife-edge in natural: not applicable: needs' "$work/out"
verdict 'a refusal stands on a line of its own' 'holonomy bench knife-edge shake'
does bench --sample 1e-3 --table formulations shake pendulum
[ "$(grep -c '^pendulum shake \|^  shake on pendulum in ' "$work/out")" = "$("$HOLONOMY" list formulations | grep -vc '^own ')" ]
verdict 'a method has a row or a refusal in each formulation' 'holonomy bench --table formulations shake pendulum'
does bench --sample 1e-3 --table ladder --limit bodies=400
[ "$(awk 'NF == 5 && $1 > 0 && $2 > 0 && $3 > 0 && $4 > 0 && $5 > 0 { print $1 }' "$work/out" | tr '\n' ' ')" = '20 100 ' ] &&
    grep -q '^  left out: ladder: 3001 bodies: about .* and .* before the first steps' "$work/out" &&
    [ "$(grep -c -- '--limit has 400 bodies$' "$work/out")" -eq 3 ]
verdict 'the ladder has its rows, and says of those above the limit why not' 'holonomy bench --table ladder'
does bench --sample 1e-3 --table ladder --limit bodies=70 --json
[ "$(grep -c '"refused": "left out: ladder: 30*1 bodies: .*--limit has 70 bodies"' "$work/out")" -eq 4 ] &&
    grep -A4 '"N": 20,' "$work/out" | grep -q '"auto": [0-9]'
verdict 'a row left out is an object too' 'holonomy bench --table ladder --json'
does bench --sample 1e-3 --table sizes ladder --limit bodies=100 --json
awk '/"bodies": / { n++; bad += $2 + 0 > 100 } /--limit has 100 bodies"/ { left++ } END { exit !(n > 1 && !bad && left > 1) }' "$work/out"
verdict 'no size above the limit is made' 'holonomy bench --table sizes --limit'
refuses 64 'no table asked for has a row of what is named' bench --table floors knife-edge
refuses 2 '*none.yaml: No such file or directory' bench "$work/none.yaml"
does bench --sample 1e-3 --table floors --json shake
grep -q '"ratio": [0-9]' "$work/out" && grep -q '"method": "shake"' "$work/out"
verdict 'the object has the table asked for' 'holonomy bench --json'
does paper 004 --json
grep -q '"measured": ".*[0-9]e-[0-9]' "$work/out" && grep -q '"answer": "confirmed"' "$work/out"
verdict 'the array has findings' 'holonomy paper 004 --json'
refuses 64 "unknown format 'txt': there are markdown, csv, json" paper 004 --format txt
if [ -n "${HOL_LONG:-}" ]; then # 6 s each
    does paper 003 --json
    grep -q '"printed": [0-9]' "$work/out"
    verdict 'the array has the numbers of its tables' 'holonomy paper 003 --json'
    values printed "$work/out" | grep -vxc '0\|null' >"$work/count"
    does paper 003 --format csv
    [ "$(sed 's/"[^"]*"/quoted/g' "$work/out" | awk -F, 'NR > 1 && $5 != 0 { n++; bad += !($6 > 0 || $NF == "not redone") } END { print n, bad + 0 }')" = \
        "$(cat "$work/count") 0" ]
    verdict 'so have the lines' 'holonomy paper 003 --format csv'
    does paper 003
    grep -q '^## Table 1, rigid body' "$work/out" && grep -q '| 0.00000062559469 |' "$work/out"
    verdict 'and the tables' 'holonomy paper 003'
fi
does errata
grep -q '^| andrews | Test Set (PSIDE) | default | beta |.*| 10 | 16 |' "$work/out" &&
    grep -q 'holonomy run slider-crank-3d jet-dop853 -p J1=4e-3 -p J3=4e-4' "$work/out"
verdict 'digits that hold, and the run that shows a slip' 'holonomy errata'
refuses 64 "errata takes no argument: 'car-axis'" errata car-axis
does errata --json
grep -q '"digits that hold": 10' "$work/out" && grep -q '"place": ' "$work/out"
verdict 'the object has the errata and the published values' 'holonomy errata --json'
does bench --sample 1e-3 --table evaluations pendulum
[ "$(awk '$1 == "pendulum" { n++; for (k = 3; k <= NF; k++) bad += !($k > 0 || $k == "-") } END { print n, bad + 0 }' \
    "$work/out")" = "$("$HOLONOMY" list formulations | grep -vc '^own ') 0" ]
verdict 'every evaluation of a problem has its time in each formulation' 'holonomy bench'
refuses 64 "no paper '5' is redone: there are all, none, 000, *" paper 5
refuses 64 "unknown view 'matrx': did you mean 'matrix'?" export --view matrx
refuses 64 "--sample: '0' is not a number above 0" bench --sample 0
refuses 64 "unknown table 'stps': did you mean 'steps'?" bench --table stps
refuses 2 'knife-edge: no reference can be derived by mexax: needs holonomic constraints only' \
    reference knife-edge --by mexax --output "$work/none.ref"
refuses 64 "--by: unknown deriver 'mexx': did you mean 'mexax'?" reference pendulum --by mexx
refuses 64 '--digits: mexax derives 13 digits at most, not 20' reference pendulum --by mexax --digits 20
does reference pendulum --by mexax --until 0.2 --json
grep -q '"by": "mexax"' "$work/out" && grep -q '"witness_of": "series"' "$work/out" &&
    [ "$(sed -n 's/.*"digits_agreed": \([0-9]*\).*/\1/p' "$work/out")" -ge "$(sed -n 's/.*"digits": \([0-9]*\),.*/\1/p' "$work/out")" ]
verdict 'a witness claims no more digits than it agrees on' 'holonomy reference --by mexax'
does reference triple-slider-crank -p torque=paper --until 0.2 --output "$work/triple.ref"
grep -q '^# by: mexax$' "$work/triple.ref" && grep -q '^# method: mexax of columns=8 in natural, rtol=1e-12, [0-9]* steps, in double precision$' "$work/triple.ref"
verdict 'what has no power series is derived by mexax' 'holonomy reference triple-slider-crank -p torque=paper'
refuses 64 "--digits: '40' is not an integer from 1 to 28" reference pendulum --digits 40
does reference "${srcdir:-.}/examples/double-spherical-pendulum.yaml" --until 1 --output "$work/own.ref"
[ "$(head -n 1 "$work/own.ref")" = '# holonomy reference 1' ] && [ "$(grep -vc '^#' "$work/own.ref")" -eq 11 ] &&
    [ "$(sed -n 's/^# digits: //p' "$work/own.ref")" -ge 20 ]
verdict 'the reference has its rows and digits' 'holonomy reference'
does reference pendulum --until 0.5
[ ! -e pendulum.ref ] && sed -n '1s/.*: //p' "$work/out" | grep -q "^$HOLONOMY_CACHE/references/pendulum/[0-9a-f]*[.]ref\$"
verdict 'that of a shipped problem goes into the cache' 'holonomy reference pendulum'
refuses 65 '*what is kept of pendulum goes on beyond t = 0.25 s and has no row there: --output=FILE *' reference pendulum --until 0.25 --quiet
# The shipped file has other digits from the 16th on: its data are decimals, not doubles.
grep '^1 ' "$work/own.ref" | tr ' ' '\n' >"$work/own"
grep '^1 ' "${srcdir:-.}/reference/double-spherical-pendulum.ref" | tr ' ' '\n' | paste - "$work/own" |
    awk '{ d = $1 - $2; worst = d > worst ? d : -d > worst ? -d : worst } END { exit !(NR > 20 && worst < 1e-12) }'
verdict 'it is that of the shipped file but for round-off' 'holonomy reference'
does reference pendulum --until 0.5 --digits 25 --output "$work/own.ref" --json
grep -q '"digits": 2[5-9]' "$work/out"
verdict 'the object has the digits' 'holonomy reference --json'
does choose double-spherical-pendulum --span 2 --error 1e-5
[ "$(awk '{ if (length($0) > most) most = length($0) } END { print most }' "$work/out")" -le 80 ] &&
    grep -q '^[a-z].* in [a-z]* with .* reaches 1e-05 m$' "$work/out"
verdict 'the answer is a sentence, the table has 80 columns' 'holonomy choose'
does choose double-spherical-pendulum --span 0.5 --keep energy --json
[ "$(values end "$work/out" | head -n 1)" = '"reached"' ] && ! grep -q '"method": "taylor"' "$work/out"
verdict 'only methods that keep the energy' 'holonomy choose --keep energy --json'
refuses 2 'no method reaches 1e-30 m on pendulum: doubles of 1 m are 2.2e-16 m apart' \
    choose pendulum --span 0.5 --error 1e-30
if [ -n "${HOL_LONG:-}" ]; then
    hurried=$patience patience=1000 # down the whole ladder of every method
    holonomy choose pendulum --span 0.5 --keep energy --error 2.3e-16 --seconds 1000
    patience=$hurried
    [ "$status" -eq 1 ] && grep -q '^No method reaches 2.3e-16 m on pendulum' "$work/out"
    verdict 'status 1 where no method reaches the error' 'holonomy choose --error 2.3e-16'
fi
holonomy choose pendulum --span 0.5 --seconds 1e-9 --quiet
[ "$status" -eq 1 ] && grep -q '^The 1e-09 s of the search were over before a method reached 1e-06 m' "$work/out" &&
    ! grep -q '^No method reaches' "$work/out"
verdict 'a search that was cut off does not say that no method reaches the error' 'holonomy choose --seconds'
refuses 2 'the true motion of pendulum is not known at t = 1000 s' choose pendulum --span 1000
refuses 64 "--keep takes energy, not 'enrgy': did you mean 'energy'?" choose pendulum --keep enrgy
does certify shake double-spherical-pendulum
grep -q '^holds  *position  *2  *2\.00 +-0\.00, 3 h: 0\.01' "$work/out"
verdict 'every claim has a line with a verdict' 'holonomy certify shake double-spherical-pendulum'
[ "$(sed -n 2p "$work/out")" = "$(grep -c '^holds ' "$work/out") claims hold" ]
verdict 'the result comes first' 'holonomy certify shake double-spherical-pendulum'
tr -s '\n ' ' ' <"$work/out" | grep -q 'without a claim (--verbose): .*cost of a step' && ! grep -q '^no claim' "$work/out" &&
    does certify shake double-spherical-pendulum --verbose && grep -q '^no claim  *cost of a step' "$work/out"
verdict 'what is not claimed is printed on request' 'holonomy certify shake double-spherical-pendulum --verbose'
does certify mk4 gyrostat --json
# A slope of 11 that moves by 4 from step to step is no evidence of order 8.
holonomy certify jet-dop853 quadrangle
[ "$status" = 0 ] && grep -q '^not visible  *position  *8  *slope far above the claim' "$work/out"
verdict 'a slope far above the claim is not called evidence' 'holonomy certify jet-dop853 quadrangle'

# Every method on every problem: runs, or says which trait the system lacks; and once more with
# another number of threads, on the first problem that it steps or on all.  Where time counts a
# method meets every fifth problem in C, the first by its place in the list, and mk4 alone the models
# of problems/, of which test_shelf runs each method.
models=${srcdir:-.}/problems
repeated=' '
place=0
while read -r problem _; do
    [ -f "$models/$problem.yaml" ] || place=$((place + 1))
    its=0
    while read -r method _; do
        its=$((its + 1))
        [ -n "${HOL_LONG:-}" ] || [ "$method" = mk4 ] ||
            { [ ! -f "$models/$problem.yaml" ] && [ $(((place + its) % 5)) -eq 0 ]; } || continue
        how='--step 0.01 --until 0.05 --repeats 0 --no-derive --json'
        [ ! -f "$models/$problem.yaml" ] || how='--steps 5 --repeats 0 --no-derive --json'
        # shellcheck disable=SC2086
        holonomy run "$problem" "$method" $how
        case $status in
        0) [ -s "$work/out" ] && [ ! -s "$work/err" ] ;;
        64) grep -q 'not applicable: needs\|unsupported' "$work/err" && [ ! -s "$work/out" ] ;;
        *) false ;;
        esac
        verdict 'runs or says what it needs' "holonomy run $problem $method"
        [ $status -eq 0 ] || continue
        [ -n "${HOL_LONG:-}" ] || ! like "$repeated" "* $method *" || continue
        repeated="$repeated$method "
        grep -v cpu_seconds "$work/out" >"$work/once"
        # shellcheck disable=SC2086
        OPENBLAS_NUM_THREADS=2 holonomy run "$problem" "$method" $how
        grep -v cpu_seconds "$work/out" | cmp -s - "$work/once"
        verdict 'the same bits twice' "holonomy run $problem $method"
    done <"$work/methods"
done <"$work/problems"

# ---- wrong words ----

refuses 64 'which command?*'
refuses 64 "unknown command 'rnu': did you mean 'run'?" rnu
refuses 64 "unknown command 'xyzzy': there are list, explain, *, help" xyzzy
refuses 64 "unknown option '--hlp': did you mean '--help'?" --hlp
refuses 64 'list what?*' list
refuses 64 'new what?*' new method
refuses 64 "cannot make a new 'metod': did you mean 'method'?" new metod mine
refuses 64 "'a b' cannot name a method: *" new method 'a b'
refuses 64 "'all' cannot name a problem: *" new problem all
refuses 64 "the name of the method 'shake' is taken: a method of holonomy's own" new method shake
refuses 65 '*/tests: File exists' new method tests --in "${srcdir:-.}"
refuses 65 '*/none/mine: No such file or directory' new method mine --in "$work/none"
refuses 3 'plug-in *none.so: No such file or directory' list methods --plugin "$work/none.so"
refuses 64 "cannot list 'methds': did you mean 'methods'?" list methds
refuses 64 "one argument too many: 'x'" list methods x
refuses 64 "unknown option '--jsno': did you mean '--json'?" list methods --jsno
refuses 64 'explain what?*' explain
refuses 64 'certify which method?*' certify
refuses 64 "unknown method 'shaek': did you mean 'shake'?" certify shaek
refuses 64 "unknown problem 'rgid-body': did you mean 'rigid-body'?" certify shake rgid-body
refuses 64 "unknown formulation 'eulr': did you mean 'euler'?" certify shake --formulation eulr
refuses 64 "no method, problem, formulation, joint, force, body or paper is named 'shaek': did you mean 'shake'?" explain shaek
refuses 64 "explain what? holonomy explain NAME of a method, problem, formulation, joint, force, body or paper" explain
refuses 64 "no problem or method is named 'rgid-body': did you mean 'rigid-body'?" bench rgid-body
refuses 64 "info takes no argument: 'x'" info x
refuses 64 'run needs a problem and a method*' run
refuses 64 'run needs a problem and a method*' run rigid-body
refuses 64 "one argument too many: 'x'" run rigid-body mk4 x
refuses 64 "unknown problem 'rigd-body': did you mean 'rigid-body'?" run rigd-body mk4
refuses 64 "unknown problem 'xyzzy': \`holonomy list problems\` shows all" run xyzzy mk4
for method in arkode ida; do
    if holonomy list methods && grep -q "^$method " "$work/out"; then
        does run pendulum $method --rtol 1e-6 --atol 1e-6 --until 0.1
        verdict "the build has SUNDIALS: $method takes tolerances" "holonomy run pendulum $method --rtol 1e-6"
    else
        refuses 64 "method '$method' is not in this build: *apt-get install libsundials-dev*" explain $method
        refuses 64 "method '$method' is not in this build: *apt-get install libsundials-dev*" run pendulum $method
    fi
done
refuses 64 "unknown method 'mk44': did you mean 'mk4'?" run rigid-body mk44
refuses 64 "unknown problem 'mk4': it is a method" run mk4 rigid-body
refuses 64 "unknown method 'top': it is a problem" certify top
refuses 64 "shake: option 'velocity' takes *: did you mean 'legendre'?" certify shake -o velocity=legndre
refuses 64 'shake on knife-edge in natural: not applicable: needs holonomic constraints only' plot knife-edge shake
refuses 1 'shake on pendulum: diverged: step 1 at t = 0: *' plot pendulum shake --step 3
refuses 1 'rattle: step 1 at t = 0: the iteration on *' plot quadrangle rattle --what error --step 4 --until 20
for what in error lambda position; do
    refuses 64 'shake on knife-edge in natural: not applicable: needs holonomic constraints only' plot knife-edge shake --what $what
done
refuses 64 "--row: pendulum has no row 'bal.x': did you mean 'ball.x'?" plot pendulum mk4 --what lambda --row bal.x
refuses 64 "--row: pendulum has no row 'nosuch': there are ball.x, ball.y, ball.z" \
    plot pendulum mk4 --what lambda --row nosuch
refuses 64 "--row: ladder has no row 'nosuch': there are tail1.x, tail1.y, * and 12 more" \
    plot ladder shake --what lambda --row nosuch --until 0.1
refuses 64 "--body is whose position*" plot rigid-body mk4 --body body
refuses 64 "--row is whose lambda; --what position has none: give --what lambda" \
    plot pendulum mk4 --what position --row x
cat >"$work/soft.yaml" <<'END'
model: soft
bodies: [{name: b, shape: point, m: 1, r: [1, 0, -1], v: [0, 3, 0]}]
joints: [{name: rod, type: distance, bodies: [ground, b], points: [[0, 0, 1], [0, 0, 0]], length: 2.23606797749979, compliance: 1e-3}]
forces: [{type: force, body: b, F: [0, 0, "-9.81 * cos(t)"]}]
END
refuses 64 "soft by * has no energy to draw in *: softened joints are springs and dampers that are no part of it; there are phi, gv, *" \
    plot "$work/soft.yaml" spook
refuses 64 'rigid-body by mk4 has no lambda to draw in lie: it has no joint rows here; *' plot rigid-body mk4 --what lambda
refuses 64 "the reaction of the row 'R5.tilt_a' is not known in lie, where rows are left out" \
    plot bricard mk4 --what lambda --row R5.tilt_a --until 0.1 --no-derive
holonomy plot gyrostat mk4 taylor --formulation joint --what lambda --no-derive --until 0.2 --output "$work/lambda.svg"
[ "$status" -eq 0 ] && grep -q 'gyrostat, bearing.tilt_b' "$work/lambda.svg"
verdict 'joints of a tree have reactions to draw'
refuses 64 "--output: 'a.jpg' is the name of no figure: it ends with .svg, .pdf or .png" \
    plot pendulum mk4 --output a.jpg
refuses 64 "none of the methods has an option 'velocity'" plot pendulum mk4 -o velocity=central
refuses 64 "plot needs a problem and methods: *" plot pendulum
refuses 64 "--output: 'a.svg' is the name of no page: with --motion it ends with .html" \
    plot --motion pendulum --output a.svg
refuses 64 "--output: 'a.html' is the name of no figure: *; a page is made by --motion" \
    plot pendulum mk4 --output a.html
holonomy run crank taylor --until 0.2 --show reactions
grep -q '^revolute10.tilt_b  *-162.3676[0-9]*  *-$' "$work/out" && grep -q '^spherical12.z  *-623.759[0-9]*  *-623.759' "$work/out"
verdict 'joints of the tree have reactions, too'
holonomy run crank taylor --until 0.2 --json
[ "$(sed -n '/"rows"/,/]/s/^ *"\(.*\)",*$/\1/p' "$work/out" | wc -l)" -eq 17 ] &&
    grep -q '"multipliers": \[.*, -162.3676[0-9]*\]' "$work/out"
verdict 'multipliers have the names of their rows'
refuses 64 '--rtol: none of the methods has an error estimate: they take a step, not tolerances' plot rigid-body mk4 --rtol 1e-6
refuses 64 '--rtol: none of the methods has an error estimate*' compare shake rattle pendulum --rtol 1e-8
refuses 64 'rigid-body by mk4 has no nodal to draw in lie: variational methods have it*' plot rigid-body mk4 --what nodal --until 0.1
refuses 64 "--what is what a figure shows: --motion shows the mechanism" plot --motion pendulum --what phi
refuses 64 'shake on knife-edge: *needs holonomic constraints only' plot --motion knife-edge shake
holonomy plot --motion watt shake knife rattlie --quiet --output "$work/motion.html"
says 64 "unknown method 'knife'*" 'a method that is none'
# One page, of the methods that step the problem; without one, of the highest order that comes to the end.
holonomy plot --motion knife-edge shake rk4-index1 --until 0.5 --output "$work/motion.html"
[ "$status" = 0 ] && [ "$(grep -c '"method": ' "$work/motion.html")" = 1 ] &&
    grep -q '<p>rk4-index1: [a-z]*, [0-9]* steps to t = 0.5 s, ok</p>' "$work/motion.html"
verdict 'a method that does not step the problem leaves the others their motion' 'holonomy plot --motion knife-edge'
holonomy plot --motion watt --until 0.5 --output "$work/motion.html"
[ "$status" = 0 ] && [ "$(cat "$work/err")" = "$work/motion.html" ] &&
    grep -q '"method": "taylor"' "$work/motion.html" && grep -q '"name": "coupler"' "$work/motion.html" &&
    ! grep -qE '(src|href)="?[a-z]+:|<nav|<table' "$work/motion.html"
verdict 'a motion is one page that needs nothing beside itself' 'holonomy plot --motion watt'
refuses 64 "unknown quantity 'eror': did you mean 'error'?" plot pendulum mk4 --what eror
# With other parameters than a shipped reference's the true motion is derived.
holonomy run pendulum rattle -p l=0.5 --steps 10
grep -q '^derived the true motion of pendulum to 0.1 s, ' "$work/err" &&
    grep -q '^at the end  *[0-9.e-]* m' "$work/out"
verdict 'the motion with a parameter of its own is derived' 'run pendulum rattle -p l=0.5'
# A torque of no size does no work.
does run quadrangle rattle -p tau=0 --steps 10 --json --no-derive
[ "$(values max_error "$work/out" | head -n 1)" != null ]
verdict 'the energy of a linkage without a torque is kept' 'holonomy run quadrangle rattle -p tau=0'
if command -v gnuplot >/dev/null; then
    for form in svg:svg png:PNG pdf:%PDF; do
        figure=$work/figure.${form%:*}
        holonomy plot pendulum shake jet-dp5 --what error --rtol 1e-6 -o velocity=central --until 0.1 --output "$figure"
        [ "$status" = 0 ] && [ "$(cat "$work/err")" = "$figure" ] && head -c 200 "$figure" | grep -aq "${form#*:}"
        verdict 'a figure has the format that its name asks for' "holonomy plot --output figure.${form%:*}"
    done
    # Curves without a range: gnuplot's own words do not come through.
    holonomy plot pendulum mk4 --what position --until 0.1 --output "$work/figure.svg"
    [ "$status" = 0 ] && [ "$(lines "$work/err")" = 1 ]
    verdict 'coordinates that stay zero are drawn without a word' 'holonomy plot --what position'
    [ "$(grep -o '[xyz] *\[m\]' "$work/figure.svg" | tr -d ' \n')" = 'x[m]y[m]z[m]' ]
    verdict 'each panel of a position has the name of its axis' 'holonomy plot --what position'
    holonomy plot chain mk4 --what position --body "rod[2]" --until 0.01 --quiet --output "$work/figure.svg"
    grep -qF '>chain, rod[2]: position [m]<' "$work/figure.svg"
    verdict 'the figure of a position says whose it is' 'holonomy plot --what position --body'
    holonomy plot pendulum mk4 --what lambda --until 0.1 --output "$work/figure.svg"
    [ "$status" = 0 ] && [ "$(lines "$work/err")" = 1 ]
    verdict 'a reaction is drawn' 'holonomy plot --what lambda'
    grep -q '>pendulum, ball.z<' "$work/figure.svg"
    verdict 'the figure of a reaction says whose it is' 'holonomy plot --what lambda'
    GNUPLOT=/bin/false holonomy plot pendulum mk4 --until 0.1 --output "$work/figure.svg"
    says 3 'gnuplot failed on *' 'a gnuplot that fails'
    # Ticks that stick out of the axis of y, long and short ones: of two decades one has a label.
    holonomy plot double-spherical-pendulum rattle taylor --until 1 --output "$work/figure.svg" --quiet
    grep -o 'M[0-9.]*,[0-9.]* L[0-9.]*,[0-9.]*' "$work/figure.svg" | tr -c '0-9.\n' ' ' |
        awk '$2 == $4 && $1 - $3 > 2 && $1 - $3 < 12 { $1 - $3 > 7 ? long++ : short++ }
            END { exit !(long >= 5 && short >= long - 1 && short <= long + 1) }'
    verdict 'an axis of many decades has one small tick between two labels' 'holonomy plot'
    # A run that ends early is drawn as far as it came.
    holonomy plot quadrangle rattle --step 0.25 --until 20 --output "$work/figure.svg" --quiet
    says 0 'rattle on quadrangle: diverged: step 2 at t = 0.25: *' 'plot quadrangle rattle --step 0.25'
    grep -q '</svg>' "$work/figure.svg"
    verdict 'what a run came to is drawn' 'holonomy plot quadrangle rattle --step 0.25'
    for what in error lambda; do
        holonomy plot quadrangle rattle --what $what --step 0.4 --until 20 --output "$work/figure.svg" --quiet
        says 0 'rattle: step 2 at t = 0.4: the iteration on *' "plot quadrangle rattle --what $what --step 0.4"
        grep -q '</svg>' "$work/figure.svg"
        verdict "the $what of what a run came to is drawn" "holonomy plot quadrangle rattle --what $what --step 0.4"
    done
    # The error of a method that takes its own steps, where only the motion at some times is known.
    holonomy plot quadrangle jet-dop853 --what error --rtol 1e-6 --until 0.2 --output "$work/figure.svg"
    [ "$status" -eq 0 ] && [ "$(cat "$work/err")" = "$work/figure.svg" ] && grep -q jet-dop853 "$work/figure.svg"
    verdict 'errors are drawn at the times of the reference, and the file is named' 'holonomy plot --what error'
fi
refuses 64 "shake: option 'newton_tol' takes a number, not 'x'" plot pendulum shake -o newton_tol=x
refuses 64 "shake: option 'newton_tol' takes a number, not 'x'" plot --motion pendulum shake -o newton_tol=x
refuses 64 'shake on pendulum: *it takes a step, not tolerances' plot --motion pendulum shake --rtol 1e-5
refuses 64 "--body: pendulum has no body 'bat': did you mean 'bar'?" \
    plot pendulum mk4 --what position --until 0.1 --body bat
holonomy run rigid-body mk4 --until 0.1 --json
[ "$status" -eq 0 ] && [ "$(sed -n '/"constraints": {/,/}/p' "$work/out" | grep -c null)" -eq 3 ]
verdict 'what has no constraints has no errors of them' 'holonomy run rigid-body mk4 --json'
holonomy compare rattle mk4 quadrangle --step 4 --until 20 --no-derive
[ "$status" -eq 1 ] && grep -q '^quadrangle until t = 20 s$' "$work/out" && grep -q 'at t = 0 s  *at t = [0-9]* s' "$work/out" &&
    grep -q '^position error at the end .* -$' "$work/out"
verdict 'where a run ends early, both ends are said' 'holonomy compare rattle mk4'
refuses 64 'compare rattle and shake on which problem? holonomy compare rattle shake PROBLEM' compare rattle shake
refuses 64 "unknown method 'ratle': did you mean 'rattle'?" compare ratle shake pendulum
refuses 64 "unknown problem 'pendulm': did you mean 'pendulum'?" compare rattle shake pendulm
refuses 64 'shake on knife-edge in natural: not applicable: *' compare mk4 shake knife-edge
does compare rattle jet-dop853 double-spherical-pendulum --until 1 --rtol 1e-9
grep -q '^  *h = 0.01 s  *rtol = 1e-09$' "$work/out" && grep -q '^orientation error .*  round-off$' "$work/out"
verdict 'two methods stand side by side, and round-off is called so' 'holonomy compare rattle jet-dop853'
does compare rattle jet-dop853 double-spherical-pendulum --until 1 --rtol 1e-9 --json
values position "$work/out" >"$work/two"
does run double-spherical-pendulum rattle --until 1 --json
[ "$(lines "$work/two")" = 2 ] && [ "$(head -n 1 "$work/two")" = "$(values position "$work/out" | tail -n 1)" ]
verdict 'each is the run of its own' 'holonomy compare --json'
does compare rattle shake pendulum --step 0.02 --until 0.1
grep -q '^  *h = 0.02 s  *h = 0.02 s$' "$work/out" && grep -q '^position error .* 1$' "$work/out"
verdict 'both have the step asked for, and the positions of one map' 'holonomy compare --step'
holonomy compare rattle mk4 quadrangle --step 1
[ "$status" -eq 1 ] && grep -q '^  *diverged  *singular$' "$work/out" && [ "$(lines "$work/err")" = 2 ] &&
    grep -q '^holonomy: rattle: step 1 at t = 0: ' "$work/err" && grep -q '^holonomy: mk4: step 1 at t = 0: ' "$work/err"
verdict 'of two that end early each has its reason' 'holonomy compare --step 1'
refuses 64 "none of the methods has an option 'x'" compare shake rattle pendulum -o x=1
refuses 64 "pendulum: unknown parameter 'x' (parameters: m, J1, *" compare shake rattle pendulum -p x=1
refuses 64 "unknown formulation 'nat': *" compare shake rattle pendulum --formulation nat
refuses 64 "unknown formulation 'nat': *" judge "$work/x.csv" pendulum --formulation nat
refuses 64 '--tolerance and --ulps are of runs and stores: two methods differ' compare shake rattle pendulum --tolerance 1e-9
refuses 64 '--step, *, -p, -o and --no-derive are of two methods on a problem: *' compare a.sqlite b.sqlite --step 0.1
refuses 64 "unknown problem 'quadrngle': did you mean 'quadrangle'?*" compare shake rattle quadrngle
refuses 64 'four-particles has no shipped reference' reference --shipped four-particles
refuses 64 '--shipped takes a problem alone: *' reference --shipped pendulum --until 3
refuses 64 "'x.sqlite' is neither a file nor the beginning of a key" compare x.sqlite 3f2a
refuses 65 "$work/none: No such file or directory: \`holonomy sweep PLAN.yaml --store $work/none\` *" \
    export --store "$work/none"
printf 'runs:\n  - {problem: pendulum, methods: [shake, jet-dp5], until: 0.05, repeats: 0}\n' >"$work/two.yaml"
ends 0 sweep "$work/two.yaml" --store "$work/two.sqlite" --quiet
does export --store "$work/two.sqlite" --plan "$work/two.yaml" --view matrix --format csv
cp "$work/out" "$work/matrix.csv"
ends 0 export --store "$work/two.sqlite" --plan "$work/two.yaml" --view matrix --format csv --output "$work/own.csv"
[ ! -s "$work/out" ] && cmp -s "$work/own.csv" "$work/matrix.csv"
verdict 'a file has what would be printed' 'holonomy export --output'
sed 's/0[.]05/0.06/' "$work/two.yaml" >"$work/three.yaml"
holonomy export --store "$work/two.sqlite" --plan "$work/three.yaml" --view matrix --format csv
[ "$status" -eq 1 ] && [ "$(lines "$work/out")" -eq 1 ] && grep -q "two.sqlite: lacks 2 runs of the plan: .holonomy sweep $work/three.yaml" "$work/err"
verdict 'a table that lacks runs of the plan says so' 'holonomy export --plan'
# What is read is not written over, by whatever name.
cp "$work/two.sqlite" "$work/kept.sqlite" && cp "${srcdir:-.}/problems/four-bar.yaml" "$work/kept.yaml"
(cd "$work" && ln -s kept.yaml other.yaml)
kept() { # FILE ARGUMENT...
    file=$1
    cp "$file" "$work/before"
    shift
    refuses 65 "--output *: the command reads it: name another file" "$@"
    cmp -s "$file" "$work/before"
    verdict 'the file is as it was' "holonomy $*"
}
kept "$work/two.sqlite" export --store "$work/two.sqlite" --output "$work/two.sqlite"
kept "$work/two.yaml" export --store "$work/two.sqlite" --plan "$work/two.yaml" --output "$work/two.yaml"
kept "$work/kept.yaml" run "$work/kept.yaml" mk4 --until 0.1 --no-derive --output "$work/other.yaml"
kept "$work/kept.yaml" convert "$work/other.yaml" --to mjcf --output "$work/kept.yaml"
kept "$work/kept.yaml" linearise "$work/kept.yaml" --equilibrium --output "$work/kept.yaml"
kept "$work/kept.yaml" reference "$work/kept.yaml" --until 0.1 --output "$work/kept.yaml" --quiet
for command in 'sweep two.yaml --store=' 'export --output=' 'merge two.sqlite --output=' 'run pendulum mk4 --state='; do
    refuses 64 "--*: '' is no name of a file" $command
done
refuses 64 '--plan picks runs, and builds has none' export --store "$work/two.sqlite" --plan "$work/two.yaml" --view builds
refuses 65 "--output $work/none/own.csv: No such file or directory" \
    export --store "$work/two.sqlite" --output "$work/none/own.csv"

run() { # CODE PATTERN ARGUMENT...: refused by `run rigid-body`
    code=$1
    pattern=$2
    shift 2
    refuses "$code" "$pattern" run rigid-body "$@"
}

run 64 "unknown option '--stpe': did you mean '--step'?" mk4 --stpe 0.1
run 64 "unknown option '-x': see holonomy run --help" mk4 -x
run 64 "unknown option '-x': see holonomy run --help" mk4 --json -xy
run 64 "unknown option '-x': see holonomy run --help" mk4 --step 1 -xy
run 64 "unknown option '--st': did you mean '--step'?" mk4 --st 1
run 64 "option '-o' needs a value: NAME=VALUE" mk4 -o
run 64 "option '--help=1' takes no value" mk4 --help=1
run 64 "option '--step' needs a value: H" mk4 --step
run 64 "option '--json=1' takes no value" mk4 --json=1
run 64 "unknown formulation 'natrual': did you mean 'natural'?" mk4 --formulation natrual
run 64 'dvp on rigid-body in lie: not applicable: needs coordinates that add (q + v)' \
    dvp --formulation lie
run 64 "shake: unknown option 'velocty': did you mean 'velocity'? (options: *)" \
    shake -o velocty=central
run 64 "shake: option 'velocity' takes *, not 'legender': did you mean 'legendre'?" \
    shake -o velocity=legender
run 64 "shake: option 'velocity' needs a value: velocity=*" shake -o velocity
run 64 "rk4-index1: unknown option 'velocity': there are no options" rk4-index1 -o velocity=central
run 64 "rigid-body: unknown parameter 'omgea2': did you mean 'omega2'? (parameters: *)" mk4 -p omgea2=1

for parameter in tau epsilon gamma; do
    run 64 "spook: option '$parameter' = -1 is out of range ?0, 1000000?: *" spook -o $parameter=-1
done
refuses 64 "ladder: parameter 'N' = 0 is out of range ?1, 1000000?: *" run ladder spook -p N=0

# ---- wrong numbers ----

for text in 0.1x abc '' nan inf 0x10 ' 1' 1,5; do
    for option in --step --until; do
        run 64 "$option: '$text' is not a number" mk4 $option "$text"
    done
    run 64 "--rtol: '$text' is not a number" jet-dp5 --rtol "$text"
    run 64 "--atol: '$text' is not a number" jet-dp5 --atol "$text"
done
for option in --step --until --rtol; do
    run 64 "$option: '1e400' is too large" jet-dp5 $option 1e400
done
for h in 0 -0.1 1e-400; do
    for option in --step --until --rtol --atol; do
        run 64 "$option: '$h' is not a number above 0" jet-dp5 $option $h
    done
done
run 64 "--rtol: '2' is out of range ?1e-15, 1?" jet-dp5 --rtol 2
for n in 1 -3 2.5 many 99999999999999999999; do
    run 64 "--samples: '$n' is not an integer from 2 to 10000000" mk4 --samples $n
done
run 64 "--repeats: '-1' is not an integer from 0 to 10000000" mk4 --repeats -1
run 64 'mk4 has no error estimate: it takes a step, not tolerances' mk4 --rtol 1e-6
for text in 0.1x nan 0x10; do
    run 64 "rigid-body: parameter 'J1' takes a number, not '$text'" mk4 -p "J1=$text"
    run 64 "shake: option 'newton_tol' takes a number, not '$text'" shake -o "newton_tol=$text"
done
for x in -1 1e400; do
    run 64 "rigid-body: parameter 'J1' = $x is out of range [[]*]: * [[]kg m^2]*" mk4 -p J1=$x
    run 64 "shake: option 'newton_tol' = $x is out of range [[]*]: *" shake -o newton_tol=$x
done
run 64 "rigid-body: body 'body': moments (1, 1, 5) kg m^2 belong to no solid*" mk4 -p J2=1 -p J3=5

# ---- files that are wrong ----

# state PATTERN TEXT: a start with this text is refused, the message begins with the file.
state() {
    printf '%s\n' "$2" >"$work/state.json"
    run 2 "$work/state.json:$1" mk4 --state "$work/state.json"
}

holonomy run pendulum mk4 --until 0.1 --json >/dev/null
sed 's/"v": \[[^]]*\]/"v": [5, 5, 5]/' "$work/out" >"$work/thrown.json"
sed 's/"r": \[[^]]*\]/"r": [5, 5, 5]/' "$work/out" >"$work/moved.json"
for form in natural joint; do # where there is no row for the joint, too
    refuses 2 "$work/thrown.json: the start violates the constraint ball.*: its rate is *" run pendulum mk4 --formulation $form --until 0.1 --state "$work/thrown.json"
    refuses 2 "$work/moved.json: the start violates the constraint ball.* by *" run pendulum mk4 --formulation $form --until 0.1 --state "$work/moved.json"
done
cat >"$work/bar.yaml" <<'END'
model: bar
bodies:
  - {name: a, shape: rigid, m: 1, J: [0.1, 0.2, 0.2], r: [0.5, 0, 0]}
joints:
  - {name: pin, type: revolute, bodies: [ground, a], points: [[0, 0, 0], [-0.5, 0, 0]],
     axes: [[0, 0, 1], [0, 0, 1]]}
END
echo '{"bodies": [{"name": "a", "r": [0.5, 0, 0], "p": [0, 1, 0, 0], "v": [0, 0.5, 0], "omega": [0, 0, -1]}]}' >"$work/turned.json"
refuses 2 "$work/turned.json: the start of 'a' cannot be had in joint: it would be turned by 3.14 rad" \
    run "$work/bar.yaml" mk4 --formulation joint --until 0.1 --no-derive --state "$work/turned.json"
does run "$work/bar.yaml" mk4 --until 0.1 --no-derive --state "$work/turned.json"
holonomy run skate mk4 --until 0.1 --no-derive --json >/dev/null
sed 's/"v": \[[^]]*\]/"v": [5, 5, 5]/' "$work/out" >"$work/slid.json"
refuses 2 "$work/slid.json: the start violates the nonholonomic constraint edge: A v - w is *" run skate mk4 --until 0.1 --no-derive --state "$work/slid.json"
run 2 "$work/none.json: No such file or directory" mk4 --state "$work/none.json"
run 2 "$work: Is a directory" mk4 --state "$work"
none="there is no 'bodies' with a body in it"
state "1:1: $none" ''
state "1:1: $none" '[1, 2]'
state "1:1: $none" '{"bodies": []}'
state "1:1: $none" '{"bodies": 3}'
state "1:13: a body is a mapping 'key: value', not '7'" '{"bodies": [7]}'
state "1:*: unknown key 'omgea' of a body: did you mean 'omega'?" "{\"bodies\": [{$(echo "$body" | sed s/omega/omgea/)}]}"
state "1:13: the body lacks 'r'" "{\"bodies\": [{$(echo "$body" | sed 's/"r": [^]]*., //')}]}"
state "1:*: duplicate key 'r': it stands in line 1 already" "{\"bodies\": [{$body, \"r\": [0, 0, 0]}]}"
state "2:1: 'bodies' stands twice" "{\"bodies\": [{$body}],
\"bodies\": [{$body}]}"
state "1:*: the body 'body' stands twice" "{\"bodies\": [{$body}, {$body}]}"
state "2:11: rigid-body has no body 'bdoy': did you mean 'body'?" "{\"bodies\":
[{$(echo "$body" | sed s/body/bdoy/)}]}"
state "2:1: not YAML: *" "{\"bodies\": [{$body}]}
x"
state '1:*: not YAML: *' "{\"bodies\": [{$body}]]"
state '2:1: not YAML: *' "{\"bodies\": [{$body}"
state '1:9: more than 8 lists and mappings within each other' '[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]'
# place PATTERN NAME VALUE: a start whose body has this value, in the third line, is refused.
place() {
    state "$1" "{\"bodies\": [{
$(echo "$body" | sed "s/\"$2\": \"body\", //; s/, \"$2\": [^]]*\]//"),
\"$2\": $3}]}"
}
place '3:6: r takes 3 numbers, not 2' r '[0, 0]'
place "3:6: r takes a list of 3 numbers, not '0'" r '0'
place "3:7: r takes numbers, not 'nan'" r '[nan, 0, 0]'
place "3:7: r takes numbers, not 'null'" r '[null, 0, 0]'
place "3:7: r takes numbers, not '0x10'" r '[0x10, 0, 0]'
place "3:7: r takes numbers, not '1' in quotes" r '["1", 0, 0]'
place '3:7: r = 1e400 is out of range *' r '[1e400, 0, 0]'
place '3:6: |p| = 1.41421 is not 1*' p '[1, 1, 0, 0]'
place "3:9: 'name' takes a name of 1 to * characters, not a list" name '[1]'
# every mistake of a start is said at once
printf '%s\n' '{"bodies": [{"name": "body", "r": [0], "p": [0, 0], "v": 1, "omega": [0, 0, 0]}]}' >"$work/state.json"
holonomy run rigid-body mk4 --state "$work/state.json"
[ $status -eq 2 ] && [ "$(grep -c "state.json:1:.* takes " "$work/err")" -eq 3 ]
verdict 'every mistake of a start is said' 'holonomy run --state'
printf '{"bodies": [{%s}]}\n' "$body" | sed 's/body/mass1/' >"$work/state.json"
refuses 2 "$work/state.json: the start lacks the body 'mass2'" \
    run double-spherical-pendulum mk4 --state "$work/state.json"

mkdir "$work/reference"
data=${HOLONOMY_DATA-}
sed '12s/e+00/e+0O/' "${srcdir:-.}/reference/rigid-body.ref" >"$work/reference/rigid-body.ref"
HOLONOMY_DATA=$work
export HOLONOMY_DATA
run 2 "$work/reference/rigid-body.ref:12: not a number" mk4
HOLONOMY_DATA=$work/nowhere
holonomy run rigid-body mk4 --until 0.1
says 0 "no reference: $work/nowhere/reference/rigid-body.ref is not there" 'a missing reference'
[ -s "$work/out" ]
verdict 'a missing reference is a note, the run goes on' 'holonomy run rigid-body mk4'
holonomy run andrews mk4
[ "$status" -eq 64 ] && grep -q "^holonomy: $work/nowhere: No such file or directory" "$work/err"
verdict 'where the folder of data is not there, that is said of the models in it' 'holonomy run andrews mk4'
does run rigid-body mk4 --until 0.1 --quiet
HOLONOMY_DATA=$data
[ -n "$data" ] || unset HOLONOMY_DATA

# ---- files that cannot be written ----

run 65 "--output $work/none/a.csv: No such file or directory" mk4 --output "$work/none/a.csv"
run 65 "--output $work: Is a directory" mk4 --output "$work"
if [ -c /dev/full ]; then
    holonomy run rigid-body mk4 --output /dev/full
    says 65 '--output /dev/full: No space left on device' '--output /dev/full'
    holonomy run rigid-body mk4 --samples 3 --output /dev/full
    says 65 '--output /dev/full: No space left on device' '--samples 3 --output /dev/full'
    for command in 'run rigid-body mk4 --json' 'run rigid-body mk4' 'list methods' info \
        'explain mk4'; do
        # shellcheck disable=SC2086
        "$HOLONOMY" $command >/dev/full 2>"$work/err"
        status=$?
        says 65 'standard output: No space left on device' "$command >/dev/full"
    done
fi

# ---- a run that comes to its end ----

does run rigid-body mk4 --until 1 --json --no-derive
cp "$work/out" "$work/whole.json"
[ "$(values status "$work/out")" = '"ok"' ] && [ "$(values t "$work/out")" = 1 ] &&
    [ "$(values steps "$work/out")" = 100 ]
verdict 'the object says how far the run came' 'holonomy run rigid-body mk4 --until 1 --json'
values orientation "$work/out" | grep -q 'e-0[6-9]'
verdict 'the reference is found' 'holonomy run rigid-body mk4 --until 1 --json'

# What was printed is a start, read by the strict reader; half and half is the whole.
does run rigid-body mk4 --until 0.5 --json
cp "$work/out" "$work/half.json"
does run rigid-body mk4 --until 0.5 --state "$work/half.json" --json
[ "$(values steps "$work/out")" = 50 ] && awk '
    /"(p|omega)": / {
        gsub(/[^-+0-9.e,]/, ""); sub(/^e/, ""); sub(/,$/, "")
        n = split($0, x, ",")
        for (i = 1; i <= n; i++)
            if (FNR == NR) first[FNR, i] = x[i]
            else { d = x[i] - first[FNR, i]; if (d > 1e-12 || d < -1e-12) bad = 1; seen++ }
    }
    END { exit bad || seen != 7 }' "$work/whole.json" "$work/out"
verdict 'a run goes on from the state it printed' 'holonomy run --state'
[ "$(values orientation "$work/out")" = null ]
verdict 'no error is printed against a reference that does not apply' 'holonomy run --state'

does run double-spherical-pendulum shake --until 1 --samples 5 --output "$work/a.csv" --json
sed '/^#/d' "$work/a.csv" >"$work/table"
[ "$(lines "$work/table")" -eq 6 ] && awk -F, '
    NR == 1 { columns = NF; bad = $1 != "t" }
    { if (NF != columns) bad = 1 }
    NR > 1 { if ($1 != (NR - 2) / 4) bad = 1 }
    END { exit bad || columns != 27 }' "$work/table"
verdict 'the table of samples is whole' 'holonomy run --samples 5 --output'
[ "$(grep -c '"from"' "$work/out")" -eq 5 ]
verdict 'the object has the samples' 'holonomy run --samples 5 --json'
does run rigid-body jet-dp5 --rtol 1e-6 --until 1 --output "$work/a.csv" --json
[ "$(grep -vc '^#' "$work/a.csv")" -eq $(($(values steps "$work/out") + 2)) ]
verdict 'without samples every node is written' 'holonomy run --output'
does run rigid-body mk4 --until 0.123 --json
values message "$work/out" | grep -q 'no multiple of h: the last step was cut to 0.003 s'
verdict 'a cut last step is said' 'holonomy run --until 0.123'

# ---- models as problems ----

# A folder of data with models of its own: a file is all that a problem takes.
data=$work/data
mkdir -p "$data/problems" "$data/reference"
sed 's/^model: skate/model: my-skate/' "$models/skate.yaml" >"$data/problems/my-skate.yaml"
cp "$models/door.yaml" "$data/problems"
on_shelf() { HOLONOMY_DATA=$data holonomy "$@"; }
on_shelf list problems
[ "$status" -eq 0 ] && [ "$(sed -n '/^top/,$s/ .*//p' "$work/out" | xargs)" = 'top triple-slider-crank door my-skate' ]
verdict 'a file in problems/ is a problem, after those in C' 'holonomy list problems'
on_shelf run my-skate mk4 --until 0.5 --json --no-derive
numbers_of() { sed -e '/"cpu_seconds"/d' -e '/"problem"/d' "$work/out"; }
numbers_of >"$work/ours"
holonomy run "$models/skate.yaml" mk4 --until 0.5 --json --no-derive
[ "$status" -eq 0 ] && numbers_of | cmp -s "$work/ours"
verdict 'by its name it is what it is by its path' 'holonomy run my-skate mk4'
on_shelf run my-skat mk4
[ "$status" -eq 64 ] && grep -q "unknown problem 'my-skat': did you mean 'my-skate'?" "$work/err"
verdict 'its name is among the near ones' 'holonomy run my-skat mk4'
on_shelf assemble my-skate
[ "$status" -eq 0 ] && grep -q '^bodies:' "$work/out"
verdict 'its start is assembled by name' 'holonomy assemble my-skate'
on_shelf reference door --until 0.5 --output "$data/reference/door.ref"
on_shelf run door mk4 --until 0.5
[ "$status" -eq 0 ] && [ ! -s "$work/err" ] && on_shelf explain door &&
    grep -q '^ *reference: derived from the model by power series, ' "$work/out"
verdict 'the reference of its name is its own' 'holonomy run door'
cp "$models/skate.yaml" "$data/problems/pendulum.yaml"
cp "$models/skate.yaml" "$data/problems/other.yaml"
sed 's/mass/mas/; s/^forces/froces/' "$models/watt.yaml" >"$data/problems/watt.yaml"
on_shelf list problems
[ "$status" -eq 2 ] && grep -q '^my-skate ' "$work/out" && ! grep -q '^\(other\|watt\) ' "$work/out" &&
    [ "$(grep -c '^pendulum ' "$work/out")" -eq 1 ] &&
    grep -q "pendulum.yaml: there is a problem 'pendulum' in C" "$work/err" &&
    grep -q "other.yaml:[0-9]*:[0-9]*: model: the file makes it the problem 'other', which is not the name 'skate'" "$work/err" &&
    grep -q "watt.yaml:[0-9]*:1: unknown key 'froces'.*did you mean 'forces'" "$work/err"
verdict 'a file that cannot be one is named with what is wrong' 'holonomy list problems'
on_shelf run watt mk4
[ "$status" -eq 2 ] && grep -q "watt.yaml:[0-9]*:1: unknown key 'froces'" "$work/err"
verdict 'so it is where it is asked for' 'holonomy run watt'
holonomy run chain mk4 -p n=2.5
[ "$status" -eq 64 ] && grep -q 'problems/chain.yaml:[0-9]*:[0-9]*: repeat takes integers, not 2.5' "$work/err"
verdict 'a value that makes no model is said with its file' 'holonomy run chain -p n=2.5'
mkdir "$work/other" && : >"$work/other/problems" # what is there and cannot be listed
HOLONOMY_DATA=$work/other holonomy list problems
[ "$status" -eq 2 ] && grep -q '^pendulum ' "$work/out" && grep -q "^holonomy: $work/other/problems: ." "$work/err"
verdict 'a folder that cannot be read is no empty one' 'holonomy list problems'
on_shelf explain mk4
[ "$status" -eq 2 ] && grep -q my-skate "$work/out" && ! grep -qw watt "$work/out" &&
    [ "$(grep -c "watt.yaml:[0-9]*:1: unknown key 'froces'" "$work/err")" -eq 1 ]
verdict 'and where a command goes through all problems' 'holonomy explain mk4'
sed '14s/ .*/ 1 2/' "${srcdir:-.}/reference/pendulum.ref" >"$data/reference/pendulum.ref"
on_shelf certify shake pendulum
says 2 "$data/reference/pendulum.ref:14: *" 'certify by a reference with a row that is none'
[ ! -s "$work/out" ]
verdict 'what is wrong is a message, not a result' 'holonomy certify shake pendulum'
rm "$data/reference/pendulum.ref"
on_shelf run pendulum mk4 --until 0.1
[ "$status" -eq 0 ]
verdict 'and takes the name of no problem in C' 'holonomy run pendulum'

# The crank turns by the law of its drive, pi/2 + 2 pi t + sin(3 t)/5; its energy is that of the start
# and the work of the drive.
holonomy run driven-crank mk4 --until 0.2 --no-derive --quiet --columns joints --columns energy --output "$work/columns.csv"
[ "$status" -eq 0 ] && [ "$(head -n 1 "$work/columns.csv")" = \
    't,kinetic [J],potential [J],work [J],balance [J],work_doubt [J],A.angle [rad]' ] &&
    awk -F, 'NR == 2 { start = $5 }
        NR > 1 {
            turned = $7 - (atan2(0, -1) / 2 + 2 * atan2(0, -1) * $1 + sin(3 * $1) / 5)
            if (turned < 0) turned = -turned
            off = $5 - start; if (off < 0) off = -off
            sum = $2 + $3 - $4 - $5; if (sum < 0) sum = -sum
            if (turned > 1e-12 || off > 1e-10 || sum > 1e-12 || !($6 >= 0 && $6 < 1e-6)) bad = 1
        }
        END { exit bad || NR != 202 }' "$work/columns.csv"
verdict 'the angle of a driven joint, and the balance of the energy' 'holonomy run --columns joints'
# By the closed form of a slider-crank with the crank's angle given: slider and its velocity, and the
# torque, which is d/dt (T + V) over the crank's rate with T = I(theta) theta'^2 / 2.
cat >"$work/crank.awk" <<'END'
function differs(a, b) { off = a > b ? a - b : b - a; worst = off > worst ? off : worst }
NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next }
{
    c = 0.2; l = 0.5; g = 9.81; pi = atan2(0, -1) # all masses are 1 kg
    theta = pi / 2 + 2 * pi * $1 + sin(3 * $1) / 5
    rate = 2 * pi + 3 * cos(3 * $1) / 5; acceleration = -9 * sin(3 * $1) / 5
    s = -c / l * sin(theta); k = sqrt(1 - s * s)                      # of the rod's angle
    b = -c * cos(theta) / (l * k); bb = (c * sin(theta) + l * s * b * b) / (l * k)
    # Each as first and second derivative by theta: slider, centre of the rod in x and in y.
    x = -c * sin(theta) - l * s * b; xx = -c * cos(theta) - l * (k * b * b + s * bb)
    r = -c * sin(theta) - l / 2 * s * b; rr = -c * cos(theta) - l / 2 * (k * b * b + s * bb)
    y = c / 2 * cos(theta); yy = -c / 2 * sin(theta)
    inertia = c * c / 3 + r * r + y * y + l * l / 12 * b * b + x * x
    slope = 2 * (r * rr + y * yy + l * l / 12 * b * bb + x * xx)
    differs($at["slider.x"], c * cos(theta) + l * k)
    differs($at["slider.vx"], x * rate)
    differs($at["rod.omega3"], b * rate)
    differs(-$at["A.drive.reaction"], inertia * acceleration + slope / 2 * rate * rate + g * c * cos(theta))
}
END { print worst; exit !(NR > 5 && worst < 1e-12) }
END
for method in taylor tangent-dop853 radau-ggl; do
    holonomy run driven-crank $method --rtol 1e-13 --until 2 --no-derive --quiet --columns poses \
        --columns reactions --output "$work/columns.csv"
    [ "$status" -eq 0 ] && sed '/^#/d' "$work/columns.csv" | awk -F, -f "$work/crank.awk" >"$work/out"
    verdict 'slider, velocities and torque of the driven crank are those of its closed form' "holonomy run driven-crank $method"
done
# A coordinate of the tree is the angle of its joint, of which it counts the turns: 4.9 s are five.
holonomy run driven-crank mk4 --formulation joint --until 4.9 --step 0.01 --no-derive --quiet --columns joints --columns coordinates --output "$work/columns.csv"
[ "$status" -eq 0 ] && awk -F, '
    NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next }
    {
        turn = 2 * atan2(0, -1)
        turns = ($at["A.angle.q [rad]"] - $at["A.angle [rad]"]) / turn
        off = turns - int(turns + 0.5)
        of_law = $at["A.angle.q [rad]"] - (turn / 4 + turn * $1 + sin(3 * $1) / 5)
        rate = $at["A.angle.v [rad/s]"] - (turn + 3 * cos(3 * $1) / 5)
        if (off * off > 1e-20 || of_law * of_law > 1e-6 || rate * rate > 1e-6) bad = 1
    }
    END { exit bad || NR != 492 || int(turns + 0.5) != 5 }' "$work/columns.csv"
verdict 'coordinates have the names of their joints' 'holonomy run --columns coordinates'
holonomy run driven-crank mk4 --until 0.01 --no-derive --quiet --columns constraints --columns reactions --output "$work/columns.tsv"
[ "$status" -eq 0 ] && head -n 1 "$work/columns.tsv" | grep -q "^t	position	inner	velocity	acceleration	A.x.reaction	"
verdict 'a name in .tsv is a file of tabulators' 'holonomy run --columns constraints'
for samples in '' '--samples 6'; do
    for form in csv json; do
        holonomy run driven-crank mk4 --until 0.01 --no-derive --quiet $samples --output "$work/columns.$form"
    done
    # The same rows: an object without its brackets and quotes, a line each.
    sed -n '/"columns"/,/^  ]/p' "$work/columns.json" | sed -n 's/^ *"\([^"]*\)",*$/\1/p' | paste -sd, >"$work/rows"
    sed -n 's/^    \[\(.*\)],*$/\1/p' "$work/columns.json" | sed 's/, /,/g' >>"$work/rows"
    [ "$(lines "$work/rows")" -ge 7 ] && sed '/^#/d' "$work/columns.csv" | cmp -s - "$work/rows" && tail -n 1 "$work/columns.json" | grep -qx '}'
    verdict 'a name in .json is an object of the same numbers' "holonomy run --output columns.json $samples"
done
refuses 64 "unknown --columns 'enrgy': did you mean 'energy'?" run four-bar mk4 --columns enrgy
refuses 64 '--columns energy: it is measured at the nodes, not at --samples' \
    run four-bar mk4 --columns energy --samples 3 --output "$work/columns.csv"
refuses 64 '--columns are those of a file: give --output FILE.csv' run four-bar mk4 --columns energy

# ---- models as files ----

examples=${srcdir:-.}/examples
numbers() {
    sed -e '/"parameters": {}/d' -e '/"parameters"/,/}/d' -e '/"cpu_seconds"/d' "$work/out"
}
for problem in double-spherical-pendulum gyrostat; do
    does run $problem spook --until 1 --json --repeats 0
    numbers >"$work/ours"
    does run "$examples/$problem.yaml" spook --until 1 --json --repeats 0
    [ "$(numbers)" = "$(cat "$work/ours")" ] && grep -q '"position": [0-9]' "$work/out"
    verdict 'the file gives the numbers of the problem, errors included' "run $problem.yaml spook"
done
does explain "$examples/gyrostat.yaml"
cat >"$work/bad.yaml" <<'END'
model: bad
bodies:
  - {name: b, shape: point, m: 1}
joints:
  - {name: rod, type: distance, bodies: [ground, c], points: [[0, 0, 0], [0, 0, 0]], length: 1}
END
for command in run explain plot; do
    method=shake
    [ $command = explain ] && method=
    refuses 2 "*bad.yaml:5:50: unknown body 'c': \`ground\`, or one of the list \`bodies\`" $command "$work/bad.yaml" $method
done
refuses 2 '*none.yaml: No such file or directory' run "$work/none.yaml" shake
does run "$models/chain.yaml" shake -p n=3 -p l=0.5 --until 0.1 --json --repeats 0 --no-derive
values n "$work/out" | grep -qx 3 && grep -q '"name": "rod\[3\]"' "$work/out"
verdict 'a parameter of a file is set by -p' 'run chain.yaml -p n=3'
refuses 64 "chain: parameter 'n' = 0 is out of range \[1, 1000\]: number of rods" \
    run "$models/chain.yaml" shake -p n=0
does explain "$models/four-bar.yaml"
grep -A 1 '^  crank          = 0.2  *0.01 .. 1$' "$work/out" | grep -q '^ *length of the crank \[m\]$'
verdict 'the parameters of a file are explained' 'explain four-bar.yaml'
refuses 64 "gyrostat: *" run "$examples/gyrostat.yaml" mk4 -p m_A=1

# Without the true motion a certificate has no orders, and what a step keeps is measured at the start.
cat >"$work/bob.yaml" <<'END'
model: bob
bodies: [{name: b, shape: point, m: 1, r: [1, 0, -1], v: [0, 3, 0]}]
joints: [{name: rod, type: distance, bodies: [ground, b], points: [[0, 0, 1], [0, 0, 0]], length: 2.23606797749979}]
forces: [{type: gravity, g: [0, 0, -9.81]}]
END
holonomy certify rattle "$work/bob.yaml"
[ "$status" -eq 0 ] && [ "$(lines "$work/err")" -eq 1 ] && grep -q '^derived the true motion of bob to .* digits' "$work/err" &&
    grep -q '^holds  *position  *2  *[12][.][0-9]* +-' "$work/out"
verdict 'the reference of a model is derived, said in a line' 'certify rattle bob.yaml'
does certify rattle "$work/bob.yaml"
does run "$work/bob.yaml" rattle
grep -q '^at the end  *[0-9.]*e-' "$work/out"
verdict 'it is found again by other commands' 'run bob.yaml rattle'
does reference "$work/bob.yaml"
[ -s "$work/bob.ref" ]
verdict 'it is written beside the model' 'reference bob.yaml'
mv "$work/cache" "$work/cache-away"
does certify rattle "$work/bob.yaml"
verdict 'and found there' 'certify rattle bob.yaml'
sed 's/m: 1,/m: 1.25,/' "$work/bob.yaml" >"$work/changed" && mv "$work/changed" "$work/bob.yaml"
holonomy run "$work/bob.yaml" rattle --no-derive
says 0 "$work/bob.ref is of another model than bob as it is now" 'a model that was changed does not take the old one'
TMPDIR=$work HOLONOMY_CACHE=$work/bob.yaml/cache holonomy reference pendulum --until 0.2
says 0 "$work/bob.yaml/cache cannot be written to: $work/holonomy-*/references/pendulum/*.ref is used" 'a cache that cannot be written to'
TMPDIR=$work/bob.yaml HOLONOMY_CACHE=$work/bob.yaml/cache holonomy reference pendulum --until 0.2 --output "$work/p.ref"
says 0 "$work/bob.yaml/cache cannot be written to: the reference is not kept" 'no cache at all'
[ -s "$work/p.ref" ]
verdict 'the reference is written all the same' 'reference pendulum --output'
rm -rf "$work/cache" "$work/bob.ref"

# The longest names, of which those of the rows are longer, stand in a reference; one that cannot be right is none.
cat >"$work/names.yaml" <<'END'
model: names
bodies:
  - {name: a-bob-whose-name-has-31-letters, shape: rigid, m: 1, J: [1, 1, 1], r: [0.6, 0, -0.8]}
joints:
  - {name: a-pivot-of-as-many-as-any-other, type: spherical, bodies: [ground, a-bob-whose-name-has-31-letters], points: [[0, 0, 0], [-0.6, 0, 0.8]]}
forces:
  - {type: gravity, g: [0, 0, -9.81]}
END
named() { # WHAT: after a run
    [ "$status" -eq 0 ] && grep -q '^at the end  *[0-9.e-]* m' "$work/out"
    verdict "$1" 'holonomy run names.yaml shake'
}
holonomy run "$work/names.yaml" shake --until 0.5
named 'names of 31 characters stand in a derived reference'
holonomy run "$work/names.yaml" shake --until 0.5
! grep -q derived "$work/err"
named 'it is read again'
for kept in "$HOLONOMY_CACHE"/references/names/*.ref; do
    head -c 600 "$kept" >"$work/broken.ref" && mv "$work/broken.ref" "$kept"
done
holonomy run "$work/names.yaml" shake --until 0.5 --no-derive
[ "$status" -eq 0 ] && grep -q 'names/.*[.]ref:.*: left aside' "$work/err"
verdict 'a run without it says that it is broken' 'holonomy run --no-derive'
holonomy run "$work/names.yaml" shake --until 0.5
named 'a broken one in the cache is derived anew'
# Whatever shows an error derives the motion as a run does.
sed 's/^model: bob/model: swing/' "$work/bob.yaml" >"$work/swing.yaml"
holonomy compare rattle shake "$work/swing.yaml" --until 0.25
[ "$status" -eq 0 ] && grep -q '^position error at the end' "$work/out" && grep -q '^derived the true motion of swing' "$work/err"
verdict 'compare knows the true motion' 'holonomy compare rattle shake swing.yaml'
holonomy compare rattle shake "$work/swing.yaml" --until 0.5 --no-derive
[ "$status" -eq 0 ] && ! grep -q '^derived' "$work/err"
verdict 'and does not derive it where it shall not' 'holonomy compare --no-derive'
if command -v gnuplot >/dev/null; then
    holonomy plot "$work/swing.yaml" rattle --what error --until 0.5 --output "$work/figure.svg"
    [ "$status" -eq 0 ] && grep -q '^derived the true motion of swing' "$work/err"
    verdict 'so does a figure of errors' 'holonomy plot swing.yaml --what error'
fi
sed 's/^model: bob/model: still/' "$work/bob.yaml" >"$work/still.yaml"
holonomy plot "$work/still.yaml" rattle --what error --until 0.5 --output "$work/figure.svg" --no-derive
[ "$status" -eq 64 ] && grep -q 'still by [a-z0-9-]* has no error to draw in [a-z]*: its true motion is not known' "$work/err"
verdict 'which there is none of without' 'holonomy plot --what error --no-derive'
holonomy certify rattle "$work/bob.yaml" --no-derive
[ "$status" -eq 0 ] && grep -q '^holds *symplectic *yes ' "$work/out" &&
    grep -q '^not visible *position  *2  *the true motion of bob' "$work/out" &&
    grep -q 'rattle: order of position is visible on none of these problems' "$work/err"
verdict 'a model of unknown motion is certified but for its orders' 'certify rattle bob.yaml --no-derive'

# Of commands that take no long: as they stand, in the folder of the sources.
for command in assemble errata explain list; do
    holonomy "$command" --help
    sed -n '1,/^Examples:$/d; s/ >.*//; s/^  holonomy //p' "$work/out" >"$work/examples"
    while read -r example; do
        (cd "${srcdir:-.}" && timeout 60 "$HOLONOMY" $example </dev/null >/dev/null 2>"$work/err")
        verdict 'an example of the help does what it says' "holonomy $example"
    done <"$work/examples"
done

# A start of guesses, assembled: what is printed can be pasted, and `run --state` takes the object.
does assemble "$models/four-bar.yaml"
{ # the printed bodies in place of the file's, with what else they have
    sed -n '1,/^bodies:/p' "$models/four-bar.yaml" | sed '$d'
    awk '/name:/ { print; print "    shape: planar"; print "    m: rho*" $3 "\n    J: 1/12*rho*" $3 "^3"; next } { print }' "$work/out"
    sed -n '/^joints:/,/^start:/p' "$models/four-bar.yaml" | sed '$d'
} >"$work/pasted.yaml"
does run "$models/four-bar.yaml" mk4 --until 1 --json --no-derive
grep -v '"cpu_seconds"\|"initial"\|"max_error"\|"final"' "$work/out" | sed -n '/"bodies"/,/"multipliers"/p' >"$work/assembled"
does run "$work/pasted.yaml" mk4 --until 1 --json --no-derive
grep -v '"cpu_seconds"' "$work/out" | sed -n '/"bodies"/,/"multipliers"/p' | cmp -s - "$work/assembled"
verdict 'the assembled start, pasted into the file, gives the same bits' 'holonomy assemble'
does assemble "$models/four-bar.yaml" --json
grep -q '"closure": [0-9.]*e-1[5-9]\|"closure": 0,' "$work/out" && grep -q '"name": "rocker"' "$work/out"
verdict 'the object has the closure and the bodies' 'holonomy assemble --json'
cp "$work/out" "$work/start.json"
does run "$models/four-bar.yaml" mk4 --until 1 --state "$work/start.json" --json --no-derive
sed -n '/"bodies"/,/"multipliers"/p' "$work/out" | cmp -s - "$work/assembled"
verdict 'run --state takes it' 'holonomy run --state'
does assemble "$work/bob.yaml" --hold b.x --hold b.y
grep -q '^    r: \[1, 0, -1\]$' "$work/out"
verdict 'a start on the joints stays' 'holonomy assemble'
refuses 64 "'pendulum' is no model's file, NAME.yaml*" assemble pendulum
refuses 64 'the start of which model?*' assemble
does assemble "$models/four-bar.yaml" -p angle=0.5
grep -qF '    p: [0.9689124217106447, 0, 0, 0.2474039592545' "$work/out"
verdict 'a model is assembled by the parameters that are set' 'holonomy assemble -p'
refuses 64 "four-bar: unknown parameter 'angel': did you mean 'angle'?*" assemble "$models/four-bar.yaml" -p angel=1
refuses 2 "*the loop of the joints 'A', 'B', 'C', 'D', 'A.angle' does not close*" assemble four-bar -p crank=1
refuses 2 "*bob.yaml:2:1: nothing to hold is called 'c': a body, or BODY.x, .y, .z of its centre, BODY.turn" \
    assemble "$work/bob.yaml" --hold c
sed 's/length: 2.23606797749979/length: 3/' "$work/bob.yaml" >"$work/open.yaml"
refuses 2 "*open.yaml:2:1: the start violates the constraint 'rod': Phi = -0.667 m, 0.67 of the system's length where 1e-09 is allowed; \`start: assemble\` makes it hold" \
    run "$work/open.yaml" shake --no-derive
does assemble "$work/open.yaml"
echo 'start: assemble' >>"$work/open.yaml"
does run "$work/open.yaml" shake --no-derive
sed 's/\[base, 0, 0\]/[3, 0, 0]/' "$models/four-bar.yaml" >"$work/wide.yaml"
refuses 2 "*wide.yaml:*: the loop of the joints 'A', 'B', 'C', 'D', 'A.angle' does not close from this guess: *" \
    run "$work/wide.yaml" shake

# Small motions: about an equilibrium that is found, whose object is a start; about a steady motion.
does linearise pendulum --equilibrium --json --output "$work/hangs.json"
cmp -s "$work/out" "$work/hangs.json"
verdict 'the file has the object' 'linearise --output'
values im "$work/out" | awk '{ near += ($1 - sqrt(38.34 * 9.81 * 0.765 / (3.154 + 38.34 * 0.765 ^ 2))) ^ 2 < 1e-20 } END { exit near != 1 }'
verdict 'the pendulum has the frequency of its angle' 'linearise pendulum --json'
grep -q '"motion": "equilibrium"' "$work/out" && [ "$(grep -c '"kind": "mode"' "$work/out")" -eq 4 ]
verdict 'the object has the motion and the kinds' 'linearise pendulum --json'
does linearise pendulum --state "$work/hangs.json" --show all
grep -q '^pendulum | equilibrium | spectrally stable$' "$work/out" && grep -q '^K \[1/s^2\]$' "$work/out" &&
    grep -q '^bar  *.* -0.765 0 ' "$work/out"
verdict 'the equilibrium is one where it is read' 'linearise --state'
does run pendulum rattlie --state "$work/hangs.json" --steps 10 --quiet
does linearise top -p epsilon=0 -p omega=12.9
grep -q '^top | steady motion | unstable$' "$work/out" && grep -q '^spins by *12.9 rad/s about its axis 3, top$' "$work/out"
verdict 'an unstable motion is a result' 'linearise top'
does linearise "$models/door.yaml" --equilibrium
refuses 1 "pendulum: it is no equilibrium: from rest it accelerates by 11.2 rad/s^2 of 'bar'" linearise pendulum
refuses 1 'kapitza: its constraints depend on time: a driven motion has no equilibrium and is not steady' \
    linearise "$models/kapitza.yaml"
refuses 1 'gyrostat: no equilibrium found near the start: a force of * of the largest is left' \
    linearise gyrostat --equilibrium
refuses 64 'linearise which model? holonomy linearise PROBLEM|MODEL.yaml' linearise
refuses 64 "unknown problem 'pendulu': did you mean 'pendulum'*" linearise pendulu
refuses 64 "unknown problem '$work': it is there, but a model is a file NAME.yaml" linearise "$work"
refuses 64 "cannot show 'matrix': did you mean 'matrices'*" linearise pendulum --show matrix
refuses 64 "pendulum: unknown parameter 'mm'*" linearise pendulum -p mm=1
refuses 2 "$work/hangs.json: top has no body 'bar'*" linearise top --state "$work/hangs.json"
refuses 65 "--output $work: *" linearise pendulum --equilibrium --output "$work"

# Redundant rows: refused with all names once, left out, or their multipliers shared out.
refuses 64 "mk4 on door in lie: not applicable: needs constraints of full rank: rows 'upper.x'*" \
    run "$models/door.yaml" mk4 --redundant refuse --no-derive
does run "$models/door.yaml" mk4 --until 1 --no-derive
tr '\n' ' ' <"$work/out" | grep -q "redundant rows left out: 'lower.*'; multipliers of the others"
verdict 'the run names the rows that are left out' 'holonomy run door.yaml'
does run "$models/door.yaml" mk4 --until 1 --redundant least-norm --no-derive --json
grep -q '"redundant": "least-norm"' "$work/out" && [ "$(sed -n 's/^  "multipliers": \[\(.*\)\],$/\1/p' "$work/out" |
    tr ',' '\n' | grep -c '[0-9]')" = 10 ]
verdict 'of least norm every row has a multiplier' 'holonomy run --redundant least-norm'
refuses 64 "unknown --redundant 'droop': did you mean 'drop'?" run "$models/door.yaml" mk4 --redundant droop
does explain "$models/door.yaml"
[ "$(grep -c "upper.tilt_a'" "$work/out")" -le 2 ]
verdict 'explain names dependent rows once' 'holonomy explain door.yaml'

# A parallelogram that flattens at t = 1.25 s, then in space, where it is redundant.
linkage() { # SHAPE J OMEGA
    cat <<END
model: parallelogram
bodies:
  - {name: a, shape: $1, m: 1, J: $2, r: [0, -0.5, 0], v: [0.62831853071795862, 0, 0],
     p: [0.70710678118654757, 0, 0, -0.70710678118654757], omega: $3}
  - {name: d, shape: $1, m: 1, J: $2, r: [2, -0.5, 0], v: [0.62831853071795862, 0, 0],
     p: [0.70710678118654757, 0, 0, -0.70710678118654757], omega: $3}
  - {name: c, shape: $1, m: 1, J: $2, r: [1, -1, 0], v: [1.2566370614359172, 0, 0]}
joints:
END
    for joint in 'pin1 ground a 0 -0.5' 'pin2 a c 0.5 -1' 'pin3 c d 1 0.5' 'pin4 d ground -0.5 2'; do
        # shellcheck disable=SC2086
        set -- $joint
        echo "  - {name: $1, type: revolute, bodies: [$2, $3], points: [[$4, 0, 0], [$5, 0, 0]],"
        echo '     axes: [[0, 0, 1], [0, 0, 1]]}'
    done
}
linkage planar 0.1 1.2566370614359172 >"$work/plane.yaml"
linkage rigid '[0.1, 0.1, 0.1]' '[0, 0, 1.2566370614359172]' >"$work/space.yaml"
holonomy run "$work/plane.yaml" shake --until 2 --no-derive
says 1 "singular: step 125 at t = 1.24: singular configuration at t = 1.2[45]*: row 'pin4.x' depends on *" \
    'a flattened parallelogram, shake'
for how in 'spook' 'shake --past-singular'; do
    # shellcheck disable=SC2086
    does run "$work/plane.yaml" $how --until 2 --json --no-derive
    values message "$work/out" | grep -q '"passed a singular configuration at t = 1.2[45]'
    verdict 'a passage is said' "$how"
done
refuses 64 "shake on parallelogram in natural: not applicable: needs constraints of full rank: rows 'pin*' depend on 'pin*" \
    run "$work/space.yaml" shake
does run "$work/space.yaml" spook --until 1

# Energies of 1e9 J are round-off of 1e-7 J apart, which no projection brings below 1e-12: the step
# is halved until the run ends, with what is left of each part.
holonomy run pendulum jet-dp5 -p m=1e6 -p g=1000 --rtol 1e-6 --until 1 -o inner=in-turn \
    -o invariant=energy -o newton_norm=paper -o newton_tol=1e-12 -o newton_factor=0 --no-derive
says 1 'rejected: step * at t = *: the iteration on the manifolds (Algorithm 5.5: joints *, their rates *, inner constraints *, their rates *, invariants *) did not converge (residual *)' \
    'a projection that cannot converge'

# With a tolerance --step is the first step: the shortest of this run.
holonomy run rigid-body jet-dp5 --step 1e-5 --rtol 1e-6 --until 1 >"$work/out" 2>"$work/err"
grep -q 'h = 1e-05 \.\.\. 0\.0' "$work/out"
verdict '--step with --rtol is the first step'

# The same constraint twice: spook's compliance solves it, without it the row is named.
cat >"$work/twice.yaml" <<EOF
model: twice
bodies: [{name: a, shape: point, m: 1, r: [1, 0, 0]}]
joints:
  - {name: rod, type: distance, bodies: [ground, a], points: [[0, 0, 0], [0, 0, 0]], length: 1}
  - {name: again, type: distance, bodies: [ground, a], points: [[0, 0, 0], [0, 0, 0]], length: 1}
EOF
does run "$work/twice.yaml" spook --until 1
for iterate in linear newton; do
    holonomy run "$work/twice.yaml" spook -o epsilon=0 -o iterate=$iterate --until 1
    says 1 "singular: start: the constraints or the mass matrix lost rank: row 'again' depends on 'rod'" \
        "spook, epsilon=0, $iterate"
    holonomy run "$work/twice.yaml" spook -o epsilon=0 -o iterate=$iterate -o start=plain --until 1
    says 1 "singular: step 1 at t = 0: the constraints or the mass matrix lost rank: row 'again' depends on 'rod'" \
        "spook, epsilon=0, $iterate, start=plain"
done
does run ladder spook -p N=1 --until 0.5
holonomy run ladder spook -o solve=block -o iterate=newton
says 64 'spook on ladder: unsupported: the method cannot step this system with iterate=newton solve=block' \
    'a solve that does not fit'
does run ladder spook -p compliance=1e-6 -p damping_time=0.02 --until 0.5
refuses 64 "shake on ladder in natural: not applicable: needs hard joints (none softened)" \
    run ladder shake -p compliance=1e-6

# alpha = -2 m g sin(slope) sin(omega t) = -2 * 1.83 * 9.81 * sin(0.43) * sin(1.31)
does run knife-edge rk4-baumgarte --until 1 --json
like "$(values nonholonomic "$work/out")" '[[]-14.4614*'
verdict 'the multiplier of the blade' "$(values nonholonomic "$work/out")"

# ---- a run that does not ----

for quiet in '' --quiet; do
    holonomy run rigid-body mk4 --step 1 --json $quiet
    says 1 'not finite: step * at t = *: a value overflowed or became NaN' "--step 1 $quiet"
    [ "$(values status "$work/out")" = '"not finite"' ] && [ "$(values steps "$work/out")" -ge 1 ] &&
        ! grep -Eq '[:,[] *-?(nan|inf)' "$work/out"
    verdict 'a failed run prints what it computed' "holonomy run rigid-body mk4 --step 1 $quiet"
done
holonomy run rigid-body dvp --step 1 --json
says 1 'diverged: step 1 at t = 0: the iteration on * did not converge (residual *)' \
    'holonomy run rigid-body dvp --step 1'

# A start that fails is shown where the model has it: two points of a stretched spring are one.
cat >"$work/one.yaml" <<'END'
model: one
bodies:
  - {name: a, shape: rigid, m: 1, J: [1, 1, 1], r: [3, 0, 4], v: [0, 2, 0]}
forces:
  - {type: spring, bodies: [ground, a], points: [[3, 0, 4], [0, 0, 0]], length: 1, stiffness: 1}
END
holonomy run "$work/one.yaml" rk4-index1 --formulation natural --no-derive --json
says 1 'not finite: start: a value overflowed or became NaN' 'run one.yaml rk4-index1'
grep -q '"r": \[3, 0, 4\],$' "$work/out" &&
    grep -q '"p": \[1, 0, 0, 0\],$' "$work/out" && [ "$(values position "$work/out" | head -n 1)" = 0 ]
verdict 'a start that fails is shown' "$(cat "$work/out")"

# A step far too long fails as such, not at a configuration beyond its end.
holonomy run quadrangle rattle --step 1 --json
says 1 'diverged: step 1 at t = 0: *' 'holonomy run quadrangle rattle --step 1'
does run quadrangle rattle --steps 10 --json
[ "$(values steps "$work/out")" = 10 ] && [ "$(values t "$work/out")" = 0.025000000000000001 ]
verdict 'so many of the steps of the problem' 'holonomy run --steps 10'
does run quadrangle rattle --steps 10 --until 0.125 --json
[ "$(values steps "$work/out")" = 10 ] && [ "$(values t "$work/out")" = 0.125 ]
verdict 'so many steps up to the end' 'holonomy run --steps 10 --until 0.125'
refuses 64 '--steps beside --step and --until: two of the three are enough' \
    run pendulum mk4 --step 0.1 --until 1 --steps 3
refuses 64 '--steps are fixed steps: not beside --rtol or --atol' run pendulum jet-dp5 --rtol 1e-6 --steps 3
refuses 64 "--steps: '0' is not an integer from 1 to *" run pendulum mk4 --steps 0
refuses 64 "cannot show 'pose': did you mean 'poses'?" run pendulum mk4 --show pose
does run gyrostat rk4-index1 --steps 2 --no-derive --show reactions --formulation joint
grep -q '^bearing.tilt_b  *122.98174  *-$' "$work/out"
verdict 'joints of the tree are not said to be none' 'holonomy run --show reactions'
does run quadrangle rattle --steps 10 --show poses --show reactions
grep -q '^body3 ' "$work/out" && grep -q '^revolute30.tilt_b ' "$work/out"
verdict 'poses and reactions are shown on request' 'holonomy run --show'
"$HOLONOMY" run - shake --until 1 <"${srcdir:-.}/examples/double-spherical-pendulum.yaml" >"$work/out" 2>"$work/err" &&
    grep -q '^double-spherical-pendulum | shake | natural$' "$work/out" && [ ! -s "$work/err" ]
verdict 'a model is read from standard input' 'holonomy run - shake'
echo 'model: [' | "$HOLONOMY" run - shake >"$work/out" 2>"$work/err"
[ $? -eq 2 ] && grep -q '^holonomy: /dev/stdin:1:8: model takes a text, not a list$' "$work/err"
verdict 'its mistakes have their places' 'holonomy run - shake'

# A stream that is closed is no file's.
"$HOLONOMY" run pendulum shake --until 0.1 --samples 3 --output "$work/a.csv" --json >&- 2>"$work/err" </dev/null
status=$?
says 65 'standard output: Bad file descriptor' 'a closed output'
[ "$(grep -vc '^#' "$work/a.csv")" -eq 4 ] && ! grep -q '{' "$work/a.csv"
verdict 'what is printed on a closed output is in no other file' 'holonomy run --output >&-'

# Ctrl-C while the steps are made: what was computed is kept.
rm -f "$work/a.csv"
"$HOLONOMY" run rigid-body jet-dp5 --step 1e-4 --until 200 --output "$work/a.csv" --json --quiet \
    >"$work/out" 2>"$work/err" </dev/null &
child=$!
waited=0
until [ -s "$work/a.csv" ] || [ $waited -ge 300 ]; do
    sleep 0.1
    waited=$((waited + 1))
done
kill -INT $child
wait $child
status=$?
says 130 'interrupted after step * at t = *' 'SIGINT'
[ "$(values status "$work/out")" = '"interrupted"' ] &&
    [ "$(grep -vc '^#' "$work/a.csv")" -eq $(($(values steps "$work/out") + 2)) ]
verdict 'an interrupted run prints and writes what it computed' SIGINT
holonomy run rigid-body jet-dp5 --until 0.1 --state "$work/out"
[ $status -eq 2 ]
verdict 'an empty state file is a bad one' 'holonomy run --state'

sum_up
