/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files of a report: every failure is said once, with the file's name. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/cli/cli.h"
#include "harness/report/report.h"

#ifndef HOL_SRCDIR
#define HOL_SRCDIR "."
#endif
#ifndef HOL_DATADIR
#define HOL_DATADIR "."
#endif

bool report_open(report_file *file, const char *dir, const char *name)
{
    snprintf(file->path, sizeof file->path, "%s/%s", dir, name);
    file->out = fopen(file->path, "w");
    if (!file->out) cli_say("%s: %s", file->path, strerror(errno));
    return file->out;
}

bool report_close(report_file *file)
{
    errno = 0;
    bool bad = ferror(file->out);
    bad |= fclose(file->out) != 0;
    if (bad) cli_say("%s: %s", file->path, strerror(errno ? errno : EIO));
    return !bad;
}

bool report_folder(const char *path)
{
    struct stat is;
    if (mkdir(path, 0777) != 0 && errno != EEXIST)
        cli_say("%s: %s", path, strerror(errno));
    else if (stat(path, &is) == 0 && !S_ISDIR(is.st_mode))
        cli_say("%s: is not a folder", path);
    else if (access(path, W_OK | X_OK) != 0)
        cli_say("%s: %s", path, strerror(errno));
    else
        return true;
    return false;
}

/* The source tree where the program runs from there, else where it was installed. */
const char *report_sources(void)
{
    static const char here[] = HOL_SRCDIR "/reports", installed[] = HOL_DATADIR "/reports";
    return access(here, R_OK) == 0 ? here : installed;
}

void report_plan_find(const char *name, char path[], size_t size)
{
    snprintf(path, size, HOL_SRCDIR "/plans/%s", name);
    if (access(path, R_OK) != 0) snprintf(path, size, HOL_DATADIR "/plans/%s", name);
}
