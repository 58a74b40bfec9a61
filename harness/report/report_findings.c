/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the first page says in words: sentences whose numbers are the columns of a query of the
 * store, which stands beside them on the page and gives them again.
 *
 * Of all runs of this build, and of a model's file as it is now: the error of a run is
 * HOL_SQL_ERROR; the CPU time to an error the least of the runs that have at most that one, so that
 * nothing is interpolated. */
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "harness/report/report_judge.h"
#include "harness/store/store_views.h"

/* ---------------------------------------------------------------- queries */

/* {build} and {outside} stand for this build and the methods that are baselines, {models} for the
 * condition that a model's file is one of the plan's as it is now, {timed} for the one that the run
 * is of the machine whose CPU times are shown, where there are several. */
static const char runs[] = /* of this build and no baseline */
    "WITH run AS (SELECT *, " HOL_SQL_SUBJECT " || ' ' || until AS place,\n    " HOL_SQL_ERROR "\n"
    "  FROM latest WHERE method NOT IN ({outside})\n"
    "    AND build IN (SELECT number FROM builds WHERE build = '{build}')\n"
    "    AND (instr(spec, ' model=') = 0 OR substr(spec, instr(spec, ' model=') + 7, 64) IN "
    "({models}))\n"
    "  " HOL_SQL_BY_SUBJECT ")";

static const char reach[] = /* CPU time of a method to an error on a problem, over the fastest's */
    ",\nreach AS (SELECT goal, place, problem, method, min(cpu_seconds) AS cpu\n"
    "  FROM run, (SELECT 1e-4 AS goal UNION SELECT 1e-6 UNION SELECT 1e-8)\n"
    "  WHERE status = 'ok' AND cpu_seconds > 0 AND error <= goal{timed}\n"
    "  GROUP BY goal, place, method),\n"
    "ratio AS (SELECT *, cpu / min(cpu) OVER (PARTITION BY goal, place) AS factor FROM reach)";

/* Of every method all of its long runs; one that came to a singular configuration, or shows no law,
 * tells nothing. */
static const char keepers[] =
    ",\nlong AS (SELECT method, max(energy) >= 1e-7 AS moves,\n"
    "    min(status = 'ok' AND (energy_drift = 'bounded' OR energy < 1e-7)) AS keeps\n"
    "  FROM run WHERE ran AND CASE WHEN adaptive THEN steps ELSE until / h END >= 9999.99\n"
    "    AND energy IS NOT NULL\n"
    "    AND status <> 'singular'\n"
    "    AND (status <> 'ok' OR energy_drift <> 'unknown' OR energy < 1e-7)\n"
    "  GROUP BY method)";

typedef struct {
    const char *sentence;
    const char *with[3]; /* the tables of the query */
    const char *select;
} query;

static const query asked[] = {
    {"To an error of 1e-6, {1} is the fastest method on {2} of {3} problems; where it gets there "
     "it takes {4} times the CPU time of the fastest, in the geometric mean over {5} problems.",
     {runs, reach},
     "SELECT method, sum(factor = 1) AS first,\n"
     "  (SELECT count(DISTINCT place) FROM ratio WHERE goal = 1e-6),\n"
     "  format('%.3g', exp(avg(ln(factor)))), count(*)\n"
     "FROM ratio WHERE goal = 1e-6 GROUP BY method ORDER BY first DESC, avg(ln(factor)) LIMIT 1"},
    {"The choice matters: to an error of 1e-4 the slowest method that gets there takes {1} times "
     "the CPU time of the fastest on half of the {2} problems, and {3} times on {4}, where {5} "
     "stands against {6}.",
     {runs, reach},
     "SELECT (SELECT format('%.3g', most) FROM (SELECT max(factor) AS most FROM ratio\n"
     "    WHERE goal = 1e-4 GROUP BY place ORDER BY most)\n"
     "    LIMIT 1 OFFSET (SELECT count(DISTINCT place) / 2 FROM ratio WHERE goal = 1e-4)),\n"
     "  (SELECT count(DISTINCT place) FROM ratio WHERE goal = 1e-4),\n"
     "  format('%.3g', slow.factor), slow.problem, slow.method, fast.method\n"
     "FROM ratio AS slow JOIN ratio AS fast USING (goal, place)\n"
     "WHERE goal = 1e-4 AND fast.factor = 1 ORDER BY slow.factor DESC, fast.method LIMIT 1"},
    {"Over 10000 steps and more, where energy is conserved, {1} of {2} methods kept its error "
     "bounded, or below 1e-7 J, in each of their runs that can tell: {3}.",
     {runs, keepers},
     "SELECT sum(keeps), count(*), coalesce((SELECT group_concat(method, ', ')\n"
     "    FROM (SELECT method FROM long WHERE keeps ORDER BY method)), 'none')\n"
     "FROM long HAVING count(*) > 0"},
    {"Bounded energy has its price: to an error of 1e-6 the fastest of these methods, but for what "
     "is below 1e-7 J throughout, takes {1} times the CPU time of the fastest of all, in the "
     "geometric mean over {2} problems; on {3} of them it is the fastest itself.",
     {runs, reach, keepers},
     "SELECT format('%.3g', exp(avg(ln(least)))), count(*), sum(least = 1)\n"
     "FROM (SELECT min(factor) AS least FROM ratio JOIN long USING (method)\n"
     "  WHERE keeps AND moves AND goal = 1e-6 GROUP BY place) HAVING count(*) > 0"},
    {"Accuracy is cheap for some: from an error of 1e-4 to one of 1e-8 CPU time grows {1}-fold for "
     "{2} and {3}-fold for {4}, the least and the most in the geometric mean over the problems on "
     "which a method reaches both, the one not by the same run as the other.",
     {runs, reach},
     ",\ngrowth AS (SELECT method, exp(avg(ln(fine.cpu / coarse.cpu))) AS growth\n"
     "  FROM reach AS coarse JOIN reach AS fine USING (place, method)\n"
     "  WHERE coarse.goal = 1e-4 AND fine.goal = 1e-8 AND fine.cpu > coarse.cpu\n"
     "  GROUP BY method)\n"
     "SELECT format('%.3g', low.growth), low.method, format('%.3g', high.growth), high.method\n"
     "FROM growth AS low JOIN growth AS high ON high.growth > low.growth\n"
     "ORDER BY low.growth, high.growth DESC LIMIT 1"},
    {"Of {1} runs {2} came to their end; of the others {3} ended as {4}, the commonest way, and "
     "{5} of these with {6}.",
     {runs},
     "SELECT (SELECT count(*) FROM run WHERE ran), (SELECT sum(status = 'ok') FROM run),\n"
     "  sum(runs) OVER (PARTITION BY status) AS these, status, runs, method\n"
     "FROM (SELECT status, method, count(*) AS runs FROM run WHERE ran AND status <> 'ok'\n"
     "  GROUP BY status, method)\n"
     "ORDER BY these DESC, status, runs DESC, method LIMIT 1"},
    {"Of {1} runs under a tolerance that say they went well {2} end further than 100 times the "
     "tolerance from the truth, on {3} problems; furthest {4} on {5}: by {6} at a tolerance of "
     "{7}.",
     {runs},
     ",\nended AS (SELECT *, error > 100 * rtol AS silent FROM run\n"
     "  WHERE status = 'ok' AND adaptive AND error IS NOT NULL)\n"
     "SELECT (SELECT count(*) FROM ended), (SELECT sum(silent) FROM ended),\n"
     "  (SELECT count(DISTINCT place) FROM ended WHERE silent), method, problem,\n"
     "  format('%.3g', error), format('%g', rtol)\n"
     "FROM ended WHERE silent ORDER BY error / rtol DESC LIMIT 1"},
};

/* ---------------------------------------------------------------- their text */

/* "'rk8pd', 'ida'" */
static void put_baselines(FILE *out)
{
    const hol_method *method;
    int count = 0;
    for (int k = 0; (method = hol_method_at(k)); k++)
        if (method->baseline) fprintf(out, "%s'%s'", count++ ? ", " : "", method->name);
    if (!count) fputs("''", out);
}

/* "'07716212...', '3b0d37f8...'" */
static void put_models(FILE *out, const report *r)
{
    int count = 0;
    for (int i = 0; i < r->sections; i++) {
        const hol_problem *problem = r->section[i].problem;
        if (problem->digest) fprintf(out, "%s'%s'", count++ ? ", " : "", problem->digest);
    }
    if (!count) fputs("''", out);
}

static void put_filled(FILE *out, const report *r, const char *sql)
{
    for (const char *place; (place = strpbrk(sql, "{")); sql = strchr(place, '}') + 1) {
        fwrite(sql, 1, (size_t)(place - sql), out);
        if (!strncmp(place, "{build}", 7))
            fputs(hol_build_id(), out);
        else if (!strncmp(place, "{timed}", 7)) {
            if (r->machines > 1) fprintf(out, " AND build = %ld", r->machine[0].build);
        } else if (!strncmp(place, "{models}", 8))
            put_models(out, r);
        else
            put_baselines(out);
    }
    fputs(sql, out);
}

static char *text_of(const report *r, const query *q)
{
    hol_text t;
    hol_text_begin(&t);
    for (int i = 0; i < 3 && q->with[i]; i++) put_filled(t.out, r, q->with[i]);
    fprintf(t.out, "%s%s", q->select[0] == ',' ? "" : "\n", q->select);
    return hol_text_end(&t);
}

/* ---------------------------------------------------------------- their answers */

/* The one row, if all of it has values; a finding that the store does not give is left out. */
static bool take_row(sqlite3_stmt *s, report_finding *f)
{
    f->count = sqlite3_column_count(s);
    for (int i = 0; i < f->count; i++)
        if (sqlite3_column_type(s, i) == SQLITE_NULL) return false;
    for (int i = 0; i < f->count; i++)
        f->value[i] = hol_had(strdup((const char *)sqlite3_column_text(s, i)));
    return true;
}

bool report_find(report *r, hol_store *store, hol_message *why)
{
    for (size_t i = 0; i < sizeof asked / sizeof *asked && r->findings < REPORT_FINDINGS; i++) {
        report_finding f = {.sentence = asked[i].sentence, .sql = text_of(r, &asked[i])};
        sqlite3_stmt *s = hol_store_query(store, f.sql, why);
        hol_store_answer answer = s ? hol_store_next(store, s, why) : HOL_STORE_FAILED;
        bool said = answer == HOL_STORE_FOUND && take_row(s, &f);
        sqlite3_finalize(s);
        if (said)
            r->finding[r->findings++] = f;
        else
            free(f.sql);
        if (answer == HOL_STORE_FAILED) return false;
    }
    return true;
}

void report_findings_free(report *r)
{
    for (report_finding *f = r->finding; f < r->finding + r->findings; f++) {
        for (int k = 0; k < f->count; k++) free(f->value[k]);
        free(f->sql);
    }
}

static void put_bold(FILE *out, const char *text, const report_letters *as)
{
    fputs(as->bold, out);
    as->put(out, text);
    fputs(as->end, out);
}

void report_subject(FILE *out, const char *subject, const char *text, const report_letters *as)
{
    put_bold(out, subject, as);
    putc(' ', out);
    as->put(out, text);
}

void report_sentence(FILE *out, const report_finding *f, const report_letters *as)
{
    const char *rest = f->sentence;
    for (const char *place; (place = strchr(rest, '{')); rest = strchr(place, '}') + 1) {
        char words[512];
        snprintf(words, sizeof words, "%.*s", (int)(place - rest), rest);
        as->put(out, words);
        put_bold(out, f->value[atoi(place + 1) - 1], as);
    }
    as->put(out, rest);
}
