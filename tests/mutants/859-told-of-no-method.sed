# harness/run/diagnostics.c: an energy error that is the quadrature's is a method's; caught by test_balance
s/!(several \* g->doubt > fmax/!(0 * several * g->doubt > fmax/
