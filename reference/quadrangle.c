/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/quadrangle.c: reference solution of the problem quadrangle.
 *
 * A four-bar linkage in the plane of e1, e2: body 1 from the origin to A, body 2 from A to B, body
 * 3 from the ground's D to B; at t = 0 at rest, body 1 at phi = pi/3; gravity along -y, a torque
 * tau along e3 on body 1 (Tuomela, Arponen, Normi, section 6.2.2).  The motion is the same with
 * planar bodies.  `printed`: phi where the poses are nearest to the three digits of Table 3,
 * Euclidean in all positions and Euler parameters.  Multipliers are those of M v' = f - G^T lambda
 * with the rows of Table 4, revolute: C, e2 . e3, -e1 . e3; spherical: C; cylindrical: e2 . e3, -e1
 * . e3, e2 . d, -e1 . d, axes of the first body against the e3 or the point of the second.
 *
 * Two derivations, which share the data and the balance of one degree of freedom only:
 *
 * A  quadrature of the energy integral; the loop closed by the angles b, c of bodies 2 and 3 in
 *    the triangle A B D; reactions from the moments of bodies 2 and 3 about A and D and from
 *    Newton's equations in the plane.
 * B  Lagrange's equation of phi by extrapolation; the loop closed by the meeting point B of two
 *    circles, its derivatives by jets; reactions from the three bodies apart in space, all 17 rows.
 *
 * Usage: quadrangle [--until T] > quadrangle.ref
 *        quadrangle printed [--until T] > quadrangle-printed.ref */
#include "mechanism.h"

static const quad m[NB] = {(quad)7810 / 100, (quad)15620 / 100, (quad)15620 / 100};
static const quad J[NB][3] = {{(quad)8 / 100, (quad)2605 / 100, (quad)261 / 10},
                              {(quad)16 / 100, (quad)2083 / 10, (quad)2084 / 10},
                              {(quad)16 / 100, (quad)2083 / 10, (quad)2084 / 10}};
static const quad l1 = 2, l2 = 4, l3 = 4, l0 = (quad)5 / 2;
static const quad tau = -1200, gravity = (quad)981 / 100;

/* ---- A: angles, energy, the balance of each body ---- */

typedef struct { /* angles of bodies 2 and 3 and their derivatives along phi */
    quad b, c, b1, c1, b2, c2;
} angles;

/* l1 sin(c - phi) = l2 b' sin(b - c),  l1 sin(b - phi) = l3 c' sin(b - c). */
static angles triangle(quad phi)
{
    quad x = l0 - l1 * cosq(phi), y = -l1 * sinq(phi), d = sqrtq(x * x + y * y), t = atan2q(y, x);
    angles g = {.b = t + acosq((d * d + l2 * l2 - l3 * l3) / (2 * d * l2)),
                .c = t + acosq(-1) - acosq((d * d + l3 * l3 - l2 * l2) / (2 * d * l3))};
    quad fold = sinq(g.b - g.c), open = cosq(g.b - g.c);
    g.b1 = l1 * sinq(g.c - phi) / (l2 * fold);
    g.c1 = l1 * sinq(g.b - phi) / (l3 * fold);
    g.b2 = (l1 / l2 * cosq(g.c - phi) * (g.c1 - 1) - g.b1 * open * (g.b1 - g.c1)) / fold;
    g.c2 = (l1 / l3 * cosq(g.b - phi) * (g.b1 - 1) - g.c1 * open * (g.b1 - g.c1)) / fold;
    return g;
}

static lagrangian koenig(quad phi)
{
    const angles at = triangle(phi), *g = &at;
    quad i1 = J[0][2] + m[0] * l1 * l1 / 4, i2 = J[1][2] + m[1] * l2 * l2 / 4;
    quad i3 = J[2][2] + m[2] * l3 * l3 / 4, mix = m[1] * l1 * l2, lag = phi - g->b;
    return (lagrangian){
        .A =
            i1 + m[1] * l1 * l1 + i2 * g->b1 * g->b1 + i3 * g->c1 * g->c1 + mix * g->b1 * cosq(lag),
        .dA = 2 * i2 * g->b1 * g->b2 + 2 * i3 * g->c1 * g->c2 +
              mix * (g->b2 * cosq(lag) - g->b1 * (1 - g->b1) * sinq(lag)),
        .U = gravity * ((m[0] / 2 + m[1]) * l1 * sinq(phi) + m[1] * l2 / 2 * sinq(g->b) +
                        m[2] * l3 / 2 * sinq(g->c)),
        .dU = gravity * ((m[0] / 2 + m[1]) * l1 * cosq(phi) + m[1] * l2 / 2 * g->b1 * cosq(g->b) +
                         m[2] * l3 / 2 * g->c1 * cosq(g->c))};
}

/* A bar that turns from its start: adds length (e, e' w, e'' ..) to position, velocity,
 * acceleration. */
static void reach(quad length, quad angle, quad w, quad dw, quad x[3][2])
{
    quad c = length * cosq(angle), s = length * sinq(angle);
    x[0][0] += c, x[0][1] += s;
    x[1][0] -= w * s, x[1][1] += w * c;
    x[2][0] -= dw * s + w * w * c, x[2][1] += dw * c - w * w * s;
}

/* The force f of the cylindrical joint on body 2 from the moments of bodies 2 and 3 about A and D,
 * (B - A) x f = moment2,  (B - D) x f = -moment3; the others from Newton's equations. */
static void balance(const angles *g, const quad a[NB][2], quad moment2, quad moment3, quad lambda[])
{
    quad A[2] = {l2 * cosq(g->b), l2 * sinq(g->b)}, D[2] = {l3 * cosq(g->c), l3 * sinq(g->c)};
    quad det = A[0] * D[1] - A[1] * D[0], f[2];
    for (int k = 0; k < 2; k++) f[k] = (moment2 * D[k] + moment3 * A[k]) / det;
    for (int k = 0; k < 2; k++) {
        quad fall = k == 1 ? -gravity : 0;
        lambda[5 + k] = f[k] + m[1] * (fall - a[1][k]);
        lambda[k] = lambda[5 + k] + m[0] * (fall - a[0][k]);
        lambda[12 + k] = f[k] - m[2] * (fall - a[2][k]);
    }
    lambda[10] = (A[0] * f[1] - A[1] * f[0]) / l2;
    lambda[11] = -(A[0] * f[0] + A[1] * f[1]) / l2;
}

static void angles_row(quad phi, quad rate, quad row[])
{
    angles g = triangle(phi);
    lagrangian L = koenig(phi);
    quad turn2 = lagrange_acceleration(&L, tau, rate), a[NB][2];
    const quad angle[NB] = {phi, g.b, g.c}, w[NB] = {rate, rate * g.b1, rate * g.c1};
    const quad length[NB] = {l1, l2, l3};
    const quad dw[NB] = {turn2, turn2 * g.b1 + rate * rate * g.b2,
                         turn2 * g.c1 + rate * rate * g.c2};
    memset(row, 0, WIDTH * sizeof *row);
    for (int b = 0; b < NB; b++) {
        quad x[3][2] = {{b == 2 ? l0 : 0}};
        if (b == 1) reach(l1, phi, rate, turn2, x);
        reach(length[b] / 2, angle[b], w[b], dw[b], x);
        for (int k = 0; k < 2; k++) {
            row[3 * b + k] = x[0][k];
            row[RV + 3 * b + k] = x[1][k];
            a[b][k] = x[2][k];
        }
        row[RP + 4 * b] = cosq(angle[b] / 2);
        row[RP + 4 * b + 3] = sinq(angle[b] / 2);
        row[RW + 3 * b + 2] = w[b];
    }
    /* rate of spin about the joint less the moment of the weight */
    quad c = l2 / 2 * cosq(g.b), s = l2 / 2 * sinq(g.b);
    quad moment2 = J[1][2] * dw[1] + m[1] * (c * (a[1][1] + gravity) - s * a[1][0]);
    quad moment3 = (J[2][2] + m[2] * l3 * l3 / 4) * dw[2] + m[2] * gravity * l3 / 2 * cosq(g.c);
    balance(&g, a, moment2, moment3, row + NY);
}

/* ---- B: jets, Lagrange, the bodies apart ---- */

typedef struct {
    jet x, y;
} jet2;

typedef struct {
    jet2 r, e; /* mass centre, direction of the bar */
} bar;

static jet2 combine2(quad a, jet2 u, quad b, jet2 v)
{
    return (jet2){combine(a, u.x, b, v.x), combine(a, u.y, b, v.y)};
}

/* B = A + alpha (D - A) + beta n, n = D - A turned to the left. */
static void circles(quad phi, bar body[NB])
{
    jet2 origin = {constant(0), constant(0)}, D = {constant(l0), constant(0)};
    jet2 along = {cosine(phi), sine(phi)}, A = combine2(l1, along, 0, origin);
    jet2 AD = combine2(1, D, -1, A), n = {combine(-1, AD.y, 0, AD.y), AD.x};
    jet d2 = combine(1, times(AD.x, AD.x), 1, times(AD.y, AD.y));
    jet alpha = over(combine(1, d2, 1, constant(l2 * l2 - l3 * l3)), combine(2, d2, 0, d2));
    jet beta = root(combine(1, over(constant(l2 * l2), d2), -1, times(alpha, alpha)));
    jet2 AB = {combine(1, times(alpha, AD.x), 1, times(beta, n.x)),
               combine(1, times(alpha, AD.y), 1, times(beta, n.y))};
    jet2 B = combine2(1, A, 1, AB), DB = combine2(1, B, -1, D);
    body[0] = (bar){combine2((quad)1 / 2, A, 0, A), along};
    body[1] = (bar){combine2((quad)1 / 2, A, (quad)1 / 2, B), combine2(1 / l2, AB, 0, AB)};
    body[2] = (bar){combine2((quad)1 / 2, D, (quad)1 / 2, B), combine2(1 / l3, DB, 0, DB)};
}

/* The angle's derivative, and the second one. */
static void turn(const jet2 *e, quad *w, quad *dw)
{
    *w = e->x.f * e->y.f1 - e->y.f * e->x.f1;
    *dw = e->x.f * e->y.f2 - e->y.f * e->x.f2;
}

static void lagrange(const quad z[], quad dz[])
{
    bar body[NB];
    lagrangian L = {0};
    circles(z[0], body);
    for (int b = 0; b < NB; b++) {
        const jet2 *r = &body[b].r;
        quad w, dw;
        turn(&body[b].e, &w, &dw);
        L.A += m[b] * (r->x.f1 * r->x.f1 + r->y.f1 * r->y.f1) + J[b][2] * w * w;
        L.dA += 2 * (m[b] * (r->x.f1 * r->x.f2 + r->y.f1 * r->y.f2) + J[b][2] * w * dw);
        L.dU += m[b] * gravity * r->y.f1;
    }
    dz[0] = z[1];
    dz[1] = lagrange_acceleration(&L, tau, z[1]);
}

static rigid_bodies linkage(void)
{
    rigid_bodies B = {.bodies = NB, .torque = {{0, 0, tau}}, .g = {0, -gravity, 0}};
    memcpy(B.m, m, sizeof m);
    memcpy(B.J, J, sizeof J);
    add_coincident(&B, point(GROUND, 0, 0, 0), point(0, -l1 / 2, 0, 0));
    add_orthogonal(&B, direction(GROUND, 0, 1, 0), direction(0, 0, 0, 1));
    add_orthogonal(&B, direction(GROUND, -1, 0, 0), direction(0, 0, 0, 1));
    add_coincident(&B, point(0, l1 / 2, 0, 0), point(1, -l2 / 2, 0, 0));
    add_orthogonal(&B, direction(1, 0, 1, 0), direction(2, 0, 0, 1));
    add_orthogonal(&B, direction(1, -1, 0, 0), direction(2, 0, 0, 1));
    add_in_plane(&B, direction(1, 0, 1, 0), point(1, l2 / 2, 0, 0), point(2, l3 / 2, 0, 0));
    add_in_plane(&B, direction(1, -1, 0, 0), point(1, l2 / 2, 0, 0), point(2, l3 / 2, 0, 0));
    add_coincident(&B, point(2, -l3 / 2, 0, 0), point(GROUND, l0, 0, 0));
    add_orthogonal(&B, direction(2, 0, 1, 0), direction(GROUND, 0, 0, 1));
    add_orthogonal(&B, direction(2, -1, 0, 0), direction(GROUND, 0, 0, 1));
    return B;
}

static void circles_row(quad phi, quad rate, quad row[])
{
    bar body[NB];
    quad a[6 * NB];
    rigid_bodies apart = linkage();
    circles(phi, body);
    memset(row, 0, WIDTH * sizeof *row);
    for (int b = 0; b < NB; b++) {
        const jet2 *r = &body[b].r, *e = &body[b].e;
        quad w, dw, half = sqrtq((1 + e->x.f) / 2);
        turn(e, &w, &dw);
        row[3 * b] = r->x.f;
        row[3 * b + 1] = r->y.f;
        row[RP + 4 * b] = b ? half : cosq(phi / 2); /* bodies 2 and 3 stay within a half turn */
        row[RP + 4 * b + 3] = b ? e->y.f / (2 * half) : sinq(phi / 2);
        row[RV + 3 * b] = rate * r->x.f1;
        row[RV + 3 * b + 1] = rate * r->y.f1;
        row[RW + 3 * b + 2] = rate * w;
    }
    reactions(&apart, row, a, row + NY);
}

/* ---- the printed start ---- */

/* <dy/dphi, y - a>: a the printed r and p of Table 3, y by angles_row at the rate 1. */
static quad slope(quad phi)
{
    static const quad a[NB][4] = {
        {(quad)500 / 1000, (quad)866 / 1000, (quad)866 / 1000, (quad)500 / 1000},
        {(quad)2824 / 1000, (quad)2553 / 1000, (quad)978 / 1000, (quad)210 / 1000},
        {(quad)3574 / 1000, (quad)1687 / 1000, (quad)877 / 1000, (quad)481 / 1000}};
    quad row[WIDTH], sum = 0;
    angles_row(phi, 1, row);
    for (int b = 0; b < NB; b++) {
        const quad *p = row + RP + 4 * b;
        quad half = row[RW + 3 * b + 2] / 2;
        for (int k = 0; k < 2; k++) sum += row[RV + 3 * b + k] * (row[3 * b + k] - a[b][k]);
        sum += half * (p[0] * (p[3] - a[b][3]) - p[3] * (p[0] - a[b][2]));
    }
    return sum;
}

/* By bisection about pi/3. */
static quad nearest_angle(void)
{
    quad third = acosq(-1) / 3, low = third - (quad)1 / 10, high = third + (quad)1 / 10;
    while (high - low > 4 * round_off()) {
        quad middle = (low + high) / 2;
        *(slope(middle) < 0 ? &low : &high) = middle;
    }
    return (low + high) / 2;
}

int main(int argc, char *argv[])
{
    static const variant files[] = {{"", NULL}, {"printed", "start=printed"}, {NULL, NULL}};
    int file = variant_wanted(files, &argc, &argv);
    const mechanism made = {
        .problem = "quadrangle",
        .any = "bodies",
        .which = &files[file],
        .program = "reference/quadrangle.c",
        .bodies = "body1 body2 body3",
        .multipliers =
            "revolute01.x revolute01.y revolute01.z revolute01.tilt_a revolute01.tilt_b "
            "spherical12.x spherical12.y spherical12.z cylindrical23.tilt_a cylindrical23.tilt_b "
            "cylindrical23.off_a cylindrical23.off_b revolute30.x revolute30.y revolute30.z "
            "revolute30.tilt_a revolute30.tilt_b",
        .units = "N, tilt N m",
        .phi0 = file ? nearest_angle() : acosq(-1) / 3,
        .tau = tau,
        .energy = koenig,
        .by_angles = angles_row,
        .lagrange = lagrange,
        .steps_per_radian = 100,
        .by_jets = circles_row,
    };
    return make_mechanism(&made, argc, argv);
}
