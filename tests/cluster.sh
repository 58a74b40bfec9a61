#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# cluster.sh: a plan on a real Slurm: `holonomy submit --slurm --now`, an array of 8 tasks on the cores of
# this machine; a run is killed, a task requeued; the merged store is that of one sweep.
#
# munged, slurmctld and slurmd are Debian's, started here in a folder of their own, without systemd
# and without cgroups (proctrack/linuxproc, task/none); they and what they started end with this.
# HOL_CLUSTER_RUNS runs (default 500, of 0.2 to 1.2 s each, some 5 minutes of CPU time in all).
# Status: 0 all verdicts are good, 1 one is not, 77 it cannot run here.

cannot() {
    echo "check-cluster: cannot run: $*" >&2
    exit 77
}

PATH=$PATH:/usr/sbin:/sbin
for program in munged slurmctld slurmd sbatch sqlite3; do
    command -v $program >/dev/null || missing="$missing $program"
done
[ -z "$missing" ] || cannot "missing:$missing; apt-get install munge slurmctld slurmd slurm-client sqlite3"
[ "$(id -u)" -eq 0 ] || cannot "slurmd starts jobs as their users, for which it must be root"

. "${srcdir:-.}/tests/verdict.sh"
cd "$work" || exit 1
chmod 755 "$work"
HOL_FIRST_RED=1 # each verdict needs those before
runs=${HOL_CLUSTER_RUNS:-500}
tasks=8
cores=$(nproc)
host=$(hostname -s)
daemons=

# ---- A cluster of one machine ----
# Ends what was started here, each by its id.
end_all() {
    [ -z "$daemons" ] || scancel -u "$(id -un)" >/dev/null 2>&1
    for pid in $daemons; do kill "$pid" 2>/dev/null; done
    for pid in $daemons; do
        tries=0
        while kill -0 "$pid" 2>/dev/null && [ $tries -lt 50 ]; do
            sleep 0.1
            tries=$((tries + 1))
        done
        kill -9 "$pid" 2>/dev/null
    done
    rm -rf "$work"
}
trap end_all EXIT

# started NAME COMMAND ARGUMENT...: a daemon in the foreground of its own, with a log.
started() {
    name=$1
    shift
    "$@" >"$name.out" 2>&1 </dev/null &
    daemons="$! $daemons" # the last one first
}

port=$((20000 + $$ % 20000))
mkdir state spool run
dd if=/dev/urandom of=munge.key bs=1024 count=1 2>/dev/null
chmod 600 munge.key
chmod 755 run
cat >slurm.conf <<END
ClusterName=holonomy
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmdPort=$((port + 1))
SlurmUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$work/run/munge
CredType=cred/munge
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/run/slurmctld.pid
SlurmdPidFile=$work/run/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/builtin
SchedulerParameters=sched_interval=2,batch_sched_delay=1
ReturnToService=2
KillWait=5
NodeName=$host NodeAddr=127.0.0.1 CPUs=$cores State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
END
echo 'CgroupPlugin=cgroup/v1' >cgroup.conf # which takes hold of nothing unless it is asked to
SLURM_CONF=$work/slurm.conf
export SLURM_CONF
started munged munged --foreground --force --key-file "$work/munge.key" --socket "$work/run/munge" \
    --pid-file "$work/run/munged.pid" --log-file "$work/munged.log" --seed-file "$work/run/seed"
sleep 1
started slurmctld slurmctld -D -c -f "$SLURM_CONF"
started slurmd slurmd -D -f "$SLURM_CONF" -N "$host"
tries=0
until [ "$(sinfo -h -o %T 2>/dev/null)" = idle ]; do
    tries=$((tries + 1))
    [ $tries -lt 60 ] || {
        tail -n 5 munged.out munged.log slurmctld.out slurmd.out >&2
        cannot "the daemons of Slurm do not come up here; the ends of their logs are above"
    }
    sleep 1
done
echo "check-cluster: $(slurmctld -V), $cores cores, up after $tries s"

# ---- One sweep, which is what the cluster must come to ----
each=$((runs / 2))
{
    echo 'defaults: {repeats: 0, series: 10}'
    echo 'runs:'
    echo '  - problem: double-spherical-pendulum'
    echo '    methods: [shake, rattle]'
    echo '    until: 52'
    printf '    step: ['
    seq $each | awk -v n="$each" '{ printf "%s%.9g", (NR > 1 ? ", " : ""), 2e-4 / (1 + 4 * NR / n) }'
    echo ']'
} >plan.yaml

# cpu_of FILE: seconds of user and system time that `times` printed, all lines.
cpu_of() {
    tr ' ' '\n' <"$1" | awk -F'[ms]' 'NF > 2 { sum += 60 * $1 + $2 } END { printf "%.1f", sum }'
}

began=$(date +%s)
timeout 7200 sh -c '"$1" sweep plan.yaml --store all.sqlite -j "$2" --quiet; status=$?; times >cpu; exit $status' \
    sh "$HOLONOMY" "$cores" >out 2>err </dev/null
status=$?
[ $status -eq 0 ]
verdict 'one sweep'
one_wall=$(($(date +%s) - began))
one_cpu=$(cpu_of cpu)
echo "check-cluster: one sweep of $runs runs: $one_wall s, CPU $one_cpu s"

# ---- The array ----
"$HOLONOMY" submit plan.yaml --slurm --tasks $tasks --store merged.sqlite --output jobs >out 2>err
status=$?
[ $status -eq 0 ]
verdict 'the jobs are written'
sed -i 's/^exit \$status$/times; exit $status/' jobs/array.sbatch # what a task costs, into its log
sh jobs/submit.sh >out 2>err
status=$?
array=$(sed -n 's/^array \([0-9]*\), merge [0-9]*$/\1/p' out)
merge=$(sed -n 's/^array [0-9]*, merge \([0-9]*\)$/\1/p' out)
[ $status -eq 0 ] && [ -n "$array" ] && [ -n "$merge" ]
verdict 'the array and the merge are submitted'
[ "$(squeue -h -j "$merge" -o %T)" = PENDING ]
verdict 'the merge waits'

# sweep_of: the id of a sweep of these jobs, if one runs.
sweep_of() {
    for process in /proc/[0-9]*; do
        { tr '\0' ' ' <"$process/cmdline"; } 2>/dev/null | grep -q "^[^ ]*holonomy sweep .*--store $work/jobs/part-" &&
            echo "${process#/proc/}" && return
    done
}

# wait_for SECONDS COMMAND ARGUMENT...: until it succeeds.
wait_for() {
    left=$1
    shift
    until "$@"; do
        left=$((left - 1))
        [ $left -gt 0 ] || return 1
        sleep 1
    done
}

parts_there() {
    [ "$(find jobs -name 'part-*.sqlite' | wc -l)" -ge "$1" ]
}

wait_for 120 parts_there 3
verdict 'tasks begin'
sleep 2
victim=$(sweep_of)
killed=$(date +%s)
kill -9 "$victim"
verdict 'a sweep of a task is killed'
requeued() {
    scontrol show job "$array" | grep -q 'Restarts=[1-9]'
}
wait_for 60 requeued
verdict 'its task queues itself again'
running=$(squeue -h -t RUNNING -r -j "$array" -o %A | head -n 1)
[ -n "$running" ] && scontrol requeue "$running"
verdict 'another task is requeued'
gone() {
    [ -z "$(squeue -h -j "$array,$merge" 2>/dev/null)" ]
}
wait_for 7200 gone
verdict 'all jobs end'
tail -n 1 jobs/merge.log
grep -q "^$runs runs: $runs were in merged.sqlite, 0 made" jobs/merge.log
verdict 'the merge has every run, and makes none itself'
"$HOLONOMY" compare all.sqlite merged.sqlite --tolerance 0 >out 2>err
status=$?
[ $status -eq 0 ] && grep -q "^$runs runs in both, 0 only in .*; 0 of the $runs differ" out
verdict 'the merged store is that of one sweep, bit for bit'
[ "$(for part in jobs/part-*; do sqlite3 "$part" 'SELECT key FROM runs'; done | sort | uniq -d | wc -l)" -eq 0 ]
verdict 'no run is in two parts'

# ---- What it costs: of the tasks, and of the scheduler ----
scontrol show job "$array" >jobs.txt
field() { # NAME: of every task, a line each
    sed -n "s/.*\b$1=\([^ ]*\).*/\1/p" jobs.txt
}
seconds_of() { # the same, a time each, in order
    field "$1" | while read -r t; do date -d "$t" +%s; done | sort -n
}
first=$(seconds_of SubmitTime | head -n 1)
last=$(seconds_of EndTime | tail -n 1)
again=$(seconds_of StartTime | tail -n 1) # of the tasks that were queued again
cat jobs/task-*.log >logs
tasks_cpu=$(cpu_of logs)
grep -q 'COMPLETED' jobs.txt && ! grep -q 'JobState=FAILED' jobs.txt
verdict 'all tasks are completed'
awk -v one="$one_cpu" -v tasks="$tasks_cpu" -v wall=$((last - first)) -v cores="$cores" \
    -v again=$((again - killed)) -v sweep="$one_wall" 'BEGIN {
    printf "check-cluster: CPU of the tasks %.1f s, %.1f %% beyond one sweep\n", tasks, 100 * (tasks / one - 1)
    printf "check-cluster: wall %d s, CPU over cores %.0f s; of one sweep %d s and %.0f s\n", wall, tasks / cores, sweep, one / cores
    printf "check-cluster: of the wall Slurm let pass %d s before it began again what was killed\n", again
    exit !(tasks < 1.1 * one) }'
verdict 'tasks cost less than a tenth beyond one sweep'
sum_up
