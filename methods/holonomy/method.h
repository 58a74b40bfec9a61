/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holonomy/method.h: a time integrator, what it claims, and a step of it. */
#ifndef HOLONOMY_METHOD_H
#define HOLONOMY_METHOD_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

#include "holonomy/api.h"
#include "holonomy/dynamics.h"
#include "holonomy/option.h"
#include "holonomy/units.h"

HOL_API_BEGIN

typedef enum { HOL_NOT_KEPT, HOL_BOUNDED, HOL_EXACT } hol_kept;

typedef struct { /* each is measured by `holonomy certify`, but for the last */
    double order_q, order_v, order_lambda; /* the last of alpha too; 0: no claim */
    double lambda_time;        /* the method's own multipliers stand at t + lambda_time h */
    hol_kept energy, momentum; /* of the state's (q, v) */
    hol_kept nodal_momentum;   /* of the state's p */
    hol_kept phi, gv, inner;   /* EXACT: to the method's tolerance */
    bool symmetric, symplectic;
    double error_order; /* the power of h of the error estimate, 3 of a pair of orders 3 and 2; 0:
                           none, the method steps at fixed h */
    bool own_control;   /* keeps to rtol and atol by steps of its own within h; error_order is 0 */
} hol_claims;

static inline bool hol_takes_tolerances(const hol_claims *claims)
{
    return claims->error_order > 0 || claims->own_control;
}

typedef struct {
    double t, *q, *v;
    double
        *lambda; /* nc: the method's own multipliers, forces of the sign of M v' = f - G^T lambda */
    double *alpha; /* na: those of the nonholonomic rows, M v' = f - G^T lambda - A^T alpha */
    /* nv: nodal momentum p_n = h D1 Ld(q_n, q_n-1), new node first: -h D2 Ld(q_n+1, q_n) up to
     * the impulse h G^T lambda of the node, and their momentum maps agree.  Meaningful where the
     * method claims nodal_momentum; hol_start sets M v. */
    double *p;
    double *memory; /* what the method keeps between steps */
} hol_state;

typedef struct hol_method hol_method;

typedef struct { /* an end that a value of an option may bring to a run, where the default goes on
                  */
    const char *option;   /* "failure=end" */
    hol_status status;    /* of the step that ends it */
    const char *residual; /* what the stepper's residual.of then begins with */
    const char *why;      /* what the value asks for that may not be had */
} hol_option_end;

/* Step-size control: h_new = h min(growth, max(shrinkage, safety err^(-1/p))), p the order of the
 * estimate; growth_rejected in place of growth right after a rejection. */
typedef struct {
    double safety, growth, shrinkage, growth_rejected;
} hol_control;

typedef struct { /* a method set up for a system; a step reads and writes through it */
    hol_eval *sys;
    const hol_method *method;
    const double *opt;   /* values in the order of the method's table: hol_choice, hol_real */
    double rtol, atol;   /* of the error estimate, atol in the system's units; 0 at fixed steps */
    hol_control control; /* paper 000's, unless set-up changes it */
    struct hol_memory *memory; /* of what set-up makes (holonomy/memory.h); ends with the stepper */
    void *aux;                 /* the method's own, made by set-up */
    hol_work *work;            /* scratch of a step */
    hol_counters *count;
    double error;            /* scaled estimate of the last step: accept at <= 1 */
    hol_residual residual;   /* of the iteration that failed, or the last one */
    const hol_state *before; /* the state as it was when the last step began */
    /* Only in set-up, which says there why it returns UNSUPPORTED, naming what of the model it is.
     */
    hol_message *why;
    const volatile sig_atomic_t *stop; /* or NULL: where it is set, steps are LIMIT */
} hol_stepper;

struct hol_method {
    const char *name, *family, *source, *about;
    /* The default; of most the fastest, as measured, that has the rows of all joints and keeps the
     * claims (docs/theory.md, "In which coordinates"). */
    const char *formulation;
    const hol_option *options; /* or NULL */
    unsigned needs;            /* traits */
    /* traits that these values of the options need besides; NULL: none do */
    unsigned (*options_need)(const hol_method *method, const double opt[]);
    /* "epsilon=1e-13": an option whose default leaves an error that does not fall with h, and a
     * value at which the orders are measured; NULL: none */
    const char *order_at;
    /* of options that may end a run; ends with a row whose option is NULL; or NULL: none may */
    const hol_option_end *ends;
    bool softens;     /* steps softened joints too; else it needs HARD */
    int ahead;        /* nodes beyond the new one that a step solves for */
    bool baseline;    /* a foreign integrator that others are measured against */
    const void *data; /* what tells the members of a family apart: a table, a name; or NULL */
    hol_claims (*claims)(const hol_method *method, hol_eval *sys, const double opt[]);
    /* doubles of a state's memory; NULL: none */
    size_t (*memory)(const hol_method *method, hol_eval *sys, const double opt[]);
    hol_status (*setup)(hol_stepper *s); /* NULL: nothing; what it makes belongs to s->memory */
    hol_status (*start)(hol_stepper *s, double h, hol_state *z); /* NULL: nothing */
    /* after a change of h; NULL: start serves */
    hol_status (*restart)(hol_stepper *s, double h, hol_state *z);
    hol_status (*step)(hol_stepper *s, double h, hol_state *z); /* h < 0 steps back */
    /* q, v at t + theta h of the step just taken, 0 <= theta <= 1; NULL: cubic Hermite */
    hol_status (*dense)(hol_stepper *s, double h, const hol_state *z, double theta, double q[],
                        double v[]);
};

/* The value of a row of the method's table: of a choice (its index) or an integer; of a number. */
static inline int hol_choice_of(const hol_method *method, const double opt[], int row)
{
    return hol_option_choice(method->options, opt, row);
}

static inline double hol_real_of(const hol_method *method, const double opt[], int row)
{
    return hol_option_real(method->options, opt, row);
}

static inline int hol_choice(const hol_stepper *s, int row)
{
    return hol_choice_of(s->method, s->opt, row);
}

static inline double hol_real(const hol_stepper *s, int row)
{
    return hol_real_of(s->method, s->opt, row);
}

/* The methods of the build, then those of plug-ins; NULL past the last. */
const hol_method *hol_method_at(int k);
const hol_method *hol_method_named(const char *name);
/* What a method that this build lacks would need; NULL: there is none of that name, or it is here.
 */
const char *hol_method_left_out(const char *name);
/* The traits a method needs, whatever its options, and the system lacks. */
unsigned hol_missing(const hol_method *method, const hol_eval *sys);
/* The same with these values of its options; NULL: the defaults. */
unsigned hol_missing_with(const hol_method *method, const hol_eval *sys, const double opt[]);
/* The latter in words, with the rows that depend on others where the rank is missed, and with the
 * choice of an option that does without, where there is one. */
void hol_missing_text(const hol_method *method, const hol_eval *sys, const double opt[], char *text,
                      size_t size);

/* What the method claims of a system with these options.  Where there is no memory the innermost
 * hol_try is left; outside any, nothing is claimed. */
hol_claims hol_method_claims(const hol_method *method, hol_eval *sys, const double opt[]);
/* Doubles of a state's memory. */
size_t hol_method_memory(const hol_method *method, hol_eval *sys, const double opt[]);

/* opt: a value of every row of the method's table, NULL: the defaults.  NULL where the status is
 * not OK: UNSUPPORTED, with what the method needs or the option that is out of its range in `why`;
 * what set-up returned; NO_MEMORY.  status and why may be NULL. */
hol_stepper *hol_stepper_new(hol_eval *sys, const hol_method *method, const double opt[],
                             hol_status *status, hol_message *why);
void hol_stepper_free(hol_stepper *s);
/* NULL: no memory. */
hol_state *hol_state_new(hol_eval *sys, const hol_method *method, const double opt[]);
void hol_state_free(hol_state *z);
/* q, v from `at` (one pose per body; NULL: the model's start) at time t by hol_place, then the
 * method's start; or the state as it was, and why. */
hol_status hol_start(hol_stepper *s, double t, double h, const hol_pose at[], hol_state *z);
/* One step, or the state as it was, bit for bit, and why: REJECT with s->error > 1 where the error
 * estimate is above the tolerances, REJECT with s->residual where a smaller step may help, another
 * status, NO_MEMORY among them, where it does not.  z->t is left to the driver. */
hol_status hol_step(hol_stepper *s, double h, hol_state *z);
/* The end that the options in effect name for a step that failed so; NULL: they name none. */
const hol_option_end *hol_named_end(const hol_stepper *s, hol_status status);
/* Takes the last step back. */
void hol_undo(hol_stepper *s, hol_state *z);
/* Prepares a state that was stepped for steps of another size h; fails as a step does. */
hol_status hol_restart(hol_stepper *s, double h, hol_state *z);
/* q, v at h > 0 from that state, by a step, or by parts of one where it fails, of another stepper
 * of the same options and tolerances, made the first time: s and its last step stay as they are.
 * Where there is no memory to make it: NO_MEMORY, or the innermost hol_try is left. */
hol_status hol_step_aside(hol_stepper *s, const hol_state *from, double h, double q[], double v[]);
/* q, v by the method's own dense output; UNSUPPORTED where it has none. */
hol_status hol_dense_output(hol_stepper *s, double h, const hol_state *z, double theta, double q[],
                            double v[]);

HOL_API_END

#endif
