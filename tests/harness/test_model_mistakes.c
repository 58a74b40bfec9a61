/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Models as YAML files: what is said of a bad one, and that no file brings the reader down. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/harness/model_text.h"
#include "tests/suite.h"

START_TEST(rows_and_potentials_of_place_are_checked)
{
    static const char *const wanted[] = {
        "7:68: row: '1 + x*y' is not linear in x, y, z",
        "8:61: row takes 3 expressions of x, y, z, in brackets",
        "9:5: e: a row of x, y, z is one of space: its first body is `ground`",
        "10:72: 'axis' beside 'row' in line 10: only one of them",
        "11:65: row: '1/y' is not linear in x, y, z",
        "13:42: energy: unknown name 't': neither a parameter nor 'x', 'y', 'z'",
        "14:5: potential: of x there is no derivative: a potential has no tables, abs, min or max, "
        "and some 66 operations at most",
    };
    expect_mistakes(
        "model: m\n"
        "parameters: {k: 1}\n"
        "bodies:\n"
        "  - {name: a, shape: point, m: 1}\n"
        "  - {name: b, shape: point, m: 1, r: [1, 0, 0]}\n"
        "joints:\n"
        "  - {name: c, type: nonholonomic, bodies: [ground, a], row: [1, 0, 1 + x*y], point: [0, "
        "0, 0]}\n"
        "  - {name: d, type: nonholonomic, bodies: [ground, a], row: [1, y], point: [0, 0, 0]}\n"
        "  - {name: e, type: nonholonomic, bodies: [b, a], row: [1, k*y, 0], point: [0, 0, 0]}\n"
        "  - {name: f, type: nonholonomic, bodies: [ground, a], row: [1, y, 0], axis: [1, 0, 0], "
        "point: [0, 0, 0]}\n"
        "  - {name: g, type: nonholonomic, bodies: [ground, a], row: [1, 1/y, 0], point: [0, 0, "
        "0]}\n"
        "forces:\n"
        "  - {type: potential, body: a, energy: k*t}\n"
        "  - {type: potential, body: a, energy: k*abs(x)}\n",
        (int)(sizeof wanted / sizeof *wanted), wanted);
}
END_TEST

START_TEST(all_mistakes_are_said_at_once)
{
    static const char *const wanted[] = {
        "1:8: model: a name has letters, digits, '-', '_' and '.', not 'my model'",
        "2:1: unknown key 'spam' of a model: did you mean 'span'?",
        "2:7: span = -1 is out of range [1e-09, 1e+09] s",
        "4:24: unknown shape 'rigit': did you mean 'rigid'?",
        "5:42: J takes 3 numbers, not 2",
        "5:60: r: unknown name 'x': no parameter",
        "6:54: 'angle' is no key of a body, shape rigid",
        "7:37: 'J' is no key of a body, shape point",
        "8:5: two bodies are named 'bob'",
        "9:52: direction: a direction of no length",
        "10:5: missing key 'name' of a body, shape planar",
        "11:55: p: Euler parameters of norm 2, not 1",
        "13:21: unknown type 'revolut': did you mean 'revolute'?",
        "13:47: unknown body 'crnk': did you mean 'crank'?",
        "14:36: 'bodies' takes 2, not 3",
        "14:78: points takes 3 numbers, not 2",
        "15:5: c: the length 0 m must be positive",
        "16:5: missing key 'axis' of a joint, type coordinate",
        "16:5: missing key 'body' of a joint, type coordinate",
        "16:5: missing key 'point' of a joint, type coordinate",
        "16:5: missing key 'value' of a joint, type coordinate",
        "18:21: 'F' is no key of a force, type gravity",
        "19:31: unknown body 'zzz': `ground`, or one of the list `bodies`",
    };
    expect_mistakes(
        "model: my model\n"
        "spam: -1\n"
        "bodies:\n"
        "  - {name: arm, shape: rigit, m: 1}\n"
        "  - {name: crank, shape: rigid, m: 1, J: [1, 1], r: [0, 0, x]}\n"
        "  - {name: crank2, shape: rigid, m: 1, J: [1, 1, 1], angle: 3}\n"
        "  - {name: bob, shape: point, m: 1, J: 1}\n"
        "  - {name: bob, shape: point, m: 1}\n"
        "  - {name: rod, shape: rod, m: 1, J: 1, direction: [0, 0, 0]}\n"
        "  - {shape: planar, m: 1, J: 1}\n"
        "  - {name: spin, shape: rigid, m: 1, J: [1, 1, 1], p: [2, 0, 0, 0]}\n"
        "joints:\n"
        "  - {name: a, type: revolut, bodies: [ground, crnk]}\n"
        "  - {name: b, type: fixed, bodies: [ground, crank, arm], points: [[0, 0, 0], [0, 0]]}\n"
        "  - {name: c, type: distance, bodies: [ground, bob], points: [[0,0,0],[0,1,0]], length: "
        "0}\n"
        "  - {name: d, type: coordinate}\n"
        "forces:\n"
        "  - {type: gravity, F: [0, 0, 1]}\n"
        "  - {type: torque-body, body: zzz, tau: [1, 2, 3]}\n",
        (int)(sizeof wanted / sizeof *wanted), wanted);
}
END_TEST

/* What is a number and its unit has the dimension of its key; angles have none, a spring is along a
 * length or an angle. */
START_TEST(units_of_another_dimension_are_said_at_once)
{
    static const char *const wanted[] = {
        "2:7: span takes s, not '2 kg'",         "4:32: m takes kg, not '60 deg'",
        "4:44: J takes kg*m^2, not '1 kg*m'",    "4:71: r takes m, not '1 kg'",
        "4:95: omega takes rad/s, not '30 deg'", "6:73: points takes m, not '1 N'",
        "8:25: g takes m/s^2, not '-9.81 m'",    "9:49: stiffness takes N/m or Nm, not '5 kg'",
        "9:61: rest takes m or rad, not '1 s'",
    };
    expect_mistakes(
        "model: m\n"
        "span: 2 kg\n"
        "bodies:\n"
        "  - {name: a, shape: rigid, m: 60 deg, J: [1 kg*m, 2 N*m*s^2, 3], r: [1 kg, 2 mm, 0],"
        " omega: [30 deg, 5 rpm, 1 Hz]}\n"
        "joints:\n"
        "  - {name: j, type: revolute, bodies: [ground, a], points: [[0, 0, 0], [1 N, 0, "
        "0]], axes: [[0, 0, 1], [0, 0, 1]]}\n"
        "forces:\n"
        "  - {type: gravity, g: [-9.81 m, 2 km/min^2, 2*3 kg]}\n"
        "  - {type: torsion-spring, joint: j, stiffness: 5 kg, rest: 1 s}\n",
        (int)(sizeof wanted / sizeof *wanted), wanted);
}
END_TEST

START_TEST(mistakes_of_names_expressions_and_copies_are_said_at_once)
{
    static const char *const wanted[] = {
        "3:3: a parameter's name has up to 31 letters, digits and '_', and is no function, 'pi' or "
        "'t': not 'sin'",
        "4:16: default = 3 is out of range [0, 1]",
        "5:21: default = 1000 is out of range [0, 2]",
        "5:27: unknown key 'rnge' of a parameter: did you mean 'range'?",
        "6:14: k: unknown name 'l': no parameter",
        "8:7: a: division by zero",
        "9:3: two parameters or constants are named 'l'",
        "11:35: m: unknown name 'lenght': did you mean 'length'?",
        "12:42: r: unknown unit 'mn': did you mean 'm'?",
        "13:30: repeat: division by zero",
        "14:29: repeat = 1e9 is out of range [-10000, 10000]",
        "15:29: repeat: no copy from 3 to 1",
        "16:29: repeat takes integers, not 2.5",
        "17:16: unknown name 'j': no parameter (i = 1)",
        "18:23: an index without 'repeat'",
        "19:31: the index 'k' is also a parameter or a constant: name it by 'index'",
        "20:12: the index 'n/2' is 0.5, no integer (n = 1)",
        "21:32: m: the time 't' has no place here",
        "21:42: fixed is yes or no, not 'sin(1'",
        "22:38: m: ')' is missing",
        "22:45: v: an operator is missing before ';'",
    };
    expect_mistakes("model: m\n"
                    "parameters:\n"
                    "  sin: 1\n"
                    "  l: {default: 3, range: [0, 1]}\n"
                    "  length: {default: 1 km, rnge: [0, 2]}\n"
                    "  k: 1 N/m + l\n"
                    "constants:\n"
                    "  a: 1/(length - 1000)\n"
                    "  l: 2\n"
                    "bodies:\n"
                    "  - {name: b1, shape: point, m: 2*lenght}\n"
                    "  - {name: b2, shape: point, m: 1, r: [3 mn, 0, 0]}\n"
                    "  - {name: \"b3[i]\", repeat: 1/0, shape: point, m: 1}\n"
                    "  - {name: \"b4[i]\", repeat: 1e9, shape: point, m: 1}\n"
                    "  - {name: \"b5[i]\", repeat: [3, 1], shape: point, m: 1}\n"
                    "  - {name: \"b6[i]\", repeat: 2.5, shape: point, m: 1}\n"
                    "  - {name: \"b7[j]\", repeat: 3, shape: point, m: 1}\n"
                    "  - {name: b8, index: j, shape: point, m: 1}\n"
                    "  - {name: \"b9[k/2]\", repeat: 3, index: k, shape: point, m: 1}\n"
                    "  - {name: \"c[n/2]\", repeat: 3, index: n, shape: point, m: n/(n - 2)}\n"
                    "  - {name: d, shape: point, m: t, fixed: \"sin(1\"}\n"
                    "  - {name: e, shape: point, m: (1 + 2, v: [1;2, 0, 0]}\n",
                    (int)(sizeof wanted / sizeof *wanted), wanted);
}
END_TEST

/* One mistake each: what the builder, the whole model or the file's text has against it. */
START_TEST(a_model_that_cannot_be_is_refused_at_its_line)
{
#define BODIES "model: a\nbodies:\n"
#define ONE    BODIES "  - {name: b, shape: point, m: 1}\n"
    static const struct {
        const char *text, *wanted;
    } row[] = {
        {"", "1:1: the file is empty: a model has the keys 'model' and 'bodies'"},
        {"model: a\n", "1:1: a model has one body at least, in the list `bodies`"},
        {"model: a\nbodies: []\n", "2:1: a model has one body at least, in the list `bodies`"},
        {"model: a\nbodies: 3\n", "2:9: bodies takes a list, each entry after '- ', not '3'"},
        {"bodies: [{name: b, shape: point, m: 1}]\n", "1:1: missing key 'model', its name"},
        {BODIES "  - {name: b, shape: point, m: 0}\n", "3:5: body 'b': mass 0 kg must be positive"},
        {BODIES "  - {name: b, shape: point, m: -1}\n",
         "3:5: body 'b': mass -1 kg must be positive"},
        {BODIES "  - {name: b, shape: rigid, m: 1, J: [1, 2, 4]}\n",
         "3:5: body 'b': moments (1, 2, 4) kg m^2 belong to no solid: each must be positive and at "
         "most the sum of the other two"},
        {BODIES "  - {name: b, shape: rigid, m: 1, J: [1, 1, 1], centre: [0, 0.1, 0]}\n",
         "3:57: centre: a mass centre off the origin of the body's axes, at (0, 0.1, 0) m, is not "
         "possible: let r be the mass centre, J the moments about it, and all points of the body "
         "relative to it"},
        {BODIES "  - {name: b, shape: rigid, m: 1, J: [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}\n",
         "3:38: J takes the 3 principal moments: let the body's axes be those of the tensor"},
        {BODIES "  - {name: b, shape: point, m: 1, r: [1, 0, 0]}\njoints:\n"
                "  - {name: rod, type: distance, bodies: [ground, b], points: [[0, 0, 0], [0, 0, "
                "0]], length: 2}\n",
         "2:1: the start violates the constraint 'rod': Phi = -0.75 m, 0.75 of the system's length "
         "where 1e-09 is allowed; `start: assemble` makes it hold"},
        {BODIES "  - {name: b, shape: point, m: 1}\njoints:\n"
                "  - {name: rod, type: spherical, bodies: [ground, c], points: [[0, 0, 0], [0, 0, "
                "0]]}\n",
         "5:51: unknown body 'c': `ground`, or one of the list `bodies`"},
        {BODIES "  - {name: b, shape: point, m: 1}\njoints:\n"
                "  - {name: rod, type: spherical, bodies: [ground, b], points: [[0, 0, 0], [0, 0, "
                "0]], compliance: -1}\n",
         "5:5: joint 'rod': a compliance of -1 m/N and a damping time of 0 s: the first must be "
         "positive, the second not negative"},
        {BODIES "  - {name: b, shape: point, m: 1}\njoints:\n"
                "  - {name: rod, type: spherical, bodies: [ground, b], points: [[0, 0, 0], [0, 0, "
                "0]], damping_time: 0.1}\n",
         "5:5: joint 'rod': a compliance of 0 m/N and a damping time of 0.1 s: the first must be "
         "positive, the second not negative"},
        {BODIES "  - {name: b, shape: point, m: 1}\njoints:\n"
                "  - {name: rod, type: spherical, bodies: [ground, b], points: [[0, 0, 0], [0, 0, "
                "0]], cut: 1}\n",
         "5:92: cut is yes or no, not '1'"},
        {BODIES
         "  - {name: b, shape: point, m: 1}\njoints:\n"
         "  - {name: x, type: coordinate, body: b, point: [0, 0, 0], axis: [1, 0, 0], value: "
         "sin(2*tt)}\n",
         "5:90: value: unknown name 'tt': did you mean 't'?"},
        {BODIES
         "  - {name: b, shape: point, m: 1}\njoints:\n"
         "  - {name: x, type: coordinate, body: b, point: [0, 0, 0], axis: [1, 0, 0], value: "
         "1/t}\n",
         "5:84: value is inf at t = 0"},
        {BODIES "  - {name: b, shape: point, m: 1}\njoints:\n"
                "  - {name: x, type: spherical, bodies: [ground, b], points: [[0,0,0], [0,0,0]], "
                "drive: t}\n",
         "5:81: 'drive' is no key of a joint, type spherical"},
        {BODIES
         "  - {name: b, shape: point, m: 1}\njoints:\n"
         "  - {name: x, type: coordinate, body: b, point: [0, 0, 0], axis: [1, 0, 0], value: "
         "0.3*t}\n",
         "2:1: the start violates the constraint 'x': its rate = -0.3 m/s, 0.3 of the system's "
         "speed "
         "where 1e-09 is allowed; `start: assemble` makes it hold"},
        {BODIES "  - {name: b, shape: point, m: 1}\nforces:\n"
                "  - {type: force, body: b, F: [0, cos(w*t), 0]}\n",
         "5:39: F: unknown name 'w': neither a parameter nor 't'"},
        {BODIES "  - {name: b, shape: point, m: 1}\nforces:\n"
                "  - {type: gravity, g: [0, 0, -t]}\n",
         "5:32: g: the time 't' has no place here"},
        {ONE "start: assembled\n",
         "4:8: start is `assemble`, or a mapping with `hold` and `joints`, not 'assembled'"},
        {ONE "start: {hold: c}\n",
         "4:8: nothing to hold is called 'c': a body, or BODY.x, .y, .z of its centre, BODY.turn"},
        {ONE "start: {holds: b}\n", "4:9: unknown key 'holds' of the start: did you mean 'hold'?"},
        {ONE "start: {hold: [[b]]}\n",
         "4:16: hold takes names: a body, BODY.x, .y, .z, or BODY.turn, not a list"},
        {ONE "start: {joints: {joint: A}}\n",
         "4:17: joints takes a list, each entry after '- ', not a mapping"},
        {ONE "start: {joints: [{angle: 1}]}\n",
         "4:18: missing key 'joint' of the start of a joint, its name"},
        {ONE "start: {joints: [{joint: A, angle: x}]}\n",
         "4:36: angle: unknown name 'x': no parameter"},
        {ONE "start: {joints: [{joint: A, angle: 1}]}\n", "4:8: no joint 'A' with an axis"},
        {"title: x\nruns: [{problem: rigid-body, method: dvp}]\n",
         "1:1: this is a plan, for `holonomy sweep`: a model has the keys 'model' and 'bodies'"},
        {BODIES "  - {name: b, shape: point, m: 1}\nreference: ../../b.ref\n",
         "4:12: reference: a file beside the model's or of the folder reference/, by its name "
         "alone, not '../../b.ref'"},
        {BODIES "  - &b {name: b, shape: point, m: 1}\n",
         "3:5: the anchor '&b': a model has no anchors and aliases"},
        {BODIES "  - shape: *b\n", "3:12: the alias '*b': a model has no anchors and aliases"},
        {BODIES "  - {name: b, shape: \"point\\0\", m: 1}\n",
         "3:22: a NUL character within a text"},
        {BODIES "  - {name: b, shape: [*b], m: 1}\n",
         "3:23: the alias '*b': a model has no anchors and aliases"},
        {BODIES "  - {name: b, shape: [point, rigid], m: 1}\n",
         "3:22: a body has one shape, not 2"},
        {BODIES "  - {name: b, shape: point, m: *b}\n",
         "3:32: the alias '*b': a model has no anchors and aliases"},
        {BODIES "  - {name: b, shape: point, m: 1}\njoints:\n  - {name: j, type: *b}\n",
         "5:21: the alias '*b': a model has no anchors and aliases"},
        {BODIES "  - {name: b, shape: point, m: 1}\nforces:\n  - type: *b\n",
         "5:11: the alias '*b': a model has no anchors and aliases"},
    };
    for (size_t k = 0; k < sizeof row / sizeof *row; k++)
        expect_mistakes(row[k].text, 1, &row[k].wanted);
}
END_TEST

/* Every beginning of a file, and every byte of it changed: a model or mistakes, nothing else. */
START_TEST(no_file_brings_the_reader_down)
{
    char name[256], good[4096], text[4096];
    snprintf(name, sizeof name, "%s/examples/gyrostat.yaml", getenv("srcdir"));
    FILE *in = fopen(name, "r");
    ck_assert_msg(in, "%s", name);
    size_t length = fread(good, 1, sizeof good - 1, in);
    fclose(in);
    good[length] = '\0';
    int models = 0, size = (int)length;
    for (int k = 0; k < 2 * size; k++) {
        hol_mistakes mistakes;
        strcpy(text, good);
        if (k < size)
            text[k] = '\0';
        else
            text[k - size] = "[]{}:,-0 x\n'&"[k % 13];
        const hol_problem *file = read_text(text, &mistakes);
        ck_assert_msg(file ? mistakes.count == 0 : mistakes.count > 0, "byte %d", k);
        models += file != NULL;
        hol_mistakes_free(&mistakes);
        if (file) hol_model_close(file);
    }
    ck_assert_int_gt(models, 10);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("model mistakes");
    TCase *tcase = tcase_create("model mistakes");
    tcase_set_timeout(tcase, hol_patience(60));
    tcase_add_test(tcase, all_mistakes_are_said_at_once);
    tcase_add_test(tcase, rows_and_potentials_of_place_are_checked);
    tcase_add_test(tcase, units_of_another_dimension_are_said_at_once);
    tcase_add_test(tcase, mistakes_of_names_expressions_and_copies_are_said_at_once);
    tcase_add_test(tcase, a_model_that_cannot_be_is_refused_at_its_line);
    tcase_add_test(tcase, no_file_brings_the_reader_down);
    suite_add_tcase(suite, tcase);
    return hol_run_suite(suite);
}
