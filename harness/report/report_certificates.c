/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Certificates in the report: tables of methods by claims, with what was measured, of all problems
 * together and of each; then every line; the same lines as certificates.csv. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "harness/report/report_site.h"
#include "harness/run/names.h"

void report_pairs(report *r)
{
    if (!r->plan->certificates) return;
    r->certificate = hol_new(r->sections * r->lanes, sizeof *r->certificate);
    for (int i = 0; i < r->sections; i++)
        for (int k = 0; k < r->lanes; k++) {
            const report_run *run = report_followed(r, i, k);
            r->certificate[i * r->lanes + k] =
                run ? hol_certificates_add(&r->certified, run->spec) : -1;
        }
}

/* NULL: the plan lacks the pair. */
static const hol_certified_pair *pair_of(const report *r, int section, int lane)
{
    int at = r->certificate[section * r->lanes + lane];
    return at < 0 ? NULL : &r->certified.pair[at];
}

/* Sections that differ in what a certificate leaves aside, such as the span, share theirs: the
 * first shows them. */
static bool shown_before(const report *r, int section)
{
    for (int i = 0; i < section; i++)
        for (int k = 0; k < r->lanes; k++)
            if (pair_of(r, i, k) && pair_of(r, i, k) == pair_of(r, section, k)) return true;
    return false;
}

/* "top -p epsilon=0.4" */
static void trial_of(const hol_certified_pair *pair, char text[], size_t size)
{
    const hol_problem *problem = pair->spec.problem;
    snprintf(text, size, "%s", problem->name);
    hol_options_changed(problem->parameters, pair->spec.parameters, "-p ", text, size);
}

/* What was studied in a section. */
static void subject_of(const report *r, int section, char text[], size_t size)
{
    const hol_certified_pair *pair = NULL;
    for (int k = 0; k < r->lanes && !pair; k++) pair = pair_of(r, section, k);
    trial_of(pair, text, size);
}

/* ---------------------------------------------------------------- what is claimed */

static void insert(hol_names *names, int place, const char *word)
{
    hol_names_add(names, word);
    memmove(&names->of[place + 1], &names->of[place],
            (size_t)(names->count - 1 - place) * sizeof *names->of);
    names->of[place] = word;
}

/* "order of position", ...: of all certificates; what one has more than those before it stands
 * behind the line that it follows there. */
static hol_names claims_of(const report *r)
{
    hol_names all = {0};
    for (int i = 0; i < r->sections * r->lanes; i++) {
        const hol_certified_pair *pair = pair_of(r, i / r->lanes, i % r->lanes);
        for (int k = 0, next = 0; pair && k < pair->certificate.lines; k++) {
            const char *what = pair->certificate.line[k].what;
            int place = hol_names_place(&all, what);
            if (place < 0) insert(&all, place = next, what);
            next = place + 1;
        }
    }
    return all;
}

static const hol_certificate_line *line_of(const hol_certified_pair *pair, const char *what)
{
    for (int k = 0; pair && k < pair->certificate.lines; k++)
        if (!strcmp(pair->certificate.line[k].what, what)) return &pair->certificate.line[k];
    return NULL;
}

typedef struct { /* one claim of one method, on some problems */
    int made, failed, hidden, held;
    char claim[96],
        where[160];     /* the claims that are made, "4 or 2"; the problems that refute it */
    double least, most; /* of what was measured; NaN: no number */
} summary;

/* A word may be part of another, "pendulum" of "double-spherical-pendulum". */
static bool is_listed(const char *text, const char *joint, const char *word)
{
    size_t length = strlen(word), gap = strlen(joint);
    for (const char *next; *text; text = next + gap) {
        next = strstr(text, joint);
        if (!next) return !strcmp(text, word);
        if ((size_t)(next - text) == length && !strncmp(text, word, length)) return true;
    }
    return false;
}

static void list(char text[], size_t size, const char *joint, const char *word)
{
    if (!is_listed(text, joint, word)) hol_append(text, size, "%s%s", *text ? joint : "", word);
}

/* Lines that make a claim count before those that make none. */
static void add(summary *s, const report *r, int section, const hol_certificate_line *line)
{
    char name[320];
    bool makes =
        line->verdict != HOL_CERTIFIED_NO_CLAIM && line->verdict != HOL_CERTIFIED_NOT_MEASURED;
    if (makes && !s->made++) s->least = s->most = NAN;
    if (makes) list(s->claim, sizeof s->claim, " or ", line->claim);
    s->hidden += line->verdict == HOL_CERTIFIED_NOT_VISIBLE;
    s->held += line->verdict == HOL_CERTIFIED_HOLDS;
    if (line->verdict == HOL_CERTIFIED_FAILS) {
        if (!s->failed++) s->least = s->most = NAN;
        subject_of(r, section, name, sizeof name);
        list(s->where, sizeof s->where, ", ", name);
    }
    if (makes == (s->made > 0) && (line->verdict == HOL_CERTIFIED_FAILS) == (s->failed > 0)) {
        s->least = fmin(s->least, line->value);
        s->most = fmax(s->most, line->value);
    }
}

/* Of all problems, or of the one of a section. */
static summary summary_of(const report *r, int section, int lane, const char *what)
{
    summary s = {.least = NAN, .most = NAN};
    for (int i = section < 0 ? 0 : section; i < (section < 0 ? r->sections : section + 1); i++) {
        const hol_certificate_line *line =
            shown_before(r, i) ? NULL : line_of(pair_of(r, i, lane), what);
        if (line) add(&s, r, i, line);
    }
    return s;
}

static void put_number(char text[], size_t size, double x)
{
    snprintf(text, size,
             x == 0.0                           ? "%.0f"
             : fabs(x) >= 1e-2 && fabs(x) < 1e2 ? "%#.3g"
                                                : "%.1e",
             x);
}

/* "3.92 to 4"; why there is no number */
static void put_range(char text[], size_t size, const summary *s)
{
    char least[32], most[32];
    put_number(least, sizeof least, s->least);
    put_number(most, sizeof most, s->most);
    if (isnan(s->least))
        snprintf(text, size, "%s", s->held ? "exact" : s->hidden ? "not visible" : "not measured");
    else
        snprintf(text, size, "%s%s%s", least, strcmp(least, most) ? " to " : "",
                 strcmp(least, most) ? most : "");
}

static void put_summary(hol_table *t, const summary *s, bool all)
{
    char range[96];
    put_range(range, sizeof range, s);
    if (s->failed)
        hol_cell(t, "%s: FAILS%s%s, %s", s->claim, all ? " on " : "", all ? s->where : "", range);
    else if (s->made)
        hol_cell(t, "%s: %s", s->claim, range);
    else
        hol_cell(t, "%s", range);
    if (s->failed) hol_cell_shade(t, HOL_TABLE_SHADES);
}

/* ---------------------------------------------------------------- methods by claims */

/* Why there is no certificate of the lane; NULL where there is one. */
static const char *refusal(const report *r, int section, int lane)
{
    const char *why = "not in the plan";
    for (int i = section < 0 ? 0 : section; i < (section < 0 ? r->sections : section + 1); i++) {
        const hol_certified_pair *pair = pair_of(r, i, lane);
        if (pair && pair->certificate.lines) return NULL;
        if (pair) why = pair->why.text;
    }
    return why;
}

static hol_table matrix(const report *r, int section, const hol_names *what)
{
    hol_table t = hol_table_of("method");
    for (int k = 0; k < what->count; k++)
        /* Of what is a time the heading says so: lines carry their numbers in seconds. */
        hol_table_head(&t, HOL_TABLE_TEXT, "%s%s", what->of[k],
                       strstr(what->of[k], " step") ? " [s]" : "");
    for (int lane = 0; lane < r->lanes; lane++) {
        const char *why = refusal(r, section, lane);
        report_put_method(&t, r, lane);
        for (int k = 0; k < what->count; k++) {
            summary s = summary_of(r, section, lane, what->of[k]);
            if (!why)
                put_summary(&t, &s, section < 0);
            else
                hol_cell(&t, "%s", k ? "\u2013" : why);
            if (why) hol_cell_shade(&t, -1);
        }
    }
    return t;
}

static void verdicts(FILE *out, const report_markup *to, const report *r)
{
    char title[400], name[320];
    hol_names what = claims_of(r);
    hol_table t = matrix(r, -1, &what);
    report_table(out, to, &t, NULL);
    for (int i = 0; to->folds && i < r->sections; i++) {
        if (shown_before(r, i)) continue;
        subject_of(r, i, name, sizeof name);
        snprintf(title, sizeof title, "Claims on %s alone", name);
        t = matrix(r, i, &what);
        report_table(out, to, &t, title);
    }
    hol_names_clear(&what);
}

/* ---------------------------------------------------------------- every line */

/* The lines that the page has; with a lane's name those of the file. */
static void put_lines(hol_table *t, const hol_certified_pair *pair, bool all, const char *lane)
{
    char trial[320];
    trial_of(pair, trial, sizeof trial);
    for (int i = 0; i < pair->certificate.lines; i++) {
        const hol_certificate_line *line = &pair->certificate.line[i];
        if (!all && line->verdict != HOL_CERTIFIED_FAILS) continue;
        hol_cells(t, trial, NULL);
        hol_cells(t, lane, NULL);
        hol_cells(t, pair->formulation, line->what, line->claim, line->measured, NULL);
        hol_cell_number(t, line->value);
        hol_cells(t, hol_certified_name(line->verdict), NULL);
    }
}

/* All lines of a method where the page folds them away, else those that fail. */
void report_show_claims(FILE *out, const report_markup *to, const report *r, int lane)
{
    hol_table t = hol_table_of("problem|formulation|what|claim|measured|#value|verdict");
    char title[320];
    for (int i = 0; i < r->sections; i++) {
        const hol_certified_pair *pair = pair_of(r, i, lane);
        if (pair && !shown_before(r, i)) put_lines(&t, pair, to->folds, NULL);
    }
    snprintf(title, sizeof title, "%s%s", r->lane[lane].title,
             to->folds ? "" : ": claims that do not hold");
    if (hol_table_rows(&t)) to->table(out, &t, title);
    hol_table_free(&t);
}

void report_show_certificates(FILE *out, const report_markup *to, const report *r, int at)
{
    (void)at;
    to->paragraph(
        out, "Every claim of every method beside its measurement, at the problem's own step and "
             "span, and at its trial where its default motion is too plain to tell methods apart: "
             "orders against the true motion, the power of the step that error estimates go with, "
             "invariants with the law of their drift, symmetry, reversibility and symplecticity of "
             "a step, the largest stable step, the cost of one. A cell has the claim and the least "
             "and the largest value measured on the problems below; without a claim, the values "
             "alone. Coloured are the claims that do not hold, with the problem and the value "
             "there. All lines are in certificates.csv; `holonomy certify METHOD` measures them "
             "again.");
    verdicts(out, to, r);
}

/* ---------------------------------------------------------------- the file */

bool report_certificates_csv(const report *r)
{
    report_file file;
    if (!r->certificate) return true;
    if (!report_open(&file, r->dir, "certificates.csv")) return false;
    hol_table t = hol_table_of("problem|method|formulation|what|claim|measured|#value|verdict");
    for (int k = 0; k < r->lanes; k++)
        for (int i = 0; i < r->sections; i++) {
            const hol_certified_pair *pair = pair_of(r, i, k);
            if (pair && !shown_before(r, i)) put_lines(&t, pair, true, r->lane[k].title);
        }
    hol_table_csv(file.out, &t);
    hol_table_free(&t);
    return report_close(&file);
}
