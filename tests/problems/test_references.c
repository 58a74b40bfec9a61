/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reference solutions: whole, of the problem whose name they bear, true to its conservation
 * laws and constraints. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lapacke.h>

#include "holonomy/dense.h"
#include "holonomy/memory.h"
#include "holonomy/reference.h"
#include "mechanics/internal.h"
#include "tests/claims.h"
#include "tests/generic.h"
#include "tests/ways.h"

/* Two roundings of the numbers in the file, and those of the functions of them. */
static const double round_off = 2e-14;

typedef struct { /* a problem, its reference and its system */
    const hol_problem *problem;
    char path[512];
    double *par;
    hol_reference *ref;
    hol_model *model;
    hol_eval *sys;
    double *q, *v;
} subject;

/* In the first formulation that has a place for the model. */
static hol_eval *realise(const hol_model *model)
{
    const hol_formulation *f;
    hol_eval *sys = NULL;
    hol_message why = {""};
    bool unfit;
    for (int k = 0; !sys && (f = hol_formulation_at(k)); k++)
        sys = hol_eval_take(hol_realise(model, f, &unfit, &why));
    ck_assert_msg(sys, "%s", why.text);
    return sys;
}

static void open_subject(subject *S, int k)
{
    hol_message why;
    char file[64];
    *S = (subject){0};
    ck_assert(hol_reference_numbered(k, &S->problem, file));
    const hol_problem *p = S->problem;
    ck_assert_msg(hol_reference_find(file, S->path, sizeof S->path), "%s is not there", S->path);
    S->ref = hol_reference_read(S->path, &why);
    ck_assert_msg(S->ref, "%s", why.text);
    S->par = hol_new(hol_option_count(p->parameters), sizeof *S->par);
    ck_assert_msg(hol_reference_parameters(S->ref, p, S->par, &why), "%s: %s", S->path, why.text);
    S->model = hol_model_new();
    ck_assert_msg(hol_problem_build(p, S->par, S->model, &why), "%s", why.text);
    S->sys = realise(S->model);
    S->q = hol_new(S->sys->nq + S->sys->nv, sizeof(double));
    S->v = S->q + S->sys->nq;
}

static void close_subject(subject *S)
{
    hol_reference_free(S->ref);
    hol_eval_free(S->sys);
    hol_model_free(S->model);
    free(S->par);
    free(S->q);
}

static const hol_pose *row(const subject *S, int i)
{
    return S->ref->pose + i * S->ref->bodies;
}

static void expect_close(const subject *S, const char *what, double t, double measured,
                         double expected, double scale)
{
    ck_assert_msg(fabs(measured - expected) <= round_off * scale,
                  "%s: %s at t = %g: %.17g, expected %.17g", S->path, what, t, measured, expected);
}

/* A reference tells the reactions of all rows, joint rows first; that of a nonholonomic problem may
 * tell none. */
static bool tells_reactions(const subject *S)
{
    return S->ref->multipliers || !S->sys->na;
}

/* ---------------------------------------------------------------- what the file says */

START_TEST(the_file_is_whole)
{
    subject S;
    open_subject(&S, _i);
    const hol_reference *ref = S.ref;
    ck_assert_str_eq(ref->problem, S.problem->name);
    ck_assert_msg(ref->digits >= 15, "%s: %d trusted digits", S.path, ref->digits);
    /* of other parameters the motion may end in a singular configuration before */
    int last = ref->parameters[0] ? 3 : (int)nearbyint(10 * S.problem->t_end);
    ck_assert_int_ge(ref->rows, last + 1);
    for (int t = 0; t < ref->rows; t++)
        ck_assert_msg(hol_reference_row(ref, t / 10.0) == t, "%s: no row %d at t = %g", S.path, t,
                      t / 10.0);
    ck_assert_int_eq(ref->bodies, S.sys->nb);
    for (int b = 0; b < ref->bodies; b++)
        ck_assert_str_eq(ref->body[b], hol_body_at(S.model, b)->name);
    ck_assert_int_eq(ref->multipliers, tells_reactions(&S) ? S.sys->nj + S.sys->na : 0);
    for (int i = 0; i < ref->multipliers; i++)
        ck_assert_str_eq(ref->multiplier[i],
                         i < S.sys->nj ? S.sys->row_name[i] : S.model->slide[i - S.sys->nj].name);
    close_subject(&S);
}
END_TEST

static void expect_pose(const subject *S, double t, const hol_pose *x, const hol_pose *y)
{
    for (int k = 0; k < 3; k++) {
        expect_close(S, "r", t, x->r[k], y->r[k], 10);
        expect_close(S, "v", t, x->v[k], y->v[k], 10);
        expect_close(S, "omega", t, x->omega[k], y->omega[k], 10);
    }
    for (int k = 0; k < 4; k++) expect_close(S, "p", t, x->p[k], y->p[k], 1);
}

START_TEST(it_starts_where_the_model_does)
{
    subject S;
    open_subject(&S, _i);
    for (int b = 0; b < S.ref->bodies; b++)
        expect_pose(&S, 0, &row(&S, 0)[b], &hol_body_at(S.model, b)->at);
    close_subject(&S);
}
END_TEST

/* Where a problem has both. */
START_TEST(the_closed_form_is_the_same_motion)
{
    subject S;
    open_subject(&S, _i);
    hol_pose *pose = hol_new(S.ref->bodies, sizeof *pose);
    for (int i = 0; S.problem->exact && i < S.ref->rows; i++) {
        S.problem->exact(S.par, S.ref->t[i], pose);
        for (int b = 0; b < S.ref->bodies; b++)
            expect_pose(&S, S.ref->t[i], &row(&S, i)[b], &pose[b]);
    }
    free(pose);
    close_subject(&S);
}
END_TEST

/* ---------------------------------------------------------------- physics of the rows */

static void conserved(const subject *S, double now[]) /* 1 + ns: energy and momenta */
{
    hol_eval *sys = S->sys;
    hol_work *w = hol_work_new();
    double *M = hol_take(w, sys->M.nnz), *p = hol_take(w, sys->nv);
    now[0] = hol_kinetic(sys, S->q, S->v) + hol_potential(sys, S->q);
    hol_mass(sys, S->q, M);
    hol_multiply(&sys->M, M, S->v, p);
    if (sys->ns) hol_momentum(sys, S->q, p, now + 1);
    hol_work_free(w);
}

START_TEST(energy_and_momenta_are_constant)
{
    subject S;
    open_subject(&S, _i);
    hol_eval *sys = S.sys;
    double *first = hol_new(2 * (1 + sys->ns), sizeof *first), *now = first + 1 + sys->ns;
    double scale = 0;
    if (!(sys->has & HOL_CONSERVATIVE)) S.ref->rows = 0;
    for (int i = 0; i < S.ref->rows; i++) {
        hol_place(sys, row(&S, i), S.q, S.v);
        conserved(&S, i ? now : first);
        if (i == 0) scale = fmax(hol_norm_max(1 + sys->ns, first), fabs(hol_potential(sys, S.q)));
        if (i == 1 && scale == 0) scale = hol_kinetic(sys, S.q, S.v); /* all from zero */
        for (int k = 0; i && k <= sys->ns; k++)
            expect_close(&S, k ? sys->momentum_name[k - 1] : "energy", S.ref->t[i], now[k],
                         first[k], scale);
    }
    free(first);
    close_subject(&S);
}
END_TEST

/* d/dt (T + U) along (v, a) by differences over 3e-4 of a radian or metre; and < v, F >. */
static void balance(hol_eval *sys, hol_work *w, double t, const double q[], const double v[],
                    double *rate, double *power)
{
    static const double at[4] = {-2, -1, 1, 2}, weight[4] = {1. / 12, -2. / 3, 2. / 3, -1. / 12};
    size_t mark = hol_mark(w);
    double *a = hol_take(w, sys->nv), *dq = hol_take(w, sys->nv), *q1 = hol_take(w, sys->nq);
    double *v1 = hol_take(w, sys->nv), h = 3e-4 / fmax(1, hol_norm_max(sys->nv, v));
    ck_assert(hol_acceleration(sys, t, q, v, a, NULL, NULL) == HOL_OK);
    *rate = 0;
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < sys->nv; i++) {
            dq[i] = at[k] * h * v[i];
            v1[i] = v[i] + at[k] * h * a[i];
        }
        hol_move(sys, q, dq, q1);
        *rate += weight[k] / h * (hol_kinetic(sys, q1, v1) + hol_potential(sys, q1));
    }
    memset(dq, 0, (size_t)sys->nv * sizeof *dq);
    if (!(sys->has & HOL_CONSERVATIVE)) hol_applied(sys, t, q, v, dq);
    *power = hol_dot(sys->nv, dq, v);
    hol_release(w, mark);
}

/* Lemma 3.6 of paper 000, in every formulation: reactions do no work. */
START_TEST(the_energy_changes_by_the_power_of_the_forces_without_one)
{
    subject S;
    const hol_formulation *f;
    open_subject(&S, _i);
    hol_work *w = hol_work_new();
    for (int k = 0; (f = hol_formulation_at(k)); k++) {
        hol_eval *sys = hol_eval_take(hol_realise(S.model, f, NULL, NULL));
        if (!sys) continue;
        double *q = hol_take(w, sys->nq), *v = hol_take(w, sys->nv), most = 0, rate, power;
        for (int i = 0; i < S.ref->rows; i++) {
            hol_place(sys, row(&S, i), q, v);
            balance(sys, w, S.ref->t[i], q, v, &rate, &power);
            double energy = hol_kinetic(sys, q, v) + fabs(hol_potential(sys, q));
            double size = fmax(1, hol_norm_max(sys->nv, v)) * energy + fabs(power);
            ck_assert_msg(fabs(rate - power) <= 1e-10 * size,
                          "%s, %s, t = %g: dW/dt = %.15g, <v, F> = %.15g W", S.path,
                          sys->formulation, S.ref->t[i], rate, power);
            most = fmax(most, fabs(power));
        }
        ck_assert_msg(most > 0 || sys->has & HOL_CONSERVATIVE, "%s: nothing works", S.path);
        hol_eval_free(sys);
    }
    hol_work_free(w);
    close_subject(&S);
}
END_TEST

/* Condition of S = Gr Mr^-1 Gr^T at the state, by its eigenvalues: round-off of a solve for the
 * multipliers is that many times larger than that of the data. */
static double condition(const subject *S, double t)
{
    hol_eval *sys = S->sys;
    int n = sys->nr, m = sys->nj + sys->na;
    hol_work *w = hol_work_new();
    double *Mr = hol_take(w, sys->Mr.nnz), *Gr = hol_take(w, sys->Gr.nnz), *M = hol_take(w, n * n);
    double *G = hol_take(w, m * n), *W = hol_take(w, m * n), *C = hol_take(w, m * m);
    double *zero = hol_take(w, sys->nv), *rest = hol_take(w, n + m), *value = hol_take(w, m);
    hol_reduce(sys, t, S->q, NULL, zero, Mr, rest, Gr, rest + n);
    hol_dense(&sys->Mr, Mr, M);
    hol_dense(&sys->Gr, Gr, G);
    memcpy(W, G, (size_t)(m * n) * sizeof *W);
    ck_assert(!LAPACKE_dposv(LAPACK_COL_MAJOR, 'U', n, m, M, n, W, n)); /* rows of G as columns */
    for (int i = 0; i < m; i++)
        for (int k = 0; k < m; k++) C[i * m + k] = hol_dot(n, G + i * n, W + k * n);
    ck_assert(!LAPACKE_dsyev(LAPACK_ROW_MAJOR, 'N', 'U', m, C, m, value));
    double ratio = value[m - 1] / value[0];
    hol_work_free(w);
    return ratio;
}

/* Largest force of inertia |M a|, of which the round-off of the multipliers is. */
static double inertia(hol_eval *sys, hol_work *w, const double q[], const double a[])
{
    size_t mark = hol_mark(w);
    double *M = hol_take(w, sys->M.nnz), *Ma = hol_take(w, sys->nv);
    hol_mass(sys, q, M);
    hol_multiply(&sys->M, M, a, Ma);
    double most = hol_norm_max(sys->nv, Ma);
    hol_release(w, mark);
    return most;
}

START_TEST(constraints_hold_and_multipliers_are_those_of_the_index_1_equations)
{
    subject S;
    open_subject(&S, _i);
    hol_eval *sys = S.sys;
    hol_work *w = hol_work_new();
    double *phi = hol_take(w, sys->nc), *G = hol_take(w, sys->G.nnz), *Gv = hol_take(w, sys->nc);
    double *a = hol_take(w, sys->nv), *lambda = hol_take(w, sys->nc);
    for (int i = 0; i < S.ref->rows; i++) {
        double t = S.ref->t[i], *stored = S.ref->lambda + i * S.ref->multipliers;
        hol_place(sys, row(&S, i), S.q, S.v);
        if (sys->nc) hol_constraints(sys, t, S.q, phi, G);
        if (sys->nc) hol_multiply(&sys->G, G, S.v, Gv);
        ck_assert(hol_acceleration(sys, t, S.q, S.v, a, lambda, NULL) == HOL_OK);
        double scale = fmax(1, fmax(hol_norm_max(sys->nj, lambda), inertia(sys, w, S.q, a)));
        double speed = fmax(fmax(1, sys->speed), hol_norm_max(sys->nv, S.v));
        if (sys->nj) scale *= fmax(1, condition(&S, t) * DBL_EPSILON / round_off);
        for (int k = 0; k < sys->nc; k++) {
            expect_close(&S, sys->row_name[k], t, phi[k], 0, fmax(1, sys->length));
            expect_close(&S, "its rate", t, Gv[k], 0, speed);
            if (k >= sys->nj || !S.ref->multipliers) continue;
            expect_close(&S, "its multiplier", t, lambda[k], stored[k], scale);
        }
    }
    hol_work_free(w);
    close_subject(&S);
}
END_TEST

START_TEST(every_problem_can_be_judged)
{
    const hol_problem *p;
    const hol_problem *(*const at)(int k) =
        getenv("HOL_LONG") ? hol_problem_at : hol_core_problem_at;
    for (int k = 0; (p = at(k)); k++) {
        if (!hol_chosen("HOL_PROBLEMS", p->name)) continue;
        double *par = hol_new(hol_option_count(p->parameters), sizeof *par);
        hol_option_defaults(p->parameters, par);
        hol_reference *ref = hol_known_reference(p, par);
        ck_assert_msg(ref || p->exact,
                      "%s: neither a reference, nor a power series, nor a closed form", p->name);
        hol_reference_free(ref);
        free(par);
    }
}
END_TEST

int main(void)
{
    const TTest *const test[] = {
        the_file_is_whole,
        it_starts_where_the_model_does,
        the_closed_form_is_the_same_motion,
        energy_and_momenta_are_constant,
        the_energy_changes_by_the_power_of_the_forces_without_one,
        constraints_hold_and_multipliers_are_those_of_the_index_1_equations};
    const hol_problem *problem;
    char file[64];
    int files = 0;
    while (hol_reference_numbered(files, &problem, file)) files++;
    Suite *suite = suite_create("references");
    for (int i = 0; i < (int)(sizeof test / sizeof *test); i++) {
        TCase *tcase = tcase_create(test[i]->name);
        tcase_add_loop_test(tcase, test[i], 0, files);
        suite_add_tcase(suite, tcase);
    }
    TCase *judged = tcase_create(every_problem_can_be_judged->name);
    tcase_add_test(judged, every_problem_can_be_judged);
    suite_add_tcase(suite, judged);
    return hol_run_together(suite);
}
