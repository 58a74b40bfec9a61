/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files of a report: every failure is said once, with the file's name; and its tables. */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/say.h"
#include "harness/report/report.h"

void report_table(FILE *out, const report_markup *to, hol_table *t, const char *folded)
{
    to->table(out, t, folded);
    hol_table_free(t);
}

bool report_open(report_file *file, const char *dir, const char *name)
{
    snprintf(file->path, sizeof file->path, "%s/%s", dir, name);
    file->out = fopen(file->path, "w");
    if (!file->out) hol_complain("%s: %s", file->path, strerror(errno));
    return file->out;
}

bool report_close(report_file *file)
{
    errno = 0;
    bool bad = ferror(file->out);
    bad |= fclose(file->out) != 0;
    if (bad) hol_complain("%s: %s", file->path, strerror(errno ? errno : EIO));
    return !bad;
}

bool report_folder(const char *path)
{
    struct stat is;
    if (mkdir(path, 0777) != 0 && errno != EEXIST)
        hol_complain("%s: %s", path, strerror(errno));
    else if (stat(path, &is) == 0 && !S_ISDIR(is.st_mode))
        hol_complain("%s: is not a folder", path);
    else if (access(path, W_OK | X_OK) != 0)
        hol_complain("%s: %s", path, strerror(errno));
    else
        return true;
    return false;
}
