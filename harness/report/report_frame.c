/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A mechanism where it starts, as a drawing: its bodies from their mass centres to their joints. */
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/outcome.h"
#include "base/text.h"
#include "harness/report/report_judge.h"
#include "harness/report/report_site.h"
#include "harness/report/report_sketch.h"

/* A square about all of it, with room around. */
static void put_extent(FILE *out, const report_sketch *s)
{
    double half = 0.6 * fmax(s->high[0] - s->low[0], s->high[1] - s->low[1]);
    static const char axis[] = "xy";
    if (!(half > 0.0)) half = 1.0;
    for (int k = 0; k < 2; k++) {
        double middle = (s->low[k] + s->high[k]) / 2;
        fprintf(out, "set %crange [%.5g:%.5g]\n", axis[k], middle - half, middle + half);
    }
}

/* A block of data begins with a point far outside, so that none is empty. */
static void put_block(FILE *out, const char *name, const report_sketch *s, sketch_kind kind)
{
    bool is_line = kind <= SKETCH_JOINT;
    fprintf(out, "$%s << END\n1e30 1e30\n\n", name);
    for (const sketch_stroke *one = s->of; one < s->of + s->strokes; one++) {
        if (one->kind != kind) continue;
        for (int e = 0; e <= is_line; e++)
            fprintf(out, "%.5g %.5g\n", one->at[e][0], one->at[e][1]);
        if (is_line) putc('\n', out);
    }
    fputs("END\n", out);
}

static void put_frame(FILE *out, const hol_model *model, const hol_pose pose[])
{
    report_sketch s = report_sketch_of(model, pose);
    put_block(out, "rods", &s, SKETCH_ROD);
    put_block(out, "rims", &s, SKETCH_RIM);
    put_block(out, "joints", &s, SKETCH_JOINT);
    put_block(out, "fixed", &s, SKETCH_FIXED);
    put_block(out, "centres", &s, SKETCH_CENTRE);
    put_extent(out, &s);
    report_sketch_free(&s);
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

/* Without figures: the problem's own drawing, else a sketch of its model. */
static void show_drawing(FILE *out, const report_markup *to, const hol_spec *spec)
{
    const hol_problem *p = spec->problem;
    hol_message none;
    hol_text t;
    if (p->drawing && *p->drawing) {
        to->drawing(out, p->drawing);
        return;
    }
    hol_model *model = hol_had(hol_model_new());
    if (hol_problem_build(p, spec->parameters, model, &none)) {
        report_sketch s = report_sketch_of(model, NULL);
        hol_text_begin(&t);
        report_sketch_text(t.out, &s);
        char *text = hol_text_end(&t);
        to->drawing(out, text);
        free(text);
        report_sketch_free(&s);
    }
    hol_model_free(model);
}

void report_show_frame(FILE *out, const report_markup *to, const report *r, int section)
{
    char path[REPORT_PATH], full[2 * REPORT_PATH];
    snprintf(path, sizeof path, REPORT_FIGURES "/%s-frame.svg", r->section[section].name);
    snprintf(full, sizeof full, "%s/%s", r->dir, path);
    if (access(full, R_OK) == 0)
        to->figure(out, r->dir, &(report_picture){path, "Where it starts.", REPORT_DIAGRAM});
    else
        show_drawing(out, to, r->section[section].spec);
}
