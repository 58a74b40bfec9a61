# harness/papers/paper_002_components.c: the condition number of G G^T passes for that of G; caught by test_paper_002 at length
s/sqrt(hol_condition(nc, A, w))/hol_condition(nc, A, w)/
