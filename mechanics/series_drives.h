/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Driven rows (drives.h) in the recurrence of series.h; included by series_of.h.
 *
 * Of a turned row, with C and S the series of cos w and sin w, P = C lambda and Q = S lambda:
 *
 *     n_k = sum_{i=0}^k C_i a_{k-i} + S_i beside_{k-i},   sum_{i=0}^k <n_i, b_{k-i}> = 0
 *     f_j on a: -sum_{i=0}^j P_i b_{j-i},  on `beside`: Q,  on b: -sum_{i=0}^j lambda_{j-i} n_i
 *
 * and what has the unknowns q_k and lambda_j, all with coefficients 0 beside them, is G. */

/* The series of a law's last operation but `before`. */
static const number *law_of(const series *S, int law, int before)
{
    return S->law[law] + (S->T->law[law]->count - 1 - before) * S->stride;
}

static void begin_laws(const series *S, number t)
{
    for (int n = 0; n < S->T->laws; n++)
        expression_of_time(S->T->law[n], t, S->most, S->stride, S->law[n]);
}

/* sum_{i=first}^k C_i a_{k-i} + S_i beside_{k-i} */
static void turned_span(const series *S, const hol_driven_row *d, int first, int k, number n[3])
{
    const number *C = law_of(S, d->law, 0), *s = law_of(S, d->law, 1);
    for (int c = 0; c < 3; c++)
        n[c] = expression_sum(first, k, k, C, forward(S, S->x, 3 * d->a + c)) +
               expression_sum(first, k, k, s, forward(S, S->x, 3 * d->beside + c));
}

static void take_turned_spans(const series *S, int k)
{
    for (int i = 0; i < S->T->drives; i++) {
        const hol_driven_row *d = &S->T->drive[i];
        number n[3];
        if (!d->turns) continue;
        turned_span(S, d, 0, k, n);
        for (int c = 0; c < 3; c++) S->turned[i].n[c * S->stride + k] = n[c];
    }
}

/* sum_{i=first}^j C_i lambda_{j-i}; of S where `before` is 1. */
static number turned_force(const series *S, const hol_driven_row *d, int before, int first, int j)
{
    const number *C = law_of(S, d->law, before), *lambda = backward(S, S->y_back, d->row, j);
    number sum = 0;
    for (int i = first; i <= j; i++) sum += C[i] * lambda[i];
    return sum;
}

static void take_turned_forces(const series *S, int j)
{
    for (int i = 0; i < S->T->drives; i++) {
        const hol_driven_row *d = &S->T->drive[i];
        if (!d->turns) continue;
        for (int before = 0; before < 2; before++)
            S->turned[i].force[before][j] = turned_force(S, d, before, 0, j);
    }
}

static void turned_row(const series *S, const hol_driven_row *d, const turned_series *u, int k)
{
    int j = k - 2, span[2] = {d->a, d->beside};
    const number *lambda = backward(S, S->y_back, d->row, j);
    number known[3], g[3];
    turned_span(S, d, 1, k, known);
    for (int c = 0; c < 3; c++) {
        const number *b = forward(S, S->x, 3 * d->b + c), *n = u->n + c * S->stride;
        S->b[d->row] -= expression_sum(1, k - 1, k, n, b) + known[c] * b[0];
        g[c] = 0;
        for (int i = 1; i <= j; i++) g[c] += n[i] * lambda[i];
    }
    pull(S, d->b, -1, g);
    for (int before = 0; before < 2; before++) {
        number last = turned_force(S, d, before, 1, j);
        for (int c = 0; c < 3; c++) {
            const number *b = forward(S, S->x, 3 * d->b + c);
            g[c] = expression_sum(0, j - 1, j, u->force[before], b) + last * b[0];
        }
        pull(S, span[before], -1, g);
    }
}

static void drives(const series *S, int k)
{
    for (int i = 0; i < S->T->drives; i++) {
        const hol_driven_row *d = &S->T->drive[i];
        if (d->turns)
            turned_row(S, d, &S->turned[i], k);
        else
            S->b[d->row] += (number)d->share * law_of(S, d->law, 0)[k];
    }
}

/* b -= C x and f -= C^T y of a turned row at the state: n and its two parts. */
static void less_turned_row_along(const series *S, int i, const number x[], number b[])
{
    const hol_driven_row *d = &S->T->drive[i];
    int span[2] = {d->a, d->beside};
    number n[3], at[3], along[3];
    for (int c = 0; c < 3; c++) n[c] = S->turned[i].n[c * S->stride];
    span_along(S, d->b, x, along);
    b[d->row] -= dot3(n, along);
    span_at(S, d->b, at);
    for (int k = 0; k < 2; k++) {
        span_along(S, span[k], x, along);
        b[d->row] -= law_of(S, d->law, k)[0] * dot3(along, at);
    }
}

static void less_turned_row_force(const series *S, int i, number y)
{
    const hol_driven_row *d = &S->T->drive[i];
    int span[2] = {d->a, d->beside};
    number n[3], at[3];
    for (int c = 0; c < 3; c++) n[c] = S->turned[i].n[c * S->stride];
    span_at(S, d->b, at);
    pull(S, d->b, -y, n);
    for (int k = 0; k < 2; k++) pull(S, span[k], -law_of(S, d->law, k)[0] * y, at);
}
