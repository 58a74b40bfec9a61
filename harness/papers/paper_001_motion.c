/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paper 001, Figures 3 to 5: the ladder falls for 20 s, its energy and its violations; stability at
 * the steps of the paper, by how far the energy with what is stored in the rows rises above its
 * least so far, over the largest kinetic energy of the run. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/papers/paper_001.h"

/* ---------------------------------------------------------------- Figure 3 */

static const double shots[] = {0, 0.5, 1, 1.5, 2, 2.5, 3, 4}; /* [s] */
enum { SHOTS = sizeof shots / sizeof *shots, RODS = 61 };     /* of N = 20 */

typedef struct {
    const char *rungs;
    double end[SHOTS][RODS][4]; /* x, y of tail and head of a rod [m] */
    int taken;
} film;

static void shoot(void *self, const hol_node *node)
{
    static const double half = 0.5; /* of a rod [m] */
    film *f = self;
    hol_eval *sys = node->s->sys;
    hol_pose pose[RODS];
    if (f->taken == SHOTS || node->z->t < shots[f->taken] - 1e-9) return;
    hol_poses(sys, node->z->q, node->z->v, pose);
    for (int b = 0; b < RODS; b++) {
        const double *r = pose[b].r, angle = 2 * atan2(pose[b].p[3], pose[b].p[0]);
        double x = half * cos(angle), y = half * sin(angle), *end = f->end[f->taken][b];
        end[0] = r[0] - x, end[1] = r[1] - y, end[2] = r[0] + x, end[3] = r[1] + y;
    }
    f->taken++;
}

static void write_films(FILE *out, const void *of)
{
    fputs("rungs,t [s],tail x [m],y,head x,y\n", out);
    for (const film *f = of; f < (const film *)of + 2; f++)
        for (int k = 0; k < f->taken * RODS; k++) {
            const double *end = f->end[k / RODS][k % RODS];
            fprintf(out, "%s,%.6g,%.6g,%.6g,%.6g,%.6g\n", f->rungs, shots[k / RODS], end[0], end[1],
                    end[2], end[3]);
        }
}

/* ---------------------------------------------------------------- 20 seconds */

enum { TEN, TWENTY, HUNDRED, SIZES, DOWN = SIZES, TWENTIETH = 2 * SIZES, EIGHTH, FALLS };
static const hol_paper_run falls[FALLS] = {
    /* rungs up, down; at larger steps */
    [TEN] = HOL_P001_SPOOK(HOL_P001_FRAME, "N=10"),
    [TWENTY] = HOL_P001_SPOOK(HOL_P001_FRAME, "N=20"),
    [HUNDRED] = HOL_P001_SPOOK(HOL_P001_FRAME, "N=100"),
    [DOWN + TEN] = HOL_P001_SPOOK(HOL_P001_FRAME, "N=10", "rungs=down"),
    [DOWN + TWENTY] = HOL_P001_SPOOK(HOL_P001_FRAME, "N=20", "rungs=down"),
    [DOWN + HUNDRED] = HOL_P001_SPOOK(HOL_P001_FRAME, "N=100", "rungs=down"),
    [TWENTIETH] = HOL_P001_SPOOK(1 / 20., "N=20"),
    [EIGHTH] = HOL_P001_SPOOK(1 / 8., "N=20"),
};

static void find_stable(hol_paper_section *to, const char *id, const hol_p001_motion *m,
                        const char *run)
{
    double *x = hol_new((int)m->count, sizeof *x);
    int turns = hol_p001_turns(m, (int)m->count, x);
    hol_paper_find(to, id, turns, x,
                   "%s: the most it rises above its least so far is %.2g kJ, %.3f of the largest "
                   "kinetic energy (%.3g kJ), at %.1f s; without what is stored %.3f of it; a rod "
                   "stretches by %.0f %% at most",
                   run, 1e-3 * m->rise, m->rise / m->kinetic, 1e-3 * m->kinetic, m->risen,
                   m->bare / m->kinetic, 100 * m->most_stretch);
    free(x);
}

static void find_stability(hol_paper_section *to, const hol_p001_motion m[FALLS])
{
    static const struct {
        int fall;
        const char *id, *run;
    } of[] = {
        {TEN, "stable-10", "N = 10, rungs up"},
        {DOWN + TEN, "stable-10-down", "N = 10, rungs down"},
        {TWENTY, "stable-20", "N = 20, rungs up"},
        {DOWN + TWENTY, "stable-20-down", "N = 20, rungs down"},
        {HUNDRED, "stable-100", "N = 100, rungs up"},
        {DOWN + HUNDRED, "stable-100-down", "N = 100, rungs down"},
        {TWENTIETH, "stable-twentieth", "h = 1/20 s, N = 20"},
        {EIGHTH, "stable-eighth", "h = 1/8 s, N = 20"},
    };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        find_stable(to, of[i].id, &m[of[i].fall], of[i].run);
}

/* ---------------------------------------------------------------- Figures 4 and 5 */

enum { CHAINS = 2 * SIZES }; /* sizes, rungs up and down */

/* Mean power of the dampers [W] away from, and within `near` of, the times at which the mass centre
 * passes below the origin. */
static void damping_power(const hol_p001_motion *m, double power[2])
{
    static const double near = 0.25; /* [s] */
    double work[2] = {0}, time[2] = {0};
    for (long k = 1; k < m->count; k++) {
        const hol_p001_node *at = &m->node[k];
        int is_near = 0;
        for (long i = 1; i < m->count && !is_near; i++)
            is_near = (m->node[i - 1].centre > 0) != (m->node[i].centre > 0) &&
                      fabs(m->node[i].t - at->t) <= near;
        work[is_near] += at->damped - m->node[k - 1].damped;
        time[is_near] += at->t - m->node[k - 1].t;
    }
    for (int i = 0; i < 2; i++) power[i] = work[i] / time[i];
}

static void find_energy(hol_paper_section *to, const hol_p001_motion m[FALLS])
{
    double lost[CHAINS], power[2 * CHAINS];
    for (int i = 0; i < CHAINS; i++) {
        const hol_p001_node *a = m[i].node, *b = a + m[i].count - 1;
        lost[i] = (a->energy - b->energy - b->stored) / m[i].kinetic;
        damping_power(&m[i], power + 2 * i);
    }
    hol_paper_find(
        to, "dissipates", CHAINS, lost,
        "N = 10: %.2f of it rungs up, %.2f down; N = 20: %.2f, %.2f; N = 100: "
        "%.2f, %.2f; of what N = 10 loses, %.3g kJ, the dampers of the rows take %.3g kJ",
        lost[TEN], lost[DOWN + TEN], lost[TWENTY], lost[DOWN + TWENTY], lost[HUNDRED],
        lost[DOWN + HUNDRED], 1e-3 * lost[TEN] * m[TEN].kinetic,
        1e-3 * m[TEN].node[m[TEN].count - 1].damped);
    hol_paper_find(to, "vertical", 2 * CHAINS, power,
                   "near the vertical it is %.2f and %.2f times what it is elsewhere for "
                   "N = 10 (rungs up, down), %.2f and %.2f for N = 20, %.2f and %.2f for N = 100",
                   power[1] / power[0], power[7] / power[6], power[3] / power[2],
                   power[9] / power[8], power[5] / power[4], power[11] / power[10]);
}

static void find_violation(hol_paper_section *to, const hol_p001_motion *ten,
                           const hol_p001_motion *hundred)
{
    const double x[] = {ten->most_rms, hundred->most_rms};
    hol_paper_find(to, "tight", 2, x,
                   "%.2g m on average and %.2g m at most for N = 10, %.2g and %.2g m for "
                   "N = 100, where the whiplash stretches a rod to %.1f times its length",
                   ten->mean_rms, ten->most_rms, hundred->mean_rms, hundred->most_rms,
                   1 + hundred->most_stretch);
}

static void write_motions(FILE *out, const void *of)
{
    const hol_p001_motion *m = of;
    static const int drawn[] = {TEN, HUNDRED};
    fputs(
        "t [s], then for N = 10 and 100: energy [J],stored,damped,kinetic,potential,RMS of Phi,of "
        "the unit constraints,mass centre x [m]\n",
        out);
    for (long k = 0; k < m[TEN].count && k < m[HUNDRED].count; k++) {
        fprintf(out, "%.10g", m[TEN].node[k].t);
        for (int i = 0; i < 2; i++) {
            const hol_p001_node *at = &m[drawn[i]].node[k];
            fprintf(out, ",%.10g,%.10g,%.10g,%.10g,%.10g,%.6g,%.6g,%.6g", at->energy, at->stored,
                    at->damped, at->kinetic, at->potential, at->rms, at->unit, at->centre);
        }
        putc('\n', out);
    }
}

bool hol_p001_falls(hol_paper_section *to)
{
    film f[2] = {{.rungs = "up"}, {.rungs = "down"}};
    hol_paper_run is[FALLS];
    hol_p001_motion m[FALLS];
    memcpy(is, falls, sizeof is);
    for (int k = 0; k < 2; k++) {
        is[k * DOWN + TWENTY].observe = shoot;
        is[k * DOWN + TWENTY].observer = &f[k];
    }
    bool good = hol_p001_rides(FALLS, is, INFINITY, m, &to->why);
    if (good) {
        find_stability(to, m);
        find_energy(to, m);
        find_violation(to, &m[TEN], &m[HUNDRED]);
        good = hol_paper_write(to, "paper-001-motion.csv", write_motions, m) &&
               hol_paper_write(to, "paper-001-snapshots.csv", write_films, f);
    }
    hol_p001_free(FALLS, m);
    return good;
}
