/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Constraints that depend on time, which paper 002 leaves as an extension (section 2): a bead of
 * unit mass on a straight wire that turns at the rate w in its plane, without gravity,
 *
 *     Phi = y cos(w t) - x sin(w t) = 0,   r(t) = r0 cosh(w t) + v0 / w sinh(w t) along the wire.
 */
#include <math.h>

#include "harness/papers/paper_002.h"

static const double w = 1.3, r0 = 0.4, v0 = -0.3, span = 2; /* [rad/s], [m], [m/s], [s] */

static void mass(const double par[], const double q[], double M[])
{
    (void)par, (void)q;
    M[0] = M[3] = 1;
    M[1] = M[2] = 0;
}

static double potential(const double par[], const double q[])
{
    (void)par, (void)q;
    return 0;
}

static void grad_potential(const double par[], const double q[], double dU[])
{
    (void)par, (void)q;
    dU[0] = dU[1] = 0;
}

static void constraints(const double par[], double t, const double q[], double phi[], double G[])
{
    double c = cos(w * t), s = sin(w * t);
    (void)par;
    if (phi) phi[0] = q[1] * c - q[0] * s;
    if (G) G[0] = -s, G[1] = c;
}

static void curvature(const double par[], const double q[], const double v[], double c[])
{
    (void)par, (void)q, (void)v;
    c[0] = 0;
}

static void hessian(const double par[], const double q[], const double lambda[], double K[])
{
    (void)par, (void)q, (void)lambda, (void)K;
}

static void hessian_rate(const double par[], const double q[], const double u[],
                         const double lambda[], double K[])
{
    (void)par, (void)q, (void)u, (void)lambda, (void)K;
}

/* Phi_t, and Phi_tt + 2 G_t v, Coriolis' part. */
static void drive(const double par[], double t, const double q[], const double v[], double phi_t[],
                  double phi_tt[])
{
    double c = cos(w * t), s = sin(w * t);
    (void)par;
    if (phi_t) phi_t[0] = -w * (q[1] * s + q[0] * c);
    if (phi_tt) phi_tt[0] = -w * w * (q[1] * c - q[0] * s) - 2 * w * (v[1] * s + v[0] * c);
}

static void poses(const double par[], const double q[], const double v[], hol_pose pose[])
{
    (void)par;
    pose[0] = (hol_pose){.r = {q[0], q[1], 0}, .p = {1}, .v = {v[0], v[1], 0}};
}

static void place(const double par[], const hol_pose pose[], double q[], double v[])
{
    (void)par;
    for (int k = 0; k < 2; k++) {
        q[k] = pose[0].r[k];
        v[k] = pose[0].v[k];
    }
}

static const char *const row[1] = {"wire"};

static const hol_own wire = {.nv = 2,
                             .nc = 1,
                             .row_name = row,
                             .has = HOL_REGULAR_MASS | HOL_QUADRATIC,
                             .mass = mass,
                             .potential = potential,
                             .grad_potential = grad_potential,
                             .constraints = constraints,
                             .curvature = curvature,
                             .hessian = hessian,
                             .hessian_rate = hessian_rate,
                             .drive = drive,
                             .poses = poses,
                             .place = place};

/* The error of steps h at the end [m]. */
static hol_status run(hol_eval *sys, const hol_method *method, const double opt[], double h,
                      double *error)
{
    hol_status status;
    hol_stepper *s = hol_stepper_new(sys, method, opt, &status, NULL);
    hol_state *z = hol_state_new(sys, method, opt);
    if (!status) status = hol_start(s, 0, h, NULL, z);
    for (long k = 1; !status && k <= lrint(span / h); k++) {
        status = hol_step(s, h, z);
        z->t = (double)k * h;
    }
    double r = r0 * cosh(w * span) + v0 / w * sinh(w * span);
    *error = hypot(z->q[0] - r * cos(w * span), z->q[1] - r * sin(w * span));
    hol_state_free(z);
    hol_stepper_free(s);
    return status;
}

bool hol_p002_driven(double h[HOL_P002_STEPS], double error[HOL_P002_STEPS], hol_message *why)
{
    const hol_method *method = hol_method_named("tangent-nystrom4");
    hol_model *bead = hol_model_new();
    hol_add_body(bead, &(hol_body){.name = "bead",
                                   .shape = HOL_POINT,
                                   .m = 1,
                                   .at = {.r = {r0}, .p = {1}, .v = {v0, w * r0}}});
    hol_eval *sys = hol_eval_take(hol_realise_own(bead, &wire, NULL, 0, why));
    double *opt = hol_new(hol_option_count(method->options), sizeof *opt);
    hol_status status = sys ? HOL_OK : HOL_UNSUPPORTED;
    hol_option_defaults(method->options, opt);
    for (int k = 0; !status && k < HOL_P002_STEPS; k++) {
        h[k] = 0.04 / (1 << k);
        status = run(sys, method, opt, h[k], &error[k]);
        if (status) hol_say(why, "a bead on a driven wire: %s", hol_status_text(status));
    }
    free(opt);
    hol_eval_free(sys);
    hol_model_free(bead);
    return !status;
}
