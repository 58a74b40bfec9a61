/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loaded before the C library (LD_PRELOAD), writes down in the file $HOL_LOG what the program, not
 * those that it forks, does to the store whose path ends with $HOL_LOG_OF and to its journal: the
 * events of event.h. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include "tests/faults/event.h"

enum { MOST_FDS = 1024 };

static int file = -1; /* the log */
static const char *store;
static pid_t first;
static int nodes, of_name[NAMES] = {-1, -1}, of_fd[MOST_FDS]; /* 1 + the node; 0: none */

#define NEXT(function) ((__typeof__(&function))dlsym(RTLD_NEXT, #function))

static void put(const void *data, size_t size)
{
    if (NEXT(write)(file, data, size) != (ssize_t)size)
        abort(); /* a log with a gap proves nothing */
}

static void note(event_kind kind, int node, long at, const void *data, long size)
{
    const event e = {.kind = kind, .node = node, .at = at, .size = size};
    if (file < 0 || getpid() != first) return;
    put(&e, sizeof e);
    if (size) put(data, (size_t)size);
}

static bool ends_with(const char *path, const char *end)
{
    size_t n = strlen(path), m = strlen(end);
    return n >= m && !strcmp(path + n - m, end);
}

/* STORE, JOURNAL; -1: another file. */
static int name_of(const char *path)
{
    char journal[512] = "";
    if (!store || strlen(store) + 9 > sizeof journal) return -1;
    strcat(strcpy(journal, store), "-journal");
    return ends_with(path, journal) ? JOURNAL : ends_with(path, store) ? STORE : -1;
}

/* ---------------------------------------------------------------- names */

static int opened(const char *path, int fd, bool was_there)
{
    int name = fd >= 0 && fd < MOST_FDS ? name_of(path) : -1;
    if (name < 0) return fd;
    if (!was_there || of_name[name] < 0) {
        of_name[name] = nodes++;
        note(MAKE, of_name[name], name, NULL, 0);
    }
    of_fd[fd] = 1 + of_name[name];
    return fd;
}

#define OPENS(function)                                                                            \
    int function(const char *path, int flags, ...)                                                 \
    {                                                                                              \
        va_list list;                                                                              \
        va_start(list, flags);                                                                     \
        mode_t mode = flags & O_CREAT ? (mode_t)va_arg(list, int) : 0;                             \
        va_end(list);                                                                              \
        bool was_there = access(path, F_OK) == 0;                                                  \
        return opened(path, NEXT(function)(path, flags, mode), was_there);                         \
    }
OPENS(open)
OPENS(open64)

int close(int fd)
{
    if (fd >= 0 && fd < MOST_FDS) of_fd[fd] = 0;
    return NEXT(close)(fd);
}

int unlink(const char *path)
{
    int name = name_of(path), ended = NEXT(unlink)(path);
    if (ended == 0 && name >= 0) note(UNLINK, of_name[name], name, NULL, 0);
    return ended;
}

/* ---------------------------------------------------------------- what is in them */

static int node_of(int fd)
{
    return fd >= 0 && fd < MOST_FDS ? of_fd[fd] - 1 : -1;
}

#define WRITES(function, place, ...)                                                               \
    ssize_t function(int fd, const void *data, size_t size __VA_OPT__(, off_t at))                 \
    {                                                                                              \
        long from = place;                                                                         \
        ssize_t done = NEXT(function)(fd, data, size __VA_OPT__(, at));                            \
        if (node_of(fd) >= 0 && done > 0) note(WRITE, node_of(fd), from, data, done);              \
        return done;                                                                               \
    }
WRITES(write, node_of(fd) < 0 ? 0 : lseek(fd, 0, SEEK_CUR))
WRITES(pwrite, at, yes)
WRITES(pwrite64, at, yes)

#define CUTS(function)                                                                             \
    int function(int fd, off_t size)                                                               \
    {                                                                                              \
        int ended = NEXT(function)(fd, size);                                                      \
        if (ended == 0 && node_of(fd) >= 0) note(CUT, node_of(fd), size, NULL, 0);                 \
        return ended;                                                                              \
    }
CUTS(ftruncate)
CUTS(ftruncate64)

static int synced(int fd, int ended)
{
    struct stat s;
    if (ended) return ended;
    if (node_of(fd) >= 0)
        note(SYNC, node_of(fd), 0, NULL, 0);
    else if (fstat(fd, &s) == 0 && S_ISDIR(s.st_mode))
        note(SYNC_NAMES, -1, 0, NULL, 0);
    return 0;
}

int fsync(int fd)
{
    return synced(fd, NEXT(fsync)(fd));
}

int fdatasync(int fd)
{
    return synced(fd, NEXT(fdatasync)(fd));
}

/* ---------------------------------------------------------------- what is told */

/* Of SQLite, whose header is not asked for. */
int sqlite3_exec(void *db, const char *sql, int (*take)(void *, int, char **, char **), void *self,
                 char **message);

int sqlite3_exec(void *db, const char *sql, int (*take)(void *, int, char **, char **), void *self,
                 char **message)
{
    int code = NEXT(sqlite3_exec)(db, sql, take, self, message);
    if (code == 0 && !strcmp(sql, "COMMIT")) note(COMMIT, -1, 0, NULL, 0);
    return code;
}

__attribute__((constructor)) static void begin(void)
{
    const char *path = getenv("HOL_LOG");
    store = getenv("HOL_LOG_OF");
    first = getpid();
    if (path && store) file = NEXT(open)(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
}
