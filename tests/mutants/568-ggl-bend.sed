# methods/ggl.c: the multiplier of the velocity constraints bends twice as much; caught by test_invariants
s|hol_hessian(sys, q, gamma, H);|hol_hessian(sys, q, gamma, H), hol_hessian(sys, q, gamma, H);|
