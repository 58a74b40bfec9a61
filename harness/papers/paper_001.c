/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Section 6 of Lacoursiere 2007 (paper 001) redone: the counting of unknowns, Figures 3 to 7, and
 * what the text says of stability, violation, whiplash, Newton's iteration and mass ratios.
 *
 * The paper's figures have captions and no numbers: each is drawn anew from what caption and text
 * say.  Gravity, start and constraints are those of the problem `ladder`. */
#include "harness/papers/paper_001.h"
#include "holonomy/run.h"

/* The unknowns of (29): velocities, multipliers of the connections and of the unit constraints. */
static void put_counts(const hol_paper_table *t, int row, hol_eval *sys)
{
    int closures = 2 * (sys->nb - 1) / 3;
    hol_paper_put_row(
        t, row,
        (const hol_paper_entry[]){{"rods", sys->nb, ""},
                                  {"variables", sys->nv + sys->nc,
                                   "theirs leaves out the two rows of each head-to-head closure"},
                                  {"variables less closures", sys->nv + sys->nc - closures, ""},
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
    return hol_p001_counts(to) && hol_p001_falls(to) && hol_p001_steps(to) && hol_p001_cost(to) &&
           hol_p001_whiplash(to) && hol_p001_masses(to);
}

static const char *const files[] = {"papers/001-counts.tsv", NULL};

static const hol_paper_figure figures[] = {
    {"snapshots",
     "Figure 3: the ladder of N = 20 squares falls, rungs up or down, SPOOK, h = 1/60 s",
     .why = "shapes without axes: no length can be read off"},
    {"energy", "Figure 4: energy of SPOOK for N = 10 and N = 100",
     .judged = {"section 6, Figure 4"}},
    {"violation", "Figure 5: root mean square of the constraint violations for N = 10 and N = 100",
     .judged = {"section 6, Figure 5"}},
    {"steps", "Figure 6: average violation against the step; error of the motion at t = 0.5 s",
     .judged = {"section 6, Figure 6"}},
    {"staggered", "Energy by the velocity at the end of the step, and by that at its node",
     .judged = {"section 6, errata"}},
    {"cost", "Figure 7: CPU time of a step of SPOOK against N", .judged = {"section 6, Figure 7"}},
    {"whiplash", "Section 6: energy through the whiplash, by SPOOK and by what it is compared with",
     .judged = {"plain SHAKE breaks down", "Runge-Kutta 4 with", "in the whiplash the refined"}},
    {"masses", "Section 6: violation and energy against the mass ratio of rungs and rails",
     .judged = {"problems surface where mass", "when masses become very large"}},
    {0}};

const hol_paper hol_paper_001 = {
    .id = "001",
    .title = "Lacoursière 2007: Regularized, Stabilized, Variational Methods for Multibodies",
    .table = files,
    .figure = figures,
    .redo = redo,
};
