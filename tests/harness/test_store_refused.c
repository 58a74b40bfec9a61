/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A store whose statements fail, each in turn: SQLite refuses to prepare the n-th thing that is
 * asked of it, or stops while a statement goes on.  The call says so by the file's name, the file
 * is as it was to the byte, and the same call then succeeds. */
#include "harness/store/record.h"
#include "harness/store/store_certificates.h"
#include "harness/store/store_take.h"
#include "harness/store/store_views.h"
#include "tests/harness/store_fault.h"
#include "tests/harness/store_rig.h"

/* ---------------------------------------------------------------- the files */

enum { ROOM = 1 << 18 };

typedef struct {
    char name[72];
    size_t size;
    unsigned char bytes[ROOM];
} kept;

static kept one, other; /* the store, and one to be taken from, as they are before a call */

static void keep(kept *k)
{
    FILE *in = fopen(k->name, "rb");
    ck_assert(in);
    k->size = fread(k->bytes, 1, ROOM, in);
    ck_assert(feof(in) && fclose(in) == 0);
}

static void give_back(const kept *k)
{
    FILE *out = fopen(k->name, "wb");
    ck_assert(out && fwrite(k->bytes, 1, k->size, out) == k->size && fclose(out) == 0);
}

static void is_as_it_was(const kept *k, const char *call, long n)
{
    static kept now;
    strcpy(now.name, k->name);
    keep(&now);
    ck_assert_msg(now.size == k->size && !memcmp(now.bytes, k->bytes, k->size),
                  "%s: after fault %ld %s has changed", call, n, k->name);
}

static hol_spec spec;
static char key[HOL_KEY];
static hol_record record;
static hol_certified_pair pair;

static void put_lost(const char *file, hol_end end)
{
    char lost[HOL_KEY];
    hol_store *store = hol_store_open(file, HOL_STORE_WRITE, &why);
    hol_spec crashed = spec_of("rattle", 0.02, 0);
    hol_record r = hol_record_failed(&crashed, end);
    hol_spec_key(&crashed, lost);
    ck_assert_msg(store && hol_store_put(store, &crashed, lost, &r, &why), "%s", why.text);
    ck_assert_msg(hol_store_put_certificate(store, &pair, &why), "%s", why.text);
    hol_spec_clear(&crashed);
    hol_store_close(store);
}

/* Both have a run of which the other one knows more, and the other one has a whole run. */
static void set_up(void)
{
    new_path();
    watch_stores();
    snprintf(one.name, sizeof one.name, "%s", path);
    snprintf(other.name, sizeof other.name, "%s-other", path);
    spec = spec_of("shake", 0.02, 0);
    hol_spec_key(&spec, key);
    hol_record_spec(&spec, NULL, NULL, &record);
    pair = (hol_certified_pair){.spec = spec, .certificate = {.lines = 1}};
    strcpy(pair.key, key);
    put_lost(one.name, HOL_END_CRASHED);
    pair.certificate.lines = 0;
    hol_say(&pair.why, "none");
    put_lost(other.name, HOL_END_NOT_RUN);
    hol_store *store = hol_store_open(other.name, HOL_STORE_WRITE, &why);
    ck_assert(store && hol_store_put(store, &spec, key, &record, &why));
    hol_store_close(store);
    keep(&one);
    keep(&other);
}

static void tear_down(void)
{
    hol_record_clear(&record);
    hol_spec_clear(&spec);
    unlink(other.name);
    remove_path();
}

/* ---------------------------------------------------------------- the calls */

static bool opens(hol_store *unused)
{
    (void)unused;
    hol_store *store = hol_store_open(one.name, HOL_STORE_WRITE, &why);
    hol_store_close(store);
    return store;
}

static bool puts_run(hol_store *store)
{
    return hol_store_put(store, &spec, key, &record, &why);
}

static bool puts_certificate(hol_store *store)
{
    hol_certified_pair more = pair;
    more.key[0] = more.key[0] == 'a' ? 'b' : 'a';
    return hol_store_put_certificate(store, &more, &why);
}

static bool drops(hol_store *store)
{
    return hol_store_drop(store, key, &why);
}

static bool gets_run(hol_store *store)
{
    hol_record r;
    hol_store_answer answer = hol_store_get(store, key, NULL, &r, &why);
    if (answer == HOL_STORE_FOUND) hol_record_clear(&r);
    return answer == HOL_STORE_FOUND;
}

static bool gets_all(hol_store *store)
{
    int lacking;
    hol_matrix m = {0};
    bool good = hol_store_get_all(store, 1, &spec, &m, &lacking, &why) && m.count == 1;
    hol_matrix_free(&m);
    return good;
}

static bool gets_certificate(hol_store *store)
{
    hol_certified_pair found = {.spec = spec};
    strcpy(found.key, key);
    return hol_store_get_certificate(store, &found, &why) == HOL_STORE_FOUND;
}

static bool looks_elsewhere(hol_store *store)
{
    char found[HOL_KEY];
    hol_spec none = spec;
    none.h = 0.03;
    return hol_store_key(store, &none, found, &why) == HOL_STORE_NONE;
}

static bool asks(hol_store *store)
{
    return hol_store_has(store, key, &why) == HOL_STORE_FOUND &&
           hol_store_lacks_truth(store, key, &why) == HOL_STORE_NONE &&
           hol_store_lacked_memory(store, key, &why) == HOL_STORE_NONE;
}

static bool views(hol_store *store)
{
    return hol_store_list(store, 1, &spec, &why) && hol_store_limits(store, &why) &&
           hol_store_baselines(store, &why);
}

static bool takes(hol_store *store)
{
    hol_store_taken taken;
    hol_store_taking taking = {.all = true};
    return hol_store_take(store, other.name, &taking, &taken, &why);
}

static const struct {
    const char *name;
    bool (*does)(hol_store *store);
    hol_store_use use;
    const kept *of; /* the store that it is tried on */
    bool opens;     /* itself */
} call[] = {
    {"open", opens, HOL_STORE_WRITE, &one, true},
    {"put a run", puts_run, HOL_STORE_WRITE, &one, false},
    {"put a certificate", puts_certificate, HOL_STORE_WRITE, &one, false},
    {"drop", drops, HOL_STORE_WRITE, &other, false},
    {"get a run", gets_run, HOL_STORE_READ, &other, false},
    {"get all", gets_all, HOL_STORE_READ, &other, false},
    {"get a certificate", gets_certificate, HOL_STORE_READ, &one, false},
    {"look elsewhere", looks_elsewhere, HOL_STORE_READ, &one, false},
    {"ask", asks, HOL_STORE_READ, &other, false},
    {"views", views, HOL_STORE_READ, &other, false},
    {"take", takes, HOL_STORE_WRITE, &one, false},
};
enum { CALLS = sizeof call / sizeof *call, SOME = 40 };

/* With the n-th fault, or where n is 0 with none; whether there were so many. */
static bool tries(int i, way w, long n)
{
    const kept *of = call[i].of;
    hol_store *store = call[i].opens ? NULL : hol_store_open(of->name, call[i].use, &why);
    ck_assert(store || call[i].opens);
    hol_say(&why, "%s", "");
    arm(w, n);
    bool good = call[i].does(store), failed = fell();
    hol_store_close(store);
    ck_assert_msg(good == !failed, "%s: %s with fault %ld of way %d", call[i].name,
                  good ? "good" : why.text, n, w);
    if (!failed) return false;
    ck_assert_msg(strstr(why.text, of->name) == why.text ||
                      strstr(why.text, other.name) == why.text,
                  "%s: fault %ld: '%s'", call[i].name, n, why.text);
    is_as_it_was(&one, call[i].name, n);
    is_as_it_was(&other, call[i].name, n);
    return true;
}

/* Every statement, and some of the steps: all where HOL_LONG=all. */
START_TEST(a_statement_that_fails_is_said_and_changes_nothing)
{
    for (way w = 0; w < WAYS; w++) {
        ck_assert(!tries(_i, w, 0));
        long all = fault->asked, apart = w == STEPPING && !hol_longest() ? all / SOME + 1 : 1;
        give_back(&one);
        give_back(&other);
        ck_assert_msg(all > 0, "%s: nothing was asked", call[_i].name);
        for (long n = 1; n <= all; n += apart)
            ck_assert_msg(tries(_i, w, n), "%s: %ld of %ld", call[_i].name, n, all);
        ck_assert(!tries(_i, w, all + 1));
        give_back(&one);
        give_back(&other);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("store refused");
    TCase *tcase = tcase_create("store refused");
    tcase_set_timeout(tcase, hol_patience(120));
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_loop_test(tcase, a_statement_that_fails_is_said_and_changes_nothing, 0, CALLS);
    suite_add_tcase(suite, tcase);
    return hol_run_suite(suite);
}
