# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# verdict.sh: how every end-to-end test begins and ends.  It is read by the test, takes the program
# from $HOLONOMY and the tree from $srcdir, makes the scratch folder $work, says in $patience how long
# a command may take, and counts verdicts; where HOL_FIRST_RED is set the first bad one ends it.

HOLONOMY=${HOLONOMY:-./holonomy}
case $HOLONOMY in /*) ;; *) HOLONOMY=$PWD/$HOLONOMY ;; esac
work=$(mktemp -d) || exit 1
HOLONOMY_CACHE=$work/cache # nothing of an earlier test, nothing left behind
export HOLONOMY_CACHE
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
patience=$((${HOL_TEST_TIMEOUT:-600} / 10)) # how long one command may take [s]
passed=0
failed=0
status=0

# verdict SENTENCE [WHAT]: counts the status of the command before it; if it is bad, shows what the
# last command printed.
verdict() {
    if [ "$?" -eq 0 ]; then
        passed=$((passed + 1))
        return
    fi
    failed=$((failed + 1))
    echo "FAILED: $1${2:+: $2} (status $status)"
    for stream in out err log; do
        [ ! -f "$work/$stream" ] || sed -n "s/^/  $stream: /; 1,10p" "$work/$stream"
    done
    [ -z "${HOL_FIRST_RED:-}" ] || exit 1
}

# holonomy ARGUMENT...: what it prints in $work/out and $work/err, how it ended in $status.
holonomy() {
    timeout "$patience" "$HOLONOMY" "$@" >"$work/out" 2>"$work/err" </dev/null
    status=$?
}

# ends CODE ARGUMENT...
ends() {
    code=$1
    shift
    holonomy "$@"
    [ "$status" -eq "$code" ]
    verdict "status $code: holonomy $*"
}

# says CODE PATTERN WHAT: the last run ended with CODE and one line on standard error, `holonomy: `
# and the PATTERN of the shell.
says() {
    said='' more=''
    { IFS= read -r said && ! IFS= read -r more && [ -z "$more" ]; } <"$work/err" &&
        [ "$status" -eq "$1" ] && like "$said" "holonomy: $2"
    verdict "status $1 and the one line \`holonomy: $2\`" "$3"
}

# refuses CODE PATTERN ARGUMENT...: as `says`, and nothing on standard output.
refuses() {
    code=$1
    pattern=$2
    shift 2
    holonomy "$@"
    says "$code" "$pattern" "holonomy $*"
    [ ! -s "$work/out" ]
    verdict 'a refusal prints no data' "holonomy $*"
}

# like TEXT PATTERN
like() {
    # shellcheck disable=SC2254
    case $1 in $2) return 0 ;; esac
    return 1
}

# Prints `N passed, N failed`, the last line of a test; fails where a verdict was bad.
sum_up() {
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
}
