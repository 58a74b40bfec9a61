# methods/ggl_equations.c: the Jacobian lacks the slope of G v by q; caught by test_radau
s/add_slope(s, J, lambda, 0, 0.5, curvature, sys->nc, t, y);/;/
