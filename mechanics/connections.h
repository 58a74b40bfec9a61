/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the rows of a model belong to: see holonomy/connections.h. */
#pragma once

#include "holonomy/connections.h"
#include "mechanics/internal.h"

typedef enum { HOL_ROW_OF_JOINT, HOL_ROW_OF_DISTANCE, HOL_ROW_APART } hol_row_place;

/* Of row r; where no joint has it, `what` names it. */
hol_row_place hol_place_of_row(const hol_model *model, int r, hol_message *what);
hol_connection_kind hol_kind_of_joint(const hol_joint *joint);
/* The joint that rows from r on are where they bring two points together, all of its rows; false
 * where they do not. */
bool hol_ball_at(const hol_model *model, int r, hol_joint *ball);
