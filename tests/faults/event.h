/* SPDX-License-Identifier: GPL-3.0-or-later */
/* event.h: what a program did to its store, one after the other, as write_log.c writes it down and
 * power.c does it again.  An event is one of these and, of a WRITE, its `size` bytes.
 *
 * A node is a file from its making on, whatever name it has; nodes count from 0. */
#ifndef HOL_TESTS_EVENT_H
#define HOL_TESTS_EVENT_H

typedef enum {
    MAKE,       /* the name `at` is that of the node from now on */
    UNLINK,     /* the name `at` is that of nothing */
    WRITE,      /* `size` bytes from `at` */
    CUT,        /* to `at` bytes */
    SYNC,       /* the node is on the disk */
    SYNC_NAMES, /* the names are on the disk */
    COMMIT      /* what was written is in the store: so the program was told */
} event_kind;

enum { STORE, JOURNAL, NAMES };

typedef struct {
    event_kind kind;
    int node;
    long at, size;
} event;

#endif
