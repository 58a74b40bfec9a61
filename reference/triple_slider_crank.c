/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/triple_slider_crank.c: reference solution of the problem triple-slider-crank in the
 * component C3, see triple_slider_crank.h.
 *
 * Usage: triple_slider_crank [--until T] > triple-slider-crank.ref */
#include "triple_slider_crank.h"

int main(int argc, char *argv[])
{
    const variant which = {.program = "reference/triple_slider_crank.c"};
    return make_slider_crank(&which, argc, argv);
}
