/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Units that may stand behind a number: see expression.h. */
#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "holonomy/option.h"
#include "numerics/expression.h"

#define PI 3.141592653589793

static const struct {
    const char *name;
    double value;               /* in SI units, angles in radians */
    int powers[HOL_DIMENSIONS]; /* an angle has none */
} units[] = {
    {"m", 1, {1, 0, 0}},        {"mm", 1e-3, {1, 0, 0}},      {"cm", 1e-2, {1, 0, 0}},
    {"km", 1e3, {1, 0, 0}},     {"kg", 1, {0, 1, 0}},         {"g", 1e-3, {0, 1, 0}},
    {"s", 1, {0, 0, 1}},        {"ms", 1e-3, {0, 0, 1}},      {"min", 60, {0, 0, 1}},
    {"N", 1, {1, 1, -2}},       {"kN", 1e3, {1, 1, -2}},      {"MN", 1e6, {1, 1, -2}},
    {"mN", 1e-3, {1, 1, -2}},   {"J", 1, {2, 1, -2}},         {"kJ", 1e3, {2, 1, -2}},
    {"W", 1, {2, 1, -3}},       {"kW", 1e3, {2, 1, -3}},      {"Nm", 1, {2, 1, -2}},
    {"rad", 1, {0, 0, 0}},      {"mrad", 1e-3, {0, 0, 0}},    {"Hz", 1, {0, 0, -1}},
    {"rev", 2 * PI, {0, 0, 0}}, {"deg", PI / 180, {0, 0, 0}}, {"rpm", PI / 30, {0, 0, -1}},
};
enum { UNITS = sizeof units / sizeof *units };

static int word(const char *text)
{
    int n = 0;
    while (isalpha((unsigned char)text[n])) n++;
    return n;
}

/* Its place; -1: there is none. */
static int unit_of(const char *text, int length)
{
    for (int i = 0; i < UNITS; i++)
        if ((int)strlen(units[i].name) == length && !strncmp(units[i].name, text, (size_t)length))
            return i;
    return -1;
}

/* One unit, with a power of one digit: m, s^2, s^-1, which stands under what it is a factor of. */
static int factor(const char *text, int *unit, int *power)
{
    int n = word(text);
    *unit = unit_of(text, n);
    *power = 1;
    if (*unit < 0) return 0;
    bool under = text[n] == '^' && text[n + 1] == '-';
    const char *digit = text + n + 1 + under;
    if (text[n] != '^' || *digit < '1' || *digit > '9' || digit[1] == '.' ||
        isdigit((unsigned char)digit[1]))
        return n;
    *power = under ? '0' - *digit : *digit - '0';
    return (int)(digit - text) + 1;
}

static void multiply(int unit, int power, double *value, int powers[])
{
    double size = 1;
    for (int k = 0; k < abs(power); k++) size *= units[unit].value;
    *value = power < 0 ? *value / size : *value * size;
    for (int d = 0; d < HOL_DIMENSIONS; d++) powers[d] += power * units[unit].powers[d];
}

int hol_unit_read(const char *text, double *value, int powers[HOL_DIMENSIONS])
{
    int unit, power, n = factor(text, &unit, &power);
    *value = 1;
    memset(powers, 0, HOL_DIMENSIONS * sizeof *powers);
    if (n > 0) multiply(unit, power, value, powers);
    while (n > 0 && (text[n] == '/' || text[n] == '*')) {
        int more = factor(text + n + 1, &unit, &power);
        if (!more) break;
        multiply(unit, text[n] == '/' ? -power : power, value, powers);
        n += 1 + more;
    }
    return n;
}

const char *hol_unit_near(const char *text, int length)
{
    const char *name[UNITS];
    char asked[32];
    if (length >= (int)sizeof asked) return NULL;
    memcpy(asked, text, (size_t)length);
    asked[length] = '\0';
    for (int i = 0; i < UNITS; i++) name[i] = units[i].name;
    return hol_nearest(asked, name, UNITS);
}
