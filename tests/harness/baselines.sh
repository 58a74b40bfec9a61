#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# baselines.sh: the outside engines of baselines/ that this build has: a free body keeps its momentum and
# goes straight on; bodies on joints of every kind go to the true motion with the engine's order; joints
# drift as far as the step lets them; same bits twice; what an engine has no place for is named.

srcdir=$(cd "${srcdir:-.}" && pwd)
builddir=$(cd "${builddir:-.}" && pwd)
. "$srcdir/tests/verdict.sh"
here=${HOL_BASELINES:-$builddir/baselines}
engines=$(for file in "$here"/*.so; do [ ! -f "$file" ] || basename "$file" .so; done)
[ "$engines" ] || { echo 'baselines: this build has no outside engine: configure says what each needs'; exit 77; }
HOLONOMY_PLUGINS=$(for engine in $engines; do echo "$here/$engine.so"; done | paste -sd:)
export HOLONOMY_PLUGINS
cd "$work" || exit 1

# within A B: A <= B, numbers.
within() {
    awk -v a="$1" -v b="$2" 'BEGIN { exit !(a != "" && a <= b) }'
}

# value KEY: the number behind "KEY": in the last run's JSON, the first one.
value() {
    sed -n "s/.*\"$1\": *\[*\(-*[0-9][^],]*\).*/\1/p" out | head -n 1
}

# ---- Every engine is a method ----
ends 0 list methods
for engine in $engines; do
    grep -q "^$engine  *outside .* a baseline\$" out
    verdict "$engine is listed"
done
ends 0 list plugins
[ "$(wc -l <out)" -eq "$(echo "$engines" | wc -w)" ]
verdict 'every plug-in is loaded once'

# ---- A free body ----
cat >free.yaml <<'END'
model: free
bodies:
  - {name: stone, shape: rigid, m: 2.5, J: [0.3, 0.5, 0.7], r: [0.1, -0.2, 0.3], v: [1.5, -0.25, 0.75], omega: [0, 0, 2]}
END
for engine in $engines; do
    ends 0 run free.yaml "$engine" --step 0.01 --until 2 --repeats 0 --json
    tr -d ' \n' <out | sed 's/.*"v":\[\([^]]*\)\].*/\1/' | tr , ' ' |
        awk '{ exit !(($1 - 1.5) ^ 2 + ($2 + 0.25) ^ 2 + ($3 - 0.75) ^ 2 < 1e-28) }' &&
        tr -d ' \n' <out | sed 's/.*"r":\[\([^]]*\)\].*/\1/' | tr , ' ' |
        awk '{ exit !(($1 - 3.1) ^ 2 + ($2 + 0.7) ^ 2 + ($3 - 1.8) ^ 2 < 1e-20) }'
    verdict "$engine: a free body goes straight on"
    within "$(value orientation)" 1e-3
    verdict "$engine: and turns about its axis"
done

# ---- Joints of every kind, points, planar bodies: the true motion, with the order of the engine ----
# part BLOCK KEY: the number of the key in the block of that name.
part() {
    sed -n "/\"$1\": {/,/}/s/.*\"$2\": *\([^,]*\).*/\1/p" out
}
for engine in $engines; do
    ends 0 explain "$engine"
    own=$(sed -n 's/.*steps of its own.*/own/p' out)
    for problem in pendulum crank quadrangle gyrostat top double-spherical-pendulum ladder; do
        case $problem in
        crank | quadrangle) coarse=0.001 fine=0.0005 ;;
        *) coarse=0.004 fine=0.002 ;;
        esac
        coarse="--step $coarse" fine="--step $fine"
        [ -z "$own" ] || coarse='--rtol 1e-4' fine='--rtol 1e-6'
        last=
        for size in "$coarse" "$fine"; do
            holonomy run $problem "$engine" $size --until 0.3 --repeats 0 --json
            grep -q "not applicable: .* has no place for the " err && continue 2
            [ "$status" -eq 0 ]
            verdict "$engine on $problem, $size"
            within "$(part constraints position)" 5e-3
            verdict "$engine on $problem, $size: joints hold to 5 mm" "$(part constraints position)"
            before=$last last=$(part error position)
        done
        if [ "$own" ]; then
            within "$last" 1e-5
            verdict "$engine on $problem keeps to its tolerance" "$last"
        else
            within "$last" 1e-8 || within 1.7 "$(awk "BEGIN { print $before / $last }")"
            verdict "$engine on $problem: half the step, half the error" "$before, $last"
        fi
    done
done

# ---- Claims, and the same bits twice ----
for engine in $engines; do
    ends 0 certify "$engine" pendulum
    grep -q '^holds  *position  *1 ' out || grep -q '^0 claims hold$' out
    verdict "$engine: what it claims holds"
    for time in first second; do
        holonomy run crank "$engine" --until 0.2 --repeats 0 --json
        sed -n '/"bodies"/,/^  \]/p' out >$time
    done
    [ -s first ] && cmp -s first second
    verdict "$engine: same bits twice"
done

# ---- A plan with all ----
{
    printf 'plugins: [%s]\n' "$(echo "$HOLONOMY_PLUGINS" | tr : ,)"
    printf 'defaults: {until: 0.2, repeats: 1}\nruns:\n  - problems: [pendulum, ladder, chain]\n'
    printf '    methods: [rattle, %s]\n' "$(echo $engines | sed 's/ /, /g')"
} >plan.yaml
(unset HOLONOMY_PLUGINS; holonomy sweep plan.yaml --store all.sqlite; exit "$status")
verdict 'a plan runs them all, and those that cannot run a model cost nothing'

# ---- What an engine has no place for ----
refuses_model() {
    holonomy run "$1" "$engine" --until 0.1 --no-derive
    [ "$status" -eq 64 ] && [ ! -s out ] && grep -q "^holonomy: $engine on .*: not applicable: $2" err
    verdict "$engine has no place for $1: $2"
}
cat >cylindrical.yaml <<'END'
model: cylindrical
bodies:
  - {name: plate, shape: planar, m: 1, J: 0.2, r: [1, 0, 0]}
joints:
  - {name: rail, type: cylindrical, bodies: [ground, plate], points: [[0, 0, 0], [0, 0, 0]], axes: [[1, 0, 0], [1, 0, 0]]}
END
cat >mixed.yaml <<'END'
model: mixed
bodies:
  - {name: plate, shape: planar, m: 1, J: 0.2, r: [1, 0, 0]}
  - {name: ball, shape: point, m: 1, r: [2, 0, 0]}
forces:
  - {type: spring, bodies: [plate, ball], points: [[0, 0, 0], [0, 0, 0]], stiffness: 3, length: 1}
END
for engine in $engines; do
    refuses_model driven-crank 'needs constraints free of time'
    refuses_model knife-edge 'needs holonomic constraints only'
    ends 0 explain "$engine" chain
    grep -q "the rod 'rod\[1\]' has no moment" out
    verdict "explain says so of $engine"
    refuses_model cylindrical.yaml "[A-Za-z]* has no place for the cylindrical joint 'rail' of planar bodies"
    refuses_model mixed.yaml "[A-Za-z]* has no place for planar bodies beside others, 'plate' and 'ball'"
    refuses_model chain "the rod 'rod\[1\]' has no moment about its axis, which .* asks for"
done
sum_up
