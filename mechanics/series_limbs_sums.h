/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What series_limbs.h keeps of limbs, vectors that are fixed in one, and the sums of products that
 * lower degrees make known; included by series.c. */

typedef struct {
    number *a;       /* 3, of an axis that moves; else NULL */
    number now[3];   /* of the state */
    number force;    /* known part of <a, P> or <a, N>, */
    number balanced; /* and all of it */
} axis_series;

typedef struct {
    number *omega, *g; /* backwards: of directors 3 and 9, of a circle 1 and 2 */
    number *e, *P, *N; /* 3 each, P and N backwards, where something asks for them */
    number R0[9];      /* of the state: columns, or c and s */
    number e0[3];
    number turned[9]; /* known parts: of k R, */
    number spun[3];   /* of omega, */
    number slid[3];   /* of e, */
    number torque[3]; /* of N, about the axis the first one, */
    number swung[3];  /* of e x P */
    number w[3];      /* of degree k - 1: omega; about the axis the first one */
    number force[3];  /* of degree j = k - 2: P, */
    number all[3];    /* N so far, about the axis the first one, */
    number lever[9];  /* and g */
} limb_series;

struct limbs_series {
    number *back, *rate_back; /* of u and of u', backwards */
    number *none;             /* u_k = 0 */
    number *sum;              /* of every u */
    limb_series *limb;
    axis_series *axis;
    number **Q;     /* the operations of every force along a coordinate */
    double (*R)[9]; /* per limb, of sums, where there are rotation matrices; else NULL */
};

/* ---------------------------------------------------------------- products */

/* out += sum_{i=1}^n x_i x y_i, vectors of three rows */
HOL_INLINED void add_crossed(int n, const number x[], const number y[], int stride, number out[3])
{
    lane sum[3] = {0};
    for (int i = 1; i <= n; i += LANES) {
        lane a[3], b[3];
        HOL_UNROLLED
        for (int c = 0; c < 3; c++) {
            a[c] = lane_at(x + c * stride + i);
            b[c] = lane_at(y + c * stride + i);
        }
        sum[0] += a[1] * b[2] - a[2] * b[1];
        sum[1] += a[2] * b[0] - a[0] * b[2];
        sum[2] += a[0] * b[1] - a[1] * b[0];
    }
    for (int c = 0; c < 3; c++) out[c] += lane_sum(sum[c]);
}

HOL_INLINED void add_cross(const number x[3], const number y[3], number out[3])
{
    out[0] += x[1] * y[2] - x[2] * y[1];
    out[1] += x[2] * y[0] - x[0] * y[2];
    out[2] += x[0] * y[1] - x[1] * y[0];
}

HOL_INLINED void add_times(number factor, const number x[3], number out[3])
{
    HOL_UNROLLED
    for (int c = 0; c < 3; c++) out[c] += factor * x[c];
}

HOL_INLINED void put_back(const series *S, number *array, int row, int k, number value)
{
    backward(S, array, row, k)[0] = value;
}

/* ---------------------------------------------------------------- vectors fixed in a limb */

/* The two axes of space across the one about which a limb turns. */
HOL_INLINED int first_across(const hol_limb_terms *x)
{
    return x->about == 2 ? 0 : x->about + 1;
}

HOL_INLINED int second_across(const hol_limb_terms *x)
{
    return x->about == 0 ? 2 : x->about - 1;
}

/* out += sign R x, R the coefficient of a degree above 0: what does not turn has none. */
HOL_INLINED void add_turned(const hol_limb_terms *of, const number R[9], number sign,
                            const double x[3], number out[3])
{
    if (of->turn == HOL_TURN_DIRECTORS) {
        HOL_UNROLLED
        for (int i = 0; i < 3; i++) add_times(sign * (number)x[i], R + 3 * i, out);
    } else if (of->turn == HOL_TURN_CIRCLE) {
        int a = first_across(of), b = second_across(of);
        number xa = sign * (number)x[a], xb = sign * (number)x[b];
        out[a] += xa * R[0] - xb * R[1];
        out[b] += xa * R[1] + xb * R[0];
    }
}

/* The same of the state. */
static void add_turned_now(const hol_limb_terms *of, const number R[9], number sign,
                           const double x[3], number out[3])
{
    if (of->turn == HOL_TURN_NONE)
        for (int c = 0; c < 3; c++) out[c] += sign * (number)x[c];
    if (of->turn == HOL_TURN_CIRCLE) out[of->about] += sign * (number)x[of->about];
    add_turned(of, R, sign, x, out);
}

/* g of R x times sign y */
HOL_INLINED void add_lever(const hol_limb_terms *of, limb_series *l, number sign, const double x[3],
                           const number y[3])
{
    if (of->turn == HOL_TURN_DIRECTORS) {
        HOL_UNROLLED
        for (int i = 0; i < 3; i++) add_times(sign * (number)x[i], y, l->lever + 3 * i);
    } else if (of->turn == HOL_TURN_CIRCLE) {
        int a = first_across(of), b = second_across(of);
        number xa = sign * (number)x[a], xb = sign * (number)x[b];
        l->lever[0] += xa * y[b] - xb * y[a];
        l->lever[1] -= xa * y[a] + xb * y[b];
    }
}

/* ---------------------------------------------------------------- what lower degrees make known */

/* Coefficients -1, which a sum up to k - 1 takes of g, P and N, are 0. */
static void known_in_space(const series *S, const hol_limb_terms *x, limb_series *l, int k)
{
    int stride = S->stride;
    const number *R = forward(S, S->q, x->q + 3), *w = backward(S, l->omega, 0, k - 1);
    const number *g = backward(S, l->g, 0, k - 2);
    lane turned[9] = {0}, torque[3] = {0};
    for (int i = 1; i < k; i += LANES) {
        lane o[3];
        for (int c = 0; c < 3; c++) o[c] = lane_at(w + c * stride + i);
        HOL_UNROLLED
        for (int j = 0; j < 9; j += 3) {
            lane a[3], b[3];
            HOL_UNROLLED
            for (int c = 0; c < 3; c++) {
                a[c] = lane_at(R + (j + c) * stride + i);
                b[c] = lane_at(g + (j + c) * stride + i);
            }
            HOL_UNROLLED
            for (int c = 0; c < 3; c++) {
                int d = (c + 1) % 3, e = (c + 2) % 3;
                turned[j + c] += o[d] * a[e] - o[e] * a[d];
                torque[c] += a[d] * b[e] - a[e] * b[d];
            }
        }
    }
    for (int c = 0; c < 9; c++) l->turned[c] = lane_sum(turned[c]);
    for (int c = 0; c < 3; c++) l->torque[c] = lane_sum(torque[c]);
}

static void known_about_axis(const series *S, const hol_limb_terms *x, limb_series *l, int k)
{
    int stride = S->stride;
    const number *c = forward(S, S->q, x->q + 3), *s = c + stride;
    const number *w = backward(S, l->omega, 0, k - 1), *g = backward(S, l->g, 0, k - 2);
    lane sum[3] = {0};
    for (int i = 1; i < k; i += LANES) {
        lane ci = lane_at(c + i), si = lane_at(s + i), o = lane_at(w + i);
        sum[0] += ci * o;
        sum[1] += si * o;
        sum[2] += ci * lane_at(g + i) + si * lane_at(g + stride + i);
    }
    l->turned[0] = -lane_sum(sum[1]);
    l->turned[1] = lane_sum(sum[0]);
    l->torque[0] = lane_sum(sum[2]);
}

/* Of an axis that moves: of the sum of its coordinate times it, or of its rate, from i = 1 to
 * k - 1, and of what P or N has along it. */
static void known_along(const series *S, limb_series *l, int n, bool slides, int k)
{
    const struct limbs_series *L = S->limbs;
    int stride = S->stride, v = S->T->axis[n].v;
    const number *a = L->axis[n].a;
    const number *u = slides ? backward(S, L->back, v, k) : backward(S, L->rate_back, v, k - 1);
    const number *f = backward(S, slides ? l->P : l->N, 0, k - 2);
    lane moved[3] = {0}, force = {0};
    for (int i = 1; i < k; i += LANES) {
        lane ui = lane_at(u + i);
        HOL_UNROLLED
        for (int c = 0; c < 3; c++) {
            lane ai = lane_at(a + c * stride + i);
            moved[c] += ai * ui;
            force += ai * lane_at(f + c * stride + i);
        }
    }
    number *to = slides ? l->slid : l->spun;
    for (int c = 0; c < 3; c++) to[c] += lane_sum(moved[c]);
    L->axis[n].force = lane_sum(force);
}

static void known(const series *S, int k)
{
    for (int i = 0; i < S->T->limbs; i++) {
        const hol_limb_terms *x = &S->T->limb[i];
        limb_series *l = &S->limbs->limb[i];
        int slides = x->slides;
        if (x->turn == HOL_TURN_DIRECTORS)
            known_in_space(S, x, l, k);
        else if (x->turn == HOL_TURN_CIRCLE)
            known_about_axis(S, x, l, k);
        for (int c = 0; c < 3; c++) l->spun[c] = l->slid[c] = l->swung[c] = 0;
        for (int n = 0; n < slides + x->turns; n++)
            if (S->T->axis[x->axis + n].moves) known_along(S, l, x->axis + n, n < slides, k);
        if (l->e && k > 2)
            add_crossed(k - 2, l->e, backward(S, l->P, 0, k - 2), S->stride, l->swung);
    }
}
