/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a model takes in joint coordinates, known before it is realised in them. */
#pragma once

#include "holonomy/model.h"

/* Entries of the mass matrix, one for any two coordinates of a tree on ground, and of the rows that
 * no joint of it meets, with all coordinates of the largest tree: at most. */
double hol_joint_entries(const hol_model *model);
