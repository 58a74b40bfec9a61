/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Published values and the true ones: how many digits hold, what a file says wrong, and the true
 * values beside the models' own motion and beside the programs that made them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/study/published.h"
#include "harness/study/quad_text.h"
#include "tests/suite.h"
#include "tests/ways.h"

/* ---------------------------------------------------------------- digits */

static const struct {
    const char *printed;
    double truth; /* exact in binary or far from any limit */
    int held, of;
} digits[] = {
    {"1.25", 1.25, 3, 3},         {"1.26", 1.25, 2, 3}, /* off by one unit of its place */
    {"1.2", 1.25, 2, 2},                                /* cut off */
    {"1.3", 1.25, 2, 2},                                /* rounded */
    {"54.11434", 54.33333, 2, 7}, {"-54.11434", 54.33333, 0, 7},
    {"0.00125", 0.00134, 2, 3},   {"0.0125", 0.03, 0, 3},
    {"9.99", 10.004, 2, 3},       {"1e-3", 0.0015, 1, 1},
    {"-2.50e+2", -250.25, 3, 3},  {"51850.37701610329", 51850.3196364642315, 6, 16},
    {"100.0", 100.3125, 3, 4},
};

START_TEST(a_digit_holds_where_the_error_is_less_than_a_unit_of_its_place)
{
    int of, held = hol_digits_held(digits[_i].printed, digits[_i].truth, &of);
    ck_assert_msg(held == digits[_i].held && of == digits[_i].of,
                  "%s of %.17g: %d of %d digits hold", digits[_i].printed, digits[_i].truth, held,
                  of);
}
END_TEST

/* ---------------------------------------------------------------- files */

static const char *const columns = "by\tparameters\tquantity\tt\tprinted\tslip\twhy\n";
static const char *const values = "# holonomy values 1\n# problem: p\n"
                                  "parameters\tquantity\tunit\tt\tdigits\tvalue\n"
                                  "default\tx\tm\t1\t20\t1.25\n"
                                  "M=2\tx\tm\t1\t20\t1.5\n";

static const struct {
    const char *rows;  /* of a file of printed values */
    const char *wrong; /* what is said; NULL: it is right */
} printed[] = {
    {"A\tdefault\tx\t1\t1.25\t-\t-\n", NULL},
    {"A\tdefault\tx\t1\t1.50\tM=2\ttwice the mass\n", NULL},
    {"A\tdefault\tx\t1\t1.2S\t-\t-\n", ":3: printed: '1.2S' is not a number"},
    {"A\tdefault\tx\t1\t1.2\t-\t-\nA\tdefault\txx\t1\t1.25\t-\t-\n",
     ":4: p.values has no 'xx' at t = 1 of default: did you mean 'x'?"},
    {"A\tdefault\tx\t2\t1.25\t-\t-\n", ":3: p.values has no 'x' at t = 2 of default"},
    {"A\tdefault\tx\t1\t1.25\tM=3\theavier\n", ":3: p.values has no 'x' at t = 1 of M=3"},
    {"A\tdefault\tx\t1\t1.25\t-\n", ":3: 6 fields in place of 7, separated by tabs"},
    {"A\tdefault\tx\t1\t\t-\t-\n", ":3: a field is empty"},
    {"", ":2: there are no rows"},
};

static const struct {
    const char *row;
    const char *wrong;
} known[] = {
    {"default\tx\tm\t1\t20\t1.25\n", ":6: this value stands twice"},
    {"default\ty\tm\t1\t40\t1.25\n", ":6: digits: must be from 1 to 34"},
    {"default\ty\tm\tnow\t20\t1.25\n", ":6: t: 'now' is not a number"},
    {"default\ty\tm\t1\t20\tnan\n", ":6: value: 'nan' is not a number"},
};

static char folder[64];

static void write_file(const char *name, const char *a, const char *b, const char *c)
{
    char path[160];
    snprintf(path, sizeof path, "%s/reference/published/%s", folder, name);
    FILE *out = fopen(path, "w");
    ck_assert_ptr_nonnull(out);
    fprintf(out, "%s%s%s", a, b, c);
    fclose(out);
}

/* A data folder of its own. */
static void own_folder(void)
{
    char path[160];
    strcpy(folder, "/tmp/holonomy-published-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/reference", folder);
    ck_assert_int_eq(mkdir(path, 0700), 0);
    snprintf(path, sizeof path, "%s/reference/published", folder);
    ck_assert_int_eq(mkdir(path, 0700), 0);
    setenv("HOLONOMY_DATA", folder, 1);
}

static void remove_folder(void)
{
    char command[96];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    ck_assert_int_eq(system(command), 0);
}

static void expect_said(bool good, const char *wrong, const hol_message *why)
{
    if (!wrong)
        ck_assert_msg(good, "%s", why->text);
    else
        ck_assert_msg(!good && strstr(why->text, wrong), "'%s' in place of '%s'",
                      good ? "" : why->text, wrong);
}

START_TEST(a_file_of_printed_values_is_told_by_its_line)
{
    hol_table t;
    hol_message why = {""};
    own_folder();
    write_file("p.values", values, "", "");
    write_file("p.tsv", "# holonomy published 1\n", columns, printed[_i].rows);
    expect_said(hol_published_table(&t, &why), printed[_i].wrong, &why);
    hol_table_free(&t);
    remove_folder();
}
END_TEST

START_TEST(a_file_of_true_values_is_told_by_its_line)
{
    hol_table t;
    hol_message why = {""};
    own_folder();
    write_file("p.values", values, known[_i].row, "");
    expect_said(hol_known_table(&t, &why), known[_i].wrong, &why);
    hol_table_free(&t);
    remove_folder();
}
END_TEST

static const char *cell(const hol_table *t, int row, const char *name)
{
    for (int k = 0; k < t->columns; k++)
        if (!strcmp(hol_table_text(t, -1, k), name)) return hol_table_text(t, row, k);
    ck_abort_msg("no column '%s'", name);
}

START_TEST(posted_values_stand_by_error_with_the_slip_that_gives_them)
{
    hol_table t;
    hol_message why = {""};
    own_folder();
    write_file("p.values", values, "default\ty\tm\t-\t20\t-1234567.5\n", "");
    write_file("p.tsv", "# holonomy published 1\n", columns,
               "far\tdefault\tx\t1\t1.4985\tM=2\ttwice the mass\n"
               "other\tdefault\ty\t-\t-1234567\t-\t-\n"
               "near\tdefault\tx\t1\t1.26\t-\tnearly\n");
    ck_assert_msg(hol_published_table(&t, &why), "%s", why.text);
    ck_assert_int_eq(hol_table_rows(&t), 3);
    ck_assert_str_eq(cell(&t, 0, "by"), "near");
    ck_assert_str_eq(cell(&t, 1, "by"), "far");
    ck_assert_str_eq(cell(&t, 2, "by"), "other");
    ck_assert_str_eq(cell(&t, 1, "true"), "1.250000");
    ck_assert_str_eq(cell(&t, 2, "true"), "-1234567.50");
    ck_assert_double_eq(strtod(cell(&t, 0, "digits that hold"), NULL), 2);
    ck_assert_double_eq(strtod(cell(&t, 1, "digits that hold"), NULL), 1);
    ck_assert_double_eq(strtod(cell(&t, 1, "digits with that"), NULL), 3);
    ck_assert_str_eq(cell(&t, 1, "run"), "holonomy run p jet-dop853 -p M=2 --until 1");
    ck_assert_ptr_null(cell(&t, 0, "run"));
    hol_table_free(&t);
    remove_folder();
}
END_TEST

/* ---------------------------------------------------------------- the shipped ones */

static const struct {
    const char *name, *parameters;
    double until;         /* [s], of the third derivation */
    int compared, digits; /* at least: the data are decimals there, doubles here */
    bool quick;           /* the program, in a few seconds */
} shipped[] = {
    {"andrews", "default", 0.01, 12, 13, false},
    {"bicycle", "default", 0, 0, 0, true}, /* speeds and eigenvalues, no motion */
    {"car-axis", "default", 1, 8, 13, true},
    {"cart-pole", "M=1", 10, 18, 14, false},
    {"four-bar-chain", "default", 0.2, 4, 14, true}, /* singular at 0.71 s */
    {"four-particles", "default", 1, 24, 14, false},
    {"heavy-top", "default", 0.1, 6, 15, true},
    {"simple-pendulum", "default", 10, 8, 13, false},
    {"slider-crank-3d", "default", 0.5, 8, 14, false},
};
enum { SHIPPED = sizeof shipped / sizeof *shipped };

/* Of a body at a row: BODY.x .y .z .vx .vy .vz; NULL: the quantity is none of these. */
static const hol_quad *coordinate(const hol_derivation *d, int row, const char *quantity)
{
    for (int b = 0; b < d->bodies; b++) {
        const hol_quad_pose *at = &d->pose[row * d->bodies + b];
        size_t n = strlen(d->body[b]);
        if (strncmp(quantity, d->body[b], n) != 0 || quantity[n] != '.') continue;
        bool rate = quantity[n + 1] == 'v';
        char axis = quantity[n + 1 + rate];
        if (axis >= 'x' && axis <= 'z') return (rate ? at->v : at->r) + (axis - 'x');
    }
    return NULL;
}

/* The digits on which the power series of the model agrees with the true coordinates of bodies up
 * to a time [s], of the largest number of a unit; how many these are. */
static int digits_of_series(const hol_known_values *all, const char *parameters, double until,
                            int *compared)
{
    hol_reference setting = {.digits = 1}; /* whose parameters are read as a reference's are */
    const hol_problem *problem = hol_problem_named(all->problem);
    double par[32], worst = 0, size[2] = {0}; /* [m, m/s] */
    hol_quad t[256] = {0};
    int row_of[256], times = 0;
    hol_message why = {""};
    if (strcmp(parameters, "default") != 0)
        snprintf(setting.parameters, sizeof setting.parameters, "%s", parameters);
    ck_assert_msg(hol_reference_parameters(&setting, problem, par, &why), "%s", why.text);
    ck_assert_int_le(all->count, 256);
    for (int i = 0; i < all->count; i++) {
        const hol_known_value *v = &all->of[i];
        const char *text = v->t;
        double at = strtod(text, NULL);
        row_of[i] = -1;
        if (strcmp(v->parameters, parameters) != 0 || !strcmp(text, "-") || at > until) continue;
        if (!times || at > (double)t[times - 1]) t[times++] = hol_quad_read(&text);
        row_of[i] = times - 1;
        double most = (double)(v->x < 0 ? -v->x : v->x), *of = &size[!strcmp(v->unit, "m/s")];
        if (v->unit[0] == 'm' && most > *of) *of = most;
    }
    const hol_derive_task task = {.problem = problem,
                                  .par = par,
                                  .until = (double)t[times - 1],
                                  .times = t,
                                  .count = times,
                                  .by = &hol_by_series};
    hol_derivation *d = hol_derive(&task, &why);
    ck_assert_msg(d && !*d->ended.text, "%s", d ? d->ended.text : why.text);
    for (int i = 0; i < all->count; i++) {
        const hol_quad *x = row_of[i] < 0 ? NULL : coordinate(d, row_of[i], all->of[i].quantity);
        if (!x) continue;
        double apart = fabs((double)(*x - all->of[i].x));
        worst = fmax(worst, apart / size[!strcmp(all->of[i].unit, "m/s")]);
        ++*compared;
    }
    hol_derivation_free(d);
    return hol_derive_digits(fmax(worst, 1e-30));
}

START_TEST(the_series_of_the_model_has_the_true_values)
{
    hol_message why = {""};
    hol_known_values all;
    int compared = 0;
    ck_assert_msg(hol_known_read(shipped[_i].name, &all, &why), "%s", why.text);
    ck_assert_int_ge(hol_known_digits(&all), 15);
    if (!shipped[_i].compared) {
        hol_known_free(&all);
        return;
    }
    bool all_of_it = getenv("HOL_LONG") && strcmp(shipped[_i].name, "four-bar-chain") != 0;
    double until = all_of_it ? 1e9 : shipped[_i].until;
    int held = digits_of_series(&all, shipped[_i].parameters, until, &compared);
    /* A datum rounded to a double shifts the phase in proportion to the time: 200 times the span,
     * two digits. */
    int least = shipped[_i].digits - (all_of_it ? 2 : 0);
    ck_assert_msg(compared >= shipped[_i].compared && held >= least, "%s: %d values, %d digits",
                  shipped[_i].name, compared, held);
    hol_known_free(&all);
}
END_TEST

/* Line by line: header and names alike, numbers to 1e-15. */
static void expect_same_line(const char *name, const char *made, const char *stored)
{
    const char *a = strrchr(made, '\t'), *b = strrchr(stored, '\t');
    double x = a ? strtod(a, NULL) : 0, y = b ? strtod(b, NULL) : 0;
    double apart = x > y ? x - y : y - x, size = y < 0 ? -y : y;
    bool numbers = a && b && x != 0 && y != 0;
    if (!numbers)
        ck_assert_msg(!strcmp(made, stored), "%s: '%s', made anew '%s'", name, stored, made);
    else
        ck_assert_msg(apart <= 1e-15 * size, "%s: %.17g, made anew %.17g", name, y, x);
}

START_TEST(their_program_makes_them_again)
{
    char name[64], command[512], path[512], made[512], stored[512];
    const char *build = getenv("builddir"), *data = getenv("HOLONOMY_DATA");
    if (!hol_makes_references() || (!shipped[_i].quick && !hol_long())) return;
    snprintf(name, sizeof name, "%s", shipped[_i].name);
    for (char *c = name; *c; c++)
        if (*c == '-') *c = '_';
    snprintf(command, sizeof command, "'%s/reference/%s' values 2>/dev/null", build ? build : ".",
             name);
    snprintf(path, sizeof path, "%s/reference/published/%s.values", data ? data : ".",
             shipped[_i].name);
    FILE *program = popen(command, "r"), *file = fopen(path, "r");
    ck_assert(program && file);
    int lines = 0;
    while (fgets(made, sizeof made, program)) {
        ck_assert_msg(fgets(stored, sizeof stored, file), "%s: more lines than stored", path);
        expect_same_line(shipped[_i].name, made, stored);
        lines++;
    }
    ck_assert_msg(!fgets(stored, sizeof stored, file), "%s: fewer lines than stored", path);
    ck_assert_msg(pclose(program) == 0 && lines > 6, "%s (built by `make reference-build`)",
                  command);
    fclose(file);
}
END_TEST

START_TEST(every_shipped_file_is_read)
{
    hol_table t, u;
    hol_message why = {""};
    ck_assert_msg(hol_published_table(&t, &why), "%s", why.text);
    ck_assert_msg(hol_known_table(&u, &why), "%s", why.text);
    const hol_problem *problem;
    char file[64];
    int references = 0;
    while (hol_reference_numbered(references, &problem, file)) references++;
    ck_assert_int_eq(hol_table_rows(&u), SHIPPED + references);
    for (int row = 0; row < hol_table_rows(&u); row++) {
        ck_assert_double_ge(strtod(cell(&u, row, "digits of both"), NULL), 15);
        ck_assert_msg(cell(&u, row, "printed") && cell(&u, row, "checked"), "%s: %s",
                      cell(&u, row, "problem"), "its derivations are not named");
    }
    ck_assert_int_gt(hol_table_rows(&t), 30);
    hol_table_free(&t);
    hol_table_free(&u);
}
END_TEST

int main(void)
{
    const hol_loop loop[] = {
        {a_digit_holds_where_the_error_is_less_than_a_unit_of_its_place,
         sizeof digits / sizeof *digits},
        {a_file_of_printed_values_is_told_by_its_line, sizeof printed / sizeof *printed},
        {a_file_of_true_values_is_told_by_its_line, sizeof known / sizeof *known},
        {posted_values_stand_by_error_with_the_slip_that_gives_them, 1},
        {the_series_of_the_model_has_the_true_values, SHIPPED},
        {their_program_makes_them_again, SHIPPED},
        {every_shipped_file_is_read, 1}};
    return hol_run_loops("published", loop, sizeof loop / sizeof *loop);
}
