/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paper 000, Tuomela, Arponen, Normi 2006, redone: Tables 8 to 11, the eight ways to impose the
 * energy, the algorithms its text names, Figures 6.1 to 6.9, the planar model of section 4.3. */
#include "harness/papers/paper_000.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    PROBLEMS = HOL_P000_PROBLEMS,
    PROJECTIONS = HOL_P000_PROJECTIONS,
    TORQUES = HOL_P000_TORQUES,
    WAYS = HOL_P000_WAYS,
    FORCED = PROBLEMS - 1,
    PLANAR = PROBLEMS + 1, /* tables of that */
    CONDITION,
    WAYS_TABLE,
    VARIANTS_TABLE
};

static const double tolerance[PROBLEMS] = {1e-6, 1e-8, 1e-7};

/* |tau| about 10 and 50, along e3 in the plane of the motion and with a part along the bar, where
 * the orthogonal projection in turn with (5.5) soon takes hundreds of iterations. */
static const struct {
    double tau[3], span;
} torque[TORQUES] = {{{0, 0, 10}, 10}, {{0, 0, 50}, 10}, {{6, 6, 6}, 2}, {{30, 30, 30}, 0.7}};

static const struct {
    bool together;
    hol_p000_energy energy;
    const char *newton, *more;
    double span;
} variant[HOL_P000_VARIANTS] = {
    [HOL_P000_HYBRID] = {.energy = HOL_P000_TRAPEZOID, .span = 1},
    [HOL_P000_LETTER] = {.energy = HOL_P000_TRAPEZOID, .more = "inner=in-turn", .span = 1},
    [HOL_P000_NESTED] = {.energy = HOL_P000_TRAPEZOID, .more = "inner=nested", .span = 1},
    [HOL_P000_FULL] = {.together = true, .energy = HOL_P000_EXACT},
    [HOL_P000_SIMPLE] = {.together = true, .energy = HOL_P000_EXACT, .newton = "newton=simplified"},
    [HOL_P000_FROZEN] = {.together = true, .energy = HOL_P000_EXACT, .newton = "newton=frozen"},
    [HOL_P000_INEXACT] = {.together = true, .energy = HOL_P000_EXACT, .more = "forcing=0.1"},
    [HOL_P000_CG] = {.together = true, .energy = HOL_P000_EXACT, .more = "distribution=cg"},
};

/* ---------------------------------------------------------------- runs */

/* Pointers to motions are all that is in it. */
static void free_runs(hol_p000_runs *R)
{
    hol_p000_motion **m = &R->off[0][0];
    for (size_t i = 0; i < sizeof *R / sizeof *m; i++) hol_p000_free(m[i]);
}

/* Both projections, the energy free and imposed in turn. */
static bool run_four(hol_p000_case is, hol_p000_four four, hol_message *why)
{
    for (int o = 0; o < PROJECTIONS; o++)
        for (int e = 0; e < 2; e++) {
            is.orthogonal = o;
            is.energy = e ? HOL_P000_TRAPEZOID : HOL_P000_OFF;
            if (!(four[o][e] = hol_p000_run(&is, why))) return false;
        }
    return true;
}

static bool run_problems(hol_p000_runs *R, hol_message *why)
{
    for (int p = 0; p < PROBLEMS; p++) {
        hol_p000_case is = {.problem = hol_p000_name[p], .tolerance = tolerance[p]};
        for (int o = 0; o < PROJECTIONS; o++) {
            is.orthogonal = o;
            if (!(R->off[p][o] = hol_p000_run(&is, why))) return false;
        }
        for (int k = 0; k < WAYS; k++) {
            is.orthogonal = k & 4;
            is.together = k & 2;
            is.energy = k & 1 ? HOL_P000_EXACT : HOL_P000_TRAPEZOID;
            if (!(R->way[p][k] = hol_p000_run(&is, why))) return false;
        }
        is.together = false;
        is.condition = true;
        is.span = 0.5;
        if (!run_four(is, R->condition[p], why)) return false;
    }
    return true;
}

/* The pendulum's runs take 10 ms: their CPU times are the least of rounds through all of them, so
 * that whatever slows the machine for a while slows each alike. */
static bool run_pendulum_again(hol_p000_runs *R, hol_message *why)
{
    enum { ROUNDS = 24 };
    for (int k = 0; k < ROUNDS; k++) {
        for (int o = 0; o < PROJECTIONS; o++)
            if (!hol_p000_again(&R->off[0][o], why)) return false;
        for (int w = 0; w < WAYS; w++)
            if (!hol_p000_again(&R->way[0][w], why)) return false;
    }
    return true;
}

static bool run_torques(hol_p000_runs *R, hol_message *why)
{
    for (int k = 0; k < TORQUES; k++) {
        hol_p000_case is = {
            .problem = hol_p000_name[0], .tolerance = tolerance[0], .span = torque[k].span};
        memcpy(is.tau, torque[k].tau, sizeof is.tau);
        if (!run_four(is, R->torque[k], why)) return false;
    }
    return true;
}

static bool run_variants(hol_p000_runs *R, hol_message *why)
{
    for (int k = 0; k < HOL_P000_VARIANTS; k++) {
        const hol_p000_case is = {.problem = hol_p000_name[1],
                                  .tolerance = tolerance[1],
                                  .together = variant[k].together,
                                  .energy = variant[k].energy,
                                  .newton = variant[k].newton,
                                  .more = variant[k].more,
                                  .span = variant[k].span};
        if (!(R->variant[k] = hol_p000_run(&is, why))) return false;
    }
    return true;
}

/* ---------------------------------------------------------------- tables */

/* Why the counts differ: quasi-orthogonal and in turn, with work from outside and without,
 * orthogonal and together, energy free. */
enum { IN_TURN, UNFORCED, TOGETHER, FREE };

static void put_run(const hol_paper_table *t, int row, const hol_p000_motion *m, int which)
{
    static const char *const steps =
        "p4 and p5 are projected to 1e-5 only: what is left of it enters the estimate, and the "
        "order of the parts decides what is left";
    static const char *const iterations[] = {
        "a round of (5.3), (5.4), (5.5) shrinks the error by a factor near 1 where the rule's "
        "W_ext "
        "leads off the motion; the paper's stopping rule is not printed",
        "a round of (5.3), (5.4), (5.5) leaves a part of the error; the paper's stopping rule is "
        "not printed",
        "the paper does not say where its iteration starts or stops: residual before or after",
        "a point already within 1e-5 takes no iteration; the paper's stopping rule is not printed"};
    static const char *const second[] = {
        "row by row; those of multipliers that are 0, as in each first iteration, are left out",
        "printed: all rows with every #dg (18372 = 3 x 6124, 977041 = 17 x 57473, 2101149 = 17 x "
        "123597); here those of multipliers that are 0 are left out"};
    const hol_counters *c = &m->counters;
    hol_paper_put_row(
        t, row,
        (const hol_paper_entry[]){
            {"accepted steps", (double)m->accepted, steps},
            {"rejected steps", (double)m->rejected, steps},
            {"Newton average", hol_p000_iterations(m), iterations[which]},
            {"Newton maximum", (double)c->newton_most, iterations[which]},
            {"#dist", (double)c->accelerations, steps},
            {"#proj", (double)c->projections, iterations[which]},
            {"CPU dist [s]", c->seconds_acceleration, ""},
            {"CPU proj [s]", c->seconds_projection, ""},
            {"CPU total [s]", m->seconds, ""},
            {"#dg", (double)c->jacobians, iterations[which]},
            {"#d2g^i", (double)c->hessians, second[which == TOGETHER]},
            {"#d3g^i", (double)c->third_derivatives, which == TOGETHER ? second[0] : ""},
            {"#df_inv", (double)c->invariant_gradients, iterations[which]},
            {"#d2f_inv", (double)c->invariant_hessians,
             "here only where its multiplier is not 0, that is past the first iteration"},
            {0}});
}

static double most_leap(const hol_p000_motion *m)
{
    double most = 0;
    for (int i = 1; i < m->nodes; i++) most = fmax(most, m->node[i].leap);
    return most;
}

/* What is asked of a run beside the counts of the paper. */
static void put_way(const hol_paper_table *t, int row, const hol_p000_motion *m)
{
    const hol_counters *c = &m->counters;
    hol_paper_put_row(
        t, row,
        (const hol_paper_entry[]){{"accepted steps", (double)m->accepted, ""},
                                  {"rejected steps", (double)m->rejected, ""},
                                  {"Newton average", hol_p000_iterations(m), ""},
                                  {"Newton maximum", (double)c->newton_most, ""},
                                  {"#dg", (double)c->jacobians, ""},
                                  {"factorisations", (double)c->factorisations, ""},
                                  {"Krylov iterations", (double)c->krylov, ""},
                                  {"position error [m]", m->position, ""},
                                  {"energy off, exact work [J]", hol_p000_drift(m, true), ""},
                                  {"longest step over speed", most_leap(m), ""},
                                  {"CPU total [s]", m->seconds, ""},
                                  {0}});
}

static void fill(hol_paper_table *const table[], const hol_p000_runs *R)
{
    for (int p = 0; p < PROBLEMS; p++)
        for (int o = 0; o < PROJECTIONS; o++) {
            put_run(table[p], o, hol_p000_table(R, p, o), o ? TOGETHER : p ? IN_TURN : UNFORCED);
            put_run(table[PROBLEMS], PROJECTIONS * p + o, R->off[p][o], FREE);
            for (int e = 0; e < 2; e++)
                hol_paper_put(table[CONDITION], PROJECTIONS * p + o,
                              e ? "energy imposed" : "energy free",
                              R->condition[p][o][e]->counters.condition, "");
        }
    for (int p = 1; p < PROBLEMS; p++) { /* a problem: both projections free, then the ways */
        int row = (p - 1) * (PROJECTIONS + WAYS);
        for (int o = 0; o < PROJECTIONS; o++) put_way(table[WAYS_TABLE], row++, R->off[p][o]);
        for (int k = 0; k < WAYS; k++) put_way(table[WAYS_TABLE], row++, R->way[p][k]);
    }
    for (int k = 0; k < HOL_P000_VARIANTS; k++) put_way(table[VARIANTS_TABLE], k, R->variant[k]);
}

/* ---------------------------------------------------------------- the paper */

static bool redo(hol_paper_section *to)
{
    hol_p000_runs R = {0};
    bool good = run_problems(&R, &to->why) && run_pendulum_again(&R, &to->why) &&
                run_torques(&R, &to->why) && run_variants(&R, &to->why) &&
                hol_p000_planar(to->table[PLANAR], &to->why);
    if (good) {
        fill(to->table, &R);
        hol_p000_find(to, &R);
        hol_p000_find_algorithms(to, &R);
        hol_p000_find_energies(to, &R);
        hol_p000_find_planar(to, to->table[PLANAR]);
        good = hol_p000_geodesics(to) && hol_p000_write(to, &R);
    }
    free_runs(&R);
    return good;
}

const hol_paper hol_paper_000 = {
    .id = "000",
    .title = "Tuomela, Arponen, Normi 2006: On the Simulation of Multibody Systems with Holonomic "
             "Constraints",
    .table = (const char *const[]){"papers/000-table-8.tsv", "papers/000-table-9.tsv",
                                   "papers/000-table-10.tsv", "papers/000-table-11.tsv",
                                   "papers/000-planar.tsv", "papers/000-condition.tsv",
                                   "papers/000-ways.tsv", "papers/000-variants.tsv", NULL},
    .redo = redo,
};
