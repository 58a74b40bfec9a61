/* SPDX-License-Identifier: GPL-3.0-or-later */
/* motion.h: a motion from anywhere, as a file has it, and how it is to be read.
 *
 * A file of commas or tabulators: lines "# key: value", the names of the columns, then a row a
 * time: `t` and for each body NAME.x .y .z .p0 .p1 .p2 .p3 .vx .vy .vz .omega1 .omega2 .omega3, in
 * any order, others beside them.  The header says what the numbers mean where that is not what
 * `holonomy run --output` writes. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "holonomy/model.h"
#include "holonomy/status.h"

/* ---------------------------------------------------------------- how it is to be read */

/* The keys of the header whose value is a word of a list; of these words the first is meant where
 * the header says nothing. */
#define HOL_READING_LIST(X)                                                                        \
    X(QUATERNION, "quaternion", "wxyz xyzw")                                                       \
    X(ROTATION, "rotation", "body-to-space space-to-body")                                         \
    X(OMEGA, "omega", "body space")                                                                \
    X(VELOCITY, "velocity", "space body")                                                          \
    X(LAG, "lag", "0 1 0.5 -0.5 -1")                                                               \
    X(LENGTH, "length", "m mm cm km")                                                              \
    X(ANGLE, "angle", "rad deg")                                                                   \
    X(TIME, "time", "s ms")

enum {
#define X(name, key, words) HOL_READ_##name,
    HOL_READING_LIST(X)
#undef X
        HOL_READINGS
};

typedef struct {
    int of[HOL_READINGS]; /* the place of a word in its list */
    int bodies;
    double (*point)[3]; /* where in a body its r and v are those of, in its axes from the mass
                           centre [m]; bodies */
} hol_reading;

/* The key, and the k-th of its words; NULL past the last. */
const char *hol_reading_key(int key);
const char *hol_reading_word(int key, int k, char word[16]);

/* ---------------------------------------------------------------- the file */

typedef struct {
    char *path;
    char problem[64], parameters[192]; /* what the header says of it, or "" */
    char method[128];  /* what made it: a method, an engine with its version and options; or "" */
    double step;       /* of the method [s]; NaN: not said */
    char (*said)[160]; /* lines of the header about its reading */
    int *said_at;      /* and their numbers */
    int sayings;
    int columns, rows, names_at; /* names_at: the number of the line with the names */
    char **name;
    double *cell; /* rows x columns; NaN: no number */
    int *line;    /* of each row */

    /* by hol_motion_match */
    int bodies;
    bool velocities; /* of every body */
    char lacks[96];  /* the first column that is missing for them */
    double *t;       /* rows, increasing, in the file's unit */
    hol_pose *pose;  /* rows x bodies, as written: p in the file's order */
    hol_reading reading;
} hol_motion;

/* NULL with a message that names file and line.  Leaves the innermost hol_try where there is no
 * memory, as all below. */
hol_motion *hol_motion_read(const char *path, hol_message *why);
void hol_motion_free(hol_motion *m);
/* Finds the columns of these bodies, and reads the header; false with a message. */
bool hol_motion_match(hol_motion *m, int bodies, const hol_body body[], hol_message *why);
/* Says "key: value" or "key=value" of the reading; false with a message that has no place. */
bool hol_motion_say(hol_motion *m, int bodies, const hol_body body[], const char *text,
                    hol_message *why);

/* Is its key one of ours, or near to one? */
bool hol_motion_meant(const char *text);

/* The 13 numbers of a pose, as columns have them. */
enum { HOL_MOTION_NUMBERS = 13 };
extern const char *const hol_motion_number[HOL_MOTION_NUMBERS];
double *hol_pose_number(hol_pose *pose, int k);

/* The header of a file in our own terms. */
void hol_motion_write_head(FILE *out);

/* ---------------------------------------------------------------- read so */

/* Rows [first, end) have velocities where these lag or lead. */
void hol_motion_rows(const hol_motion *m, const hol_reading *as, int *first, int *end);
/* Time [s] and poses of a row of these. */
double hol_motion_time(const hol_motion *m, const hol_reading *as, int row);
void hol_motion_poses(const hol_motion *m, const hol_reading *as, int row, hol_pose pose[]);
