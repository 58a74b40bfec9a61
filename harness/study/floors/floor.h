/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Floor programs: one method on one problem written out by hand, as fast as plain C gets, against
 * which the general library is measured in the same run. */
#ifndef HOL_FLOOR_H
#define HOL_FLOOR_H

typedef struct {
    const char *problem, *method, *what;
    double step; /* [s] */
    /* Makes `steps` steps from the problem's default start and leaves the end position of every
     * body, 3 each, so that both programs are known to compute the same. */
    void (*run)(double h, long steps, double r[]);
} hol_floor;

/* The ladder of N squares, its rods' ends to r (3 each) unless NULL. */
void hol_floor_ladder(int N, double h, long steps, double r[]);

extern const hol_floor hol_floor_shake_pendulum;
extern const hol_floor *const hol_floors[]; /* ends with NULL */

#endif
