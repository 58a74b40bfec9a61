/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How slowly a motion oscillates: see diagnostics.h.
 *
 * Signals of a body b are R^T v / L, Omega and the squares of both, L the length of the system:
 * what an observer on the body measures, which does not see that the whole turns about a symmetry
 * of the forces.  The squares show that an oscillation swells and fades.  Of each signal s(t) on
 * [0, T]
 *
 *     S_k = 2 / T^2 |integral s exp(-2 pi i k t / T) dt|^2,   V = mean of s^2 - (mean of s)^2
 *
 * are the part of its variance V that has the period T / k, and V.  Of a system of many bodies 32
 * or fewer are watched, evenly chosen. */
#include <math.h>

#include "holonomy/diagnostics.h"
#include "holonomy/memory.h"
#include "holonomy/so3.h"

enum { SIGNALS = 12, WAVES = 32 }; /* of a body; periods T / 1 to T / WAVES */
/* Nodes that are read, some: at uneven distances, so that no fast oscillation looks like a slow
 * one: those of n / golden mod 1. */
enum { READINGS = 2048, BODIES = 32 };
static const double golden = 1.6180339887498949;
static const double share = 0.1; /* of a signal's variance, which a slow oscillation has */
/* Of the largest signal: what varies by less does not move. */
static const double still = 1e-6;

typedef struct {
    double first;       /* s(0), which is subtracted: a small variation of a large signal */
    double sum, square; /* integrals of s and s^2 */
    double cosine[WAVES], sine[WAVES];
} wave;

struct hol_rhythm {
    int bodies, every; /* those that are watched: every so manieth */
    double length, t_end, t;
    double next; /* time of a reading */
    long readings;
    double largest[2]; /* of the signals [1/s], of their squares */
    wave *of;          /* SIGNALS bodies */
};

hol_rhythm *hol_rhythm_new(struct hol_memory *m, int nb, double length, double t_end)
{
    hol_rhythm *r = hol_alloc(m, 1, sizeof *r);
    int every = (nb + BODIES - 1) / BODIES;
    *r = (hol_rhythm){.every = every, .length = length, .t_end = t_end};
    r->bodies = every ? (nb + every - 1) / every : 0;
    r->of = hol_alloc(m, (size_t)(SIGNALS * r->bodies), sizeof *r->of);
    return r;
}

static void read(const hol_rhythm *r, const hol_pose *pose, double s[SIGNALS])
{
    double R[9];
    hol_quaternion_to_matrix(pose->p, R);
    hol_rotate_back(R, pose->v, s);
    for (int i = 0; i < 3; i++) s[i] /= r->length, s[3 + i] = pose->omega[i];
    for (int i = 0; i < SIGNALS / 2; i++) s[SIGNALS / 2 + i] = s[i] * s[i];
}

/* A piece of the integrals, of the length dt, at whose end the signal is s. */
static void add_piece(wave *w, double s, double dt, const double cosine[], const double sine[])
{
    s -= w->first;
    double part = s * dt;
    w->sum += part;
    w->square += s * part;
    for (int k = 0; k < WAVES; k++) {
        w->cosine[k] += part * cosine[k];
        w->sine[k] += part * sine[k];
    }
}

void hol_rhythm_add(hol_rhythm *r, double t, const hol_pose pose[])
{
    if (r->readings && t < r->next && t < r->t_end * (1 - 1e-9)) return;
    double turn = 2 * M_PI * t / r->t_end, c = cos(turn), d = sin(turn), dt = t - r->t;
    double cosine[WAVES], sine[WAVES], s[SIGNALS];
    cosine[0] = c, sine[0] = d;
    for (int k = 1; k < WAVES; k++) {
        cosine[k] = c * cosine[k - 1] - d * sine[k - 1];
        sine[k] = c * sine[k - 1] + d * cosine[k - 1];
    }
    for (int b = 0; b < r->bodies; b++) {
        wave *w = &r->of[b * SIGNALS];
        read(r, &pose[b * r->every], s);
        for (int i = 0; i < SIGNALS; i++) {
            double *largest = &r->largest[i >= SIGNALS / 2];
            *largest = fmax(*largest, fabs(s[i]));
            if (!r->readings)
                w[i].first = s[i];
            else
                add_piece(&w[i], s[i], dt, cosine, sine);
        }
    }
    double uneven = (double)++r->readings / golden;
    r->next = t + r->t_end / READINGS * (0.5 + uneven - floor(uneven));
    r->t = t;
}

/* The first k with a share of the variance in the periods from T / k on; 0: it does not move. */
static int first_wave(const wave *w, double t_end, double least)
{
    double mean = w->sum / t_end, variance = w->square / t_end - mean * mean, slow = 0;
    if (!(variance > least * least)) return isnan(variance) ? 1 : 0;
    for (int k = 0; k < WAVES; k++) {
        slow += 2 * (w->cosine[k] * w->cosine[k] + w->sine[k] * w->sine[k]) / (t_end * t_end);
        if (slow >= share * variance) return k + 1;
    }
    return WAVES + 1;
}

double hol_rhythm_slowest(const hol_rhythm *r)
{
    double slowest = 0;
    if (!(fabs(r->t - r->t_end) <= 1e-6 * r->t_end)) return HUGE_VAL;
    for (int i = 0; i < SIGNALS * r->bodies; i++) {
        double largest = r->largest[i % SIGNALS >= SIGNALS / 2];
        int k = first_wave(&r->of[i], r->t_end, still * largest);
        if (k) slowest = fmax(slowest, r->t_end / k);
    }
    return slowest;
}

bool hol_rhythm_seen(const hol_rhythm *r)
{
    return (HOL_DRIFT_PARTS + 1) * hol_rhythm_slowest(r) <= r->t_end * (1 + 1e-9);
}
