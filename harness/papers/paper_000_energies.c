/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the text of paper 000 says of energies, work and steps (sections 4.1, 6.3, Figures 6.4 to
 * 6.9), judged by the work its trapezoidal rule has and by the exact work. */
#include <math.h>

#include "harness/papers/paper_000.h"

/* ---------------------------------------------------------------- energies */

static void find_kept(hol_paper_section *to, const hol_p000_runs *R, int p)
{
    const hol_p000_motion *off = R->off[p][0], *on = hol_p000_table(R, p, false);
    const double rule[] = {hol_p000_drift(on, false), hol_p000_drift(off, false)},
                 exact[] = {hol_p000_drift(on, true), hol_p000_drift(off, true)};
    char id[32];
    snprintf(id, sizeof id, "energy-%s", hol_p000_name[p]);
    hol_paper_find(to, id, 2, rule, "off by at most %.1e J imposed, %.1e J free", rule[0], rule[1]);
    if (p == 0) return;
    snprintf(id, sizeof id, "exact-%s", hol_p000_name[p]);
    hol_paper_find(
        to, id, 2, exact,
        "by the exact work off by %.2g J imposed, %.2g J free: the drift drawn is mostly "
        "the error of the rule's W_ext, and imposing it makes the balance %.1f times "
        "worse",
        exact[0], exact[1], exact[0] / exact[1]);
}

/* ---------------------------------------------------------------- growth */

/* Mean kinetic energy over [from, to], by steps [J]. */
static double mean_kinetic(const hol_p000_motion *m, double from, double to)
{
    double sum = 0, time = 0;
    for (int i = 1; i < m->nodes; i++) {
        const hol_p000_node *n = &m->node[i];
        if (n->t < from || n->t > to) continue;
        sum += n->h * 0.5 * (n->kinetic + n[-1].kinetic);
        time += n->h;
    }
    return sum / time;
}

static void find_growth(hol_paper_section *to, const hol_p000_runs *R)
{
    for (int p = 1; p < HOL_P000_PROBLEMS; p++) {
        const hol_p000_motion *m = R->way[p][hol_p000_way(false, true, true)];
        const double x[] = {4.5, mean_kinetic(m, 4, 5), 6.5, mean_kinetic(m, 6, 7),
                            9.5, mean_kinetic(m, 9, 10)};
        char id[32];
        snprintf(id, sizeof id, "growth-%s", hol_p000_name[p]);
        hol_paper_find(to, id, 6, x,
                       "mean kinetic energy %.0f J over 4 to 5 s, %.0f J over 9 to 10 s", x[1],
                       x[5]);
    }
}

/* ---------------------------------------------------------------- spikes and the leap */

enum { BINS = 20 };

typedef struct { /* of half a second */
    double kinetic, change, newton;
    int nodes;
} bin;

static void count_bins(const hol_p000_motion *m, bin of[BINS])
{
    for (int i = 1; i < m->nodes; i++) {
        const hol_p000_node *n = &m->node[i], *l = n - 1;
        int k = (int)fmin(n->t * BINS / HOL_P000_SPAN, BINS - 1);
        double change = n->kinetic + n->potential - n->work - l->kinetic - l->potential + l->work;
        of[k].nodes++;
        of[k].kinetic += n->kinetic;
        of[k].change = fmax(of[k].change, fabs(change));
        of[k].newton = fmax(of[k].newton, n->newton);
    }
}

static void find_spikes(hol_paper_section *to, const hol_p000_runs *R)
{
    const hol_p000_motion *m = hol_p000_table(R, 1, false);
    bin of[BINS] = {0};
    double newton[2 * BINS], kinetic[2 * BINS], most = 0;
    count_bins(m, of);
    for (int k = 0; k < BINS; k++) {
        newton[2 * k] = log10(of[k].newton);
        kinetic[2 * k] = of[k].kinetic / of[k].nodes;
        newton[2 * k + 1] = kinetic[2 * k + 1] = log10(of[k].change);
        most = fmax(most, of[k].change);
    }
    hol_paper_find(to, "spikes-newton", 2 * BINS, newton,
                   "W_total changes by up to %.1e J in a step, %ld iterations in one projection",
                   most, m->counters.newton_most);
    hol_paper_find(to, "spikes-kinetic", 2 * BINS, kinetic,
                   "largest change of a step %.1e J in the first second, %.1e J in the last",
                   fmax(of[0].change, of[1].change),
                   fmax(of[BINS - 2].change, of[BINS - 1].change));
}

static void find_leap(hol_paper_section *to, const hol_p000_runs *R)
{
    const hol_p000_motion *m = hol_p000_table(R, 1, false);
    const hol_p000_node *at = m->node + 1;
    double others = 0;
    for (int i = 1; i < m->nodes; i++)
        if (m->node[i].leap > at->leap) at = &m->node[i];
    for (int k = 1; k < HOL_P000_WAYS; k++) {
        const hol_p000_motion *o = R->way[1][k];
        for (int i = 1; i < o->nodes; i++) others = fmax(others, o->node[i].leap);
    }
    const hol_p000_node *last = at - 1;
    hol_paper_find(
        to, "leap", 1, &at->leap,
        "the step to t = %.4f s goes %.1f times as far as its speed allows (other ways: at most "
        "%.1f), its work %.1f J by the rule, %.1f J exactly: Algorithm 5.4 and (5.5) in turn walk "
        "away from the motion, p4 and p5 alike",
        at->t, at->leap, others, at->work - last->work, at->work_exact - last->work_exact);
}

static void find_steps(hol_paper_section *to, const hol_p000_runs *R)
{
    double least[HOL_P000_PROBLEMS], most[HOL_P000_PROBLEMS];
    for (int p = 0; p < HOL_P000_PROBLEMS; p++) {
        const hol_p000_motion *m = hol_p000_table(R, p, false);
        least[p] = INFINITY, most[p] = 0;
        for (int i = 1; i < m->nodes - 1; i++) { /* the last is cut */
            least[p] = fmin(least[p], m->node[i].h);
            most[p] = fmax(most[p], m->node[i].h);
        }
    }
    hol_paper_find(to, "steps", 0, NULL,
                   "quasi-orthogonal, energy imposed: pendulum %.3f to %.3f s, quadrangle %.5f to "
                   "%.4f s, crank %.5f to %.4f s, small where the bodies are fast",
                   least[0], most[0], least[1], most[1], least[2], most[2]);
}

/* ---------------------------------------------------------------- work from outside */

static void find_work(hol_paper_section *to, const hol_p000_runs *R)
{
    for (int p = 1; p < HOL_P000_PROBLEMS; p++) {
        const hol_p000_motion *off = R->off[p][0], *rule = hol_p000_table(R, p, false),
                              *exact = R->way[p][hol_p000_way(false, true, true)];
        const hol_p000_node *last = &off->node[off->nodes - 1];
        const double x[] = {rule->position, off->position};
        char id[32];
        snprintf(id, sizeof id, "work-%s", hol_p000_name[p]);
        hol_paper_find(to, id, 2, x,
                       "with the energy free the rule is off by %.2g J at 10 s; positions off by "
                       "%.1e m free, %.1e m with this W_total imposed in turn, %.1e m with the "
                       "exact work, together",
                       fabs(last->work - last->work_exact), off->position, rule->position,
                       exact->position);
    }
}

void hol_p000_find_energies(hol_paper_section *to, const hol_p000_runs *R)
{
    for (int p = 0; p < HOL_P000_PROBLEMS; p++) find_kept(to, R, p);
    find_growth(to, R);
    find_spikes(to, R);
    find_leap(to, R);
    find_steps(to, R);
    find_work(to, R);
}
