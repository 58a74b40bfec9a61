/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The file of `run --output`: a column a number, a row a node or a sample: see cli_columns.h. */
#include "harness/cli/cli_columns.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/study/motion.h"

/* Without a gauge the names are asked for, a call for each; else the numbers. */
typedef struct {
    const hol_result *r;
    const hol_gauge *gauge;
    const hol_pose *pose;
    cli_sheet *sheet;
} cells;

static void put_name(cli_sheet *s, const char *name)
{
    if (s->is_json)
        hol_json_string(&s->json, NULL, name);
    else
        fprintf(s->out, "%.*s%s", s->cells > 0, &s->between, name);
    s->cells++;
}

/* "name.part [unit]", either may be "". */
static void cell(const cells *c, const char *name, const char *part, const char *unit, double x)
{
    cli_sheet *s = c->sheet;
    char text[256];
    if (c->pose) {
        s->cell = hol_renew(s->cell, (size_t)(s->cells + 1) * sizeof *s->cell);
        s->cell[s->cells++] = x;
        return;
    }
    snprintf(text, sizeof text, "%s%s%s%s%s%s", name, *part ? "." : "", part, *unit ? " [" : "",
             unit, *unit ? "]" : "");
    put_name(s, text);
}

static void put_poses(const cells *c)
{
    for (int b = 0; b < c->r->x->sys->nb; b++) {
        hol_pose at = c->pose ? c->pose[b] : (hol_pose){.p = {0}};
        for (int k = 0; k < HOL_MOTION_NUMBERS; k++)
            cell(c, c->r->body[b], hol_motion_number[k], "", *hol_pose_number(&at, k));
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
    cell(c, "work_doubt", "", "J", g->doubt);
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
    for (int i = 0; i < g->reactions; i++)
        cell(c, g->reaction_name[i], "reaction", "", g->reaction[i]);
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

/* What the method carries from step to step, as its page in theory.md and its file have it. */
static void put_memory(const cells *c)
{
    const hol_experiment *x = c->r->x;
    size_t count = hol_method_memory(c->r->method, x->sys, x->options);
    for (size_t k = 0; k < count; k++) {
        char place[24];
        snprintf(place, sizeof place, "%zu", k + 1);
        cell(c, "memory", place, "", x->z->memory[k]);
    }
}

/* Where other rows were left out on the way the coordinates may be others: blank from then on. */
static void put_coordinates(const cells *c)
{
    const hol_experiment *x = c->r->x;
    const hol_eval *sys = c->sheet->sys;
    bool same = x->sys == sys;
    for (int i = 0; i < c->sheet->coordinates; i++) {
        hol_coordinate_name q = c->pose ? (hol_coordinate_name){"", ""} : hol_coordinate_at(sys, i);
        cell(c, q.name, "q", q.unit, same ? x->z->q[i] : (double)NAN);
    }
    for (int i = 0; i < c->sheet->velocities; i++) {
        hol_coordinate_name v = c->pose ? (hol_coordinate_name){"", ""} : hol_velocity_at(sys, i);
        cell(c, v.name, "v", v.unit, same ? x->z->v[i] : (double)NAN);
    }
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
    [CLI_COLUMN_MEMORY] = {"memory", put_memory, true},
    [CLI_COLUMN_COORDINATES] = {"coordinates", put_coordinates, true},
};

const cli_names cli_column_groups = {"unknown --columns", group, sizeof *group, CLI_COLUMNS};

bool cli_columns_fit(const cli_set *asked, const char *output, bool samples)
{
    if (asked->any && !output)
        return hol_refuse(false, "--columns are those of a file: give --output FILE.csv");
    for (int k = 0; k < CLI_COLUMNS; k++)
        if (asked->has[k] && samples && group[k].of_nodes)
            return hol_refuse(false, "--columns %s: it is measured at the nodes, not at --samples",
                              group[k].name);
    return true;
}

static bool ends_with(const char *path, const char *what)
{
    const char *end = strrchr(path, '.');
    return end && !strcmp(end, what);
}

static void put_groups(const cells *c)
{
    const cli_set *asked = c->sheet->asked;
    for (int k = 0; k < CLI_COLUMNS; k++)
        if (asked->has[k] || (k == CLI_COLUMN_POSES && !asked->any)) group[k].put(c);
}

/* Which motion it is, and what the numbers of its poses mean: `holonomy judge` reads it. */
static void put_head(FILE *out, const hol_result *r)
{
    char changed[256] = "";
    hol_options_changed(r->problem->parameters, r->x->parameters, "", changed, sizeof changed);
    fprintf(out, "# holonomy motion 1\n# problem: %s\n# parameters: %s\n", r->problem->name,
            *changed ? changed : "default");
    snprintf(changed, sizeof changed, "%s", r->method->name);
    hol_options_changed(r->method->options, r->x->options, "", changed, sizeof changed);
    fprintf(out, "# method: %s in %s\n", changed, r->x->sys->formulation);
    if (!r->adaptive) fprintf(out, "# step: %.17g\n", r->h);
    hol_motion_write_head(out);
}

void cli_sheet_begin(cli_sheet *s, FILE *out, const char *path, const cli_set *asked,
                     const hol_result *r)
{
    *s = (cli_sheet){.out = out,
                     .asked = asked,
                     .r = r,
                     .sys = r->x->sys,
                     .coordinates = r->x->sys->nq,
                     .velocities = r->x->sys->nv,
                     .is_json = ends_with(path, ".json"),
                     .between = ends_with(path, ".tsv") ? '\t' : ',',
                     .json = {.out = out}};
    if (s->is_json) {
        hol_json_open(&s->json, NULL, '{');
        hol_json_open(&s->json, "columns", '[');
    }
    if (!s->is_json && (asked->has[CLI_COLUMN_POSES] || !asked->any)) put_head(out, r);
    put_name(s, "t");
    put_groups(&(cells){.r = r, .sheet = s});
    if (s->is_json) {
        hol_json_close(&s->json, ']');
        hol_json_open(&s->json, "rows", '[');
    } else {
        fputc('\n', out);
    }
}

void cli_sheet_row(cli_sheet *s, double t, const hol_pose pose[])
{
    const cells c = {s->r, s->r->diagnostics->gauge, pose, s};
    s->cells = 0;
    cell(&c, "t", "", "", t);
    put_groups(&c);
    if (s->is_json) {
        hol_json_numbers(&s->json, NULL, s->cells, s->cell);
        return;
    }
    for (int i = 0; i < s->cells; i++)
        fprintf(s->out, "%.17g%c", s->cell[i], i < s->cells - 1 ? s->between : '\n');
}

void cli_sheet_end(cli_sheet *s)
{
    if (s->is_json) {
        hol_json_close(&s->json, ']');
        hol_json_close(&s->json, '}');
    }
    free(s->cell);
    s->cell = NULL;
}
