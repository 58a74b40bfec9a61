/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far a run is from the truth in the measures of other collections of benchmarks: see
 * diagnostics.h. */
#include <math.h>

#include "holonomy/diagnostics.h"

/* Of the Coruna measure [m]: below it an error counts as one of a coordinate of this size. */
static const double threshold = 1e-3;
/* Of the largest coordinate: a smaller one is taken for zero and has no relative error. */
static const double nothing = 1e-12;

static double largest_of(int nb, const hol_pose ref[])
{
    double most = 0;
    for (int b = 0; b < nb; b++)
        for (int k = 0; k < 3; k++) most = fmax(most, fabs(ref[b].r[k]));
    return most;
}

hol_measures hol_measures_between(int nb, const hol_pose pose[], const hol_pose ref[], double ratio)
{
    double relative = 0, mixed = 0, least = nothing * largest_of(nb, ref);
    hol_measures m = {.count = 3L * nb};
    for (int b = 0; b < nb; b++)
        for (int k = 0; k < 3; k++) {
            double size = fabs(ref[b].r[k]), off = fabs(pose[b].r[k] - ref[b].r[k]);
            double part = off / fmax(size, threshold);
            if (size > least) relative = fmax(relative, off / size);
            mixed = fmax(mixed, off / (ratio + size));
            m.squares += part * part;
        }
    m.scd = -log10(relative);
    m.mescd = -log10(mixed);
    return m;
}

double hol_measures_relative(const hol_measures *m)
{
    return m->count ? sqrt(m->squares / (double)m->count) : (double)NAN;
}
