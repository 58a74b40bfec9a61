/* SPDX-License-Identifier: GPL-3.0-or-later */
/* record.h: makes the record of a run (hol_record of matrix.h). */
#pragma once

#include "harness/store/matrix.h"
#include "harness/store/spec.h"

/* No values yet: every number NaN, every count 0. */
hol_record hol_record_blank(const hol_problem *problem, const hol_method *method);
/* Runs the case and fills its record, with a series of so many points and a motion of so many
 * frames (0: none).  The case's own
 * observer, where it has one, sees every node; true where the run was interrupted. */
bool hol_record_run(const hol_case *c, int points, int frames, hol_record *record);
/* The same of a spec; `last`, where given, is called at the last node, before the timed passes. */
void hol_record_spec(const hol_spec *spec, void (*last)(void *self), void *self,
                     hol_record *record);
/* The record of a spec that has no result. */
hol_record hol_record_failed(const hol_spec *spec, hol_end end);
void hol_record_clear(hol_record *record); /* what it owns */
