/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The order that errors show: see study_slope.h. */
#include "harness/study/study_slope.h"

#include <math.h>
#include <string.h>

enum { ENOUGH = 5, FLOORED = 2, LAST = HOL_ORDER_FEWEST - 1 };
static const char of_few_digits[] = "the truth is known to too few digits";
static const double slack = 0.15, sag = 0.5;
/* Of the claim, and between slopes: errors that fall so are not asymptotic yet. */
static const double far = 1.25, uneven = 1;
/* Errors that count, of the scale and of the floor; those that fall as claimed, of the scale. */
static const double largest = 0.01, above = 100, coarsest = 0.1;
static const double near = 1000; /* floors: where an error that stagnates is round-off */

/* ---------------------------------------------------------------- the errors */

void hol_order_sees(hol_order *o, double scale, double round_off, double ratio)
{
    double most = largest * scale, least = above * round_off;
    o->scale = scale;
    o->floor = round_off;
    o->narrow = most < least * pow(ratio, o->claimed * (HOL_ORDER_FEWEST - 1));
}

/* The digits have run out: finer steps show round-off, which may grow. */
static bool at_round_off(const hol_order *o)
{
    return o->floored >= (o->floored == o->levels ? HOL_ORDER_FEWEST : FLOORED);
}

/* Round-off, or what an iteration leaves: an error near the floor that no longer falls by half the
 * claimed order. */
static bool stagnates(const hol_order *o, double h, double error)
{
    double before = o->last[LAST], h0 = o->last_h[LAST];
    return o->levels && error < near * o->floor && error > before * pow(h / h0, o->claimed / 2);
}

/* Errors that jump from step to step where the digits run out: round-off is more than the floor
 * says. */
static bool jumps(const hol_order *o)
{
    double slope[LAST];
    for (int i = 0; i < LAST; i++) slope[i] = hol_exponent(2, o->last_h + i, o->last + i);
    return fabs(slope[1] - slope[0]) > 2 * uneven;
}

/* Leaves out those of the finest that such round-off may have made, where enough are left. */
static void shed(hol_order *o)
{
    double jumped = fmax(o->last[LAST], o->last[LAST - 1]);
    double least = fmax(near * o->floor, 10 * jumped);
    int clear = o->points;
    while (clear && o->error[clear - 1] < least) clear--;
    if (clear >= ENOUGH && jumps(o) && !hol_order_as_claimed(o)) o->points = clear;
}

/* Errors that rise, fall and rise again at finer steps, small ones, are round-off that the motion
 * has made larger: the largest of them, 0 where there are none. */
static double scattered(const hol_order *o)
{
    int rises = 0, first = 0;
    bool fell = true;
    for (int i = 1; i < o->points; i++) {
        double slope = hol_exponent(2, o->h + i - 1, o->error + i - 1);
        if (slope < -uneven && fell) {
            if (!rises++) first = i - 1;
            fell = false;
        }
        fell |= slope > uneven;
    }
    double most = 0;
    for (int i = first; rises > 1 && i < o->points; i++) most = fmax(most, o->error[i]);
    return most < largest * largest * o->scale ? most : 0;
}

/* Leaves out those that such round-off may have made. */
static void shed_scattered(hol_order *o)
{
    double most = scattered(o);
    if (most == 0) return;
    while (o->points && o->error[o->points - 1] < 10 * most) o->points--;
    if (o->floored < FLOORED) o->floored = FLOORED;
}

void hol_order_add(hol_order *o, double h, double error)
{
    if (at_round_off(o)) return;
    bool spent = error < above * o->floor || stagnates(o, h, error);
    o->levels++;
    memmove(o->last, o->last + 1, (HOL_ORDER_FEWEST - 1) * sizeof *o->last);
    memmove(o->last_h, o->last_h + 1, (HOL_ORDER_FEWEST - 1) * sizeof *o->last_h);
    o->last[LAST] = error;
    o->last_h[LAST] = h;
    if (spent)
        o->floored++;
    else if (error <= largest * o->scale) {
        o->h[o->points] = h;
        o->error[o->points++] = error;
    }
    if (at_round_off(o)) shed(o);
    shed_scattered(o);
}

/* ---------------------------------------------------------------- the observed order */

static double slope_of(const hol_order *o, int n) /* of the n finest usable levels */
{
    return hol_exponent(n, o->h + o->points - n, o->error + o->points - n);
}

/* Is the floor what is not known of the truth? */
static bool is_vague(const hol_order *o)
{
    return o->floor > o->seen;
}

/* The errors lie below that floor, but are more than round-off. */
static bool is_unseen(const hol_order *o)
{
    return is_vague(o) && o->last[LAST] > above * o->seen;
}

/* The levels that count: the finer half, but no fewer than show an order. */
static int finer_half(const hol_order *o)
{
    int half = (o->points + 1) / 2;
    return half > HOL_ORDER_FEWEST ? half : HOL_ORDER_FEWEST;
}

double hol_order_measured(const hol_order *o)
{
    return o->points < HOL_ORDER_FEWEST ? 0 : slope_of(o, finer_half(o));
}

int hol_order_first(const hol_order *o)
{
    return o->points < HOL_ORDER_FEWEST ? 0 : o->points - finer_half(o);
}

double hol_order_spread(const hol_order *o)
{
    double least = INFINITY, most = -INFINITY;
    for (int i = hol_order_first(o); i + 1 < o->points; i++) {
        double slope = hol_exponent(2, o->h + i, o->error + i);
        least = fmin(least, slope);
        most = fmax(most, slope);
    }
    return o->points < HOL_ORDER_FEWEST ? 0 : (most - least) / 2;
}

bool hol_order_exact(const hol_order *o)
{
    return o->levels >= HOL_ORDER_FEWEST && o->floored == o->levels;
}

/* The errors fall as claimed towards the truth; only that the steps are too many before they are
 * small. */
static bool coarse(const hol_order *o)
{
    double last = o->last[LAST];
    return last <= coarsest * o->scale &&
           hol_exponent(HOL_ORDER_FEWEST, o->last_h, o->last) >= o->claimed - slack;
}

/* Errors that fall much faster than claimed, each time otherwise, show no order. */
static bool falls_from_afar(const hol_order *o)
{
    return o->points >= HOL_ORDER_FEWEST && hol_order_measured(o) > far * o->claimed &&
           hol_order_spread(o) > uneven;
}

/* Of a truth of few digits only errors of steps so coarse are left that a slope may be far from the
 * order: it refutes a claim where it is that of enough steps, and steady. */
static bool unsteady(const hol_order *o)
{
    bool steady = o->points >= ENOUGH && hol_order_spread(o) <= slack;
    return is_vague(o) && at_round_off(o) && !hol_order_as_claimed(o) && !steady;
}

/* Errors of single steps are at round-off so soon that their slopes may still jump, or be on their
 * way up to the claim; a slope that is steady, or falls, refutes it. */
static bool not_there_yet(const hol_order *o)
{
    bool rising = slope_of(o, HOL_ORDER_FEWEST) > hol_order_measured(o);
    return o->single && at_round_off(o) && !hol_order_as_claimed(o) &&
           hol_order_spread(o) > (rising ? slack : sag);
}

/* A narrow motion says nothing where the method's is within 100 times of it. */
const char *hol_order_hidden(const hol_order *o)
{
    if (falls_from_afar(o)) return "slope far above the claim, uneven";
    if (o->points >= HOL_ORDER_FEWEST && unsteady(o)) return of_few_digits;
    if (o->points >= HOL_ORDER_FEWEST && not_there_yet(o)) return "slope below the claim, uneven";
    if (o->levels < HOL_ORDER_FEWEST || o->points >= HOL_ORDER_FEWEST) return NULL;
    if (o->narrow)
        return o->last[LAST] <= above * fmax(o->scale, o->floor) ? "the motion is lost in round-off"
                                                                 : NULL;
    if (o->single && hol_order_exact(o)) return "no more than round-off at any step";
    if (hol_order_exact(o)) return is_unseen(o) ? of_few_digits : NULL;
    if (at_round_off(o)) return "round-off sets in before three steps are usable";
    return coarse(o) ? "the order shows, at steps still too coarse to count" : NULL;
}

/* Below a zero of C h^p + D h^(p+1) the slope sags under p and rises towards it; an error of a
 * lower order would make it fall.  Where the digits run out, one that rises is taken. */
static bool rises(const hol_order *o)
{
    double now = hol_order_measured(o);
    int finest = finer_half(o) > HOL_ORDER_FEWEST ? HOL_ORDER_FEWEST : HOL_ORDER_FEWEST - 1;
    return at_round_off(o) && now >= o->claimed - sag && slope_of(o, finest) > now;
}

bool hol_order_as_claimed(const hol_order *o)
{
    bool shows =
        o->points >= HOL_ORDER_FEWEST && (hol_order_measured(o) >= o->claimed - slack || rises(o));
    return shows || (hol_order_exact(o) && !o->narrow && !is_unseen(o));
}

bool hol_order_settled(const hol_order *o)
{
    bool shows = o->points >= ENOUGH && hol_order_as_claimed(o);
    return o->claimed <= 0 || shows || at_round_off(o) || (o->narrow && hol_order_hidden(o));
}
