# methods/jet_step.c: stages are not projected; caught by test_invariants
s/if (!J->manifold) return HOL_OK;/return HOL_OK;/
