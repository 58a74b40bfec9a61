# methods/gena_newton.c: a matrix is held after corrections that lead past a singular configuration; caught by test_singular
s/hol_newton_holds(&newton, 1e-6)/hol_newton_holds(\&newton, 1e-4)/
