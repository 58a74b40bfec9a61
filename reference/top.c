/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/top.c: reference solution of the problem top, see top.h.  The paper's perturbation,
 * which leaves the top as good as upright.
 *
 * Usage: top [--until T] > top.ref */
#include "top.h"

int main(int argc, char *argv[])
{
    return make_top(1e-12Q, "reference/top.c", NULL, argc, argv);
}
