/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What plugin.sh compiles, for each of its cases with a macro of its own: methods and a problem
 * that do what they should, or not. */
#include <holonomy.h>

#include <math.h>
#include <signal.h>
#include <stdlib.h>

#ifdef ABI
#undef HOL_ABI
#define HOL_ABI ABI
#endif
#ifndef PLUGIN
#define PLUGIN "ill"
#endif
#ifndef VERSION
#define VERSION "1.0"
#endif

/* Symplectic Euler on the index-1 equations. */
static hol_status well(hol_stepper *s, double h, hol_state *z)
{
    hol_eval *sys = s->sys;
    double *a = hol_take(s->work, sys->nv), *dq = hol_take(s->work, sys->nv);
    double *M = hol_take(s->work, sys->M.nnz);
    hol_status status = hol_acceleration(sys, z->t, z->q, z->v, a, z->lambda, NULL);
    if (status) return status;
    for (int i = 0; i < sys->nv; i++) {
        z->v[i] += h * a[i];
        dq[i] = h * z->v[i];
    }
    hol_move(sys, z->q, dq, z->q);
    hol_mass(sys, z->q, M);
    hol_multiply(&sys->M, M, z->v, z->p);
    return HOL_OK;
}

static hol_status crash(hol_stepper *s, double h, hol_state *z)
{
    if (z->t > 3 * h) raise(SIGSEGV);
    return well(s, h, z);
}

static hol_status allocate(hol_stepper *s, double h, hol_state *z)
{
    void *volatile block = malloc(40);
    free(block);
    return well(s, h, z);
}

static hol_status nan_in_a_step(hol_stepper *s, double h, hol_state *z)
{
    hol_status status = well(s, h, z);
    if (z->t > 3 * h) z->v[0] = NAN;
    return status;
}

static hol_claims claims(const hol_method *method, hol_eval *sys, const double opt[])
{
    (void)method, (void)sys, (void)opt;
    return (hol_claims){.order_q = 1, .order_v = 1};
}

#ifdef UNDEFINED
hol_status hol_no_such_function(void);
static hol_status lacks(hol_stepper *s, double h, hol_state *z)
{
    return hol_no_such_function() ? HOL_DIVERGED : well(s, h, z);
}
#define STEP lacks
#endif
#ifndef STEP
#define STEP well
#endif
#ifndef CLAIMS
#define CLAIMS claims
#endif
#ifndef NAME
#define NAME "well"
#endif
#ifndef FORMULATION
#define FORMULATION "natural"
#endif
#ifndef OPTION
#define OPTION                                                                                     \
    {                                                                                              \
        0                                                                                          \
    }
#endif

static const hol_option options[] = {OPTION, {0}};

#define METHOD(called, function)                                                                   \
    {                                                                                              \
        .name = called, .family = "euler", .source = "of this test", .about = "for this test",     \
        .formulation = FORMULATION, .options = options, .needs = HOL_FULL_RANK, .claims = CLAIMS,  \
        .step = function                                                                           \
    }

static const hol_method family[] = {METHOD(NAME, STEP),
                                    METHOD(PLUGIN "-crash", crash),
                                    METHOD(PLUGIN "-allocate", allocate),
                                    METHOD(PLUGIN "-nan", nan_in_a_step),
                                    {0}};
static const hol_method *const families[] = {family, NULL};

static void build(hol_model *model, const double par[])
{
    (void)par;
    hol_body mass = {.name = "mass", .shape = HOL_POINT, .m = 1.5, .at = {.r = {1, 0, -1}}};
    mass.at.p[0] = 1;
    mass.at.v[1] = 2;
    int b = hol_add_body(model, &mass);
    hol_distance(model, "rod", hol_point(HOL_GROUND, 0, 0, 0), hol_point(b, 0, 0, 0), sqrt(2));
    hol_gravity(model, (double[3]){0, 0, -9.81});
}

#ifndef SPAN
#define SPAN 2
#endif

static const hol_problem problem = {
    .name = PLUGIN "-problem",
    .about = "A point mass on a rod.",
    .build = build,
    .t_end = SPAN,
    .step = 0.01,
};
static const hol_problem *const problems[] = {&problem, NULL};

/* A spring between the mass centres of two bodies, as the one of the library: stiffness and length.
 */
enum { STIFFNESS, LENGTH };

static double stretch(const hol_force *force, const hol_frame frame[], double along[3])
{
    double square = 0;
    for (int c = 0; c < 3; c++) {
        along[c] = frame[1].r[c] - frame[0].r[c];
        square += along[c] * along[c];
    }
    for (int c = 0; c < 3; c++) along[c] /= sqrt(square);
    return sqrt(square) - force->par[LENGTH];
}

static double energy(const hol_force *force, const hol_frame frame[])
{
    double along[3], x = stretch(force, frame, along);
    return force->par[STIFFNESS] * x * x / 2;
}

static void pull(const hol_force *force, double t, const hol_frame frame[], hol_wrench w[])
{
    double along[3], x = stretch(force, frame, along);
    (void)t;
#ifdef LAW_CRASHES
    raise(SIGSEGV);
#endif
    for (int c = 0; c < 3; c++) {
        w[0].F[c] = force->par[STIFFNESS] * x * along[c];
        w[1].F[c] = -w[0].F[c];
    }
}

static void series(const hol_force *force, hol_terms *terms)
{
    static const double centre[3];
    hol_terms_spring(terms, centre, centre, force->par[STIFFNESS], force->par[LENGTH], 0);
}

static const hol_force_law spring = {.name = PLUGIN "-spring",
                                     .position_only = true,
                                     .energy = energy,
                                     .wrench = pull,
                                     .series = series};
static const hol_option constants[] = {
    {"stiffness", HOL_REAL, 20, 0, 1e6, NULL, "[N/m]"},
    {"length", HOL_REAL, 1, 0, 10, NULL, "at rest [m]"},
    {0},
};
#ifndef BODIES
#define BODIES 2
#endif
static const hol_named_law laws[] = {
    {&spring, "a spring of this test", constants, BODIES},
    {0},
};

#ifndef WITHOUT
HOL_PLUGIN(.name = PLUGIN, .version = VERSION, .methods = families, .problems = problems,
           .laws = laws);
#else
int without(void);
int without(void)
{
    return !families[0] + !problems[0] + !laws[0].law;
}
#endif
