/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A mechanism and its copies of another size, lengths times L, and mass, times M: with gravity
 * times L the motion takes the same time, with the same gravity sqrt(L) of it.  Every method in
 * every formulation makes of them the same motion in units of their size, step by step, to
 * round-off. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "holonomy/memory.h"
#include "holonomy/run.h"
#include "tests/claims.h"

enum { LENGTH, TIME, MASS, SCALES };

static const hol_option parameters[] = {
    {"length", HOL_REAL, 1, 1e-9, 1e9, NULL, "size against that of the first [1]"},
    {"time", HOL_REAL, 1, 1e-9, 1e9, NULL, "time against that of the first [1]"},
    {"mass", HOL_REAL, 1, 1e-18, 1e18, NULL, "mass against that of the first [1]"},
    {0},
};

/* A body with lengths L, a time and a mass of its own. */
static hol_body sized(hol_body b, const double par[])
{
    double L = par[LENGTH], T = par[TIME], M = par[MASS];
    b.m *= M;
    for (int k = 0; k < 3; k++) {
        b.J[k] *= M * L * L;
        b.at.r[k] *= L;
        b.at.v[k] *= L / T;
        b.at.omega[k] /= T;
    }
    return b;
}

static void add_gravity(hol_model *model, const double par[])
{
    double g = 9.81 * par[LENGTH] / (par[TIME] * par[TIME]);
    hol_gravity(model, (double[3]){0, -g, 0});
}

/* A bar on a ball joint, spinning. */
static void build_top(hol_model *model, const double par[])
{
    double a = 0.6 * par[LENGTH];
    hol_body bar = {.name = "bar", .shape = HOL_RIGID, .m = 2.3, .J = {0.9, 1.1, 0.4}};
    bar.at = (hol_pose){.r = {0.6, 0, 0}, .p = {1}, .v = {0, 1.8, -0.6}, .omega = {2, 1, 3}};
    bar = sized(bar, par);
    int b = hol_add_body(model, &bar);
    hol_spherical(model, "ball", hol_point(HOL_GROUND, 0, 0, 0), hol_point(b, -a, 0, 0));
    add_gravity(model, par);
    hol_symmetry(model, "L_y", NULL, (double[3]){0, 1, 0}, NULL);
}

/* Two bars, on a hinge and a ball joint, the second on a damped spring. */
static void build_chain(hol_model *model, const double par[])
{
    double L = par[LENGTH], T = par[TIME], M = par[MASS];
    hol_marker o = hol_point(HOL_GROUND, 0, 0, 0), e3 = hol_direction(HOL_GROUND, 0, 0, 1);
    hol_body one = {.name = "one", .shape = HOL_RIGID, .m = 2, .J = {0.1, 0.7, 0.75}};
    hol_body two = {.name = "two", .shape = HOL_RIGID, .m = 1.3, .J = {0.1, 0.5, 0.55}};
    one.at = (hol_pose){.r = {0.9, 0, 0}, .p = {1}, .v = {0, 1.35, 0}, .omega = {0, 0, 1.5}};
    two.at = (hol_pose){.r = {2.5, 0, 0}, .p = {1}, .v = {0, 4.1, -0.56}, .omega = {0, 0.8, 2}};
    one = sized(one, par), two = sized(two, par);
    int a = hol_add_body(model, &one), b = hol_add_body(model, &two);
    hol_revolute(model, "hinge", o, hol_point(a, -0.9 * L, 0, 0), e3, hol_direction(a, 0, 0, 1));
    hol_spherical(model, "ball", hol_point(a, 0.9 * L, 0, 0), hol_point(b, -0.7 * L, 0, 0));
    hol_spring(model, hol_point(HOL_GROUND, 0, 1.5 * L, 0), hol_point(b, 0, 0, 0), 30 * M / (T * T),
               L, M / T);
    add_gravity(model, par);
}

/* A point on a rod and a planar body on a rail. */
static void build_points(hol_model *model, const double par[])
{
    double L = par[LENGTH];
    hol_body one = {.name = "one", .shape = HOL_POINT, .m = 2};
    hol_body two = {.name = "two", .shape = HOL_PLANAR, .m = 3.5, .J = {0, 0, 1.7}};
    one.at = (hol_pose){.r = {2.4, 0, -3.2}, .p = {1}, .v = {4, 1.5, 3}};
    two.at = (hol_pose){.r = {3.9, 1.2, 0}, .p = {1}, .v = {0, 0.8, 0}, .omega = {0, 0, 2}};
    one = sized(one, par), two = sized(two, par);
    int a = hol_add_body(model, &one), b = hol_add_body(model, &two);
    hol_distance(model, "rod1", hol_point(HOL_GROUND, 0, 0, 0), hol_point(a, 0, 0, 0), 4 * L);
    hol_coordinate(model, "rail", hol_point(b, -0.4 * L, 0, 0), (double[3]){1, 0, 0}, 3.5 * L);
    add_gravity(model, par);
    hol_symmetry(model, "L_y", NULL, (double[3]){0, 1, 0}, NULL);
}

#define PROBLEM(name_, build_, end_)                                                               \
    {                                                                                              \
        .name = name_, .source = "similarity", .about = "a mechanism of any size",                 \
        .drawing = "o--\n", .parameters = parameters, .build = build_, .t_end = end_, .step = 0.01 \
    }
static const hol_problem problem[] = {
    PROBLEM("sized-top", build_top, 0.1),
    PROBLEM("sized-chain", build_chain, 0.1),
    PROBLEM("sized-points", build_points, 0.1),
};
enum { PROBLEMS = sizeof problem / sizeof *problem };

/* Options with a dimension: their powers of the time and of the mass. */
static const struct {
    const char *method, *option;
    double time, mass;
} dimension[] = {
    {"spook", "epsilon", 2, -1},
    {"rk4-baumgarte", "alpha", -1, 0},
    {"rk4-baumgarte", "beta", -1, 0},
};

/* Choices that have norms of their own.  `seconds`: their metric adds metres and metres a second,
 * so that the time is the same or the motion is not. */
static const struct {
    const char *method, *option[2];
    bool seconds;
} way[] = {
    {NULL, {NULL, NULL}, false}, /* the defaults */
    {"jet-dp5", {"projection=orthogonal", NULL}, true},
    {"jet-dp5", {"projection=orthogonal", "forcing=0.1"}, true},
    {"jet-dp5", {"newton=full", NULL}, false},
    {"jet-dp5", {"newton=frozen", NULL}, false},
    {"jet-dp5", {"inner=in-turn", NULL}, false},
    {"jet-dp5", {"invariant=momenta", NULL}, true},
    {"jet-dp5", {"invariant=momenta", "imposed=in-turn"}, true},
    {"gena-lie", {"form=stabilised-index-2", NULL}, false},
    {"mk4", {"stabilisation=rotation-vector", NULL}, false},
    {"mk4", {"stabilisation=least-squares", "weight=0.5"}, false},
    {"spook", {"iterate=newton", NULL}, false},
    {"tangent-trapezoidal", {"jacobian=differenced", NULL}, false},
};

typedef struct { /* a copy: all lengths, all times, all masses */
    double L, T, M;
} copy;

static double *options_of(const hol_method *m, int which, copy size)
{
    double *opt = hol_new(hol_option_count(m->options), sizeof *opt);
    hol_message why;
    hol_option_defaults(m->options, opt);
    for (int k = 0; k < 2; k++)
        if (way[which].option[k])
            ck_assert_msg(hol_option_set(m->options, "option", way[which].option[k], opt, &why),
                          "%s", why.text);
    for (size_t k = 0; k < sizeof dimension / sizeof *dimension; k++)
        for (int i = 0; i < hol_option_count(m->options); i++)
            if (!strcmp(dimension[k].method, m->name) &&
                !strcmp(dimension[k].option, m->options[i].name))
                opt[i] *= pow(size.T, dimension[k].time) * pow(size.M, dimension[k].mass);
    return opt;
}

/* A method's run of a copy; false where it does not step it. */
static bool run(const hol_problem *p, const hol_method *m, int which, const char *formulation,
                copy size, double tolerance, hol_result *r)
{
    double par[SCALES] = {size.L, size.T, size.M}, *opt = options_of(m, which, size);
    hol_case c = hol_case_of(p, m);
    c.parameters = par;
    c.options = opt;
    c.formulation = formulation;
    c.h *= size.T;
    c.until *= size.T;
    c.rtol = c.atol = tolerance;
    c.repeats = 0;
    hol_outcome outcome = hol_run(&c, r);
    free(opt);
    return outcome == HOL_RAN;
}

static double apart(const hol_result *one, const hol_result *other, double L, double T)
{
    enum { BODIES = 2 };
    hol_pose a[BODIES], b[BODIES];
    double most = 0;
    hol_poses(one->x->sys, one->x->z->q, one->x->z->v, a);
    hol_poses(other->x->sys, other->x->z->q, other->x->z->v, b);
    for (int k = 0; k < one->x->sys->nb; k++) {
        for (int i = 0; i < 3; i++) {
            most = fmax(most, fabs(a[k].r[i] - b[k].r[i] / L));
            most = fmax(most, fabs(a[k].v[i] - b[k].v[i] * T / L));
            most = fmax(most, fabs(a[k].omega[i] - b[k].omega[i] * T));
        }
        for (int i = 0; i < 4; i++) most = fmax(most, fabs(a[k].p[i] - b[k].p[i]));
    }
    return most;
}

static void expect_alike(const char *name, const hol_result *one, const hol_result *other, copy c)
{
    double most = apart(one, other, c.L, c.T);
    long charts[2] = {one->counters.reparametrisations, other->counters.reparametrisations};
    if (hol_verbose()) printf("%-90s %.1e\n", name, most);
    ck_assert_msg(most <= 1e-10, "%s: %.3g from the first", name, most);
    ck_assert_msg(one->rejected == other->rejected, "%s: %ld steps rejected, not %ld", name,
                  other->rejected, one->rejected);
    ck_assert_msg(charts[0] == charts[1], "%s: %ld charts, not %ld", name, charts[1], charts[0]);
}

/* The unit of length of a copy 1000 times as large is 1000 times that of the first, and all comes
 * alike; else the copy is as regular and as well-conditioned as the first.  atol is of lengths and
 * of velocities: under control of the estimate the time is the same. */
static void compare(const hol_problem *p, const hol_method *m, int which, const char *formulation,
                    double tolerance)
{
    static const copy copies[] = {{1e-3, 1, 1},
                                  {1e3, 1, 1},
                                  {1e-3, 0.0316227766016838, 1},
                                  {1e3, 31.6227766016838, 1},
                                  {200, 1, 1},
                                  {0.004, 1, 1},
                                  {1, 1, 1e9},
                                  {1e3, 1, 1e9},
                                  {1e-3, 1, 1e-9}};
    hol_result one = {0};
    bool ran = run(p, m, which, formulation, (copy){1, 1, 1}, tolerance, &one);
    for (size_t k = 0; k < sizeof copies / sizeof *copies; k++) {
        copy c = copies[k];
        char name[160];
        hol_result other = {0};
        bool seconds = way[which].seconds || tolerance > 0 || (one.x && one.x->claims.own_control);
        bool alike = (c.L == 1e-3 || c.L == 1 || c.L == 1e3) && (c.T == 1 || !seconds);
        if ((tolerance > 0 || which > 0) && !alike) continue;
        bool again = run(p, m, which, formulation, c, tolerance, &other);
        snprintf(name, sizeof name, "%s, %s, %s, %s, L = %g, T = %.3g, M = %g", m->name, p->name,
                 formulation ? formulation : "", way[which].option[0] ? way[which].option[0] : "",
                 c.L, c.T, c.M);
        ck_assert_msg(ran == again, "%s: %s", name, ran ? other.message.text : "steps it");
        ck_assert_msg(one.status == other.status && (tolerance > 0 || one.steps == other.steps),
                      "%s: %s, not %s: %s", name, hol_result_status(&other),
                      hol_result_status(&one), other.message.text);
        if (ran && alike) expect_alike(name, &one, &other, c);
        hol_result_free(&other);
    }
    hol_result_free(&one);
}

static bool takes_tolerances(const hol_method *m)
{
    hol_result r = {0};
    bool takes =
        run(&problem[0], m, 0, NULL, (copy){1, 1, 1}, 0, &r) && r.x->claims.error_order > 0;
    hol_result_free(&r);
    return takes;
}

START_TEST(a_copy_of_any_size_moves_alike)
{
    const hol_method *m = hol_method_at(_i);
    int ways = sizeof way / sizeof *way;
    for (int w = 0; w < ways; w++) {
        if (way[w].method && strcmp(way[w].method, m->name)) continue;
        for (int p = 0; p < (w ? 1 : PROBLEMS); p++)
            for (int f = 0; hol_formulation_at(f); f++)
                compare(&problem[p], m, w, hol_formulation_name(hol_formulation_at(f)), 0);
    }
    if (!takes_tolerances(m)) return;
    for (int p = 0; p < PROBLEMS; p++) compare(&problem[p], m, 0, NULL, 1e-6);
}
END_TEST

/* In metres the rows of a hinge on an arm of a kilometre nearly lose rank, and turn as it does. */
START_TEST(no_size_makes_a_motion_singular)
{
    static const double L[] = {1e-3, 0.004, 1, 200, 1e3};
    const hol_problem far = PROBLEM("sized-chain", build_chain, 1);
    hol_result r = {0};
    ck_assert(run(&far, hol_method_named("mk4"), 0, "lie", (copy){L[_i], 1, 1}, 0, &r));
    ck_assert_msg(r.status == HOL_OK && !r.passages, "L = %g: %s", L[_i], r.message.text);
    hol_result_free(&r);
}
END_TEST

/* J1 + J2 = J3 but for round-off, which would be a mass of its third director. */
START_TEST(a_plate_of_any_size_has_no_moment_across)
{
    for (double J = 1e-15; J < 1e15; J *= 7) {
        hol_body plate = {.name = "plate", .shape = HOL_RIGID, .m = 1, .at.p = {1}};
        plate.J[0] = 0.1 * J, plate.J[1] = 0.2 * J, plate.J[2] = 0.3 * J;
        hol_model *model = hol_model_new();
        hol_message why = {""};
        bool unfit = false;
        hol_add_body(model, &plate);
        hol_eval *sys =
            hol_eval_take(hol_realise(model, hol_formulation_named("natural"), &unfit, &why));
        ck_assert_msg(sys && sys->nq == 12, "%s", why.text);
        double q[12], v[12], M[12], least = HUGE_VAL;
        hol_place(sys, NULL, q, v);
        hol_mass(sys, q, M);
        for (int i = 3; i < 9; i++) least = fmin(least, M[i]);
        ck_assert_msg(least > 0.09 * J && hol_norm_max(3, M + 9) == 0, "J = %g: %g, %g kg m^2",
                      0.1 * J, least, M[9]);
        hol_eval_free(sys);
        hol_model_free(model);
    }
}
END_TEST

static int methods(void)
{
    int count = 0;
    while (hol_method_at(count)) count++;
    return count;
}

int main(void)
{
    Suite *suite = suite_create("units");
    TCase *tcase = tcase_create("units");
    tcase_add_loop_test(tcase, a_copy_of_any_size_moves_alike, 0, methods());
    tcase_add_loop_test(tcase, no_size_makes_a_motion_singular, 0, 5);
    tcase_add_test(tcase, a_plate_of_any_size_has_no_moment_across);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
