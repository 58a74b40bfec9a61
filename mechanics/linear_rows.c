/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Joint rows that are linear in q: scale <a, x> + offset with a fixed in space and x a sum of
 * points of bodies whose orientation is linear (coinciding points and coordinates in `natural`).
 * Their rows of G are constant and kept; Phi = G q + Phi(0). */

#include "holonomy/so3.h"
#include "mechanics/internal.h"

static bool in_space(const hol_vector *u)
{
    return u->end[0] < 0 && u->end[1] < 0;
}

static bool is_linear(const hol_system *R, const hol_bilinear *row)
{
    const hol_vector *a = &R->vector[row->vec[0]], *b = &R->vector[row->vec[1]];
    if (!in_space(a) && !in_space(b)) return false;
    for (int e = 0; e < 4; e++) {
        int end = (e < 2 ? a : b)->end[e % 2];
        if (end < 0) continue;
        const hol_slot *s = &R->slot[R->probe[end].slot];
        if (s->q != s->v) return false; /* G q is meant: a column of G is an entry of q */
        if (R->probe[end].turns && !(s->o->linear && s->o->flat)) return false;
    }
    return true;
}

/* The row of G (in its pattern), and Phi at q = 0; zero: nq. */
static double fix_row(const hol_system *R, const hol_bilinear *row, const double zero[], double G[])
{
    int fixed = in_space(&R->vector[row->vec[0]]) ? 0 : 1;
    const hol_vector *a = &R->vector[row->vec[fixed]], *u = &R->vector[row->vec[1 - fixed]];
    double x[3] = {u->fixed[0], u->fixed[1], u->fixed[2]};
    for (int e = 0; e < 2; e++) {
        if (u->end[e] < 0) continue;
        const hol_probe *p = &R->probe[u->end[e]];
        double y[3];
        hol_probe_at(R, p, zero, y);
        for (int k = 0; k < 3; k++) x[k] += e ? -y[k] : y[k];
        hol_probe_pull(R, p, zero, e ? -row->scale : row->scale, a->fixed,
                       G + row->at[1 - fixed][e]);
    }
    return row->scale * hol_dot3(a->fixed, x) + row->offset;
}

void hol_find_linear_rows(hol_system *R)
{
    hol_eval *sys = &R->facts;
    R->held = hol_alloc(R->memory, (size_t)sys->nc, sizeof *R->held);
    bool any = false;
    for (int r = 0; r < R->rows; r++)
        any |= R->held[r] = !hol_row_turns(&sys->model->row[r]) && !sys->model->row[r].contact &&
                            is_linear(R, &R->row[r]);
    if (!any) return;
    double *zero = hol_alloc(R->memory, (size_t)sys->nq, sizeof *zero);
    hol_row_block *block = hol_alloc(R->memory, (size_t)sys->nc, sizeof *block);
    double *G = hol_alloc(R->memory, (size_t)sys->G.nnz, sizeof *G);
    R->phi_zero = hol_alloc(R->memory, (size_t)R->rows, sizeof *R->phi_zero);
    for (int r = 0; r < R->rows; r++)
        if (R->held[r]) R->phi_zero[r] = fix_row(R, &R->row[r], zero, G);
    int count = hol_row_blocks(&sys->G, R->held, block), kept = 0;
    for (int k = 0; k < count; k++)
        if (R->held[block[k].row]) block[kept++] = block[k];
    hol_held_rows_make(R->memory, &sys->G, G, block, kept, &R->linear);
    sys->held = R->held;
    hol_drop(R->memory, zero);
    hol_drop(R->memory, G);
    hol_drop(R->memory, block);
}

void hol_held_rows_of(const hol_system *R, double G[])
{
    const hol_pattern *P = &R->facts.G;
    const hol_scaled_part *s = R->linear.scaled;
    const hol_column_part *c = R->linear.column;
    for (const hol_held_block *b = R->linear.block, *end = b + R->linear.blocks; b < end; b++) {
        for (int n = 0; n < b->scaled; n++, s++)
            for (int k = 0; k < b->size; k++) G[hol_find(P, b->row + k, s->col + k)] = s->c;
        for (int n = 0; n < b->columns; n++, c++)
            for (int k = 0; k < b->size; k++) G[hol_find(P, b->row + k, c->col)] = c->value[k];
    }
}

void hol_linear_rows(const hol_system *R, const double q[], double phi[])
{
    const hol_scaled_part *s = R->linear.scaled;
    const hol_column_part *c = R->linear.column;
    for (const hol_held_block *b = R->linear.block, *end = b + R->linear.blocks; b < end; b++) {
        double sum[HOL_BLOCK_ROWS] = {0};
        hol_held_add(b->size, b->scaled, s, b->columns, c, q, sum);
        for (int k = 0; k < b->size; k++) phi[b->row + k] = sum[k] + R->phi_zero[b->row + k];
        s += b->scaled;
        c += b->columns;
    }
}

/* Of one block: Phi and G v. */
static inline void flow(int size, const hol_held_block *b, const hol_scaled_part *s,
                        const hol_column_part *c, const double zero[], const double q[],
                        const double v[], double phi[], double Gv[])
{
    double x[HOL_BLOCK_ROWS] = {0}, y[HOL_BLOCK_ROWS] = {0};
    for (int k = 0; k < size; k++) x[k] = zero[k];
    for (int n = 0; n < b->scaled; n++)
        for (int k = 0; k < size; k++) {
            x[k] += s[n].c * q[s[n].col + k];
            y[k] += s[n].c * v[s[n].col + k];
        }
    hol_held_add(size, 0, NULL, b->columns, c, q, x);
    hol_held_add(size, 0, NULL, b->columns, c, v, y);
    for (int k = 0; k < size; k++) phi[k] = x[k], Gv[k] = y[k];
}

void hol_linear_flow(const hol_system *R, const double q[], const double v[], double phi[],
                     double Gv[])
{
    const hol_scaled_part *s = R->linear.scaled;
    const hol_column_part *c = R->linear.column;
    for (const hol_held_block *b = R->linear.block, *end = b + R->linear.blocks; b < end; b++) {
        const double *zero = R->phi_zero + b->row;
        if (b->size == 2)
            flow(2, b, s, c, zero, q, v, phi + b->row, Gv + b->row);
        else
            flow(b->size, b, s, c, zero, q, v, phi + b->row, Gv + b->row);
        s += b->scaled;
        c += b->columns;
    }
}
