/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/crank.c: reference solution of the problem crank.
 *
 * A crank of length r turns about e1, its e3 along e1, its pin at C = r (0, sin phi, -cos phi); a
 * rod of length l leads to the slider, which moves along e1 at (x, 0, -h); the rod's e2 stays
 * across e3.  At t = 0 at rest at phi = 0; gravity along -y, a torque tau along e1 on the crank
 * (Tuomela, Arponen, Normi, section 6.2.3).  Multipliers are those of M v' = f - G^T lambda with
 * the rows of Table 7: spherical C; translational e3 . e1, -e2 . e1, e3 . d, -e2 . d, e2 . e3,
 * axes of the ground against those and the point of the slider; universal C, e2 . e3; revolute C,
 * e2 . e1, -e1 . e1, axes of the crank against those of the ground.
 *
 * Two derivations, which share the data and the balance of one degree of freedom only:
 *
 * A  quadrature of the energy integral; the rod by its azimuth psi and elevation eps,
 *    l sin eps = r cos phi - h,  l sin psi cos eps = -r sin phi,  x = l cos psi cos eps;
 *    reactions from the equations of Newton and Euler of rod, slider and crank, one after another.
 * B  Lagrange's equation of phi by extrapolation; the rod by the columns of its rotation matrix,
 *    their derivatives by jets; reactions from the three bodies apart, all 17 rows.
 *
 * Usage: crank [--until T] > crank.ref */
#include "mechanism.h"

static const quad m[NB] = {(quad)1950 / 100, (quad)7029 / 100, (quad)781 / 100};
static const quad J[NB][3] = {{(quad)2 / 100, (quad)41 / 100, (quad)42 / 100},
                              {(quad)7 / 100, (quad)1899 / 100, (quad)1904 / 100},
                              {(quad)1 / 100, (quad)1 / 100, (quad)1 / 100}};
static const quad r = (quad)1 / 2, l = (quad)9 / 5, h = (quad)1 / 2;
static const quad tau = -50, gravity = (quad)981 / 100;

/* Crank and slider, of which both derivations say the same; x: the slider's way, x1 along phi. */
static void crank_and_slider(quad phi, quad rate, quad x, quad x1, quad row[])
{
    quad c = cosq(phi), s = sinq(phi), half = sqrtq((quad)1 / 2);
    memset(row, 0, WIDTH * sizeof *row);
    row[1] = r / 2 * s, row[2] = -r / 2 * c;
    row[RV + 1] = rate * r / 2 * c, row[RV + 2] = rate * r / 2 * s;
    row[RP] = row[RP + 2] = half * cosq(phi / 2);
    row[RP + 1] = row[RP + 3] = half * sinq(phi / 2);
    row[RW + 2] = rate;
    row[6] = x, row[8] = -h;
    row[RV + 6] = rate * x1;
    row[RP + 8] = 1;
}

/* ---- A: angles, energy, the balance of each body ---- */

typedef struct { /* derivatives along phi */
    quad psi, eps, psi1, eps1, psi2, eps2, x, x1, x2;
} angles;

static angles pointing(quad phi)
{
    quad c = cosq(phi), s = sinq(phi), se = (r * c - h) / l, ce = sqrtq(1 - se * se);
    quad sp = -r * s / (l * ce), cp = sqrtq(1 - sp * sp);
    angles g = {.psi = asinq(sp), .eps = asinq(se), .eps1 = -r * s / (l * ce)};
    g.eps2 = (-r * c / l + se * g.eps1 * g.eps1) / ce;
    g.psi1 = (-r * c / l + sp * se * g.eps1) / (cp * ce);
    g.psi2 = (r * s / l + sp * ce * (g.psi1 * g.psi1 + g.eps1 * g.eps1) +
              2 * cp * se * g.psi1 * g.eps1 + sp * se * g.eps2) /
             (cp * ce);
    g.x = l * cp * ce;
    g.x1 = -l * (sp * ce * g.psi1 + cp * se * g.eps1);
    g.x2 = -l * (cp * ce * (g.psi1 * g.psi1 + g.eps1 * g.eps1) - 2 * sp * se * g.psi1 * g.eps1 +
                 sp * ce * g.psi2 + cp * se * g.eps2);
    return g;
}

static lagrangian koenig(quad phi)
{
    const angles at = pointing(phi), *g = &at;
    quad s = sinq(g->eps), c = cosq(g->eps), slide = m[1] / 4 + m[2];
    quad turn = J[1][0] * s * s + J[1][2] * c * c, side = (m[0] + m[1]) * r / 2 * gravity;
    return (lagrangian){.A = J[0][2] + (m[0] + m[1]) * r * r / 4 + slide * g->x1 * g->x1 +
                             turn * g->psi1 * g->psi1 + J[1][1] * g->eps1 * g->eps1,
                        .dA = 2 * (slide * g->x1 * g->x2 + turn * g->psi1 * g->psi2 +
                                   (J[1][0] - J[1][2]) * s * c * g->eps1 * g->psi1 * g->psi1 +
                                   J[1][1] * g->eps1 * g->eps2),
                        .U = side * sinq(phi),
                        .dU = side * cosq(phi)};
}

/* The turn by psi about e3 after the one by -eps about e2. */
static void rod_axes(const angles *g, quad p[4])
{
    quad c1 = cosq(g->psi / 2), s1 = sinq(g->psi / 2);
    quad c2 = cosq(g->eps / 2), s2 = sinq(g->eps / 2);
    p[0] = c1 * c2, p[1] = s1 * s2, p[2] = -c1 * s2, p[3] = s1 * c2;
}

/* The moment N about the rod's mass centre, in its axes, at the rates psi', eps' of time. */
static void rod_moment(quad eps, quad psi1, quad eps1, quad psi2, quad eps2, quad Om[3], quad N[3])
{
    quad s = sinq(eps), c = cosq(eps), L[3];
    quad dOm[3] = {psi2 * s + psi1 * eps1 * c, -eps2, psi2 * c - psi1 * eps1 * s};
    Om[0] = psi1 * s, Om[1] = -eps1, Om[2] = psi1 * c;
    for (int k = 0; k < 3; k++) L[k] = J[1][k] * Om[k];
    cross3(Om, L, N);
    for (int k = 0; k < 3; k++) N[k] += J[1][k] * dOm[k];
}

/* From the rod's moment N = l/2 e1 x (ls + lu) + lc e3_space x e2, e3_space = (sin eps, 0, cos eps)
 * in its axes, and Newton's m a = lu - ls + m g: the moment along the rod gives lc, those across it
 * ls + lu across it, the slider's m x'' = -lu_x the part along it. */
static void balance(const angles *g, const quad N[3], quad p[4], quad a[NB][3], quad lambda[])
{
    quad s = sinq(g->eps), c = cosq(g->eps), cross = -N[0] / c, R[3][3], sum[3], fall[3];
    quad across[3] = {0, 2 / l * (N[2] - cross * s), -2 / l * N[1]};
    quad *ls = lambda, *lt = lambda + 3, *lu = lambda + 8, *lr = lambda + 12;
    rotation_matrix(p, R);
    rotate3(R, across, sum);
    for (int k = 0; k < 3; k++) fall[k] = a[1][k] + (k == 1 ? gravity : 0);
    quad along = (-2 * m[2] * a[2][0] - sum[0] - m[1] * fall[0]) / R[0][0];
    for (int k = 0; k < 3; k++) {
        sum[k] += along * R[k][0];
        ls[k] = (sum[k] - m[1] * fall[k]) / 2;
        lu[k] = (sum[k] + m[1] * fall[k]) / 2;
        lr[k] = m[0] * (a[0][k] + (k == 1 ? gravity : 0)) - ls[k];
    }
    lambda[11] = cross;
    /* e3 x e2 of the rod, in space */
    quad twist[3] = {-R[1][1], R[0][1], 0};
    lt[2] = -lu[2];
    lt[3] = lu[1] + m[2] * gravity;
    lt[0] = l * lt[2] + cross * twist[1];
    lt[1] = l * lt[3] + cross * twist[2];
    lt[4] = h * lt[3] + cross * twist[0];
    lambda[15] = 0;
    lambda[16] = r / 2 * (lr[0] - ls[0]);
}

static void angles_row(quad phi, quad rate, quad row[])
{
    angles g = pointing(phi);
    lagrangian L = koenig(phi);
    quad turn = lagrange_acceleration(&L, tau, rate), square = rate * rate, N[3];
    quad c = r / 2 * cosq(phi), s = r / 2 * sinq(phi), way = turn * g.x1 + square * g.x2;
    quad a[NB][3] = {{0, turn * c - square * s, turn * s + square * c},
                     {way / 2, turn * c - square * s, turn * s + square * c},
                     {way, 0, 0}};
    crank_and_slider(phi, rate, g.x, g.x1, row);
    row[3] = g.x / 2, row[4] = s, row[5] = -c - h / 2;
    row[RV + 3] = rate * g.x1 / 2, row[RV + 4] = rate * c, row[RV + 5] = rate * s;
    rod_axes(&g, row + RP + 4);
    rod_moment(g.eps, rate * g.psi1, rate * g.eps1, turn * g.psi1 + square * g.psi2,
               turn * g.eps1 + square * g.eps2, row + RW + 3, N);
    balance(&g, N, row + RP + 4, a, row + NY);
}

/* ---- B: jets, Lagrange, the bodies apart ---- */

typedef struct {
    jet x;            /* of the slider */
    jet e[3][3];      /* axes of the rod in space */
    quad w[3], dw[3]; /* its angular velocity along phi in its axes, and the derivative */
} rod;

static rod rod_at(quad phi)
{
    rod q;
    jet C[3] = {constant(0), combine(r, sine(phi), 0, constant(0)),
                combine(-r, cosine(phi), 0, constant(0))};
    jet side = combine(1, constant(-h), -1, C[2]);
    jet rest = combine(-1, times(C[1], C[1]), -1, times(side, side));
    q.x = root(combine(1, constant(l * l), 1, rest));
    jet way[3] = {q.x, combine(-1, C[1], 0, constant(0)), side};
    unit_jet(way, q.e[0]);
    jet flat[3] = {combine(-1, way[1], 0, constant(0)), way[0], constant(0)};
    unit_jet(flat, q.e[1]);
    cross_jet(q.e[0], q.e[1], q.e[2]);
    for (int i = 0; i < 3; i++) { /* Om_i = e_k . e_j' */
        int j = (i + 1) % 3, k = (i + 2) % 3;
        q.w[i] = q.dw[i] = 0;
        for (int n = 0; n < 3; n++) {
            const jet *a = &q.e[k][n], *b = &q.e[j][n];
            q.w[i] += a->f * b->f1;
            q.dw[i] += a->f1 * b->f1 + a->f * b->f2;
        }
    }
    return q;
}

static void lagrange(const quad z[], quad dz[])
{
    rod q = rod_at(z[0]);
    quad slide = m[1] / 4 + m[2];
    lagrangian L = {.A = J[0][2] + (m[0] + m[1]) * r * r / 4 + slide * q.x.f1 * q.x.f1,
                    .dA = 2 * slide * q.x.f1 * q.x.f2,
                    .dU = (m[0] + m[1]) * gravity * r / 2 * cosq(z[0])};
    for (int k = 0; k < 3; k++) {
        L.A += J[1][k] * q.w[k] * q.w[k];
        L.dA += 2 * J[1][k] * q.w[k] * q.dw[k];
    }
    dz[0] = z[1];
    dz[1] = lagrange_acceleration(&L, tau, z[1]);
}

static rigid_bodies linkage(void)
{
    rigid_bodies B = {.bodies = NB, .torque = {{0, 0, tau}}, .g = {0, -gravity, 0}};
    memcpy(B.m, m, sizeof m);
    memcpy(B.J, J, sizeof J);
    place rail = point(GROUND, 0, 0, 0), foot = point(2, -l, 0, h);
    place e2 = direction(GROUND, 0, 1, 0), e3 = direction(GROUND, 0, 0, 1);
    place less_e2 = direction(GROUND, 0, -1, 0), e1 = direction(GROUND, 1, 0, 0);
    add_coincident(&B, point(0, r / 2, 0, 0), point(1, -l / 2, 0, 0));
    add_orthogonal(&B, e3, direction(2, 1, 0, 0));
    add_orthogonal(&B, less_e2, direction(2, 1, 0, 0));
    add_in_plane(&B, e3, rail, foot);
    add_in_plane(&B, less_e2, rail, foot);
    add_orthogonal(&B, e2, direction(2, 0, 0, 1));
    add_coincident(&B, point(1, l / 2, 0, 0), point(2, 0, 0, 0));
    add_orthogonal(&B, direction(1, 0, 1, 0), direction(2, 0, 0, 1));
    add_coincident(&B, point(0, -r / 2, 0, 0), rail);
    add_orthogonal(&B, direction(0, 0, 1, 0), e1);
    add_orthogonal(&B, direction(0, -1, 0, 0), e1);
    return B;
}

static void jets_row(quad phi, quad rate, quad row[])
{
    rod q = rod_at(phi);
    rigid_bodies apart = linkage();
    quad a[6 * NB], centre[3] = {q.x.f, r * sinq(phi), -r * cosq(phi) - h};
    quad speed[3] = {q.x.f1, r * cosq(phi), r * sinq(phi)};
    crank_and_slider(phi, rate, q.x.f, q.x.f1, row);
    for (int k = 0; k < 3; k++) {
        row[3 + k] = centre[k] / 2;
        row[RV + 3 + k] = rate * speed[k] / 2;
        row[RW + 3 + k] = rate * q.w[k];
    }
    quad *p = row + RP + 4; /* the rod stays far from a half turn */
    p[0] = sqrtq(1 + q.e[0][0].f + q.e[1][1].f + q.e[2][2].f) / 2;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        p[1 + i] = (q.e[j][k].f - q.e[k][j].f) / (4 * p[0]);
    }
    reactions(&apart, row, a, row + NY);
}

int main(int argc, char *argv[])
{
    const mechanism made = {
        .problem = "crank",
        .any = "start", /* printed: 0.707 differs from sqrt(1/2) along p, by length alone */
        .program = "reference/crank.c",
        .bodies = "crank rod slider",
        .multipliers =
            "spherical12.x spherical12.y spherical12.z translational03.tilt_a "
            "translational03.tilt_b translational03.off_a translational03.off_b "
            "translational03.turn universal23.x universal23.y universal23.z universal23.cross "
            "revolute10.x revolute10.y revolute10.z revolute10.tilt_a revolute10.tilt_b",
        .units = "N, tilt turn cross N m",
        .phi0 = 0,
        .tau = tau,
        .energy = koenig,
        .by_angles = angles_row,
        .lagrange = lagrange,
        .steps_per_radian = 5,
        .by_jets = jets_row,
    };
    return make_mechanism(&made, argc, argv);
}
