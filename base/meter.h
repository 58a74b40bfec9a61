/* SPDX-License-Identifier: GPL-3.0-or-later */
/* meter.h: how long a thread is inside evaluations of a system and linear solves, so that the rest
 * of a step can be told from them.  Where the thread has no meter, no clock is read. */
#pragma once

#include "base/clock.h"

typedef struct {
    int depth;     /* of calls inside calls: the outermost is measured */
    long entries;  /* calls measured */
    double from;   /* [s]: when the present one began */
    double inside; /* [s] */
} hol_meter;

/* The meter of this thread; NULL: none.  Read where it stands: no call to find it. */
extern _Thread_local hol_meter *hol_present_meter __attribute__((tls_model("initial-exec")));

static inline void hol_meter_in(hol_meter *m)
{
    if (m && m->depth++ == 0) m->from = hol_wall_seconds();
}

static inline void hol_meter_out(hol_meter *m)
{
    if (!m || --m->depth > 0) return;
    m->inside += hol_wall_seconds() - m->from;
    m->entries++;
}

/* A statement, in the time of the meter.  Without one it is all there is. */
#define HOL_METERED(statement)                                                                     \
    do {                                                                                           \
        hol_meter *present = hol_present_meter;                                                    \
        hol_meter_in(present);                                                                     \
        statement;                                                                                 \
        hol_meter_out(present);                                                                    \
    } while (0)
