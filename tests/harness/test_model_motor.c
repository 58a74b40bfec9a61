/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Motors and springs of joints in a model's file: the same motion in every formulation, a balance
 * that closes, a derived truth; and what is said of bad ones. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/harness/model_text.h"
#include "tests/suite.h"

/* ---------------------------------------------------------------- the example */

static const hol_problem *example(const char *model)
{
    char name[256];
    hol_mistakes mistakes;
    const char *tree = getenv("srcdir");
    snprintf(name, sizeof name, "%s/tests/harness/own/%s.yaml", tree ? tree : ".", model);
    const hol_problem *p = hol_model_read(name, &mistakes);
    ck_assert_msg(p, "%s", mistakes.count ? mistakes.text[0] : name);
    hol_mistakes_free(&mistakes);
    return p;
}

typedef struct {
    double energy, error, done; /* T + U - W at the start and its largest error; W */
    hol_pose pose[3];
} outcome;

static void run(const hol_problem *p, const char *method, const char *formulation, double h,
                outcome *out)
{
    hol_result r;
    hol_case c = hol_case_of(p, hol_method_named(method));
    c.formulation = formulation;
    c.h = h;
    c.repeats = 0;
    ck_assert_msg(hol_run(&c, &r) == HOL_RAN && !r.status, "%s in %s: %s", method, formulation,
                  r.message.text);
    const hol_diagnostics *d = r.diagnostics;
    *out = (outcome){
        .energy = d->energy.initial, .error = d->energy.max_error, .done = d->gauge->done};
    memcpy(out->pose, d->gauge->pose, sizeof out->pose);
    hol_result_free(&r);
}

START_TEST(motors_of_a_file_act_alike_in_every_formulation)
{
    static const char *const in[] = {"natural", "euler", "lie"};
    const hol_problem *p = example(_i ? "bushings" : "motor");
    outcome truth, out;
    run(p, "taylor", "natural", 0.002, &truth);
    ck_assert_msg(truth.error < 1e-11 && fabs(truth.done) > 0.1, "balance %.2e J, W = %g J",
                  truth.error, truth.done);
    for (int f = 0; f < 3; f++) {
        run(p, "rk4-index1", in[f], 0.001, &out);
        ck_assert_msg(fabs(out.done - truth.done) < 1e-6 * fabs(truth.done), "%s: W = %.12g, %.12g",
                      in[f], out.done, truth.done);
        for (int b = 0; b < 3; b++)
            for (int k = 0; k < 3; k++)
                ck_assert_msg(fabs(out.pose[b].r[k] - truth.pose[b].r[k]) < 1e-7,
                              "%s: body %d: %.12g, not %.12g", in[f], b, out.pose[b].r[k],
                              truth.pose[b].r[k]);
    }
    hol_model_close(p);
}
END_TEST

/* Implicit methods ask for the tangents of forces along joints. */
START_TEST(implicit_methods_step_a_motor)
{
    const hol_problem *p = example("motor");
    outcome coarse, fine;
    run(p, "gena-lie", "lie", 0.002, &coarse);
    run(p, "gena-lie", "lie", 0.001, &fine);
    ck_assert_msg(log2(coarse.error / fine.error) > 1.7, "%.2e J to %.2e J", coarse.error,
                  fine.error);
    hol_model_close(p);
}
END_TEST

/* ---------------------------------------------------------------- mistakes */

START_TEST(mistakes_of_motors_are_said_at_once)
{
    static const char *const wanted[] = {
        "9:26: unknown joint 'hinje': did you mean 'hinge'?",
        "10:26: unknown joint 'ball': one of the list `joints` that turns about or slides along "
        "an axis",
        "11:5: motor: the joint 'hinge' does not slide: it has an angle, no length",
        "12:41: torque: unknown name 'angel': did you mean 'angle'?",
        "13:40: force: unknown name 'angle': neither a parameter nor 't', 'length', 'rate'",
        "14:44: 'force' beside 'torque' in line 14: only one of them",
        "15:5: a motor has a 'torque' about or a 'force' along its axis",
        "16:5: missing key 'joint' of a force, type motor",
        "17:5: missing key 'stiffness' of a force, type torsion-spring",
        "18:5: axial spring: the joint 'hinge' does not slide: it has an angle, no length",
        "19:43: torque: unknown name 'w': neither a parameter nor 't', 'angle', 'rate'",
        "20:114: stiffness takes 6 numbers, not 3",
        "21:106: stiffness: (2, 1) is 1, (1, 2) is 0: not symmetric",
        "22:12: unknown type 'torsion-sprin': did you mean 'torsion-spring'?",
        "23:5: a joint-potential has an energy 'of-angle' or 'of-length'",
        "24:5: potential: it depends on 'rate', an energy of the angle does not",
        "25:53: of-angle: unknown name 'length': neither a parameter nor 't', 'angle', 'rate'",
        "26:5: potential: the joint 'hinge' does not slide: it has an angle, no length",
    };
    expect_mistakes(
        "model: m\n"
        "bodies:\n"
        "  - {name: a, shape: rigid, m: 1, J: [1, 1, 1]}\n"
        "  - {name: b, shape: rigid, m: 1, J: [1, 1, 1]}\n"
        "joints:\n"
        "  - {name: hinge, type: revolute, bodies: [ground, a], points: [[0,0,0], [0,0,0]], axes: "
        "[[0,0,1], [0,0,1]]}\n"
        "  - {name: ball, type: spherical, bodies: [a, b], points: [[0,0,0], [0,0,0]]}\n"
        "forces:\n"
        "  - {type: motor, joint: hinje, torque: 1}\n"
        "  - {type: motor, joint: ball, torque: 1}\n"
        "  - {type: motor, joint: hinge, force: 1}\n"
        "  - {type: motor, joint: hinge, torque: angel}\n"
        "  - {type: motor, joint: hinge, force: angle}\n"
        "  - {type: motor, joint: hinge, torque: 1, force: 2}\n"
        "  - {type: motor, joint: hinge}\n"
        "  - {type: motor, torque: 1}\n"
        "  - {type: torsion-spring, joint: hinge}\n"
        "  - {type: axial-spring, joint: hinge, stiffness: 1}\n"
        "  - {type: motor, joint: hinge, torque: 2*w}\n"
        "  - {type: bushing, bodies: [ground, a], points: [[0, 0, 0], [0, 0, 0]], damping: [1, 1, "
        "1, 1, 1, 1], stiffness: [1, 2, 3]}\n"
        "  - {type: bushing, bodies: [ground, a], points: [[0, 0, 0], [0, 0, 0]], stiffness: [[1, "
        "0, 0, 0, 0, 0], [1, 2, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0], [0, 0, 0, 1, 0, 0], [0, 0, 0, 0, "
        "1, 0], [0, 0, 0, 0, 0, 1]]}\n"
        "  - {type: torsion-sprin, joint: hinge, stiffness: 1}\n"
        "  - {type: joint-potential, joint: hinge}\n"
        "  - {type: joint-potential, joint: hinge, of-angle: rate^2}\n"
        "  - {type: joint-potential, joint: hinge, of-angle: length}\n"
        "  - {type: joint-potential, joint: hinge, of-length: length^2}\n",
        (int)(sizeof wanted / sizeof *wanted), wanted);
}
END_TEST

int main(void)
{
    const hol_loop loop[] = {
        {motors_of_a_file_act_alike_in_every_formulation, 2},
        {implicit_methods_step_a_motor, 1},
        {mistakes_of_motors_are_said_at_once, 1},
    };
    return hol_run_loops("motors of a file", loop, sizeof loop / sizeof *loop);
}
