/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holonomy/redundant.h: rows that depend on others wherever the joints are closed, left out.
 *
 * The motion does not depend on which of them are left out, the multipliers do. */
#ifndef HOLONOMY_REDUNDANT_H
#define HOLONOMY_REDUNDANT_H

#include "holonomy/api.h"
#include "holonomy/memory.h"
#include "holonomy/model.h"
#include "holonomy/system.h"

HOL_API_BEGIN

#define HOL_REDUNDANT_LIST(X)                                                                      \
    X(REFUSE, "refuse") /* all rows stand; methods that need full rank do not run */               \
    X(DROP, "drop")     /* the rows chosen are left out, the multipliers those of the others */    \
    X(LEAST_NORM, "least-norm") /* the same; of all multipliers with these reactions the least */

typedef enum {
    HOL_REDUNDANT_DEFAULT, /* the problem's own */
#define X(name, word) HOL_REDUNDANT_##name,
    HOL_REDUNDANT_LIST(X)
#undef X
} hol_redundant;

const char *hol_redundant_name(hol_redundant how); /* "drop"; "default" */

typedef struct {
    int count; /* 0: none depends on others, but perhaps at the start alone */
    int *row;  /* count, ascending: joint rows, then behind all of those nonholonomic ones; malloc'd
                */
    const char **name; /* count: the model's names of them; malloc'd */
    hol_message text;  /* "'upper.x', 'upper.y'" */
} hol_left_out;

/* As many rows as depend on others at configurations beside the start too: at one where rank falls
 * for a moment none is left out for that.  Which: kept are, one after another, the rows furthest
 * from the span of those kept, each of length 1 in the metric of the inverse masses, the earlier of
 * equals; soft rows all.  False with a message where that is not found. */
bool hol_choose_rows(const hol_model *model, hol_left_out *out, hol_message *why);
void hol_left_out_clear(hol_left_out *out);
/* The model without these rows, which has bodies of its own and borrows all else of it.  NULL: no
 * memory. */
hol_model *hol_model_without(const hol_model *model, const hol_left_out *out);
/* The same, its start brought from these poses onto all rows of the model at the time t [s]
 * (holonomy/assemble.h), at which it starts.  NULL with a message. */
hol_model *hol_model_without_at(const hol_model *model, const hol_left_out *out, double t,
                                const hol_pose pose[], hol_message *why);

/* The choice looked at again on the way, at a time t [s] and poses of the model.  How near the rows
 * kept are to depending on each other is the square of what is left of the last of them, pivoted as
 * above: 0 where one depends on the others, 1 at the most.  True where those that would be kept
 * there are at least `gain` times further from it, and as many joint rows and nonholonomic ones;
 * they are then what `out` leaves out.  `nearness` (or NULL): that of the rows kept by `out`
 * before.  Both leave the innermost hol_try where there is no memory; hol_row_choice_new, which
 * borrows the model, gives NULL where that is none. */
typedef struct hol_row_choice hol_row_choice;
hol_row_choice *hol_row_choice_new(hol_memory *m, const hol_model *model);
bool hol_choose_again(hol_row_choice *choice, double t, const hol_pose pose[], double gain,
                      hol_left_out *out, double *nearness);

/* Of all multipliers y (nj + na) that have the same reactions (G; A)^T y at (t, q) those of least
 * norm, each counted as its row of length 1 in the metric of the inverse masses has it: neither the
 * scale of a row nor the unit of length matters.  `least` is of that system. */
typedef struct hol_closest hol_closest;
hol_closest *hol_least_norm_new(hol_memory *m, hol_eval *sys);
bool hol_least_norm(hol_closest *least, double t, const double q[], double y[]);

HOL_API_END

#endif
