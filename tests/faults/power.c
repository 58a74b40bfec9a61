/* SPDX-License-Identifier: GPL-3.0-or-later */
/* power LOG FOLDER WAYS: the power is cut behind each event of the log (event.h) of a sweep; what
 * then is on the disk is written into FOLDER and opened as a store.  It must be whole, hold every
 * run whose commit the program had been told of, and no part of another.
 *
 * On the disk is what was synced, and of the rest nothing, all, or, in WAYS ways, some, of a write
 * perhaps only some of its sectors.  Prints what was tried; status 1 where a store is not as it
 * must be. */
#define _XOPEN_SOURCE 700
#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/faults/event.h"

enum { SECTOR = 512, NEVER = 1 << 30, WHY = 256 };

typedef struct {
    event e;
    const unsigned char *data;
    int synced; /* the event that brings it to the disk; NEVER */
} step;

typedef struct {
    unsigned char *data;
    long size, room;
} image;

static step *list;
static int steps, nodes;
static image *node;     /* as they are on the disk */
static int name[NAMES]; /* node; -1: none */
static char path[512];  /* of the store */
static char why[WHY];   /* it is not as it must be */

static void *had(void *data)
{
    if (!data) exit(71);
    return data;
}

/* ---------------------------------------------------------------- the log */

static void read_log(const char *file)
{
    event e;
    FILE *in = fopen(file, "rb");
    for (int room = 0; in && fread(&e, sizeof e, 1, in) == 1; steps++) {
        if (steps == room) list = had(realloc(list, sizeof *list * (size_t)(room += 1024)));
        unsigned char *data = e.size ? had(malloc((size_t)e.size)) : NULL;
        if (e.size && fread(data, (size_t)e.size, 1, in) != 1) break;
        list[steps] = (step){e, data, NEVER};
        if (e.node >= nodes) nodes = e.node + 1;
    }
    if (in) fclose(in);
    node = had(calloc((size_t)nodes + 1, sizeof *node));
}

static bool is_name(const event *e)
{
    return e->kind == MAKE || e->kind == UNLINK;
}

static bool brings(const event *sync, const event *e)
{
    if (is_name(e)) return sync->kind == SYNC_NAMES;
    return sync->kind == SYNC && sync->node == e->node && (e->kind == WRITE || e->kind == CUT);
}

static void find_syncs(void)
{
    for (int i = 0; i < steps; i++)
        for (int k = i + 1; k < steps && list[i].synced == NEVER; k++)
            if (brings(&list[k].e, &list[i].e)) list[i].synced = k;
}

/* ---------------------------------------------------------------- what is on the disk */

/* A number of 32 bits that depends on all three as if thrown. */
static uint32_t thrown(uint32_t way, uint32_t n, uint32_t i)
{
    uint32_t x = way * 2654435761u ^ n * 2246822519u ^ i * 3266489917u;
    x = (x ^ x >> 15) * 2246822519u;
    x = (x ^ x >> 13) * 3266489917u;
    return x ^ x >> 16;
}

static void reach(image *m, long size)
{
    if (size > m->room) {
        m->data = had(realloc(m->data, (size_t)(2 * size)));
        m->room = 2 * size;
    }
    if (size > m->size) memset(m->data + m->size, 0, (size_t)(size - m->size));
    if (size > m->size) m->size = size;
}

/* Of the write the sectors that `mask` has. */
static void do_write(image *m, const step *s, uint32_t mask)
{
    const event *e = &s->e;
    for (long at = 0, k = 0; at < e->size; at += SECTOR, k++) {
        long size = e->size - at < SECTOR ? e->size - at : SECTOR;
        if (!(mask >> k % 32 & 1)) continue;
        reach(m, e->at + at + size);
        memcpy(m->data + e->at + at, s->data + at, (size_t)size);
    }
}

static void do_step(const step *s, uint32_t mask)
{
    const event *e = &s->e;
    if (e->kind == MAKE) name[e->at] = e->node;
    if (e->kind == UNLINK && name[e->at] == e->node) name[e->at] = -1;
    if (e->kind == WRITE) do_write(&node[e->node], s, mask);
    if (e->kind == CUT) {
        reach(&node[e->node], e->at);
        node[e->node].size = e->at;
    }
}

/* After the first n events.  way 0: only what was synced; 1: all; others: some of it. */
static void cut_power(int n, int way)
{
    for (int k = 0; k < nodes; k++) node[k].size = 0;
    for (int k = 0; k < NAMES; k++) name[k] = -1;
    for (int i = 0; i < n; i++) {
        uint32_t x = thrown((uint32_t)way, (uint32_t)n, (uint32_t)i);
        if (list[i].synced < n || way == 1)
            do_step(&list[i], UINT32_MAX);
        else if (way > 1 && x & 1)
            do_step(&list[i], x & 2 ? UINT32_MAX : x >> 2);
    }
}

static void write_file(int which, const char *end)
{
    char file[600];
    snprintf(file, sizeof file, "%s%s", path, end);
    unlink(file);
    if (name[which] < 0) return;
    const image *m = &node[name[which]];
    FILE *out = had(fopen(file, "wb"));
    if (m->size) fwrite(m->data, (size_t)m->size, 1, out);
    if (fclose(out) != 0) exit(74);
}

/* ---------------------------------------------------------------- the store that is found */

/* The one text of a question: malloc'd; NULL with `why`. */
static char *ask(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *s = NULL;
    char *text = NULL;
    if (sqlite3_prepare_v2(db, sql, -1, &s, NULL) == SQLITE_OK && sqlite3_step(s) == SQLITE_ROW) {
        const unsigned char *word = sqlite3_column_text(s, 0);
        text = had(strdup(word ? (const char *)word : ""));
    } else
        snprintf(why, WHY, "%s", sqlite3_errmsg(db));
    sqlite3_finalize(s);
    return text;
}

/* Its runs in the order they came in, with how many rows each has in the other tables; "": it has
 * no tables yet; NULL: it is not whole. */
static char *runs_of(sqlite3 *db)
{
    char *sound = ask(db, "PRAGMA integrity_check");
    bool whole = sound && !strcmp(sound, "ok");
    if (sound && !whole) snprintf(why, WHY, "%.200s", sound);
    free(sound);
    char *tables = whole ? ask(db, "SELECT count(*) FROM sqlite_master") : NULL;
    if (!tables || !strcmp(tables, "0")) return tables ? tables[0] = '\0', tables : NULL;
    free(tables);
    return ask(db, "SELECT group_concat(line, char(10)) FROM (SELECT key"
                   " || ' ' || (SELECT count(*) FROM counters WHERE run = number)"
                   " || ' ' || (SELECT count(*) FROM momenta WHERE run = number)"
                   " || ' ' || (SELECT count(*) FROM series WHERE run = number)"
                   " || ' ' || (SELECT count(*) FROM motions WHERE run = number) AS line"
                   " FROM runs ORDER BY number)");
}

static char *found(void)
{
    sqlite3 *db = NULL;
    why[0] = '\0';
    write_file(STORE, "");
    write_file(JOURNAL, "-journal");
    char *runs = NULL;
    if (sqlite3_open(path, &db) == SQLITE_OK &&
        sqlite3_exec(db, "PRAGMA synchronous = OFF", NULL, NULL, NULL) == SQLITE_OK)
        runs = runs_of(db);
    else
        snprintf(why, WHY, "%s", sqlite3_errmsg(db));
    sqlite3_close(db);
    return runs;
}

static bool begins(const char *text, const char *with)
{
    return !strncmp(text, with, strlen(with));
}

/* ---------------------------------------------------------------- all of it */

typedef struct {
    int states, rolled_back, bad;
} tally;

static void look(int n, int way, const char *told, const char *last, tally *t)
{
    cut_power(n, way);
    bool journal = name[JOURNAL] >= 0 && node[name[JOURNAL]].size > 0;
    char *runs = found();
    if (runs && !begins(runs, told))
        snprintf(why, WHY, "a run that was finished is lost");
    else if (runs && !begins(last, runs))
        snprintf(why, WHY, "a run is there in part");
    t->states++;
    t->rolled_back += journal;
    t->bad += why[0] != '\0';
    if (why[0] && t->bad < 10)
        fprintf(stderr, "after event %d of %d, way %d: %s\n", n, steps, way, why);
    free(runs);
}

int main(int argc, char **argv)
{
    tally t = {0};
    int commits = 0, ways = argc == 4 ? atoi(argv[3]) : 0;
    if (argc != 4) return fputs("power LOG FOLDER WAYS\n", stderr), 64;
    read_log(argv[1]);
    find_syncs();
    snprintf(path, sizeof path, "%s/store", argv[2]);
    cut_power(steps, 1);
    char *last = found(), *told = had(strdup(""));
    if (!last || !*last) return fprintf(stderr, "the log makes no store: %s\n", why), 1;
    for (int n = 0; n <= steps; n++) {
        if (n && list[n - 1].e.kind == COMMIT) {
            cut_power(n, 1);
            free(told);
            told = had(found());
            commits++;
        }
        for (int way = 0; way < 2 + ways; way++) look(n, way, told, last, &t);
    }
    printf("%d events, %d commits: %d cuts of the power, %d with a journal to roll back, %d bad\n",
           steps, commits, t.states, t.rolled_back, t.bad);
    return t.bad > 0 || strcmp(told, last) != 0;
}
