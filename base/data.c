/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the data files are: see data.h. */
#include "base/data.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#ifndef HOL_DATADIR
#define HOL_DATADIR "."
#endif

const char *hol_data_folder(void)
{
    const char *set = getenv("HOLONOMY_DATA");
    return set && *set ? set : HOL_DATADIR;
}

bool hol_data_find(const char *name, char path[], size_t size)
{
    snprintf(path, size, "%s/%s", hol_data_folder(), name);
    return access(path, R_OK) == 0;
}
