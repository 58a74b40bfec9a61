/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The colours of the families, see report_colours.h.  A family without a colour of its own has one
 * of a sequence: each colour of it is, among the candidates that are seen on white, the one
 * furthest in OKLab (Ottosson 2020) from the colours before it.  Where the sequence is entered the
 * family's name says, so that a new family leaves the colours of the others. */
#include "harness/report/report_colours.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "harness/report/report.h"
#include "harness/run/names.h"

/* After Okabe and Ito, which stay apart for the colour-blind, then four more. */
static const struct {
    const char *family;
    unsigned colour;
} own[] = {
    {"composition", 0x0072b2},
    {"variational", 0xd55e00},
    {"energy-momentum", 0x009e73},
    {"generalised-alpha", 0xcc79a7},
    {"jet", 0x000000},
    {"lobatto", 0xe69f00},
    {"munthe-kaas", 0x56b4e9},
    {"rk4", 0x7f4f24},
    {"outside", 0x808080},
    {"spook", 0x5e3c99},
    {"tangent", 0x8cb400},
};

enum {
    OWN = sizeof own / sizeof *own,
    PLACES = 64, /* of the sequence that a name chooses from */
    LEVELS = 16, /* of red, of green, of blue: 0x00, 0x11, .. 0xff */
    GRID = LEVELS * LEVELS * LEVELS,
};
/* Of white, (1 + 0.05) / (Y + 0.05), WCAG 2.1 for graphics. */
static const double contrast = 3.0;
static const double darkest = 0.4; /* L below which a thin line is taken for black */

typedef struct {
    double L, a, b;
} oklab;

static double linear(unsigned byte) /* sRGB, IEC 61966-2-1 */
{
    double x = (byte & 255u) / 255.0;
    return x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4);
}

static oklab lab_of(unsigned colour, double *luminance)
{
    double r = linear(colour >> 16), g = linear(colour >> 8), b = linear(colour);
    double l = cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    double m = cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    double s = cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    *luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b;
    return (oklab){0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
                   1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
                   0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

static double apart(oklab x, oklab y)
{
    return sqrt(pow(x.L - y.L, 2) + pow(x.a - y.a, 2) + pow(x.b - y.b, 2));
}

static unsigned candidate(int i) /* of the grid */
{
    unsigned red = (unsigned)i / (LEVELS * LEVELS), green = (unsigned)i / LEVELS % LEVELS;
    return 0x11u * (red << 16 | green << 8 | (unsigned)i % LEVELS);
}

/* The first n colours of the sequence. */
static void sequence(int n, unsigned colour[])
{
    oklab *lab = hol_new(GRID, sizeof *lab);
    double *away = hol_new(GRID, sizeof *away), Y; /* from the nearest colour taken */
    for (int i = 0; i < GRID; i++) {
        lab[i] = lab_of(candidate(i), &Y);
        bool seen = 1.05 / (Y + 0.05) >= contrast && lab[i].L >= darkest;
        away[i] = seen ? DBL_MAX : -1.0;
    }
    for (int k = -OWN; k < n; k++) {
        int furthest = 0;
        for (int i = 1; i < GRID; i++)
            if (away[i] > away[furthest]) furthest = i;
        if (k >= 0) colour[k] = candidate(furthest);
        oklab taken = k < 0 ? lab_of(own[OWN + k].colour, &Y) : lab[furthest];
        for (int i = 0; i < GRID; i++) away[i] = fmin(away[i], apart(lab[i], taken));
    }
    free(lab), free(away);
}

static int owned(const char *family)
{
    for (int i = 0; i < OWN; i++)
        if (!strcmp(own[i].family, family)) return i;
    return -1;
}

void report_colours(int n, const char *const family[], unsigned colour[])
{
    unsigned *generated = hol_new(PLACES + n, sizeof *generated);
    bool *taken = hol_new(PLACES + n, sizeof *taken), made = false;
    for (int i = 0; i < n; i++) {
        int k = owned(family[i]);
        if (k >= 0) {
            colour[i] = own[k].colour;
            continue;
        }
        if (!made) sequence(PLACES + n, generated);
        made = true;
        k = (int)(report_short_name(family[i]) % PLACES);
        while (taken[k]) k++;
        taken[k] = true;
        colour[i] = generated[k];
    }
    free(generated), free(taken);
}

/* The families that there are and their colours, made again where there are more methods. */
static const unsigned *all_colours(const hol_names **families)
{
    static hol_names names;
    static unsigned *colour;
    static int known;
    const hol_method *m;
    int methods = 0;
    while (hol_method_at(methods)) methods++;
    if (methods != known) {
        hol_names_clear(&names);
        for (int k = 0; (m = hol_method_at(k)); k++)
            if (hol_names_place(&names, m->family) < 0) hol_names_add(&names, m->family);
        colour = hol_renew(colour, (size_t)names.count * sizeof *colour);
        report_colours(names.count, names.of, colour);
        known = methods;
    }
    *families = &names;
    return colour;
}

unsigned report_colour(const hol_method *method)
{
    const hol_names *families;
    const unsigned *colour = all_colours(&families);
    return colour[hol_names_place(families, method->family)];
}
