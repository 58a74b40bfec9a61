#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# broken.sh: stores that are broken, and files and folders that cannot be read or written: each command
# that meets one says in one line which and what, ends with its status, and prints no data.

. "${srcdir:-.}/tests/verdict.sh"
cd "$work" || exit 1

cat >plan.yaml <<'END'
defaults:
  series: 3
  motion: 2
runs:
  - problem: pendulum
    methods: [rattle, shake]
    step: 0.05
    until: 0.2
END
ends 0 sweep plan.yaml --store good.sqlite --quiet
refuses 64 "no run has a key that begins with 0123456789" compare 0123456789 0123456789 --store good.sqlite

# ---- Stores whose tables are others than they should be ----
# broken SQL: b.sqlite is the good store after that.
broken() {
    cp good.sqlite b.sqlite && sqlite3 b.sqlite "PRAGMA foreign_keys = OFF; $1" >log 2>&1
    verdict 'a store is broken' "$1"
}

if command -v sqlite3 >/dev/null; then
    a=$(sqlite3 good.sqlite 'SELECT key FROM runs ORDER BY number LIMIT 1')
    b=$(sqlite3 good.sqlite 'SELECT key FROM runs ORDER BY number DESC LIMIT 1')
    broken "UPDATE runs SET key = 'ab' || substr(key, 3)"
    refuses 64 'more than one run has a key that begins with ab' compare ab ab --store b.sqlite
    for table in runs counters momenta series motions builds; do
        broken "ALTER TABLE $table RENAME TO gone; DROP TABLE gone"
        case $table in
        builds) ;; # numbers of builds are no columns of a comparison
        *)
            refuses 65 "b.sqlite: no such table: *$table" compare "$a" "$b" --store b.sqlite
            refuses 65 "b.sqlite: no such table: *$table" compare good.sqlite b.sqlite
            ;;
        esac
        rm -f m.sqlite
        refuses 65 "*.sqlite: no such table: *other.$table" merge b.sqlite --output m.sqlite
    done
    broken 'DROP VIEW latest'
    for view in matrix latest work_precision orders fastest; do
        case $view in
        latest | fastest) refuses 65 'b.sqlite: no such table: *latest' export --store b.sqlite --view $view ;;
        *) refuses 65 'b.sqlite: *no such table: main.latest' export --store b.sqlite --view $view ;;
        esac
    done
    refuses 65 'b.sqlite: no such table: latest' compare b.sqlite good.sqlite
    refuses 65 'b.sqlite: no such table: latest' compare good.sqlite b.sqlite
    for value in "runs energy" "runs steps" "counters forces" "momenta error" "series t" "motions x"; do
        broken "UPDATE ${value% *} SET ${value#* } = 'much'"
        refuses 65 "*${value#* } is 'much', which is no number" compare "$a" "$b" --store b.sqlite
        refuses 65 "*${value#* } is 'much', which is no number" compare good.sqlite b.sqlite
        broken "UPDATE ${value% *} SET ${value#* } = x'6d756368'"
        refuses 65 "*${value#* } is 'much', which is no number" compare "$a" "$b" --store b.sqlite
    done
    broken "UPDATE runs SET status = 'odd'"
    refuses 65 "run *: status is 'odd', which this program does not know" compare "$a" "$b" --store b.sqlite
    broken "UPDATE runs SET method = 'rattel'"
    refuses 65 "run *: this program has no method 'rattel': *" compare "$a" "$b" --store b.sqlite
    broken 'PRAGMA user_version = 99'
    for command in 'export --store b.sqlite' "compare $a $b --store b.sqlite" 'merge b.sqlite --output m.sqlite'; do
        # shellcheck disable=SC2086
        refuses 65 'b.sqlite: written by a newer holonomy (store version 99, *' $command
    done
    broken 'PRAGMA application_id = 7'
    refuses 65 'b.sqlite: is no results store of holonomy' export --store b.sqlite
    refuses 65 'b.sqlite: is no results store of holonomy' sweep plan.yaml --store b.sqlite
fi

# ---- Files that are no store ----
head -c 5000 good.sqlite >cut.sqlite
: >empty.sqlite
mkdir folder
for file in plan.yaml empty.sqlite cut.sqlite folder none/of.sqlite; do
    refuses 65 "$file: *" export --store $file
    refuses 65 "$file: *" compare good.sqlite $file
    refuses 65 "$file: *" merge $file --output m.sqlite
done
refuses 65 'folder: *' sweep plan.yaml --store folder --quiet
refuses 65 'none/of.sqlite: *' sweep plan.yaml --store none/of.sqlite --quiet

# ---- Fewer descriptors than a sweep takes ----
# With each of these limits it makes its runs, or says what is missing; then it goes on without the limit.
short=0
for most in 4 5 6 7 8 9 10 11 12 14 16 20; do
    rm -f few.sqlite
    (ulimit -n $most && timeout "$patience" "$HOLONOMY" sweep plan.yaml --store few.sqlite -j 2 --quiet) >out 2>err </dev/null
    status=$?
    case $status in
    0) [ ! -s err ] ;;
    3) grep -qx 'holonomy: no worker could be started: Too many open files' err && short=$((short + 1)) ;;
    65) grep -q '^holonomy: few.sqlite: .*(Too many open files)$' err ;;
    *) false ;;
    esac && [ ! -s out ] && [ "$(wc -l <err)" -le 1 ]
    verdict 'a sweep of few descriptors makes its runs or says so' "$most"
done
[ "$status" -eq 0 ] && [ "$short" -gt 0 ]
verdict 'some are too few for a worker, and twenty are enough'
ends 0 sweep plan.yaml --store few.sqlite --quiet
ends 0 compare good.sqlite few.sqlite

# ---- Less memory than a table's largest rows take ----
# A build whose sanitizer maps the whole address space starts in none.
if ! "$HOLONOMY" info | grep -q -e -fsanitize; then
    (ulimit -v 300000 && timeout 240 "$HOLONOMY" bench --table sizes --sample 1e-5 ladder --quiet) >out 2>err </dev/null
    status=$?
    [ $status -eq 0 ] && [ ! -s err ] && grep -q '^ladder  joint  *10 ' out &&
        [ "$(grep -cx '  left out: there is no memory for it' out)" -ge 2 ]
    verdict 'a size without memory is one row, and the next formulation has its own' 'holonomy bench --table sizes'
fi

# ---- Files and folders that cannot be written ----
refuses 65 '--output none/a.csv: No such file or directory' export --store good.sqlite --output none/a.csv
refuses 65 '--output folder: Is a directory' export --store good.sqlite --output folder
refuses 65 '--output none/a.csv: No such file or directory' run pendulum rattle --until 0.1 --quiet --output none/a.csv
refuses 65 '*plan.yaml*' report plan.yaml --store good.sqlite --papers none --output plan.yaml --quiet
refuses 65 '*plan.yaml*' bundle good.sqlite --plan plan.yaml --output plan.yaml --quiet

# ---- Files that may not grow ----
# The limit is in blocks of 512 bytes, or of 1024 in some shells.
limited() { # FILE ARGUMENT...: the message names the file
    rm -rf limited.csv limited.html limited.ref mine bundled
    named=$1
    shift
    (ulimit -f 1 && timeout "$patience" "$HOLONOMY" "$@") >/dev/null 2>err </dev/null
    status=$?
    [ "$status" -eq 65 ] && grep -q "^holonomy: .*$named: \(File too large\|disk I/O error\)\$" err
    verdict 'a file at its limit is named' "holonomy $*"
}
limited limited.csv run pendulum rattle --until 2 --samples 200 --quiet --output limited.csv
limited limited.csv export --store good.sqlite --format csv --output limited.csv
limited limited.html plot --motion pendulum rattle --until 0.1 --quiet --output limited.html
limited limited.ref reference knife-edge --until 1 --quiet --output limited.ref
limited mine/mine.c new method mine
[ ! -e mine ]
verdict 'what was made of a folder is taken back' 'holonomy new method mine'
limited bundled/results.sqlite bundle good.sqlite --plan plan.yaml --quiet --output bundled

# ---- A limit of CPU time that a process is told of ----
(ulimit -St 1 && timeout "$patience" "$HOLONOMY" run crank em --steps 10000000 --json --quiet) >out 2>err </dev/null
status=$?
[ "$status" -eq 130 ] && grep -q '"status": "interrupted"' out
verdict 'a run at its limit of CPU time prints what it computed'
printf 'runs:\n  - {problem: pendulum, methods: shake, step_factor: 1e-6, until: 1e3, repeats: 0}\n' >endless.yaml
(ulimit -St 1 && timeout "$patience" "$HOLONOMY" sweep endless.yaml --store endless.sqlite --quiet) >out 2>err </dev/null
status=$?
[ "$status" -eq 1 ] && [ "$("$HOLONOMY" export --store endless.sqlite --format csv | grep -c ',crashed,')" = 1 ]
verdict 'a worker at its limit of CPU time costs its own run alone'

sum_up
