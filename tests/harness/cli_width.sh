#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_width.sh: what the commands print fits a terminal of 80 columns, progress and its line after
# Ctrl-C too, and what `run` prints of a mechanism fits 24 lines.

. "${srcdir:-.}/tests/verdict.sh"

cd "$work" || exit 1
srcdir=$(cd "${OLDPWD:-.}" && cd "${srcdir:-.}" && pwd)

fits() { # ARGUMENT...: no line of 80 columns, of an alphabet of one byte a letter
    timeout "$patience" "$HOLONOMY" "$@" >out 2>err </dev/null
    [ $? -le 1 ] && [ -s out ] && awk 'length > 79 { exit 1 }' out
    verdict 'every line is shorter than 80 columns' "holonomy $*"
}

for command in $("$HOLONOMY" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
    fits "$command" --help
done
fits run rigid-body dvp --steps 20 --show all
fits run quadrangle rattle --step 0.01 --steps 20 --show all
fits run quadrangle jet-dop853 --rtol 1e-6 --until 0.5 --repeats 5 --show all
fits run quadrangle rattle --step 1
fits run double-spherical-pendulum composition-rattlie -o newton_tol=1e-11 --steps 3 -p m1=2
fits certify shake double-spherical-pendulum
fits certify rattle knife-edge pendulum
fits bench --sample 1e-3 --table steps --table evaluations --table floors double-spherical-pendulum shake
fits bench --sample 1e-3 --table steps knife-edge shake mk4
fits compare rattle jet-dop853 quadrangle --until 0.5 --rtol 1e-6
fits linearise top -p epsilon=0 --show all
fits linearise double-spherical-pendulum --equilibrium --show all
fits explain rattle
fits explain spook
for problem in $("$HOLONOMY" list problems | cut -d' ' -f1); do fits explain "$problem"; done
fits explain revolute

for arguments in 'quadrangle rattle' 'rigid-body dvp' 'double-spherical-pendulum shake' 'ladder spook'; do
    # shellcheck disable=SC2086
    timeout "$patience" "$HOLONOMY" run $arguments --until 1 >out 2>err
    [ "$(wc -l <out)" -le 23 ]
    verdict 'the result fits a screen' "holonomy run $arguments"
done
for arguments in 'shake double-spherical-pendulum' 'dvp rigid-body' 'dvp pendulum'; do
    # shellcheck disable=SC2086
    timeout "$patience" "$HOLONOMY" certify $arguments >out 2>err
    [ "$(wc -l <out)" -le 23 ] && [ "$(wc -l <out)" -ge 10 ]
    verdict 'a certificate fits a screen' "holonomy certify $arguments"
done

script -qec true typed >/dev/null 2>&1 </dev/null || { sum_up; exit; } # there is no terminal to be had

# on_terminal COLUMNS COMMAND: what a terminal of that width is sent, a line wherever one begins.
on_terminal() {
    script -qfec "stty cols $1 rows 24; $2" typed >/dev/null </dev/null
    tr '\r' '\n' <typed | sed "s/$(printf '\033')\[K//g" | grep -v '^Script ' >lines
}

# interrupted SEEN SAID ARGUMENT...: Ctrl-C as soon as the progress SEEN is shown, a pattern that is not
# its own text, ends it with 130, the sentence SAID and no line of 80 columns.
interrupted() {
    seen=$1 said=$2
    shift 2
    on_terminal 80 "$HOLONOMY $* & child=\$!; tries=0; until grep -q '$seen' typed || [ \$tries -ge 600 ]; do sleep 0.1; tries=\$((tries + 1)); done; kill -INT \$child; wait \$child; echo ended by \$?"
    grep -q "^holonomy: $said" lines && grep -q '^ended by 130' lines &&
        awk '/^(the true|[0-9]* of)/ && length >= 80 { exit 1 }' lines
    verdict 'what takes long says how far it is, and by what it was interrupted' "holonomy $*"
}
interrupted '[t]he true motion of pendulum:' 'pendulum: interrupted at t = .* s; the same command goes on' \
    reference pendulum --until 1e5
interrupted '[t]he true motion of four-bar:' 'interrupted while the true motion of four-bar was derived' \
    run four-bar rattle --step 0.01 --until 1e3
interrupted '[0-9] of [0-9]' 'interrupted before all methods were tried' choose crank --error 1e-10 --seconds 600

cat >plan.yaml <<'END'
runs:
  - {problems: [double-spherical-pendulum], methods: [composition-dvp, mk4], step_factor: [0.01, 0.02], until: 30, repeats: 0}
END
for columns in 80 50; do
    rm -f store.sqlite
    # Ended as soon as it has said how long it would take; typed begins with the command itself.
    run="$HOLONOMY run double-spherical-pendulum mk4 --step 2e-5 --until 30 --repeats 0"
    on_terminal $columns "$run & child=\$!; tries=0; until grep -q '[l]eft' typed || [ \$tries -ge 300 ]; do sleep 0.1; tries=\$((tries + 1)); done; kill -INT \$child; wait \$child"
    grep -q '^\[#* *\] *[0-9]* %  t = [0-9.]* s  [0-9:]*.*left' lines &&
        awk -v most=$columns '/left/ && length >= most { exit 1 }' lines
    verdict "progress fits $columns columns" 'holonomy run'
    # Ctrl-C once, as a terminal sends it to all that runs on it.
    on_terminal $columns "$HOLONOMY sweep plan.yaml --store store.sqlite & child=\$!; sleep 1; kill -INT \$child; wait \$child"
    grep -q 'Ctrl-C again' lines || grep -q 'finishing what' lines
    verdict 'the line after Ctrl-C is shown' 'holonomy sweep'
    awk -v most=$columns '/^(\[|[0-9]+ of )/ && length >= most { exit 1 }' lines
    verdict "progress and the line after Ctrl-C fit $columns columns" 'holonomy sweep'
done

sum_up
