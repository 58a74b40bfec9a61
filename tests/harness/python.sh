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

# ---- Its tests: a verdict for each ----
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

sum_up
