/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The saddle-point solve: choice of the path, and what the paths share. */
#include <stdio.h>
#include <stdlib.h>

#include "numerics/saddle_path.h"

enum {
    SCHUR_MOST = 64, /* multipliers: the dense complement costs m^3 / 3 */
    DENSE_MOST = 48, /* unknowns: above it KLU is faster on the matrices of chains and loops */
};

struct hol_saddle {
    const hol_saddle_ops *path;
    void *self;
    int n, m;
    double *zero; /* n: the right-hand side a of the update */
    hol_counters *count, uncounted;
};

void *hol_saddle_memory(int count, size_t size)
{
    void *memory = calloc(count > 0 ? (size_t)count : 1, size);
    if (!memory) {
        fprintf(stderr, "holonomy: no memory for a saddle-point system\n");
        exit(EXIT_FAILURE);
    }
    return memory;
}

hol_pattern hol_saddle_copy_pattern(const hol_pattern *P)
{
    int *start = hol_saddle_memory(P->rows + 1, sizeof *start);
    int *col = hol_saddle_memory(P->nnz, sizeof *col);
    for (int i = 0; P->rows > 0 && i <= P->rows; i++) start[i] = P->start[i];
    for (int k = 0; k < P->nnz; k++) col[k] = P->col[k];
    return (hol_pattern){P->rows, P->cols, P->nnz, start, col};
}

static hol_saddle *try_path(const hol_saddle_ops *path, const hol_pattern *K, const hol_pattern *C,
                            hol_counters *count)
{
    void *self = path->create(K, C);
    if (!self) return NULL;
    hol_saddle *s = hol_saddle_memory(1, sizeof *s);
    *s = (hol_saddle){.path = path,
                      .self = self,
                      .n = K->rows,
                      .m = C->rows,
                      .zero = hol_saddle_memory(K->rows, sizeof(double))};
    s->count = count ? count : &s->uncounted;
    return s;
}

hol_saddle *hol_saddle_new(const hol_pattern *K, const hol_pattern *C, bool definite,
                           hol_saddle_path path, hol_counters *count)
{
    static const hol_saddle_ops *const named[] = {
        [HOL_SADDLE_SCHUR] = &hol_saddle_schur,
        [HOL_SADDLE_DENSE] = &hol_saddle_dense,
        [HOL_SADDLE_CG] = &hol_saddle_cg,
        [HOL_SADDLE_SPARSE] = &hol_saddle_sparse,
    };
    if ((path == HOL_SADDLE_SCHUR || path == HOL_SADDLE_CG) && !definite) return NULL;
    if (path != HOL_SADDLE_AUTO) return try_path(named[path], K, C, count);

    if (definite && C->rows <= SCHUR_MOST) {
        hol_saddle *s = try_path(&hol_saddle_schur, K, C, count);
        if (s) return s;
    }
    bool small = K->rows + C->rows <= DENSE_MOST;
    return try_path(small ? &hol_saddle_dense : &hol_saddle_sparse, K, C, count);
}

void hol_saddle_free(hol_saddle *s)
{
    if (!s) return;
    s->path->destroy(s->self);
    free(s->zero);
    free(s);
}

const char *hol_saddle_name(const hol_saddle *s)
{
    return s->path->name;
}

hol_status hol_saddle_set_K(hol_saddle *s, const double K[])
{
    return s->path->set_K(s->self, K);
}

hol_status hol_saddle_set_B(hol_saddle *s, const double B[])
{
    return s->path->set_B(s->self, B);
}

hol_status hol_saddle_factor(hol_saddle *s, const double C[], const double Sigma[])
{
    s->count->factorisations++;
    return s->path->factor(s->self, C, Sigma);
}

void hol_saddle_solve(hol_saddle *s, const double a[], const double b[], double x[], double y[])
{
    s->count->solves++;
    s->path->solve(s->self, a, b, x, y);
    if (s->path->iterations) s->count->krylov += s->path->iterations(s->self);
}

/* Where a path has no direct way: (0, b) has the solution (x, -y). */
void hol_saddle_solve_schur(hol_saddle *s, const double b[], double x[], double y[])
{
    s->count->solves++;
    if (s->path->solve_schur) {
        s->path->solve_schur(s->self, b, x, y);
        return;
    }
    s->path->solve(s->self, s->zero, b, x, y);
    for (int i = 0; i < s->m; i++) y[i] = -y[i];
}
