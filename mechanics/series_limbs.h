/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The recurrence of series.h in joint coordinates u (joint_tree.h); included by series.c, with
 * series_limbs_sums.h before it and series_limbs_state.h behind.  Every limb has a rotation R, an
 * angular velocity omega, an offset e of its joint's point by its slides, and its mass centre r,
 * which follow from those of the limb before it (p):
 *
 *     omega = omega_p + sum u' a,  R' = omega x R,  e = sum u a,  r = r_p + R_p at + e - R rho,
 *
 * a the axes, fixed in limbs or in space.  r and R are the coordinates of its body in the lists of
 * terms.h: of them come the spans, and by these the rows and forces f of series_of.h.  What a limb
 * passes on to the one before it is the force P and the torque N about the point of its joint that
 * move it and all that it carries (c), with the columns R_i,
 *
 *     P = m r'' - f_r + sum P_c,   N = sum_i R_i x (E_i R_i'' - f_i) - R rho x P
 *                                      + sum (N_c + (R at_c + e_c) x P_c),
 *
 * and of every slide <a, P> = 0, of every turn <a, N> = 0.  All of N that is a vector of the limb
 * times another one, R x times y, is a sum over the columns, R_i x g_i with g_i = sum x_i y: one
 * product a column.
 *
 * Where all before a limb turn about one axis of space, R is (c, s), c' = -omega s, s' = omega c,
 * and N is needed about that axis: R x times y is c (x_a y_b - x_b y_a) - s (x_a y_a + x_b y_b).
 *
 * Of all products the coefficients of the degree sought stand beside those of the state alone, and
 * are linear.  known() sums the rest; place() and balance() add them, once with u_k = 0 and
 * lambda_j = 0 for the right-hand side, and once with the solution.
 */

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
        number t = j == 0 ? S->t : (number)(j == 1), rate = sense * (number)(j + 1) * u[j + 1];
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
