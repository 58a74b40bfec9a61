/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The saddle-point solve: choice of the path, and what the paths share. */
#include "numerics/saddle_path.h"

#include "base/meter.h"

/* Measured on the index-1 equations and spook's of the ten problems in every formulation and of
 * ladders of 1 to 20 squares, one factorisation with its solve: against the block path that of few
 * multipliers takes 0.4 to 0.5 times as long with 1 or 2 of them, 0.7 with 3, 0.95 with 5, 1.4 with
 * 7; the dense complement 0.4 to 0.5 with 1 or 2, 1.0 with 3, 1.4 with 5, 1.2 to 2.4 with 7 to 35.
 * Dense LU of the whole takes 2 to 5, KLU 3 to 6 times as long on the problems,
 * KLU 9 on ladders with held rows. */
enum {
    SCHUR_MOST = 64, /* multipliers: the dense complement costs m^3 / 3 */
    SCHUR_BEST = 2,  /* multipliers: up to here it is faster than the block path, and from there */
    FEW_MOST = 4,    /* up to here the path of few, unless the block path has held rows to save */
    DENSE_MOST = 48, /* unknowns: above it KLU is faster on the matrices of chains and loops */
};

struct hol_saddle {
    hol_memory *memory; /* which it is in */
    const hol_saddle_ops *path;
    void *self;
    int n, m;
    double *zero;  /* n: the right-hand side a of the update */
    bool singular; /* the matrix factorised last */
    hol_counters *count, uncounted;
};

hol_pattern hol_saddle_copy_pattern(hol_memory *m, const hol_pattern *P)
{
    return (hol_pattern){P->rows, P->cols, P->nnz,
                         P->start
                             ? hol_alloc_copy(m, P->start, (size_t)P->rows + 1, sizeof *P->start)
                             : hol_alloc(m, 1, sizeof *P->start),
                         hol_alloc_copy(m, P->col, (size_t)P->nnz, sizeof *P->col)};
}

typedef struct {
    const hol_saddle_ops *path;
    const hol_pattern *K, *C;
    const bool *held;
    hol_saddle *made; /* NULL: the pattern does not fit */
} making;

static void make(hol_memory *m, void *data)
{
    making *x = data;
    void *self = x->path->create(m, x->K, x->C, x->held);
    if (!self) return;
    hol_saddle *s = hol_alloc(m, 1, sizeof *s);
    *s = (hol_saddle){.memory = m,
                      .path = x->path,
                      .self = self,
                      .n = x->K->rows,
                      .m = x->C->rows,
                      .zero = hol_alloc(m, (size_t)x->K->rows, sizeof *s->zero)};
    x->made = s;
}

static hol_saddle *try_path(const hol_saddle_ops *path, const hol_pattern *K, const hol_pattern *C,
                            const bool held[], hol_counters *count)
{
    making x = {.path = path, .K = K, .C = C, .held = held};
    hol_memory *m = hol_memory_of(make, &x);
    if (x.made)
        x.made->count = count ? count : &x.made->uncounted;
    else
        hol_memory_end(m);
    return x.made;
}

hol_saddle *hol_saddle_new_held(const hol_pattern *K, const hol_pattern *C, const bool held[],
                                unsigned known, hol_saddle_path path, hol_counters *count)
{
    static const struct {
        const hol_saddle_ops *ops;
        unsigned needs;
    } named[HOL_SADDLE_PATHS] = {
        [HOL_SADDLE_BLOCK] = {&hol_saddle_block, HOL_SADDLE_DEFINITE | HOL_SADDLE_SYMMETRIC},
        [HOL_SADDLE_SCHUR] = {&hol_saddle_schur, HOL_SADDLE_DEFINITE},
        [HOL_SADDLE_DENSE] = {&hol_saddle_dense, 0},
        [HOL_SADDLE_KLU] = {&hol_saddle_klu, 0},
        [HOL_SADDLE_UMFPACK] = {&hol_saddle_umfpack, 0},
        [HOL_SADDLE_CG] = {&hol_saddle_cg, HOL_SADDLE_DEFINITE | HOL_SADDLE_SYMMETRIC},
    };
    if (path != HOL_SADDLE_AUTO) {
        if (named[path].needs & ~known) return NULL;
        return try_path(named[path].ops, K, C, held, count);
    }
    bool small = K->rows + C->rows <= DENSE_MOST, any = false;
    for (int i = 0; held && i < C->rows; i++) any |= held[i];
    bool tiny = !any && C->rows <= SCHUR_BEST, few = !any && !tiny && C->rows <= FEW_MOST;
    const hol_saddle_path order[] = {tiny ? HOL_SADDLE_SCHUR : HOL_SADDLE_BLOCK, HOL_SADDLE_SCHUR,
                                     small ? HOL_SADDLE_DENSE : HOL_SADDLE_KLU};
    hol_saddle *s = NULL;
    if (few && !(named[HOL_SADDLE_BLOCK].needs & ~known))
        s = try_path(&hol_saddle_few, K, C, held, count);
    for (int k = 0; k < 3 && !s; k++)
        if (!(named[order[k]].needs & ~known) &&
            (order[k] != HOL_SADDLE_SCHUR || C->rows <= SCHUR_MOST))
            s = try_path(named[order[k]].ops, K, C, held, count);
    return s;
}

hol_saddle *hol_saddle_new(const hol_pattern *K, const hol_pattern *C, unsigned known,
                           hol_saddle_path path, hol_counters *count)
{
    return hol_saddle_new_held(K, C, NULL, known, path, count);
}

void hol_saddle_free(hol_saddle *s)
{
    if (s) hol_memory_end(s->memory);
}

static void end_place(void *place)
{
    hol_saddle_free(*(hol_saddle **)place);
}

void hol_saddle_end_with(hol_memory *m, hol_saddle **place)
{
    hol_at_end(m, end_place, place);
}

const char *hol_saddle_name(const hol_saddle *s)
{
    return s->path->name;
}

hol_status hol_saddle_set_K(hol_saddle *s, const double K[])
{
    hol_status status;
    HOL_METERED(status = s->path->set_K(s->self, K));
    return status;
}

hol_status hol_saddle_set_B(hol_saddle *s, const double B[])
{
    hol_status status;
    HOL_METERED(status = s->path->set_B(s->self, B));
    return status;
}

hol_status hol_saddle_factor(hol_saddle *s, const double C[], const double Sigma[])
{
    s->count->factorisations++;
    hol_status status;
    HOL_METERED(status = s->path->factor(s->self, C, Sigma));
    s->singular = status == HOL_SINGULAR;
    return status;
}

void hol_saddle_solve(hol_saddle *s, const double a[], const double b[], double x[], double y[])
{
    s->count->solves++;
    HOL_METERED(s->path->solve(s->self, a, b, x, y));
    if (s->path->iterations) s->count->krylov += s->path->iterations(s->self);
}

static hol_status factor_solve(hol_saddle *s, const double C[], const double Sigma[],
                               const double a[], const double b[], double x[], double y[])
{
    if (s->path->factor_solve) return s->path->factor_solve(s->self, C, Sigma, a, b, x, y);
    hol_status status = s->path->factor(s->self, C, Sigma);
    if (status) return status;
    s->path->solve(s->self, a, b, x, y);
    if (s->path->iterations) s->count->krylov += s->path->iterations(s->self);
    return HOL_OK;
}

hol_status hol_saddle_factor_solve(hol_saddle *s, const double C[], const double Sigma[],
                                   const double a[], const double b[], double x[], double y[])
{
    hol_status status;
    s->count->factorisations++;
    s->count->solves++;
    HOL_METERED(status = factor_solve(s, C, Sigma, a, b, x, y));
    s->singular = status == HOL_SINGULAR;
    return status;
}

double hol_saddle_pivot_ratio(const hol_saddle *s)
{
    if (s->singular) return 0;
    return s->path->pivot_ratio ? s->path->pivot_ratio(s->self) : 1;
}

/* Where a path has no direct way: (0, b) has the solution (x, -y). */
void hol_saddle_solve_schur(hol_saddle *s, const double b[], double x[], double y[])
{
    s->count->solves++;
    if (s->path->solve_schur) {
        HOL_METERED(s->path->solve_schur(s->self, b, x, y));
        return;
    }
    HOL_METERED(s->path->solve(s->self, s->zero, b, x, y));
    for (int i = 0; i < s->m; i++) y[i] = -y[i];
}
