/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The paths of the saddle-point solve against LAPACK and each other, on random systems of bodies;
 * no allocation after the first solve. */
#include <check.h>
#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/saddle.h"
#include "numerics/block_units.h"
#include "tests/numbers.h"
#include "tests/suite.h"

static const unsigned known = HOL_SADDLE_DEFINITE | HOL_SADDLE_SYMMETRIC;

enum { MOST_N = 60, MOST_M = 40, MOST_NNZ = 2000 };

typedef struct { /* a random system; K of symmetric positive definite blocks */
    int n, m, K_start[MOST_N + 1], K_col[MOST_NNZ], C_start[MOST_M + 1], C_col[MOST_NNZ];
    hol_pattern K, C;
    bool held[MOST_M];
    double K_value[MOST_NNZ], B[MOST_NNZ], C_value[MOST_NNZ], Sigma[MOST_M];
    double a[MOST_N], b[MOST_M];
} random_system;

/* Values: a block is diagonal, or diagonal in its values only, or full. */
static void draw_K(random_system *s, const int size[], const int kind[], int blocks)
{
    int nnz = 0, row = 0;
    for (int k = 0, first = 0; k < blocks; first += size[k++])
        for (int i = 0; i < size[k]; i++) {
            s->K_start[row++] = nnz;
            for (int j = 0; j < size[k]; j++) {
                if (kind[k] == 0 && i != j) continue;
                s->K_col[nnz] = first + j;
                s->K_value[nnz++] = i == j ? 3 + i : kind[k] == 1 ? 0 : 1 / (1. + i + j);
            }
        }
    s->K_start[row] = nnz;
    s->K = (hol_pattern){row, row, nnz, s->K_start, s->K_col};
}

/* Each row of C in one block or two, in a run of it or in all of it; or in the same columns as the
 * row before, sometimes with a multiple of the identity there.  Such rows are held together. */
static void draw_C(random_system *s, const int size[], int blocks, bool symmetric)
{
    int nnz = 0, joint = 0;
    fill(MOST_NNZ, s->B);
    for (int i = 0; i < s->m; i++) {
        int first = 0, at = i % blocks, other = below(blocks);
        s->C_start[i] = nnz;
        int most = i && s->C_start[i] - s->C_start[i - 1] > 8 ? 6 : 4; /* that are independent */
        joint = i && joint < most && below(3) ? joint + 1 : 0;
        s->held[i] = joint ? s->held[i - 1] : below(2);
        for (int k = s->C_start[i - (i > 0)]; joint && k < s->C_start[i]; k++) {
            int column = k - s->C_start[i - 1];
            if (joint < 3 && column < 3) s->B[nnz] = column == joint ? s->B[k - 1] : 0;
            s->C_col[nnz++] = s->C_col[k];
        }
        for (int k = 0; !joint && k < blocks; first += size[k++]) {
            if (k != at && k != other) continue;
            int skip = below(2) ? below(size[k]) : 0;
            for (int j = skip; j < size[k]; j++) s->C_col[nnz++] = first + j;
        }
    }
    s->C_start[s->m] = nnz;
    s->C = (hol_pattern){s->m, s->n, nnz, s->C_start, s->C_col};
    for (int k = 0; k < nnz; k++) s->C_value[k] = s->B[k] + (symmetric ? 0 : 0.01 * uniform());
}

static void draw(random_system *s, int n, int m, bool symmetric)
{
    static const int width[] = {1, 2, 3, 3, 6, 7, 12};
    int size[MOST_N] = {0}, kind[MOST_N] = {0}, blocks = 0, left = n;
    while (left > 0) {
        int w = width[below(7)];
        size[blocks] = w < left ? w : left;
        kind[blocks] = below(3);
        left -= size[blocks++];
    }
    s->n = n;
    s->m = blocks ? m : 0;
    draw_K(s, size, kind, blocks);
    draw_C(s, size, blocks, symmetric);
    fill(n, s->a);
    fill(m, s->b);
    for (int i = 0; i < m; i++) s->Sigma[i] = 0.1 + 0.01 * i;
}

/* The whole matrix by LAPACK: z = (x, y); false where it is close to singular. */
static bool solve_whole(const random_system *s, const double *Sigma, const double *a,
                        const double *b, double z[])
{
    int n = s->n, m = s->m, size = n + m, pivot[MOST_N + MOST_M];
    double *A = calloc((size_t)(size * size + 1), sizeof *A), rcond = 1;
    for (int i = 0; i < n; i++)
        for (int k = s->K_start[i]; k < s->K_start[i + 1]; k++)
            A[i * size + s->K_col[k]] = s->K_value[k];
    for (int i = 0; i < m; i++) {
        for (int k = s->C_start[i]; k < s->C_start[i + 1]; k++) {
            A[(n + i) * size + s->C_col[k]] = s->C_value[k];
            A[s->C_col[k] * size + n + i] = s->B[k];
        }
        A[(n + i) * (size + 1)] = Sigma ? -Sigma[i] : 0;
        z[n + i] = b[i];
    }
    for (int i = 0; i < n; i++) z[i] = a[i];
    double norm = size ? LAPACKE_dlange(LAPACK_ROW_MAJOR, '1', size, size, A, size) : 1;
    int info = size ? LAPACKE_dgesv(LAPACK_ROW_MAJOR, size, 1, A, size, pivot, z, 1) : 0;
    if (size) LAPACKE_dgecon(LAPACK_ROW_MAJOR, '1', size, A, size, norm, &rcond);
    free(A);
    return info == 0 && rcond > 1e-7;
}

static void check_path(const random_system *s, unsigned kind, hol_saddle_path path,
                       const double *Sigma, const double *update, const double *whole)
{
    double x[MOST_N], y[MOST_M], z[MOST_N + MOST_M], other[MOST_NNZ];
    hol_saddle *solver = hol_saddle_new_held(&s->K, &s->C, s->held, kind, path, NULL);
    for (int k = 0; k < s->K.nnz; k++) other[k] = 2 * s->K_value[k];
    ck_assert_ptr_nonnull(solver);
    const char *name = hol_saddle_name(solver);
    for (int pass = 0; pass < 2; pass++) { /* the second time on the first one's leavings */
        ck_assert_int_eq(hol_saddle_set_K(solver, other), HOL_OK);
        ck_assert_int_eq(hol_saddle_set_K(solver, s->K_value), HOL_OK);
        ck_assert_int_eq(hol_saddle_set_B(solver, s->B), HOL_OK);
        memcpy(x, s->a, sizeof x);
        memcpy(y, s->b, sizeof y);
        if (pass) {
            ck_assert(!hol_saddle_factor_solve(solver, s->C_value, Sigma, x, y, x, y));
        } else {
            hol_status status = hol_saddle_factor(solver, s->C_value, Sigma);
            ck_assert_msg(!status, "%s: n = %d, m = %d: %s", name, s->n, s->m,
                          hol_status_name(status));
            hol_saddle_solve(solver, x, y, x, y);
        }
        double ratio = hol_saddle_pivot_ratio(solver);
        ck_assert_msg(ratio > 0 && ratio <= 1, "%s: pivot ratio %g", name, ratio);
        memcpy(z, x, (size_t)s->n * sizeof *z);
        memcpy(z + s->n, y, (size_t)s->m * sizeof *z);
        double error = hol_apart(s->n + s->m, z, whole) / (1 + hol_norm_max(s->n + s->m, whole));
        ck_assert_msg(error < 1e-9, "%s: n = %d, m = %d: error %g", name, s->n, s->m, error);

        /* a solve in one with its factorisation leaves no factors */
        if (pass) ck_assert(!hol_saddle_factor(solver, s->C_value, Sigma));
        memcpy(y, s->b, sizeof y);
        hol_saddle_solve_schur(solver, y, x, y);
        for (int i = 0; i < s->n; i++) z[i] = -x[i];
        memcpy(z + s->n, y, (size_t)s->m * sizeof *z);
        error = hol_apart(s->n + s->m, z, update) / (1 + hol_norm_max(s->n + s->m, update));
        ck_assert_msg(error < 1e-9, "%s update: n = %d, m = %d: %g", name, s->n, s->m, error);
    }
    hol_saddle_free(solver);
}

START_TEST(all_paths_solve_the_saddle_point_system_as_lapack_does)
{
    random_system s;
    double whole[MOST_N + MOST_M], update[MOST_N + MOST_M], none[MOST_N] = {0}, minus[MOST_M];
    int solved = 0;
    for (int draws = 0; draws < 400; draws++) {
        int n = below(MOST_N + 1), m = draws % 5 ? below(n / 2 + 1) : draws % 3;
        bool symmetric = draws % 3;
        draw(&s, n, m <= n ? m : n, symmetric);
        const double *Sigma = draws % 2 ? s.Sigma : NULL;
        for (int i = 0; i < s.m; i++) minus[i] = -s.b[i];
        if (!solve_whole(&s, Sigma, s.a, s.b, whole)) continue;
        solve_whole(&s, Sigma, none, minus, update);
        solved++;
        for (int path = 0; path <= HOL_SADDLE_UMFPACK; path++)
            if (symmetric || path != HOL_SADDLE_BLOCK)
                check_path(&s, symmetric ? known : HOL_SADDLE_DEFINITE, (hol_saddle_path)path,
                           Sigma, update, whole);
    }
    ck_assert_int_gt(solved, 300);
}
END_TEST

START_TEST(
    conjugate_gradients_solve_a_symmetric_system_as_lapack_does_and_say_in_how_many_iterations)
{
    random_system s;
    double whole[MOST_N + MOST_M], x[MOST_N], y[MOST_M];
    for (int draws = 0; draws < 200; draws++) {
        int n = below(MOST_N + 1), m = below(n / 2 + 1);
        draw(&s, n, m, true);
        const double *Sigma = draws % 2 ? s.Sigma : NULL;
        if (!solve_whole(&s, Sigma, s.a, s.b, whole)) continue;
        hol_counters count = {0};
        hol_saddle *cg = hol_saddle_new(&s.K, &s.C, known, HOL_SADDLE_CG, &count);
        ck_assert_int_eq(hol_saddle_set_K(cg, s.K_value), HOL_OK);
        ck_assert_int_eq(hol_saddle_factor(cg, s.C_value, Sigma), HOL_OK);
        hol_saddle_solve(cg, s.a, s.b, x, y);
        double size = 1 + hol_norm_max(n + m, whole);
        ck_assert_double_le(hol_apart(n, x, whole), 1e-9 * size);
        ck_assert_double_le(hol_apart(m, y, whole + n), 1e-9 * size);
        ck_assert(m ? count.krylov > 0 && count.krylov <= 20 * m + 20 : count.krylov == 0);
        hol_saddle_free(cg);
    }
}
END_TEST

/* ---------------------------------------------------------------- rods */

enum { RODS = 6 };

/* Rods: a centre and a unit vector of `space` coordinates each, and a row of every unit vector
 * alone; pins between points of theirs, multiples of the identity on both, held.  spokes: pins of
 * every rod with the first; else a chain.  free: the last rod has no pin.  general: a row across
 * the unit vectors of the first two rods, not held.  shifted: two held rows, a multiple of the
 * identity on the last two coordinates of the last unit vector. */
static void draw_rods(random_system *s, int space, bool spokes, bool free, bool general,
                      bool shifted)
{
    int nnz = 0, row = 0, pins = RODS - 1 - free;
    s->n = 2 * space * RODS;
    for (int i = 0; i < s->n; i++) {
        s->K_start[i] = s->K_col[i] = i;
        s->K_value[i] = 1 + 0.3 * uniform();
    }
    s->K_start[s->n] = s->n;
    s->K = (hol_pattern){s->n, s->n, s->n, s->K_start, s->K_col};
    for (int p = 0; p < pins; p++) {
        int rod[2] = {spokes ? 0 : p, p + 1};
        double arm[2] = {spokes ? 0.4 * uniform() : 0.5 + 0.1 * uniform(), -0.5 + 0.1 * uniform()};
        for (int k = 0; k < space; k++) {
            s->C_start[row] = nnz;
            s->held[row++] = true;
            for (int e = 0; e < 2; e++)
                for (int j = 0; j < 2 * space; j++) {
                    double c = j < space ? 1 : arm[e];
                    s->C_col[nnz] = 2 * space * rod[e] + j;
                    s->B[nnz++] = j % space == k ? (e ? -c : c) : 0;
                }
        }
    }
    double c = uniform();
    for (int k = 0; shifted && k < 2; k++) {
        s->C_start[row] = nnz;
        s->held[row++] = true;
        for (int j = 0; j < 2; j++) {
            s->C_col[nnz] = 2 * space * RODS - 2 + j;
            s->B[nnz++] = j == k ? c : 0;
        }
    }
    for (int r = 0; r < RODS; r++) {
        s->C_start[row] = nnz;
        s->held[row++] = false;
        for (int k = 0; k < space; k++) {
            s->C_col[nnz] = 2 * space * r + space + k;
            s->B[nnz++] = uniform();
        }
    }
    for (int k = 0; general && k < 2; k++) { /* rods 0 and 1 */
        if (!k) s->C_start[row] = nnz, s->held[row++] = false;
        for (int j = 0; j < space; j++) {
            s->C_col[nnz] = 2 * space * k + space + j;
            s->B[nnz++] = uniform();
        }
    }
    s->m = row;
    s->C_start[row] = nnz;
    s->C = (hol_pattern){row, s->n, nnz, s->C_start, s->C_col};
    memcpy(s->C_value, s->B, sizeof s->B);
    fill(s->n, s->a);
    fill(s->m, s->b);
    for (int i = 0; i < s->m; i++) s->Sigma[i] = 0.1 + 0.01 * i;
}

START_TEST(few_multipliers_have_a_path_of_their_own_that_sees_rows_that_depend_on_others)
{
    enum { FEWEST = 3 }; /* and one more */
    random_system s;
    double whole[MOST_N + MOST_M], update[MOST_N + MOST_M], none[MOST_N] = {0}, minus[MOST_M];
    int solved[FEWEST + 2] = {0};
    for (int draws = 0; draws < 300; draws++) {
        int m = FEWEST + draws % 2;
        draw(&s, 8 + below(30), m, true);
        memset(s.held, 0, sizeof s.held);
        const double *Sigma = draws % 2 ? s.Sigma : NULL;
        for (int i = 0; i < s.m; i++) minus[i] = -s.b[i];
        if (!solve_whole(&s, Sigma, s.a, s.b, whole)) continue;
        solve_whole(&s, Sigma, none, minus, update);
        solved[m]++;
        check_path(&s, known, HOL_SADDLE_AUTO, Sigma, update, whole);

        hol_saddle *solver = hol_saddle_new(&s.K, &s.C, known, HOL_SADDLE_AUTO, NULL);
        ck_assert_str_eq(hol_saddle_name(solver), "few");
        for (int k = s.C_start[m - 1]; k < s.C.nnz; k++) s.C_value[k] = 0;
        ck_assert(!hol_saddle_set_K(solver, s.K_value));
        ck_assert(!hol_saddle_set_B(solver, s.C_value));
        ck_assert_int_eq(hol_saddle_factor(solver, s.C_value, NULL), HOL_SINGULAR);
        hol_saddle_free(solver);
    }
    for (int m = FEWEST; m < FEWEST + 2; m++) ck_assert_int_gt(solved[m], 10);
}
END_TEST

/* The rows that the block path eliminates with their body. */
static int units_of(const random_system *s)
{
    hol_bodies bodies;
    hol_row_block block[MOST_M], held[MOST_M];
    hol_held_rows rows;
    bool unit[MOST_M];
    int count = 0, units = 0;
    hol_memory *m = hol_memory_new();
    ck_assert(hol_bodies_make(m, &s->K, &bodies));
    for (int k = 0, n = hol_row_blocks(&s->C, s->held, block); k < n; k++)
        if (s->held[block[k].row]) held[count++] = block[k];
    hol_held_rows_make(m, &s->C, s->B, held, count, &rows);
    hol_block_units_find(m, &bodies, &s->C, s->held, &rows, unit);
    for (int i = 0; i < s->m; i++) units += unit[i];
    hol_memory_end(m);
    return units;
}

/* In the plane and in space, chains and hubs, with a free rod and without, Sigma and not: all unit
 * vectors go with their body, but those with a row across another or one of only two coordinates.
 */
START_TEST(unit_vectors_of_rods_go_with_their_body_and_the_solution_is_that_of_lapack)
{
    random_system s;
    double whole[MOST_N + MOST_M], update[MOST_N + MOST_M], none[MOST_N] = {0}, minus[MOST_M];
    for (int kind = 0; kind < 64; kind++) {
        bool space = kind & 1, free = kind & 4, general = kind & 8, shifted = space && kind & 32;
        const double *Sigma = kind & 16 ? s.Sigma : NULL;
        draw_rods(&s, space ? 3 : 2, kind & 2, free, general, shifted);
        ck_assert_int_eq(units_of(&s), RODS - 2 * general - shifted);
        for (int i = 0; i < s.m; i++) minus[i] = -s.b[i];
        ck_assert(solve_whole(&s, Sigma, s.a, s.b, whole));
        solve_whole(&s, Sigma, none, minus, update);
        check_path(&s, known, HOL_SADDLE_BLOCK, Sigma, update, whole);
    }
}
END_TEST

START_TEST(repeated_solves_allocate_nothing)
{
    random_system s;
    double x[MOST_N], y[MOST_M];
    do draw(&s, 30, 8, true);
    while (!solve_whole(&s, NULL, s.a, s.b, (double[MOST_N + MOST_M]){0}));
    for (int path = HOL_SADDLE_BLOCK; path < HOL_SADDLE_UMFPACK; path++) { /* that allocates */
        hol_saddle *solver = hol_saddle_new(&s.K, &s.C, known, (hol_saddle_path)path, NULL);
        long before = 0;
        hol_status failed = HOL_OK;
        for (int pass = 0; pass < 20; pass++) {
            if (pass == 1) before = allocations;
            for (int k = 0; k < s.C.nnz; k++) s.C_value[k] += 1e-3 * uniform();
            hol_saddle_set_K(solver, s.K_value);
            hol_saddle_set_B(solver, s.C_value);
            hol_status status = hol_saddle_factor(solver, s.C_value, NULL);
            if (status) failed = status;
            hol_saddle_solve(solver, s.a, s.b, x, y);
            hol_saddle_solve_schur(solver, s.b, x, y);
        }
        long made = allocations - before;
        ck_assert_int_eq(failed, HOL_OK);
        if (COUNTS) ck_assert_int_eq(made, 0);
        hol_saddle_free(solver);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("saddle");
    TCase *tests = tcase_create("saddle");
    tcase_add_test(tests, all_paths_solve_the_saddle_point_system_as_lapack_does);
    tcase_add_test(tests,
                   few_multipliers_have_a_path_of_their_own_that_sees_rows_that_depend_on_others);
    tcase_add_test(
        tests,
        conjugate_gradients_solve_a_symmetric_system_as_lapack_does_and_say_in_how_many_iterations);
    tcase_add_test(tests,
                   unit_vectors_of_rods_go_with_their_body_and_the_solution_is_that_of_lapack);
    tcase_add_test(tests, repeated_solves_allocate_nothing);
    suite_add_tcase(suite, tests);
    return hol_run_suite(suite);
}
