/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Worker processes of a sweep: see sweep_worker.h. */
#include "harness/plan/sweep_worker.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "harness/memory.h"

/* ---------------------------------------------------------------- frames */

enum { MARK = 0x484f4c31, MOST_ROWS = 10000000 };

typedef struct {
    uint32_t mark, kind;
    int32_t run, momenta, points, placed;
} head;

static bool read_all(int fd, void *data, size_t size)
{
    char *at = data;
    while (size) {
        ssize_t n = read(fd, at, size);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        at += n;
        size -= (size_t)n;
    }
    return true;
}

static bool write_all(int fd, const void *data, size_t size)
{
    const char *at = data;
    while (size) {
        ssize_t n = write(fd, at, size);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return false;
        at += n;
        size -= (size_t)n;
    }
    return true;
}

static bool send_result(int fd, int run, const hol_record *r)
{
    head h = {MARK, HOL_FRAME_RESULT, run, r->momenta, r->points, r->placed};
    return write_all(fd, &h, sizeof h) && write_all(fd, r, sizeof *r) &&
           write_all(fd, r->momentum, (size_t)r->momenta * sizeof *r->momentum) &&
           write_all(fd, r->series, (size_t)r->points * sizeof *r->series) &&
           write_all(fd, r->motion, (size_t)r->placed * sizeof *r->motion);
}

static bool read_result(int fd, const head *h, hol_record *r)
{
    if (!read_all(fd, r, sizeof *r)) return false;
    r->momenta = h->momenta;
    r->points = h->points;
    r->placed = h->placed;
    r->momentum = hol_new(r->momenta, sizeof *r->momentum);
    r->series = hol_new(r->points, sizeof *r->series);
    r->motion = hol_new(r->placed, sizeof *r->motion);
    if (read_all(fd, r->momentum, (size_t)r->momenta * sizeof *r->momentum) &&
        read_all(fd, r->series, (size_t)r->points * sizeof *r->series) &&
        read_all(fd, r->motion, (size_t)r->placed * sizeof *r->motion))
        return true;
    hol_record_clear(r);
    return false;
}

bool hol_worker_read(const hol_worker *w, hol_frame_kind *kind, hol_record *record)
{
    head h;
    if (!read_all(w->from, &h, sizeof h) || h.mark != MARK || h.run != w->run) return false;
    *kind = h.kind;
    if (h.kind == HOL_FRAME_ASKS) return true;
    bool sane = h.kind == HOL_FRAME_RESULT && h.momenta >= 0 && h.momenta <= MOST_ROWS &&
                h.points >= 0 && h.points <= MOST_ROWS && h.placed >= 0;
    return sane && read_result(w->from, &h, record);
}

/* ---------------------------------------------------------------- the worker's side */

typedef struct {
    int in, out, run;
} channel;

static void ask_to_time(void *self)
{
    const channel *c = self;
    head h = {.mark = MARK, .kind = HOL_FRAME_ASKS, .run = c->run};
    char go;
    if (!write_all(c->out, &h, sizeof h) || !read_all(c->in, &go, 1)) _exit(0);
}

/* Ends without exit(): what the writer has open or half printed is not this process's. */
static void work(channel c, const hol_plan *plan)
{
    while (read_all(c.in, &c.run, sizeof c.run)) {
        hol_record record;
        const hol_spec *spec = &plan->spec[c.run];
        hol_record_spec(spec, spec->repeats > 0 ? ask_to_time : NULL, &c, &record);
        if (!send_result(c.out, c.run, &record)) break;
        hol_record_clear(&record);
    }
    _exit(0);
}

/* The user's interrupt is the writer's to answer; without a writer there is no worker. */
static void become_worker(pid_t writer)
{
    signal(SIGINT, SIG_IGN);
    signal(SIGPIPE, SIG_DFL);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != writer) _exit(0);
#else
    (void)writer;
#endif
}

/* ---------------------------------------------------------------- the writer's side */

bool hol_worker_start(hol_worker worker[], int w, int count, const hol_plan *plan)
{
    int down[2], up[2];
    pid_t writer = getpid();
    if (pipe(down) != 0) return false;
    if (pipe(up) != 0) {
        close(down[0]), close(down[1]);
        return false;
    }
    pid_t pid = fork();
    if (pid == 0) {
        become_worker(writer);
        close(down[1]), close(up[0]);
        for (int i = 0; i < count; i++)
            if (worker[i].state != HOL_WORKER_NONE) close(worker[i].to), close(worker[i].from);
        work((channel){down[0], up[1], -1}, plan);
    }
    close(down[0]), close(up[1]);
    if (pid > 0) {
        worker[w] = (hol_worker){HOL_WORKER_IDLE, pid, down[1], up[0], -1, false};
        return true;
    }
    close(down[1]), close(up[0]);
    return false;
}

bool hol_worker_give(hol_worker *w, int run)
{
    w->state = HOL_WORKER_RUNS;
    w->run = run;
    return write_all(w->to, &run, sizeof run);
}

bool hol_worker_let_time(hol_worker *w)
{
    w->state = HOL_WORKER_TIMES;
    return write_all(w->to, "", 1);
}

/* An end in place of the stop is left for hol_worker_end. */
void hol_worker_hold(hol_worker *w)
{
    siginfo_t how = {0};
    if (w->held || kill(w->pid, SIGSTOP) != 0) return;
    while (waitid(P_PID, (id_t)w->pid, &how, WSTOPPED | WEXITED | WNOWAIT) != 0 && errno == EINTR)
        ;
    if (how.si_code == CLD_STOPPED) waitpid(w->pid, NULL, WUNTRACED | WNOHANG);
    w->held = true;
}

void hol_worker_go_on(hol_worker *w)
{
    if (w->held) kill(w->pid, SIGCONT);
    w->held = false;
}

void hol_worker_kill(hol_worker *w)
{
    if (w->state != HOL_WORKER_NONE) kill(w->pid, SIGKILL);
}

void hol_worker_end(hol_worker *w, hol_message *how)
{
    int status = 0;
    if (w->state == HOL_WORKER_NONE) return;
    close(w->to), close(w->from);
    while (waitpid(w->pid, &status, 0) < 0 && errno == EINTR)
        ;
    if (WIFSIGNALED(status))
        hol_say(how, "crashed (signal %d)", WTERMSIG(status));
    else
        hol_say(how, "the worker ended (exit code %d) without a result", WEXITSTATUS(status));
    w->state = HOL_WORKER_NONE;
}
