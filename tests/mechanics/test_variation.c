/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The first variation of the equations of every generic model, against five-point differences of
 * the system's own answers. */
#include <string.h>

#include "holonomy/memory.h"
#include "mechanics/variation.h"
#include "tests/generic.h"

typedef struct { /* a state and what is fixed of it */
    hol_specimen c;
    const double *a, *y; /* nv; nc + na */
} place;

/* f - (G; A)^T y (nv), (G; A) v and (G; A) a + their rate along v (nc + na each) at (q, v). */
static void equations(place *p, const double q[], const double v[], double out[])
{
    hol_eval *sys = p->c.sys;
    int nv = sys->nv, nc = sys->nc, na = sys->na;
    double *G = hol_specimen_take(&p->c, sys->G.nnz), *A = hol_specimen_take(&p->c, sys->A.nnz);
    double *curve = hol_specimen_take(&p->c, nc), *b = hol_specimen_take(&p->c, na);
    double *rate = out + nv, *second = rate + nc + na;
    hol_outer_force(sys, 0, q, v, out);
    hol_constraints(sys, 0, q, NULL, G);
    hol_curvature(sys, q, v, curve);
    hol_nonholonomic_rows(sys, 0, q, A, NULL);
    hol_nonholonomic_rate(sys, 0, q, v, b);
    hol_multiply_transposed_add(&sys->G, G, -1, p->y, out);
    hol_multiply(&sys->G, G, v, rate);
    hol_multiply(&sys->G, G, p->a, second);
    for (int i = 0; i < nc; i++) second[i] += curve[i];
    if (!na) return;
    hol_multiply_transposed_add(&sys->A, A, -1, p->y + nc, out);
    hol_multiply(&sys->A, A, v, rate + nc);
    hol_multiply(&sys->A, A, p->a, second + nc);
    for (int i = 0; i < na; i++) second[nc + i] -= b[i];
}

/* At the time s of a smooth motion of all bodies through the state, which stays on the inner rows.
 */
static void along(place *p, const double rate[], double s, double q[], double v[])
{
    hol_pose pose[HOL_PLAN_BODIES];
    for (int b = 0; b < p->c.sys->nb; b++, rate += 12) {
        bool flat = hol_body_at(p->c.model, b)->shape == HOL_PLANAR;
        double turn[4] = {1, flat ? 0 : s * rate[3], flat ? 0 : s * rate[4], s * rate[5]};
        pose[b] = p->c.pose[b];
        hol_quaternion_multiply(p->c.pose[b].p, turn, pose[b].p);
        double norm = hol_norm(4, pose[b].p);
        for (int k = 0; k < 4; k++) pose[b].p[k] /= norm;
        for (int k = 0; k < 3; k++) {
            bool free = !flat || k < 2;
            pose[b].r[k] += free ? s * rate[k] : 0;
            pose[b].v[k] += free ? s * rate[6 + k] : 0;
            pose[b].omega[k] += flat && k < 2 ? 0 : s * rate[9 + k];
        }
    }
    hol_place(p->c.sys, pose, q, v);
}

/* Of q, v and the equations along it: 2 nv + size numbers. */
static void difference(place *p, int size, double out[])
{
    static const double at[4] = {-2, -1, 1, 2}, weight[4] = {1. / 12, -2. / 3, 2. / 3, -1. / 12};
    const double h = 1e-3;
    hol_specimen *c = &p->c;
    int nv = c->sys->nv;
    double *f = hol_specimen_take(c, size), *rate = hol_specimen_any(c, 12 * c->sys->nb);
    memset(out, 0, (size_t)size * sizeof *out);
    for (int k = 0; k < 4; k++) {
        along(p, rate, at[k] * h, f, f + nv);
        equations(p, f, f + nv, f + 2 * nv);
        for (int i = 0; i < size; i++) out[i] += weight[k] / h * f[i];
    }
}

START_TEST(the_first_variation_is_the_limit_of_differences)
{
    place p;
    ck_assert(hol_specimen_open(&p.c, _i / HOL_OFF, 0, _i % HOL_OFF));
    hol_eval *sys = p.c.sys;
    int nv = sys->nv, rows = sys->nc + sys->na, size = 3 * nv + 2 * rows;
    p.a = hol_specimen_any(&p.c, nv), p.y = hol_specimen_any(&p.c, rows);
    double *exact = hol_specimen_take(&p.c, size), *slope = hol_specimen_take(&p.c, size);
    double *near = slope + 2 * nv;
    difference(&p, size, slope);
    hol_memory *m = hol_memory_new();
    hol_variation *V = hol_variation_new(m, hol_terms_new(m, sys->system));
    hol_variation_about(V, p.c.q, p.c.v, p.a, p.y);
    hol_variation_along(V, slope, slope + nv, exact, exact + nv, exact + nv + rows);
    hol_expect_near(p.c.name, "forces", nv, exact, near, 1e-9, NULL);
    hol_expect_near(p.c.name, "rates", rows, exact + nv, near + nv, 1e-9, NULL);
    hol_expect_near(p.c.name, "second derivatives", rows, exact + nv + rows, near + nv + rows, 1e-9,
                    NULL);
    hol_memory_end(m);
    hol_specimen_close(&p.c);
}
END_TEST

int main(void)
{
    const hol_loop loop[] = {
        {the_first_variation_is_the_limit_of_differences, HOL_GENERIC_MODELS * HOL_OFF},
    };
    return hol_run_loops("variation", loop, sizeof loop / sizeof *loop);
}
