/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ida: the variable-order BDF of SUNDIALS IDA (Hindmarsh et al., ACM TOMS 31 (2005) 363) on the
 * stabilised index-2 form (Gear, Leimkuhler, Gupta, J. Comput. Appl. Math. 12 (1985) 77),
 *
 *     q' = v + U^2 G^T mu,   M v' = f - G^T lambda - A^T alpha,
 *     Phi = 0,   G v + Phi_t = 0,   A v = w,   U the units of the velocities (units.h),
 *
 * a baseline from outside that has its own steps, order and error test, of q and v only: a step of
 * size h is as many of IDA's as its tolerance asks for, and IDA's interpolation at t + h.  The next
 * step goes on with IDA's past values where the state is the one that the last step left, else it
 * starts anew, from the accelerations and multipliers of the index-1 equations.  IDA's norm is the
 * RMS over all unknowns; the weights make it that over q and v.
 *
 * It runs in Euler parameters by default: in natural coordinates, whose dense systems are twice as
 * large, it takes 2 to 5 times as long to the same error. */
#include <ida/ida.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "holonomy/explicit.h"
#include "holonomy/memory.h"
#include "methods/ggl_equations.h"
#include "methods/stepper.h"

enum { TOL, MULT_TOL, MAX_STEPS };

static const hol_option options[] = {
    {"tol", HOL_REAL, 1e-8, 1e-13, 1, NULL, "rtol and atol of a run at fixed steps, SI units"},
    {"mult_tol", HOL_REAL, 1e3, 1e-3, 1e12, NULL,
     "tolerance of the multipliers over that of q and v [1]"},
    {"max_steps", HOL_INT, 500, 1, 1e6, NULL, "most steps of IDA within one step"},
    {0},
};

typedef struct {
    SUNContext context;
    void *ida;
    N_Vector y, rate, id, work;
    SUNMatrix J;
    SUNLinearSolver solver;
    bool live;   /* IDA's past values are those of the state (t, y), stepped by h */
    double t, h; /* [s] */
} baseline;

/* ---------------------------------------------------------------- the equations, as IDA calls them
 */

static int residual(double t, N_Vector y, N_Vector rate, N_Vector out, void *self)
{
    hol_ggl_residual(self, t, N_VGetArrayPointer(y), N_VGetArrayPointer(rate),
                     N_VGetArrayPointer(out));
    return 0;
}

/* IDA's matrix, which is zero on entry, has its columns one after another. */
static int jacobian(double t, double c, N_Vector y, N_Vector rate, N_Vector r, SUNMatrix J,
                    void *self, N_Vector x1, N_Vector x2, N_Vector x3)
{
    hol_stepper *s = self;
    int N = hol_ggl_unknowns(s->sys);
    size_t mark = hol_mark(s->work);
    double *rows = hol_take(s->work, N * N);
    (void)r, (void)x1, (void)x2, (void)x3;
    hol_ggl_slope(s, t, N_VGetArrayPointer(y), N_VGetArrayPointer(rate), rows);
    hol_ggl_add_rate_slope(s->sys, N_VGetArrayPointer(y), c, rows);
    for (int i = 0; i < N; i++)
        for (int k = 0; k < N; k++) SM_ELEMENT_D(J, i, k) = rows[i * N + k];
    hol_release(s->work, mark);
    return 0;
}

/* ---------------------------------------------------------------- tolerances */

/* The unit of the unknown y_i, kg and s aside: G^T lambda and A^T alpha are forces, U^2 G^T mu is a
 * velocity. */
static double unit_of(hol_eval *sys, int i)
{
    int lambda = 2 * sys->nv, alpha = lambda + sys->nc, mu = alpha + sys->na;
    if (i < lambda) return hol_unit(sys, i % sys->nv);
    if (i < alpha) return sys->unit * sys->unit / hol_row_unit(sys, i - lambda);
    return i < mu ? sys->unit : 1 / hol_row_unit(sys, i - mu);
}

static int weights(N_Vector at, N_Vector weight, void *self)
{
    const hol_stepper *s = self;
    hol_eval *sys = s->sys;
    bool given = hol_controlled(s);
    double rtol = given ? s->rtol : hol_real(s, TOL), atol = given ? s->atol : hol_real(s, TOL);
    const double *y = N_VGetArrayPointer(at);
    double *w = N_VGetArrayPointer(weight);
    int n = 2 * sys->nv, N = hol_ggl_unknowns(sys);
    double of_all = sqrt((double)N / n);
    for (int i = 0; i < N; i++) {
        double unit = unit_of(sys, i);
        double tolerance =
            i < n ? atol * unit + rtol * fabs(y[i])
                  : hol_real(s, MULT_TOL) * (fmax(atol, rtol) * unit + rtol * fabs(y[i]));
        w[i] = of_all / tolerance;
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
    return own->live && h * own->h > 0 && fabs(z->t - own->t) <= 1e-9 * fabs(h) &&
           !memcmp(z->q, y, bytes) && !memcmp(z->v, y + s->sys->nv, bytes);
}

/* The step whose error of order 1, h^2/2 q'', has the size of the tolerance; h at most.  IDA's own
 * choice is of the size of the tolerance itself, where the multipliers are known to round-off over
 * h^2, and Newton's iteration does not converge to a tight one. */
static double first_step(hol_stepper *s, double h, const double a[])
{
    hol_eval *sys = s->sys;
    baseline *own = s->aux;
    double squares = 0;
    N_Vector weight = own->work;
    if (weights(own->y, weight, s)) return h;
    const double *w = N_VGetArrayPointer(weight);
    for (int i = 0; i < sys->nv; i++) squares += w[i] * a[i] * w[i] * a[i];
    double size = sqrt(2 / sqrt(squares / hol_ggl_unknowns(sys)));
    return size < fabs(h) ? copysign(size, h) : h;
}

static hol_status start_anew(hol_stepper *s, double h, const hol_state *z)
{
    hol_eval *sys = s->sys;
    baseline *own = s->aux;
    hol_ggl_parts y = hol_ggl_split(sys, N_VGetArrayPointer(own->y)),
                  dy = hol_ggl_split(sys, N_VGetArrayPointer(own->rate));
    size_t bytes = (size_t)sys->nv * sizeof *y.q;
    N_VConst(0, own->y);
    N_VConst(0, own->rate);
    memcpy(y.q, z->q, bytes);
    memcpy(y.v, z->v, bytes);
    memcpy(dy.q, z->v, bytes);
    hol_status status = hol_acceleration(sys, z->t, z->q, z->v, dy.v, y.lambda, y.alpha);
    if (status) return status;
    bool good = !IDAReInit(own->ida, z->t, own->y, own->rate) &&
                !IDASetInitStep(own->ida, first_step(s, h, dy.v));
    return good ? HOL_OK : HOL_NOT_FINITE;
}

static hol_status outcome(int flag)
{
    switch (flag) {
    case IDA_TOO_MUCH_WORK:
    case IDA_TOO_MUCH_ACC:
    case IDA_ERR_FAIL:
        return HOL_REJECT;
    case IDA_CONV_FAIL:
        return HOL_DIVERGED;
    case IDA_LSETUP_FAIL:
    case IDA_LSOLVE_FAIL:
        return HOL_SINGULAR;
    default:
        return flag < 0 ? HOL_NOT_FINITE : HOL_OK;
    }
}

static hol_status step(hol_stepper *s, double h, hol_state *z)
{
    hol_eval *sys = s->sys;
    baseline *own = s->aux;
    bool on = goes_on(s, h, z);
    hol_status status;
    if (!isfinite(h)) return HOL_NOT_FINITE;
    own->live = false;
    if (!on && (status = start_anew(s, h, z))) return status;
    status = outcome(IDASolve(own->ida, z->t + h, &own->t, own->y, own->rate, IDA_NORMAL));
    if (status) return status;
    own->live = true;
    own->h = h;

    hol_ggl_parts y = hol_ggl_split(sys, N_VGetArrayPointer(own->y));
    hol_arrive(s, y.q, y.v, z);
    memcpy(z->lambda, y.lambda, (size_t)sys->nc * sizeof *y.lambda);
    memcpy(z->alpha, y.alpha, (size_t)sys->na * sizeof *y.alpha);
    return HOL_OK;
}

static hol_status start(hol_stepper *s, double h, hol_state *z)
{
    (void)h, (void)z;
    ((baseline *)s->aux)->live = false;
    return HOL_OK;
}

/* ---------------------------------------------------------------- the method */

/* What fails returns. */
static void say_nothing(int code, const char *module, const char *function, char *text, void *self)
{
    (void)code, (void)module, (void)function, (void)text, (void)self;
}

static hol_status set_up_ida(hol_stepper *s)
{
    baseline *own = s->aux;
    void *ida = own->ida;
    bool good = !IDASetErrHandlerFn(ida, say_nothing, NULL) &&
                !IDAInit(ida, residual, 0, own->y, own->rate) && !IDASetUserData(ida, s) &&
                !IDAWFtolerances(ida, weights) && !IDASetId(ida, own->id) &&
                !IDASetSuppressAlg(ida, SUNTRUE) && !IDASetLinearSolver(ida, own->solver, own->J) &&
                !IDASetJacFn(ida, jacobian) && !IDASetMaxNumSteps(ida, hol_choice(s, MAX_STEPS));
    return good ? HOL_OK : HOL_UNSUPPORTED;
}

static void end(void *self)
{
    baseline *own = self;
    if (own->ida) IDAFree(&own->ida);
    if (own->solver) SUNLinSolFree(own->solver);
    if (own->J) SUNMatDestroy(own->J);
    if (own->y) N_VDestroy(own->y);
    if (own->rate) N_VDestroy(own->rate);
    if (own->id) N_VDestroy(own->id);
    if (own->work) N_VDestroy(own->work);
    SUNContext_Free(&own->context);
}

static hol_status setup(hol_stepper *s)
{
    baseline *own = s->aux = hol_alloc(s->memory, 1, sizeof *own);
    hol_at_end(s->memory, end, own);
    int N = hol_ggl_unknowns(s->sys);
    s->control = (hol_control){1, 1, 0.5, 1}; /* h is where the driver looks, not IDA's step */
    if (SUNContext_Create(NULL, &own->context)) return HOL_NO_MEMORY;
    own->ida = IDACreate(own->context);
    own->y = N_VNew_Serial(N, own->context);
    own->rate = N_VNew_Serial(N, own->context);
    own->id = N_VNew_Serial(N, own->context);
    own->work = N_VNew_Serial(N, own->context);
    own->J = SUNDenseMatrix(N, N, own->context);
    if (!own->ida || !own->y || !own->rate || !own->id || !own->work || !own->J)
        return HOL_NO_MEMORY;
    own->solver = SUNLinSol_Dense(own->y, own->J, own->context);
    N_VConst(0, own->y);
    N_VConst(0, own->rate);
    for (int i = 0; i < N; i++) N_VGetArrayPointer(own->id)[i] = i < 2 * s->sys->nv;
    return own->solver ? set_up_ida(s) : HOL_NO_MEMORY;
}

const hol_method hol_family_ida[] = {
    {
        .name = "ida",
        .family = "outside",
        .source = "Hindmarsh et al., ACM TOMS 31 (2005) 363; SUNDIALS, IDA",
        .about = "SUNDIALS IDA on the stabilised index-2 equations, a baseline",
        .formulation = "euler",
        .options = options,
        .needs = HOL_FLAT | HOL_FULL_RANK | HOL_SMALL,
        .baseline = true,
        .claims = hol_claims_of_data,
        .data = &(const hol_claims){.own_control = true},
        .setup = setup,
        .start = start,
        .restart = hol_restart_as_before, /* Another h is another place to interpolate at. */
        .step = step,
    },
    {0},
};
