/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The error of a quantity that should be kept, and the law by which it grows: see diagnostics.h.
 *
 * The error of a method that keeps the structure oscillates with the motion, by far more than a
 * drift of one that does not adds in an oscillation, and in a motion without a period its largest
 * value so far rises for ever.  Averages over parts of the span, each of one of the slowest
 * oscillation at least, leave the drift alone. */
#include <math.h>
#include <stdlib.h>

#include "base/words.h"
#include "holonomy/diagnostics.h"

enum { PARTS = HOL_DRIFT_PARTS, PAIRS = PARTS * (PARTS - 1) / 2, ASTRAY = 3 };
/* Over the error of the first part: what of a slow beat is left in averages is no growth.  Over the
 * usual deviation: means that lie further apart have walked. */
static const double beat = 0.05, apart = 3;
/* Errors of a step that add up grow no faster than t^2: what rises later and steeper than this
 * power comes of a motion that has changed, and says nothing of what follows. */
static const double steepest = 3.5;
/* Of the variance of the averages: what a law leaves of it at most.  A motion without a period
 * wanders and takes the averages of a kept energy along, all to one side now and then, but by no
 * power of time: 0.11 to 0.15 of it are left on the double pendulum, of errors that do add up 0.02
 * at most. */
static const double left_at_most = 0.05;

HOL_WORD_OF(hol_drift_name, hol_drift, HOL_DRIFT_LIST(HOL_WORD))

void hol_track_start(hol_track *track, double t_end, const hol_rhythm *rhythm)
{
    *track = (hol_track){.initial = NAN, .final = NAN, .t_end = t_end, .rhythm = rhythm};
}

static void add_to_part(hol_track *track, int k, double weight, double error)
{
    if (k < 0 || k >= PARTS) return;
    track->part[k].weight += weight;
    track->part[k].sum += weight * error;
    track->part[k].squares += weight * error * error;
}

void hol_track_add(hol_track *track, double t, double x)
{
    if (track->count++ == 0) track->initial = x;
    track->final = x;
    double error = x - track->initial;
    if (!(fabs(error) <= track->max_error || isnan(track->max_error)))
        track->max_error = fabs(error);
    track->squares += error * error;
    double at = (PARTS + 1) * t / track->t_end, s = sin(0.5 * M_PI * (at - floor(at)));
    int k = at < PARTS + 1 ? (int)at : PARTS + 1;
    add_to_part(track, k, s * s, error);
    add_to_part(track, k - 1, 1 - s * s, error);
}

double hol_track_rms(const hol_track *track)
{
    return track->count ? sqrt(track->squares / (double)track->count) : (double)NAN;
}

double hol_exponent(int n, const double x[], const double y[])
{
    double x1 = 0, y1 = 0, xx = 0, xy = 0;
    for (int i = 0; i < n; i++) {
        double u = log(x[i]), w = log(y[i]);
        x1 += u, y1 += w, xx += u * u, xy += u * w;
    }
    return (n * xy - x1 * y1) / (n * xx - x1 * x1);
}

/* ---------------------------------------------------------------- the law */

/* Pairs of parts of which the later is larger, less those of which it is smaller (Kendall). */
static int order_of(const double y[PARTS])
{
    int order = 0;
    for (int i = 0; i < PARTS; i++)
        for (int k = 0; k < i; k++) order += (y[i] > y[k]) - (y[i] < y[k]);
    return order;
}

/* A mean grows to either side, a deviation upwards alone: one that falls is of an error that
 * settles. */
static bool grows(const double y[PARTS], bool falls_too)
{
    int order = order_of(y);
    return (falls_too ? abs(order) : order) >= PAIRS - 2 * ASTRAY;
}

/* The s of y = a + b t^s from y at 3/22, 1/2 and 19/22 of the span: (y3 - y1) / (y2 - y1) rises
 * with s; no larger than 4. */
static double exponent_of(const double y[PARTS])
{
    double y1 = y[0] + y[1], y2 = y[4] + y[5], y3 = y[8] + y[9], low = 0, high = 4;
    for (int i = 0; i < 50; i++) {
        double s = 0.5 * (low + high), at1 = pow(3.0 / 22, s), at2 = pow(0.5, s),
               at3 = pow(19.0 / 22, s);
        bool less = (y3 - y1) * (at2 - at1) / (y2 - y1) > at3 - at1;
        *(less ? &low : &high) = s;
    }
    return 0.5 * (low + high);
}

/* The part of the variance of y that a + b t^s leaves, a and b by least squares. */
static double left_by(const double y[PARTS], double s)
{
    double x1 = 0, y1 = 0, xx = 0, xy = 0, yy = 0;
    for (int k = 0; k < PARTS; k++) x1 += pow(k + 1, s) / PARTS, y1 += y[k] / PARTS;
    for (int k = 0; k < PARTS; k++) {
        double u = pow(k + 1, s) - x1, w = y[k] - y1;
        xx += u * u, xy += u * w, yy += w * w;
    }
    return 1 - xy * xy / (xx * yy);
}

/* Means of the parts and deviations from them; false where the span is too short. */
static bool averages(const hol_track *track, double mean[PARTS], double deviation[PARTS])
{
    if (!isfinite(track->max_error)) return false;
    if (track->rhythm && !hol_rhythm_seen(track->rhythm)) return false;
    for (int k = 0; k < PARTS; k++) {
        double n = track->part[k].weight;
        if (n < 1) return false;
        mean[k] = track->part[k].sum / n;
        deviation[k] = sqrt(fmax(0, track->part[k].squares / n - mean[k] * mean[k]));
    }
    return true;
}

/* The growth of y, where it is one and larger than what was found. */
static void find_growth(const double y[PARTS], bool falls_too, double first, hol_drift_found *found)
{
    double growth = fabs(y[PARTS - 1] - y[0]);
    if (!grows(y, falls_too) || growth <= beat * first || growth <= found->growth) return;
    found->growth = growth;
    found->exponent = exponent_of(y);
    bool lawful = found->exponent < steepest && left_by(y, found->exponent) <= left_at_most;
    found->law = !lawful                  ? HOL_DRIFT_UNKNOWN
                 : found->exponent < 0.75 ? HOL_DRIFT_SQRT
                 : found->exponent < 1.5  ? HOL_DRIFT_LINEAR
                                          : HOL_DRIFT_QUADRATIC;
}

static void find_walk(const double mean[PARTS], const double deviation[PARTS],
                      hol_drift_found *found)
{
    double least = mean[0], most = mean[0], usual = 0;
    for (int k = 0; k < PARTS; k++) {
        least = fmin(least, mean[k]);
        most = fmax(most, mean[k]);
        usual += deviation[k] / PARTS;
    }
    if (most - least > apart * usual) *found = (hol_drift_found){HOL_DRIFT_SQRT, 0.5, most - least};
}

hol_drift_found hol_track_drift(const hol_track *track)
{
    double mean[PARTS], deviation[PARTS];
    hol_drift_found found = {HOL_DRIFT_UNKNOWN, NAN, 0};
    if (!averages(track, mean, deviation)) return found;
    found.law = HOL_DRIFT_BOUNDED;
    if (track->max_error == 0) return found;
    found.exponent = 0;
    double first = hypot(mean[0], deviation[0]);
    find_growth(mean, true, first, &found);
    find_growth(deviation, false, first, &found);
    if (!found.growth) find_walk(mean, deviation, &found);
    return found;
}
