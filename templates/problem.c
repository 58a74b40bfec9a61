/* NAME: a problem of one's own, as a plug-in of Holonomy.
 *
 * A rod on a spherical joint at its upper end, let go sideways: a pendulum in space.  Bodies,
 * joints and forces are named here, never coordinates: each formulation makes its own equations of
 * them.  A model without parameters of its own needs no C: see `files` among the pages. */
#include <holonomy.h>

#include <math.h>

/* ---------------------------------------------------------------- parameters */

enum { MASS, LENGTH, TILT, RATE, GRAVITY }; /* rows: par[MASS] is the value of the first */

/* name, kind, default, least, most, words of a choice, help with the unit: `-p tilt=0.3`. */
static const hol_option parameters[] = {
    {"mass", HOL_REAL, 1.5, 1e-3, 1e3, NULL, "of the rod [kg]"},
    {"length", HOL_REAL, 1, 1e-2, 1e2, NULL, "of the rod [m]"},
    {"tilt", HOL_REAL, 1, 0.01, 3, NULL, "start: angle from the vertical [rad]"},
    {"rate", HOL_REAL, 2, 0, 20, NULL, "start: rate about the vertical [rad/s]"},
    {"gravity", HOL_REAL, 9.81, 0, 100, NULL, "along -z [m/s^2]"},
    {0},
};

/* ---------------------------------------------------------------- the model */

static void build(hol_model *model, const double par[])
{
    static const double up[3] = {0, 0, 1};
    double l = par[LENGTH], J = par[MASS] * l * l / 12, a = par[TILT];
    /* The rod lies along z of its own axes, its mass centre half its length below the joint. */
    hol_body rod = {
        .name = "rod",
        .m = par[MASS],
        .J = {J, J, J / 100}, /* about the mass centre, along the axes of the body [kg m^2] */
        .at = {.r = {l / 2 * sin(a), 0, -l / 2 * cos(a)}, /* mass centre, in space [m] */
               .p = {cos(a / 2), 0, -sin(a / 2), 0},      /* Euler parameters: about -y */
               .v = {0, par[RATE] * l / 2 * sin(a), 0},   /* in space [m/s] */
               .omega = {par[RATE] * sin(a), 0, par[RATE] * cos(a)}}, /* in body axes [rad/s] */
    };
    int b = hol_add_body(model, &rod);
    hol_spherical(model, "joint", hol_point(HOL_GROUND, 0, 0, 0), hol_point(b, 0, 0, l / 2));
    hol_gravity(model, (double[3]){0, 0, -par[GRAVITY]});
    hol_symmetry(model, "L_z", NULL, up, NULL); /* each becomes a momentum that a run measures */
}

/* The true motion, which every run is judged by, is derived from the model in quadruple precision;
 * `.exact` gives it where there is a closed form. */
static const hol_problem problem = {
    .name = "NAME",
    .source = "where it is published",
    .about = "A rod on a spherical joint, let go sideways.",
    .parameters = parameters,
    .build = build,
    .t_end = 5,   /* default span [s] */
    .step = 0.01, /* default step [s] */
};

static const hol_problem *const problems[] = {&problem, NULL};

HOL_PLUGIN(.name = "NAME", .version = "0.1", .source = "of our own", .problems = problems);
