/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/ladder.c: reference solution of the problem ladder with N = 5, see ladder.h.
 *
 * Usage: ladder [--until T] > ladder.ref */
#include "ladder.h"

int main(int argc, char *argv[])
{
    return make_ladder(5, 1, "reference/ladder.c", NULL, argc, argv);
}
