/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In a build for gcov: what a process has counted is kept where it ends by _exit, and where a
 * worker of a sweep sends a row, for its writer ends it by SIGKILL.  The linker turns each of the
 * calls into the one here. */
#include <signal.h>
#include <stdnoreturn.h>

#include "harness/plan/workers.h"

void __gcov_dump(void);
void __gcov_reset(void);
noreturn void __real__exit(int status);
noreturn void __wrap__exit(int status);
void __real_hol_worker_sends(hol_worker *w, const hol_part part[HOL_PARTS]);
void __wrap_hol_worker_sends(hol_worker *w, const hol_part part[HOL_PARTS]);

/* A file of counts is locked while it is written: a worker must not stand still in that. */
static void keep_counts(void)
{
    sigset_t still, before;
    sigemptyset(&still);
    sigaddset(&still, SIGUSR1);
    sigprocmask(SIG_BLOCK, &still, &before);
    __gcov_dump();
    __gcov_reset();
    sigprocmask(SIG_SETMASK, &before, NULL);
}

noreturn void __wrap__exit(int status)
{
    keep_counts();
    __real__exit(status);
}

void __wrap_hol_worker_sends(hol_worker *w, const hol_part part[HOL_PARTS])
{
    keep_counts();
    __real_hol_worker_sends(w, part);
}
