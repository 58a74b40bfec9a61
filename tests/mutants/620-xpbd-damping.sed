# methods/xpbd.c: the damper of a soft row is left out of the denominator; caught by test_soft
s/double slope = (1 + b) \* spread/double slope = spread/
