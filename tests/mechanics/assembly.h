/* SPDX-License-Identifier: GPL-3.0-or-later */
/* assembly.h: a model of a test of assembly, in the making: points, bars, a four-bar of them. */
#ifndef HOL_TESTS_ASSEMBLY_H
#define HOL_TESTS_ASSEMBLY_H

#include <math.h>

#include "holonomy.h"
#include "tests/suite.h"

static hol_model *model;
static hol_assembled done;
static hol_message why;

static inline void setup(void)
{
    model = hol_model_new();
    done = (hol_assembled){0};
    why.text[0] = '\0';
}

static inline void teardown(void)
{
    hol_model_free(model);
}

static inline int add_point(const char *name, double m, double x, double y, double z)
{
    hol_body body = {.shape = HOL_POINT, .m = m, .at = {.r = {x, y, z}}};
    strcpy(body.name, name);
    return hol_add_body(model, &body);
}

/* A bar of length l along its e1, at an angle. */
static inline int add_bar(const char *name, double l, double x, double y, double angle)
{
    double c = cos(angle / 2), s = sin(angle / 2);
    hol_body body = {.shape = HOL_PLANAR,
                     .m = l,
                     .J = {0, 0, l * l * l / 12},
                     .at = {.r = {x, y, 0}, .p = {c, 0, 0, s}}};
    strcpy(body.name, name);
    return hol_add_body(model, &body);
}

static inline void hinge(const char *name, int i, double xi, double yi, int j, double xj)
{
    hol_revolute(model, name, hol_point(i, xi, yi, 0), hol_point(j, xj, 0, 0),
                 hol_direction(i, 0, 0, 1), hol_direction(j, 0, 0, 1));
}

/* Bars l[0], l[1], l[2] from the origin to (ground, 0), the middle one guessed at height. */
static inline void four_bar(const double l[3], double ground, double height)
{
    int a = add_bar("crank", l[0], 0, l[0] / 2, 1.4), c = add_bar("coupler", l[1], 1, height, 0.1);
    int b = add_bar("rocker", l[2], ground, height / 2, height > 0 ? 1.2 : -1.2);
    hinge("A", HOL_GROUND, 0, 0, a, -l[0] / 2);
    hinge("B", a, l[0] / 2, 0, c, -l[1] / 2);
    hol_revolute(model, "C", hol_point(c, l[1] / 2, 0, 0), hol_point(b, l[2] / 2, 0, 0),
                 hol_direction(c, 0, 0, 1), hol_direction(b, 0, 0, 1));
    hinge("D", HOL_GROUND, ground, 0, b, -l[2] / 2);
}

static inline bool assemble(const hol_joint_start *joint, int joints, const char *const *hold,
                            int holds)
{
    return hol_assemble(model, &(hol_start_asked){joint, joints, hold, holds}, &done, &why);
}

static inline const hol_pose *at(int body)
{
    return &hol_body_at(model, body)->at;
}

static inline double angle_of(int body)
{
    return 2 * atan2(at(body)->p[3], at(body)->p[0]);
}

/* The model as it stands is one that every formulation takes. */
static inline void check_realised(void)
{
    for (int k = 0; k < 3; k++) {
        hol_system *system = hol_realise(model, hol_formulation_at(k), NULL, &why);
        ck_assert_msg(system != NULL, "%s", why.text);
        hol_system_free(system);
    }
}

#endif
