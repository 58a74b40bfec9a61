/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Beside paper 004: what an error costs by its integrator, stabilised or not, by generalised-alpha
 * and RATTLE on the same group, and by the same Runge-Kutta scheme in a vector space, of Euler
 * parameters or of rotation matrices, in factorisations of a matrix like that of (10). */
#include <math.h>

#include "harness/papers/paper_004.h"

static const double steps[] = {0.4, 0.2, 0.1, 0.05, 0.025, 0.0125, 0.00625, 0.003125};
#define HOL_P004_VECTORS(in)                                                                       \
    {                                                                                              \
        .problem = "gyrostat", .method = "rk4-index1", .formulation = in                           \
    }
static const hol_paper_run way[] = {HOL_P004_RUN("mk4", "stabilisation=none"),
                                    HOL_P004_RUN("mk4", "stabilisation=least-squares"),
                                    HOL_P004_RUN("mk4", "stabilisation=rotation-vector"),
                                    HOL_P004_RUN("gena-lie", NULL),
                                    HOL_P004_RUN("rattlie", NULL),
                                    HOL_P004_VECTORS("euler"),
                                    HOL_P004_VECTORS("natural")};
enum {
    MK4,
    ROTATION_VECTOR = 2,
    GENA,
    RATTLIE,
    EULER,
    MATRICES,
    WAYS = sizeof way / sizeof *way,
    STEPS = sizeof steps / sizeof *steps
};

typedef struct { /* of a file */
    double h;
    struct {
        double factorisations, orientation, position;
    } by[WAYS];
} line;

/* Factorisations to an error, between two runs by a straight line in both logarithms; NaN: no two
 * have it between them. */
static double to_error(const line x[STEPS], int w, double error)
{
    for (int k = 1; k < STEPS; k++) {
        double e0 = x[k - 1].by[w].orientation, e1 = x[k].by[w].orientation;
        if (!(e0 >= error && e1 <= error)) continue;
        double share = log(e0 / error) / log(e0 / e1);
        return x[k - 1].by[w].factorisations *
               pow(x[k].by[w].factorisations / x[k - 1].by[w].factorisations, share);
    }
    return NAN;
}

static void find_work(hol_paper_section *to, const line x[STEPS])
{
    static const double error[] = {1e-2, 1e-3};
    double y[8];
    for (int k = 0; k < 4; k++) {
        y[2 * k] = to_error(x, MK4, error[k / 2]);
        y[2 * k + 1] = to_error(x, k % 2 ? MATRICES : EULER, error[k / 2]);
    }
    hol_paper_find(to, "efficient", 8, y,
                   "to 0.01 rad %.0f by mk4, %.0f in Euler parameters, %.0f in matrices, to 0.001 "
                   "rad %.0f, %.0f, %.0f; on the group, to 0.001 rad, %.0f by mk4 with (23), %.0f "
                   "by gena-lie, %.0f by rattlie",
                   y[0], y[1], y[3], y[4], y[5], y[7], to_error(x, ROTATION_VECTOR, error[1]),
                   to_error(x, GENA, error[1]), to_error(x, RATTLIE, error[1]));
}

bool hol_p004_work(hol_paper_section *to)
{
    line x[STEPS];
    for (int i = 0; i < WAYS * STEPS; i++) {
        hol_paper_run is = way[i / STEPS];
        line *at = &x[i % STEPS];
        hol_result r;
        is.h = at->h = steps[i % STEPS];
        bool good = hol_paper_measure(&is, &r, &to->why);
        at->by[i / STEPS].factorisations = (double)r.counters.factorisations;
        at->by[i / STEPS].orientation = r.error.orientation;
        at->by[i / STEPS].position = r.error.position;
        hol_result_free(&r);
        if (!good) return false;
    }
    find_work(to, x);
    return hol_paper_write_sheet(
        to, "paper-004-work.csv",
        &(hol_paper_sheet){
            "h [s], then for each of mk4, mk4 (12), mk4 (23), gena-lie, rattlie, rk4 "
            "in Euler parameters, in matrices: "
            "factorisations,orientation [rad],position [m]",
            STEPS, sizeof *x / sizeof x->h, .x = &x->h});
}
