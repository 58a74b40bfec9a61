# harness/papers/paper_003.c: a cell of Table 1 is off by a unit of the last digit that it claims; caught by test_paper_003 at length
s/mean_error(3, m->momentum\[0\], HOL_P003_J, J, 0)/1e-14 + &/
