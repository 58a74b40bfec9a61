/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/values.h: the text of a file reference/published/NAME.values, true values of quantities
 * that others have printed, each by two derivations:
 *
 *     # holonomy values 1
 *     # problem, program, method: as in the header of a reference
 *     parameters  quantity  unit  t  digits  value
 *
 * separated by tabs.  `parameters` are those that are not the default ones, "M=1e-6"; t [s], "-" of
 * a quantity without a time; `digits` are trusted.  A quantity BODY.x .y .z .vx .vy .vz is a
 * coordinate of a body's mass centre in space, or its rate; any other name is the problem's own. */
#pragma once

#include <stdbool.h>

#include "quad.h"

enum { MOST_VALUES = 256, LEAST_VALUE_DIGITS = 15 };

typedef struct {
    const char *parameters, *unit, *t;
    char quantity[32];
    quad value, again; /* by two derivations */
} known_value;

typedef struct {
    const char *problem, *program, *method[2];
    int count;
    known_value of[MOST_VALUES];
} known_values;

/* The command line of a program that makes nothing else: `values`. */
static inline void only_values(int argc, char *argv[])
{
    if (argc == 2 && !strcmp(argv[1], "values")) return;
    fprintf(stderr, "usage: %s values\n", argv[0]);
    exit(2);
}

/* "default" in place of parameters that are. */
static inline void add_value(known_values *all, const char *parameters, const char *t,
                             const char *quantity, const char *unit, quad value, quad again)
{
    if (all->count == MOST_VALUES) {
        fprintf(stderr, "%s: more than %d values\n", all->problem, MOST_VALUES);
        exit(EXIT_FAILURE);
    }
    known_value *v = &all->of[all->count++];
    *v = (known_value){parameters, unit, t, "", value, again};
    snprintf(v->quantity, sizeof v->quantity, "%s", quantity);
}

/* The same of each coordinate of a body, those that stay zero left out: r, then v, in the plane or
 * in space. */
static inline void add_body(known_values *all, const char *parameters, const char *t,
                            const char *body, int dimension, const quad x[], const quad again[])
{
    static const char *const component[2][3] = {{"x", "y", "z"}, {"vx", "vy", "vz"}};
    char name[32];
    for (int i = 0; i < 2 * dimension; i++) {
        bool rate = i >= dimension;
        snprintf(name, sizeof name, "%.20s.%s", body, component[rate][i % dimension]);
        if (x[i] != 0) add_value(all, parameters, t, name, rate ? "m/s" : "m", x[i], again[i]);
    }
}

/* What both derivations agree on of a value, less a safety factor; refuses fewer than the least. */
static inline int value_digits(const known_values *all, const known_value *v)
{
    quad apart = fabsq(v->value - v->again) / fabsq(v->value);
    quad printing = powq(10, 1 - PRINTED_DIGITS) / 2;
    int digits = (int)floorq(-log10q(SAFETY * apart + printing));
    if (finiteq(v->value) && finiteq(v->again) && digits >= LEAST_VALUE_DIGITS) return digits;
    fprintf(stderr, "%s: refused: %s, %s at t = %s: the derivations differ by %.1e of it\n",
            all->problem, v->parameters, v->quantity, v->t, (double)apart);
    exit(EXIT_FAILURE);
}

static inline int print_values(const known_values *all)
{
    int least = PRINTED_DIGITS;
    for (int i = 0; i < all->count; i++) {
        int digits = value_digits(all, &all->of[i]);
        if (digits < least) least = digits;
    }
    fprintf(stderr, "%s: %d values, trusted digits: %d at least\n", all->problem, all->count,
            least);
    printf("# holonomy values 1\n# problem: %s\n# program: %s\n", all->problem, all->program);
    printf("# method: %s\n# method: %s\n", all->method[0], all->method[1]);
    printf("parameters\tquantity\tunit\tt\tdigits\tvalue\n");
    for (int i = 0; i < all->count; i++) {
        const known_value *v = &all->of[i];
        printf("%s\t%s\t%s\t%s\t%d\t", v->parameters, v->quantity, v->unit, v->t,
               value_digits(all, v));
        char text[64];
        quadmath_snprintf(text, sizeof text, "%.*Qe", PRINTED_DIGITS - 1, v->value);
        printf("%s\n", text);
    }
    return EXIT_SUCCESS;
}
