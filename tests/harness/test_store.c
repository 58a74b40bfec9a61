/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The results store: what goes in comes out, whole or not at all, once. */
#include <float.h>
#include <math.h>
#include <stdarg.h>

#include "harness/store/record.h"
#include "harness/store/store_certificates.h"
#include "tests/harness/store_rig.h"

static void run_sql(const char *sql)
{
    sqlite3 *db;
    ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

/* ---------------------------------------------------------------- records */

static void same_column(const hol_column *c, const void *a, const void *b)
{
    const char *x = (const char *)a + c->at, *y = (const char *)b + c->at;
    if (c->kind == HOL_COLUMN_WORD) {
        ck_assert_str_eq(x, y);
        return;
    }
    bool both_nan = c->kind == HOL_COLUMN_REAL && isnan(*(const double *)(const void *)x) &&
                    isnan(*(const double *)(const void *)y);
    ck_assert_msg(both_nan || !memcmp(x, y, c->size), "column %s came back otherwise", c->name);
}

static void same_rows(const hol_column c[], int count, size_t size, const void *a, const void *b)
{
    for (int i = 0; i < count; i++)
        for (int k = 0; c[k].name; k++)
            same_column(&c[k], (const char *)a + (size_t)i * size,
                        (const char *)b + (size_t)i * size);
}

static void same_number(double a, double b)
{
    ck_assert((isnan(a) && isnan(b)) || a == b);
}

static void same_record(const hol_record *a, const hol_record *b)
{
    same_rows(hol_run_columns, 1, sizeof *a, a, b);
    same_rows(hol_counter_columns, 1, sizeof a->counters, &a->counters, &b->counters);
    ck_assert_int_eq(a->momenta, b->momenta);
    same_rows(hol_momentum_columns, a->momenta, sizeof *a->momentum, a->momentum, b->momentum);
    ck_assert_int_eq(a->points, b->points);
    same_rows(hol_series_columns, a->points, sizeof *a->series, a->series, b->series);
    ck_assert_int_eq(a->placed, b->placed);
    ck_assert_int_gt(a->placed, 0);
    same_rows(hol_motion_columns, a->placed, sizeof *a->motion, a->motion, b->motion);
    ck_assert(a->problem == b->problem && a->method == b->method && a->ran == b->ran);
    ck_assert(a->adaptive == b->adaptive && a->level == b->level);
    ck_assert(a->energy_drift == b->energy_drift);
    same_number(a->h, b->h);
    same_number(a->rtol, b->rtol);
}

static void make_awkward(hol_record *r)
{
    r->energy = 1.0 / 3.0;
    r->energy_rigid = DBL_TRUE_MIN;
    r->phi = DBL_MAX;
    r->phi_inner = NAN;
    r->gv = INFINITY;
    r->acceleration = -INFINITY;
    r->step_mean = 9007199254740993.0;
    r->error.position = nextafter(1.0, 2.0);
    r->error.velocity = -4.9406564584124654e-310;
    r->cpu_seconds = 0.1 + 0.2;
    r->counters.newton = 4611686018427387905;
    r->energy_drift = HOL_DRIFT_LINEAR;
    hol_say(&r->why, "it's \"said\"; r\u00e9gime, 100 %%");
    r->series[3].energy = 1e-300;
    r->series[4].phi = NAN;
}

START_TEST(a_record_comes_back_bit_for_bit)
{
    static const char *const method[] = {"shake", "jet-dp5", "mk4"};
    for (int i = 0; i < 3; i++) {
        char key[HOL_KEY];
        hol_record in, out;
        hol_spec spec = spec_of(method[i], 0.01, 1);
        if (i == 1) spec.rtol = spec.atol = 1e-6;
        hol_spec_key(&spec, key);
        hol_record_spec(&spec, NULL, NULL, &in);
        ck_assert_int_eq(in.end, HOL_END_OK);
        ck_assert_int_gt(in.points, 10);
        ck_assert_int_eq(in.momenta, 3);
        if (i == 0) make_awkward(&in);
        hol_store *store = open_store(HOL_STORE_WRITE);
        ck_assert_msg(hol_store_put(store, &spec, key, &in, &why), "%s", why.text);
        hol_store_close(store);
        store = open_store(HOL_STORE_READ);
        ck_assert_int_eq(hol_store_get(store, key, NULL, &out, &why), HOL_STORE_FOUND);
        same_record(&in, &out);
        hol_store_close(store);
        hol_record_clear(&in);
        hol_record_clear(&out);
        hol_spec_clear(&spec);
    }
}
END_TEST

START_TEST(a_run_that_is_there_is_left_alone)
{
    char key[HOL_KEY];
    hol_record out;
    hol_store *store = open_store(HOL_STORE_WRITE);
    hol_spec spec = spec_of("shake", 0.01, 0);
    hol_record first = hol_record_failed(&spec, HOL_END_CRASHED),
               second = hol_record_failed(&spec, HOL_END_NOT_RUN);
    hol_spec_key(&spec, key);
    ck_assert_int_eq(hol_store_has(store, key, &why), HOL_STORE_NONE);
    ck_assert(hol_store_put(store, &spec, key, &first, &why));
    ck_assert_int_eq(hol_store_has(store, key, &why), HOL_STORE_FOUND);
    ck_assert(hol_store_put(store, &spec, key, &second, &why));
    ck_assert_int_eq(hol_store_get(store, key, NULL, &out, &why), HOL_STORE_FOUND);
    ck_assert_int_eq(out.end, HOL_END_CRASHED);
    ck_assert_str_eq(ask(store, "SELECT count(*) FROM runs"), "1");
    hol_record_clear(&out);
    hol_spec_clear(&spec);
    hol_store_close(store);
}
END_TEST

START_TEST(a_run_that_cannot_be_written_leaves_nothing)
{
    char key[HOL_KEY];
    hol_record in;
    hol_spec spec = spec_of("shake", 0.01, 0);
    hol_spec_key(&spec, key);
    hol_record_spec(&spec, NULL, NULL, &in);
    hol_store_close(open_store(HOL_STORE_WRITE));
    run_sql("CREATE TRIGGER bad BEFORE INSERT ON series WHEN NEW.place = 7"
            " BEGIN SELECT RAISE(ABORT, 'no room'); END");
    hol_store *store = open_store(HOL_STORE_WRITE);
    ck_assert(!hol_store_put(store, &spec, key, &in, &why));
    ck_assert_msg(strstr(why.text, "no room") && strstr(why.text, path), "%s", why.text);
    ck_assert_str_eq(ask(store, "SELECT (SELECT count(*) FROM runs) + (SELECT count(*) FROM"
                                " counters) + (SELECT count(*) FROM series)"),
                     "0");
    ck_assert_int_eq(hol_store_has(store, key, &why), HOL_STORE_NONE);
    hol_store_close(store);
    hol_record_clear(&in);
    hol_spec_clear(&spec);
}
END_TEST

START_TEST(a_store_of_a_newer_program_is_refused)
{
    hol_store_close(open_store(HOL_STORE_WRITE));
    char sql[64], says[64];
    snprintf(sql, sizeof sql, "PRAGMA user_version = %d", HOL_STORE_VERSION + 1);
    snprintf(says, sizeof says, "newer holonomy (store version %d", HOL_STORE_VERSION + 1);
    run_sql(sql);
    for (int use = HOL_STORE_READ; use <= HOL_STORE_WRITE; use++) {
        ck_assert(!hol_store_open(path, (hol_store_use)use, &why));
        ck_assert_msg(strstr(why.text, says), "%s", why.text);
    }
}
END_TEST

/* ---------------------------------------------------------------- stores of former versions */

/* The store that tests/harness/store_VERSION.sql makes. */
static void former_store(int version)
{
    const char *srcdir = getenv("srcdir");
    char name[512], text[32768];
    snprintf(name, sizeof name, "%s/tests/harness/store_%d.sql", srcdir ? srcdir : ".", version);
    FILE *in = fopen(name, "r");
    ck_assert_msg(in, "%s", name);
    size_t size = fread(text, 1, sizeof text - 1, in);
    ck_assert(feof(in) && fclose(in) == 0);
    text[size] = '\0';
    run_sql(text);
}

/* A measure of others is of later stores, motions of the third on. */
static void has_runs(hol_store *store, int version)
{
    static const struct {
        int first, last; /* versions whose store has the run */
        const char *key, *method, *formulation;
        double energy, position;
        int steps, accelerations, momenta;
    } run[] = {
        {1, 1, "830895b38c3557c75b89f875249cddf385a323fc6b8b1b4bb9c699b22301cbc6", "shake",
         "natural", 1.2833952141022564e-06, 0.0, 50, 3, 3},
        {1, 1, "a0b8b74498c62b6842ec1c108e3e97daa66d068ec9a1a1196136562d7a4f7f49", "jet-dp5",
         "euler", 0.00025697026387661026, 5.961449952523144e-07, 9, 83, 1},
        {2, 2, "4f2e024fde12d2bcc2b28e545bd902fac3d5d1ab37a811da35736bd578f666c4", "shake",
         "natural", 1.2833952141022564e-06, 0.0, 50, 3, 3},
        {2, 2, "49df67ea054b32fe4f5b39ec24af05252cca24bb2e5c7ce95b8add4955a8a465", "jet-dp5",
         "euler", 0.00030201641965277304, 5.184203551408487e-07, 9, 83, 1},
        {3, 3, "d86ce19668c7a9a6f9c04094a57a756ead8d69878fc927e882a876712c7209ed", "shake",
         "natural", 1.2833952141022564e-06, 0.0, 50, 3, 3},
        {3, 3, "66d20cb3b07d93c9a58b30b3df6aef01829ecc7bf680e7fd2b41b83b55715988", "jet-dp5",
         "euler", 0.00030201641965277304, 5.184203551408487e-07, 9, 83, 1},
        {4, 6, "585946177dac0c736168a80d062a1339b9e2be1d86f28f68e9823f26f2b6c9b0", "shake",
         "natural", 1.2833952141022564e-06, 0.0, 50, 3, 3},
        {4, 6, "d99ff32ce44f717fcaa3d1a5a03cfc21d321551d8ce4dd103e5356839872debe", "jet-dp5",
         "euler", 0.00030201641965277304, 5.1842035514084869e-07, 9, 83, 1},
    };
    for (size_t k = 0; k < sizeof run / sizeof *run; k++) {
        hol_record r;
        if (version < run[k].first || version > run[k].last) continue;
        ck_assert_msg(hol_store_get(store, run[k].key, NULL, &r, &why) == HOL_STORE_FOUND, "%s",
                      why.text);
        ck_assert_str_eq(r.method->name, run[k].method);
        ck_assert_str_eq(r.formulation, run[k].formulation);
        ck_assert_int_eq(r.end, HOL_END_OK);
        ck_assert(r.energy == run[k].energy && r.error.position == run[k].position);
        ck_assert(isnan(r.scd) && isnan(r.mescd) && isnan(r.relative));
        ck_assert_int_eq(r.steps, run[k].steps);
        ck_assert_int_eq(r.counters.accelerations, run[k].accelerations);
        ck_assert_int_eq(r.momenta, run[k].momenta);
        ck_assert_int_eq(r.points, 3);
        ck_assert_int_eq(r.placed, version < 3 ? 0 : 3);
        ck_assert(r.series[2].energy > 0 && r.cpu_seconds > 0);
        ck_assert(version < 3 || r.motion[2].t == 0.5);
        hol_record_clear(&r);
    }
}

static void has_certificates(hol_store *store)
{
    static const struct {
        const char *key, *formulation, *why, *what;
        int lines;
        double value;
    } pair[] = {
        {"0cb0750c305aec37c3bbc656bc72e0c67e1ef9a9966fe9ca88f58972e3ed3bb4", "natural", "",
         "order of position", 6, 2.0002990125825035327},
        {"0cb53a573454eb932be2703e04607c00657a3fafab1d5364086daf272a3a4463", "lie", "",
         "order of position", 4, 3.9713707834422886655},
        {"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "",
         "why there is none", "", 0, 0},
    };
    for (size_t k = 0; k < sizeof pair / sizeof *pair; k++) {
        hol_certified_pair found = {.why = {""}};
        strcpy(found.key, pair[k].key);
        ck_assert_int_eq(hol_store_get_certificate(store, &found, &why), HOL_STORE_FOUND);
        const hol_certificate_line *first = &found.certificate.line[0];
        ck_assert_str_eq(found.formulation, pair[k].formulation);
        ck_assert_str_eq(found.why.text, pair[k].why);
        ck_assert_int_eq(found.certificate.lines, pair[k].lines);
        ck_assert_str_eq(first->what, pair[k].what);
        ck_assert(first->value == pair[k].value);
    }
}

static void command(const char *format, ...)
{
    char line[1024];
    va_list list;
    va_start(list, format);
    vsnprintf(line, sizeof line, format, list);
    va_end(list);
    ck_assert_msg(system(line) == 0, "%s", line);
}

/* The program prints every view of it, and makes a store of today of it, which it only reads. */
static void expect_shown(const char *program, int version)
{
    static const char *const view[] = {"matrix",   "latest",  "work_precision", "orders", "silent",
                                       "measures", "fastest", "means",          "runs",   "momenta",
                                       "counters", "series",  "motions",        "builds"};
    char merged[sizeof path + 4];
    for (size_t k = 0; k < sizeof view / sizeof *view; k++)
        command("'%s' export --store %s --view %s >/dev/null", program, path, view[k]);
    snprintf(merged, sizeof merged, "%s.new", path);
    for (int k = 0; k < 2; k++)
        command("'%s' merge %s --output %s --quiet >/dev/null", program, path, merged);
    hol_store *store = hol_store_open(merged, HOL_STORE_READ, &why);
    ck_assert_msg(store, "%s", why.text);
    has_runs(store, version);
    ck_assert_str_eq(ask(store, "SELECT count(*) FROM runs"), "2");
    hol_store_close(store);
    unlink(merged);
}

/* A run of today has room in it. */
static void put_one(hol_store *store)
{
    char key[HOL_KEY];
    hol_record in, out;
    hol_spec spec = spec_of("shake", 0.01, 0);
    hol_spec_key(&spec, key);
    hol_record_spec(&spec, NULL, NULL, &in);
    ck_assert_msg(hol_store_put(store, &spec, key, &in, &why), "%s", why.text);
    ck_assert_int_eq(hol_store_get(store, key, NULL, &out, &why), HOL_STORE_FOUND);
    ck_assert(out.placed == in.placed && out.placed > 0);
    ck_assert(out.counters.hessians == in.counters.hessians && out.relative == in.relative);
    hol_record_clear(&out);
    hol_record_clear(&in);
    hol_spec_clear(&spec);
}

/* Opened to read, and then to write, it has all that it had; what writes brings it up. */
static void expect_read(int version)
{
    static const char which[] = "SELECT user_version FROM pragma_user_version";
    const char *program = getenv("HOLONOMY");
    former_store(version);
    if (program) expect_shown(program, version);
    for (int use = HOL_STORE_READ; use <= HOL_STORE_WRITE; use++) {
        hol_store *store = open_store((hol_store_use)use);
        has_runs(store, version);
        if (version > 3) has_certificates(store);
        ck_assert_int_eq(atoi(ask(store, which)),
                         use == HOL_STORE_READ ? version : HOL_STORE_VERSION);
        if (use == HOL_STORE_WRITE) put_one(store);
        hol_store_close(store);
    }
}

START_TEST(a_store_of_a_former_version_is_read)
{
    for (int version = 1; version < HOL_STORE_VERSION; version++) {
        expect_read(version);
        remove_path();
        new_path();
    }
}
END_TEST

START_TEST(the_database_of_another_program_is_refused)
{
    run_sql("CREATE TABLE notes (text)");
    ck_assert(!hol_store_open(path, HOL_STORE_WRITE, &why));
    ck_assert_msg(strstr(why.text, "no results store"), "%s", why.text);
}
END_TEST

/* Why a run was refused is kept as its status and the reason alone. */
START_TEST(a_refusal_comes_back_as_data)
{
    char key[HOL_KEY];
    hol_record in, out;
    hol_store *store = open_store(HOL_STORE_WRITE);
    hol_spec spec = hol_spec_of(hol_problem_named("knife-edge"), hol_method_named("shake"));
    hol_spec_key(&spec, key);
    hol_record_spec(&spec, NULL, NULL, &in);
    ck_assert(hol_store_put(store, &spec, key, &in, &why));
    ck_assert_int_eq(hol_store_get(store, key, NULL, &out, &why), HOL_STORE_FOUND);
    ck_assert(!out.ran && out.end == HOL_END_UNFIT);
    ck_assert_str_eq(out.why.text, "needs holonomic constraints only");
    ck_assert_str_eq(ask(store, "SELECT status || ', ' || message FROM runs"),
                     "not applicable, needs holonomic constraints only");
    hol_record_clear(&in);
    hol_record_clear(&out);
    hol_spec_clear(&spec);
    hol_store_close(store);
}
END_TEST

START_TEST(a_status_of_another_program_is_named)
{
    char key[HOL_KEY];
    hol_record r;
    hol_store *store = open_store(HOL_STORE_WRITE);
    hol_spec spec = spec_of("shake", 0.01, 0);
    hol_record in = hol_record_failed(&spec, HOL_END_CRASHED);
    hol_spec_key(&spec, key);
    ck_assert(hol_store_put(store, &spec, key, &in, &why));
    ask(store, "UPDATE runs SET status = 'bored' RETURNING 1");
    ck_assert_int_eq(hol_store_get(store, key, NULL, &r, &why), HOL_STORE_FAILED);
    ck_assert_msg(strstr(why.text, "status is 'bored'"), "%s", why.text);
    hol_spec_clear(&spec);
    hol_store_close(store);
}
END_TEST

START_TEST(records_come_in_the_order_of_their_specs)
{
    hol_spec spec[4];
    hol_matrix m = {0};
    int lacking;
    hol_store *store = open_store(HOL_STORE_WRITE);
    for (int i = 0; i < 4; i++) spec[i] = spec_of("shake", 0.01 * (1 + i), 0);
    for (int i = 3; i >= 0; i--) {
        char key[HOL_KEY];
        hol_record r = hol_record_failed(&spec[i], HOL_END_OK);
        hol_spec_key(&spec[i], key);
        if (i != 2) ck_assert(hol_store_put(store, &spec[i], key, &r, &why));
    }
    ck_assert(hol_store_get_all(store, 4, spec, &m, &lacking, &why));
    ck_assert_int_eq(lacking, 1);
    ck_assert_int_eq(m.count, 3);
    ck_assert(m.record[0].h == spec[0].h && m.record[1].h == spec[1].h);
    ck_assert(m.record[2].h == spec[3].h);
    hol_matrix_free(&m);
    hol_store_close(store);
    for (int i = 0; i < 4; i++) hol_spec_clear(&spec[i]);
}
END_TEST

START_TEST(a_value_that_is_not_bound_fails_its_statement)
{
    new_path();
    hol_store *store = open_store(HOL_STORE_WRITE);
    sqlite3_stmt *query = hol_store_query(store, "SELECT ?", &why);
    for (int values = 1; values <= 2; values++) {
        hol_binder b = hol_bind(store, query, &why);
        why.text[0] = '\0';
        if (values > 1) hol_bind_text(&b, "no place for it");
        for (int k = 0; k < values; k++) hol_bind_integer(&b, k);
        ck_assert_int_eq(hol_bound_next(&b), values == 1 ? HOL_STORE_FOUND : HOL_STORE_FAILED);
        ck_assert_int_eq(!why.text[0], values == 1);
    }
    sqlite3_finalize(query);
    hol_store_close(store);
    remove_path();
}
END_TEST

int main(void)
{
    const TTest *const test[] = {a_record_comes_back_bit_for_bit,
                                 a_run_that_is_there_is_left_alone,
                                 a_refusal_comes_back_as_data,
                                 a_status_of_another_program_is_named,
                                 a_run_that_cannot_be_written_leaves_nothing,
                                 a_store_of_a_newer_program_is_refused,
                                 a_store_of_a_former_version_is_read,
                                 the_database_of_another_program_is_refused,
                                 records_come_in_the_order_of_their_specs,
                                 a_value_that_is_not_bound_fails_its_statement};
    return hol_run_suite(store_suite("store", test, sizeof test / sizeof *test));
}
