/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/gyrostat.c: reference solution of the problem gyrostat.
 *
 * Two rigid bodies on a bearing along their third axes, free in space: the rotor A, its mass centre
 * in the bearing, and the platform B, its mass centre d below; a torque M constant in the rotor's
 * frame acts on A (Terze, Zlatar, Mueller, section 3; the printed (25) to (28) and (34) are not
 * used).  Both are round about the axis and M lies across it.  The multipliers are those of
 * M v' = f - G^T lambda with the rows
 *
 *     r_B + d e3_B - r_A = 0,   e2_A . e3_B = 0,   -e1_A . e3_B = 0.
 *
 * Two derivations:
 *
 * A  closed form.  The spins Om_A3, Om_B3 are constant.  With H = J_A3 Om_A3 + J_B3 Om_B3, mu the
 *    reduced mass and J_t = J_A1 + J_B1 + mu d^2, angular momentum about the common mass centre in
 *    the rotor's axes reads, for w = Om_A1 + i Om_A2,
 *
 *        w' = i kappa w + (M1 + i M2)/J_t,   kappa = H/J_t - Om_A3,
 *        w = (M1 + i M2)/(i kappa J_t) (exp(i kappa t) - 1).
 *
 *    p_A' = 1/2 p_A * (0, Om_A) by the Taylor series, the coefficients of w by the recurrence that
 *    its equation is, restarted in each step from the closed form.  p_B = p_A * (turn about e3 by
 *    (Om_B3 - Om_A3) t); the mass centres lie on e3 about the common one, which rests; multipliers
 *    from Newton's and Euler's equations of one body.
 * B  both bodies apart: 26 unknowns r, p, v, Om, the equations of Newton and Euler with the five
 *    reactions found from the rows differentiated twice, by extrapolation (Gragg, Bulirsch, Stoer).
 *
 * Usage: gyrostat [--until T] > gyrostat.ref */
#include "extrapolation.h"
#include "newton_euler.h"
#include "quad.h"
#include "rotation.h"

enum {
    RA, /* columns of a row: r_A, r_B, p_A, p_B, v_A, v_B, Om_A, Om_B, lambda */
    RB = RA + 3,
    PA = RB + 3,
    PB = PA + 4,
    VA = PB + 4,
    VB = VA + 3,
    WA = VB + 3,
    WB = WA + 3,
    NY = WB + 3, /* the state of B */
    NL = 5,
    WIDTH = NY + NL,
    TAYLOR_STEPS = 2, /* coarse Taylor steps in a row: h = 0.05 s */
    GBS_STEPS = 1     /* coarse extrapolation steps in a row: H = 0.1 s */
};

static const quad mA = 300, mB = 100, JA[3] = {175, 175, 150};
static const quad JB[3] = {(quad)175 / 4, (quad)175 / 4, 50};
static const quad d = (quad)7 / 4, SPIN_A = 1, SPIN_B = (quad)1 / 10, M[3] = {100, 200, 0};

/* ---- A: closed form ---- */

static quad transverse_inertia(void)
{
    return JA[0] + JB[0] + mA * mB / (mA + mB) * d * d;
}

static quad kappa(void)
{
    return (JA[2] * SPIN_A + JB[2] * SPIN_B) / transverse_inertia() - SPIN_A;
}

/* Om_A, and its first two components differentiated. */
static void rotor_spin(quad t, quad Om[3], quad dOm[2])
{
    quad k = kappa(), s = sinq(k * t), versine = 2 * sinq(k * t / 2) * sinq(k * t / 2);
    quad f1 = M[0] / transverse_inertia(), f2 = M[1] / transverse_inertia();
    /* (exp(i k t) - 1)/(i k) = (s + i versine)/k */
    Om[0] = (f1 * s - f2 * versine) / k;
    Om[1] = (f1 * versine + f2 * s) / k;
    Om[2] = SPIN_A;
    dOm[0] = f1 - k * Om[1];
    dOm[1] = f2 + k * Om[0];
}

/* p_A from t to t + h. */
static void attitude_step(quad t, quad h, quad p[4])
{
    quad Om[3][ORDER + 1] = {{0}}, c[4][ORDER + 1], at[3], rate[2], k = kappa();
    rotor_spin(t, at, rate);
    for (int i = 0; i < 3; i++) Om[i][0] = at[i];
    for (int i = 0; i < 2; i++) Om[i][1] = rate[i];
    for (int n = 1; n < ORDER; n++) {
        Om[0][n + 1] = -k * Om[1][n] / (n + 1);
        Om[1][n + 1] = k * Om[0][n] / (n + 1);
    }
    for (int i = 0; i < 4; i++) c[i][0] = p[i];
    for (int n = 0; n < ORDER; n++) attitude_coefficient(n, c, Om);
    for (int i = 0; i < 4; i++) p[i] = series_sum(c[i], ORDER, h);
}

/* lambda in the rotor's axes from the motion of B: the bearing pulls B by -(force), and turns it by
 * (moment) beside. */
static void bearing(const quad Om[3], const quad dOm[2], quad force[3], quad moment[2])
{
    quad mu = mA * mB / (mA + mB), spin = JB[2] * SPIN_B;
    /* mu d e3'', e3' = (Om2, -Om1, 0) */
    force[0] = mu * d * (dOm[1] + Om[2] * Om[0]);
    force[1] = mu * d * (-dOm[0] + Om[2] * Om[1]);
    force[2] = -mu * d * (Om[0] * Om[0] + Om[1] * Om[1]);
    /* L_B' = moment + d e3 x (-force), L_B = (J_B1 Om1, J_B1 Om2, spin) in axes that turn by Om */
    moment[0] = JB[0] * dOm[0] + Om[1] * spin - Om[2] * JB[0] * Om[1] - d * force[1];
    moment[1] = JB[0] * dOm[1] + Om[2] * JB[0] * Om[0] - Om[0] * spin + d * force[0];
}

static void closed_row(quad t, const quad pA[4], quad row[WIDTH])
{
    quad Om[3], dOm[2], R[3][3], force[3], angle = (SPIN_B - SPIN_A) * t / 2;
    quad turn[4] = {cosq(angle), 0, 0, sinq(angle)}, c = cosq(2 * angle), s = sinq(2 * angle);
    rotor_spin(t, Om, dOm);
    rotation_matrix(pA, R);
    memcpy(row + PA, pA, 4 * sizeof *pA);
    quaternion_product(pA, turn, row + PB);
    memcpy(row + WA, Om, sizeof Om);
    row[WB] = c * Om[0] + s * Om[1];
    row[WB + 1] = c * Om[1] - s * Om[0];
    row[WB + 2] = SPIN_B;
    for (int i = 0; i < 3; i++) {
        quad rate = R[i][0] * Om[1] - R[i][1] * Om[0]; /* of e3 */
        quad centre = i == 2 ? -mB * d / (mA + mB) : 0;
        row[RA + i] = centre + mB / (mA + mB) * d * R[i][2];
        row[RB + i] = centre - mA / (mA + mB) * d * R[i][2];
        row[VA + i] = mB / (mA + mB) * d * rate;
        row[VB + i] = -mA / (mA + mB) * d * rate;
    }
    bearing(Om, dOm, force, row + NY + 3);
    rotate3(R, force, row + NY);
}

/* steps: Taylor steps in a row. */
static void closed_form(int rows, int steps, quad *run)
{
    quad p[4] = {1, 0, 0, 0}, h = (quad)1 / (ROWS_PER_SECOND * steps);
    for (int n = 0; n < rows; n++) {
        closed_row((quad)n / ROWS_PER_SECOND, p, run + n * WIDTH);
        for (int m = 0; m < steps; m++) attitude_step((n * steps + m) * h, h, p);
    }
}

/* ---- B: both bodies apart ---- */

static rigid_bodies satellite(void)
{
    rigid_bodies S = {.bodies = 2, .m = {mA, mB}};
    memcpy(S.J[0], JA, sizeof JA);
    memcpy(S.J[1], JB, sizeof JB);
    memcpy(S.torque[0], M, sizeof M);
    add_coincident(&S, point(0, 0, 0, 0), point(1, 0, 0, d));
    add_orthogonal(&S, direction(0, 0, 1, 0), direction(1, 0, 0, 1));
    add_orthogonal(&S, direction(0, -1, 0, 0), direction(1, 0, 0, 1));
    return S;
}

static void satellite_rate(const quad y[], quad dy[])
{
    rigid_bodies S = satellite();
    bodies_rate(&S, y, dy);
}

static void satellite_row(const quad y[], quad row[])
{
    rigid_bodies S = satellite();
    quad a[12];
    memcpy(row, y, NY * sizeof *y);
    reactions(&S, y, a, row + NY);
}

/* steps: extrapolation steps in a row. */
static void bodies(int rows, int steps, quad *run)
{
    quad y[NY] = {[RB + 2] = -d, [PA] = 1, [PB] = 1, [WA + 2] = SPIN_A, [WB + 2] = SPIN_B};
    extrapolated_rows(NY, satellite_rate, satellite_row, WIDTH, rows, steps, y, run);
}

int main(int argc, char *argv[])
{
    static const reference made = {
        .problem = "gyrostat",
        .program = "reference/gyrostat.c",
        .method =
            {"printed: closed form of omega, Taylor series of order 32 of the rotor's attitude, "
             "h = 0.025 s, quadruple precision; checked by h = 0.05 s",
             "and by the Newton-Euler equations of both bodies, reactions from the constraints "
             "differentiated twice, extrapolation (GBS) of order 24, H = 0.1 s and 0.05 s"},
        .bodies = "rotor platform",
        .multipliers = "bearing.x bearing.y bearing.z bearing.tilt_a bearing.tilt_b",
        .units = "N, tilt N m",
        .rows = 101,
        .width = WIDTH,
        .kinds = {{"r", RA, 6},
                  {"p", PA, 8},
                  {"v", VA, 6},
                  {"omega", WA, 6},
                  {"force", NY, 3},
                  {"moment", NY + 3, 2}},
        .runs = {{"closed 0.05 s", closed_form, TAYLOR_STEPS},
                 {"closed 0.025 s", closed_form, 2 * TAYLOR_STEPS},
                 {"bodies 0.1 s", bodies, GBS_STEPS},
                 {"bodies 0.05 s", bodies, 2 * GBS_STEPS}},
        .least_digits = 25,
        .printed = 1,
    };
    return make_file(&made, argc, argv);
}
