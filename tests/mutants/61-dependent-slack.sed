# mechanics/reduce.c: rows that depend on others are solved for as if they did not; caught by test_rank
s/(solver, Gr, sys->system->slack, c, y, c, y)/(solver, Gr, NULL, c, y, c, y)/
