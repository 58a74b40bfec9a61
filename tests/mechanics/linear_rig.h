/* SPDX-License-Identifier: GPL-3.0-or-later */
/* linear_rig.h: a model of a test, linearised, and what its eigenvalues are. */
#ifndef HOL_TESTS_LINEAR_RIG_H
#define HOL_TESTS_LINEAR_RIG_H

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "holonomy.h"
#include "tests/suite.h"

static const double exact = 1e-11; /* of the largest eigenvalue */
static const double g = 9.80665;

static hol_model *model;
static hol_system *owned;
static hol_eval *sys;
static hol_linear *L;
static hol_message why;

static inline void setup(void)
{
    model = hol_model_new();
    sys = NULL;
    L = NULL;
    why.text[0] = '\0';
}

static inline void teardown(void)
{
    hol_linear_free(L);
    hol_eval_free(sys);
    hol_model_free(model);
}

static inline void linearise(bool settle)
{
    bool unfit;
    double q[200], v[200];
    owned = hol_realise(model, hol_formulation_named("natural"), &unfit, &why);
    ck_assert_msg(owned != NULL, "%s", why.text);
    sys = hol_eval_take(owned);
    hol_place(sys, NULL, q, v);
    if (settle) ck_assert_msg(hol_equilibrium(sys, q, &why), "%s", why.text);
    L = hol_linearise(sys, q, v, &why);
}

static inline double largest(void)
{
    double most = 0;
    for (int i = 0; i < L->n + L->m; i++)
        most = fmax(most, hypot(L->eigenvalue[i].re, L->eigenvalue[i].im));
    return most;
}

/* So many eigenvalues are that one. */
static inline void has(int count, double re, double im, double digits)
{
    int found = 0;
    char all[1024] = "";
    for (int i = 0; i < L->n + L->m; i++) {
        const hol_eigenvalue *e = &L->eigenvalue[i];
        found += hypot(e->re - re, e->im - im) <= digits * largest();
        snprintf(all + strlen(all), sizeof all - strlen(all), " %.15g%+.15gi%s", e->re, e->im,
                 e->symmetry ? "*" : "");
    }
    ck_assert_msg(found == count, "%d of %d are %.15g%+.15gi; all:%s", found, count, re, im, all);
}

static inline void linearised(int n, int m, hol_stability stability)
{
    ck_assert_msg(L != NULL, "%s", why.text);
    ck_assert_msg(L->n == n && L->m == m, "n = %d, m = %d", L->n, L->m);
    ck_assert_msg(L->stability == stability, "%s", hol_stability_name(L->stability));
}

static inline int add(const char *name, hol_shape shape, double m, const double J[3],
                      const double r[3])
{
    hol_body body = {.shape = shape, .m = m, .at = {.p = {1, 0, 0, 0}}};
    strcpy(body.name, name);
    if (J) memcpy(body.J, J, sizeof body.J);
    memcpy(body.at.r, r, sizeof body.at.r);
    return hol_add_body(model, &body);
}

static const double down[3] = {0, 0, -9.80665};

#endif
