/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loaded before the C library (LD_PRELOAD), makes the n-th call of a kind fail, counted from
 * main():
 *
 *   HOL_FAULT_CALL   alloc; what the store makes of its file: open, read, write, sync, unlink; what
 *                    the program makes of all other files: fopen, fread, fclose, rename, mkdir
 *   HOL_FAULT_AT     n, from 1; 0: none fails
 *   HOL_FAULT_ON     if set, all calls after it fail, too
 *   HOL_FAULT_ERROR  number of errno; 0: a write or read of half the bytes; default: ENOMEM, EIO,
 *                    ENOSPC of a stream that is flushed or closed
 *   HOL_FAULT_WHERE  parent, or child: the processes that it forks, each counted for itself
 *   HOL_FAULT_COUNT  file that then has the number of calls, a long, of the process with most;
 *                    where no allocation fails after it the n of the first at each place, then 0s
 *
 * A place is the innermost return addresses of an allocation, in the program or a library.  Of
 * files only regular ones fail: what a kernel does.  The C library's streams read and write past
 * open, read and write: fread is every function that reads of a stream, fclose every one that hands
 * on what was written to one, and no stream of /proc or /sys fails. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

typedef enum {
    ALLOC = 1,
    OPEN,
    READ,
    WRITE,
    SYNC,
    UNLINK,
    FOPEN,
    FREAD,
    FCLOSE,
    RENAME,
    MKDIR,
    KINDS
} kind;

static const char *const kind_name[KINDS] = {
    [ALLOC] = "alloc",   [OPEN] = "open",     [READ] = "read",   [WRITE] = "write",
    [SYNC] = "sync",     [UNLINK] = "unlink", [FOPEN] = "fopen", [FREAD] = "fread",
    [FCLOSE] = "fclose", [RENAME] = "rename", [MKDIR] = "mkdir"};
enum { FRAMES = 11 /* three here, eight before them */, PLACES = 1 << 16 };
typedef struct {
    long most;           /* calls of one process */
    long n[PLACES];      /* of the first call at each place, in the order in which they came */
    uint64_t at[PLACES]; /* the places' hashes, each from where it belongs on; 0: free */
} counts;

static kind asked; /* 0: not armed */
static long at, calls;
static bool on, in_child;
static int error;
static pid_t first;
static counts *shared; /* by all processes, in the file, if there is one */

static bool counted(void)
{
    return asked && (getpid() == first) != in_child;
}

/* Keeps n where no call has had its return addresses.  Those of forked processes are the same. */
static void keep_place(long n)
{
    static bool within; /* an allocation of backtrace() itself */
    if (within) return;
    within = true;
    void *frame[FRAMES];
    uint64_t hash = 14695981039346656037u; /* FNV-1a, a word at a time */
    for (int i = 0, depth = backtrace(frame, FRAMES); i < depth; i++)
        hash = (hash ^ (uintptr_t)frame[i]) * 1099511628211u;
    within = false;
    size_t i = hash >> 48, used = 0;
    while (shared->at[i] && shared->at[i] != hash) i = (i + 1) % PLACES;
    if (shared->at[i]) return;
    shared->at[i] = hash;
    while (shared->n[used]) used++;
    if (used + 2 > PLACES) abort(); /* a search must end at a free one */
    shared->n[used] = n;
}

/* Fails the call? */
static bool fails(kind k)
{
    if (asked != k || !counted()) return false;
    calls++;
    if (shared && shared->most < calls) shared->most = calls;
    if (shared && k == ALLOC && at == 0) keep_place(calls);
    return at > 0 && (calls == at || (on && calls > at));
}

static bool fails_with_error(kind k)
{
    if (!fails(k)) return false;
    errno = error;
    return true;
}

/* ---------------------------------------------------------------- allocations */

#define NEXT(function) ((__typeof__(&function))dlsym(RTLD_NEXT, #function))

/* Those that glibc's malloc and its kin are, also where the program has its own malloc before them,
 * which hands on to these. */
#define ALLOCATES(function, list, ...)                                                             \
    void *function list;                                                                           \
    void *function list                                                                            \
    {                                                                                              \
        static __typeof__(&function) next;                                                         \
        if (!next) next = NEXT(function);                                                          \
        return fails_with_error(ALLOC) ? NULL : next(__VA_ARGS__);                                 \
    }
ALLOCATES(__libc_malloc, (size_t size), size)
ALLOCATES(__libc_calloc, (size_t count, size_t size), count, size)
ALLOCATES(__libc_realloc, (void *old, size_t size), old, size)
ALLOCATES(__libc_memalign, (size_t alignment, size_t size), alignment, size)

void *malloc(size_t size)
{
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    return __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **made, size_t alignment, size_t size)
{
    *made = __libc_memalign(alignment, size);
    return *made ? 0 : ENOMEM;
}

/* ---------------------------------------------------------------- files */

static bool regular(int fd)
{
    struct stat s;
    return fstat(fd, &s) == 0 && S_ISREG(s.st_mode);
}

static mode_t mode_of(int flags, va_list list)
{
    return flags & O_CREAT ? (mode_t)va_arg(list, int) : 0;
}

#define OPENS(function)                                                                            \
    int function(const char *path, int flags, ...)                                                 \
    {                                                                                              \
        va_list list;                                                                              \
        va_start(list, flags);                                                                     \
        mode_t mode = mode_of(flags, list);                                                        \
        va_end(list);                                                                              \
        bool folder = flags & O_DIRECTORY;                                                         \
        return !folder && fails_with_error(OPEN) ? -1 : NEXT(function)(path, flags, mode);         \
    }
OPENS(open)
OPENS(open64)

/* A call for so many bytes: of half of them where that is the fault. */
#define MOVES(function, k, type, ...)                                                              \
    ssize_t function(int fd, type data, size_t size __VA_OPT__(, off_t from))                      \
    {                                                                                              \
        bool fault = regular(fd) && fails(k);                                                      \
        if (fault && error) return errno = error, -1;                                              \
        return NEXT(function)(fd, data, fault && size > 1 ? size / 2 : size __VA_OPT__(, from));   \
    }
MOVES(read, READ, void *)
MOVES(pread, READ, void *, off_t)
MOVES(pread64, READ, void *, off_t)
MOVES(write, WRITE, const void *)
MOVES(pwrite, WRITE, const void *, off_t)
MOVES(pwrite64, WRITE, const void *, off_t)

int fsync(int fd)
{
    return fails_with_error(SYNC) ? -1 : NEXT(fsync)(fd);
}

int fdatasync(int fd)
{
    return fails_with_error(SYNC) ? -1 : NEXT(fdatasync)(fd);
}

int ftruncate(int fd, off_t size)
{
    return fails_with_error(WRITE) ? -1 : NEXT(ftruncate)(fd, size);
}

int ftruncate64(int fd, off_t size)
{
    return fails_with_error(WRITE) ? -1 : NEXT(ftruncate64)(fd, size);
}

int unlink(const char *path)
{
    return fails_with_error(UNLINK) ? -1 : NEXT(unlink)(path);
}

/* ---------------------------------------------------------------- streams, names and folders */

static FILE *kernels; /* the last stream of what the kernel tells, which does not fail */

FILE *fopen(const char *path, const char *mode)
{
    bool of_kernel = !strncmp(path, "/proc/", 6) || !strncmp(path, "/sys/", 5);
    if (!of_kernel) return fails_with_error(FOPEN) ? NULL : NEXT(fopen)(path, mode);
    return kernels = NEXT(fopen)(path, mode);
}

/* As where the file behind it cannot be read: the stream has its mark, which only the C library
 * sets. */
static bool fails_to_read(FILE *f)
{
    enum { ERR_SEEN = 0x20 }; /* of glibc's flags */
    if (f == kernels || !fails_with_error(FREAD)) return false;
    f->_flags |= ERR_SEEN;
    return true;
}

size_t fread(void *data, size_t size, size_t count, FILE *f)
{
    return fails_to_read(f) ? 0 : NEXT(fread)(data, size, count, f);
}

char *fgets(char *text, int size, FILE *f)
{
    return fails_to_read(f) ? NULL : NEXT(fgets)(text, size, f);
}

ssize_t getline(char **text, size_t *size, FILE *f)
{
    return fails_to_read(f) ? -1 : NEXT(getline)(text, size, f);
}

static bool loses(FILE *f)
{
    return f && f != stderr && fileno(f) >= 0 && __fwriting(f) && fails(FCLOSE);
}

int fclose(FILE *f)
{
    bool lost = loses(f);
    if (f == kernels) kernels = NULL;
    int ended = NEXT(fclose)(f);
    return lost ? errno = error, EOF : ended;
}

int fflush(FILE *f)
{
    return loses(f) ? errno = error, EOF : NEXT(fflush)(f);
}

int rename(const char *from, const char *to)
{
    return fails_with_error(RENAME) ? -1 : NEXT(rename)(from, to);
}

int mkdir(const char *path, mode_t mode)
{
    return fails_with_error(MKDIR) ? -1 : NEXT(mkdir)(path, mode);
}

/* ---------------------------------------------------------------- from main() to the end */

static void share_count(const char *path)
{
    int fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0666);
    void *file = fd >= 0 && ftruncate(fd, sizeof *shared) == 0
                     ? mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0)
                     : MAP_FAILED;
    if (file != MAP_FAILED) shared = file;
    if (fd >= 0) close(fd);
}

static long number(const char *name, long otherwise)
{
    const char *word = getenv(name);
    return word ? atol(word) : otherwise;
}

static int (*real_main)(int argc, char **argv, char **environment);

static int armed_main(int argc, char **argv, char **environment)
{
    const char *call = getenv("HOL_FAULT_CALL"), *where = getenv("HOL_FAULT_WHERE");
    at = number("HOL_FAULT_AT", 0);
    on = getenv("HOL_FAULT_ON");
    in_child = where && !strcmp(where, "child");
    if (getenv("HOL_FAULT_COUNT")) share_count(getenv("HOL_FAULT_COUNT"));
    backtrace((void *[1]){NULL}, 1); /* loads what it needs */
    first = getpid();
    kind k = ALLOC;
    while (call && k < KINDS - 1 && strcmp(kind_name[k], call) != 0) k++;
    error = (int)number("HOL_FAULT_ERROR", k == ALLOC ? ENOMEM : k == FCLOSE ? ENOSPC : EIO);
    unsetenv("LD_PRELOAD"); /* no program that this one starts */
    if (call) asked = k;
    return real_main(argc, argv, environment);
}

int __libc_start_main(int (*start)(int, char **, char **), int argc, char **argv,
                      void (*init)(void), void (*fini)(void), void (*rtld_fini)(void),
                      void *stack_end)
{
    __typeof__(&__libc_start_main) begin =
        (__typeof__(&__libc_start_main))dlsym(RTLD_NEXT, "__libc_start_main");
    real_main = start;
    return begin(armed_main, argc, argv, init, fini, rtld_fini, stack_end);
}
