#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# sweep.sh: sweeps and their store from outside: continuing, interrupts, kill -9, a full disk,
# and the commands that read the store.

. "${srcdir:-.}/tests/verdict.sh"
cd "$work" || exit 1
patience=$((2 * patience)) # a sweep is longer than a run

# same STORE: it holds the runs of all.sqlite, bit for bit.
same() {
    holonomy compare all.sqlite "$1" --tolerance 0
    [ "$status" -eq 0 ] && grep -q "^$runs runs in both, 0 only in .*; 0 of the $runs differ" out
    verdict "$2"
    if command -v sqlite3 >/dev/null; then
        [ "$(sqlite3 "$1" 'PRAGMA integrity_check')" = ok ]
        verdict "the database is whole: $1"
    fi
}

cat >plan.yaml <<'END'
title: Long enough to be interrupted
defaults:
  series: 50
  motion: 5
  repeats: 1
runs:
  - problem: rigid-body
    methods: [shake, mk4, dvp]
    step: [0.01, 0.009, 0.008, 0.007, 0.006, 0.005, 0.004, 0.003]
    until: 48
  - problem: double-spherical-pendulum
    method: jet-dp5
    tolerance: [1e-6, 1e-8, 1e-10]
  - problem: rigid-body
    method: shake
    step: 5
    until: 100
END
cp plan.yaml plan.copy
runs=28

# ---- Runs, and runs again ----
ends 0 sweep plan.yaml -j 2 --store all.sqlite
grep -q "^$runs runs: 0 were in all.sqlite, $runs made: 27 ok, 1 not ok" err && [ ! -s out ]
verdict 'a sweep says what it did'
ends 0 sweep plan.yaml -j 2 --store all.sqlite
grep -q "^$runs runs: $runs were in all.sqlite, 0 made" err
verdict 'the same plan again does no work'
ends 0 sweep plan.yaml --store one.sqlite --quiet
[ ! -s out ] && [ ! -s err ]
verdict '--quiet prints nothing'
same one.sqlite 'one worker and two give the same numbers'

# ---- Interrupts ----
# started LINES STORE: a sweep in the background, $pid, that has told of so many runs.
started() {
    : >err
    "$HOLONOMY" sweep plan.yaml -j 2 --store "$2" >out 2>err </dev/null &
    pid=$!
    tries=0
    while [ "$(wc -l <err)" -lt "$1" ] && [ "$tries" -lt 500 ]; do
        sleep 0.01
        tries=$((tries + 1))
    done
}

for signal in TERM HUP INT; do # of a job's end, of a closed terminal, of Ctrl-C
    started 2 once.sqlite
    kill -$signal "$pid"
    wait "$pid"
    status=$?
    [ "$status" -eq 130 ] && grep -q '^holonomy sweep plan.yaml -j 2 --store once.sqlite$' err
    verdict "a sweep that gets SIG$signal ends with 130 and says how to go on"
    ! grep -q 'crashed' err
    verdict "no worker is lost to SIG$signal"
    [ "$signal" = INT ] || rm once.sqlite
done
again=$(sed -n 's/^holonomy sweep /sweep /p' err)
# shellcheck disable=SC2086
ends 0 $again
grep -Eq "^$runs runs: ([2-9]|1[0-9]) were in once.sqlite" err
verdict 'what was finished before the interrupt is kept'
same once.sqlite 'an interrupted sweep that went on has the same numbers'

started 2 twice.sqlite
kill -INT "$pid"
sleep 0.01
kill -INT "$pid" 2>/dev/null
wait "$pid"
status=$?
[ "$status" -eq 130 ]
verdict 'two interrupts end a sweep with 130'
ends 0 sweep plan.yaml --store twice.sqlite
same twice.sqlite 'a sweep that was stopped at once and went on has the same numbers'

# ---- kill -9 ----
killed=0
for lines in 0 1 3 2 4 1; do
    started $lines killed.sqlite
    sleep 0.0$((lines + 1))
    workers=$(cat "/proc/$pid/task/$pid/children" 2>/dev/null)
    kill -9 "$pid" 2>/dev/null
    wait "$pid" 2>/dev/null
    [ $? -ne 137 ] || killed=$((killed + 1)) # it had not come to its end
    sleep 0.05
    left=0
    for worker in $workers; do
        case $(sed -n 's/^State:[[:space:]]*//p' "/proc/$worker/status" 2>/dev/null) in
        '' | Z*) ;;
        *) left=$((left + 1)) ;;
        esac
    done
    [ "$left" -eq 0 ]
    verdict 'no worker outlives the program'
done
ends 0 sweep plan.yaml -j 2 --store killed.sqlite
[ "$killed" -gt 0 ] && grep -Eq "^$runs runs: [1-9][0-9]* were in killed.sqlite" err
verdict 'what was finished before each kill is kept'
same killed.sqlite 'a sweep killed again and again has the same numbers in the end'

# ---- A full disk ----
# The limit of a file's size is in blocks of 512 bytes, or of 1024 in some shells.
(ulimit -f 130 && timeout "$patience" "$HOLONOMY" sweep plan.yaml --store full.sqlite >out 2>err </dev/null)
status=$?
[ "$status" -eq 65 ] && grep -q '^holonomy: full.sqlite: ' err
verdict 'a disk that is full ends a sweep with 65'
if command -v sqlite3 >/dev/null; then
    [ "$(sqlite3 full.sqlite 'PRAGMA integrity_check')" = ok ]
    verdict 'a store on a full disk is whole'
fi
ends 0 sweep plan.yaml -j 2 --store full.sqlite
grep -Eq "^$runs runs: [1-9][0-9]* were in full.sqlite, [1-9]" err
verdict 'what was finished before the disk was full is kept'
same full.sqlite 'a sweep goes on when there is room again'

# ---- Files that are none ----
ends 64 sweep
ends 64 sweep plan.yaml -j 0
ends 64 sweep plan.yaml plan.yaml
ends 2 sweep nowhere.yaml
ends 65 sweep plan.yaml --store nowhere/results.sqlite
ends 65 sweep plan.yaml --store .
ends 65 sweep plan.yaml --store plan.yaml
cmp -s plan.yaml plan.copy
verdict 'a file that is no store is left alone'
ends 65 export --store nowhere.sqlite
[ ! -e nowhere.sqlite ]
verdict 'reading makes no file'

# ---- Reading ----
for view in matrix latest work_precision orders silent measures fastest means runs momenta counters series motions builds; do
    for format in csv json latex markdown; do
        ends 0 export --store all.sqlite --view $view --format $format
        [ -s out ] && [ ! -s err ]
        verdict "$view as $format is data and no message"
    done
done
# Those of `latest` that say ok under a tolerance and are off by more than 100 times that.
"$HOLONOMY" export --store all.sqlite --view work_precision >all.csv
"$HOLONOMY" export --store all.sqlite --view silent >silent.csv
awk -F, '
    NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next }
    $at["adaptive"] == 1 && $at["error_position"] > 100 * $at["rtol"] { print $at["key"] }
' all.csv | sort >wrong
awk -F, 'NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next } { print $NF }' silent.csv | sort >told
[ -s wrong ] && cmp -s wrong told
verdict 'the runs that are wrong in silence are those off by more than 100 times the tolerance'
# The CPU time to an error, off the same points by hand: of those up to the most accurate one the last
# above it and the next; then its ratio to that of rk8pd and the geometric means of the ratios.
cat >order8.yaml <<'END'
defaults: {until: 1, tolerance: [1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10], repeats: 1}
runs:
  - {problems: [double-spherical-pendulum, pendulum], methods: taylor, formulations: [natural]}
  - {problems: [double-spherical-pendulum, pendulum], methods: rk8pd, formulations: [natural, joint]}
END
ends 0 sweep order8.yaml --store order8.sqlite
"$HOLONOMY" export --store order8.sqlite --view work_precision | sed 1d | sort -t, -k1,3 -k8,8gr | awk -F, '
    { who = $1 " " $2 " " $3; k = n[who]++; cpu[who, k] = $11; error[who, k] = $14 }
    k == 0 || $14 < error[who, best[who]] { best[who] = k }
    function time_to(who, g,    k, above) {
        for (k = 0; k <= best[who]; k++) if (error[who, k] > g) above = k + 1
        if (!above) return cpu[who, 0]
        if (above > best[who]) return 0
        k = log(g / error[who, above - 1]) / log(error[who, above] / error[who, above - 1])
        return cpu[who, above - 1] * exp(k * log(cpu[who, above] / cpu[who, above - 1]))
    }
    END {
        split("double-spherical-pendulum pendulum", problem, " ")
        split("taylor_natural rk8pd_natural rk8pd_joint", lane, " ")
        for (g = 1e-3; g > 1e-10; g *= 1e-3) for (p = 1; p <= 2; p++) for (l = 1; l <= 3; l++) {
            split(lane[l], word, "_"); t = time_to(problem[p] " " word[1] " " word[2], g)
            over = t / time_to(problem[p] " rk8pd natural", g)
            printf "%s %s %s %.0e %.6e %.6e\n", problem[p], word[1], word[2], g, t, over
            sum[l, p] = log(over)
            if (p == 2) printf "geometric mean %s %s %.0e %.6e\n", word[1], word[2], g, exp((sum[l, 1] + sum[l, 2]) / 2)
        }
    }' | sort >foretold
{
    "$HOLONOMY" export --store order8.sqlite --view fastest | awk -F, '
        $6 == 1e-3 || $6 == 1e-6 || $6 == 1e-9 { printf "%s %s %s %.0e %.6e %.6e\n", $1, $2, $3, $6, $7, $11 }'
    "$HOLONOMY" export --store order8.sqlite --view means | sed -e 's/"{[^}]*}"//' | awk -F, '
        $5 == 2 && ($1 == 1e-3 || $1 == 1e-6 || $1 == 1e-9) { printf "geometric mean %s %s %.0e %.6e\n", $2, $3, $1, $8 }'
} | sort >told
[ "$(wc -l <told)" -eq 27 ] && cmp -s foretold told
verdict 'the CPU time to an error, over that of rk8pd, and the means over the problems'
# Beside the limits of others: of the energy over the published span, and only there.
cat >limits.yaml <<'END'
runs:
  - {problem: four-bar-chain, methods: [rattle, spook], step: 0.01, past_singular: yes}
  - {problem: four-bar-chain, methods: [rattle], step: 0.01, until: 9, past_singular: yes}
  - {problem: four-bar-chain, methods: [rattle], step: 0.01, parameters: {N: 3}, past_singular: yes}
  - {problem: four-bar-chain, methods: [rattle], step: 0.02, parameters: {N: 40}, until: 20, past_singular: yes}
  - {problem: knife-edge, methods: [lda, shake], until: 1}
END
ends 0 sweep limits.yaml --store limits.sqlite --no-derive
"$HOLONOMY" export --store limits.sqlite --view measures >limits.csv
tr -d '"' <limits.csv | sed 's/{[^}]*}//' | awk -F, '
    NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next }
    { print $1, $at["until"], $at["method"], $at["measure"], $at["most"], $at["verdict"] }' |
    sed 's/  *$//; s/0.10*1 /0.1 /; s/0.0010*[0-9]* /0.001 /; s/0.10*1$/0.1/; s/0.0010*[0-9]*$/0.001/' >told
sort >foretold <<'END'
four-bar-chain 10 rattle energy 0.1 pass
four-bar-chain 10 spook energy 0.1 fail
four-bar-chain 9 rattle
four-bar-chain 10 rattle
four-bar-chain 20 rattle relative 0.1
four-bar-chain 20 rattle relative 0.001
knife-edge 1 lda
knife-edge 1 shake
END
sort told | cmp -s - foretold
verdict 'a run passes or fails by the published limits of its problem, parameters and span'
measured=$(sed -n 's/^knife-edge,.*,lda,.*,ok,\([-0-9.e]*\),\([-0-9.e]*\),\([-0-9.e]*\),.*/\1 \2 \3/p' limits.csv)
shown=$("$HOLONOMY" run knife-edge lda --until 1 --json | sed -n 's/^ *"\(scd\|mescd\|relative\)": \([-0-9.e]*\),*$/\2/p' | tail -n 3 | tr '\n' ' ')
[ -n "$measured" ] && [ "$measured " = "$shown" ]
verdict 'measures of others in the store are those of the run'
ends 0 export --store all.sqlite --plan plan.yaml
[ "$(wc -l <out)" -eq $((runs + 1)) ]
verdict 'an export of a plan has a row a run'
grep -q '^rigid-body,shake,.*,step,5,diverged,' out
verdict 'a run that failed is a row with its status'
ends 64 export --store all.sqlite --view matrx
ends 64 export --store all.sqlite --format cvs
a=$("$HOLONOMY" export --store all.sqlite --view runs | sed -n 's/^1,\([0-9a-f]*\),.*/\1/p')
b=$("$HOLONOMY" export --store all.sqlite --view runs | sed -n 's/^2,\([0-9a-f]*\),.*/\1/p')
ends 0 compare "$a" "$a" --store all.sqlite
grep -q '^no difference$' out
verdict 'a run does not differ from itself'
ends 0 compare "$a" "$b" --store all.sqlite --json
[ "$(sed -n 's/^ *"column": "\(runs\.steps\)",$/\1/p' out)" ] && grep -q '^  "B": {$' out
verdict 'the differences of two runs as JSON' 'compare --json'
ends 0 compare "$a" "$b" --store all.sqlite
grep -q '^runs\.steps ' out
verdict 'two runs differ in their number of steps'
ends 1 compare "$a" "$b" --store all.sqlite --tolerance 1e-3
ends 64 compare 0123456789 "$b" --store all.sqlite

# ---- The true motion, known afterwards ----
cp "$srcdir/problems/kapitza.yaml" .
cat >later.yaml <<'END'
runs:
  - problem: kapitza.yaml
    method: shake
    step: [0.001, 0.0005]
    until: 0.1
END
ends 0 sweep later.yaml --no-derive --store later.sqlite
"$HOLONOMY" export --store later.sqlite --format json | grep -q '"error_position": null'
verdict 'without the true motion there is no error'
ends 0 sweep later.yaml --no-derive --store later.sqlite
grep -q '^2 runs: 2 were in' err
verdict 'and no run is made for it again'
ends 0 sweep later.yaml --store later.sqlite
grep -q '^2 runs: 0 were in later.sqlite, 2 made: 2 ok' err
verdict 'runs without their error are made again where the motion is known'
"$HOLONOMY" export --store later.sqlite --format json >out
[ "$(grep -c '"error_position": [0-9]' out)" -eq 2 ]
verdict 'the errors are there, once'
ends 0 sweep later.yaml --store later.sqlite
grep -q '^2 runs: 2 were in' err
verdict 'after which they are whole'

# ---- Whose bits they are ----
printf 'runs: [{problem: pendulum, method: tangent-rk4, until: 0.1}]\n' >core.yaml
kernel() { "$HOLONOMY" info --json | sed -n 's/.* core \([^,]*\),.*/\1/p'; }
[ -n "$(kernel)" ]
verdict 'the kernel of BLAS is told'
ends 0 sweep core.yaml --store core.sqlite
if [ "$(kernel)" != "$(OPENBLAS_CORETYPE=Prescott kernel)" ]; then
    OPENBLAS_CORETYPE=Prescott "$HOLONOMY" sweep core.yaml --store core.sqlite >out 2>err </dev/null
    status=$?
    grep -q '^1 runs: 0 were in' err
    verdict 'the runs of another kernel of BLAS are others'
fi
ends 0 sweep core.yaml --store core.sqlite
grep -q '^1 runs: 1 were in' err
verdict 'those of the same kernel are there'
mkdir barred && chmod 555 barred
if [ "$(id -u)" -ne 0 ]; then
    ends 65 sweep core.yaml --store barred/core.sqlite
    grep -q 'barred/core.sqlite: .*Permission denied' err
    verdict 'a folder that may not be written to is said to be one'
fi

# ---- A quick figure ----
GNUPLOT=$work/nowhere "$HOLONOMY" plot rigid-body shake >out 2>err </dev/null
status=$?
[ "$status" -eq 3 ] && grep -q 'apt-get install gnuplot' err
verdict 'without gnuplot, plot ends with 3 and says what to install'
if command -v gnuplot >/dev/null; then
    ends 0 plot rigid-body shake mk4 --until 1
    grep -q '</svg>' rigid-body-energy.svg
    verdict 'plot draws a whole figure'
    ends 0 plot double-spherical-pendulum shake --what position --output motion.svg --until 1
    grep -q '</svg>' motion.svg
    verdict 'plot draws a motion'
fi
ends 64 plot rigid-body
ends 64 plot rigid-body shake --what enrgy

sum_up
