# harness/run/balance.c: a driven nonholonomic row does its work with the wrong sign; caught by test_balance
s/P -= hol_dot(sys->na, alpha, slip)/P += hol_dot(sys->na, alpha, slip)/
