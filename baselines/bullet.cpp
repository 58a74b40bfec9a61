// SPDX-License-Identifier: GPL-3.0-or-later
/* bullet: the rigid bodies and constraints of Bullet, one stepSimulation of size h a step.
 *
 * Bodies are free, joints are rows at the velocities, solved by Dantzig's algorithm for the mixed
 * linear complementarity problem or by sequential impulses; positions follow with the new
 * velocities: order 1 (Coumans, Bullet 3.24, btDiscreteDynamicsWorld, btMLCPSolver). */
#include <BulletDynamics/ConstraintSolver/btGeneric6DofSpring2Constraint.h>
#include <BulletDynamics/MLCPSolvers/btDantzigSolver.h>
#include <BulletDynamics/MLCPSolvers/btMLCPSolver.h>
#include <LinearMath/btQuickprof.h>
#include <btBulletDynamicsCommon.h>

#include <memory>
#include <vector>

#include "baselines/engine.h"

namespace
{

enum { SOLVER, ERP, CFM, ITERATIONS };
enum { DANTZIG, SEQUENTIAL };
enum : unsigned { SLIDE_X = 1, SPIN_X = 8, SPIN_Z = 32 };

const hol_option options[] = {
    {"solver", HOL_CHOICE, DANTZIG, DANTZIG, SEQUENTIAL, "dantzig sequential",
     "of the rows of the joints: direct, or sequential impulses"},
    {"erp", HOL_REAL, 0.8, 0, 1, nullptr, "part of a joint's error that a step takes back [1]"},
    {"cfm", HOL_REAL, 0, 0, 1e6, nullptr,
     "softness of the joints, added to G M^-1 G^T [1/kg, 1/(kg m^2)]"},
    {"iterations", HOL_INT, 1000, 1, 1e6, nullptr, "of sequential impulses"},
    {},
};

struct engine {
    hol_engine_state at;
    btDantzigSolver dantzig;
    btMLCPSolver direct{&dantzig};
    btSequentialImpulseConstraintSolver sequential;
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btSphereShape shape{1};
    btRigidBody ground{0, nullptr, nullptr};
    std::vector<std::unique_ptr<btRigidBody>> body;
    std::vector<std::unique_ptr<btTypedConstraint>> joint;
    std::unique_ptr<btDiscreteDynamicsWorld> world;

    ~engine()
    {
        for (auto &j : joint) world->removeConstraint(j.get());
        for (auto &b : body) world->removeRigidBody(b.get());
    }
};

/* ---------------------------------------------------------------- set-up */

void add_body(engine *own, const hol_eval *sys, int b)
{
    double J[3];
    const hol_body *of = hol_body_at(sys->model, b);
    hol_engine_inertia(sys, of, J);
    auto body =
        std::make_unique<btRigidBody>(of->m, nullptr, &own->shape, btVector3(J[0], J[1], J[2]));
    body->setActivationState(DISABLE_DEACTIVATION);
    body->setDamping(0, 0);
    own->world->addRigidBody(body.get(), 0, 0); /* it meets nothing */
    own->body.push_back(std::move(body));
}

/* The frame of end e, its columns from `first` on: 0 has e3 as z, 2 as x, 1 as y. */
btTransform frame_of(const hol_connection &c, int e, int first)
{
    const double *F = c.frame[e], *x = c.point[e].rho;
    int i = first, j = (first + 1) % 3, k = (first + 2) % 3;
    return btTransform(
        btMatrix3x3(F[i], F[j], F[k], F[3 + i], F[3 + j], F[3 + k], F[6 + i], F[6 + j], F[6 + k]),
        btVector3(x[0], x[1], x[2]));
}

/* A step takes back erp of every row, whose softness is cfm. */
void set_rows(btTypedConstraint *j, double erp, double cfm, bool of_stops)
{
    for (int axis = 0; axis < 6; axis++) {
        j->setParam(of_stops ? BT_CONSTRAINT_STOP_ERP : BT_CONSTRAINT_ERP, erp,
                    of_stops ? axis : -1);
        j->setParam(of_stops ? BT_CONSTRAINT_STOP_CFM : BT_CONSTRAINT_CFM, cfm,
                    of_stops ? axis : -1);
        if (!of_stops) return;
    }
}

btTypedConstraint *ball(btRigidBody &a, btRigidBody &b, const hol_connection &c)
{
    return new btPoint2PointConstraint(a, b, frame_of(c, 0, 0).getOrigin(),
                                       frame_of(c, 1, 0).getOrigin());
}

btTypedConstraint *hinge(btRigidBody &a, btRigidBody &b, const hol_connection &c)
{
    return new btHingeConstraint(a, b, frame_of(c, 0, 0), frame_of(c, 1, 0));
}

/* Six freedoms between the frames whose first column is e_First + 1, all locked but those whose
 * bits are in `Free`: slides along x, y, z of the first, turns about x of the second, y, z of the
 * first. */
template <int First, unsigned Free>
btTypedConstraint *six(btRigidBody &a, btRigidBody &b, const hol_connection &c)
{
    auto *j = new btGeneric6DofSpring2Constraint(a, b, frame_of(c, 0, First), frame_of(c, 1, First),
                                                 RO_XYZ);
    for (int k = 0; k < 6; k++) j->setLimit(k, Free >> k & 1, 0); /* low > high: no limit */
    return j;
}

/* By kind, in the order of HOL_CONNECTION_LIST; of a distance there is none. */
btTypedConstraint *(*const of_kind[HOL_ENGINE_KINDS])(btRigidBody &, btRigidBody &,
                                                      const hol_connection &) = {
    ball, six<1, SPIN_X | SPIN_Z>, hinge, six<2, SLIDE_X | SPIN_X>, six<2, SLIDE_X>, six<0, 0>};

bool has(hol_connection_kind kind)
{
    return of_kind[kind];
}

void add_joint(engine *own, const hol_stepper *s, const hol_connection &c)
{
    btRigidBody *end[2];
    for (int e = 0; e < 2; e++)
        end[e] = c.point[e].body == HOL_GROUND ? &own->ground : own->body[c.point[e].body].get();
    auto joint = std::unique_ptr<btTypedConstraint>(of_kind[c.kind](*end[0], *end[1], c));
    bool of_stops = joint->getConstraintType() == D6_SPRING_2_CONSTRAINT_TYPE;
    set_rows(joint.get(), hol_real(s, ERP), hol_real(s, CFM), of_stops);
    own->world->addConstraint(joint.get(), true);
    own->joint.push_back(std::move(joint));
}

void end(void *own)
{
    delete static_cast<engine *>(own);
}

void no_zone(const char *)
{
}

void no_end_of_zone()
{
}

hol_status setup(hol_stepper *s)
{
    double g[3];
    hol_connection c;
    if (!hol_engine_takes(s, "Bullet", has)) return HOL_UNSUPPORTED;
    const hol_engine_state at = hol_engine_state_new(s);
    btSetCustomEnterProfileZoneFunc(no_zone); /* its timing of itself */
    btSetCustomLeaveProfileZoneFunc(no_end_of_zone);
    engine *own = new engine;
    s->aux = own;
    hol_at_end(s->memory, end, own);
    own->at = at;
    btConstraintSolver *solver = &own->direct;
    if (hol_choice(s, SOLVER) == SEQUENTIAL) solver = &own->sequential;
    own->world = std::make_unique<btDiscreteDynamicsWorld>(&own->dispatcher, &own->broadphase,
                                                           solver, &own->configuration);
    hol_engine_gravity(&own->at, g);
    own->world->setGravity(btVector3(g[0], g[1], g[2]));
    btContactSolverInfo &info = own->world->getSolverInfo();
    info.m_erp = hol_real(s, ERP);
    info.m_globalCfm = hol_real(s, CFM);
    info.m_numIterations = hol_choice(s, ITERATIONS);
    for (int b = 0; b < own->at.bodies; b++) add_body(own, s->sys, b);
    for (int k = 0; hol_connection_at(own->at.model, k, &c); k++) add_joint(own, s, c);
    return HOL_OK;
}

/* ---------------------------------------------------------------- a step */

void put(engine *own)
{
    for (int b = 0; b < own->at.bodies; b++) {
        const hol_pose &at = own->at.pose[b];
        const hol_wrench &w = own->at.wrench[b];
        btRigidBody &body = *own->body[b];
        const btMatrix3x3 R(btQuaternion(at.p[1], at.p[2], at.p[3], at.p[0]));
        body.setLinearVelocity(btVector3(at.v[0], at.v[1], at.v[2]));
        body.setAngularVelocity(R * btVector3(at.omega[0], at.omega[1], at.omega[2]));
        body.setCenterOfMassTransform(btTransform(R, btVector3(at.r[0], at.r[1], at.r[2])));
        body.clearForces();
        body.applyCentralForce(btVector3(w.F[0], w.F[1], w.F[2]));
        body.applyTorque(btVector3(w.tau[0], w.tau[1], w.tau[2]));
    }
}

void get(engine *own)
{
    for (int b = 0; b < own->at.bodies; b++) {
        hol_pose &at = own->at.pose[b];
        const btRigidBody &body = *own->body[b];
        const btTransform &X = body.getWorldTransform();
        const btQuaternion p = X.getRotation();
        const btVector3 omega = X.getBasis().transpose() * body.getAngularVelocity();
        for (int k = 0; k < 3; k++) {
            at.r[k] = X.getOrigin()[k];
            at.v[k] = body.getLinearVelocity()[k];
            at.p[k + 1] = p[k];
            at.omega[k] = omega[k];
        }
        at.p[0] = p.w();
    }
}

hol_status step(hol_stepper *s, double h, hol_state *z)
{
    engine *own = static_cast<engine *>(s->aux);
    if (!(h > 0)) return HOL_UNSUPPORTED;
    hol_engine_read(&own->at, s, z);
    put(own);
    int fallbacks = own->direct.getNumFallbacks();
    own->world->stepSimulation(h, 0);
    s->residual.of = "its complementarity problem";
    if (own->direct.getNumFallbacks() != fallbacks) return HOL_SINGULAR;
    s->residual.of = nullptr;
    get(own);
    hol_engine_write(&own->at, s, z);
    return HOL_OK;
}

/* ---------------------------------------------------------------- the method */

hol_claims claims(const hol_method *method, hol_eval *, const double opt[])
{
    double order = hol_choice_of(method, opt, SOLVER) == DANTZIG;
    return {.order_q = order, .order_v = order};
}

const hol_method family[] = {
    {
        .name = "bullet",
        .family = "outside",
        .source = "Coumans, Bullet 3.24, btDiscreteDynamicsWorld with btMLCPSolver",
        .about = "Bullet's rigid bodies and constraints, one stepSimulation a step, a baseline",
        .formulation = "lie",
        .options = options,
        .needs = HOL_HOLONOMIC | HOL_SCLERONOMIC,
        .baseline = true,
        .claims = claims,
        .setup = setup,
        .step = step,
    },
    {},
};

const hol_method *const families[] = {family, nullptr};

} // namespace

HOL_PLUGIN(.name = "bullet", .version = "1.0",
           .source = "Holonomy; the engine: Bullet, bulletphysics.org", .methods = families);
