/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/ladder_1.c: reference solution of the problem ladder with N = 1, see ladder.h.
 *
 * Usage: ladder_1 [--until T] > ladder-1.ref */
#include "ladder.h"

int main(int argc, char *argv[])
{
    return make_ladder(1, 1, "reference/ladder_1.c", "N=1", argc, argv);
}
