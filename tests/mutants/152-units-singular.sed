# harness/run/singular.c: metres and radians of the rows are compared as they are; caught by test_units
s/\*C++ \*= hol_unit(sys, P->col\[k\])/*C++ *= 1/
