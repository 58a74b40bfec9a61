/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paper 001, section 5: Theorem 5.1, its eigenvalues (34), and the extension that the paper has
 * evidence for: other epsilon, tau of each row. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "harness/papers/paper_001.h"
#include "numerics/complex_parts.h"
#include "numerics/lapack.h"

/* ---------------------------------------------------------------- the matrix of a step */

/* (32) row by row, z = (x, y) = (G q, h G v):  (S + Sigma) r = Psi (x + Theta y),
 * y' = y - 4 S r,  x' = x + y',  sigma_i = 4/h^2 psi_i epsilon_i,  psi_i = 1/(1 + 4 theta_i). */
bool hol_p001_step_matrix(int m, const double S[], const double sigma[], const double theta[],
                          double B[])
{
    enum { MOST = HOL_P001_ROWS };
    double A[MOST * MOST], r[MOST];
    int pivot[MOST], n = 2 * m;
    memcpy(A, S, (size_t)(m * m) * sizeof *A);
    for (int i = 0; i < m; i++) A[i * m + i] += sigma[i];
    if (hol_lu_factor(m, A, pivot) != HOL_OK) return false;
    for (int k = 0; k < n; k++) {
        int j = k % m;
        memset(r, 0, sizeof r);
        r[j] = (k < m ? 1 : theta[j]) / (1 + 4 * theta[j]);
        hol_lu_solve(m, A, pivot, r);
        for (int i = 0; i < m; i++) {
            double y = (k == m + i) - 4 * hol_dot(m, S + i * m, r);
            B[(m + i) * n + k] = y;
            B[i * n + k] = (k == i) + y;
        }
    }
    return true;
}

/* The eigenvalues of B (n x n, which is lost), and the largest |mu|; NaN where there are none. */
static double radius(int n, double B[], double re[], double im[])
{
    double most = 0;
    if (hol_lapack(LAPACKE_dgeev(LAPACK_ROW_MAJOR, 'N', 'N', n, B, n, re, im, NULL, n, NULL, n)))
        return NAN;
    for (int k = 0; k < n; k++) most = fmax(most, hypot(re[k], im[k]));
    return most;
}

/* The pair (34) of gamma = lambda/(lambda + sigma). */
static void pair(double gamma, double theta, double complex mu[2])
{
    double psi = 1 / (1 + 4 * theta), d = gamma * psi * (1 + theta);
    double complex root = csqrt(CMPLX(d * d - gamma * psi, 0));
    mu[0] = 1 - 2 * d + 2 * root;
    mu[1] = 1 - 2 * d - 2 * root;
}

/* ---------------------------------------------------------------- one row: theta and sigma */

/* theta = 1e-3 to 1e3, sigma/lambda = 1e-4 to 1e4, four to the decade. */
enum { THETAS = 25, SIGMAS = 33 };
enum { THETA, SIGMA, RADIUS, COLUMNS };

/* The largest distance of an eigenvalue of the matrix from (34); a double root moves by the square
 * root of a perturbation. */
static double run_pairs(double x[THETAS][SIGMAS][COLUMNS])
{
    double most = 0;
    for (int i = 0; i < THETAS; i++)
        for (int k = 0; k < SIGMAS; k++) {
            double *at = x[i][k], B[4], re[2], im[2];
            const double one = 1;
            double complex mu[2];
            at[THETA] = pow(10, -3 + i / 4.);
            at[SIGMA] = pow(10, -4 + k / 4.);
            at[RADIUS] = NAN;
            if (!hol_p001_step_matrix(1, &one, &at[SIGMA], &at[THETA], B)) return NAN;
            at[RADIUS] = radius(2, B, re, im);
            pair(1 / (1 + at[SIGMA]), at[THETA], mu);
            for (int j = 0; j < 2; j++) {
                double complex is = CMPLX(re[j], im[j]);
                double apart = fmin(cabs(is - mu[0]), cabs(is - mu[1]));
                most = fmax(most, apart * fmin(1, cabs(mu[0] - mu[1])));
            }
        }
    return most;
}

/* ---------------------------------------------------------------- many rows: random systems */

enum { BATCHES = 60, BATCH = 400 };

static double uniform(uint64_t *state) /* in (0, 1): splitmix64 of Steele, Lea, Flood (2014) */
{
    uint64_t z = *state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return ((double)((z ^ (z >> 31)) >> 11) + 0.5) * 0x1p-53;
}

/* S = G M^-1 G^T of 2 to 6 rows of full rank over two columns more, masses 1e-2 to 1e2. */
static void draw_S(uint64_t *state, int m, double S[])
{
    enum { MOST = HOL_P001_ROWS + 2 };
    double G[HOL_P001_ROWS * MOST], w[MOST];
    int n = m + 2;
    for (int k = 0; k < n; k++) w[k] = pow(10, 4 * uniform(state) - 2);
    for (int k = 0; k < m * n; k++) G[k] = 2 * uniform(state) - 1;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++) {
            S[i * m + j] = 0;
            for (int k = 0; k < n; k++) S[i * m + j] += G[i * n + k] * w[k] * G[j * n + k];
        }
}

/* The radius of a random system: sigma_i 1e-6 to 1e3, theta_i 1e-2 to 1e2, each of its own. */
static double draw_radius(uint64_t *state)
{
    enum { N = 2 * HOL_P001_ROWS };
    int m = 2 + (int)(5 * uniform(state));
    double S[HOL_P001_ROWS * HOL_P001_ROWS], sigma[HOL_P001_ROWS], theta[HOL_P001_ROWS], B[N * N],
        re[N], im[N];
    draw_S(state, m, S);
    for (int i = 0; i < m; i++) {
        sigma[i] = pow(10, 9 * uniform(state) - 6);
        theta[i] = pow(10, 4 * uniform(state) - 2);
    }
    return hol_p001_step_matrix(m, S, sigma, theta, B) ? radius(2 * m, B, re, im) : (double)NAN;
}

static void draw_all(double largest[BATCHES], double every[BATCHES * BATCH])
{
    uint64_t state = 2007;
    for (int b = 0; b < BATCHES; b++) {
        largest[b] = 0;
        for (int k = 0; k < BATCH; k++) {
            double r = every[b * BATCH + k] = draw_radius(&state);
            largest[b] = isnan(r) || isnan(largest[b]) ? (double)NAN : fmax(largest[b], r);
        }
    }
}

/* ---------------------------------------------------------------- the part */

static void find_theorem(hol_paper_section *to, double x[THETAS][SIGMAS][COLUMNS], double apart,
                         const double largest[BATCHES])
{
    double worst[THETAS], most = 0, all = 0, undamped[SIGMAS];
    for (int i = 0; i < THETAS; i++) {
        worst[i] = 0;
        for (int k = 0; k < SIGMAS; k++) worst[i] = fmax(worst[i], x[i][k][RADIUS]);
        most = fmax(most, worst[i]);
    }
    for (int b = 0; b < BATCHES; b++) all = fmax(all, largest[b]);
    for (int k = 0; k < SIGMAS; k++) {
        const double one = 1, none = 0;
        double B[4], re[2], im[2];
        undamped[k] = hol_p001_step_matrix(1, &one, &x[0][k][SIGMA], &none, B)
                          ? fabs(radius(2, B, re, im) - 1)
                          : (double)NAN;
    }
    hol_paper_find(to, "theorem", THETAS, worst,
                   "it is %.2g below 1 or more, over %d values of theta and %d of sigma", 1 - most,
                   THETAS, SIGMAS);
    hol_paper_find(to, "eigenvalues", 1, &apart, "%.1e over the same values", apart);
    hol_paper_find(to, "undamped", SIGMAS, undamped,
                   "the eigenvalues lie on the unit circle to %.1e at sigma/lambda = 1",
                   undamped[16]);
    hol_paper_find(
        to, "per-row", BATCHES, largest,
        "none of %d random systems, sigma_i from 1e-6 to 1e3 and theta_i from 1e-2 to 1e2, is "
        "unstable: the largest radius is %.9f",
        BATCHES * BATCH, all);
    hol_paper_find(to, "per-row-options", 0, NULL,
                   "options epsilon, tau; compliance, damping_time of a joint");
}

bool hol_p001_theorem(hol_paper_section *to)
{
    static double every[BATCHES * BATCH];
    double x[THETAS][SIGMAS][COLUMNS], largest[BATCHES], apart = run_pairs(x);
    draw_all(largest, every);
    find_theorem(to, x, apart, largest);
    return hol_paper_write_sheet(to, "paper-001-theorem.csv",
                                 &(hol_paper_sheet){"theta,sigma/lambda,spectral radius",
                                                    THETAS * SIGMAS, COLUMNS, x[0][0],
                                                    .digits = 8}) &&
           hol_paper_write_sheet(to, "paper-001-random.csv",
                                 &(hol_paper_sheet){"spectral radius of a random system",
                                                    BATCHES * BATCH, 1, every, .first = 17});
}
