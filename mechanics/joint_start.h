/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Joint coordinates of a start: the bodies placed by them, and rows that ask for them. */
#pragma once

#include "holonomy/assemble.h"
#include "mechanics/internal.h"

typedef struct { /* the model as it was before rows were added */
    int rows, spans, axis[3];
    bool has_axis[3];
} hol_rows_mark;

hol_rows_mark hol_mark_rows(const hol_model *model);
void hol_release_rows(hol_model *model, const hol_rows_mark *mark);

/* The joint of that name, which turns where `angle`, slides where `length`; NULL with a message. */
const hol_joint *hol_joint_with(const hol_model *model, const char *named, bool angle, bool length,
                                hol_message *why);
/* Whether each of them is a joint that has the coordinates asked for; else with a message. */
bool hol_joint_starts_known(const hol_model *model, const hol_start_asked *asked, hol_message *why);
/* Places every body that hangs on ground, a held body or a placed one by a joint whose coordinates
 * are asked for: still[b] is true for the bodies that stand, and becomes so for those placed. */
void hol_place_by_joints(hol_model *model, const hol_start_asked *asked, bool still[]);
/* Rows of the coordinates asked for, "joint.angle": sin(angle - asked), "joint.length": length -
 * asked [m]; and, of those of a rate, with G v = rate: their number, two a joint at most. */
void hol_add_joint_starts(hol_model *model, const hol_start_asked *asked);
int hol_add_joint_rates(hol_model *model, const hol_start_asked *asked, double rate[]);
/* Every angle is the one asked for, not the other zero of its sine; else with a message. */
bool hol_joint_starts_met(const hol_model *model, const hol_start_asked *asked, hol_message *why);
