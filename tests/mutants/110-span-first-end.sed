# mechanics/spans.c: the second end of a span sets it anew; caught by test_formulations
s/add_end(R, u, 1, one < 0 || two < one)/add_end(R, u, 1, true)/
