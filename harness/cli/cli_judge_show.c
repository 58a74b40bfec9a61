/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `holonomy judge` prints, as tables and as JSON. */
#include <string.h>

#include "base/text.h"
#include "base/words.h"
#include "harness/cli/cli_judge.h"
#include "harness/cli/cli_terminal.h"

enum { LABEL = 22 };
static const char *const test_name[HOL_TESTS] = {HOL_TEST_LIST(HOL_WORD)};

/* ---------------------------------------------------------------- one motion */

/* "; quaternion: xyzw", of what is not as our own files have it. */
static void put_reading(FILE *out, const hol_reading *as)
{
    char word[16];
    const char *before = "; read with ";
    for (int k = 0; k < HOL_READINGS; k++) {
        if (!as->of[k]) continue;
        fprintf(out, "%s%s: %s", before, hol_reading_key(k), hol_reading_word(k, as->of[k], word));
        before = ", ";
    }
}

static void title(FILE *out, const hol_judged *j)
{
    char changed[256] = "";
    hol_text t;
    hol_options_changed(j->r.problem->parameters, j->r.x->parameters, "", changed, sizeof changed);
    hol_text_begin(&t);
    fprintf(t.out, "%s | %s%s%s | ", j->m->path, j->r.problem->name, *changed ? " " : "", changed);
    fprintf(t.out, "%s%sjudged in %s", j->m->method, *j->m->method ? " | " : "",
            j->r.x->sys->formulation);
    cli_fold_end(out, 0, 2, &t);
    hol_text_begin(&t);
    fprintf(t.out, "%ld rows, t = %.10g ... %.10g s", j->r.steps + 1, j->from, j->until);
    put_reading(t.out, &j->m->reading);
    cli_fold_end(out, 0, 2, &t);
    if (!j->m->velocities) {
        hol_text_begin(&t);
        fprintf(t.out,
                "no column '%s', so places alone are judged: left out are energy, momenta, the "
                "constraints of velocities and accelerations, errors of velocities and "
                "multipliers, and the mistakes that only velocities show",
                j->m->lacks);
        cli_fold_end(out, 0, 2, &t);
    }
    if (j->start > 1e-6 * j->r.x->sys->length)
        fprintf(out, "it starts %.3g m from the start of the problem\n", j->start);
}

static void tests_row(FILE *out, const char *label, const double of[HOL_TESTS])
{
    fprintf(out, "%-*s", LABEL, label);
    for (int k = 0; k < HOL_TESTS; k++) fprintf(out, " %7s", cli_number("%.1e", of[k]).text);
    fputc('\n', out);
}

static void unexplained(FILE *out, const hol_judgement *v)
{
    hol_text t;
    hol_text_begin(&t);
    if (v->apart)
        fprintf(t.out,
                "verdict: none, the rows are too far apart to tell by the test '%s', %.1f times "
                "what it is at most; no other test is against it, nor suspects any of %d mistakes",
                v->worst, v->by, v->tried);
    else
        fprintf(t.out,
                "verdict: does not agree with the model: by the test '%s', %.1f times what it is "
                "at most, it is no motion of the model; none of %d mistakes explains it",
                v->worst, v->by, v->tried);
    cli_fold_end(out, 0, 2, &t);
}

static void verdict(FILE *out, const hol_judged *j)
{
    const hol_judgement *v = &j->verdict;
    fprintf(out, "\n%-*s", LABEL, "is it such a motion?");
    for (int k = 0; k < HOL_TESTS; k++) fprintf(out, " %7s", test_name[k]);
    fputc('\n', out);
    tests_row(out, "as it stands", v->as_is.of);
    tests_row(out, "but for a lag", v->as_is.left);
    tests_row(out, "at most, if it is", v->most);
    for (int i = 0; i < v->count; i++) {
        char label[32];
        snprintf(label, sizeof label, i ? "and without suspect %d" : "without suspect %d", i + 1);
        tests_row(out, label, v->of[i].tests.of);
    }
    for (int i = 0; i < v->count; i++) fprintf(out, "suspect %d: %s\n", i + 1, v->of[i].text);
    if (v->untold.text[0])
        fprintf(out, "verdict: none, %s\n", v->untold.text);
    else if (v->sound)
        fprintf(out, "verdict: agrees with the model, no suspect among %d mistakes\n", v->tried);
    else if (v->count)
        fprintf(out, "verdict: does not agree with the model, as if the file had %s\n",
                v->count > 1 ? "these mistakes" : "this mistake");
    else
        unexplained(out, v);
}

/* ---------------------------------------------------------------- several */

static void order_row(FILE *out, const char *label, const double p[3])
{
    fprintf(out, "%-*s", LABEL, label);
    for (int k = 0; k < 3; k++) fprintf(out, " %12s", cli_number("%.2f", p[k]).text);
    fputc('\n', out);
}

static void order(FILE *out, const judge_found *f)
{
    const hol_order_found *o = f->order;
    const double self[] = {o->position, o->orientation, o->velocity};
    const double truth[] = {o->position_true, o->orientation_true, o->velocity_true};
    fprintf(out, "\n%-*s %12s %12s %12s\n", LABEL, "order", "position", "orientation", "velocity");
    if (f->count > 2) order_row(out, "of the differences", self);
    order_row(out, "against the truth", truth);
    fputs("steps", out);
    for (int i = 0; i < f->count; i++) fprintf(out, "%s %.6g", i ? "," : "", f->of[i].step);
    fprintf(out, " s; %d times in common\n", o->common);
}

static void error_row(FILE *out, const char *label, const hol_error *e)
{
    fprintf(out, "%-*s %12s %12s %12s\n", LABEL, label, cli_number("%.3e", e->position).text,
            cli_number("%.3e", e->orientation).text, cli_number("%.3e", e->velocity).text);
}

static void way_back(FILE *out, const hol_return_found *b)
{
    fprintf(out, "\n%-*s %12s %12s %12s\n", LABEL, "the way back", "position", "orientation",
            "velocity");
    error_row(out, "where it begins", &b->start);
    error_row(out, "largest on the way", &b->most);
    error_row(out, "where it ends", &b->end);
    fprintf(out, "%d rows in common\n", b->common);
}

void judge_show_table(FILE *out, const judge_found *f)
{
    for (int i = 0; i < f->count; i++) {
        if (i) fputc('\n', out);
        title(out, &f->of[i]);
        cli_show_measured(out, &f->of[i].r, false);
        verdict(out, &f->of[i]);
    }
    if (f->order) order(out, f);
    if (f->home) way_back(out, f->home);
}

/* ---------------------------------------------------------------- JSON */

static void json_tests(hol_json *j, const char *key, const double of[HOL_TESTS])
{
    hol_json_open(j, key, '{');
    for (int k = 0; k < HOL_TESTS; k++) hol_json_number(j, test_name[k], of[k]);
    hol_json_close(j, '}');
}

static void json_verdict(hol_json *j, const hol_judgement *v)
{
    hol_json_string(j, "verdict",
                    v->untold.text[0] ? NULL
                    : v->sound        ? "sound"
                    : v->count        ? "suspect"
                    : v->apart        ? "apart"
                                      : "unexplained");
    hol_json_integer(j, "tried", v->tried);
    json_tests(j, "tests", v->as_is.of);
    json_tests(j, "left", v->as_is.left);
    json_tests(j, "most", v->most);
    hol_json_open(j, "suspects", '[');
    for (int i = 0; i < v->count; i++) {
        hol_json_open(j, NULL, '{');
        hol_json_string(j, "mistake", v->of[i].text);
        hol_json_number(j, "decades", v->of[i].gain);
        json_tests(j, "tests", v->of[i].tests.of);
        hol_json_close(j, '}');
    }
    hol_json_close(j, ']');
}

static void json_motion(hol_json *j, const hol_judged *x)
{
    char word[16];
    hol_json_open(j, NULL, '{');
    hol_json_string(j, "file", x->m->path);
    hol_json_string(j, "problem", x->r.problem->name);
    cli_json_values(j, "parameters", x->r.problem->parameters, x->r.x->parameters);
    hol_json_string(j, "method", x->m->method[0] ? x->m->method : NULL);
    hol_json_string(j, "formulation", x->r.x->sys->formulation);
    hol_json_open(j, "reading", '{');
    for (int k = 0; k < HOL_READINGS; k++)
        hol_json_string(j, hol_reading_key(k), hol_reading_word(k, x->m->reading.of[k], word));
    hol_json_close(j, '}');
    hol_json_string(j, "lacks", x->m->lacks[0] ? x->m->lacks : NULL);
    hol_json_integer(j, "rows", x->r.steps + 1);
    hol_json_number(j, "from", x->from);
    hol_json_number(j, "t", x->until);
    hol_json_number(j, "step", x->step);
    hol_json_number(j, "start", x->start);
    cli_json_measured(j, &x->r);
    json_verdict(j, &x->verdict);
    hol_json_close(j, '}');
}

static void json_three(hol_json *j, const char *key, double position, double orientation,
                       double velocity)
{
    hol_json_open(j, key, '{');
    hol_json_number(j, "position", position);
    hol_json_number(j, "orientation", orientation);
    hol_json_number(j, "velocity", velocity);
    hol_json_close(j, '}');
}

static void json_order(hol_json *j, const hol_order_found *o)
{
    hol_json_open(j, "order", '{');
    hol_json_integer(j, "common", o->common);
    json_three(j, "differences", o->position, o->orientation, o->velocity);
    json_three(j, "truth", o->position_true, o->orientation_true, o->velocity_true);
    hol_json_close(j, '}');
}

static void json_return(hol_json *j, const hol_return_found *b)
{
    hol_json_open(j, "back", '{');
    hol_json_integer(j, "common", b->common);
    json_three(j, "start", b->start.position, b->start.orientation, b->start.velocity);
    json_three(j, "most", b->most.position, b->most.orientation, b->most.velocity);
    json_three(j, "end", b->end.position, b->end.orientation, b->end.velocity);
    hol_json_close(j, '}');
}

void judge_show_json(FILE *out, const judge_found *f)
{
    hol_json writer = hol_json_begin(out), *j = &writer;
    hol_json_open(j, "motions", '[');
    for (int i = 0; i < f->count; i++) json_motion(j, &f->of[i]);
    hol_json_close(j, ']');
    if (f->order)
        json_order(j, f->order);
    else
        hol_json_string(j, "order", NULL);
    if (f->home)
        json_return(j, f->home);
    else
        hol_json_string(j, "back", NULL);
    hol_json_end(j);
}
