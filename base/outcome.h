/* SPDX-License-Identifier: GPL-3.0-or-later */
/* outcome.h: the exit codes of the program, with which also its parts say what came of their work.
 */
#pragma once

enum {
    HOL_EXIT_OK = 0,
    HOL_EXIT_FAILED = 1,  /* a run that ended before its time */
    HOL_EXIT_INPUT = 2,   /* a file that cannot be right */
    HOL_EXIT_MACHINE = 3, /* something the machine lacks */
    HOL_EXIT_USAGE = 64,
    HOL_EXIT_FILE = 65, /* a file that cannot be written */
    HOL_EXIT_INTERRUPTED = 130
};
