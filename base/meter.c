/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The meter of a thread: see meter.h. */
#include "base/meter.h"

_Thread_local hol_meter *hol_present_meter;
