/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The floor programs. */
#include <stddef.h>

#include "harness/study/floors/floor.h"

const hol_floor *const hol_floors[] = {&hol_floor_shake_pendulum, NULL};
