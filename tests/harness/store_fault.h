/* SPDX-License-Identifier: GPL-3.0-or-later */
/* store_fault.h: statements of SQLite that fail in every store that is opened from now on: the
 * preparation of the n-th thing that is asked of it, or the n-th step of statements under way. */
#ifndef HOL_TESTS_STORE_FAULT_H
#define HOL_TESTS_STORE_FAULT_H

#include <check.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef enum { PREPARING, STEPPING, WAYS } way;

typedef struct {
    bool armed;
    way way;
    bool kept;      /* by the statement that goes on, or it ends a call: SQLite stops that, too */
    long at, asked; /* the one that fails, from 1; how many there were */
} store_fault;

static store_fault *fault; /* of this process and those that it forks */

static inline bool falls(way w)
{
    return fault->armed && fault->way == w && ++fault->asked == fault->at;
}

/* What ends a call, good or not, may not fail: nothing could be said of it. */
static inline int refuse(void *self, int action, const char *a, const char *b, const char *c,
                         const char *d)
{
    (void)self, (void)b, (void)c, (void)d;
    if (action == SQLITE_DETACH || (action == SQLITE_TRANSACTION && !strcmp(a, "ROLLBACK")))
        return SQLITE_OK;
    return falls(PREPARING) ? SQLITE_DENY : SQLITE_OK;
}

static inline int stop(void *self)
{
    (void)self;
    return !fault->kept && falls(STEPPING);
}

static inline int begin(unsigned event, void *self, void *statement, void *sql)
{
    (void)event, (void)self, (void)statement;
    fault->kept = !strncmp(sql, "DETACH", 6) || !strncmp(sql, "ROLLBACK", 8);
    return 0;
}

static inline int commit(void *self)
{
    (void)self;
    fault->kept = true;
    return 0;
}

static inline int watch(sqlite3 *db, const char **error, const struct sqlite3_api_routines *api)
{
    (void)error, (void)api;
    sqlite3_set_authorizer(db, refuse, NULL);
    sqlite3_progress_handler(db, 1, stop, NULL);
    sqlite3_trace_v2(db, SQLITE_TRACE_STMT, begin, NULL);
    sqlite3_commit_hook(db, commit, NULL);
    return SQLITE_OK;
}

/* None fails yet. */
static inline void watch_stores(void)
{
    FILE *shared = tmpfile();
    ck_assert(shared && ftruncate(fileno(shared), sizeof *fault) == 0);
    fault = mmap(NULL, sizeof *fault, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(shared), 0);
    fclose(shared);
    ck_assert(fault != MAP_FAILED);
    sqlite3_auto_extension((void (*)(void))watch);
}

static inline void arm(way w, long n)
{
    *fault = (store_fault){.armed = true, .way = w, .at = n};
}

static inline bool fell(void)
{
    fault->armed = false;
    return fault->at > 0 && fault->asked >= fault->at;
}

#endif
