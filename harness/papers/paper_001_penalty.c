/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paper 001, section 3: the simple pendulum of the paper's remarks, by SPOOK; and by a spring in
 * place of its rod, the penalty U = g^2/(2 epsilon). */
#include <math.h>
#include <stdlib.h>

#include "harness/papers/paper_001.h"

/* ---------------------------------------------------------------- the simple pendulum */

enum { LENGTH, RODS, SPEED };
static const hol_option parameters[] = {
    {"l", HOL_REAL, 1, 1e-9, 1e3, NULL, "length [m]"},
    {"rods", HOL_INT, 1, 1, 2, NULL, "the same rod so many times"},
    {"v", HOL_REAL, 0, -1e3, 1e3, NULL, "speed of the lowest start [m/s]; 0: level, at rest"},
    {0},
};

static const double g = HOL_P001_G, mass = HOL_P001_MASS;

static void build(hol_model *model, const double par[])
{
    bool low = par[SPEED] != 0;
    hol_body body = {.name = "mass", .shape = HOL_POINT, .m = mass, .at = {.p = {1}}};
    body.at.r[low ? 1 : 0] = low ? -par[LENGTH] : par[LENGTH];
    body.at.v[0] = par[SPEED];
    int b = hol_add_body(model, &body);
    hol_distance(model, "rod", hol_point(HOL_GROUND, 0, 0, 0), hol_point(b, 0, 0, 0), par[LENGTH]);
    if (par[RODS] > 1)
        hol_distance(model, "again", hol_point(HOL_GROUND, 0, 0, 0), hol_point(b, 0, 0, 0),
                     par[LENGTH]);
    hol_gravity(model, (double[3]){0, -g, 0});
}

static const hol_problem simple_pendulum = {
    .name = "simple pendulum", .parameters = parameters, .build = build, .t_end = 20, .step = 0.01};

void hol_p001_free_swing(hol_p001_swing *s)
{
    free(s->energy);
}

/* The rods share a load: lambda is their sum. */
static void read_swing(hol_experiment *x, hol_p001_swing *s)
{
    double phi[2];
    long k = s->count++;
    hol_constraints(x->sys, 0, x->z->q, phi, NULL);
    s->energy[k] = hol_kinetic(x->sys, x->z->q, x->z->v) + hol_potential(x->sys, x->z->q);
    s->violation[k] = fabs(phi[0]);
    s->lambda[k] = 0;
    for (int i = 0; i < x->sys->nc; i++) s->lambda[k] += x->z->lambda[i];
    s->x[k] = x->z->q[0];
    s->y[k] = x->z->q[1];
}

bool hol_p001_run_swing(const double par[3], const char *const option[], double h, long steps,
                        hol_p001_swing *s, hol_message *why)
{
    const hol_method *spook = hol_method_named("spook");
    double opt[16];
    hol_refusal refusal;
    *s = (hol_p001_swing){0};
    hol_option_defaults(spook->options, opt);
    for (int i = 0; option && option[i]; i++)
        if (!hol_option_set(spook->options, "option", option[i], opt, why)) return false;
    hol_experiment *x = hol_experiment_open(
        &(hol_setup){
            .problem = &simple_pendulum, .method = spook, .parameters = par, .options = opt},
        &refusal);
    if (!x) {
        hol_refusal_text(&refusal, why);
        return false;
    }
    s->energy = hol_new(5 * (int)(steps + 1), sizeof *s->energy);
    s->violation = s->energy + steps + 1, s->lambda = s->violation + steps + 1;
    s->x = s->lambda + steps + 1, s->y = s->x + steps + 1;
    hol_status status = hol_start(x->s, 0, h, NULL, x->z);
    if (!status) read_swing(x, s);
    for (long n = 1; n <= steps && !status; n++) {
        if ((status = hol_step(x->s, h, x->z))) break;
        x->z->t = (double)n * h;
        read_swing(x, s);
    }
    hol_experiment_close(x);
    if (status != HOL_NO_MEMORY) return true;
    free(s->energy);
    return hol_wrong(why, "spook on the pendulum: %s", hol_status_text(status));
}

/* ---------------------------------------------------------------- penalty */

/* The pendulum from its lowest point at speed v, by a spring of compliance epsilon along the rod,
 * U = (|r| - l)^2/(2 epsilon), to t = 0.2 s by Verlet's method at sixty steps a radian of the
 * spring: the largest difference of position and of the force of the rod from the rigid one's,
 * which is stepped alike by its angle. */
static void penalty(double epsilon, double *position, double *force)
{
    static const double v = 3, l = 1, until = 0.2, radian = 60;
    double w = sqrt(1 / (epsilon * mass)), h = 1 / (radian * w);
    long steps = lrint(until / h);
    double r[2] = {0, -l}, p[2] = {v, 0}, phi = 0, phi1 = v / l;
    *position = *force = 0;
    for (long n = 0; n <= steps; n++) {
        double length = hypot(r[0], r[1]), load = (length - l) / epsilon;
        double rigid = mass * (l * phi1 * phi1 + g * cos(phi));
        *position = fmax(*position, hypot(r[0] - l * sin(phi), r[1] + l * cos(phi)));
        *force = fmax(*force, fabs(load - rigid));
        for (int half = 0; half < 2; half++) {
            length = hypot(r[0], r[1]);
            load = (length - l) / epsilon;
            p[0] -= 0.5 * h * load * r[0] / (length * mass);
            p[1] -= 0.5 * h * (load * r[1] / (length * mass) + g);
            phi1 -= 0.5 * h * g / l * sin(phi);
            if (half) break;
            r[0] += h * p[0], r[1] += h * p[1];
            phi += h * phi1;
        }
    }
}

enum { PENALTIES = 5 }; /* epsilon = 1e-4 to 1e-8 m/N */
enum { EPSILON, POSITION, FORCE, SPOOK_FORCE, PENALTY_COLUMNS };

/* SPOOK's multiplier at t = 0.2 s, where its start has died out, against the rigid rod's. */
static bool run_penalty(double x[PENALTIES][PENALTY_COLUMNS], hol_message *why)
{
    static const double par[] = {1, 1, 3};
    enum { STEPS = 400 };
    for (int i = 0; i < PENALTIES; i++) {
        char text[32];
        hol_p001_swing s;
        x[i][EPSILON] = pow(10, -4 - i);
        penalty(x[i][EPSILON], &x[i][POSITION], &x[i][FORCE]);
        snprintf(text, sizeof text, "epsilon=%.0e", x[i][EPSILON]);
        if (!hol_p001_run_swing(par, (const char *[]){text, NULL}, 0.2 / STEPS, STEPS, &s, why))
            return false;
        double phi = 0, phi1 = 3, h = 1e-5;
        for (long n = 0; n < 20000; n++) {
            phi1 -= 0.5 * h * g * sin(phi);
            phi += h * phi1;
            phi1 -= 0.5 * h * g * sin(phi);
        }
        double rigid = mass * (phi1 * phi1 + g * cos(phi));
        x[i][SPOOK_FORCE] = fabs(fabs(s.lambda[s.count - 1]) - rigid);
        hol_p001_free_swing(&s);
    }
    return true;
}

static void find_penalty(hol_paper_section *to, double x[PENALTIES][PENALTY_COLUMNS])
{
    double force[2 * PENALTIES], position[2 * PENALTIES], kept[2 * PENALTIES];
    for (int i = 0; i < PENALTIES; i++) {
        force[2 * i] = position[2 * i] = x[i][EPSILON];
        force[2 * i + 1] = x[i][FORCE];
        position[2 * i + 1] = x[i][POSITION];
        kept[2 * (PENALTIES - 1 - i)] = x[i][EPSILON];
        kept[2 * (PENALTIES - 1 - i) + 1] = x[i][SPOOK_FORCE];
    }
    hol_paper_find(to, "penalty-position", 2 * PENALTIES, position,
                   "%.2g m at epsilon = 1e-4 m/N, %.2g m at 1e-8", x[0][POSITION],
                   x[PENALTIES - 1][POSITION]);
    hol_paper_find(to, "penalty-force", 2 * PENALTIES, force,
                   "the force is off by %.1f N at epsilon = 1e-4 m/N and by %.1f N at 1e-8: it "
                   "swings between nothing and twice its value",
                   x[0][FORCE], x[PENALTIES - 1][FORCE]);
    hol_paper_find(to, "spook-force", 2 * PENALTIES, kept,
                   "SPOOK's multiplier is off by %.2g N at epsilon = 1e-4 m/N, by %.2g N at 1e-6, "
                   "by %.2g N at 1e-8",
                   x[0][SPOOK_FORCE], x[2][SPOOK_FORCE], x[PENALTIES - 1][SPOOK_FORCE]);
}

/* ---------------------------------------------------------------- the part */

bool hol_p001_penalty(hol_paper_section *to)
{
    double x[PENALTIES][PENALTY_COLUMNS];
    if (!run_penalty(x, &to->why)) return false;
    find_penalty(to, x);
    return hol_paper_write_sheet(
        to, "paper-001-penalty.csv",
        &(hol_paper_sheet){"epsilon [m/N],penalty: largest distance [m],force of "
                           "the rod off by [N],spook: at the end [N]",
                           PENALTIES, PENALTY_COLUMNS, x[0], .digits = 6});
}
