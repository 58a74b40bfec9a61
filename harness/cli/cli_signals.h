/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cli_signals.h: the signals that ask the program to end: a user's Ctrl-C (SIGINT), a job's or a
 * machine's end (SIGTERM), a terminal that is gone (SIGHUP), a limit of CPU time (SIGXCPU). */
#pragma once

#include <signal.h>

enum { CLI_ENDINGS = 4 };

typedef struct {
    struct sigaction of[CLI_ENDINGS];
} cli_endings;

/* From now on each of the signals calls the handler, with the flags of sigaction(2); SIGHUP stays
 * ignored where it was.  before: what was done with them, or NULL; cli_unheed does it again. */
void cli_heed(void (*handler)(int), int flags, cli_endings *before);
void cli_unheed(const cli_endings *before);
/* The same with one handler, which sets cli_stop, now 0, to 1; a second signal ends the program. */
extern volatile sig_atomic_t cli_stop;
void cli_heed_stop(cli_endings *before);
