/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/quad.h: what the programs that make reference solutions share.
 *
 * Quadruple precision (113 bits, unit round-off 1e-34), the product and the sum of truncated power
 * series, the comparison of several derivations of one solution, and the text of a .ref file.
 * Rows are the times t = n/10, n = 0, 1, ..; a run is rows x width numbers, row-major, its columns
 * grouped into kinds (positions, velocities, ...) whose errors are measured against the largest
 * magnitude of the kind over the run. */
#ifndef HOL_REFERENCE_QUAD_H
#define HOL_REFERENCE_QUAD_H

#include <quadmath.h>
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

typedef struct {            /* one of several files that a program makes */
    const char *words;      /* that ask for it, "1 down"; "": none do */
    const char *parameters; /* "N=1 rungs=down": those that are not the default ones; NULL: none */
} variant;

typedef struct {
    const char *problem, *program, *method[2], *bodies, *multipliers; /* header of the .ref file */
    const variant *which;      /* NULL: the program makes one file, of the default parameters */
    const char *any;           /* those on which the motion does not depend; NULL: none */
    const char *units;         /* of the multipliers */
    int rows;                  /* of the whole file */
    int width;                 /* numbers in a row of a run */
    kind kinds[MAX_KINDS + 1]; /* the last has no name */
    const char *runs[MAX_RUNS + 1]; /* names of the derivations, ended by NULL */
    int least_digits;               /* fewer trusted digits than this: no file */
} reference;

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

static inline _Noreturn void refuse(const reference *ref, const char *why)
{
    fprintf(stderr, "%s: refused: %s\n", ref->problem, why);
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
            if (!finiteq(a) || !finiteq(b)) refuse(ref, "a solution is not finite");
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
    for (int i = 0; ref->runs[i]; i++) {
        for (int j = i + 1; ref->runs[j]; j++) {
            fprintf(stderr, "%-16s - %-16s", ref->runs[i], ref->runs[j]);
            for (int k = 0; ref->kinds[k].name; k++) {
                quad d = disagreement(ref, ref->kinds[k], run[i], run[j], rows);
                fprintf(stderr, "  %s %.1e", ref->kinds[k].name, (double)d);
                worst = fmaxq(worst, d);
            }
            fprintf(stderr, "\n");
        }
    }
    /* half a unit in the last printed digit of a number whose first digit is 1 */
    quad printing = powq(10, 1 - PRINTED_DIGITS) / 2;
    int digits = (int)floorq(-log10q(SAFETY * worst + printing));
    fprintf(stderr, "trusted digits: %d\n", digits);
    if (digits < ref->least_digits) refuse(ref, "the derivations disagree");
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

typedef void print_function(const quad row[]);

/* The rows of the run that is printed, behind their times. */
static inline int print_rows(const reference *ref, print_function *print, int rows, const quad *run)
{
    for (int n = 0; n < rows; n++) {
        printf("%d", n / ROWS_PER_SECOND); /* the exact decimal n/10 */
        if (n % ROWS_PER_SECOND) printf(".%d", n % ROWS_PER_SECOND);
        print(run + n * ref->width);
        printf("\n");
    }
    return EXIT_SUCCESS;
}

/* The whole file where all runs agree: its header, then the run `printed`. */
static inline int print_file(const reference *ref, quad *const runs[], int printed, int rows,
                             print_function *print)
{
    print_header(ref, trusted_digits(ref, runs, rows));
    return print_rows(ref, print, rows, runs[printed]);
}

#endif
