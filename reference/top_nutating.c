/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/top_nutating.c: reference solution of the problem top with epsilon = 0.4 rad/s, which
 * carries the mass centre off by more than half a metre, see top.h.
 *
 * Usage: top_nutating [--until T] > top-nutating.ref */
#include "top.h"

int main(int argc, char *argv[])
{
    return make_top((quad)4 / 10, "reference/top_nutating.c", "epsilon=0.4", argc, argv);
}
