#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# plugin.sh: plug-ins against an installed package: a native method compiled as one gives the same
# bits, and its methods and problems stand wherever native ones do; each that cannot be right is
# refused in a line; one that crashes, allocates or gives no number costs its own run, which is named;
# `holonomy new` writes folders that work.

srcdir=$(cd "${srcdir:-.}" && pwd)
builddir=$(cd "${builddir:-.}" && pwd)
. "$srcdir/tests/verdict.sh"
unset MAKEFLAGS MFLAGS MAKELEVEL HOLONOMY_PLUGINS
# A sanitizer leaves the signals to the program, and keeps the allocator, whose calls then are not
# counted.
ASAN_OPTIONS=$ASAN_OPTIONS:handle_segv=0
UBSAN_OPTIONS=$UBSAN_OPTIONS:handle_segv=0
export ASAN_OPTIONS UBSAN_OPTIONS
counts=$("$HOLONOMY" info | sed -n '/-fsanitize/s/.*/no/p')
command -v pkg-config >/dev/null || { echo 'plugin: pkg-config is missing'; exit 77; }

# ---- The package ----
(cd "$builddir" && make -s install DESTDIR="$work/root") >"$work/log" 2>&1 </dev/null
verdict 'the package is installed'
package=$(find "$work/root" -name holonomy.pc)
sed -i "s|^prefix=|prefix=$work/root|" "$package"
PKG_CONFIG_PATH=${package%/*}
export PKG_CONFIG_PATH
cflags=$(pkg-config --cflags holonomy)
cd "$work" || exit 1

# compiles FILE OBJECT FLAG...: against the installed headers alone.
compiles() {
    file=$1 object=$2
    shift 2
    ${CC:-cc} -std=gnu11 -O2 -ffp-contract=off -fvisibility=hidden -fPIC -shared $cflags "$@" \
        -o "$object" "$file" >"$work/log" 2>&1
}

# ---- Native ones as plug-ins: the same bits ----
methods=$(cd "$srcdir/methods" && sed -n 's/^ *\.name = "\(.*\)",/\1/p' rk4_index1.c half_explicit.c)
for file in rk4_index1 half_explicit; do
    sed 's/^\( *\.name = "\)/\1copy-/' "$srcdir/methods/$file.c" >$file.c
    cat >>$file.c <<END
#include "holonomy/plugin.h"
static const hol_method *const families[] = {hol_family_$file, NULL};
HOL_PLUGIN(.name = "copy-$file", .version = "1", .methods = families);
END
    compiles $file.c $file.so
    verdict "methods/$file.c compiles against the installed headers alone"
done
sed -e 's/^\( *\.name = "\)top/\1copy-top/' -e '/^ *\.reference = /d' "$srcdir/problems/top.c" >top.c
cat >>top.c <<END
#include "holonomy/plugin.h"
static const hol_problem *const problems[] = {&hol_problem_top, NULL};
HOL_PLUGIN(.name = "copy-top", .version = "1", .problems = problems);
END
compiles top.c top.so
verdict 'problems/top.c compiles against the installed headers alone'

# the_run OUT PROBLEM METHOD FLAG...: the numbers of it, 17 digits each, names and times aside.
the_run() {
    to=$1
    shift
    ends 0 run "$@" --steps 50 --repeats 0 --json
    sed -e '/"plugins": \[/,/\]/d' -e 's/copy-//' -e '/cpu_seconds/d' out >"$to"
}
[ "$(echo "$methods" | wc -l)" -eq 4 ]
verdict 'there are methods to compare'
for method in $methods; do
    the_run native rigid-body "$method"
    the_run plugin rigid-body "copy-$method" --plugin rk4_index1.so --plugin half_explicit.so
    grep -q '"r": \[' native && cmp -s native plugin
    verdict "$method as a plug-in gives the bits of the native one"
done
the_run native top mk4 --no-derive
the_run plugin copy-top mk4 --no-derive --plugin top.so
for numbers in native plugin; do sed -n '/"bodies"/,/^  \]/p' $numbers >$numbers.bodies; done
[ -s native.bodies ] && cmp -s native.bodies plugin.bodies
verdict 'a problem as a plug-in gives the bits of the native one'

# ---- Everywhere ----
compiles "$srcdir/tests/harness/plugin.c" ill.so
verdict 'the plug-in of this test compiles'
ends 0 list methods --plugin ill.so
tail -n 4 out | grep -q '^well  *euler  *for this test$'
verdict 'its methods are listed behind the native ones'
for kind in methods problems; do
    "$HOLONOMY" list $kind >native
    "$HOLONOMY" list $kind --plugin ill.so | grep -ve '^ill-' -e '^well ' | cmp -s native -
    verdict "all native $kind are there beside those of a plug-in"
done
HOLONOMY_PLUGINS=top.so:$work/ill.so
export HOLONOMY_PLUGINS
ends 0 list problems
grep -q '^ill-problem ' out && grep -q '^copy-top ' out
verdict 'HOLONOMY_PLUGINS names several'
ends 0 list plugins --plugin ill.so
[ "$(wc -l <out)" -eq 2 ] && grep -q "^ill  *$(sha256sum ill.so | cut -d' ' -f1) version 1.0 (.*/ill.so)" out
verdict 'a plug-in that is named twice is loaded once'
ends 0 explain well ill-problem
grep -q '^  plug-in: ill, version 1.0' out && grep -q '^  ill-problem  *yes' out
verdict 'explain says where a method comes from'
ends 0 run ill-problem well --until 0.1 --json
grep -q "\"digest\": \"$(sha256sum ill.so | cut -d' ' -f1)\"" out
verdict 'a run names its plug-in'
ends 0 compare well rattle ill-problem --until 0.1
ends 0 certify well ill-problem
[ "$counts" ] || grep -q '^holds  *allocates nothing ' out
verdict 'certify counts the calls of the allocator'
HOLONOMY_PLUGINS=top.so:rk4_index1.so ends 0 choose copy-top --error 1e-3 --span 0.5 --quiet
grep -q '^copy-rk4-index1 ' out
verdict 'a method of a plug-in may be the choice on a problem of another'
if command -v gnuplot >/dev/null; then
    ends 0 plot ill-problem well --until 0.1 --output plot.svg
fi
unset HOLONOMY_PLUGINS
ends 64 run ill-problem well
grep -q "unknown problem 'ill-problem'" err
verdict 'without it there is nothing of it'

# ---- A law of force in a model's file, beside the same spring of the library ----
cat >native.yaml <<'END'
model: sprung
about: A point mass on a spring.
parameters: {k: 30}
bodies:
  - {name: mass, shape: point, m: 1.5, r: [1.2, 0, -0.3], v: [0, 1, 0]}
forces:
  - {type: gravity, g: [0, 0, -9.81]}
  - {type: spring, bodies: [ground, mass], points: [[0, 0, 0], [0, 0, 0]], stiffness: k, length: 1}
END
sed 's/type: spring.*/type: law, law: ill-spring, bodies: [ground, mass], parameters: {stiffness: k}}/' native.yaml >law.yaml
ends 0 list forces --plugin ill.so
grep -q '^ill-spring  *a law: a spring of this test$' out
verdict 'a law is listed among the forces'
ends 0 explain ill-spring --plugin ill.so
grep -q '^  plug-in: ill, version 1.0 (ill.so)' out && grep -q '^  stiffness  *= 20 ' out
verdict 'and explained, with its parameters'
for model in native law; do
    ends 0 run $model.yaml rattle -p k=25 --until 1 --repeats 0 --json --plugin ill.so
    sed -n '/"r": \[/,/\]/p; /"error": {/,/}/p' out | tr -dc '0-9eE.\n-' | grep . >$model.out
done
[ "$(wc -l <native.out)" -ge 6 ] && paste native.out law.out | awk '{ d = $1 - $2 } d * d > 1e-20 { exit 1 }'
verdict 'its motion, its energy and its true motion are those of the spring'
grep -q "\"digest\": \"$(sha256sum ill.so | cut -d' ' -f1)\"" out
verdict 'a run names the plug-in of a law'
ends 0 explain law.yaml --plugin ill.so
grep -q '^  plug-in: ill, version 1.0 (ill.so)' out
verdict 'explain says where the laws of a model come from'
ends 2 run law.yaml rattle
grep -q "^holonomy: law.yaml:8:22: unknown law 'ill-spring': " err
verdict 'a law that is not loaded is a mistake with its place'
sed 's/stiffness: k/stifness: k/' law.yaml >wrong.yaml
ends 2 run wrong.yaml rattle --plugin ill.so
grep -q "unknown key 'stifness'.*did you mean 'stiffness'" err
verdict 'so is a parameter that it has not'
sed 's/stiffness: k/length: 11/' law.yaml >wrong.yaml
ends 2 run wrong.yaml rattle --plugin ill.so
grep -q 'length.*out of range' err
verdict 'and one out of its range'
sed 's/bodies: \[ground, mass\], par/body: mass, par/' law.yaml >wrong.yaml
ends 2 run wrong.yaml rattle --plugin ill.so
grep -q 'the law ill-spring acts on 2 bodies, not on 1' err
verdict 'and the wrong number of bodies'

# ---- Refused, in a line that names the file and what is wrong ----
# refused SENTENCE FILE FLAG...: the plug-in of these flags, and what the line says.
refused() {
    says=$1 object=$2
    shift 2
    [ "$#" -eq 0 ] || compiles "$srcdir/tests/harness/plugin.c" "$object" "$@" || cat log
    holonomy list methods --plugin "$object"
    [ "$status" -eq 3 ] && [ ! -s out ] && [ "$(wc -l <err)" -eq 1 ] &&
        grep -q "^holonomy: plug-in .*$object.*$says" err
    verdict "refused: $says"
}
echo 'no object' >text.so
mkdir folder.so
refused 'No such file or directory' nowhere.so
refused 'Is a directory' folder.so
refused 'cannot be loaded as a shared object: .*file too short\|invalid ELF header' text.so
refused "has no symbol 'holonomy_plugin'" without.so -DWITHOUT
refused 'compiled for ABI 99, this holonomy has ABI' abi.so -DABI=99
refused 'undefined symbol: hol_no_such_function' undefined.so -DUNDEFINED
refused 'for ABI 98' both.so -DUNDEFINED -DABI=98
refused "method 'shake' is taken: a method of holonomy's own" native.so '-DNAME="shake"'
refused "method 'pendulum' is taken: a problem of holonomy's own" problem.so '-DNAME="pendulum"'
refused "method 'watt' is taken: a problem" shelf.so '-DNAME="watt"'
refused "'ill-nan' is taken: it stands twice" twice.so '-DNAME="ill-nan"'
refused "'all' has a name that is none" all.so '-DNAME="all"'
refused 'has a name that is none' blank.so '-DNAME="a b"'
refused "method 'well' has no function 'step'" step.so -DSTEP=NULL
refused "method 'well' has no function 'claims'" claims.so -DCLAIMS=NULL
refused "method 'well' names a formulation 'polar' that is none" form.so '-DFORMULATION="polar"'
refused "option 'n' = 5 is out of range" option.so '-DOPTION={"n",HOL_INT,5,1,3,NULL,"number"}'
refused "problem 'ill-problem' has no span 't_end'" span.so -DSPAN=0
refused "law 'ill-spring' has no number 1 or 2 of 'bodies'" bodies.so -DBODIES=3
refused 'HOL_PLUGIN has no .name that is a word' name.so '-DPLUGIN=""' 
compiles "$srcdir/tests/harness/plugin.c" other.so '-DPLUGIN="other"'
holonomy list methods --plugin ill.so --plugin other.so
[ "$status" -eq 3 ] && grep -q "plug-in 'other' (other.so): .*'well' is taken: a method of the plug-in 'ill' (ill.so)" err
verdict 'a name that another plug-in has is taken'
compiles "$srcdir/tests/harness/plugin.c" again.so '-DVERSION="1.1"'
holonomy list methods --plugin ill.so --plugin again.so
[ "$status" -eq 3 ] && grep -q "plug-in 'ill' (again.so): the name is taken: that of the plug-in ill.so" err
verdict 'so is the name of a plug-in'

# ---- Plans, workers, the store ----
mkdir plans
cat >plans/plan.yaml <<'END'
plugins: ../ill.so
defaults: {until: 0.2, repeats: 1}
runs:
  - problems: [ill-problem, pendulum]
    methods: [well, ill-crash, ill-allocate, ill-nan, rk4-index1]
END
ends 1 sweep plans/plan.yaml -j 2 --store ill.sqlite
grep -q '^10 runs: 0 were in ill.sqlite, 10 made: 6 ok, 4 not ok' err
verdict 'a crash and a NaN cost their own runs'
ends 0 export --store ill.sqlite --view runs --format csv
[ "$(grep -c "crashed (signal 11) (method 'ill-crash' of the plug-in 'ill', .*ill.so)" out)" -eq 2 ] &&
    [ "$(grep -c "not finite.*(method 'ill-nan' of the plug-in 'ill', .*ill.so)" out)" -eq 2 ]
verdict 'their rows name method and plug-in'
[ "$(grep -c "plugin=ill:$(sha256sum ill.so | cut -d' ' -f1)" out)" -eq 9 ]
verdict 'the digest of the file is part of the identity of its runs, and of no other'
compiles "$srcdir/tests/harness/plugin.c" crash.so -DLAW_CRASHES
printf 'plugins: [../crash.so]\nruns:\n  - {problem: ../law.yaml, method: rattle, until: 0.1}\n' >plans/law.yaml
ends 1 sweep plans/law.yaml --store law.sqlite --no-derive
ends 0 export --store law.sqlite --view runs --format csv
grep -q "plugin=ill:$(sha256sum crash.so | cut -d' ' -f1) " out &&
    grep -q "crashed (signal 11) (law of the problem 'sprung' of the plug-in 'ill', .*crash.so)" out
verdict 'a law that crashes is a row that names its plug-in, which is part of its identity'
ends 0 sweep plans/plan.yaml --store ill.sqlite
grep -q '^10 runs: 10 were in ill.sqlite, 0 made' err
verdict 'the same plug-in again does no work'
cp ill.so kept.so
compiles "$srcdir/tests/harness/plugin.c" ill.so '-DVERSION="1.2"'
ends 1 sweep plans/plan.yaml --store ill.sqlite
grep -q '^10 runs: 1 were in ill.sqlite, 9 made' err
verdict 'one that was compiled anew makes new runs'
cp kept.so ill.so
ends 2 sweep plans/plan.yaml --plugin other.so
grep -q "^holonomy: plans/plan.yaml:1:10: plug-in 'ill' .*'well' is taken: a method of the plug-in 'other'" err
verdict 'a plug-in that a plan cannot have is a mistake with its place'
echo 'plugins: {a: b}' | cat - plans/plan.yaml | sed '2d' >plans/wrong.yaml
ends 2 sweep plans/wrong.yaml
grep -q 'plugins takes a file or a list of files' err
verdict 'plugins takes files'
holonomy run pendulum ill-crash --until 0.2 --plugin ill.so
[ "$status" -gt 128 ] && grep -q "^holonomy: crashed (signal 11); plug-ins are loaded: ill (ill.so)$" err
verdict 'a crash elsewhere ends the program, which says that there are plug-ins'
printf '#include <signal.h>\n__attribute__((constructor)) static void at_once(void) { raise(SIGSEGV); }\n' >dies.c
compiles dies.c dies.so
holonomy list methods --plugin dies.so
[ "$status" -gt 128 ] && grep -q '^holonomy: crashed (signal 11) while dies.so was loaded: ' err
verdict 'so does one as it is loaded'
ends 1 run pendulum ill-nan --until 0.2 --plugin ill.so
grep -q "not finite" out err
verdict 'a NaN ends a run'
if [ -z "$counts" ]; then
    ends 1 certify ill-allocate pendulum --plugin ill.so
    grep -q "^FAILS  *allocates nothing  *yes  *20 calls of the allocator in 20 steps" out
    verdict 'certify names a method that allocates in a step'
    # One name is part of the other.
    printf 'plugins: ../ill.so\ncertificates: yes\nruns:\n  - {problems: [double-spherical-pendulum, pendulum], method: ill-allocate, until: 0.1}\n' \
        >plans/refuted.yaml
    holonomy report plans/refuted.yaml --papers none --output refuted --quiet
    grep -q 'yes: FAILS on double-spherical-pendulum, pendulum, 20' refuted/certificates.html
    verdict 'a claim that fails has the names of all problems where it does'
fi
sed -e 's/^runs/certificates: yes\n&/' -e 's/, pendulum//' -e 's/\.2/.05/' plans/plan.yaml >plans/report.yaml
holonomy report plans/report.yaml --papers none --output report --quiet
[ "$status" -eq 1 ] || [ "$status" -eq 3 ]
verdict 'a report goes on behind a crash'
grep -q "Of the plug-in ill, version 1.0.*$(sha256sum ill.so | cut -d' ' -f1)" report/method-well.html
verdict 'the page of a method names its plug-in'
grep -q "Of the plug-in ill, version 1.0.*$(sha256sum ill.so | cut -d' ' -f1)" report/problem-ill-problem.html
verdict 'so does that of a problem'
grep -q "crashed (signal 11) (method &#39;ill-crash\|crashed (signal 11) (method 'ill-crash" report/*.html
verdict 'and the row of a certificate that crashed'

cat >plans/beside.yaml <<'END'
plugins: ../ill.so
defaults: {until: 0.2, repeats: 1, step_factor: [16, 8], tolerance: 1e-6}
runs:
  - problem: pendulum
    methods: [well, rk8pd, rk4-index1, mk4, taylor, jet-dop853, tangent-rk4, lobatto, shake, phem56]
END
if command -v gnuplot >/dev/null; then
    ends 0 report plans/beside.yaml --papers none --output beside --quiet
    grep -q '<text>well</text>' beside/figures/pendulum-work.svg
    verdict 'the figures name the method of a plug-in, however many are nearer'
fi

# ---- Folders of one's own ----
ends 0 new method mine
ends 0 new problem my-rod --in "$work/plans"
own=$HOLONOMY
unset HOLONOMY
HOLONOMY_DATA=$(find "$work/root" -type d -path '*/share/holonomy')
export HOLONOMY_DATA
for folder in mine plans/my-rod; do
    (cd $folder && make check) >"$work/log" 2>&1 </dev/null
    verdict "make check in a new folder, $folder, with the installed program"
    grep -qE '[1-9][0-9]* claims hold$' "$work/log" && ! grep -q FAIL "$work/log"
    verdict "the claims of $folder hold"
    # GNU make before 4.4 hands no variables of its own to $(shell).
    (cd $folder && make clean && env -u PKG_CONFIG_PATH make PKG_CONFIG_PATH="$PKG_CONFIG_PATH") >"$work/log" 2>&1 </dev/null
    verdict "make in a new folder, $folder, finds the package where it is told"
done
HOLONOMY=$own
cp mine/mine.c kept.c
ends 65 new method mine
grep -q '^holonomy: mine: File exists$' err && cmp -s mine/mine.c kept.c
verdict 'a folder that is there is left as it is'

sum_up
