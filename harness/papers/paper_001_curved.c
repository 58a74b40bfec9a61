/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paper 001 on curved constraints: the simple pendulum, short ones, one held twice; a ladder of
 * springs. */
#include <math.h>
#include <stdlib.h>

#include "harness/papers/paper_001.h"

static double mean(long n, const double x[])
{
    double sum = 0;
    for (long k = 0; k < n; k++) sum += x[k] / (double)n;
    return sum;
}

static double rise(const hol_p001_swing *s)
{
    double least = s->energy[0], most = 0;
    for (long k = 0; k < s->count; k++) {
        least = fmin(least, s->energy[k]);
        most = fmax(most, s->energy[k] - least);
    }
    return most;
}

/* ---------------------------------------------------------------- violation, curvature */

static bool find_violation(hol_paper_section *to)
{
    static const double par[] = {1, 1, 0}, until[] = {0.5, HOL_P001_SPAN};
    double pairs[4];
    for (int i = 0; i < 2; i++) {
        hol_p001_swing s;
        hol_p001_motion m;
        hol_paper_run is = HOL_P001_SPOOK(HOL_P001_FRAME, "N=10");
        is.until = until[i];
        if (!hol_p001_ride(&is, INFINITY, &m, &to->why)) return false;
        pairs[2 * i] = m.mean_rms;
        hol_p001_free(1, &m);
        if (!hol_p001_run_swing(par, NULL, HOL_P001_FRAME, lrint(60 * until[i]), &s, &to->why))
            return false;
        pairs[2 * i + 1] = mean(s.count - 1, s.violation + 1);
        hol_p001_free_swing(&s);
    }
    hol_paper_find(to, "pendulum", 2, pairs, "%.2g m by the ladder, %.2g m by the pendulum",
                   pairs[0], pairs[1]);
    hol_paper_find(to, "pendulum-long", 2, pairs + 2,
                   "%.2g m by the ladder, %.2g m by the pendulum", pairs[2], pairs[3]);
    return true;
}

enum { SHORT = 17 }; /* l = 1 to 1e-4 m, four to the decade */
enum { L, RISE, VIOLATION, CURVED_COLUMNS };

/* At h = 1/60 s for 20 s: the rise over m g l, the mean violation over l. */
static bool run_short(double x[SHORT][CURVED_COLUMNS], hol_message *why)
{
    for (int i = 0; i < SHORT; i++) {
        hol_p001_swing s;
        const double l = pow(10, -i / 4.), par[] = {l, 1, 0};
        if (!hol_p001_run_swing(par, NULL, HOL_P001_FRAME, 1200, &s, why)) return false;
        x[i][L] = l;
        x[i][RISE] = rise(&s) / (HOL_P001_MASS * HOL_P001_G * l);
        x[i][VIOLATION] = mean(s.count, s.violation) / l;
        hol_p001_free_swing(&s);
    }
    return true;
}

static void find_curvature(hol_paper_section *to, double x[SHORT][CURVED_COLUMNS])
{
    enum { LAST = 5 };
    double risen[LAST];
    int first = 0;
    while (first < SHORT - 1 && x[first][RISE] < HOL_P001_STABLE) first++;
    for (int k = 0; k < LAST; k++) risen[k] = x[SHORT - LAST + k][RISE];
    hol_paper_find(
        to, "curvature", LAST, risen,
        "pendulums let go level: the rise is %.3f at 1 m, %.3f at 10 cm, %.3f at 1 cm, %.3g at "
        "1 mm, %.3g at 0.1 mm; first above one half at %.2g m",
        x[0][RISE], x[4][RISE], x[8][RISE], x[12][RISE], x[16][RISE], x[first][L]);
}

/* ---------------------------------------------------------------- held twice, undamped */

static bool find_degenerate(hol_paper_section *to)
{
    static const double one[] = {1, 1, 0}, two[] = {1, 2, 0};
    enum { STEPS = 1200 };
    hol_p001_swing a, b;
    double apart = 0;
    if (!hol_p001_run_swing(one, (const char *[]){"epsilon=5e-9", NULL}, HOL_P001_FRAME, STEPS, &a,
                            &to->why))
        return false;
    if (!hol_p001_run_swing(two, (const char *[]){"epsilon=1e-8", NULL}, HOL_P001_FRAME, STEPS, &b,
                            &to->why)) {
        hol_p001_free_swing(&a);
        return false;
    }
    for (long k = 0; k < a.count && k < b.count; k++)
        apart = fmax(apart, hypot(a.x[k] - b.x[k], a.y[k] - b.y[k]));
    if (a.count != b.count) apart = NAN;
    hol_paper_find(to, "degenerate", 1, &apart,
                   "%.1e m: two rods of epsilon move as one of epsilon/2", apart);
    hol_p001_free_swing(&a);
    hol_p001_free_swing(&b);
    return true;
}

static bool find_undamped(hol_paper_section *to)
{
    static const double par[] = {1, 1, 0};
    enum { STEPS = 6000, EACH = 20, SAMPLES = STEPS / EACH };
    double x[SAMPLES];
    hol_p001_swing s;
    if (!hol_p001_run_swing(par, (const char *[]){"iterate=newton", "tau=0", NULL}, HOL_P001_FRAME,
                            STEPS, &s, &to->why))
        return false;
    for (int k = 0; k < SAMPLES; k++) x[k] = EACH * k < s.count ? s.energy[EACH * k] : (double)NAN;
    double most = 0;
    for (long k = 0; k < s.count; k++) most = fmax(most, fabs(s.energy[k]));
    hol_paper_find(to, "undamped-motion", SAMPLES, x,
                   "|E| is at most %.3g J in 100 s, E being 0 at the start and m g l %.3g J", most,
                   HOL_P001_MASS * HOL_P001_G);
    hol_p001_free_swing(&s);
    return true;
}

/* ---------------------------------------------------------------- stiff forces as constraints */

typedef struct { /* energy with that of the springs, over the whole run */
    int count;
    double x[1300], kinetic, stored;
} sprung;

static void read_sprung(void *self, const hol_node *node)
{
    sprung *a = self;
    hol_eval *sys = node->s->sys;
    double *phi = hol_new(sys->nc, sizeof *phi), kinetic = hol_kinetic(sys, node->z->q, node->z->v),
           stored = 0;
    hol_constraints(sys, node->z->t, node->z->q, phi, NULL);
    for (int k = 0; k < sys->softs; k++) {
        double e = phi[sys->soft[k].row];
        stored += 0.5 * e * e / sys->soft[k].compliance;
    }
    a->kinetic = fmax(a->kinetic, kinetic);
    a->stored = fmax(a->stored, stored);
    if (a->count < 1300) a->x[a->count++] = kinetic + stored + hol_potential(sys, node->z->q);
    free(phi);
}

static bool find_relaxed(hol_paper_section *to)
{
    sprung a = {0};
    hol_result r;
    hol_paper_run is =
        HOL_P001_SPOOK(HOL_P001_FRAME, "N=10", "compliance=1e-7", "damping_time=0.1");
    is.observe = read_sprung;
    is.observer = &a;
    bool good = hol_paper_prepare(&is, &r, &to->why) && hol_paper_pass(&is, &r, &to->why);
    hol_result_free(&r);
    if (!good) return false;
    for (int k = 0; k < a.count; k++) a.x[k] /= a.kinetic;
    hol_paper_find(
        to, "relaxed", a.count, a.x,
        "h = 1/60 s is %.1f times what an explicit step could take (2/sqrt(k/m)); the springs "
        "hold %.2g kJ at most of the %.3g kJ of motion",
        HOL_P001_FRAME / (2 / sqrt(1e7 / 10)), 1e-3 * a.stored, 1e-3 * a.kinetic);
    return true;
}

/* ---------------------------------------------------------------- the part */

bool hol_p001_curved(hol_paper_section *to)
{
    double x[SHORT][CURVED_COLUMNS];
    if (!find_violation(to) || !run_short(x, &to->why)) return false;
    find_curvature(to, x);
    return find_degenerate(to) && find_undamped(to) && find_relaxed(to) &&
           hol_paper_write_sheet(
               to, "paper-001-curvature.csv",
               &(hol_paper_sheet){"l [m],rise of the energy over m g l,mean violation "
                                  "over l",
                                  SHORT, CURVED_COLUMNS, x[0], .digits = 6});
}
