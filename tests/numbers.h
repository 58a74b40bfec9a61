/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tests of the numerics share: random numbers, the distance of vectors, and the
 * allocations of the program that includes it, counted and made to fail. */
#ifndef HOL_TESTS_NUMBERS_H
#define HOL_TESTS_NUMBERS_H

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/sanitized.h"

/* The calls of the allocator, the blocks not freed, and the calls until one fails (0: none does),
 * where the allocator may be replaced (not under a sanitizer). */
static long allocations __attribute__((unused)), live __attribute__((unused)),
    failing __attribute__((unused));
#if defined(__GLIBC__) && !defined(HOL_SANITIZED)
enum { COUNTS = 1 };
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void __libc_free(void *old);
/* Those of the shared libraries too. */
#pragma GCC visibility push(default)
void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *old, size_t size);
void free(void *old);
#pragma GCC visibility pop
static inline bool fails(void)
{
    allocations++;
    bool one = failing > 0 && --failing == 0;
    if (one) errno = ENOMEM;
    return one;
}
void *malloc(size_t size)
{
    void *made = fails() ? NULL : __libc_malloc(size);
    live += made != NULL;
    return made;
}
void *calloc(size_t count, size_t size)
{
    void *made = fails() ? NULL : __libc_calloc(count, size);
    live += made != NULL;
    return made;
}
void *realloc(void *old, size_t size)
{
    void *made = fails() ? NULL : __libc_realloc(old, size);
    live += made != NULL && old == NULL;
    return made;
}
void free(void *old)
{
    live -= old != NULL;
    __libc_free(old);
}
#else
enum { COUNTS = 0 };
#endif

/* xorshift64*, uniform on (-1, 1): the same numbers everywhere. */
static inline double uniform(void)
{
    static uint64_t state = 88172645463325252u;
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (double)(int64_t)(state * 2685821657736338717u) / 9223372036854775808.0;
}

static inline int below(int limit)
{
    return (int)(fabs(uniform()) * limit) % limit;
}

static inline void fill(int n, double x[])
{
    for (int i = 0; i < n; i++) x[i] = uniform();
}

/* Largest difference. */
static inline double apart(int n, const double x[], const double y[])
{
    double most = 0;
    for (int i = 0; i < n; i++) {
        double d = fabs(x[i] - y[i]);
        most = fmax(most, isnan(d) ? HUGE_VAL : d);
    }
    return most;
}

#endif
