#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# coverage.sh [FILE.csv]: lines and branches of each folder that the tests went through, from what gcov
# counted in this build tree, and the ten files of the most lines left; a line a file in FILE.csv.
# `make coverage` calls it.

srcdir=${srcdir:-.}
command -v gcovr >/dev/null || { echo 'coverage: gcovr is missing; apt-get install gcovr' >&2; exit 1; }
csv=${1:-coverage.csv}

# Branches of a call that may throw are none of C; the sources of tests are no sources; functions that
# stand twice in a header, for two kinds of number, gcovr takes for one that moved.
gcovr --root "$srcdir" --object-directory . --exclude-throw-branches --exclude '.*tests/.*' \
    --exclude '.*examples/.*' --exclude '.*numerics/elementary.h' --gcov-ignore-parse-errors --csv >"$csv" || exit 1

printf '%-20s %7s %7s %9s %7s\n' folder lines % branches %
awk -F, '
    function row(name, l, h, b, t) {
        return sprintf("%-20s %7d %7.1f %9d %7.1f", name, l, l ? 100 * h / l : 100, b, b ? 100 * t / b : 100)
    }
    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    {
        n = split("all " (match($1, "/[^/]*$") ? substr($1, 1, RSTART - 1) : "."), of, " ")
        for (i = 1; i <= n; i++) {
            lines[of[i]] += $at["line_total"]; hit[of[i]] += $at["line_covered"]
            branches[of[i]] += $at["branch_total"]; taken[of[i]] += $at["branch_covered"]
        }
    }
    END { for (f in lines) print row(f, lines[f], hit[f], branches[f], taken[f]) }' "$csv" | sort
echo
echo 'lines left'
awk -F, '
    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { printf "%7d of %5d  %s\n", $at["line_total"] - $at["line_covered"], $at["line_total"], $1 }' "$csv" |
    sort -rn | sed 10q
