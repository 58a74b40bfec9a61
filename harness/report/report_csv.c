/* SPDX-License-Identifier: GPL-3.0-or-later */
/* matrix.csv: every number of every run, a row each in the order of the plan (RFC 4180); an empty
 * field is no value. */
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "harness/memory.h"
#include "harness/report/report.h"

typedef struct {
    const char *name;
    size_t at; /* in the record */
} field;

#define AT(member) offsetof(hol_record, member)

static const field control[] = {{"h", AT(h)}, {"rtol", AT(rtol)}};

static const field number[] = {
    {"t", AT(t)},
    {"mean step", AT(step_mean)},
    {"order claimed", AT(order_q)},
    {"energy max error", AT(energy)},
    {"energy rigid max error", AT(energy_rigid)},
    {"energy drift exponent", AT(energy_drift_slope)},
    {"constraints position", AT(phi)},
    {"constraints inner", AT(phi_inner)},
    {"constraints velocity", AT(gv)},
    {"constraints acceleration", AT(acceleration)},
    {"error position", AT(error.position)},
    {"error orientation", AT(error.orientation)},
    {"error velocity", AT(error.velocity)},
    {"error multipliers", AT(error.multipliers)},
    {"mean error position", AT(error_mean.position)},
    {"mean error orientation", AT(error_mean.orientation)},
    {"mean error velocity", AT(error_mean.velocity)},
    {"mean error multipliers", AT(error_mean.multipliers)},
};

/* The last columns: all others come back bit for bit when the runs are made again. */
static const field timing[] = {{"cpu seconds", AT(cpu_seconds)},
                               {"cpu spread", AT(cpu_spread)},
                               {"cpu passes", AT(cpu_passes)}};

static const field count[] = {{"steps", AT(steps)},
                              {"rejected", AT(rejected)},
#define X(name) {#name, AT(counters.name)},
                              HOL_COUNTER_LIST(X)
#undef X
};

static const field momentum[] = {
    {"momentum %s max error", offsetof(hol_record_momentum, error)},
    {"momentum rigid %s max error", offsetof(hol_record_momentum, rigid)},
    {"momentum nodal %s max error", offsetof(hol_record_momentum, nodal)},
};

enum {
    CONTROLS = sizeof control / sizeof *control,
    NUMBERS = sizeof number / sizeof *number,
    COUNTS = sizeof count / sizeof *count,
    TIMES = sizeof timing / sizeof *timing,
    KINDS = sizeof momentum / sizeof *momentum
};

static void text(FILE *out, const char *value)
{
    putc('"', out);
    for (; *value; value++) {
        if (*value == '"') putc('"', out);
        putc(*value, out);
    }
    putc('"', out);
}

static void put_number(FILE *out, double x)
{
    putc(',', out);
    if (isfinite(x)) fprintf(out, "%.17g", x);
}

static void put_fields(FILE *out, const void *record, int n, const field table[])
{
    for (int i = 0; i < n; i++)
        put_number(out, *(const double *)((const char *)record + table[i].at));
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

static void put_momenta(FILE *out, const names *all, const hol_record *r)
{
    static const hol_record_momentum none = {"", NAN, NAN, NAN};
    for (int i = 0; i < all->count; i++) {
        const hol_record_momentum *here = &none;
        for (int k = 0; k < r->momenta; k++)
            if (!strcmp(r->momentum[k].name, all->name[i])) here = &r->momentum[k];
        put_fields(out, here, KINDS, momentum);
    }
}

/* ---------------------------------------------------------------- header and rows */

static void header(FILE *out, const names *all)
{
    fputs("problem,method,settings,formulation asked,formulation,same as,control", out);
    for (int i = 0; i < CONTROLS; i++) fprintf(out, ",%s", control[i].name);
    fputs(",until,status,message,energy drift", out);
    for (int i = 0; i < NUMBERS; i++) fprintf(out, ",%s", number[i].name);
    for (int i = 0; i < all->count; i++)
        for (int k = 0; k < KINDS; k++) {
            const char *form = momentum[k].name, *place = strstr(form, "%s");
            fprintf(out, ",%.*s%s%s", (int)(place - form), form, all->name[i], place + 2);
        }
    for (int i = 0; i < COUNTS; i++) fprintf(out, ",%s", count[i].name);
    for (int i = 0; i < TIMES; i++) fprintf(out, ",%s", timing[i].name);
    fputc('\n', out);
}

static void row(FILE *out, const names *all, const hol_spec *spec, const hol_record *r)
{
    char settings[1024];
    report_settings(spec, settings, sizeof settings);
    fprintf(out, "%s,%s,", r->problem->name, r->method->name);
    text(out, settings);
    fprintf(out, ",%s,%s,%s,%s", spec->formulation[0] ? spec->formulation : "default",
            r->formulation, r->same_as, r->adaptive ? "tolerance" : "step");
    put_fields(out, r, CONTROLS, control);
    put_number(out, spec->until);
    fprintf(out, ",%s,", r->status);
    text(out, r->why.text);
    fprintf(out, ",%s", r->ran ? hol_drift_name(r->energy_drift) : "");
    put_fields(out, r, NUMBERS, number);
    put_momenta(out, all, r);
    for (int i = 0; i < COUNTS; i++)
        if (r->ran)
            fprintf(out, ",%ld", *(const long *)(const void *)((const char *)r + count[i].at));
        else
            putc(',', out);
    put_fields(out, r, TIMES, timing);
    fputc('\n', out);
}

bool report_csv(const report *r)
{
    report_file file;
    names all = {0};
    if (!report_open(&file, r->dir, "matrix.csv")) return false;
    collect(&all, &r->matrix);
    header(file.out, &all);
    for (int i = 0; i < r->plan->count; i++)
        row(file.out, &all, &r->plan->spec[i], &r->matrix.record[i]);
    free(all.name);
    return report_close(&file);
}
