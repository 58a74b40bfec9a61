/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The guess of an implicit step: see increments.h. */
#include "methods/increments.h"

#include <string.h>

#include "holonomy/dense.h"

enum { H, KNOWN, DIFFERENCES }; /* the step; how many differences are known; MOST x n of them */
enum { MOST = 10 };

size_t hol_increments_memory(int n)
{
    return DIFFERENCES + MOST * (size_t)n;
}

void hol_increments_forget(double memory[])
{
    if (memory) memory[H] = memory[KNOWN] = 0;
}

/* Term j of the sum, and its square. */
static double term_of(int n, const double nabla[], bool alternates, double term[])
{
    if (!alternates)
        memcpy(term, nabla, (size_t)n * sizeof *term);
    else
        for (int i = 0; i < n; i++) term[i] = 2 * nabla[i] - nabla[n + i];
    return hol_dot(n, term, term);
}

bool hol_increments_guess(int n, const double memory[], double h, bool alternates, double term[],
                          double d[])
{
    if (!memory || memory[H] != h || memory[KNOWN] == 0) return false;
    const double *nabla = memory + DIFFERENCES;
    int terms = (int)memory[KNOWN];
    if (alternates && terms > 1)
        terms--;
    else
        alternates = false;
    double last = term_of(n, nabla, alternates, term);
    for (int i = 0; i < n; i++) d[i] = alternates ? term[i] - nabla[i] : term[i];
    for (int j = 1; j < terms; j++) {
        double square = term_of(n, nabla += n, alternates, term);
        if (!(square < 0.25 * last)) break;
        hol_axpy(n, 1, term, d);
        last = square;
    }
    return true;
}

void hol_increments_keep(int n, double memory[], double h, double d[])
{
    if (!memory) return;
    if (memory[H] != h) memory[KNOWN] = 0;
    int known = (int)memory[KNOWN];
    double *restrict nabla = memory + DIFFERENCES, *restrict next = d;
    for (int j = 0; j <= known && j < MOST; j++, nabla += n)
        for (int i = 0; i < n; i++) {
            double before = nabla[i];
            nabla[i] = next[i];
            next[i] -= before;
        }
    memory[H] = h;
    if (known < MOST) memory[KNOWN] = known + 1;
}
