# methods/ggl_equations.c: the Jacobian lacks the slope of G v by q; caught by test_radau
s/add_bent_rows(s, J, lambda, y);/;/
