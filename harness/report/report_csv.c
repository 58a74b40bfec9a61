/* SPDX-License-Identifier: GPL-3.0-or-later */
/* matrix.csv: every number of every run, a row each in the order of the plan; an empty field is no
 * value. */
#include <math.h>
#include <string.h>

#include "harness/report/report.h"
#include "harness/run/names.h"

/* The titles of the columns of a kind, timings or not, ... */
static void head(hol_table *t, const hol_column column[], hol_column_kind kind, bool timing)
{
    for (; column->name; column++)
        if (column->title && column->kind == kind && column->timing == timing)
            hol_table_head(t, HOL_TABLE_NUMBER, "%s", column->title);
}

/* ... and their values in a row; NULL: none. */
static void put(hol_table *t, const hol_column column[], hol_column_kind kind, bool timing,
                const void *row)
{
    for (; column->name; column++)
        if (column->title && column->kind == kind && column->timing == timing)
            hol_cell_number(t, row ? hol_column_value(column, row) : (double)NAN);
}

/* ---------------------------------------------------------------- names of momentum maps */

/* Of all problems, in the order they are met. */
static void collect(hol_names *all, const hol_matrix *m)
{
    for (int i = 0; i < m->count; i++)
        for (int k = 0; k < m->record[i].momenta; k++)
            if (hol_names_place(all, m->record[i].momentum[k].name) < 0)
                hol_names_add(all, m->record[i].momentum[k].name);
}

static void put_momenta(hol_table *t, const hol_names *all, const hol_record *r)
{
    for (int i = 0; i < all->count; i++) {
        const hol_record_momentum *here = NULL;
        for (int k = 0; k < r->momenta; k++)
            if (!strcmp(r->momentum[k].name, all->of[i])) here = &r->momentum[k];
        put(t, hol_momentum_columns, HOL_COLUMN_REAL, false, here);
    }
}

/* ---------------------------------------------------------------- header and rows */

static hol_table header(const hol_names *all)
{
    hol_table t = hol_table_of("problem|method|settings|formulation asked|formulation|same as|"
                               "control|#h|#rtol|#until|status|message|energy drift");
    head(&t, hol_run_columns, HOL_COLUMN_REAL, false);
    for (int i = 0; i < all->count; i++)
        for (const hol_column *c = hol_momentum_columns; c->name; c++) {
            const char *place = c->title ? strstr(c->title, "%s") : NULL;
            if (place)
                hol_table_head(&t, HOL_TABLE_NUMBER, "%.*s%s%s", (int)(place - c->title), c->title,
                               all->of[i], place + 2);
        }
    head(&t, hol_run_columns, HOL_COLUMN_LONG, false);
    head(&t, hol_counter_columns, HOL_COLUMN_LONG, false);
    head(&t, hol_run_columns, HOL_COLUMN_REAL, true); /* all others come back bit for bit */
    return t;
}

static void row(hol_table *t, const hol_names *all, const hol_spec *spec, const hol_record *r)
{
    char settings[1024];
    hol_spec_settings(spec, settings, sizeof settings);
    hol_cells(t, r->problem->name, r->method->name, settings,
              spec->formulation[0] ? spec->formulation : "default", r->formulation, r->same_as,
              r->adaptive ? "tolerance" : "step", NULL);
    hol_cell_number(t, r->h);
    hol_cell_number(t, r->rtol);
    hol_cell_number(t, spec->until);
    hol_cells(t, hol_end_name(r->end), r->why.text, r->ran ? hol_drift_name(r->energy_drift) : "",
              NULL);
    put(t, hol_run_columns, HOL_COLUMN_REAL, false, r);
    put_momenta(t, all, r);
    put(t, hol_run_columns, HOL_COLUMN_LONG, false, r->ran ? r : NULL);
    put(t, hol_counter_columns, HOL_COLUMN_LONG, false, r->ran ? &r->counters : NULL);
    put(t, hol_run_columns, HOL_COLUMN_REAL, true, r);
}

bool report_csv(const report *r)
{
    report_file file;
    hol_names all = {0};
    if (!report_open(&file, r->dir, "matrix.csv")) return false;
    collect(&all, &r->matrix);
    hol_table t = header(&all);
    for (int i = 0; i < r->plan->count; i++) row(&t, &all, &r->plan->spec[i], &r->matrix.record[i]);
    hol_table_csv(file.out, &t);
    hol_table_free(&t);
    hol_names_clear(&all);
    return report_close(&file);
}
