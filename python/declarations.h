/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Made from the public headers by `make declarations`; a test compares. */
/* version 1.0 */
#define HOL_ABI 1
typedef int sig_atomic_t;
 const char *hol_version(void);
int hol_abi(void);
typedef struct {
long constraints;
long jacobians;
long hessians;
long third_derivatives;
long forces;
long masses;
long curvatures;
long accelerations;
long factorisations;
long solves;
long krylov;
long newton;
long newton_most;
long projections;
long projected;
long invariant_gradients;
long invariant_hessians;
long reparametrisations;
long steps, rejected;
double seconds_acceleration;
double seconds_projection;
double condition;
} hol_counters;
typedef enum {
HOL_OK, HOL_REJECT, HOL_DIVERGED, HOL_SINGULAR, HOL_NOT_FINITE, HOL_UNSUPPORTED, HOL_LIMIT, HOL_NO_MEMORY, } hol_status;
const char *hol_status_name(hol_status status);
const char *hol_status_reason(hol_status status);
const char *hol_status_text(hol_status status);
typedef struct {
char text[512];
} hol_message;
void hol_say(hol_message *message, const char *format, ...) ;
typedef struct {
double value;
const char *of;
} hol_residual;
typedef enum {
HOL_RIGID, HOL_POINT, HOL_ROD, HOL_PLANAR, HOL_SHAPES } hol_shape;
typedef struct {
double r[3], p[4];
double v[3], omega[3];
} hol_pose;
typedef struct {
char name[32];
hol_shape shape;
bool fixed;
double m;
double J[3];
hol_pose at;
} hol_body;
enum {
HOL_GROUND = -1 };
typedef struct {
int body;
double w;
double rho[3];
} hol_marker;
hol_marker hol_point(int body, double x, double y, double z);
hol_marker hol_direction(int body, double x, double y, double z);
typedef struct hol_model hol_model;
typedef struct hol_force hol_force;
hol_model *hol_model_new(void);
void hol_model_free(hol_model *model);
int hol_add_body(hol_model *model, const hol_body *body);
bool hol_model_mistakes(hol_model *model, hol_message *why);
int hol_body_count(const hol_model *model);
const hol_body *hol_body_at(const hol_model *model, int body);
bool hol_joined_at(const hol_model *model, int k, hol_marker *i, hol_marker *j);
bool hol_outlined_at(const hol_model *model, int k, hol_marker *centre, hol_marker *u, hol_marker *v);
void hol_coincide(hol_model *, const char *joint, hol_marker i, hol_marker j);
void hol_orthogonal(hol_model *, const char *joint, hol_marker di, hol_marker dj);
void hol_in_plane(hol_model *, const char *joint, hol_marker di, hol_marker i, hol_marker j);
void hol_distance(hol_model *, const char *joint, hol_marker i, hol_marker j, double length);
void hol_coordinate(hol_model *, const char *joint, hol_marker j, const double direction[3], double value);
void hol_spherical(hol_model *, const char *name, hol_marker i, hol_marker j);
void hol_universal(hol_model *, const char *name, hol_marker i, hol_marker j, hol_marker axis_i, hol_marker axis_j);
void hol_revolute(hol_model *, const char *name, hol_marker i, hol_marker j, hol_marker axis_i, hol_marker axis_j);
void hol_cylindrical(hol_model *, const char *name, hol_marker i, hol_marker j, hol_marker axis_i, hol_marker axis_j);
void hol_translational(hol_model *, const char *name, hol_marker i, hol_marker j, hol_marker axis_i, hol_marker axis_j, hol_marker cross_i, hol_marker cross_j);
void hol_fixed(hol_model *, const char *name, hol_marker i, hol_marker j);
void hol_nonholonomic(hol_model *, const char *name, hol_marker direction, hol_marker point, double (*w)(double t, double *rate));
typedef struct hol_law hol_law;
void hol_nonholonomic_of_place(hol_model *, const char *name, const double a[3], const double B[9], hol_marker point, const hol_law *w);
typedef struct {
double point[3];
double normal[3];
} hol_plane;
void hol_roll_sphere(hol_model *, const char *name, hol_marker centre, double radius, const hol_plane *);
void hol_roll_disc(hol_model *, const char *name, hol_marker centre, hol_marker axis, double radius, const hol_plane *);
void hol_roll_ellipsoid(hol_model *, const char *name, hol_marker centre, const hol_marker axis[3], const double semi_axes[3], const hol_plane *);
const hol_law *hol_law_read(hol_model *, const char *expression);
const hol_law *hol_law_of(hol_model *, void (*rates)(const void *user, double t, double w[3]), const void *user);
void hol_drive_distance(hol_model *, const char *joint, hol_marker i, hol_marker j, const hol_law *);
void hol_drive_coordinate(hol_model *, const char *joint, hol_marker j, const double direction[3], const hol_law *);
void hol_drive_displacement(hol_model *, const char *joint, hol_marker di, hol_marker i, hol_marker j, const hol_law *);
void hol_drive_angle(hol_model *, const char *joint, hol_marker axis_i, hol_marker cross_i, hol_marker cross_j, const hol_law *);
void hol_drive_slip(hol_model *, const char *name, hol_marker direction, hol_marker point, const hol_law *);
void hol_soften(hol_model *, const char *joint, double compliance, double time);
void hol_cut_joint(hol_model *, const char *joint);
typedef struct {
double r[3], R[9], v[3], omega[3];
} hol_frame;
typedef struct {
double F[3], tau[3], D[9];
} hol_wrench;
typedef struct hol_terms hol_terms;
typedef struct {
const char *name;
bool position_only;
bool on_directors;
double (*energy)(const hol_force *, const hol_frame frame[]);
void (*wrench)(const hol_force *, double t, const hol_frame frame[], hol_wrench w[]);
double (*work)(const hol_force *, const hol_frame from[], const hol_frame to[]);
void (*series)(const hol_force *, hol_terms *);
} hol_force_law;
void hol_terms_force(hol_terms *, int k, const double rho[3], const double F[3]);
void hol_terms_torque(hol_terms *, int k, bool in_body, const double tau[3]);
void hol_terms_spring(hol_terms *, const double rho_i[3], const double rho_j[3], double stiffness, double length, double damping);
struct hol_force {
const hol_force_law *law;
int count, body[2];
double par[16];
const void *user;
};
void hol_gravity(hol_model *, const double g[3]);
void hol_force_constant(hol_model *, hol_marker at, const double F[3]);
void hol_torque_space(hol_model *, int body, const double tau[3]);
void hol_torque_body(hol_model *, int body, const double tau[3]);
void hol_spring(hol_model *, hol_marker i, hol_marker j, double stiffness, double length, double damping);
void hol_potential_of_place(hol_model *, hol_marker at, const char *expression);
void hol_force_of_time(hol_model *, hol_marker at, const double axis[3], const hol_law *);
void hol_torque_of_time(hol_model *, int body, bool in_body, const double axis[3], const hol_law *);
typedef enum {
HOL_ANGLE, HOL_LENGTH } hol_joint_coordinate;
typedef struct {
const char *joint;
hol_joint_coordinate of;
double value;
} hol_joint_reading;
bool hol_joint_reading_at(const hol_model *model, int k, const hol_pose pose[], hol_joint_reading *r);
typedef struct hol_motor_law hol_motor_law;
const hol_motor_law *hol_motor_read(hol_model *, hol_joint_coordinate, const char *expression);
const hol_motor_law *hol_motor_of(hol_model *, hol_joint_coordinate, double (*Q)(const void *user, double t, double x, double rate), const void *user);
const hol_motor_law *hol_motor_of_potential(hol_model *, hol_joint_coordinate, const char *energy);
void hol_motor(hol_model *, const char *joint, const hol_motor_law *);
void hol_motor_about(hol_model *, hol_marker axis_i, hol_marker cross_i, hol_marker cross_j, const hol_motor_law *);
void hol_joint_spring(hol_model *, const char *joint, hol_joint_coordinate, double stiffness, double rest, double damping);
void hol_bushing(hol_model *, hol_marker i, hol_marker j, const double rest[4], const double K[36], const double C[36]);
void hol_add_force(hol_model *, const hol_force *force);
void hol_symmetry(hol_model *, const char *name, const double linear[3], const double angular[3], const double centre[3]);
typedef struct {
int rows, cols, nnz;
const int *start;
const int *col;
} hol_pattern;
void hol_multiply(const hol_pattern *P, const double A[], const double x[], double y[]);
void hol_multiply_transposed_add(const hol_pattern *P, const double A[], double factor, const double x[], double y[]);
void hol_pattern_free(hol_pattern *P);
typedef struct hol_work {
double *block;
size_t capacity, used, peak;
struct hol_spill *spills;
} hol_work;
hol_work *hol_work_new(void);
void hol_work_free(hol_work *w);
void hol_release(hol_work *w, size_t mark);
double *hol_take_spilled(hol_work *w, size_t at, size_t end);
enum {
HOL_FLAT = 1 << 0, HOL_CONST_MASS = 1 << 1, HOL_REGULAR_MASS = 1 << 2, HOL_QUADRATIC = 1 << 3, HOL_HOLONOMIC = 1 << 4, HOL_SCLERONOMIC = 1 << 5, HOL_CONSERVATIVE = 1 << 6, HOL_POSITION_FORCES = 1 << 7, HOL_FULL_RANK = 1 << 8, HOL_SMALL = 1 << 9, HOL_HARD = 1 << 10, HOL_POWER_SERIES = 1 << 11, };
void hol_traits_text(unsigned traits, char *text, size_t size);
typedef struct {
int count;
int *row;
hol_message text;
} hol_dependence;
typedef struct {
int row;
double compliance, time;
} hol_soft;
typedef struct hol_system hol_system;
typedef struct hol_eval {
const hol_system *system;
int nq, nv, nc, nj, na, nb;
int nr;
int ns;
unsigned has;
double unit, length, speed;
const bool *is_length, *q_is_length, *row_is_length;
const char *formulation, *same_as;
const hol_model *model;
hol_pattern M, G, A;
hol_pattern Mr, Gr;
const char *const *row_name;
const char *const *momentum_name;
const bool *held;
int softs;
const hol_soft *soft;
hol_dependence dependent;
hol_counters *count;
hol_work *work;
} hol_eval;
hol_eval *hol_eval_new(const hol_system *system);
hol_eval *hol_eval_take(hol_system *system);
void hol_eval_free(hol_eval *sys);
void hol_mass(hol_eval *sys, const double q[], double M[]);
double hol_kinetic(hol_eval *sys, const double q[], const double v[]);
double hol_potential(hol_eval *sys, const double q[]);
void hol_grad_potential(hol_eval *sys, const double q[], double dU[]);
void hol_applied(hol_eval *sys, double t, const double q[], const double v[], double F[]);
void hol_gyroscopic(hol_eval *sys, const double q[], const double v[], double f[]);
void hol_grad_kinetic(hol_eval *sys, const double q[], const double v[], double dT[]);
bool hol_has_gyroscopic(const hol_eval *sys);
bool hol_has_tangent(const hol_eval *sys);
double hol_work_between(hol_eval *sys, const double q0[], const double q1[]);
const hol_pattern *hol_K(hol_eval *sys);
void hol_tangent(hol_eval *sys, double t, const double q[], const double v[], double Kq[], double Kv[]);
void hol_kinetic_tangent(hol_eval *sys, const double q[], const double v[], double Tqq[], double Tvq[]);
void hol_add_mass(hol_eval *sys, double factor, const double M[], double K[]);
void hol_constraints(hol_eval *sys, double t, const double q[], double phi[], double G[]);
void hol_curvature(hol_eval *sys, const double q[], const double v[], double g[]);
void hol_hessian(hol_eval *sys, const double q[], const double lambda[], double K[]);
void hol_hessian_rate(hol_eval *sys, const double q[], const double u[], const double lambda[], double K[]);
void hol_drive(hol_eval *sys, double t, const double q[], const double v[], double phi_t[], double phi_tt[]);
void hol_nonholonomic_rows(hol_eval *sys, double t, const double q[], double A[], double w[]);
void hol_nonholonomic_rate(hol_eval *sys, double t, const double q[], const double v[], double b[]);
void hol_rate(hol_eval *sys, const double q[], const double v[], double qdot[]);
void hol_move(hol_eval *sys, const double q[], const double dv[], double q1[]);
void hol_reach(hol_eval *sys, const double q[], const double dv[], double q1[]);
void hol_tidy(hol_eval *sys, double q[]);
void hol_difference(hol_eval *sys, const double q0[], const double q1[], double dv[]);
void hol_dexpinv(hol_eval *sys, const double u[], const double k[], double out[]);
void hol_dexp(hol_eval *sys, const double u[], const double k[], double out[]);
void hol_bracket(hol_eval *sys, const double a[], const double b[], double out[]);
void hol_bracket_series(hol_eval *sys, int terms, const double c[], const double u[], const double k[], double out[]);
void hol_inner_project(hol_eval *sys, double q[], double v[]);
void hol_momentum(hol_eval *sys, const double q[], const double p[], double J[]);
void hol_poses(hol_eval *sys, const double q[], const double v[], hol_pose pose[]);
void hol_place(hol_eval *sys, const hol_pose pose[], double q[], double v[]);
typedef struct {
char name[64], unit[8];
} hol_coordinate_name;
hol_coordinate_name hol_coordinate_at(const hol_eval *sys, int i);
hol_coordinate_name hol_velocity_at(const hol_eval *sys, int i);
bool hol_dependent_rows(hol_eval *sys, const double q[], int least, hol_dependence *found);
void hol_outer_force(hol_eval *sys, double t, const double q[], const double v[], double f[]);
void hol_total_force(hol_eval *sys, double t, const double q[], const double v[], double f[]);
void hol_reduce(hol_eval *sys, double t, const double q[], const double r[], const double f[], double Mr[], double fr[], double Gr[], double br[]);
void hol_expand(hol_eval *sys, const double f[], const double c[], const double y[], double a[], double lambda[]);
void hol_reduce_matrices(hol_eval *sys, double t, const double q[], double Mr[], double Gr[]);
void hol_reduce_sides(hol_eval *sys, const double r[], const double f[], double fr[], double br[]);
hol_status hol_constrained_solve(hol_eval *sys, double t, const double q[], const double r[], const double f[], double a[], double lambda[], double alpha[]);
void hol_row_rates(hol_eval *sys, double t, const double q[], const double v[], double r[]);
hol_status hol_acceleration(hol_eval *sys, double t, const double q[], const double v[], double a[], double lambda[], double alpha[]);
void hol_reactions(hol_eval *sys, double t, const double q[], const double v[], const double a[], const double lambda[], const double alpha[], double mu[]);
const char *const *hol_reaction_rows(const hol_eval *sys, int *count);
const char *hol_tree_about(const hol_eval *sys);
struct hol_saddle;
hol_status hol_acceleration_by(struct hol_saddle *solver, hol_eval *sys, double t, const double q[], const double v[], double a[], double lambda[], double alpha[]);
typedef enum {
HOL_REAL, HOL_INT, HOL_CHOICE } hol_option_kind;
typedef struct {
const char *name;
hol_option_kind kind;
double value, min, max;
const char *choices;
const char *help;
} hol_option;
int hol_option_count(const hol_option table[]);
void hol_option_defaults(const hol_option table[], double value[]);
bool hol_option_set(const hol_option table[], const char *what, const char *text, double value[], hol_message *why);
bool hol_option_check(const hol_option table[], const char *what, const double value[], hol_message *why);
void hol_option_print(const hol_option *option, double value, char text[64]);
void hol_options_changed(const hol_option table[], const double value[], const char *flag, char text[], size_t size);
const char *hol_nearest(const char *word, const char *const candidate[], int count);
void hol_scale_units(const hol_eval *sys, int power, double x[]);
void hol_scale_row_units(const hol_eval *sys, int first, int count, int power, double x[]);
void hol_scale_jacobian(const hol_eval *sys, double G[]);
double hol_displacement_size(const hol_eval *sys, const double x[]);
double hol_velocity_size(const hol_eval *sys, const double v[]);
double hol_rows_size(const hol_eval *sys, int first, int count, const double phi[]);
void hol_invariant_scales(hol_eval *sys, double *energy, double *momentum);
typedef enum {
HOL_NOT_KEPT, HOL_BOUNDED, HOL_EXACT } hol_kept;
typedef struct {
double order_q, order_v, order_lambda;
double lambda_time;
hol_kept energy, momentum;
hol_kept nodal_momentum;
hol_kept phi, gv, inner;
bool symmetric, symplectic;
double error_order;
bool own_control;
} hol_claims;
typedef struct {
double t, *q, *v;
double *lambda;
double *alpha;
double *p;
double *memory;
} hol_state;
typedef struct hol_method hol_method;
typedef struct {
const char *option;
hol_status status;
const char *residual;
const char *why;
} hol_option_end;
typedef struct {
double safety, growth, shrinkage, growth_rejected;
} hol_control;
typedef struct {
hol_eval *sys;
const hol_method *method;
const double *opt;
double rtol, atol;
hol_control control;
struct hol_memory *memory;
void *aux;
hol_work *work;
hol_counters *count;
double error;
hol_residual residual;
const hol_state *before;
hol_message *why;
const volatile sig_atomic_t *stop;
} hol_stepper;
struct hol_method {
const char *name, *family, *source, *about;
const char *formulation;
const hol_option *options;
unsigned needs;
unsigned (*options_need)(const hol_method *method, const double opt[]);
const char *order_at;
const hol_option_end *ends;
bool softens;
int ahead;
bool baseline;
const void *data;
hol_claims (*claims)(const hol_method *method, hol_eval *sys, const double opt[]);
size_t (*memory)(const hol_method *method, hol_eval *sys, const double opt[]);
hol_status (*setup)(hol_stepper *s);
hol_status (*start)(hol_stepper *s, double h, hol_state *z);
hol_status (*restart)(hol_stepper *s, double h, hol_state *z);
hol_status (*step)(hol_stepper *s, double h, hol_state *z);
hol_status (*dense)(hol_stepper *s, double h, const hol_state *z, double theta, double q[], double v[]);
};
const hol_method *hol_method_at(int k);
const hol_method *hol_method_named(const char *name);
const char *hol_method_left_out(const char *name);
unsigned hol_missing(const hol_method *method, const hol_eval *sys);
unsigned hol_missing_with(const hol_method *method, const hol_eval *sys, const double opt[]);
void hol_missing_text(const hol_method *method, const hol_eval *sys, const double opt[], char *text, size_t size);
hol_claims hol_method_claims(const hol_method *method, hol_eval *sys, const double opt[]);
size_t hol_method_memory(const hol_method *method, hol_eval *sys, const double opt[]);
hol_stepper *hol_stepper_new(hol_eval *sys, const hol_method *method, const double opt[], hol_status *status, hol_message *why);
void hol_stepper_free(hol_stepper *s);
hol_state *hol_state_new(hol_eval *sys, const hol_method *method, const double opt[]);
void hol_state_free(hol_state *z);
hol_status hol_start(hol_stepper *s, double t, double h, const hol_pose at[], hol_state *z);
hol_status hol_step(hol_stepper *s, double h, hol_state *z);
const hol_option_end *hol_named_end(const hol_stepper *s, hol_status status);
void hol_undo(hol_stepper *s, hol_state *z);
hol_status hol_restart(hol_stepper *s, double h, hol_state *z);
hol_status hol_step_aside(hol_stepper *s, const hol_state *from, double h, double q[], double v[]);
hol_status hol_dense_output(hol_stepper *s, double h, const hol_state *z, double theta, double q[], double v[]);
typedef struct hol_formulation hol_formulation;
const hol_formulation *hol_formulation_at(int k);
const hol_formulation *hol_formulation_named(const char *name);
const char *hol_formulation_name(const hol_formulation *);
const char *hol_formulation_about(const hol_formulation *);
hol_system *hol_realise(const hol_model *model, const hol_formulation *formulation, bool *unfit, hol_message *why);
typedef struct {
int nv, nc, ns;
const char *const *row_name;
const char *const *momentum_name;
unsigned has;
const bool *is_length;
const bool *row_is_length;
void (*mass)(const double par[], const double q[], double M[]);
double (*potential)(const double par[], const double q[]);
void (*grad_potential)(const double par[], const double q[], double dU[]);
void (*poses)(const double par[], const double q[], const double v[], hol_pose pose[]);
void (*place)(const double par[], const hol_pose pose[], double q[], double v[]);
void (*constraints)(const double par[], double t, const double q[], double phi[], double G[]);
void (*curvature)(const double par[], const double q[], const double v[], double g[]);
void (*hessian)(const double par[], const double q[], const double lambda[], double K[]);
void (*hessian_rate)(const double par[], const double q[], const double u[], const double lambda[], double K[]);
void (*drive)(const double par[], double t, const double q[], const double v[], double phi_t[], double phi_tt[]);
void (*applied)(const double par[], double t, const double q[], const double v[], double F[]);
void (*tangent)(const double par[], double t, const double q[], const double v[], double Kq[], double Kv[]);
void (*gyroscopic)(const double par[], const double q[], const double v[], double f[]);
void (*grad_kinetic)(const double par[], const double q[], const double v[], double dT[]);
void (*kinetic_tangent)(const double par[], const double q[], const double v[], double Tqq[], double Tvq[]);
void (*momentum)(const double par[], const double q[], const double p[], double J[]);
} hol_own;
hol_system *hol_realise_own(const hol_model *model, const hol_own *own, const double par[], int n, hol_message *why);
void hol_system_free(hol_system *system);
typedef struct hol_memory hol_memory;
hol_memory *hol_memory_new(void);
hol_memory *hol_memory_of(void (*call)(hol_memory *m, void *data), void *data);
void hol_memory_end(hol_memory *m);
void *hol_alloc(hol_memory *m, size_t count, size_t size);
void *hol_alloc_copy(hol_memory *m, const void *from, size_t count, size_t size);
void *hol_grow(hol_memory *m, void *array, int count, size_t size);
void hol_drop(hol_memory *m, void *block);
void hol_at_end(hol_memory *m, void (*call)(void *self), void *self);
const char *hol_keep(hol_memory *m, const char *format, ...) ;
bool hol_try(void (*call)(void *data), void *data);
void hol_no_memory(void) ;
void hol_lack_memory(void);
bool hol_trying(void);
void *hol_new(int count, size_t size);
void *hol_renew(void *memory, size_t size);
void *hol_had(void *memory);
typedef enum {
HOL_REDUNDANT_DEFAULT, HOL_REDUNDANT_REFUSE, HOL_REDUNDANT_DROP, HOL_REDUNDANT_LEAST_NORM, } hol_redundant;
const char *hol_redundant_name(hol_redundant how);
typedef struct {
int count;
int *row;
const char **name;
hol_message text;
} hol_left_out;
bool hol_choose_rows(const hol_model *model, hol_left_out *out, hol_message *why);
void hol_left_out_clear(hol_left_out *out);
hol_model *hol_model_without(const hol_model *model, const hol_left_out *out);
hol_model *hol_model_without_at(const hol_model *model, const hol_left_out *out, double t, const hol_pose pose[], hol_message *why);
typedef struct hol_row_choice hol_row_choice;
hol_row_choice *hol_row_choice_new(hol_memory *m, const hol_model *model);
bool hol_choose_again(hol_row_choice *choice, double t, const hol_pose pose[], double gain, hol_left_out *out, double *nearness);
typedef struct hol_closest hol_closest;
hol_closest *hol_least_norm_new(hol_memory *m, hol_eval *sys);
bool hol_least_norm(hol_closest *least, double t, const double q[], double y[]);
typedef struct hol_problem {
const char *name, *about;
const char *source, *drawing;
const hol_option *parameters;
void (*build)(hol_model *model, const double par[]);
const hol_model *model;
bool (*make)(const struct hol_problem *, const double par[], hol_model *model, hol_message *why);
const char *digest;
const char *file;
const hol_own *own;
double t_end, step;
double t_regular;
const char *size;
const char *reference;
const char *trial;
void (*exact)(const double par[], double t, hol_pose pose[]);
hol_redundant redundant;
} hol_problem;
bool hol_problem_build(const hol_problem *problem, const double par[], hol_model *model, hol_message *why);
const hol_problem *hol_core_problem_at(int k);
const hol_problem *hol_problem_at(int k);
const hol_problem *hol_problem_named(const char *name);
typedef struct {
hol_stepper *s;
const hol_state *before;
const hol_state *z;
double h;
long step;
double t_end;
} hol_node;
struct hol_watch;
typedef struct {
double t;
hol_message text;
} hol_passage;
typedef void hol_observer(void *self, const hol_node *node);
typedef struct {
hol_stepper *s;
hol_state *z;
double h, t_end;
bool adaptive;
double error_order;
long max_steps;
hol_observer *observe;
void *observer;
bool (*lost)(void *observer, hol_message *why);
const volatile sig_atomic_t *stop;
struct hol_watch *watch;
bool through;
bool (*other_rows)(void *self, const hol_state *z, bool met);
void *chooser;
bool again;
double h_min, h_max, h_last;
long steps, rejected;
long passages;
hol_passage passed;
hol_status status;
bool interrupted;
hol_message message;
} hol_advance;
void hol_advance_run(hol_advance *a);
void hol_advance_go_on(hol_advance *a);
void hol_failure_text(const hol_stepper *s, hol_status status, long step, double t, hol_message *why);
typedef struct {
const char *joint;
bool has_angle, has_length, has_angle_rate, has_length_rate;
double angle, length, angle_rate, length_rate;
} hol_joint_start;
typedef struct {
const hol_joint_start *joint;
int joints;
const char *const *hold;
int holds;
} hol_start_asked;
typedef struct {
double closure;
double rate;
double moved;
int iterations;
int dependent;
} hol_assembled;
bool hol_assemble(hol_model *, const hol_start_asked *asked, hol_assembled *done, hol_message *why);
typedef char hol_word[32];
typedef char hol_row_word[64];
typedef struct {
char path[512], problem[64], parameters[192];
char any[96];
char model[65];
char by[16];
int digits;
int bodies, multipliers, rows;
hol_word *body;
hol_row_word *multiplier;
double *t;
hol_pose *pose;
double *lambda;
} hol_reference;
bool hol_reference_find(const char *file, char path[], size_t size);
hol_reference *hol_reference_read(const char *path, hol_message *why);
void hol_reference_free(hol_reference *ref);
bool hol_reference_file(const hol_problem *problem, int k, char file[64]);
bool hol_reference_parameters(const hol_reference *ref, const hol_problem *problem, double par[], hol_message *why);
void hol_reference_beside(const hol_problem *problem, char path[], size_t size);
hol_reference *hol_reference_for(const hol_problem *problem, const double par[], hol_message *missing, hol_message *wrong);
void hol_reference_origin(const hol_problem *problem, const hol_reference *ref, char text[], size_t size);
int hol_reference_row(const hol_reference *ref, double t);
bool hol_reference_at(const hol_reference *ref, const hol_problem *problem, const double par[], double t, hol_pose pose[], double lambda[]);
typedef struct {
const hol_problem *problem;
const hol_method *method;
const char *formulation;
const double *parameters, *options;
hol_redundant redundant;
} hol_setup;
typedef enum {
HOL_RAN, HOL_UNFIT, HOL_REFUSED, HOL_BAD_START, HOL_BAD_REFERENCE, HOL_WITHOUT_MEMORY } hol_outcome;
typedef struct {
hol_outcome outcome;
char subject[160];
hol_message reason;
} hol_refusal;
void hol_refusal_text(const hol_refusal *refusal, hol_message *text);
typedef struct {
const hol_problem *problem;
const hol_method *method;
double *parameters, *options;
hol_model *model;
hol_redundant redundant;
hol_left_out left_out;
hol_model *kept;
hol_eval *whole;
hol_eval *sys;
hol_stepper *s;
hol_state *z;
hol_claims claims;
hol_reference *reference;
} hol_experiment;
hol_experiment *hol_experiment_open(const hol_setup *setup, hol_refusal *why);
hol_experiment *hol_experiment_named(const char *problem, const char *method, const char *formulation, const char *const parameters[], const char *const options[], hol_refusal *why);
void hol_experiment_close(hol_experiment *x);
hol_status hol_experiment_run(hol_experiment *x, double h, double until, hol_message *why);
hol_status hol_experiment_poses(hol_experiment *x, hol_pose pose[]);
typedef enum {
HOL_CERTIFIED_HOLDS, HOL_CERTIFIED_FAILS, HOL_CERTIFIED_NOT_VISIBLE, HOL_CERTIFIED_NO_CLAIM, HOL_CERTIFIED_NOT_MEASURED, HOL_CERTIFIED_VERDICTS } hol_certified;
const char *hol_certified_name(hol_certified verdict);
typedef struct {
char what[40], claim[32], measured[160];
double value;
hol_certified verdict;
} hol_certificate_line;
enum {
HOL_CERTIFICATE_LINES = 24 };
typedef struct {
int lines, failed;
hol_certificate_line line[HOL_CERTIFICATE_LINES];
} hol_certificate;
bool hol_certify(const hol_experiment *x, long (*allocations)(void), hol_certificate *certificate);
typedef enum {
HOL_SPHERICAL_CONNECTION, HOL_UNIVERSAL_CONNECTION, HOL_REVOLUTE_CONNECTION, HOL_CYLINDRICAL_CONNECTION, HOL_TRANSLATIONAL_CONNECTION, HOL_FIXED_CONNECTION, HOL_DISTANCE_CONNECTION, } hol_connection_kind;
typedef struct {
char name[64];
hol_connection_kind kind;
hol_marker point[2];
double frame[2][9];
double length;
} hol_connection;
bool hol_connection_at(const hol_model *model, int k, hol_connection *c);
const char *hol_connection_word(hol_connection_kind kind);
bool hol_unconnected(const hol_model *model, hol_message *what);
void hol_uniform_gravity(const hol_model *model, double g[3]);
bool hol_wrenches(const hol_model *model, double t, const hol_pose pose[], hol_wrench w[]);
hol_status hol_lu_factor(int n, double A[], int pivot[]);
void hol_lu_solve(int n, const double LU[], const int pivot[], double x[]);
double hol_lu_ratio(int n, const double LU[]);
hol_status hol_cholesky_factor(int n, double A[]);
void hol_cholesky_solve(int n, const double L[], double x[]);
double hol_norm(int n, const double x[]);
double hol_norm_max(int n, const double x[]);
double hol_apart(int n, const double x[], const double y[]);
double hol_norm_frobenius(int n, const double A[]);
void hol_multiply_add(int rows, int inner, int cols, const double A[], int stride, const double X[], double Y[]);
typedef struct {
double t;
double kinetic, potential, energy, energy_rigid;
double power, done;
double doubt;
double *momentum, *momentum_rigid, *momentum_nodal;
double phi, phi_inner;
double off;
double gv;
double acceleration;
hol_pose *pose;
double *lambda;
double *alpha;
int reactions;
const char *const *reaction_name;
double *reaction;
hol_eval *whole;
double *all;
int *kept_row;
hol_eval *sys;
hol_work *work;
const hol_left_out *left_out;
struct hol_closest *least;
struct hol_balance *balance;
bool followed;
struct hol_memory *memory;
} hol_gauge;
hol_gauge *hol_gauge_new(hol_eval *sys, hol_work *work);
void hol_gauge_free(hol_gauge *g);
void hol_gauge_by_all(hol_gauge *g, hol_eval *whole, const hol_left_out *out, bool least_norm);
void hol_gauge_read(hol_gauge *g, const hol_state *z);
void hol_poses_like(hol_eval *sys, const double q[], const double v[], const hol_pose before[], hol_pose pose[]);
typedef struct hol_rhythm hol_rhythm;
hol_rhythm *hol_rhythm_new(struct hol_memory *m, int nb, double length, double t_end);
void hol_rhythm_add(hol_rhythm *r, double t, const hol_pose pose[]);
double hol_rhythm_slowest(const hol_rhythm *r);
bool hol_rhythm_seen(const hol_rhythm *r);
typedef enum {
HOL_DRIFT_UNKNOWN, HOL_DRIFT_BOUNDED, HOL_DRIFT_SQRT, HOL_DRIFT_LINEAR, HOL_DRIFT_QUADRATIC, } hol_drift;
const char *hol_drift_name(hol_drift drift);
enum {
HOL_DRIFT_PARTS = 10 };
typedef struct {
double initial, final;
double max_error;
double squares;
long count;
double t_end;
const hol_rhythm *rhythm;
struct {
double weight, sum, squares;
} part[HOL_DRIFT_PARTS];
} hol_track;
void hol_track_start(hol_track *track, double t_end, const hol_rhythm *rhythm);
void hol_track_add(hol_track *track, double t, double x);
double hol_track_rms(const hol_track *track);
typedef struct {
hol_drift law;
double exponent;
double growth;
} hol_drift_found;
hol_drift_found hol_track_drift(const hol_track *track);
double hol_exponent(int n, const double x[], const double y[]);
void hol_momentum_of(hol_eval *sys, hol_work *w, const double q[], const double v[], double J[]);
typedef struct {
double position;
double orientation;
double velocity;
double multipliers;
} hol_error;
hol_error hol_error_between(int nb, const hol_pose pose[], const hol_pose ref[], int nj, const double lambda[], const double lambda_ref[]);
hol_error hol_error_of_body(const hol_body *body, const hol_pose *had, const hol_pose *asked);
typedef struct {
hol_error sum;
long count;
} hol_error_mean;
void hol_error_add(hol_error_mean *mean, const hol_error *error);
hol_error hol_error_mean_value(const hol_error_mean *mean, int nb, int nj);
typedef struct {
double scd;
double mescd;
double squares;
long count;
} hol_measures;
hol_measures hol_measures_between(int nb, const hol_pose pose[], const hol_pose ref[], double ratio);
double hol_measures_relative(const hol_measures *measures);
typedef struct {
hol_gauge *gauge;
hol_rhythm *rhythm;
hol_track energy, energy_rigid;
hol_track *momentum, *momentum_rigid, *momentum_nodal;
double phi, phi_inner, gv, acceleration;
struct hol_memory *memory;
struct {
double t, energy, energy_rigid;
} early[5];
int earlies;
double kinetic;
double begin;
} hol_diagnostics;
hol_diagnostics *hol_diagnostics_new(hol_eval *sys, double span, hol_work *work);
void hol_diagnostics_free(hol_diagnostics *d);
void hol_diagnostics_add(hol_diagnostics *d, const hol_state *z);
bool hol_energy_told(const hol_diagnostics *d);
typedef struct {
int order;
int stages;
int node;
const double *a;
int terms;
const double *d;
} hol_extension;
typedef struct {
const char *name, *source;
int stages, order;
const double *a;
const double *b, *c;
const double *e[2];
int error_order[2];
const hol_extension *extension;
} hol_butcher;
extern const hol_butcher hol_butcher_rk2, hol_butcher_rk3, hol_butcher_rk4, hol_butcher_dp5, hol_butcher_dop853;
extern const hol_butcher hol_butcher_prince_dormand;
extern const double hol_prince_dormand_7[];
int hol_estimate_order(const hol_butcher *T);
double hol_estimate(double E1, double E2);
typedef struct {
const char *name, *source;
int stages, order;
const double *a, *e;
const double *b, *b1;
const double *c;
} hol_nystrom_table;
extern const hol_nystrom_table hol_butcher_nystrom4;
typedef struct {
long long over, under;
} hol_fraction;
typedef struct {
const char *name, *source;
const hol_butcher *table;
const hol_fraction *ahat;
const hol_fraction *chat;
} hol_half_explicit;
extern const hol_half_explicit hol_half_explicit_56, hol_half_explicit_4;
typedef struct {
const char *source;
int steps, order;
const int *alpha, *beta;
int under_alpha, under_beta;
} hol_multistep;
extern const hol_multistep hol_multistep_4, hol_multistep_6, hol_multistep_8;
void hol_combine(int count, const double weight[], double h, int n, const double k[], const double y0[], double y[]);
void hol_extend(const hol_butcher *T, double theta, double h, int n, const double k[], const double y0[], const double y1[], double y[]);
double hol_scaled_squares(const hol_stepper *s, const bool is_length[], int n, const double x0[], const double x[], const double xhat[]);
double hol_scaled_mean(double squares, int n);
typedef struct {
int (*size)(hol_eval *);
void (*rate)(hol_stepper *s, const hol_butcher *T, const double u[], const double q[], const double v[], double k[]);
void (*move)(hol_eval *, const double q0[], const double u[], double q1[]);
hol_status (*finish)(hol_stepper *s, double t, hol_state *z);
hol_status (*acceleration)(hol_stepper *s, double t, const double q[], const double v[], double a[], double lambda[], double alpha[]);
} hol_increment;
typedef struct {
const hol_butcher *table;
const hol_increment *increment;
} hol_explicit;
hol_status hol_explicit_step(hol_stepper *s, double h, hol_state *z);
hol_status hol_explicit_start(hol_stepper *s, double h, hol_state *z);
size_t hol_explicit_memory(const hol_method *method, hol_eval *sys, const double opt[]);
enum {
HOL_KEEP_ENERGY = 1, HOL_KEEP_MOMENTA = 2 };
typedef struct {
hol_eval *sys;
bool energy;
int momenta;
int count;
double *scale;
} hol_invariants;
hol_invariants *hol_invariants_new(hol_memory *m, hol_eval *sys, unsigned keep);
void hol_invariants_at(const hol_invariants *of, hol_work *w, const double q[], const double v[], double f[]);
void hol_invariants_gradient(const hol_invariants *of, hol_work *w, double t, const double q[], const double v[], double dq[], double dv[]);
void hol_invariants_hessian(const hol_invariants *of, hol_work *w, double t, const double q[], const double v[], const double mu[], int size, double H[]);
typedef enum {
HOL_STABILITY_UNSTABLE, HOL_STABILITY_SPECTRAL, HOL_STABILITY_ASYMPTOTIC, } hol_stability;
const char *hol_stability_name(hol_stability stability);
typedef struct {
double re, im;
bool symmetry;
bool zero;
bool grows;
} hol_eigenvalue;
typedef struct {
int body, axis;
double rate;
} hol_spin;
typedef struct {
int n, m;
int bodies;
double *K, *C, *S;
double *state;
double *basis;
hol_eigenvalue *eigenvalue;
double noise;
hol_stability stability;
bool steady;
double linear[3], angular[3];
int spins;
hol_spin *spin;
int symmetries;
int along;
double off;
hol_memory *memory;
} hol_linear;
hol_linear *hol_linearise(hol_eval *sys, const double q[], const double v[], hol_message *why);
void hol_linear_free(hol_linear *linear);
bool hol_equilibrium(hol_eval *sys, double q[], hol_message *why);
typedef struct {
char **text;
int count;
struct hol_memory *memory;
} hol_mistakes;
void hol_mistakes_free(hol_mistakes *mistakes);
bool hol_model_is_file(const char *name);
const hol_problem *hol_model_read(const char *path, hol_mistakes *mistakes);
typedef struct {
bool assemble;
const char **hold;
int holds;
hol_assembled *done;
const char *shelved;
const double *parameters;
} hol_model_how;
const hol_problem *hol_model_read_as(const char *path, const hol_model_how *how, hol_mistakes *mistakes);
void hol_model_close(const hol_problem *problem);
enum {
HOL_NEWTON_LIMIT = 50 };
typedef struct {
double tolerance;
double last;
int count;
} hol_newton;
typedef enum {
HOL_ITERATE, HOL_CONVERGED, HOL_FAILED } hol_verdict;
hol_status hol_newton_end(const hol_newton *n, hol_verdict verdict, const char *residual_of, hol_counters *count, hol_residual *residual);
typedef struct {
const hol_force_law *law;
const char *about;
const hol_option *parameters;
int bodies;
} hol_named_law;
typedef struct {
int abi;
const char *name;
const char *version;
const char *source;
const hol_method *const *methods;
const hol_problem *const *problems;
const hol_named_law *laws;
} hol_plugin;
typedef struct {
const hol_plugin *is;
const char *file;
const char *digest;
} hol_loaded;
bool hol_plugin_load(const char *file, hol_message *why);
const hol_loaded *hol_plugin_at(int k);
const hol_loaded *hol_plugin_of_method(const hol_method *method);
const hol_loaded *hol_plugin_of_problem(const hol_problem *problem);
const hol_loaded *hol_plugin_of_law(const hol_named_law *law);
const hol_loaded *hol_plugin_of_laws(const hol_problem *problem, int k);
const hol_named_law *hol_law_at(int k);
const hol_named_law *hol_law_named(const char *name);
typedef enum {
HOL_PROJECTION_QUASI, HOL_PROJECTION_ORTHOGONAL, } hol_projection_kind;
typedef enum {
HOL_NEWTON_SIMPLIFIED, HOL_NEWTON_FULL, HOL_NEWTON_FROZEN, } hol_projection_newton;
typedef struct {
hol_projection_kind kind;
hol_projection_newton newton;
bool inner_in_turn;
bool nested;
bool invariants_in_turn;
bool raw;
bool condition;
double forcing;
} hol_projection_how;
typedef struct hol_projection hol_projection;
extern const char hol_projection_name[];
hol_projection *hol_projection_new(hol_memory *m, hol_eval *sys, const hol_projection_how *how, const hol_invariants *invariants);
int hol_projection_room(const hol_projection *p);
void hol_projection_renew(hol_projection *p);
hol_status hol_project(hol_projection *p, hol_stepper *s, double tolerance, double t, double q[], double v[], const double target[]);
typedef struct {
hol_pattern C;
const bool *held;
double *stacked;
} hol_rows;
hol_pattern hol_stacked_rows(const hol_eval *sys, hol_memory *m);
void hol_rows_make(hol_eval *sys, hol_memory *m, hol_rows *rows);
const double *hol_rows_at(hol_eval *sys, hol_rows *rows, double t, const double q[], const double v[], double phi[], double Cv[], double w[]);
void hol_constraint_levels(hol_eval *sys, double t, const double q[], const double v[], const double a[], double phi[], double phi1[], double phi2[]);
const double *hol_held_values(hol_eval *sys);
void hol_moving_rows(hol_eval *sys, double t, const double q[], double C[]);
typedef enum {
HOL_AT_NODE, HOL_AT_DENSE, HOL_AT_HERMITE, HOL_AT_STEP, } hol_sample_from;
const char *hol_sample_from_name(hol_sample_from from);
typedef struct {
double t;
hol_sample_from from;
hol_pose *pose;
} hol_sample;
typedef struct {
int room, count;
double t_end;
hol_sample *sample;
hol_pose *pose;
struct hol_memory *memory;
} hol_sampler;
hol_sampler *hol_sampler_new(hol_eval *sys, int samples, double t_end);
void hol_sampler_free(hol_sampler *sampler);
void hol_sampler_add(hol_sampler *sampler, const hol_node *node, const hol_pose pose[]);
hol_sample_from hol_between(const hol_node *node, hol_work *w, double theta, double q[], double v[]);
typedef struct {
hol_word name;
hol_pose at;
int line, column;
} hol_start_pose;
typedef struct {
const hol_problem *problem;
const hol_method *method;
const double *parameters, *options;
const char *formulation;
double h;
double rtol, atol;
double until;
int samples;
const hol_start_pose *start;
int starts;
hol_redundant redundant;
bool past_singular;
long max_steps;
int repeats;
const volatile sig_atomic_t *stop;
hol_observer *observe;
void *observer;
} hol_case;
typedef enum {
HOL_END_OK, HOL_END_REJECT, HOL_END_DIVERGED, HOL_END_SINGULAR, HOL_END_NOT_FINITE, HOL_END_UNSUPPORTED, HOL_END_LIMIT, HOL_END_NO_MEMORY, HOL_END_INTERRUPTED, HOL_END_CRASHED, HOL_END_UNFIT, HOL_END_NOT_RUN, } hol_end;
const char *hol_end_name(hol_end end);
typedef struct hol_result {
const hol_problem *problem;
const hol_method *method;
bool adaptive;
double h, rtol, atol;
hol_experiment *x;
hol_word *body;
hol_pose *at;
hol_refusal refusal;
hol_status status;
bool interrupted;
hol_message message;
hol_message note;
double h_min, h_max, h_last;
long steps, rejected;
long passages;
hol_passage passed;
hol_diagnostics *diagnostics;
hol_error error;
hol_error_mean error_mean;
hol_measures measures;
hol_sampler *sampler;
hol_counters counters;
double cpu_seconds, cpu_spread, cpu_passes;
int *reference_row;
struct hol_memory *memory;
} hol_result;
hol_case hol_case_of(const hol_problem *problem, const hol_method *method);
hol_outcome hol_run(const hol_case *c, hol_result *result);
void hol_result_free(hol_result *result);
hol_end hol_result_end(const hol_result *result);
const char *hol_result_status(const hol_result *result);
int hol_known_multipliers(const hol_result *result);
typedef enum {
HOL_SADDLE_AUTO, HOL_SADDLE_BLOCK, HOL_SADDLE_SCHUR, HOL_SADDLE_DENSE, HOL_SADDLE_KLU, HOL_SADDLE_UMFPACK, HOL_SADDLE_CG, HOL_SADDLE_PATHS } hol_saddle_path;
enum {
HOL_SADDLE_DEFINITE = 1, HOL_SADDLE_SYMMETRIC = 2 };
typedef struct hol_saddle hol_saddle;
hol_saddle *hol_saddle_new(const hol_pattern *K, const hol_pattern *C, unsigned known, hol_saddle_path path, hol_counters *count);
hol_saddle *hol_saddle_new_held(const hol_pattern *K, const hol_pattern *C, const bool held[], unsigned known, hol_saddle_path path, hol_counters *count);
void hol_saddle_free(hol_saddle *s);
void hol_saddle_end_with(hol_memory *m, hol_saddle **place);
const char *hol_saddle_name(const hol_saddle *s);
hol_status hol_saddle_set_K(hol_saddle *s, const double K[]);
hol_status hol_saddle_set_B(hol_saddle *s, const double B[]);
hol_status hol_saddle_factor(hol_saddle *s, const double C[], const double Sigma[]);
void hol_saddle_solve(hol_saddle *s, const double a[], const double b[], double x[], double y[]);
hol_status hol_saddle_factor_solve(hol_saddle *s, const double C[], const double Sigma[], const double a[], const double b[], double x[], double y[]);
void hol_saddle_solve_schur(hol_saddle *s, const double b[], double x[], double y[]);
double hol_saddle_pivot_ratio(const hol_saddle *s);
void hol_across(const double u[3], double a[3], double b[3]);
void hol_matrix_multiply3(const double A[9], const double B[9], double C[9]);
void hol_so3_exp(const double u[3], double R[9]);
void hol_so3_tidy(double R[9]);
void hol_so3_log(const double R[9], double u[3]);
void hol_so3_dexp(const double u[3], const double k[3], double out[3]);
void hol_so3_dexpinv(const double u[3], const double k[3], double out[3]);
void hol_quaternion_to_matrix(const double p[4], double R[9]);
void hol_matrix_to_quaternion(const double R[9], double p[4]);
void hol_quaternion_multiply(const double a[4], const double b[4], double c[4]);
void hol_quaternion_exp(const double u[3], double p[4]);
double hol_quaternion_angle(const double a[4], const double b[4]);
void hol_polar(const double A[9], double R[9]);
int hol_invert3(const double A[9], double inverse[9]);
typedef hol_status hol_next_node(hol_stepper *s, double h, double t, const double q0[], const double p0[], double q1[], double p1[], double lambda[]);
enum {
HOL_VELOCITY_LEGENDRE, HOL_VELOCITY_CENTRAL, HOL_VELOCITY_DIFFERENCE };
hol_status hol_variational_start(hol_stepper *s, double h, hol_state *z, int velocity);
hol_status hol_variational_step(hol_stepper *s, double h, hol_state *z, int velocity, hol_next_node *advance);
hol_status hol_variational_start_on(hol_stepper *s, double h, const double p_left[], hol_state *z, int velocity);
size_t hol_variational_memory(hol_eval *sys, int velocity);
unsigned hol_variational_needs(int velocity);
hol_status hol_variational_set_mass(hol_stepper *s, hol_saddle *saddle);
hol_claims hol_variational_claims(hol_eval *sys, int velocity, double order, bool nodal);
