/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holonomy/status.h: what came of a call, and why. */
#ifndef HOLONOMY_STATUS_H
#define HOLONOMY_STATUS_H

#define HOL_STATUS_LIST(X)                                                                         \
    X(OK, "ok", "ok")                                                                              \
    X(REJECT, "rejected", "rejected: a smaller step may help")                                     \
    X(DIVERGED, "diverged", "diverged: the iteration did not converge")                            \
    X(SINGULAR, "singular", "singular: the constraints or the mass matrix lost rank")              \
    X(NOT_FINITE, "not finite", "not finite: a value overflowed or became NaN")                    \
    X(UNSUPPORTED, "unsupported", "unsupported: the method cannot step this system")               \
    X(LIMIT, "limit", "limit: the permitted number of steps was used up")

typedef enum {
#define X(name, word, text) HOL_##name,
    HOL_STATUS_LIST(X)
#undef X
} hol_status;

const char *hol_status_name(hol_status status); /* "ok", "rejected", "diverged", ... */
const char *hol_status_text(hol_status status); /* the whole sentence */

typedef struct { /* what went wrong, in one line that names the culprit */
    char text[512];
} hol_message;
void hol_say(hol_message *message, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
