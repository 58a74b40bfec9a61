# mechanics/acceleration.c: rows that depend on others are solved for as if they did not; caught by test_rank
s/(solver, Gr, sys->system->slack, f, b, c, y)/(solver, Gr, NULL, f, b, c, y)/
