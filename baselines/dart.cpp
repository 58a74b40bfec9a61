// SPDX-License-Identifier: GPL-3.0-or-later
/* dart: the articulated bodies of DART, a coordinate a freedom, on a spanning tree of the joints,
 * one World::step of size h a step (Lee et al., J. Open Source Softw. 3 (2018) 500; DART 6.12).
 *
 * v^ = v0 + h a(q0, v0), a by Featherstone's recursion; what the tree cuts is closed at the
 * velocities, v1 = v^ + M^-1 G^T lambda with (1 + cfm) G M^-1 G^T lambda = -G v^ - (erp / h) Phi, a
 * linear complementarity problem by Dantzig's algorithm; q1 = q0 o exp(h v1): order 1.  A step goes
 * on where the state is the one that the last step left, else anew. */
#include <cmath>
#include <dart/constraint/BoxedLcpConstraintSolver.hpp>
#include <dart/constraint/ConstraintBase.hpp>
#include <dart/constraint/DantzigBoxedLcpSolver.hpp>
#include <dart/dynamics/BallJoint.hpp>
#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/PlanarJoint.hpp>
#include <dart/dynamics/PrismaticJoint.hpp>
#include <dart/dynamics/RevoluteJoint.hpp>
#include <dart/dynamics/Skeleton.hpp>
#include <dart/dynamics/TranslationalJoint.hpp>
#include <dart/dynamics/UniversalJoint.hpp>
#include <dart/dynamics/WeldJoint.hpp>
#include <dart/simulation/World.hpp>

#include <memory>
#include <string>
#include <vector>

#include "baselines/engine.h"

namespace
{

using namespace dart;
using dynamics::BodyNode;
using Eigen::Isometry3d;
using Eigen::Matrix3d;
using Eigen::Vector3d;
using Eigen::Vector6d;

enum { ERP, CFM };

const hol_option options[] = {
    {"erp", HOL_REAL, 0.8, 0, 1, nullptr, "part of a closure's error that a step takes back [1]"},
    {"cfm", HOL_REAL, 1e-9, 0, 1, nullptr, "softness of the closures, of G M^-1 G^T [1]"},
    {},
};

/* Dantzig's algorithm, and whether it came to an end. */
class direct : public constraint::DantzigBoxedLcpSolver
{
  public:
    bool solved = true;
    bool solve(int n, double *A, double *x, double *b, int nub, double *lo, double *hi, int *findex,
               bool) override
    {
        solved &= DantzigBoxedLcpSolver::solve(n, A, x, b, nub, lo, hi, findex, true);
        return true; /* no other one tries after it */
    }
};

struct engine {
    hol_engine_state at;
    std::vector<hol_engine_branch> branch;
    std::vector<dynamics::SkeletonPtr> skeleton; /* per tree */
    std::vector<BodyNode *> body;                /* per body */
    std::shared_ptr<simulation::World> world;
    std::shared_ptr<direct> solver;
    hol_engine_left left; /* where the world stands */
};

/* ---------------------------------------------------------------- poses */

Isometry3d place(const hol_pose &at)
{
    Isometry3d X = Isometry3d::Identity();
    X.linear() = Eigen::Quaterniond(at.p[0], at.p[1], at.p[2], at.p[3]).toRotationMatrix();
    X.translation() = Vector3d(at.r);
    return X;
}

/* (omega, v) in the axes of the body. */
Vector6d twist(const hol_pose &at)
{
    Vector6d V;
    V << Vector3d(at.omega), place(at).linear().transpose() * Vector3d(at.v);
    return V;
}

void get_poses(engine *own)
{
    for (int b = 0; b < own->at.bodies; b++) {
        hol_pose &at = own->at.pose[b];
        const Isometry3d &X = own->body[b]->getTransform();
        const Vector6d &V = own->body[b]->getSpatialVelocity();
        const Eigen::Quaterniond p(X.linear());
        const Vector3d v = X.linear() * V.tail<3>();
        for (int k = 0; k < 3; k++) {
            at.r[k] = X.translation()[k];
            at.v[k] = v[k];
            at.p[k + 1] = p.vec()[k];
            at.omega[k] = V[k];
        }
        at.p[0] = p.w();
    }
}

/* ---------------------------------------------------------------- joints of the tree */

Vector3d column(const hol_connection &c, int e, int k)
{
    return Vector3d(c.frame[e][k], c.frame[e][3 + k], c.frame[e][6 + k]);
}

/* The frame of end e with its columns i and j as x and y. */
Isometry3d frame(const hol_connection &c, int e, int i, int j)
{
    const Vector3d x = column(c, e, i), y = column(c, e, j);
    Isometry3d F = Isometry3d::Identity();
    F.linear() << x, y, x.cross(y);
    F.translation() = Vector3d(c.point[e].rho);
    return F;
}

/* A body on another one, or on ground (nullptr) as the root of a skeleton of its own. */
template <class Joint> BodyNode *append(engine *own, BodyNode *before)
{
    if (!before)
        own->skeleton.push_back(dynamics::Skeleton::create(std::to_string(own->skeleton.size())));
    const auto skeleton = before ? before->getSkeleton() : own->skeleton.back();
    return skeleton->createJointAndBodyNodePair<Joint>(before).second;
}

/* On the body of end p; x and y of the joint are the columns i and j of both frames. */
template <class Joint>
BodyNode *hung(engine *own, BodyNode *before, const hol_connection &c, int p, int i, int j)
{
    BodyNode *body = append<Joint>(own, before);
    body->getParentJoint()->setTransformFromParentBodyNode(frame(c, p, i, j));
    body->getParentJoint()->setTransformFromChildBodyNode(frame(c, 1 - p, i, j));
    return body;
}

/* Turns and slides are about and along z. */
template <class Joint>
BodyNode *carry(engine *own, BodyNode *before, const hol_connection &c, int p)
{
    return hung<Joint>(own, before, c, p, 0, 1);
}

/* About x of the first, then y of the second. */
BodyNode *carry_universal(engine *own, BodyNode *before, const hol_connection &c, int p)
{
    return hung<dynamics::UniversalJoint>(own, before, c, p, p, 1 - p);
}

BodyNode *carry_ball(engine *own, BodyNode *before, const hol_connection &c, int p)
{
    const int b = c.point[1 - p].body;
    if (hol_engine_has_shape(own->at.model, b, HOL_PLANAR))
        return carry<dynamics::RevoluteJoint>(own, before, c, p);
    if (hol_engine_has_shape(own->at.model, b, HOL_POINT))
        return carry<dynamics::WeldJoint>(own, before, c, p);
    return carry<dynamics::BallJoint>(own, before, c, p);
}

/* DART's own free joint has the velocity in the axes of the body, of which a step turns it: a free
 * body would not go straight on.  So it turns about a point without mass that does. */
BodyNode *let_go(engine *own, int b)
{
    const double nearly_none = 1e-100; /* [kg], [kg m^2]: DART warns of 0 */
    const Matrix3d one = Matrix3d::Identity();
    if (own->at.planar) return append<dynamics::PlanarJoint>(own, nullptr);
    BodyNode *point = append<dynamics::TranslationalJoint>(own, nullptr);
    if (hol_engine_has_shape(own->at.model, b, HOL_POINT)) return point;
    point->setInertia(dynamics::Inertia(nearly_none, Vector3d::Zero(), nearly_none * one));
    point->setCollidable(false);
    point->setName("point");
    point->getParentJoint()->setName("point");
    return append<dynamics::BallJoint>(own, point);
}

/* ---------------------------------------------------------------- what is cut */

/* Phi and its gradient: the force f at x and the torque that keep it, on end 1; on end 0 against
 * them.  In space. */
struct pull {
    double phi;
    Vector3d x, f, torque;
};

struct row {
    pull (*of)(const row &, const Isometry3d X[2]);
    Vector3d a, b; /* of end 0 and end 1: axes of a turn; of a slide axis a; points of a distance */
    Vector3d point[2];
    double length;
};

/* The point of end 1 stays in the plane across a, of end 0, through the point there. */
pull slide(const row &r, const Isometry3d X[2])
{
    const Vector3d x = X[1] * r.point[1], n = X[0].linear() * r.a;
    return {n.dot(x - X[0] * r.point[0]), x, n, Vector3d::Zero()};
}

/* The axes stay across each other. */
pull turn(const row &r, const Isometry3d X[2])
{
    const Vector3d u = X[0].linear() * r.a, w = X[1].linear() * r.b;
    return {u.dot(w), X[1].translation(), Vector3d::Zero(), w.cross(u)};
}

pull stretch(const row &r, const Isometry3d X[2])
{
    const Vector3d x = X[1] * r.point[1], d = x - X[0] * r.point[0];
    return {d.norm() - r.length, x, d.normalized(), Vector3d::Zero()};
}

/* Rows between two bodies, one of which may be ground (nullptr). */
class closure : public constraint::ConstraintBase
{
  public:
    closure(BodyNode *a, BodyNode *b, std::vector<row> of, double part, double softness)
        : body{a, b}, rows(std::move(of)), phi(rows.size()), erp(part), cfm(softness)
    {
        mDim = rows.size();
        for (auto &J : gradient) J.resize(rows.size(), 6);
    }

  protected:
    void update() override
    {
        Isometry3d X[2];
        for (int e = 0; e < 2; e++)
            X[e] = body[e] ? body[e]->getTransform() : Isometry3d::Identity();
        for (size_t i = 0; i < rows.size(); i++) {
            const pull p = rows[i].of(rows[i], X);
            phi[i] = p.phi;
            for (int e = 0; e < 2; e++) {
                const Matrix3d back = (e ? 1 : -1) * X[e].linear().transpose();
                const Vector3d arm = p.x - X[e].translation();
                gradient[e].row(i) << (back * (arm.cross(p.f) + p.torque)).transpose(),
                    (back * p.f).transpose();
            }
        }
    }
    void getInformation(constraint::ConstraintInfo *lcp) override
    {
        for (size_t i = 0; i < rows.size(); i++) {
            lcp->lo[i] = -HUGE_VAL;
            lcp->hi[i] = HUGE_VAL;
            lcp->x[i] = 0;
            lcp->b[i] = -erp * lcp->invTimeStep * phi[i];
            for (int e = 0; e < 2; e++)
                if (body[e]) lcp->b[i] -= gradient[e].row(i).dot(body[e]->getSpatialVelocity());
        }
    }
    void applyUnitImpulse(size_t i) override
    {
        applied = i;
        const bool within =
            moves(0) && moves(1) && body[0]->getSkeleton() == body[1]->getSkeleton();
        for (int e = 0; e < 2; e++)
            if (moves(e)) body[e]->getSkeleton()->clearConstraintImpulses();
        if (within)
            body[0]->getSkeleton()->updateBiasImpulse(body[0], gradient[0].row(i).transpose(),
                                                      body[1], gradient[1].row(i).transpose());
        for (int e = 0; e < 2; e++)
            if (moves(e)) {
                if (!within)
                    body[e]->getSkeleton()->updateBiasImpulse(body[e],
                                                              gradient[e].row(i).transpose());
                body[e]->getSkeleton()->updateVelocityChange();
                if (within) break;
            }
    }
    void getVelocityChange(double *change, bool with_cfm) override
    {
        Eigen::Map<Eigen::VectorXd> v(change, rows.size());
        v.setZero();
        for (int e = 0; e < 2; e++)
            if (moves(e) && body[e]->getSkeleton()->isImpulseApplied())
                v += gradient[e] * body[e]->getBodyVelocityChange();
        if (with_cfm) v[applied] *= 1 + cfm;
    }
    void excite() override
    {
        say_applied(true);
    }
    void unexcite() override
    {
        say_applied(false);
    }
    void applyImpulse(double *lambda) override
    {
        const Eigen::Map<Eigen::VectorXd> impulse(lambda, rows.size());
        for (int e = 0; e < 2; e++)
            if (body[e]) body[e]->addConstraintImpulse(gradient[e].transpose() * impulse);
    }
    bool isActive() const override
    {
        return moves(0) || moves(1);
    }
    dynamics::SkeletonPtr getRootSkeleton() const override
    {
        return ConstraintBase::getRootSkeleton(body[moves(0) ? 0 : 1]->getSkeleton());
    }
    void uniteSkeletons() override
    {
        if (!moves(0) || !moves(1)) return;
        const auto a = compressPath(body[0]->getSkeleton()),
                   b = compressPath(body[1]->getSkeleton());
        if (a == b) return;
        const auto &small = a->mUnionSize < b->mUnionSize ? a : b;
        const auto &large = small == a ? b : a;
        small->mUnionRootSkeleton = large;
        large->mUnionSize += small->mUnionSize;
    }

  private:
    BodyNode *body[2];
    std::vector<row> rows;
    std::vector<double> phi;
    Eigen::Matrix<double, Eigen::Dynamic, 6> gradient[2]; /* to the twist of each end */
    double erp, cfm;
    size_t applied = 0;

    bool moves(int e) const
    {
        return body[e] && body[e]->isReactive();
    }
    void say_applied(bool is)
    {
        for (int e = 0; e < 2; e++)
            if (moves(e)) body[e]->getSkeleton()->setImpulseApplied(is);
    }
};

/* ---------------------------------------------------------------- by kind */

/* Turns e_i of end 0 across e_j of end 1; bits of `turns`. */
const int across[3][2] = {{0, 2}, {1, 2}, {0, 1}};

/* In the order of HOL_CONNECTION_LIST.  A kind of 6 freedoms is in no tree. */
const struct {
    int freedoms;
    BodyNode *(*carry)(engine *, BodyNode *, const hol_connection &, int p);
    unsigned slides, turns; /* where it is cut: planes across e_(k+1), axes of `across` */
    bool stretches;
} of_kind[HOL_ENGINE_KINDS] = {
    {3, carry_ball, 7, 0, false},
    {2, carry_universal, 7, 4, false},
    {1, carry<dynamics::RevoluteJoint>, 7, 3, false},
    {6, nullptr, 3, 3, false},
    {1, carry<dynamics::PrismaticJoint>, 3, 7, false},
    {0, carry<dynamics::WeldJoint>, 7, 7, false},
    {6, nullptr, 0, 0, true},
};

bool has(hol_connection_kind kind)
{
    return of_kind[kind].slides || of_kind[kind].stretches;
}

/* In a planar model z is a body's third axis, and nothing goes along it. */
bool in_plane(const Vector3d &axis)
{
    return std::fabs(axis.z()) < 0.5;
}

std::vector<row> rows_of(const hol_connection &c, bool planar)
{
    const auto &kind = of_kind[c.kind];
    const Vector3d zero = Vector3d::Zero();
    const row none = {
        nullptr, zero, zero, {Vector3d(c.point[0].rho), Vector3d(c.point[1].rho)}, c.length};
    std::vector<row> rows;
    for (int k = 0; k < 3; k++) {
        row r = none;
        r.of = slide;
        r.a = column(c, 0, k);
        if (kind.slides >> k & 1 && (!planar || in_plane(r.a))) rows.push_back(r);
    }
    for (int k = 0; k < 3; k++) {
        row r = none;
        r.of = turn;
        r.a = column(c, 0, across[k][0]);
        r.b = column(c, 1, across[k][1]);
        const bool stays = planar && !(in_plane(r.a) && in_plane(r.b));
        if (kind.turns >> k & 1 && !stays) rows.push_back(r);
    }
    if (kind.stretches) {
        rows.push_back(none);
        rows.back().of = stretch;
    }
    return rows;
}

/* ---------------------------------------------------------------- set-up */

void end(void *own)
{
    delete static_cast<engine *>(own);
}

BodyNode *of(const engine *own, int body)
{
    return body == HOL_GROUND ? nullptr : own->body[body];
}

void add_body(engine *own, const hol_eval *sys, const hol_engine_branch &at)
{
    const hol_body *body = hol_body_at(sys->model, at.body);
    hol_connection c;
    double J[3];
    BodyNode *&made = own->body[at.body];
    if (at.k < 0) {
        made = let_go(own, at.body);
    } else {
        hol_connection_at(sys->model, at.k, &c);
        made = of_kind[c.kind].carry(own, of(own, c.point[at.p].body), c, at.p);
    }
    hol_engine_inertia(sys, body, J);
    made->setInertia(dynamics::Inertia(body->m, Vector3d::Zero(), Vector3d(J).asDiagonal()));
    made->setCollidable(false);
    made->setName(body->name);
    made->getParentJoint()->setName(body->name);
}

void close(engine *own, const hol_stepper *s)
{
    std::vector<bool> of_tree;
    hol_connection c;
    for (int k = 0; hol_connection_at(own->at.model, k, &c); k++) of_tree.push_back(false);
    for (const hol_engine_branch &at : own->branch)
        if (at.k >= 0) of_tree[at.k] = true;
    for (int k = 0; hol_connection_at(own->at.model, k, &c); k++)
        if (!of_tree[k])
            own->world->getConstraintSolver()->addConstraint(std::make_shared<closure>(
                of(own, c.point[0].body), of(own, c.point[1].body), rows_of(c, own->at.planar),
                hol_real(s, ERP), hol_real(s, CFM)));
}

void build(engine *own, hol_stepper *s)
{
    int freedoms[HOL_ENGINE_KINDS];
    double g[3];
    for (int k = 0; k < HOL_ENGINE_KINDS; k++) freedoms[k] = of_kind[k].freedoms;
    own->branch.resize(own->at.bodies);
    own->body.resize(own->at.bodies);
    hol_engine_tree(own->at.model, freedoms, own->branch.data());
    own->world = std::make_shared<simulation::World>("holonomy");
    own->solver = std::make_shared<direct>();
    own->world->setConstraintSolver(
        std::make_unique<constraint::BoxedLcpConstraintSolver>(own->solver, nullptr));
    hol_engine_gravity(&own->at, g);
    own->world->setGravity(Vector3d(g));
    for (const hol_engine_branch &at : own->branch) add_body(own, s->sys, at);
    for (const auto &skeleton : own->skeleton) own->world->addSkeleton(skeleton);
    close(own, s);
}

hol_status setup(hol_stepper *s)
{
    if (!hol_engine_takes(s, "DART", has)) return HOL_UNSUPPORTED;
    const hol_engine_state at = hol_engine_state_new(s);
    const hol_engine_left left = hol_engine_left_new(s);
    engine *own = new engine;
    s->aux = own;
    hol_at_end(s->memory, end, own);
    own->at = at;
    own->left = left;
    build(own, s);
    return HOL_OK;
}

/* ---------------------------------------------------------------- a step */

/* x of the joint's coordinates with J x = V, by least squares. */
Eigen::VectorXd coordinates(const dynamics::Joint *joint, const Vector6d &V)
{
    const Eigen::MatrixXd J = joint->getRelativeJacobian();
    return J.colPivHouseholderQr().solve(V);
}

/* Coordinates and speeds of the joint that bring its body to X and V, the former by Newton's method
 * on the group. */
bool fit(dynamics::Joint *joint, const Isometry3d &X, Vector6d V)
{
    enum { MOST = 50 };
    const double enough = 1e-13, near = 1e-6;
    const BodyNode *before = joint->getParentBodyNode();
    Isometry3d P = Isometry3d::Identity();
    if (joint->getNumDofs() == 0) return true;
    if (before) P = before->getTransform();
    double last = HUGE_VAL;
    for (int i = 0; i < MOST && last > enough; i++) {
        const Isometry3d off = joint->getRelativeTransform().inverse() * (P.inverse() * X);
        const Eigen::VectorXd x = coordinates(joint, math::logMap(off));
        joint->setVelocities(x);
        joint->integratePositions(1);
        last = x.norm();
    }
    if (before) V -= math::AdInvT(joint->getRelativeTransform(), before->getSpatialVelocity());
    joint->setVelocities(coordinates(joint, V));
    return last <= near;
}

/* From the root outwards. */
hol_status set_state(engine *own)
{
    for (const hol_engine_branch &at : own->branch) {
        const hol_pose &pose = own->at.pose[at.body];
        dynamics::Joint *joint = own->body[at.body]->getParentJoint();
        if (at.k < 0 && joint->getParentBodyNode()) { /* the point that it turns about */
            hol_pose point = pose;
            for (int k = 0; k < 4; k++) point.p[k] = k == 0;
            for (double &omega : point.omega) omega = 0;
            fit(joint->getParentBodyNode()->getParentJoint(), place(point), twist(point));
        }
        if (!fit(joint, place(pose), twist(pose))) return HOL_DIVERGED;
    }
    return HOL_OK;
}

void put_forces(engine *own)
{
    for (int b = 0; b < own->at.bodies; b++) {
        own->body[b]->addExtForce(Vector3d(own->at.wrench[b].F), Vector3d::Zero(), false, true);
        own->body[b]->addExtTorque(Vector3d(own->at.wrench[b].tau), false);
    }
}

hol_status step(hol_stepper *s, double h, hol_state *z)
{
    engine *own = static_cast<engine *>(s->aux);
    hol_status status;
    if (!(h > 0)) return HOL_UNSUPPORTED;
    hol_engine_read(&own->at, s, z);
    s->residual.of = "its joint coordinates";
    if (!hol_engine_goes_on(&own->left, s, h, z) && (status = set_state(own))) return status;
    own->left.live = false;
    own->left.t = z->t + h;
    put_forces(own);
    if (own->world->getTimeStep() != h) own->world->setTimeStep(h);
    own->solver->solved = true;
    own->world->step(true);
    s->residual.of = "its complementarity problem";
    if (!own->solver->solved) return HOL_SINGULAR;
    s->residual.of = nullptr;
    get_poses(own);
    hol_engine_write(&own->at, s, z);
    hol_engine_leave(&own->left, s, z);
    return HOL_OK;
}

hol_status start(hol_stepper *s, double, hol_state *)
{
    static_cast<engine *>(s->aux)->left.live = false;
    return HOL_OK;
}

/* Another h changes nothing of where the world stands. */
hol_status restart(hol_stepper *, double, hol_state *)
{
    return HOL_OK;
}

/* ---------------------------------------------------------------- the method */

hol_claims claims(const hol_method *, hol_eval *, const double[])
{
    return {.order_q = 1, .order_v = 1};
}

const hol_method family[] = {
    {
        .name = "dart",
        .family = "outside",
        .source = "Lee et al., J. Open Source Softw. 3 (2018) 500; DART 6.12",
        .about = "DART's joint coordinates and loops closed by impulses, one World::step a step, a "
                 "baseline",
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

HOL_PLUGIN(.name = "dart", .version = "1.0",
           .source = "Holonomy; the engine: DART, dartsim.github.io", .methods = families);
