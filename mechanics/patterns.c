/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The fixed sparsity patterns of a realised model, body by body: rows of G touch the bodies of
 * their joint, M is block-diagonal, K (made when a tangent is first asked for) couples bodies that
 * share a joint row or a force. */
#include <stdlib.h>
#include <string.h>

#include "mechanics/internal.h"
#include "mechanics/pattern_rows.h"

/* The distinct bodies of up to four probes, ascending. */
static int touched(const hol_system *R, const int *vec, int count, int *slot)
{
    int n = 0;
    for (int a = 0; a < count; a++)
        for (int e = 0; e < 2; e++) {
            int probe = R->vector[vec[a]].end[e];
            if (probe < 0) continue;
            int b = R->probe[probe].slot, at = 0;
            while (at < n && slot[at] < b) at++;
            if (at < n && slot[at] == b) continue;
            memmove(slot + at + 1, slot + at, (size_t)(n - at) * sizeof *slot);
            slot[at] = b;
            n++;
        }
    return n;
}

/* The bodies of a row of (G; A).  Coordinates of a problem's own are one slot, and every row's. */
static int touched_by_row(const hol_system *R, int r, int slot[4])
{
    if (R->own) return slot[0] = 0, 1;
    int nj = R->facts.nj;
    return r < nj ? touched(R, R->row[r].vec, 2, slot)
                  : touched(R, &R->rolling[r - nj].point, 1, slot);
}

static int block_of(const hol_pattern *P, const hol_system *R, int row, int probe)
{
    return probe < 0 ? -1 : hol_find(P, row, R->slot[R->probe[probe].slot].v);
}

static void pattern_of_rows(hol_system *R)
{
    hol_eval *sys = &R->facts;
    hol_pattern_rows G = {.memory = R->memory}, A = {.memory = R->memory};
    int slot[4];
    for (int r = 0; r < sys->nj; r++) {
        hol_open_row(&G);
        for (int k = 0, n = touched_by_row(R, r, slot); k < n; k++)
            for (int j = 0; j < R->slot[slot[k]].nv; j++)
                hol_put_column(&G, R->slot[slot[k]].v + j);
    }
    R->inner_at = hol_alloc(R->memory, (size_t)R->slots, sizeof *R->inner_at);
    for (int b = 0, row = sys->nj; b < R->slots; b++) {
        hol_slot *s = &R->slot[b];
        R->inner_at[b] = G.nnz;
        s->inner = row;
        row += s->nv - s->nr;
        for (int i = 0; i < s->nv - s->nr; i++) {
            hol_open_row(&G);
            for (int j = s->centre; j < s->nv; j++) hol_put_column(&G, s->v + j);
        }
    }
    for (int r = 0; r < R->rollings; r++) {
        hol_open_row(&A);
        for (int k = 0, n = touched_by_row(R, sys->nj + r, slot); k < n; k++)
            for (int j = 0; j < R->slot[slot[k]].nv; j++)
                hol_put_column(&A, R->slot[slot[k]].v + j);
    }
    sys->G = hol_pattern_of_rows(&G, sys->nv);
    sys->A = hol_pattern_of_rows(&A, sys->nv);
    for (int r = 0; r < R->rows; r++)
        for (int a = 0; a < 2; a++)
            for (int e = 0; e < 2; e++)
                R->row[r].at[a][e] = block_of(&sys->G, R, r, R->vector[R->row[r].vec[a]].end[e]);
    for (int r = 0; r < R->rollings; r++)
        for (int e = 0; e < 2; e++)
            R->rolling[r].at[e] = block_of(&sys->A, R, r, R->vector[R->rolling[r].point].end[e]);
}

/* n rows from `first` on, in dense blocks of `size`. */
static void block_rows(hol_pattern_rows *M, int first, int n, int size)
{
    for (int i = 0; i < n; i++) {
        hol_open_row(M);
        for (int j = i / size * size, end = j + size; j < end; j++) hol_put_column(M, first + j);
    }
}

/* Of a body: its centre, then what turns. */
static void mass_rows(hol_pattern_rows *M, const hol_slot *s)
{
    block_rows(M, s->v, s->centre, s->centre_block);
    if (s->o) block_rows(M, s->v + s->centre, s->nv - s->centre, s->o->mass_block);
}

static void reduced_mass_rows(hol_pattern_rows *Mr, const hol_slot *s)
{
    block_rows(Mr, s->r, s->centre, s->centre_block);
    if (s->o) block_rows(Mr, s->r + s->centre, s->nr - s->centre, s->turn_block);
}

static void pattern_of_mass(hol_system *R)
{
    hol_eval *sys = &R->facts;
    hol_pattern_rows M = {.memory = R->memory}, Mr = {.memory = R->memory},
                     Gr = {.memory = R->memory};
    R->slot_of = hol_alloc(R->memory, (size_t)sys->nr, sizeof *R->slot_of);
    for (int b = 0; b < R->slots; b++) {
        const hol_slot *s = &R->slot[b];
        mass_rows(&M, s);
        reduced_mass_rows(&Mr, s);
        for (int j = 0; j < s->nr; j++) R->slot_of[s->r + j] = b;
    }
    sys->M = hol_pattern_of_rows(&M, sys->nv);
    sys->Mr = hol_pattern_of_rows(&Mr, sys->nr);
    for (int r = 0; r < sys->nj + sys->na; r++) {
        int slot[4], n = touched_by_row(R, r, slot);
        hol_open_row(&Gr);
        for (int k = 0; k < n; k++) {
            const hol_slot *s = &R->slot[slot[k]];
            if (!s->nv) continue;
            for (int j = 0; j < s->nr; j++) hol_put_column(&Gr, s->r + j);
        }
    }
    sys->Gr = hol_pattern_of_rows(&Gr, sys->nr);
}

void hol_set_patterns(hol_system *R)
{
    pattern_of_rows(R);
    pattern_of_mass(R);
}

/* ---------------------------------------------------------------- K */

static int by_pair(const void *a, const void *b)
{
    const int *x = a, *y = b;
    return x[0] != y[0] ? (x[0] > y[0]) - (x[0] < y[0]) : (x[1] > y[1]) - (x[1] < y[1]);
}

/* Pairs of bodies coupled by a joint row or a force, and each body with itself; sorted, unique. */
static int couplings(const hol_system *R, hol_memory *m, int (**out)[2])
{
    int(*pair)[2] = NULL, n = 0, slot[4];
    for (int b = 0; b < R->slots; b++)
        for (int c = R->tree ? 0 : b; c < (R->tree ? R->slots : b + 1); c++) {
            pair = hol_grow(m, pair, n, sizeof *pair);
            pair[n][0] = b, pair[n][1] = c, n++;
        }
    for (int r = 0; r < R->rows; r++) {
        int count = touched(R, R->row[r].vec, 2, slot);
        for (int i = 0; i < count; i++)
            for (int j = 0; j < count; j++) {
                pair = hol_grow(m, pair, n, sizeof *pair);
                pair[n][0] = slot[i], pair[n][1] = slot[j], n++;
            }
    }
    for (int f = 0; f < R->facts.model->forces && !R->own && !R->tree; f++) {
        const hol_force *force = &R->facts.model->force[f];
        if (force->count < 2 || force->body[0] < 0 || force->body[1] < 0) continue;
        for (int i = 0; i < 2; i++) {
            pair = hol_grow(m, pair, n, sizeof *pair);
            pair[n][0] = force->body[i], pair[n][1] = force->body[1 - i], n++;
        }
    }
    qsort(pair, (size_t)n, sizeof *pair, by_pair);
    int kept = 0;
    for (int i = 0; i < n; i++)
        if (!i || by_pair(pair[i], pair[kept - 1])) memmove(pair[kept++], pair[i], sizeof *pair);
    *out = pair;
    return kept;
}

/* Where the diagonals of its blocks stand. */
static void place_link(const hol_pattern *K, const hol_link *l, int in_K[2][2][3])
{
    for (int e = 0; e < 2; e++)
        for (int f = 0; f < 2; f++)
            for (int k = 0; k < 3; k++)
                in_K[e][f][k] =
                    l->v[e] < 0 || l->v[f] < 0 ? -1 : hol_find(K, l->v[e] + k, l->v[f] + k);
}

static void make_K(void *data)
{
    hol_eval *sys = data;
    const hol_system *R = sys->system;
    hol_scratch *S = hol_scratch_of(sys);
    hol_pattern_rows K = {.memory = S->memory};
    hol_system general = *R;
    bool given = R->own || R->tree; /* their slots are all coupled */
    general.memory = S->memory;
    if (!R->row && !given) hol_add_joint_rows(&general);
    int(*pair)[2], count = couplings(&general, S->memory, &pair);
    if (!R->row && !given) hol_drop_joint_rows(&general);
    for (int b = 0, k = 0, next; b < R->slots; b++, k = next) {
        for (next = k; next < count && pair[next][0] == b;) next++;
        for (int i = 0; i < R->slot[b].nv; i++) {
            hol_open_row(&K);
            for (int p = k; p < next; p++)
                for (int j = 0; j < R->slot[pair[p][1]].nv; j++)
                    hol_put_column(&K, R->slot[pair[p][1]].v + j);
        }
    }
    hol_drop(S->memory, pair);
    const hol_pattern made = hol_pattern_of_rows(&K, sys->nv);
    S->M_in_K = hol_alloc(S->memory, (size_t)sys->M.nnz, sizeof *S->M_in_K);
    for (int i = 0; i < sys->nv; i++)
        for (int k = sys->M.start[i]; k < sys->M.start[i + 1]; k++)
            S->M_in_K[k] = hol_find(&made, i, sys->M.col[k]);
    S->link_in_K = hol_alloc(S->memory, (size_t)R->links, sizeof *S->link_in_K);
    for (int i = 0; i < R->links; i++) place_link(&made, &R->link[i], S->link_in_K[i]);
    S->K = made; /* whole: it is there now */
}

const hol_pattern *hol_K(hol_eval *sys)
{
    hol_scratch *S = hol_scratch_of(sys);
    if (S->K.start) return &S->K;
    if (hol_trying()) make_K(sys);
    return S->K.start || hol_try(make_K, sys) ? &S->K : NULL;
}

void hol_add_mass(hol_eval *sys, double factor, const double M[], double K[])
{
    hol_K(sys);
    const int *at = hol_scratch_of(sys)->M_in_K;
    for (int k = 0; k < sys->M.nnz; k++) K[at[k]] += factor * M[k];
}
