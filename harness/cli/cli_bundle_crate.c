/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a bundle says of itself: see cli_bundle.h.  The metadata are those of RO-Crate 1.1,
 * https://w3id.org/ro/crate/1.1. */
#include <errno.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/digest.h"
#include "base/json.h"
#include "harness/cli/cli_bundle.h"
#include "harness/store/facts.h"

#define METADATA "ro-crate-metadata.json"

void bundle_path(const char *dir, const char *name, char path[BUNDLE_PATH])
{
    snprintf(path, BUNDLE_PATH, "%s/%s", dir, name);
}

bool bundle_add(bundle *b, const char *name)
{
    for (int i = 0; i < b->files; i++)
        if (!strcmp(b->file[i], name)) return false;
    b->file = hol_renew(b->file, (size_t)(b->files + 1) * sizeof *b->file);
    b->file[b->files++] = hol_had(strdup(name));
    return true;
}

void bundle_clear(bundle *b)
{
    for (int i = 0; i < b->files; i++) free(b->file[i]);
    free(b->file);
}

static FILE *begin(bundle *b, const char *name, char path[BUNDLE_PATH])
{
    bundle_path(b->dir, name, path);
    FILE *out = fopen(path, "w");
    if (!out) hol_complain("%s: %s", path, strerror(errno));
    if (out) bundle_add(b, name);
    return out;
}

static bool end(FILE *out, const char *path)
{
    return cli_output_end(out, path, HOL_EXIT_OK) == HOL_EXIT_OK;
}

/* ---------------------------------------------------------------- the builds */

/* Calls of each build that made a run; false after a message. */
static bool put_builds(hol_json *j, hol_store *store)
{
    hol_message why;
    hol_store_answer answer = HOL_STORE_FAILED;
    sqlite3_stmt *s = hol_store_query(
        store,
        "SELECT builds.build, version, compiler, flags, cpu, blas, count(*),"
        " (SELECT group_concat(DISTINCT host) FROM runs WHERE runs.build = builds.number)"
        " FROM builds JOIN runs ON runs.build = builds.number GROUP BY builds.number ORDER BY "
        "builds.number",
        &why);
    static const char *const name[] = {"build", "version", "compiler", "flags", "cpu", "blas"};
    while (s && (answer = hol_store_next(store, s, &why)) == HOL_STORE_FOUND) {
        hol_json_open(j, NULL, '{');
        for (int k = 0; k < 6; k++)
            hol_json_string(j, name[k], (const char *)sqlite3_column_text(s, k));
        hol_json_integer(j, "runs", (long)sqlite3_column_int64(s, 6));
        hol_json_string(j, "hosts", (const char *)sqlite3_column_text(s, 7));
        hol_json_close(j, '}');
    }
    sqlite3_finalize(s);
    if (answer == HOL_STORE_FAILED) hol_complain("%s", why.text);
    return answer != HOL_STORE_FAILED;
}

static bool write_builds(bundle *b, hol_store *store)
{
    char path[BUNDLE_PATH];
    FILE *out = begin(b, "builds.json", path);
    if (!out) return false;
    hol_json j = hol_json_begin(out);
    hol_json_open(&j, "builds", '[');
    bool good = put_builds(&j, store);
    hol_json_end(&j);
    return end(out, path) && good;
}

/* ---------------------------------------------------------------- how to make it again */

static bool write_readme(bundle *b)
{
    char path[BUNDLE_PATH];
    FILE *out = begin(b, "README.md", path);
    if (!out) return false;
    fprintf(out,
            "# %s\n\nRuns of holonomy: `" BUNDLE_PLAN "` says which, `" BUNDLE_STORE
            "` has what came out, `builds.json`\nwhat made them.\n\n"
            "    sha256sum -c " BUNDLE_SUMS "          # in this folder: nothing is changed\n"
            "    holonomy bundle FOLDER --rerun    # from outside: all runs again, compared\n\n"
            "The second command makes every run anew and says of every number that is no time "
            "whether it\nis the same, and where it is not how many numbers of double precision "
            "lie between the two.\n",
            b->plan->title[0] ? b->plan->title : "Runs of a plan");
    return end(out, path);
}

/* ---------------------------------------------------------------- the crate */

static void put_reference(hol_json *j, const char *key, const char *id)
{
    hol_json_open(j, key, '{');
    hol_json_string(j, "@id", id);
    hol_json_close(j, '}');
}

/* A file by its name as part of a URI: RFC 3986 leaves few bytes as they are. */
static const char *uri_of(const char *name, char uri[3 * BUNDLE_PATH])
{
    static const char plain[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
    char *to = uri;
    for (; *name; name++)
        if (strchr(plain, *name))
            *to++ = *name;
        else
            to += sprintf(to, "%%%02X", (unsigned char)*name);
    *to = '\0';
    return uri;
}

static void open_entity(hol_json *j, const char *id, const char *type)
{
    hol_json_open(j, NULL, '{');
    hol_json_string(j, "@id", id);
    hol_json_string(j, "@type", type);
}

static void put_descriptor(hol_json *j)
{
    open_entity(j, METADATA, "CreativeWork");
    put_reference(j, "conformsTo", "https://w3id.org/ro/crate/1.1");
    put_reference(j, "about", "./");
    hol_json_close(j, '}');
}

static void put_root(hol_json *j, const bundle *b, const char *date)
{
    char uri[3 * BUNDLE_PATH];
    open_entity(j, "./", "Dataset");
    hol_json_string(j, "name", b->plan->title[0] ? b->plan->title : "Runs of a plan");
    hol_json_string(j, "description",
                    "Runs of time integrators of constrained multibody systems: the plan, the "
                    "store of its results, the builds and machines that made them.");
    hol_json_string(j, "datePublished", date);
    if (b->license) put_reference(j, "license", b->license);
    hol_json_open(j, "hasPart", '[');
    for (int i = 0; i < b->files; i++)
        if (strcmp(b->file[i], METADATA) != 0) put_reference(j, NULL, uri_of(b->file[i], uri));
    put_reference(j, NULL, BUNDLE_SUMS);
    hol_json_close(j, ']');
    put_reference(j, "mentions", "#runs");
    hol_json_close(j, '}');
}

/* By the end of its name. */
static const char *format_of(const char *name)
{
    static const char *const of[][2] = {{".yaml", "application/yaml"},
                                        {".sqlite", "application/vnd.sqlite3"},
                                        {".json", "application/json"},
                                        {".md", "text/markdown"}};
    const char *dot = strrchr(name, '.');
    for (size_t k = 0; dot && k < sizeof of / sizeof *of; k++)
        if (!strcmp(dot, of[k][0])) return of[k][1];
    return "text/plain";
}

static void put_file(hol_json *j, const bundle *b, const char *name)
{
    char path[BUNDLE_PATH], uri[3 * BUNDLE_PATH], size[32];
    struct stat is;
    bundle_path(b->dir, name, path);
    open_entity(j, uri_of(name, uri), "File");
    hol_json_string(j, "name", name);
    hol_json_string(j, "encodingFormat", format_of(name));
    if (stat(path, &is) == 0) {
        snprintf(size, sizeof size, "%lld", (long long)is.st_size);
        hol_json_string(j, "contentSize", size);
    }
    hol_json_close(j, '}');
}

/* The program, and the act of making the runs. */
static void put_making(hol_json *j, const char *date)
{
    hol_fact fact[HOL_FACTS];
    hol_facts(fact); /* the first is the version */
    open_entity(j, "#holonomy", "SoftwareApplication");
    hol_json_string(j, "name", "Holonomy");
    hol_json_string(j, "softwareVersion", fact[0].value);
    hol_json_string(j, "identifier", hol_build_id());
    hol_json_close(j, '}');
    open_entity(j, "#runs", "CreateAction");
    hol_json_string(j, "name", "the runs of the plan");
    hol_json_string(j, "endTime", date);
    put_reference(j, "instrument", "#holonomy");
    put_reference(j, "object", BUNDLE_PLAN);
    put_reference(j, "result", BUNDLE_STORE);
    hol_json_close(j, '}');
}

/* When the last run was made. */
static bool last_date(hol_store *store, char date[32])
{
    hol_message why;
    sqlite3_stmt *s = hol_store_query(store, "SELECT max(created) FROM runs", &why);
    bool had = s && hol_store_next(store, s, &why) == HOL_STORE_FOUND;
    if (had) {
        const char *text = (const char *)sqlite3_column_text(s, 0);
        snprintf(date, 32, "%s", text ? text : "");
    } else
        hol_complain("%s", why.text);
    sqlite3_finalize(s);
    return had;
}

static bool write_crate(bundle *b, hol_store *store)
{
    char path[BUNDLE_PATH], date[32];
    if (!last_date(store, date)) return false;
    FILE *out = begin(b, METADATA, path);
    if (!out) return false;
    hol_json j = hol_json_begin(out);
    hol_json_string(&j, "@context", "https://w3id.org/ro/crate/1.1/context");
    hol_json_open(&j, "@graph", '[');
    put_descriptor(&j);
    put_root(&j, b, date);
    for (int i = 0; i < b->files; i++)
        if (strcmp(b->file[i], METADATA) != 0) put_file(&j, b, b->file[i]);
    open_entity(&j, BUNDLE_SUMS, "File");
    hol_json_string(&j, "name", "SHA-256 of all other files");
    hol_json_string(&j, "encodingFormat", "text/plain");
    hol_json_close(&j, '}');
    put_making(&j, date);
    hol_json_end(&j);
    return end(out, path);
}

bool bundle_describe(bundle *b, hol_store *store)
{
    return write_builds(b, store) && write_readme(b) && write_crate(b, store);
}

/* ---------------------------------------------------------------- digests */

static bool digest_of(const char *path, char digest[HOL_DIGEST])
{
    bool had = hol_digest_file(path, digest);
    if (!had) hol_complain("%s: %s", path, strerror(errno));
    return had;
}

bool bundle_sign(const bundle *b)
{
    char path[BUNDLE_PATH], file[BUNDLE_PATH], digest[HOL_DIGEST];
    bool good = true;
    bundle_path(b->dir, BUNDLE_SUMS, path);
    FILE *out = fopen(path, "w");
    if (!out) hol_complain("%s: %s", path, strerror(errno));
    for (int i = 0; out && i < b->files && good; i++) {
        bundle_path(b->dir, b->file[i], file);
        good = digest_of(file, digest);
        if (good) fprintf(out, "%s  %s\n", digest, b->file[i]);
    }
    return out && end(out, path) && good;
}

bool bundle_verify(const char *dir)
{
    char path[BUNDLE_PATH], file[BUNDLE_PATH], digest[HOL_DIGEST], line[BUNDLE_PATH];
    static const char *const needed[] = {BUNDLE_PLAN, BUNDLE_STORE};
    bool good = true, signed_too[2] = {false};
    bundle_path(dir, BUNDLE_SUMS, path);
    FILE *in = fopen(path, "r");
    if (!in) hol_complain("%s: %s", path, strerror(errno));
    while (in && good && fgets(line, sizeof line, in)) {
        line[strcspn(line, "\n")] = '\0';
        bool whole = strlen(line) > HOL_DIGEST + 1 && !strncmp(line + HOL_DIGEST - 1, "  ", 2);
        if (whole) bundle_path(dir, line + HOL_DIGEST + 1, file);
        for (int k = 0; whole && k < 2; k++)
            signed_too[k] = signed_too[k] || !strcmp(line + HOL_DIGEST + 1, needed[k]);
        good = whole && digest_of(file, digest);
        if (!whole)
            hol_complain("%s: '%s' is no digest and name of a file", path, line);
        else if (good && strncmp(line, digest, HOL_DIGEST - 1) != 0)
            hol_complain("%s: is not the file that was bundled", file), good = false;
    }
    if (in) fclose(in);
    for (int k = 0; in && good && k < 2; k++)
        if (!signed_too[k]) hol_complain("%s: has no digest of %s", path, needed[k]), good = false;
    return in && good;
}
