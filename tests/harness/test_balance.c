/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The balance T + U - W: exact along exact motions to the order of its quadrature, and along a
 * method's motion to the order of the method. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/run/balance.h"
#include "holonomy.h"
#include "holonomy/so3.h"
#include "tests/realised.h"
#include "tests/suite.h"

/* ---------------------------------------------------------------- exact motions */

/* theta = 0.4 + 2 t + 0.3 sin(3 t): a bar on a pin, its centre at 0.4 m, gravity along -e3. */
static void crank_at(double t, hol_pose *at)
{
    double w = 0.4 + 2 * t + 0.3 * sin(3 * t), w1 = 2 + 0.9 * cos(3 * t), r = 0.4;
    *at = (hol_pose){.r = {r * cos(w), 0, r * sin(w)},
                     .p = {cos(w / 2), 0, -sin(w / 2), 0},
                     .v = {-r * sin(w) * w1, 0, r * cos(w) * w1},
                     .omega = {0, -w1, 0}};
}

static void pin_bar(hol_model *m, const hol_pose *at)
{
    hol_body bar = {.name = "bar", .m = 1.3, .J = {0.13, 0.21, 0.2}, .at = *at};
    hol_add_body(m, &bar);
    hol_revolute(m, "pin", hol_point(HOL_GROUND, 0, 0, 0), hol_point(0, -0.4, 0, 0),
                 hol_direction(HOL_GROUND, 0, -1, 0), hol_direction(0, 0, -1, 0));
    hol_gravity(m, (double[3]){0, 0, -9.81});
}

static hol_model *crank(void)
{
    hol_model *m = hol_model_new();
    hol_pose at;
    crank_at(0, &at);
    pin_bar(m, &at);
    hol_drive_angle(m, "drive", hol_direction(HOL_GROUND, 0, -1, 0),
                    hol_direction(HOL_GROUND, 1, 0, 0), hol_direction(0, 1, 0, 0),
                    hol_law_read(m, "0.4 + 2*t + 0.3*sin(3*t)"));
    return m;
}

/* A point mass along e1 with the speed 0.7 + sin(4 t), a nonholonomic row. */
static void slip_at(double t, hol_pose *at)
{
    *at = (hol_pose){.r = {0.7 * t + (1 - cos(4 * t)) / 4, 0.3 * t, 0},
                     .p = {1},
                     .v = {0.7 + sin(4 * t), 0.3, 0}};
}

static hol_model *slip(void)
{
    hol_model *m = hol_model_new();
    hol_body ball = {.name = "ball", .shape = HOL_POINT, .m = 1.7};
    slip_at(0, &ball.at);
    hol_add_body(m, &ball);
    hol_drive_slip(m, "slip", hol_direction(HOL_GROUND, 1, 0, 0), hol_point(0, 0, 0, 0),
                   hol_law_read(m, "0.7 + sin(4*t)"));
    return m;
}

/* x = e^{-0.8 t} cos(5 t) about the rest length 0.2 m of a slider of 1.1 kg, k = m (5^2 + 0.8^2),
 * c = 2 m 0.8, pushed besides by m cos(3 t) and back by a motor. */
static void slider_at(double t, hol_pose *at)
{
    double e = exp(-0.8 * t);
    *at = (hol_pose){.r = {0.2 + e * cos(5 * t), 0, 0},
                     .p = {1},
                     .v = {-e * (0.8 * cos(5 * t) + 5 * sin(5 * t)), 0, 0}};
}

static hol_model *slider(void)
{
    hol_model *m = hol_model_new();
    const double mass = 1.1;
    hol_body body = {.name = "slider", .m = mass, .J = {1, 1, 1}};
    slider_at(0, &body.at);
    hol_add_body(m, &body);
    hol_marker e1 = hol_direction(HOL_GROUND, 1, 0, 0), e2 = hol_direction(HOL_GROUND, 0, 1, 0);
    hol_translational(m, "rail", hol_point(HOL_GROUND, 0, 0, 0), hol_point(0, 0, 0, 0), e1,
                      hol_direction(0, 1, 0, 0), e2, hol_direction(0, 0, 1, 0));
    hol_joint_spring(m, "rail", HOL_LENGTH, mass * 25.64, 0.2, 1.6 * mass);
    hol_force_of_time(m, hol_point(0, 0, 0, 0), (double[3]){mass, 0, 0},
                      hol_law_read(m, "cos(3*t)"));
    hol_motor(m, "rail", hol_motor_read(m, HOL_LENGTH, "-1.1*cos(3*t)"));
    return m;
}

static const struct {
    const char *name;
    hol_model *(*make)(void);
    void (*at)(double t, hol_pose *at);
} exact[] = {{"crank", crank, crank_at}, {"slip", slip, slip_at}, {"slider", slider, slider_at}};
enum { EXACT = sizeof exact / sizeof *exact };

/* The largest error of the balance at n + 1 states of [0, 2], unevenly spaced. */
static double worst(int k, const char *in, int n)
{
    hol_model *m = exact[k].make();
    hol_eval *sys = realised(m, in);
    double *q = hol_take(sys->work, sys->nq), *v = hol_take(sys->work, sys->nv);
    hol_diagnostics *d = hol_diagnostics_new(sys, 2, sys->work);
    hol_state z = {.q = q, .v = v};
    double most;
    for (int i = 0; i <= n; i++) {
        hol_pose at;
        z.t = i == n ? 2 : 2 * (i + 0.3 * sin(2.0 * i)) / n;
        exact[k].at(z.t, &at);
        hol_place(sys, &at, q, v);
        hol_diagnostics_add(d, &z);
    }
    most = d->energy.max_error;
    ck_assert(d->gauge->balance && d->energy.count == n + 1);
    ck_assert_msg(fabs(d->gauge->done) > 0.1 && fabs(d->gauge->energy - d->energy.final) == 0,
                  "%s: W = %g J", exact[k].name, d->gauge->done);
    hol_diagnostics_free(d);
    hol_eval_free(sys);
    hol_model_free(m);
    return most;
}

START_TEST(the_balance_of_an_exact_motion_closes_with_order_ten)
{
    const char *in = formulation[_i % FORMULATIONS];
    int k = _i / FORMULATIONS;
    double coarse = worst(k, in, 20), fine = worst(k, in, 40), finest = worst(k, in, 320);
    double order = log2(coarse / fine);
    ck_assert_msg(order > 8.5 && order < 13, "%s in %s: order %.2f, %.2e J to %.2e J",
                  exact[k].name, in, order, coarse, fine);
    ck_assert_msg(finest < 1e-12, "%s in %s: %.2e J", exact[k].name, in, finest);
}
END_TEST

/* Fewer than five states: what there is of them. */
START_TEST(a_few_states_have_a_balance_too)
{
    double before = HUGE_VAL;
    for (int n = 1; n <= 8; n++) {
        double now = worst(2, "natural", n) / 5; /* over 2 s, two turns of the motion */
        ck_assert(isfinite(now));
        if (n == 8) ck_assert(now < before);
        before = n == 2 ? now : before;
    }
}
END_TEST

/* ---------------------------------------------------------------- a method's motion */

static hol_problem problem_of(const hol_model *m, double t_end)
{
    return (hol_problem){.name = "own",
                         .source = "",
                         .about = "",
                         .drawing = "",
                         .model = m,
                         .t_end = t_end,
                         .step = 0.01};
}

/* The balance's error at the end, and W. */
static double run(const hol_problem *p, const char *method, double h, double *done)
{
    hol_result r;
    hol_case c = hol_case_of(p, hol_method_named(method));
    c.h = h;
    c.repeats = 0;
    ck_assert_msg(hol_run(&c, &r) == HOL_RAN && !r.status, "%s: %s", method, r.message.text);
    double error = fabs(r.diagnostics->energy.final - r.diagnostics->energy.initial);
    *done = r.diagnostics->gauge->done;
    hol_result_free(&r);
    return error;
}

static const struct {
    const char *name;
    double order, h;
} method[] = {
    {"tangent-trapezoidal", 2, 0.02}, {"rk4-baumgarte", 4, 0.02}, {"tangent-dop853", 8, 0.1}};
enum { METHODS = sizeof method / sizeof *method };

/* A pendulum on a motor of its angle, its rate and time. */
START_TEST(a_motor_closes_the_balance_to_the_order_of_the_method)
{
    hol_model *m = hol_model_new();
    hol_pose at = {.r = {0.4, 0, 0}, .p = {1}};
    pin_bar(m, &at);
    hol_motor(m, "pin", hol_motor_read(m, HOL_ANGLE, "4*sin(2*t) - 3*sin(angle - 0.4) - 0.5*rate"));
    hol_problem p = problem_of(m, 2);
    double done[2], h = method[_i].h;
    double coarse = run(&p, method[_i].name, h, &done[0]);
    double fine = run(&p, method[_i].name, h / 2, &done[1]);
    double order = log2(coarse / fine);
    ck_assert_msg(fabs(done[1]) > 0.1, "W = %g J", done[1]);
    ck_assert_msg(order > method[_i].order - 0.5, "%s: order %.2f, %.2e J to %.2e J",
                  method[_i].name, order, coarse, fine);
    hol_model_free(m);
}
END_TEST

/* Several turns at a constant torque from rest: theta = tau t^2 / (2 J), W = tau theta. */
START_TEST(the_work_of_a_constant_torque_is_torque_times_angle)
{
    const double tau = 1.9, J = 0.2, t = 3;
    hol_model *m = hol_model_new();
    hol_body disc = {.name = "disc", .m = 1, .J = {0.13, 0.21, J}, .at = {.p = {1}}};
    hol_add_body(m, &disc);
    hol_revolute(m, "pin", hol_point(HOL_GROUND, 0, 0, 0), hol_point(0, 0, 0, 0),
                 hol_direction(HOL_GROUND, 0, 0, 1), hol_direction(0, 0, 0, 1));
    hol_motor(m, "pin", hol_motor_read(m, HOL_ANGLE, "1.9"));
    hol_problem p = problem_of(m, t);
    double done, theta = tau * t * t / (2 * J);
    double error = run(&p, "tangent-dop853", 0.005, &done);
    ck_assert(theta > 6 * 2 * M_PI);
    ck_assert_msg(fabs(done - tau * theta) < 1e-11 * tau * theta, "W = %.15g J, not %.15g", done,
                  tau * theta);
    ck_assert_msg(error < 1e-11 * done, "%.2e J", error);
    hol_model_free(m);
}
END_TEST

/* Of a torque of -1200 N m about e3 on the crank of the quadrangle W is that times its angle, which
 * the force says itself.  Beside a damper of next to nothing, whose work no one says, it is the
 * quadrature's: where what is said of it is near what T + U - W is off by in all, the energy error
 * is not told, and W is off by no more than that; else by what the method leaves between places and
 * velocities. */
static const struct {
    const char *method;
    double rtol; /* 0: at the problem's step */
    double until;
    bool told;
} torqued[] = {{"taylor", 1e-8, 3, false},     {"taylor", 1e-12, 3, false},
               {"jet-dop853", 1e-8, 3, false}, {"jet-dop853", 1e-10, 3, false},
               {"jet-dp5", 1e-8, 3, false},    {"mk4", 0, 3, true},
               {"radau-ggl", 1e-8, 3, true},   {"tangent-trapezoidal", 0, 3, true},
               {"jet-dp5", 1e-6, 1, false},    {"jet-dp5", 1e-3, 0.2, false},
               {"radau-ggl", 1e-3, 0.4, false}};
enum { TORQUED = sizeof torqued / sizeof *torqued };

/* The angle by which the crank has turned since the start, followed from node to node. */
typedef struct {
    double last, turned;
} follower;

static double crank_angle(const hol_pose *at)
{
    return 2 * atan2(at->p[3], at->p[0]);
}

static void follow(void *self, const hol_node *node)
{
    follower *f = self;
    hol_eval *sys = node->s->sys;
    hol_pose pose[8];
    ck_assert_int_le(sys->nb, 8);
    hol_poses(sys, node->z->q, node->z->v, pose);
    double angle = crank_angle(&pose[0]);
    if (node->step) f->turned += remainder(angle - f->last, 2 * M_PI);
    f->last = angle;
}

/* To less than a tenth: by small steps. */
static double turned_until(double until)
{
    follower f = {0};
    hol_result r;
    hol_case c = hol_case_of(hol_problem_named("quadrangle"), hol_method_named("mk4"));
    c.until = until;
    c.repeats = 0;
    c.observe = follow;
    c.observer = &f;
    ck_assert(hol_run(&c, &r) == HOL_RAN && r.status == HOL_OK);
    hol_result_free(&r);
    return f.turned;
}

/* What W is off by; the run in *r. */
static double off_of(int i, const hol_problem *p, hol_result *r)
{
    const double tau = -1200;
    hol_case c = hol_case_of(p, hol_method_named(torqued[i].method));
    c.until = torqued[i].until;
    c.repeats = 0;
    if (torqued[i].rtol > 0) c.rtol = c.atol = torqued[i].rtol;
    ck_assert_int_eq(hol_run(&c, r), HOL_RAN);
    ck_assert_int_eq(r->status, HOL_OK);
    const hol_gauge *g = r->diagnostics->gauge;
    double turned = crank_angle(&g->pose[0]) - crank_angle(&hol_body_at(r->x->sys->model, 0)->at);
    turned += 2 * M_PI * round((turned_until(c.until) - turned) / (2 * M_PI));
    ck_assert(fabs(turned) > 2 * M_PI || c.until < 3);
    return fabs(g->done - tau * turned);
}

START_TEST(work_that_the_steps_do_not_resolve_tells_of_no_method)
{
    hol_result r;
    hol_message why;
    hol_model *m = hol_model_new();
    const hol_problem *quadrangle = hol_problem_named("quadrangle");
    double par[64];
    hol_option_defaults(quadrangle->parameters, par);
    ck_assert_msg(hol_problem_build(quadrangle, par, m, &why), "%s", why.text);
    hol_spring(m, hol_point(HOL_GROUND, 0, 0, 9), hol_point(0, 0, 0, 0), 0, 1, 1e-30);
    hol_problem p = problem_of(m, 3);
    p.step = quadrangle->step;
    double off = off_of(_i, &p, &r), error = r.diagnostics->energy.max_error;
    double doubt = r.diagnostics->gauge->doubt;
    ck_assert_msg(off < (torqued[_i].told ? error / 2 : doubt), "%s: W is off by %.2e J of %.2e",
                  torqued[_i].method, off, torqued[_i].told ? error : doubt);
    ck_assert_msg(hol_energy_told(r.diagnostics) == torqued[_i].told, "%s: %.2e J, off by %.2e",
                  torqued[_i].method, error, doubt);
    hol_result_free(&r);
    hol_model_free(m);
}
END_TEST

START_TEST(work_that_a_force_says_is_exact)
{
    hol_result r;
    double off = off_of(_i, hol_problem_named("quadrangle"), &r);
    const hol_gauge *g = r.diagnostics->gauge;
    ck_assert_msg(off < 1e-12 * fabs(g->done), "%s: W = %.15g J is off by %.2e, %.2e are said",
                  torqued[_i].method, g->done, off, g->doubt);
    ck_assert(hol_energy_told(r.diagnostics));
    hol_result_free(&r);
}
END_TEST

/* Two balls that turn about fixed axes under constant torques, the one by up to ten radians a step:
 * W = sum tau (omega t + tau t^2 / (2 J)). */
START_TEST(whole_turns_are_not_lost_beside_a_larger_work)
{
    static const double J[] = {2, 200}, omega[] = {10, 2}, tau[] = {1, 100};
    const double t = 4;
    double W = 0, done;
    hol_model *m = hol_model_new();
    for (int k = 0; k < 2; k++) {
        hol_body ball = {.name = {(char)('a' + k)},
                         .m = 1,
                         .J = {J[k], J[k], J[k]},
                         .at = {.r = {k, 0, 0}, .p = {1}, .omega = {0, 0, omega[k]}}};
        hol_torque_space(m, hol_add_body(m, &ball), (const double[]){0, 0, tau[k]});
        W += tau[k] * (omega[k] * t + tau[k] * t * t / (2 * J[k]));
    }
    hol_problem p = problem_of(m, t);
    static const double h[] = {0.8, 0.4, 0.01};
    run(&p, "mk4", h[_i], &done);
    ck_assert_msg(fabs(done - W) < 1e-9 * W, "W = %.15g J, not %.15g", done, W);
    hol_model_free(m);
}
END_TEST

int main(void)
{
    const hol_loop loop[] = {
        {the_balance_of_an_exact_motion_closes_with_order_ten, FORMULATIONS * EXACT},
        {a_few_states_have_a_balance_too, 1},
        {a_motor_closes_the_balance_to_the_order_of_the_method, METHODS},
        {the_work_of_a_constant_torque_is_torque_times_angle, 1},
        {work_that_the_steps_do_not_resolve_tells_of_no_method, TORQUED},
        {work_that_a_force_says_is_exact, TORQUED},
        {whole_turns_are_not_lost_beside_a_larger_work, 3},
    };
    return hol_run_loops("balance", loop, sizeof loop / sizeof *loop);
}
