/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/ladder_down.c: reference solution of the problem ladder with N = 5, its rungs down at
 * the start, see ladder.h.
 *
 * Usage: ladder_down [--until T] > ladder-down.ref */
#include "ladder.h"

int main(int argc, char *argv[])
{
    return make_ladder(5, -1, "reference/ladder_down.c", "rungs=down", argc, argv);
}
