/* SPDX-License-Identifier: GPL-3.0-or-later */
/* arkode: an explicit Runge-Kutta pair of SUNDIALS ARKODE (Reynolds et al., ACM TOMS 49 (2023) 19)
 * on the index-1 equations
 *
 *     q' = T(q) v,   v' = a(t, q, v),   a of M v' = f - G^T lambda,  G v' = -G' v,
 *
 * each of its steps projected onto Phi = 0 and G v = 0 as it ends (quasi: q, then v; paper 000,
 * Algorithm 5.4), from which ARKODE evaluates the next one's first stage.  A baseline from outside
 * that has its own steps and error test, of q and v: a step of size h is as many of ARKODE's as its
 * tolerance asks for, the last of which ends at t + h; the next step is offered where ARKODE would
 * end its own, so that under tolerances each is one of them. */
#include <arkode/arkode_erkstep.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <string.h>

#include "holonomy/explicit.h"
#include "holonomy/memory.h"
#include "holonomy/projection.h"
#include "methods/stepper.h"

enum { ORDER, PROJECT, PROJ_TOL, TOL, MAX_STEPS };

static const hol_option options[] = {
    {"order", HOL_INT, 4, 2, 8, NULL, "of the pair, ARKODE's default one of that order"},
    {"project", HOL_CHOICE, 1, 0, 1, "no yes", "each of its steps, onto the constraints"},
    {"proj_tol", HOL_REAL, 1e-12, 1e-16, 1, NULL, "of the projection, over length and speed [1]"},
    {"tol", HOL_REAL, 1e-8, 1e-13, 1, NULL, "rtol and atol of a run at fixed steps, SI units"},
    {"max_steps", HOL_INT, 500, 1, 1e6, NULL, "most steps of ARKODE within one step"},
    {0},
};

typedef struct {
    SUNContext context;
    void *erk;
    N_Vector y; /* (q, v) */
    hol_projection *manifold;
    hol_state *z;      /* of the step at hand, for the multipliers */
    hol_status failed; /* of what ARKODE called */
    bool live;         /* ARKODE stands at (t, y) */
    double t;          /* [s] */
} baseline;

/* ---------------------------------------------------------------- what ARKODE calls */

/* Positive, or ARKODE would end; it tries a shorter step. */
static int said(baseline *own, hol_status status)
{
    if (status) own->failed = status;
    return status != HOL_OK;
}

static int rate(double t, N_Vector at, N_Vector out, void *self)
{
    hol_stepper *s = self;
    baseline *own = s->aux;
    const double *q = N_VGetArrayPointer(at), *v = q + s->sys->nq;
    double *dydt = N_VGetArrayPointer(out);
    hol_rate(s->sys, q, v, dydt);
    return said(own, hol_acceleration(s->sys, t, q, v, dydt + s->sys->nq, own->z->lambda, NULL));
}

static int project(double t, N_Vector at, void *self)
{
    hol_stepper *s = self;
    baseline *own = s->aux;
    double *q = N_VGetArrayPointer(at);
    return said(own,
                hol_project(own->manifold, s, hol_real(s, PROJ_TOL), t, q, q + s->sys->nq, NULL));
}

static int weights(N_Vector at, N_Vector weight, void *self)
{
    const hol_stepper *s = self;
    hol_eval *sys = s->sys;
    bool given = hol_controlled(s);
    double rtol = given ? s->rtol : hol_real(s, TOL);
    const double *y = N_VGetArrayPointer(at);
    double *w = N_VGetArrayPointer(weight);
    for (int i = 0; i < 2 * sys->nv; i++) {
        double unit = hol_unit(sys, i % sys->nv), atol = given ? s->atol : hol_real(s, TOL);
        w[i] = 1 / (atol * unit + rtol * fabs(y[i]));
        if (!(w[i] < HUGE_VAL)) return -1;
    }
    return 0;
}

/* ---------------------------------------------------------------- a step */

static bool goes_on(const hol_stepper *s, double h, const hol_state *z)
{
    const baseline *own = s->aux;
    const double *y = N_VGetArrayPointer(own->y);
    size_t bytes = (size_t)s->sys->nv * sizeof *y;
    return own->live && h > 0 && fabs(z->t - own->t) <= 1e-9 * h && !memcmp(z->q, y, bytes) &&
           !memcmp(z->v, y + s->sys->nv, bytes);
}

static hol_status start_anew(hol_stepper *s, const hol_state *z)
{
    baseline *own = s->aux;
    double *y = N_VGetArrayPointer(own->y);
    size_t bytes = (size_t)s->sys->nv * sizeof *y;
    memcpy(y, z->q, bytes);
    memcpy(y + s->sys->nv, z->v, bytes);
    return ERKStepReInit(own->erk, rate, z->t, own->y) ? HOL_NOT_FINITE : HOL_OK;
}

/* What ARKODE says by a negative flag; what it called said why. */
static hol_status outcome(const baseline *own, int flag)
{
    if (flag >= 0) return HOL_OK;
    if (flag == ARK_TOO_MUCH_WORK || flag == ARK_TOO_MUCH_ACC || flag == ARK_ERR_FAILURE)
        return HOL_REJECT;
    return own->failed ? own->failed : HOL_NOT_FINITE;
}

static hol_status step(hol_stepper *s, double h, hol_state *z)
{
    hol_eval *sys = s->sys;
    baseline *own = s->aux;
    hol_status status;
    double next = h;
    if (!isfinite(h)) return HOL_NOT_FINITE;
    bool on = goes_on(s, h, z);
    own->live = false;
    own->failed = HOL_OK;
    own->z = z;
    if (!on && (status = start_anew(s, z))) return status;
    if (ERKStepSetStopTime(own->erk, z->t + h)) return HOL_NOT_FINITE;
    status = outcome(own, ERKStepEvolve(own->erk, z->t + h, own->y, &own->t, ARK_NORMAL));
    if (status) return status;
    ERKStepGetCurrentStep(own->erk, &next);
    s->control.growth = fabs(next) > 0 ? next / h : 1;
    own->live = true;

    const double *y = N_VGetArrayPointer(own->y);
    hol_arrive(s, y, y + sys->nv, z);
    double *a = hol_take(s->work, sys->nv);
    return hol_acceleration(sys, own->t, z->q, z->v, a, z->lambda, NULL);
}

static hol_status start(hol_stepper *s, double h, hol_state *z)
{
    baseline *own = s->aux;
    (void)h, (void)z;
    size_t mark = hol_mark(s->work); /* a first step may leave nothing to project */
    hol_take(s->work, hol_projection_room(own->manifold));
    hol_release(s->work, mark);
    own->live = false;
    return HOL_OK;
}

/* ---------------------------------------------------------------- the method */

static hol_claims claims(const hol_method *method, hol_eval *sys, const double opt[])
{
    bool projected = hol_choice_of(method, opt, PROJECT);
    (void)sys;
    return (hol_claims){.own_control = true,
                        .phi = projected ? HOL_EXACT : HOL_NOT_KEPT,
                        .gv = projected ? HOL_EXACT : HOL_NOT_KEPT};
}

/* What fails returns. */
static void say_nothing(int code, const char *module, const char *function, char *text, void *self)
{
    (void)code, (void)module, (void)function, (void)text, (void)self;
}

static void end(void *self)
{
    baseline *own = self;
    if (own->erk) ERKStepFree(&own->erk);
    if (own->y) N_VDestroy(own->y);
    SUNContext_Free(&own->context);
}

static hol_status setup(hol_stepper *s)
{
    static const hol_projection_how how = {.kind = HOL_PROJECTION_QUASI};
    baseline *own = s->aux = hol_alloc(s->memory, 1, sizeof *own);
    hol_at_end(s->memory, end, own);
    s->control = (hol_control){1, 1, 0.5, 1}; /* h is where the driver looks */
    if (SUNContext_Create(NULL, &own->context)) return HOL_NO_MEMORY;
    own->y = N_VNew_Serial(2 * s->sys->nv, own->context);
    if (!own->y) return HOL_NO_MEMORY;
    N_VConst(0, own->y);
    void *erk = own->erk = ERKStepCreate(rate, 0, own->y, own->context);
    if (!erk) return HOL_NO_MEMORY;
    own->manifold = hol_projection_new(s->memory, s->sys, &how, NULL);
    bool good = !ERKStepSetErrHandlerFn(erk, say_nothing, NULL) && !ERKStepSetUserData(erk, s) &&
                !ERKStepSetOrder(erk, hol_choice(s, ORDER)) && !ERKStepWFtolerances(erk, weights) &&
                !ERKStepSetMaxNumSteps(erk, hol_choice(s, MAX_STEPS));
    if (good && hol_choice(s, PROJECT)) good = !ERKStepSetPostprocessStepFn(erk, project);
    return good ? HOL_OK : HOL_UNSUPPORTED;
}

const hol_method hol_family_arkode[] = {
    {
        .name = "arkode",
        .family = "outside",
        .source = "Reynolds et al., ACM TOMS 49 (2023) 19; SUNDIALS, ARKODE's ERKStep",
        .about = "SUNDIALS ARKODE's Runge-Kutta pairs on the index-1 equations, projected, a "
                 "baseline",
        .formulation = "euler",
        .options = options,
        .needs = HOL_FLAT | HOL_HOLONOMIC | HOL_SCLERONOMIC | HOL_FULL_RANK,
        .baseline = true,
        .claims = claims,
        .setup = setup,
        .start = start,
        .restart = hol_restart_as_before, /* Another h is another place to end at. */
        .step = step,
    },
    {0},
};
