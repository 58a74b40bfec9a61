/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core.h: a core of the machine that a process has for itself among those that ask for one. */
#pragma once

#include <stdbool.h>

/* Binds this process to a core that none of those which asked for one on this machine has, of the
 * cores it may run on; waits until one is free and keeps it until it ends.  False where the system
 * binds no process to a core, with errno. */
bool hol_core_take(void);
/* The only core that this process may run on, however it came to be bound; NaN: several. */
double hol_core_bound(void);
