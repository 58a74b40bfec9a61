/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/elliptic.h: Jacobi's elliptic functions in quadruple precision, by the descending
 * Landen transformation (Abramowitz, Stegun, 16.4, 17.6). */
#pragma once

#include "quad.h"

/* The arithmetic-geometric mean doubles its digits: 7 suffice for 34. */
enum { MAX_LANDEN = 12 };

/* The Landen sequence of the modulus k: a, c of the arithmetic-geometric mean of 1 and k'. */
typedef struct {
    int n;                                 /* c[n] is at round-off */
    quad a[MAX_LANDEN], c[MAX_LANDEN], k2; /* k2 = k^2 */
} landen;

static inline landen landen_sequence(const char *problem, quad k2)
{
    landen s = {.k2 = k2};
    quad b = sqrtq(1 - k2);
    s.a[0] = 1;
    s.c[0] = sqrtq(k2);
    while (s.c[s.n] > round_off()) {
        if (s.n + 1 == MAX_LANDEN) refuse(problem, "the Landen sequence does not converge");
        s.a[s.n + 1] = (s.a[s.n] + b) / 2;
        s.c[s.n + 1] = (s.a[s.n] - b) / 2;
        b = sqrtq(s.a[s.n] * b);
        s.n++;
    }
    return s;
}

/* sn, cn, dn of u, by sin(2 phi_{n-1} - phi_n) = (c_n/a_n) sin phi_n (Abramowitz, Stegun, 16.4). */
static inline void jacobi(const landen *s, quad u, quad *sn, quad *cn, quad *dn)
{
    quad phi = ldexpq(s->a[s->n] * u, s->n);
    for (int n = s->n; n > 0; n--) phi = (phi + asinq(s->c[n] / s->a[n] * sinq(phi))) / 2;
    *sn = sinq(phi);
    *cn = cosq(phi);
    *dn = sqrtq(1 - s->k2 * *sn * *sn);
}

/* The quarter period K(k). */
static inline quad quarter_period(const landen *s)
{
    return acosq(-1) / (2 * s->a[s->n]);
}
