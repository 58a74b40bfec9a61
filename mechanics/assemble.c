/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A consistent start: see holonomy/assemble.h.  Positions first, then velocities; what is asked of
 * joints stands as further rows of the model meanwhile. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "holonomy/dense.h"
#include "mechanics/closest.h"
#include "mechanics/contact.h"
#include "mechanics/joint_start.h"

/* ---------------------------------------------------------------- what does not close */

/* "A" of the row "A.x"; of the rows from `own` on, which are asked for, the whole name. */
static int joint_name(const hol_eval *sys, int own, int row)
{
    const char *name = sys->row_name[row], *dot = row < own ? strrchr(name, '.') : NULL;
    return dot ? (int)(dot - name) : (int)strlen(name);
}

static bool one_joint(const hol_eval *sys, int own, int i, int j)
{
    int n = joint_name(sys, own, i);
    return n == joint_name(sys, own, j) && !strncmp(sys->row_name[i], sys->row_name[j], (size_t)n);
}

/* "; held are 'crank', 'slider.x'": what may be why it does not close. */
static void list_held(const hol_start_asked *asked, char list[], size_t size)
{
    enum { SHOWN = 8 };
    for (int k = 0; k < asked->holds && k < SHOWN; k++)
        hol_append(list, size - 40, "%s'%.60s'", k ? ", " : "; held are ", asked->hold[k]);
    if (asked->holds > SHOWN) hol_append(list, size, " and %d more", asked->holds - SHOWN);
}

/* Where |Phi| is least, Phi is a state of stress: it stands in the rows of the loop alone. */
static void say_open(hol_closest *p, int own, const hol_start_asked *asked, hol_message *why)
{
    enum { SHOWN = 8 };
    char held[200] = "";
    list_held(asked, held, sizeof held);
    const hol_eval *sys = p->sys;
    double most = 0, sum = 0, worst = 0;
    int joints = 0, at = 0, first;
    char list[320] = "";
    for (int i = 0; i < sys->nj; i++) most = fmax(most, fabs(p->phi[i]) / hol_row_unit(sys, i));
    for (first = 0; first < sys->nj;) {
        double square = 0, big = 0;
        int end = first;
        for (; end < sys->nj && one_joint(sys, own, first, end); end++) {
            big = fmax(big, fabs(p->phi[end]) / hol_row_unit(sys, end));
            if (sys->row_is_length[end]) square += p->phi[end] * p->phi[end];
        }
        if (big > 1e-3 * most) {
            if (joints++ < SHOWN)
                hol_append(list, sizeof list - 40, "%s'%.*s'", joints > 1 ? ", " : "",
                           joint_name(sys, own, first), sys->row_name[first]);
            sum += sqrt(square);
            if (square > worst) worst = square, at = first;
        }
        first = end;
    }
    if (joints > SHOWN) hol_append(list, sizeof list, " and %d more", joints - SHOWN);
    if (worst > 0)
        hol_say(why,
                "the loop of the joints %s does not close from this guess: %.6g m are missing, "
                "%.6g m at '%.*s'%s",
                list, sum, sqrt(worst), joint_name(sys, own, at), sys->row_name[at], held);
    else
        hol_say(why,
                "the axes of the joints %s do not come together from this guess: a cosine is off "
                "by %.3g%s",
                list, most, held);
}

/* ---------------------------------------------------------------- what is held */

static const char *const freedom[] = {"x", "y", "z", "turn"};
enum { FREEDOMS = 4 };

/* Of "body" or "body.x": the body, and which of its freedoms (FREEDOMS: all); false: no such one.
 */
static bool held_by(const hol_model *model, const char *what, int *body, int *which)
{
    for (*body = 0; *body < model->bodies; ++*body) {
        const char *name = model->body[*body].name;
        size_t n = strlen(name);
        if (strncmp(what, name, n)) continue;
        *which = FREEDOMS;
        if (!what[n]) return true;
        for (*which = 0; *which < FREEDOMS; ++*which)
            if (what[n] == '.' && !strcmp(what + n + 1, freedom[*which])) return true;
    }
    return false;
}

static bool holds_known(const hol_model *model, const hol_start_asked *asked, hol_message *why)
{
    for (int k = 0, body, which; k < asked->holds; k++)
        if (!held_by(model, asked->hold[k], &body, &which))
            return hol_wrong(
                why,
                "nothing to hold is called '%s': a body, or BODY.x, .y, .z of its centre, "
                "BODY.turn",
                asked->hold[k]);
    return true;
}

/* still[b][k]: the k-th freedom of b keeps its value. */
static void hold(const hol_model *model, const hol_start_asked *asked, bool (*still)[FREEDOMS])
{
    for (int k = 0, body, which; k < asked->holds; k++)
        if (held_by(model, asked->hold[k], &body, &which))
            for (int i = 0; i < FREEDOMS; i++)
                still[body][i] = still[body][i] || which == FREEDOMS || which == i;
}

/* The freedoms that are not held, into column. */
static void free_columns(hol_closest *p, bool (*still)[FREEDOMS])
{
    const hol_system *R = p->sys->system;
    p->n = 0;
    for (int b = 0; b < R->slots; b++)
        for (int i = 0; i < R->slot[b].nr; i++) {
            int c = R->slot[b].centre;
            if (!still[b][i < c ? i : FREEDOMS - 1]) p->column[p->n++] = R->slot[b].r + i;
        }
}

/* ---------------------------------------------------------------- the two stages */

typedef struct {
    hol_model *model;
    const hol_start_asked *asked;
    hol_assembled done;
    hol_message *why;
    hol_memory *memory;
    hol_eval *sys;
    hol_pose *before; /* the guess */
    bool (*still)[FREEDOMS];
    bool whole;
} assembling;

/* The system of the model with the rows added to it, and a problem on it. */
static bool pose_problem(assembling *a, hol_closest *p)
{
    hol_eval_free(a->sys);
    a->sys = NULL;
    hol_system *system = hol_realise_open(a->model, "natural", a->why);
    if (!system) return false;
    a->sys = hol_had(hol_eval_take(system));
    *p = (hol_closest){.iterations = a->done.iterations};
    hol_closest_make(p, a->memory, a->sys);
    free_columns(p, a->still);
    return true;
}

/* What was not held of the poses, into the model. */
static void take_over(assembling *a, const double q[], const double v[], bool positions)
{
    hol_pose *pose = hol_alloc(a->memory, (size_t)a->model->bodies, sizeof *pose);
    hol_poses(a->sys, q, v, pose);
    for (int b = 0; b < a->model->bodies; b++) {
        hol_pose *at = &a->model->body[b].at;
        const bool *still = a->still[b];
        for (int k = 0; k < 3; k++)
            if (!still[k] && positions)
                at->r[k] = pose[b].r[k];
            else if (!still[k])
                at->v[k] = pose[b].v[k];
        if (still[FREEDOMS - 1]) continue;
        if (positions)
            memcpy(at->p, pose[b].p, sizeof at->p);
        else
            memcpy(at->omega, pose[b].omega, sizeof at->omega);
    }
}

/* What rolls and is guessed in its plane or beyond: over it, where its centre is free. */
static void lift(assembling *a, hol_closest *p)
{
    int bodies = a->model->bodies;
    double *up = hol_alloc(a->memory, 3 * (size_t)bodies, sizeof *up);
    hol_pose *pose = hol_alloc(a->memory, (size_t)bodies, sizeof *pose);
    if (!hol_contacts_lift(a->sys, p->q, up)) return;
    hol_poses(a->sys, p->q, p->v, pose);
    for (int b = 0; b < bodies; b++)
        for (int k = 0; k < 3; k++)
            if (!a->still[b][k]) pose[b].r[k] += up[3 * b + k];
    hol_place(a->sys, pose, p->q, p->v);
}

/* What is held of the bodies that joints have placed. */
static void put_back(assembling *a)
{
    for (int b = 0; b < a->model->bodies; b++) {
        hol_pose *at = &a->model->body[b].at;
        for (int k = 0; k < 3; k++)
            if (a->still[b][k]) at->r[k] = a->before[b].r[k];
        if (a->still[b][FREEDOMS - 1]) memcpy(at->p, a->before[b].p, sizeof at->p);
    }
}

static bool place_positions(assembling *a)
{
    hol_closest p;
    int rows = a->model->rows;
    bool *placed = hol_alloc(a->memory, (size_t)a->model->bodies, sizeof *placed);
    for (int b = 0; b < a->model->bodies; b++) {
        placed[b] = true;
        for (int k = 0; k < FREEDOMS; k++) placed[b] = placed[b] && a->still[b][k];
    }
    hol_place_by_joints(a->model, a->asked, placed);
    put_back(a);
    hol_add_joint_starts(a->model, a->asked);
    if (!pose_problem(a, &p)) return false;
    lift(a, &p);
    if (!hol_close_joints(&p, p.q)) {
        say_open(&p, rows, a->asked, a->why);
        if (hol_bends(&p, p.q))
            hol_say(a->why, "the guess lies between two assemblies, equally near: bend it towards "
                            "the one that is meant");
        return false;
    }
    hol_approach(&p, p.q);
    a->done.closure = hol_closest_closure(&p);
    hol_place(a->sys, a->before, p.q0, p.v); /* from there, not from where joints have placed it */
    a->done.moved = sqrt(fmax(0, hol_closest_distance(&p, p.q)) / p.mass);
    a->done.iterations = p.iterations;
    take_over(a, p.q, p.v, true);
    return hol_joint_starts_met(a->model, a->asked, a->why);
}

/* What is left of G v + Phi_t = rate and A v = w, in the units of the rows: its largest, over the
 * speed. */
static double rates_left(hol_closest *p, const double rate[], int rates, double r[])
{
    hol_eval *sys = p->sys;
    const double *q = p->q, *v = p->v;
    size_t mark = hol_mark(sys->work);
    double *left = hol_take(sys->work, sys->nc), *Gv = hol_take(sys->work, sys->nc);
    double *G = hol_take(sys->work, sys->G.nnz), *A = hol_take(sys->work, sys->A.nnz);
    double *w = hol_take(sys->work, sys->na), *Av = hol_take(sys->work, sys->na);
    hol_constraints(sys, p->t, q, NULL, G);
    hol_multiply(&sys->G, G, v, Gv);
    hol_drive(sys, p->t, q, v, left, NULL);
    for (int i = 0; i < sys->nj; i++) r[i] = (Gv[i] + left[i]) / hol_row_unit(sys, i);
    for (int k = 0; k < rates; k++) {
        int row = sys->nj - rates + k;
        r[row] -= rate[k] / hol_row_unit(sys, row);
    }
    if (sys->na) hol_nonholonomic_rows(sys, p->t, q, A, w);
    if (sys->na) hol_multiply(&sys->A, A, v, Av);
    for (int i = 0; i < sys->na; i++) r[sys->nj + i] = (Av[i] - w[i]) / sys->unit;
    hol_release(sys->work, mark);
    return hol_norm_max(sys->nj + sys->na, r) / sys->speed;
}

static bool place_velocities(assembling *a)
{
    enum { PASSES = 3 }; /* the equations are linear: the later ones take round-off out */
    hol_closest p;
    double *rate = hol_alloc(a->memory, 2 * (size_t)a->asked->joints + 1, sizeof *rate);
    int rates = hol_add_joint_rates(a->model, a->asked, rate), worst = 0;
    if (!pose_problem(a, &p)) return false;
    int rows = a->sys->nj + a->sys->na;
    double *dv = hol_alloc(a->memory, (size_t)a->sys->nv, sizeof *dv);
    double *r = hol_alloc(a->memory, (size_t)rows, sizeof *r);
    a->done.rate = rates_left(&p, rate, rates, r);
    if (!hol_closest_decompose(&p, p.q, rows, false)) return false;
    a->done.dependent = rows - p.rank;
    for (int i = 0; i < PASSES && a->done.rate > 0; i++) {
        hol_closest_step(&p, 0, r, p.y);
        hol_closest_expand(&p, p.y, dv);
        hol_axpy(a->sys->nv, 1, dv, p.v);
        a->done.rate = rates_left(&p, rate, rates, r);
    }
    for (int i = 1; i < rows; i++)
        if (fabs(r[i]) > fabs(r[worst])) worst = i;
    if (a->done.rate <= 1e-11) {
        take_over(a, p.q, p.v, false);
        return true;
    }
    return hol_wrong(a->why, "no velocities fit the joints%s: '%s' is off by %.3g %s",
                     rates || a->asked->holds ? ", what is held and the rates asked for" : "",
                     worst < a->sys->nj ? a->sys->row_name[worst]
                                        : a->sys->model->slide[worst - a->sys->nj].name,
                     r[worst] * hol_any_row_unit(a->sys, worst),
                     worst >= a->sys->nj || a->sys->row_is_length[worst] ? "m/s" : "1/s");
}

static void assemble(void *data)
{
    assembling *a = data;
    const hol_rows_mark mark = hol_mark_rows(a->model);
    hold(a->model, a->asked, a->still);
    bool placed = place_positions(a);
    hol_release_rows(a->model, &mark);
    a->whole = placed && place_velocities(a);
    hol_release_rows(a->model, &mark);
}

/* Whether it is one whole, else why not, which the model remembers: who builds one of a problem in
 * C has nobody to say it to. */
static bool apart(const assembling *a, hol_message *why)
{
    a->model->apart = *a->why;
    if (!a->whole && why) *why = *a->why;
    return a->whole;
}

bool hol_assemble(hol_model *model, const hol_start_asked *asked, hol_assembled *done,
                  hol_message *why)
{
    static const hol_start_asked nothing;
    hol_message reason = {""};
    assembling a = {.model = model, .asked = asked ? asked : &nothing, .why = &reason};
    const hol_rows_mark mark = hol_mark_rows(model);
    bool known =
        holds_known(model, a.asked, a.why) && hol_joint_starts_known(model, a.asked, a.why);
    if (!known) return apart(&a, why);
    a.memory = hol_memory_new();
    hol_pose *before = a.before = calloc((size_t)model->bodies + 1, sizeof *before);
    a.still = calloc((size_t)model->bodies + 1, sizeof *a.still);
    for (int b = 0; before && b < model->bodies; b++) before[b] = model->body[b].at;
    bool room = a.memory && before && a.still && hol_try(assemble, &a);
    if (!a.whole) hol_release_rows(model, &mark);
    for (int b = 0; before && !a.whole && b < model->bodies; b++) model->body[b].at = before[b];
    hol_eval_free(a.sys);
    hol_memory_end(a.memory);
    free(before);
    free(a.still);
    if (!room) hol_lack_memory();
    if (!room) hol_say(a.why, "there is no memory to assemble the model");
    if (done) *done = a.done;
    return apart(&a, why);
}
