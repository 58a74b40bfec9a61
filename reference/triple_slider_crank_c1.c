/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/triple_slider_crank_c1.c: reference solution of the problem triple-slider-crank in the
 * component C1, see triple_slider_crank.h.
 *
 * Usage: triple_slider_crank_c1 [--until T] > triple-slider-crank-c1.ref */
#include "triple_slider_crank.h"

int main(int argc, char *argv[])
{
    const variant which = {.program = "reference/triple_slider_crank_c1.c",
                           .parameters = "component=C1",
                           .apart = true};
    return make_slider_crank(&which, argc, argv);
}
