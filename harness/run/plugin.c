/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plug-ins: see plugin.h.  All of one is checked before the first of its methods is listed. */
#include "holonomy/plugin.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/digest.h"
#include "harness/run/plugin_check.h"
#include "mechanics/internal.h"
#include "methods/registry.h"
#include "problems/registry.h"

typedef struct plugin {
    hol_loaded shown;
    char digest[HOL_DIGEST];
    void *object; /* of dlopen */
    hol_method_list methods;
    hol_problem_list problems;
    _Atomic(struct plugin *) next;
    char file[]; /* as it was given */
} plugin;

static _Atomic(plugin *) first;

/* ---------------------------------------------------------------- what is loaded */

const hol_loaded *hol_plugin_at(int k)
{
    for (plugin *p = first; p && k >= 0; p = p->next)
        if (k-- == 0) return &p->shown;
    return NULL;
}

/* Is the method, the problem or the function of a law one of the plug-in's? */
static bool has(const hol_plugin *is, const void *part)
{
    for (const hol_method *const *family = is->methods; family && *family; family++)
        for (const hol_method *m = *family; m->name; m++)
            if (m == part) return true;
    for (const hol_problem *const *p = is->problems; p && *p; p++)
        if (*p == part) return true;
    for (const hol_named_law *l = is->laws; l && l->law; l++)
        if (l->law == part) return true;
    return false;
}

static const hol_loaded *plugin_of(const void *part)
{
    const hol_loaded *p;
    for (int k = 0; (p = hol_plugin_at(k)); k++)
        if (has(p->is, part)) return p;
    return NULL;
}

const hol_loaded *hol_plugin_of_method(const hol_method *method)
{
    return plugin_of(method);
}

const hol_loaded *hol_plugin_of_problem(const hol_problem *problem)
{
    return plugin_of(problem);
}

const hol_loaded *hol_plugin_of_law(const hol_named_law *law)
{
    return plugin_of(law->law);
}

const hol_loaded *hol_plugin_of_laws(const hol_problem *problem, int k)
{
    const hol_loaded *p;
    const hol_model *model = problem->model;
    for (int i = 0; model && (p = hol_plugin_at(i)); i++) {
        bool acts = false;
        for (int f = 0; f < model->forces; f++) acts |= has(p->is, model->force[f].law);
        if (acts && k-- == 0) return p;
    }
    return NULL;
}

const hol_named_law *hol_law_at(int k)
{
    const hol_loaded *p;
    for (int i = 0; (p = hol_plugin_at(i)); i++)
        for (const hol_named_law *law = p->is->laws; law && law->law; law++)
            if (k-- == 0) return law;
    return NULL;
}

const hol_named_law *hol_law_named(const char *name)
{
    const hol_named_law *law;
    for (int k = 0; (law = hol_law_at(k)); k++)
        if (!strcmp(law->law->name, name)) return law;
    return NULL;
}

/* ---------------------------------------------------------------- checks */

/* Whether a method, or a problem, that stands before this one has its name. */
static bool is_second(const hol_plugin *is, const void *one, const char *name)
{
    for (const hol_method *const *family = is->methods; family && *family; family++)
        for (const hol_method *m = *family; m->name; m++) {
            if (m == one) return false;
            if (!strcmp(m->name, name)) return true;
        }
    for (const hol_problem *const *p = is->problems; p && *p != one; p++)
        if (!strcmp((*p)->name, name)) return true;
    return false;
}

static bool check_first(const hol_plugin *is, const void *one, const char *name, hol_message *why)
{
    bool second = is_second(is, one, name);
    if (second) hol_say(why, "the name '%s' is taken: it stands twice in the plug-in", name);
    return !second;
}

static bool check_parts(const hol_plugin *is, hol_message *why)
{
    for (const hol_method *const *family = is->methods; family && *family; family++)
        for (const hol_method *m = *family; m->name; m++)
            if (!hol_plugin_check_method(m, why) || !check_first(is, m, m->name, why)) return false;
    for (const hol_problem *const *p = is->problems; p && *p; p++)
        if (!hol_plugin_check_problem(*p, why) || !check_first(is, *p, (*p)->name, why))
            return false;
    for (const hol_named_law *l = is->laws; l && l->law; l++) {
        if (!hol_plugin_check_law(l, why)) return false;
        for (const hol_named_law *other = is->laws; other != l; other++)
            if (!strcmp(other->law->name, l->law->name))
                return hol_wrong(why, "the name '%s' is taken: it stands twice in the plug-in",
                                 l->law->name);
    }
    return true;
}

/* `file` is what a message calls it. */
static bool check(const hol_plugin *is, const char *file, hol_message *why)
{
    hol_message wrong;
    const hol_loaded *other;
    if (!is->name || !hol_can_name(is->name) || !is->version)
        return hol_wrong(
            why, "plug-in %.200s: HOL_PLUGIN has no .name that is a word, or no .version", file);
    for (int k = 0; (other = hol_plugin_at(k)); k++)
        if (!strcmp(other->is->name, is->name))
            return hol_wrong(why,
                             "plug-in '%s' (%.160s): the name is taken: that of the plug-in %.160s",
                             is->name, file, other->file);
    if (check_parts(is, &wrong)) return true;
    return hol_wrong(why, "plug-in '%s' (%.160s): %s", is->name, file, wrong.text);
}

/* ---------------------------------------------------------------- loading */

/* The message of dlopen, which begins with the path. */
static void say_not_loaded(const char *path, const char *file, hol_message *why)
{
    const char *told = dlerror();
    size_t n = strlen(path);
    if (!told) told = "no reason was given";
    if (!strncmp(told, path, n) && !strncmp(told + n, ": ", 2)) told += n + 2;
    hol_say(why, "plug-in %.160s: it cannot be loaded as a shared object: %.250s", file, told);
}

/* What the object exports; NULL with a message. */
static const hol_plugin *exported(void *object, const char *file, hol_message *why)
{
    const hol_plugin *is = dlsym(object, "holonomy_plugin");
    if (is && is->abi == HOL_ABI) return is;
    if (is)
        hol_say(why,
                "plug-in %.160s: it was compiled for ABI %d, this holonomy has ABI %d: compile it "
                "anew with the headers of this one",
                file, is->abi, HOL_ABI);
    else
        hol_say(why,
                "plug-in %.160s: it has no symbol 'holonomy_plugin', which HOL_PLUGIN of "
                "holonomy/plugin.h makes",
                file);
    return NULL;
}

/* One that lacks a function here may be of another ABI, which then is said. */
static const hol_plugin *open_object(plugin *p, hol_message *why)
{
    char path[4096]; /* with a slash in it: without one the folders of the system are searched */
    snprintf(path, sizeof path, "%s%s", strchr(p->file, '/') ? "" : "./", p->file);
    if ((p->object = dlopen(path, RTLD_NOW | RTLD_LOCAL))) return exported(p->object, p->file, why);
    say_not_loaded(path, p->file, why);
    p->object = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
    if (p->object) exported(p->object, p->file, why);
    return NULL;
}

static void end(plugin *p)
{
    if (p && p->object) dlclose(p->object);
    free(p);
}

static void add(plugin *p, const hol_plugin *is)
{
    p->shown = (hol_loaded){is, p->file, p->digest};
    if (is->methods) {
        p->methods.families = is->methods;
        hol_methods_add(&p->methods);
    }
    if (is->problems) {
        p->problems.problems = is->problems;
        hol_problems_add(&p->problems);
    }
    plugin *last = first;
    while (last && last->next) last = last->next;
    if (last)
        last->next = p;
    else
        first = p;
}

/* Whether a plug-in of these bytes is loaded. */
static bool is_there(const char *digest)
{
    const hol_loaded *p;
    for (int k = 0; (p = hol_plugin_at(k)); k++)
        if (!strcmp(p->digest, digest)) return true;
    return false;
}

bool hol_plugin_load(const char *file, hol_message *why)
{
    char digest[HOL_DIGEST];
    if (!hol_digest_file(file, digest))
        return hol_wrong(why, "plug-in %.160s: %s", file, strerror(errno));
    if (is_there(digest)) return true;
    plugin *p = calloc(1, sizeof *p + strlen(file) + 1);
    if (!p) return hol_wrong(why, "plug-in %.160s: no memory", file);
    strcpy(p->file, file);
    memcpy(p->digest, digest, sizeof digest);
    const hol_plugin *is = open_object(p, why);
    bool good = is && check(is, file, why);
    if (good)
        add(p, is);
    else
        end(p);
    return good;
}
