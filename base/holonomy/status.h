/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holonomy/status.h: what came of a call, and why. */
#ifndef HOLONOMY_STATUS_H
#define HOLONOMY_STATUS_H

#include "holonomy/api.h"

HOL_API_BEGIN

#define HOL_STATUS_LIST(X)                                                                         \
    X(OK, "ok", "nothing went wrong")                                                              \
    X(REJECT, "rejected", "a smaller step may help")                                               \
    X(DIVERGED, "diverged", "the iteration did not converge")                                      \
    X(SINGULAR, "singular", "the constraints or the mass matrix lost rank")                        \
    X(NOT_FINITE, "not finite", "a value overflowed or became NaN")                                \
    X(UNSUPPORTED, "unsupported", "the method cannot step this system")                            \
    X(LIMIT, "limit", "the permitted number of steps was used up")                                 \
    X(NO_MEMORY, "no memory", "an allocation failed")

typedef enum {
#define X(name, word, reason) HOL_##name,
    HOL_STATUS_LIST(X)
#undef X
} hol_status;

const char *hol_status_name(hol_status status);   /* "ok", "rejected", "diverged", ... */
const char *hol_status_reason(hol_status status); /* "the iteration did not converge", ... */
const char *hol_status_text(hol_status status);   /* both: "diverged: the iteration ..." */

typedef struct { /* what went wrong, in one line that names the culprit */
    char text[512];
} hol_message;
void hol_say(hol_message *message, const char *format, ...) __attribute__((format(printf, 2, 3)));

typedef struct { /* what an iteration was left with */
    double value;
    const char *of; /* the equations it belongs to; NULL: none */
} hol_residual;

HOL_API_END

#endif
