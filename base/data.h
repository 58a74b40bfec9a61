/* SPDX-License-Identifier: GPL-3.0-or-later */
/* data.h: the folder of the data files: reference/, reports/, plans/.
 *
 * $HOLONOMY_DATA if that is set, else where `make install` put them; no other place is looked at,
 * for some of them are scripts that are run. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

const char *hol_data_folder(void);
/* The path of a file, "reference/pendulum.ref"; false where it cannot be read. */
bool hol_data_find(const char *name, char path[], size_t size);
