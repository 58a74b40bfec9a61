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
#include <cstring>
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
    bool live = false; /* the integrator's state is (q, v) at t */
    double t = 0;
    std::vector<double> q, v; /* as the last step left them */
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

/* ---------------------------------------------------------------- the tree */

struct building {
    engine *own;
    const hol_eval *sys;
    std::vector<hol_connection> joint;
    std::vector<bool> placed, of_tree;
};

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

Body solid(const building &x, int b)
{
    const hol_body *body = hol_body_at(x.sys->model, b);
    double J[3];
    hol_engine_inertia(x.sys, body, J);
    return Body::Rigid(MassProperties(body->m, Vec3(0), Inertia(J[0], J[1], J[2])));
}

bool has_shape(const building &x, int b, hol_shape shape)
{
    return b != HOL_GROUND && hol_body_at(x.sys->model, b)->shape == shape;
}

/* The freedoms of the joint between the body of end p, which stands, and that of the other end. */
MobilizedBody mobilised(const building &x, const hol_connection &c, int p)
{
    const int e = 1 - p, b = c.point[e].body;
    MobilizedBody &before = of(x.own, c.point[p].body);
    const Body body = solid(x, b);
    const Transform F = frame(c, p, 0, 1), M = frame(c, e, 0, 1);
    switch (c.kind) {
    case HOL_REVOLUTE_CONNECTION:
        return MobilizedBody::Pin(before, F, body, M);
    case HOL_UNIVERSAL_CONNECTION: /* about x of the first, then y of the second */
        return MobilizedBody::Universal(before, frame(c, p, p, 1 - p), body, frame(c, e, p, 1 - p));
    case HOL_CYLINDRICAL_CONNECTION:
        return MobilizedBody::Cylinder(before, F, body, M);
    case HOL_TRANSLATIONAL_CONNECTION:
        return MobilizedBody::Slider(before, frame(c, p, 2, 0), body, frame(c, e, 2, 0));
    case HOL_FIXED_CONNECTION:
        return MobilizedBody::Weld(before, F, body, M);
    default:
        if (has_shape(x, b, HOL_PLANAR)) return MobilizedBody::Pin(before, F, body, M);
        if (has_shape(x, b, HOL_POINT)) return MobilizedBody::Weld(before, F, body, M);
        return MobilizedBody::Ball(before, F, body, M);
    }
}

MobilizedBody let_go(const building &x, int b)
{
    MobilizedBody &ground = of(x.own, HOL_GROUND);
    if (has_shape(x, b, HOL_POINT)) return MobilizedBody::Translation(ground, solid(x, b));
    if (has_shape(x, b, HOL_PLANAR)) return MobilizedBody::Planar(ground, solid(x, b));
    return MobilizedBody::Free(ground, solid(x, b));
}

/* Freedoms that the joint leaves; as many as none: it is no joint of a tree. */
int freedoms(const building &x, const hol_connection &c)
{
    static const int left[] = {3, 2, 1, 2, 1, 0, 6};
    for (int e = 0; e < 2; e++) /* a point mass hangs by its point, and nothing on it */
        if (has_shape(x, c.point[e].body, HOL_POINT))
            return c.kind == HOL_SPHERICAL_CONNECTION ? 0 : 6;
    return left[c.kind];
}

/* The joint from a body that stands to one that does not yet which leaves the fewest freedoms; -1.
 */
int next_joint(const building &x)
{
    int best = -1;
    for (int k = 0; k < static_cast<int>(x.joint.size()); k++) {
        bool stands[2];
        for (int e = 0; e < 2; e++) {
            int b = x.joint[k].point[e].body;
            stands[e] = b == HOL_GROUND || x.placed[b];
        }
        if (stands[0] == stands[1] || freedoms(x, x.joint[k]) == 6) continue;
        if (best < 0 || freedoms(x, x.joint[k]) < freedoms(x, x.joint[best])) best = k;
    }
    return best;
}

void grow(building &x)
{
    const int bodies = x.own->at.bodies;
    for (int left = bodies; left; left--) {
        const int k = next_joint(x);
        int b = 0;
        if (k >= 0) {
            const hol_connection &c = x.joint[k];
            int b0 = c.point[0].body, p = !(b0 == HOL_GROUND || x.placed[b0]);
            b = c.point[1 - p].body;
            x.own->body[b] = mobilised(x, c, p);
            x.of_tree[k] = true;
        } else {
            while (x.placed[b]) b++;
            x.own->body[b] = let_go(x, b);
        }
        x.placed[b] = true;
    }
}

/* ---------------------------------------------------------------- what is cut */

void across(MobilizedBody &a, UnitVec3 i, MobilizedBody &b, UnitVec3 j)
{
    Constraint::ConstantAngle(a, i, b, j, Pi / 2);
}

/* The point of end 1 stays in planes of end 0, those across e_(k+1) for the bits of `planes`. */
void in_planes(MobilizedBody &a, MobilizedBody &b, const hol_connection &c, unsigned planes)
{
    for (int k = 0; k < 3; k++)
        if (planes >> k & 1)
            Constraint::PointInPlane(a, column(c, 0, k), dot(Vec3(column(c, 0, k)), point(c, 0)), b,
                                     point(c, 1));
}

void close(const building &x, const hol_connection &c)
{
    MobilizedBody &a = of(x.own, c.point[0].body), &b = of(x.own, c.point[1].body);
    const bool turns = c.kind == HOL_REVOLUTE_CONNECTION || c.kind == HOL_CYLINDRICAL_CONNECTION ||
                       c.kind == HOL_TRANSLATIONAL_CONNECTION;
    if (c.kind == HOL_DISTANCE_CONNECTION) {
        Constraint::Rod(a, point(c, 0), b, point(c, 1), c.length);
        return;
    }
    if (c.kind == HOL_FIXED_CONNECTION) {
        Constraint::Weld(a, frame(c, 0, 0, 1), b, frame(c, 1, 0, 1));
        return;
    }
    if (c.kind == HOL_CYLINDRICAL_CONNECTION || c.kind == HOL_TRANSLATIONAL_CONNECTION)
        in_planes(a, b, c, 3);
    else if (x.own->at.planar)
        in_planes(a, b, c, 3);
    else
        Constraint::Ball(a, point(c, 0), b, point(c, 1));
    if (c.kind == HOL_UNIVERSAL_CONNECTION) across(a, column(c, 0, 0), b, column(c, 1, 1));
    for (int k = 0; turns && !x.own->at.planar && k < 2; k++)
        across(a, column(c, 0, k), b, column(c, 1, 2));
    if (c.kind == HOL_TRANSLATIONAL_CONNECTION) across(a, column(c, 0, 0), b, column(c, 1, 1));
}

/* ---------------------------------------------------------------- set-up */

void end(void *own)
{
    delete static_cast<engine *>(own);
}

void build(engine *own, hol_stepper *s)
{
    building x = {own, s->sys, {}, std::vector<bool>(own->at.bodies), {}};
    hol_connection c;
    double g[3];
    for (int k = 0; hol_connection_at(own->at.model, k, &c); k++) x.joint.push_back(c);
    x.of_tree.resize(x.joint.size());
    own->body.resize(own->at.bodies);
    grow(x);
    for (size_t k = 0; k < x.joint.size(); k++)
        if (!x.of_tree[k]) close(x, x.joint[k]);
    hol_engine_gravity(&own->at, g);
    Force::UniformGravity(own->forces, own->matter, Vec3(g[0], g[1], g[2]));
    for (int b = 0; b < own->at.bodies; b++) own->at.pose[b] = hol_body_at(own->at.model, b)->at;
    if (hol_engine_forces(&own->at, 0)) Force::Custom(own->forces, new other_forces(own));
    own->state = own->system.realizeTopology();
    own->system.realizeModel(own->state);
    own->q.resize(s->sys->nq);
    own->v.resize(s->sys->nv);
}

hol_status setup(hol_stepper *s)
{
    if (!hol_engine_takes(s, "Simbody", ~0u)) return HOL_UNSUPPORTED;
    const hol_engine_state at = hol_engine_state_new(s);
    engine *own = new engine;
    s->aux = own;
    hol_at_end(s->memory, end, own);
    own->at = at;
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

bool goes_on(const hol_stepper *s, const engine *own, double h, const hol_state *z)
{
    return own->live && std::fabs(z->t - own->t) <= 1e-9 * h &&
           !std::memcmp(z->q, own->q.data(), own->q.size() * sizeof *z->q) &&
           !std::memcmp(z->v, own->v.data(), own->v.size() * sizeof *z->v) && s->aux == own;
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
        if (!goes_on(s, own, h, z)) start_anew(own, s, z);
        own->live = false;
        own->t = z->t + h;
        auto came = own->integrator->stepTo(own->t);
        if (came == Integrator::StartOfContinuousInterval) came = own->integrator->stepTo(own->t);
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
    std::memcpy(own->q.data(), z->q, own->q.size() * sizeof *z->q);
    std::memcpy(own->v.data(), z->v, own->v.size() * sizeof *z->v);
    own->live = true;
    return HOL_OK;
}

hol_status start(hol_stepper *s, double, hol_state *)
{
    static_cast<engine *>(s->aux)->live = false;
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
