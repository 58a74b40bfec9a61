/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scripts of `holonomy submit`: see cli_submit.h.
 *
 * task.sh makes the parts of one line of `tasks`, each into a store of its own, so that it may be
 * killed and begun again at any time; merge.sh makes one store of them and then what a lost task
 * has left.  Slurm runs them by array.sbatch and merge.sbatch, GNU parallel by parallel.sh. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/cli/cli.h"
#include "harness/cli/cli_progress.h"
#include "harness/cli/cli_submit.h"

/* ---------------------------------------------------------------- files */

static FILE *begin(const submit_jobs *s, const char *name, char path[2 * SUBMIT_PATH])
{
    snprintf(path, 2 * SUBMIT_PATH, "%s/%s", s->dir, name);
    FILE *out = fopen(path, "w");
    if (!out) hol_complain("%s: %s", path, strerror(errno));
    return out;
}

static bool write_script(const submit_jobs *s, const char *name,
                         void (*put)(FILE *out, const submit_jobs *s))
{
    char path[2 * SUBMIT_PATH];
    FILE *out = begin(s, name, path);
    if (!out) return false;
    put(out, s);
    return cli_output_end(out, path, HOL_EXIT_OK) == HOL_EXIT_OK;
}

/* "name='value'" as a line of a shell's script. */
static void put_variable(FILE *out, const char *name, const char *value)
{
    fprintf(out, "%s=", name);
    cli_put_quoted(out, value);
    putc('\n', out);
}

static void put_head(FILE *out, const submit_jobs *s)
{
    put_variable(out, "holonomy", s->program);
    put_variable(out, "plan", s->plan);
    put_variable(out, "dir", s->dir);
    fprintf(out, "parts=%d\n", s->parts);
}

/* ---------------------------------------------------------------- what is run */

/* A line a task: its parts, the costliest first. */
static void put_tasks(FILE *out, const submit_jobs *s)
{
    for (int task = 0; task < s->tasks; task++) {
        const char *before = "";
        for (int i = 0; i < s->parts; i++) {
            if (s->part[i].task != task || !s->part[i].runs) continue;
            fprintf(out, "%s%d", before, s->part[i].part);
            before = " ";
        }
        putc('\n', out);
    }
}

static void put_sweep_options(FILE *out, const submit_jobs *s)
{
    fprintf(out, " -j %d%s%s", s->jobs, s->exclusive ? " --exclusive" : "",
            s->no_derive ? " --no-derive" : "");
}

/* Status 1 is that of runs that crashed, which are rows. */
static void put_task(FILE *out, const submit_jobs *s)
{
    fputs(
        "#!/bin/sh\n# task.sh N: makes the parts of line N of `tasks` as far as they lack runs.\n",
        out);
    put_head(out, s);
    fputs("for part in $(sed -n \"${1}p\" \"$dir/tasks\"); do\n"
          "    \"$holonomy\" sweep \"$plan\" --shard \"$part/$parts\""
          " --store \"$dir/part-$part-of-$parts.sqlite\"",
          out);
    put_sweep_options(out, s);
    fputs(" --quiet </dev/null\n"
          "    status=$?\n"
          "    [ $status -le 1 ] || exit $status\n"
          "done\n",
          out);
}

static void put_merge(FILE *out, const submit_jobs *s)
{
    fputs(
        "#!/bin/sh\n# merge.sh: one store of those of all parts, and what a lost task has left.\n",
        out);
    put_head(out, s);
    put_variable(out, "store", s->store);
    fputs("cd ", out);
    cli_put_quoted(out, s->here);
    fputs(" || exit\n"
          "\"$holonomy\" merge \"$dir\"/part-*-of-$parts.sqlite --output \"$store\"\n"
          "merged=$?\n"
          "[ $merged -le 1 ] || exit $merged\n"
          "\"$holonomy\" sweep \"$plan\" --store \"$store\"",
          out);
    put_sweep_options(out, s);
    fputs(" </dev/null || exit\nexit $merged\n", out);
}

/* ---------------------------------------------------------------- Slurm */

/* A task that a signal ended, such as that of a machine without memory, is put back in the queue,
 * three times at most; of one that is requeued by Slurm itself, what it had is there. */
static void put_array(FILE *out, const submit_jobs *s)
{
    fprintf(out,
            "#!/bin/sh\n#SBATCH --job-name=holonomy\n#SBATCH --array=1-%d\n"
            "#SBATCH --ntasks=1\n#SBATCH --cpus-per-task=%d\n#SBATCH --requeue\n"
            "#SBATCH --open-mode=append\n",
            s->tasks, s->jobs);
    put_variable(out, "dir", s->dir);
    fputs("sh \"$dir/task.sh\" \"$SLURM_ARRAY_TASK_ID\"\n"
          "status=$?\n"
          "if [ $status -gt 130 ] && [ \"${SLURM_RESTART_COUNT:-0}\" -lt 3 ]; then\n"
          "    scontrol requeue \"$SLURM_JOB_ID\" && sleep 60\n"
          "fi\n"
          "exit $status\n",
          out);
}

static void put_merge_job(FILE *out, const submit_jobs *s)
{
    fprintf(out,
            "#!/bin/sh\n#SBATCH --job-name=holonomy-merge\n#SBATCH --ntasks=1\n"
            "#SBATCH --cpus-per-task=%d\n#SBATCH --requeue\n#SBATCH --open-mode=append\n",
            s->jobs);
    put_variable(out, "dir", s->dir);
    fputs("exec sh \"$dir/merge.sh\"\n", out);
}

static void put_submit(FILE *out, const submit_jobs *s)
{
    const char *options = s->options ? s->options : "";
    fputs(
        "#!/bin/sh\n# submit.sh: the array of tasks, and the merge when all of them have ended.\n",
        out);
    put_variable(out, "dir", s->dir);
    fprintf(out,
            "array=$(sbatch --parsable --output=\"$dir/task-%%a.log\" %s \"$dir/array.sbatch\")"
            " || exit\n"
            "merge=$(sbatch --parsable --output=\"$dir/merge.log\""
            " --dependency=\"afterany:${array%%%%;*}\" %s \"$dir/merge.sbatch\") || exit\n"
            "echo \"array ${array%%%%;*}, merge ${merge%%%%;*}\"\n",
            options, options);
}

/* ---------------------------------------------------------------- GNU parallel */

static void put_parallel(FILE *out, const submit_jobs *s)
{
    fputs("#!/bin/sh\n# submit.sh: every task on the machines that ssh reaches, then the merge.\n"
          "# A task that was killed is tried again, three times at most.\n",
          out);
    put_variable(out, "dir", s->dir);
    put_variable(out, "hosts", s->hosts);
    fprintf(
        out,
        "parallel --will-cite --sshlogin \"$hosts\" --joblog \"$dir/parallel.log\" --retries 3 %s"
        " -q sh \"$dir/task.sh\" {} ::: $(seq %d)\n"
        "exec sh \"$dir/merge.sh\"\n",
        s->options ? s->options : "", s->tasks);
}

/* ---------------------------------------------------------------- all of it */

bool submit_write(const submit_jobs *s)
{
    return write_script(s, "tasks", put_tasks) && write_script(s, "task.sh", put_task) &&
           write_script(s, "merge.sh", put_merge) &&
           (s->hosts ? write_script(s, SUBMIT_SCRIPT, put_parallel)
                     : write_script(s, "array.sbatch", put_array) &&
                           write_script(s, "merge.sbatch", put_merge_job) &&
                           write_script(s, SUBMIT_SCRIPT, put_submit));
}

int submit_start(const submit_jobs *s)
{
    char path[2 * SUBMIT_PATH];
    int status = 0;
    snprintf(path, sizeof path, "%s/" SUBMIT_SCRIPT, s->dir);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        execlp("sh", "sh", path, (char *)NULL);
        _exit(127);
    }
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    if (child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0) return HOL_EXIT_OK;
    return hol_refuse(HOL_EXIT_MACHINE, "%s did not end well: %s", path,
                      s->hosts ? "is parallel there?"
                               : "is sbatch there, and does slurmctld answer?");
}
