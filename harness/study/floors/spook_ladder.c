/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPOOK (29) on the ladder of paper 001, section 6, written out: everything one square needs is
 * done in one sweep over the squares and one back.
 *
 * Rods of square k: lower rail r, upper rail u, rung g; joints A (tail of r), B (tail of u), C
 * (tail of g), H (heads of u and g), each Phi = x_second - x_first.  Every rod is eliminated with
 * its unit row, W = 1/J (1 - e e^T / (e.e + sigma J)), so that two joints on it couple by P = 1/m +
 * l^2/4 W at the same end and Q = 1/m - l^2/4 W at opposite ones.  Squares couple by A and B of the
 * next: S is factorised in blocks of two, in the order A, B, C, H. */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/clock.h"
#include "harness/study/floors/floor.h"

static const double m = 10, l = 1, g = 9.81, epsilon = 1e-8, theta = 2;

typedef struct {
    double a, b, c; /* symmetric 2 x 2: a b; b c.  Factorised: 1/d0, l, 1/d1 */
} sym;
typedef struct {
    double a, b, c, d;
} mat;
typedef struct {
    double x, y;
} vec;
typedef struct {
    vec r, u, v, w; /* centre, direction, their velocities */
} rod;
typedef struct {
    sym W;
    vec d; /* change of w with no force in the joints */
} reduced;
typedef struct {    /* the factors of one square, and its right-hand side */
    sym A, B, C, H; /* pivots */
    mat BA, CA, NA, CB, HB, NB, HC, NC, MC, NH,
        MH; /* below them; N, M: A and B of the next square */
    vec yA, yB, yC, yH;
} square;

static inline sym minus(sym s, mat L, mat X) /* s - L X^T */
{
    return (sym){s.a - L.a * X.a - L.b * X.b, s.b - L.c * X.a - L.d * X.b,
                 s.c - L.c * X.c - L.d * X.d};
}

static inline mat less(mat s, mat L, mat X)
{
    return (mat){s.a - L.a * X.a - L.b * X.b, s.b - L.a * X.c - L.b * X.d,
                 s.c - L.c * X.a - L.d * X.b, s.d - L.c * X.c - L.d * X.d};
}

static inline sym factor(sym s)
{
    double i = 1 / s.a, t = s.b * i;
    return (sym){i, t, 1 / (s.c - t * s.b)};
}

static inline vec solve(sym f, vec x)
{
    double t = (x.y - f.b * x.x) * f.c;
    return (vec){x.x * f.a - f.b * t, t};
}

static inline mat right(mat X, sym f) /* X D^-1 */
{
    vec p = solve(f, (vec){X.a, X.b}), q = solve(f, (vec){X.c, X.d});
    return (mat){p.x, p.y, q.x, q.y};
}

static inline vec take(vec y, mat L, vec x) /* y - L x */
{
    return (vec){y.x - L.a * x.x - L.b * x.y, y.y - L.c * x.x - L.d * x.y};
}

static inline vec take_t(vec y, mat L, vec x) /* y - L^T x */
{
    return (vec){y.x - L.a * x.x - L.c * x.y, y.y - L.b * x.x - L.d * x.y};
}

static inline mat full(double sign, double i, double k, sym W) /* sign (i 1 + k W) */
{
    double o = sign * k * W.b;
    return (mat){sign * (i + k * W.a), o, o, sign * (i + k * W.c)};
}

static inline void add(sym *s, double i, double k, sym W)
{
    s->a += i + k * W.a;
    s->b += k * W.b;
    s->c += i + k * W.c;
}

typedef struct {
    double h, J, im, k, sigma, upsilon; /* k = l^2 / 4 */
} numbers;

static inline reduced reduce(const numbers *n, const rod *q)
{
    double e = q->u.x * q->u.x + q->u.y * q->u.y, s = q->u.x * q->w.x + q->u.y * q->w.y;
    double p = 1 / (e + n->sigma * n->J), i = 1 / n->J, f = i * p;
    double b = (n->upsilon * (s - 2 / n->h * (e - 1)) - s) * p;
    return (reduced){{i - f * q->u.x * q->u.x, -f * q->u.x * q->u.y, i - f * q->u.y * q->u.y},
                     {b * q->u.x, b * q->u.y}};
}

/* C dv0 - (b - C v) of a joint between ends at e_i l/2 and e_j l/2 of two rods. */
static inline vec residual(const numbers *n, const rod *i, double e_i, const reduced *ri,
                           const rod *j, double e_j, const reduced *rj)
{
    double a = 0.5 * l * e_i, b = 0.5 * l * e_j, c = 1 - n->upsilon, d = 4 * n->upsilon / n->h;
    vec phi = {j->r.x + b * j->u.x - i->r.x - a * i->u.x,
               j->r.y + b * j->u.y - i->r.y - a * i->u.y};
    vec v = {j->v.x + b * j->w.x - i->v.x - a * i->w.x, j->v.y + b * j->w.y - i->v.y - a * i->w.y};
    return (vec){b * rj->d.x - a * ri->d.x + c * v.x + d * phi.x,
                 b * rj->d.y - a * ri->d.y + c * v.y + d * phi.y};
}

/* The velocities after the impulses -(sum of F) at the centre and -(sum of e l/2 F) on e. */
static inline void move(const numbers *n, rod *q, const reduced *w, vec head, vec tail)
{
    vec F = {head.x + tail.x, head.y + tail.y};
    vec T = {0.5 * l * (head.x - tail.x), 0.5 * l * (head.y - tail.y)};
    q->v.x -= n->im * F.x;
    q->v.y -= n->im * F.y + n->h * g;
    q->w.x += w->d.x - w->W.a * T.x - w->W.b * T.y;
    q->w.y += w->d.y - w->W.b * T.x - w->W.c * T.y;
    q->r.x += n->h * q->v.x;
    q->r.y += n->h * q->v.y;
    q->u.x += n->h * q->w.x;
    q->u.y += n->h * q->w.y;
}

/* What decays along the ladder ends as zero, not as the least denormal number, which stays what it
 * is under any factor above a half and costs a hundred times the time. */
static inline vec or_nothing(vec x)
{
    static const double least = 1e-200;
    return (vec){fabs(x.x) < least ? 0 : x.x, fabs(x.y) < least ? 0 : x.y};
}

typedef struct {
    sym A, B; /* of the next square, as far as they are known */
    mat BA;
    vec yA, yB;
} front;

/* One square; w: its rails r, u and its rung. */
static inline void eliminate(const numbers *n, const reduced *w, bool last, front *f, square *s)
{
    sym S0 = {n->sigma, 0, n->sigma};
    add(&f->A, n->im, n->k, w[0].W);
    add(&f->B, n->im, n->k, w[1].W);
    sym C = S0, H = S0, NA = S0, NB = S0;
    add(&C, n->im, n->k, w[0].W);
    add(&C, n->im, n->k, w[2].W);
    add(&H, n->im, n->k, w[1].W);
    add(&H, n->im, n->k, w[2].W);
    mat CA = full(-1, n->im, -n->k, w[0].W), XN = CA; /* A: the rail's tail; C, N: its head */
    mat HB = full(-1, n->im, -n->k, w[1].W), HC = full(1, n->im, -n->k, w[2].W);
    mat NC = full(1, n->im, n->k, w[0].W);
    /* next joints leave the heads of rail and rung */
    mat MC = full(-1, n->im, -n->k, w[2].W), MH = full(-1, n->im, n->k, w[2].W);
    if (last)
        XN = NC = MC = MH = (mat){0, 0, 0, 0};
    else {
        add(&NA, n->im, n->k, w[0].W);
        add(&NB, n->im, n->k, w[2].W);
    }
    vec yC = s->yC, yH = s->yH, yN = {0, 0}, yM = {0, 0};

    sym D = s->A = factor(f->A);
    s->BA = right(f->BA, D), s->CA = right(CA, D), s->NA = right(XN, D);
    sym B = minus(f->B, s->BA, f->BA);
    mat CB = less((mat){0, 0, 0, 0}, s->CA, f->BA), NBl = less((mat){0, 0, 0, 0}, s->NA, f->BA);
    C = minus(C, s->CA, CA);
    NC = less(NC, s->NA, CA);
    NA = minus(NA, s->NA, XN);
    s->yA = f->yA;
    s->yB = take(f->yB, s->BA, s->yA);
    yC = take(yC, s->CA, s->yA);
    yN = take(yN, s->NA, s->yA);

    D = s->B = factor(B);
    s->CB = right(CB, D), s->HB = right(HB, D), s->NB = right(NBl, D);
    C = minus(C, s->CB, CB);
    mat HCl = less(HC, s->HB, CB);
    H = minus(H, s->HB, HB);
    NC = less(NC, s->NB, CB);
    mat NH = less((mat){0, 0, 0, 0}, s->NB, HB);
    NA = minus(NA, s->NB, NBl);
    yC = take(yC, s->CB, s->yB);
    yH = take(yH, s->HB, s->yB);
    yN = take(yN, s->NB, s->yB);

    D = s->C = factor(C);
    s->HC = right(HCl, D), s->NC = right(NC, D), s->MC = right(MC, D);
    H = minus(H, s->HC, HCl);
    NH = less(NH, s->NC, HCl);
    MH = less(MH, s->MC, HCl);
    NA = minus(NA, s->NC, NC);
    mat MN = less((mat){0, 0, 0, 0}, s->MC, NC);
    NB = minus(NB, s->MC, MC);
    s->yC = yC;
    yH = take(yH, s->HC, yC);
    yN = take(yN, s->NC, yC);
    yM = take(yM, s->MC, yC);

    D = s->H = factor(H);
    s->NH = right(NH, D), s->MH = right(MH, D);
    NA = minus(NA, s->NH, NH);
    MN = less(MN, s->MH, NH);
    NB = minus(NB, s->MH, MH);
    s->yH = yH;
    *f = (front){NA, NB, MN, or_nothing(take(yN, s->NH, yH)), or_nothing(take(yM, s->MH, yH))};
}

/* The joints' impulses of a square from those of the next, N and M. */
static inline void substitute(square *s, vec N, vec M)
{
    s->yH = take_t(take_t(solve(s->H, s->yH), s->NH, N), s->MH, M);
    s->yC = take_t(take_t(take_t(solve(s->C, s->yC), s->HC, s->yH), s->NC, N), s->MC, M);
    s->yB = take_t(take_t(take_t(solve(s->B, s->yB), s->CB, s->yC), s->HB, s->yH), s->NB, N);
    s->yA = take_t(take_t(take_t(solve(s->A, s->yA), s->BA, s->yB), s->CA, s->yC), s->NA, N);
}

static inline vec sum(vec a, vec b)
{
    return (vec){a.x + b.x, a.y + b.y};
}

static inline vec negative(vec a)
{
    return (vec){-a.x, -a.y};
}

/* q: the first rung, then r, u, g of every square; w beside it. */
static void step(const numbers *n, int N, rod *q, reduced *w, square *s)
{
    static const rod origin = {{0, 0}, {0, 0}, {0, 0}, {0, 0}};
    static const reduced fixed = {{0, 0, 0}, {0, 0}};
    vec zero = {0, 0};
    w[0] = reduce(n, q);
    sym T = {n->sigma, 0, n->sigma};
    front f = {T, T, {0, 0, 0, 0}, zero, zero};
    add(&T, n->im, n->k, w[0].W);
    add(&f.B, n->im, n->k, w[0].W);
    mat BT = full(-1, n->im, -n->k, w[0].W), X = BT;
    vec yT = residual(n, &origin, 0, &fixed, q, -1, w);
    yT.y -= n->h * g;
    sym D = factor(T);
    BT = right(BT, D);
    f.B = minus(f.B, BT, X);
    f.yB = take(zero, BT, yT);
    for (int k = 0; k < N; k++) {
        rod *p = q + 3 * k + 1;
        reduced *v = w + 3 * k + 1;
        for (int i = 0; i < 3; i++) v[i] = reduce(n, p + i);
        f.yA = sum(f.yA, k ? residual(n, p - 3, 1, v - 3, p, -1, v)
                           : residual(n, &origin, 0, &fixed, p, -1, v));
        if (!k) f.yA.y -= n->h * g;
        f.yB = sum(f.yB, residual(n, p - 1, 1, v - 1, p + 1, -1, v + 1));
        s[k].yC = residual(n, p, 1, v, p + 2, -1, v + 2);
        s[k].yH = residual(n, p + 1, 1, v + 1, p + 2, 1, v + 2);
        eliminate(n, v, k == N - 1, &f, s + k);
    }
    vec A = zero, B = zero; /* of the next square */
    for (int k = N - 1; k >= 0; k--) {
        rod *p = q + 3 * k + 1;
        const reduced *v = w + 3 * k + 1;
        substitute(s + k, A, B);
        move(n, p, v, negative(sum(s[k].yC, A)), s[k].yA);
        move(n, p + 1, v + 1, negative(s[k].yH), s[k].yB);
        move(n, p + 2, v + 2, sum(s[k].yH, negative(B)), s[k].yC);
        A = s[k].yA;
        B = s[k].yB;
    }
    vec y = take_t(solve(D, yT), BT, B);
    move(n, q, w, negative(B), y);
}

static void place(int N, rod q[])
{
    for (int k = 0; k <= N; k++) {
        q[3 * k] = (rod){.r = {k * l, 0.5 * l}, .u = {0, 1}};
        if (k == N) break;
        q[3 * k + 1] = (rod){.r = {(k + 0.5) * l, 0}, .u = {1, 0}};
        q[3 * k + 2] = (rod){.r = {(k + 0.5) * l, l}, .u = {1, 0}};
    }
}

double hol_floor_ladder(int N, double h, long steps, double r[])
{
    numbers n = {.h = h, .J = m * l * l / 12, .im = 1 / m, .k = 0.25 * l * l};
    n.upsilon = 1 / (1 + 4 * theta);
    n.sigma = 4 * epsilon * n.upsilon / (h * h);
    rod *q = calloc(3 * (size_t)N + 1, sizeof *q);
    reduced *w = calloc(3 * (size_t)N + 1, sizeof *w);
    square *s = calloc((size_t)N, sizeof *s);
    if (!q || !w || !s) abort();
    place(N, q);
    step(&n, N, q, w, s); /* touches all memory, and is not timed */
    place(N, q);
    double begin = hol_cpu_seconds();
    for (long i = 0; i < steps; i++) step(&n, N, q, w, s);
    double seconds = hol_cpu_seconds() - begin;
    for (int k = 0; r && k <= 3 * N; k++)
        r[3 * k] = q[k].r.x, r[3 * k + 1] = q[k].r.y, r[3 * k + 2] = 0;
    free(q), free(w), free(s);
    return seconds;
}
