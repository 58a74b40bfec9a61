/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mechanisms in motion: the stored motions of a problem's runs for the page's viewer,
 * reports/motion.js.
 *
 * {"bodies": [{"name", "turns"}], "joints": [[i, rho_i, j, rho_j]], "runs": [{"method", "t",
 * "at"}]}: bodies count from 0, the ground is -1; rho in the body's frame [m]; at: per time and
 * body the mass centre [m] and the Euler parameters. */
#include <stdlib.h>

#include "harness/json.h"
#include "harness/memory.h"
#include "harness/report/report.h"

enum { DIGITS = 5, PLACE = 7 };

static void put_bodies(hol_json *j, const hol_model *model)
{
    hol_json_open(j, "bodies", '[');
    for (int b = 0; b < hol_body_count(model); b++) {
        const hol_body *body = hol_body_at(model, b);
        hol_json_open(j, NULL, '{');
        hol_json_string(j, "name", body->name);
        hol_json_integer(j, "turns", body->shape != HOL_POINT);
        hol_json_close(j, '}');
    }
    hol_json_close(j, ']');
}

static void put_joints(hol_json *j, const hol_model *model)
{
    hol_marker a, b;
    hol_json_open(j, "joints", '[');
    for (int k = 0; hol_joined_at(model, k, &a, &b); k++)
        hol_json_numbers(j, NULL, 8,
                         (const double[]){a.body, a.rho[0], a.rho[1], a.rho[2], b.body, b.rho[0],
                                          b.rho[1], b.rho[2]});
    hol_json_close(j, ']');
}

static void put_model(hol_json *j, const hol_spec *spec)
{
    hol_model *model = hol_model_new();
    spec->problem->build(model, spec->parameters);
    put_bodies(j, model);
    put_joints(j, model);
    hol_model_free(model);
}

/* The rows of a motion are bodies within times. */
static void put_run(hol_json *j, const char *method, const hol_record *r)
{
    int bodies = 1;
    while (bodies < r->placed && r->motion[bodies].body) bodies++;
    int frames = r->placed / bodies;
    double *t = hol_new(frames + PLACE * bodies, sizeof *t), *at = t + frames;
    for (int f = 0; f < frames; f++) t[f] = r->motion[f * bodies].t;
    hol_json_open(j, NULL, '{');
    hol_json_string(j, "method", method);
    hol_json_numbers(j, "t", frames, t);
    hol_json_open(j, "at", '[');
    for (int f = 0; f < frames; f++) {
        for (int b = 0; b < bodies; b++) {
            const hol_placed *m = &r->motion[f * bodies + b];
            const double place[PLACE] = {m->x, m->y, m->z, m->p0, m->p1, m->p2, m->p3};
            for (int k = 0; k < PLACE; k++) at[PLACE * b + k] = place[k];
        }
        hol_json_numbers(j, NULL, PLACE * bodies, at);
    }
    hol_json_close(j, ']');
    hol_json_close(j, '}');
    free(t);
}

static const hol_record *moving(const report *r, int section, int lane)
{
    const report_run *run = report_followed(r, section, lane);
    return run && run->record->placed ? run->record : NULL;
}

void report_show_motion(FILE *out, const report_markup *to, const report *r, int section)
{
    char *text;
    size_t size;
    int shown = 0;
    for (int lane = 0; lane < r->lanes; lane++) shown += moving(r, section, lane) != NULL;
    if (!shown || !r->section[section].problem->build) return;
    hol_json j = {.out = hol_had(open_memstream(&text, &size)), .digits = DIGITS};
    hol_json_open(&j, NULL, '{');
    put_model(&j, r->section[section].spec);
    hol_json_open(&j, "runs", '[');
    for (int lane = 0; lane < r->lanes; lane++) {
        const hol_record *one = moving(r, section, lane);
        if (one) put_run(&j, r->lane[lane].title, one);
    }
    hol_json_close(&j, ']');
    hol_json_close(&j, '}');
    fclose(j.out);
    to->moving(out, text);
    free(text);
}
