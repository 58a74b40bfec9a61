/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Worker processes and their writer: see workers.h.
 *
 * Three channels tie a worker to the writer.  `down` brings the number of a job and, where the
 * worker asked, a byte that lets it time; `up` takes frames, each a head and, with a result, its
 * parts in the bytes of this program; on `brake` the worker says that it stands still and waits for
 * the byte that lets it go on.  A worker stands still in the handler of SIGUSR1, not stopped by
 * SIGSTOP: the writer's end closes the brake, which ends the worker, and Ctrl-Z and `fg` of the
 * user's do not let it go. */
#include "harness/plan/workers.h"

#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "holonomy/memory.h"

enum { TICK = 250 }; /* the longest wait [ms] */
enum { MARK = 0x484f4c32, MOST_BYTES = 2000000000 };

typedef enum { ASKS = 1, RESULT, BEGUN } frame_kind;

typedef struct {
    uint32_t mark, kind;
    int64_t job, size[HOL_PARTS];
} head;

/* BEGINS: it may have to wait for what it begins with, a core that others have, and so has no job
 * yet; WAITS: until it may time. */
typedef enum { NONE, BEGINS, IDLE, RUNS, WAITS, TIMES } worker_state;

struct hol_worker { /* one side's ends of the channels */
    worker_state state;
    pid_t pid;
    int down, up, brake;
    int job;
    bool held;
};

typedef struct {
    const hol_jobs *asked;
    hol_message *why;
    hol_worker *worker;
    int next;
} pool;

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

static void close_channels(const hol_worker *w)
{
    close(w->down), close(w->up), close(w->brake);
}

/* ---------------------------------------------------------------- the worker's side */

void hol_worker_asks(void *self)
{
    const hol_worker *w = self;
    const head h = {.mark = MARK, .kind = ASKS, .job = w->job};
    char go;
    if (!write_all(w->up, &h, sizeof h) || !read_all(w->down, &go, 1)) _exit(0);
}

void hol_worker_sends(hol_worker *w, const hol_part part[HOL_PARTS])
{
    head h = {.mark = MARK, .kind = RESULT, .job = w->job};
    for (int i = 0; i < HOL_PARTS; i++) h.size[i] = (int64_t)part[i].size;
    bool sent = write_all(w->up, &h, sizeof h);
    for (int i = 0; i < HOL_PARTS && sent; i++) sent = write_all(w->up, part[i].data, part[i].size);
    if (!sent) _exit(0);
}

static int brake = -1; /* of this process, where it is a worker: what a handler can read */

static void stand_still(int number)
{
    char byte = 0;
    int kept = errno;
    (void)number;
    if (!write_all(brake, &byte, 1) || !read_all(brake, &byte, 1)) _exit(0);
    errno = kept;
}

typedef struct {
    const hol_jobs *asked;
    hol_worker *me;
} work;

/* One that finds no memory leaves its job as one that crashed. */
static void answer_all(void *data)
{
    const work *w = data;
    const head begun = {.mark = MARK, .kind = BEGUN, .job = w->me->job};
    if (w->asked->begin) {
        w->asked->begin(w->asked->self);
        if (!write_all(w->me->up, &begun, sizeof begun)) _exit(0);
    }
    while (read_all(w->me->down, &w->me->job, sizeof w->me->job))
        w->asked->work(w->asked->self, w->me->job, w->me);
}

/* SIGUSR1 waits until it has its handler.  Ends without exit(): what the writer has open or half
 * printed is not this process's. */
static void live(const pool *p, hol_worker me, pid_t writer, const sigset_t *still)
{
    const struct sigaction stand = {.sa_handler = stand_still, .sa_flags = SA_RESTART};
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != writer) _exit(0);
#else
    (void)writer; /* its death is seen at the next word with it */
#endif
    signal(SIGINT, SIG_IGN); /* the writer's to answer, as are the next two */
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXCPU, SIG_DFL);
    for (int i = 0; i < p->asked->workers; i++)
        if (p->worker[i].state != NONE) close_channels(&p->worker[i]);
    brake = me.brake;
    sigaction(SIGUSR1, &stand, NULL);
    sigprocmask(SIG_UNBLOCK, still, NULL);
    hol_try(answer_all, &(work){p->asked, &me});
    _exit(0);
}

/* ---------------------------------------------------------------- the writer's side */

/* mine and its: the ends of the channels; false with errno. */
static bool open_channels(hol_worker *mine, hol_worker *its)
{
    int down[2], up[2], both[2];
    if (pipe(down) != 0) return false;
    if (pipe(up) != 0) {
        close(down[0]), close(down[1]);
        return false;
    }
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, both) != 0) {
        close(down[0]), close(down[1]), close(up[0]), close(up[1]);
        return false;
    }
    *mine = (hol_worker){.state = IDLE, .down = down[1], .up = up[0], .brake = both[0]};
    *its = (hol_worker){.down = down[0], .up = up[1], .brake = both[1]};
    return true;
}

static bool start(const pool *p, hol_worker *w)
{
    hol_worker mine, its;
    sigset_t still, before;
    pid_t writer = getpid();
    if (!open_channels(&mine, &its)) return false;
    sigemptyset(&still);
    sigaddset(&still, SIGUSR1);
    sigprocmask(SIG_BLOCK, &still, &before);
    mine.pid = fork();
    if (mine.pid == 0) {
        close_channels(&mine);
        live(p, its, writer, &still);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    close_channels(&its);
    if (mine.pid > 0 && p->asked->begin) mine.state = BEGINS;
    if (mine.pid > 0)
        *w = mine;
    else
        close_channels(&mine);
    return mine.pid > 0;
}

/* One that cannot be told has ended or is ended: the end of its pipe tells, and the job is its. */
static void say(hol_worker *w, const void *word, size_t size)
{
    if (!write_all(w->down, word, size)) kill(w->pid, SIGKILL);
}

/* Returns when it stands still; one that has ended is left to be heard. */
static void hold(hol_worker *w)
{
    char byte;
    w->held = w->held || (kill(w->pid, SIGUSR1) == 0 && read_all(w->brake, &byte, 1));
}

static void go_on(hol_worker *w)
{
    if (w->held && !write_all(w->brake, "", 1)) kill(w->pid, SIGKILL);
    w->held = false;
}

static void end(hol_worker *w, hol_message *how)
{
    int status = 0;
    if (w->state == NONE) return;
    close_channels(w);
    kill(w->pid, SIGKILL);
    while (waitpid(w->pid, &status, 0) < 0 && errno == EINTR)
        ;
    if (WIFSIGNALED(status))
        hol_say(how, "crashed (signal %d)", WTERMSIG(status));
    else
        hol_say(how, "the worker ended (exit code %d) without a result", WEXITSTATUS(status));
    w->state = NONE;
}

/* The next frame; false where there is none, or none that is whole. */
static bool read_frame(const hol_worker *w, head *h, hol_part part[HOL_PARTS])
{
    if (!read_all(w->up, h, sizeof *h) || h->mark != MARK || h->job != w->job) return false;
    if (h->kind == ASKS || h->kind == BEGUN) return true;
    bool whole = h->kind == RESULT;
    for (int i = 0; i < HOL_PARTS; i++) part[i] = (hol_part){NULL, 0};
    for (int i = 0; i < HOL_PARTS && whole; i++) {
        whole = h->size[i] >= 0 && h->size[i] <= MOST_BYTES;
        if (!whole) break;
        part[i] = (hol_part){hol_new(1, (size_t)h->size[i]), (size_t)h->size[i]};
        whole = read_all(w->up, part[i].data, part[i].size);
    }
    for (int i = 0; i < HOL_PARTS && !whole; i++) free(part[i].data);
    return whole;
}

/* Takes what a worker has to say; false where it was not kept. */
static bool hear(const pool *p, hol_worker *w)
{
    head h;
    hol_part part[HOL_PARTS];
    hol_message how;
    bool busy = w->state != IDLE && w->state != BEGINS;
    if (!read_frame(w, &h, part)) {
        end(w, &how);
        return !busy || p->asked->keep(p->asked->self, w->job, NULL, &how);
    }
    w->state = h.kind == ASKS ? WAITS : IDLE;
    return h.kind != RESULT || p->asked->keep(p->asked->self, w->job, part, NULL);
}

/* ---------------------------------------------------------------- who does what */

static int interrupts(const pool *p)
{
    return p->asked->interrupts ? (int)*p->asked->interrupts : 0;
}

static hol_worker *one_that(const pool *p, worker_state state)
{
    for (int i = 0; i < p->asked->workers; i++)
        if (p->worker[i].state == state) return &p->worker[i];
    return NULL;
}

/* Gives jobs to idle workers, starting them where there are fewer than asked for; false where
 * there is work and nobody to do it. */
static bool give(pool *p)
{
    bool left = false, somebody = false;
    for (int i = 0; i < p->asked->workers; i++) {
        hol_worker *w = &p->worker[i];
        left = p->next < p->asked->jobs && !interrupts(p);
        if (left && w->state == NONE && !start(p, w))
            hol_say(p->why, "no worker could be started: %s", strerror(errno));
        if (left && w->state == IDLE) {
            w->state = RUNS;
            w->job = p->next++;
            say(w, &w->job, sizeof w->job);
        }
        somebody = somebody || w->state != NONE;
    }
    return somebody || !left;
}

/* One at a time, the others standing still. */
static void let_time(const pool *p)
{
    hol_worker *w = one_that(p, WAITS);
    if (one_that(p, TIMES)) return;
    for (hol_worker *other = p->worker; other < p->worker + p->asked->workers; other++) {
        if (other == w || !w)
            go_on(other);
        else if (other->state == RUNS)
            hold(other);
    }
    if (!w) return;
    w->state = TIMES;
    say(w, "", 1);
}

static bool busy(const pool *p)
{
    return one_that(p, RUNS) || one_that(p, WAITS) || one_that(p, TIMES);
}

/* Waits and takes what comes; while one times, it is the only one that is heard. */
static hol_jobs_end listen_to_all(const pool *p)
{
    int count = 0;
    const hol_worker *timing = one_that(p, TIMES);
    struct pollfd *fd = hol_new(p->asked->workers, sizeof *fd);
    hol_worker **who = hol_new(p->asked->workers, sizeof *who);
    for (hol_worker *w = p->worker; w < p->worker + p->asked->workers; w++) {
        if (w->state == NONE || (timing && w != timing)) continue;
        fd[count] = (struct pollfd){.fd = w->up, .events = POLLIN};
        who[count++] = w;
    }
    hol_jobs_end so_far = HOL_JOBS_DONE;
    int ready = poll(fd, (nfds_t)count, TICK);
    if (ready < 0 && errno != EINTR) {
        hol_say(p->why, "no worker can be heard: %s", strerror(errno));
        so_far = HOL_JOBS_NO_WORKER;
    }
    if (ready == 0 && !timing && p->asked->tick) p->asked->tick(p->asked->self);
    for (int i = 0; i < count && ready > 0 && !so_far; i++)
        if (fd[i].revents && !hear(p, who[i])) so_far = HOL_JOBS_NOT_KEPT;
    free(who);
    free(fd);
    return so_far;
}

static hol_jobs_end run_all(pool *p)
{
    hol_jobs_end so_far = HOL_JOBS_DONE;
    while (!so_far && interrupts(p) <= 1) {
        if (!give(p)) return HOL_JOBS_NO_WORKER;
        bool left = p->next < p->asked->jobs && !interrupts(p);
        if (!busy(p) && !(left && one_that(p, BEGINS))) break;
        let_time(p);
        so_far = listen_to_all(p);
    }
    bool left = p->next < p->asked->jobs || busy(p);
    return !so_far && left ? HOL_JOBS_INTERRUPTED : so_far;
}

hol_jobs_end hol_jobs_run(const hol_jobs *jobs, hol_message *why)
{
    pool p = {.asked = jobs, .why = why};
    struct sigaction ignore = {.sa_handler = SIG_IGN}, kept;
    hol_message how;
    p.worker = hol_new(jobs->workers, sizeof *p.worker);
    sigaction(SIGPIPE, &ignore, &kept); /* a dead worker's pipe */
    hol_jobs_end ended = run_all(&p);
    for (int i = 0; i < jobs->workers; i++) end(&p.worker[i], &how);
    sigaction(SIGPIPE, &kept, NULL);
    free(p.worker);
    return ended;
}
