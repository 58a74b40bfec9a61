/* SPDX-License-Identifier: GPL-3.0-or-later */
/* matrix.csv: every number of every run, a row each in the order of the plan; an empty field is no
 * value. */
#include <math.h>
#include <string.h>

#include "harness/report/report.h"
#include "holonomy/memory.h"

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

typedef struct { /* of all problems, in the order they are met */
    int count;
    hol_word *name;
} names;

static void collect(names *all, const hol_matrix *m)
{
    for (int i = 0; i < m->count; i++)
        for (int k = 0; k < m->record[i].momenta; k++) {
            int found = 0;
            while (found < all->count &&
                   strcmp(all->name[found], m->record[i].momentum[k].name) != 0)
                found++;
            if (found < all->count) continue;
            all->name = hol_renew(all->name, (size_t)(all->count + 1) * sizeof *all->name);
            memcpy(all->name[all->count++], m->record[i].momentum[k].name, sizeof(hol_word));
        }
}

static void put_momenta(hol_table *t, const names *all, const hol_record *r)
{
    for (int i = 0; i < all->count; i++) {
        const hol_record_momentum *here = NULL;
        for (int k = 0; k < r->momenta; k++)
            if (!strcmp(r->momentum[k].name, all->name[i])) here = &r->momentum[k];
        put(t, hol_momentum_columns, HOL_COLUMN_REAL, false, here);
    }
}

/* ---------------------------------------------------------------- header and rows */

static hol_table header(const names *all)
{
    hol_table t = hol_table_of("problem|method|settings|formulation asked|formulation|same as|"
                               "control|#h|#rtol|#until|status|message|energy drift");
    head(&t, hol_run_columns, HOL_COLUMN_REAL, false);
    for (int i = 0; i < all->count; i++)
        for (const hol_column *c = hol_momentum_columns; c->name; c++) {
            const char *place = c->title ? strstr(c->title, "%s") : NULL;
            if (place)
                hol_table_head(&t, HOL_TABLE_NUMBER, "%.*s%s%s", (int)(place - c->title), c->title,
                               all->name[i], place + 2);
        }
    head(&t, hol_run_columns, HOL_COLUMN_LONG, false);
    head(&t, hol_counter_columns, HOL_COLUMN_LONG, false);
    head(&t, hol_run_columns, HOL_COLUMN_REAL, true); /* all others come back bit for bit */
    return t;
}

static void row(hol_table *t, const names *all, const hol_spec *spec, const hol_record *r)
{
    char settings[1024];
    hol_spec_settings(spec, settings, sizeof settings);
    hol_cell(t, "%s", r->problem->name);
    hol_cell(t, "%s", r->method->name);
    hol_cell(t, "%s", settings);
    hol_cell(t, "%s", spec->formulation[0] ? spec->formulation : "default");
    hol_cell(t, "%s", r->formulation);
    hol_cell(t, "%s", r->same_as);
    hol_cell(t, r->adaptive ? "tolerance" : "step");
    hol_cell_number(t, r->h);
    hol_cell_number(t, r->rtol);
    hol_cell_number(t, spec->until);
    hol_cell(t, "%s", hol_end_name(r->end));
    hol_cell(t, "%s", r->why.text);
    hol_cell(t, "%s", r->ran ? hol_drift_name(r->energy_drift) : "");
    put(t, hol_run_columns, HOL_COLUMN_REAL, false, r);
    put_momenta(t, all, r);
    put(t, hol_run_columns, HOL_COLUMN_LONG, false, r->ran ? r : NULL);
    put(t, hol_counter_columns, HOL_COLUMN_LONG, false, r->ran ? &r->counters : NULL);
    put(t, hol_run_columns, HOL_COLUMN_REAL, true, r);
}

bool report_csv(const report *r)
{
    report_file file;
    names all = {0};
    if (!report_open(&file, r->dir, "matrix.csv")) return false;
    collect(&all, &r->matrix);
    hol_table t = header(&all);
    for (int i = 0; i < r->plan->count; i++) row(&t, &all, &r->plan->spec[i], &r->matrix.record[i]);
    hol_table_csv(file.out, &t);
    hol_table_free(&t);
    free(all.name);
    return report_close(&file);
}
