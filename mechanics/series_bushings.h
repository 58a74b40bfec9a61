/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bushings (bushing.h) in the recurrence of series.h; included by series_of.h: z of the degree n by
 * the products of their spans, Q_j = -K z_j - (j + 1) C z_{j+1}, and f on a span: Q times the span
 * beside it. */

static void bushing_term(const series *S, const hol_bushing_force *F, number *const z[6], int n)
{
    for (int k = 0; k < 6; k++) z[k][n] = 0;
    for (int i = 0; i < HOL_BUSHING_PAIRS; i++) {
        const hol_bushing_pair *p = &hol_bushing_pairs[i];
        z[p->coordinate][n] +=
            (number)p->factor * spans_product(S, F->span[p->a], F->span[p->b], n);
    }
}

static void bushings(const series *S, int j)
{
    for (int n = 0; n < S->T->bushings; n++) {
        const hol_bushing_force *F = &S->T->bushing[n];
        const bushing_series *B = &S->bushing[n];
        if (j == 0) bushing_term(S, F, B->z, 0);
        bushing_term(S, F, B->z, j + 1);
        for (int k = 0; k < 6; k++) {
            number sum = 0;
            for (int l = 0; l < 6; l++) {
                if (F->K) sum -= (number)F->K[k][l] * B->z[l][j];
                if (F->C) sum -= (number)F->C[k][l] * ((number)(j + 1) * B->z[l][j + 1]);
            }
            B->Q[k][j] = sum;
        }
        for (int i = 0; i < HOL_BUSHING_PAIRS; i++) {
            const hol_bushing_pair *p = &hol_bushing_pairs[i];
            const number *Q = B->Q[p->coordinate];
            number factor = p->factor;
            pull_along(S, F->span[p->a], factor, Q, F->span[p->b], j);
            pull_along(S, F->span[p->b], factor, Q, F->span[p->a], j);
        }
    }
}

static void make_bushings(hol_memory *m, series *S)
{
    S->bushing = hol_alloc(m, (size_t)S->T->bushings, sizeof *S->bushing);
    for (int n = 0; n < S->T->bushings; n++)
        for (int k = 0; k < 6; k++) {
            S->bushing[n].z[k] = numbers(m, 1, S->stride);
            S->bushing[n].Q[k] = numbers(m, 1, S->stride);
        }
}
