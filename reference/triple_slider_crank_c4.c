/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/triple_slider_crank_c4.c: reference solution of the problem triple-slider-crank in the
 * component C4, see triple_slider_crank.h.
 *
 * Usage: triple_slider_crank_c4 [--until T] > triple-slider-crank-c4.ref */
#include "triple_slider_crank.h"

int main(int argc, char *argv[])
{
    const variant which = {.program = "reference/triple_slider_crank_c4.c",
                           .parameters = "component=C4",
                           .turned = true};
    return make_slider_crank(&which, argc, argv);
}
