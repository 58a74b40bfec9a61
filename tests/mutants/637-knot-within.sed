# harness/run/balance.c: knots between two nodes are passed by the work; caught by test_model_tables
s/    for (; knot < to - close; /    for (; false; /
