/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Limbs at a state, where their series goes after a time, and the arrays of one; included by
 * series.c behind series_limbs.h. */

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
