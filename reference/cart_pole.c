/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/cart_pole.c: true values of the problem cart-pole: a cart of mass M on a level rail, a
 * point of mass m = 1 on a rod l = 1 hung from it, g = 9.81, let go at theta0 = pi/2 from the
 * vertical.  The centre of mass stays where it is along the rail, so theta moves alone,
 *
 *     theta'^2 = 2 g (M + m) cos theta / (l (M + m sin^2 theta)),
 *     x = m l (1 - sin theta) / (M + m),
 *
 * between pi/2 and -pi/2.  As M goes to 0 the pole passes the vertical ever faster, with the rate
 * sqrt(2 g (M + m) / (l M)), which lasts some M sqrt(l/g).  Two derivations:
 *
 * A  quadrature of the energy: t(theta) by Gauss and Legendre, cos theta = w^2 down from pi/2 to
 *    pi/4, sin theta = sqrt(M/m) sinh v from there to 0; the rest of the motion is its mirror;
 * B  Lagrange's equation (M + m sin^2) l theta'' = -(M + m) g sin - m l sin cos theta'^2 in the
 *    time s, dt = (M + m sin^2 theta) ds, in which it has no fast passage, by extrapolation.
 *
 * Usage: cart_pole [1e-8] [--until T] > cart-pole.ref; cart_pole values > cart-pole.values */
#include "extrapolation.h"
#include "gauss.h"
#include "values.h"

enum { NODES = 24, PANELS = 24, CASES = 5, TIMES = 3, PER_UNIT = 40 };
enum { MULTIPLIERS = 4, LAMBDA = 8, WIDTH = LAMBDA + MULTIPLIERS };

#define QUADRATURE "printed: quadrature of the energy integral, quadruple precision"
#define LAGRANGE                                                                                   \
    "checked by Lagrange's equation in a time that has no fast passage, extrapolation (GBS) of "   \
    "order 24, H = 1/40"

static const quad m = 1, l = 1, g = (quad)981 / 100;
static quad M, node[NODES], weight[NODES];

/* ---- A: quadrature ---- */

/* dt/dw of cos theta = w^2. */
static quad slow(quad w)
{
    quad sine2 = 1 - w * w * w * w;
    return 2 * sqrtq(l * (M + m * sine2) / (2 * g * (M + m) * sine2));
}

/* dt/dv of sin theta = sqrt(M/m) sinh v. */
static quad fast(quad v)
{
    quad c = coshq(v), s = sinhq(v), cosine = sqrtq(1 - M / m * s * s);
    return M * sqrtq(l / (2 * g * (M + m) * m)) * c * c / (cosine * sqrtq(cosine));
}

static quad integral(quad f(quad), quad from, quad to)
{
    quad sum = 0, width = (to - from) / PANELS;
    for (int k = 0; k < PANELS; k++)
        for (int i = 0; i < NODES; i++) sum += weight[i] * f(from + (k + node[i]) * width);
    return sum * width;
}

/* Time from the start until theta, pi/2 >= theta >= 0; v of theta = 0 is 0. */
static quad time_until(quad theta)
{
    quad half = sqrtq(cosq(M_PI_4q)), most = asinhq(sqrtq(m / M) * sinq(M_PI_4q));
    if (theta >= M_PI_4q) return integral(slow, 0, sqrtq(cosq(theta)));
    return integral(slow, 0, half) + integral(fast, asinhq(sqrtq(m / M) * sinq(theta)), most);
}

static quad speed(quad theta)
{
    quad s = sinq(theta);
    return sqrtq(2 * g * (M + m) * cosq(theta) / (l * (M + m * s * s)));
}

/* theta and its rate at the time t. */
static void quadrature(quad t, quad at[2])
{
    if (t == 0) {
        at[0] = M_PI_2q;
        at[1] = 0;
        return;
    }
    quad quarter = time_until(0), in = fmodq(t, 4 * quarter), low = 0, high = M_PI_2q, theta = 1;
    bool back = in > 2 * quarter; /* from -pi/2 to pi/2 */
    if (back) in = 4 * quarter - in;
    bool below = in > quarter;
    if (below) in = 2 * quarter - in;
    for (int k = 0; k < 200; k++) { /* Newton's iteration, kept in the bracket */
        quad late = time_until(theta) - in;
        if (late > 0)
            low = theta;
        else
            high = theta;
        quad next = theta + late * speed(theta);
        if (!(next > low && next < high)) next = (low + high) / 2;
        bool there = fabsq(next - theta) < 64 * round_off();
        theta = next;
        if (there) break;
    }
    at[0] = below ? -theta : theta;
    at[1] = back ? speed(theta) : -speed(theta);
}

/* ---- B: Lagrange's equation ---- */

static void lagrange_rate(const quad z[], quad dz[]) /* theta, theta', t */
{
    quad s = sinq(z[0]), c = cosq(z[0]);
    dz[2] = M + m * s * s;
    dz[0] = dz[2] * z[1];
    dz[1] = -(M + m) * g / l * s - m * s * c * z[1] * z[1];
}

/* From one time to the next; the last step is cut by Newton's iteration in s. */
static void lagrange(quad t, quad z[3])
{
    quad H = (quad)1 / PER_UNIT, y[3], rate[3];
    for (;;) {
        memcpy(y, z, sizeof y);
        extrapolation_step(3, lagrange_rate, H, y);
        if (y[2] > t) break;
        memcpy(z, y, sizeof y);
    }
    for (int k = 0; k < 60; k++) {
        lagrange_rate(y, rate);
        quad step = (t - y[2]) / rate[2];
        H += step;
        memcpy(y, z, sizeof y);
        extrapolation_step(3, lagrange_rate, H, y);
        if (fabsq(step) < round_off()) break;
    }
    memcpy(z, y, sizeof y);
}

/* ---- the bodies ---- */

static void add_poses(known_values *all, const char *parameters, const char *t, const quad a[2],
                      const quad b[2])
{
    quad cart[2][4], pole[2][4];
    for (int k = 0; k < 2; k++) {
        const quad *z = k ? b : a;
        quad s = sinq(z[0]), c = cosq(z[0]), x = m * l * (1 - s) / (M + m);
        quad v = -m * l * c * z[1] / (M + m);
        memcpy(cart[k], (quad[4]){x, 0, v, 0}, sizeof *cart);
        memcpy(pole[k], (quad[4]){x + l * s, -l * c, v + l * c * z[1], l * s * z[1]}, sizeof *pole);
    }
    add_body(all, parameters, t, "cart", 2, cart[0], cart[1]);
    add_body(all, parameters, t, "bob", 2, pole[0], pole[1]);
    add_value(all, parameters, t, "theta", "rad", a[0], b[0]);
}

/* ---- the reference ---- */

/* r and v of cart and bob, then the multipliers; of the state theta, theta'. */
static void fill_row(const quad z[2], quad row[])
{
    quad s = sinq(z[0]), c = z[0] == M_PI_2q ? 0 : cosq(z[0]), w = z[1]; /* level at the start */
    quad x = m * l * (1 - s) / (M + m), v = -m * l * c * w / (M + m), most = M + m * s * s;
    quad dw = (-(M + m) * g / l * s - m * s * c * w * w) / most;
    quad ax = M * l / (M + m) * (c * dw - s * w * w), ay = l * (s * dw + c * w * w); /* bob */
    quad pole = -m * ax * s + m * (ay + g) * c;
    memset(row, 0, WIDTH * sizeof *row);
    row[0] = x;
    row[2] = x + l * s;
    row[3] = -l * c;
    row[4] = v;
    row[6] = v + l * c * w;
    row[7] = l * s * w;
    row[LAMBDA] = -M * g - pole * c;
    row[LAMBDA + 3] = pole;
}

static void print_row(const quad row[])
{
    for (int b = 0; b < 2; b++) print_planar(row + 2 * b, 0, row + 4 + 2 * b, 0);
    print_numbers(row + LAMBDA, MULTIPLIERS);
}

static void by_quadrature(int rows, int steps, quad *run)
{
    (void)steps;
    quad at[2];
    for (int n = 0; n < rows; n++) {
        quadrature((quad)n / ROWS_PER_SECOND, at);
        fill_row(at, run + n * WIDTH);
    }
}

static void by_lagrange(int rows, int steps, quad *run)
{
    (void)steps;
    quad z[3] = {M_PI_2q, 0, 0};
    for (int n = 0; n < rows; n++) {
        if (n > 0) lagrange((quad)n / ROWS_PER_SECOND, z);
        fill_row(z, run + n * WIDTH);
    }
}

static int print_reference(const variant *which, int argc, char *argv[])
{
    const reference ref = {
        .problem = "cart-pole",
        .program = "reference/cart_pole.c",
        .which = which,
        .method = {QUADRATURE, LAGRANGE},
        .bodies = "cart bob",
        .multipliers = "rail_y rail_z plane pole",
        .units = "N",
        .rows = 101,
        .width = WIDTH,
        .kinds = {{"r", 0, 4}, {"v", 4, 4}, {"lambda", LAMBDA, MULTIPLIERS}},
        .runs = {{"quadrature", by_quadrature, 1}, {"Lagrange", by_lagrange, 1}},
        .print = print_row,
        .least_digits = 15,
    };
    return make_file(&ref, argc, argv);
}

static int print_all_values(void)
{
    static known_values all = {.problem = "cart-pole",
                               .program = "reference/cart_pole.c",
                               .method = {QUADRATURE, LAGRANGE}};
    static const char *const setting[CASES] = {"default", "M=1", "M=1e-2", "M=1e-4", "M=1e-8"};
    static const char *const time[TIMES] = {"1", "5", "10"};
    static const int power[CASES] = {-6, 0, -2, -4, -8}, at[TIMES] = {1, 5, 10};
    for (int c = 0; c < CASES; c++) {
        M = powq(10, power[c]);
        quad z[3] = {M_PI_2q, 0, 0}, a[2];
        for (int k = 0; k < TIMES; k++) {
            quadrature(at[k], a);
            lagrange(at[k], z);
            add_poses(&all, setting[c], time[k], a, z);
        }
    }
    return print_values(&all);
}

/* The whole program. */
int main(int argc, char *argv[])
{
    static const variant files[] = {{"", NULL}, {"1e-8", "M=1e-8"}, {"values", NULL}, {NULL, NULL}};
    int file = variant_wanted(files, &argc, &argv);
    gauss_legendre(NODES, node, weight);
    M = powq(10, file == 1 ? -8 : -6);
    return file == 2 ? print_all_values() : print_reference(&files[file], argc, argv);
}
