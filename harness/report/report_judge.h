/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_judge.h: what the report says of methods: how fast they are to an error wanted, whether
 * they keep energy for long, which are therefore taken first. */
#pragma once

#include "harness/report/report.h"

/* ---------------------------------------------------------------- CPU time to an error */

enum { REPORT_GOALS = 5 };
extern const double report_goal[REPORT_GOALS]; /* [m], or [rad] where no position moves */

typedef struct {
    bool reached, at_most;
    double cpu;  /* [s] */
    double best; /* least error of all runs; NaN: none has any */
} report_reach;

/* `slow` times its spread is added to each CPU time: 0 the fastest pass, 1 the slowest. */
report_reach report_reach_of(const report *r, int section, int lane, double error, double slow);
/* What stands before the ratio of the CPU times of `of` and `first`, either of which may be an
 * upper bound: "", "≤ ", "≥ " or, where both are, "~ ". */
const char *report_ratio_sign(const report_reach *of, const report_reach *first);
/* Has any method that is no baseline an error there? */
bool report_has_errors(const report *r, int section);
/* "m" or "rad", of the errors of a section. */
const char *report_error_unit(const report *r, int section);

/* ---------------------------------------------------------------- energy over long runs */

typedef enum {
    REPORT_NOT_LONG, /* no run of REPORT_LONG steps, or energy is not conserved */
    REPORT_UNTOLD,   /* claimed, but no law shows over the longest run */
    REPORT_ENDED,    /* the longest run ended before its time */
    REPORT_GROWS,    /* or is not claimed to be kept */
    REPORT_BOUNDED,  /* claimed and measured, as the next */
    REPORT_EXACT
} report_keeping;

/* The fastest lane that is no baseline, not `but` (-1: any) and keeps energy so over long runs
 * (REPORT_NOT_LONG: any); -1 where none reaches the error. */
int report_fastest(const report *r, int section, double error, int but, report_keeping energy);

enum { REPORT_LONG = 10000 }; /* steps from which a run tells of energy */

struct report_energy {
    const report_run *run; /* the longest of that method on that problem; NULL: none */
    hol_kept claimed;
    report_keeping keeps;
};

/* Of every method on every problem; fills r->energy. */
void report_judge_energy(report *r);
const report_energy *report_energy_of(const report *r, int section, int lane);
/* "bounded, at most 1.2e-03 J in 100000 steps": of the method, without its name. */
void report_energy_text(const report_energy *energy, char text[], size_t size);

/* ---------------------------------------------------------------- all problems */

/* What a profile ends at: a method that does not reach an error counts as so many times as slow as
 * the fastest. */
extern const double report_farthest;

typedef struct {
    double factor;   /* geometric mean over the problems of its CPU time over the fastest's */
    int reached, of; /* problems: by it, by any */
    int kept, asked; /* problems on which it keeps energy, on which it was asked to */
} report_rank;

/* A problem is a section that is a subject and has errors. */
bool report_is_subject(const report *r, int section);
/* A problem that tells methods apart at that error. */
bool report_counts(const report *r, int section, double error);
/* Of the problems on which some method reaches the error; energy: kept at least so. */
report_rank report_rank_of(const report *r, int lane, double error, report_keeping energy);
/* The lane of least factor that keeps energy so wherever it was asked, REPORT_NOT_LONG: any; -1:
 * none. */
int report_foremost(const report *r, double error, report_keeping energy);

/* Of a problem where it starts. */
bool report_frame_data(const report *r, int section);
int report_frame_draw(const report *r, int section);

/* ---------------------------------------------------------------- findings */

/* Runs the queries of the store; false after a failure, which is in `why`. */
/* Who made the runs; of all but one machine, the one with the most timed runs, the records lose
 * their CPU times, so that those of two machines meet nowhere. */
bool report_know_machines(report *r, hol_store *store, hol_message *why);
bool report_find(report *r, hol_store *store, hol_message *why);
void report_findings_free(report *r);

typedef struct { /* how a document writes words: escaped, and in bold letters */
    void (*put)(FILE *out, const char *text);
    const char *bold, *end;
} report_letters;

/* The sentence, its values in bold letters. */
void report_sentence(FILE *out, const report_finding *f, const report_letters *as);
/* The subject in bold letters, then the text. */
void report_subject(FILE *out, const char *subject, const char *text, const report_letters *as);
