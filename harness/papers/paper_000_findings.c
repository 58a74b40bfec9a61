/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the text of Tuomela, Arponen, Normi 2006 (paper 000) says in section 6.3 beside what was
 * measured: costs, energies, steps, the runs under a torque. */
#include <math.h>

#include "harness/papers/paper_000.h"

static const char *const name[HOL_P000_PROBLEMS] = {"pendulum", "quadrangle", "crank"};

/* ---------------------------------------------------------------- cost */

/* Newton iterations a projection, and the time of one of them, with all else the projection does
 * [s]. */
static double iterations(const hol_p000_motion *m)
{
    return (double)m->counters.newton / (double)m->counters.projected;
}

static double time_of_one(const hol_p000_motion *m)
{
    return m->counters.seconds_projection / (double)m->counters.newton;
}

/* Quasi over orthogonal of the times a table prints. */
static double printed_ratio(const hol_paper_table *t, int row)
{
    const hol_paper_cell *quasi = hol_paper_at(t, row, "CPU total [s]"),
                         *orthogonal = hol_paper_at(t, row + 1, "CPU total [s]");
    return quasi->value / orthogonal->value;
}

static void find_ratios(hol_paper_section *to, const hol_p000_runs *R)
{
    for (int p = 0; p < HOL_P000_PROBLEMS; p++) {
        double ratio[2], count[2], one[2];
        for (int e = 0; e < 2; e++) {
            const hol_p000_motion *quasi = R->of[p][0][e], *orthogonal = R->of[p][1][e];
            ratio[e] = quasi->seconds / orthogonal->seconds;
            count[e] = (double)quasi->counters.newton / (double)orthogonal->counters.newton;
            one[e] = time_of_one(quasi) / time_of_one(orthogonal);
        }
        char place[64];
        snprintf(place, sizeof place, "Tables %d, 11: %s", 8 + p, name[p]);
        hol_paper_find_unruled(
            to, place,
            "the quasi-orthogonal projection takes less CPU time, energy imposed or free",
            hol_paper_if(ratio[0] < 1 && ratio[1] < 1),
            "quasi over orthogonal, imposed: CPU time %.2f (printed %.2f) = about %.2f of the "
            "Newton iterations x %.2f of the time of one; free: %.2f (printed %.2f), %.2f x %.2f. "
            "(5.3), (5.4) are systems of half the unknowns of (5.2), which needs the third "
            "derivatives too; distributions cost both the same",
            ratio[1], printed_ratio(to->table[p], 0), count[1], one[1], ratio[0],
            printed_ratio(to->table[HOL_P000_PROBLEMS], 2 * p), count[0], one[0]);
    }
}

static void find_price(hol_paper_section *to, const hol_p000_runs *R)
{
    double more[HOL_P000_PROBLEMS][HOL_P000_PROJECTIONS], least = INFINITY;
    for (int p = 0; p < HOL_P000_PROBLEMS; p++)
        for (int o = 0; o < HOL_P000_PROJECTIONS; o++) {
            const hol_p000_motion *const *m = (const hol_p000_motion *const *)R->of[p][o];
            more[p][o] = 100 * (m[1]->seconds / m[0]->seconds - 1);
            least = fmin(least, more[p][o]);
        }
    hol_paper_find_unruled(
        to, "Table 11", "ignoring the energy speeds up the computation", hol_paper_if(least > 0),
        "imposing it costs, quasi and orthogonal: pendulum %+.0f %%, %+.0f %% CPU time; "
        "quadrangle %+.0f %%, %+.0f %%; crank %+.0f %%, %+.0f %%",
        more[0][0], more[0][1], more[1][0], more[1][1], more[2][0], more[2][1]);
}

/* ---------------------------------------------------------------- energies and steps */

/* Largest |W_total - W_total(0)|, W_ext by the trapezoidal rule [J]. */
static double drift(const hol_p000_motion *m)
{
    double most = 0;
    for (int i = 0; i < m->nodes; i++) {
        const hol_p000_node *n = &m->node[i], *first = m->node;
        double W = n->kinetic + n->potential - n->work;
        most = fmax(most, fabs(W - first->kinetic - first->potential + first->work));
    }
    return most;
}

/* The end of the step over which that W_total changes most. */
static const hol_p000_node *jump(const hol_p000_motion *m, double *by)
{
    const hol_p000_node *at = m->node;
    *by = 0;
    for (int i = 1; i < m->nodes; i++) {
        const hol_p000_node *n = &m->node[i], *l = n - 1;
        double change = n->kinetic + n->potential - n->work - l->kinetic - l->potential + l->work;
        if (!(fabs(change) > fabs(*by))) continue;
        *by = change;
        at = n;
    }
    return at;
}

static double most_kinetic(const hol_p000_motion *m)
{
    double most = 0;
    for (int i = 0; i < m->nodes; i++) most = fmax(most, m->node[i].kinetic);
    return most;
}

static void find_energies(hol_paper_section *to, const hol_p000_runs *R)
{
    for (int p = 0; p < HOL_P000_PROBLEMS; p++) {
        const hol_p000_motion *off = R->of[p][0][0], *on = R->of[p][0][1];
        char place[64], most[160] = "";
        double by;
        const hol_p000_node *at = jump(on, &by), *last = at > on->node ? at - 1 : at;
        snprintf(place, sizeof place, "Figure 6.%d: %s", 4 + 2 * p, name[p]);
        if (at->work != 0) /* Algorithm 5.4 and (5.5) in turn may lead away: see the errata */
            snprintf(most, sizeof most,
                     "; %.1e J of it in the step to t = %.3f s, whose work is %.1f J by the rule "
                     "and %.1f J exactly",
                     by, at->t, at->work - last->work, at->work_exact - last->work_exact);
        hol_paper_find_unruled(
            to, place,
            "imposed, the total energy stays practically constant; else its drift-off "
            "is significant in a short time",
            hol_paper_if(drift(on) < 0.1 * drift(off)),
            "largest |W - W(0)| over 10 s: imposed %.1e J, free %.1e J; kinetic energy "
            "up to %.0f J%s",
            drift(on), drift(off), most_kinetic(on), most);
    }
}

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
    double power[2];
    for (int p = 1; p < HOL_P000_PROBLEMS; p++) {
        const hol_p000_motion *m = R->of[p][0][1];
        power[p - 1] = log2(mean_kinetic(m, 8, 10) / mean_kinetic(m, 4, 5));
    }
    hol_paper_find_unruled(
        to, "Figures 6.6, 6.8",
        "the torque speeds it up: roughly linear in velocity, quadratic in kinetic energy",
        hol_paper_if(fabs(power[0] - 2) < 0.5 && fabs(power[1] - 2) < 0.5),
        "mean kinetic energy over 8 to 10 s over that over 4 to 5 s: the power %.2f of "
        "time (quadrangle), %.2f (crank)",
        power[0], power[1]);
}

static void find_steps(hol_paper_section *to, const hol_p000_runs *R)
{
    double least[HOL_P000_PROBLEMS], most[HOL_P000_PROBLEMS];
    for (int p = 0; p < HOL_P000_PROBLEMS; p++) {
        const hol_p000_motion *m = R->of[p][0][1];
        least[p] = INFINITY, most[p] = 0;
        for (int i = 1; i < m->nodes - 1; i++) { /* the last is cut */
            least[p] = fmin(least[p], m->node[i].h);
            most[p] = fmax(most[p], m->node[i].h);
        }
    }
    hol_paper_find_unruled(
        to, "Figures 6.5, 6.7, 6.9", "(step sizes, drawn)", HOL_PAPER_BESIDE,
        "quasi-orthogonal, energy imposed: pendulum %.3f to %.3f s, quadrangle %.5f to "
        "%.4f s, crank %.5f to %.4f s, small where the bodies are fast",
        least[0], most[0], least[1], most[1], least[2], most[2]);
}

/* ---------------------------------------------------------------- work from outside */

static void find_work(hol_paper_section *to, const hol_p000_runs *R)
{
    for (int p = 1; p < HOL_P000_PROBLEMS; p++) {
        const hol_p000_motion *off = R->lesson[p][HOL_P000_OFF],
                              *rule = R->lesson[p][HOL_P000_TRAPEZOID],
                              *exact = R->lesson[p][HOL_P000_EXACT];
        const hol_p000_node *last = &rule->node[rule->nodes - 1];
        char place[64];
        snprintf(place, sizeof place, "section 4.1: %s", name[p]);
        hol_paper_find_unruled(
            to, place, "W_ext by the trapezoidal rule can be used to control the energy balance",
            hol_paper_if(rule->position <= off->position),
            "at t = 10 s the rule is off by %.2g J; positions off by %.1e m with the "
            "energy free, %.1e m with this W_total imposed, %.0f times as much, %.1e m "
            "with the exact work",
            fabs(last->work - last->work_exact), off->position, rule->position,
            rule->position / off->position, exact->position);
    }
}

/* ---------------------------------------------------------------- the pendulum under a torque */

static double norm(const double tau[3])
{
    return sqrt(tau[0] * tau[0] + tau[1] * tau[1] + tau[2] * tau[2]);
}

/* Of the accepted steps [s]. */
static double mean_step(const hol_p000_motion *m)
{
    return m->node[m->nodes - 1].t / (double)m->accepted;
}

static void find_moderate(hol_paper_section *to, const hol_p000_four m)
{
    const hol_p000_case *is = &m[0][0]->is;
    double more[HOL_P000_PROJECTIONS];
    for (int o = 0; o < HOL_P000_PROJECTIONS; o++)
        more[o] = 100 * (m[o][1]->seconds / m[o][0]->seconds - 1);
    char place[64];
    snprintf(place, sizeof place, "section 6.3, |tau| = %.1f N m", norm(is->tau));
    hol_paper_find_unruled(
        to, place,
        "imposing the energy costs the quasi-orthogonal projection less, 110 % CPU "
        "time, than the orthogonal one, 276 %",
        hol_paper_if(more[0] < more[1]),
        "tau = (%g, %g, %g) N m in body axes (no direction is printed), %g s: %+.0f %% "
        "quasi, %+.0f %% orthogonal; Newton iterations a projection %.2f to %.2f, %.2f "
        "to %.1f",
        is->tau[0], is->tau[1], is->tau[2], is->span, more[0], more[1], iterations(m[0][0]),
        iterations(m[0][1]), iterations(m[1][0]), iterations(m[1][1]));
}

static void find_strong(hol_paper_section *to, const hol_p000_four m)
{
    const hol_p000_case *is = &m[0][0]->is;
    double h[HOL_P000_PROJECTIONS]; /* mean step, imposed over free */
    for (int o = 0; o < HOL_P000_PROJECTIONS; o++) h[o] = mean_step(m[o][1]) / mean_step(m[o][0]);
    bool as_said = iterations(m[0][1]) > 2 * iterations(m[0][0]) && h[0] > 0.5 && h[1] < 0.5;
    char place[64];
    snprintf(place, sizeof place, "section 6.3, |tau| = %.1f N m", norm(is->tau));
    hol_paper_find_unruled(
        to, place,
        "energy imposed: quasi a lot more Newton iterations, steps reasonable; "
        "orthogonal radically smaller steps",
        hol_paper_if(as_said),
        "tau = (%g, %g, %g) N m, %g s: Newton iterations a projection %.2f to %.2f "
        "quasi, %.2f to %.0f orthogonal; mean step %.2f and %.2f times, %ld(%ld) and "
        "%ld(%ld) steps%s%.100s",
        is->tau[0], is->tau[1], is->tau[2], is->span, iterations(m[0][0]), iterations(m[0][1]),
        iterations(m[1][0]), iterations(m[1][1]), h[0], h[1], m[0][1]->accepted, m[0][1]->rejected,
        m[1][1]->accepted, m[1][1]->rejected,
        m[1][1]->failure.text[0] ? "; the orthogonal ends: " : "", m[1][1]->failure.text);
}

void hol_p000_find(hol_paper_section *to, const hol_p000_runs *R)
{
    find_ratios(to, R);
    find_price(to, R);
    find_energies(to, R);
    find_growth(to, R);
    find_steps(to, R);
    find_work(to, R);
    for (int k = 0; k < HOL_P000_TORQUES; k++)
        (k % 2 ? find_strong : find_moderate)(to, R->torque[k]);
}
