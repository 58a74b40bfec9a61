/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The spans of the rows that are neither linear nor links, and of rolling rows, body by body: which
 * ends of spans a body carries, and which parts of the rows of G it has. */
#include <string.h>

#include "mechanics/contact.h"

/* The spans of a contact are the model's, of the same numbers as its vectors. */
static void show(const hol_contact *k, bool shown[])
{
    for (int a = 0; k && a < HOL_CONTACT_SPANS; a++) shown[k->x[a]] = true;
}

static bool *shown_vectors(const hol_system *R)
{
    bool *shown = hol_alloc(R->memory, (size_t)R->vectors, sizeof *shown);
    for (int i = 0; i < R->bents; i++)
        for (int a = 0; a < 2; a++) shown[R->row[R->bent[i]].vec[a]] = true;
    for (int i = 0; i < R->drives; i++)
        if (R->drive[i].turns) shown[R->drive[i].x[1]] = true;
    for (int k = 0; k < R->touches; k++) show(R->touch[k].contact, shown);
    for (int r = 0; r < R->rollings; r++) {
        shown[R->rolling[r].direction] = shown[R->rolling[r].point] = true;
        show(R->rolling[r].contact, shown);
    }
    return shown;
}

/* add_end and add_pull count (s->ends, s->pulls) while there are no lists R->end, R->pull yet, and
 * fill the lists once their lengths are known. */
static void add_end(hol_system *R, const hol_vector *u, int e, bool first)
{
    const hol_probe *p = &R->probe[u->end[e]];
    hol_stand *s = &R->stand[p->slot];
    double sign = e ? -1 : 1;
    if (R->end)
        R->end[s->end - R->end + s->ends] =
            (hol_span_end){.w = sign * p->w,
                           .rho = {sign * p->rho[0], sign * p->rho[1], sign * p->rho[2]},
                           .turns = p->turns,
                           .first = first,
                           .to = 3 * (int)(u - R->vector),
                           .start = u->fixed};
    s->ends++;
}

/* Of a probe of the row: scale times the span g, into the place `to` of G. */
static void put_pull(hol_system *R, const hol_probe *p, double scale, bool first, int g, int to)
{
    hol_stand *s = &R->stand[p->slot];
    if (R->pull)
        R->pull[s->pull - R->pull + s->pulls] =
            (hol_pull){.w = scale * p->w,
                       .rho = {scale * p->rho[0], scale * p->rho[1], scale * p->rho[2]},
                       .turns = p->turns,
                       .first = first,
                       .g = 3 * g,
                       .to = to};
    s->pulls++;
}

static void add_pull(hol_system *R, const hol_bilinear *row, int a, int e, bool first)
{
    const hol_probe *p = &R->probe[R->vector[row->vec[a]].end[e]];
    bool square = row->vec[0] == row->vec[1];
    double scale = (square ? 2 : 1) * (e ? -row->scale : row->scale);
    put_pull(R, p, scale, first, row->vec[1 - a], row->at[a][e]);
}

/* Of a turned row: n on the body of b; cos(w) b and sin(w) b on the two spans of which n is made.
 */
static void list_turned_pulls(hol_system *R, const hol_driven *d)
{
    const hol_bilinear *row = &R->row[d->row];
    if (R->vector[row->vec[1]].end[0] >= 0) add_pull(R, row, 1, 0, true);
    for (int k = 0; k < 2 && R->vector[d->x[0]].end[0] >= 0; k++)
        put_pull(R, &R->probe[R->vector[d->x[k]].end[0]], 1, k == 0, d->x[2 + k], row->at[0][0]);
}

/* Bodies are taken in their order: of two ends the one of the first body is the first. */
static void list_ends(hol_system *R, const hol_vector *u)
{
    int one = u->end[0] < 0 ? -1 : R->probe[u->end[0]].slot;
    int two = u->end[1] < 0 ? -1 : R->probe[u->end[1]].slot;
    if (one >= 0) add_end(R, u, 0, two < 0 || one <= two);
    if (two >= 0) add_end(R, u, 1, one < 0 || two < one);
}

/* A square takes its vector once. */
static void list_pulls(hol_system *R, const hol_bilinear *row)
{
    int block[4], blocks = 0;
    for (int a = 0; a < (row->vec[0] == row->vec[1] ? 1 : 2); a++)
        for (int e = 0; e < 2; e++) {
            if (R->vector[row->vec[a]].end[e] < 0) continue;
            bool first = true;
            for (int k = 0; k < blocks; k++) first = first && block[k] != row->at[a][e];
            add_pull(R, row, a, e, first);
            block[blocks++] = row->at[a][e];
        }
}

static void list(hol_system *R, const bool shown[])
{
    for (int i = 0; i < R->vectors; i++)
        if (shown[i]) list_ends(R, &R->vector[i]);
    for (int i = 0; i < R->bents; i++)
        if (!hol_row_turns(&R->facts.model->row[R->bent[i]])) list_pulls(R, &R->row[R->bent[i]]);
    for (int i = 0; i < R->drives; i++)
        if (R->drive[i].turns) list_turned_pulls(R, &R->drive[i]);
}

/* Where the lists of each body begin, from their lengths, which begin anew. */
static void share_out(hol_system *R)
{
    int ends = 0, pulls = 0;
    for (int b = 0; b < R->slots; b++) ends += R->stand[b].ends, pulls += R->stand[b].pulls;
    R->end = hol_alloc(R->memory, (size_t)ends, sizeof *R->end);
    R->pull = hol_alloc(R->memory, (size_t)pulls, sizeof *R->pull);
    hol_span_end *end = R->end;
    hol_pull *pull = R->pull;
    for (hol_stand *s = R->stand; s < R->stand + R->slots; s++) {
        s->end = end;
        s->pull = pull;
        end += s->ends;
        pull += s->pulls;
        s->ends = s->pulls = 0;
    }
}

void hol_list_spans(hol_system *R)
{
    if (!R->bents && !R->touches && !R->rollings) return;
    bool *shown = shown_vectors(R);
    R->stand = hol_alloc(R->memory, (size_t)R->slots, sizeof *R->stand);
    for (int b = 0; b < R->slots; b++) {
        R->stand[b].centre = R->slot[b].centre;
        R->stand[b].nv = R->slot[b].nv;
    }
    list(R, shown);
    share_out(R);
    list(R, shown);
    hol_drop(R->memory, shown);
}

void hol_fixed_spans(const hol_system *R, double x[])
{
    for (int i = 0; i < R->vectors; i++)
        memcpy(x + 3 * i, R->vector[i].fixed, sizeof R->vector[i].fixed);
}
