# numerics/newton.c: an iteration that has not converged is accepted; caught by test_numerics
s/return verdict == HOL_CONVERGED ? HOL_OK : HOL_DIVERGED/return verdict == HOL_ITERATE ? HOL_DIVERGED : HOL_OK/
