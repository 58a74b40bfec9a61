/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The colours of the families: one each, seen on white, and a new family leaves the others' alone.
 */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/report/report_colours.h"
#include "tests/suite.h"

enum { FAMILIES = 40, PRESENT = 11 };
/* The families there are, and some that may come. */
static const char *const family[FAMILIES] = {"composition",
                                             "variational",
                                             "energy-momentum",
                                             "generalised-alpha",
                                             "jet",
                                             "lobatto",
                                             "munthe-kaas",
                                             "rk4",
                                             "outside",
                                             "spook",
                                             "tangent",
                                             "euler",
                                             "midpoint",
                                             "half-explicit",
                                             "radau",
                                             "bdf",
                                             "gauss",
                                             "newmark",
                                             "hht",
                                             "verlet",
                                             "rosenbrock",
                                             "extrapolation",
                                             "magnus",
                                             "adams",
                                             "collocation",
                                             "galerkin",
                                             "hybrid",
                                             "mebdf",
                                             "multirate",
                                             "splitting",
                                             "yoshida",
                                             "gear",
                                             "mexax",
                                             "hedop",
                                             "phem",
                                             "exponential",
                                             "udwadia",
                                             "maggi",
                                             "null-space",
                                             "ggl"};

/* With white, of WCAG 2.1. */
static double contrast(unsigned colour)
{
    const double weight[] = {0.0722, 0.7152, 0.2126};
    double Y = 0.0;
    for (int k = 0; k < 3; k++) {
        double x = (colour >> 8 * k & 255u) / 255.0;
        Y += weight[k] * (x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4));
    }
    return 1.05 / (Y + 0.05);
}

static int byte_apart(unsigned a, unsigned b) /* largest difference of red, green and blue */
{
    int most = 0;
    for (int k = 0; k < 3; k++) {
        int d = abs((int)(a >> 8 * k & 255u) - (int)(b >> 8 * k & 255u));
        if (d > most) most = d;
    }
    return most;
}

START_TEST(every_family_has_a_colour_of_its_own_that_is_seen_on_white)
{
    unsigned colour[FAMILIES];
    report_colours(FAMILIES, family, colour);
    for (int i = 0; i < FAMILIES; i++) {
        if (i >= PRESENT)
            ck_assert_msg(contrast(colour[i]) >= 3.0, "%s: #%06x has contrast %.2f with white",
                          family[i], colour[i], contrast(colour[i]));
        for (int j = 0; j < i; j++)
            ck_assert_msg(byte_apart(colour[i], colour[j]) >= 24, "%s is #%06x, %s #%06x",
                          family[i], colour[i], family[j], colour[j]);
    }
}
END_TEST

/* One before, between or after them changes no colour, nor does the next change its own. */
START_TEST(a_new_family_leaves_the_colours_of_the_others)
{
    unsigned alone[PRESENT], one[PRESENT + 1], two[PRESENT + 2];
    const char *more[PRESENT + 2] = {"midpoint"}; /* and the others, "euler" among them */
    report_colours(PRESENT, family, alone);
    for (int place = 0; place <= PRESENT; place++) {
        for (int i = 0, k = 0; k <= PRESENT; k++) more[1 + k] = k == place ? "euler" : family[i++];
        report_colours(PRESENT + 1, more + 1, one);
        for (int i = 0; i < PRESENT; i++) ck_assert_uint_eq(one[i + (i >= place)], alone[i]);
        report_colours(PRESENT + 2, more, two);
        for (int k = 0; k <= PRESENT; k++) ck_assert_uint_eq(two[1 + k], one[k]);
    }
}
END_TEST

/* More families than a name can choose places from. */
START_TEST(hundreds_of_families_have_colours_that_differ)
{
    enum { MANY = 300 };
    static char name[MANY][16];
    const char *many[MANY];
    unsigned colour[MANY];
    for (int i = 0; i < MANY; i++) {
        snprintf(name[i], sizeof name[i], "family-%d", i);
        many[i] = name[i];
    }
    report_colours(MANY, many, colour);
    for (int i = 0; i < MANY; i++)
        for (int j = 0; j < i; j++) ck_assert_uint_ne(colour[i], colour[j]);
}
END_TEST

/* The families of the build are those above: each has the colour that figures of old have. */
START_TEST(the_families_of_the_build_keep_their_colours)
{
    unsigned colour[PRESENT];
    const hol_method *method;
    int seen = 0;
    report_colours(PRESENT, family, colour);
    ck_assert_uint_eq(colour[0], 0x0072b2);
    for (int k = 0; (method = hol_method_at(k)); k++)
        for (int i = 0; i < PRESENT; i++)
            if (!strcmp(method->family, family[i])) {
                ck_assert_uint_eq(report_colour(method), colour[i]);
                seen |= 1 << i;
            }
    ck_assert_int_eq(seen, (1 << PRESENT) - 1);
}
END_TEST

int main(void)
{
    const hol_loop loop[] = {
        {every_family_has_a_colour_of_its_own_that_is_seen_on_white, 1},
        {a_new_family_leaves_the_colours_of_the_others, 1},
        {hundreds_of_families_have_colours_that_differ, 1},
        {the_families_of_the_build_keep_their_colours, 1},
    };
    return hol_run_loops("colours of the families", loop, sizeof loop / sizeof *loop);
}
