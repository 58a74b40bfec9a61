#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# shards.sh: a plan in parts and the parts in one store: as if it were made in one go, whoever made
# them, whatever was killed; runs that two stores have.

. "${srcdir:-.}/tests/verdict.sh"
cd "$work" || exit 1
patience=$((2 * patience)) # a sweep is longer than a run

# same STORE: it holds the runs of all.sqlite, bit for bit, CPU time aside.
same() {
    ends 0 compare all.sqlite "$1" --tolerance 0
    grep -q "^$runs runs in both, 0 only in .*; 0 of the $runs differ" out
    verdict "$2"
}

# change STORE SQL
change() {
    sqlite3 "$1" "PRAGMA foreign_keys = ON; $2"
}

cat >plan.yaml <<'END'
defaults: {series: 10, motion: 5, repeats: 1}
runs:
  - {problem: rigid-body, methods: [shake, mk4, dvp], step: [0.01, 0.009, 0.008, 0.007, 0.006], until: 2}
  - {problem: double-spherical-pendulum, method: jet-dp5, tolerance: [1e-6, 1e-8], until: 4}
  - {problem: pendulum, method: rk4-baumgarte, step_factor: [2, 1], until: 2, ladder: 1e-8}
END

# ---- Four parts on one, two and four workers, and in one go ----
ends 0 sweep plan.yaml --store all.sqlite
runs=$(sed -n 's/^\([0-9]*\) runs: .*/\1/p' err)
for workers in 1 2 4; do
    for part in 1 2 3 4; do
        ends 0 sweep plan.yaml --shard $part/4 -j $workers
    done
    ends 0 merge results-*-of-4.sqlite --output merged.sqlite
    [ "$(tail -n 1 out)" = "merged.sqlite: $runs runs" ] && ! grep -v ', of which 0 were there$' out | sed '$d' | grep .
    verdict "no run is in two parts: -j $workers"
    same merged.sqlite "four parts made by $workers workers are the plan in one go"
    ends 0 merge results-*-of-4.sqlite --output merged.sqlite
    [ "$(tail -n 1 out)" = "merged.sqlite: $runs runs" ]
    verdict 'merging again changes nothing'
    [ $workers -eq 4 ] || rm ./*-of-4.sqlite merged.sqlite
done

# ---- A plan that grows ----
sed 's/methods: \[/methods: [rattle, /; s/0.006\]/0.006, 0.011]/' plan.yaml >grown.yaml
echo '  - {problem: pendulum, method: shake}' >>grown.yaml
had=0
for part in 1 2 3 4; do
    ends 0 sweep grown.yaml --shard $part/4
    had=$((had + $(sed -n 's/^[0-9]* runs: \([0-9]*\) were .*/\1/p' err)))
done
[ "$had" -eq "$runs" ]
verdict "a plan that grows moves no run to another part: $had of $runs"
rm ./*-of-4.sqlite

# ---- kill -9, and the same part again ----
killed=0
for part in 1 2 3 4; do
    for instant in 02 05 08 12 17; do
        "$HOLONOMY" sweep plan.yaml --shard $part/4 --quiet >out 2>err </dev/null &
        pid=$!
        sleep 0.$instant
        kill -9 $pid 2>/dev/null
        wait $pid 2>/dev/null
        [ $? -ne 137 ] || killed=$((killed + 1))
    done
    ends 0 sweep plan.yaml --shard $part/4
done
[ "$killed" -gt 0 ]
verdict 'a part was killed'
rm merged.sqlite
ends 0 merge results-*-of-4.sqlite --output merged.sqlite
! grep -v ', of which 0 were there$' out | sed '$d' | grep . && same merged.sqlite 'parts killed at twenty instants lose nothing and have nothing twice'

# ---- A core of one's own ----
ends 0 sweep plan.yaml --shard 1/4 --exclusive -j 2 --store alone.sqlite
"$HOLONOMY" export --store alone.sqlite --view runs --format json >out
if [ "$(uname)" = Linux ]; then
    [ "$(grep -c '"core": [0-9]' out)" -eq "$(grep -c '"key"' out)" ]
    verdict 'the rows of runs on a core of their own name it'
fi
[ "$(grep -c "\"host\": \"$(uname -n)\"" out)" -eq "$(grep -c '"key"' out)" ]
verdict 'the rows name the machine'

# Each has as many workers as there are cores, and the one waits for a core that the other has.
for turn in 1 2 3; do
    timeout "$patience" "$HOLONOMY" sweep plan.yaml --shard 2/4 --exclusive -j "$(nproc)" --store one$turn.sqlite --quiet </dev/null 2>log &
    first=$!
    ends 0 sweep plan.yaml --shard 3/4 --exclusive -j "$(nproc)" --store two$turn.sqlite
    wait $first
    verdict 'sweeps at once share the cores' "turn $turn"
done

# ---- Jobs of a cluster ----
ends 0 submit plan.yaml --slurm --output 'the jobs' --shards 12 --tasks 3 --store joined.sqlite
grep -q '^[0-9]* runs in 12 parts, 3 tasks: ' out && grep -q 'foreseen at 10 us a step' out
verdict 'a plan is dealt to tasks'
[ "$(wc -l <'the jobs/tasks')" -eq 3 ] && [ "$(tr ' ' '\n' <'the jobs/tasks' | sort | uniq -d | wc -l)" -eq 0 ]
verdict 'no part is in two tasks'
grep -qx '#SBATCH --array=1-3' 'the jobs/array.sbatch' && grep -qx '#SBATCH --requeue' 'the jobs/array.sbatch' &&
    grep -q 'dependency="afterany:' 'the jobs/submit.sh'
verdict 'Slurm may queue a task again, and merges when all have ended'
for task in 1 2 2 3; do
    sh 'the jobs/task.sh' $task >out 2>err
    verdict "task $task"
done
sh 'the jobs/merge.sh' >out 2>err && grep -q "^$runs runs: $runs were in joined.sqlite, 0 made" err
verdict 'the tasks leave nothing to the merge'
same joined.sqlite 'tasks of parts are the plan in one go'
rm joined.sqlite 'the jobs'/part-*
sh 'the jobs/task.sh' 2 >out 2>err && sh 'the jobs/merge.sh' >out 2>err && grep -q "^$runs runs: [0-9]* were in joined.sqlite, [1-9]" err
verdict 'what lost tasks have left the merge makes'
same joined.sqlite 'tasks that were lost cost no run'
ends 0 submit plan.yaml --slurm --output 'the jobs' --shards 12 --tasks 3 --store joined.sqlite --json
[ "$(grep -c '"seconds": [0-9]' out)" -eq 3 ] && grep -q "\"known\": $runs" out
verdict 'costs are foreseen from the store, as JSON'

# What stands in for GNU parallel and for Slurm makes one task after the other.
mkdir stand-in
cat >stand-in/parallel <<'END'
#!/bin/sh
until [ "$1" = -q ]; do shift; done
call=$2 script=$3
[ "$4 $5" = '{} :::' ] && shift 5 || exit 1
for task; do "$call" "$script" "$task" || exit; done
END
cat >stand-in/sbatch <<'END'
#!/bin/sh
for script; do :; done
tasks=$(sed -n 's/^#SBATCH --array=1-//p' "$script")
for SLURM_ARRAY_TASK_ID in $(seq "${tasks:-1}"); do
    export SLURM_ARRAY_TASK_ID
    sh "$script" </dev/null >/dev/null || exit
done
echo "7${tasks:+$tasks};here"
END
chmod +x stand-in/parallel stand-in/sbatch
for way in '--parallel 2/:,4/node' '--slurm --tasks 3'; do
    rm -rf gathered.sqlite 'other jobs'
    # shellcheck disable=SC2086
    PATH=$PWD/stand-in:$PATH ends 0 submit plan.yaml $way --output 'other jobs' --shards 6 --store gathered.sqlite -j 2 --exclusive --no-derive --options '--time=8:00:00' --now
    cp out said
    same gathered.sqlite "the scripts of $way make the plan"
    grep -q -- '--time=8:00:00 ' 'other jobs/submit.sh' && grep -q -- '-j 2 --exclusive --no-derive' 'other jobs/task.sh'
    verdict 'what else was asked for stands in the scripts' "submit $way"
done
[ "$(tail -n 1 said)" = 'array 73, merge 7' ]
verdict 'the numbers of the jobs are shown'
if parallel --version 2>/dev/null | grep -q GNU; then
    ends 0 submit plan.yaml --parallel 2/: --output 'other jobs' --shards 6 --store gathered.sqlite --now
    same gathered.sqlite 'GNU parallel makes the plan'
fi
PATH=/nowhere "$HOLONOMY" submit plan.yaml --slurm --output 'the jobs' --now >out 2>err
status=$?
[ $status -eq 3 ] && grep -q 'submit.sh did not end well' err
verdict 'without Slurm a submission ends with 3'
ends 64 submit plan.yaml
ends 64 submit plan.yaml --slurm --parallel :
ends 64 submit plan.yaml --slurm --tasks 65
ends 2 submit nowhere.yaml --slurm
ends 65 submit plan.yaml --slurm --output plan.yaml/none
ends 65 submit plan.yaml --slurm --store nowhere/x.sqlite
grep -q "nowhere/: No such file or directory" err
verdict "a folder that the merge will lack is missed at once"

# ---- Runs that two stores have ----
if command -v sqlite3 >/dev/null; then
    sqlite3 old.sqlite <"$srcdir/tests/harness/store_4.sql"
    cp old.sqlite old.copy
    ends 0 merge old.sqlite all.sqlite --output mixed.sqlite
    [ "$(tail -n 1 out)" = "mixed.sqlite: $((runs + 2)) runs" ] && cmp -s old.sqlite old.copy &&
        [ "$(sqlite3 mixed.sqlite 'SELECT count(*) FROM certificates')" -eq 11 ] &&
        [ "$(sqlite3 mixed.sqlite 'SELECT count(*) FROM series s JOIN runs r ON r.number = s.run WHERE r.build = 1')" -eq 6 ]
    verdict 'a store of a former version is merged whole, with its certificates'
    # What a store of a former version has no place for is no difference; another number is.
    cp all.sqlite less.sqlite
    change less.sqlite 'UPDATE runs SET scd = NULL, mescd = NULL, relative = NULL'
    ends 0 compare all.sqlite less.sqlite --tolerance 0
    [ "$(sqlite3 all.sqlite 'SELECT count(relative) > 0 FROM runs')" -eq 1 ]
    verdict 'measures that a former version has not are no difference'
    change less.sqlite "UPDATE runs SET relative = 2 WHERE status = 'ok'"
    ends 1 compare all.sqlite less.sqlite --tolerance 0
    grep -q '^runs.relative ' out
    verdict 'measures that differ are named'
    cp all.sqlite other.sqlite
    change other.sqlite "UPDATE runs SET host = 'elsewhere', energy = energy * (1 + 1e-15) WHERE number = 1;
        UPDATE series SET phi = phi + 1e-17 WHERE run = 2 AND place = 3;
        DELETE FROM motions WHERE run = 3 AND place = 2;
        UPDATE counters SET forces = forces + 1 WHERE run = 4;
        UPDATE momenta SET error = NULL WHERE run = 5 AND place = 1;
        UPDATE runs SET cpu_seconds = 7, core = 3 WHERE number = 6;
        UPDATE runs SET status = 'crashed', message = 'crashed (signal 9)' WHERE number = 7"
    cp all.sqlite merged.sqlite
    ends 1 merge other.sqlite --output merged.sqlite
    [ "$(grep -c '^holonomy: .*): .* is .* and ' err)" -eq 5 ]
    verdict 'runs that differ are named, once each, and no other is'
    grep -q '^holonomy: shake on rigid-body, h = 0.01 ([0-9a-f]*): runs.energy is [^ ]* (.*) and [^ ]* (elsewhere, .*)$' err &&
        grep -q ': series.phi is ' err && grep -q ': motions: rows is ' err && grep -q ': counters.forces is ' err &&
        grep -q ': momenta.error is .* and none ' err
    verdict 'a difference has its column, both values and both machines'
    same merged.sqlite 'what was there stays'
    ends 1 merge other.sqlite --output merged.sqlite --json
    [ "$(grep -c '"column"' out)" -eq 5 ] && grep -q '"differing": 5' out
    verdict 'the differences as JSON'
    cp other.sqlite merged.sqlite
    ends 1 merge all.sqlite --output merged.sqlite
    [ "$(sqlite3 merged.sqlite "SELECT status, count(*) FROM runs JOIN counters ON run = number WHERE number > $runs OR status = 'crashed'")" = 'ok|1' ]
    verdict 'of a run that crashed here and came to its end there the end is kept'

    # A processor for which BLAS chose another kernel: all keys are others.
    cp all.sqlite far.sqlite
    change far.sqlite "UPDATE runs SET key = substr(key, 2) || substr(key, 1, 1);
        UPDATE builds SET facts = json_set(facts, '\$.cpu', 'Another CPU')"
    ends 0 sweep plan.yaml --store far.sqlite
    grep -q "^$runs runs: $runs were in far.sqlite, 0 made" err
    verdict 'the runs of another processor are there, whatever kernel BLAS chose for it'
    ends 0 export --plan plan.yaml --store far.sqlite --view runs --format json
    [ "$(grep -c '"key"' out)" -eq "$runs" ]
    verdict 'and are found by their plan'
    cp all.sqlite asked.sqlite
    change asked.sqlite "UPDATE runs SET key = substr(key, 2) || substr(key, 1, 1)"
    ends 0 export --plan plan.yaml --store asked.sqlite --view runs --format json
    ! grep -q '"key"' out
    verdict 'those of a kernel that was asked for on this one are not'
    cp all.sqlite merged.sqlite
    ends 0 merge far.sqlite --output merged.sqlite
    [ "$(cat out)" = "far.sqlite: $runs runs, of which $runs were there
merged.sqlite: $runs runs" ]
    verdict 'and are those of this one where the bits are the same'
    change far.sqlite "UPDATE runs SET energy = energy * (1 + 1e-15) WHERE number = 2;
        UPDATE runs SET status = 'crashed', message = 'crashed (signal 9)' WHERE number = 7"
    ends 1 merge far.sqlite --output merged.sqlite
    [ "$(grep -c '^holonomy: .*): .* is .* and ' err)" -eq 1 ] && grep -q 'runs.energy is .* and .*Another CPU)$' err
    verdict 'where they are not, both processors are named'
    same merged.sqlite 'and what was there stays'
    ends 1 merge all.sqlite --output far.sqlite
    [ "$(sqlite3 far.sqlite "SELECT count(*), sum(status = 'ok') FROM runs")" = "$runs|$(sqlite3 all.sqlite "SELECT sum(status = 'ok') FROM runs")" ]
    verdict 'of a run that crashed on one processor the end that it came to on the other is kept'
fi

# ---- Mistakes ----
ends 64 sweep plan.yaml --shard 0/4
ends 64 sweep plan.yaml --shard 5/4
ends 64 sweep plan.yaml --shard 4
ends 64 merge
ends 65 merge nowhere.sqlite --output none.sqlite
ends 65 merge all.sqlite plan.yaml --output none.sqlite
[ ! -e none.sqlite ]
verdict 'nothing is merged where one store is none'
ends 65 merge all.sqlite --output all.sqlite

sum_up
