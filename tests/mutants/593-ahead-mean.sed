# methods/chart_ahead.c: U B goes on from the mean of the stages before, not ahead of them; caught by test_tangent
s/enum { DEGREE = 2 }/enum { DEGREE = 0 }/
