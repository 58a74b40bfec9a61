/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/ladder_1_down.c: reference solution of the problem ladder with N = 1, its rungs down at
 * the start, see ladder.h.
 *
 * Usage: ladder_1_down [--until T] > ladder-1-down.ref */
#include "ladder.h"

int main(int argc, char *argv[])
{
    return make_ladder(1, -1, "reference/ladder_1_down.c", "N=1 rungs=down", argc, argv);
}
