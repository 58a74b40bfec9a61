# methods/taylor.c: the estimate is a millionth of the last terms; caught by test_tolerances
s/return pow(fmax(E\[1\]/return pow(1e-6 * fmax(E[1]/
