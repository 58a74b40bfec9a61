/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paper 001, Figures 3 to 5: the ladder falls for 20 s, its energy and its violations; stability at
 * the steps of the paper. */
#include <math.h>
#include <stdlib.h>

#include "harness/cli/cli.h"
#include "harness/memory.h"
#include "harness/papers/paper_001.h"

static const double span = 20; /* [s] */

/* ---------------------------------------------------------------- Figure 3 */

typedef struct {
    FILE *out;
    const char *rungs;
    const double *at; /* times to draw, ascending [s] */
    int left;
} camera;

/* "rungs,t,x0,y0,x1,y1": each rod from tail to head. */
static void shoot(void *self, const hol_rig *r)
{
    camera *c = self;
    static const double half = 0.5; /* of a rod [m] */
    if (!c->left || r->z->t < *c->at - 1e-9) return;
    hol_pose *pose = hol_new(r->sys->nb, sizeof *pose);
    r->sys->poses(r->sys, r->z->q, r->z->v, pose);
    for (int b = 0; b < r->sys->nb; b++) {
        const hol_pose *at = &pose[b];
        double angle = 2 * atan2(at->p[3], at->p[0]);
        double x = half * cos(angle), y = half * sin(angle);
        fprintf(c->out, "%s,%.6g,%.6g,%.6g,%.6g,%.6g\n", c->rungs, *c->at, at->r[0] - x,
                at->r[1] - y, at->r[0] + x, at->r[1] + y);
    }
    free(pose);
    c->at++;
    c->left--;
}

static int snapshots(const char *dir, hol_message *why)
{
    static const char name[] = "paper-001-snapshots.csv";
    static const double at[] = {0, 0.5, 1, 1.5, 2, 2.5, 3, 4};
    static const char *const rungs[] = {"up", "down"};
    enum { SHOTS = sizeof at / sizeof *at };
    FILE *out = dir ? hol_paper_open(dir, name, why) : NULL;
    bool good = true;
    if (!out) return dir ? HOL_EXIT_FILE : HOL_EXIT_OK;
    fputs("rungs,t [s],tail x [m],y,head x,y\n", out);
    for (int k = 0; good && k < 2; k++) {
        char word[32];
        camera c = {out, rungs[k], at, SHOTS};
        hol_p001_motion m;
        snprintf(word, sizeof word, "rungs=%s", rungs[k]);
        good = hol_p001_ride(&HOL_P001_SPOOK("N=20", word), hol_p001_frame, at[SHOTS - 1], shoot,
                             &c, &m, why);
        free(m.node);
    }
    if (!hol_paper_close(out, dir, name, why)) return HOL_EXIT_FILE;
    return good ? HOL_EXIT_OK : HOL_EXIT_FAILED;
}

/* ---------------------------------------------------------------- 20 seconds */

enum { TEN, TWENTY, HUNDRED, SIZES };
static const char *const size[SIZES] = {"N=10", "N=20", "N=100"};

/* How far the energy stays below its start [J]. */
static double margin(const hol_p001_motion *m)
{
    return m->node->energy - hol_p001_largest(m, hol_p001_energy);
}

/* The most that the energy by (v_k + v_k+1)/2 rises above the start, of |E0|. */
static double rise_between(const hol_p001_motion *m)
{
    double most = -INFINITY, first = m->node->energy;
    for (long k = 0; k < m->count; k++) most = fmax(most, m->node[k].midpoint - first);
    return most / fabs(first);
}

static bool is_whole(const hol_p001_motion *m)
{
    return isinf(m->broken);
}

static int find_stability(hol_paper_findings *found, const hol_p001_motion up[SIZES],
                          hol_message *why)
{
    double least[SIZES], between = -INFINITY;
    bool good = true, stable = true;
    for (int i = 0; good && i < SIZES; i++) {
        hol_p001_motion down;
        good = hol_p001_ride(&HOL_P001_SPOOK(size[i], "rungs=down"), hol_p001_frame, span, NULL,
                             NULL, &down, why);
        if (!good) break;
        least[i] = fmin(margin(&up[i]), margin(&down));
        stable = stable && is_whole(&up[i]) && is_whole(&down) && least[i] >= 0;
        between = fmax(between, fmax(rise_between(&up[i]), rise_between(&down)));
        free(down.node);
    }
    if (!good) return HOL_EXIT_FAILED;
    hol_paper_find(found, "section 6", "stable at h = 1/60 s, most cases", hol_paper_if(stable),
                   "over %g s, rungs up and down, the energy stays at least %.3g J (N = 10), "
                   "%.3g J (N = 20), %.3g J (N = 100) below its start; by the velocity between the "
                   "steps it rises by %.1e |E0| at most",
                   span, least[TEN], least[TWENTY], least[HUNDRED], between);
    return HOL_EXIT_OK;
}

static int find_large_steps(hol_paper_findings *found, hol_message *why)
{
    hol_p001_motion twentieth, eighth;
    bool good = hol_p001_ride(&HOL_P001_SPOOK("N=20"), 1 / 20., span, NULL, NULL, &twentieth, why);
    if (good) {
        good = hol_p001_ride(&HOL_P001_SPOOK("N=20"), 1 / 8., span, NULL, NULL, &eighth, why);
        if (good)
            hol_paper_find(
                found, "section 6", "stable for h as large as 1/20 s for N = 20",
                hol_paper_if(is_whole(&twentieth) && margin(&twentieth) >= 0),
                "over %g s the energy stays %.3g J below its start, yet a rod stretches by %.0f %% "
                "in the whiplash; at h = 1/8 s it stays %.3g J below, with a rod %.0f times its "
                "length",
                span, margin(&twentieth), 100 * hol_p001_largest(&twentieth, hol_p001_stretch),
                margin(&eighth), 1 + hol_p001_largest(&eighth, hol_p001_stretch));
        free(eighth.node);
    }
    free(twentieth.node);
    return good ? HOL_EXIT_OK : HOL_EXIT_FAILED;
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

static void find_energy(hol_paper_findings *found, const hol_p001_motion *ten,
                        const hol_p001_motion *hundred)
{
    fall a = steepest_fall(ten), b = steepest_fall(hundred);
    bool near = fabs(a.t - a.vertical) <= 0.5 && fabs(b.t - b.vertical) <= 0.5;
    hol_paper_find(
        found, "section 6, Figure 4",
        "the energy dissipates, most when the chain passes the vertical", hol_paper_if(near),
        "most in half a second is lost about t = %.1f s for N = 10 (%.3g kJ; its mass "
        "centre passes below the origin at %.1f s) and %.1f s for N = 100 (%.3g kJ; %.1f "
        "s)",
        a.t, 1e-3 * a.lost, a.vertical, b.t, 1e-3 * b.lost, b.vertical);
}

static void find_violation(hol_paper_findings *found, const hol_p001_motion *ten,
                           const hol_p001_motion *hundred)
{
    static const double tight = 0.1; /* [m], a tenth of a rod */
    double a = hol_p001_largest(ten, hol_p001_rms), b = hol_p001_largest(hundred, hol_p001_rms);
    hol_paper_find(found, "section 6, Figure 5",
                   "violation is kept within tight bounds, even for large systems",
                   hol_paper_if(fmax(a, b) <= tight),
                   "tight being %g m: root mean square %.2g m on average and %.2g m at most for N "
                   "= 10, %.2g and %.2g m for N = 100, where the whiplash stretches a rod to %.1f "
                   "times its length",
                   tight, hol_p001_mean(ten, hol_p001_rms), a, hol_p001_mean(hundred, hol_p001_rms),
                   b, 1 + hol_p001_largest(hundred, hol_p001_stretch));
}

static int write_motions(const char *dir, const hol_p001_motion *ten,
                         const hol_p001_motion *hundred, hol_message *why)
{
    static const char name[] = "paper-001-motion.csv";
    const hol_p001_motion *const of[] = {ten, hundred};
    FILE *out = dir ? hol_paper_open(dir, name, why) : NULL;
    if (!out) return dir ? HOL_EXIT_FILE : HOL_EXIT_OK;
    fputs("t [s], then for N = 10 and 100: energy by v_k [J],by (v_k + v_k+1)/2 [J],RMS of Phi,of "
          "the unit constraints,mass centre x [m]\n",
          out);
    for (long k = 0; k < ten->count && k < hundred->count; k++) {
        fprintf(out, "%.10g", ten->node[k].t);
        for (int i = 0; i < 2; i++) {
            const hol_p001_node *at = &of[i]->node[k];
            fprintf(out, ",%.10g,%.10g,%.6g,%.6g,%.6g", at->energy, at->midpoint, at->rms, at->unit,
                    at->centre);
        }
        putc('\n', out);
    }
    return hol_paper_close(out, dir, name, why) ? HOL_EXIT_OK : HOL_EXIT_FILE;
}

int hol_p001_falls(hol_paper_findings *found, const char *dir, hol_message *why)
{
    hol_p001_motion up[SIZES] = {{0}};
    bool good = true;
    for (int i = 0; good && i < SIZES; i++)
        good =
            hol_p001_ride(&HOL_P001_SPOOK(size[i]), hol_p001_frame, span, NULL, NULL, &up[i], why);
    int code = good ? find_stability(found, up, why) : HOL_EXIT_FAILED;
    if (!code) code = find_large_steps(found, why);
    if (!code) {
        find_energy(found, &up[TEN], &up[HUNDRED]);
        find_violation(found, &up[TEN], &up[HUNDRED]);
        code = write_motions(dir, &up[TEN], &up[HUNDRED], why);
    }
    for (int i = 0; i < SIZES; i++) free(up[i].node);
    return code ? code : snapshots(dir, why);
}
