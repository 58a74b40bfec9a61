/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Forces along a joint's coordinate x (joint_forces.h) in the recurrence of series.h; included by
 * series_of.h.  Of an angle, with c = <a_i, a_j>, s = <b_i, a_j>, r = c^2 + s^2:
 *
 *     r x' = c s' - s c',   f on b_i: (Q c / r) a_j,  on a_i: (-Q s / r) a_j,
 *                           on a_j: (Q c / r) b_i + (-Q s / r) a_i
 *
 * of a length x = <n, d>:  f on n: Q d,  on d: Q n. */

/* sum_{i=0}^n <a_i, b_{n-i}> of two spans. */
static number spans_product(const series *S, int a, int b, int n)
{
    number sum = 0;
    for (int c = 0; c < 3; c++)
        sum += cauchy(0, n, forward(S, S->x, 3 * a + c), forward(S, S->x, 3 * b + c));
    return sum;
}

/* f on the span += scale times the coefficient j of the product of a number and of the span x. */
static void pull_along(const series *S, int span, number scale, const number factor[], int x, int j)
{
    number g[3];
    for (int c = 0; c < 3; c++) g[c] = cauchy(0, j, factor, forward(S, S->x, 3 * x + c));
    pull(S, span, scale, g);
}

static void angle_term(const series *S, const hol_motor_force *F, const motor_series *m, int n)
{
    m->c[n] = spans_product(S, F->span[0], F->span[2], n);
    m->s[n] = spans_product(S, F->span[1], F->span[2], n);
    m->square[n] = cauchy(0, n, m->c, m->c) + cauchy(0, n, m->s, m->s);
    if (n == 0) {
        m->x[0] = number_angle(m->s[0], m->c[0]);
        return;
    }
    number turning =
        expression_moment(1, n, n, m->s, m->c) - expression_moment(1, n, n, m->c, m->s);
    m->x[n] =
        (turning - expression_moment(1, n - 1, n, m->x, m->square)) / ((number)n * m->square[0]);
}

static void angle_pull(const series *S, const hol_motor_force *F, const motor_series *m,
                       const number Q[], int j)
{
    const int *span = F->span;
    number *u = m->part[0], *w = m->part[1];
    u[j] = (cauchy(0, j, Q, m->c) - cauchy(1, j, m->square, u)) / m->square[0];
    w[j] = (-cauchy(0, j, Q, m->s) - cauchy(1, j, m->square, w)) / m->square[0];
    pull_along(S, span[1], 1, u, span[2], j);
    pull_along(S, span[0], 1, w, span[2], j);
    pull_along(S, span[2], 1, u, span[1], j);
    pull_along(S, span[2], 1, w, span[0], j);
}

static void length_term(const series *S, const hol_motor_force *F, const motor_series *m, int n)
{
    m->x[n] = spans_product(S, F->span[0], F->span[1], n);
}

static void length_pull(const series *S, const hol_motor_force *F, const motor_series *m,
                        const number Q[], int j)
{
    (void)m;
    pull_along(S, F->span[0], 1, Q, F->span[1], j);
    pull_along(S, F->span[1], 1, Q, F->span[0], j);
}

static const struct {
    void (*term)(const series *, const hol_motor_force *, const motor_series *, int n);
    void (*pull)(const series *, const hol_motor_force *, const motor_series *, const number Q[],
                 int j);
} motor_along[] = {
    [HOL_ANGLE] = {angle_term, angle_pull}, [HOL_LENGTH] = {length_term, length_pull}};

static void motors(const series *S, int j)
{
    for (int n = 0; n < S->T->motors; n++) {
        const hol_motor_force *F = &S->T->motor[n];
        const motor_series *m = &S->motor[n];
        if (j == 0) motor_along[F->of].term(S, F, m, 0);
        motor_along[F->of].term(S, F, m, j + 1);
        const number variable[] = {j == 0   ? S->t
                                   : j == 1 ? (number)1
                                            : (number)0,
                                   m->x[j], (number)(j + 1) * m->x[j + 1]};
        expression_extend(F->Q, j, variable, S->stride, m->Q);
        motor_along[F->of].pull(S, F, m, m->Q + (F->Q->count - 1) * S->stride, j);
    }
}

static void make_motors(hol_memory *m, series *S)
{
    S->motor = hol_alloc(m, (size_t)S->T->motors, sizeof *S->motor);
    for (int n = 0; n < S->T->motors; n++)
        S->motor[n] = (motor_series){numbers(m, 1, S->stride),
                                     numbers(m, 1, S->stride),
                                     numbers(m, 1, S->stride),
                                     numbers(m, 1, S->stride),
                                     numbers(m, S->T->motor[n].Q->count, S->stride),
                                     {numbers(m, 1, S->stride), numbers(m, 1, S->stride)}};
}
