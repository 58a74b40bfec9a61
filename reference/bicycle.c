/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/bicycle.c: true values of the problem bicycle, the Whipple bicycle with the benchmark
 * data of Meijaard, Papadopoulos, Ruina, Schwab (2007): the speeds at which its weave becomes
 * stable and its capsize unstable, and its eigenvalues at 5 m/s.  Axes: x ahead, y to the right, z
 * down. Small lean phi and steer delta, q = (phi, delta), at the speed v obey M q'' + C q' + K q =
 * 0.  Two derivations of M^-1 C and M^-1 K:
 *
 * A  the matrices of the paper's appendix A, C = v C1, K = g K0 + v^2 K2;
 * B  the four bodies apart in space on three revolute joints and two wheels that roll, not
 *    linearised: accelerations in states at phi, delta, phi', delta' = +-e, by central differences,
 *    whose error is of second order in e = 1e-11.  States that are even in e, such as the pitch,
 *    drop out.
 *
 * The weave is where Hurwitz's determinant of the characteristic polynomial vanishes, the capsize
 * where its last coefficient does.
 *
 * Usage: bicycle values > bicycle.values */
#include "newton_euler.h"
#include "values.h"

enum { REAR, FRAME, BAR, FRONT, PARTS };

static const quad w = (quad)102 / 100, trail = (quad)8 / 100, g0 = (quad)981 / 100;
static const quad radius[2] = {(quad)3 / 10, (quad)35 / 100}; /* rear, front [m] */
static const quad mass_of[PARTS] = {2, 85, 4, 3};
static const quad X[PARTS][3] = {{0, 0, -(quad)3 / 10},
                                 {(quad)3 / 10, 0, -(quad)9 / 10},
                                 {(quad)9 / 10, 0, -(quad)7 / 10},
                                 {(quad)102 / 100, 0, -(quad)35 / 100}};
/* Ixx, Iyy, Izz, Ixz */
static const quad I[PARTS][4] = {
    {(quad)603 / 10000, (quad)12 / 100, (quad)603 / 10000, 0},
    {(quad)92 / 10, 11, (quad)28 / 10, (quad)24 / 10},
    {(quad)5892 / 100000, (quad)6 / 100, (quad)708 / 100000, -(quad)756 / 100000},
    {(quad)1405 / 10000, (quad)28 / 100, (quad)1405 / 10000, 0}};

typedef struct {
    quad C[4], K[4]; /* M^-1 C [1/s], M^-1 K [1/s^2], row-major */
} small_motion;

typedef small_motion linearised(quad v);

/* ---- A: the matrices of the paper ---- */

typedef struct {
    quad m, x, z, xx, xz, zz; /* mass, its centre, moments */
} lump;

/* Of parts about a place; `about` NULL: about their mass centre. */
static lump lump_of(int first, const quad about[2])
{
    lump T = {0};
    for (int b = first; b < PARTS; b++) {
        T.m += mass_of[b];
        T.x += mass_of[b] * X[b][0];
        T.z += mass_of[b] * X[b][2];
    }
    T.x /= T.m;
    T.z /= T.m;
    quad x0 = about ? about[0] : T.x, z0 = about ? about[1] : T.z;
    for (int b = first; b < PARTS; b++) {
        quad x = X[b][0] - x0, z = X[b][2] - z0;
        T.xx += I[b][0] + mass_of[b] * z * z;
        T.xz += I[b][3] - mass_of[b] * x * z;
        T.zz += I[b][2] + mass_of[b] * x * x;
    }
    return T;
}

/* M^-1 A, both row-major */
static void divide(const quad M[4], const quad A[4], quad x[4])
{
    quad det = M[0] * M[3] - M[1] * M[2];
    for (int j = 0; j < 2; j++) {
        x[j] = (M[3] * A[j] - M[1] * A[2 + j]) / det;
        x[2 + j] = (M[0] * A[2 + j] - M[2] * A[j]) / det;
    }
}

static small_motion by_paper(quad v)
{
    quad c = cosq(M_PIq / 10), s = sinq(M_PIq / 10);
    lump T = lump_of(REAR, (quad[2]){0, 0}), A = lump_of(BAR, NULL);
    quad u = (A.x - w - trail) * c - A.z * s, mu = trail / w * c;
    quad along = A.m * u * u + A.xx * s * s + 2 * A.xz * s * c + A.zz * c * c;
    quad along_x = -A.m * u * A.z + A.xx * s + A.xz * c;
    quad along_z = A.m * u * A.x + A.xz * s + A.zz * c;
    quad SR = I[REAR][1] / radius[0], SF = I[FRONT][1] / radius[1], ST = SR + SF;
    quad SA = A.m * u + mu * T.m * T.x, off = along_x + mu * T.xz;
    quad M[4] = {T.xx, off, off, along + 2 * mu * along_z + mu * mu * T.zz};
    quad C[4] = {0, mu * ST + SF * c + T.xz * c / w - mu * T.m * T.z, -(mu * ST + SF * c),
                 along_z * c / w + mu * (SA + T.zz * c / w)};
    quad K[4] = {g0 * T.m * T.z, -g0 * SA + v * v * (ST - T.m * T.z) * c / w, -g0 * SA,
                 -g0 * SA * s + v * v * (SA + SF * s) * c / w};
    small_motion x;
    for (int i = 0; i < 4; i++) C[i] *= v;
    divide(M, C, x.C);
    divide(M, K, x.K);
    return x;
}

/* ---- B: bodies apart ---- */

static const quad STEER_AT[3] = {(quad)11 / 10, 0, 0}; /* the axis on the floor */

/* p of the turn by an angle about a unit vector */
static void turn(const quad axis[3], quad angle, quad p[4])
{
    p[0] = cosq(angle / 2);
    for (int k = 0; k < 3; k++) p[1 + k] = sinq(angle / 2) * axis[k];
}

/* From the printed axes to the principal ones of a part, about y. */
static quad principal(int b)
{
    return I[b][3] == 0 ? 0 : atan2q(2 * I[b][3], I[b][2] - I[b][0]) / 2;
}

/* x of a space-parallel vector at the upright start, in the axes of the part. */
static place on(int b, int is_point, const quad x[3])
{
    quad a = principal(b), d[3];
    for (int k = 0; k < 3; k++) d[k] = x[k] - (is_point ? X[b][k] : 0);
    quad rho[3] = {cosq(a) * d[0] - sinq(a) * d[2], d[1], sinq(a) * d[0] + cosq(a) * d[2]};
    return (place){b, is_point, {rho[0], rho[1], rho[2]}};
}

static rigid_bodies bicycle(void)
{
    rigid_bodies B = {.bodies = PARTS, .g = {0, 0, g0}};
    static const quad y[3] = {0, 1, 0}, x[3] = {1, 0, 0}, z[3] = {0, 0, 1};
    quad s = sinq(M_PIq / 10), c = cosq(M_PIq / 10), axis[3] = {s, 0, c}, ahead[3] = {c, 0, -s};
    for (int b = 0; b < PARTS; b++) {
        quad a = principal(b), ca = cosq(a), sa = sinq(a);
        B.m[b] = mass_of[b];
        B.J[b][0] = I[b][0] * ca * ca - 2 * I[b][3] * sa * ca + I[b][2] * sa * sa;
        B.J[b][1] = I[b][1];
        B.J[b][2] = I[b][0] * sa * sa + 2 * I[b][3] * sa * ca + I[b][2] * ca * ca;
    }
    add_coincident(&B, on(FRAME, 1, X[REAR]), on(REAR, 1, X[REAR]));
    add_orthogonal(&B, on(FRAME, 0, x), on(REAR, 0, y));
    add_orthogonal(&B, on(FRAME, 0, z), on(REAR, 0, y));
    add_coincident(&B, on(FRAME, 1, STEER_AT), on(BAR, 1, STEER_AT));
    add_orthogonal(&B, on(FRAME, 0, ahead), on(BAR, 0, axis));
    add_orthogonal(&B, on(FRAME, 0, y), on(BAR, 0, axis));
    add_coincident(&B, on(BAR, 1, X[FRONT]), on(FRONT, 1, X[FRONT]));
    add_orthogonal(&B, on(BAR, 0, x), on(FRONT, 0, y));
    add_orthogonal(&B, on(BAR, 0, z), on(FRONT, 0, y));
    return B;
}

/* From the centre of a wheel to where it touches the floor, of its axle e in space, and the rate of
 * that where the wheel turns with om. */
static void touching(quad r, const quad e[3], const quad om[3], quad rho[3], quad rate[3])
{
    static const quad up[3] = {0, 0, -1};
    quad m[3], m1[3], e1[3];
    cross3(om, e, e1);
    for (int k = 0; k < 3; k++) {
        m[k] = up[k] - dot3(up, e) * e[k];
        m1[k] = -dot3(up, e1) * e[k] - dot3(up, e) * e1[k];
    }
    quad n2 = dot3(m, m), n = sqrtq(n2), along = dot3(m, m1);
    for (int k = 0; k < 3; k++) {
        rho[k] = -r * m[k] / n;
        rate[k] = -r * (m1[k] / n - m[k] * along / (n2 * n));
    }
}

typedef struct {
    quad r[PARTS][3], R[PARTS][3][3], om[PARTS][3], v[PARTS][3], axle[2][3], axis[3], joint[3];
    quad rho[2][3]; /* to the floor, of both wheels */
} pose;

static void add_turning(const quad om[3], const quad from[3], const quad to[3], quad v[3])
{
    quad arm[3], c[3];
    for (int k = 0; k < 3; k++) arm[k] = to[k] - from[k];
    cross3(om, arm, c);
    for (int k = 0; k < 3; k++) v[k] += c[k];
}

/* Velocities where the frame turns by om and the rear wheel rolls: of the point of the front wheel
 * that touches the floor. */
static void roll_out(pose *P, const quad om[3], quad v, quad steer, quad spin, quad slip[3])
{
    static const quad none[3];
    quad c[3], rate[3];
    for (int k = 0; k < 3; k++) {
        P->om[FRAME][k] = om[k];
        P->om[REAR][k] = om[k] - v / radius[0] * P->axle[0][k];
        P->om[BAR][k] = om[k] + steer * P->axis[k];
        P->om[FRONT][k] = P->om[BAR][k] + spin * P->axle[1][k];
    }
    for (int f = 0; f < 2; f++) touching(radius[f], P->axle[f], none, P->rho[f], rate);
    cross3(P->rho[0], P->om[REAR], P->v[REAR]);
    memcpy(P->v[FRAME], P->v[REAR], sizeof c);
    add_turning(om, P->r[REAR], P->r[FRAME], P->v[FRAME]);
    memcpy(P->v[BAR], P->v[REAR], sizeof c);
    add_turning(om, P->r[REAR], P->joint, P->v[BAR]);
    add_turning(P->om[BAR], P->joint, P->r[BAR], P->v[BAR]);
    memcpy(P->v[FRONT], P->v[BAR], sizeof c);
    add_turning(P->om[BAR], P->r[BAR], P->r[FRONT], P->v[FRONT]);
    cross3(P->om[FRONT], P->rho[1], c);
    for (int k = 0; k < 3; k++) slip[k] = P->v[FRONT][k] + c[k];
}

static quad determinant(quad a[3][3])
{
    quad c[3];
    return cross3(a[1], a[2], c), dot3(a[0], c);
}

/* The state at lean, steer and their rates, q = (phi, delta, phi', delta'): the rates of yaw and
 * pitch and the spin of the front wheel are those with which it rolls. */
static void state_at(quad v, const quad q[4], quad y[], pose *P)
{
    static const quad e1[3] = {1, 0, 0}, e2[3] = {0, 1, 0};
    quad lean[4], steer[4], both[4], L[3][3], F[3][3],
        axis[3] = {sinq(M_PIq / 10), 0, cosq(M_PIq / 10)};
    turn(e1, q[0], lean);
    turn(axis, q[1], steer);
    quaternion_product(lean, steer, both);
    rotation_matrix(lean, L);
    rotation_matrix(both, F);
    rotate3(L, axis, P->axis);
    rotate3(L, e2, P->axle[0]);
    rotate3(F, e2, P->axle[1]);
    rotate3(L, STEER_AT, P->joint);
    for (int b = 0; b < PARTS; b++) {
        quad own[4], d[3];
        turn(e2, principal(b), own);
        quaternion_product(b < BAR ? lean : both, own, y + column_p(PARTS) + 4 * b);
        rotation_matrix(y + column_p(PARTS) + 4 * b, P->R[b]);
        for (int k = 0; k < 3; k++) d[k] = X[b][k] - (b < BAR ? 0 : STEER_AT[k]);
        rotate3(b < BAR ? L : F, d, P->r[b]);
        for (int k = 0; k < 3; k++) P->r[b][k] += b < BAR ? 0 : P->joint[k];
    }
    /* slip = zero + sum unknown column: yaw, pitch, spin */
    quad zero[3], column[3][3], slip[3], u[3];
    roll_out(P, (quad[3]){q[2], 0, 0}, v, q[3], 0, zero);
    for (int j = 0; j < 3; j++) {
        roll_out(P, (quad[3]){q[2], j == 1, j == 0}, v, q[3], j == 2, column[j]);
        for (int k = 0; k < 3; k++) column[j][k] -= zero[k];
    }
    quad det = determinant(column);
    for (int j = 0; j < 3; j++) {
        quad other[3][3];
        memcpy(other, column, sizeof other);
        for (int k = 0; k < 3; k++) other[j][k] = -zero[k];
        u[j] = determinant(other) / det;
    }
    roll_out(P, (quad[3]){q[2], u[1], u[0]}, v, q[3], u[2], slip);
    for (int b = 0; b < PARTS; b++) {
        memcpy(y + 3 * b, P->r[b], sizeof slip);
        memcpy(y + column_v(PARTS) + 3 * b, P->v[b], sizeof slip);
        rotate_back3(P->R[b], P->om[b], y + column_om(PARTS) + 3 * b);
    }
}

/* Three rows of a wheel: the acceleration of its point on the floor vanishes. */
static void add_rolling(const pose *P, int wheel, quad G[][BODY_SPEEDS], quad curvature[])
{
    int b = wheel ? FRONT : REAR;
    quad rho[3], rate[3], known[3], R[3][3], arm[3], h[3], c[3];
    memcpy(R, P->R[b], sizeof R);
    touching(radius[wheel], P->axle[wheel], P->om[b], rho, rate);
    cross3(P->om[b], rate, known);
    rotate_back3(R, rho, arm);
    for (int i = 0; i < 3; i++) {
        quad e[3] = {i == 0, i == 1, i == 2};
        memset(G[i], 0, sizeof G[i]);
        rotate_back3(R, e, h);
        cross3(arm, h, c);
        G[i][3 * b + i] = 1;
        memcpy(G[i] + 3 * (PARTS + b), c, sizeof c);
        curvature[i] = known[i];
    }
}

/* phi'' and delta'' */
static void respond(quad v, const quad q[4], quad out[2])
{
    const rigid_bodies B = bicycle();
    quad y[13 * PARTS], G[MOST_JOINT_ROWS][BODY_SPEEDS], mass[BODY_SPEEDS], a[BODY_SPEEDS];
    quad lambda[MOST_JOINT_ROWS], space[PARTS][3];
    pose P;
    state_at(v, q, y, &P);
    free_motion(&B, y, mass, a);
    for (int i = 0; i < B.rows; i++) make_row(&B, y, &B.row[i], G[i], &lambda[i]);
    for (int k = 0; k < 2; k++) add_rolling(&P, k, G + B.rows + 3 * k, lambda + B.rows + 3 * k);
    settle(&B, B.rows + 6, G, mass, a, lambda);
    for (int b = 0; b < PARTS; b++) rotate3(P.R[b], a + 3 * (PARTS + b), space[b]);
    /* delta' = <axis, om of bar - om of frame>, and the axis turns with the frame */
    quad apart[3], rate[3], turned[3];
    for (int k = 0; k < 3; k++) {
        apart[k] = space[BAR][k] - space[FRAME][k];
        rate[k] = P.om[BAR][k] - P.om[FRAME][k];
    }
    cross3(P.om[FRAME], P.axis, turned);
    out[0] = space[FRAME][0];
    out[1] = dot3(P.axis, apart) + dot3(turned, rate);
}

static small_motion by_bodies(quad v)
{
    const quad e = powq(10, -11);
    small_motion x;
    for (int j = 0; j < 4; j++) {
        quad q[4] = {0}, plus[2], minus[2];
        q[j] = e;
        respond(v, q, plus);
        q[j] = -e;
        respond(v, q, minus);
        for (int i = 0; i < 2; i++)
            (j < 2 ? x.K : x.C)[2 * i + j % 2] = -(plus[i] - minus[i]) / (2 * e);
    }
    return x;
}

/* ---- eigenvalues ---- */

/* det(s^2 + C s + K) = s^4 + a[3] s^3 + .. + a[0] at the speed v */
static void polynomial(linearised *by, quad v, quad a[4])
{
    const small_motion x = by(v);
    const quad *C = x.C, *K = x.K;
    a[3] = C[0] + C[3];
    a[2] = K[0] + K[3] + C[0] * C[3] - C[1] * C[2];
    a[1] = C[0] * K[3] + C[3] * K[0] - C[1] * K[2] - C[2] * K[1];
    a[0] = K[0] * K[3] - K[1] * K[2];
}

static quad weave(linearised *by, quad v)
{
    quad a[4];
    polynomial(by, v, a);
    return a[3] * a[2] * a[1] - a[1] * a[1] - a[3] * a[3] * a[0];
}

static quad capsize(linearised *by, quad v)
{
    quad a[4];
    polynomial(by, v, a);
    return a[0];
}

/* By the secant method. */
static quad root_of(quad f(linearised *, quad), linearised *by, quad v)
{
    quad u = v * (1 + powq(10, -6)), fv = f(by, v), fu = f(by, u);
    for (int k = 0; k < 30 && fu != fv && fabsq(u - v) > powq(10, -26); k++) {
        quad next = u - fu * (u - v) / (fu - fv);
        v = u, fv = fu;
        u = next, fu = f(by, u);
    }
    return u;
}

/* The real eigenvalues nearest to two guesses by Newton's iteration, then the pair of the rest. */
static void eigenvalues(linearised *by, quad v, const quad near[2], quad out[4])
{
    quad a[4], s[2];
    polynomial(by, v, a);
    for (int i = 0; i < 2; i++) {
        s[i] = near[i];
        for (int k = 0; k < 60; k++) {
            quad f = (((s[i] + a[3]) * s[i] + a[2]) * s[i] + a[1]) * s[i] + a[0];
            s[i] -= f / (((4 * s[i] + 3 * a[3]) * s[i] + 2 * a[2]) * s[i] + a[1]);
        }
        out[i] = s[i];
    }
    quad half = -(a[3] + s[0] + s[1]) / 2, product = a[0] / (s[0] * s[1]);
    out[2] = half;
    out[3] = sqrtq(product - half * half);
}

int main(int argc, char *argv[])
{
    only_values(argc, argv);
    static known_values all = {
        .problem = "bicycle",
        .program = "reference/bicycle.c",
        .method = {"printed: the linearised equations of the paper's appendix A, quadruple "
                   "precision",
                   "checked by the four bodies apart in space, not linearised, accelerations by "
                   "central differences"}};
    static const char *const name[4] = {"capsize", "castering", "weave.re", "weave.im"};
    static const quad near[2] = {-(quad)32 / 100, -14};
    quad a[4], b[4];
    add_value(&all, "default", "-", "weave_speed", "m/s", root_of(weave, by_paper, 4.3Q),
              root_of(weave, by_bodies, 4.3Q));
    add_value(&all, "default", "-", "capsize_speed", "m/s", root_of(capsize, by_paper, 6),
              root_of(capsize, by_bodies, 6));
    eigenvalues(by_paper, 5, near, a);
    eigenvalues(by_bodies, 5, near, b);
    for (int i = 0; i < 4; i++) add_value(&all, "speed=5 push=0", "-", name[i], "1/s", a[i], b[i]);
    return print_values(&all);
}
