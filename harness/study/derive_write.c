/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text of a reference that was derived: see derive.h. */
#include <stdio.h>

#include "base/number.h"
#include "harness/study/derive.h"
#include "harness/study/quad_text.h"

static void put_names(FILE *out, const char *key, int count, const char *const name[])
{
    fprintf(out, "# %s:", key);
    for (int i = 0; i < count; i++) fprintf(out, " %s", name[i]);
    fputs(count ? "\n" : " none\n", out);
}

static void put_parameters(const hol_derive_task *task, FILE *out)
{
    const hol_option *table = task->problem->parameters;
    int count = table ? hol_option_count(table) : 0, set = 0;
    fputs("# parameters:", out);
    for (int i = 0; i < count; i++) {
        char text[64];
        if (task->par[i] == table[i].value) continue;
        hol_option_print(&table[i], task->par[i], text);
        fprintf(out, " %s=%s", table[i].name, text);
        set++;
    }
    fputs(set ? "\n" : " default\n", out);
}

/* The way whose rows follow first.  What the first deriver derives has no word of it. */
static void put_ways(const hol_derivation *d, FILE *out)
{
    int last = d->by->ways - 1;
    if (d->by != hol_deriver_at(0)) fprintf(out, "# by: %s\n", d->by->name);
    for (int k = last; k >= 0; k--) {
        fprintf(out, "# method: %s of %s, %.0f steps", d->by->words, d->way[k].text,
                d->way[k].steps);
        if (k == last) fprintf(out, ", in %s precision", d->by->precision);
        putc('\n', out);
    }
}

static void put_all(FILE *out, int n, const hol_quad x[])
{
    for (int i = 0; i < n; i++) hol_quad_put(out, x[i]);
}

void hol_derivation_write(const hol_derivation *d, const hol_derive_task *task, double until,
                          FILE *out)
{
    fprintf(out, "# holonomy reference 1\n# problem: %s\n", task->problem->name);
    put_parameters(task, out);
    fprintf(out,
            "# program: holonomy reference, of the model's numbers as doubles\n"
            "# model: %s\n",
            d->key);
    put_ways(d, out);
    fprintf(out, "# digits: %d\n", d->digits);
    put_names(out, "bodies", d->bodies, d->body);
    put_names(out, "multipliers", d->multipliers, d->multiplier);
    fputs("# columns: t, then for each body r[3] m, p[4], v[3] m/s, omega[3] rad/s (body frame), "
          "then the multipliers\n",
          out);
    for (int row = 0; row < d->rows && d->t[row] <= until * (1 + 1e-12); row++) {
        char t[HOL_NUMBER_TEXT];
        hol_number_shortest(d->t[row], t);
        fputs(t, out);
        const hol_quad_pose *pose = d->pose + (size_t)row * (size_t)d->bodies;
        put_all(out, d->bodies * (int)(sizeof *pose / sizeof(hol_quad)), (const hol_quad *)pose);
        put_all(out, d->multipliers, d->lambda + (size_t)row * (size_t)d->multipliers);
        fputc('\n', out);
    }
}
