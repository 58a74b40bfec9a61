# methods/jet.c: stages are not projected; caught by test_invariants
s/return manifold ? hol_project(manifold, s, tolerance, t, q, v) : HOL_OK/return manifold \&\& tolerance < 0 ? hol_project(manifold, s, tolerance, t, q, v) : HOL_OK/
