/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The power series of the motion solve the equations of motion as the system asks them, and the
 * systems without one lack the trait. */
#include <math.h>
#include <string.h>

#include "holonomy/memory.h"
#include "mechanics/series.h"
#include "mechanics/series_factors.h"
#include "tests/mechanics/limbs.h"

enum { DEGREE = 24 };

/* ---------------------------------------------------------------- models */

static hol_model *chain(void)
{
    return hol_generic_model(HOL_CHAIN);
}

static hol_model *rolling(void)
{
    return hol_generic_model(HOL_ROLLING);
}

static hol_model *rods(void)
{
    return hol_generic_model(HOL_RODS);
}

/* Two planar bodies, one of them on a blade, a point mass hung on one; forces of every kind. */
static hol_model *blade(void)
{
    static const double tau[3] = {0.3, -0.7, 1.9}, twist[3] = {0.4, 0.6, -1.1};
    static const double F[3] = {1.3, 0.7, -0.4};
    hol_model *m = hol_model_new();
    hol_body a = {.name = "a",
                  .shape = HOL_PLANAR,
                  .m = 1.3,
                  .J = {0, 0, 0.7},
                  .at = {.p = {cos(0.3), 0, 0, sin(0.3)}, .omega = {0, 0, 1.7}}};
    /* the blade along e1 of a, which moves along it */
    a.at.v[0] = 0.9 * cos(0.6), a.at.v[1] = 0.9 * sin(0.6);
    hol_body b = {.name = "b",
                  .shape = HOL_PLANAR,
                  .fixed = true,
                  .m = 1,
                  .J = {0, 0, 0.4},
                  .at = {.r = {2, 1, 0}, .p = {1, 0, 0, 0}, .omega = {0, 0, -2.3}}};
    hol_body c = {.name = "c", .shape = HOL_POINT, .m = 0.6, .at = {.r = {2, 1, -1.5}, .p = {1}}};
    hol_add_body(m, &a);
    hol_add_body(m, &b);
    hol_add_body(m, &c);
    hol_nonholonomic(m, "blade", hol_direction(0, 0, 1, 0), hol_point(0, 0, 0, 0), NULL);
    hol_distance(m, "thread", hol_point(1, 0, 0, 0), hol_point(2, 0, 0, 0), 1.5);
    hol_torque_space(m, 0, tau);
    hol_torque_body(m, 1, twist);
    hol_torque_of_time(m, 0, true, tau, hol_law_read(m, "sin(2*t)"));
    hol_force_constant(m, hol_point(1, 0.3, -0.2, 0), F);
    hol_spring(m, hol_point(0, 0.4, 0.1, 0), hol_point(1, 0.2, 0.3, 0), 3.7, 0.8, 0.6);
    hol_spring(m, hol_point(HOL_GROUND, 0.1, -0.9, 0), hol_point(0, -0.3, 0.2, 0), 5.1, 0, 0);
    hol_potential_of_place(m, hol_point(1, 0.2, -0.4, 0), "1.7*x^2*y + 2.3*cos(x*y) - sqrt(5 + y)");
    hol_gravity(m, (double[3]){0.3, -1.9, -7.1});
    return m;
}

/* A mass in a potential, whose velocity along a direction that depends on its place is driven. */
static hol_model *field(void)
{
    static const double a[3] = {1, 0, 0.3}, B[9] = {0, 0, 0.4, 0, 0, 0, 0, 1, 0};
    hol_model *m = hol_model_new();
    hol_body mass = {.name = "mass",
                     .shape = HOL_POINT,
                     .m = 1.3,
                     .at = {.r = {1, 0.5, 0}, .p = {1}, .v = {0.12, 0.4, -0.4}}};
    hol_add_body(m, &mass);
    hol_nonholonomic_of_place(m, "row", a, B, hol_point(0, 0, 0, 0),
                              hol_law_read(m, "-0.2 + 0.3*sin(t)"));
    hol_potential_of_place(m, hol_point(0, 0, 0, 0), "0.5*(x^2 + y^2 + z^2 + 0.4*x^2*z^2)");
    return m;
}

/* Two bodies and every kind of drive, whose laws begin with what the bodies do. */
static hol_model *driven(void)
{
    hol_model *m = hol_model_new();
    hol_body a = {.name = "a",
                  .m = 1.3,
                  .J = {0.3, 0.4, 0.5},
                  .at = {.p = {1}, .v = {0.3}, .omega = {0.4, -0.7, 0.5}}};
    hol_body b = {
        .name = "b",
        .m = 0.7,
        .J = {0.2, 0.35, 0.25},
        .at = {.r = {2, 0.5, 0}, .p = {1}, .v = {0.5, 0, 0.1}, .omega = {0.2, -0.3, 1.5}}};
    hol_add_body(m, &a);
    hol_add_body(m, &b);
    hol_marker e3 = hol_direction(0, 0, 0, 1), centre = hol_point(0, 0, 0, 0);
    hol_drive_coordinate(m, "x", centre, (double[3]){1, 0, 0}, hol_law_read(m, "0.3*sin(t)"));
    hol_drive_angle(m, "turn", hol_direction(HOL_GROUND, 0, 0, 1),
                    hol_direction(HOL_GROUND, 1, 0, 0), hol_direction(0, 1, 0, 0),
                    hol_law_read(m, "0.5*t + 0.1*t^2"));
    hol_drive_angle(m, "between", e3, hol_direction(0, 1, 0, 0), hol_direction(1, 1, 0, 0),
                    hol_law_read(m, "sin(t)"));
    hol_drive_distance(m, "rod", centre, hol_point(1, 0, 0, 0),
                       hol_law_read(m, "sqrt(4.25 + 0.8*t + t^2)"));
    hol_drive_displacement(m, "slide", e3, centre, hol_point(1, 0.2, 0.1, 0),
                           hol_law_read(m, "-1.6*log(1 + t)"));
    hol_drive_slip(m, "slip", hol_direction(1, 0, 0, 1), hol_point(1, 0, 0, 0),
                   hol_law_read(m, "0.1 + 0.3*t^2"));
    hol_force_of_time(m, hol_point(1, 0.3, -0.2, 0.1), (double[3]){0.3, -0.4, 1.2},
                      hol_law_read(m, "2*cos(3*t)"));
    hol_torque_of_time(m, 0, true, (double[3]){0.2, 0.5, -0.3}, hol_law_read(m, "exp(-t)"));
    hol_torque_of_time(m, 1, false, (double[3]){-0.4, 0.1, 0.7}, hol_law_read(m, "1 + t^2"));
    hol_spring(m, hol_point(0, 0.1, 0.2, 0.3), hol_point(1, -0.2, 0.1, 0.4), 7, 1.5, 0.3);
    hol_gravity(m, (double[3]){0.3, -1.9, -7.1});
    return m;
}

static hol_model *problem_named(const char *name)
{
    hol_model *m = hol_model_new();
    hol_message why;
    double par[64];
    const hol_problem *problem = hol_problem_named(name);
    hol_option_defaults(problem->parameters, par);
    ck_assert_msg(hol_problem_build(problem, par, m, &why), "%s", why.text);
    return m;
}

static hol_model *crank(void)
{
    return problem_named("crank");
}

static hol_model *quadrangle(void)
{
    return problem_named("quadrangle");
}

static hol_model *gyrostat(void)
{
    return problem_named("gyrostat");
}

static const struct {
    const char *name, *formulation;
    hol_model *(*make)(void);
} model[] = {{"chain", "natural", chain},       {"rods", "natural", rods},
             {"blade", "natural", blade},       {"field", "natural", field},
             {"driven", "natural", driven},     {"rolling", "natural", rolling},
             {"limbs", "natural", limbs_model}, {"limbs", "joint", limbs_model},
             {"crank", "joint", crank},         {"quadrangle", "joint", quadrangle},
             {"chain", "joint", chain},         {"gyrostat", "joint", gyrostat},
             {"rolling", "joint", rolling}};
enum { MODELS = sizeof model / sizeof *model };

/* ---------------------------------------------------------------- the series of one */

typedef struct {
    hol_model *model;
    hol_eval *sys;
    hol_memory *memory;
    hol_series *series;
    hol_series_factors *factors;
    double *q, *v, *a, *lambda, *alpha; /* of the start */
} bundle;

static hol_eval *realised(const hol_model *m, const char *formulation)
{
    hol_message why;
    hol_system *R = hol_realise(m, hol_formulation_named(formulation), NULL, &why);
    ck_assert_msg(R, "%s", R ? "" : why.text);
    return hol_eval_take(R);
}

static double *numbers(hol_memory *m, int n)
{
    return hol_alloc(m, (size_t)n, sizeof(double));
}

static void open_bundle(bundle *B, int i)
{
    *B = (bundle){.model = model[i].make(), .memory = hol_memory_new()};
    hol_eval *sys = B->sys = realised(B->model, model[i].formulation);
    ck_assert_msg(sys->has & HOL_POWER_SERIES, "%s: no power series", model[i].name);
    B->q = numbers(B->memory, sys->nq);
    B->v = numbers(B->memory, sys->nv);
    B->a = numbers(B->memory, sys->nv);
    B->lambda = numbers(B->memory, sys->nc);
    B->alpha = numbers(B->memory, sys->na);
    B->factors = hol_series_factors_new(B->memory, sys);
    B->series = hol_series_new(B->memory, hol_terms_new(B->memory, sys->system), DEGREE);
    hol_place(sys, NULL, B->q, B->v);
    ck_assert_int_eq(hol_series_factor(B->factors, 0, B->q), HOL_OK);
    hol_series_begin(B->series, 0, B->q, B->v);
    hol_series_extend(B->series, DEGREE, hol_series_solve_by, B->factors);
}

static void close_bundle(bundle *B)
{
    hol_memory_end(B->memory);
    hol_eval_free(B->sys);
    hol_model_free(B->model);
}

/* A time after which the last terms are round-off. */
static double short_time(const bundle *B)
{
    double *term = numbers(B->memory, B->sys->nq), h = INFINITY;
    for (int k = DEGREE - 1; k <= DEGREE; k++) {
        double most = 0;
        hol_series_term(B->series, k, term);
        for (int i = 0; i < B->sys->nq; i++) most = fmax(most, fabs(term[i]));
        h = fmin(h, pow(1e-18 / most, 1. / k));
    }
    return h;
}

/* The coefficient 1 of the velocity, and the multipliers, are those of the index-1 equations. */
START_TEST(the_series_begins_with_the_acceleration)
{
    bundle B;
    open_bundle(&B, _i);
    hol_eval *sys = B.sys;
    double *a = numbers(B.memory, sys->nv), *y = numbers(B.memory, sys->nc + sys->na);
    ck_assert_int_eq(hol_acceleration(sys, 0, B.q, B.v, B.a, B.lambda, B.alpha), HOL_OK);
    hol_series_rate(B.series, 2, a);
    hol_series_multipliers(B.series, y);
    hol_expect_near(model[_i].name, "acceleration", sys->nv, a, B.a, 1e-13, NULL);
    hol_expect_near(model[_i].name, "multipliers", sys->nc, y, B.lambda, 1e-13, sys->row_name);
    hol_expect_near(model[_i].name, "alpha", sys->na, y + sys->nc, B.alpha, 1e-13, NULL);
    close_bundle(&B);
}
END_TEST

/* The derivative of its velocity after a while is the acceleration there, by evaluations that know
 * nothing of series, and the constraints still hold.  Every coefficient takes part: at that time
 * the term of degree 8 is some 1e-6 of the position. */
START_TEST(the_series_solves_the_equations_of_motion)
{
    bundle B;
    open_bundle(&B, _i);
    hol_eval *sys = B.sys;
    double h = short_time(&B), power = 1;
    double *q = numbers(B.memory, sys->nq), *v = numbers(B.memory, sys->nv);
    double *a = numbers(B.memory, sys->nv), *term = numbers(B.memory, sys->nq);
    double *phi = numbers(B.memory, sys->nc), *zero = numbers(B.memory, sys->nc);
    double *phi_t = numbers(B.memory, sys->nc);
    double *G = numbers(B.memory, sys->G.nnz), *Gv = numbers(B.memory, sys->nc);
    hol_series_sum(B.series, DEGREE, h, q, v);
    for (int k = 2; k <= DEGREE; k++, power *= h) {
        hol_series_rate(B.series, k, term);
        for (int i = 0; i < sys->nv; i++) a[i] += (k - 1) * power * term[i];
    }
    ck_assert_double_gt(h, 0.02);
    ck_assert_int_eq(hol_acceleration(sys, h, q, v, B.a, B.lambda, B.alpha), HOL_OK);
    hol_expect_near(model[_i].name, "acceleration later", sys->nv, a, B.a, 1e-12, NULL);
    hol_constraints(sys, h, q, phi, G);
    hol_multiply(&sys->G, G, v, Gv);
    hol_drive(sys, h, q, v, phi_t, NULL);
    for (int i = 0; i < sys->nc; i++) Gv[i] += phi_t[i];
    hol_expect_near(model[_i].name, "Phi later", sys->nc, phi, zero, 1e-14, sys->row_name);
    hol_expect_near(model[_i].name, "G v later", sys->nc, Gv, zero, 1e-13, sys->row_name);
    close_bundle(&B);
}
END_TEST

/* The terms that the series has do not depend on how it was extended. */
START_TEST(a_series_is_extended_to_the_same_bits)
{
    bundle B;
    open_bundle(&B, _i);
    int n = B.sys->nq;
    double *once = numbers(B.memory, n), *twice = numbers(B.memory, n);
    hol_series_term(B.series, DEGREE, once);
    hol_series_begin(B.series, 0, B.q, B.v);
    for (int degree = 3; degree <= DEGREE; degree += 7)
        hol_series_extend(B.series, degree, hol_series_solve_by, B.factors);
    hol_series_extend(B.series, DEGREE, hol_series_solve_by, B.factors);
    hol_series_term(B.series, DEGREE, twice);
    ck_assert_mem_eq(once, twice, (size_t)n * sizeof *once);
    close_bundle(&B);
}
END_TEST

/* ---------------------------------------------------------------- without a series */

static double drive(double t, double *rate)
{
    *rate = 0.3 * cos(t);
    return 0.3 * sin(t);
}

static void user_wrench(const hol_force *f, double t, const hol_frame frame[], hol_wrench w[])
{
    (void)f, (void)t;
    w->F[0] = -frame->v[0];
}

/* A point mass with a driven row, or under a law of the user's. */
static unsigned traits_of(bool driven)
{
    static const hol_force_law law = {.name = "drag", .wrench = user_wrench};
    hol_model *m = hol_model_new();
    hol_body b = {.name = "b", .shape = HOL_POINT, .m = 1, .at = {.p = {1}}};
    hol_add_body(m, &b);
    if (driven)
        hol_nonholonomic(m, "row", hol_direction(HOL_GROUND, 1, 0, 0), hol_point(0, 0, 0, 0),
                         drive);
    else
        hol_add_force(m, &(hol_force){.law = &law, .count = 1, .body = {0}});
    hol_eval *sys = realised(m, "natural");
    unsigned has = sys->has;
    hol_eval_free(sys);
    hol_model_free(m);
    return has;
}

START_TEST(what_offers_no_series_leaves_the_model_without)
{
    ck_assert(!(traits_of(false) & HOL_POWER_SERIES));
    ck_assert(!(traits_of(true) & HOL_POWER_SERIES));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("series");
    TCase *tcase = tcase_create("series");
    tcase_add_loop_test(tcase, the_series_begins_with_the_acceleration, 0, MODELS);
    tcase_add_loop_test(tcase, the_series_solves_the_equations_of_motion, 0, MODELS);
    tcase_add_loop_test(tcase, a_series_is_extended_to_the_same_bits, 0, MODELS);
    tcase_add_test(tcase, what_offers_no_series_leaves_the_model_without);
    suite_add_tcase(suite, tcase);
    return hol_run_suite(suite);
}
