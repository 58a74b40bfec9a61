/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A core of one's own: see core.h.
 *
 * Who has a core holds the name "holonomy-core-N" of an abstract socket, which the kernel gives to
 * one process of the machine at a time and takes back when that process ends, however it ends. */
#define _GNU_SOURCE /* sched_setaffinity */
#include "harness/store/core.h"

#include <errno.h>
#include <math.h>
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#ifdef __linux__

static const struct timespec patience = {0, 50000000}; /* between two looks for a free core */

/* The name is kept open until the process ends. */
static bool is_free(int core)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    int length = snprintf(name.sun_path + 1, sizeof name.sun_path - 1, "holonomy-core-%d", core);
    int held = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (held < 0) return false;
    socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)length);
    if (bind(held, (const struct sockaddr *)&name, size) == 0) return true;
    close(held);
    return false;
}

bool hol_core_take(void)
{
    cpu_set_t may, one;
    if (sched_getaffinity(0, sizeof may, &may) != 0) return false;
    for (;; nanosleep(&patience, NULL))
        for (int core = 0; core < CPU_SETSIZE; core++) {
            if (!CPU_ISSET(core, &may) || !is_free(core)) continue;
            CPU_ZERO(&one);
            CPU_SET(core, &one);
            return sched_setaffinity(0, sizeof one, &one) == 0;
        }
}

double hol_core_bound(void)
{
    cpu_set_t may;
    if (sched_getaffinity(0, sizeof may, &may) != 0 || CPU_COUNT(&may) != 1) return NAN;
    int core = 0;
    while (!CPU_ISSET(core, &may)) core++;
    return core;
}

#else

bool hol_core_take(void)
{
    errno = ENOSYS;
    return false;
}

double hol_core_bound(void)
{
    return NAN;
}

#endif
