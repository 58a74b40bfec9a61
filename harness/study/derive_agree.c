/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far two derivations of one motion, or a reference, are apart: see derive.h. */
#include <math.h>

#include "harness/study/derive.h"

enum { POSE = sizeof(hol_quad_pose) / sizeof(hol_quad) };

void hol_derive_note(double *apart, double *size, int n, const hol_quad x[], const hol_quad y[])
{
    for (int i = 0; i < n; i++) {
        double off = fabs((double)(x[i] - y[i]));
        if (!isnan(*apart) && !(off <= *apart)) *apart = off; /* NaN stays */
        *size = fmax(*size, fabs((double)x[i]));
    }
}

double hol_derive_disagreement(const hol_derivation *d, const double apart[], const double size[])
{
    double worst = 0, noise = d->by->noise;
    for (int k = 0; k < HOL_DERIVE_KINDS; k++) {
        double by = size[k] > noise * d->scale[k] ? size[k] : noise > 0 ? d->scale[k] : 0;
        if (isnan(apart[k])) return NAN;
        worst = fmax(worst, by > 0 ? apart[k] / by : apart[k]);
    }
    return worst;
}

void hol_derive_turn_sign(const hol_quad like[4], hol_quad p[4])
{
    hol_quad dot = 0;
    for (int k = 0; k < 4; k++) dot += p[k] * like[k];
    for (int k = 0; k < 4 && dot < 0; k++) p[k] = -p[k];
}

void hol_derive_compare(const hol_derivation *d, const hol_quad_pose a[], hol_quad_pose b[],
                        const hol_quad y[], const hol_quad z[], double apart[], double size[])
{
    static const int first[] = {0, 3, 7, 10, POSE};
    for (int i = 0; i < d->bodies; i++) {
        hol_derive_turn_sign(a[i].p, b[i].p);
        for (int kind = 0; kind < HOL_DERIVE_MULTIPLIER; kind++) {
            int at = first[kind], n = first[kind + 1] - at;
            hol_derive_note(&apart[kind], &size[kind], n, (const hol_quad *)&a[i] + at,
                            (const hol_quad *)&b[i] + at);
        }
    }
    hol_derive_note(&apart[HOL_DERIVE_MULTIPLIER], &size[HOL_DERIVE_MULTIPLIER], d->multipliers, y,
                    z);
}

int hol_derive_digits(double apart)
{
    return (int)floor(-log10(apart));
}

/* ---------------------------------------------------------------- beside another one */

double hol_derivation_against(const hol_derivation *d, const hol_reference *ref)
{
    double worst = NAN;
    for (int row = 0; row < d->rows; row++) {
        int other = hol_reference_row(ref, d->t[row]);
        if (other < 0 || ref->bodies != d->bodies) continue;
        for (int b = 0; b < d->bodies; b++) {
            const hol_quad_pose *at = &d->pose[row * d->bodies + b];
            const hol_pose *truth = &ref->pose[other * d->bodies + b];
            double same = 0;
            for (int k = 0; k < 4; k++) same += (double)at->p[k] * truth->p[k];
            for (int k = 0; k < 4; k++)
                worst =
                    fmax(worst, fabs((double)at->p[k] - copysign(truth->p[k], same * truth->p[k])));
            for (int k = 0; k < 3; k++) {
                worst = fmax(worst, fabs((double)(at->r[k] - (hol_quad)truth->r[k])));
                worst = fmax(worst, fabs((double)(at->v[k] - (hol_quad)truth->v[k])));
                worst = fmax(worst, fabs((double)(at->omega[k] - (hol_quad)truth->omega[k])));
            }
        }
    }
    return worst;
}

double hol_derivation_beside(const hol_derivation *d, const hol_derivation *other)
{
    double apart[HOL_DERIVE_KINDS] = {0}, size[HOL_DERIVE_KINDS] = {0};
    int common = 0;
    bool same = d->bodies == other->bodies && d->multipliers == other->multipliers;
    for (int row = 0, k = 0; same && row < d->rows; row++) {
        while (k < other->rows && other->t[k] < d->t[row]) k++;
        if (k == other->rows || other->t[k] > d->t[row]) continue;
        hol_derive_compare(d, d->pose + (size_t)row * (size_t)d->bodies,
                           other->pose + (size_t)k * (size_t)d->bodies,
                           d->lambda + (size_t)row * (size_t)d->multipliers,
                           other->lambda + (size_t)k * (size_t)d->multipliers, apart, size);
        common++;
    }
    return common ? hol_derive_disagreement(d, apart, size) : (double)NAN;
}
