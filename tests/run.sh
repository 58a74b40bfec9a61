#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# run.sh TEST...: runs the tests, or of them those that $TESTS names, with or without their folder;
# prints a line for each, how long all took, which took most, and, last, `N passed, N failed`.
# Of a test the seconds by the clock are told and those of CPU, which other work on the machine leaves.
#
# A test is a program or a script (name.sh, looked up in $srcdir). What it prints is counted:
# Check's `100%: Checks: 12, Failures: 0, Errors: 0` or a line `12 passed, 0 failed`; a test that
# prints neither counts as one. A bad exit status without a counted failure is one failure;
# status 77 is a test that cannot run here and counts as nothing.
# Output is kept in tests/logs, the last line in tests/summary.
# HOL_JOBS tests run at a time (default: one more than there are cores, for some wait), each for at most
# HOL_TEST_TIMEOUT seconds, 0 for no limit; one that does not heed SIGTERM then is killed.

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

# nearest WORD NAME...: the name that takes the fewest letters put in, left out or changed.
nearest() {
    printf '%s\n' "$@" | awk '
        NR == 1 { n = split($0, word, ""); next }
        {
            m = split($0, name, "")
            for (i = 0; i <= n; i++) for (j = 0; j <= m; j++) {
                if (!i || !j) { d[i, j] = i + j; continue }
                least = d[i - 1, j - 1] + (word[i] != name[j])
                if (d[i - 1, j] + 1 < least) least = d[i - 1, j] + 1
                if (d[i, j - 1] + 1 < least) least = d[i, j - 1] + 1
                d[i, j] = least
            }
            if (!best || d[n, m] < fewest) { fewest = d[n, m]; best = $0 }
        }
        END { print best }'
}

# named TEST...: those that $TESTS names, in the order of the list; status 1 and a message of each
# name that is none.
named() {
    unknown=0
    for word in $TESTS; do
        word=${word##*/}
        case " $(echo " $* " | sed 's|[^ ]*/||g') " in *" $word "*) continue ;; esac
        # shellcheck disable=SC2046
        echo "check: no test is named '$word': did you mean '$(nearest "$word" $(echo "$*" | sed 's|[^ ]*/||g'))'?" >&2
        unknown=1
    done
    for test in "$@"; do
        case " $(echo " $TESTS " | sed 's|[^ ]*/||g') " in *" ${test##*/} "*) echo "$test" ;; esac
    done
    return $unknown
}

if [ "$1" = --one ]; then
    start=$(date +%s)
    case $2 in
    *.sh) timeout -k 10 "${HOL_TEST_TIMEOUT:-600}" sh "${srcdir:-.}/$2" ;;
    *) timeout -k 10 "${HOL_TEST_TIMEOUT:-600}" "./$2" ;;
    esac >"$(log_of "$2")" 2>&1 </dev/null
    status=$?
    counts=$(count "$2" $status)
    seconds=$(($(date +%s) - start))
    times >"$(log_of "$2").times" # not in a pipe, whose shell has no children
    cpu=$(awk -F'[ms ]+' 'NR == 2 { printf "%.1f", 60 * ($1 + $3) + $2 + $4 }' "$(log_of "$2").times")
    echo "$counts $seconds $cpu" >"$(log_of "$2").count"
    note=
    if [ $status -eq 124 ]; then
        note=" (stopped after ${HOL_TEST_TIMEOUT:-600} s)"
    elif [ $status -eq 77 ]; then
        note=' (skipped)'
    elif [ $status -ne 0 ]; then
        note=" (status $status)"
    fi
    echo "$2: ${counts% *} passed, ${counts#* } failed, $seconds s, CPU $cpu s$note"
    exit 0
fi

# Results must not depend on how many threads the BLAS finds; Check's 4 s are short under a sanitizer.
OPENBLAS_NUM_THREADS=1
CK_DEFAULT_TIMEOUT=${CK_DEFAULT_TIMEOUT:-$((${HOL_TEST_TIMEOUT:-600} / 5))}
export OPENBLAS_NUM_THREADS CK_DEFAULT_TIMEOUT

rm -rf "$logs" tests/summary
mkdir -p "$logs"
if [ -n "$TESTS" ]; then
    chosen=$(named "$@") || exit 2
    # shellcheck disable=SC2086
    set -- $chosen
fi
start=$(date +%s)
[ $# -eq 0 ] || printf '%s\n' "$@" | xargs -n 1 -P "${HOL_JOBS:-$(($(nproc) + 1))}" sh "$0" --one

passed=0
failed=0
times=
for test in "$@"; do
    read -r p f seconds cpu <"$(log_of "$test").count" || f=1
    times="$times$cpu s $test
"
    passed=$((passed + p))
    failed=$((failed + f))
    if [ "$f" -ne 0 ]; then
        echo
        echo "---- $test"
        cat "$(log_of "$test")"
    fi
done

echo "$(($(date +%s) - start)) s in all, CPU $(printf '%s' "$times" | awk '{ s += $1 } END { printf "%.0f", s }') s; of it"
printf '%s' "$times" | sort -rn | sed -n 's/^/  /; 1,5p'
echo "$passed passed, $failed failed" | tee tests/summary
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
