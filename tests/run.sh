#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# run.sh TEST...: runs the tests, prints a line for each and, last, `N passed, N failed`.
#
# A test is a program or a script (name.sh, looked up in $srcdir). What it prints is counted:
# Check's `100%: Checks: 12, Failures: 0, Errors: 0` or a line `12 passed, 0 failed`; a test that
# prints neither counts as one. A bad exit status without a counted failure is one failure;
# status 77 is a test that cannot run here and counts as nothing.
# Output is kept in tests/logs, the last line in tests/summary.
# HOL_JOBS tests run at a time, each for at most HOL_TEST_TIMEOUT seconds.

logs=tests/logs

log_of() {
    echo "$logs/$(basename "$1").log"
}

# Prints "passed failed" for test $1, which ended with status $2.
count() {
    awk -v status="$2" '
        /^[0-9]+%: Checks: [0-9]+, Failures: [0-9]+, Errors: [0-9]+$/ {
            gsub(/[^0-9 ]/, ""); failed += $3 + $4; passed += $2 - $3 - $4; counted = 1
        }
        /^[0-9]+ passed, [0-9]+ failed$/ { passed += $1; failed += $3; counted = 1 }
        END {
            if (status != 0 && status != 77 && failed == 0) failed = 1
            if (status == 0 && !counted) passed = 1
            print passed + 0, failed + 0
        }' "$(log_of "$1")"
}

if [ "$1" = --one ]; then
    case $2 in
    *.sh) timeout "${HOL_TEST_TIMEOUT:-600}" sh "${srcdir:-.}/$2" ;;
    *) timeout "${HOL_TEST_TIMEOUT:-600}" "./$2" ;;
    esac >"$(log_of "$2")" 2>&1 </dev/null
    status=$?
    counts=$(count "$2" $status)
    echo "$counts" >"$(log_of "$2").count"
    note=
    if [ $status -eq 124 ]; then
        note=" (stopped after ${HOL_TEST_TIMEOUT:-600} s)"
    elif [ $status -eq 77 ]; then
        note=' (skipped)'
    elif [ $status -ne 0 ]; then
        note=" (status $status)"
    fi
    echo "$2: ${counts% *} passed, ${counts#* } failed$note"
    exit 0
fi

# Results must not depend on how many threads the BLAS finds; Check's 4 s are short under a sanitizer.
OPENBLAS_NUM_THREADS=1
CK_DEFAULT_TIMEOUT=${CK_DEFAULT_TIMEOUT:-120}
export OPENBLAS_NUM_THREADS CK_DEFAULT_TIMEOUT

rm -rf "$logs" tests/summary
mkdir -p "$logs"
[ $# -eq 0 ] || printf '%s\n' "$@" | xargs -n 1 -P "${HOL_JOBS:-$(nproc)}" sh "$0" --one

passed=0
failed=0
for test in "$@"; do
    read -r p f <"$(log_of "$test").count" || f=1
    passed=$((passed + p))
    failed=$((failed + f))
    if [ "$f" -ne 0 ]; then
        echo
        echo "---- $test"
        cat "$(log_of "$test")"
    fi
done

echo "$passed passed, $failed failed" | tee tests/summary
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
