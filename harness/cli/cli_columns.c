/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The file of `run --output`: a column a number, a row a node or a sample: see cli_columns.h. */
#include "harness/cli/cli_columns.h"

#include <math.h>
#include <string.h>

#include "base/words.h"

/* Without a gauge the names are asked for, a call for each; else the numbers. */
typedef struct {
    const hol_result *r;
    const hol_gauge *gauge;
    const hol_pose *pose;
    FILE *out;
    char between;
} cells;

/* "name.part [unit]", either may be "". */
static void cell(const cells *c, const char *name, const char *part, const char *unit, double x)
{
    fputc(c->between, c->out);
    if (c->pose)
        fprintf(c->out, "%.17g", x);
    else
        fprintf(c->out, "%s%s%s%s%s%s", name, *part ? "." : "", part, *unit ? " [" : "", unit,
                *unit ? "]" : "");
}

static void put_poses(const cells *c)
{
    static const char *const r[] = {"x", "y", "z"}, *const p[] = {"p0", "p1", "p2", "p3"};
    static const char *const v[] = {"vx", "vy", "vz"};
    static const char *const omega[] = {"omega1", "omega2", "omega3"};
    static const hol_pose none;
    for (int b = 0; b < c->r->x->sys->nb; b++) {
        const hol_pose *at = c->pose ? &c->pose[b] : &none;
        const char *name = c->r->body[b];
        for (int k = 0; k < 3; k++) cell(c, name, r[k], "", at->r[k]);
        for (int k = 0; k < 4; k++) cell(c, name, p[k], "", at->p[k]);
        for (int k = 0; k < 3; k++) cell(c, name, v[k], "", at->v[k]);
        for (int k = 0; k < 3; k++) cell(c, name, omega[k], "", at->omega[k]);
    }
}

static const hol_gauge blank;

static void put_energy(const cells *c)
{
    const hol_gauge *g = c->gauge ? c->gauge : &blank;
    cell(c, "kinetic", "", "J", g->kinetic);
    cell(c, "potential", "", "J", g->potential);
    cell(c, "work", "", "J", g->done);
    cell(c, "balance", "", "J", g->energy);
}

static void put_constraints(const cells *c)
{
    const hol_gauge *g = c->gauge ? c->gauge : &blank;
    cell(c, "position", "", "", g->phi);
    cell(c, "inner", "", "", g->phi_inner);
    cell(c, "velocity", "", "", g->gv);
    cell(c, "acceleration", "", "", g->acceleration);
}

/* Of the index-1 solve; of a row that is left out NaN. */
static void put_reactions(const cells *c)
{
    const hol_gauge *g = c->r->diagnostics->gauge;
    const hol_eval *all = g->whole ? g->whole : c->r->x->sys;
    const double *lambda = g->whole ? g->all : g->lambda;
    for (int i = 0; i < all->nj; i++) cell(c, all->row_name[i], "reaction", "", lambda[i]);
}

static void put_joints(const cells *c)
{
    hol_joint_reading x;
    const hol_gauge *g = c->r->diagnostics->gauge;
    const hol_model *model = (g->whole ? g->whole : c->r->x->sys)->model;
    for (int k = 0; model && hol_joint_reading_at(model, k, c->pose, &x); k++)
        cell(c, x.joint, x.of == HOL_ANGLE ? "angle" : "length", x.of == HOL_ANGLE ? "rad" : "m",
             x.value);
}

static const struct {
    const char *name;
    void (*put)(const cells *c);
    bool of_nodes; /* measured at nodes, not of poses alone */
} group[] = {
    [CLI_COLUMN_POSES] = {"poses", put_poses, false},
    [CLI_COLUMN_ENERGY] = {"energy", put_energy, true},
    [CLI_COLUMN_CONSTRAINTS] = {"constraints", put_constraints, true},
    [CLI_COLUMN_REACTIONS] = {"reactions", put_reactions, true},
    [CLI_COLUMN_JOINTS] = {"joints", put_joints, false},
};

bool cli_take_columns(const char *name, const char *word, void *place)
{
    bool *asked = place;
    (void)name;
    int k = cli_pick("unknown --columns", word, group, sizeof *group, CLI_COLUMNS);
    if (k >= 0) asked[k] = true;
    return k >= 0;
}

static bool any(const bool asked[CLI_COLUMNS])
{
    for (int k = 0; k < CLI_COLUMNS; k++)
        if (asked[k]) return true;
    return false;
}

bool cli_columns_fit(const bool asked[CLI_COLUMNS], const char *output, bool samples)
{
    if (any(asked) && !output) {
        hol_complain("--columns are those of a file: give --output FILE.csv");
        return false;
    }
    for (int k = 0; k < CLI_COLUMNS; k++)
        if (asked[k] && samples && group[k].of_nodes) {
            hol_complain("--columns %s: it is measured at the nodes, not at --samples",
                         group[k].name);
            return false;
        }
    return true;
}

static char between(const char *path)
{
    const char *end = strrchr(path, '.');
    return end && !strcmp(end, ".tsv") ? '\t' : ',';
}

static void put_line(cells c, const bool asked[CLI_COLUMNS])
{
    for (int k = 0; k < CLI_COLUMNS; k++)
        if (asked[k] || (k == CLI_COLUMN_POSES && !any(asked))) group[k].put(&c);
    fputc('\n', c.out);
}

void cli_columns_names(FILE *out, const char *path, const bool asked[CLI_COLUMNS],
                       const hol_result *r)
{
    fputs("t", out);
    put_line((cells){.r = r, .out = out, .between = between(path)}, asked);
}

void cli_columns_row(FILE *out, const char *path, const bool asked[CLI_COLUMNS],
                     const hol_result *r, double t, const hol_pose pose[])
{
    fprintf(out, "%.17g", t);
    put_line((cells){r, r->diagnostics->gauge, pose, out, between(path)}, asked);
}
