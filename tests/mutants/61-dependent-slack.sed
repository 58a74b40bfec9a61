# mechanics/reduce.c: rows that depend on others are solved for as if they did not; caught by test_rank
s/hol_saddle_factor(sys->solver, Gr, sys->slack)/hol_saddle_factor(sys->solver, Gr, NULL)/
