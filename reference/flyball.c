/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/flyball.c: reference solutions of the problem flyball (IFToMM A05): a shaft that turns
 * freely about z, with a cube sliding on it, and two rods hinged to its upper end at x = +-a from
 * the axis, theta below the level, with a ball at each tip; spring-dampers from the cube to the
 * rods' middles, F = K (L - L0) + C L', L0 = 1/2.  Two derivations, both by extrapolation (Gragg,
 * Bulirsch, Stoer):
 *
 * A  Routh's: theta of both rods and the height s of the cube, with the moment about z
 *        I = I0 + 2 (m (a + d cos)^2 + J cos^2 + J1 sin^2),  I psi' = Lz constant,
 *        2 (J + m d^2) theta'' = I_theta psi'^2 / 2 + 2 m g d cos - 2 F L_theta,
 *        M s'' = -M g - 2 F L_s,    L^2 = (cos / 2)^2 + (1 - sin / 2 - s)^2;
 * B  Jourdain's principle with the four speeds psi', s', b1', b2' of shaft, cube and each rod, the
 *    equations of Newton and Euler of a rod in its own axes, the attitudes by quaternions.
 *
 * The reactions of both from the rows of the joints differentiated twice (newton_euler.h).
 *
 * Usage: flyball [soft] [--until T] > flyball.ref */
#include <stdbool.h>

#include "extrapolation.h"
#include "newton_euler.h"

enum { SHAFT, CUBE, RIGHT, LEFT, BODIES };
enum {
    RP = 3 * BODIES, /* columns of a row: r, p, v, Om, lambda */
    RV = 7 * BODIES,
    RW = 10 * BODIES,
    RL = 13 * BODIES,
    ROWS = 20,
    WIDTH = RL + ROWS,
    EARLY = 8,      /* so many times the steps */
    EARLY_PART = 12 /* in one part of so many of the first row */
};

/* One rod with its ball, the shaft alone, the cube. */
static const quad a = (quad)1 / 20, L0 = (quad)1 / 2, g0 = (quad)981 / 100;
static const quad rod = (quad)3 / 10, ball = 5, cube = 3;
static quad K, C, spin;   /* N/m, N s/m, rad/s at the start */
static quad m, d, J, J1;  /* of rod and ball: mass, from hinge to mass centre, moments */
static quad across_shaft; /* moment [kg m^2] */

static void set_data(bool soft)
{
    quad width2 = (quad)1 / 10000;
    K = soft ? 4000 : 800000;
    C = soft ? 200 : 40000;
    spin = 2 * M_PIq * (soft ? (quad)16 / 100 : 1);
    m = rod + ball;
    d = (rod / 2 + ball) / m;
    J1 = rod * width2 / 6;
    across_shaft = rod * (1 + width2) / 12;
    J = across_shaft + rod * (d - (quad)1 / 2) * (d - (quad)1 / 2) + ball * (1 - d) * (1 - d);
}

/* Rows of the file from attitudes, the cube's height, and Om of all: r and v follow. */
static void fill_bodies(const quad p[BODIES][4], quad s, quad ds, const quad Om[BODIES][3],
                        quad row[])
{
    quad R[3][3], S[3][3];
    rotation_matrix(p[SHAFT], S);
    memset(row, 0, WIDTH * sizeof *row);
    row[2] = (quad)1 / 2;
    row[5] = s;
    row[RV + 5] = ds;
    for (int b = RIGHT; b <= LEFT; b++) {
        quad arm[3] = {d, 0, 0}, hinge[3] = {b == RIGHT ? a : -a, 0, 0}, x[3], y[3], w[3];
        rotation_matrix(p[b], R);
        rotate3(R, arm, x);
        rotate3(S, hinge, y);
        for (int k = 0; k < 3; k++) row[3 * b + k] = x[k] + y[k] + (k == 2);
        cross3(Om[b], arm, w);
        rotate3(R, w, x);
        cross3(Om[SHAFT], hinge, w);
        rotate3(S, w, y);
        for (int k = 0; k < 3; k++) row[RV + 3 * b + k] = x[k] + y[k];
    }
    memcpy(row + RP, p, 4 * BODIES * sizeof *row);
    memcpy(row + RW, Om, 3 * BODIES * sizeof *row);
}

/* ---- the reactions ---- */

static void add_revolute(rigid_bodies *B, place i, place j, place one, place two, place axis)
{
    add_coincident(B, i, j);
    add_orthogonal(B, one, axis);
    add_orthogonal(B, two, axis);
}

static rigid_bodies mechanism(void)
{
    rigid_bodies B = {.bodies = BODIES,
                      .m = {rod, cube, m, m},
                      .J = {{across_shaft, across_shaft, J1},
                            {cube / 600, cube / 600, cube / 600},
                            {J1, J, J},
                            {J1, J, J}},
                      .g = {0, 0, -g0}};
    quad half = (quad)1 / 2;
    place origin = point(GROUND, 0, 0, 0), middle = point(SHAFT, 0, 0, 0);
    place centre = point(CUBE, 0, 0, 0), up = direction(CUBE, 0, 0, 1);
    place e2 = direction(SHAFT, 0, 1, 0), less_e1 = direction(SHAFT, -1, 0, 0);
    add_revolute(&B, origin, point(SHAFT, 0, 0, -half), direction(GROUND, 0, 1, 0),
                 direction(GROUND, -1, 0, 0), direction(SHAFT, 0, 0, 1));
    add_orthogonal(&B, e2, up);
    add_orthogonal(&B, less_e1, up);
    add_in_plane(&B, e2, middle, centre);
    add_in_plane(&B, less_e1, middle, centre);
    add_orthogonal(&B, direction(SHAFT, 1, 0, 0), direction(CUBE, 0, 1, 0));
    for (int b = RIGHT; b <= LEFT; b++)
        add_revolute(&B, point(SHAFT, b == RIGHT ? a : -a, 0, half), point(b, -d, 0, 0),
                     direction(SHAFT, 0, 0, -1), direction(SHAFT, -1, 0, 0),
                     direction(b, 0, b == RIGHT ? 1 : -1, 0));
    return B;
}

/* The spring-damper from the cube to a rod on both of them. */
static void add_spring(rigid_bodies *B, const quad row[], int b)
{
    place end[2] = {point(CUBE, b == RIGHT ? a : -a, 0, 0), point(b, (quad)1 / 2 - d, 0, 0)};
    placed at[2];
    quad D[3], D1[3], f[3], h[3], torque[3];
    for (int k = 0; k < 2; k++) at[k] = find_place(B, row, &end[k]);
    for (int k = 0; k < 3; k++) D[k] = at[1].x[k] - at[0].x[k], D1[k] = at[1].x1[k] - at[0].x1[k];
    quad L = sqrtq(dot3(D, D)), F = K * (L - L0) + C * dot3(D, D1) / L;
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < 3; i++) f[i] = (k ? -F : F) * D[i] / L;
        rotate_back3(at[k].R, f, h);
        cross3(end[k].rho, h, torque);
        for (int i = 0; i < 3; i++) {
            B->force[end[k].body][i] += f[i];
            B->torque[end[k].body][i] += torque[i];
        }
    }
}

static void fill_reactions(quad row[])
{
    rigid_bodies B = mechanism();
    quad acceleration[6 * BODIES];
    add_spring(&B, row, RIGHT);
    add_spring(&B, row, LEFT);
    reactions(&B, row, acceleration, row + RL);
}

/* Rows of a motion, so many steps in each; at the start, while the cube comes to hang on the
 * dampers within some tenths of a millisecond, in steps EARLY times shorter. */
static void damped_rows(int size, rate_function *rate, fill_function *fill, int rows, int steps,
                        quad y[], quad *run)
{
    for (int n = 0; n < rows; n++) {
        fill(y, run + n * WIDTH);
        for (int i = 0; i < steps; i++) {
            int parts = n == 0 && EARLY_PART * i < steps ? EARLY : 1;
            for (int k = 0; k < parts; k++)
                extrapolation_step(size, rate, (quad)1 / (ROWS_PER_SECOND * steps * parts), y);
        }
    }
}

/* ---- A: theta, s, psi, theta', s' ---- */

enum { THETA, S, PSI, DTHETA, DS, ROUTH };
static quad Lz;

static quad moment(quad theta, quad *slope)
{
    quad c = cosq(theta), s = sinq(theta), x = a + d * c;
    *slope = 2 * (-2 * m * x * d * s + 2 * (J1 - J) * s * c);
    return J1 + cube / 600 + 2 * (m * x * x + J * c * c + J1 * s * s);
}

static void routh_rate(const quad y[], quad dy[])
{
    quad c = cosq(y[THETA]), s = sinq(y[THETA]), slope, I = moment(y[THETA], &slope);
    quad x = c / 2, z = 1 - s / 2 - y[S], L = sqrtq(x * x + z * z);
    quad along_theta = -(x * s + z * c) / (2 * L), along_s = -z / L;
    quad F = K * (L - L0) + C * (along_theta * y[DTHETA] + along_s * y[DS]);
    dy[THETA] = y[DTHETA];
    dy[S] = y[DS];
    dy[PSI] = Lz / I;
    dy[DTHETA] =
        (slope * dy[PSI] * dy[PSI] / 4 + m * g0 * d * c - F * along_theta) / (J + m * d * d);
    dy[DS] = -g0 - 2 * F * along_s / cube;
}

static void routh_row(const quad y[], quad row[])
{
    quad slope, w = Lz / moment(y[THETA], &slope), c = cosq(y[THETA]), s = sinq(y[THETA]);
    quad turn[4] = {cosq(y[PSI] / 2), 0, 0, sinq(y[PSI] / 2)}, p[BODIES][4];
    quad right[4] = {cosq(y[THETA] / 2), 0, sinq(y[THETA] / 2), 0};
    quad left[4] = {0, -right[2], 0, right[0]};
    quad Om[BODIES][3] = {{0, 0, w}, {0, 0, w}, {-w * s, y[DTHETA], w * c}};
    memcpy(Om[LEFT], Om[RIGHT], sizeof Om[LEFT]);
    memcpy(p[SHAFT], turn, sizeof turn);
    memcpy(p[CUBE], turn, sizeof turn);
    quaternion_product(turn, right, p[RIGHT]);
    quaternion_product(turn, left, p[LEFT]);
    fill_bodies(p, y[S], y[DS], Om, row);
    fill_reactions(row);
}

static void routh(int rows, int steps, quad *run)
{
    quad y[ROUTH] = {[THETA] = M_PIq / 6, [S] = (quad)1 / 2}, slope;
    Lz = moment(y[THETA], &slope) * spin;
    damped_rows(ROUTH, routh_rate, routh_row, rows, steps, y, run);
}

/* ---- B: p of the shaft and of both rods, s, then psi', s', b1', b2' ---- */

enum { PR = 4, PL = 8, HEIGHT = 12, U = 13, JOURDAIN = 17 };

/* Om of a rod by its attitude R, the shaft's rate w and its own b'. */
static void rod_spin(quad R[3][3], quad w, quad rate, quad Om[3])
{
    for (int k = 0; k < 3; k++) Om[k] = w * R[2][k] + (k == 1 ? rate : 0);
}

/* Adds a rod's inertia and forces to A u' = f, u = (psi', s', b1', b2'), mine: which b is its own;
 * V the velocity of its mass centre in its axes, P and T the partial ones of V and Om. */
static void add_rod(const quad y[], int mine, quad A[16], quad f[4])
{
    const quad *p = y + (mine == 2 ? PR : PL), *u = y + U;
    quad R[3][3], shaft[3][3], Om[3], V[3], c[3], e[3], known[3], spun[3], JOm[3];
    rotation_matrix(p, R);
    rotation_matrix(y, shaft);
    rod_spin(R, u[0], u[mine], Om);
    quad P[2][3] = {{0, a + d * R[2][2], 0}, {0, 0, -d}}, T[2][3] = {{0}, {0, 1, 0}};
    memcpy(T[0], R[2], sizeof T[0]);
    for (int k = 0; k < 3; k++) V[k] = P[0][k] * u[0] + P[1][k] * u[mine], JOm[k] = J * Om[k];
    JOm[0] = J1 * Om[0];
    /* (R[2])' = R[2] x Om, the vertical seen from the rod */
    cross3(R[2], Om, e);
    cross3(Om, V, c);
    for (int k = 0; k < 3; k++) known[k] = c[k] + g0 * R[2][k];
    known[1] += d * e[2] * u[0];
    cross3(Om, JOm, spun);
    for (int k = 0; k < 3; k++) spun[k] += (k ? J : J1) * e[k] * u[0];
    int of[2] = {0, mine};
    for (int i = 0; i < 2; i++) {
        f[of[i]] -= m * dot3(P[i], known) + dot3(T[i], spun);
        for (int j = 0; j < 2; j++)
            A[4 * of[i] + of[j]] += m * dot3(P[i], P[j]) + J1 * T[i][0] * T[j][0] +
                                    J * (T[i][1] * T[j][1] + T[i][2] * T[j][2]);
    }
    /* The spring in the axes of space: from the cube to the rod's middle, less what both have. */
    quad D[3] = {R[0][0] / 2, R[1][0] / 2, 1 + R[2][0] / 2 - y[HEIGHT]};
    quad by_b[3] = {-R[0][2] / 2, -R[1][2] / 2, -R[2][2] / 2};
    quad L = sqrtq(dot3(D, D)), slope_b = dot3(D, by_b) / L, slope_s = -D[2] / L;
    quad F = K * (L - L0) + C * (slope_b * u[mine] + slope_s * u[1]);
    f[mine] -= F * slope_b;
    f[1] -= F * slope_s;
}

static void jourdain_rate(const quad y[], quad dy[])
{
    quad A[16] = {0}, f[4] = {0}, R[3][3], Om[3] = {0, 0, y[U]};
    A[0] = J1 + cube / 600;
    A[5] = cube;
    f[1] = -cube * g0;
    add_rod(y, 2, A, f);
    add_rod(y, 3, A, f);
    solve_definite(4, A, f);
    memcpy(dy + U, f, sizeof f);
    dy[HEIGHT] = y[U + 1];
    quaternion_rate(y, Om, dy);
    for (int b = 2; b < 4; b++) {
        int at = b == 2 ? PR : PL;
        rotation_matrix(y + at, R);
        rod_spin(R, y[U], y[U + b], Om);
        quaternion_rate(y + at, Om, dy + at);
    }
}

static void jourdain_row(const quad y[], quad row[])
{
    quad p[BODIES][4], Om[BODIES][3] = {{0, 0, y[U]}, {0, 0, y[U]}}, R[3][3];
    const int from[BODIES] = {0, 0, PR, PL};
    for (int b = 0; b < BODIES; b++) {
        const quad *q = y + from[b];
        quad norm = sqrtq(q[0] * q[0] + dot3(q + 1, q + 1));
        for (int k = 0; k < 4; k++) p[b][k] = q[k] / norm;
        if (b < RIGHT) continue;
        rotation_matrix(q, R);
        rod_spin(R, y[U], y[U + b], Om[b]);
    }
    fill_bodies(p, y[HEIGHT], y[U + 1], Om, row);
    fill_reactions(row);
}

static void jourdain(int rows, int steps, quad *run)
{
    quad c = cosq(M_PIq / 12), s = sinq(M_PIq / 12);
    quad y[JOURDAIN] = {[0] = 1,       [PR] = c,     [PR + 2] = s,
                        [PL + 1] = -s, [PL + 3] = c, [HEIGHT] = (quad)1 / 2,
                        [U] = spin};
    damped_rows(JOURDAIN, jourdain_rate, jourdain_row, rows, steps, y, run);
}

int main(int argc, char *argv[])
{
    static const variant files[] = {{"", NULL}, {"soft", "soft=0.005 turns=0.16"}, {NULL, NULL}};
    int file = variant_wanted(files, &argc, &argv);
    const char *const method[2][2] = {
        {"printed: Routh's equations of the rods' angle and the cube's height by extrapolation "
         "(GBS) of order 24, H = 0.2 ms, quadruple precision",
         "checked by H = 0.4 ms and by Jourdain's principle with a speed for each body, H = 0.4 "
         "ms"},
        {"printed: Routh's equations of the rods' angle and the cube's height by extrapolation "
         "(GBS) of order 24, H = 5 ms, quadruple precision",
         "checked by H = 10 ms and by Jourdain's principle with a speed for each body, H = 10 ms"}};
    const int steps = file ? 10 : 250; /* coarse ones in a row of 0.1 s */
    const reference ref = {
        .problem = "flyball",
        .program = "reference/flyball.c",
        .which = &files[file],
        .method = {method[file][0], method[file][1]},
        .bodies = "shaft slider right left",
        .multipliers = "bearing.x bearing.y bearing.z bearing.tilt_a bearing.tilt_b rail.tilt_a "
                       "rail.tilt_b rail.off_a rail.off_b rail.turn A.x A.y A.z A.tilt_a A.tilt_b "
                       "B.x B.y B.z B.tilt_a B.tilt_b",
        .units = "N, tilt turn N m",
        .rows = 101,
        .width = WIDTH,
        .runs = {{"Routh, fine", routh, 2 * steps},
                 {"Routh", routh, steps},
                 {"Jourdain", jourdain, steps}},
        .least_digits = 16,
    };
    set_data(file == 1);
    return make_file(&ref, argc, argv);
}
