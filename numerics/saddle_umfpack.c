/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The saddle-point solve by UMFPACK (Davis, ACM TOMS 30 (2004) 196), the one of paper 001, on the
 * whole matrix: ordered once by its symmetric strategy (AMD, pivots from the diagonal where they
 * are good enough), factorised anew each time with its own pivoting and its own allocation. */
#include <math.h>
#include <suitesparse/umfpack.h>

#include "numerics/saddle_path.h"
#include "numerics/whole_matrix.h"

/* Smallest against largest pivot: a matrix without rank. */
static const double vanishing = 1e-14;

typedef struct {
    hol_whole_matrix A; /* first */
    double control[UMFPACK_CONTROL], info[UMFPACK_INFO];
    void *symbolic, *numeric;
    double *z; /* size: the solution */
} umfpack;

static void release(void *self)
{
    umfpack *s = self;
    umfpack_di_free_numeric(&s->numeric);
    umfpack_di_free_symbolic(&s->symbolic);
}

/* Of what UMFPACK gives back: no memory leaves the call. */
static int checked(int status)
{
    if (status == UMFPACK_ERROR_out_of_memory) hol_no_memory();
    return status;
}

static void *create(hol_memory *m, const hol_pattern *K, const hol_pattern *C, const bool held[])
{
    (void)held;
    umfpack *s = hol_alloc(m, 1, sizeof *s);
    hol_whole_matrix *A = &s->A;
    hol_at_end(m, release, s);
    hol_whole_matrix_make(m, K, C, A);
    s->z = hol_alloc(m, (size_t)A->size, sizeof *s->z);
    umfpack_di_defaults(s->control);
    s->control[UMFPACK_STRATEGY] = UMFPACK_STRATEGY_SYMMETRIC;
    bool fits = A->size == 0 ||
                checked(umfpack_di_symbolic(A->size, A->size, A->start, A->row, A->value,
                                            &s->symbolic, s->control, s->info)) == UMFPACK_OK;
    return fits ? s : NULL;
}

static bool regular(umfpack *s)
{
    const hol_whole_matrix *A = &s->A;
    umfpack_di_free_numeric(&s->numeric);
    int status = checked(umfpack_di_numeric(A->start, A->row, A->value, s->symbolic, &s->numeric,
                                            s->control, s->info));
    return status == UMFPACK_OK && s->info[UMFPACK_RCOND] > vanishing;
}

static hol_status factor(void *self, const double C[], const double Sigma[])
{
    umfpack *s = self;
    hol_whole_matrix_set_C(&s->A, C, Sigma);
    if (s->A.size == 0 || regular(s)) return HOL_OK;
    hol_whole_matrix_balance(&s->A);
    return regular(s) ? HOL_OK : HOL_SINGULAR;
}

static void solve(void *self, const double a[], const double b[], double x[], double y[])
{
    umfpack *s = self;
    hol_whole_matrix *A = &s->A;
    hol_whole_matrix_set_z(A, a, b);
    if (A->size && checked(umfpack_di_solve(UMFPACK_A, A->start, A->row, A->value, s->z, A->z,
                                            s->numeric, s->control, s->info)) < UMFPACK_OK)
        for (int i = 0; i < A->size; i++) s->z[i] = (double)NAN;
    hol_whole_matrix_get(A, s->z, x, y);
}

static double pivot_ratio(const void *self)
{
    const umfpack *s = self;
    return s->A.size ? s->info[UMFPACK_RCOND] : 1;
}

const hol_saddle_ops hol_saddle_umfpack = {
    .name = "umfpack",
    .create = create,
    .set_K = hol_whole_matrix_set_K,
    .set_B = hol_whole_matrix_set_B,
    .factor = factor,
    .solve = solve,
    .pivot_ratio = pivot_ratio,
};
