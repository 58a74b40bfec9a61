/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Units that may stand behind a number: see expression.h. */
#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "holonomy/option.h"
#include "numerics/expression.h"

#define PI 3.141592653589793

static const struct {
    const char *name;
    double value; /* in SI units, angles in radians */
} units[] = {
    {"m", 1},    {"mm", 1e-3},    {"cm", 1e-2},      {"km", 1e3},      {"kg", 1},
    {"g", 1e-3}, {"s", 1},        {"ms", 1e-3},      {"min", 60},      {"N", 1},
    {"kN", 1e3}, {"MN", 1e6},     {"mN", 1e-3},      {"J", 1},         {"kJ", 1e3},
    {"W", 1},    {"kW", 1e3},     {"Nm", 1},         {"rad", 1},       {"mrad", 1e-3},
    {"Hz", 1},   {"rev", 2 * PI}, {"deg", PI / 180}, {"rpm", PI / 30},
};
enum { UNITS = sizeof units / sizeof *units };

static int word(const char *text)
{
    int n = 0;
    while (isalpha((unsigned char)text[n])) n++;
    return n;
}

static const double *unit_of(const char *text, int length)
{
    for (int i = 0; i < UNITS; i++)
        if ((int)strlen(units[i].name) == length && !strncmp(units[i].name, text, (size_t)length))
            return &units[i].value;
    return NULL;
}

/* One unit, with a power of one digit: m, s^2, s^-1, which stands under what it is a factor of. */
static int factor(const char *text, double *value, bool *under)
{
    int n = word(text);
    const double *unit = unit_of(text, n);
    if (!unit) return 0;
    *value = *unit;
    *under = text[n] == '^' && text[n + 1] == '-';
    const char *power = text + n + 1 + *under;
    if (text[n] == '^' && *power >= '1' && *power <= '9' && power[1] != '.' &&
        !isdigit((unsigned char)power[1])) {
        for (int k = 1; k < *power - '0'; k++) *value *= *unit;
        return (int)(power - text) + 1;
    }
    *under = false;
    return n;
}

int hol_unit_read(const char *text, double *value)
{
    double next;
    bool under;
    int n = factor(text, value, &under);
    if (n > 0 && under) *value = 1 / *value;
    while (n > 0 && (text[n] == '/' || text[n] == '*')) {
        int more = factor(text + n + 1, &next, &under);
        if (!more) break;
        *value = (text[n] == '/') != under ? *value / next : *value * next;
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
