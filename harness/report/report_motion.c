/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mechanisms in motion: the stored motions of a problem's runs for the page's viewer,
 * reports/motion.js.
 *
 * {"bodies": [{"name", "turns"}], "joints": [[i, rho_i, j, rho_j]], "rims": [[i, rho, u, v]],
 * "runs": [{"method", "t", "reach", "at"}]}: bodies count from 0, the ground is -1; rho, and u and
 * v of the outline rho + cos(s) u + sin(s) v of what rolls, in the body's frame [m]; at: per time
 * and body the mass centre over reach [m] and the Euler parameters, 16-bit integers of 1/32767 with
 * the low byte first, in base64. */
#include <math.h>
#include <nettle/base64.h>
#include <stdlib.h>

#include "base/json.h"
#include "base/text.h"
#include "harness/report/report_motion.h"
#include "harness/report/report_site.h"

enum { DIGITS = 5, PLACE = 7, WHOLE = 32767 };

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

static void put_rims(hol_json *j, const hol_model *model)
{
    hol_marker c, u, v;
    hol_json_open(j, "rims", '[');
    for (int k = 0; hol_outlined_at(model, k, &c, &u, &v); k++)
        hol_json_numbers(j, NULL, 10,
                         (const double[]){c.body, c.rho[0], c.rho[1], c.rho[2], u.rho[0], u.rho[1],
                                          u.rho[2], v.rho[0], v.rho[1], v.rho[2]});
    hol_json_close(j, ']');
}

static void put_model(hol_json *j, const report_moving *m)
{
    hol_model *model = hol_had(hol_model_new());
    hol_message none; /* the runs were made of it */
    if (hol_problem_build(m->problem, m->parameters, model, &none)) {
        put_bodies(j, model);
        put_joints(j, model);
        put_rims(j, model);
    }
    hol_model_free(model);
}

/* The largest coordinate [m]; 1 where all are zero. */
static double reach_of(const hol_record *r)
{
    double most = 0.0;
    for (const hol_placed *m = r->motion; m < r->motion + r->placed; m++)
        most = fmax(most, fmax(fabs(m->x), fmax(fabs(m->y), fabs(m->z))));
    return most > 0.0 ? most : 1.0;
}

/* The rows of a motion are bodies within times. */
static void put_places(hol_json *j, const hol_record *r, double reach)
{
    size_t bytes = 2 * PLACE * (size_t)r->placed;
    uint8_t *raw = hol_new((int)bytes, 1), *at = raw;
    char *text = hol_new((int)BASE64_ENCODE_RAW_LENGTH(bytes) + 1, 1);
    for (const hol_placed *m = r->motion; m < r->motion + r->placed; m++) {
        const double place[PLACE] = {m->x / reach, m->y / reach, m->z / reach, m->p0,
                                     m->p1,        m->p2,        m->p3};
        for (int k = 0; k < PLACE; k++) {
            unsigned word = (unsigned)lround(fmax(-1.0, fmin(1.0, place[k])) * WHOLE);
            *at++ = (uint8_t)(word & 255);
            *at++ = (uint8_t)(word >> 8 & 255);
        }
    }
    base64_encode_raw(text, bytes, raw);
    text[BASE64_ENCODE_RAW_LENGTH(bytes)] = '\0';
    hol_json_string(j, "at", text);
    free(text);
    free(raw);
}

static void put_run(hol_json *j, const char *method, const hol_record *r)
{
    int bodies = 1;
    while (bodies < r->placed && r->motion[bodies].body) bodies++;
    int frames = r->placed / bodies;
    double *t = hol_new(frames, sizeof *t), reach = reach_of(r);
    for (int f = 0; f < frames; f++) t[f] = r->motion[f * bodies].t;
    hol_json_open(j, NULL, '{');
    hol_json_string(j, "method", method);
    hol_json_number(j, "reach", reach);
    hol_json_numbers(j, "t", frames, t);
    put_places(j, r, reach);
    hol_json_close(j, '}');
    free(t);
}

void report_put_moving(FILE *out, const report_markup *to, const report_moving *m)
{
    hol_text t;
    hol_text_begin(&t);
    hol_json j = {.out = t.out, .digits = DIGITS};
    hol_json_open(&j, NULL, '{');
    put_model(&j, m);
    hol_json_open(&j, "runs", '[');
    for (int k = 0; k < m->runs; k++) put_run(&j, m->run[k].title, m->run[k].record);
    hol_json_close(&j, ']');
    hol_json_close(&j, '}');
    char *text = hol_text_end(&t);
    to->moving(out, text);
    free(text);
}

/* ---------------------------------------------------------------- in the report */

static const hol_record *moving(const report *r, int section, int lane)
{
    const report_run *run = report_followed(r, section, lane);
    return run && run->record->placed ? run->record : NULL;
}

void report_show_motion(FILE *out, const report_markup *to, const report *r, int section)
{
    const hol_spec *spec = r->section[section].spec;
    report_moved *run = hol_new(r->lanes, sizeof *run);
    report_moving m = {.problem = spec->problem, .parameters = spec->parameters, .run = run};
    for (int lane = 0; lane < r->lanes; lane++) {
        const hol_record *one = moving(r, section, lane);
        if (one) run[m.runs++] = (report_moved){r->lane[lane].title, one};
    }
    if (m.runs) report_put_moving(out, to, &m);
    free(run);
}

/* ---------------------------------------------------------------- as a page */

static void put_line(FILE *out, const report_markup *to, const report_moved *run)
{
    const hol_record *r = run->record;
    char text[1024];
    snprintf(text, sizeof text, "%s: %s, %ld steps to t = %.6g s, %s%s%.600s", run->title,
             r->formulation, r->steps, r->t, hol_end_name(r->end), r->why.text[0] ? ": " : "",
             r->why.text);
    to->paragraph(out, text);
}

void report_motion_page(FILE *out, const report_moving *m, const report_origin *origin)
{
    static const report_pages alone;
    const report_markup *to = &report_html_alone;
    const hol_problem *p = m->problem;
    to->begin(out, p->name, &alone, NULL);
    if (p->about && *p->about) to->paragraph(out, p->about);
    if (p->source && *p->source) to->paragraph(out, p->source);
    report_put_moving(out, to, m);
    for (int k = 0; k < m->runs; k++) put_line(out, to, &m->run[k]);
    for (int k = 0; k < 2; k++) to->foot(out, origin->line[k]);
    to->end(out);
}
