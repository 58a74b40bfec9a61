/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two references of one motion, and what rounding the data does to it: see agree.h. */
#include "harness/study/agree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/lines.h"
#include "base/words.h"
#include "harness/run/reference_of.h"
#include "harness/study/quad_text.h"
#include "holonomy/memory.h"
#include "mechanics/contact.h"
#include "mechanics/joint_forces.h"

/* Digits of the motion beside the file, and of one whose data are moved. */
enum { TRIALS = 2, DIGITS = 24, MOVED_DIGITS = 17 };
/* Times what one unit in the last place does: the trials do not show the worst combination of
 * signs. */
static const double reason = 2;
/* Round-off of the printed digits, in units of the last trusted one. */
static const double last_digit = 1;

HOL_WORD_OF(hol_agree_name, hol_agree_verdict, HOL_AGREE_LIST(HOL_WORD))

/* ---------------------------------------------------------------- the rows of a file */

typedef struct {
    hol_reference *ref; /* names, digits and number of rows */
    hol_quad *t;        /* rows */
    hol_quad_pose *pose;
    hol_quad *lambda;
} file;

static bool read_rows(const char *path, file *f, hol_message *why)
{
    hol_lines in;
    int rows = 0, nb = f->ref->bodies, m = f->ref->multipliers, each = 13 * nb;
    bool good = hol_lines_begin(&in, path, "# holonomy reference 1", why);
    f->t = hol_new(f->ref->rows, sizeof *f->t);
    f->pose = hol_new(f->ref->rows * nb, sizeof *f->pose);
    f->lambda = hol_new(f->ref->rows * m + 1, sizeof *f->lambda);
    while (good && hol_lines_next(&in)) {
        const char *at = in.text;
        if (*at == '#') continue;
        hol_quad *x = (hol_quad *)(f->pose + rows * nb);
        f->t[rows] = hol_quad_read(&at);
        for (int i = 0; i < each; i++) x[i] = hol_quad_read(&at);
        for (int i = 0; i < m; i++) f->lambda[rows * m + i] = hol_quad_read(&at);
        rows++;
    }
    return hol_lines_end(&in, good);
}

static void close_file(file *f)
{
    hol_reference_free(f->ref);
    free(f->t);
    free(f->pose);
    free(f->lambda);
}

/* ---------------------------------------------------------------- data that are moved */

typedef struct {
    unsigned long state;
} signs;

/* A linear congruence (Knuth, MMIX). */
static bool up(signs *s)
{
    s->state = s->state * 6364136223846793005UL + 1442695040888963407UL;
    return s->state >> 63;
}

/* Binary fractions are decimals without error. */
static void move(signs *s, int n, double x[])
{
    for (int i = 0; i < n; i++) {
        double fine = ldexp(x[i], 10);
        if (fine != nearbyint(fine)) x[i] = nextafter(x[i], up(s) ? INFINITY : -INFINITY);
    }
}

static double moved(void *s, double x)
{
    move(s, 1, &x);
    return x;
}

static void move_model(hol_model *m, signs *s)
{
    for (int i = 0; i < m->bodies; i++) {
        hol_body *b = &m->body[i];
        move(s, 1, &b->m);
        move(s, 3, b->J);
        move(s, 3, b->at.r);
        move(s, 4, b->at.p);
        move(s, 3, b->at.v);
        move(s, 3, b->at.omega);
    }
    for (int i = 0; i < m->spans; i++) {
        move(s, 3, m->span[i].head.rho);
        move(s, 3, m->span[i].tail.rho);
    }
    for (int i = 0; i < m->rows; i++) {
        move(s, 1, &m->row[i].scale);
        move(s, 1, &m->row[i].offset);
        if (m->row[i].contact) move(s, HOL_CONTACT_SPANS, m->row[i].contact->weight);
    }
    for (int i = 0; i < m->slides; i++) {
        move(s, 3, m->slide[i].direction.rho);
        move(s, 3, m->slide[i].point.rho);
    }
    for (int i = 0; i < m->forces; i++) {
        move(s, (int)(sizeof m->force[i].par / sizeof(double)), m->force[i].par);
        hol_motor_move(m, &m->force[i], moved, s);
    }
    move(s, 3, m->g);
}

/* ---------------------------------------------------------------- differences */

/* The multiplier of that name; NULL: there is none. */
static const hol_quad *multiplier(const hol_derivation *d, int row, const char *name)
{
    for (int i = 0; i < d->multipliers; i++)
        if (!strcmp(d->multiplier[i], name)) return &d->lambda[row * d->multipliers + i];
    return NULL;
}

static void compare_row(const file *f, const hol_derivation *d, int row,
                        double apart[HOL_DERIVE_KINDS], double size[HOL_DERIVE_KINDS])
{
    const hol_reference *ref = f->ref;
    for (int b = 0; b < ref->bodies; b++) {
        const hol_quad_pose *x = &f->pose[row * ref->bodies + b];
        hol_quad_pose y = d->pose[row * ref->bodies + b];
        hol_derive_turn_sign(x->p, y.p);
        hol_derive_note(&apart[HOL_DERIVE_POSITION], &size[HOL_DERIVE_POSITION], 3, x->r, y.r);
        hol_derive_note(&apart[HOL_DERIVE_ORIENTATION], &size[HOL_DERIVE_ORIENTATION], 4, x->p,
                        y.p);
        hol_derive_note(&apart[HOL_DERIVE_VELOCITY], &size[HOL_DERIVE_VELOCITY], 3, x->v, y.v);
        hol_derive_note(&apart[HOL_DERIVE_TURNING], &size[HOL_DERIVE_TURNING], 3, x->omega,
                        y.omega);
    }
    for (int i = 0; i < ref->multipliers; i++) {
        const hol_quad *y = multiplier(d, row, ref->multiplier[i]);
        if (y)
            hol_derive_note(&apart[HOL_DERIVE_MULTIPLIER], &size[HOL_DERIVE_MULTIPLIER], 1,
                            &f->lambda[row * ref->multipliers + i], y);
    }
}

typedef struct {
    const hol_problem *problem;
    const double *par;
    const hol_deriver *by;
    file f;
    hol_derive_news *news;
    void *self;
    hol_message *why;
} agreeing;

/* Rows that tell of the motion and not of its start alone. */
enum { FEWEST_ROWS = 2 };

/* The motion of the problem at the times of the file's first rows, as far as it can be derived;
 * NULL after a message. */
static hol_derivation *derived(const agreeing *a, const hol_problem *problem, int rows, int digits)
{
    const hol_reference *ref = a->f.ref;
    const hol_derive_task task = {.problem = problem,
                                  .par = a->par,
                                  .until = ref->t[rows - 1],
                                  .by = a->by,
                                  .digits = digits,
                                  .times = a->f.t,
                                  .count = rows,
                                  .news = a->news,
                                  .self = a->self};
    hol_derivation *d = hol_derive(&task, a->why);
    if (d && !d->stopped && d->rows >= FEWEST_ROWS && d->bodies == ref->bodies) return d;
    if (d) hol_say(a->why, "%s", d->stopped ? "interrupted" : d->ended.text);
    hol_derivation_free(d);
    return NULL;
}

static void against_file(const agreeing *a, const hol_derivation *d, hol_agreement of[])
{
    int digits = a->f.ref->digits;
    if (a->by != &hol_by_series && d->digits < digits) digits = d->digits;
    double apart[HOL_DERIVE_KINDS] = {0}, size[HOL_DERIVE_KINDS] = {0};
    for (int row = 0; row < d->rows; row++) compare_row(&a->f, d, row, apart, size);
    for (int k = 0; k < HOL_DERIVE_KINDS; k++)
        of[k] = (hol_agreement){.apart = size[k] > 0 ? apart[k] / size[k] : apart[k],
                                .trusted = last_digit * pow(10, -digits),
                                .moved = NAN};
}

/* The same beside one of data that are moved. */
static bool against_moved(const agreeing *a, const hol_derivation *d, int trial, hol_agreement of[])
{
    double apart[HOL_DERIVE_KINDS] = {0}, size[HOL_DERIVE_KINDS] = {0};
    signs s = {.state = 2385UL + (unsigned long)trial};
    hol_model *model = hol_had(hol_model_new());
    hol_problem moved = *a->problem;
    hol_message none;
    bool built = hol_problem_build(a->problem, a->par, model, &none);
    move_model(model, &s);
    moved.build = NULL;
    moved.make = NULL;
    moved.model = model;
    hol_derivation *other = built ? derived(a, &moved, d->rows, MOVED_DIGITS) : NULL;
    for (int row = 0; other && row < d->rows && row < other->rows; row++) {
        file same = a->f;
        same.pose = d->pose, same.lambda = d->lambda;
        compare_row(&same, other, row, apart, size);
    }
    for (int k = 0; other && k < HOL_DERIVE_KINDS; k++)
        of[k].moved = fmax(of[k].moved, size[k] > 0 ? apart[k] / size[k] : apart[k]);
    hol_derivation_free(other);
    hol_model_free(model);
    return other;
}

static void judge(hol_agreement *a)
{
    a->verdict = a->apart <= a->trusted          ? HOL_AGREE_ALL_DIGITS
                 : a->apart <= reason * a->moved ? HOL_AGREE_ROUNDED_DATA
                                                 : HOL_AGREE_DIFFERS;
}

/* The first that derives the motion; NULL after a message. */
static const hol_deriver *deriver(const hol_problem *problem, const double par[], hol_message *why)
{
    hol_refusal refusal = {.outcome = HOL_RAN};
    hol_experiment *x = hol_natural_system(problem, par, &refusal);
    const hol_deriver *by = x ? hol_deriver_for(x->sys) : NULL;
    if (!x)
        hol_refusal_text(&refusal, why);
    else if (!by)
        hol_say(why, "not compared: neither power series nor a method derives its motion");
    hol_experiment_close(x);
    return by;
}

/* Of all rows there are; data are moved where that shows in the digits of the derivation. */
static bool compare(const agreeing *a, const hol_derivation *d, hol_agreements *found)
{
    bool good = true;
    int trials = a->by == &hol_by_series ? TRIALS : 0;
    found->by = a->by;
    found->until = d->t[d->rows - 1];
    if (d->rows < a->f.ref->rows) found->ended = d->ended;
    against_file(a, d, found->of);
    for (int trial = 0; good && trial < trials; trial++)
        good = against_moved(a, d, trial, found->of);
    for (int k = 0; k < HOL_DERIVE_KINDS; k++) judge(&found->of[k]);
    return good;
}

bool hol_agree(const hol_problem *problem, const char *path, hol_agreements *found,
               hol_derive_news *news, void *self, hol_message *why)
{
    double *par = hol_new(hol_option_count(problem->parameters), sizeof *par);
    agreeing a = {.problem = problem, .par = par, .news = news, .self = self, .why = why};
    *found = (hol_agreements){.by = NULL};
    a.f.ref = hol_reference_read(path, why);
    bool good = a.f.ref && hol_reference_parameters(a.f.ref, problem, par, why) &&
                (a.by = deriver(problem, par, why)) && read_rows(path, &a.f, why);
    hol_derivation *d =
        good ? derived(&a, problem, a.f.ref->rows, a.by == &hol_by_series ? DIGITS : 0) : NULL;
    good = d && compare(&a, d, found);
    hol_derivation_free(d);
    close_file(&a.f);
    free(par);
    return good;
}
