# harness/study/study_slope.c: round-off that the motion has made larger refutes an order; caught by test_certify
s/^    shed_scattered(o);//
