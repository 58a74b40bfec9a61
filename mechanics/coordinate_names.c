/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the coordinates and velocities of a system are called: by their bodies, in joint coordinates
 * by the joints of the tree. */
#include <stdio.h>
#include <string.h>

#include "mechanics/joint_tree.h"

static const hol_naming centre = {"x y z", NULL, "m"}, slide = {"length", NULL, "m"},
                        turn = {"angle", NULL, "rad"}, turns = {"angle1 angle2", NULL, "rad"};

/* The k-th word of a list. */
static int word_of(const char *list, int k, const char **word)
{
    while (k--) list += strcspn(list, " ") + 1;
    *word = list;
    return (int)strcspn(list, " ");
}

/* The k-th of those of `owner`. */
static void put(const char *owner, const hol_naming *of, int k, bool velocity,
                hol_coordinate_name *c)
{
    const char *word, *unit = velocity && !*of->unit ? "1" : of->unit;
    bool turning = velocity && of->velocities;
    int length = word_of(turning ? of->velocities : of->coordinates, k, &word);
    snprintf(c->name, sizeof c->name, "%.40s.%.*s", owner, length, word);
    snprintf(c->unit, sizeof c->unit, "%s%s", turning ? "rad" : unit, velocity ? "/s" : "");
}

/* ---------------------------------------------------------------- bodies */

static void of_body(const hol_system *R, int i, bool velocity, hol_coordinate_name *c)
{
    int low = 0, high = R->slots - 1;
    while (low < high) { /* the last slot that begins at i or before it */
        int middle = high - (high - low) / 2;
        if ((velocity ? R->slot[middle].v : R->slot[middle].q) <= i)
            low = middle;
        else
            high = middle - 1;
    }
    const hol_slot *s = &R->slot[low];
    int k = i - (velocity ? s->v : s->q);
    if (k < s->centre)
        put(s->body->name, &centre, k, velocity, c);
    else
        put(s->body->name, &s->o->naming, k - s->centre, velocity, c);
}

/* ---------------------------------------------------------------- joints */

static bool of_limb(const struct hol_joint_tree *t, const hol_limb *l, int i, bool velocity,
                    hol_coordinate_name *c)
{
    const char *owner = l->joint ? l->joint : t->whole->body[l->body].name;
    int k = i - (velocity ? l->v : l->q), ball = i - (velocity ? l->ball_v : l->ball_q);
    if (k >= 0 && k < l->slides)
        put(owner, l->joint ? &slide : &centre, k, velocity, c);
    else if (k >= l->slides && k < l->slides + l->turns)
        put(owner, l->turns == 2 ? &turns : &turn, k - l->slides, velocity, c);
    else if (l->ball && ball >= 0 && ball < (velocity ? 3 : 9))
        put(owner, &hol_rotation.naming, ball, velocity, c);
    else
        return false;
    return true;
}

static void of_tree(const struct hol_joint_tree *t, int i, bool velocity, hol_coordinate_name *c)
{
    for (int k = 0; k < t->limbs; k++)
        if (of_limb(t, &t->limb[k], i, velocity, c)) return;
}

/* ---------------------------------------------------------------- all */

static void name_of(const hol_eval *sys, int i, bool velocity, hol_coordinate_name *c)
{
    const hol_system *R = sys->system;
    if (R->tree) {
        of_tree(R->tree, i, velocity, c);
    } else if (R->own) {
        snprintf(c->name, sizeof c->name, "q%d", i + 1);
        c->unit[0] = '\0';
    } else {
        of_body(R, i, velocity, c);
    }
}

hol_coordinate_name hol_coordinate_at(const hol_eval *sys, int i)
{
    hol_coordinate_name c;
    name_of(sys, i, false, &c);
    return c;
}

hol_coordinate_name hol_velocity_at(const hol_eval *sys, int i)
{
    hol_coordinate_name c;
    name_of(sys, i, true, &c);
    return c;
}
