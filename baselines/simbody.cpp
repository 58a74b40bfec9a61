// SPDX-License-Identifier: GPL-3.0-or-later
/* simbody: Simbody's mobilised bodies, a coordinate a freedom, on a spanning tree of the joints,
 * what is cut closed by its constraints, and its error-controlled integrators, which project onto
 * them (Sherman, Seth, Delp, Procedia IUTAM 2 (2011); Simbody 3.7).
 *
 * A step of size h is as many of the integrator's as its accuracy asks for; under tolerances the
 * next one ends where the integrator would end its own.  A step goes on where the state is the one
 * that the last step left, else anew. */
#include <Simbody.h>

#include <cmath>
#include <memory>
#include <vector>

#include "baselines/engine.h"

namespace
{

using namespace SimTK;

enum { INTEGRATOR, TOL, CLOSED, MAX_STEPS };

const hol_option options[] = {
    {"integrator", HOL_CHOICE, 0, 0, 4, "merson feldberg rk3 verlet cpodes", "Simbody's"},
    {"tol", HOL_REAL, 1e-8, 1e-14, 1, nullptr, "accuracy of a run at fixed steps [1]"},
    {"closed", HOL_REAL, 1, 1e-6, 1, nullptr, "tolerance of the constraints over the accuracy [1]"},
    {"max_steps", HOL_INT, 100000, 1, 1e9, nullptr, "most steps of the integrator within one step"},
    {},
};

template <class Kind> Integrator *make(const System &system)
{
    return new Kind(system);
}

Integrator *(*const integrator[])(const System &) = {
    make<RungeKuttaMersonIntegrator>, make<RungeKuttaFeldbergIntegrator>,
    make<RungeKutta3Integrator>, make<VerletIntegrator>, make<CPodesIntegrator>};

struct engine {
    hol_engine_state at;
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    std::vector<MobilizedBody> body; /* per body */
    State state;
    std::unique_ptr<Integrator> integrator;
    hol_engine_left left; /* where the integrator stands */
};

/* ---------------------------------------------------------------- poses */

void put_pose(const hol_pose &at, Transform &X, SpatialVec &V)
{
    const Rotation R(Quaternion(at.p[0], at.p[1], at.p[2], at.p[3]));
    X = Transform(R, Vec3(at.r[0], at.r[1], at.r[2]));
    V = SpatialVec(R * Vec3(at.omega[0], at.omega[1], at.omega[2]),
                   Vec3(at.v[0], at.v[1], at.v[2]));
}

void get_poses(engine *own, const State &state)
{
    for (int b = 0; b < own->at.bodies; b++) {
        hol_pose &at = own->at.pose[b];
        const Transform &X = own->body[b].getBodyTransform(state);
        const SpatialVec &V = own->body[b].getBodyVelocity(state);
        const Vec4 p = X.R().convertRotationToQuaternion().asVec4();
        const Vec3 omega = ~X.R() * V[0];
        for (int k = 0; k < 3; k++) {
            at.r[k] = X.p()[k];
            at.v[k] = V[1][k];
            at.omega[k] = omega[k];
        }
        for (int k = 0; k < 4; k++) at.p[k] = p[k];
    }
}

/* All but gravity, where the integrator asks for them. */
class other_forces : public Force::Custom::Implementation
{
  public:
    explicit other_forces(engine *of) : own(of)
    {
    }
    void calcForce(const State &state, Vector_<SpatialVec> &on, Vector_<Vec3> &,
                   Vector &) const override
    {
        get_poses(own, state);
        hol_engine_forces(&own->at, state.getTime());
        for (int b = 0; b < own->at.bodies; b++) {
            const hol_wrench &w = own->at.wrench[b];
            on[own->body[b].getMobilizedBodyIndex()] +=
                SpatialVec(Vec3(w.tau[0], w.tau[1], w.tau[2]), Vec3(w.F[0], w.F[1], w.F[2]));
        }
    }
    Real calcPotentialEnergy(const State &) const override
    {
        return 0;
    }

  private:
    engine *own;
};

/* ---------------------------------------------------------------- joints of the tree */

UnitVec3 column(const hol_connection &c, int e, int k)
{
    return UnitVec3(c.frame[e][k], c.frame[e][3 + k], c.frame[e][6 + k]);
}

Vec3 point(const hol_connection &c, int e)
{
    return Vec3(c.point[e].rho[0], c.point[e].rho[1], c.point[e].rho[2]);
}

/* The frame of end e with its columns i and j as x and y. */
Transform frame(const hol_connection &c, int e, int i, int j)
{
    return Transform(Rotation(column(c, e, i), XAxis, Vec3(column(c, e, j)), YAxis), point(c, e));
}

MobilizedBody &of(engine *own, int body)
{
    return body == HOL_GROUND ? static_cast<MobilizedBody &>(own->matter.updGround())
                              : own->body[body];
}

Body solid(const hol_eval *sys, int b)
{
    const hol_body *body = hol_body_at(sys->model, b);
    double J[3];
    hol_engine_inertia(sys, body, J);
    return Body::Rigid(MassProperties(body->m, Vec3(0), Inertia(J[0], J[1], J[2])));
}

/* The body of end 1 - p, which is `body`, on that of end p, which stands; x and y of the mobiliser
 * are the columns i and j of both frames. */
template <class Kind>
MobilizedBody hung(engine *own, const Body &body, const hol_connection &c, int p, int i, int j)
{
    return Kind(of(own, c.point[p].body), frame(c, p, i, j), body, frame(c, 1 - p, i, j));
}

template <class Kind, int I, int J>
MobilizedBody carry(engine *own, const Body &body, const hol_connection &c, int p)
{
    return hung<Kind>(own, body, c, p, I, J);
}

/* About x of the first, then y of the second. */
MobilizedBody carry_universal(engine *own, const Body &body, const hol_connection &c, int p)
{
    return hung<MobilizedBody::Universal>(own, body, c, p, p, 1 - p);
}

MobilizedBody carry_ball(engine *own, const Body &body, const hol_connection &c, int p)
{
    const int b = c.point[1 - p].body;
    if (hol_engine_has_shape(own->at.model, b, HOL_PLANAR))
        return carry<MobilizedBody::Pin, 0, 1>(own, body, c, p);
    if (hol_engine_has_shape(own->at.model, b, HOL_POINT))
        return carry<MobilizedBody::Weld, 0, 1>(own, body, c, p);
    return carry<MobilizedBody::Ball, 0, 1>(own, body, c, p);
}

MobilizedBody let_go(engine *own, const Body &body, int b)
{
    MobilizedBody &ground = of(own, HOL_GROUND);
    if (hol_engine_has_shape(own->at.model, b, HOL_POINT))
        return MobilizedBody::Translation(ground, body);
    if (own->at.planar) return MobilizedBody::Planar(ground, body);
    return MobilizedBody::Free(ground, body);
}

/* ---------------------------------------------------------------- what is cut */

void across(MobilizedBody &a, UnitVec3 i, MobilizedBody &b, UnitVec3 j)
{
    Constraint::ConstantAngle(a, i, b, j, Pi / 2);
}

/* The point of end 1 stays in the planes of end 0 that are across e1 and e2. */
void in_planes(MobilizedBody &a, MobilizedBody &b, const hol_connection &c)
{
    for (int k = 0; k < 2; k++)
        Constraint::PointInPlane(a, column(c, 0, k), dot(Vec3(column(c, 0, k)), point(c, 0)), b,
                                 point(c, 1));
}

void along(const engine *own, MobilizedBody &a, MobilizedBody &b, const hol_connection &c)
{
    for (int k = 0; !own->at.planar && k < 2; k++) across(a, column(c, 0, k), b, column(c, 1, 2));
}

void close_ball(const engine *own, MobilizedBody &a, MobilizedBody &b, const hol_connection &c)
{
    if (own->at.planar)
        in_planes(a, b, c);
    else
        Constraint::Ball(a, point(c, 0), b, point(c, 1));
}

void close_universal(const engine *own, MobilizedBody &a, MobilizedBody &b, const hol_connection &c)
{
    close_ball(own, a, b, c);
    across(a, column(c, 0, 0), b, column(c, 1, 1));
}

void close_pin(const engine *own, MobilizedBody &a, MobilizedBody &b, const hol_connection &c)
{
    close_ball(own, a, b, c);
    along(own, a, b, c);
}

void close_cylinder(const engine *own, MobilizedBody &a, MobilizedBody &b, const hol_connection &c)
{
    in_planes(a, b, c);
    along(own, a, b, c);
}

void close_slider(const engine *own, MobilizedBody &a, MobilizedBody &b, const hol_connection &c)
{
    close_cylinder(own, a, b, c);
    across(a, column(c, 0, 0), b, column(c, 1, 1));
}

void close_weld(const engine *, MobilizedBody &a, MobilizedBody &b, const hol_connection &c)
{
    Constraint::Weld(a, frame(c, 0, 0, 1), b, frame(c, 1, 0, 1));
}

void close_distance(const engine *, MobilizedBody &a, MobilizedBody &b, const hol_connection &c)
{
    Constraint::Rod(a, point(c, 0), b, point(c, 1), c.length);
}

/* ---------------------------------------------------------------- by kind */

/* In the order of HOL_CONNECTION_LIST.  A kind of 6 freedoms is in no tree. */
const struct {
    int freedoms;
    MobilizedBody (*carry)(engine *, const Body &, const hol_connection &, int p);
    void (*close)(const engine *, MobilizedBody &, MobilizedBody &, const hol_connection &);
} of_kind[HOL_ENGINE_KINDS] = {
    {3, carry_ball, close_ball},
    {2, carry_universal, close_universal},
    {1, carry<MobilizedBody::Pin, 0, 1>, close_pin},
    {2, carry<MobilizedBody::Cylinder, 0, 1>, close_cylinder},
    {1, carry<MobilizedBody::Slider, 2, 0>, close_slider},
    {0, carry<MobilizedBody::Weld, 0, 1>, close_weld},
    {6, nullptr, close_distance},
};

bool has(hol_connection_kind kind)
{
    return of_kind[kind].close;
}

void grow(engine *own, const hol_eval *sys)
{
    std::vector<hol_engine_branch> branch(own->at.bodies);
    std::vector<bool> of_tree;
    hol_connection c;
    int freedoms[HOL_ENGINE_KINDS];
    for (int k = 0; k < HOL_ENGINE_KINDS; k++) freedoms[k] = of_kind[k].freedoms;
    hol_engine_tree(own->at.model, freedoms, branch.data());
    for (int k = 0; hol_connection_at(own->at.model, k, &c); k++) of_tree.push_back(false);
    for (const hol_engine_branch &at : branch) {
        const Body body = solid(sys, at.body);
        if (at.k < 0) {
            own->body[at.body] = let_go(own, body, at.body);
            continue;
        }
        hol_connection_at(own->at.model, at.k, &c);
        own->body[at.body] = of_kind[c.kind].carry(own, body, c, at.p);
        of_tree[at.k] = true;
    }
    for (int k = 0; hol_connection_at(own->at.model, k, &c); k++)
        if (!of_tree[k])
            of_kind[c.kind].close(own, of(own, c.point[0].body), of(own, c.point[1].body), c);
}

/* ---------------------------------------------------------------- set-up */

void end(void *own)
{
    delete static_cast<engine *>(own);
}

void build(engine *own, hol_stepper *s)
{
    double g[3];
    own->body.resize(own->at.bodies);
    grow(own, s->sys);
    hol_engine_gravity(&own->at, g);
    Force::UniformGravity(own->forces, own->matter, Vec3(g[0], g[1], g[2]));
    for (int b = 0; b < own->at.bodies; b++) own->at.pose[b] = hol_body_at(own->at.model, b)->at;
    if (hol_engine_forces(&own->at, 0)) Force::Custom(own->forces, new other_forces(own));
    own->state = own->system.realizeTopology();
    own->system.realizeModel(own->state);
}

hol_status setup(hol_stepper *s)
{
    if (!hol_engine_takes(s, "Simbody", has)) return HOL_UNSUPPORTED;
    const hol_engine_state at = hol_engine_state_new(s);
    const hol_engine_left left = hol_engine_left_new(s);
    engine *own = new engine;
    s->aux = own;
    hol_at_end(s->memory, end, own);
    own->at = at;
    own->left = left;
    s->control = {1, 1, 0.5, 1}; /* h is where the driver looks; growth is set by the steps */
    try {
        build(own, s);
    } catch (const std::exception &e) {
        hol_say(s->why, "Simbody: %.400s", e.what());
        return HOL_UNSUPPORTED;
    }
    return HOL_OK;
}

/* ---------------------------------------------------------------- a step */

/* From the root outwards: coordinates and speeds of each joint that bring its body to its pose. */
void set_state(engine *own, double t)
{
    State &state = own->state;
    state.setTime(t);
    std::vector<int> number(own->matter.getNumBodies(), -1);
    for (int b = 0; b < own->at.bodies; b++) number[own->body[b].getMobilizedBodyIndex()] = b;
    for (int speeds = 0; speeds < 2; speeds++) {
        for (MobilizedBodyIndex i(1); i < own->matter.getNumBodies(); ++i) {
            const MobilizedBody &body = own->matter.getMobilizedBody(i),
                                &before = body.getParentMobilizedBody();
            Transform X, P;
            SpatialVec V, W(Vec3(0), Vec3(0));
            put_pose(own->at.pose[number[i]], X, V);
            if (!before.isGround())
                put_pose(own->at.pose[number[before.getMobilizedBodyIndex()]], P, W);
            const Transform F = P * body.getInboardFrame(state),
                            M = X * body.getOutboardFrame(state);
            if (!speeds) {
                body.setQToFitTransform(state, ~F * M);
                continue;
            }
            const Vec3 at_M = V[1] + V[0] % (M.p() - X.p()), there = W[1] + W[0] % (M.p() - P.p());
            body.setUToFitVelocity(state,
                                   SpatialVec(~F.R() * (V[0] - W[0]), ~F.R() * (at_M - there)));
        }
        own->system.realize(state, speeds ? Stage::Velocity : Stage::Position);
    }
}

void start_anew(engine *own, hol_stepper *s, const hol_state *z)
{
    const double accuracy =
        s->rtol > 0 || s->atol > 0 ? std::fmax(s->rtol, s->atol) : hol_real(s, TOL);
    hol_poses(s->sys, z->q, z->v, own->at.pose);
    set_state(own, z->t);
    own->integrator.reset(integrator[hol_choice(s, INTEGRATOR)](own->system));
    own->integrator->setAccuracy(accuracy);
    own->integrator->setConstraintTolerance(hol_real(s, CLOSED) * accuracy);
    own->integrator->setAllowInterpolation(false);
    own->integrator->setInternalStepLimit(hol_choice(s, MAX_STEPS));
    own->integrator->initialize(own->state);
}

hol_status go(engine *own, hol_stepper *s, double h, const hol_state *z)
{
    try {
        if (!hol_engine_goes_on(&own->left, s, h, z)) start_anew(own, s, z);
        own->left.live = false;
        const double t = own->left.t = z->t + h;
        auto came = own->integrator->stepTo(t);
        if (came == Integrator::StartOfContinuousInterval) came = own->integrator->stepTo(t);
        if (came != Integrator::ReachedReportTime) return HOL_REJECT;
        const State &state = own->integrator->getState();
        own->system.realize(state, Stage::Velocity);
        get_poses(own, state);
        s->control.growth =
            own->integrator->getPredictedNextStepSize() / h; /* to look there next */
    } catch (const std::exception &) {
        s->residual.of = "Simbody's integrator";
        return HOL_DIVERGED;
    }
    return HOL_OK;
}

hol_status step(hol_stepper *s, double h, hol_state *z)
{
    engine *own = static_cast<engine *>(s->aux);
    if (!(h > 0)) return HOL_UNSUPPORTED;
    hol_status status = go(own, s, h, z);
    if (status) return status;
    hol_engine_write(&own->at, s, z);
    hol_engine_leave(&own->left, s, z);
    return HOL_OK;
}

hol_status start(hol_stepper *s, double, hol_state *)
{
    static_cast<engine *>(s->aux)->left.live = false;
    return HOL_OK;
}

/* Another h is another place to end at. */
hol_status restart(hol_stepper *, double, hol_state *)
{
    return HOL_OK;
}

/* ---------------------------------------------------------------- the method */

hol_claims claims(const hol_method *, hol_eval *, const double[])
{
    return {.own_control = true};
}

const hol_method family[] = {
    {
        .name = "simbody",
        .family = "outside",
        .source = "Sherman, Seth, Delp, Procedia IUTAM 2 (2011) 241; Simbody 3.7",
        .about = "Simbody's joint coordinates and integrators with error control, a baseline",
        .formulation = "lie",
        .options = options,
        .needs = HOL_HOLONOMIC | HOL_SCLERONOMIC,
        .baseline = true,
        .claims = claims,
        .setup = setup,
        .start = start,
        .restart = restart,
        .step = step,
    },
    {},
};

const hol_method *const families[] = {family, nullptr};

} // namespace

HOL_PLUGIN(.name = "simbody", .version = "1.0",
           .source = "Holonomy; the engine: Simbody, simtk.org/projects/simbody",
           .methods = families);
