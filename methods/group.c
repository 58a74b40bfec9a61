/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Block-diagonal matrices: see group.h. */
#include "methods/group.h"

#include "numerics/dense.h"

/* e has a 1 in column j of every block that is so wide; false where none is. */
static bool unit_vectors(const hol_pattern *P, int j, double e[])
{
    bool any = false;
    for (int i = 0; i < P->rows; i++) {
        e[i] = P->col[P->start[i]] + j == i;
        any = any || P->start[i + 1] - P->start[i] > j;
    }
    return any;
}

void hol_block_columns(hol_stepper *s, hol_block_action *act, const void *at, double A[])
{
    const hol_pattern *P = &s->sys->M;
    size_t mark = hol_mark(s->work);
    double *e = hol_take(s->work, P->rows), *column = hol_take(s->work, P->rows);
    for (int j = 0; unit_vectors(P, j, e); j++) {
        act(s, at, e, column);
        for (int i = 0; i < P->rows; i++)
            if (P->start[i + 1] - P->start[i] > j) A[P->start[i] + j] = column[i];
    }
    hol_release(s->work, mark);
}

void hol_gyroscopic_along(const hol_system *sys, hol_work *w, const double q[], const double v[],
                          const double e[], double out[])
{
    int n = sys->nv;
    size_t mark = hol_mark(w);
    double *moved = hol_take(w, n), *f = hol_take(w, n);
    for (int i = 0; i < n; i++) moved[i] = v[i] + e[i];
    sys->gyroscopic(sys, q, moved, out);
    sys->gyroscopic(sys, q, v, f);
    hol_axpy(n, -1, f, out);
    sys->gyroscopic(sys, q, e, f);
    hol_axpy(n, -1, f, out);
    hol_release(w, mark);
}
