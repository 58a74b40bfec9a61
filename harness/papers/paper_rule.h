/* SPDX-License-Identifier: GPL-3.0-or-later */
/* paper_rule.h: rules of judgement: numbers in, word out.
 *
 * A rule sees groups of numbers and two bounds and nothing else.  It works out one value and says
 * whether the numbers bear a statement out; numbers that are too few or not finite never do.  What
 * a rule can lose it must be able to lose: it spoils numbers that it confirms, by one thing wrong
 * as a run or a reading goes wrong, and mends those it does not, into what the statement asks for;
 * either way the word must turn, which the tests demand of every row of every paper.  So a bound
 * that no error reaches, a zero, or a run compared with itself is red there. */
#pragma once

#define HOL_PAPER_ANSWER_LIST(X)                                                                   \
    X(CONFIRMED, "confirmed")                                                                      \
    X(OPPOSITE, "opposite")       /* it is the other way round */                                  \
    X(REFUTED, "not confirmed")   /* nor is it the other way round */                              \
    X(BESIDE, "beyond the paper") /* it says nothing that could be judged */                       \
    X(OPEN, "not judged")         /* it does, and there is a reason */

typedef enum {
#define X(name, text) HOL_PAPER_##name,
    HOL_PAPER_ANSWER_LIST(X)
#undef X
} hol_paper_answer;

const char *hol_paper_answer_name(hol_paper_answer answer);

typedef struct {
    const char *name;
    /* What its value must be, for printf of the value and both bounds. */
    const char *criterion;
    int group, least; /* numbers to a group, fewest groups */
    hol_paper_answer (*judge)(int groups, const double x[], const double bound[2], double *value);
    /* Change numbers that it confirms, or does not, so that the word turns, if they can. */
    void (*spoil)(int groups, double x[], const double bound[2]);
    void (*mend)(int groups, double x[], const double bound[2]);
} hol_paper_rule;

/* NULL: none.  The rules, on groups of numbers in parentheses:
 *
 *     order       (x, y): the exponent of y over x is bound[0] within bound[1]
 *     at most     x: every |x| is at most bound[0]; spoilt by one a thousand times as large
 *     at least    x: every |x| is at least bound[0]; spoilt by one a thousand times as small
 *     digits      (ours, printed, unit of the last digit claimed): rounded to it, at most bound[0]
 *                 units apart, 0: the printed digits; spoilt by a unit more.  No printed zero.
 *     near        (ours, said): |ours/said - 1| is at most bound[0] < 1; spoilt by twice ours
 *     less        (what is said to be less, what more): in every pair more/less is at least
 *                 bound[0] >= 1; opposite where it is at most 1/bound[0] in every pair.  Counts, or
 *                 timings repeated.
 *     grows       (x, y) by rising x: every y is at least bound[0] >= 1 times the one before;
 *                 opposite where it falls so everywhere
 *     bounded     a series at equal distances: its range is at most bound[0] < 4 times that of its
 *                 first quarter; spoilt by a steady drift
 *     stable      a series: the largest rise above its running minimum, in units of bound[1], is at
 *                 most bound[0]; spoilt by a rise of twice as much at its end
 *     correlated  (x, y): the coefficient of correlation is at least bound[0]; opposite: at most
 *                 -bound[0]
 *     follows     (x, y): the exponent of y over x between every two neighbours is bound[0] within
 *                 bound[1] */
const hol_paper_rule *hol_paper_rule_named(const char *name);

/* The word, and the value behind it (NaN where there is none). */
hol_paper_answer hol_paper_word(const hol_paper_rule *rule, int count, const double x[],
                                const double bound[2], double *value);
