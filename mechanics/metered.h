/* SPDX-License-Identifier: GPL-3.0-or-later */
/* metered.h: the questions of a system with a clock beside them. */
#pragma once

#include "base/meter.h"
#include "holonomy/memory.h"
#include "holonomy/system.h"

typedef struct hol_metered_system hol_metered_system;

/* From now on the time inside evaluations of `sys` and linear solves is on the meter
 * of this thread, until hol_meter_end.  What asks a system without a meter is not touched. */
hol_metered_system *hol_meter_begin(hol_memory *m, hol_eval *sys, hol_meter *meter);
void hol_meter_end(hol_metered_system *metered, hol_eval *sys);
