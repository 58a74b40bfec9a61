/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <time.h>

static inline double hol_seconds_of(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* CPU time of the process [s]. */
static inline double hol_cpu_seconds(void)
{
    return hol_seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}

/* Time since some moment, as a clock on the wall goes [s]. */
static inline double hol_wall_seconds(void)
{
    return hol_seconds_of(CLOCK_MONOTONIC);
}
