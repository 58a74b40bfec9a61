#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# compilers.sh TARBALL BUILD...: builds what is shipped as each BUILD says, `CC:CFLAGS` such as gcc:-O2, in
# compilers/N, sweeps every method, problem and formulation with each, and says of how many runs the
# bits are not those of the first one.  Status 0 if of none.
# `make check-compilers` calls it in the build tree; a compiler that is not there is one that failed.

tarball=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
shift
bad=0
unset MAKEFLAGS MFLAGS
rm -rf compilers
mkdir compilers || exit 1
cd compilers || exit 1

cat >plan.yaml <<'PLAN'
defaults:
  repeats: 0
runs:
  - problems: all
    methods: all
    step_factor: 8
    tolerance: 1e-6
  - problems: all
    methods: all
    formulation: all
    step_factor: 8
PLAN

# swept FOLDER CC CFLAGS: the program, and its sweep in FOLDER/bits.sqlite.
swept() (
    mkdir "$1" && cd "$1" && tar -xzf "$tarball" --strip-components=1 &&
        ./configure --quiet --disable-shared --with-baselines=no CC="$2" CFLAGS="$3" &&
        make -s -j"$(nproc)" && ./holonomy sweep ../plan.yaml --store bits.sqlite --quiet --no-derive
)

n=0
for build in "$@"; do
    n=$((n + 1))
    if ! swept $n "${build%%:*}" "${build#*:}" >$n.log 2>&1; then
        echo "$build: not built or not swept, compilers/$n.log: $(tail -n 1 $n.log)"
        bad=1
        continue
    fi
    [ $n -gt 1 ] || continue
    1/holonomy compare 1/bits.sqlite $n/bits.sqlite --ulps --json >$n.json
    echo "$build: $(1/holonomy compare 1/bits.sqlite $n/bits.sqlite --ulps | tail -n 1)"
    grep -q '"only_A": 0,' $n.json && grep -q '"only_B": 0,' $n.json && grep -q '"differing": 0,' $n.json &&
        ! grep -q '"shared": 0,' $n.json || bad=1
done
exit $bad
