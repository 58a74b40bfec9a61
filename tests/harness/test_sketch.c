/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sketches of models: where their lines and points are, and the text that they become. */
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "base/text.h"
#include "harness/report/report_sketch.h"
#include "tests/harness/model_text.h"
#include "tests/suite.h"

static const char arm[] =
    "model: arm\n"
    "bodies:\n"
    "  - {name: arm, shape: planar, m: 1, J: 1, r: [1, 0, 0]}\n"
    "  - {name: tip, shape: point, m: 1, r: [2, -1, 0]}\n"
    "joints:\n"
    "  - {name: A, type: revolute, bodies: [ground, arm], points: [[0, 0, 0], [-1, 0, 0]], "
    "axes: [[0, 0, 1], [0, 0, 1]]}\n"
    "  - {name: wire, type: distance, bodies: [arm, tip], points: [[1, 0, 0], [0, 0, 0]], "
    "length: 1}\n";

static const char loose[] = "model: loose\n"
                            "bodies:\n"
                            "  - {name: b, shape: rigid, m: 1, J: [1, 1, 1], r: [0.3, -0.7, 2]}\n";

static const hol_problem *made(const char *text)
{
    hol_mistakes mistakes;
    const hol_problem *p = read_text(text, &mistakes);
    ck_assert_msg(p, "%s", mistakes.count ? mistakes.text[0] : "no memory");
    hol_mistakes_free(&mistakes);
    return p;
}

/* Seen from above: x to the right, y up. */
START_TEST(a_plane_mechanism_is_seen_from_above)
{
    static const sketch_stroke wanted[] = {
        {SKETCH_FIXED, -1, {{0, 0}, {0, 0}}}, {SKETCH_ROD, -1, {{1, 0}, {0, 0}}},
        {SKETCH_JOINT, -1, {{0, 0}, {0, 0}}}, {SKETCH_ROD, -1, {{1, 0}, {2, 0}}},
        {SKETCH_ROD, -1, {{2, -1}, {2, -1}}}, {SKETCH_JOINT, -1, {{2, 0}, {2, -1}}},
        {SKETCH_CENTRE, 0, {{1, 0}, {1, 0}}}, {SKETCH_CENTRE, 1, {{2, -1}, {2, -1}}},
    };
    enum { STROKES = sizeof wanted / sizeof *wanted };
    const hol_problem *p = made(arm);
    report_sketch s = report_sketch_of(p->model, NULL);
    ck_assert_int_eq(s.strokes, STROKES);
    for (int i = 0; i < STROKES; i++) {
        ck_assert_int_eq(s.of[i].kind, wanted[i].kind);
        ck_assert_int_eq(s.of[i].body, wanted[i].body);
        for (int k = 0; k < 4; k++)
            ck_assert_msg(fabs(s.of[i].at[k / 2][k % 2] - wanted[i].at[k / 2][k % 2]) < 1e-12,
                          "stroke %d is at %g", i, s.of[i].at[k / 2][k % 2]);
    }
    ck_assert(s.low[0] == 0 && s.high[0] == 2 && s.low[1] == -1 && s.high[1] == 0);
    report_sketch_free(&s);
    hol_model_close(p);
}
END_TEST

/* From afar lengths are those across the line of sight: of the three axes of unit length the
 * squares sum up to 2; the vertical one is upright. */
START_TEST(a_body_in_space_has_its_axes)
{
    const hol_problem *p = made(loose);
    report_sketch s = report_sketch_of(p->model, NULL);
    double square = 0, upright = 0;
    ck_assert_int_eq(s.strokes, 4);
    for (int i = 0; i < 3; i++) {
        double x = s.of[i].at[1][0] - s.of[i].at[0][0], y = s.of[i].at[1][1] - s.of[i].at[0][1];
        ck_assert_int_eq(s.of[i].kind, SKETCH_ROD);
        square += x * x + y * y;
        upright = fabs(x) < 1e-12 ? y : upright;
    }
    ck_assert_msg(fabs(square - 2) < 1e-12, "%.17g", square);
    ck_assert_msg(upright > 0.9 && upright < 0.95, "%g", upright);
    report_sketch_free(&s);
    hol_model_close(p);
}
END_TEST

/* A ball on the floor: three circles of its radius, of which the level one is as wide as the ball,
 * to a piece of 48; each is closed, and its spoke ends on it. */
START_TEST(what_rolls_has_its_outline)
{
    enum { PIECES = 48, EACH = PIECES + 1 };
    const hol_problem *p = made("model: ball\n"
                                "bodies:\n"
                                "  - {name: b, shape: rigid, m: 1, J: [1, 1, 1], r: [3, 0, 0.5]}\n"
                                "rolling:\n"
                                "  - {name: floor, body: b, shape: sphere, radius: 0.5}\n");
    report_sketch s = report_sketch_of(p->model, NULL);
    ck_assert_int_eq(s.strokes, 3 * EACH + 1);
    for (int i = 0; i < 3 * EACH; i++) {
        const sketch_stroke *one = &s.of[i], *next = &s.of[i - i % EACH + (i % EACH + 1) % PIECES];
        ck_assert_int_eq(one->kind, i % EACH < PIECES ? SKETCH_RIM : SKETCH_ROD);
        if (i % EACH == PIECES) next = &s.of[i - 1];
        for (int k = 0; k < 2; k++) {
            double end = i % EACH < PIECES ? next->at[0][k] : next->at[1][k];
            ck_assert_msg(fabs(one->at[1][k] - end) < 1e-12, "stroke %d", i);
        }
    }
    ck_assert_msg(fabs(s.high[0] - s.low[0] - 1) < 2.5e-3, "%g m wide", s.high[0] - s.low[0]);
    report_sketch_free(&s);
    hol_model_close(p);
}
END_TEST

START_TEST(a_sketch_becomes_text)
{
    static const char wanted[] = "  #-----------------------o-----------------------+\n"
                                 "                            arm                   .\n";
    const hol_problem *p = made(arm);
    report_sketch s = report_sketch_of(p->model, NULL);
    hol_text t;
    hol_text_begin(&t);
    report_sketch_text(t.out, &s);
    char *text = hol_text_end(&t), *last = strstr(text, "o tip\n");
    int lines = 0;
    for (const char *c = text; *c; c++) lines += *c == '\n';
    ck_assert_msg(!strncmp(text, wanted, strlen(wanted)), "\n%s", text);
    ck_assert_msg(lines == 13 && last && last[6] == '\0' && last[-1] == ' ', "\n%s", text);
    free(text);
    report_sketch_free(&s);
    hol_model_close(p);
}
END_TEST

/* Of models of any size, upright, flat, without extent: no cell outside of the text. */
START_TEST(every_shipped_model_has_a_sketch)
{
    const hol_problem *p;
    int drawn = 0;
    for (int k = 0; (p = hol_problem_at(k)); k++) {
        if (!p->model) continue;
        report_sketch s = report_sketch_of(p->model, NULL);
        hol_text t;
        hol_text_begin(&t);
        report_sketch_text(t.out, &s);
        char *text = hol_text_end(&t);
        size_t width = 0;
        for (const char *c = text; *c; c += strcspn(c, "\n") + 1)
            width = strcspn(c, "\n") > width ? strcspn(c, "\n") : width;
        ck_assert_msg(strchr(text, 'o') && width <= 67, "%s, %zu wide:\n%s", p->name, width, text);
        free(text);
        report_sketch_free(&s);
        drawn++;
    }
    ck_assert_int_ge(drawn, 19);
}
END_TEST

int main(void)
{
    const hol_loop loop[] = {
        {a_plane_mechanism_is_seen_from_above, 1}, {a_body_in_space_has_its_axes, 1},
        {what_rolls_has_its_outline, 1},           {a_sketch_becomes_text, 1},
        {every_shipped_model_has_a_sketch, 1},
    };
    return hol_run_loops("sketches", loop, sizeof loop / sizeof *loop);
}
