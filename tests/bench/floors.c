/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The floor programs. */
#include <stddef.h>

#include "tests/bench/floor.h"

const hol_floor *const hol_floors[] = {&hol_floor_shake_pendulum, NULL};
