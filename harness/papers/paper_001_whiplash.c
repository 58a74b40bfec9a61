/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paper 001, section 6: the whiplash by SPOOK, linear and by Newton's iteration, and by what the
 * paper says breaks down in it. */
#include <math.h>
#include <stdlib.h>

#include "harness/papers/paper_001.h"

/* ---------------------------------------------------------------- the whiplash */

/* The paper gives no alpha and beta: those of 1 and 20 /s are not drawn. */
enum { SPOOK, NEWTON, SHAKE, RATTLE, BAUMGARTE, SCHEMES, SLOW = SCHEMES, FAST, ALL };
static const hol_paper_run scheme[ALL] = {
    [SPOOK] = HOL_P001_LADDER("spook", HOL_P001_FRAME, "iterate=linear"),
    [NEWTON] = HOL_P001_LADDER("spook", HOL_P001_FRAME, "iterate=newton", "newton_tol=1e-10"),
    [SHAKE] = HOL_P001_LADDER("shake", HOL_P001_FRAME, "newton_tol=1e-10"),
    [RATTLE] = HOL_P001_LADDER("rattle", HOL_P001_FRAME, "newton_tol=1e-10"),
    [BAUMGARTE] = HOL_P001_LADDER("rk4-baumgarte", HOL_P001_FRAME, "alpha=5", "beta=5"),
    [SLOW] = HOL_P001_LADDER("rk4-baumgarte", HOL_P001_FRAME, "alpha=1", "beta=1"),
    [FAST] = HOL_P001_LADDER("rk4-baumgarte", HOL_P001_FRAME, "alpha=20", "beta=20"),
};

enum { TEN, TWENTY, LADDERS, RUNS = LADDERS * SCHEMES }; /* run i SCHEMES + k: ladder i */
static const char *const ladder[LADDERS] = {"N=10", "N=20"};

/* ---------------------------------------------------------------- break-downs */

/* When a method breaks down, with g as it is and changed in its twelfth digit: past the first flat
 * square the motion is not unique, and round-off may decide. */
enum { CHANGES = 3 };
typedef struct {
    double t[CHANGES]; /* [s]; INFINITY: not */
    bool failed;       /* by a step, not the energy */
} breaks;

static bool find_breaks(hol_paper_run is, const char *N, double limit, breaks *found,
                        hol_message *why)
{
    static const double g = 9.81, change = 1e-12; /* [m/s^2] */
    for (int k = 0; k < CHANGES; k++) {
        char gravity[48];
        hol_p001_motion m;
        snprintf(gravity, sizeof gravity, "g=%.17g", g * (1 + (k - 1) * change));
        is.parameter[0] = N;
        is.parameter[1] = gravity;
        if (!hol_p001_ride(&is, limit, &m, why)) return false;
        found->t[k] = m.broken;
        if (k == 1) found->failed = m.failed;
        free(m.node);
    }
    return true;
}

typedef struct { /* "2.78 to 3.43 s (the energy)", "6.28 s (a step fails)", "not in 20 s" */
    char text[48];
} words;

static words when(const breaks *b)
{
    words w;
    const char *by = b->failed ? "a step fails" : "the energy";
    double least = fmin(b->t[0], fmin(b->t[1], b->t[2])),
           most = fmax(b->t[0], fmax(b->t[1], b->t[2]));
    if (isinf(most))
        snprintf(w.text, sizeof w.text, "not in %g s", HOL_P001_SPAN);
    else if (most - least < 0.5 * HOL_P001_FRAME)
        snprintf(w.text, sizeof w.text, "%.2f s (%s)", least, by);
    else
        snprintf(w.text, sizeof w.text, "%.2f to %.2f s (%s)", least, most, by);
    return w;
}

/* Of all but SPOOK, the slow and the fast for N = 10 alone. */
static bool run_breaks(const double limit[LADDERS], breaks of[ALL][LADDERS], hol_message *why)
{
    for (int k = NEWTON; k < ALL; k++)
        for (int i = 0; i < (k < SCHEMES ? LADDERS : 1); i++)
            if (!find_breaks(scheme[k], ladder[i], limit[i], &of[k][i], why)) return false;
    return true;
}

static void find_baselines(hol_paper_section *to, breaks of[ALL][LADDERS])
{
    enum { TIMES = LADDERS * CHANGES };
    double x[TIMES];
    for (int i = 0; i < TIMES; i++) x[i] = of[SHAKE][i / CHANGES].t[i % CHANGES];
    hol_paper_find(to, "shake-breaks", TIMES, x,
                   "N = 20 at %s, N = 10 at %s; RATTLE, of the same positions, at %s and %s; up to "
                   "there its energy stays, see the figure",
                   when(&of[SHAKE][TWENTY]).text, when(&of[SHAKE][TEN]).text,
                   when(&of[RATTLE][TWENTY]).text, when(&of[RATTLE][TEN]).text);
    for (int i = 0; i < TIMES; i++) x[i] = of[BAUMGARTE][i / CHANGES].t[i % CHANGES];
    hol_paper_find(
        to, "rk4-breaks", TIMES, x,
        "by a rise of half of SPOOK's largest kinetic energy, with alpha = beta = 5 /s "
        "(the paper gives none) N = 20 at %s, N = 10 at %s; with 1 /s N = 10 at %s, with "
        "20 /s at %s",
        when(&of[BAUMGARTE][TWENTY]).text, when(&of[BAUMGARTE][TEN]).text,
        when(&of[SLOW][TEN]).text, when(&of[FAST][TEN]).text);
}

/* ---------------------------------------------------------------- Newton's iteration */

/* The most that the energy is off its start, to time t. */
static double off_to(const hol_p001_motion *m, double t)
{
    double most = 0;
    for (long k = 0; k < m->count && m->node[k].t <= t; k++)
        most = fmax(most, fabs(m->node[k].energy - m->node->energy));
    return most;
}

/* When the mass centre first passes below the origin. */
static double first_passage(const hol_p001_motion *m)
{
    for (long k = 1; k < m->count; k++)
        if ((m->node[k - 1].centre > 0) != (m->node[k].centre > 0)) return m->node[k].t;
    return INFINITY;
}

/* How far t is from the nearest passage of the mass centre below the origin, of the time between
 * that one and the next on the side of t; NaN beyond the last. */
static double from_passage(const hol_p001_motion *m, double t)
{
    double before = 0, after = INFINITY;
    for (long k = 1; k < m->count; k++) {
        if ((m->node[k - 1].centre > 0) == (m->node[k].centre > 0)) continue;
        if (m->node[k].t <= t) before = m->node[k].t;
        if (m->node[k].t > t && isinf(after)) after = m->node[k].t;
    }
    return isinf(after) ? (double)NAN : fmin(t - before, after - t) / (after - before);
}

static void find_moment(hol_paper_section *to, const hol_p001_motion m[RUNS],
                        breaks of[ALL][LADDERS])
{
    double x[LADDERS];
    for (int i = 0; i < LADDERS; i++)
        x[i] = from_passage(&m[i * SCHEMES + SPOOK], of[SHAKE][i].t[1]);
    hol_paper_find(
        to, "shake-when", LADDERS, x,
        "SHAKE ends %.3f (N = 10) and %.3f (N = 20) of that time from a passage, in which the "
        "end of the chain whips",
        x[TEN], x[TWENTY]);
}

static void find_newton(hol_paper_section *to, const hol_p001_motion m[RUNS])
{
    double off[2 * LADDERS], at[2 * LADDERS];
    for (int i = 0; i < LADDERS; i++) {
        const hol_p001_motion *spook = &m[i * SCHEMES + SPOOK], *newton = &m[i * SCHEMES + NEWTON];
        at[2 * i] = newton->broken;
        at[2 * i + 1] = first_passage(spook);
        off[2 * i] = off_to(spook, newton->broken);
        off[2 * i + 1] = off_to(newton, newton->broken);
    }
    hol_paper_find(to, "newton-worse", 2 * LADDERS, off,
                   "N = 10: %.2g J by the linear step, %.2g J by Newton's iteration, which "
                   "ends at %.2f s; N = 20: %.2g and %.2g J, %.2f s",
                   off[0], off[1], at[0], off[2], off[3], at[2]);
    hol_paper_find(to, "newton-when", 2 * LADDERS, at,
                   "it ends at %.2f s (N = 10) and %.2f s (N = 20), at the first squares that "
                   "are flat; the chain first passes below the origin at %.2f and %.2f s",
                   at[0], at[2], at[1], at[3]);
}

/* ---------------------------------------------------------------- the part */

/* A block a run, two blank lines between. */
static void write_whiplash(FILE *out, const void *of)
{
    for (int k = 0; k < RUNS; k++) {
        const hol_paper_run *by = &scheme[k % SCHEMES];
        const hol_p001_motion *m = (const hol_p001_motion *)of + k, *spook = m - k % SCHEMES;
        fprintf(out, "# %s, %s %s: t [s], (E - E0)/kinetic, with what is stored, breaks down\n",
                ladder[k / SCHEMES], by->method, by->option[0]);
        for (long n = 0; n < m->count; n++) {
            double change = m->node[n].energy - m->node->energy;
            fprintf(out, "%.10g %.10g %.10g %d\n", m->node[n].t, change / spook->kinetic,
                    (change + m->node[n].stored) / spook->kinetic,
                    isfinite(m->broken) && n == m->count - 1);
        }
        fputs("\n\n", out);
    }
}

static bool run_whiplash(hol_p001_motion m[RUNS], double limit[LADDERS], hol_message *why)
{
    for (int k = 0; k < RUNS; k++) m[k] = (hol_p001_motion){0};
    for (int k = 0; k < RUNS; k++) {
        hol_paper_run is = scheme[k % SCHEMES];
        is.parameter[0] = ladder[k / SCHEMES];
        double *most = &limit[k / SCHEMES];
        if (!hol_p001_ride(&is, k % SCHEMES == SPOOK ? (double)INFINITY : *most, &m[k], why))
            return false;
        if (k % SCHEMES == SPOOK) *most = HOL_P001_STABLE * m[k].kinetic;
    }
    return true;
}

bool hol_p001_whiplash(hol_paper_section *to)
{
    hol_p001_motion m[RUNS];
    breaks of[ALL][LADDERS];
    double limit[LADDERS];
    bool good = run_whiplash(m, limit, &to->why) && run_breaks(limit, of, &to->why);
    if (good) {
        find_baselines(to, of);
        find_moment(to, m, of);
        find_newton(to, m);
        good = hol_paper_write(to, "paper-001-whiplash.dat", write_whiplash, m);
    }
    hol_p001_free(RUNS, m);
    return good;
}
