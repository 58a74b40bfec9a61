# methods/taylor.c: a step may have last terms of a million tolerances; caught by test_tolerances
s/pow(of_q, -1/pow(1e-6 * of_q, -1/
s/pow(of_v, -1/pow(1e-6 * of_v, -1/
