/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Constraint rows of a realised model.  Each joint row is scale <a, b> + offset with a and b sums
 * of body-fixed points and directions, so that one product rule gives its Jacobian and its
 * curvature in every formulation; inner rows come from the bodies' descriptions of orientation. */
#include <assert.h>
#include <string.h>

#include "base/row_times.h"
#include "holonomy/so3.h"
#include "mechanics/absolute.h"
#include "mechanics/batch.h"
#include "mechanics/contact.h"
#include "mechanics/drives.h"

int hol_find(const hol_pattern *P, int row, int col)
{
    int low = P->start[row], high = P->start[row + 1];
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (P->col[middle] < col)
            low = middle + 1;
        else
            high = middle;
    }
    return low < P->start[row + 1] && P->col[low] == col ? low : -1;
}

int hol_entry(const hol_pattern *P, int row, int col)
{
    int at = hol_find(P, row, col);
    assert(at >= 0);
    return at;
}

void hol_probe_at(const hol_system *R, const hol_probe *p, const double q[], double x[3])
{
    const hol_slot *s = &R->slot[p->slot];
    x[0] = x[1] = x[2] = 0;
    if (p->turns) s->o->turn(q + s->q + s->centre, p->rho, x);
    if (p->w != 0)
        for (int k = 0; k < s->centre; k++) x[k] += p->w * q[s->q + k];
}

void hol_probe_pull(const hol_system *R, const hol_probe *p, const double q[], double factor,
                    const double g[3], double out[])
{
    const hol_slot *s = &R->slot[p->slot];
    double scaled[3] = {factor * g[0], factor * g[1], factor * g[2]};
    if (p->w != 0)
        for (int k = 0; k < s->centre; k++) out[k] += p->w * scaled[k];
    if (p->turns) s->o->pull(q + s->q + s->centre, p->rho, scaled, out + s->centre);
}

/* The ends and pulls of a body whose orientation no span shows: a point mass, or a body tied by its
 * mass centre alone. */
static void centre_ends(const hol_stand *s, const double q[], const double v[], double *const x[3])
{
    hol_put_ends(NULL, NULL, NULL, s, q, v, x);
}

static void centre_pulls(const hol_stand *s, const double q[], const double x[], double G[])
{
    hol_put_pulls(NULL, s, q, x, G);
}

void hol_spans(hol_eval *sys, int order, const double q[], const double v[])
{
    const hol_system *R = sys->system;
    const hol_scratch *S = hol_scratch_of(sys);
    double *const x[3] = {S->x, order > 0 ? S->x1 : NULL, order > 1 ? S->x2 : NULL};
    for (int b = 0; b < R->slots && R->stand; b++) {
        const hol_slot *s = &R->slot[b];
        if (R->stand[b].ends)
            (s->o ? s->o->ends : centre_ends)(&R->stand[b], q + s->q, order ? v + s->v : q, x);
    }
    if (R->turned) hol_straighten_spans(sys);
}

/* d <a, b> = <da, b> + <a, db>, the spans given. */
static void row_gradients(hol_eval *sys, const double q[], double G[])
{
    const hol_system *R = sys->system;
    const double *x = hol_scratch_of(sys)->x;
    for (int b = 0; b < R->slots; b++) {
        const hol_slot *s = &R->slot[b];
        if (R->stand[b].pulls) (s->o ? s->o->pulls : centre_pulls)(&R->stand[b], q + s->q, x, G);
    }
}

static void inner_rows(hol_eval *sys, const double q[], double phi[], double G[])
{
    const hol_system *R = sys->system;
    for (int b = 0; b < R->slots; b++) {
        const hol_slot *s = &R->slot[b];
        if (s->nv == s->nr) continue;
        s->o->inner_rows(q + s->q + s->centre, phi ? phi + s->inner : NULL,
                         G ? G + R->inner_at[b] : NULL);
    }
}

static void links(const hol_system *R, const double q[], double phi[], double G[])
{
    for (const hol_link *l = R->link; l < R->link + R->links; l++) {
        double d[3];
        for (int k = 0; k < 3; k++)
            d[k] = l->fixed[k] + q[l->q[0] + k] - (l->q[1] < 0 ? 0 : q[l->q[1] + k]);
        if (phi) phi[l->row] = l->scale * hol_dot3(d, d) + l->offset;
        if (!G) continue;
        for (int k = 0; k < 3; k++) G[l->at[0] + k] = 2 * l->scale * d[k];
        if (l->at[1] >= 0)
            for (int k = 0; k < 3; k++) G[l->at[1] + k] = -2 * l->scale * d[k];
    }
}

/* All rows but the linear ones. */
static void curved_rows(hol_eval *sys, double t, const double q[], double phi[], double G[])
{
    const hol_system *R = sys->system;
    links(R, q, phi, G);
    const double *x = hol_scratch_of(sys)->x;
    if (R->bents || R->touches) hol_spans(sys, 0, q, NULL);
    if (R->turned) hol_turn_spans(sys, t);
    for (int i = 0; phi && i < R->bents; i++) {
        const hol_bilinear *row = &R->row[R->bent[i]];
        phi[R->bent[i]] =
            row->scale * hol_dot3(x + 3 * row->vec[0], x + 3 * row->vec[1]) + row->offset;
    }
    if (G && R->bents) row_gradients(sys, q, G);
    for (const hol_touch *k = R->touch; k < R->touch + R->touches; k++)
        hol_touch_row(sys, k, q, phi, G);
    if (sys->nc > sys->nj) inner_rows(sys, q, phi, G);
    if (phi && R->drives) hol_take_drives(R, t, phi);
}

void hol_absolute_constraints(hol_eval *sys, double t, const double q[], double phi[], double G[])
{
    const hol_system *R = sys->system;
    if (sys->held && phi) hol_linear_rows(R, q, phi);
    if (sys->held && G && G != hol_scratch_of(sys)->G)
        memcpy(G, hol_scratch_of(sys)->G, (size_t)sys->G.nnz * sizeof *G);
    curved_rows(sys, t, q, phi, G);
}

void hol_absolute_flow(hol_eval *sys, double t, const double q[], const double v[], double phi[],
                       double Gv[], double G[])
{
    const hol_system *R = sys->system;
    if (sys->held) hol_linear_flow(R, q, v, phi, Gv);
    curved_rows(sys, t, q, phi, G);
    for (int i = 0; i < R->links; i++)
        Gv[R->link[i].row] = hol_row_times(&sys->G, R->link[i].row, G, v);
    for (int i = 0; i < R->bents; i++) Gv[R->bent[i]] = hol_row_times(&sys->G, R->bent[i], G, v);
    for (int i = 0; i < R->touches; i++)
        Gv[R->touch[i].row] = hol_row_times(&sys->G, R->touch[i].row, G, v);
    for (int i = sys->nj; i < sys->nc; i++) Gv[i] = hol_row_times(&sys->G, i, G, v);
}

/* d/dt(G) v = scale (<a'', b> + 2 <a', b'> + <a, b''>); a link's a'' is zero. */
void hol_absolute_curvature(hol_eval *sys, const double q[], const double v[], double g[])
{
    const hol_system *R = sys->system;
    if (sys->held) memset(g, 0, (size_t)sys->nj * sizeof *g);
    for (const hol_link *l = R->link; l < R->link + R->links; l++) {
        double d[3];
        for (int k = 0; k < 3; k++) d[k] = v[l->v[0] + k] - (l->v[1] < 0 ? 0 : v[l->v[1] + k]);
        g[l->row] = 2 * l->scale * hol_dot3(d, d);
    }
    const hol_scratch *S = hol_scratch_of(sys);
    if (R->bents || R->touches) hol_spans(sys, 2, q, v);
    for (const hol_touch *k = R->touch; k < R->touch + R->touches; k++)
        g[k->row] = hol_touch_curvature(sys, k->contact);
    for (int i = 0; i < R->bents; i++) {
        const hol_bilinear *row = &R->row[R->bent[i]];
        int a = 3 * row->vec[0], b = 3 * row->vec[1];
        g[R->bent[i]] =
            row->scale * (hol_dot3(S->x2 + a, S->x + b) + 2 * hol_dot3(S->x1 + a, S->x1 + b) +
                          hol_dot3(S->x + a, S->x2 + b));
    }
    for (int i = 0; R->turned && i < R->drives; i++)
        if (R->drive[i].turns) g[R->drive[i].row] = 0; /* see hol_absolute_drive */
    for (const hol_slot *s = R->slot; s < R->slot + R->slots; s++) {
        if (s->nv > s->nr)
            s->o->inner_curve(q + s->q + s->centre, v + s->v + s->centre, g + s->inner);
    }
}

/* The spans of the curvature are those of the rows, unless a drive turns them or a contact moves.
 */
void hol_absolute_rows_and_curvature(hol_eval *sys, double t, const double q[], const double v[],
                                     double G[], double g[])
{
    const hol_system *R = sys->system;
    hol_absolute_curvature(sys, q, v, g);
    if (R->turned || R->touches) {
        hol_absolute_constraints(sys, t, q, NULL, G);
        return;
    }
    links(R, q, NULL, G);
    if (R->bents) row_gradients(sys, q, G);
    if (sys->nc > sys->nj) inner_rows(sys, q, NULL, G);
}

/* ---------------------------------------------------------------- nonholonomic rows */

/* w(t), and its rate. */
static double slip(const hol_rolling *row, double t, double *rate)
{
    double w[3] = {0};
    if (row->w) return row->w(t, rate);
    if (row->law) hol_law_rates(row->law, t, w);
    *rate = w[1];
    return w[0];
}

/* The direction d, and its rate, of the values of the spans, or of their rates. */
static void direction_of(const hol_rolling *row, const double spans[], double d[3])
{
    const double *x = spans + 3 * row->point;
    memcpy(d, spans + 3 * row->direction, 3 * sizeof *d);
    for (int k = 0; row->B && k < 3; k++) d[k] += hol_dot3(row->B + 3 * k, x);
}

void hol_absolute_nonholonomic(hol_eval *sys, double t, const double q[], double A[], double w[])
{
    const hol_system *R = sys->system;
    const double *x = hol_scratch_of(sys)->x;
    hol_spans(sys, 0, q, NULL);
    if (A) memset(A, 0, (size_t)sys->A.nnz * sizeof *A);
    for (int r = 0; r < R->rollings; r++) {
        const hol_rolling *row = &R->rolling[r];
        const hol_vector *point = &R->vector[row->point];
        if (A && point->end[0] >= 0) {
            hol_probe p = R->probe[point->end[0]];
            double d[3];
            direction_of(row, x, d);
            if (row->contact) p = hol_touching(sys, row->contact);
            hol_probe_pull(R, &p, q, 1, d, A + row->at[0]);
        }
        if (w) w[r] = slip(row, t, &(double){0});
    }
}

/* A v' = w' - <d', x'> - <d, x''> */
void hol_absolute_nonholonomic_rate(hol_eval *sys, double t, const double q[], const double v[],
                                    double b[])
{
    const hol_system *R = sys->system;
    const hol_scratch *S = hol_scratch_of(sys);
    hol_spans(sys, 2, q, v);
    for (int r = 0; r < R->rollings; r++) {
        const hol_rolling *row = &R->rolling[r];
        int x = 3 * row->point;
        double rate = 0, d[3], d1[3];
        slip(row, t, &rate);
        direction_of(row, S->x, d);
        direction_of(row, S->x1, d1);
        b[r] = row->contact ? rate - hol_touch_slip(sys, row)
                            : rate - hol_dot3(d1, S->x1 + x) - hol_dot3(d, S->x2 + x);
    }
}
