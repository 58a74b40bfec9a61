/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of mechanics/ share: the model as data, and a model realised in a formulation. */
#pragma once

#include "base/say.h"
#include "holonomy/memory.h"
#include "holonomy/units.h"
#include "mechanics/orientation.h"
#include "numerics/expression.h"
#include "numerics/held_rows.h"

/* ---------------------------------------------------------------- the model */

typedef struct { /* x_head - x_tail (a point to a point), or a direction; a fixed part in space */
    hol_marker head, tail;
    bool has_tail;
} hol_span;

typedef struct hol_contact hol_contact; /* contact.h */
struct hol_joint_tree;                  /* joint_tree.h */
struct hol_joint_scratch;

typedef struct { /* what a driven row has besides: see drives.h */
    const hol_law *law;
    double share;
    bool turns; /* of a driven angle, with the span `beside` of the row's a */
    int beside;
} hol_row_drive;

typedef struct { /* one basic constraint row: Phi = scale <a, b> + offset, a and b spans */
    const char *name;
    int span[2];          /* of the model; rows share them, a square has one twice */
    hol_row_drive *drive; /* NULL: it is not driven */
    hol_contact *contact; /* of a body that rolls, the row of its height; NULL: it is none */
    double scale, offset;
    int joint;  /* of the model's joints the one that it belongs to, from 1; 0: none */
    bool meets; /* an O-constraint: b, from point to point, may vanish */
    bool cut;   /* its joint is kept out of the tree of joint coordinates */
} hol_row;

static inline bool hol_row_turns(const hol_row *row)
{
    return row->drive && row->drive->turns;
}

typedef struct { /* <direction + B x, velocity of the point x> = w(t) */
    char name[64];
    hol_marker direction, point;
    bool of_place; /* there is a B: the direction is one of space, of any length */
    double B[9];   /* [1/m], row-major */
    double (*w)(double t, double *rate);
    const hol_law *law;         /* in place of w */
    const hol_contact *contact; /* the point is the one in contact; NULL: it is `point` */
} hol_slide;

typedef struct { /* a joint row, or a nonholonomic one, that is softened */
    bool nonholonomic;
    int row;
    double compliance, time;
} hol_softness;

typedef struct {
    char name[32];
    double linear[3], angular[3], centre[3];
} hol_generator;

typedef struct { /* a joint of Table 1 of paper 000; one with an axis that turns or slides: its
                    angle is 0 and its length 0 where the two frames (across, axis) and the two
                    points are one */
    char name[32];
    hol_marker point[2], axis[2];
    double across[2][3]; /* unit vectors across the axes, in the bodies */
    bool turns, slides;
    bool ball, crossed; /* spherical; universal, whose axes are its cross */
    bool counted;       /* a force acts along its angle */
    int rows;           /* that it had when it was made */
} hol_joint;

struct hol_model {
    hol_body *body;
    hol_joint *joint;
    hol_span *span;
    hol_row *row;
    hol_slide *slide;
    hol_force *force;
    hol_generator *symmetry;
    hol_softness *soft;
    const hol_expression **knotted; /* laws with tables of time, see drives.h */
    hol_memory *memory;
    bool no_memory; /* for what was added last */
    int softs, knotteds;
    int bodies, joints, spans, rows, slides, forces, symmetries;
    int axis[3]; /* the spans of the axes of space, where they are needed */
    bool has_axis[3];
    double g[3];       /* uniform gravity [m/s^2] */
    double t0;         /* at which the bodies are where they start, for what is driven [s] */
    hol_message error; /* the mistakes made while building, empty if none */
    hol_message apart; /* why the last hol_assemble failed; "": it did not */
};

/* False after a mistake that is remembered: is there such a body; does it have that point (w = 1)
 * or direction (w = 0); are all three numbers finite? */
bool hol_check_body(hol_model *model, const char *what, int body);
bool hol_check_turns(hol_model *model, const char *what, int body);
bool hol_check_marker(hol_model *model, const char *what, hol_marker m, double w);
bool hol_check_finite(hol_model *model, const char *what, const double x[3]);
/* The array with room for one more; NULL: no memory, which the model remembers. */
void *hol_model_grow(hol_model *model, void *array, int count, size_t size);
/* The same of one element that is zeroed. */
void *hol_model_alloc(hol_model *model, size_t size);
/* make(data), which reads the text of an expression; false where there is no memory or, the text of
 * the fault not being empty, where the text is none: the model remembers either. */
bool hol_model_make(hol_model *model, void (*make)(void *data), void *data, const char *text,
                    const hol_expression_fault *fault);
/* The longest names of bodies and joints, and of their rows. */
enum { HOL_NAME = 31, HOL_ROW_NAME = 63 };
/* Whether a name can stand as a word of tables and files: 1 to `longest` characters, no blank,
 * comma, quote or control character. */
bool hol_is_word(const char *name, size_t longest);
/* Remembers a mistake; false. */
bool hol_model_mistake(hol_model *model, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* A span of the model, one of the last few where it is the same; a row scale <a, b> + offset named
 * "joint" or "joint.part". */
int hol_model_span(hol_model *model, const hol_span *span);
void hol_model_row(hol_model *model, const char *joint, const char *part, int a, int b,
                   double scale, double offset);
/* Remembers a joint, whose rows are those from `first` on, by its name, points and freedoms; a
 * joint that turns or slides, or has a cross, by its axes (else NULL); points that coincide alone
 * are no such joint.  cross: directions of i and
 * j across the axis that are parallel where its angle is 0; NULL: those that the shortest rotation
 * between the axes makes so. */
void hol_record_joint(hol_model *model, const hol_joint *joint, const char *name,
                      const hol_marker cross[2], int first);

/* ---------------------------------------------------------------- the model realised */

/* Velocities and constraints of the largest model that dense O(n^3) algebra suits. */
enum { HOL_SMALL_MOST = 200 };
/* Of a central difference, relative to the unit or the variable: balances truncation and round-off.
 */
#define HOL_DIFFERENCE_STEP 6e-6

typedef struct { /* where a body stands in the vectors of the system */
    const hol_body *body;
    const hol_orientation *o; /* NULL: a point */
    int centre;               /* coordinates of its mass centre: 3, 2 (planar) or 0 (fixed) */
    int q, v, r;              /* first entry in q, v and the reduced velocities; centre first */
    int nv, nr;
    int inner;                    /* first inner row */
    int M, N;                     /* where its mass blocks and its null-space basis start */
    int centre_block, turn_block; /* sizes of dense blocks: of its centre, of its reduced turning */
} hol_slot;

typedef struct { /* a marker: x = w r + R rho; ground markers are folded into the span */
    int slot;
    double w, rho[3];
    bool turns; /* rho and the orientation matter */
} hol_probe;

typedef struct {
    int end[2];      /* probes added and subtracted; -1: none */
    double fixed[3]; /* constant part, space */
} hol_vector;

typedef struct {
    int vec[2]; /* a square has one twice */
    double scale, offset;
    int at[2][2]; /* where the block of each end's body stands in the row of G */
} hol_bilinear;

/* The commonest row written out: scale |fixed + x_head - x_tail|^2 + offset between mass centres.
 */
typedef struct {
    int row, q[2], v[2], at[2]; /* of head and tail in q, v and G; -1: none */
    double scale, offset, fixed[3];
} hol_link;

typedef struct {
    int direction, point; /* vectors */
    int at[2];
    const double
        *B; /* of the model's row; NULL: the direction does not depend on the point's place */
    double (*w)(double t, double *rate);
    const hol_law *law;
    const hol_contact *contact;
} hol_rolling;

typedef struct { /* the row of the height of a body that rolls, its block in G */
    int row, at;
    const hol_contact *contact;
} hol_touch;

enum { HOL_TURNED_SPANS = 4 }; /* n and what is beside it, cos(w) b, sin(w) b */

typedef struct { /* a driven row of Phi: see drives.h */
    int row;
    const hol_law *law;
    double share;
    bool turns;
    int x[HOL_TURNED_SPANS], b; /* vectors, of a turned row */
} hol_driven;

typedef struct { /* the coefficients of one body in a row of (G; A), which is one of Gr too */
    const hol_slot *slot;
    int row;
    int at;      /* the first in the values of G, with those of A behind them */
    int reduced; /* the first in the values of Gr */
} hol_row_part;

/* What answers the questions of system.h: one table for all absolute coordinates, which bodies'
 * orientations tell apart, and one for coordinates of a problem's own.  sys->count is kept by the
 * calls of system.h. */
typedef struct hol_equations {
    void (*mass)(hol_eval *, const double q[], double M[]);
    double (*kinetic)(hol_eval *, const double q[], const double v[]);
    double (*potential)(hol_eval *, const double q[]);
    void (*grad_potential)(hol_eval *, const double q[], double dU[]);
    void (*applied)(hol_eval *, double t, const double q[], const double v[], double F[]);
    double (*work)(hol_eval *, const double q0[], const double q1[]);
    void (*gyroscopic)(hol_eval *, const double q[], const double v[], double f[]);
    /* all of them in one, the outer and those of inertia; NULL: their sum */
    void (*total_force)(hol_eval *, double t, const double q[], const double v[], double f[]);
    /* the same where gravity alone acts; NULL: their sum */
    void (*weight_and_inertia)(hol_eval *, double t, const double q[], const double v[],
                               double f[]);
    void (*grad_kinetic)(hol_eval *, const double q[], const double v[], double dT[]);
    void (*tangent)(hol_eval *, double t, const double q[], const double v[], double Kq[],
                    double Kv[]);
    void (*kinetic_tangent)(hol_eval *, const double q[], const double v[], double Tqq[],
                            double Tvq[]);
    void (*constraints)(hol_eval *, double t, const double q[], double phi[], double G[]);
    void (*flow)(hol_eval *, double t, const double q[], const double v[], double phi[],
                 double Gv[], double G[]);
    void (*curvature)(hol_eval *, const double q[], const double v[], double g[]);
    /* G, in the evaluator's own, and the curvature in one; NULL: two questions */
    void (*rows_and_curvature)(hol_eval *, double t, const double q[], const double v[], double G[],
                               double g[]);
    void (*hessian)(hol_eval *, const double q[], const double lambda[], double K[]);
    void (*hessian_rate)(hol_eval *, const double q[], const double u[], const double lambda[],
                         double K[]);
    void (*drive)(hol_eval *, double t, const double q[], const double v[], double phi_t[],
                  double phi_tt[]);
    void (*nonholonomic)(hol_eval *, double t, const double q[], double A[], double w[]);
    void (*nonholonomic_rate)(hol_eval *, double t, const double q[], const double v[], double b[]);
    void (*momentum)(hol_eval *, const double q[], const double p[], double J[]);
    void (*poses)(hol_eval *, const double q[], const double v[], hol_pose pose[]);
    void (*place)(hol_eval *, const hol_pose pose[], double q[], double v[]);
    /* the lists of a system that has HOL_POWER_SERIES: see terms.h */
    struct hol_terms *(*terms)(hol_memory *, const hol_system *);
} hol_equations;

extern const hol_equations hol_absolute_equations, hol_own_equations, hol_joint_equations;

struct hol_system {
    hol_eval facts; /* what every evaluator begins with */
    const hol_equations *equations;
    bool turns, uniform_forces; /* forces of inertia; gravity alone */
    hol_slot *slot;
    hol_probe *probe;
    hol_vector *vector; /* the spans of the model, then those of the nonholonomic rows */
    hol_bilinear *row;  /* joint rows in general form; NULL where all are held or links */
    int *bent;          /* joint rows that are neither linear, nor links, nor touches */
    hol_stand *stand;   /* per slot: its ends and pulls, of bent rows and of rolling rows */
    hol_span_end *end;  /* the ends of all slots, one slot's after another's */
    hol_pull *pull;     /* the pulls of all slots, likewise */
    bool *held;         /* per row: linear in q */
    hol_held_rows linear;
    double *phi_zero; /* per row: Phi at q = 0 */
    hol_link *link;
    hol_rolling *rolling;
    hol_touch *touch;
    hol_driven *drive;
    int drives;
    bool turned; /* some driven row is turned */
    int slots, probes, vectors, rows, bents, links, rollings, touches;
    const hol_own *own; /* one slot, of no body: coordinates of a problem's own; else NULL */
    double *par;        /* the parameters of that problem */
    struct hol_joint_tree *tree; /* of joint coordinates, whose mass couples slots; else NULL */
    hol_soft *soft;
    double *weight; /* nv: uniform gravity as a generalised force */
    double *slack;  /* nj + na: a diagonal that gives dependent rows the multiplier 0; or NULL */
    int *inner_at;  /* per slot: where its inner block starts in G */
    int widest;     /* the largest nv of a body */
    int mass_blocks, bases; /* doubles of all mass blocks, of all bases with duals */
    bool *is_length;        /* nv, nq and nc of the facts; NULL: all are lengths */
    int *slot_of;           /* nr: the slot of a reduced coordinate */
    const char **row_name, **momentum_name; /* the model's, and those of the inner rows */
    hol_memory *memory;
};

/* The part after p of the first `rows` rows of (G; A) but for the inner ones, row by row; false
 * behind the last.  Before the first all of p is 0.  No list is kept: of a large model it would be
 * the largest. */
static inline bool hol_next_part(const hol_eval *sys, int rows, hol_row_part *p)
{
    const hol_system *R = sys->system;
    if (p->slot) p->at += p->slot->nv, p->reduced += p->slot->nr;
    while (p->row < rows && p->reduced == sys->Gr.start[p->row + 1]) p->row++;
    if (p->row >= rows) return false;
    if (p->row >= sys->nj && p->at < sys->G.nnz) p->at = sys->G.nnz; /* past the inner rows */
    p->slot = &R->slot[R->slot_of[sys->Gr.col[p->reduced]]];
    return true;
}

typedef struct {       /* what hol_eval_new makes */
    hol_eval sys;      /* first: a hol_eval is one of these */
    hol_system *taken; /* ends with the evaluator; or NULL */
    hol_memory *memory;
    double *turn; /* cosine and sine of each drive at the last time that rows were asked for */
    double *x, *x1, *x2; /* value and derivatives of every vector, 3 each */
    double *block;       /* 4 widest^2 + 6 widest */
    double *G;           /* in the pattern G; the held rows always stand */
    double *A;           /* in the pattern A, behind G */
    double *M;           /* mass blocks; where the mass is constant they stand */
    double *N;           /* per body with inner rows: the basis of their null space, the duals */
    double *ap;          /* nv, of the reduction */
    double *Mr;          /* the reduced mass where it is constant and nothing eliminated, or NULL */
    bool closed; /* every body has its reduced mass in closed form: of M only centres stand */
    hol_counters counters;
    hol_pattern K;                   /* empty until it is used, */
    int *M_in_K;                     /* with where each entry of M stands in it, */
    int (*link_in_K)[2][2][3];       /* and the diagonals of the blocks of each link; -1: none */
    int *dependent;                  /* nj + na: the rows that hol_dependent_rows found last */
    struct hol_saddle *solver;       /* of the reduced equations; its factors are scratch */
    struct hol_joint_scratch *joint; /* of joint coordinates; else NULL */
} hol_scratch;

static inline hol_scratch *hol_scratch_of(hol_eval *sys)
{
    return (hol_scratch *)sys;
}

/* Does the reduction eliminate inner rows of the body?  Where its dual vectors stand, behind its
 * basis N, in the array of all; both at q. */
static inline bool hol_has_basis(const hol_slot *s)
{
    return s->o && s->o->basis;
}

static inline int hol_dual_of(const hol_slot *s)
{
    return s->N + (s->nv - s->centre) * (s->nr - s->centre);
}

static inline void hol_basis_at(const hol_slot *s, const double q[], double N[])
{
    double *dual = N + hol_dual_of(s);
    s->o->dual(q + s->q + s->centre, dual);
    s->o->basis(q + s->q + s->centre, dual, N + s->N);
}

/* x = w r + R rho of a probe at q */
void hol_probe_at(const hol_system *R, const hol_probe *p, const double q[], double x[3]);
/* out += factor (dx/dv)^T g, out the block of the probe's body */
void hol_probe_pull(const hol_system *R, const hol_probe *p, const double q[], double factor,
                    const double g[3], double out[]);

/* Gives a system its equations; false with a message. */
typedef bool hol_lay_out(hol_system *R, const void *data, hol_message *why);
/* The system of a model whose start satisfies the constraints; NULL with a message. */
hol_system *hol_make_system(const hol_model *model, const char *formulation,
                            const hol_equations *equations, hol_lay_out *lay_out, const void *data,
                            hol_message *why);
/* The system of a model in absolute coordinates whatever its start: what depends on that is not
 * known. */
hol_system *hol_realise_open(const hol_model *model, const char *formulation, hol_message *why);
/* Has a formulation a place for every body?  Else `unfit`, with a message. */
bool hol_fits(const hol_model *model, const hol_formulation *f, bool *unfit, hol_message *why);
/* Lays out the absolute coordinates of a model; data: a hol_layout. */
typedef struct {
    const hol_formulation *formulation;
    bool *unfit;
} hol_layout;
bool hol_lay_out_absolute(hol_system *R, const void *data, hol_message *why);
/* Lays out the joint coordinates of a model, those of `lie` where no joint carries a body. */
bool hol_lay_out_joint(hol_system *R, const void *data, hol_message *why);
/* The evaluator of absolute coordinates whose spans the rows are made of, and q there: sys itself
 * but for joint coordinates. */
hol_eval *hol_absolute_of(hol_eval *sys, const double **q);
/* The evaluator of the equations that accelerations are solved of, and q there: of a large tree,
 * whose joints are rows that depend on none, those of the whole model in `lie`; else sys itself. */
hol_eval *hol_whole_of(hol_eval *sys, const double **q);
/* Of -grad U + F by central differences, in a full pattern K; either may be NULL. */
void hol_difference_tangent(hol_eval *sys, double t, const double q[], const double v[],
                            double Kq[], double Kv[]);
void hol_set_patterns(hol_system *R);
void hol_set_scales(hol_system *R);
void hol_find_linear_rows(hol_system *R);
/* Joint rows in general form with their spans and probes, of a system that did not keep them. */
void hol_add_joint_rows(hol_system *R);
void hol_drop_joint_rows(hol_system *R);
/* The ends and pulls of every body; the fixed parts of all spans into x (3 each). */
void hol_list_spans(hol_system *R);
void hol_fixed_spans(const hol_system *R, double x[]);
/* The values x, and up to `order` the derivatives x1, x2 along v, of the spans that are not of
 * linear rows and links alone. */
void hol_spans(hol_eval *sys, int order, const double q[], const double v[]);
/* The held rows into G, which has its pattern. */
void hol_held_rows_of(const hol_system *R, double G[]);
/* Of the linear rows: Phi, and G v beside it. */
void hol_linear_rows(const hol_system *R, const double q[], double phi[]);
void hol_linear_flow(const hol_system *R, const double q[], const double v[], double phi[],
                     double Gv[]);
/* The constant mass, and what the reduction of the index-1 equations keeps. */
void hol_set_reduction(hol_eval *sys);
/* Has every law of its forces and rows a power series? */
bool hol_laws_have_series(const hol_system *R);
/* All traits but FULL_RANK; an earlier formulation with identical equations, or NULL. */
unsigned hol_find_traits(const hol_system *R);
/* The start satisfies the constraints; their rank is found there. */
bool hol_start_is_sound(hol_system *R, hol_eval *sys, hol_message *why);
/* FULL_RANK, or the rows that depend on others at the start q; false where that is not known. */
bool hol_set_rank(hol_system *R, hol_eval *sys, const double q[], hol_message *why);
const char *hol_same_as(const hol_model *model, const hol_formulation *formulation);

/* The position in row `row` of a pattern where column `col` stands. */
int hol_find(const hol_pattern *P, int row, int col);
/* The same of a place that must be there. */
int hol_entry(const hol_pattern *P, int row, int col);
