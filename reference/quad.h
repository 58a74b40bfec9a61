/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/quad.h: what the programs that make reference solutions share.
 *
 * Quadruple precision (113 bits, unit round-off 1e-34), the product and the sum of truncated power
 * series, the comparison of several derivations of one solution, and the text of a .ref file.
 * Rows are the times t = n/10, n = 0, 1, ..; a run is rows x width numbers, row-major, its columns
 * grouped into kinds (positions, velocities, ...) whose errors are measured against the largest
 * magnitude of the kind over the run. */
#pragma once

#include <quadmath.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__extension__ typedef __float128 quad;

enum {
    MOST_ROWS = 301, /* 30 s */
    ROWS_PER_SECOND = 10,
    PRINTED_DIGITS = 30,
    MAX_KINDS = 6,
    MAX_RUNS = 4,
    ORDER = 32, /* of Taylor series */
    SAFETY = 10 /* the error is taken as this many times the worst disagreement */
};

typedef struct {
    const char *name;
    int first, count; /* columns first .. first + count - 1 of a row */
} kind;

/* One derivation: so many rows of the motion into `run`, `steps` steps (panels, ..) in each. */
typedef void derive_function(int rows, int steps, quad *run);

typedef struct {
    const char *name;
    derive_function *derive;
    int steps;
} derivation;

typedef struct reference reference;
typedef void print_function(const quad row[]);

typedef struct {            /* one of several files that a program makes */
    const char *words;      /* that ask for it, "1 down"; "": none do */
    const char *parameters; /* "N=1 rungs=down": those that are not the default ones; NULL: none */
} variant;

struct reference {
    const char *problem, *program, *method[2], *bodies, *multipliers; /* header of the .ref file */
    const variant *which;          /* NULL: the program makes one file, of the default parameters */
    const char *any;               /* those on which the motion does not depend; NULL: none */
    const char *units;             /* of the multipliers */
    const char *note;              /* a further line of the header; NULL: none */
    int rows;                      /* of the whole file */
    int width;                     /* numbers in a row of a run */
    kind kinds[MAX_KINDS + 1];     /* the last has no name; none: those of bodies apart */
    derivation runs[MAX_RUNS + 1]; /* the last has no name */
    int printed;                   /* the run whose rows the file has */
    int least_digits;              /* fewer trusted digits than this: no file */
    print_function *print;         /* of one row; NULL: of bodies apart */
    /* Refuses a run, the last, that breaks what it does not impose; NULL: nothing is left. */
    void (*check)(const reference *ref, int rows, const quad *run);
};

/* A row of n bodies apart: r (3 each), p (4), v (3), Om (3), one kind after the other, then the
 * multipliers.  The first column of a kind: */
static inline int column_p(int bodies)
{
    return 3 * bodies;
}

static inline int column_v(int bodies)
{
    return 7 * bodies;
}

static inline int column_om(int bodies)
{
    return 10 * bodies;
}

static inline int state_size(int bodies)
{
    return 13 * bodies;
}

enum { ONE_P = 3, ONE_V = 7, ONE_W = 10, ONE_BODY = 13 }; /* of one body: p, v, Om; its state */

static inline int body_count(const reference *ref)
{
    int bodies = 1;
    for (const char *c = ref->bodies; *c; c++) bodies += *c == ' ';
    return bodies;
}

/* Kind k of a row; false past the last. */
static inline bool kind_at(const reference *ref, int k, kind *found)
{
    int n = body_count(ref), multipliers = ref->width - state_size(n);
    const kind apart[] = {{"r", 0, 3 * n},
                          {"p", column_p(n), 4 * n},
                          {"v", column_v(n), 3 * n},
                          {"omega", column_om(n), 3 * n},
                          {multipliers ? "lambda" : NULL, state_size(n), multipliers},
                          {NULL, 0, 0}};
    *found = ref->kinds[0].name ? ref->kinds[k] : apart[k];
    return found->name;
}

/* Distance from 1 to the next number: 2^-112. */
static inline quad round_off(void)
{
    return ldexpq(1, -112);
}

/* Coefficient k of the product of the power series a and b: sum_j a_j b_{k-j}. */
static inline quad cauchy(const quad a[], const quad b[], int k)
{
    quad sum = 0;
    for (int j = 0; j <= k; j++) sum += a[j] * b[k - j];
    return sum;
}

/* sum_k a_k h^k, k = 0 .. order, the smallest terms first. */
static inline quad series_sum(const quad a[], int order, quad h)
{
    quad sum = a[order];
    for (int k = order - 1; k >= 0; k--) sum = sum * h + a[k];
    return sum;
}

static inline quad dot3(const quad a[3], const quad b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline _Noreturn void refuse(const char *problem, const char *why)
{
    fprintf(stderr, "%s: refused: %s\n", problem, why);
    exit(EXIT_FAILURE);
}

/* The place in the list, which ends with words NULL, that the command line asks for before
 * `--until`; argc and argv go past it. */
static inline int variant_wanted(const variant list[], int *argc, char ***argv)
{
    char words[64] = "";
    int n = 1, k = 0;
    for (; n < *argc && strncmp((*argv)[n], "--", 2) != 0; n++) {
        size_t used = strlen(words);
        snprintf(words + used, sizeof words - used, "%s%s", used ? " " : "", (*argv)[n]);
    }
    while (list[k].words && strcmp(list[k].words, words) != 0) k++;
    if (!list[k].words) {
        fprintf(stderr, "usage: %s [WORDS] [--until T]    WORDS: none", **argv);
        for (k = 0; list[k].words; k++)
            if (list[k].words[0]) fprintf(stderr, ", `%s`", list[k].words);
        fputs("\n", stderr);
        exit(2);
    }
    (*argv)[n - 1] = (*argv)[0];
    *argv += n - 1;
    *argc -= n - 1;
    return k;
}

/* Rows asked for by `[--until T]`: those with t <= T; all of them without the option. */
static inline int rows_wanted(const reference *ref, int argc, char *argv[])
{
    double last = (ref->rows - 1.0) / ROWS_PER_SECOND;
    if (argc == 1) return ref->rows;
    if (argc == 3 && strcmp(argv[1], "--until") == 0) {
        char *end;
        double until = strtod(argv[2], &end);
        /* n/10 and T are both the doubles nearest to their decimals, so 0.3 includes row 3 */
        if (end != argv[2] && *end == '\0' && until >= 0 && until <= last) {
            int n = 0;
            while (n + 1 < ref->rows && (n + 1.0) / ROWS_PER_SECOND <= until) n++;
            return n + 1;
        }
    }
    fprintf(stderr, "usage: %s [--until T]    0 <= T <= %g s\n", argv[0], last);
    exit(2);
}

/* max |x - y| / max |y| over the columns of k and all rows.  Refuses what is not finite. */
static inline quad disagreement(const reference *ref, kind k, const quad *x, const quad *y,
                                int rows)
{
    quad worst = 0, scale = 0;
    for (int n = 0; n < rows; n++) {
        for (int c = k.first; c < k.first + k.count; c++) {
            quad a = x[n * ref->width + c], b = y[n * ref->width + c];
            if (!finiteq(a) || !finiteq(b)) refuse(ref->problem, "a solution is not finite");
            worst = fmaxq(worst, fabsq(a - b));
            scale = fmaxq(scale, fabsq(b));
        }
    }
    return worst / scale;
}

/* Trusted digits: what all pairs of runs agree on in every kind, less a safety factor, and printing
 * does not spoil.  The disagreements go to stderr; refuses when they leave too few digits. */
static inline int trusted_digits(const reference *ref, quad *const run[], int rows)
{
    quad worst = 0;
    kind what;
    for (int i = 0; ref->runs[i].name; i++) {
        for (int j = i + 1; ref->runs[j].name; j++) {
            fprintf(stderr, "%-16s - %-16s", ref->runs[i].name, ref->runs[j].name);
            for (int k = 0; kind_at(ref, k, &what); k++) {
                quad d = disagreement(ref, what, run[i], run[j], rows);
                fprintf(stderr, "  %s %.1e", what.name, (double)d);
                worst = fmaxq(worst, d);
            }
            fprintf(stderr, "\n");
        }
    }
    /* half a unit in the last printed digit of a number whose first digit is 1 */
    quad printing = powq(10, 1 - PRINTED_DIGITS) / 2;
    int digits = (int)floorq(-log10q(SAFETY * worst + printing));
    fprintf(stderr, "trusted digits: %d\n", digits);
    if (digits < ref->least_digits) refuse(ref->problem, "the derivations disagree");
    return digits;
}

static inline void print_header(const reference *ref, int digits)
{
    printf("# holonomy reference 1\n# problem: %s\n# parameters: %s\n", ref->problem,
           ref->which && ref->which->parameters ? ref->which->parameters : "default");
    if (ref->any) printf("# any: %s\n", ref->any);
    const char *words = ref->which ? ref->which->words : "";
    printf("# program: %s%s%s\n", ref->program, words[0] ? " " : "", words);
    printf("# method: %s\n# method: %s\n", ref->method[0], ref->method[1]);
    printf("# digits: %d\n# bodies: %s\n", digits, ref->bodies);
    printf("# multipliers: %s\n", ref->multipliers);
    printf("# columns: t, then for each body r[3] m, p[4], v[3] m/s, omega[3] rad/s (body frame), "
           "then the multipliers %s\n",
           ref->units);
    if (ref->note) printf("# %s\n", ref->note);
}

/* " x" for each of the n numbers x; an exact zero is printed as 0. */
static inline void print_numbers(const quad x[], int n)
{
    for (int i = 0; i < n; i++) {
        char text[64] = "0";
        if (x[i] != 0) quadmath_snprintf(text, sizeof text, "%.*Qe", PRINTED_DIGITS - 1, x[i]);
        printf(" %s", text);
    }
}

/* One body with all its numbers: r, p, v, Om. */
static inline void print_body(const quad r[3], const quad p[4], const quad v[3], const quad Om[3])
{
    print_numbers(r, 3);
    print_numbers(p, 4);
    print_numbers(v, 3);
    print_numbers(Om, 3);
}

/* The same of one in the plane, by its angle and rate. */
static inline void print_planar(const quad x[2], quad phi, const quad v[2], quad rate)
{
    print_body((quad[3]){x[0], x[1]}, (quad[4]){cosq(phi / 2), 0, 0, sinq(phi / 2)},
               (quad[3]){v[0], v[1]}, (quad[3]){0, 0, rate});
}

static inline void print_bodies(const reference *ref, const quad row[])
{
    int n = body_count(ref);
    for (int b = 0; b < n; b++)
        print_body(row + 3 * b, row + column_p(n) + 4 * b, row + column_v(n) + 3 * b,
                   row + column_om(n) + 3 * b);
    print_numbers(row + state_size(n), ref->width - state_size(n));
}

/* The program from its command line on: all derivations, then the file where they agree. */
static inline int make_file(const reference *ref, int argc, char *argv[])
{
    int rows = rows_wanted(ref, argc, argv), count = 0;
    quad *run[MAX_RUNS];
    for (; ref->runs[count].name; count++) {
        run[count] = calloc((size_t)rows * (size_t)ref->width, sizeof *run[count]);
        if (!run[count]) refuse(ref->problem, "there is no memory");
        ref->runs[count].derive(rows, ref->runs[count].steps, run[count]);
    }
    int digits = trusted_digits(ref, run, rows);
    if (ref->check) ref->check(ref, rows, run[count - 1]);
    print_header(ref, digits);
    for (int n = 0; n < rows; n++) {
        printf("%d", n / ROWS_PER_SECOND); /* the exact decimal n/10 */
        if (n % ROWS_PER_SECOND) printf(".%d", n % ROWS_PER_SECOND);
        const quad *row = run[ref->printed] + n * ref->width;
        if (ref->print)
            ref->print(row);
        else
            print_bodies(ref, row);
        printf("\n");
    }
    for (int i = 0; i < count; i++) free(run[i]);
    return EXIT_SUCCESS;
}
