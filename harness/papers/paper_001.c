/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lacoursiere 2007 (paper 001) redone: the counting of unknowns, Figures 3 to 7, and what the text
 * says of stability, violation, whiplash, Newton's iteration, ratios, linear constraints and cost.
 *
 * The paper's figures have captions and no numbers: each is drawn anew from what caption and text
 * say.  Gravity, start and constraints are those of the problem `ladder`. */
#include "harness/papers/paper_001.h"
#include "holonomy/run.h"

/* The unknowns of (29): velocities, multipliers of the connections and of the unit constraints. */
static void put_counts(const hol_paper_table *t, int row, hol_eval *sys)
{
    hol_paper_put_row(
        t, row,
        (const hol_paper_entry[]){
            {"rods", sys->nb, ""},
            {"variables", sys->nv + sys->nc,
             "theirs is 7 a rod and leaves out the two rows of each head-to-head closure"},
            {"freedoms", sys->nv - sys->nc, ""},
            {"left to factorise", sys->nj, ""},
            {0}});
}

bool hol_p001_counts(hol_paper_section *to)
{
    const hol_paper_table *t = to->table[0];
    bool good = true;
    for (int row = 0; good && row < t->rows; row++) {
        char N[48];
        const hol_paper_run is = HOL_P001_SPOOK(HOL_P001_FRAME, N);
        hol_result r;
        snprintf(N, sizeof N, "N=%s", hol_paper_at(t, row, "N")->printed);
        good = hol_paper_prepare(&is, &r, &to->why);
        if (good) put_counts(t, row, r.x->sys);
        hol_result_free(&r);
    }
    return good;
}

static bool redo(hol_paper_section *to)
{
    static hol_p001_part *const part[] = {hol_p001_counts, hol_p001_falls,    hol_p001_steps,
                                          hol_p001_cost,   hol_p001_whiplash, hol_p001_ratios,
                                          hol_p001_map,    hol_p001_theorem,  hol_p001_efforts,
                                          hol_p001_curved, hol_p001_penalty,  hol_p001_regularised};
    for (size_t i = 0; i < sizeof part / sizeof *part; i++)
        if (!part[i](to)) return false;
    return true;
}

static const char *const files[] = {"papers/001-counts.tsv", NULL};

static const hol_paper_figure figures[] = {
    {"snapshots",
     "Figure 3: the ladder of N = 20 squares falls, rungs up or down, SPOOK, h = 1/60 s",
     .why = "shapes without axes: no length can be read off",
     .see = "The ladder swings down about its fixed corner, its last squares lagging and then "
            "whipping past."},
    {"energy", "Figure 4: energy of SPOOK for N = 10 and N = 100",
     .judged = {"dissipates", "vertical"},
     .see =
         "The energy falls in steps, each near a dotted line, where the mass centre passes below "
         "the origin; what rises again was held by the rows (the upper line has it)."},
    {"ledger",
     "Where the energy goes: kinetic, potential, stored in the rows, taken by their dampers",
     .judged = {"stable-10", "stable-10-down", "stable-20", "stable-20-down", "stable-100",
                "stable-100-down", "stable-twentieth", "stable-eighth"},
     .see =
         "What the rows hold comes in bursts at the whiplash; energy, stored and damped together "
         "stay near the energy at the start."},
    {"violation", "Figure 5: root mean square of the constraint violations for N = 10 and N = 100",
     .judged = {"tight"},
     .see =
         "Almost all of the violation is that of the unit directors; bursts at the whiplash go up "
         "to a tenth of a rod."},
    {"steps", "Figure 6: average violation against the step; error of the motion at t = 0.5 s",
     .judged = {"violation-5", "violation-10", "violation-100", "violation-long", "order-plain",
                "order-half-step", "quality", "newton-frame"},
     .see = "Left, slope 2 down to the compliance. Right, SPOOK begun by v(0) is of order 1, begun "
            "half "
            "a step before of order 2, to the compliance; Newton's iteration moves neither much."},
    {"staggered", "Energy by the velocity at the end of the step, and by that at its node",
     .judged = {"energy-end", "energy-node"},
     .see = "By v_k, half a step late, the energy seems to fall at once; by the mean of two it "
            "does not."},
    {"cost", "Figure 7: CPU time of a step of SPOOK against N",
     .judged = {"linear-umfpack", "linear-block", "umfpack-schur", "other-solvers"},
     .see = "All four are parallel to the dotted line of slope 1: linear in N."},
    {"work", "Error of the motion against linear systems solved and CPU time, N = 5, t = 0.5 s",
     .judged = {"accuracy-cost", "cheaper", "one-system", "quality-plain"},
     .see = "In CPU time SPOOK begun half a step before beats SHAKE and RATTLE down to a "
            "millimetre; begun by "
            "v(0) it does not; RK4 with Baumgarte's wins before the whiplash, which it does not "
            "survive."},
    {"whiplash", "Section 6: energy through the whiplash, by SPOOK and by what it is compared with",
     .judged = {"shake-breaks", "shake-when", "rk4-breaks", "newton-worse", "newton-when"},
     .see = "A cross is where a method ends: Newton's iteration at the first flat squares, RK4 "
            "where its "
            "energy leaves the panel, SHAKE in a later passage; SPOOK goes on and loses energy."},
    {"masses", "Section 6: ratios of masses and of lengths of rungs and rails",
     .judged = {"masses", "masses-beyond", "lengths", "sag", "reduced"},
     .see = "Above 1000 the energy alone rises, but with what the sagging rows hold it does not "
            "before "
            "1e6; the opening of the joints grows with the mass."},
    {"map", "Compliance and damping: mean violation and stability over epsilon and tau/h, N = 10",
     .judged = {"defaults", "any-epsilon"},
     .see =
         "A wide plateau about the paper's choice, the ring; only large epsilon opens the joints."},
    {"theorem",
     "Theorem 5.1: spectral radius of a step; 24 000 random systems with parameters of each row",
     .judged = {"theorem", "eigenvalues", "undamped", "per-row"},
     .see = "Left, the radius is below 1 everywhere, near 1 only for weak damping or soft rows; "
            "right, "
            "how far below 1 the random systems stay."},
    {"curvature",
     "Curved constraints: short pendulums at h = 1/60 s, and a spring in place of a rod",
     .judged = {"pendulum", "curvature", "penalty-force", "penalty-position", "spook-force"},
     .see = "Left, the rise of the energy as the pendulum shortens. Right, the penalty's motion "
            "converges "
            "with epsilon, its force does not; SPOOK's does."},
    {0}};

const hol_paper hol_paper_001 = {
    .id = "001",
    .title = "Lacoursière 2007: Regularized, Stabilized, Variational Methods for Multibodies",
    .table = files,
    .figure = figures,
    .redo = redo,
};
