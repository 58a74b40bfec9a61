/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a realised model is: its scales, its rank, and the traits that methods ask for. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <lapacke.h>

#include "mechanics/internal.h"
#include "numerics/saddle.h"

static double largest3(const double x[3])
{
    return fmax(fabs(x[0]), fmax(fabs(x[1]), fabs(x[2])));
}

void hol_set_scales(hol_system *sys)
{
    const hol_realised *R = hol_self(sys);
    sys->length = sys->speed = 1;
    for (int b = 0; b < R->slots; b++) {
        const hol_pose *at = &R->slot[b].body->at;
        sys->length = fmax(sys->length, largest3(at->r));
        sys->speed = fmax(sys->speed, fmax(largest3(at->v), largest3(at->omega)));
    }
    for (int p = 0; p < R->probes; p++) sys->length = fmax(sys->length, largest3(R->probe[p].rho));
}

/* Singular values of the joint rows on the inner null space (dense). */
static bool full_by_svd(const hol_pattern *P, const double Gr[])
{
    int m = P->rows, n = P->cols;
    double *D = hol_make((size_t)m * (size_t)n, sizeof *D);
    double *sigma = hol_make((size_t)m, sizeof *sigma), *rest = hol_make((size_t)m, sizeof *rest);
    for (int i = 0; i < m; i++)
        for (int k = P->start[i]; k < P->start[i + 1]; k++) D[i * n + P->col[k]] = Gr[k];
    int info =
        LAPACKE_dgesvd(LAPACK_ROW_MAJOR, 'N', 'N', m, n, D, n, sigma, NULL, 1, NULL, n, rest);
    bool full = !info && sigma[m - 1] > 1e-10 * sigma[0];
    free(D), free(sigma), free(rest);
    return full;
}

/* Rank of the joint rows at the start; of a large model by one factorisation of its equations. */
bool hol_full_rank(const hol_system *sys, const double q[], const double v[])
{
    enum { DENSE_MOST = 40000 }; /* entries: above it singular values take too long */
    int m = sys->nj + sys->na, n = sys->nr;
    if (m > n) return false;
    if (!m) return true;
    double *Mr = hol_make((size_t)sys->Mr.nnz, sizeof *Mr);
    double *Gr = hol_make((size_t)sys->Gr.nnz, sizeof *Gr);
    double *f = hol_make((size_t)sys->nv, sizeof *f), *c = hol_make((size_t)n, sizeof *c);
    double *y = hol_make((size_t)m, sizeof *y);
    sys->reduce(sys, 0, q, v, f, Mr, c, Gr, y);
    bool full = (long)m * n <= DENSE_MOST
                    ? full_by_svd(&sys->Gr, Gr)
                    : !hol_saddle_set_K(sys->solver, Mr) && !hol_saddle_set_B(sys->solver, Gr) &&
                          !hol_saddle_factor(sys->solver, Gr, NULL);
    free(Mr), free(Gr), free(f), free(c), free(y);
    return full;
}

/* A description's mass is regular where every diagonal entry of a constant one is positive. */
static bool regular(const hol_slot *s)
{
    if (!s->o) return true;
    if (!s->o->constant_mass) return false;
    double M[27], q[9] = {0};
    s->o->mass(s->body->J, q, M);
    int size = s->o->mass_block;
    for (int i = 0; i < s->o->nv; i++)
        if (!(M[i / size * size * size + i % size * (size + 1)] > 1e-12 * largest3(s->body->J)))
            return false;
    return true;
}

unsigned hol_find_traits(const hol_system *sys)
{
    const hol_realised *R = hol_self(sys);
    unsigned has = HOL_FLAT | HOL_CONST_MASS | HOL_REGULAR_MASS | HOL_QUADRATIC | HOL_SCLERONOMIC |
                   HOL_CONSERVATIVE | HOL_POSITION_FORCES;
    for (int b = 0; b < R->slots; b++) {
        const hol_slot *s = &R->slot[b];
        if (s->o && !s->o->flat) has &= ~(unsigned)HOL_FLAT;
        if (s->o && !s->o->constant_mass) has &= ~(unsigned)HOL_CONST_MASS;
        if (!regular(s)) has &= ~(unsigned)HOL_REGULAR_MASS;
    }
    for (int p = 0; p < R->probes; p++)
        if (R->probe[p].turns && !R->slot[R->probe[p].slot].o->linear)
            has &= ~(unsigned)HOL_QUADRATIC;
    for (int i = 0; i < sys->model->forces; i++) {
        const hol_force_law *law = sys->model->force[i].law;
        if (!law->energy) has &= ~(unsigned)HOL_CONSERVATIVE;
        if (!law->position_only) has &= ~(unsigned)HOL_POSITION_FORCES;
    }
    if (!sys->na) has |= HOL_HOLONOMIC;
    if (sys->nv + sys->nc <= 200) has |= HOL_SMALL;
    return has;
}

const char *hol_same_as(const hol_model *model, const hol_formulation *formulation)
{
    const hol_formulation *other;
    for (int k = 0; (other = hol_formulation_at(k)) && other != formulation; k++) {
        bool same = true;
        for (int b = 0; b < model->bodies && same; b++) {
            hol_shape shape = model->body[b].shape;
            same = !other->absent[shape] &&
                   other->orientation[shape] == formulation->orientation[shape];
        }
        if (same) return other->name;
    }
    return NULL;
}
