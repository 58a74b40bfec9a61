/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Potentials of the place of a point (places.h) in the recurrence of series.h; included by
 * series_of.h:  f on the span x: -dU/dx. */

static void places(const series *S, int j)
{
    for (int n = 0; n < S->T->places; n++) {
        const hol_place_force *F = &S->T->place[n];
        number x[HOL_PLACE_NAMES], g[HOL_PLACE_NAMES];
        for (int c = 0; c < HOL_PLACE_NAMES; c++) x[c] = forward(S, S->x, 3 * F->span + c)[j];
        for (int c = 0; c < HOL_PLACE_NAMES; c++) {
            const hol_expression *e = F->law->slope[c];
            number *w = S->place[n].slope[c];
            expression_extend(e, j, x, S->stride, w);
            g[c] = w[(e->count - 1) * S->stride + j];
        }
        pull(S, F->span, -1, g);
    }
}

static void make_places(hol_memory *m, series *S)
{
    S->place = hol_alloc(m, (size_t)S->T->places, sizeof *S->place);
    for (int n = 0; n < S->T->places; n++)
        for (int c = 0; c < HOL_PLACE_NAMES; c++)
            S->place[n].slope[c] = numbers(m, S->T->place[n].law->slope[c]->count, S->stride);
}
