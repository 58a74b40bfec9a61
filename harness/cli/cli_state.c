/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reader of the start of a run, `run --state FILE.json`. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/cli/cli.h"
#include "harness/json.h"
#include "harness/memory.h"

enum { NAME, R, P, V, OMEGA, MEMBERS };
static const char *const member[MEMBERS] = {"name", "r", "p", "v", "omega"};
static const double unit_tolerance = 1e-3; /* of |p|: a drift, not a mistake */

static int member_named(const char *key)
{
    for (int i = 0; i < MEMBERS; i++)
        if (!strcmp(member[i], key)) return i;
    return MEMBERS;
}

static bool value(hol_json_reader *in, int which, hol_start_pose *pose)
{
    hol_pose *at = &pose->at;
    double *const to[MEMBERS] = {NULL, at->r, at->p, at->v, at->omega};
    if (which == NAME) {
        bool good = hol_json_get_string(in, pose->name, sizeof pose->name);
        pose->line = in->line;
        pose->column = (int)(in->at - in->line_start) + 1;
        return good;
    }
    if (!hol_json_get_numbers(in, which == P ? 4 : 3, to[which])) return false;
    if (which != P) return true;
    double norm =
        sqrt(at->p[0] * at->p[0] + at->p[1] * at->p[1] + at->p[2] * at->p[2] + at->p[3] * at->p[3]);
    if (fabs(norm - 1.0) <= unit_tolerance) return true;
    return hol_json_mistake(in, "|p| = %.6g is not 1: no Euler parameters", norm);
}

static bool one_body(hol_json_reader *in, hol_start_pose *pose)
{
    bool first = true, more, given[MEMBERS + 1] = {false};
    char key[64];
    if (!hol_json_expect(in, '{')) return false;
    for (;;) {
        if (!hol_json_member(in, &first, key, &more)) return false;
        if (!more) break;
        int which = member_named(key);
        if (which == MEMBERS)
            return hol_json_mistake(in, "unknown member '%s'%s", key,
                                    cli_did_you_mean(key, member, MEMBERS).text);
        if (given[which]) return hol_json_mistake(in, "'%s' stands twice", key);
        given[which] = true;
        if (!value(in, which, pose)) return false;
    }
    for (int i = 0; i < MEMBERS; i++)
        if (!given[i]) return hol_json_mistake(in, "the body lacks '%s'", member[i]);
    return true;
}

static bool all_bodies(hol_json_reader *in, hol_start_pose **start, int *count)
{
    bool first = true, more;
    if (!hol_json_expect(in, '[')) return false;
    for (;;) {
        if (!hol_json_element(in, &first, &more)) return false;
        if (!more) return true;
        *start = hol_renew(*start, (size_t)(*count + 1) * sizeof **start);
        hol_start_pose *pose = &(*start)[*count];
        if (!one_body(in, pose)) return false;
        for (int i = 0; i < *count; i++)
            if (!strcmp((*start)[i].name, pose->name))
                return hol_json_mistake(in, "the body '%s' stands twice", pose->name);
        ++*count;
    }
}

static bool whole(hol_json_reader *in, hol_start_pose **start, int *count)
{
    bool first = true, more, bodies = false;
    char key[64];
    if (!hol_json_expect(in, '{')) return false;
    for (;;) {
        if (!hol_json_member(in, &first, key, &more)) return false;
        if (!more) break;
        bool here = !strcmp(key, "bodies");
        if (here && bodies) return hol_json_mistake(in, "'bodies' stands twice");
        bodies |= here;
        if (!(here ? all_bodies(in, start, count) : hol_json_skip(in))) return false;
    }
    if (!bodies || !*count) return hol_json_mistake(in, "there is no 'bodies' with a body in it");
    return hol_json_end(in);
}

hol_start_pose *cli_read_state(const char *path, int *count, hol_message *why)
{
    hol_json_reader in;
    hol_start_pose *start = NULL;
    *count = 0;
    bool good = hol_json_read(&in, path, why) && whole(&in, &start, count);
    hol_json_done(&in);
    if (good) return start;
    free(start);
    return NULL;
}
