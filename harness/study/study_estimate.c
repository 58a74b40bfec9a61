/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The power of h of a method's error estimate: see study.h. */
#include <math.h>
#include <stdlib.h>

#include "harness/study/study_slope.h"

/* So small that whatever a method iterates to is far below the estimate, and that nearly all steps
 * end as soon as it is known. */
static const double tolerance = 1e-12;
static const double round_off = 1e-16; /* of an estimate, in units of q and v */

/* The estimate of one step from these poses at time t, over those units; NaN where the step fails
 * before there is one. */
static double estimate(const hol_experiment *x, double t, const hol_pose pose[], double h)
{
    hol_stepper *s = x->s;
    hol_status status = hol_of_method(hol_start(s, t, h, pose, x->z));
    if (!status) status = hol_of_method(hol_step(s, h, x->z));
    bool judged = !status || (status == HOL_REJECT && s->error > 1);
    return judged ? s->error * tolerance : (double)NAN;
}

/* The root of the sum of squares over states along the motion: an estimate of one passes a zero
 * that another's does not. */
static double estimates(const hol_experiment *x, double span, hol_pose pose[], double h)
{
    enum { STATES = 4 };
    double squares = 0;
    for (int k = 1; k <= STATES; k++) {
        double t = span * k / (STATES + 1);
        if (!hol_known_poses(x, &t, pose)) return NAN;
        double e = estimate(x, t, pose, h);
        squares += e * e;
    }
    return sqrt(squares);
}

void hol_estimate_study(const hol_experiment *x, hol_order *o)
{
    double claimed = x->claims.error_order, ratio = hol_order_ratio(claimed);
    double span = hol_certify_span(x->problem), rtol = x->s->rtol, atol = x->s->atol;
    hol_pose *pose = hol_new(x->sys->nb, sizeof *pose);
    *o = (hol_order){.claimed = claimed, .single = true, .seen = round_off};
    hol_order_sees(o, 1, round_off, ratio);
    x->s->rtol = 0; /* |q| and |v| would bring powers of h of their own where they begin at 0 */
    x->s->atol = tolerance;
    double h = span / 5;
    for (int k = 0; k < HOL_ORDER_LEVELS && !hol_order_settled(o); k++, h /= ratio) {
        double error = estimates(x, span, pose, h);
        if (error >= 0) hol_order_add(o, h, error);
    }
    x->s->rtol = rtol;
    x->s->atol = atol;
    free(pose);
}
