/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of mechanics/ share: the model as data, and a model realised in a formulation. */
#ifndef HOL_INTERNAL_H
#define HOL_INTERNAL_H

#include "mechanics/orientation.h"
#include "numerics/held_rows.h"

/* ---------------------------------------------------------------- memory */

/* No memory ends the program. */
void *hol_make(size_t count, size_t size); /* zeroed */
/* Grows an array by one element of `size` bytes. */
void *hol_append(void *array, int count, size_t size);

typedef struct hol_texts hol_texts; /* texts that stay where they are */

/* Keeps a text of at most 63 characters, the rest is cut off. */
const char *hol_keep(hol_texts **texts, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void hol_texts_free(hol_texts *texts);

/* ---------------------------------------------------------------- the model */

typedef struct { /* x_head - x_tail (a point to a point), or a direction; a fixed part in space */
    hol_marker head, tail;
    bool has_tail;
} hol_span;

typedef struct { /* one basic constraint row: Phi = scale <a, b> + offset, a and b spans */
    const char *name;
    int span[2]; /* of the model; rows share them, a square has one twice */
    bool meets;  /* an O-constraint: b, from point to point, may vanish */
    double scale, offset;
} hol_row;

typedef struct { /* <direction, velocity of the point> = w(t) */
    char name[64];
    hol_marker direction, point;
    double (*w)(double t);
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

struct hol_model {
    hol_body *body;
    hol_span *span;
    hol_row *row;
    hol_slide *slide;
    hol_force *force;
    hol_generator *symmetry;
    hol_softness *soft;
    hol_texts *names; /* of the rows */
    int softs;
    int bodies, spans, rows, slides, forces, symmetries;
    int axis[3]; /* the spans of the axes of space, where they are needed */
    bool has_axis[3];
    double g[3];       /* uniform gravity [m/s^2] */
    hol_message error; /* the mistakes made while building, empty if none */
};

/* False after a mistake that is remembered: is there such a body; does it have that point (w = 1)
 * or direction (w = 0)? */
bool hol_check_body(hol_model *model, const char *what, int body);
bool hol_check_marker(hol_model *model, const char *what, hol_marker m, double w);
void hol_model_mistake(hol_model *model, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

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
    int in_K[2][2][3];          /* where the diagonals of their blocks stand in K */
    double scale, offset, fixed[3];
} hol_link;

typedef struct {
    int direction, point; /* vectors */
    int at[2];
    double (*w)(double t);
} hol_rolling;

typedef struct {
    hol_slot *slot;
    hol_probe *probe;
    hol_vector *vector; /* the spans of the model, then those of the nonholonomic rows */
    hol_bilinear *row;  /* all joint rows; not kept where all are held or links: hol_general_rows */
    int *bent;          /* the joint rows that are neither linear nor links */
    hol_stand *stand;   /* per slot: the ends of the spans of those and of rolling rows; the */
    hol_end *end;       /* pulls of those; the ends and pulls of all of them */
    hol_pull *pull;
    bool *held; /* per row: linear in q */
    hol_held_rows linear;
    double *phi_zero; /* per row: Phi at q = 0 */
    hol_link *link;
    hol_rolling *rolling;
    int slots, probes, vectors, rows, bents, links, rollings;
    bool own;            /* one slot, of no body: the coordinates of a problem's own */
    double *par;         /* its parameters */
    hol_system *given;   /* what the problem wrote; NULL unless own */
    double *x, *x1, *x2; /* value and derivatives of every vector, 3 each */
    hol_soft *soft;
    double *weight; /* nv: uniform gravity as a generalised force */
    int *inner_at;  /* per slot: where its inner block starts in G */
    int widest;     /* the largest nv of a body */
    double *block;  /* scratch: 4 widest^2 + 6 widest */
    hol_counters counters;
    hol_pattern K;   /* empty until it is used, */
    int *M_in_K;     /* with where each entry of M stands in it */
    bool *is_length; /* nv, nq and nc of the system's; NULL: all are lengths */
    int *blocks;     /* the slots of the blocks of Gr, row by row */
    double *Mr;      /* the reduced mass where it is constant and nothing eliminated; else NULL */
    double *N;       /* scratch: bases of the inner null spaces, one after another */
    double *G;       /* scratch, of which the held rows always stand */
    double *M, *A, *ap, *rest;              /* scratch of the reduction */
    const char **row_name, **momentum_name; /* the model's, and those of the inner rows */
    hol_texts *names;                       /* of the inner rows */
} hol_realised;

static inline const hol_realised *hol_self(const hol_system *sys)
{
    return sys->self;
}

/* x = w r + R rho of a probe at q */
void hol_probe_at(const hol_realised *R, const hol_probe *p, const double q[], double x[3]);
/* out += factor (dx/dv)^T g, out the block of the probe's body */
void hol_probe_pull(const hol_realised *R, const hol_probe *p, const double q[], double factor,
                    const double g[3], double out[]);

/* Is it a model at all: bodies, no mistake, no name twice? */
bool hol_model_possible(const hol_model *model, hol_message *why);
/* A system of no equations yet, its `self` a blank hol_realised. */
hol_system *hol_new_system(const hol_model *model, const char *formulation);
/* Patterns and scratch, once the slots and rows are there. */
void hol_lay_scratch(hol_system *sys, hol_realised *R);
/* The system, if its start satisfies the constraints; else it is freed. */
hol_system *hol_check_start(hol_system *sys, hol_message *why);
void hol_set_patterns(hol_system *sys, hol_realised *R);
void hol_free_patterns(hol_system *sys);
void hol_set_scales(hol_system *sys);
void hol_find_linear_rows(hol_system *sys, hol_realised *R);
/* The joint rows in their general form, the spans and probes, where they were not kept. */
void hol_general_rows(const hol_system *sys);
/* The ends and pulls of every body. */
void hol_list_spans(hol_realised *R);
/* R->x, and up to `order` the derivatives R->x1, R->x2 along v, of the spans that are not of linear
 * rows and links alone. */
void hol_spans(const hol_realised *R, int order, const double q[], const double v[]);
/* Of the linear rows: Phi, and G v beside it. */
void hol_linear_rows(const hol_realised *R, const double q[], double phi[]);
void hol_linear_flow(const hol_realised *R, const double q[], const double v[], double phi[],
                     double Gv[]);
void hol_set_constraints(hol_system *sys);
void hol_set_hessians(hol_system *sys);
void hol_set_dynamics(hol_system *sys);
void hol_set_motion(hol_system *sys);
void hol_set_reduction(hol_system *sys);

/* All traits but FULL_RANK; an earlier formulation with identical equations, or NULL. */
unsigned hol_find_traits(const hol_system *sys);
/* FULL_RANK, or the rows that depend on others at the start q. */
void hol_set_rank(hol_system *sys, const double q[]);
const char *hol_same_as(const hol_model *model, const hol_formulation *formulation);

/* The position in row `row` of a pattern where column `col` stands. */
int hol_find(const hol_pattern *P, int row, int col);

#endif
