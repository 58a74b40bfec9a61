/* SPDX-License-Identifier: GPL-3.0-or-later */
/* xml.h: a reader of the XML that tests meet: elements with attributes and a text before their
 * first child. */
#ifndef HOL_TESTS_XML_H
#define HOL_TESTS_XML_H

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NODES = 2000 };
typedef struct {
    char name[24];
    char key[8][16], value[8][512], text[256];
    int up, keys;
} node;
static node xml[NODES];
static int nodes;

static const char *attribute(int i, const char *key)
{
    for (int k = 0; k < xml[i].keys; k++)
        if (!strcmp(xml[i].key[k], key)) return xml[i].value[k];
    return "";
}

static void read_tag(const char *at, const char *end, int up)
{
    node *n = &xml[nodes++];
    int used = 0;
    ck_assert(nodes < NODES);
    *n = (node){.up = up};
    sscanf(at, "%23[a-z0-9_]%n", n->name, &used);
    for (at += used; at < end; at += used) {
        node *x = n;
        used = 0;
        if (sscanf(at, " %15[a-z0-9_]=\"%511[^\"]\"%n", x->key[x->keys], x->value[x->keys], &used) <
                2 ||
            !used)
            break;
        ck_assert(++x->keys < 8);
    }
}

/* Every element once, whole: no tag is left open. */
static void read_xml(const char *text)
{
    int up = -1;
    nodes = 0;
    for (const char *at = text, *end; (at = strchr(at, '<')); at = end) {
        end = strchr(at, '>');
        ck_assert(end != NULL);
        if (at[1] == '?') continue;
        if (at[1] == '/') {
            ck_assert(up >= 0 && !strncmp(at + 2, xml[up].name, strlen(xml[up].name)));
            up = xml[up].up;
            continue;
        }
        read_tag(at + 1, end, up);
        if (end[-1] == '/') continue;
        up = nodes - 1;
        snprintf(xml[up].text, sizeof xml[up].text, "%.*s", (int)strcspn(end + 1, "<"), end + 1);
    }
    ck_assert_int_eq(up, -1);
}

static int child_of(int i, const char *name)
{
    for (int k = i + 1; k < nodes; k++)
        if (xml[k].up == i && !strcmp(xml[k].name, name)) return k;
    return -1;
}

static int numbers(const char *text, int most, double x[])
{
    int count = 0;
    for (char *end; count < most; text = end, count++) {
        x[count] = strtod(text, &end);
        if (end == text) break;
    }
    return count;
}

#endif
