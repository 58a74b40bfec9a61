# harness/study/floors/jet_bar.c: velocities are not projected; caught by test_floors
s/if (velocity_rows(x, a, \&b) > tolerance) push/if (velocity_rows(x, a, \&b) > 1) push/
