/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The recurrence of series.h in joint coordinates u (joint_tree.h); included by series.c.  Every
 * limb has a rotation R, an angular velocity omega, an offset e of its joint's point by its slides,
 * and its mass centre r, which follow from those of the limb before it (p):
 *
 *     omega = omega_p + sum u' a,  R' = omega x R,  e = sum u a,  r = r_p + R_p at + e - R rho,
 *
 * a the axes, fixed in limbs or in space.  The natural coordinates of its body are r and directors
 * d_i = R unit_i; of them come the spans, and by these the rows and forces f of series_of.h.  What
 * a limb passes on to the one before it is the force P and the torque N about the point of its
 * joint that move it and all that it carries (c),
 *
 *     P = m r'' - f_r + sum P_c,   N = sum_i d_i x (E_i d_i'' - f_i) - R rho x P
 *                                      + sum (N_c + (R at_c + e_c) x P_c),
 *
 * and of every slide <a, P> = 0, of every turn <a, N> = 0.  All of N that is a vector of the limb
 * times another one, R x times y, is a sum over its columns, R_i x g_i with g_i = sum x_i y: one
 * product a column.
 *
 * Where all before a limb turn about one axis of space, R is (c, s), c' = -omega s, s' = omega c,
 * and N is needed about that axis: R x times y is c (x_a y_b - x_b y_a) - s (x_a y_a + x_b y_b).
 *
 * Of all products the coefficients of the degree sought stand beside those of the state alone, and
 * are linear.  known() sums the rest; place() and balance() add them, once with u_k = 0 and
 * lambda_j = 0 for the right-hand side, and once with the solution.
 */

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
    number *back, *rate_back; /* backwards, and u' */
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

/* ---------------------------------------------------------------- places */

/* Coefficient k of an axis that moves, into its array. */
static void place_axis(const series *S, int n, int k, number value[3])
{
    const hol_limb_axis *of = &S->T->axis[n];
    const hol_limb_terms *in = &S->T->limb[of->limb];
    for (int c = 0; c < 3; c++) value[c] = 0;
    add_turned(in, S->now + in->q + 3, 1, of->a, value);
    for (int c = 0; c < 3; c++) put_last(forward(S, S->limbs->axis[n].a, c), k, value[c]);
}

/* r += e */
static void place_slides(const series *S, const hol_limb_terms *x, limb_series *l, int k,
                         const number u[], number r[3])
{
    number e[3] = {l->slid[0], l->slid[1], l->slid[2]}, value[3];
    for (int n = x->axis; n < x->axis + x->slides; n++) {
        int v = S->T->axis[n].v;
        add_times(u[v], S->limbs->axis[n].now, e);
        if (!S->T->axis[n].moves) continue;
        place_axis(S, n, k, value);
        add_times(forward(S, S->u, v)[0], value, e);
    }
    for (int c = 0; c < 3 && l->e; c++) put_last(forward(S, l->e, c), k, e[c]);
    add_times(1, e, r);
}

static void turn_about_axis(const series *S, const hol_limb_terms *x, limb_series *l, int k,
                            number share, const number u[], number R[2])
{
    int p = x->limb->parent, first = x->axis + x->slides;
    number w = p >= 0 && S->T->limb[p].turn == HOL_TURN_CIRCLE ? S->limbs->limb[p].w[0] : 0;
    if (x->turns) w += (number)(k * x->sense) * u[S->T->axis[first].v];
    R[0] = share * (l->turned[0] - w * l->R0[1]);
    R[1] = share * (l->turned[1] + w * l->R0[0]);
    l->w[0] = w;
    put_back(S, l->omega, 0, k - 1, w);
}

/* An axis in the limb itself is of the degree k when that has turned. */
static void turn_in_space(const series *S, int i, int k, number share, const number u[],
                          number R[9])
{
    const hol_limb_terms *x = &S->T->limb[i];
    limb_series *l = &S->limbs->limb[i];
    int parent = x->limb->parent, first = x->axis + x->slides, end = first + x->turns;
    number value[3];
    memcpy(l->w, l->spun, sizeof l->w);
    if (parent >= 0) {
        const limb_series *p = &S->limbs->limb[parent];
        hol_turn before = S->T->limb[parent].turn;
        if (before == HOL_TURN_DIRECTORS) add_times(1, p->w, l->w);
        if (before == HOL_TURN_CIRCLE) l->w[S->T->limb[parent].about] += p->w[0];
    }
    for (int n = first; n < end; n++) {
        add_times((number)k * u[S->T->axis[n].v], S->limbs->axis[n].now, l->w);
        if (S->T->axis[n].moves && S->T->axis[n].limb != i) place_axis(S, n, k, value);
    }
    for (int j = 0; j < 9; j += 3) {
        for (int c = 0; c < 3; c++) R[j + c] = l->turned[j + c];
        add_cross(l->w, l->R0 + j, R + j);
        for (int c = 0; c < 3; c++) R[j + c] *= share;
    }
    for (int c = 0; c < 3; c++) put_back(S, l->omega, c, k - 1, l->w[c]);
    for (int n = first; n < end; n++)
        if (S->T->axis[n].limb == i) place_axis(S, n, k, value);
}

/* Coefficient k of all limbs, k > 0, into S->now, of coordinates whose coefficient is u. */
static void place(const series *S, int k, const number u[])
{
    number share = (number)1 / (number)k;
    for (int i = 0; i < S->T->limbs; i++) {
        const hol_limb_terms *x = &S->T->limb[i];
        limb_series *l = &S->limbs->limb[i];
        number *r = S->now + x->q, *R = r + 3;
        int p = x->limb->parent;
        if (x->turn == HOL_TURN_CIRCLE)
            turn_about_axis(S, x, l, k, share, u, R);
        else if (x->turn == HOL_TURN_DIRECTORS)
            turn_in_space(S, i, k, share, u, R);
        r[0] = r[1] = r[2] = 0;
        if (p >= 0) {
            const hol_limb_terms *before = &S->T->limb[p];
            memcpy(r, S->now + before->q, 3 * sizeof *r);
            add_turned(before, S->now + before->q + 3, 1, x->at, r);
        }
        if (x->slides) place_slides(S, x, l, k, u, r);
        add_turned(x, R, -1, x->rho, r);
    }
}

/* ---------------------------------------------------------------- balance */

/* P, g and N of the body alone, by the forces on it. */
static void begin_balance(const series *S, const hol_limb_terms *x, limb_series *l, int j)
{
    const number *f = S->f + x->q, *r = S->now + x->q;
    number twice = (number)((j + 1) * (j + 2)), m = twice * (number)x->limb->m;
    for (int c = 0; c < 3; c++) l->force[c] = m * r[c] - f[c];
    f += 3, r += 3;
    if (x->turn == HOL_TURN_CIRCLE) {
        l->lever[0] = -f[1], l->lever[1] = f[0];
        l->all[0] = l->torque[0]; /* of w_(k-1) nothing is known: it is linear in u_k */
    } else if (x->turn == HOL_TURN_DIRECTORS) {
        for (int i = 0; i < 9; i++) l->lever[i] = twice * ((number)x->E[i / 3] * r[i]) - f[i];
        memcpy(l->all, l->torque, sizeof l->all);
    }
}

/* N from g of all that the limb carries. */
static void turn_balance(const hol_limb_terms *x, limb_series *l)
{
    if (x->turn == HOL_TURN_CIRCLE)
        l->all[0] += l->R0[0] * l->lever[0] + l->R0[1] * l->lever[1];
    else if (x->turn == HOL_TURN_DIRECTORS)
        for (int i = 0; i < 9; i += 3) add_cross(l->R0 + i, l->lever + i, l->all);
}

static void take_balance(const series *S, const hol_limb_terms *x, const limb_series *l, int j)
{
    int rows = S->T->body[x->limb->body].size;
    for (int i = 0; i < rows; i++) put_back(S, l->g, i, j, l->lever[i]);
    for (int c = 0; c < 3 && l->N; c++) put_back(S, l->N, c, j, l->all[c]);
    for (int c = 0; c < 3 && l->P; c++) put_back(S, l->P, c, j, l->force[c]);
}

/* The torque on the limb before.  About its axis where that turns about one; where it turns in
 * space this limb does too. */
static void pass_torque(const hol_limb_terms *x, const limb_series *l, const hol_limb_terms *before,
                        limb_series *p)
{
    number swing[3] = {l->swung[0], l->swung[1], l->swung[2]};
    int about = before->about;
    if (l->e) add_cross(l->e0, l->force, swing);
    if (before->turn == HOL_TURN_CIRCLE)
        p->all[0] += l->all[x->turn == HOL_TURN_DIRECTORS ? about : 0] + swing[about];
    else
        for (int c = 0; c < 3; c++) p->all[c] += l->all[c] + swing[c];
}

static void balance_axes(const series *S, const hol_limb_terms *x, const limb_series *l)
{
    int slides = x->slides;
    for (int n = 0; n < slides + x->turns; n++) {
        axis_series *a = &S->limbs->axis[x->axis + n];
        a->balanced = a->force + (n < slides                   ? dot3(a->now, l->force)
                                  : x->turn == HOL_TURN_CIRCLE ? (number)x->sense * l->all[0]
                                                               : dot3(a->now, l->all));
    }
}

/* P, g and N of degree j, into their arrays; or every axis' <a, P> or <a, N>. */
HOL_INLINED void balance(const series *S, int j, bool taken)
{
    const struct limbs_series *L = S->limbs;
    for (int i = 0; i < S->T->limbs; i++) begin_balance(S, &S->T->limb[i], &L->limb[i], j);
    for (int i = S->T->limbs - 1; i >= 0; i--) {
        const hol_limb_terms *x = &S->T->limb[i];
        limb_series *l = &L->limb[i];
        int parent = x->limb->parent;
        add_lever(x, l, -1, x->rho, l->force);
        turn_balance(x, l);
        if (taken)
            take_balance(S, x, l, j);
        else
            balance_axes(S, x, l);
        if (parent < 0) continue;
        const hol_limb_terms *before = &S->T->limb[parent];
        limb_series *p = &L->limb[parent];
        add_times(1, l->force, p->force);
        add_lever(before, p, 1, x->at, l->force);
        if (before->turn != HOL_TURN_NONE) pass_torque(x, l, before, p);
    }
}

/* ---------------------------------------------------------------- forces along coordinates */

/* Their coefficient j. */
static void limb_motors(const series *S, int j, number share)
{
    const struct limbs_series *L = S->limbs;
    for (int n = 0; n < S->T->limb_motors; n++) {
        const hol_limb_motor *F = &S->T->limb_motor[n];
        const number *u = forward(S, S->u, F->v), sense = (number)F->sense;
        number x = sense * u[j] + (j ? 0 : (number)F->offset);
        number t = j == 0   ? S->t
                   : j == 1 ? (number)1
                            : 0,
               rate = sense * (number)(j + 1) * u[j + 1];
        if (F->of == HOL_ANGLE && j == 0) x = remainder(x, 2 * M_PI);
        expression_extend(F->Q, j, (const number[]){t, x, rate}, S->stride, L->Q[n]);
        S->side[F->v] += share * (sense * L->Q[n][(F->Q->count - 1) * S->stride + j]);
    }
}

/* ---------------------------------------------------------------- the recurrence */

/* f and b of  M u_k + (G; A)^T y = f, (G; A) u_k = b,  y = (lambda, alpha)_{k-2} / (k (k-1)). */
static void limbs_sides(const series *S, int k)
{
    const struct limbs_series *L = S->limbs;
    number share = (number)1 / (number)(k * (k - 1));
    known_sides(S, k);
    known(S, k);
    place(S, k, L->none);
    less_rows_along(S, S->now, S->b);
    balance(S, k - 2, false);
    for (int n = 0; n < S->n; n++) S->side[S->T->axis[n].v] = -share * L->axis[n].balanced;
    limb_motors(S, k - 2, share);
}

static void take_coordinates(const series *S, int k, const number u[])
{
    const struct limbs_series *L = S->limbs;
    for (int i = 0; i < S->n; i++) {
        put_last(forward(S, S->u, i), k, u[i]);
        put_back(S, L->back, i, k, u[i]);
        if (k) put_back(S, L->rate_back, i, k - 1, (number)k * u[i]);
    }
}

/* Of the bodies' coordinates the products take those of R. */
static void take_turns(const series *S, int k)
{
    for (int i = 0; i < S->T->limbs; i++)
        for (int q = S->T->limb[i].q + 3, end = q + S->T->body[S->T->limb[i].limb->body].size;
             q < end; q++)
            put_last(forward(S, S->q, q), k, S->now[q]);
    take_spans(S, k);
}

static void take_limbs(const series *S, int k, const number u[])
{
    take_coordinates(S, k, u);
    place(S, k, u);
    take_turns(S, k);
}

static void limbs_take(const series *S, int k)
{
    take_limbs(S, k, S->found);
    take_multipliers(S, k);
    for (int r = 0; r < S->rows; r++) S->y[r] *= (number)(k * (k - 1));
    less_row_forces(S, S->y);
    balance(S, k - 2, true);
}

/* ---------------------------------------------------------------- the state */

/* Columns e2, e3, e1: the second axis of a cross is then the third (joint_place.c). */
static void cross_over(number F[9])
{
    number first[3];
    memcpy(first, F, sizeof first);
    memmove(F, F + 3, 6 * sizeof *F);
    memcpy(F + 6, first, sizeof first);
}

static void turn_about_third(number F[9], number angle)
{
    number c, s;
    number_turn(angle, &s, &c);
    for (int i = 0; i < 3; i++) {
        number a = F[i], b = F[3 + i];
        F[i] = c * a + s * b;
        F[3 + i] = c * b - s * a;
    }
}

/* The columns of R = R_p A rot3(a) [B rot3(b)] C, or R_p A Q. */
static void columns_at_state(const series *S, const hol_limb_terms *x, const double q[],
                             number R[9])
{
    const hol_limb *of = x->limb;
    number F[9] = {0};
    for (int k = 0; k < 3; k++) {
        double a[3] = {x->A[k], x->A[3 + k], x->A[6 + k]};
        if (of->parent < 0)
            for (int c = 0; c < 3; c++) F[3 * k + c] = a[c];
        else
            add_turned_now(&S->T->limb[of->parent], S->limbs->limb[of->parent].R0, 1, a, F + 3 * k);
    }
    for (int k = 0; k < of->turns; k++) {
        if (k) cross_over(F);
        turn_about_third(F, q[of->q + of->slides + k]);
    }
    const double *C = of->ball ? q + of->ball_q : of->C;
    memset(R, 0, 9 * sizeof *R);
    for (int j = 0; j < 3; j++)
        for (int k = 0; k < 3; k++) add_times((number)C[3 * k + j], F + 3 * k, R + 3 * j);
}

static void circle_at_state(const series *S, const hol_limb_terms *x, const double q[], number R[2])
{
    const hol_limb *of = x->limb;
    bool turned = of->parent >= 0 && S->T->limb[of->parent].turn == HOL_TURN_CIRCLE;
    const number *before = turned ? S->limbs->limb[of->parent].R0 : (const number[]){1, 0};
    number c = 1, s = 0;
    if (of->turns) number_turn((number)(x->sense * q[of->q + of->slides]), &s, &c);
    R[0] = before[0] * c - before[1] * s;
    R[1] = before[1] * c + before[0] * s;
}

static void axis_at_state(const series *S, int n)
{
    const hol_limb_axis *of = &S->T->axis[n];
    axis_series *a = &S->limbs->axis[n];
    for (int c = 0; c < 3; c++) a->now[c] = of->limb < 0 ? (number)of->a[c] : 0;
    if (of->limb >= 0)
        add_turned_now(&S->T->limb[of->limb], S->limbs->limb[of->limb].R0, 1, of->a, a->now);
    for (int c = 0; c < 3 && of->moves; c++) put_last(forward(S, a->a, c), 0, a->now[c]);
}

static void limb_at_state(const series *S, int i, const double q[])
{
    const hol_limb_terms *x = &S->T->limb[i];
    const hol_limb *of = x->limb;
    limb_series *l = &S->limbs->limb[i];
    number *r = S->now + x->q;
    if (x->turn == HOL_TURN_DIRECTORS) columns_at_state(S, x, q, l->R0);
    if (x->turn == HOL_TURN_CIRCLE) circle_at_state(S, x, q, l->R0);
    for (int d = 0; d < S->T->body[of->body].size; d++) r[3 + d] = l->R0[d];
    for (int c = 0; c < 3; c++) l->e0[c] = 0, r[c] = of->parent < 0 ? (number)x->at[c] : 0;
    for (int n = 0; n < x->slides + x->turns; n++) {
        axis_at_state(S, x->axis + n);
        if (n < x->slides) add_times(q[of->q + n], S->limbs->axis[x->axis + n].now, l->e0);
    }
    for (int c = 0; c < 3 && l->e; c++) put_last(forward(S, l->e, c), 0, l->e0[c]);
    if (of->parent >= 0) {
        const hol_limb_terms *before = &S->T->limb[of->parent];
        add_times(1, S->now + before->q, r);
        add_turned_now(before, S->limbs->limb[of->parent].R0, 1, x->at, r);
    }
    add_times(1, l->e0, r);
    add_turned_now(x, l->R0, -1, x->rho, r);
}

/* Of a rotation matrix nothing asks for what its three are. */
static void begin_coordinates(const series *S, const double q[], number u[])
{
    memset(u, 0, (size_t)S->n * sizeof *u);
    for (int i = 0; i < S->T->limbs; i++) {
        const hol_limb *of = S->T->limb[i].limb;
        for (int k = 0; k < of->slides + of->turns; k++) u[of->v + k] = q[of->q + k];
    }
}

static void limbs_begin(series *S, number t, const number q[], const number v[])
{
    S->t = t;
    begin_laws(S, t);
    begin_coordinates(S, q, S->found);
    take_coordinates(S, 0, S->found);
    for (int i = 0; i < S->T->limbs; i++) limb_at_state(S, i, q);
    take_turns(S, 0);
    known(S, 1);
    take_limbs(S, 1, v);
    S->degree = 1;
}

/* ---------------------------------------------------------------- where the series goes */

static void limbs_term(const series *S, int k, double q[])
{
    for (int i = 0; i < S->T->limbs; i++) {
        const hol_limb *of = S->T->limb[i].limb;
        const number *R = forward(S, S->q, S->T->limb[i].q + 3);
        for (int n = 0; n < of->slides + of->turns; n++)
            q[of->q + n] = forward(S, S->u, of->v + n)[k];
        for (int d = 0; d < 9 && of->ball; d++) q[of->ball_q + d] = R[d * S->stride + k];
    }
}

/* Q = (R_p A)^T R, back from what the series lacks of a rotation. */
static void sum_rotation(const series *S, int i, const double R[][9], double Q[9])
{
    const hol_limb_terms *x = &S->T->limb[i];
    double T[9], D[9];
    for (int k = 0; k < 3; k++) {
        double a[3] = {x->A[k], x->A[3 + k], x->A[6 + k]}, column[3] = {0};
        if (x->limb->parent < 0)
            memcpy(column, a, sizeof a);
        else
            add_turned_now(&S->T->limb[x->limb->parent], R[x->limb->parent], 1, a, column);
        memcpy(T + 3 * k, column, sizeof column);
    }
    for (int k = 0; k < 3; k++)
        for (int j = 0; j < 3; j++) D[3 * k + j] = hol_dot3(T + 3 * k, R[i] + 3 * j);
    hol_polar(D, Q);
}

/* q and v after the time h: v is nu, of which u are the sums of sum_up. */
static void limbs_sum(const series *S, int degree, number h, double q[], double v[])
{
    const struct limbs_series *L = S->limbs;
    sum_up(S, degree, h, L->sum, v);
    for (int i = 0; i < S->T->limbs; i++) {
        const hol_limb *of = S->T->limb[i].limb;
        for (int k = 0; k < of->slides + of->turns; k++) q[of->q + k] = L->sum[of->v + k];
        for (int d = 0; L->R && d < S->T->body[of->body].size; d++)
            L->R[i][d] = weighted_sum(degree, forward(S, S->q, S->T->limb[i].q + 3 + d), S->power);
        if (of->ball) sum_rotation(S, i, (const double(*)[9])L->R, q + of->ball_q);
    }
}

/* ---------------------------------------------------------------- making one */

static void make_limb(hol_memory *m, const series *S, int i)
{
    const hol_limb_terms *x = &S->T->limb[i];
    limb_series *l = &S->limbs->limb[i];
    bool on_limb = x->limb->parent >= 0 && x->slides, moves = false;
    bool space = x->turn == HOL_TURN_DIRECTORS;
    for (int n = x->axis; n < x->axis + x->slides; n++) moves |= S->T->axis[n].moves;
    if (on_limb) l->e = numbers(m, 3, S->stride);
    if (on_limb || moves) l->P = numbers(m, 3, S->stride);
    if (x->turn == HOL_TURN_NONE) return;
    l->omega = numbers(m, space ? 3 : 1, S->stride);
    l->g = numbers(m, space ? 9 : 2, S->stride);
    if (space) l->N = numbers(m, 3, S->stride);
}

static series *make_limbs(hol_memory *m, const hol_terms *T, int most)
{
    series *S = make(m, T, most);
    struct limbs_series *L = S->limbs = hol_alloc(m, 1, sizeof *L);
    S->n = T->axes; /* a rotation matrix has three, whose rates are its */
    S->u = numbers(m, S->n, S->stride);
    L->back = numbers(m, S->n, S->stride);
    L->rate_back = numbers(m, S->n, S->stride);
    S->side = numbers(m, S->n, 1);
    S->found = numbers(m, S->n, 1);
    L->none = numbers(m, S->n, 1);
    L->sum = numbers(m, S->n, 1);
    L->limb = hol_alloc(m, (size_t)T->limbs, sizeof *L->limb);
    L->axis = hol_alloc(m, (size_t)T->axes, sizeof *L->axis);
    for (int i = 0; i < T->limbs; i++) {
        make_limb(m, S, i);
        if (T->limb[i].limb->ball && !L->R) L->R = hol_alloc(m, (size_t)T->limbs, sizeof *L->R);
    }
    for (int n = 0; n < T->axes; n++)
        if (T->axis[n].moves) L->axis[n].a = numbers(m, 3, S->stride);
    L->Q = hol_alloc(m, (size_t)T->limb_motors, sizeof *L->Q);
    for (int n = 0; n < T->limb_motors; n++)
        L->Q[n] = numbers(m, T->limb_motor[n].Q->count, S->stride);
    return S;
}
