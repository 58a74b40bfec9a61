/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The models of the folder problems/ as problems: see shelf.h.  Threads may ask at once: what two
 * of them have made the first one leaves, the second one takes. */
#include "harness/model/shelf.h"

#include <dirent.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/data.h"
#include "base/say.h"
#include "harness/model/file_tree.h"
#include "holonomy/memory.h"
#include "problems/shelf.h"

typedef struct {
    const char *name; /* of the file, without its end */
    _Atomic(const hol_problem *) problem;
    hol_mistakes mistakes; /* of one that is WRONG */
    atomic_int wrong;
} entry;

enum { KEEPING = 1, WRONG }; /* 0: not read, or a problem */

typedef struct {
    hol_memory *memory;
    entry *of; /* by their names */
    int count;
} shelf;

static const char end[] = ".yaml";
static _Atomic(shelf *) kept;

/* ---------------------------------------------------------------- the files */

bool hol_shelf_path(const char *name, char path[HOL_SHELF_PATH])
{
    char file[HOL_SHELF_PATH];
    int length = snprintf(file, sizeof file, "problems/%s%s", name, end);
    return length > 0 && (size_t)length < sizeof file && hol_data_find(file, path, HOL_SHELF_PATH);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const entry *)a)->name, ((const entry *)b)->name);
}

static void add(shelf *s, const char *file)
{
    size_t length = strlen(file), cut = sizeof end - 1;
    if (length <= cut || strcmp(file + length - cut, end) != 0 || file[0] == '.') return;
    char *name = hol_alloc(s->memory, length - cut + 1, 1);
    memcpy(name, file, length - cut);
    s->of = hol_grow(s->memory, s->of, s->count, sizeof *s->of);
    memset(&s->of[s->count], 0, sizeof *s->of);
    s->of[s->count++].name = name;
}

typedef struct { /* what is wrong with a file or folder as a whole */
    const char *path;
    hol_message text;
    hol_mistakes *mistakes;
} whole_mistake;

static void say_alone(void *data)
{
    const whole_mistake *m = data;
    file_tree tree = {.path = m->path, .memory = hol_had(hol_memory_new())};
    file_say(&tree, 0, 0, "%s", m->text.text);
    file_hand_over(&tree, m->mistakes);
    file_tree_free(&tree);
}

typedef struct {
    char path[HOL_SHELF_PATH]; /* of the folder */
    DIR *folder;
    hol_memory *memory;
    shelf *made;
} listing;

/* A folder that is there and cannot be read, or a folder of data that is not there at all, is a
 * mistake of a problem that no one can name. */
static void add_unread(listing *l, int error)
{
    entry *e = l->made->of = hol_alloc(l->memory, 1, sizeof *e);
    whole_mistake m = {.path = l->path, .mistakes = &e->mistakes};
    *e = (entry){.name = "/", .wrong = WRONG};
    l->made->count = 1;
    hol_say(&m.text, "%s", strerror(error));
    say_alone(&m);
}

static void list_files(void *data)
{
    listing *l = data;
    shelf *s = l->made = hol_new(1, sizeof *s);
    s->memory = l->memory;
    l->folder = opendir(l->path);
    if (!l->folder && errno == ENOMEM) hol_no_memory();
    struct stat there;
    bool unread = !l->folder && errno != ENOENT;
    if (!l->folder && !unread && stat(hol_data_folder(), &there) != 0) {
        unread = true;
        snprintf(l->path, sizeof l->path, "%s", hol_data_folder());
    }
    if (unread) add_unread(l, errno);
    for (const struct dirent *file; l->folder && (file = readdir(l->folder));) add(s, file->d_name);
    if (s->count) qsort(s->of, (size_t)s->count, sizeof *s->of, by_name);
}

/* NULL: no memory.  Without its data the program has an empty one. */
static shelf *make(void)
{
    listing l = {.memory = hol_memory_new()};
    snprintf(l.path, sizeof l.path, "%s/problems", hol_data_folder());
    bool room = l.memory && hol_try(list_files, &l);
    if (l.folder) closedir(l.folder);
    if (room) return l.made;
    hol_memory_end(l.memory);
    free(l.made);
    return NULL;
}

static shelf *whole(void)
{
    shelf *there = kept, *none = NULL;
    if (there) return there;
    there = make();
    if (!there) hol_lack_memory();
    if (!there || atomic_compare_exchange_strong(&kept, &none, there)) return there;
    hol_memory_end(there->memory);
    free(there);
    return none; /* what another thread made */
}

static entry *find(const char *name)
{
    shelf *s = whole();
    for (int k = 0; s && k < s->count; k++)
        if (!strcmp(s->of[k].name, name)) return &s->of[k];
    return NULL;
}

/* ---------------------------------------------------------------- the problems */

static bool in_core(const char *name)
{
    const hol_problem *problem;
    for (int k = 0; (problem = hol_core_problem_at(k)); k++)
        if (!strcmp(problem->name, name)) return true;
    return false;
}

/* To be closed; NULL where there is any mistake, or no memory. */
static const hol_problem *read(const char *name, hol_mistakes *mistakes)
{
    char path[HOL_SHELF_PATH];
    *mistakes = (hol_mistakes){0};
    if (!hol_shelf_path(name, path)) snprintf(path, sizeof path, "problems/%.500s%s", name, end);
    if (!in_core(name)) return hol_model_read_as(path, &(hol_model_how){.shelved = name}, mistakes);
    whole_mistake m = {.path = path, .mistakes = mistakes};
    hol_say(&m.text, "there is a problem '%s' in C: a file beside it takes another name", name);
    hol_try(say_alone, &m);
    return NULL;
}

static const hol_problem *problem_of(entry *e)
{
    const hol_problem *there = e->problem, *none = NULL;
    hol_mistakes mistakes;
    int unread = 0;
    if (there || e->wrong == WRONG) return there;
    there = read(e->name, &mistakes);
    if (!there && !mistakes.count) hol_lack_memory();
    if (mistakes.count && atomic_compare_exchange_strong(&e->wrong, &unread, KEEPING)) {
        e->mistakes = mistakes;
        e->wrong = WRONG;
    } else
        hol_mistakes_free(&mistakes);
    if (!there || atomic_compare_exchange_strong(&e->problem, &none, there)) return there;
    hol_model_close(there);
    return none;
}

static const hol_problem *problem_at(int k)
{
    shelf *s = whole();
    for (int i = 0; s && i < s->count; i++) {
        const hol_problem *problem = problem_of(&s->of[i]);
        if (problem && k-- == 0) return problem;
    }
    return NULL;
}

static const hol_problem *problem_named(const char *name)
{
    entry *e = find(name);
    return e ? problem_of(e) : NULL;
}

const hol_problem_shelf hol_shelf = {problem_at, problem_named};

/* ---------------------------------------------------------------- what is wrong */

bool hol_shelf_has(const char *name)
{
    return find(name) != NULL;
}

const hol_mistakes *hol_shelf_wrong(int k)
{
    shelf *s = kept;
    for (int i = 0; s && i < s->count; i++)
        if (s->of[i].wrong == WRONG && k-- == 0) return &s->of[i].mistakes;
    return NULL;
}
