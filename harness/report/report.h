/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report.h: the parts of `holonomy report`: what the store has of a plan, tables in four forms,
 * figures by gnuplot. */
#pragma once

#include <stdio.h>

#include "base/table.h"
#include "harness/plan/certify_sweep.h"
#include "harness/plan/plan.h"
#include "harness/store/facts.h"
#include "harness/store/store.h"
#include "harness/store/store_take.h"

enum { REPORT_PATH = 1024 };

/* ---------------------------------------------------------------- what is shown */

typedef struct { /* of a section: what its errors are measured by, see report_scale.c */
    double energy, momentum, length, speed, angle; /* [J], [N s, N m s], [m], [m/s], [rad] */
    bool moves, turns; /* positions, orientations: more than round-off */
} report_scale;

typedef struct {          /* one problem, its parameters and its span: a section of the report */
    const hol_spec *spec; /* the first of its runs */
    const hol_problem *problem;
    char name[64];   /* of its files: the problem's, with a number where it is not the first */
    char title[256]; /* the same with what is not the problem's own */
    int subject; /* of the sections of that problem with these parameters, whatever the span, the
                    first that has errors, else the first: where they are spoken of together */
    report_scale scale;
} report_section;

typedef struct { /* a method and its options: a panel, a curve */
    const hol_spec *spec;
    const hol_method *method;
    char title[256];
} report_lane;

typedef struct {
    const hol_spec *spec;
    const hol_record *record;
    int section;
    int lane;      /* -1: in the table of formulations alone */
    bool followed; /* the one of its lane and section that is drawn over time */
} report_run;

typedef struct {    /* a machine that made runs of the report; those of equal facts are one */
    long build;     /* its number in the store */
    char name[512]; /* "AMD EPYC (node1, node2)" */
    int runs, timed;
} report_machine;

typedef struct { /* what made a figure or a page, for its foot */
    char line[2][512];
} report_origin;

enum { REPORT_FINDINGS = 7, REPORT_VALUES = 9 };

typedef struct { /* what is said on the first page, and the query of the store that says it */
    const char *sentence;       /* with {1}, {2} .. in the places of the values */
    int count;                  /* of the values, the columns of the query's one row */
    char *value[REPORT_VALUES]; /* malloc'd, as the query */
    char *sql;
} report_finding;

typedef struct report report;
typedef struct report_energy report_energy;   /* see report_judge.h */
typedef struct report_chapter report_chapter; /* see the products below */

struct report {
    const char *dir; /* where the report goes */
    hol_plan *plan;
    hol_matrix matrix;
    int runs, sections, lanes; /* a run for each of the plan, by section, lane and step */
    report_run *run;
    report_section *section;
    report_lane *lane;
    report_energy
        *energy; /* of section and lane (sections x lanes), where the section is a subject */
    int findings;
    report_finding finding[REPORT_FINDINGS];
    hol_certificates certified; /* empty where the plan asks for none */
    int *certificate; /* of section and lane (sections x lanes) its place there; -1: none */
    int machines;     /* the first is that of all CPU times that are shown */
    report_machine *machine;
    int takens; /* stores whose runs were taken in */
    hol_store_taken *taken;
    const report_chapter *chapter; /* behind the sections; borrowed */
    int chapters;
    hol_table errata; /* of the papers */
    /* Where the plan asks for measures of others, else without columns: the limits of others, who
     * is wrong and says nothing of it, how often and where. */
    hol_table limits, silent, silent_runs;
    char plan_name[256]; /* title and file */
    const char *command; /* that makes the report */
    char made[128];      /* when the runs were made */
    report_origin origin;
    bool png; /* pictures beside the vector figures */
};

/* The records of the plan, which the store must have, by section and lane. */
bool report_gather(report *r, hol_store *store, hol_message *why);
void report_free(report *r);
/* The pairs of problem and method that the plan wants certificates of, without them yet. */
void report_pairs(report *r);
/* The run of a lane in a section, the n-th of it; NULL past the last. */
const report_run *report_nth(const report *r, int section, int lane, int n);
const report_run *report_followed(const report *r, int section, int lane);
/* Of the two errors of a section the one that is drawn and asked for: of the positions, or, where
 * none can err, of the orientations. */
bool report_moves(const report *r, int section);

report_scale report_scale_of(const hol_spec *spec);
/* Of its scale: what is below is round-off. */
extern const double report_floor;

report_origin report_origin_of(const char *what, const char *command);

/* ---------------------------------------------------------------- files */

typedef struct {
    char path[REPORT_PATH];
    FILE *out;
} report_file;

/* Opens DIR/name for writing and closes it; false after a message that names the file. */
bool report_open(report_file *file, const char *dir, const char *name);
bool report_close(report_file *file);
/* The folder, made where it is not there yet; false after a message. */
bool report_folder(const char *path);

/* ---------------------------------------------------------------- markup */

typedef struct report_page report_page; /* see report_site.h */
typedef struct report_pages report_pages;

typedef enum { REPORT_CURVES, REPORT_DIAGRAM } report_picture_kind; /* with named axes; without */

typedef struct {
    const char *name, *caption; /* name: of the file */
    report_picture_kind kind;
} report_picture;

typedef enum { REPORT_PLAIN, REPORT_GOOD, REPORT_BAD } report_tone;

typedef struct {
    const char *file;
    bool folds; /* has tables that open on demand */
    bool brief; /* leaves the curves over time and the claims of each method to the site */
    long most;  /* size that the file should have at most [bytes]; 0: any */
    /* A page of these, or a document of all: `here` NULL. */
    void (*begin)(FILE *out, const char *title, const report_pages *pages, const report_page *here);
    void (*end)(FILE *out); /* NULL: nothing is left to write, as of the next two */
    /* The part of a page: its heading, of level 2, and what is behind it. */
    void (*part)(FILE *out, const report_page *page);
    void (*part_end)(FILE *out);
    void (*heading)(FILE *out, int level, const char *text);
    void (*paragraph)(FILE *out, const char *text);
    /* A line that leads to a place: the text of a heading, the file of a figure. */
    void (*pointer)(FILE *out, const char *text, const char *place);
    /* What was found of a subject, a sentence. */
    void (*verdict)(FILE *out, report_tone tone, const char *subject, const char *text);
    void (*finding)(FILE *out, const report_finding *finding);
    /* '<' before, '|' between, '>' after two things side by side where there is room. */
    void (*beside)(FILE *out, char where);
    void (*drawing)(FILE *out, const char *text); /* ASCII */
    /* A table that opens on demand where `folded` names it and the markup can fold. */
    void (*table)(FILE *out, const hol_table *t, const char *folded);
    void (*figure)(FILE *out, const char *dir, const report_picture *picture);
    /* A moving picture from a text of JSON: see report_motion; NULL: nothing moves there. */
    void (*moving)(FILE *out, const char *json);
    void (*foot)(FILE *out, const char *text);
} report_markup;

extern const report_markup report_markdown, report_html, report_latex;
extern const report_markup report_html_page;  /* of a site */
extern const report_markup report_html_alone; /* of a moving picture alone */
/* Shows the table and frees it. */
void report_table(FILE *out, const report_markup *to, hol_table *t, const char *folded);

/* ---------------------------------------------------------------- products */

/* False after a message about the file that could not be written. */
bool report_csv(const report *r);                               /* matrix.csv */
bool report_certificates_csv(const report *r);                  /* certificates.csv */
bool report_document(const report *r, const report_markup *to); /* matrix.md, ... */
bool report_site(const report *r);                              /* index.html, all other pages */
/* Data and drawings of the first page. */
bool report_front_data(const report *r);
int report_front_draw(const report *r); /* an exit code, after a message */
bool report_data(const report *r);      /* figures/, all but the drawings */
/* Parts of it, of a section; REPORT_FIGURES/BEFORE-SECTION.END opened for writing. */
#define REPORT_FIGURES "figures"
bool report_open_data(report_file *file, const report *r, const char *before, int section,
                      const char *end);
bool report_series(const report *r, int section);
bool report_points(const report *r, int section);
/* The runs of a section that are chosen, a row each. */
typedef bool report_chosen(const report_run *run);
void report_records(FILE *out, const report_markup *to, const report *r, int section,
                    report_chosen *choose, const char *folded);
/* Sections of the document. */
void report_show_motion(FILE *out, const report_markup *to, const report *r, int section);
/* Why a record has no numbers: "needs a constant mass matrix". */
const char *report_reason(const hol_record *r);
/* The fastest method to a given error: of one problem all methods. */
void report_show_reached(FILE *out, const report_markup *to, const report *r, int section);
/* Of a method its claims, each with its measurement. */
void report_show_claims(FILE *out, const report_markup *to, const report *r, int lane);
bool report_read_errata(hol_table *t);
/* Fills r->limits, r->silent and r->silent_runs where the plan asks for measures of others. */
bool report_know_measures(report *r, hol_store *store, hol_message *why);

/* ---------------------------------------------------------------- chapters */

struct report_chapter { /* what stands behind the sections: a paper redone */
    const void *self;
    char name[32];     /* of its page: "paper-003" */
    char heading[256]; /* begins with a word or two of its own, a colon behind */
    /* Its lines of the table of verdicts: paper, place, the paper says, we measured, verdict. */
    void (*verdicts)(const void *self, const report *r, hol_table *t);
    void (*show)(const void *self, const report *r, FILE *out, const report_markup *to);
};

/* ---------------------------------------------------------------- figures */

typedef struct {
    const char *name; /* of the script, and of the file after the section's name */
    const char *title;
    const char *caption;
    bool (*there)(const report *r, int section, size_t at); /* has it anything to draw? */
    size_t at;   /* of the figures with a panel a method, which: report_panels.h */
    bool panels; /* is it one of these? */
} report_figure;

extern const report_figure report_figures[]; /* ends with a row whose name is NULL */
/* Draws every figure of every section; an exit code, after a message. */
int report_draw(const report *r);
/* "figures/SECTION-NAME.svg" */
void report_figure_path(const report_section *section, const report_figure *figure, char path[],
                        size_t size);
/* A short name of a name: FNV-1a. */
unsigned report_short_name(const char *name);
/* Text in the quotes of gnuplot. */
void report_quote(FILE *out, const char *text);

typedef struct { /* a call of gnuplot, which draws DIR/NAME-FIGURE.FORMAT by reports/SCRIPT.gp */
    const char *dir, *script, *name, *figure, *title, *format;
    const report_origin *origin; /* for the foot; NULL: none */
    const char *set;             /* further assignments; NULL: none */
} report_drawing;

/* An exit code: MACHINE where gnuplot is missing or failed, FILE where the drawing is not whole,
 * after a message. */
int report_gnuplot(const report_drawing *d);
/* As SVG and as PDF, and as a picture, by one gnuplot. */
int report_draw_forms(report_drawing d, bool png);
