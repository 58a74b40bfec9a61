/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ode: the Open Dynamics Engine's rigid bodies and joints, one dWorldStep a step.
 *
 * Bodies are free, joints are rows: v1 = v0 + h M^-1 (f + G^T lambda) with
 * G v1 + cfm lambda = -(erp / h) Phi(q0), then q1 = q0 o exp(h v1), of order 1 (Smith, Open
 * Dynamics Engine manual, 3.6 to 3.8; Stewart, Trinkle, Int. J. Numer. Meth. Eng. 39 (1996)). step:
 * a direct solve; quick: projected SOR. */
#include <ode/ode.h>
#include <pthread.h>
#include <string.h>

#include "baselines/engine.h"

enum { STEPPER, ERP, CFM, ITERATIONS, RELAXATION };
enum { STEP, QUICK };

static const hol_option options[] = {
    {"stepper", HOL_CHOICE, STEP, STEP, QUICK, "step quick", "dWorldStep, or dWorldQuickStep"},
    {"erp", HOL_REAL, 0.8, 0, 1, NULL, "part of a joint's error that a step takes back [1]"},
    {"cfm", HOL_REAL, 1e-10, 0, 1e6, NULL,
     "softness of the joints, added to G M^-1 G^T [1/kg, 1/(kg m^2)]"},
    {"iterations", HOL_INT, 1000, 1, 1e6, NULL, "of quick"},
    {"relaxation", HOL_REAL, 1.3, 0.1, 1.99, NULL, "over-relaxation of quick [1]"},
    {0},
};

typedef struct {
    hol_engine_state at;
    dWorldID world;
    dBodyID *body;
} engine;

/* ---------------------------------------------------------------- its complaints */

static _Thread_local bool complained; /* of a solve of this thread */

static void complain(int number, const char *format, va_list list)
{
    (void)number, (void)format, (void)list;
    complained = true;
}

static void initialise(void)
{
    dInitODE2(0);
    dSetMessageHandler(complain);
}

/* ---------------------------------------------------------------- set-up */

static void stand(dBodyID body, const double r[3], const double R[9])
{
    const dMatrix3 rotation = {R[0], R[1], R[2], 0, R[3], R[4], R[5], 0, R[6], R[7], R[8], 0};
    dBodySetPosition(body, r[0], r[1], r[2]);
    dBodySetRotation(body, rotation);
}

static void add_body(engine *own, const hol_eval *sys, int b)
{
    const hol_body *of = hol_body_at(sys->model, b);
    double J[3];
    dMass mass;
    hol_engine_inertia(sys, of, J);
    dMassSetZero(&mass);
    dMassSetParameters(&mass, of->m, 0, 0, 0, J[0], J[1], J[2], 0, 0, 0);
    own->body[b] = dBodyCreate(own->world);
    dBodySetMass(own->body[b], &mass);
    dBodySetFiniteRotationMode(own->body[b], 1);
}

/* Each kind where its frames are one: at x, e1, e2 and e3 along the columns of F. */

static void place_ball(dJointID j, const hol_engine_pair *p, double length)
{
    (void)length;
    dJointSetBallAnchor(j, p->x[0], p->x[1], p->x[2]);
}

static void place_universal(dJointID j, const hol_engine_pair *p, double length)
{
    (void)length;
    dJointSetUniversalAnchor(j, p->x[0], p->x[1], p->x[2]);
    dJointSetUniversalAxis1(j, p->F[0], p->F[3], p->F[6]);
    dJointSetUniversalAxis2(j, p->F[1], p->F[4], p->F[7]);
}

static void place_hinge(dJointID j, const hol_engine_pair *p, double length)
{
    (void)length;
    dJointSetHingeAnchor(j, p->x[0], p->x[1], p->x[2]);
    dJointSetHingeAxis(j, p->F[2], p->F[5], p->F[8]);
}

static void place_piston(dJointID j, const hol_engine_pair *p, double length)
{
    (void)length;
    dJointSetPistonAnchor(j, p->x[0], p->x[1], p->x[2]);
    dJointSetPistonAxis(j, p->F[2], p->F[5], p->F[8]);
}

static void place_slider(dJointID j, const hol_engine_pair *p, double length)
{
    (void)length;
    dJointSetSliderAxis(j, p->F[2], p->F[5], p->F[8]);
}

static void place_fixed(dJointID j, const hol_engine_pair *p, double length)
{
    (void)p, (void)length;
    dJointSetFixed(j);
}

static void place_distance(dJointID j, const hol_engine_pair *p, double length)
{
    dJointSetDBallAnchor1(j, p->x[0], p->x[1], p->x[2]);
    dJointSetDBallAnchor2(j, p->x[0], p->x[1], p->x[2]);
    dJointSetDBallDistance(j, length);
}

static const struct {
    dJointID (*create)(dWorldID world, dJointGroupID group);
    void (*place)(dJointID j, const hol_engine_pair *p, double length);
} of_kind[HOL_ENGINE_KINDS] = {
    [HOL_SPHERICAL_CONNECTION] = {dJointCreateBall, place_ball},
    [HOL_UNIVERSAL_CONNECTION] = {dJointCreateUniversal, place_universal},
    [HOL_REVOLUTE_CONNECTION] = {dJointCreateHinge, place_hinge},
    [HOL_CYLINDRICAL_CONNECTION] = {dJointCreatePiston, place_piston},
    [HOL_TRANSLATIONAL_CONNECTION] = {dJointCreateSlider, place_slider},
    [HOL_FIXED_CONNECTION] = {dJointCreateFixed, place_fixed},
    [HOL_DISTANCE_CONNECTION] = {dJointCreateDBall, place_distance},
};

static bool has(hol_connection_kind kind)
{
    return of_kind[kind].create;
}

static void add_joint(engine *own, const hol_connection *c)
{
    const hol_engine_pair p = hol_engine_together(c);
    dJointID j = of_kind[c->kind].create(own->world, 0);
    dBodyID body[2];
    for (int e = 0; e < 2; e++) {
        body[e] = c->point[e].body == HOL_GROUND ? 0 : own->body[c->point[e].body];
        if (body[e]) stand(body[e], p.r[e], p.R[e]);
    }
    dJointAttach(j, body[0], body[1]);
    of_kind[c->kind].place(j, &p, c->length);
}

static void end(void *data)
{
    engine *own = data;
    if (own->world) dWorldDestroy(own->world);
}

static hol_status setup(hol_stepper *s)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    double g[3];
    hol_connection c;
    if (!hol_engine_takes(s, "ODE", has)) return HOL_UNSUPPORTED;
    pthread_once(&once, initialise);
    engine *own = s->aux = hol_alloc(s->memory, 1, sizeof *own);
    own->at = hol_engine_state_new(s);
    own->body = hol_alloc(s->memory, (size_t)own->at.bodies, sizeof *own->body);
    own->world = dWorldCreate();
    hol_at_end(s->memory, end, own);
    hol_engine_gravity(&own->at, g);
    dWorldSetGravity(own->world, g[0], g[1], g[2]);
    dWorldSetERP(own->world, hol_real(s, ERP));
    dWorldSetCFM(own->world, hol_real(s, CFM));
    dWorldSetQuickStepNumIterations(own->world, hol_choice(s, ITERATIONS));
    dWorldSetQuickStepW(own->world, hol_real(s, RELAXATION));
    for (int b = 0; b < own->at.bodies; b++) add_body(own, s->sys, b);
    for (int k = 0; hol_connection_at(own->at.model, k, &c); k++) add_joint(own, &c);
    return HOL_OK;
}

/* ---------------------------------------------------------------- a step */

static void put(const engine *own)
{
    for (int b = 0; b < own->at.bodies; b++) {
        const hol_pose *at = &own->at.pose[b];
        const hol_wrench *w = &own->at.wrench[b];
        double R[9], omega[3];
        hol_quaternion_to_matrix(at->p, R);
        hol_rotate(R, at->omega, omega);
        dBodySetPosition(own->body[b], at->r[0], at->r[1], at->r[2]);
        dBodySetQuaternion(own->body[b], at->p);
        dBodySetLinearVel(own->body[b], at->v[0], at->v[1], at->v[2]);
        dBodySetAngularVel(own->body[b], omega[0], omega[1], omega[2]);
        dBodySetFiniteRotationAxis(own->body[b], 0, 0, 0);
        dBodySetForce(own->body[b], w->F[0], w->F[1], w->F[2]);
        dBodySetTorque(own->body[b], w->tau[0], w->tau[1], w->tau[2]);
    }
}

static void get(engine *own)
{
    for (int b = 0; b < own->at.bodies; b++) {
        hol_pose *at = &own->at.pose[b];
        double R[9];
        memcpy(at->r, dBodyGetPosition(own->body[b]), sizeof at->r);
        memcpy(at->p, dBodyGetQuaternion(own->body[b]), sizeof at->p);
        memcpy(at->v, dBodyGetLinearVel(own->body[b]), sizeof at->v);
        hol_quaternion_to_matrix(at->p, R);
        hol_rotate_back(R, dBodyGetAngularVel(own->body[b]), at->omega);
    }
}

static hol_status step(hol_stepper *s, double h, hol_state *z)
{
    engine *own = s->aux;
    if (!(h > 0)) return HOL_UNSUPPORTED;
    hol_engine_read(&own->at, s, z);
    put(own);
    complained = false;
    dRandSetSeed(1); /* the order of the rows of quick */
    int good =
        hol_choice(s, STEPPER) == STEP ? dWorldStep(own->world, h) : dWorldQuickStep(own->world, h);
    if (!good) return HOL_NO_MEMORY;
    s->residual.of = complained ? "its complementarity problem" : NULL;
    if (complained) return HOL_SINGULAR;
    get(own);
    hol_engine_write(&own->at, s, z);
    return HOL_OK;
}

/* ---------------------------------------------------------------- the method */

static hol_claims claims(const hol_method *method, hol_eval *sys, const double opt[])
{
    bool direct = hol_choice_of(method, opt, STEPPER) == STEP;
    (void)sys;
    return (hol_claims){.order_q = direct, .order_v = direct};
}

static const hol_method family[] = {
    {
        .name = "ode",
        .family = "outside",
        .source = "Smith, Open Dynamics Engine 0.16; Stewart, Trinkle, IJNME 39 (1996)",
        .about = "the Open Dynamics Engine, one dWorldStep a step, a baseline",
        .formulation = "lie",
        .options = options,
        .needs = HOL_HOLONOMIC | HOL_SCLERONOMIC,
        .baseline = true,
        .claims = claims,
        .setup = setup,
        .step = step,
    },
    {0},
};

static const hol_method *const families[] = {family, NULL};

HOL_PLUGIN(.name = "ode", .version = "1.0", .source = "Holonomy; the engine: ODE, www.ode.org",
           .methods = families);
