/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rattle (methods/shake.c) in the formulation `natural` on the bar of paper 000, section 6.2.1,
 * written out.  The ball joint is linear, r = l d1, and gone: what is left are the directors D =
 * (d1 d2 d3) with the masses E = (E1 + m l^2, E2, E3) of their columns.  With Y symmetric, of the
 * six multipliers, and Q = D0^T D1 the step of Newton's iteration is
 *
 *     D1 -= D0 dY E^-1,   Q^T dY E^-1 + E^-1 dY Q = D1^T D1 - 1. */
#include "harness/study/floors/floor.h"
#include "harness/study/floors/rigid.h"

static const double m = 38.34, arm = 0.765, g = 9.81, J[3] = {0.147, 3.175, 3.154};
static const double tolerance = 1e-12, held = 1e-4; /* of corrections; the matrix stays below */
static const int pair[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};

typedef struct {
    double W[3], D[9],
        P[9];    /* 1/E; directors by columns, their momenta E D' less half an impulse */
    double V[9]; /* D' with d/dt (D^T D) = 0 */
} bar;

/* The columns' products A^T B (3 x 3). */
static inline void product(const double A[9], const double B[9], double C[9])
{
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            C[3 * i + k] = A[i] * B[k] + A[3 + i] * B[3 + k] + A[6 + i] * B[6 + k];
}

/* The matrix of Newton's iteration: row (a, b) of Q^T dY W + W dY Q (or its half where a = b), in
 * the six numbers of dY; factorised without pivots, near the diagonal as it is. */
static inline void factor(const double W[3], const double Q[9], double A[36])
{
    for (int row = 0; row < 6; row++) {
        int a = pair[row][0], b = pair[row][1];
        double half = a == b ? 0.5 : 1;
        for (int column = 0; column < 6; column++) {
            int i = pair[column][0], k = pair[column][1];
            double of_ik = (k == b) * Q[3 * i + a] * W[b] + (i == a) * W[a] * Q[3 * k + b];
            double of_ki = (i == b) * Q[3 * k + a] * W[b] + (k == a) * W[a] * Q[3 * i + b];
            A[6 * row + column] = half * (of_ik + (i != k) * of_ki);
        }
    }
    for (int k = 0; k < 6; k++) {
        A[7 * k] = 1 / A[7 * k];
        for (int i = k + 1; i < 6; i++) {
            double f = A[6 * i + k] *= A[7 * k];
            for (int j = k + 1; j < 6; j++) A[6 * i + j] -= f * A[6 * k + j];
        }
    }
}

static inline void solve(const double A[36], double x[6])
{
    for (int i = 1; i < 6; i++)
        for (int k = 0; k < i; k++) x[i] -= A[6 * i + k] * x[k];
    for (int i = 5; i >= 0; i--) {
        for (int k = i + 1; k < 6; k++) x[i] -= A[6 * i + k] * x[k];
        x[i] *= A[7 * i];
    }
}

/* C += factor A B */
static inline void add_product(double factor, const double A[9], const double B[9], double C[9])
{
    for (int i = 0; i < 9; i += 3)
        for (int k = 0; k < 3; k++)
            C[i + k] += factor * (A[i] * B[k] + A[i + 1] * B[3 + k] + A[i + 2] * B[6 + k]);
}

/* D1, on entry the prediction, and the impulses Y (3 x 3, symmetric). */
static inline void onto_rotations(const double W[3], const double D0[9], double D1[9], double Y[9])
{
    double A[36], Q[9], S[9], last = 1;
    memset(Y, 0, 9 * sizeof *Y);
    for (int iteration = 0; iteration < 50; iteration++) {
        double x[6], dD[9] = {0}, largest = 0;
        product(D1, D1, S);
        for (int k = 0; k < 3; k++) x[k] = 0.5 * (S[4 * k] - 1);
        x[3] = S[1], x[4] = S[2], x[5] = S[5];
        if (last > held) {
            product(D0, D1, Q);
            factor(W, Q, A);
        }
        solve(A, x);
        const double dY[9] = {x[0], x[3], x[4], x[3], x[1], x[5], x[4], x[5], x[2]};
        add_product(1, D0, dY, dD);
        for (int i = 0; i < 9; i++) {
            double change = dD[i] * W[i % 3];
            D1[i] -= change;
            Y[i] += dY[i];
            largest = fmax(largest, fabs(change));
        }
        if (largest <= tolerance) break;
        last = largest;
    }
}

/* V = P W - D Mu W with d/dt (D^T D) = 0. */
static inline void velocity(bar *z)
{
    double N[9], Mu[9];
    product(z->D, z->P, N);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            Mu[3 * i + k] = (N[3 * i + k] * z->W[k] + N[3 * k + i] * z->W[i]) / (z->W[i] + z->W[k]);
    memcpy(z->V, z->P, sizeof z->V);
    add_product(-1, z->D, Mu, z->V);
    for (int i = 0; i < 9; i++) z->V[i] *= z->W[i % 3];
}

static void step(double h, bar *z)
{
    const double kick = 0.5 * h * m * g * arm; /* on d1, along -y */
    double D1[9], Y[9];
    z->P[3] -= kick;
    for (int i = 0; i < 9; i++) D1[i] = z->D[i] + h * z->P[i] * z->W[i % 3];
    onto_rotations(z->W, z->D, D1, Y);
    add_product(-1 / h, z->D, Y, z->P);
    z->P[3] -= kick;
    memcpy(z->D, D1, sizeof D1);
    velocity(z);
}

/* At rest; the half impulse of the start, D0 Y h/2 with 2 (D0^T D'' ) = 0 there: gravity on d1 is
 * borne by d2. */
static bar start(double h)
{
    double half = 0.5 * (J[0] + J[1] + J[2]);
    bar z = {.D = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    for (int k = 0; k < 3; k++) z.W[k] = 1 / (half - J[k] + (k == 0) * m * arm * arm);
    double y = -m * g * arm * z.W[0] / (z.W[0] + z.W[1]);
    z.P[1] = 0.5 * h * y; /* of d2 along x, and of d1 along y */
    z.P[3] = 0.5 * h * y;
    return z;
}

static void run(double h, long steps, hol_pose at[])
{
    bar z = start(h);
    rigid end = {.w = {0}};
    double spin[9];
    for (long n = 0; n < steps; n++) step(h, &z);
    product(z.D, z.V, spin);
    memcpy(end.R, z.D, sizeof end.R);
    for (int k = 0; k < 3; k++) {
        end.r[k] = arm * z.D[3 * k];
        end.v[k] = arm * z.V[3 * k];
    }
    end.w[0] = spin[7], end.w[1] = spin[2], end.w[2] = spin[3];
    pose_of(&end, at);
}

const hol_floor hol_floor_rattle_bar = {
    .problem = "pendulum",
    .method = "rattle",
    .what = "RATTLE on three directors, Newton on six multipliers, written out",
    .step = 0.01,
    .run = run,
};
