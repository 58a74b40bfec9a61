# methods/ggl_equations.c: the Jacobian lacks the slope of the nonholonomic rows by q; caught by test_radau
s/^        add_turned_rows(s, J, k, t, y);/        (void)k;/
