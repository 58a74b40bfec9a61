/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Does a start satisfy the constraints?  What is said is the row that is furthest off. */
#include <math.h>
#include <stdio.h>

#include "holonomy/so3.h"
#include "mechanics/contact.h"

/* What a start may be off a row, of the length or speed of the system: more is no round-off. */
static const double start_tolerance = 1e-9;

typedef struct { /* the row that is furthest off */
    const char *name;
    double size, off;                         /* of the tolerance's measure; in the row's unit */
    int others;                               /* rows besides that are too far off */
    const char *kind, *what, *unit, *measure; /* kind: "" or "nonholonomic " */
} worst_row;

static void judge_row(worst_row *worst, double size, const worst_row *row)
{
    if (size <= start_tolerance) return;
    int others = worst->others + (worst->name != NULL);
    if (!worst->name || !(size <= worst->size)) {
        *worst = *row;
        worst->size = size;
    }
    worst->others = others;
}

static void judge_holonomic_rows(hol_eval *sys, const double q[], const double v[],
                                 worst_row *place, worst_row *pace)
{
    hol_work *w = sys->work;
    double *phi = hol_take(w, sys->nc), *rate = hol_take(w, sys->nc);
    double *phi_t = hol_take(w, sys->nc), *G = hol_scratch_of(sys)->G;
    hol_constraints(sys, sys->model->t0, q, phi, G);
    hol_drive(sys, sys->model->t0, q, v, phi_t, NULL);
    hol_multiply(&sys->G, G, v, rate);
    for (int i = 0; i < sys->nc; i++) {
        double size = hol_row_unit(sys, i) * (sys->length / sys->unit);
        bool length = !sys->row_is_length || sys->row_is_length[i];
        rate[i] += phi_t[i];
        judge_row(place, fabs(phi[i]) / size,
                  &(worst_row){.name = sys->row_name[i],
                               .off = phi[i],
                               .kind = "",
                               .what = "Phi",
                               .unit = length ? " m" : "",
                               .measure = "length"});
        judge_row(pace, fabs(rate[i]) / (sys->speed * size),
                  &(worst_row){.name = sys->row_name[i],
                               .off = rate[i],
                               .kind = "",
                               .what = "its rate",
                               .unit = length ? " m/s" : " 1/s",
                               .measure = "speed"});
    }
}

static void judge_nonholonomic_rows(hol_eval *sys, const double q[], const double v[],
                                    worst_row *pace)
{
    double *A = hol_take(sys->work, sys->A.nnz), *w = hol_take(sys->work, sys->na);
    double *Av = hol_take(sys->work, sys->na);
    hol_nonholonomic_rows(sys, sys->model->t0, q, A, w);
    hol_multiply(&sys->A, A, v, Av);
    for (int i = 0; i < sys->na; i++)
        judge_row(pace, fabs(Av[i] - w[i]) / (sys->speed * sys->unit),
                  &(worst_row){.name = sys->model->slide[i].name,
                               .off = Av[i] - w[i],
                               .kind = "nonholonomic ",
                               .what = "A v - w",
                               .unit = " m/s",
                               .measure = "speed"});
}

/* Of an open joint the place is told, else the velocity. */
static bool rows_hold(hol_eval *sys, const double q[], const double v[], hol_message *why)
{
    worst_row place = {0}, pace = {0};
    char others[32] = "", advice[224] = "`start: assemble` makes it hold";
    judge_holonomic_rows(sys, q, v, &place, &pace);
    judge_nonholonomic_rows(sys, q, v, &pace);
    const worst_row *worst = place.name ? &place : &pace;
    if (!worst->name) return true;
    if (worst->others) snprintf(others, sizeof others, ", and %d less", worst->others);
    if (sys->model->apart.text[0])
        snprintf(advice, sizeof advice, "hol_assemble failed: %.180s", sys->model->apart.text);
    return hol_wrong(
        why,
        "the start violates the %sconstraint '%s'%s: %s = %.3g%s, %.2g of the system's %s where "
        "%g is allowed; %s",
        worst->kind, worst->name, others, worst->what, worst->off, worst->unit, worst->size,
        worst->measure, start_tolerance, advice);
}

/* The rows of a joint hold as well where its axes point against each other.  No turn about one of
 * them then takes its frames to each other, and the angle is none; but of axes that do so in the
 * bodies' own axes too it is that of these. */
static bool angles_count(const hol_model *m, hol_message *why)
{
    static const double ground[4] = {1};
    for (const hol_joint *j = m->joint; j < m->joint + m->joints; j++) {
        double R[9], n[2][3];
        if (!j->counted || hol_dot3(j->axis[0].rho, j->axis[1].rho) < -1 + 1e-12) continue;
        for (int e = 0; e < 2; e++) {
            const hol_body *b = hol_body_at(m, j->axis[e].body);
            hol_quaternion_to_matrix(b ? b->at.p : ground, R);
            hol_rotate(R, j->axis[e].rho, n[e]);
        }
        if (hol_dot3(n[0], n[1]) < 0)
            return hol_wrong(why,
                             "the axes of the joint '%s' point against each other in the start, "
                             "where it has no angle for a force to act along: turn one of them "
                             "round",
                             j->name);
    }
    return true;
}

bool hol_start_is_sound(hol_system *R, hol_eval *sys, hol_message *why)
{
    size_t mark = hol_mark(sys->work);
    double *q = hol_take(sys->work, sys->nq), *v = hol_take(sys->work, sys->nv);
    hol_place(sys, NULL, q, v);
    bool sound = hol_contacts_stand(sys, q, why) && rows_hold(sys, q, v, why) &&
                 angles_count(sys->model, why) && hol_set_rank(R, sys, q, why);
    hol_release(sys->work, mark);
    return sound;
}
