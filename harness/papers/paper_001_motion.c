/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paper 001, Figures 3 to 5: the ladder falls for 20 s, its energy and its violations; stability at
 * the steps of the paper. */
#include <math.h>
#include <string.h>

#include "harness/papers/paper_001.h"
#include "holonomy/run.h"

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

static void find_stability(hol_paper_section *to, const hol_p001_motion m[FALLS])
{
    double least[SIZES], between = -INFINITY;
    bool stable = true;
    for (int i = 0; i < SIZES; i++) {
        const hol_p001_motion *up = &m[i], *down = &m[DOWN + i];
        least[i] = -fmax(up->gain, down->gain);
        stable = stable && isinf(up->broken) && isinf(down->broken) && least[i] >= 0;
        between = fmax(between, fmax(up->rise / fabs(up->node->energy),
                                     down->rise / fabs(down->node->energy)));
    }
    hol_paper_find_unruled(
        to, "section 6", "stable at h = 1/60 s, most cases", hol_paper_if(stable),
        "over %g s, rungs up and down, the energy stays at least %.3g J (N = 10), "
        "%.3g J (N = 20), %.3g J (N = 100) below its start; by the velocity between the "
        "steps it rises by %.1e |E0| at most",
        HOL_P001_SPAN, least[TEN], least[TWENTY], least[HUNDRED], between);
}

static void find_large_steps(hol_paper_section *to, const hol_p001_motion *twentieth,
                             const hol_p001_motion *eighth)
{
    hol_paper_find_unruled(
        to, "section 6", "stable for h as large as 1/20 s for N = 20",
        hol_paper_if(isinf(twentieth->broken) && twentieth->gain <= 0),
        "over %g s the energy stays %.3g J below its start, yet a rod stretches by "
        "%.0f %% in the whiplash; at h = 1/%g s it stays %.3g J below, with a rod %.0f "
        "times its length",
        HOL_P001_SPAN, -twentieth->gain, 100 * twentieth->most_stretch, 1 / falls[EIGHTH].h,
        -eighth->gain, 1 + eighth->most_stretch);
}

/* ---------------------------------------------------------------- Figures 4 and 5 */

typedef struct {
    double t, lost, vertical; /* of the most energy lost in half a second: its middle [s], [J]; the
                                 nearest time at which the mass centre is below the origin [s] */
} fall;

static fall steepest_fall(const hol_p001_motion *m)
{
    enum { WINDOW = 30 };
    fall f = {.lost = -INFINITY, .vertical = INFINITY};
    for (long k = 0; k + WINDOW < m->count; k++) {
        const hol_p001_node *a = &m->node[k], *b = a + WINDOW;
        if (a->midpoint - b->midpoint <= f.lost) continue;
        f.lost = a->midpoint - b->midpoint;
        f.t = 0.5 * (a->t + b->t);
    }
    for (long k = 1; k < m->count; k++) {
        const hol_p001_node *a = &m->node[k - 1], *b = a + 1;
        bool passes = (a->centre > 0) != (b->centre > 0);
        if (passes && fabs(b->t - f.t) < fabs(f.vertical - f.t)) f.vertical = b->t;
    }
    return f;
}

static void find_energy(hol_paper_section *to, const hol_p001_motion *ten,
                        const hol_p001_motion *hundred)
{
    fall a = steepest_fall(ten), b = steepest_fall(hundred);
    bool near = fabs(a.t - a.vertical) <= 0.5 && fabs(b.t - b.vertical) <= 0.5;
    hol_paper_find_unruled(
        to, "section 6, Figure 4", "the energy dissipates, most when the chain passes the vertical",
        hol_paper_if(near),
        "most in half a second is lost about t = %.1f s for N = 10 (%.3g kJ; its mass "
        "centre passes below the origin at %.1f s) and %.1f s for N = 100 (%.3g kJ; %.1f "
        "s)",
        a.t, 1e-3 * a.lost, a.vertical, b.t, 1e-3 * b.lost, b.vertical);
}

static void find_violation(hol_paper_section *to, const hol_p001_motion *ten,
                           const hol_p001_motion *hundred)
{
    static const double tight = 0.1; /* [m], a tenth of a rod */
    hol_paper_find_unruled(
        to, "section 6, Figure 5", "violation is kept within tight bounds, even for large systems",
        hol_paper_if(fmax(ten->most_rms, hundred->most_rms) <= tight),
        "tight being %g m: root mean square %.2g m on average and %.2g m at most for N "
        "= 10, %.2g and %.2g m for N = 100, where the whiplash stretches a rod to %.1f "
        "times its length",
        tight, ten->mean_rms, ten->most_rms, hundred->mean_rms, hundred->most_rms,
        1 + hundred->most_stretch);
}

static void write_motions(FILE *out, const void *of)
{
    const hol_p001_motion *m = of;
    static const int drawn[] = {TEN, HUNDRED};
    fputs("t [s], then for N = 10 and 100: energy by v_k [J],by (v_k + v_k+1)/2 [J],RMS of Phi,of "
          "the unit constraints,mass centre x [m]\n",
          out);
    for (long k = 0; k < m[TEN].count && k < m[HUNDRED].count; k++) {
        fprintf(out, "%.10g", m[TEN].node[k].t);
        for (int i = 0; i < 2; i++) {
            const hol_p001_node *at = &m[drawn[i]].node[k];
            fprintf(out, ",%.10g,%.10g,%.6g,%.6g,%.6g", at->energy, at->midpoint, at->rms, at->unit,
                    at->centre);
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
    bool good = hol_p001_rides(FALLS, is, m, &to->why);
    if (good) {
        find_stability(to, m);
        find_large_steps(to, &m[TWENTIETH], &m[EIGHTH]);
        find_energy(to, &m[TEN], &m[HUNDRED]);
        find_violation(to, &m[TEN], &m[HUNDRED]);
        good = hol_paper_write(to, "paper-001-motion.csv", write_motions, m) &&
               hol_paper_write(to, "paper-001-snapshots.csv", write_films, f);
    }
    hol_p001_free(FALLS, m);
    return good;
}
