# harness/papers/paper_001_regularised.c: the rate of the multiplier goes by the root of epsilon; caught by test_paper_001 at length
/^static void slope/,/^}/s/order == 1 ? -violation(y) \/ epsilon : y/order == 1 ? -violation(y) \/ sqrt(epsilon) : y/
