/* SPDX-License-Identifier: GPL-3.0-or-later */
/* joint_tree.h: a model in joint coordinates.  A spanning tree of its joints carries every body
 * from ground: one coordinate for each freedom of a joint of the tree, a rotation matrix for a
 * spherical one.  What no joint of the tree meets, the rows of the joints that are cut and all
 * others, are the rows of the same model in `lie`, with q_lie = x(q), v_lie = V(q) v:
 *
 *     G = G_lie V,   d/dt(G) v = (d/dt(G_lie) V + G_lie V') v,   f = V^T f_lie,   M = V^T M_lie V.
 *
 * V is never formed: it is applied limb by limb, in space axes. */
#pragma once

#include "holonomy/so3.h"
#include "mechanics/internal.h"
#include "numerics/quasi_definite.h"

enum { HOL_LIMB_MOST = 6 }; /* coordinates of one joint */
/* Unknowns, multipliers too, of a tree solved by dense algebra. */
enum { HOL_DENSE_TREE = HOL_QUASI_DEFINITE_MOST };

/* A body with the joint of the tree that carries it.  With R_p and x_p the orientation of the body
 * before it and the point of the joint on that, its slides s along columns of T = R_p A, its angles
 * a, b about the third direction, or its rotation Q:
 *
 *     x = x_p + sum_k s_k T_(first + k),   R = T rot3(a) [B rot3(b)] C  or  T Q,   r = x - R rho.
 */
typedef struct {
    int body, parent;            /* of the model; the limb before it, -1: ground */
    int tree;                    /* of the forest */
    int slides, turns;           /* 0 to 3, 0 to 2 */
    int first;                   /* column of T along which the first slide is */
    bool ball;                   /* Q */
    double A[9], C[9];           /* row-major */
    bool plain_A, plain_C;       /* they are 1 */
    double at_parent[3], rho[3]; /* the point of the joint in either body, from its mass centre */
    double angle;                /* of A C about e3, where the body is planar */
    double sense;                /* e3 . A e3, likewise */
    int q, v;                    /* slides, then angles */
    int ball_q, ball_v;
    const char *joint;      /* NULL: it has no joint, the body is free */
    int joint_index;        /* of the model; -1 */
    double m, J[3];         /* what of the body's inertia moves */
    bool solid, planar;     /* the body turns in space; about e3 */
    int of_q, of_v, centre; /* of the body in `lie` */
} hol_limb;

typedef struct {    /* a body's block in a row of (G; A) */
    int limb, from; /* where the block starts in the row in `lie`: an index of G or A */
    int to;         /* where the column of v_0 would be in the row, an index of G or A */
} hol_limb_touch;

typedef struct {      /* coordinates that the mass matrix couples */
    int q, v, nv;     /* the first of each */
    int flats, balls; /* slides and angles; rotation matrices behind them */
} hol_tree_block;

struct hol_joint_tree {
    int limbs, blocks;
    hol_limb *limb; /* a body after the one that carries it */
    int *limb_of;   /* per body */
    hol_tree_block *block;
    bool constant;        /* the mass matrix is */
    bool sparse;          /* accelerations are found without the mass matrix, */
    bool dense;           /* or by dense algebra, rows full; else in general */
    int spans, *span;     /* those of rows */
    bool on_directors;    /* some force acts on directors, as a function of them */
    bool plain;           /* no row is turned by time or that of a body that rolls */
    hol_model *rest;      /* the model less the rows that the tree meets; borrows all else */
    hol_system *absolute; /* of that in `lie` */
    hol_system *full;     /* the whole model in `lie` */
    bool *taken;          /* per number of a joint in hol_row: it is of the tree */
    const hol_model *whole;
    hol_limb_touch *touch; /* of all rows of (G; A), one row's after another's: */
    int *touches;          /* row r has those from touches[r] to touches[r + 1] */
    const char *about;     /* which joints are of the tree */
};

typedef struct {                   /* where a limb is: space axes */
    double R[9], r[3], x[3];       /* orientation, mass centre, point of its joint */
    double angle;                  /* of a planar body */
    double axis[HOL_LIMB_MOST][3]; /* of its slides, then turns: unit vectors */
    double omega[3], v[3];         /* of its body */
    double alpha[3], a[3];         /* likewise, where v' = 0: V' v */
    double m, h[3], inertia[6];    /* what it carries, itself included, about x: mass, first and
                                  second moments xx, yy, zz, xy, xz, yz */
    double F[3], N[3];             /* force, and moment about x */
} hol_limb_state;

typedef struct { /* how a body turns and its mass centre r moves, or how that changes */
    const double *r, *omega, *v; /* 3 each, space axes */
} hol_limb_flow;

struct hol_joint_scratch {
    hol_limb_state *limb;
    hol_eval *absolute, *full;
    double *q, *v;                       /* where limbs are: nq, nv */
    bool placed, moving;                 /* they are at q; at q, v */
    double *qa, *va, *fa;                /* coordinates, velocities, a force or a bias in `lie` */
    bool qa_stands, va_stands, G_stands; /* they are those of q; of q, v; of q and G_time */
    double *G, *A, *phi;                 /* rows there */
    double *arm;                         /* per probe: R rho, where limbs are */
    double *x[3];    /* per span: its value, and the first two derivatives of the motion with
                        v' = 0; 3 each */
    double *D;       /* per span: nv x 3, its derivative, of small trees; else NULL */
    bool arms_stand; /* arm and x[0] are those of q */
    double G_time;
    double *M; /* where it is constant: its entries, once they are known; else NULL */
    bool M_known;
};

/* Chooses the tree and lays out the coordinates; false, with nothing made, where no joint can carry
 * a body: the coordinates are those of `lie` then. */
bool hol_joint_tree_make(hol_memory *m, const hol_model *model, struct hol_joint_tree *tree);
/* The limb of a body that no joint carries. */
hol_limb hol_free_limb(const hol_model *model, int body);

/* Are accelerations of it found without its mass matrix; by dense algebra? */
bool hol_joint_is_sparse(const struct hol_joint_tree *t);
bool hol_joint_is_dense(const hol_system *R);
/* The entries of a matrix are counted in int: false with a message. */
bool hol_joint_countable(hol_memory *m, const struct hol_joint_tree *t, hol_message *why);
const hol_model *hol_joint_with_balls(hol_memory *m, const hol_model *model);
/* Slots, and the patterns of M, G and A, from those in `lie`. */
void hol_joint_lay_out_slots(hol_system *R);
void hol_joint_lay_out_patterns(hol_system *R);
/* What hol_tree_about says. */
const char *hol_joint_about(hol_memory *m, const struct hol_joint_tree *t);
/* Is the matrix of the index-1 equations not to be made? */
static inline bool hol_is_sparse_tree(const hol_system *R)
{
    return R->tree && R->tree->sparse;
}
struct hol_joint_scratch *hol_joint_scratch_new(hol_memory *m, const hol_system *R);

/* The number of coordinates of a limb's joint, and where the velocity of the k-th is. */
static inline int hol_limb_freedoms(const hol_limb *l)
{
    return l->slides + l->turns + (l->ball ? 3 : 0);
}

static inline int hol_limb_at(const hol_limb *l, int k)
{
    return k < l->slides + l->turns ? l->v + k : l->ball_v + k - l->slides - l->turns;
}

static inline struct hol_joint_tree *hol_tree_of(const hol_eval *sys)
{
    return sys->system->tree;
}

/* The limbs at q; at q with velocities v, and V' v. */
hol_limb_state *hol_joint_place(hol_eval *sys, const double q[]);
hol_limb_state *hol_joint_move(hol_eval *sys, const double q[], const double v[]);
/* q and v of bodies at pose[]. */
void hol_joint_from_poses(hol_eval *sys, const hol_pose pose[], double q[], double v[]);
/* The velocities, or accelerations, of the joint of a limb from those of its body and of the one
 * before: into v (nv) what is the limb's. */
void hol_joint_rates(const hol_limb *l, const hol_limb_state *s, const hol_limb_flow *p,
                     const hol_limb_flow *b, double v[]);
/* Those in `lie`: coordinates, velocities V v, bias V' v (nv of that system). */
const double *hol_joint_absolute_q(hol_eval *sys, const double q[]);
const double *hol_joint_absolute_v(hol_eval *sys, const double q[], const double v[]);
void hol_joint_bias(hol_eval *sys, const double q[], const double v[], double bias[]);
/* V a + V' v, into out. */
void hol_joint_absolute_a(hol_eval *sys, const double q[], const double v[], const double a[],
                          double out[]);
/* row += V^T of the force F and the torque N about its mass centre on a limb, v_0 at row[0]. */
static inline void hol_joint_pull_wrench(const struct hol_joint_tree *t,
                                         const hol_limb_state state[], int limb, const double F[3],
                                         const double N[3], double row[])
{
    const double *r = state[limb].r;
    for (int p = limb; p >= 0; p = t->limb[p].parent) {
        const hol_limb *l = &t->limb[p];
        const hol_limb_state *z = &state[p];
        double d[3] = {r[0] - z->x[0], r[1] - z->x[1], r[2] - z->x[2]}, n[3];
        hol_cross(d, F, n);
        for (int k = 0; k < 3; k++) n[k] += N[k];
        for (int k = 0, all = hol_limb_freedoms(l); k < all; k++)
            row[hol_limb_at(l, k)] += hol_dot3(z->axis[k], k < l->slides ? F : n);
    }
}

/* Where every row is plain: Phi and G, either may be NULL, and d/dt(G) v. */
void hol_joint_plain_rows(hol_eval *sys, double t, const double q[], double phi[], double G[]);
void hol_joint_plain_curvature(hol_eval *sys, const double q[], const double v[], double g[]);
/* f = V^T fa */
void hol_joint_pull(hol_eval *sys, const double q[], const double fa[], double f[]);

/* M a + G^T lambda = f, G a = r of a tree that is sparse, as hol_constrained_solve. */
hol_status hol_joint_solve(hol_eval *sys, double t, const double q[], const double r[],
                           const double f[], double a[], double lambda[], double alpha[]);
/* Of one that is dense, the upper triangle of (M, C^T; C, -slack) from the entries of M and of C =
 * (G; A). */
void hol_joint_dense_matrix(const hol_eval *sys, const double M[], const double C[], double A[]);
void hol_joint_mass(hol_eval *sys, const double q[], double M[]);
double hol_joint_kinetic(hol_eval *sys, const double q[], const double v[]);
void hol_joint_gyroscopic(hol_eval *sys, const double q[], const double v[], double f[]);
void hol_joint_force(hol_eval *sys, double t, const double q[], const double v[], double f[]);
/* The wrenches F, N of the limbs, N about x, as a generalised force (nv). */
void hol_joint_gather(hol_eval *sys, double f[]);

void hol_joint_constraints(hol_eval *sys, double t, const double q[], double phi[], double G[]);
void hol_joint_flow(hol_eval *sys, double t, const double q[], const double v[], double phi[],
                    double Gv[], double G[]);
void hol_joint_curvature(hol_eval *sys, const double q[], const double v[], double g[]);
void hol_joint_drive(hol_eval *sys, double t, const double q[], const double v[], double phi_t[],
                     double phi_tt[]);
void hol_joint_nonholonomic(hol_eval *sys, double t, const double q[], double A[], double w[]);
void hol_joint_nonholonomic_rate(hol_eval *sys, double t, const double q[], const double v[],
                                 double b[]);

void hol_joint_hessian(hol_eval *sys, const double q[], const double lambda[], double K[]);
void hol_joint_hessian_rate(hol_eval *sys, const double q[], const double u[],
                            const double lambda[], double K[]);
void hol_joint_grad_kinetic(hol_eval *sys, const double q[], const double v[], double dT[]);
void hol_joint_kinetic_tangent(hol_eval *sys, const double q[], const double v[], double Tqq[],
                               double Tvq[]);
