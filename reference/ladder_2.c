/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/ladder_2.c: reference solution of the problem ladder with N = 2, see ladder.h.
 *
 * Usage: ladder_2 [--until T] > ladder-2.ref */
#include "ladder.h"

int main(int argc, char *argv[])
{
    return make_ladder(2, 1, "reference/ladder_2.c", "N=2", argc, argv);
}
