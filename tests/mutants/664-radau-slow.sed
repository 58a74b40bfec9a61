# methods/radau_newton.c: factors of an earlier step that converge slowly are taken for round-off; caught by test_radau
s/newton.last > SLOW \* last/newton.last > 1e3 * last/
