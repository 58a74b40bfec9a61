/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two derivations of one motion, and what they agree on: see derive.h. */
#include "harness/study/derive.h"

#include <math.h>
#include <string.h>

#include "holonomy/memory.h"
#include "holonomy/run.h"
#include "mechanics/internal.h"

enum { ROWS_PER_SECOND = 10, FEWEST_ROWS = 10, POSE = 13, PRINTED = 30 };

static const struct {
    int degree;
    double share; /* of the tolerance of a step */
    int parts;    /* at least, between two rows, so that no step of one is a step of the other */
} way[HOL_DERIVATIONS] = {{32, 1e-4, 2}, {44, 1e-6, 1}};

typedef struct {
    const hol_derive_task *task;
    hol_derivation *d;
    hol_eval *sys;
    hol_memory *scratch;
    hol_quad_pose *pose; /* of the other derivation, rows x bodies */
    hol_quad *lambda;
    hol_message *why;
    bool whole;
} derivation;

/* ---------------------------------------------------------------- one derivation */

static bool failed(const derivation *x, hol_status status, double t)
{
    hol_say(x->why, "%s: at t = %g s: %s", x->task->problem->name, t, hol_status_reason(status));
    return false;
}

/* The books of a step: the range of the energy, the largest violation. */
static void note(hol_derivation *d, const hol_quad_motion *Q, hol_quad *least, hol_quad *most)
{
    hol_quad energy = hol_quad_motion_energy(Q);
    if (energy < *least) *least = energy;
    if (energy > *most) *most = energy;
    d->violation = fmax(d->violation, (double)hol_quad_motion_violation(Q));
}

/* By steps that end at the times of the rows. */
static bool run(derivation *x, int k, hol_quad_pose pose[], hol_quad lambda[])
{
    hol_derivation *d = x->d;
    hol_eval *sys = x->sys;
    double part = pow(10, -x->task->digits) * way[k].share;
    double *q = hol_alloc(x->scratch, (size_t)sys->nq, sizeof *q);
    double *v = hol_alloc(x->scratch, (size_t)sys->nv, sizeof *v);
    hol_quad_motion *Q = hol_quad_motion_new(x->scratch, sys, way[k].degree);
    hol_quad t = 0, least, most;
    double kinetic = 0;
    hol_place(sys, NULL, q, v);
    hol_status status = hol_quad_motion_start(Q, q, v);
    if (status) return failed(x, status, 0);
    least = most = hol_quad_motion_energy(Q);
    for (int row = 0; row < d->rows; row++) {
        double most_of_row = row ? (d->t[row] - d->t[row - 1]) / way[k].parts * (1 + 1e-9) : 0;
        while (t < (hol_quad)d->t[row]) {
            hol_quad left = (hol_quad)d->t[row] - t;
            double h = fmin((double)hol_quad_motion_step(Q, part), most_of_row);
            hol_quad parts = (hol_quad)ceil((double)left / h); /* of equal length */
            hol_quad step = left / parts;
            if ((status = hol_quad_motion_go(Q, step))) return failed(x, status, (double)t);
            t = parts > 1 ? t + step : (hol_quad)d->t[row];
            d->steps[k]++;
            note(d, Q, &least, &most);
            if (!x->task->news) continue;
            double done = (k + (double)t / x->task->until) / HOL_DERIVATIONS;
            if (!x->task->news(x->task->self, done)) return false;
        }
        hol_quad_motion_look(Q, pose + (size_t)row * (size_t)d->bodies,
                             lambda + (size_t)row * (size_t)d->multipliers);
        kinetic = fmax(kinetic, hol_quad_motion_kinetic(Q));
    }
    double size = fmax(kinetic, (double)(most - least));
    d->energy =
        sys->has & HOL_CONSERVATIVE ? fmax(d->energy, (double)(most - least) / size) : (double)NAN;
    return true;
}

/* ---------------------------------------------------------------- what both agree on */

static double size_of(hol_quad x)
{
    return fabs((double)x);
}

/* |x - y| and |x| of n numbers that stand `apart` from each other in `rows` rows. */
static double disagreement(int rows, int apart, int n, const hol_quad x[], const hol_quad y[])
{
    double worst = 0, scale = 0;
    for (int row = 0; row < rows; row++)
        for (int i = 0; i < n; i++) {
            size_t at = (size_t)row * (size_t)apart + (size_t)i;
            worst = fmax(worst, size_of(x[at] - y[at]));
            scale = fmax(scale, size_of(x[at]));
        }
    return scale > 0 ? worst / scale : worst;
}

/* Over positions, orientations, velocities and angular velocities of all bodies, and multipliers,
 * each against the largest of its kind.  The sign of p is that of its larger entries. */
static void agree(derivation *x)
{
    static const int first[] = {0, 3, 7, 10, POSE};
    hol_derivation *d = x->d;
    const hol_quad *a = (const hol_quad *)d->pose, *b = (const hol_quad *)x->pose;
    int rows = d->rows * d->bodies;
    double worst = 0;
    for (int kind = 0; kind < 4; kind++)
        worst = fmax(worst, disagreement(rows, POSE, first[kind + 1] - first[kind], a + first[kind],
                                         b + first[kind]));
    worst =
        fmax(worst, disagreement(d->rows, d->multipliers, d->multipliers, d->lambda, x->lambda));
    d->disagreement = worst;
    d->digits = (int)floor(-log10(10 * worst + 0.5 * pow(10, 1 - PRINTED)));
}

/* ---------------------------------------------------------------- both */

static void set_times(hol_derivation *d, double until)
{
    int rows = (int)fmax(FEWEST_ROWS, nearbyint(ROWS_PER_SECOND * until));
    d->rows = rows + 1;
    d->t = hol_alloc(d->memory, (size_t)d->rows, sizeof *d->t);
    for (int n = 0; n <= rows; n++) d->t[n] = n * until / rows;
}

static void name_all(derivation *x)
{
    hol_derivation *d = x->d;
    const hol_eval *sys = x->sys;
    d->body = hol_alloc(d->memory, (size_t)d->bodies, sizeof *d->body);
    d->multiplier = hol_alloc(d->memory, (size_t)d->multipliers, sizeof *d->multiplier);
    for (int b = 0; b < d->bodies; b++)
        d->body[b] = hol_keep(d->memory, "%s", hol_body_at(x->sys->model, b)->name);
    for (int r = 0; r < d->multipliers; r++)
        d->multiplier[r] = hol_keep(
            d->memory, "%s", r < sys->nj ? sys->row_name[r] : sys->model->slide[r - sys->nj].name);
}

static void *room(derivation *x, int each, size_t size)
{
    return hol_alloc(x->d->memory, (size_t)x->d->rows * (size_t)each, size);
}

static void derive(void *data)
{
    derivation *x = data;
    hol_derivation *d = x->d;
    d->bodies = x->sys->nb;
    d->multipliers = x->sys->nj + x->sys->na;
    set_times(d, x->task->until);
    name_all(x);
    d->pose = room(x, d->bodies, sizeof *d->pose);
    d->lambda = room(x, d->multipliers, sizeof *d->lambda);
    x->pose = room(x, d->bodies, sizeof *x->pose);
    x->lambda = room(x, d->multipliers, sizeof *x->lambda);
    for (int k = 0; k < HOL_DERIVATIONS; k++) d->degree[k] = way[k].degree;
    x->whole = run(x, 0, x->pose, x->lambda) && run(x, 1, d->pose, d->lambda);
    if (x->whole) agree(x);
}

/* False after a message. */
static bool has_series(const derivation *x)
{
    unsigned missing = (HOL_POWER_SERIES | HOL_FULL_RANK | HOL_HARD) & ~x->sys->has;
    char text[256];
    hol_traits_text(missing, text, sizeof text);
    if (missing)
        hol_say(x->why, "%s: no reference can be derived: needs %s", x->task->problem->name, text);
    return !missing;
}

hol_derivation *hol_derive(const hol_derive_task *task, hol_message *why)
{
    derivation x = {.task = task, .why = why, .d = hol_new(1, sizeof *x.d)};
    hol_refusal refusal;
    hol_experiment *alone = hol_experiment_open(
        &(hol_setup){.problem = task->problem, .formulation = "natural", .parameters = task->par},
        &refusal);
    why->text[0] = '\0';
    if (alone)
        x.sys = alone->sys;
    else
        hol_refusal_text(&refusal, why);
    x.d->memory = hol_had(hol_memory_new());
    x.scratch = hol_had(hol_memory_new());
    if (x.sys && has_series(&x) && !hol_try(derive, &x)) hol_say(why, "there is no memory");
    hol_memory_end(x.scratch);
    hol_experiment_close(alone);
    if (x.whole) return x.d;
    hol_derivation_free(x.d);
    return NULL;
}

void hol_derivation_free(hol_derivation *d)
{
    if (!d) return;
    hol_memory_end(d->memory);
    free(d);
}

/* ---------------------------------------------------------------- beside another one */

double hol_derivation_against(const hol_derivation *d, const hol_reference *ref)
{
    double worst = NAN;
    for (int row = 0; row < d->rows; row++) {
        int other = hol_reference_row(ref, d->t[row]);
        if (other < 0 || ref->bodies != d->bodies) continue;
        for (int b = 0; b < d->bodies; b++) {
            const hol_quad_pose *at = &d->pose[row * d->bodies + b];
            const hol_pose *truth = &ref->pose[other * d->bodies + b];
            double same = 0;
            for (int k = 0; k < 4; k++) same += (double)at->p[k] * truth->p[k];
            for (int k = 0; k < 4; k++)
                worst =
                    fmax(worst, fabs((double)at->p[k] - copysign(truth->p[k], same * truth->p[k])));
            for (int k = 0; k < 3; k++) {
                worst = fmax(worst, fabs((double)(at->r[k] - (hol_quad)truth->r[k])));
                worst = fmax(worst, fabs((double)(at->v[k] - (hol_quad)truth->v[k])));
                worst = fmax(worst, fabs((double)(at->omega[k] - (hol_quad)truth->omega[k])));
            }
        }
    }
    return worst;
}

/* ---------------------------------------------------------------- the text */

/* " d.ddd..e+dd" with PRINTED digits, round-off in the last two. */
static void put(FILE *out, hol_quad x)
{
    if (x == 0 || x != x) {
        fputs(x == 0 ? " 0" : " nan", out);
        return;
    }
    int exponent = (int)floor(log10(fabs((double)x)));
    hol_quad size = x < 0 ? -x : x, ten = 10, power = 1;
    for (int k = exponent < 0 ? -exponent : exponent; k; k /= 2, ten *= ten)
        if (k % 2) power *= ten;
    size = exponent < 0 ? size * power : size / power;
    while (size >= 10) size /= 10, exponent++;
    while (size < 1) size *= 10, exponent--;
    fprintf(out, " %s%d.", x < 0 ? "-" : "", (int)size);
    for (int k = 1; k < PRINTED; k++) {
        size = 10 * (size - (hol_quad)(int)size);
        fputc('0' + (int)size, out);
    }
    fprintf(out, "e%+03d", exponent);
}

static void put_names(FILE *out, const char *key, int count, const char *const name[])
{
    fprintf(out, "# %s:", key);
    for (int i = 0; i < count; i++) fprintf(out, " %s", name[i]);
    fputs(count ? "\n" : " none\n", out);
}

static void put_parameters(const hol_derive_task *task, FILE *out)
{
    const hol_option *table = task->problem->parameters;
    int count = table ? hol_option_count(table) : 0, set = 0;
    fputs("# parameters:", out);
    for (int i = 0; i < count; i++) {
        char text[64];
        if (task->par[i] == table[i].value) continue;
        hol_option_print(&table[i], task->par[i], text);
        fprintf(out, " %s=%s", table[i].name, text);
        set++;
    }
    fputs(set ? "\n" : " default\n", out);
}

void hol_derivation_write(const hol_derivation *d, const hol_derive_task *task, FILE *out)
{
    fprintf(out, "# holonomy reference 1\n# problem: %s\n", task->problem->name);
    put_parameters(task, out);
    fprintf(out,
            "# program: holonomy reference, of the model's numbers as doubles\n"
            "# method: power series of degree %d, %ld steps, in quadruple precision\n"
            "# method: power series of degree %d, %ld steps\n# digits: %d\n",
            d->degree[1], d->steps[1], d->degree[0], d->steps[0], d->digits);
    put_names(out, "bodies", d->bodies, d->body);
    put_names(out, "multipliers", d->multipliers, d->multiplier);
    fputs("# columns: t, then for each body r[3] m, p[4], v[3] m/s, omega[3] rad/s (body frame), "
          "then the multipliers\n",
          out);
    for (int row = 0; row < d->rows; row++) {
        fprintf(out, "%.17g", d->t[row]);
        for (int b = 0; b < d->bodies; b++) {
            const hol_quad_pose *at = &d->pose[row * d->bodies + b];
            for (int k = 0; k < 3; k++) put(out, at->r[k]);
            for (int k = 0; k < 4; k++) put(out, at->p[k]);
            for (int k = 0; k < 3; k++) put(out, at->v[k]);
            for (int k = 0; k < 3; k++) put(out, at->omega[k]);
        }
        for (int k = 0; k < d->multipliers; k++) put(out, d->lambda[row * d->multipliers + k]);
        fputc('\n', out);
    }
}
