/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Expressions: their values against the C library's, their power series against their values
 * elsewhere, both also in quadruple precision, and the place of every fault. */
#define HOL_QUAD
#include "numerics/expression_of.h"

#include <check.h>
#include <stdlib.h>

#include "tests/suite.h"

static const char *const constant[] = {"l", "g", "zero"};
static const double value_of[] = {0.5, 9.81, 0};
static const char *const variable[] = {"t", "angle"};
static const hol_scope names = {
    .constants = 3, .variables = 2, .constant = constant, .variable = variable, .value = value_of};

static const hol_expression *read_expression(hol_memory *m, const char *text)
{
    hol_expression_fault fault;
    const hol_expression *e = hol_expression_read(m, text, &names, &fault);
    ck_assert_msg(e, "%s: %d: %s", text, fault.at, fault.text.text);
    return e;
}

/* ---------------------------------------------------------------- values */

static const struct {
    const char *text;
    double value;
} values[] = {
    {"1/12", 1. / 12},
    {"-l^2", -0.25},
    {"2^3^2", 512},
    {"2**-1", 0.5},
    {"-2 + 3*4 - 6/4", 8.5},
    {"8/4/2", 1},
    {"8 - 4 - 2", 2},
    {"(1 + 2)*(3 - 5)", -6},
    {"+.5e1", 5},
    {"1E-3", 1e-3},
    {"60 deg", 60 * (3.141592653589793 / 180)},
    {"60deg/2", 60 * (3.141592653589793 / 180) / 2},
    {"30 rpm", 30 * (3.141592653589793 / 30)},
    {"9.81 m/s^2", 9.81},
    {"5 N/mm", 5000},
    {"3 kg*m^2", 3},
    {"9.81 m*s^-2", 9.81},
    {"5 s^-1", 5},
    {"1/2 ms^-1", 1 / (2 / 1e-3)},
    {"5 kN*mm^-2", 5 * (1e3 / (1e-3 * 1e-3))},
    {"3 m/min^-2", 3 * (60 * 60)},
    {"(5 mm)^-2", 1 / (5e-3 * 5e-3)},
    {"(l + 1) mm", 1.5 * 1e-3},
    {"1/2 mm", 1 / (2 * 1e-3)},
    {"2^2 mm", 1.0013872557113346}, /* 2^(0.002): a unit binds to the number before it */
    {"2*pi", 6.283185307179586},
    {"sqrt(2)", 1.4142135623730951},
    {"pow(2, 0.5)", 1.4142135623730951},
    {"2^0.5", 1.4142135623730951},
    {"exp(1)", 2.718281828459045},
    {"log(10)", 2.302585092994046},
    {"sin(0.7)", 0.644217687237691},
    {"cos(0.7)", 0.7648421872844885},
    {"tan(0.7)", 0.8422883804630794},
    {"asin(0.3)", 0.3046926540153975},
    {"acos(0.3)", 1.2661036727794992},
    {"atan(-3)", -1.2490457723982544},
    {"atan2(1, -1)", 2.356194490192345},
    {"abs(-3) + min(2, 1) + max(2, 1)", 6},
    {"g*l", 9.81 * 0.5},
    {"zero*l", 0},
};
enum { VALUES = sizeof values / sizeof *values };

START_TEST(an_expression_of_constants_is_one_number)
{
    hol_memory *m = hol_memory_new();
    double x;
    const hol_expression *e = read_expression(m, values[_i].text);
    ck_assert(hol_expression_is_constant(e, &x));
    ck_assert_msg(fabs(x - values[_i].value) <= 4e-16 * fabs(values[_i].value), "%s is %.17g",
                  values[_i].text, x);
    hol_memory_end(m);
}
END_TEST

/* ---------------------------------------------------------------- series */

static const struct {
    const char *text;
    bool smooth;
} functions[] = {
    {"t", true},
    {"t*angle - l", true},
    {"angle/(1 + t)", true},
    {"sin(2*t)", true},
    {"cos(t + angle)", true},
    {"tan(t/2)", true},
    {"asin(t/4)", true},
    {"acos(t/4 - 0.1)", true},
    {"atan(t)", true},
    {"atan2(sin(t), cos(angle))", true},
    {"sqrt(2 + t)", true},
    {"exp(-t^2)", true},
    {"log(3 + angle)", true},
    {"(2 + t)^1.5", true},
    {"(2 + t)^-3", true},
    {"(2 + t)^5 - t^1 + t^0", true},
    {"2^t", true},
    {"pow(2 + t, angle)", true},
    {"abs(t - 9) + min(t, 5) + max(2*t, -1)", false},
    {"0.3*sin(2*pi*t)*exp(-l*t) + g/(1 + t^2)", true},
};
enum { FUNCTIONS = sizeof functions / sizeof *functions, TERMS = 60 };

/* angle = t/2 + t^2/8 */
static void at(number t, number x[2])
{
    x[0] = t;
    x[1] = t / 2 + t * t / 8;
}

START_TEST(a_series_sums_up_to_the_value_elsewhere)
{
    enum { STRIDE = TERMS };
    static number w[HOL_OPERATIONS_MOST * STRIDE], there[HOL_OPERATIONS_MOST];
    hol_memory *m = hol_memory_new();
    const hol_expression *e = read_expression(m, functions[_i].text);
    number t = (number)7 / 10, h = (number)1 / 20, x[2], sum = 0;
    ck_assert(e->smooth == functions[_i].smooth);
    for (int k = 0; k < TERMS; k++) {
        at(t, x);
        if (k) x[0] = k == 1, x[1] = k == 1 ? (number)1 / 2 + t / 4 : k == 2 ? (number)1 / 8 : 0;
        expression_extend(e, k, x, STRIDE, w);
    }
    for (int k = TERMS - 1; k >= 0; k--) sum = sum * h + w[(e->count - 1) * STRIDE + k];
    at(t + h, x);
    expression_extend(e, 0, x, 1, there);
    number off = sum - there[e->count - 1], size = there[e->count - 1];
    ck_assert_msg(fabs((double)off) <= 1e-31 * (1 + fabs((double)size)), "%s: off by %.2e",
                  functions[_i].text, (double)off);
    double in_double = hol_expression_value(e, (double[]){(double)(t + h), (double)x[1]});
    ck_assert_msg(fabs((double)((number)in_double - size)) <= 8e-16 * (1 + fabs((double)size)),
                  "%s: %.17g in double precision", functions[_i].text, in_double);
    hol_memory_end(m);
}
END_TEST

/* Of sin(2 t): 2 cos(2 t), -4 sin(2 t). */
START_TEST(rates_are_derivatives)
{
    double w[3], t = 0.4;
    hol_memory *m = hol_memory_new();
    hol_expression_rates(read_expression(m, "sin(2*t)"), t, w);
    ck_assert(fabs(w[0] - sin(2 * t)) < 1e-15);
    ck_assert(fabs(w[1] - 2 * cos(2 * t)) < 1e-15);
    ck_assert(fabs(w[2] + 4 * sin(2 * t)) < 1e-15);
    hol_expression_rates(read_expression(m, "atan2(sin(2*t), cos(2*t))"), t, w); /* 2 t */
    ck_assert(fabs(w[0] - 0.8) < 1e-15 && fabs(w[1] - 2) < 1e-14 && fabs(w[2]) < 1e-14);
    hol_expression_rates(hol_expression_square(m, read_expression(m, "3*t")), t, w);
    ck_assert(fabs(w[0] - 1.44) < 1e-15 && fabs(w[1] - 7.2) < 1e-14 && fabs(w[2] - 18) < 1e-14);
    hol_memory_end(m);
}
END_TEST

/* ---------------------------------------------------------------- quadruple precision */

/* The number that decimals mean. */
static number decimal(const char *digits)
{
    number x = 0, share = 1;
    for (const char *c = digits + 2; *c; c++) {
        share /= 10;
        x += share * (number)(*c - '0');
    }
    return x + (number)(digits[0] - '0');
}

/* Abramowitz, Stegun, tables 1.1 and 4.1 to 4.14. */
/* By the slope of the series along the variable alone. */
START_TEST(a_slope_is_the_derivative_along_its_variable)
{
    static const char *const texts[] = {"t",
                                        "angle",
                                        "g",
                                        "g*t",
                                        "(t - l)*(angle + t)",
                                        "(t + 2)/(angle + 3)",
                                        "1/t",
                                        "sqrt(t*angle + l)",
                                        "exp(t*angle) + exp(l)",
                                        "log(t + angle^2)",
                                        "sin(2*t - angle)",
                                        "cos(t*t)",
                                        "cos(angle)",
                                        "tan(t/2)",
                                        "atan2(t, angle)",
                                        "acos(t/4)",
                                        "t^2.5*angle^3",
                                        "t^angle",
                                        "t^-2 - (1 - t)",
                                        "2 - angle",
                                        "l^t",
                                        "t*sin(angle)",
                                        "angle*cos(t) - t*cos(angle)",
                                        "log(sqrt(1 + t^2*sin(angle)))",
                                        "t*atan2(angle, t)*angle",
                                        "t*atan2(angle, 3)"};
    const double at[2] = {0.83, 1.37};
    hol_memory *m = hol_memory_new();
    for (size_t n = 0; n < sizeof texts / sizeof *texts; n++)
        for (int k = 0; k < 2; k++) {
            const hol_expression *e = read_expression(m, texts[n]),
                                 *slope = hol_expression_slope(m, e, k);
            number all[2 * HOL_OPERATIONS_MOST];
            expression_extend(e, 0, (number[2]){at[0], at[1]}, 2, all);
            expression_extend(e, 1, (number[2]){k == 0, k == 1}, 2, all);
            double wanted = (double)all[2 * (e->count - 1) + 1];
            double is = hol_expression_value(slope, at);
            ck_assert_msg(fabs(is - wanted) <= 1e-14 * (1 + fabs(wanted)),
                          "%s, %s: %.17g, not %.17g", texts[n], variable[k], is, wanted);
            for (int j = 0; j < 2; j++) { /* its series, beside differences of its values */
                const double d = 1e-5;
                double ahead[2] = {at[0] + (j == 0) * d, at[1] + (j == 1) * d};
                double back[2] = {at[0] - (j == 0) * d, at[1] - (j == 1) * d};
                expression_extend(slope, 0, (number[2]){at[0], at[1]}, 2, all);
                expression_extend(slope, 1, (number[2]){j == 0, j == 1}, 2, all);
                is = (double)all[2 * (slope->count - 1) + 1];
                wanted = (hol_expression_value(slope, ahead) - hol_expression_value(slope, back)) /
                         (2 * d);
                ck_assert_msg(fabs(is - wanted) <= 1e-8 * (1 + fabs(wanted)),
                              "%s, %s and %s: %.17g, not %.17g", texts[n], variable[k], variable[j],
                              is, wanted);
            }
        }
    ck_assert_ptr_null(hol_expression_slope(m, read_expression(m, "abs(t)"), 0));
    ck_assert_ptr_null(hol_expression_slope(m, read_expression(m, "min(t, 1)*angle"), 1));
    hol_memory_end(m);
}
END_TEST

START_TEST(a_slope_too_long_is_none)
{
    char text[700] = "t";
    hol_memory *m = hol_memory_new();
    for (int k = 0; k < 20; k++) snprintf(text + 2 * k + 1, sizeof text - 2 * k - 1, "*t");
    ck_assert_ptr_nonnull(hol_expression_slope(m, read_expression(m, text), 0));
    for (int k = 20; k < 90; k++) snprintf(text + 2 * k + 1, sizeof text - 2 * k - 1, "/t");
    ck_assert_ptr_null(hol_expression_slope(m, read_expression(m, text), 0));
    hol_memory_end(m);
}
END_TEST

START_TEST(elementary_functions_have_the_digits_of_tables)
{
    number s, c;
    number_turn(1, &s, &c);
    const struct {
        const char *digits;
        number x;
    } table[] = {
        {"2.718281828459045235360287471352662498", number_exp(1)},
        {"0.367879441171442321595523770161460867", number_exp(-1)},
        {"0.693147180559945309417232121458176568", number_log(2)},
        {"2.302585092994045684017991454684364208", number_log(10)},
        {"0.841470984807896506652502321630298999", s},
        {"0.540302305868139717400936607442976603", c},
        {"0.785398163397448309615660845819875721", number_angle(1, 1)},
        {"3.141592653589793238462643383279502884", number_angle(0, -1)},
        {"1.414213562373095048801688724209698078", number_sqrt(2)},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        ck_assert_msg(fabs((double)(table[i].x - decimal(table[i].digits))) < 2e-33, "%s: %.2e",
                      table[i].digits, (double)(table[i].x - decimal(table[i].digits)));
    for (int k = -9; k <= 9; k++) { /* all quarters; sin^2 + cos^2, and back by atan2 */
        number x = (number)k * 7 / 10, turned;
        number_turn(x, &s, &c);
        ck_assert(fabs((double)(s - sin((double)x))) < 1e-15);
        ck_assert(fabs((double)(c - cos((double)x))) < 1e-15);
        ck_assert(fabs((double)(s * s + c * c - 1)) < 1e-33);
        turned = number_angle(s, c) - x;
        ck_assert(fabs((double)turned -
                       nearbyint((double)turned / 6.283185307179586) * 6.283185307179586) < 1e-14);
    }
    ck_assert(number_exp(-20000) == 0 && isinf((double)number_exp(20000)));
    ck_assert(isnan((double)number_log(-1)) && isnan((double)number_sqrt(-1)));
}
END_TEST

/* ---------------------------------------------------------------- faults */

#define RAISED(unit)                                                                               \
    "'" unit "' is not raised like this: a unit has one power, ^1 to ^9 or ^-1 to ^-9; a value "   \
    "with its unit is raised in brackets, as in (2 m)^2"

static const struct {
    const char *text;
    int at;
    const char *says;
} faults[] = {
    {"", 0, "the expression breaks off: a value is missing"},
    {"1 +", 3, "the expression breaks off: a value is missing"},
    {"1/0", 1, "division by zero"},
    {"l/(2 - 2)", 1, "division by zero"},
    {"1/zero", 1, "division by zero"},
    {"2*sqrt(-1)", 2, "this value of sqrt is not a finite number"},
    {"log(zero)", 0, "this value of log is not a finite number"},
    {"1e200*1e200", 5, "this product is not a finite number"},
    {"(-2)^0.5", 4, "this power is not a finite number"},
    {"1e999", 0, "'1e999' is too large"},
    {"1.2.3", 0, "'1.2.3' is no number"},
    {"sinn(1)", 0, "unknown name 'sinn': did you mean 'sin'?"},
    {"2*anglle", 2, "unknown name 'anglle': did you mean 'angle'?"},
    {"2*omega", 2, "unknown name 'omega': neither a parameter nor 't', 'angle'"},
    {"5/mm", 2, "unknown name 'mm': a unit stands behind a number, without blanks within it"},
    {"60 degg", 3, "unknown unit 'degg': did you mean 'deg'?"},
    {"2 l", 2, "'l' is no unit: '*' is missing before it"},
    {"2 pi", 2, "'pi' is no unit: '*' is missing before it"},
    {"2 kg*g", 5, "'g' is a unit and a name of this file: blanks before it, or another name"},
    {"3 mm^0", 4, RAISED("mm")},
    {"3 mm^(-1)", 4, RAISED("mm")},
    {"2 m^2^2", 5, RAISED("m^2")},
    {"2 m^-1^2", 6, RAISED("m^-1")},
    {"2 m^10", 3, RAISED("m")},
    {"2 m^-0.5", 3, RAISED("m")},
    {"2 m^1.5", 3, RAISED("m")},
    {"2 m**2", 3, RAISED("m")},
    {"2 m ^ 2", 4, RAISED("m")},
    {"2 N*m^l", 5, RAISED("N*m")},
    {"(1 + 2", 6, "')' is missing"},
    {"atan2(1)", 7, "atan2 takes 2 numbers with ',' between"},
    {"sin(1, 2)", 5, "sin takes 1 number: ')' is missing"},
    {"sin", 3, "'sin' is a function: '(' is missing"},
    {"3 ; 4", 2, "an operator is missing before ';'"},
    {"2*)", 2, "')' where a value is meant"},
    {"\xc3\xa4", 0, "a character that has no place where a value is meant"},
};
enum { FAULTS = sizeof faults / sizeof *faults };

START_TEST(a_fault_has_its_place_and_the_nearest_name)
{
    hol_expression_fault fault;
    hol_memory *m = hol_memory_new();
    ck_assert(!hol_expression_read(m, faults[_i].text, &names, &fault));
    ck_assert_str_eq(fault.text.text, faults[_i].says);
    ck_assert_int_eq(fault.at, faults[_i].at);
    hol_memory_end(m);
}
END_TEST

START_TEST(what_is_too_long_or_too_deep_is_a_fault)
{
    static char text[4000];
    hol_expression_fault fault;
    hol_memory *m = hol_memory_new();
    memset(text, '(', 100);
    ck_assert(!hol_expression_read(m, text, &names, &fault));
    ck_assert_str_eq(fault.text.text, "more than 60 brackets within each other");
    for (int i = 0; i < 500; i++) strcpy(text + 2 * i, i % 2 ? "-t" : "+t");
    ck_assert(!hol_expression_read(m, text, &names, &fault));
    ck_assert_str_eq(fault.text.text, "an expression of more than 198 operations");
    hol_memory_end(m);
}
END_TEST

START_TEST(names_of_the_user_are_words_that_mean_nothing_else)
{
    ck_assert(hol_expression_name("l") && hol_expression_name("l_1") && hol_expression_name("_"));
    ck_assert(!hol_expression_name("pi") && !hol_expression_name("sin") &&
              !hol_expression_name("1l") && !hol_expression_name("") &&
              !hol_expression_name("a-b"));
    ck_assert(!hol_expression_name("a_name_of_more_than_31_characters"));
}
END_TEST

int main(void)
{
    const hol_loop loop[] = {
        {an_expression_of_constants_is_one_number, VALUES},
        {a_series_sums_up_to_the_value_elsewhere, FUNCTIONS},
        {rates_are_derivatives, 1},
        {a_slope_is_the_derivative_along_its_variable, 1},
        {a_slope_too_long_is_none, 1},
        {elementary_functions_have_the_digits_of_tables, 1},
        {a_fault_has_its_place_and_the_nearest_name, FAULTS},
        {what_is_too_long_or_too_deep_is_a_fault, 1},
        {names_of_the_user_are_words_that_mean_nothing_else, 1},
    };
    return hol_run_loops("expression", loop, sizeof loop / sizeof *loop);
}
