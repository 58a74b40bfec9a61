/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A generic model in a formulation at a state, and the measurements tests make there. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lapacke.h>

#include "holonomy/rows.h"
#include "mechanics/joint_tree.h"
#include "tests/generic.h"

double hol_draw_next(hol_draw *d) /* splitmix64 (Steele, Lea, Flood 2014) */
{
    uint64_t z = d->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-52 - 1;
}

void hol_draw_fill(hol_draw *d, int n, double x[])
{
    for (int i = 0; i < n; i++) x[i] = hol_draw_next(d);
}

void hol_draw_unit(hol_draw *d, int n, double x[])
{
    double s;
    do {
        hol_draw_fill(d, n, x);
        s = 0;
        for (int i = 0; i < n; i++) s += x[i] * x[i];
    } while (s < 0.1);
    for (int i = 0; i < n; i++) x[i] /= sqrt(s);
}

/* ---------------------------------------------------------------- cases */

static const char *const model_name[HOL_GENERIC_MODELS] = {"chain", "mixed", "plane", "rods",
                                                           "rolling"};
static const char *const state_name[HOL_STATES] = {"start", "placed", "off the inner constraints"};

/* Any position and velocity: the centres anywhere, orientations anywhere within the shape. */
static void scatter(hol_specimen *c)
{
    double shift[HOL_PLAN_BODIES][7];
    hol_draw_fill(&c->draw, 7 * c->sys->nb, shift[0]);
    for (int b = 0; b < c->sys->nb; b++) {
        hol_pose *at = &c->pose[b];
        bool planar = hol_body_at(c->model, b)->shape == HOL_PLANAR;
        bool fixed = hol_body_at(c->model, b)->fixed;
        double n = 0;
        for (int k = 0; k < 3; k++) {
            bool moves = !fixed && (k < 2 || !planar);
            at->r[k] += moves ? shift[b][k] : 0;
            at->v[k] = moves ? 1.1 * shift[b][2 - k] : 0;
            at->omega[k] = k == 2 || !planar ? 1.3 * shift[b][3 + k] : 0;
        }
        for (int k = 0; k < 4; k++) {
            at->p[k] += k == 0 || k == 3 || !planar ? 0.4 * shift[b][3 + k] : 0;
            n += at->p[k] * at->p[k];
        }
        for (int k = 0; k < 4; k++) at->p[k] /= sqrt(n);
    }
}

/* Off the inner constraints, where coordinates can be: quaternions shrink to 0.93, directors and
 * unit vectors stretch, velocities are any. */
static void leave_inner(hol_specimen *c)
{
    hol_pose off[HOL_PLAN_BODIES];
    memcpy(off, c->pose, sizeof off);
    if (c->sys->has & HOL_FLAT)
        for (int b = 0; b < c->sys->nb; b++)
            for (int k = 0; k < 4; k++) off[b].p[k] *= 0.93;
    hol_place(c->sys, off, c->q, c->v);
    hol_draw_fill(&c->draw, c->sys->nv, c->v);
    if (!(c->sys->has & HOL_CONST_MASS) || !(c->sys->has & HOL_FLAT)) return;
    for (int i = 0; i < c->sys->nq; i++) c->q[i] += 0.06 * hol_draw_next(&c->draw);
}

static void stand(hol_specimen *c, int state)
{
    c->state = state;
    c->work = hol_work_new();
    c->q = hol_specimen_take(c, c->sys->nq);
    c->v = hol_specimen_take(c, c->sys->nv);
    for (int b = 0; b < c->sys->nb; b++) c->pose[b] = hol_body_at(c->model, b)->at;
    if (state != HOL_AT_START) scatter(c);
    hol_place(c->sys, c->pose, c->q, c->v);
    if (state == HOL_OFF) leave_inner(c);
    if (c->sys->system->tree) hol_poses(c->sys, c->q, c->v, c->pose); /* its joints are closed */
    c->draw.state = 101;
    c->u = hol_specimen_any(c, c->sys->nv);
    c->lambda = hol_specimen_any(c, c->sys->nc);
}

bool hol_specimen_open(hol_specimen *c, int model, int formulation, int state)
{
    const hol_formulation *f = hol_formulation_at(formulation);
    bool unfit;
    hol_message why;
    *c = (hol_specimen){.draw = {3 + 7 * (uint64_t)model}};
    char drawn[32];
    snprintf(drawn, sizeof drawn, "model %d", model);
    snprintf(c->name, sizeof c->name, "%s, %s, %s",
             model < HOL_GENERIC_MODELS ? model_name[model] : drawn, hol_formulation_name(f),
             state_name[state]);
    c->model = hol_generic_model(model);
    c->sys = hol_eval_take(hol_realise(c->model, f, &unfit, &why));
    if (!c->sys) {
        hol_model_free(c->model);
        ck_assert_msg(unfit, "%s: %s", c->name, why.text);
        return false;
    }
    stand(c, state);
    return true;
}

/* The k-th problem with coordinates of its own; NULL past the last. */
static const hol_problem *own_problem(int k)
{
    const hol_problem *problem;
    for (int i = 0; (problem = hol_problem_at(i)); i++)
        if (problem->own && k-- == 0) return problem;
    return NULL;
}

static void open_own(hol_specimen *c, const hol_problem *problem, int state)
{
    enum { MOST = 64 };
    double par[MOST];
    hol_message why;
    int n = hol_option_count(problem->parameters);
    ck_assert_int_le(n, MOST);
    *c = (hol_specimen){.draw = {5}};
    snprintf(c->name, sizeof c->name, "%s, own, %s", problem->name, state_name[state]);
    hol_option_defaults(problem->parameters, par);
    c->model = hol_model_new();
    problem->build(c->model, par);
    ck_assert_int_le(hol_body_count(c->model), HOL_PLAN_BODIES);
    c->sys = hol_eval_take(hol_realise_own(c->model, problem->own, par, n, &why));
    ck_assert_msg(c->sys, "%s: %s", c->name, why.text);
    stand(c, state);
}

bool hol_specimen_numbered(hol_specimen *c, int i)
{
    if (i < HOL_CASES)
        return hol_specimen_open(c, i / (HOL_FORMULATIONS * HOL_STATES),
                                 i / HOL_STATES % HOL_FORMULATIONS, i % HOL_STATES);
    open_own(c, own_problem((i - HOL_CASES) / HOL_STATES), i % HOL_STATES);
    return true;
}

int hol_specimen_count(void)
{
    int own = 0;
    while (own_problem(own)) own++;
    return HOL_CASES + HOL_STATES * own;
}

void hol_specimen_close(hol_specimen *c)
{
    hol_work_free(c->work);
    hol_eval_free(c->sys);
    hol_model_free(c->model);
}

double *hol_specimen_take(hol_specimen *c, int n)
{
    return hol_take(c->work, n);
}

double *hol_specimen_any(hol_specimen *c, int n)
{
    double *x = hol_take(c->work, n);
    hol_draw_fill(&c->draw, n, x);
    return x;
}

double *hol_specimen_product(hol_specimen *c, const hol_pattern *P, const double A[],
                             const double x[])
{
    double *y = hol_specimen_take(c, P->rows);
    hol_multiply(P, A, x, y);
    return y;
}

void hol_expect_near(const char *name, const char *what, int n, const double measured[],
                     const double expected[], double tolerance, const char *const row[])
{
    double scale = 1, worst = 0;
    int at = 0;
    for (int i = 0; i < n; i++) {
        double error = fabs(measured[i] - expected[i]);
        scale = fmax(scale, fabs(expected[i]));
        if (error > worst || isnan(error)) worst = error, at = i;
        if (isnan(error)) break;
    }
    if (getenv("HOL_MEASURE"))
        printf("measured %-40s %-40s %.2e of %.2e\n", what, name, worst, tolerance * scale);
    ck_assert_msg(worst <= tolerance * scale,
                  "%s: %s, entry %d %s: %.15g, expected %.15g: off by %.3g, allowed %.3g", name,
                  what, at, row ? row[at] : "", measured[at], expected[at], worst,
                  tolerance * scale);
}

void hol_slope(hol_specimen *c, hol_evaluation *f, int n, const double dir[], double out[])
{
    static const double at[4] = {-2, -1, 1, 2}, weight[4] = {1. / 12, -2. / 3, 2. / 3, -1. / 12};
    const double h = 1e-3;
    double *step = hol_specimen_take(c, c->sys->nv), *q = hol_specimen_take(c, c->sys->nq);
    double *y = hol_specimen_take(c, n);
    memset(out, 0, (size_t)n * sizeof *out);
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < c->sys->nv; i++) step[i] = at[k] * h * dir[i];
        hol_move(c->sys, c->q, step, q);
        f(c, q, y);
        for (int i = 0; i < n; i++) out[i] += weight[k] / h * y[i];
    }
}

void hol_space_acceleration(hol_eval *sys, const double q[], const double v[], const double a[],
                            double x[])
{
    const hol_system *R = sys->system;
    if (R->tree) {
        double *aa = malloc((size_t)R->tree->absolute->facts.nv * sizeof *aa);
        hol_joint_absolute_a(sys, q, v, a, aa);
        const double *qa = hol_joint_absolute_q(sys, q), *va = hol_joint_absolute_v(sys, q, v);
        hol_space_acceleration(hol_scratch_of(sys)->joint->absolute, qa, va, aa, x);
        free(aa);
        return;
    }
    memset(x, 0, 12 * (size_t)sys->nb * sizeof *x);
    for (int b = 0; b < sys->nb; b++, x += 12) {
        const hol_slot *s = &R->slot[b];
        memcpy(x, a + s->v, (size_t)s->centre * sizeof *x);
        for (int i = 0; s->o && i < 3; i++) {
            double e[3] = {i == 0, i == 1, i == 2}, c[3];
            s->o->turn_rate(q + s->q + s->centre, a + s->v + s->centre, e, x + 3 * i + 3);
            s->o->turn_curve(q + s->q + s->centre, v + s->v + s->centre, e, c);
            for (int k = 0; k < 3; k++) x[3 * i + 3 + k] += c[k];
        }
    }
}

void hol_dense(const hol_pattern *P, const double A[], double D[])
{
    memset(D, 0, (size_t)P->rows * (size_t)P->cols * sizeof *D);
    for (int i = 0; i < P->rows; i++)
        for (int k = P->start[i]; k < P->start[i + 1]; k++) D[i * P->cols + P->col[k]] += A[k];
}

int hol_dense_rank(int m, int n, const double D[])
{
    int least = m < n ? m : n, rank = 0;
    double *copy = malloc(((size_t)(m * n) + 2 * (size_t)least) * sizeof *copy);
    double *sigma = copy + m * n, *rest = sigma + least;
    memcpy(copy, D, (size_t)(m * n) * sizeof *copy);
    LAPACKE_dgesvd(LAPACK_ROW_MAJOR, 'N', 'N', m, n, copy, n, sigma, NULL, 1, NULL, n, rest);
    while (rank < least && sigma[rank] > 1e-9 * sigma[0]) rank++;
    free(copy);
    return rank;
}

void hol_add_cases(Suite *suite, int count, const TTest *const test[])
{
    for (int i = 0; i < count; i++) {
        TCase *tcase = tcase_create(test[i]->name);
        tcase_add_loop_test(tcase, test[i], 0, hol_specimen_count());
        suite_add_tcase(suite, tcase);
    }
}

int hol_run_cases(const char *suite_name, int count, const TTest *const test[])
{
    Suite *suite = suite_create(suite_name);
    hol_add_cases(suite, count, test);
    return hol_run_together(suite);
}

int hol_reduced_rank(hol_eval *sys, const hol_pose pose[])
{
    int m = sys->nj + sys->na, n = sys->nr;
    double *D = calloc((size_t)(m * n + sys->nq + 2 * sys->nv + sys->Mr.nnz + sys->Gr.nnz + n + m),
                       sizeof *D);
    double *q = D + m * n, *v = q + sys->nq, *f = v + sys->nv, *Mr = f + sys->nv;
    double *Gr = Mr + sys->Mr.nnz, *fr = Gr + sys->Gr.nnz, *br = fr + n;
    hol_place(sys, pose, q, v);
    hol_reduce(sys, 0, q, NULL, f, Mr, fr, Gr, br);
    hol_dense(&sys->Gr, Gr, D);
    int rank = hol_dense_rank(m, n, D);
    free(D);
    return rank;
}
