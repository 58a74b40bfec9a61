/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a body stands in space, from its coordinates in `natural`, in quadruple precision. */
#pragma once

#include "mechanics/series_quad.h"

/* q, v from the body's centre on. */
void hol_quad_pose_of(const hol_slot *s, const hol_quad q[], const hol_quad v[],
                      hol_quad_pose *pose);
