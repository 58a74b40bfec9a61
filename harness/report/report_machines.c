/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The machines that made the runs of a report: CPU times are those of one of them. */
#include <math.h>
#include <sqlite3.h>
#include <stdlib.h>

#include "base/text.h"
#include "harness/report/report_judge.h"
#include "harness/report/report_site.h"

static report_machine *machine_of(report *r, long build)
{
    for (int i = 0; i < r->machines; i++)
        if (r->machine[i].build == build) return &r->machine[i];
    r->machine = hol_renew(r->machine, (size_t)(r->machines + 1) * sizeof *r->machine);
    r->machine[r->machines] = (report_machine){.build = build};
    return &r->machine[r->machines++];
}

/* "AMD EPYC (node1, node2)" */
static bool name_machine(report_machine *m, hol_store *store, hol_message *why)
{
    sqlite3_stmt *s = hol_store_query(
        store,
        "SELECT b.cpu, (SELECT group_concat(host, ', ') FROM (SELECT DISTINCT host FROM runs"
        " WHERE build = b.number AND host <> '' ORDER BY host)) FROM builds b WHERE b.number = ?",
        why);
    hol_binder b = hol_bind(store, s, why);
    hol_bind_integer(&b, m->build);
    bool had = hol_bound_next(&b) == HOL_STORE_FOUND;
    if (had) {
        const char *cpu = (const char *)sqlite3_column_text(s, 0),
                   *hosts = (const char *)sqlite3_column_text(s, 1);
        snprintf(m->name, sizeof m->name, "%.200s%s%.280s%s", cpu ? cpu : "unknown",
                 hosts ? " (" : "", hosts ? hosts : "", hosts ? ")" : "");
    }
    sqlite3_finalize(s);
    return had;
}

static int by_timed(const void *a, const void *b)
{
    const report_machine *x = a, *y = b;
    if (x->timed != y->timed) return y->timed - x->timed;
    if (x->runs != y->runs) return y->runs - x->runs;
    return (x->build > y->build) - (x->build < y->build);
}

bool report_know_machines(report *r, hol_store *store, hol_message *why)
{
    bool good = true;
    for (int i = 0; i < r->matrix.count; i++) {
        report_machine *m = machine_of(r, r->matrix.record[i].build);
        m->runs++;
        m->timed += r->matrix.record[i].cpu_seconds > 0;
    }
    qsort(r->machine, (size_t)r->machines, sizeof *r->machine, by_timed);
    for (int i = 0; i < r->machines && good; i++) good = name_machine(&r->machine[i], store, why);
    for (hol_record *one = r->matrix.record; one < r->matrix.record + r->matrix.count; one++) {
        if (one->build == r->machine[0].build) continue;
        one->cpu_seconds = one->cpu_spread = one->cpu_passes = NAN;
        one->counters.seconds_acceleration = one->counters.seconds_projection = NAN;
    }
    return good;
}

void report_show_machines(FILE *out, const report_markup *to, const report *r)
{
    hol_text t;
    if (r->machines < 2) return;
    hol_text_begin(&t);
    fprintf(t.out,
            "The runs were made on %d machines. All CPU times are those of %s, which made %d"
            " runs and timed %d.",
            r->machines, r->machine[0].name, r->machine[0].runs, r->machine[0].timed);
    for (int i = 1; i < r->machines; i++)
        fprintf(t.out, " %s made %d runs; of these the CPU times, %d, are left out.",
                r->machine[i].name, r->machine[i].runs, r->machine[i].timed);
    char *text = hol_text_end(&t);
    to->paragraph(out, text);
    free(text);
}
