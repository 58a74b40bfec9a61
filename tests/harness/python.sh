#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# python.sh: the package in python/, installed by pip into a venv with nothing fetched and no compiler;
# what docs/python.md shows; what its examples print (python/examples), the figure only where Matplotlib
# is; its tests (python/tests), each of which counts.
#
# Left out where no python3 has cffi, NumPy, setuptools and pip, or the library is no shared one.

srcdir=$(cd "${srcdir:-.}" && pwd)
builddir=$(cd "${builddir:-.}" && pwd)
. "$srcdir/tests/verdict.sh"

# The first python3 that has what the package takes: $PYTHON, that of the path, the system's.
for python in "${PYTHON:-}" python3 /usr/bin/python3; do
    [ -n "$python" ] && "$python" -c 'import cffi, numpy, setuptools, pip, venv' 2>/dev/null && break
    python=
done
[ -n "$python" ] || { echo 'python: no python3 with cffi, NumPy, setuptools and pip; apt-get install python3-cffi python3-numpy python3-setuptools python3-pip python3-venv'; exit 77; }
HOLONOMY_LIBRARY=$builddir/.libs/libholonomy.so.1
[ -r "$HOLONOMY_LIBRARY" ] || { echo 'python: the library is no shared one'; exit 77; }
if "$HOLONOMY" info | grep -q -e -fsanitize -e --coverage; then
    echo 'python: a sanitizer is linked into no python3'
    exit 77
fi
HOLONOMY_DATA=${HOLONOMY_DATA:-$srcdir}
PYTHON_WORK=$work
PYTHONDONTWRITEBYTECODE=1
export srcdir HOLONOMY HOLONOMY_DATA HOLONOMY_LIBRARY PYTHON_WORK PYTHONDONTWRITEBYTECODE

# ---- As a user installs it, from a copy, for pip writes beside the sources ----
cp -R "$srcdir/python" "$work/source" && chmod -R u+w "$work/source"
"$python" -m venv --system-site-packages --without-pip "$work/venv" >"$work/log" 2>&1 &&
    (cd "$work/source" && CC=false PIP_NO_INDEX=1 PIP_CONFIG_FILE=/dev/null PIP_DISABLE_PIP_VERSION_CHECK=1 \
        "$work/venv/bin/python" -m pip install --no-build-isolation .) >"$work/log" 2>&1
verdict 'pip installs the package from its folder, with nothing fetched and no compiler'
cd "$work" || exit 1
timeout "$patience" "$work/venv/bin/python" -c 'import holonomy; print(holonomy.__version__)' >"$work/out" 2>"$work/err"
[ "$(cat "$work/out")" = "$("$HOLONOMY" --version | sed 's/^[^0-9]*\([0-9]*\.[0-9]*\).*/\1/; 1q')" ]
verdict 'it has the version of the library'
(cd "$work/source" && "$work/venv/bin/python" -c 'import holonomy') >"$work/log" 2>&1
[ $? -ne 0 ] && grep -q 'pip install --no-build-isolation' "$work/log"
verdict 'the source folder says that it is to be installed'
! find "$work/venv" -path '*holonomy*' -name '*.so' | grep .
verdict 'nothing of it was compiled'

# ---- Its page ----
sed 's/^```.*//' "$srcdir/docs/python.md" >page.txt
timeout "$patience" "$work/venv/bin/python" -m doctest -o ELLIPSIS page.txt >"$work/log" 2>&1
verdict 'docs/python.md shows what is printed'
grep -q '^>>> ' page.txt
verdict 'it shows something'

# ---- Its examples: what stands at their end behind `# Prints:` ----
MPLCONFIGDIR=$work/matplotlib
export MPLCONFIGDIR
for example in "$work"/source/examples/*.py; do
    sed -n '/^# Prints:$/,$ s/^# //p' "$example" | sed 1d >due
    [ -s due ] || continue
    timeout $((2 * patience)) "$work/venv/bin/python" "$example" >out 2>err </dev/null
    status=$?
    [ "$status" -eq 0 ] && diff due out >"$work/log"
    verdict "examples/${example##*/} prints what it says"
done
if "$work/venv/bin/python" -c 'import matplotlib' 2>/dev/null; then
    timeout $((2 * patience)) "$work/venv/bin/python" source/examples/work_precision.py figure.svg --until 1 \
        --repeats 1 rattle jet-dop853 mk4 >out 2>err </dev/null
    status=$?
    [ "$status" -eq 0 ] && [ "$(cat out)" = 'figure.svg: 12 runs of 3 methods' ] &&
        grep -q 'position error \[m\]' figure.svg && grep -q '</svg>' figure.svg
    verdict 'examples/work_precision.py draws the figure of README.md'
else
    echo 'python: without Matplotlib no figure is drawn'
fi

includes="-I$srcdir/harness $(for parts in "$srcdir"/*/holonomy "$srcdir"/harness/*/holonomy; do echo "-I${parts%/holonomy}"; done | xargs)"
${CC:-cc} -std=gnu11 -O2 -ffp-contract=off -fvisibility=hidden -fPIC -shared $includes -o plugin.so "$srcdir/tests/harness/plugin.c" >"$work/log" 2>&1
verdict 'a plug-in compiles'

# ---- Its tests, one of which loads a plug-in: a verdict for each ----
for test in "$work"/source/tests/test_*.py; do
    timeout $((8 * patience)) "$work/venv/bin/python" "$test" -v >"$work/log" 2>&1 </dev/null
    status=$?
    ran=$(sed -n 's/^Ran \([0-9]*\) tests\{0,1\} in .*/\1/p' "$work/log")
    bad=$(grep -cE '^(FAIL|ERROR): ' "$work/log")
    if [ "$status" -eq 0 ]; then
        passed=$((passed + ran))
    else
        grep -vE ' \.\.\. ok$' "$work/log"
        failed=$((failed + (bad > 0 ? bad : 1)))
        passed=$((passed + (ran > bad ? ran - bad : 0)))
    fi
done

# ---- What Python costs: 1e5 steps beside a program in C, CPU time, the least of some passes ----
if [ -n "${HOL_LONG:-}" ]; then
    cat >steps.c <<'END'
#include <holonomy.h>
#include <stdio.h>
#include <time.h>

/* CPU time of 1e5 steps [s]: in one call, or a call for each. */
static double pass(hol_experiment *x, int in_one)
{
    hol_start(x->s, 0, 0.01, NULL, x->z);
    clock_t begin = clock();
    if (in_one) hol_experiment_run(x, 0.01, 1000, NULL);
    for (int n = 1; !in_one && n <= 100000; n++) {
        hol_step(x->s, 0.01, x->z);
        x->z->t = n * 0.01;
    }
    return (double)(clock() - begin) / CLOCKS_PER_SEC;
}

int main(int argc, char **argv)
{
    hol_refusal why;
    hol_experiment *x =
        hol_experiment_named("double-spherical-pendulum", "rattle", NULL, NULL, NULL, &why);
    for (int k = 0; k < 5 && argc == 2; k++) printf("c-%s %.6f\n", argv[1], pass(x, argv[1][0] == 'o'));
    hol_experiment_close(x);
    return 0;
}
END
    cat >steps.py <<'END'
import sys
import time

import holonomy

x = holonomy.Experiment("double-spherical-pendulum", "rattle")
for _ in range(5):
    x.start(0.01)
    begin = time.process_time()
    if sys.argv[1] == "one":
        x.run(1000, 0.01)
    else:
        for _ in range(100000):
            x.step()
    print(f"python-{sys.argv[1]} {time.process_time() - begin:.6f}")
END
    ${CC:-cc} -O2 $includes -o steps steps.c "$HOLONOMY_LIBRARY" -Wl,-rpath,"$builddir/.libs" >"$work/log" 2>&1
    verdict 'the program in C compiles'
    # The load of the machine only adds to a time: more passes are made until their least is what it is
    # on a quiet one, a ratio of 1.02 and 1 us; a machine that is never quiet may leave 1.05.
    for pass in 1 2 3 4 5 6 7 8 9 10 11 12; do
        for how in one steps; do
            ./steps $how
            "$work/venv/bin/python" steps.py $how
        done >>times
        [ "$pass" -ge 3 ] || continue
        awk '!least[$1] || $2 < least[$1] { least[$1] = $2 }
            END {
                ratio = least["python-one"] / least["c-one"]
                more = (least["python-steps"] - least["c-steps"]) * 10 # us a step
                printf "in one call %.3f of the time of C, by step() %.2f us a step more\n", ratio, more
                exit ratio <= 1.02 && more <= 1 ? 0 : ratio <= 1.05 && more <= 1 ? 2 : 1
            }' times >"$work/log"
        status=$?
        [ $status -ne 0 ] || break
    done
    [ $status -ne 1 ]
    verdict 'steps in one call cost what they cost in C, a call for each at most 1 us more'
    cat "$work/log"
fi

sum_up
