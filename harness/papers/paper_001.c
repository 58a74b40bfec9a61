/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Section 6 of Lacoursiere 2007 (paper 001) redone: the counting of unknowns, Figures 3 to 7, and
 * what the text says of stability, violation, whiplash, Newton's iteration and mass ratios.
 *
 * The paper's figures have captions and no numbers: each is drawn anew from what caption and text
 * say.  Gravity, start and constraints are those of the problem `ladder`. */
#include "harness/papers/paper_001.h"

#include "harness/cli/cli.h"

/* The unknowns of (29): velocities, multipliers of the connections and of the unit constraints. */
static void put_counts(const hol_paper_table *t, int row, const hol_system *sys)
{
    int closures = 2 * (sys->nb - 1) / 3;
    hol_paper_put(t, row, "rods", sys->nb, "");
    hol_paper_put(t, row, "variables", sys->nv + sys->nc,
                  "theirs leaves out the two rows of each head-to-head closure");
    hol_paper_put(t, row, "variables less closures", sys->nv + sys->nc - closures, "");
    hol_paper_put(t, row, "freedoms", sys->nv - sys->nc, "");
    hol_paper_put(t, row, "left to factorise", sys->nj, "");
}

static int redo(hol_paper_table *const table[], const char *dir, hol_message *why)
{
    const hol_paper_table *t = table[0];
    bool good = true;
    (void)dir;
    for (int row = 0; good && row < t->rows; row++) {
        char N[48];
        hol_rig r;
        snprintf(N, sizeof N, "N=%s", hol_paper_at(t, row, "N")->printed);
        good = hol_rig_open(&r, &HOL_P001_SPOOK(N), why);
        if (good) put_counts(t, row, r.sys);
        hol_rig_close(&r);
    }
    return good ? HOL_EXIT_OK : HOL_EXIT_FAILED;
}

static int study(hol_paper_table *const table[], hol_paper_findings *found, const char *dir,
                 hol_message *why)
{
    (void)table;
    static hol_p001_part *const part[] = {hol_p001_falls, hol_p001_steps, hol_p001_cost,
                                          hol_p001_whiplash};
    int code = HOL_EXIT_OK;
    for (size_t i = 0; i < sizeof part / sizeof *part && !code; i++)
        code = part[i](found, dir, why);
    return code;
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
    .study = study,
};
