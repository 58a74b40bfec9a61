/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A mechanism where it starts, as a drawing: its bodies from their mass centres to their joints. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/outcome.h"
#include "harness/report/report_judge.h"
#include "harness/report/report_site.h"
#include "holonomy/experiment.h"
#include "holonomy/memory.h"
#include "holonomy/so3.h"

typedef struct { /* seen from afar: e1 to the right, e2 up; how far what is drawn reaches */
    double e1[3], e2[3], low[2], high[2];
} view;

/* What is held in a plane z = 0 from above, all else from one side and somewhat above. */
static view view_of(int bodies, const hol_pose pose[], bool held)
{
    const double yaw = -1.0, pitch = 0.35; /* [rad], as the moving picture begins */
    bool flat = held;
    view v = {.low = {INFINITY, INFINITY}, .high = {-INFINITY, -INFINITY}};
    for (int b = 0; b < bodies; b++) {
        const double *p = pose[b].p;
        flat &= fabs(p[1]) < 1e-9 && fabs(p[2]) < 1e-9 && fabs(pose[b].r[2] - pose[0].r[2]) < 1e-9;
    }
    const double across[3] = {flat ? 1 : cos(yaw), flat ? 0 : sin(yaw), 0};
    const double up[3] = {-sin(pitch) * across[1], sin(pitch) * across[0], cos(pitch)};
    const double y[3] = {0, 1, 0};
    memcpy(v.e1, across, sizeof v.e1);
    memcpy(v.e2, flat ? y : up, sizeof v.e2);
    return v;
}

/* The point rho of a body, -1: the ground. */
static void point_of(const hol_pose pose[], int body, const double rho[3], double x[3])
{
    double R[9];
    for (int k = 0; k < 3; k++) x[k] = rho[k];
    if (body < 0) return;
    hol_quaternion_to_matrix(pose[body].p, R);
    hol_rotate(R, rho, x);
    for (int k = 0; k < 3; k++) x[k] += pose[body].r[k];
}

static void put_point(FILE *out, view *v, const double x[3])
{
    const double at[2] = {hol_dot3(v->e1, x), hol_dot3(v->e2, x)};
    for (int k = 0; k < 2; k++) {
        v->low[k] = fmin(v->low[k], at[k]);
        v->high[k] = fmax(v->high[k], at[k]);
    }
    fprintf(out, "%.5g %.5g\n", at[0], at[1]);
}

/* A square about all of it, with room around. */
static void put_extent(FILE *out, const view *v)
{
    double half = 0.6 * fmax(v->high[0] - v->low[0], v->high[1] - v->low[1]);
    static const char axis[] = "xy";
    if (!(half > 0.0)) half = 1.0;
    for (int k = 0; k < 2; k++) {
        double middle = (v->low[k] + v->high[k]) / 2;
        fprintf(out, "set %crange [%.5g:%.5g]\n", axis[k], middle - half, middle + half);
    }
}

/* From the mass centre of a body, -1: the ground, which has none. */
static void put_rod(FILE *out, view *v, const hol_pose pose[], int body, const double x[3])
{
    if (body < 0) return;
    put_point(out, v, pose[body].r);
    put_point(out, v, x);
    putc('\n', out);
}

/* The axes of bodies that nothing holds. */
static void put_axes(FILE *out, view *v, const hol_pose pose[], int bodies)
{
    double x[3];
    for (int k = 0; k < 3 * bodies; k++) {
        const double rho[3] = {k % 3 == 0, k % 3 == 1, k % 3 == 2};
        point_of(pose, k / 3, rho, x);
        put_rod(out, v, pose, k / 3, x);
    }
}

/* A block of data begins with a point far outside, so that none is empty. */
static void begin_block(FILE *out, const char *name)
{
    fprintf(out, "$%s << END\n1e30 1e30\n\n", name);
}

static void put_frame(FILE *out, const hol_model *model, const hol_pose pose[])
{
    int bodies = hol_body_count(model), joints = 0;
    hol_marker a, b;
    double x[3], y[3];
    view v = view_of(bodies, pose, hol_joined_at(model, 0, &a, &b));
    begin_block(out, "rods");
    for (; hol_joined_at(model, joints, &a, &b); joints++) {
        point_of(pose, a.body, a.rho, x);
        point_of(pose, b.body, b.rho, y);
        put_rod(out, &v, pose, a.body, x);
        put_rod(out, &v, pose, b.body, y);
    }
    if (!joints) put_axes(out, &v, pose, bodies);
    fputs("END\n", out);
    begin_block(out, "joints");
    for (int k = 0; hol_joined_at(model, k, &a, &b); k++) {
        point_of(pose, a.body, a.rho, x);
        point_of(pose, b.body, b.rho, y);
        put_point(out, &v, x);
        put_point(out, &v, y);
        putc('\n', out);
    }
    fputs("END\n", out);
    begin_block(out, "fixed");
    for (int k = 0; hol_joined_at(model, k, &a, &b); k++)
        if (a.body < 0 || b.body < 0) put_point(out, &v, a.body < 0 ? a.rho : b.rho);
    fputs("END\n", out);
    begin_block(out, "centres");
    for (int body = 0; body < bodies; body++) put_point(out, &v, pose[body].r);
    fputs("END\n", out);
    put_extent(out, &v);
}

/* The first run of the section that could be run. */
static const report_run *first_run(const report *r, int section)
{
    for (int i = 0; i < r->runs; i++)
        if (r->run[i].section == section && r->run[i].record->ran) return &r->run[i];
    return NULL;
}

bool report_frame_data(const report *r, int section)
{
    const report_run *run = first_run(r, section);
    report_file file;
    hol_refusal why;
    if (!run) return true;
    const hol_setup setup = {.problem = run->spec->problem,
                             .method = run->spec->method,
                             .formulation = run->record->formulation,
                             .parameters = run->spec->parameters,
                             .options = run->spec->options};
    hol_experiment *x = hol_experiment_open(&setup, &why);
    if (!x) return true;
    const hol_model *model = x->model ? x->model : run->spec->problem->model;
    hol_pose *pose = hol_new(hol_body_count(model), sizeof *pose);
    bool good = true;
    if (hol_start(x->s, 0, run->spec->problem->step, NULL, x->z) == HOL_OK &&
        hol_experiment_poses(x, pose) == HOL_OK) {
        good = report_open_data(&file, r, "frame", section, "gp");
        if (good) {
            put_frame(file.out, model, pose);
            good = report_close(&file);
        }
    }
    free(pose);
    hol_experiment_close(x);
    return good;
}

int report_frame_draw(const report *r, int section)
{
    char folder[REPORT_PATH], data[2 * REPORT_PATH];
    const char *name = r->section[section].name;
    snprintf(folder, sizeof folder, "%s/" REPORT_FIGURES, r->dir);
    snprintf(data, sizeof data, "%s/frame-%s.gp", folder, name);
    if (access(data, R_OK) != 0) return HOL_EXIT_OK;
    return report_draw_forms((report_drawing){.dir = folder,
                                              .script = "frame",
                                              .name = name,
                                              .figure = "frame",
                                              .title = r->section[section].title},
                             r->png);
}

void report_show_frame(FILE *out, const report_markup *to, const report *r, int section)
{
    char path[REPORT_PATH], full[2 * REPORT_PATH];
    snprintf(path, sizeof path, REPORT_FIGURES "/%s-frame.svg", r->section[section].name);
    snprintf(full, sizeof full, "%s/%s", r->dir, path);
    if (access(full, R_OK) == 0)
        to->figure(out, r->dir, &(report_picture){path, "Where it starts.", REPORT_DIAGRAM});
    else if (r->section[section].problem->drawing)
        to->drawing(out, r->section[section].problem->drawing);
}
