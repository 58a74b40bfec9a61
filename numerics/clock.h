/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HOL_CLOCK_H
#define HOL_CLOCK_H

#include <time.h>

/* CPU time of the process [s]. */
static inline double hol_cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif
