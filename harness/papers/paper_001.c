/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lacoursiere 2007 (paper 001) redone: the counting of unknowns, Figures 3 to 7, and what the text
 * says of stability, violation, whiplash, Newton's iteration, ratios, linear constraints and cost.
 *
 * The paper's figures have captions and no numbers: each is drawn anew from what caption and text
 * say.  Gravity, start and constraints are those of the problem `ladder`. */
#include "harness/papers/paper_001.h"

#include <math.h>

/* The unknowns of (29): velocities, multipliers of the connections and of the unit constraints. */
static void put_counts(const hol_paper_table *t, int row, hol_eval *sys)
{
    bool printed = isfinite(hol_paper_at(t, row, "variables")->value);
    hol_paper_put_row(
        t, row,
        (const hol_paper_entry[]){
            {"rods", sys->nb, ""},
            {"variables", sys->nv + sys->nc,
             printed ? "theirs is 7 a rod and leaves out the two rows of each head-to-head closure"
                     : ""},
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

const hol_paper hol_paper_001 = {
    .id = "001",
    .title = "Lacoursière 2007: Regularized, Stabilized, Variational Methods for Multibodies",
    .table = (const char *const[]){"papers/001-counts.tsv", NULL},
    .redo = redo,
};
