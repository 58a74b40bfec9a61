/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What fuzzing found once, the files of found/TARGET/, and seeds of each target, whole, cut short
 * and changed byte by byte: all of it is read to its end or refused. */
#include <check.h>
#include <dirent.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/fuzz/targets.h"
#include "tests/numbers.h"
#include "tests/suite.h"

enum { MOST = 1 << 20, CHANGES = 60 };

static char bytes[MOST], other[MOST];

static size_t whole_file(const char *path)
{
    FILE *in = fopen(path, "rb");
    size_t size = in ? fread(bytes, 1, sizeof bytes, in) : 0;
    if (in) fclose(in);
    return size;
}

/* Whole, and with some bytes of it changed, taken out or doubled. */
static void try_all(const fuzz_target *t, size_t size, int changes)
{
    ck_assert(fuzz_try(t, bytes, size));
    for (int k = 0; k < changes && size; k++) {
        size_t at = (size_t)below((int)size), length = (size_t)below(1 + (int)(size - at));
        memcpy(other, bytes, size);
        if (k % 3 == 0)
            ck_assert(fuzz_try(t, other, at));
        else if (k % 3 == 1) {
            other[at] = "[]{}:,-0 x\n'&\"9e.*#\t\xff"[below(21)];
            ck_assert(fuzz_try(t, other, size));
        } else {
            memmove(other + at, bytes + at + length, size - at - length);
            ck_assert(fuzz_try(t, other, size - length));
        }
    }
}

/* All files of a folder, if it is there; how many. */
static int try_folder(const fuzz_target *t, const char *folder, int changes)
{
    char path[1024];
    int count = 0;
    DIR *all = opendir(folder);
    for (struct dirent *file; all && (file = readdir(all));) {
        if (file->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "%s/%s", folder, file->d_name);
        try_all(t, whole_file(path), changes);
        count++;
    }
    if (all) closedir(all);
    return count;
}

/* The store of tests/harness/store_4.sql: its file into `bytes`. */
static size_t store_file(void)
{
    char path[] = "/tmp/holonomy-test-XXXXXX", sql[512];
    int file = mkstemp(path);
    sqlite3 *db = NULL;
    ck_assert_int_ge(file, 0);
    close(file);
    snprintf(sql, sizeof sql, "%s/tests/harness/store_4.sql", getenv("srcdir"));
    bytes[whole_file(sql)] = '\0';
    ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(db, bytes, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    size_t size = whole_file(path);
    unlink(path);
    return size;
}

START_TEST(what_was_found_is_read_or_refused)
{
    const fuzz_target *t = fuzz_target_at(_i);
    char folder[512];
    int null = open("/dev/null", O_WRONLY); /* the command line says what it has against a start */
    dup2(null, 2);
    snprintf(folder, sizeof folder, "%s/tests/fuzz/found/%s", getenv("srcdir"), t->name);
    int changes = hol_long() ? 50 * CHANGES : CHANGES, count = try_folder(t, folder, changes);
    if (!strcmp(t->name, "store")) try_all(t, store_file(), changes), count++;
    ck_assert_int_gt(count, 0);
}
END_TEST

int main(void)
{
    hol_loop loop = {what_was_found_is_read_or_refused, 0};
    while (fuzz_target_at(loop.count)) loop.count++;
    return hol_run_loops("found", &loop, 1);
}
