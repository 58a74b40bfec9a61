/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/triple_slider_crank.c: reference solutions of the problem triple-slider-crank, a file
 * for each component and law of the torque.
 *
 * Sliders 1 and 3 on x, slider 4 on y, a crank that turns by q2 in slider 1, rods from its end to
 * slider 3 (length r) and from slider 1 to slider 4 (length l); q3 = q1 + w cos q2, w = 0 in the
 * components C1 and C2 and 2 r in C3 and C4; x is q2 in C1 and C3, q2 - pi in C2 and C4; torque
 * -K x / ((pi/2)^2 - x^2) on the crank, or the paper's -K x / (pi/2 - |x|)^2; no gravity (Haug,
 * Pavesic, section 7.2).  Two derivations:
 *
 * A  minimal coordinates theta, q2: q1 = l sin theta, q4 = l cos theta.  With m12 = m1 + m2
 *
 *        2 T = m12 q1'^2 + J2 q2'^2 + m3 q3'^2 + m4 q4'^2,   q3' = q1' - w sin(q2) q2',
 *
 *    and Lagrange's equations; the reactions from Newton's equations of each body.
 * B  the twelve coordinates of four planar bodies, the ten reactions found from the rows
 *    differentiated twice.
 *
 * Both by extrapolation (Gragg, Bulirsch, Stoer).  The paper's law is smooth on either side of x =
 * 0: a step that passes there is cut at the passage, found by Newton's method on the branch it
 * comes from.
 *
 * Where q3 = q1 slider and crank move each by itself, and with the smooth law the quadratures of
 * their energies have the time of every row: the equations of B must have that motion too.
 *
 * Usage: triple_slider_crank [c1|c2|c4|paper] [--until T]; C3 without them, >
 * triple-slider-crank.ref
 */
#include <stdbool.h>

#include "extrapolation.h"
#include "quad.h"
#include "solve.h"

enum {
    BODIES = 4, /* slider 1, crank, slider 3, slider 4; x, y, phi of each */
    NX = 3 * BODIES,
    NL = 10,
    NY = 2 * NX, /* the state of B: positions, velocities */
    WIDTH = NY + NL,
    GBS_STEPS = 10 /* coarse extrapolation steps in a row: H = 0.01 s */
};

/* rows in the order of the model */
enum { TURN1, OFF1, PIVOT_X, PIVOT_Y, TURN3, OFF3, ROD3, TURN4, OFF4, ROD4 };
enum { X1 = 0, CRANK = 3, X3 = 6, X4 = 9 };

static const quad m1 = 2, m2 = 10, m3 = 2, m4 = 2, J1 = 1, J2 = 10, J3 = 1, J4 = 1;
static const quad r = 1, l = 2, K = 100;
static const quad V1 = 6, V2 = 2; /* start: q1' [m/s], q2' [rad/s] */

typedef struct {
    bool apart, turned, paper; /* q3 = q1; x = q2 - pi; the paper's law */
} arrangement;

static const arrangement *of;
static quad width, middle; /* w; q2 - x */
static int side;           /* of x = 0, from which the paper's law is taken */

static void choose(const arrangement *which)
{
    of = which;
    width = which->apart ? 0 : 2 * r;
    middle = which->turned ? M_PIq : 0;
}

static quad torque(quad q2)
{
    quad a = M_PI_2q, x = q2 - middle;
    return of->paper ? -K * x / ((a - side * x) * (a - side * x)) : -K * x / (a * a - x * x);
}

/* One step H of the state z, whose entry `at` is q2 and whose entry `rate_at` its rate. */
static void crank_step(int size, rate_function *rate, quad H, int at, int rate_at, quad z[])
{
    quad y[NY], tau = H;
    memcpy(y, z, (size_t)size * sizeof *z);
    extrapolation_step(size, rate, H, y);
    if (of->paper && side * (y[at] - middle) < 0) {
        for (int i = 0; i < 8; i++) { /* to x = 0 */
            tau -= (y[at] - middle) / y[rate_at];
            memcpy(y, z, (size_t)size * sizeof *z);
            extrapolation_step(size, rate, tau, y);
        }
        side = -side;
        extrapolation_step(size, rate, H - tau, y);
    }
    memcpy(z, y, (size_t)size * sizeof *z);
}

/* ---- A: minimal coordinates ---- */

/* z = theta, q2, theta', q2'; the second derivatives, by
 * d/dt (dT/dz') = dT/dz + Q with a = (m12 + m3) l^2 cos^2 + m4 l^2 sin^2, b = -m3 w l cos theta
 * sin q2 and d = J2 + m3 w^2 sin^2 q2 in 2 T = a theta'^2 + 2 b theta' q2' + d q2'^2. */
static void minimal_acceleration(const quad z[], quad ddz[2])
{
    quad s = sinq(z[0]), c = cosq(z[0]), s2 = sinq(z[1]), c2 = cosq(z[1]), u = z[2], u2 = z[3];
    quad M = m1 + m2 + m3, w = width;
    quad a = l * l * (M * c * c + m4 * s * s), b = -m3 * w * l * c * s2;
    quad d = J2 + m3 * w * w * s2 * s2;
    quad a_theta = 2 * l * l * (m4 - M) * s * c, d_2 = 2 * m3 * w * w * s2 * c2;
    quad b_theta = m3 * w * l * s * s2, b_2 = -m3 * w * l * c * c2;
    quad f1 = -a_theta * u * u / 2 - b_2 * u2 * u2;
    quad f2 = torque(z[1]) - d_2 * u2 * u2 / 2 - b_theta * u * u;
    quad det = a * d - b * b;
    ddz[0] = (d * f1 - b * f2) / det;
    ddz[1] = (a * f2 - b * f1) / det;
}

static void minimal_rate(const quad z[], quad dz[])
{
    memcpy(dz, z + 2, 2 * sizeof *z);
    minimal_acceleration(z, dz + 2);
}

/* Newton's equations of each body, from the ends of the chain inwards; nothing turns the sliders.
 */
static void reactions(const quad z[], const quad ddq[4], quad lambda[NL])
{
    quad d[2] = {(width - r) * cosq(z[1]), -r * sinq(z[1])}; /* crank end to slider 3 */
    quad q1 = l * sinq(z[0]), q4 = l * cosq(z[0]);
    lambda[TURN1] = lambda[TURN3] = lambda[TURN4] = 0;
    lambda[ROD3] = -m3 * ddq[2] * r / d[0];
    lambda[OFF3] = -lambda[ROD3] * d[1] / r;
    lambda[PIVOT_X] = lambda[ROD3] * d[0] / r - m2 * ddq[0];
    lambda[PIVOT_Y] = lambda[ROD3] * d[1] / r;
    /* lambda q1 / l from slider 1 along x and lambda q4 / l from slider 4 along y */
    quad along_x = lambda[PIVOT_X] - m1 * ddq[0], along_y = -m4 * ddq[3];
    lambda[ROD4] = (along_x * q1 + along_y * q4) / l;
    lambda[OFF1] = lambda[PIVOT_Y] + lambda[ROD4] * q4 / l;
    lambda[OFF4] = lambda[ROD4] * q1 / l;
}

static void minimal_row(const quad z[], quad row[WIDTH])
{
    quad s = sinq(z[0]), c = cosq(z[0]), s2 = sinq(z[1]), c2 = cosq(z[1]), u = z[2], u2 = z[3];
    quad q1 = l * s, v1 = l * c * u, dd[2], ddq[4];
    memset(row, 0, WIDTH * sizeof *row);
    row[X1] = row[CRANK] = q1;
    row[NX + X1] = row[NX + CRANK] = v1;
    row[CRANK + 2] = z[1];
    row[NX + CRANK + 2] = u2;
    row[X3] = q1 + width * c2;
    row[NX + X3] = v1 - width * s2 * u2;
    row[X4 + 1] = l * c;
    row[NX + X4 + 1] = -l * s * u;
    minimal_acceleration(z, dd);
    ddq[0] = l * (c * dd[0] - s * u * u);
    ddq[1] = dd[1];
    ddq[2] = ddq[0] - width * (s2 * dd[1] + c2 * u2 * u2);
    ddq[3] = -l * (s * dd[0] + c * u * u);
    reactions(z, ddq, row + NY);
}

static void minimal(int rows, int steps, quad *run)
{
    quad z[4] = {0, middle, V1 / l, V2};
    side = 1;
    for (int n = 0; n < rows; n++) {
        minimal_row(z, run + n * WIDTH);
        for (int i = 0; i < steps; i++)
            crank_step(4, minimal_rate, (quad)1 / (ROWS_PER_SECOND * steps), 1, 3, z);
    }
}

/* ---- B: four bodies ---- */

/* The rows, G a = -curvature: the sliders stay level (sin phi) and on their axes, the pivot, the
 * rods as (|d|^2 - length^2) / (2 length). */
static void make_rows(const quad y[], quad G[NL][NX], quad curvature[NL])
{
    static const int slider[3][2] = {{TURN1, X1}, {TURN3, X3}, {TURN4, X4}};
    const quad *v = y + NX;
    quad c = cosq(y[CRANK + 2]), s = sinq(y[CRANK + 2]), w = v[CRANK + 2];
    memset(G, 0, NL * NX * sizeof(quad));
    memset(curvature, 0, NL * sizeof *curvature);
    for (int i = 0; i < 3; i++) { /* slider 4: -sin phi, and x in place of y */
        int row = slider[i][0], at = slider[i][1], sign = at == X4 ? -1 : 1;
        G[row][at + 2] = sign * cosq(y[at + 2]);
        curvature[row] = -sign * sinq(y[at + 2]) * v[at + 2] * v[at + 2];
        G[row + 1][at + (at == X4 ? 0 : 1)] = 1;
    }
    for (int k = 0; k < 2; k++) {
        G[PIVOT_X + k][CRANK + k] = 1;
        G[PIVOT_X + k][X1 + k] = -1;
    }
    quad end[2] = {r * c, r * s}, rate[2] = {-r * s, r * c}; /* the crank's end about its pivot */
    for (int k = 0; k < 2; k++) {
        quad d3 = y[X3 + k] - y[CRANK + k] - end[k], d4 = y[X4 + k] - y[X1 + k];
        quad dd3 = v[X3 + k] - v[CRANK + k] - rate[k] * w, dd4 = v[X4 + k] - v[X1 + k];
        G[ROD3][X3 + k] = d3 / r;
        G[ROD3][CRANK + k] = -d3 / r;
        G[ROD3][CRANK + 2] -= d3 * rate[k] / r;
        curvature[ROD3] += (dd3 * dd3 + d3 * end[k] * w * w) / r;
        G[ROD4][X4 + k] = d4 / l;
        G[ROD4][X1 + k] = -d4 / l;
        curvature[ROD4] += dd4 * dd4 / l;
    }
}

/* Accelerations and reactions, M a = f - G^T lambda.  Most of G is zero, and most of the work is
 * in S = G M^-1 G^T. */
static void bodies_acceleration(const quad y[], quad a[NX], quad lambda[NL])
{
    const quad mass[NX] = {m1, m1, J1, m2, m2, J2, m3, m3, J3, m4, m4, J4};
    quad G[NL][NX], S[NL][NL] = {{0}}, f[NX] = {0};
    f[CRANK + 2] = torque(y[CRANK + 2]);
    make_rows(y, G, lambda);
    for (int i = 0; i < NL; i++)
        for (int k = 0; k < NX; k++) {
            if (G[i][k] == 0) continue;
            quad column = G[i][k] / mass[k];
            lambda[i] += column * f[k];
            for (int j = 0; j < NL; j++)
                if (G[j][k] != 0) S[i][j] += column * G[j][k];
        }
    solve_definite(NL, S[0], lambda);
    for (int k = 0; k < NX; k++) {
        a[k] = f[k];
        for (int i = 0; i < NL; i++)
            if (G[i][k] != 0) a[k] -= G[i][k] * lambda[i];
        a[k] /= mass[k];
    }
}

static void bodies_rate(const quad y[], quad dy[])
{
    quad lambda[NL];
    memcpy(dy, y + NX, NX * sizeof *y);
    bodies_acceleration(y, dy + NX, lambda);
}

static void bodies(int rows, int steps, quad *run)
{
    quad y[NY] = {[CRANK + 2] = middle, [X4 + 1] = l,          [NX + X1] = V1,
                  [NX + CRANK] = V1,    [NX + CRANK + 2] = V2, [NX + X3] = V1};
    y[X3] = of->turned ? -width : width;
    side = 1;
    for (int n = 0; n < rows; n++) {
        quad *row = run + n * WIDTH, a[NX];
        memcpy(row, y, sizeof y);
        bodies_acceleration(y, a, row + NY);
        for (int i = 0; i < steps; i++)
            crank_step(NY, bodies_rate, (quad)1 / (ROWS_PER_SECOND * steps), CRANK + 2,
                       NX + CRANK + 2, y);
    }
}

/* ---- slider and crank apart ---- */

enum { SAMPLES = 256 }; /* of a period: what they leave out decays like exp(-0.8 k) */

typedef quad period_function(quad phi);

/* t(phi) = integral of F from 0 to phi by the Fourier series of F, which is even and analytic with
 * the period pi. */
static quad integral(period_function *F, quad phi)
{
    static quad coefficient[SAMPLES / 2];
    static period_function *known; /* whose coefficients these are */
    quad pi = acosq(-1), sum;
    for (int k = 0; known != F && k < SAMPLES / 2; k++) coefficient[k] = 0;
    for (int j = 0; known != F && j < SAMPLES; j++) {
        quad value = F(pi * j / SAMPLES) / SAMPLES;
        for (int k = 0; k < SAMPLES / 2; k++)
            coefficient[k] += value * cosq(2 * pi * j * k / SAMPLES);
    }
    known = F;
    sum = coefficient[0] * phi;
    for (int k = 1; k < SAMPLES / 2; k++) sum += coefficient[k] * sinq(2 * k * phi) / k;
    return sum;
}

/* dt/dtheta of (M cos^2 + m4 sin^2) l^2 theta'^2 = M V1^2, M = m1 + m2 + m3. */
static quad slider_time(quad theta)
{
    quad M = m1 + m2 + m3, c = cosq(theta), s = sinq(theta);
    return l * sqrtq((M * c * c + m4 * s * s) / M) / V1;
}

/* The square of the crank's amplitude: J2 V2^2 = -K ln(1 - A^2 / a^2). */
static quad amplitude2(void)
{
    return -acosq(0) * acosq(0) * expm1q(-J2 * V2 * V2 / K);
}

/* x = A sin(phi) turns the energy integral J2 x'^2 = K ln(1 + (A^2 - x^2)/(a^2 - A^2)) into
 * dt/dphi without a turning point. */
static quad crank_time(quad phi)
{
    quad A2 = amplitude2(), c2 = cosq(phi) * cosq(phi), beta = A2 / (acosq(0) * acosq(0) - A2);
    if (c2 < 1e-40Q) return sqrtq(A2 * J2 / (K * beta));
    return sqrtq(A2 * c2 * J2 / (K * log1pq(beta * c2)));
}

/* |x - x(t)| of the angle phi at the time t, phi told up to whole turns. */
static quad late(period_function *F, quad phi, quad t)
{
    quad pi = acosq(-1), period = integral(F, 2 * pi);
    phi += 2 * pi * rintq((t - integral(F, phi)) / period);
    return fabsq(t - integral(F, phi)) / F(phi);
}

/* The motion of B where slider 1 turns theta and the crank phi each by itself, with the smooth law.
 */
static void check_apart(const reference *ref, int rows, const quad *run)
{
    quad slider = 0, crank = 0, together = 0, A = sqrtq(amplitude2());
    if (!of->apart || of->paper) return;
    for (int n = 0; n < rows; n++) {
        const quad *row = run + n * WIDTH, t = (quad)n / ROWS_PER_SECOND;
        slider = fmaxq(slider, late(slider_time, atan2q(row[X1], row[X4 + 1]), t));
        together = fmaxq(together, fabsq(row[X3] - row[X1]));
    }
    for (int n = 0; n < rows; n++) { /* x = A sin(phi), x' = A cos(phi) phi' */
        const quad *row = run + n * WIDTH, t = (quad)n / ROWS_PER_SECOND;
        quad x = row[CRANK + 2] - middle, rate = row[NX + CRANK + 2];
        quad phi = atan2q(x / A, copysignq(sqrtq(fmaxq(1 - x * x / (A * A), 0)), rate));
        crank = fmaxq(crank, fabsq(rate) > 0.1Q ? late(crank_time, phi, t) : 0);
    }
    fprintf(stderr, "by quadrature: slider %.1e  crank %.1e  q3 - q1 %.1e\n", (double)slider,
            (double)crank, (double)together);
    quad limit = powq(10, -ref->least_digits);
    if (slider > limit || crank > limit || together > limit)
        refuse(ref->problem, "the motion is not that of two degrees of freedom apart");
}

/* ---- the file ---- */

static void print_row(const quad row[])
{
    for (int b = 0; b < BODIES; b++) {
        const quad *x = row + 3 * b, *v = x + NX;
        print_planar(x, x[2], v, v[2]);
    }
    print_numbers(row + NY, NL);
}

/* The whole program. */
int main(int argc, char *argv[])
{
    static const variant files[] = {{"", NULL},
                                    {"c1", "component=C1"},
                                    {"c2", "component=C2"},
                                    {"c4", "component=C4"},
                                    {"paper", "torque=paper"},
                                    {NULL, NULL}};
    static const arrangement arranged[] = {{.apart = false},
                                           {.apart = true},
                                           {.apart = true, .turned = true},
                                           {.turned = true},
                                           {.paper = true}};
    int file = variant_wanted(files, &argc, &argv);
    const reference ref = {
        .problem = "triple-slider-crank",
        .program = "reference/triple_slider_crank.c",
        .which = &files[file],
        .method = {"printed: minimal coordinates, extrapolation (GBS) of order 24, H = 0.005 s, "
                   "quadruple precision; checked by H = 0.01 s",
                   "and by the twelve coordinates of four bodies, reactions from the constraints "
                   "differentiated twice, extrapolation (GBS) of order 24, H = 0.005 s"},
        .bodies = "slider1 crank slider3 slider4",
        .multipliers = "slide1.turn slide1.off pivot.x pivot.y slide3.turn slide3.off rod3 "
                       "slide4.turn slide4.off rod4",
        .units = "N, turn N m",
        .rows = 101,
        .width = WIDTH,
        .kinds = {{"position", 0, NX}, {"velocity", NX, NX}, {"lambda", NY, NL}},
        .runs = {{"minimal 0.01 s", minimal, GBS_STEPS},
                 {"minimal 0.005 s", minimal, 2 * GBS_STEPS},
                 {"bodies 0.005 s", bodies, 2 * GBS_STEPS}},
        .least_digits = 20,
        .printed = 1,
        .print = print_row,
        .check = check_apart,
    };
    choose(&arranged[file]);
    return make_file(&ref, argc, argv);
}
