/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where files are kept that can be made again: see cache.h. */
#include "base/cache.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH = 512 };

/* An absolute path in the environment: a relative one would be another place in every folder. */
static const char *absolute(const char *name)
{
    const char *path = getenv(name);
    return path && path[0] == '/' ? path : NULL;
}

static bool fits(int length)
{
    return length > 0 && length < PATH;
}

static bool own_folder(char path[PATH])
{
    const char *set = getenv("HOLONOMY_CACHE"), *base;
    if (set && *set) return fits(snprintf(path, PATH, "%s", set));
    if ((base = absolute("XDG_CACHE_HOME"))) return fits(snprintf(path, PATH, "%s/holonomy", base));
    base = absolute("HOME");
    return base && fits(snprintf(path, PATH, "%s/.cache/holonomy", base));
}

static bool temporary_folder(char path[PATH])
{
    const char *base = absolute("TMPDIR");
    return fits(snprintf(path, PATH, "%s/holonomy-%ld", base ? base : "/tmp", (long)getuid()));
}

static bool (*const folder[])(char path[PATH]) = {
    [HOL_CACHE_OWN] = own_folder, [HOL_CACHE_TEMPORARY] = temporary_folder};

/* A folder that others can write to, as all temporary ones, may have been laid out by one of them.
 */
static bool trusted(int place, const char *path)
{
    struct stat is;
    if (place == HOL_CACHE_OWN) return true;
    return !lstat(path, &is) && S_ISDIR(is.st_mode) && is.st_uid == getuid() &&
           !(is.st_mode & (S_IWGRP | S_IWOTH));
}

bool hol_cache_find(const char *name, char path[], size_t size)
{
    char root[PATH];
    for (int place = 0; place < HOL_CACHE_NONE; place++) {
        if (!folder[place](root) || !trusted(place, root)) continue;
        int length = snprintf(path, size, "%s/%s", root, name);
        if (length > 0 && (size_t)length < size && access(path, R_OK) == 0) return true;
    }
    return false;
}

/* Every folder of the path of a file; what is there already stays. */
static void make_folders(char path[])
{
    for (char *at = strchr(path + 1, '/'); at; at = strchr(at + 1, '/')) {
        *at = '\0';
        mkdir(path, 0700);
        *at = '/';
    }
}

static bool writable(const char *path)
{
    char parent[2 * PATH];
    snprintf(parent, sizeof parent, "%s", path);
    char *end = strrchr(parent, '/');
    if (end) *end = '\0';
    return access(parent, W_OK | X_OK) == 0;
}

hol_cache_place hol_cache_make(const char *name, char path[], size_t size, char instead_of[],
                               size_t size_of)
{
    char root[PATH];
    snprintf(instead_of, size_of, "%s", own_folder(root) ? root : "$HOME");
    for (int place = 0; place < HOL_CACHE_NONE; place++) {
        if (!folder[place](root)) continue;
        int length = snprintf(path, size, "%s/%s", root, name);
        if (length <= 0 || (size_t)length >= size) continue;
        make_folders(path);
        if (trusted(place, root) && writable(path)) return (hol_cache_place)place;
    }
    return HOL_CACHE_NONE;
}
