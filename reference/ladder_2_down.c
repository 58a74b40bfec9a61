/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/ladder_2_down.c: reference solution of the problem ladder with N = 2, its rungs down at
 * the start, see ladder.h.
 *
 * Usage: ladder_2_down [--until T] > ladder-2-down.ref */
#include "ladder.h"

int main(int argc, char *argv[])
{
    return make_ladder(2, -1, "reference/ladder_2_down.c", "N=2 rungs=down", argc, argv);
}
