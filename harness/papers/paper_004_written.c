/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The equations of paper 004 written out for its gyrostat, with what differs in print: the system
 * (10) as a dense one, stepped by the classical Runge-Kutta scheme in coordinates u of each step.
 *
 *     M v' + C^T lambda = Q,   C v' = xi,   u' = the rate of a chart at u,   q = its place
 *
 * Charts: exp from the left point, of body velocities with + or with the printed -1/2 [u, k]; exp
 * of spatial ones, with the printed sign; and three angles, which are no chart everywhere. */
#include <math.h>
#include <string.h>

#include "harness/papers/paper_004_written.h"
#include "holonomy/dynamics.h"
#include "holonomy/so3.h"
#include "numerics/lapack.h"

enum { NV = 12, NQ = 24, NC = 5, ALL = NV + NC, EACH = 6, Q_EACH = 12, BODIES = 2 };

/* ---------------------------------------------------------------- (10) */

/* Accelerations, and the reactions -C^T lambda.  (28) has the sign of X_B R_B^T lambda turned: the
 * forces' columns of omega_B. */
static void accelerate(const hol_p004_written *is, hol_eval *sys, const double q[],
                       const double v[], double a[NV], double push[NV])
{
    double A[ALL * ALL] = {0}, b[ALL], xi[NC], CT[NV][NC] = {{0}};
    lapack_int pivot[ALL];
    size_t mark = hol_mark(sys->work);
    double *M = hol_take(sys->work, sys->M.nnz), *C = hol_take(sys->work, sys->G.nnz);
    hol_mass(sys, q, M);
    hol_constraints(sys, 0, q, NULL, C);
    hol_total_force(sys, 0, q, v, b);
    hol_curvature(sys, q, v, xi);
    for (int i = 0; i < NV; i++)
        for (int k = sys->M.start[i]; k < sys->M.start[i + 1]; k++)
            A[i * ALL + sys->M.col[k]] = M[k];
    for (int i = 0; i < NC; i++) {
        b[NV + i] = -xi[i];
        for (int k = sys->G.start[i]; k < sys->G.start[i + 1]; k++) {
            int j = sys->G.col[k];
            bool turned = is->platform_as_printed && i < 3 && j >= EACH + 3;
            A[(NV + i) * ALL + j] = C[k];
            CT[j][i] = A[j * ALL + NV + i] = turned ? -C[k] : C[k];
        }
    }
    hol_release(sys->work, mark);
    bool solved = !hol_lapack(LAPACKE_dgesv(LAPACK_ROW_MAJOR, ALL, 1, A, ALL, pivot, b, 1));
    for (int i = 0; i < NV; i++) {
        a[i] = solved ? b[i] : (double)NAN;
        push[i] = 0;
        for (int k = 0; k < NC; k++) push[i] -= CT[i][k] * b[NV + k];
    }
}

/* ---------------------------------------------------------------- charts */

/* k + sign/2 [u, k] + 1/12 [u, [u, k]] */
static void dexpinv(double sign, const double u[3], const double k[3], double out[3])
{
    double first[3], second[3];
    hol_cross(u, k, first);
    hol_cross(u, first, second);
    for (int i = 0; i < 3; i++) out[i] = k[i] + sign / 2 * first[i] + second[i] / 12;
}

static void place_right(const double Q[9], const double R0[9], const double u[3], double R[9])
{
    (void)Q;
    hol_so3_exp(u, R);
    hol_matrix_multiply3(R0, R, R);
}

static void place_left(const double Q[9], const double R0[9], const double u[3], double R[9])
{
    (void)Q;
    hol_so3_exp(u, R);
    hol_matrix_multiply3(R, R0, R);
}

static void place_angles(const double Q[9], const double R0[9], const double u[3], double R[9])
{
    double one[9];
    (void)R0;
    hol_so3_exp((double[3]){u[0], 0, 0}, R);
    hol_so3_exp((double[3]){0, u[1], 0}, one);
    hol_matrix_multiply3(R, one, R);
    hol_so3_exp((double[3]){0, 0, u[2]}, one);
    hol_matrix_multiply3(R, one, R);
    hol_matrix_multiply3(Q, R, R);
}

static void rate_body(const double u[3], const double R[9], const double w[3], double du[3])
{
    (void)R;
    dexpinv(1, u, w, du);
}

static void rate_printed(const double u[3], const double R[9], const double w[3], double du[3])
{
    (void)R;
    dexpinv(-1, u, w, du);
}

static void rate_space(const double u[3], const double R[9], const double w[3], double du[3])
{
    double spatial[3];
    hol_rotate(R, w, spatial);
    dexpinv(-1, u, spatial, du);
}

static void rate_angles(const double u[3], const double R[9], const double w[3], double du[3])
{
    double c = cos(u[2]), s = sin(u[2]);
    (void)R;
    du[0] = (c * w[0] - s * w[1]) / cos(u[1]);
    du[1] = s * w[0] + c * w[1];
    du[2] = w[2] - sin(u[1]) * du[0];
}

const hol_p004_chart hol_p004_body = {false, place_right, rate_body},
                     hol_p004_printed = {false, place_right, rate_printed},
                     hol_p004_space = {false, place_left, rate_space},
                     hol_p004_angles = {true, place_angles, rate_angles};

/* The angles of Q^T R. */
static void to_angles(const double Q[9], const double R[9], double u[3])
{
    double back[9], R0[9];
    for (int i = 0; i < 9; i++) back[i] = Q[i % 3 * 3 + i / 3];
    hol_matrix_multiply3(back, R, R0);
    u[0] = atan2(-R0[5], R0[8]);
    u[1] = asin(fmin(1, fmax(-1, R0[2])));
    u[2] = atan2(-R0[1], R0[0]);
}

static void place(const hol_p004_written *is, const double q0[], const double u[], double q[])
{
    for (int b = 0; b < BODIES; b++, q0 += Q_EACH, q += Q_EACH, u += EACH) {
        for (int k = 0; k < 3; k++) q[k] = (is->chart->whole ? 0 : q0[k]) + u[k];
        is->chart->place(is->Q, q0 + 3, u + 3, q + 3);
    }
}

static void rate(const hol_p004_written *is, const double q[], const double u[], const double v[],
                 double du[])
{
    for (int b = 0; b < BODIES; b++, q += Q_EACH, u += EACH, v += EACH, du += EACH) {
        memcpy(du, v, 3 * sizeof *du);
        is->chart->rate(u + 3, q + 3, v + 3, du + 3);
    }
}

/* ---------------------------------------------------------------- the run */

typedef struct {
    double u[NV], v[NV];
} point;

static void slope(const hol_p004_written *is, hol_eval *sys, const double q0[], const point *at,
                  point *k)
{
    double q[NQ], push[NV];
    place(is, q0, at->u, q);
    rate(is, q, at->u, at->v, k->u);
    accelerate(is, sys, q, at->v, k->v, push);
}

static void step(const hol_p004_written *is, hol_eval *sys, double h, const double q0[], point *z)
{
    static const double c[] = {0, 0.5, 0.5, 1}, b[] = {1 / 6., 1 / 3., 1 / 3., 1 / 6.};
    point k[4], sum = *z;
    for (int s = 0; s < 4; s++) {
        point at = *z;
        for (int i = 0; s && i < NV; i++) {
            at.u[i] += h * c[s] * k[s - 1].u[i];
            at.v[i] += h * c[s] * k[s - 1].v[i];
        }
        slope(is, sys, q0, &at, &k[s]);
        for (int i = 0; i < NV; i++) {
            sum.u[i] += h * b[s] * k[s].u[i];
            sum.v[i] += h * b[s] * k[s].v[i];
        }
    }
    *z = sum;
}

static void start(const hol_p004_written *is, hol_eval *sys, double q[], point *z)
{
    *z = (point){.u = {0}};
    hol_place(sys, NULL, q, z->v);
    for (int b = 0; is->chart->whole && b < BODIES; b++) {
        memcpy(z->u + EACH * b, q + Q_EACH * b, 3 * sizeof *q);
        to_angles(is->Q, q + Q_EACH * b + 3, z->u + EACH * b + 3);
    }
}

void hol_p004_write(const hol_p004_written *is, hol_eval *sys, double h, long steps,
                    hol_p004_look *look, void *self)
{
    double q[NQ], q1[NQ], a[NV], push[NV];
    point z;
    start(is, sys, q, &z);
    for (long n = 0; n <= steps; n++) {
        if (n) step(is, sys, h, q, &z);
        place(is, q, z.u, q1);
        if (!is->chart->whole) {
            memcpy(q, q1, sizeof q);
            memset(z.u, 0, sizeof z.u);
        }
        accelerate(is, sys, q1, z.v, a, push);
        look(self, &(hol_p004_node){(double)n * h, q1, z.v, z.u, push});
    }
}
