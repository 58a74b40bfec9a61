/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/triple_slider_crank_paper.c: reference solution of the problem triple-slider-crank with
 * the paper's torque, see triple_slider_crank.h.
 *
 * Usage: triple_slider_crank_paper [--until T] > triple-slider-crank-paper.ref */
#include "triple_slider_crank.h"

int main(int argc, char *argv[])
{
    const variant which = {.program = "reference/triple_slider_crank_paper.c",
                           .parameters = "torque=paper",
                           .paper = true};
    return make_slider_crank(&which, argc, argv);
}
